//! A cart's data: 0x4300 bytes in the layout of memory, shared and immutable.
//!
//! A [`Rom`] is made once by `format` and shared in an `Arc`, so clones of a console share it. `cstore` and new
//! data files make a new one.

use crate::digest::Digest;
use crate::memory::{MUSIC, ROM_SIZE, SFX};
use alloc::{boxed::Box, collections::BTreeMap, string::String};

/// The names of sounds, by number; a sound without one is missing.
pub type SoundNames = BTreeMap<u8, String>;

#[derive(Clone, PartialEq, Eq)]
pub struct Rom {
    /// Addresses 0x0000 to 0x42ff, which a reset copies to memory.
    pub data: Box<[u8; ROM_SIZE]>,
    /// The cart's name on the shelf or in its file.
    pub name: String,
    /// The cart's own version. Raise it when rules change: recordings belong to a version.
    pub version: u32,
    /// For editors and files: no program sees them, and recordings do not have them.
    pub sounds: SoundNames,
}

impl core::fmt::Debug for Rom {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Rom({} v{}, {:016x})", self.name, self.version, self.digest())
    }
}

impl Default for Rom {
    fn default() -> Self {
        Rom::empty("untitled")
    }
}

impl Rom {
    /// A ROM without sprites, map or flags, with an empty cart's silent sfx and music: speed 16 (sfx 0: 1),
    /// patterns 0x41 0x42 0x43 0x44.
    pub fn empty(name: &str) -> Self {
        let mut data = Box::new([0; ROM_SIZE]);
        for n in 0..64 {
            data[SFX as usize + n * 68 + 65] = if n == 0 { 1 } else { 16 };
            data[MUSIC as usize + n * 4..][..4].copy_from_slice(&[0x41, 0x42, 0x43, 0x44]);
        }
        Rom { data, name: name.into(), version: 1, sounds: SoundNames::new() }
    }

    /// A hash of the data; names and version do not count.
    pub fn digest(&self) -> u64 {
        Digest::of(&self.data[..])
    }
}
