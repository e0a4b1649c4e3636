//! The guard: a cart's fault or panic ends a frame, not the console.
//!
//! ```text
//! value before ── clone ──> run the frame ── ok ──────────> the new value
//!       └──────────────────────── fault or panic ────────> the value before, and a Crash: the Fault and the frame
//! ```
//!
//! The clone costs a few microseconds a frame: 64 KiB and the cart's state. A program in another language returns its [`Fault`]. A panic
//! becomes one here, by the process's panic hook, which passes panics outside of guarded calls on to the previous hook. A stack overflow or
//! an abort cannot be caught.

use crate::native;
use rasher::{Boot, Console, Effect, Fault, Flow, Input, Place, Program};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Without calls for a panic.
    pub fault: Fault,
    /// Whether Rust code panicked; otherwise it is the program's own fault.
    pub is_panic: bool,
    /// The frame that failed; 0 for `_init`.
    pub frame: u64,
}

impl std::fmt::Display for Crash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Fault { message, place, stack, .. } = &self.fault;
        let what = if self.is_panic { "panicked" } else { "stopped" };
        write!(f, "the cart {what} in frame {} at {place}: {message}", self.frame)?;
        rasher::write_stack(f, stack)
    }
}

impl std::error::Error for Crash {}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: Cell<Option<Fault>> = const { Cell::new(None) };
}

static HOOK: Once = Once::new();

fn install() {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                return before(info);
            }
            let message = info.payload_as_str().unwrap_or("a panic without a message").to_string();
            let place = info.location().map_or_else(Place::default, Place::of);
            native::note_panic();
            CAUGHT.set(Some(Fault { message, place, ..Fault::default() }));
        }));
    });
}

/// The last panic of a guarded call on this thread, in wasm, where a panic ends the instance.
pub fn last_panic() -> Option<Fault> {
    CAUGHT.take()
}

/// Runs `work` on a value. A panic becomes a [`Crash`] in `frame`, and the value is restored.
pub fn guard<T: Clone, R>(value: &mut T, frame: u64, work: impl FnOnce(&mut T) -> R) -> Result<R, Crash> {
    attempt(value, frame, |value| Ok(work(value)))
}

/// Runs one frame. A fault or panic becomes a [`Crash`] in `frame`, and the console is restored.
pub fn guard_frame(console: &mut Console, frame: u64, input: &Input) -> Result<Vec<Effect>, Crash> {
    attempt(console, frame, |console| console.try_frame(input))
}

/// Runs `work` on a value. A fault or panic becomes a [`Crash`] in `frame`, and the value is restored.
pub(crate) fn attempt<T: Clone, R>(
    value: &mut T,
    frame: u64,
    work: impl FnOnce(&mut T) -> Result<R, Fault>,
) -> Result<R, Crash> {
    install();
    let before = value.clone();
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(|| work(value)));
    GUARDED.set(outer);
    let (fault, is_panic) = match result {
        Ok(Ok(done)) => return Ok(done),
        Ok(Err(fault)) => (fault, false),
        Err(_) => (CAUGHT.take().unwrap_or_default(), true),
    };
    *value = before;
    Err(Crash { fault, is_panic, frame })
}

/// Runs hooks; a panic becomes a fault, and changes made before it remain.
pub(crate) fn catch(run: &mut dyn FnMut() -> Result<Flow, Fault>) -> Result<Flow, Fault> {
    let ended = native::keeping_calls(|| guard(&mut (), 0, |()| run()));
    ended.unwrap_or_else(|crash| Err(crash.fault))
}

/// Boots a console under the guard. The first `_update` of a Rust cart is tried on a copy.
pub(crate) fn boot(program: Box<dyn Program>, boot: Boot) -> Result<Console, Crash> {
    // The guard keeps a value to fall back to; before `_init` there is none.
    let mut booted = None;
    attempt(&mut booted, 0, |booted: &mut Option<Console>| {
        *booted = Some(Console::try_boot(program, boot)?);
        Ok(())
    })?;
    Ok(booted.expect("a guarded boot that ended well leaves a console"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_or_a_fault_leaves_the_value_from_before() {
        let mut value = vec![1, 2];
        let crash = guard(&mut value, 7, |v| {
            v.push(3);
            assert!(v.is_empty(), "three of {}", v.len());
        });
        let crash = crash.unwrap_err();
        assert_eq!(value, [1, 2]);
        assert_eq!((&crash.fault.message[..], crash.frame, crash.is_panic), ("three of 3", 7, true));
        let place = &crash.fault.place;
        assert!(place.file().ends_with("guard.rs") && place.line() > 0, "{crash}");
        let (place, stack) = (Place::new("a.toy", 3), vec![Place::new("b.toy", 9)]);
        let fault = Fault { message: "no".to_string(), place, stack, ..Fault::default() };
        let crash = attempt(&mut value, 7, |v| {
            v.push(3);
            Err::<(), _>(fault.clone())
        });
        let crash = crash.unwrap_err();
        assert_eq!(value, [1, 2]);
        assert_eq!(crash.to_string(), "the cart stopped in frame 7 at a.toy:3: no, called from b.toy:9");
        assert_eq!(crash, Crash { fault, is_panic: false, frame: 7 });
    }
}
