//! The native calls of a Rust cart, as far as the build knows them: for the stack at one call, never for each.
//!
//! ```text
//! rasher::draw::spr ...                   the machine
//! porklike::draw::board      draw.rs:40   ┐ from the call of the machine
//! porklike::draw::picture    lib.rs:12    │ to the cart's hook; without `debug = "line-tables-only"` only names,
//! <porklike::Game as Cart>::_draw         ┘ and no inlined functions
//! rasher::program::Hooks<..>              the adapter that calls the hook
//! ```

use rasher::{NativeCalls, Place};
use std::backtrace::Backtrace;
use std::cell::Cell;

thread_local! {
    /// Whether a panic's calls are kept: they take milliseconds, and only a debugger asks for them.
    static KEEPS: Cell<bool> = const { Cell::new(false) };
    static PANICKED: Cell<Option<NativeCalls>> = const { Cell::new(None) };
}

/// Names and places of the calls between the machine and the hook, innermost first; those of a panic that was just caught. Empty in a build
/// without symbols.
pub fn native_calls() -> NativeCalls {
    // A page has no symbols, and the code that reads them would add 30 KB to its module.
    if cfg!(target_arch = "wasm32") {
        return NativeCalls::new();
    }
    PANICKED.take().unwrap_or_else(|| cart_calls(&Backtrace::force_capture().to_string()))
}

/// Runs `work`, and keeps the calls of a panic in it.
pub fn keeping_calls<R>(work: impl FnOnce() -> R) -> R {
    PANICKED.set(None);
    KEEPS.set(true);
    let done = work();
    KEEPS.set(false);
    done
}

/// For the panic hook, which runs before the stack is unwound.
pub fn note_panic() {
    if KEEPS.get() {
        PANICKED.set(Some(native_calls()));
    }
}

/// Reads the text of a backtrace: `  12: name` and then, if known, `        at file:line:column`.
fn cart_calls(text: &str) -> NativeCalls {
    let mut calls = NativeCalls::new();
    for line in text.lines().map(str::trim) {
        if let Some(at) = line.strip_prefix("at ") {
            if let (Some(call), Some(place)) = (calls.last_mut(), place(at)) {
                call.1 = place;
            }
        } else if let Some((number, name)) = line.split_once(": ")
            && number.parse::<u32>().is_ok()
        {
            calls.push((name.to_string(), Place::default()));
        }
    }
    let Some(hook) = calls.iter().position(|(name, _)| name.contains("rasher::program::Hooks<")) else {
        return Vec::new();
    };
    calls.truncate(hook);
    // A cart's own trait may have the machine as its type: `<rasher::Machine as moth::Wing>::flap`.
    let is_machine = |name: &str| {
        let is_own = !name.contains(" as ") || name.contains(" as rasher::");
        name.starts_with("rasher::") || name.starts_with("core::") || name.starts_with("<rasher::") && is_own
    };
    let machine = calls.iter().rposition(|(name, _)| is_machine(name)).map_or(0, |last| last + 1);
    calls.drain(..machine);
    calls
}

fn place(at: &str) -> Option<Place> {
    let (rest, _column) = at.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Place::new(file.trim_start_matches("./").to_string(), line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form is that of the standard library's backtraces.
    #[test]
    fn the_calls_of_the_cart_are_those_between_machine_and_hook() {
        let ends = "  9: <rasher::program::Hooks<C> as rasher::program::Program>::draw\n             at ./console/a.rs:1:2\n  10: main\n";
        let cart = "  5: moth::wing\n             at ./src/lib.rs:40:9\n  6: <moth::Game as rasher::program::Cart>::_draw\n";
        let machine = "  0: std::backtrace::Backtrace::create\n  3: rasher::draw::spr::<impl rasher::Machine>::spr\n             at /c/spr.rs:4:1\n  4: <rasher::machine::Machine>::spr::<i32>\n";
        let panic = "  0: std::panicking::panic_with_hook\n  4: core::panicking::panic_fmt\n";
        let wanted = [
            ("moth::wing".to_string(), Place::new("src/lib.rs", 40)),
            ("<moth::Game as rasher::program::Cart>::_draw".to_string(), Place::default()),
        ];
        for before in [machine, panic] {
            assert_eq!(cart_calls(&format!("{before}{cart}{ends}")), wanted, "{before}");
        }
        for text in ["", "at", "  1: main\n at :\n", machine, cart, "   0: <unknown>\n"] {
            assert_eq!(cart_calls(text), [], "{text}");
        }
    }
}
