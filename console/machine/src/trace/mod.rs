//! Inside a frame: which calls drew, with what arguments, from which line of the cart, and what each of them painted.
//!
//! ```text
//! Console::trace(input)    the frame is run on copies, with a listener; a Tracing runs it again and again, some calls each
//!
//! 1st copy   call ─ memory before it, in shared pages ─ call ─ memory ─ ...      what the screen was after each call
//! 2nd copy   screen inverted ─ call ─ what is not inverted any more was painted     also where nothing changed
//! ```
//!
//! A pixel that is painted in the colour it had is found by the second copy alone, one that is painted in the colour opposite
//! to the one it had by the first alone; every other one by both. A call that reads the screen (`pget`, `peek`, `memcpy` from it,
//! sprites while the sheet is the screen) finds it as it was. Should the second copy draw other things nonetheless, its findings
//! are dropped, and what changed counts.
//!
//! The listener is no part of the machine's value: a copy has none, a digest does not take it, and a frame without one pays a
//! branch for each call.

mod args;

pub(crate) use args::{Addr, Bytes, Cells, Hex, List};

use crate::Machine;
use crate::api::{Item, agree, name_of};
use crate::console::Console;
use crate::fault::{Fault, Place};
use crate::input::Input;
use crate::memory::{Memory, SCREEN, SIZE, reg};
use crate::program::Flow;
use crate::snapshot::Pages;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Range;
use core::panic::Location;

/// Calls of a frame that are kept; those after them are only counted.
pub const CALLS_MAX: usize = 4096;
/// Bytes of the screen.
const SCREEN_BYTES: usize = 0x2000;

/// A call that a cart made.
#[derive(Clone, Debug)]
pub struct Traced {
    /// Its name, as PICO-8 has it.
    pub name: &'static str,
    /// What its arguments are called, in order.
    pub arguments: &'static [&'static str],
    /// What was given for them, as text.
    pub args: String,
    /// File and line of the cart.
    pub place: Place,
    /// Was it made in `_draw`? Else in `_update`, by a menu item, or in `_init`.
    pub in_draw: bool,
}

impl core::fmt::Display for Traced {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}({})", self.name, self.args)
    }
}

/// What the table of calls says of a traced call. Not the whole row: its texts would go into every cart's web page.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    name: &'static str,
    arguments: &'static [&'static str],
}

impl Names {
    /// Those of a method, looked up by the compiler. Fails where no row has it, or where it takes other arguments than
    /// `arguments`, in this order.
    pub(crate) const fn of(method: &'static Item, arguments: &[&str]) -> Names {
        assert!(arguments.len() == method.parameters.len(), "the method has another number of arguments");
        agree(method, arguments);
        Names { name: name_of(method), arguments: method.parameters }
    }
}

/// What a frame drew.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The calls, in order.
    pub calls: Vec<Traced>,
    /// Calls beyond [`CALLS_MAX`].
    pub more: usize,
    /// Why the frame could not be run to its end, if so: then the calls are those until there.
    pub fault: Option<Fault>,
    /// Memory before each call, and after the last one that is kept.
    moments: Vec<Pages>,
    /// The pixels that each call painted, a bit each.
    painted: Vec<Pixels>,
    machine: Box<Machine<Pages>>,
}

/// Words of 64 pixels in a picture.
const PIXEL_WORDS: usize = 128 * 128 / 64;

/// A bit for each pixel of the screen, row by row.
type Pixels = Vec<u64>;

impl Trace {
    /// The machine after the first `calls` calls of the frame: its picture, palettes and draw state as they were then. The
    /// end of the frame, if there are not so many.
    pub fn machine_after(&self, calls: usize) -> Machine {
        let pages = self.moments.get(calls).unwrap_or(&self.machine.mem);
        self.machine.with_memory(pages.memory())
    }

    /// The calls that painted a pixel of the screen, in order; the last one is what is seen.
    pub fn painters(&self, x: u8, y: u8) -> impl Iterator<Item = usize> {
        let at = usize::from(y & 127) * 128 + usize::from(x & 127);
        self.painted.iter().enumerate().filter(move |(_, p)| p[at / 64] >> (at % 64) & 1 != 0).map(|(i, _)| i)
    }

    /// The calls that changed bytes of memory, from `addr` on `bytes` of them, in order. What changed without any of them, the machine
    /// did itself, before the first call.
    pub fn writers(&self, addr: u16, bytes: u8) -> impl Iterator<Item = usize> {
        let after = |call: usize| self.moments.get(call + 1).unwrap_or(&self.machine.mem);
        let addrs = move || (0..u16::from(bytes)).map(move |n| addr.wrapping_add(n));
        (0..self.calls.len())
            .filter(move |call| addrs().any(|addr| self.moments[*call].get(addr) != after(*call).get(addr)))
    }

    /// How many pixels a call painted.
    pub fn pixels(&self, call: usize) -> u32 {
        self.painted.get(call).map_or(0, |p| p.iter().map(|word| word.count_ones()).sum())
    }
}

/// The listener, if there is one.
#[derive(Default)]
pub(crate) struct Tap(Option<Box<Listener>>);

impl Clone for Tap {
    fn clone(&self) -> Self {
        Tap(None)
    }
}

impl core::fmt::Debug for Tap {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() { "Tap(listening)" } else { "Tap" })
    }
}

impl Tap {
    /// Is there one?
    #[inline]
    pub(crate) fn listens(&self) -> bool {
        self.0.is_some()
    }

    /// A byte of the screen as it truly is, while it is inverted.
    #[inline]
    pub(crate) fn truth(&self, addr: u16) -> Option<u8> {
        self.0.as_ref().and_then(|listener| listener.truth(addr))
    }
}

/// Where the screen begins, if drawing goes to the page that is seen.
fn screen(memory: &Memory) -> Option<usize> {
    (memory.get(reg::SCREEN_PAGE) == 0x60).then_some(SCREEN as usize)
}

fn copy(memory: &Memory, at: usize) -> Box<[u8; SCREEN_BYTES]> {
    let mut bytes = Box::new([0; SCREEN_BYTES]);
    bytes.copy_from_slice(&memory.bytes()[at..at + SCREEN_BYTES]);
    bytes
}

/// Marks each pixel that is not the same, a bit each.
fn mark_differing(bits: &mut [u64], a: &[u8], b: &[u8]) {
    for (word, (a, b)) in bits.iter_mut().zip(a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0)) {
        // Most calls paint little of the screen, and a frame has hundreds: equal bytes are one comparison of 32.
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

/// The pixels of the screen that are not the same in two moments.
fn changed(before: &Pages, after: &Pages) -> Pixels {
    let mut bits = vec![0; PIXEL_WORDS];
    for (at, a, b) in before.differing(after, SCREEN as usize, SCREEN_BYTES) {
        mark_differing(&mut bits[at / 32..], a, b);
    }
    bits
}

/// What hears the calls of a frame. It looks at some of them, and counts the others.
struct Listener {
    in_draw: bool,
    /// Calls until now.
    count: usize,
    /// The calls that it looks at.
    window: Range<usize>,
    pass: Pass,
}

/// Which of the two copies of the console it is.
enum Pass {
    /// The calls of the window, and memory before each of them.
    First { calls: Vec<Traced>, moments: Vec<Pages> },
    /// What the first copy has seen; what each call of the window painted, and the inverted screen that the call before found. Were
    /// all calls those of the first copy?
    Second {
        calls: Arc<Vec<Traced>>,
        moments: Arc<Vec<Pages>>,
        inverted: Option<Box<[u8; SCREEN_BYTES]>>,
        painted: Vec<Pixels>,
        same: bool,
        text: String,
    },
}

impl Listener {
    #[cold]
    fn truth(&self, addr: u16) -> Option<u8> {
        let Pass::Second { moments, inverted: Some(_), .. } = &self.pass else { return None };
        let on_screen = (SCREEN..SCREEN + SCREEN_BYTES as u16).contains(&addr);
        moments.get(self.count).filter(|_| on_screen).map(|pages| pages.get(addr))
    }

    /// A call begins, or the frame is at its end.
    fn moment(&mut self, memory: &mut Memory) {
        match &mut self.pass {
            Pass::First { moments, .. } if self.window.contains(&self.count) => {
                moments.push(Pages::new(memory, moments.last()));
            }
            Pass::First { .. } => {}
            // The call before this is over: what it painted is noted, and the screen is what it truly was after it.
            Pass::Second { moments, inverted, painted, .. } => {
                let Some(inverted) = inverted.take() else { return };
                let at = SCREEN as usize;
                let mut bits = vec![0; PIXEL_WORDS];
                mark_differing(&mut bits, &inverted[..], &memory.bytes()[at..at + SCREEN_BYTES]);
                painted.push(bits);
                if let Some(truth) = moments.get(self.count) {
                    truth.copy_to(memory, at, SCREEN_BYTES);
                }
            }
        }
    }

    fn call(&mut self, memory: &mut Memory, names: Names, args: core::fmt::Arguments<'_>, place: Place) {
        self.moment(memory);
        let (n, in_draw, Names { name, arguments }) = (self.count, self.in_draw, names);
        self.count += 1;
        let looks = self.window.contains(&n) && n < CALLS_MAX;
        match &mut self.pass {
            Pass::First { calls, .. } if looks => {
                calls.push(Traced { name, arguments, args: args.to_string(), place, in_draw });
            }
            Pass::First { .. } => {}
            Pass::Second { calls, inverted, painted, same, text, .. } => {
                if n < self.window.start || n >= CALLS_MAX || !*same {
                    return;
                }
                text.clear();
                // Writing to a string cannot fail.
                let _ = text.write_fmt(args);
                *same = calls.get(n).is_some_and(|call| call.name == name && call.args == *text);
                if !looks || !*same {
                    return;
                }
                // What copies memory, or draws sprites while the sheet is the screen, may read it.
                let from_screen = memory.get(reg::SHEET_PAGE) == 0x60;
                // So does a `print` that scrolls: one whose cursor is near the lower edge.
                let scrolls = name == "print" && memory.get(reg::CURSOR + 1) > 100;
                let reads = from_screen || scrolls || name == "memcpy";
                // A call begins: the screen is inverted, unless the call may read it.
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
    /// A call begins that draws, or changes how others draw.
    pub(crate) fn tapped(
        &mut self,
        names: Names,
        args: core::fmt::Arguments<'_>,
        caller: &'static Location<'static>,
    ) {
        let place = self.here(caller);
        if let Some(listener) = &mut self.tap.0 {
            listener.call(&mut self.mem, names, args, place);
        }
    }
}

/// Tells the listener of a call: `tap!(self, poke(addr = Addr(addr), value))` names the method and its arguments, each
/// with how it is shown where that is not its own `Display`. PICO-8's name comes from the table of calls, and a method
/// that is not there, or takes other arguments, does not compile. Arguments are copied into the cold closure, so
/// that without a listener they stay in their registers.
macro_rules! tap {
    ($p8:expr, $method:ident($($arg:ident $(= $shown:expr)?),*)) => {
        if $p8.tap.listens() {
            let place = core::panic::Location::caller();
            let p8 = &mut *$p8;
            crate::trace::cold(move || {
                const NAMES: crate::trace::Names = crate::trace::Names::of(
                    &crate::described::Machine::$method,
                    &[$(stringify!($arg)),*],
                );
                let args: &[&dyn core::fmt::Display] = &[$(&crate::trace::shown!($arg $($shown)?)),*];
                p8.tapped(NAMES, format_args!("{}", crate::trace::List(args)), place);
            });
        }
    };
}
/// The last one: how an argument is shown, or else itself.
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

/// Keeps what a listener needs out of everybody else's way.
#[cold]
#[inline(never)]
pub(crate) fn cold(work: impl FnOnce()) {
    work();
}

impl Console {
    /// Counts the calls of the frame that is run next.
    pub(crate) fn count_calls(&mut self) {
        let pass = Pass::First { calls: Vec::new(), moments: Vec::new() };
        self.machine.tap = Tap(Some(Box::new(Listener { in_draw: false, count: 0, window: 0..0, pass })));
    }

    /// The calls since then; they are counted no more.
    pub(crate) fn counted_calls(&mut self) -> usize {
        self.machine.tap.0.take().map_or(0, |listener| listener.count)
    }

    /// The hooks of a frame, of which the listener is told.
    pub(crate) fn tapped_frame(&mut self, input: &Input) -> Result<Flow, Fault> {
        match self.update(input)? {
            Flow::Done => {
                if let Some(listener) = &mut self.machine.tap.0 {
                    listener.in_draw = true;
                }
                self.draw()
            }
            ended => Ok(ended),
        }
    }

    /// Runs a frame on copies of this console and tells what it drew, be it one that goes on with a call of the frame before. The
    /// console does not change.
    pub fn trace(&self, input: &Input) -> Trace {
        let mut tracing = Tracing::new(self.clone(), input.clone());
        while !tracing.step(usize::MAX) {}
        tracing.end()
    }
}

/// A trace on its way: with each step the frame is run once more, and some more of its calls are looked at. So a step takes what the
/// frame takes, and a few microseconds for each of these calls.
#[derive(Clone, Debug)]
pub struct Tracing {
    console: Console,
    input: Input,
    calls: Arc<Vec<Traced>>,
    /// Memory before each call that the first copy has looked at, and after the last one when that copy is done.
    moments: Arc<Vec<Pages>>,
    painted: Vec<Pixels>,
    /// What the first copy came to, and how many calls the second one has looked at.
    done: Option<(FirstCopy, usize)>,
}

#[derive(Clone, Debug)]
struct FirstCopy {
    machine: Box<Machine<Pages>>,
    fault: Option<Fault>,
    more: usize,
}

impl Tracing {
    /// The trace of the frame that a console runs with an input; nothing is run yet.
    pub fn new(console: Console, input: Input) -> Tracing {
        let (calls, moments) = Default::default();
        Tracing { console, input, calls, moments, painted: Vec::new(), done: None }
    }

    /// Looks at up to so many calls more, at least at one; true when all is known.
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

    /// The trace, as far as it is known.
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

    /// Some more calls and the moments between them.
    fn first(&mut self, most: usize) {
        let from = self.calls.len();
        // One moment more than calls: that after the last one.
        let to = from.saturating_add(most).min(CALLS_MAX + 1);
        // What did not change since the last moment that is known is shared with it.
        let known = self.moments.last().cloned().into_iter().collect::<Vec<_>>();
        let before = known.len();
        let pass = Pass::First { calls: Vec::new(), moments: known };
        let (listener, console, fault) = self.listen(from..to, pass);
        let Pass::First { calls, moments } = listener.pass else { return };
        let (known, count) = (Arc::make_mut(&mut self.moments), listener.count);
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

    /// What the calls from that one on painted, up to those that are looked at by now.
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
        let (listener, ..) = self.listen(from..*to, pass);
        let Pass::Second { painted, same: true, .. } = listener.pass else { return };
        for (known, more) in self.painted[from..].iter_mut().zip(painted) {
            known.iter_mut().zip(more).for_each(|(known, more)| *known |= more);
        }
    }

    /// Runs the frame on a copy with a listener that looks at some calls.
    fn listen(&self, window: Range<usize>, pass: Pass) -> (Listener, Console, Option<Fault>) {
        let mut console = self.console.clone();
        console.machine.tap = Tap(Some(Box::new(Listener { in_draw: false, count: 0, window, pass })));
        let fault = console.tapped_frame(&self.input).err();
        let mut listener = console.machine.tap.0.take().expect("nobody else takes a listener away");
        listener.moment(&mut console.machine.mem);
        (*listener, console, fault)
    }
}

const _: () = assert!(SCREEN as usize + SCREEN_BYTES <= SIZE);
