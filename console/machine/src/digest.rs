//! The one 64-bit hash of the project: of states, ROMs, pictures and recordings.
//!
//! ```text
//! state h = 0x9e37_79b9_7f4a_7c15
//! word w:   h = rotl(h ^ w, 29) * 0xbf58_476d_1ce4_e5b9      (wrapping)
//! bytes:    little-endian words of 8, the last one padded with zeros, then the length as a word
//! finish:   h ^= h >> 32;  h *= 0x94d0_49bb_1331_11eb;  h ^= h >> 29
//! ```
//!
//! Every step is a bijection of `h` for a given word, so two states that differ in one word never collide
//! at that word. It is not meant to withstand an attacker. 64 KiB take about 16 us byte-packed by words,
//! which is why every frame can have one.

/// Takes words and bytes in a written-down order; [`Digest::finish`] gives the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// Nothing taken yet.
    pub const fn new() -> Self {
        Digest(0x9e37_79b9_7f4a_7c15)
    }

    /// Takes one word.
    #[inline]
    pub const fn word(&mut self, w: u64) {
        self.0 = (self.0 ^ w).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }

    /// Takes a run of bytes and its length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for w in words {
            self.word(u64::from_le_bytes(*w));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        if !rest.is_empty() {
            self.word(u64::from_le_bytes(last));
        }
        self.word(bytes.len() as u64);
    }

    /// The number.
    pub const fn finish(self) -> u64 {
        let mut h = self.0;
        h ^= h >> 32;
        h = h.wrapping_mul(0x94d0_49bb_1331_11eb);
        h ^ h >> 29
    }

    /// The number of one run of bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut d = Digest::new();
        d.bytes(bytes);
        d.finish()
    }
}
