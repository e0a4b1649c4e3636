//! The player driven as by a front end, without window, threads, clock or disk.
//!
//! ```text
//! rig.rs      a front end in memory: a clock that is counted, files that are values
//! time.rs     rewind, faster, slower, what a cart forbids, a record that is not rewound
//! slots.rs    save slots, of this run and of another           kept.rs   autosave, and going on
//! code.rs     code that is saved while its cart plays     coded.rs   a cart of which that is taken up as it runs
//! shelf.rs    folders of carts: asked for, told, marked, searched
//! journey.rs  boot, shelf, cart, menu, question, panic, debugger, shelf again; keys and pads
//! data.rs     data files that change while it is played, or stands still
//! edit.rs     the way to the editors and back         prompt.rs  lines of the prompt, and what they change
//! runs.rs     new runs, the run of the day, results, the end again, what happens to held keys
//! slices.rs   no tick runs more than a slice, and a slow front end gets the same
//! ```
//!
//! The expected results are our decisions. A recording defines a run: replayed without the player, it must have the
//! same digest as the player's run.

extern crate rasher_player as player;

mod code;
mod coded;
mod data;
mod edit;
mod host;
mod journey;
mod kept;
mod prompt;
mod rate;
mod requests;
mod rig;
mod runs;
mod shelf;
mod slices;
mod slots;
mod time;
