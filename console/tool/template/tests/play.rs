//! Plays the game without a window. Every run is the same, on every machine.

use my_game::Game;
use rasher::{Console, Input, button};

/// The game at its start, with its data files.
fn start() -> Console {
    desktop::cart!(Game).boot(1).expect("the data files are good")
}

/// Runs `frames` frames with these buttons down.
fn play(console: &mut Console, frames: u32, buttons: u8) {
    for _ in 0..frames {
        console.frame(&Input::buttons(buttons));
    }
}

/// The firefly's position, read from the game's fields.
fn at(console: &Console) -> (i64, i64) {
    let at = console.program().inspect()["at"].clone();
    (at[0].as_i64().expect("a number"), at[1].as_i64().expect("a number"))
}

#[test]
fn the_firefly_follows_the_buttons() {
    let mut console = start();
    play(&mut console, 30, button::LEFT);
    play(&mut console, 30, button::UP);
    // It starts at (60, 60) and moves one pixel per frame.
    assert_eq!(at(&console), (30, 30));
}

#[test]
fn the_meadow_is_solid() {
    let mut console = start();
    play(&mut console, 120, button::DOWN);
    // Row 14 of the map begins at pixel 112; the firefly's feet are its row 7.
    assert_eq!(at(&console), (60, 104));
}

#[test]
fn catching_a_spark_plays_a_sound() {
    let mut console = start();
    play(&mut console, 15, button::RIGHT | button::UP);
    play(&mut console, 15, button::RIGHT);
    assert_eq!(console.program().inspect()["caught"], 1);
    let playing = |channel: i32| console.machine().clone().stat(46 + channel).num().flr();
    assert!((0..4).any(|channel| playing(channel) == 8), "sound 8 is played");
}
