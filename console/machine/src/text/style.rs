//! How characters look: colours, attributes and the size of a cell.
//!
//! Every `print` begins with the defaults of the registers 0x5f58 to 0x5f5b and forgets at its end what control codes
//! changed; only the foreground colour, which is the pen, stays.

use super::font::GLYPHS;
use crate::memory::{Memory, reg};

/// The look of the next character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Foreground, 0 to 15, before the draw palette.
    pub color: u8,
    /// Cell width of codes 16 to 127.
    pub width: i32,
    /// Cell width of codes 128 to 255.
    pub width_wide: i32,
    /// Cell height.
    pub height: i32,
}

impl Style {
    pub(super) fn read(mem: &Memory) -> Style {
        Style { color: mem.get(reg::PEN) & 15, width: 4, width_wide: 8, height: 6 }
    }

    /// A character of the current font.
    #[inline]
    pub(super) fn glyph(&self, code: u8) -> Glyph {
        let width = if code < 0x80 { self.width } else { self.width_wide };
        Glyph { rows: GLYPHS[usize::from(code)], width, height: self.height }
    }
}

/// A picture of 8x8 pixels at most, and the cell that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// Row y in byte y, bit 0 left.
    pub rows: u64,
    pub width: i32,
    pub height: i32,
}
