//! picorogue: the notes' statements, rule by rule; its modes; whole games by bots; its screens' keys.
//!
//! | file | what it checks |
//! |---|---|
//! | `floors.rs` | the constraints, over 100,000 floors |
//! | `notes.rs` | each statement, with buttons and on the screen |
//! | `turns.rs` | actions, the counter, the modes |
//! | `pars.rs` | pars, medals, ladders |
//! | `keys.rs` | the console: title, keys, seed, record, the recording of a won game |

mod floors;
mod keys;
mod notes;
mod pars;
mod turns;
