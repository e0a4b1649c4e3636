//! A digest that distinguishes states.

/// Four lanes, so that the multiplications overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordDigest {
    lanes: [u64; 4],
    count: u64,
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl WordDigest {
    pub fn new() -> WordDigest {
        WordDigest { lanes: [1, 2, 3, 4], count: 0 }
    }

    pub fn word(&mut self, word: u64) {
        let lane = &mut self.lanes[(self.count & 3) as usize];
        *lane = (*lane ^ word).wrapping_mul(FACTOR).rotate_left(29);
        self.count = self.count.wrapping_add(1);
    }

    pub fn finish(self) -> u64 {
        let all =
            self.lanes.iter().fold(self.count, |all, lane| (all ^ lane).wrapping_mul(FACTOR).rotate_left(31));
        all ^ all >> 32
    }
}

pub(crate) fn of_bytes(bytes: &[u8]) -> u64 {
    let mut digest = WordDigest::new();
    digest.word(bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        digest.word(u64::from_le_bytes(word));
    }
    digest.finish()
}
