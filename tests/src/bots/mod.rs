//! Bots: players of the carts' rules, a file or folder for each cart, by its name.
//!
//! | cart | bots |
//! |---|---|
//! | `porklike` | whole runs of Smokehouse without a picture, thousands a second, by what the screen shows |
//! | `picorogue` | one that climbs, one that takes ladders, one that sees only the screen, two that do not; a beam search that knows the tower |
//! | `ghosts` | one that brings the treasures home |
//! | `kasidin` | a wise one, a hasty one, and one that only walks |
//! | `goblin` | one that plays by what is on the screen, and one that presses anything |
//!
//! They play the same procedures that the buttons call. Who presses anything in any cart is in `random.rs`.

pub mod ghosts;
pub mod goblin;
pub mod kasidin;
pub mod picorogue;
pub mod porklike;

/// How many games a test plays: all of them where `ALL_GAMES` is set, as in `.ci/release`; else a hundred at most.
pub fn games(all: u32) -> u32 {
    if std::env::var_os("ALL_GAMES").is_some() { all } else { all.min(100) }
}
