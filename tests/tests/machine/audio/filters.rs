//! Echo, low-pass, crush and the channels' registers.

use super::{SQUARE, Score, TICK, console, hertz, near, play, sfx, slope_hertz, tape};
use tests::score::{note, plain};

/// Sfx 8 with filters.
fn filtered(notes: &[u16], speed: u8, filters: u8) -> Score {
    let mut score = Score::default();
    score.sfx(8, notes.iter().copied(), speed, 0, 0, filters);
    score
}

const REVERB: u8 = 24;
const DAMPEN: u8 = 72;

#[test]
fn dampen_settles_by_halves_or_quarters() {
    // Measured on exports of steps: 0, 1/2, 3/4, 7/8 ... for level 1; level 2 adds a quarter of the remainder each
    // time.
    let note = [plain(0, 3, 7)];
    let dry = play(&filtered(&note, 40, 0), 8);
    let edge = (400..).find(|&i| dry[i - 1] < 0 && dry[i] > 0).unwrap();
    for (level, rest) in [(1, 0.5), (2, 0.75)] {
        let wet = play(&filtered(&note, 40, level * DAMPEN), 8);
        near(f64::from(wet[edge - 1]), -SQUARE, 2.0, "before the step");
        for k in 0..20 {
            let expected = SQUARE - 2.0 * SQUARE * f64::powi(rest, k + 1);
            near(f64::from(wet[edge + k as usize]), expected, 2.0, &format!("dampen {level}, sample {k}"));
        }
    }
}

#[test]
fn reverb_is_a_train_of_halves() {
    // Measured: each echo is half of the previous one, 366 or 732 samples later. One tick of sound and its
    // end are shorter.
    for (level, delay) in [(1, 366), (2, 732)] {
        let tape = play(&filtered(&[plain(30, 3, 7)], 1, level * REVERB), 12);
        let dry = play(&filtered(&[plain(30, 3, 7)], 1, 0), 12);
        assert_eq!(tape[..delay], dry[..delay], "the sound itself");
        assert!(dry[delay..].iter().all(|s| *s == 0));
        for i in delay..tape.len() {
            near(
                f64::from(tape[i]),
                f64::from(tape[i - delay]) / 2.0,
                2.0,
                &format!("reverb {level}, sample {i}"),
            );
        }
        assert!(tape[3 * delay..4 * delay].iter().any(|s| s.abs() > 900), "an eighth is left");
        let mut c = console(&filtered(&[plain(30, 3, 7)], 1, level * REVERB));
        c.machine_mut().sfx(8);
        tape_ends(&tape_of(&mut c));
    }
}

fn tape_of(c: &mut rasher::Console) -> Vec<i32> {
    tape(c, 40)
}

#[track_caller]
fn tape_ends(tape: &[i32]) {
    assert!(tape[tape.len() - 735..].iter().all(|s| *s == 0), "an echo dies away to nothing");
}

#[test]
fn echo_and_low_pass_are_as_in_a_model() {
    // Measured: the comb comes before the low-pass, and it stores the low-passed output.
    let notes = [plain(30, 3, 7), plain(42, 2, 5), note(37, 5, 6, 5, false), plain(50, 0, 3)];
    let dry = play(&filtered(&notes, 6, 0), 10);
    for (reverb, delay) in [(0, 0), (1, 366), (2, 732)] {
        for (dampen, part) in [(0, 1.0), (1, 0.5), (2, 0.25)] {
            let wet = play(&filtered(&notes, 6, reverb * REVERB + dampen * DAMPEN), 10);
            let mut model: Vec<f64> = Vec::new();
            for (i, s) in dry.iter().enumerate() {
                let echo = if reverb > 0 && i >= delay { model[i - delay] / 2.0 } else { 0.0 };
                let before = model.last().copied().unwrap_or(0.0);
                model.push(before + (f64::from(*s) + echo - before) * part);
                near(
                    f64::from(wet[i]),
                    model[i],
                    6.0,
                    &format!("reverb {reverb} dampen {dampen} sample {i}"),
                );
            }
        }
    }
}

#[test]
fn registers_force_filters_on_channels() {
    // zepto8: 0x5f41 and 0x5f43, low nibble strong, high nibble mild, a bit each channel.
    let notes = [plain(30, 3, 7), plain(42, 2, 5)];
    for (register, bit, filters) in [
        (0x5f41, 0x01, 2 * REVERB),
        (0x5f41, 0x10, REVERB),
        (0x5f43, 0x01, 2 * DAMPEN),
        (0x5f43, 0x10, DAMPEN),
        (0x5f41, 0xee, 0),
        (0x5f43, 0xee, 0),
    ] {
        let mut c = console(&filtered(&notes, 8, 0));
        c.machine_mut().poke(register, bit);
        c.machine_mut().sfx_ext(8, 0, 0, 0);
        assert_eq!(tape(&mut c, 8), play(&filtered(&notes, 8, filters), 8), "{register:#x} = {bit:#x}");
    }
}

#[test]
fn crush_makes_steps() {
    // zepto8: whole steps of 0x1000, towards zero or down, stretched by 0x1249 / 0x1000.
    let score = sfx(&[plain(30, 0, 7)], 20);
    let dry = play(&score, 4);
    for (bit, down) in [(0x01, false), (0x10, true)] {
        let mut c = console(&score);
        c.machine_mut().poke(0x5f42, bit);
        c.machine_mut().sfx_ext(8, 0, 0, 0);
        for (s, d) in tape(&mut c, 4).iter().zip(&dry) {
            let steps = if down && *d < 0 { (d - 0x1000) / 0x1000 } else { d / 0x1000 };
            assert_eq!(*s, steps * 0x1249, "crush {bit:#x} of {d}");
        }
    }
}

#[test]
fn half_clock_halves_pitch_and_tempo_half_frequency_the_pitch() {
    // zepto8's interpretation of 0x5f40.
    let notes = [plain(57, 0, 7), plain(45, 0, 7), plain(52, 0, 7)];
    for (byte, length, ratio) in
        [(0x00, 4, 1.0), (0x01, 8, 0.5), (0x10, 4, 0.5), (0x11, 8, 0.25), (0xee, 4, 1.0)]
    {
        let mut c = console(&sfx(&notes, 4));
        c.machine_mut().poke(0x5f40, byte);
        c.machine_mut().sfx_ext(8, 0, 0, 0);
        let tape = tape(&mut c, 8);
        for k in 0..3 * length {
            let expected = hertz([57.0, 45.0, 52.0][k / length]) * ratio;
            near(slope_hertz(&tape, k), expected, expected * 0.01, &format!("0x5f40 = {byte:#x}, tick {k}"));
        }
        assert!(tape[3 * length * TICK + 62..][..TICK].iter().all(|s| *s == 0), "{byte:#x}: it has ended");
    }
}
