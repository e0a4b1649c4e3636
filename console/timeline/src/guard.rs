//! The guard: a cart's panic ends a frame, not the console.
//!
//! ```text
//! value before ── clone ──> run the frame ── ok ──> the new value
//!       └──────────────────────── panic ─────────> the value before, and a Crash
//! ```
//!
//! A value that a panic left half changed is never seen again. The clone costs a few microseconds a frame: 64 KiB
//! and the cart's own state.
//!
//! Message and place come from the process's panic hook, which is set once, stays silent for guarded calls and
//! hands all others to the hook that was there. A stack that overflows or an abort cannot be caught.

use rasher::{Boot, Console, Program};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// Where and why a cart panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The panic's own words.
    pub message: String,
    /// `file:line:column` of the source that panicked.
    pub place: String,
    /// The frame that could not be lived; 0 for `_init`.
    pub frame: u64,
}

impl std::fmt::Display for Crash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the cart panicked in frame {} at {}: {}", self.frame, self.place, self.message)
    }
}

impl std::error::Error for Crash {}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: Cell<Option<(String, String)>> = const { Cell::new(None) };
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
            let place = info.location().map_or_else(|| "an unknown place".to_string(), ToString::to_string);
            CAUGHT.set(Some((message, place)));
        }));
    });
}

/// Runs `work` on a value. When it panics the value is as it was before.
///
/// # Errors
/// The crash, with frame number `frame`.
pub fn guard<T: Clone, R>(value: &mut T, frame: u64, work: impl FnOnce(&mut T) -> R) -> Result<R, Crash> {
    install();
    let before = value.clone();
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(|| work(value)));
    GUARDED.set(outer);
    result.map_err(|_| {
        *value = before;
        let (message, place) = CAUGHT.take().unwrap_or_default();
        Crash { message, place, frame }
    })
}

/// Boots a console under the guard.
///
/// # Errors
/// When `_init` panics, or the first `_update`, which is tried on a copy.
pub(crate) fn boot(program: Box<dyn Program>, boot: Boot) -> Result<Console, Crash> {
    // The guard keeps a value to fall back to; before `_init` there is none.
    let mut booted = None;
    guard(&mut booted, 0, |booted: &mut Option<Console>| *booted = Some(Console::boot(program, boot)))?;
    Ok(booted.expect("a guarded boot that ended well leaves a console"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_the_value_from_before() {
        let mut value = vec![1, 2];
        let crash = guard(&mut value, 7, |v| {
            v.push(3);
            assert!(v.is_empty(), "three of {}", v.len());
        });
        let crash = crash.unwrap_err();
        assert_eq!(value, [1, 2]);
        assert_eq!(crash.message, "three of 3");
        assert_eq!(crash.frame, 7);
        assert!(crash.place.contains("guard.rs:"), "{}", crash.place);
    }

    #[test]
    fn work_that_ends_well_keeps_its_changes() {
        let mut value = 1;
        assert_eq!(
            guard(&mut value, 0, |v| {
                *v += 1;
                *v
            }),
            Ok(2)
        );
        assert_eq!(value, 2);
    }
}
