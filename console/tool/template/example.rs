//! Plays the game without a window. What it must do stands in play.test, buttons and what must come of them: cargo run -- test.

use my_game::Game;
use rasher::{Console, Input};

/// Ten seconds, with other buttons each half second.
fn played() -> Console {
    let mut console = desktop::cart!(Game).boot(1).expect("the data files are good");
    for frame in 0..600u32 {
        console.frame(&Input::buttons((frame / 30 * 37 % 64) as u8));
    }
    console
}

#[test]
fn the_same_buttons_make_the_same_game() {
    assert_eq!(played().digest(), played().digest());
}
