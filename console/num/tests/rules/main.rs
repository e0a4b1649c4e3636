//! The rules of the numbers, as tables of cases, and every routine beside a slow twin over random words.
//!
//! What an expectation rests on stands beside its table: "measured" is a value that PICO-8 0.2.7 printed, "manual" its
//! manual, "decision" ours where nothing is known. The twins work in 128 bits, one bit at a time, or in floats: floats
//! are banned in the crate, not here.

mod bits;
mod mixed;
mod ops;
mod pow;
mod rng;
mod sample;
mod text;
mod trig;
