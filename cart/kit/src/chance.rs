//! Random streams: everything random in a cart comes from a generator in its state.
//!
//! ```text
//!   seed, number ── stream ──> Rng        the same seed and number give the same numbers
//! ```

use num::Rng;

/// The generator of a seed and a number, such as a floor, a level or a turn. Streams of seeds and numbers that differ
/// in one bit are unrelated.
pub fn stream(seed: u32, number: u32) -> Rng {
    let mut rng = Rng::from_words(seed ^ 0x9e37_79b9, number.wrapping_mul(0x85eb_ca6b) ^ 0x0bad_cafe);
    // Words that differ in few bits give similar numbers at first.
    (0..32).for_each(|_| {
        rng.next_u32();
    });
    rng
}
