//! Inside a frame: which calls drew, with what arguments, from which line of the cart, and what each of them painted.
//!
//! ```text
//! Console::trace(input)    the frame is run on copies, with a listener
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

pub(crate) use args::{Addr, Bytes, Cells, Hex, List, Quoted};

use crate::api::{Item, agree, name_of};
use crate::console::Console;
use crate::fault::{Fault, Place};
use crate::input::Input;
use crate::machine::Machine;
use crate::memory::{Memory, SCREEN, SIZE, reg};
use crate::snapshot::Pages;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
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
    /// Was it made in `_draw`? Else in `_update`, by a menu item, or in an `_init` that takes several frames.
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

impl Listener {
    #[cold]
    fn truth(&self, addr: u16) -> Option<u8> {
        let second = self.second.as_ref().filter(|s| s.inverted.is_some())?;
        let on_screen = (SCREEN..SCREEN + SCREEN_BYTES as u16).contains(&addr);
        second.moments.get(self.calls.len()).filter(|_| on_screen).map(|pages| pages.get(addr))
    }
}

struct Listener {
    in_draw: bool,
    calls: Vec<Traced>,
    more: usize,
    moments: Vec<Pages>,
    /// Of the second copy: what the first one saw, and the inverted screen that the call before this found.
    second: Option<Second>,
}

struct Second {
    moments: Arc<Vec<Pages>>,
    inverted: Option<Box<[u8; SCREEN_BYTES]>>,
    painted: Vec<Pixels>,
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

/// A bit for each pixel that is not the same.
fn differing(a: &[u8], b: &[u8]) -> Pixels {
    let mut bits = vec![0; PIXEL_WORDS];
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
    bits
}

impl Second {
    /// Ends the call before this: notes what it painted, and makes the screen what it truly was after `calls` calls.
    fn close(&mut self, memory: &mut Memory, calls: usize) {
        let Some(inverted) = self.inverted.take() else { return };
        let at = SCREEN as usize;
        self.painted.push(differing(&inverted[..], &memory.bytes()[at..at + SCREEN_BYTES]));
        if let Some(truth) = self.moments.get(calls) {
            truth.copy_to(memory, at, SCREEN_BYTES);
        }
    }

    /// A call begins: inverts the screen, unless the call may read it.
    fn open(&mut self, memory: &mut Memory, reads: bool) {
        match screen(memory).filter(|_| !reads) {
            Some(at) => {
                memory.bytes_mut()[at..at + SCREEN_BYTES].iter_mut().for_each(|b| *b = !*b);
                self.inverted = Some(copy(memory, at));
            }
            None => self.painted.push(vec![0; PIXEL_WORDS]),
        }
    }
}

impl Listener {
    fn call(&mut self, memory: &mut Memory, call: Traced) {
        if self.calls.len() >= CALLS_MAX {
            // The moment after the last call that is kept, and the end of what the second copy can tell.
            match &mut self.second {
                None if self.more == 0 => self.moments.push(Pages::new(memory, self.moments.last())),
                None => {}
                Some(second) => second.close(memory, self.calls.len()),
            }
            self.more += 1;
            return;
        }
        match &mut self.second {
            None => self.moments.push(Pages::new(memory, self.moments.last())),
            Some(second) => {
                second.close(memory, self.calls.len());
                // What copies memory, or draws sprites while the sheet is the screen, may read it.
                let from_screen = memory.get(reg::SHEET_PAGE) == 0x60;
                // So does a `print` that scrolls: one whose cursor is near the lower edge.
                let scrolls = call.name == "print" && memory.get(reg::CURSOR + 1) > 100;
                let reads = from_screen || scrolls || call.name == "memcpy";
                second.open(memory, reads);
            }
        }
        self.calls.push(call);
    }
}

impl Machine {
    /// A call begins that draws, or changes how others draw.
    pub(crate) fn tapped(
        &mut self,
        Names { name, arguments }: Names,
        args: core::fmt::Arguments<'_>,
        caller: &'static Location<'static>,
    ) {
        let place = self.here(caller);
        if let Some(listener) = &mut self.tap.0 {
            let in_draw = listener.in_draw;
            listener.call(&mut self.mem, Traced { name, arguments, args: args.to_string(), place, in_draw });
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
    /// Runs a frame on copies of this console and tells what it drew, be it one that goes on with a call of the frame before. The
    /// console does not change.
    pub fn trace(&self, input: &Input) -> Trace {
        let (first, machine, fault) = self.listen(input, None);
        let moments = Arc::new(first.moments);
        let second = Second { moments: Arc::clone(&moments), inverted: None, painted: Vec::new() };
        let (second, ..) = self.listen(input, Some(second));
        let same = second.calls.len() == first.calls.len()
            && second.calls.iter().zip(&first.calls).all(|(a, b)| a.name == b.name && a.args == b.args);
        let mut painted = second.second.filter(|_| same).map_or_else(Vec::new, |s| s.painted);
        painted.resize_with(first.calls.len(), || vec![0; PIXEL_WORDS]);
        for (painted, pair) in painted.iter_mut().zip(moments.windows(2)) {
            let (mut before, mut after) = (Memory::new(), Memory::new());
            pair[0].copy_to(&mut before, SCREEN as usize, SCREEN_BYTES);
            pair[1].copy_to(&mut after, SCREEN as usize, SCREEN_BYTES);
            let screen = SCREEN as usize..SCREEN as usize + SCREEN_BYTES;
            let changed = differing(&before.bytes()[screen.clone()], &after.bytes()[screen]);
            painted.iter_mut().zip(changed.iter()).for_each(|(p, c)| *p |= c);
        }
        let moments = Arc::unwrap_or_clone(moments);
        Trace { calls: first.calls, more: first.more, fault, moments, painted, machine }
    }

    /// Runs a frame on a copy with a listener.
    fn listen(
        &self,
        input: &Input,
        second: Option<Second>,
    ) -> (Listener, Box<Machine<Pages>>, Option<Fault>) {
        let mut console = self.clone();
        let listener = Listener { in_draw: false, calls: Vec::new(), more: 0, moments: Vec::new(), second };
        console.machine.tap = Tap(Some(Box::new(listener)));
        let updated = console.update(input);
        if let Some(listener) = &mut console.machine.tap.0 {
            listener.in_draw = true;
        }
        let fault = updated.and_then(|_| console.draw()).err();
        let mut listener = console.machine.tap.0.take().unwrap_or_else(|| {
            Box::new(Listener {
                in_draw: true,
                calls: Vec::new(),
                more: 0,
                moments: Vec::new(),
                second: None,
            })
        });
        let last = Pages::new(&console.machine.mem, listener.moments.last());
        match &mut listener.second {
            None if listener.more == 0 => listener.moments.push(last.clone()),
            None => {}
            Some(second) => second.close(&mut console.machine.mem, listener.calls.len()),
        }
        let machine = Box::new(console.machine.with_memory(last));
        (*listener, machine, fault)
    }
}

const _: () = assert!(SCREEN as usize + SCREEN_BYTES <= SIZE);
