//! Plays the game without a window: frames in, pictures and sounds out, the same on every machine.

use my_game::Game;
use rasher::{Console, Input, button};

/// The game, just started, with its data files.
fn start() -> Console {
    desktop::cart!(Game).boot(1).expect("the data files are good")
}

/// So many frames with these buttons held.
fn play(console: &mut Console, frames: u32, buttons: u8) {
    for _ in 0..frames {
        console.frame(&Input::buttons(buttons));
    }
}

/// Where the firefly is: the fields of the game, by name.
fn at(console: &Console) -> (i64, i64) {
    let at = console.program().inspect()["at"].clone();
    (at[0].as_i64().expect("a number"), at[1].as_i64().expect("a number"))
}

#[test]
fn the_firefly_flies_where_it_is_told() {
    let mut console = start();
    play(&mut console, 30, button::LEFT);
    play(&mut console, 30, button::UP);
    // It began at (60, 60) and moves a pixel a frame.
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
fn a_spark_is_caught_and_heard() {
    let mut console = start();
    play(&mut console, 15, button::RIGHT | button::UP);
    play(&mut console, 15, button::RIGHT);
    assert_eq!(console.program().inspect()["caught"], 1);
    let playing = |channel: i32| console.machine().clone().stat(46 + channel).num().flr();
    assert!((0..4).any(|channel| playing(channel) == 8), "sound 8 is played");
}
