//! Bots that play the carts by their rules; a file or folder for each cart.
//!
//! | cart | bots |
//! |---|---|
//! | `porklike` | whole runs of Smokehouse without a picture, thousands a second, using what the screen shows |
//! | `picorogue` | one that climbs, one that takes ladders, one that sees only the screen, two that lose; a beam search that knows the tower |
//! | `ghosts` | one that brings the treasures home |
//! | `kasidin` | a wise one, a hasty one, and one that only walks |
//! | `goblin` | one that plays from what is on the screen, and one that presses random buttons |
//!
//! The bots call the same procedures as the buttons. The random players for any cart are in `tests::random`.

pub mod ghosts;
pub mod goblin;
pub mod kasidin;
pub mod picorogue;
pub mod porklike;

/// How many games a test plays: all if `ALL_GAMES` is set, as in `.ci/release`; otherwise at most a hundred.
pub fn games(all: u32) -> u32 {
    if std::env::var_os("ALL_GAMES").is_some() { all } else { all.min(100) }
}
