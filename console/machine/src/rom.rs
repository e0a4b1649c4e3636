//! The data half of a cart: 0x4300 bytes in the memory's own layout, shared and never changed in place.
//!
//! A [`Rom`] is made once (by `format`, from files or from what is embedded) and then shared behind an `Arc`;
//! cloning a console does not copy it. `cstore` and changed data files make a new one.

use crate::digest::Digest;
use crate::memory::{MUSIC, ROM_SIZE, SFX};
use alloc::boxed::Box;
use alloc::string::String;

/// The data of a cart and its label.
#[derive(Clone, PartialEq, Eq)]
pub struct Rom {
    /// Addresses 0x0000 to 0x42ff as a reset copies them to memory.
    pub data: Box<[u8; ROM_SIZE]>,
    /// The cart's name, as the shelf or the file has it.
    pub name: String,
    /// The cart's own version; a change of rules raises it, since recordings belong to a version.
    pub version: u32,
}

impl core::fmt::Debug for Rom {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Rom({} v{}, {:016x})", self.name, self.version, self.digest())
    }
}

impl Rom {
    /// A ROM without sprites, map or flags, and with the silent sfx and music that an empty cart has:
    /// speed 16 (sfx 0: 1), patterns 0x41 0x42 0x43 0x44.
    pub fn empty(name: &str) -> Self {
        let mut data = Box::new([0; ROM_SIZE]);
        for n in 0..64 {
            data[SFX as usize + n * 68 + 65] = if n == 0 { 1 } else { 16 };
            data[MUSIC as usize + n * 4..][..4].copy_from_slice(&[0x41, 0x42, 0x43, 0x44]);
        }
        Rom { data, name: name.into(), version: 1 }
    }

    /// A number that two ROMs share only when their bytes are equal. Name and version do not count.
    pub fn digest(&self) -> u64 {
        let mut d = Digest::new();
        d.bytes(&self.data[..]);
        d.finish()
    }
}
