//! Effects, tick by tick, and instruments.

use super::{console, hertz, near, play, sfx, slope_hertz, square_volume, tape};
use tests::score::{Score, note, plain};

/// How far a tick's frequency may be off: a slope is read to 1 in some thousands.
const CLOSE: f64 = 0.004;

#[track_caller]
fn ticks_are(tape: &[i32], expected: &[f64], what: &str) {
    for (k, hz) in expected.iter().enumerate() {
        near(slope_hertz(tape, k), *hz, hz * CLOSE + 2.0, &format!("{what}: Hz of tick {k}"));
    }
}

#[test]
fn slide_goes_from_the_note_before() {
    // zepto8: frequency and volume are linear from the note before, a step a tick (measured: values step by ticks).
    let notes = [plain(45, 0, 7), note(57, 0, 7, 1, false), note(50, 0, 7, 1, false)];
    let [a, b, c] = [45.0, 57.0, 50.0].map(hertz);
    let tape = play(&sfx(&notes, 12), 10);
    let to = |from: f64, to: f64| (0..12).map(move |k| from + (to - from) * f64::from(k) / 12.0);
    let expected: Vec<f64> = [a; 12].into_iter().chain(to(a, b)).chain(to(b, c)).collect();
    ticks_are(&tape, &expected, "slide");
    // The first note slides from key 24.
    let tape = play(&sfx(&[note(48, 0, 7, 1, false)], 12), 4);
    ticks_are(&tape, &to(hertz(24.0), hertz(48.0)).collect::<Vec<_>>(), "first slide");
    // Volume slides along: from 7 to 1.
    let tape = play(&sfx(&[plain(45, 3, 7), note(45, 3, 1, 1, false)], 6), 4);
    for k in 0..6 {
        near(square_volume(&tape, 6 + k), 7.0 - k as f64, 0.02, &format!("volume of tick {k}"));
    }
}

#[test]
fn vibrato_is_a_triangle_of_16_ticks_and_a_quarter_semitone() {
    // zepto8: a quarter of the way to the next semitone and as far below, 7.5 times a second, from its top.
    let wave = [4, 3, 2, 1, 0, -1, -2, -3, -4, -3, -2, -1, 0, 1, 2, 3].map(|q| f64::from(q) / 16.0);
    let semitone = 2f64.powf(1.0 / 12.0) - 1.0;
    for key in [40.0, 52.0] {
        let tape = play(&sfx(&[note(key as u8, 0, 7, 2, false); 4], 12), 12);
        for k in 0..48 {
            let expected = 1.0 + semitone * wave[k % 16];
            near(slope_hertz(&tape, k) / hertz(key), expected, 0.001, &format!("key {key}, tick {k}"));
        }
    }
}

#[test]
fn drop_falls_to_nothing() {
    // zepto8: frequency times 1 - u.
    let tape = play(&sfx(&[note(50, 0, 7, 3, false)], 16), 4);
    let expected: Vec<f64> = (0..16).map(|k| hertz(50.0) * (1.0 - f64::from(k) / 16.0)).collect();
    ticks_are(&tape, &expected, "drop");
}

#[test]
fn fades_are_linear() {
    for speed in [3, 16] {
        let notes = [note(48, 3, 7, 4, false), note(48, 3, 7, 5, false)];
        let tape = play(&sfx(&notes, speed as u8), 10);
        for k in 0..speed {
            let up = 7.0 * k as f64 / speed as f64;
            near(square_volume(&tape, k), up, 0.02, &format!("fade in, tick {k} of {speed}"));
            near(square_volume(&tape, speed + k), 7.0 - up, 0.02, &format!("fade out, tick {k} of {speed}"));
        }
    }
}

#[test]
fn arpeggios_go_through_four_notes() {
    // The manual: steps of 4 and 8 ticks, 2 and 4 at speeds up to 8. zepto8: counted from the sfx's start.
    let keys = [45, 49, 52, 57, 40, 43, 47, 50];
    for (speed, effect, step) in [(9, 6, 4), (9, 7, 8), (8, 6, 2), (8, 7, 4), (1, 6, 2), (20, 7, 8)] {
        let notes = keys.map(|key| note(key, 0, 7, effect, false));
        let tape = play(&sfx(&notes, speed as u8), 45);
        for k in 0..8 * speed {
            let group = k / speed / 4 * 4;
            let expected = hertz(f64::from(keys[group + k / step % 4]));
            near(
                slope_hertz(&tape, k),
                expected,
                expected * CLOSE,
                &format!("speed {speed} effect {effect} tick {k}"),
            );
        }
    }
}

#[test]
fn an_instrument_multiplies_pitch_and_volume() {
    // zepto8: pitches relative to key 24, volumes as parts of 7; the waveform is the instrument's.
    let mut score = sfx(&[note(45, 2, 7, 0, true); 8], 8);
    score.sfx(2, [plain(31, 0, 7), plain(20, 0, 7)], 4, 0, 2, 0);
    let tape = play(&score, 8);
    let [high, low] = [31.0, 20.0].map(|key| hertz(45.0 + key - 24.0));
    let expected: Vec<f64> = (0..24).map(|k| if k / 4 % 2 == 0 { high } else { low }).collect();
    ticks_are(&tape, &expected, "instrument of two notes");
    let mut score = sfx(&[note(45, 2, 4, 0, true); 8], 8);
    score.sfx(2, [plain(24, 3, 5)], 4, 0, 1, 0);
    near(square_volume(&play(&score, 4), 2), 4.0 * 5.0 / 7.0, 0.02, "volume 4 of volume 5");
}

#[test]
fn instruments_restart_when_they_must() {
    // The manual's rules. The instrument sounds for 4 ticks and then falls silent; notes last 8.
    let mut score = Score::default();
    for n in [2, 3] {
        score.sfx(n, [plain(24, 3, 7)], 4, 1, 0, 0);
    }
    let on = |key, wave, volume, effect| note(key, wave, volume, effect, true);
    let first = on(40, 2, 7, 0);
    let cases = [
        ("the same again", vec![first, on(40, 2, 7, 0)], false),
        ("another volume", vec![first, on(40, 2, 5, 0)], false),
        ("another key", vec![first, on(41, 2, 7, 0)], true),
        ("another instrument", vec![first, on(40, 3, 7, 0)], true),
        ("effect 3", vec![first, on(40, 2, 7, 3)], true),
        ("after a waveform", vec![plain(40, 3, 7), on(40, 2, 7, 0)], true),
        ("after a silent note", vec![on(40, 2, 0, 0), on(40, 2, 7, 0)], true),
    ];
    for (what, notes, anew) in cases {
        score.sfx(8, notes, 8, 0, 0, 0);
        let tape = play(&score, 8);
        assert_eq!(square_volume(&tape, 8) > 1.0, anew, "{what}");
        assert!(square_volume(&tape, 13) < 0.01, "{what}: it ends after 4 ticks");
    }
    score.sfx(8, [first], 8, 0, 1, 0);
    let tape = play(&score, 8);
    assert!(square_volume(&tape, 8) > 1.0 && square_volume(&tape, 16) > 1.0, "a loop begins it anew");
    // Effect 3 only does that: it does not drop.
    let mut score = sfx(&[note(45, 2, 7, 3, true)], 16);
    score.sfx(2, [plain(24, 0, 7)], 4, 0, 1, 0);
    ticks_are(&play(&score, 4), &[hertz(45.0); 15], "effect 3 of an instrument's note");
}

#[test]
fn effects_of_note_and_instrument_add_up() {
    // zepto8 applies both: a fade out of the note on a fade in of the instrument.
    let mut score = sfx(&[note(45, 2, 7, 5, true)], 8);
    score.sfx(2, [note(24, 3, 7, 4, false)], 8, 0, 0, 0);
    let tape = play(&score, 4);
    for k in 0..8 {
        let u = k as f64 / 8.0;
        near(square_volume(&tape, k), 7.0 * u * (1.0 - u), 0.02, &format!("tick {k}"));
    }
}

#[test]
fn a_poke_takes_effect_with_the_next_tick() {
    // Decision 3: memory decides. Frame 1 ends 3 samples into tick 4; the poke counts from tick 5.
    let mut c = console(&sfx(&[plain(45, 0, 7); 4], 8));
    c.machine_mut().sfx_ext(8, 0, 0, 0);
    let mut all = tape(&mut c, 1);
    let at = 0x3200 + 68 * 8;
    c.machine_mut().poke(at, 57);
    c.machine_mut().poke2(at + 2, i32::from(plain(40, 0, 7) as i16));
    all.extend(tape(&mut c, 4));
    let expected: Vec<f64> = (0..16)
        .map(|k| {
            hertz(if k < 5 {
                45.0
            } else if k < 8 {
                57.0
            } else {
                40.0
            })
        })
        .collect();
    ticks_are(&all, &expected, "poked notes");
}
