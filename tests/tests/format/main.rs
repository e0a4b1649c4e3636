//! The data files: each format is written, read, refused with the place of the error, and fuzzed.
//!
//! ```text
//! sheet.rs    PNG sheets and pictures         files.rs   map, flags, a ROM from files, live reload
//! sound.rs    sounds and patterns as text     hostile.rs sizes beyond all limits, hidden bytes
//! gfx.rs      sprites on the clipboard         keep.rs, keep_code.rs  files that are saved again
//! p8.rs       cartridges as text              p8png.rs   cartridges as pictures
//! edits.rs    the log of edits                catalogue.rs   indexes of carts
//! code.rs     code as it is stored            limits.rs  each limit by name             import.rs  pictures of other programs in our 16 colours
//! foreign.rs  sheets and sounds as other programs save them
//! ```
//!
//! The layouts of map, flags, sfx and music are ours; the memory that they describe is that of PICO-8's manual. Expected
//! bytes are written by hand or come from a second, slower implementation, never from the reader under test.

mod cart_id;
mod catalogue;
mod code;
mod edits;
mod files;
mod foreign;
mod gfx;
mod hostile;
mod import;
mod keep;
mod keep_code;
mod limits;
mod p8;
mod p8png;
mod sheet;
mod sound;

use num::Rng;
use rasher::Rom;

/// The same numbers in every run.
pub(crate) struct Dice(Rng);

impl Dice {
    pub(crate) fn new(seed: u32) -> Self {
        let mut rng = Rng::from_words(seed ^ 0xbead_29ba, seed | 1);
        (0..32).for_each(|_| _ = rng.next_u32());
        Dice(rng)
    }

    /// 0 to `sides` - 1.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        (self.0.next_u32() >> 8) as usize % sides
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.roll(256) as u8
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        bytes.iter_mut().for_each(|b| *b = self.byte());
    }

    /// Random sheet, map and flags; sound as in an empty cart.
    pub(crate) fn sprites(&mut self) -> Rom {
        let mut rom = Rom::empty("random");
        self.fill(&mut rom.data[..0x3100]);
        rom
    }

    /// Random bytes everywhere.
    pub(crate) fn rom(&mut self) -> Rom {
        let mut rom = Rom::empty("random");
        self.fill(&mut rom.data[..]);
        rom
    }
}
