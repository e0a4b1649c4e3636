//! Frame by frame: steps, bumps, buffered and held keys, attacks. The figures are our decision (8 frames a step, 4 +
//! 4 a bump, 12 then 8 for a held arrow; hit stop 2, 5 and 7); each is checked on the screen.

use super::play::{DOWN, KEYS, LEFT, O, Play, RIGHT, UP, X};
use porklike::anim::{Actor, ease, sway};
use rasher::{Event, Num};
use serde_json::json;

/// Pixel of the yard's tablet.
const TABLET: (i32, i32) = (48, 88);

/// The hero's pixel in each of the next frames, with `held` in the first.
fn track(play: &mut Play, held: u8, frames: usize) -> Vec<(i32, i32)> {
    (0..frames)
        .map(|n| {
            play.frame(if n == 0 { held } else { 0 });
            let seen = play.hero_on_screen();
            (seen.x, seen.y)
        })
        .collect()
}

#[test]
fn what_eases_goes_a_part_of_the_way_that_is_left() {
    // From 0 to 80 and a half by quarters, written out: 80.5 * 3/4 is left, of that 3/4 ...
    let mut at = Num::ZERO;
    for due in [20, 35, 46, 55] {
        at = ease(at, 80, 4);
        assert_eq!(at.flr(), due);
    }
    // It comes to rest in the pixel, from above, from below, and beyond 0.
    for (from, to) in [(0, 80), (99, 80), (0, -30), (-60, -30), (5, 0)] {
        let mut at = Num::int(from);
        (0..100).for_each(|_| at = ease(at, to, 5));
        assert_eq!(at.flr(), to, "from {from}");
    }
}

/// Our decision: a sine wave of a second, a pixel and a half up and down.
#[test]
fn what_sways_takes_a_second() {
    assert_eq!([0, 15, 45, 60, 75].map(sway), [0, -2, 1, 0, -2]);
}

#[test]
fn t04_03_animations_run_by_a_final_value_and_a_counter() {
    // 7 to 0 frames left, since the first shows at once: pixels along the direction.
    let slide = [-7, -6, -5, -4, -3, -2, -1, 0];
    let bump = [1, 2, 3, 4, 3, 2, 1, 0];
    for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        for (bumps, along) in [(false, slide), (true, bump)] {
            let mut actor = Actor::default();
            actor.go((dx, dy), bumps);
            for (age, pixels) in (0..).zip(along) {
                assert_eq!((actor.offset(), actor.left), ((pixels * dx, pixels * dy), 7 - age), "{actor:?}");
                actor.left = actor.left.saturating_sub(1);
            }
            assert_eq!((actor.offset(), actor.left), ((0, 0), 0), "it stays at its end");
        }
    }
}

#[test]
fn a_slide_joins_the_one_before() {
    let mut actor = Actor::default();
    actor.go((1, 0), false);
    actor.left -= 3;
    assert_eq!(actor.offset(), (-4, 0));
    actor.go((1, 0), false);
    // 12 pixels to go, an eighth of them at once; then 10, minus an eighth, and a pixel down.
    assert_eq!(actor.offset(), (-10, 0), "it goes on from where it is seen, a tile further off");
    actor.go((0, 1), true);
    assert_eq!(actor.offset(), (-8, 1), "and so does a bump");
}

#[test]
fn t03_02_the_speed_of_an_animation_is_easy_to_set() {
    // A pod does not move, whatever its state: its pictures over 64 frames, 16 each, or 8.
    let changes = |hunts: bool| {
        let mut play = Play::among(&[(4, 9, 9, json!({ "hunts": hunts, "target": { "x": 7, "y": 9 } }))]);
        let eyes = if hunts { 8 } else { 0 };
        let mut shown: Vec<_> = (0..64)
            .map(|_| {
                play.wait(1);
                (0..4).find(|n| play.shows(208 + n, 72, 72, false, &[(0, eyes)]))
            })
            .collect();
        shown.dedup();
        shown.len()
    };
    let (rest, hunt) = (changes(false), changes(true));
    assert!(
        (4..=5).contains(&rest) && (8..=9).contains(&hunt),
        "{rest} pictures at rest, {hunt} on the hunt"
    );
}

#[test]
fn t03_03_a_move_slides_smoothly_from_tile_to_tile() {
    let mut play = Play::new();
    let seen = track(&mut play, RIGHT, 10);
    let expected: Vec<_> = [57, 58, 59, 60, 61, 62, 63, 64, 64, 64].map(|x| (x, 104)).into();
    assert_eq!(seen, expected, "from column 7 to column 8");
}

#[test]
fn t05_03_a_bump_goes_half_a_tile_out_and_back() {
    let mut play = Play::new();
    play.taps("lllll");
    assert_eq!(play.hero(), (2, 13), "the wall is ahead");
    let seen = track(&mut play, LEFT, 10);
    let expected: Vec<_> = [15, 14, 13, 12, 13, 14, 15, 16, 16, 16].map(|x| (x, 104)).into();
    assert_eq!(seen, expected, "against the left wall");
    assert_eq!(play.hero(), (2, 13));
}

#[test]
fn t05_01_the_player_is_flipped_to_look_left_and_right() {
    let mut play = Play::new();
    assert!(!play.hero_on_screen().flip, "the sheet has him looking right");
    for (key, flip) in [(RIGHT, false), (UP, false), (LEFT, true), (DOWN, true), (UP, true), (RIGHT, false)] {
        play.tap(key);
        assert_eq!(play.hero_on_screen().flip, flip, "after {key:#x}: up and down keep the side");
    }
}

#[test]
fn t06_14_one_press_is_kept_while_something_moves() {
    let mut play = Play::new();
    play.frame(RIGHT);
    play.frame(0);
    play.frame(UP); // kept
    play.frame(0);
    play.frame(LEFT); // dropped: one is kept already
    play.wait(3);
    assert_eq!(play.hero(), (8, 13), "frame 8: the first step is not over");
    play.frame(0);
    assert_eq!(play.hero(), (8, 12), "frame 9: the kept one begins");
    assert_eq!(play.hero_on_screen().y, 103, "and shows at once");
    play.wait(40);
    assert_eq!(play.hero(), (8, 12), "the third was dropped");
    // X is buffered too, and opens the bag when the step is over.
    let mut play = Play::new();
    play.frame(RIGHT);
    play.frame(0);
    play.frame(X);
    assert_eq!(play.mode(), "Play", "not while he moves");
    play.wait(7);
    assert_eq!((play.mode().as_str(), play.hero()), ("Bag", (8, 13)));
    // And a tap of O: a turn passes after the step.
    let mut play = Play::new();
    play.frame(RIGHT);
    play.frame(0);
    play.frame(O);
    play.frame(0);
    assert_eq!(play.get("/world/stats/turns"), 1);
    play.settle();
    play.wait(2);
    play.settle();
    assert_eq!(play.get("/world/stats/turns"), 2);
}

#[test]
fn t03_04_no_key_is_taken_while_something_moves() {
    for key in KEYS {
        let mut play = Play::new();
        play.frame(UP);
        assert!(!play.waits());
        play.hold(key, 6);
        assert_eq!(play.hero(), (7, 12), "frame 7 of the step, key {key:#x}");
    }
}

#[test]
fn a_held_arrow_goes_on_after_12_frames_and_then_each_8() {
    let mut play = Play::new();
    let mut steps = Vec::new();
    for frame in 0..45 {
        let before = play.hero();
        play.frame(UP);
        if play.hero() != before {
            steps.push(frame);
        }
    }
    assert_eq!(steps, [0, 12, 20, 28, 36, 44]);
}

#[test]
fn a_held_arrow_stops_before_what_matters() {
    // Stairs, tablet: a held arrow does not use them. With a creature in sight there is no running past it.
    let mut play = Play::new();
    play.hold(UP, 120);
    assert_eq!((play.hero(), play.floor()), ((7, 7), 0), "below the stairs");
    play.wait(2);
    play.tap(UP);
    assert_eq!(play.floor(), 1, "a press climbs them");
    let mut play = Play::among(&[(3, 9, 9, json!({}))]);
    play.hold(DOWN, 60);
    assert_eq!(play.hero(), (7, 10), "one step for the press, none for holding it");
}

#[test]
fn a_tap_of_o_waits_and_a_long_one_does_not() {
    let mut play = Play::new();
    let turns = |play: &Play| play.get("/world/stats/turns").as_i64().expect("a number");
    play.tap(O);
    assert_eq!((turns(&play), play.hero()), (1, (7, 13)), "a turn goes by");
    play.hold(O, 30);
    play.wait(10);
    assert_eq!(turns(&play), 1, "held for longer than 20 frames: nothing");
    play.hold(O, 2);
    play.frame(O | LEFT);
    play.wait(20);
    assert_eq!(play.hero(), (7, 13), "O and an arrow shove, they do not walk");
    assert_eq!(turns(&play), 1, "and letting O go is no wait then");
}

#[test]
fn a_blow_has_flash_number_and_hit_stop() {
    // The hero strikes a hunting terrine: 1 damage of 5.
    let mut play = Play::among(&[(7, 8, 9, json!({ "hunts": true }))]);
    play.frame(RIGHT);
    play.wait(3);
    assert_eq!(play.effects(), [51], "the hit sounds at contact");
    assert!(play.count((64, 72, 8, 8), 7) > 28, "white: {:?}", play.pixels(64, 72, 8, 8));
    let at_contact = play.hero_on_screen();
    assert_eq!((at_contact.x, at_contact.y), (60, 72), "half a tile out");
    play.wait(2);
    let later = play.hero_on_screen();
    assert_eq!((later.x, later.y), (60, 72), "two frames of hit stop");
    play.frame(0);
    assert_eq!(play.hero_on_screen().x, 59, "and back");
    assert_eq!(play.get("/shown/mobs/1/hp"), 4);
    assert!(play.count((60, 58, 16, 12), 7) >= 5, "-1 over its head");
    play.wait(10);
    assert!(play.count((64, 72, 8, 8), 7) < 20, "the flash is over");
}

#[test]
fn an_ambush_is_yellow_twice_as_large_and_stops_longer() {
    let mut play = Play::among(&[(7, 8, 9, json!({}))]);
    play.frame(RIGHT);
    play.wait(3);
    assert!(play.effects().contains(&51), "{:?}", play.effects());
    assert_eq!(play.get("/stop"), 7);
    // "-2" in twice the width and height: 3 and 11 pixels, four times each.
    let yellow = play.count((54, 50, 28, 30), 10);
    assert!(yellow >= (3 + 11) * 4, "{yellow}");
    assert_eq!(play.get("/shown/mobs/1/hp"), 3, "twice the attack of 1");
}

#[test]
fn who_dies_of_more_than_he_had_is_drawn_till_the_end() {
    // A pea has one hit point, and an ambush takes two.
    let mut play = Play::among(&[(1, 8, 9, json!({}))]);
    play.frame(RIGHT);
    play.wait(3);
    assert!(play.effects().contains(&51), "{:?}", play.effects());
    assert_eq!(play.get("/shown/mobs/1/hp"), 0, "it is struck, and not yet gone");
    play.wait(10);
    assert_eq!(play.get("/shown/mobs").as_array().map(Vec::len), Some(1), "it is gone");
}

#[test]
fn t50_16_being_hit_shakes_unless_one_wishes_less() {
    for less_shake in [false, true] {
        let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
        play.event(Event::Comfort { less_flash: false, less_shake });
        play.frame(O);
        // Column and row of the yard's tablet at 6 11, wherever it appears.
        let tablet = play.sprite(20);
        let find = |play: &Play| {
            (0..81)
                .map(|i| (i % 9 - 4, i / 9 - 4))
                .find(|(x, y)| play.pixels(TABLET.0 + x, TABLET.1 + y, 8, 8) == tablet)
        };
        let seen: Vec<_> = (0..40)
            .map(|_| {
                play.frame(0);
                find(&play).expect("the tablet")
            })
            .collect();
        assert_eq!(play.get("/world/mobs/0/hp"), 4, "a pea hits for 1");
        let jolts = seen.iter().filter(|at| **at != (0, 0)).count();
        assert_eq!(jolts > 5, !less_shake, "{jolts} frames shook; less: {less_shake}");
        assert_eq!(seen.last(), Some(&(0, 0)), "and it ends");
        let widest = seen.iter().map(|(x, y)| x.abs().max(y.abs())).max();
        assert!(less_shake || widest == Some(3), "{seen:?}");
    }
}

#[test]
fn who_wishes_fewer_flashes_sees_no_white() {
    for less_flash in [false, true] {
        let mut play = Play::among(&[(2, 8, 9, json!({ "hunts": true }))]);
        play.event(Event::Comfort { less_flash, less_shake: true });
        play.frame(RIGHT);
        play.wait(3);
        assert_eq!(play.count((65, 73, 6, 6), 7) > 15, !less_flash);
    }
}
