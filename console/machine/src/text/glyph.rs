//! Glyphs into screen memory: 8 one-bit pixels at a time.
//!
//! ```text
//!   row byte   1 0 1 0 0 0 0 0       bit 0 is the left pixel
//!   EXPAND     0000 0000 ... f0f     a nibble of ones for each set pixel: 32 bits are 8 pixels of screen memory
//!   << 4*(x&7)                       64 bits: the pixel's own word of the row and the next
//!   word = word & !(mask & planes) | mask & colour
//! ```
//!
//! A block is 8x8 pixels in one `u64`, row y in byte y. It is clipped once, as bits: rows outside are shifted
//! or masked off, columns outside are masked in all rows at once. Wide and tall characters are two or four blocks.
//! Rows that are blank at the end cost nothing.

use super::style::{Glyph, Style};
use crate::draw::Clip;
use crate::memory::{Memory, reg};

/// For each row byte eight nibbles, all ones where the bit is set.
const EXPAND: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut bit = 0;
        while bit < 8 {
            if i >> bit & 1 != 0 {
                table[i] |= 0xf << (4 * bit);
            }
            bit += 1;
        }
        i += 1;
    }
    table
};

/// A byte in each of the eight rows.
const fn every_row(row: u8) -> u64 {
    u64::from_le_bytes([row; 8])
}

/// Everything that stays the same for all characters of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    /// First byte of the screen page.
    base: usize,
    clip: Clip,
    camera: (i32, i32),
    /// Bits of each pixel that are written, in all eight nibbles.
    write: u32,
    /// Bits of a colour that reach the screen, in one nibble.
    seen: u8,
    palette: [u8; 16],
}

/// A colour ready to be written: after draw palette and bit planes, in all eight nibbles.
#[derive(Clone, Copy, Debug)]
struct Ink {
    write: u32,
    bits: u32,
}

impl Ink {
    #[inline]
    fn put(self, page: &mut [u8], at: usize, mask: u32) {
        let Some(bytes) = page.get_mut(at..at + 4) else { return };
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let word = word & !(mask & self.write) | mask & self.bits;
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

/// Bytes of a screen page.
const PAGE: usize = 0x2000;

impl Surface {
    /// What the registers say now.
    pub(super) fn read(mem: &Memory, camera: (i32, i32)) -> Surface {
        let planes = mem.get(reg::PLANES);
        Surface {
            base: usize::from(mem.screen_base()),
            clip: Clip::read(mem),
            camera,
            write: u32::from(planes & 15) * 0x1111_1111,
            seen: planes & planes >> 4 & 15,
            palette: mem.array(reg::DRAW_PAL),
        }
    }

    fn ink(&self, color: u8) -> Ink {
        let shown = self.palette[usize::from(color & 15)] & self.seen;
        Ink { write: self.write, bits: u32::from(shown) * 0x1111_1111 }
    }

    /// Draws a character whose left upper pixel is at x, y of the cart's coordinates.
    pub(super) fn draw(&self, mem: &mut Memory, style: &Style, glyph: Glyph, x: i32, y: i32) {
        let (x, y) = (x.wrapping_sub(self.camera.0), y.wrapping_sub(self.camera.1));
        let page = &mut mem.bytes_mut()[self.base..self.base + PAGE];
        self.block(page, self.ink(style.color), glyph.rows, x, y);
    }

    /// Writes the set pixels of an 8x8 block.
    #[inline]
    fn block(&self, page: &mut [u8], ink: Ink, mut rows: u64, mut x: i32, mut y: i32) {
        let Clip { x0, y0, x1, y1 } = self.clip;
        // Compared before anything is added: coordinates may be any i32.
        if x <= x0 - 8 || x >= x1 || y <= y0 - 8 || y >= y1 {
            return;
        }
        if x < x0 {
            rows &= every_row(0xff << (x0 - x));
        }
        if x + 8 > x1 {
            rows &= every_row(0xff >> (x + 8 - x1));
        }
        if y + 8 > y1 {
            rows &= u64::MAX >> (8 * (y + 8 - y1));
        }
        if y < y0 {
            rows >>= 8 * (y0 - y);
            y = y0;
        }
        if x < 0 {
            // The pixels left of 0 are cleared already, so that no bit crosses into the row above.
            rows >>= -x;
            x = 0;
        }
        let (mut at, shift) = ((y * 64 + (x >> 3) * 4) as usize, 4 * (x & 7));
        while rows != 0 {
            let mask = u64::from(EXPAND[rows as usize & 0xff]) << shift;
            ink.put(page, at, mask as u32);
            if mask >> 32 != 0 {
                ink.put(page, at + 4, (mask >> 32) as u32);
            }
            rows >>= 8;
            at += 64;
        }
    }
}
