//! The order of sounds: lengths, loops, flags, the music beneath an effect.

use super::{Score, TICK, console, near, play, square_volume, tape};
use rasher::{Console, Machine};
use tests::score::plain;

fn stat(m: &mut Machine, n: i32) -> i32 {
    m.stat(n).num().flr()
}

/// Ticks until pattern 1, whose square is the only sound, starts.
fn pattern_length(score: &Score, pattern: [u8; 4]) -> usize {
    let mut score = score.clone();
    score.sfx(63, [plain(40, 3, 7); 32], 4, 0, 0, 0);
    score.pattern(0, pattern).pattern(1, [63, 0x42, 0x43, 0x44]);
    let mut c = console(&score);
    c.machine_mut().music(0);
    let tape = tape(&mut c, 400);
    let first = tape.iter().position(|s| *s != 0).expect("pattern 1 sounds");
    assert!(first % TICK < 4, "it begins with a tick");
    first / TICK
}

#[test]
fn patterns_last_as_their_left_most_that_does_not_loop() {
    // zepto8; the length of an sfx whose loop end is 0 is its loop start (the manual's LEN).
    let mut score = Score::default();
    let silent = [0; 32];
    for (n, speed, start, end) in [
        (0, 5, 0, 0),
        (1, 9, 0, 0),
        (2, 5, 12, 0),
        (3, 7, 0, 8),
        (4, 11, 2, 6),
        (5, 0, 0, 0),
        (6, 5, 8, 8),
        (7, 3, 32, 0),
        (8, 3, 90, 0),
    ] {
        score.sfx(n, silent, speed, start, end, 0);
    }
    for (what, pattern, ticks) in [
        ("one", [0, 0x41, 0x42, 0x43], 160),
        ("the left one", [0, 1, 0x42, 0x43], 160),
        ("the left one, slower", [1, 0, 0x42, 0x43], 288),
        ("a silent channel does not count", [0x41, 1, 0, 0x43], 288),
        ("a length", [2, 1, 0x42, 0x43], 60),
        ("one that loops does not count", [3, 0, 0x42, 0x43], 160),
        ("all loop: 32 of the slowest", [3, 4, 0x42, 0x43], 352),
        ("speed 0 is 1", [5, 0x41, 0x42, 0x43], 32),
        ("a loop without notes is none", [6, 0x41, 0x42, 0x43], 160),
        ("a length of 32", [7, 0x41, 0x42, 0x43], 96),
        ("a length beyond 32", [8, 0x41, 0x42, 0x43], 96),
    ] {
        assert_eq!(pattern_length(&score, pattern), ticks, "{what}");
    }
}

/// The patterns played, -1 at the end, at most this many.
fn passed(patterns: &[[u8; 4]], start: i32, count: usize) -> Vec<i32> {
    let mut score = Score::default();
    // 32 notes of a tick: 8 frames.
    score.sfx(0, [plain(40, 3, 7); 32], 1, 0, 0, 0);
    for (n, pattern) in (0..).zip(patterns) {
        score.pattern(n, *pattern);
    }
    let mut c = console(&score);
    c.machine_mut().music(start);
    let mut seen = vec![stat(c.machine_mut(), 54)];
    for _ in 0..count * 9 {
        tape(&mut c, 1);
        let now = stat(c.machine_mut(), 54);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    }
    seen.truncate(count);
    seen
}

#[test]
fn flags_lead_from_pattern_to_pattern() {
    // The manual: bit 7 of byte 0 starts a loop, of byte 1 goes back, of byte 2 stops.
    const PLAIN: [u8; 4] = [0, 0x41, 0x42, 0x43];
    const BEGIN: [u8; 4] = [0x80, 0x41, 0x42, 0x43];
    const BACK: [u8; 4] = [0, 0xc1, 0x42, 0x43];
    const STOP: [u8; 4] = [0, 0x41, 0xc2, 0x43];
    const EMPTY: [u8; 4] = [0x41, 0x42, 0x43, 0x44];
    type Case<'a> = (&'a str, &'a [[u8; 4]], i32, &'a [i32]);
    let cases: [Case<'_>; 7] = [
        ("an empty pattern ends it", &[PLAIN, PLAIN, EMPTY], 0, &[0, 1, -1]),
        ("back to the nearest beginning", &[BEGIN, BEGIN, PLAIN, BACK, STOP], 0, &[0, 1, 2, 3, 1, 2, 3, 1]),
        ("back to 0 without a beginning", &[PLAIN, PLAIN, BACK], 1, &[1, 2, 0, 1, 2, 0]),
        ("stop", &[BEGIN, STOP, PLAIN], 0, &[0, 1, -1]),
        ("stop wins", &[BEGIN, [0, 0xc1, 0xc2, 0x43], PLAIN], 0, &[0, 1, -1]),
        ("from the middle", &[BEGIN, PLAIN, BACK], 2, &[2, 0, 1, 2]),
        ("an empty one at the start", &[EMPTY], 0, &[-1]),
    ];
    for (what, patterns, start, expected) in cases {
        assert_eq!(passed(patterns, start, expected.len()), expected, "{what}");
    }
    assert_eq!(passed(&[PLAIN; 64], 62, 3), [62, 63, -1], "nothing is behind 63");
}

#[test]
fn a_flag_poked_on_the_way_leads_elsewhere() {
    let mut score = Score::default();
    score.sfx(0, [plain(40, 3, 7); 32], 1, 0, 0, 0);
    score.pattern(0, [0x80, 0xc1, 0x42, 0x43]).pattern(1, [0, 0x41, 0xc2, 0x43]);
    let mut c = console(&score);
    c.machine_mut().music(0);
    tape(&mut c, 50);
    assert_eq!(stat(c.machine_mut(), 54), 0, "it loops");
    c.machine_mut().poke(0x3101, 0x41);
    tape(&mut c, 9);
    assert_eq!(stat(c.machine_mut(), 54), 1, "the join: on to the next");
    tape(&mut c, 9);
    assert_eq!(stat(c.machine_mut(), 54), -1);
}

/// The notes that sfx 8 plays, a tick each, until it ends.
fn notes_passed(start: u8, end: u8, audible: usize, length: i32, count: usize) -> Vec<i32> {
    let mut score = Score::default();
    // A note of 8 ticks contains both ends of a frame, which has 4.
    score.sfx(8, [plain(40, 3, 7); 32].into_iter().take(audible), 8, start, end, 0);
    let mut c = console(&score);
    c.machine_mut().sfx_ext(8, 0, 0, length);
    let mut seen = vec![0];
    for _ in 0..count * 3 {
        tape(&mut c, 1);
        let now = stat(c.machine_mut(), 50);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    }
    seen.truncate(count);
    seen
}

#[test]
fn loops_and_lengths_of_an_sfx() {
    // The manual; that an sfx ends with its last audible note is zepto8's interpretation.
    assert_eq!(notes_passed(2, 5, 32, 0, 9), [0, 1, 2, 3, 4, 2, 3, 4, 2], "a loop");
    assert_eq!(notes_passed(2, 5, 32, 5, 7), [0, 1, 2, 3, 4, -1], "a loop for five notes");
    assert_eq!(notes_passed(3, 0, 32, 0, 9), [0, 1, 2, -1], "a length");
    assert_eq!(notes_passed(5, 5, 4, 0, 9), [0, 1, 2, 3, -1], "no loop: to the last that is audible");
    assert_eq!(notes_passed(0, 0, 32, 2, 9), [0, 1, -1], "a length in the call");
    assert_eq!(
        notes_passed(30, 34, 32, 0, 40)[28..],
        [28, 29, 30, 31, 32, 33, 30, 31, 32, 33, 30, 31],
        "silent notes beyond 31"
    );
    assert_eq!(notes_passed(0, 0, 32, 0, 40).len(), 33, "32 notes and the end");
}

/// Pattern 0: on channel 0 volumes that rise and fall with the notes, and a looping second channel.
fn tune() -> Score {
    let mut score = Score::default();
    let wave = |i: u16| plain(45 + (i % 5) as u8, 3, (1 + i % 7) as u8);
    score.sfx(0, (0..32).map(wave), 8, 0, 0, 0);
    score.sfx(1, (0..32).map(wave), 3, 0, 20, 0);
    score.sfx(8, [plain(60, 3, 7); 5], 6, 0, 0, 0);
    score.pattern(0, [0x80, 1, 0x42, 0x43]).pattern(1, [0, 0xc1, 0x42, 0x43]);
    score
}

#[test]
fn music_goes_on_beneath_an_effect() {
    let begin = || {
        let mut c: Console = console(&tune());
        c.machine_mut().music(0);
        c
    };
    let (mut alone, mut covered) = (begin(), begin());
    let mut tapes = [tape(&mut alone, 20), tape(&mut covered, 20)];
    assert_eq!(tapes[0], tapes[1]);
    // 5 notes of 6 ticks: 7.5 frames.
    for channel in 0..2 {
        covered.machine_mut().sfx_ext(8, channel, 0, 0);
        for (c, all) in [&mut alone, &mut covered].into_iter().zip(&mut tapes) {
            all.extend(tape(c, 10));
        }
        for n in 46..57 {
            let [a, b] = [&mut alone, &mut covered].map(|c| stat(c.machine_mut(), n));
            assert_eq!(a, b, "stat({n}) after the effect on channel {channel}");
        }
    }
    // Each channel separately: as loud as without the effect, tick by tick, once it is over.
    for listen in [1, 2] {
        let (mut alone, mut covered) = (begin(), begin());
        for c in [&mut alone, &mut covered] {
            c.machine_mut().listen_to(listen);
        }
        covered.machine_mut().sfx_ext(8, i32::from(listen) - 1, 0, 0);
        let [a, b] = [&mut alone, &mut covered].map(|c| tape(c, 60));
        assert!(
            (0..30).any(|k| (square_volume(&a, k) - square_volume(&b, k)).abs() > 1.0),
            "it is covered first"
        );
        for k in 31..230 {
            near(square_volume(&b, k), square_volume(&a, k), 0.01, &format!("channel {listen}, tick {k}"));
        }
    }
}

#[test]
fn an_instrument_goes_on_beneath_an_effect() {
    // One note on a looping instrument: nothing restarts it after the effect.
    let mut score = Score::default();
    score.sfx(0, [plain(24, 3, 7), plain(24, 3, 3)], 5, 0, 2, 0);
    score.sfx(9, [plain(33, 0, 7) | 1 << 15; 32], 8, 0, 0, 0);
    score.sfx(8, [plain(60, 3, 7); 5], 6, 0, 0, 0);
    score.pattern(0, [9, 0x41, 0x42, 0x43]);
    let [a, b] = [false, true].map(|effect| {
        let mut c = console(&score);
        c.machine_mut().music(0);
        if effect {
            c.machine_mut().sfx_ext(8, 0, 0, 0);
        }
        tape(&mut c, 40)
    });
    for k in 31..150 {
        near(square_volume(&b, k), square_volume(&a, k), 0.01, &format!("tick {k}"));
    }
    assert!(square_volume(&a, 31) > 1.0);
}

#[test]
fn a_frozen_mixer_loses_no_time() {
    let whole = play(&tune().clone(), 12);
    let mut c = console(&tune());
    c.machine_mut().sfx_ext(8, 0, 0, 0);
    let mut all = tape(&mut c, 3);
    c.machine_mut().poke(0x5f2f, 1);
    let frozen = tape(&mut c, 5);
    assert!(frozen[61..].iter().all(|s| *s == 0), "silence, after a third of a tick");
    c.machine_mut().poke(0x5f2f, 2);
    let on = tape(&mut c, 9);
    let thawed = all.len() + 61;
    all.extend(on);
    assert_eq!(all[thawed..], whole[thawed..], "it goes on where it stood");
}
