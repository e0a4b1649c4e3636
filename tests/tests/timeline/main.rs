//! Time: recordings, replays, the guard, and effects that are performed once.
//!
//! ```text
//! recording.rs  round trips, frame by frame and byte by byte
//! formats.rs    files of earlier formats open and replay
//! hostile.rs    broken files of every kind, by the ten thousand
//! replay.rs     the same run again, or an error that names where it differs
//! guard.rs      carts that panic
//! effects.rs    cart data and the rest, once and only at the head of a run
//! value.rs      a console is a value: copies in the middle of runs
//! load.rs       a recording that is partly replayed
//! saved.rs      runs and slots resumed from a state
//! state.rs      a console as bytes, and back
//! past.rs       reaching any frame of a run; branches, bookmarks, edits
//! slot.rs       save slots, as files and in the run
//! history.rs    all values that a field had, and the call that wrote it
//! expressions.rs  conditions and other expressions, in Lua
//! lines.rs      between two lines of a frame, for Lua carts
//! rust_lines.rs  the same for Rust carts, whose lines are calls
//! line_search.rs  breakpoints and logpoints over many frames, against a slow twin
//! search.rs     where something changes, and where two runs diverge
//! ```
//!
//! All of it is our own design (no other console has it), so the expectations are its promises: a recording contains
//! everything a machine can see, and nothing from outside panics.

mod effects;
mod expressions;
mod formats;
mod guard;
mod history;
mod hostile;
mod journal;
mod line_search;
mod lines;
mod load;
mod past;
mod recording;
mod replay;
mod rust_lines;
mod saved;
mod search;
mod slot;
mod state;
mod value;

use tests::carts::TestCart;
use tests::random::RandomPlayer;
use timeline::{Recording, Run, Start};

/// A run of a test cart by a random player.
#[track_caller]
fn run(cart: &TestCart, seed: u64, frames: usize) -> Run {
    let mut run = Run::start((cart.make)(), cart.boot(seed)).expect("the cart starts");
    let mut player = RandomPlayer::new(seed);
    for _ in 0..frames {
        run.frame(&player.input()).expect("the frame is run");
    }
    run
}

/// A recording of a random player that belongs to no run.
fn random_recording(seed: u64, frames: usize) -> Recording {
    let mut recording = Recording::new(Start { cart: "nobody".into(), ..Start::default() });
    let mut player = RandomPlayer::new(seed);
    (0..frames).for_each(|_| assert!(recording.push(&player.input())));
    recording
}
