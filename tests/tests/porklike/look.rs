//! What is on the screen: the hero's side, tiles that change, colours, the fade, the logo. Read by `pget` and
//! from the picture as a display shows it; the colours expected are written out here.

use crate::play::{DOWN, LEFT, Play, RIGHT, TO_HOOK, TO_ROOM, UP};
use rasher::{Event, SIDE};

/// The floor of a tile's corner in the picture: (column, row) of the screen in tiles.
fn tile_pixels(play: &Play, column: i32, row: i32) -> Vec<u8> {
    (0..64).map(|i| play.console.machine().pget(column * 8 + i % 8, row * 8 + i / 8)).collect()
}

/// Sprite `n` as the sheet has it.
fn sprite_pixels(play: &Play, n: i32) -> Vec<u8> {
    (0..64).map(|i| play.console.machine().sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8)).collect()
}

#[test]
fn the_hero_looks_where_he_goes() {
    let mut play = Play::new();
    play.wait(1);
    assert!(!play.hero_on_screen().flip, "the sheet has him looking right");
    for (key, flip) in [(RIGHT, false), (UP, false), (LEFT, true), (DOWN, true), (UP, true), (RIGHT, false)] {
        play.tap(key);
        assert_eq!(play.hero_on_screen().flip, flip, "after {key:#x}: up and down keep the side");
    }
    play.taps("dlll");
    assert!(play.hero_on_screen().flip, "a bump turns him too");
}

#[test]
fn the_map_is_drawn_as_it_lies_in_memory() {
    let mut play = Play::new();
    play.tap(RIGHT);
    play.wait(60);
    let mut compared = 0;
    for row in 0..16 {
        for column in 0..16 {
            let tile = play.tile(column, row);
            // Torches and pots swap; the hero stands on one tile.
            if play.console.machine().fget(tile.into()) & 0x80 == 0 && (column, row) != (3, 14) {
                let (seen, due) = (tile_pixels(&play, column, row), sprite_pixels(&play, tile.into()));
                assert_eq!(seen, due, "tile {tile} at {column} {row}");
                compared += 1;
            }
        }
    }
    assert!(compared > 240, "only {compared} tiles were compared");
}

#[test]
fn flames_swap_with_their_twin_every_12_frames() {
    let mut play = Play::new();
    let torch: Vec<_> = [32, 33].map(|n| sprite_pixels(&play, n)).into();
    let shown: Vec<_> = (0..72)
        .map(|_| {
            play.wait(1);
            let seen = tile_pixels(&play, 1, 8);
            torch.iter().position(|t| *t == seen).expect("one of the torch's two pictures")
        })
        .collect();
    let swaps: Vec<_> = (1..72).filter(|n| shown[*n] != shown[*n - 1]).collect();
    assert!(swaps.len() >= 5, "{shown:?}");
    assert!(swaps.windows(2).all(|w| w[1] - w[0] == 12), "{swaps:?}");
    assert_eq!(play.tile(1, 8), 32, "the map keeps the first picture");
}

#[test]
fn a_door_opens_when_it_is_hit_and_flashes() {
    let mut play = Play::new();
    play.taps("rrrru");
    let (shut, open) = (sprite_pixels(&play, 16), sprite_pixels(&play, 17));
    // The right half of the tile, which the hero does not reach.
    let right = |pixels: Vec<u8>| -> Vec<u8> {
        pixels.into_iter().enumerate().filter(|(i, _)| i % 8 >= 4).map(|(_, c)| c).collect()
    };
    play.frame(RIGHT);
    assert_eq!(play.tile(7, 13), 17, "the rules are done in the frame of the key");
    for frame in 1..=3 {
        assert_eq!(right(tile_pixels(&play, 7, 13)), right(shut.clone()), "frame {frame}: not hit yet");
        play.frame(0);
    }
    let white: Vec<u8> = open.iter().map(|c| if [0, 1].contains(c) { *c } else { 7 }).collect();
    for frame in 4..=13 {
        assert_eq!(right(tile_pixels(&play, 7, 13)), right(white.clone()), "frame {frame}: the flash");
        play.frame(0);
    }
    assert_eq!(right(tile_pixels(&play, 7, 13)), right(open), "frame 14: open");
}

#[test]
fn who_wishes_fewer_flashes_sees_no_white() {
    for less in [false, true] {
        let mut play = Play::new();
        play.event(Event::Comfort { less_flash: less, less_shake: false });
        play.taps("rrrru");
        play.frame(RIGHT);
        play.wait(6);
        let white = tile_pixels(&play, 7, 13).iter().skip(4).filter(|c| **c == 7).count();
        let at_rest = sprite_pixels(&play, 17).iter().filter(|c| **c == 7).count();
        assert_eq!(at_rest, 0, "an open door has no white of its own");
        assert_eq!(white > 8, !less, "{white} white pixels, fewer flashes: {less}");
    }
}

#[test]
fn a_pot_lets_its_smoke_out() {
    let mut play = Play::new();
    play.taps("rrrrurrr"); // above the pot at (8, 14)
    play.frame(DOWN);
    assert_eq!(play.tile(8, 14), 30);
    play.wait(10);
    let gray = tile_pixels(&play, 8, 14).iter().filter(|c| **c == 6).count();
    assert!(gray >= 16, "thick smoke stands over the shards: {gray} gray pixels");
    play.wait(40);
    assert_eq!(tile_pixels(&play, 8, 14), sprite_pixels(&play, 30), "shards, and the air is clear");
}

#[test]
fn each_floor_has_its_own_colors() {
    // What a display shows for the floor's colour 1 and the wall's 2: bank of the 16 extended colours from 16.
    let mut play = Play::new();
    play.wait(1);
    let colors = |play: &Play| {
        let p8 = play.console.machine();
        [1, 2, 3, 13].map(|c| p8.memory().get(0x5f10 + c))
    };
    assert_eq!(colors(&play), [129, 131, 139, 3], "the larder");
    play.tap(UP);
    assert_eq!(colors(&play), [129, 1, 131, 13], "the yard");
    play.tap(UP);
    play.taps(TO_ROOM);
    assert_eq!(colors(&play), [130, 132, 3, 134], "the bare room");
    play.taps(TO_HOOK);
    assert_eq!(colors(&play), [128, 132, 139, 9], "the hook");
}

#[test]
fn the_light_goes_out_on_the_stairs_and_comes_back() {
    let mut play = Play::new();
    play.wait(1);
    // The sum of all that the sixteen colours are shown as: what moves meanwhile does not count.
    let brightness = |play: &Play| -> u32 {
        let shown = |c| rasher::palette::index(play.console.machine().memory().get(0x5f10 + c));
        (0..16_u16).flat_map(|c| rasher::palette::RGB[usize::from(shown(c))]).map(u32::from).sum()
    };
    play.frame(UP);
    play.wait(7); // the step onto the stairs
    let mut lights = Vec::new();
    while play.mode() != "Wait" {
        play.frame(RIGHT); // keys count for nothing meanwhile
        lights.push(brightness(&play));
    }
    assert_eq!(lights.iter().position(|l| *l == 0), Some(10), "dark in the last of 6 steps: {lights:?}");
    assert!(lights[..11].is_sorted_by(|a, b| a >= b), "out: {lights:?}");
    assert!(lights[11..].is_sorted(), "and back: {lights:?}");
    assert_eq!(lights.len(), 24, "12 frames out, 12 in, and the next key counts: {lights:?}");
    assert_eq!(play.hero(), (23, 7), "and no key was kept");
    play.wait(20);
    assert_eq!(play.hero(), (23, 7));
}

#[test]
fn who_touches_the_ham_is_golden() {
    let mut play = Play::new();
    play.taps(TO_ROOM);
    play.taps(TO_HOOK);
    play.taps("uuuuuu");
    assert_eq!(play.hero(), (39, 6), "before the altar");
    assert!(play.hero_in([7, 15]).is_some(), "raw");
    play.tap(UP);
    assert!(play.hero_in([7, 15]).is_none() && play.hero_in([10, 9]).is_some(), "golden");
    play.taps("dddddd");
    play.tap(DOWN);
    assert_eq!(play.floor(), 2);
    assert!(play.hero_in([10, 9]).is_some(), "and golden he stays");
}

#[test]
fn the_logo_floats_off_with_the_first_key() {
    // Colour 10 is the logo's yellow; rows 14 to 37 hold it, where the larder has some flames only.
    let yellow = |play: &Play| {
        let p8 = play.console.machine();
        (0..SIDE as i32 * 40).filter(|i| p8.pget(i % 128, i / 128) == 10).count()
    };
    let mut play = Play::new();
    play.wait(200);
    let with = yellow(&play);
    play.frame(RIGHT);
    assert_eq!(play.hero(), (3, 14), "the key is the first step as well");
    play.wait(60);
    assert!(yellow(&play) + 100 < with, "{with} yellow pixels before, {} after", yellow(&play));
}
