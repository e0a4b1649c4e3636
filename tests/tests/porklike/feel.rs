//! Frame by frame. The figures are our decision (8 frames a step, 4 + 4 a bump, 12 then 8 for a held arrow); each
//! is looked for on the screen.

use crate::play::{DOWN, KEYS, LEFT, Play, RIGHT, UP};
use porklike::anim::{Loop, Motion, Shape, Speed, tween};
use porklike::dir::Dir;
use rasher::Num;

/// A game with the logo gone, the hero one step from the start, at pixel (24, 112).
fn start() -> Play {
    let mut play = Play::new();
    play.tap(RIGHT);
    play.wait(60);
    assert_eq!((play.hero(), play.mode().as_str()), ((3, 14), "Wait"));
    play
}

/// The screen's column or row of the hero in each of the next frames, with `held` in the first.
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
fn the_tween_is_final_times_one_minus_t() {
    // quarter, value of 8, value of -8: written out by hand
    for (quarter, up, down) in [(0, 8, -8), (1, 6, -6), (2, 4, -4), (3, 2, -2), (4, 0, 0)] {
        let t = Num::int(quarter) / Num::int(4);
        assert_eq!(tween(Num::int(8), t), Num::int(up), "{quarter} quarters of the way");
        assert_eq!(tween(Num::int(-8), t), Num::int(down), "{quarter} quarters of the way");
    }
}

#[test]
fn slide_and_bump_in_all_directions() {
    // age 0 to 8: pixels along the direction
    let slide = [-8, -7, -6, -5, -4, -3, -2, -1, 0];
    let bump = [0, 1, 2, 3, 4, 3, 2, 1, 0];
    for (dir, (dx, dy)) in Dir::ALL.into_iter().zip([(-1, 0), (1, 0), (0, -1), (0, 1)]) {
        for (shape, along) in [(Shape::Slide, slide), (Shape::Bump, bump)] {
            let mut motion = Some(Motion::new(shape, dir));
            for (age, pixels) in along.into_iter().enumerate() {
                let now = motion.expect("eight frames and the one before");
                assert_eq!(now.offset(), (pixels * dx, pixels * dy), "{shape:?} {dir:?} at age {age}");
                assert_eq!(now.is_done(), age == 8, "{shape:?} {dir:?} at age {age}");
                motion = now.next();
            }
            assert_eq!(motion, None, "{shape:?} {dir:?} ends after 8 frames");
        }
    }
}

#[test]
fn a_step_takes_eight_frames_and_shows_in_the_first() {
    let mut play = start();
    let seen = track(&mut play, RIGHT, 10);
    let expected: Vec<_> = [25, 26, 27, 28, 29, 30, 31, 32, 32, 32].map(|x| (x, 112)).into();
    assert_eq!(seen, expected, "from column 3 to column 4");
}

#[test]
fn a_bump_goes_half_a_tile_out_and_back() {
    let mut play = start();
    let seen = track(&mut play, DOWN, 10);
    let expected: Vec<_> = [113, 114, 115, 116, 115, 114, 113, 112, 112, 112].map(|y| (24, y)).into();
    assert_eq!(seen, expected, "against the lower wall");
    assert_eq!(play.hero(), (3, 14));
}

#[test]
fn no_key_is_taken_while_something_moves() {
    let mut play = start();
    play.frame(RIGHT);
    for frame in 2..=7 {
        play.frame(0);
        assert_eq!((play.mode().as_str(), play.hero()), ("Act", (4, 14)), "frame {frame} of the step");
    }
    play.frame(UP);
    assert_eq!((play.mode().as_str(), play.hero()), ("Wait", (4, 14)), "kept, not taken, on the eighth");
    play.frame(0);
    assert_eq!((play.mode().as_str(), play.hero()), ("Act", (4, 13)), "taken on the ninth");
}

#[test]
fn a_kept_press_starts_on_the_very_next_frame() {
    for frame in 2..=8 {
        let mut play = start();
        let held = |n| match n {
            1 => RIGHT,
            n if n == frame => UP,
            _ => 0,
        };
        for n in 1..=8 {
            play.frame(held(n));
        }
        assert_eq!(play.hero_on_screen().y, 112, "pressed on frame {frame}: not before the step is over");
        play.frame(0);
        let seen = play.hero_on_screen();
        assert_eq!((seen.x, seen.y), (32, 111), "pressed on frame {frame}: the ninth shows the first pixel");
    }
}

#[test]
fn one_press_is_kept_and_no_more() {
    let mut play = start();
    for held in [RIGHT, 0, RIGHT, 0, UP, 0, LEFT] {
        play.frame(held);
    }
    play.wait(60);
    assert_eq!(play.hero(), (5, 14), "the step, the first press that was kept, and neither up nor left");
}

#[test]
fn a_press_on_the_frame_in_which_the_kept_one_starts_is_kept() {
    let mut play = start();
    for held in [RIGHT, 0, RIGHT, 0, 0, 0, 0, 0, LEFT] {
        play.frame(held);
    }
    play.wait(60);
    assert_eq!(play.hero(), (4, 14), "right, right, left");
}

#[test]
fn a_held_arrow_goes_on_after_12_frames_and_then_each_8() {
    let mut play = start();
    let mut starts = Vec::new();
    for frame in 0..40 {
        let before = play.hero();
        play.frame(LEFT);
        if play.hero() != before {
            starts.push(frame);
        }
    }
    // From column 3 there are two steps to the wall: then the arrow is only held, and nothing is bumped.
    assert_eq!(starts, [0, 12], "left, to the wall");
    assert_eq!(play.mode(), "Wait", "a held arrow does not bump");
    let mut starts = Vec::new();
    for frame in 0..40 {
        let before = play.hero();
        play.frame(RIGHT);
        if play.hero() != before {
            starts.push(frame);
        }
    }
    assert_eq!(starts, [0, 12, 20, 28, 36], "right, five steps");
}

#[test]
fn a_held_arrow_opens_and_climbs_nothing() {
    let mut play = start();
    play.taps("rrru");
    for _ in 0..60 {
        play.frame(RIGHT);
    }
    assert_eq!(play.tile(7, 13), 17, "the press opens the door");
    assert_eq!(play.hero(), (9, 13), "and the held arrow walks on, up to the crock");
    assert_eq!(play.tile(10, 13), 9, "the crock is whole");

    let mut play = start();
    play.taps("rul"); // beside the stairs down: (3, 13)
    assert_eq!(play.hero(), (3, 13));
    play.tap(RIGHT);
    (0..40).for_each(|_| play.frame(LEFT));
    assert_eq!((play.floor(), play.hero()), (1, (3, 13)), "held: he stops before the stairs");
    play.wait(1);
    play.tap(LEFT);
    assert_eq!(play.floor(), 0, "pressed: he takes them");
}

#[test]
fn the_newest_of_two_held_arrows_counts() {
    let mut play = start();
    play.tap(RIGHT);
    (0..14).for_each(|_| play.frame(RIGHT));
    (0..40).for_each(|_| play.frame(RIGHT | UP));
    // Up to the wall's foot, where up goes no further; right goes on only when up is let go.
    let (x, y) = play.hero();
    assert_eq!((x, y), (6, 12), "two steps right, then up as far as it goes");
    play.wait(1);
    (0..24).for_each(|_| play.frame(LEFT));
    assert!(play.hero().0 < x, "a new arrow counts at once");
}

#[test]
fn the_idle_loop_has_four_pictures_at_15_frames() {
    let mut play = start();
    play.wait(40);
    let pictures: Vec<_> = (0..120).map(|_| (play.wait(1), play.hero_on_screen().picture).1).collect();
    let mut runs: Vec<(i32, usize)> = Vec::new();
    for picture in pictures {
        match runs.last_mut() {
            Some((last, count)) if *last == picture => *count += 1,
            _ => runs.push((picture, 1)),
        }
    }
    for pair in runs.windows(2) {
        assert_eq!(pair[1].0, (pair[0].0 + 1) % 4, "the pictures come in order: {runs:?}");
    }
    let whole = &runs[1..runs.len() - 1];
    assert!(whole.len() >= 6 && whole.iter().all(|(_, frames)| *frames == 15), "{runs:?}");
}

#[test]
fn the_speed_of_a_loop_can_be_set() {
    for (speed, frames) in [
        (Speed::IDLE, 15),
        (Speed::HUNT, 8),
        (Speed::WALK, 4),
        (Speed::frames(10), 10),
        (Speed::HUNT.slower(3), 24),
        (Speed::IDLE.slower(2), 30),
        (Speed::IDLE.slower(4), 60),
    ] {
        let mut pictures = Loop::default();
        let mut shown = Vec::new();
        for _ in 0..frames * 5 {
            shown.push(pictures.picture());
            pictures.advance(speed, 4);
        }
        let expected: Vec<u8> = (0..frames * 5).map(|n| (n / frames % 4) as u8).collect();
        assert_eq!(shown, expected, "{speed:?} is {frames} frames a picture");
    }
}

#[test]
fn the_same_keys_give_the_same_bytes() {
    let script = "rrrrurrrrurruuuuuuuuurrrrrrrr";
    let (mut one, mut other) = (Play::new(), Play::new());
    one.taps(script);
    other.taps(script);
    assert_eq!(one.console.digest(), other.console.digest());
    other.frame(KEYS[0]);
    assert_ne!(one.console.digest(), other.console.digest(), "a key more is another state");
}
