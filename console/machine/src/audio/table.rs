//! Keys to phase steps, volumes to factors.
//!
//! A phase is a `u32`, a whole turn 2^32. One sample adds `step(p) = 2^32 / 22050 * 440 * 2^((p - 33) / 12)` for key p
//! of 64. The semitone ratios are rounded from 2^(k/12); a test recomputes them in floats.

pub const RATE: u32 = 22_050;
/// Samples per tick, the unit of note lengths: 120.49 ticks a second.
pub const TICK: u16 = 183;
/// Key at which a custom instrument sounds as written.
pub const MIDDLE: usize = 24;

/// 2^(k/12) * 2^32.
#[rustfmt::skip]
const SEMITONES: [u64; 12] = [
    4_294_967_296, 4_550_359_342, 4_820_937_788, 5_107_605_667, 5_411_319_705, 5_733_093_519,
    6_074_001_000, 6_435_179_895, 6_817_835_604, 7_223_245_206, 7_652_761_717, 8_107_818_609,
];
/// 440 / 22050 * 2^40.
const A440: u64 = 21_940_368_083;

pub const STEPS: [u32; 64] = {
    let mut steps = [0; 64];
    let mut p = 0;
    while p < 64 {
        // Counted from the A below key 0 (p = -3), so that octaves only shift up: 440 Hz is three octaves above it.
        let above = p + 3;
        let product = (A440 as u128) * (SEMITONES[above % 12] as u128);
        // 40 + 32 fraction bits to 32: 8 + 32 down, three octaves down, the key's octaves up.
        steps[p] = ((product << (above / 12)) >> (8 + 32 + 3)) as u32;
        p += 1;
    }
    steps
};

/// Factor of volume 7, in 4096ths: 8062/8192, so that a square of volume 7 reaches the measured 8062.
pub const LOUD: i32 = 4031;

/// Factor of volumes 0 to 7, in 4096ths.
pub const fn volume(v: u8) -> i32 {
    LOUD * v as i32 / 7
}
