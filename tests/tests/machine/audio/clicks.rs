//! No change causes a click: the largest step between two samples stays close to the waveform's own.
//!
//! ```text
//! triangle of key 24, volume 7     own step 765      cut off at its peak: a step of 16,124
//! volume over a third of a tick    264 a sample      (16,124 / 61)
//! two voices crossing              own steps of both, weighted, and twice the volume's
//! ```
//!
//! The width of the cross-fade is measured on exports; the bound is the sum of everything that may move at once.

use super::{FULL, RATE, Score, console, hertz, tape};
use rasher::{Console, Machine};
use tests::score::{note, plain};

fn largest_step(tape: &[i32]) -> f64 {
    // Silence precedes the first sample.
    let steps = tape.windows(2).map(|w| (w[1] - w[0]).abs());
    f64::from(steps.max().unwrap().max(tape[0].abs()))
}

/// Own step of a triangle of volume 7.
fn own(key: f64) -> f64 {
    2.0 * FULL * hertz(key) / RATE
}

/// How much a change over the whole range of volumes may add to a step.
const VOLUME: f64 = FULL / 2.0 / 61.0;

/// Sfx 8: a continuous triangle of key 24. 9 to 15: others. Pattern 0: sfx 8 on channel 0.
fn score() -> Score {
    let mut score = Score::default();
    let long = |score: &mut Score, n, note, filters| _ = score.sfx(n, [note; 32], 16, 0, 32, filters);
    long(&mut score, 8, plain(24, 0, 7), 0);
    long(&mut score, 9, plain(31, 0, 7), 0);
    long(&mut score, 10, plain(24, 0, 2), 0);
    long(&mut score, 11, plain(24, 0, 7), 4);
    long(&mut score, 12, plain(24, 0, 7), 48);
    long(&mut score, 13, plain(24, 0, 7), 144);
    long(&mut score, 14, note(24, 1, 7, 0, true), 0);
    long(&mut score, 15, plain(24, 0, 7), 24);
    long(&mut score, 1, plain(24, 0, 7), 0);
    let notes = [24, 31, 20, 36].map(|key| plain(key, 0, 7)).into_iter();
    score.sfx(
        16,
        notes.chain([plain(24, 0, 0), plain(24, 0, 7), plain(24, 0, 1), note(24, 0, 7, 1, false)]),
        3,
        0,
        0,
        0,
    );
    score.sfx(17, [2, 4, 5, 6, 7, 2].map(|effect| note(28, 0, 7, effect, false)), 5, 0, 0, 0);
    score.pattern(0, [8, 0x41, 0x42, 0x43]).pattern(1, [9, 0x41, 0x42, 0x43]);
    score
}

/// Starts sfx 8, does something after a while and something else later; returns all samples.
fn after(first: impl Fn(&mut Machine), second: impl Fn(&mut Machine)) -> Vec<i32> {
    // At many points of the wave: a click is hidden where it crosses zero.
    let mut worst = Vec::new();
    for frames in 3..11 {
        let mut c: Console = console(&score());
        c.machine_mut().sfx_ext(8, 0, 0, 0);
        let mut all = tape(&mut c, frames);
        first(c.machine_mut());
        all.extend(tape(&mut c, 4));
        second(c.machine_mut());
        all.extend(tape(&mut c, 40));
        if worst.is_empty() || largest_step(&all) > largest_step(&worst) {
            worst = all;
        }
    }
    worst
}

fn nothing(_: &mut Machine) {}

#[test]
fn changes_do_not_click() {
    let sfx = |n: i32| move |m: &mut Machine| _ = m.sfx_ext(n, 0, 0, 0);
    let poke = |at: u16, byte: i32| move |m: &mut Machine| m.poke(at, byte);
    let (one, two) = (own(24.0), own(31.0));
    let cases: Vec<(&str, Vec<i32>, f64)> = vec![
        ("nothing but a start", after(nothing, nothing), one + VOLUME),
        ("a stop", after(sfx(-1), nothing), one + VOLUME),
        ("a stop and a start", after(sfx(-1), sfx(8)), one + VOLUME),
        ("the same again", after(sfx(8), sfx(8)), one + VOLUME),
        ("another key", after(sfx(9), sfx(8)), two + VOLUME),
        ("another volume", after(sfx(10), sfx(8)), one + VOLUME),
        // With buzz, a quarter of the wave falls 8 full scales a turn: 3.5 with the rest, instead of 2.
        ("another waveform", after(sfx(11), sfx(8)), 1.75 * one + VOLUME),
        ("an instrument", after(sfx(14), sfx(8)), one + VOLUME),
        ("music begins and ends", after(|m| m.music(0), |m| m.music(-1)), one + VOLUME),
        ("music alone", after(|m| _ = (m.sfx(-1), m.music(1)), |m| m.music(-1)), two + VOLUME),
        (
            "a fade",
            after(|m| _ = (m.sfx(-1), m.music_ext(0, 200, 0)), |m| m.music_ext(-1, 100, 0)),
            one + VOLUME,
        ),
        ("frozen and thawed", after(poke(0x5f2f, 1), poke(0x5f2f, 0)), one + VOLUME),
        (
            "frozen, stopped, thawed",
            after(poke(0x5f2f, 1), |m| _ = (m.sfx(-1), m.poke(0x5f2f, 0))),
            one + VOLUME,
        ),
        // An echo adds up to its own height again: twice the steps, twice the volume.
        ("an echo on and off", after(sfx(12), sfx(8)), 2.0 * (one + VOLUME)),
        ("a short echo for a long one", after(sfx(15), sfx(12)), 2.0 * (one + VOLUME)),
        ("a stop with an echo", after(sfx(12), sfx(-1)), 2.0 * (one + VOLUME)),
        ("a low-pass on and off", after(sfx(13), sfx(8)), one + VOLUME),
        ("echo and low-pass by register", after(poke(0x5f41, 1), poke(0x5f41, 0)), 2.0 * (one + VOLUME)),
        ("half clock", after(poke(0x5f40, 0x01), poke(0x5f40, 0x10)), one + VOLUME),
        ("many notes", after(sfx(16), nothing), own(36.0) + VOLUME),
        ("effects", after(sfx(17), nothing), own(28.4) + VOLUME),
    ];
    for (what, tape, bound) in cases {
        let step = largest_step(&tape);
        assert!(step <= bound * 1.02 + 8.0, "{what}: a step of {step:.0}, at most {bound:.0} is smooth");
        assert!(step > 500.0, "{what}: nothing sounds");
    }
}

#[test]
fn a_cut_would_be_found() {
    // Tests the measure itself: the same samples, cut off at a peak.
    let mut tape = after(nothing, nothing);
    let peak = (2000..).find(|&i| tape[i] > 15_500).unwrap();
    tape.truncate(peak + 1);
    tape.push(0);
    assert!(largest_step(&tape) > 15_000.0);
}

#[test]
fn a_stop_is_silent_within_a_tick_and_a_third() {
    let mut c = console(&score());
    c.machine_mut().sfx_ext(8, 0, 0, 0);
    tape(&mut c, 3);
    c.machine_mut().sfx(-1);
    let tape = tape(&mut c, 1);
    assert!(tape[..100].iter().any(|s| *s != 0), "it does not end at once");
    assert!(tape[183 + 62..].iter().all(|s| *s == 0), "it has ended");
}
