//! Programs that are not Rust, by a toy language (`tests/src/toy`): frames that end in the middle of a hook, used up cycles, faults
//! and places.
//!
//! | file | what |
//! |---|---|
//! | `flow.rs` | flips and used up cycles: which hook runs in which frame, with which buttons, at which rate |
//! | `value.rs` | a half-done frame is part of the value: copies, snapshots, digests, edits, recordings, the way back |
//! | `places.rs` | the program's own lines in calls, limits, debug lines and faults |
//!
//! The order of hooks is the manual's and the original's loop (buttons, update, draw, flip); what is ours is said at the case.

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

/// The numbers that a frame's effects print.
fn printed(effects: &[Effect]) -> Vec<i32> {
    let numbers = effects.iter().filter_map(|e| if let Effect::Print(n) = e { n.parse().ok() } else { None });
    numbers.collect()
}

/// A choice of a menu item.
fn choice(index: u8) -> Input {
    Input { events: vec![Event::Menu { index, buttons: 0x70 }], ..Input::default() }
}

/// A program that does everything in turn: flips in every hook, a callback, drawing that changes the state, and work that is
/// more than a frame has.
const BUSY: &str = "
file main.toy
fn _init
  strict 1 menuitem
  3 =left
title:
  1 cls left 60 60 7 print
  left -1 add =left
  flip
  left unless over
  goto title
over:
fn _update
  frame 1 add =frame
  0 btn 1 btn add x add 128 mod =x
  frame 7 mod 0 equal unless calm
  frame printh flip x 1 add =x
calm:
  frame 11 mod 3 equal unless rest
  call work
rest:
  5 btnp unless out
  frame 100 add debug
out:
fn _draw
  drawn 1 add =drawn
  0 cls x 64 drawn 15 mod 1 add pset
  frame 5 mod 2 equal unless end
  flip 30 30 60 60 8 rectfill
end:
fn _menu
  item 1000 add printh
  flip
  keep 2000 printh
file work.toy
fn work
  900 =n
again:
  n -1 add =n
  n 128 mod n 7 mod 9 pset
  20 rnd =luck
  n unless enough
  goto again
enough:
";
