//! Keys to phase steps, volumes to factors: numbers that the oscillators count with.
//!
//! A phase is a `u32`; a whole turn is 2^32. A step is what one sample adds to it:
//! `step(p) = 2^32 / 22050 * 440 * 2^((p - 33) / 12)`, for the 64 keys. The semitone ratios are written out, rounded
//! from 2^(k/12); a test works them out again in floats.

/// Samples a second.
pub const RATE: u32 = 22_050;
/// Samples of a tick, the unit in which notes are counted: 120.49 ticks a second.
pub const TICK: u16 = 183;
/// Key at which a custom instrument sounds as it is written.
pub const MIDDLE: usize = 24;

/// 2^(k/12) * 2^32.
const SEMITONES: [u64; 12] = [
    4_294_967_296,
    4_550_359_342,
    4_820_937_788,
    5_107_605_667,
    5_411_319_705,
    5_733_093_519,
    6_074_001_000,
    6_435_179_895,
    6_817_835_604,
    7_223_245_206,
    7_652_761_717,
    8_107_818_609,
];
/// 440 / 22050 * 2^40.
const A440: u64 = 21_940_368_083;

/// Phase step of each key.
pub const STEPS: [u32; 64] = {
    let mut steps = [0; 64];
    let mut p = 0;
    while p < 64 {
        // Counted from the A below key 0 (p = -3), so that octaves only shift up: 440 Hz is three octaves above it.
        let above = p + 3;
        let product = (A440 as u128) * (SEMITONES[above % 12] as u128);
        // 40 fraction bits become 32, the ratio's 32 go, three octaves down and the key's octaves up.
        steps[p] = ((product << (above / 12)) >> (8 + 32 + 3)) as u32;
        p += 1;
    }
    steps
};

/// Factor of volume 7, in 4096ths: 8062/8192, so that a square of volume 7 reaches the 8062 that was measured.
pub const LOUD: i32 = 4031;

/// Factor of volumes 0 to 7, in 4096ths.
pub const fn volume(v: u8) -> i32 {
    LOUD * v as i32 / 7
}
