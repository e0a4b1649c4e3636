//! The synth's output, measured.
//!
//! | file | what it measures |
//! |---|---|
//! | `waves.rs` | pitch of each key, levels, each waveform compared with its formula |
//! | `effects.rs` | slide, vibrato, drop, fades, arpeggios, tick by tick; instruments |
//! | `filters.rs` | echo and low-pass compared with a model, steps and echo trains, the registers 0x5f40 to 0x5f43 |
//! | `clicks.rs` | no change causes a step |
//! | `order.rs` | lengths, loops, flags, covered music, pokes during play |
//! | `value.rs` | copies, and any bytes and calls at all |
//! | `songs.rs` | whole songs: digest and spectrogram |
//!
//! A sound starts with the first sample of the frame after its call, so a recording of frames begins with it.
//! Formulas are written out again here, in floats. "measured" is a value from the real machine's exports, "manual"
//! its manual, "zepto8" that implementation's interpretation, "ours" our own decision.

mod clicks;
mod effects;
mod filters;
mod order;
mod songs;
mod value;
mod waves;

use rasher::{Boot, Cart, Console, Input, program};
use serde::{Deserialize, Serialize};
use tests::score::Score;

/// Samples per second, and samples per tick.
const RATE: f64 = 22_050.0;
const TICK: usize = 183;
/// A square of volume 7 as in exports: 8062 of 32,768 (measured); the formulas say a quarter of full scale.
const SQUARE: f64 = 8062.0;
const FULL: f64 = 4.0 * SQUARE;

#[derive(Clone, Default, Serialize, Deserialize)]
struct Still;

impl Cart for Still {}

fn console(score: &Score) -> Console {
    let mut console = Console::boot(program(Still), Boot::default());
    score.poke(console.machine_mut());
    console
}

/// Runs frames; returns their samples.
fn tape(console: &mut Console, frames: usize) -> Vec<i32> {
    let mut tape = Vec::new();
    for _ in 0..frames {
        console.frame(&Input::default());
        tape.extend(console.machine().samples().iter().map(|s| i32::from(*s)));
    }
    tape
}

/// Plays sfx 8 on channel 0 from its start.
fn play(score: &Score, frames: usize) -> Vec<i32> {
    let mut console = console(score);
    console.machine_mut().sfx_ext(8, 0, 0, 0);
    tape(&mut console, frames)
}

/// A score of sfx 8, without loop or filter.
fn sfx(notes: &[u16], speed: u8) -> Score {
    let mut score = Score::default();
    score.sfx(8, notes.iter().copied(), speed, 0, 0, 0);
    score
}

/// Frequency of a key (the manual: 33 is 440 Hz).
fn hertz(key: f64) -> f64 {
    440.0 * ((key - 33.0) / 12.0).exp2()
}

/// The samples of a tick after its first third, in which volumes move.
fn tick(tape: &[i32], k: usize) -> &[i32] {
    &tape[k * TICK + 62..(k + 1) * TICK]
}

/// The frequency of a triangle of volume 7 in a tick, by its slope: the median of all differences, so that the few at
/// the corners do not count.
fn slope_hertz(tape: &[i32], k: usize) -> f64 {
    let mut steps: Vec<i32> = tick(tape, k).windows(2).map(|w| (w[1] - w[0]).abs()).collect();
    steps.sort_unstable();
    // Four times the peak, half of full scale, per turn.
    f64::from(steps[steps.len() / 2]) * RATE / (2.0 * FULL)
}

/// Volume of a square in a tick, 0 to 7.
fn square_volume(tape: &[i32], k: usize) -> f64 {
    f64::from(tick(tape, k).iter().map(|s| s.abs()).max().unwrap()) * 7.0 / SQUARE
}

#[track_caller]
fn near(found: f64, expected: f64, within: f64, what: &str) {
    assert!(
        (found - expected).abs() <= within,
        "{what}: found {found:.4}, expected {expected:.4} +- {within:.4}"
    );
}
