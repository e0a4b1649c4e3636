//! Pitch, level and shape.

use super::{FULL, RATE, SQUARE, Score, hertz, near, play};
use tests::score::{note, plain};

/// One continuous note on sfx 8.
fn tone(note: u16, filters: u8) -> Score {
    let mut score = Score::default();
    score.sfx(8, [note], 255, 0, 1, filters);
    score
}

/// Frequency by upward crossings of zero, placed between samples.
fn crossings_hertz(tape: &[i32]) -> f64 {
    let at: Vec<f64> = (1..tape.len())
        .filter(|&i| tape[i - 1] < 0 && tape[i] >= 0)
        .map(|i| i as f64 - f64::from(tape[i]) / f64::from(tape[i] - tape[i - 1]))
        .collect();
    (at.len() - 1) as f64 * RATE / (at[at.len() - 1] - at[0])
}

#[test]
fn each_key_is_within_a_cent() {
    for key in 0..64 {
        // Triangle, tilted saw, saw, square cross upwards once a turn.
        for wave in if key % 9 == 0 { 0..4 } else { 0..1 } {
            let found = crossings_hertz(&play(&tone(plain(key, wave, 7), 0), 120)[100..]);
            let cents = 1200.0 * (found / hertz(f64::from(key))).log2();
            near(cents, 0.0, 1.0, &format!("cents of key {key}, waveform {wave}, {found} Hz"));
        }
    }
}

fn extremes(tape: &[i32]) -> (f64, f64) {
    let ends = tape[200..].iter().fold((0, 0), |(a, b), s| (a.min(*s), b.max(*s)));
    (f64::from(ends.0), f64::from(ends.1))
}

#[test]
fn levels_of_volume_7() {
    // Square: the measured plateau, 8062. The others by zepto8's formulas, in its full scale of four squares.
    let cases = [
        (0, -0.5, 0.5),
        (1, -0.5, 0.5),
        (2, -0.3265, 0.3265),
        (3, -0.25, 0.25),
        (4, -0.25, 0.25),
        (5, -1.0 / 3.0, 1.0 / 3.0),
        (7, -0.5, 0.5),
    ];
    for (wave, low, high) in cases {
        // Key 0 takes 337 samples a turn, so that a sample is near each peak; the phaser's two parts meet
        // every 1.7 s.
        let (a, b) = extremes(&play(&tone(plain(0, wave, 7), 0), 90));
        near(a, low * FULL, 130.0, &format!("lowest of waveform {wave}"));
        near(b, high * FULL, 130.0, &format!("highest of waveform {wave}"));
    }
    assert_eq!(extremes(&play(&tone(plain(0, 3, 7), 0), 20)), (-SQUARE, SQUARE), "8062, as measured");
}

#[test]
fn volume_is_linear() {
    for volume in 0..8 {
        let (a, b) = extremes(&play(&tone(plain(12, 3, volume), 0), 20));
        let expected = SQUARE * f64::from(volume) / 7.0;
        near(b, expected, 3.0, &format!("square of volume {volume}"));
        near(a, -expected, 3.0, &format!("square of volume {volume}, below"));
    }
}

fn turn(x: f64) -> f64 {
    x.rem_euclid(1.0)
}

/// The waveform at this many turns, 1 for full scale: zepto8's formulas.
fn formula(wave: u8, buzz: bool, turns: f64) -> f64 {
    let t = turn(turns);
    let triangle = |t: f64| 1.0 - (4.0 * t - 2.0).abs();
    let tilted = |a: f64| if t < a { 2.0 * t / a - 1.0 } else { 2.0 * (1.0 - t) / (1.0 - a) - 1.0 };
    match (wave, buzz) {
        (0, false) => 0.5 * triangle(t),
        (0, true) => 0.5 * (0.75 * triangle(t) + 0.25 * tilted(0.875)),
        (1, _) => 0.5 * tilted(if buzz { 0.975 } else { 0.875 }),
        (2, _) => {
            let s = if t < 0.5 { t } else { t - 1.0 };
            let middle = (turns.rem_euclid(2.0) - 1.0).abs() < 0.5;
            0.653 * if buzz { 0.83 * s - if middle { 0.085 } else { 0.0 } } else { s }
        }
        (3, _) => {
            if t < if buzz { 0.4 } else { 0.5 } {
                0.25
            } else {
                -0.25
            }
        }
        (4, _) => {
            if t < if buzz { 0.255 } else { 0.316 } {
                0.25
            } else {
                -0.25
            }
        }
        (5, _) => {
            let first = t < 0.5;
            let s = if first { 3.0 - (24.0 * t - 6.0).abs() } else { 1.0 - (16.0 * t - 12.0).abs() };
            let bent = |s: f64| if first && s > -1.875 { 0.2 * s - 1.0 } else { s + 0.5 };
            (if buzz { bent(if first { 2.0 * s + 3.0 } else { s }) } else { s }) / 9.0
        }
        _ => {
            let mut s = 2.0 * triangle(t) + triangle(turn(turns * 109.0 / 110.0));
            if buzz {
                s += 0.25 * triangle(turn(2.0 * turns + 0.5)) + 0.125 * triangle(turn(4.0 * turns));
            }
            s / 6.0
        }
    }
}

/// Compares samples from the 62nd on with a formula of the turns. Samples next to a jump are left out: their side
/// depends on the last bit of a phase.
fn follows(tape: &[i32], hertz: f64, what: &str, formula: impl Fn(f64) -> f64) {
    let mut compared = 0;
    for (i, found) in tape.iter().enumerate().skip(62) {
        let turns = i as f64 * hertz / RATE;
        let [before, here, after] = [-2e-4, 0.0, 2e-4].map(|d| formula(turns + d));
        if (before - here).abs().max((after - here).abs()) < 0.02 {
            compared += 1;
            // 40 of 32,768: 16 bits of phase on the steepest slope, 40 full scales a turn.
            near(f64::from(*found), here * FULL, 40.0, &format!("{what}, sample {i}"));
        }
    }
    assert!(compared * 2 > tape.len(), "{what}: {compared} samples of {} compared", tape.len());
}

#[test]
fn waveforms_follow_their_formulas() {
    for wave in [0, 1, 2, 3, 4, 5, 7] {
        for buzz in [false, true] {
            for key in [0, 24, 50] {
                let what = format!("waveform {wave}, buzz {buzz}, key {key}");
                let tape = play(&tone(plain(key, wave, 7), if buzz { 4 } else { 0 }), 4);
                follows(&tape, hertz(f64::from(key)), &what, |turns| formula(wave, buzz, turns));
            }
        }
    }
}

#[test]
fn detune_adds_a_second_voice_of_half_the_height() {
    // zepto8: a fourth below and a fifth above on the triangle; otherwise a beat, or an octave and a beat.
    // The organ's high partner is a triangle.
    let cases = [
        (0, [3.0 / 4.0, 3.0 / 2.0], 0),
        (1, [200.0 / 199.0, 400.0 / 199.0], 1),
        (3, [200.0 / 199.0, 400.0 / 199.0], 3),
        (5, [200.0 / 199.0, 800.0 / 199.0], 0),
        (7, [49.0 / 50.0, 400.0 / 199.0], 7),
    ];
    for (wave, ratios, high) in cases {
        for (level, ratio) in (1..).zip(ratios) {
            let tape = play(&tone(plain(20, wave, 5), 8 * level), 4);
            let other = if level == 2 { high } else { wave };
            follows(&tape, hertz(20.0), &format!("waveform {wave}, detune {level}"), |turns| {
                let sum = formula(wave, false, turns) + 0.5 * formula(other, false, turns * ratio);
                sum * 5.0 / 7.0
            });
        }
    }
}

#[test]
fn a_cycle_is_64_samples_with_lines_between_them() {
    // The manual: 64 signed samples. That 128 is as high as a triangle, and the meaning of bit 0 of the
    // speed, are based on one export.
    let samples: Vec<i8> = (0..64).map(|i| ((i * i * 7) % 181) as i8).collect();
    let words = samples.chunks(2).map(|two| u16::from_le_bytes([two[0] as u8, two[1] as u8]));
    for (speed, ratio) in [(1, 1.0), (0, 0.5)] {
        let mut score = tone(note(30, 2, 7, 0, true), 0);
        score.sfx(2, words.clone(), speed, 0x80, 0, 0);
        follows(&play(&score, 4), hertz(30.0) * ratio, &format!("cycle, speed byte {speed}"), |turns| {
            let at = turn(turns) * 64.0;
            let of = |i: usize| f64::from(samples[i % 64]);
            let i = at as usize;
            (of(i) + (of(i + 1) - of(i)) * (at - i as f64)) / 256.0
        });
    }
}

fn rms(tape: &[i32]) -> f64 {
    (tape.iter().map(|s| f64::from(*s).powi(2)).sum::<f64>() / tape.len() as f64).sqrt() / FULL
}

/// The share of a sound's change from sample to sample: 2 for white noise, close to 0 for a rumble.
fn brightness(tape: &[i32]) -> f64 {
    let steps: f64 = tape.windows(2).map(|w| f64::from(w[1] - w[0]).powi(2)).sum();
    steps / tape.iter().map(|s| f64::from(*s).powi(2)).sum::<f64>()
}

#[test]
fn noise_is_as_loud_and_as_bright_as_its_key() {
    for key in [0, 24, 48, 63] {
        let noise = play(&tone(plain(key, 6, 7), 0), 60);
        let tape = &noise[200..];
        // zepto8: y = (y + s r) / (1 + s) with r even in -1..1, so that y's square is s / 3 (2 + s); times the gain.
        let s = hertz(f64::from(key)) / hertz(63.0);
        let gain = 1.5 * (1.0 + (1.0 - f64::from(key) / 63.0).powi(2));
        near(rms(tape) / (gain * (s / (3.0 * (2.0 + s))).sqrt()), 1.0, 0.12, &format!("level of key {key}"));
        // For such a y the steps' share is 2 s / (1 + s).
        near(brightness(tape) / (2.0 * s / (1.0 + s)), 1.0, 0.15, &format!("brightness of key {key}"));
        // Ours: noiz is white, buzz rumbles.
        near(brightness(&play(&tone(plain(key, 6, 7), 2), 60)[200..]), 2.0, 0.15, "brightness of noiz");
        assert!(brightness(&play(&tone(plain(key, 6, 7), 4), 60)[200..]) < 0.02, "buzz rumbles");
    }
}
