//! Traces of a frame: its drawing calls with arguments and source lines, and the pixels that each one painted.
//!
//! ```text
//! Console::trace(input)    runs the frame on traced copies; a Tracing does so repeatedly, for some calls at a time
//!
//! 1st copy   call ─ memory before it, in shared pages ─ call ─ memory ─ ...      the screen after each call
//! 2nd copy   screen inverted ─ call ─ pixels no longer inverted were painted     even where nothing changed
//! ```
//!
//! A pixel painted in its old colour is found only by the second copy, one painted in the opposite colour only by the
//! first. Calls that read the screen (`pget`, `peek`, `memcpy` from it, sprites while the sheet is the screen) see the
//! real one. If the second copy draws something else nonetheless, its results are dropped.
//!
//! The tracer is not part of the machine's value: copies have none, digests ignore it. Without one a call pays one
//! branch.

mod args;
mod lines;

pub(crate) use args::{Addr, ArgumentList, ByteCount, CellCount, Hex};

use crate::Machine;
use crate::api::{Item, agree, name_of};
use crate::console::Console;
use crate::fault::{Fault, Place};
use crate::input::Input;
use crate::line_run::Catch;
use crate::memory::{Memory, SCREEN, SIZE, reg};
use crate::program::{Flow, Hook, LineQuery, LineWatch, is_traced};
use crate::snapshot::Pages;
use alloc::string::{String, ToString};
use alloc::{boxed::Box, sync::Arc, vec, vec::Vec};
use core::fmt::Write;
use core::ops::Range;
use core::panic::Location;
use lines::CallWatch;

/// Calls recorded per frame; later ones are only counted.
pub const CALLS_MAX: usize = 4096;
const SCREEN_BYTES: usize = 0x2000;

/// A call made by a cart.
#[derive(Clone, Debug)]
pub struct Traced {
    /// Its PICO-8 name.
    pub name: &'static str,
    pub arguments: &'static [&'static str],
    pub args: String,
    pub place: Place,
    /// Whether it was made in `_draw`; otherwise in `_update`, a menu callback or `_init`.
    pub in_draw: bool,
}

impl core::fmt::Display for Traced {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}({})", self.name, self.args)
    }
}

/// The names of a traced call. The whole row of the table would add its texts to every cart's web page.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    name: &'static str,
    arguments: &'static [&'static str],
}

impl Names {
    /// The names of a method, looked up at compile time. Fails if no row has it, or if its arguments are not these.
    pub(crate) const fn of(method: &'static Item, arguments: &[&str]) -> Names {
        assert!(arguments.len() == method.parameters.len(), "the method has another number of arguments");
        agree(method, arguments);
        assert!(is_traced(name_of(method)), "the list of traced calls does not have this method");
        Names { name: name_of(method), arguments: method.parameters }
    }
}

#[derive(Clone, Debug)]
pub struct Trace {
    pub calls: Vec<Traced>,
    pub more: usize,
    /// Why the frame did not reach its end; the calls are those before.
    pub fault: Option<Fault>,
    /// Memory before each call, and after the last recorded one.
    moments: Vec<Pages>,
    painted: Vec<PixelSet>,
    machine: Box<Machine<Pages>>,
}

const PIXEL_WORDS: usize = 128 * 128 / 64;

type PixelSet = Vec<u64>;

impl Trace {
    /// The machine after the first `calls` calls, with picture and draw state; after the frame if there are fewer.
    pub fn machine_after(&self, calls: usize) -> Machine {
        let pages = self.moments.get(calls).unwrap_or(&self.machine.mem);
        self.machine.with_memory(pages.memory())
    }

    /// The calls that painted a pixel, in order; the last one is visible.
    pub fn painters(&self, x: u8, y: u8) -> impl Iterator<Item = usize> {
        let at = usize::from(y & 127) * 128 + usize::from(x & 127);
        self.painted.iter().enumerate().filter(move |(_, p)| p[at / 64] >> (at % 64) & 1 != 0).map(|(i, _)| i)
    }

    /// The calls that changed any of `bytes` bytes at `addr`, in order. Other changes are the machine's own,
    /// before the first call.
    pub fn writers(&self, addr: u16, bytes: u8) -> impl Iterator<Item = usize> {
        let after = |call: usize| self.moments.get(call + 1).unwrap_or(&self.machine.mem);
        let addrs = move || (0..u16::from(bytes)).map(move |n| addr.wrapping_add(n));
        (0..self.calls.len())
            .filter(move |call| addrs().any(|addr| self.moments[*call].get(addr) != after(*call).get(addr)))
    }

    pub fn pixels(&self, call: usize) -> u32 {
        self.painted.get(call).map_or(0, |p| p.iter().map(|word| word.count_ones()).sum())
    }
}

#[derive(Default)]
pub(crate) struct Tap(Option<Box<CallRecorder>>);

impl Clone for Tap {
    fn clone(&self) -> Self {
        Tap(None)
    }
}

impl core::fmt::Debug for Tap {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.is_on() { "Tap(on)" } else { "Tap" })
    }
}

impl Tap {
    fn new(window: Range<usize>, pass: Pass) -> Tap {
        Tap(Some(Box::new(CallRecorder { in_draw: false, count: 0, window, pass })))
    }

    /// The watch over the calls of a Rust program.
    pub(crate) fn line_watch(&self) -> Option<&LineWatch> {
        match &self.0.as_ref()?.pass {
            Pass::Lines(lines) => Some(&lines.watch),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// The real byte of an inverted screen.
    #[inline]
    pub(crate) fn real_byte(&self, addr: u16) -> Option<u8> {
        self.0.as_ref().and_then(|tracer| tracer.real_byte(addr))
    }
}

/// Address of the screen, if drawing goes to the visible page.
fn screen(memory: &Memory) -> Option<usize> {
    (memory.get(reg::SCREEN_PAGE) == 0x60).then_some(SCREEN as usize)
}

fn copy(memory: &Memory, at: usize) -> Box<[u8; SCREEN_BYTES]> {
    let mut bytes = Box::new([0; SCREEN_BYTES]);
    bytes.copy_from_slice(&memory.bytes()[at..at + SCREEN_BYTES]);
    bytes
}

fn mark_differing(bits: &mut [u64], a: &[u8], b: &[u8]) {
    for (word, (a, b)) in bits.iter_mut().zip(a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0)) {
        // A frame has hundreds of calls that paint little: equal bytes are one comparison of 32.
        if a == b {
            continue;
        }
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            let differ = a ^ b;
            let pair = u64::from(differ & 15 != 0) | u64::from(differ >> 4 != 0) << 1;
            *word |= pair << (at * 2);
        }
    }
}

fn changed(before: &Pages, after: &Pages) -> PixelSet {
    let mut bits = vec![0; PIXEL_WORDS];
    for (at, a, b) in before.differing(after, SCREEN as usize, SCREEN_BYTES) {
        mark_differing(&mut bits[at / 32..], a, b);
    }
    bits
}

/// Records the calls of a frame within a window and counts the others.
struct CallRecorder {
    in_draw: bool,
    count: usize,
    window: Range<usize>,
    pass: Pass,
}

enum Pass {
    /// Records the calls of the window, and memory before each of them.
    First { calls: Vec<Traced>, moments: Vec<Pages> },
    /// Has the results of the first copy; records the pixels that each call of the window painted. `inverted` is the
    /// screen before the current call, `same` whether all calls so far were those of the first copy.
    Second {
        calls: Arc<Vec<Traced>>,
        moments: Arc<Vec<Pages>>,
        inverted: Option<Box<[u8; SCREEN_BYTES]>>,
        painted: Vec<PixelSet>,
        same: bool,
        text: String,
    },
    /// Watches the calls of a Rust program as its lines.
    Lines(Box<CallWatch>),
}

impl CallRecorder {
    #[cold]
    fn real_byte(&self, addr: u16) -> Option<u8> {
        let Pass::Second { moments, inverted: Some(_), .. } = &self.pass else { return None };
        let on_screen = (SCREEN..SCREEN + SCREEN_BYTES as u16).contains(&addr);
        moments.get(self.count).filter(|_| on_screen).map(|pages| pages.get(addr))
    }

    /// Before a call, and at the end of the frame.
    fn moment(&mut self, memory: &mut Memory) {
        match &mut self.pass {
            Pass::First { moments, .. } if self.window.contains(&self.count) => {
                moments.push(Pages::new(memory, moments.last()));
            }
            Pass::First { .. } | Pass::Lines(_) => {}
            // The previous call is over: record what it painted and restore the real screen.
            Pass::Second { moments, inverted, painted, .. } => {
                let Some(inverted) = inverted.take() else { return };
                let at = SCREEN as usize;
                let mut bits = vec![0; PIXEL_WORDS];
                mark_differing(&mut bits, &inverted[..], &memory.bytes()[at..at + SCREEN_BYTES]);
                painted.push(bits);
                if let Some(real) = moments.get(self.count) {
                    real.copy_to(memory, at, SCREEN_BYTES);
                }
            }
        }
    }

    fn call(&mut self, memory: &mut Memory, names: Names, args: core::fmt::Arguments<'_>, place: Place) {
        self.moment(memory);
        let (n, in_draw, Names { name, arguments }) = (self.count, self.in_draw, names);
        self.count += 1;
        let is_recorded = self.window.contains(&n) && n < CALLS_MAX;
        match &mut self.pass {
            Pass::First { calls, .. } if is_recorded => {
                calls.push(Traced { name, arguments, args: args.to_string(), place, in_draw });
            }
            Pass::First { .. } | Pass::Lines(_) => {}
            Pass::Second { calls, inverted, painted, same, text, .. } => {
                if n < self.window.start || n >= CALLS_MAX || !*same {
                    return;
                }
                text.clear();
                // Writing to a string cannot fail.
                let _ = text.write_fmt(args);
                *same = calls.get(n).is_some_and(|call| call.name == name && call.args == *text);
                if !is_recorded || !*same {
                    return;
                }
                // Calls that may read the screen: copies of memory, sprites while the sheet is the screen,
                let from_screen = memory.get(reg::SHEET_PAGE) == 0x60;
                // and a `print` that scrolls, with the cursor near the lower edge.
                let scrolls = name == "print" && memory.get(reg::CURSOR + 1) > 100;
                let reads = from_screen || scrolls || name == "memcpy";
                // All others see it inverted.
                match screen(memory).filter(|_| !reads) {
                    Some(at) => {
                        memory.bytes_mut()[at..at + SCREEN_BYTES].iter_mut().for_each(|b| *b = !*b);
                        *inverted = Some(copy(memory, at));
                    }
                    None => painted.push(vec![0; PIXEL_WORDS]),
                }
            }
        }
    }
}

impl Machine {
    /// Reports a call that draws, or changes how others draw.
    pub(crate) fn tapped(
        &mut self,
        names: Names,
        args: core::fmt::Arguments<'_>,
        caller: &'static Location<'static>,
    ) {
        let Some(mut tracer) = self.tap.0.take() else { return };
        match &mut tracer.pass {
            Pass::Lines(watch) => watch.call(self, caller.file(), caller.line()),
            _ => {
                let place = self.here(caller);
                tracer.call(&mut self.mem, names, args, place);
            }
        }
        self.tap.0 = Some(tracer);
    }
}

/// Reports a call to the tracer: `tap!(self, poke(addr = Addr(addr), value))` names the method and its arguments, with
/// the formatted value where that is not the argument's own `Display`. A missing method, or one with other arguments,
/// does not compile. The cold closure copies the arguments, so that they stay in registers without a tracer.
macro_rules! tap {
    ($p8:expr, $method:ident($($arg:ident $(= $shown:expr)?),*)) => {
        if $p8.tap.is_on() {
            let place = core::panic::Location::caller();
            let p8 = &mut *$p8;
            crate::trace::cold(move || {
                const NAMES: crate::trace::Names = crate::trace::Names::of(
                    &crate::described::Machine::$method,
                    &[$(stringify!($arg)),*],
                );
                let args: &[&dyn core::fmt::Display] = &[$(&crate::trace::shown!($arg $($shown)?)),*];
                p8.tapped(NAMES, format_args!("{}", crate::trace::ArgumentList(args)), place);
            });
        }
    };
}
/// The formatted value, or the argument itself.
macro_rules! shown {
    ($arg:ident) => {
        $arg
    };
    ($arg:ident $shown:expr) => {
        $shown
    };
}
pub(crate) use shown;
pub(crate) use tap;

/// Keeps tracing out of the fast path.
#[cold]
#[inline(never)]
pub(crate) fn cold(work: impl FnOnce()) {
    work();
}

impl Console {
    pub(crate) fn count_calls(&mut self) {
        self.machine.tap = Tap::new(0..0, Pass::First { calls: Vec::new(), moments: Vec::new() });
    }

    /// Watches the calls of the next frames as lines.
    pub(crate) fn watch_calls(&mut self, query: LineQuery) {
        self.machine.tap = Tap::new(0..0, Pass::Lines(Box::new(CallWatch::new(query, self.program.clone()))));
    }

    /// Ends counting and watching; returns the number of calls, and the watch.
    pub(crate) fn take_calls(&mut self) -> (usize, Option<Box<CallWatch>>) {
        match self.machine.tap.0.take().map(|tracer| *tracer) {
            Some(CallRecorder { pass: Pass::Lines(watch), .. }) => (watch.watch.count as usize, Some(watch)),
            tracer => (tracer.map_or(0, |tracer| tracer.count), None),
        }
    }

    /// Announces a hook to the tracer.
    pub(crate) fn begins(&mut self, hook: Hook) {
        let Some(tracer) = &mut self.machine.tap.0 else { return };
        tracer.in_draw = hook == Hook::Draw;
        if let Pass::Lines(watch) = &mut tracer.pass {
            watch.begin(hook, &*self.program);
        }
    }

    /// Runs a frame up to the end of its hooks.
    pub(crate) fn hooks(&mut self, input: &Input) -> Result<Flow, Fault> {
        match self.update(input)? {
            Flow::Done => self.draw(),
            ended => Ok(ended),
        }
    }

    /// Runs a frame on copies of this console and returns its calls.
    pub fn trace(&self, input: &Input) -> Trace {
        self.trace_with(input, |run| run())
    }

    /// [`Console::trace`] for a host that catches panics: the calls before one are kept.
    pub fn trace_with(&self, input: &Input, catch: Catch) -> Trace {
        let mut tracing = Tracing { catch, ..Tracing::new(self.clone(), input.clone()) };
        while !tracing.step(usize::MAX) {}
        tracing.end()
    }
}

/// A trace in steps: each step runs the frame again and examines some more calls. So it takes as long as the frame, and
/// a few microseconds per examined call.
#[derive(Clone, Debug)]
pub struct Tracing {
    console: Console,
    input: Input,
    catch: Catch,
    calls: Arc<Vec<Traced>>,
    /// Memory before each call examined by the first copy, and after the last call.
    moments: Arc<Vec<Pages>>,
    painted: Vec<PixelSet>,
    /// The result of the first copy, and the number of calls examined by the second one.
    done: Option<(FirstCopy, usize)>,
}

#[derive(Clone, Debug)]
struct FirstCopy {
    machine: Box<Machine<Pages>>,
    fault: Option<Fault>,
    more: usize,
}

impl Tracing {
    /// Prepares the trace of a console's frame without running it.
    pub fn new(console: Console, input: Input) -> Tracing {
        let (calls, moments) = Default::default();
        let catch: Catch = |run| run();
        Tracing { console, input, catch, calls, moments, painted: Vec::new(), done: None }
    }

    /// Examines up to `calls` more calls, at least one; true when finished.
    pub fn step(&mut self, calls: usize) -> bool {
        let calls = calls.max(1);
        match &mut self.done {
            None => self.first(calls),
            Some((_, at)) if *at < self.calls.len() => {
                let from = *at;
                *at = from.saturating_add(calls).min(self.calls.len());
                self.second(from);
            }
            Some(_) => return true,
        }
        matches!(&self.done, Some((_, at)) if *at >= self.calls.len())
    }

    pub fn end(self) -> Trace {
        let Tracing { console, calls, moments, painted, done, .. } = self;
        let (calls, moments) = (Arc::unwrap_or_clone(calls), Arc::unwrap_or_clone(moments));
        let FirstCopy { machine, fault, more } = done.map_or_else(
            || FirstCopy {
                machine: Box::new(console.machine.with_memory(Pages::new(&console.machine.mem, None))),
                fault: None,
                more: 0,
            },
            |(first, _)| first,
        );
        Trace { calls, more, fault, moments, painted, machine }
    }

    fn first(&mut self, most: usize) {
        let from = self.calls.len();
        // One more state than calls: the one after the last.
        let to = from.saturating_add(most).min(CALLS_MAX + 1);
        // Unchanged pages are shared with the last known state.
        let known = self.moments.last().cloned().into_iter().collect::<Vec<_>>();
        let before = known.len();
        let pass = Pass::First { calls: Vec::new(), moments: known };
        let (tracer, console, fault) = self.run_traced(from..to, pass);
        let Pass::First { calls, moments } = tracer.pass else { return };
        let (known, count) = (Arc::make_mut(&mut self.moments), tracer.count);
        for moment in moments.into_iter().skip(before) {
            if let Some(last) = known.last() {
                self.painted.push(changed(last, &moment));
            }
            known.push(moment);
        }
        Arc::make_mut(&mut self.calls).extend(calls);
        if known.len() > count.min(CALLS_MAX) {
            let last = Pages::new(&console.machine.mem, known.last());
            let machine = Box::new(console.machine.with_memory(last));
            self.done = Some((FirstCopy { machine, fault, more: count.saturating_sub(CALLS_MAX) }, 0));
        }
    }

    /// Records what the calls from `from` on painted.
    fn second(&mut self, from: usize) {
        let Some((_, to)) = &self.done else { return };
        let pass = Pass::Second {
            calls: Arc::clone(&self.calls),
            moments: Arc::clone(&self.moments),
            inverted: None,
            painted: Vec::new(),
            same: true,
            text: String::new(),
        };
        let (tracer, ..) = self.run_traced(from..*to, pass);
        let Pass::Second { painted, same: true, .. } = tracer.pass else { return };
        for (known, more) in self.painted[from..].iter_mut().zip(painted) {
            known.iter_mut().zip(more).for_each(|(known, more)| *known |= more);
        }
    }

    fn run_traced(&self, window: Range<usize>, pass: Pass) -> (CallRecorder, Console, Option<Fault>) {
        let mut console = self.console.clone();
        console.machine.tap = Tap::new(window, pass);
        let fault = (self.catch)(&mut || console.hooks(&self.input)).err();
        let mut tracer = console.machine.tap.0.take().expect("only this function takes the tracer");
        tracer.moment(&mut console.machine.mem);
        (*tracer, console, fault)
    }
}

const _: () = assert!(SCREEN as usize + SCREEN_BYTES <= SIZE);
