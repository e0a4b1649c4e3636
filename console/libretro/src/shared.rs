//! Memory that the core and the front end share: the front end gets its address once, and reads and writes it between calls.
//!
//! ```text
//!            retro_run begins                                        ends
//! front end ── bytes that differ from the machine's ──> events ──> frame ── the machine's bytes ──> front end
//! ```
//!
//! A byte that a memory editor or cheat changes is therefore an input of the next frame, like a button, and the machine's bytes have no
//! second copy that could differ.

use rasher::Edit;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of memory, in the order of their bytes.
pub struct Shared<const WORDS: usize>([AtomicU64; WORDS]);

impl<const WORDS: usize> Shared<WORDS> {
    pub const fn new() -> Self {
        Shared([const { AtomicU64::new(0) }; WORDS])
    }

    pub fn pointer(&self) -> *mut u8 {
        self.0.as_ptr().cast_mut().cast()
    }

    pub fn write(&self, bytes: &[u8]) {
        for (word, bytes) in self.0.iter().zip(bytes.as_chunks().0) {
            word.store(u64::from_ne_bytes(*bytes), Ordering::Relaxed);
        }
    }

    pub fn read<const SIZE: usize>(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&self.0) {
            *bytes = word.load(Ordering::Relaxed).to_ne_bytes();
        }
        bytes
    }

    /// The bytes that differ from those that the core wrote, one edit for each word that has some.
    pub fn changes(&self, written: &[u8]) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, (word, old)) in self.0.iter().zip(written.as_chunks::<8>().0).enumerate() {
            let new = word.load(Ordering::Relaxed).to_ne_bytes();
            if new == *old {
                continue;
            }
            let differs = |n: &usize| new[*n] != old[*n];
            if let (Some(first), Some(last)) = ((0..8).find(differs), (0..8).rfind(differs)) {
                let addr = (8 * at + first) as u16;
                edits.push(Edit::Memory { addr, bytes: new[first..=last].into() });
            }
        }
        edits
    }
}
