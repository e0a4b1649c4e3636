//! Chance: everything random in a cart comes from a generator that is part of its state.
//!
//! ```text
//!   seed, number ── stream ──> Rng        the same seed and number, the same numbers
//! ```

use num::Rng;

/// The generator of a seed and a number: a floor, a level, a turn. Seeds and numbers that differ in one bit give streams that
/// have nothing in common.
pub fn stream(seed: u32, number: u32) -> Rng {
    let mut rng = Rng::from_words(seed ^ 0x9e37_79b9, number.wrapping_mul(0x85eb_ca6b) ^ 0x0bad_cafe);
    // Words that differ in few bits give like numbers at first.
    (0..32).for_each(|_| _ = rng.next_u32());
    rng
}
