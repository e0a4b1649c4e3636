//! The player driven as by a front end, without window, threads, clock or disk.
//!
//! ```text
//! rig.rs      a front end in memory: its clock counts, its files are values
//! time.rs     rewind, faster, slower, forbidden time keys, a record that is not rewound
//! slots.rs    save slots, of this run and of another           kept.rs   autosave, and resuming
//! code.rs     saving code while its cart plays     coded.rs   a cart whose code is hot-reloaded
//! shelf.rs    folders of carts: requests, answers, favourites, search
//! phases.rs   each input from each mode of the screen: the edges of the state machine
//! journey.rs  boot, shelf, cart, menu, question, panic, debugger, shelf again; keys and pads
//! bare.rs     without editors, debugger and shelf
//! data.rs     changing data files during play and pauses   outside.rs  other programs at work
//! edit.rs     opening the editors and returning         prompt.rs  lines of the prompt, and what they change
//! create.rs   new carts, F2 on the shelf, save as
//! runs.rs     new runs, the run of the day, results, replaying the end, held keys
//! watch.rs    a dropped recording is watched, and taken over
//! slices.rs   no tick runs more than a slice, and a slow front end gets the same result
//! ```
//!
//! The expected results are our decisions. A recording defines a run: replayed without the player, it must have the
//! same digest as the player's run.

extern crate rasher_player as player;

mod bare;
mod code;
mod coded;
mod create;
mod data;
mod edit;
mod host;
mod journey;
mod kept;
mod outside;
mod page;
mod phases;
mod prompt;
mod rate;
mod requests;
mod rig;
mod runs;
mod save_key;
mod shelf;
mod slices;
mod slots;
mod time;
mod watch;
