//! The native calls of a Rust cart, as far as the build knows them: for the stack at one call, never for each.
//!
//! ```text
//! rasher::draw::spr ...                   the machine
//! porklike::draw::board      draw.rs:40   ┐ from the call of the machine
//! porklike::draw::picture    lib.rs:12    │ to the cart's hook; without `debug = "line-tables-only"` only names,
//! <porklike::Game as Cart>::_draw         ┘ and without what was inlined
//! rasher::program::Hooks<..>              the adapter that calls the hook
//! ```

use rasher::Place;
use std::backtrace::Backtrace;

/// Names and places of the calls between the machine and the hook, innermost first. Empty in a build without symbols.
pub fn native_calls() -> Vec<(String, Place)> {
    cart_calls(&Backtrace::force_capture().to_string())
}

/// Reads the text of a backtrace: `  12: name` and then, if known, `        at file:line:column`.
fn cart_calls(text: &str) -> Vec<(String, Place)> {
    let mut calls: Vec<(String, Place)> = Vec::new();
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
    let is_machine = |name: &str| name.starts_with("rasher::") || name.starts_with("core::");
    let machine = calls.iter().rposition(|(name, _)| is_machine(name)).map_or(0, |last| last + 1);
    calls.drain(..machine);
    calls
}

fn place(at: &str) -> Option<Place> {
    let (rest, _column) = at.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Place::new(file.trim_start_matches("./").to_string(), line.parse().ok()?))
}
