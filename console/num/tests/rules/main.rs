//! The rules of numbers as tables of cases, and every routine compared with a slow reference over random words.
//!
//! Each table names its source: "measured" is a value that PICO-8 0.2.7 printed, "manual" its manual, and "decision"
//! ours where nothing is known. The references work in 128 bits, one bit at a time, or in floats: floats are banned
//! in the crate, not here.

mod bits;
mod mixed;
mod ops;
mod pow;
mod rng;
mod sample;
mod text;
mod trig;
