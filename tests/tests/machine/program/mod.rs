//! Programs in another language (a toy one, `tests/src/toy`): frames that end in the middle of a hook, exhausted
//! cycles, faults and source positions.
//!
//! | file | what |
//! |---|---|
//! | `flow.rs` | flips and exhausted cycles: which hook runs in which frame, with which buttons, at which rate |
//! | `value.rs` | a half-finished frame is part of the value: copies, snapshots, digests, edits, recordings, rewinding |
//! | `places.rs` | the program's own lines in calls, limits, debug lines and faults |
//!
//! The order of hooks is PICO-8's loop (buttons, update, draw, flip), as in its manual; our own decisions are marked.

mod flow;
mod places;
mod value;

use rasher::{Boot, Console, Effect, Event, Input};
use tests::toy::Toy;

/// A console that runs a source.
#[track_caller]
fn console(source: &str) -> Console {
    Console::boot(Toy::boxed(source), Boot::default())
}

/// The numbers printed by a frame's effects.
fn printed(effects: &[Effect]) -> Vec<i32> {
    let numbers = effects.iter().filter_map(|e| if let Effect::Print(n) = e { n.parse().ok() } else { None });
    numbers.collect()
}

/// A choice of a menu item.
fn choice(index: u8) -> Input {
    Input { events: vec![Event::Menu { index, buttons: 0x70 }], ..Input::default() }
}
