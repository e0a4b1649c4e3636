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

use rasher::Input;

/// The first frames of a console with this seed, played by the cart's bot; none for a cart without one. After a game that
/// ends earlier, no button is pressed.
pub fn inputs(cart: &str, seed: u32, frames: usize) -> Option<Vec<Input>> {
    let mut inputs = match cart {
        "porklike" => porklike::buttons::inputs(seed, frames),
        // With these modes on, seed 20 gives the longest game: 1,932 frames; without any it has 900.
        "picorogue" => picorogue::inputs(seed, 28),
        "ghosts" => ghosts::inputs(seed),
        "kasidin" => kasidin::inputs(seed),
        "goblin" => goblin::inputs(seed),
        _ => return None,
    };
    inputs.resize(frames, Input::default());
    Some(inputs)
}

/// How many games a test plays: all if `ALL_GAMES` is set, as in `.ci/release`; otherwise at most a hundred.
pub fn games(all: u32) -> u32 {
    if std::env::var_os("ALL_GAMES").is_some() { all } else { all.min(100) }
}
