//! The differential farm: carts under Rasher and under other engines, frame by frame.
//!
//! ```text
//! folder ─ carts.rs ─> a copy with a seed ─┬─ ours.rs, a child of this program ─┐
//!                      buttons.rs          └─ engine.rs, a child and its driver ─┴─ run_file.rs ─> compare.rs ─> page.rs
//!                                             calibrate.rs: when it starts                           group.rs: by draw call
//!                                             against.rs: another build of Rasher
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `carts.rs`, `buttons.rs` | the carts of a folder, their copies for all engines; the buttons |
//! | `run_file.rs` | the file that a child writes: pictures, printed lines and loudness of each tick |
//! | `ours.rs` | the child that runs Rasher, and the draw calls of a frame |
//! | `engine.rs`, `child.rs` | other engines and their drivers, built when they are needed; a child with limits |
//! | `calibrate.rs` | at which tick an engine shows a cart's first frame, and when it reads the buttons |
//! | `compare.rs`, `sound.rs`, `group.rs` | the first difference, and the group that it belongs to |
//! | `against.rs` | another build of Rasher, by the digests of a recording |
//! | `farm.rs`, `page.rs` | all of it for each cart; the page |
//! | `probe.rs` | reads the log of `probe.p8` from the real machine |
//!
//! A child that crashes, hangs or cannot be started is a row of the page. The drivers in `drivers` are C and C++, built
//! by the farm at run time, so that a build of the workspace needs no compiler for them.

pub mod against;
pub mod buttons;
pub mod calibrate;
pub mod carts;
pub mod child;
pub mod compare;
pub mod engine;
pub mod farm;
pub mod group;
pub mod options;
pub mod ours;
pub mod page;
pub mod probe;
pub mod run_file;
pub mod sound;
