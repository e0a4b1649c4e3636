//! Plays the game without a window. play.test has button presses and expected results: cargo run -- test.

use my_game::Game;
use rasher::{Console, Input};

/// Ten seconds, with different buttons every half second.
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
