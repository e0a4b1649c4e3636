//! The look of characters: colours, attributes, cell sizes, fonts.
//!
//! ```text
//!   5f58  1 the byte counts   2 padding   4 wide   8 tall   10 background   20 invert   40 stripey   80 custom font
//!   5f59  cell width of 16-127, cell height        low nibble, high nibble; 0 = the font's own
//!   5f5a  cell width of 128-255, tabs: n stands for 4 n, the manual's range of 4 to 60; 0 for none. By the first
//!         rules, as in zepto8, for 4 (n + 1)
//!   5f5b  offset of every picture: x, y
//!
//!   5600  width of 16-127, width of 128-255, height, offset x, offset y, flags, tab width, unused
//!         flags: 1 each character has its own nibble, 2 tabs count from the home column
//!   5608  a nibble a character from 16 on, low one first: 0-2 wider by 0 1 2 3 -4 -3 -2 -1, 3 one pixel higher
//!   5680  8 bytes a character from 16 on, a row each, bit 0 left
//! ```
//!
//! Every `print` starts with these defaults. At its end changes by control codes are dropped, except for the foreground
//! colour, which is the pen. Registers and font layout are the manual's. Recorded on the real 0.2.7: the font's bytes 0
//! to 2, flag 1, and nibbles 2 and 6. A picture is cut to its cell, as in zepto8; beyond 8 a cell is blank.

use super::font::GLYPHS;
use crate::memory::{FONT, Memory, reg};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// 0 to 15, before the draw palette.
    pub color: u8,
    pub background: u8,
    /// Fills the cell with the background colour.
    pub solid: bool,
    /// Draws the cell instead of the picture.
    pub invert: bool,
    /// Extends a background by a pixel to the left and up.
    pub padding: bool,
    pub wide: bool,
    pub tall: bool,
    /// Draws only the first of doubled pixels: rows of tall text, columns of text that is only wide.
    pub stripey: bool,
    /// Stripey in both directions, as `\^p` and the register.
    pub dots: bool,
    /// By the first rules `\^=` is dotted too, `\^c` needs a colour, and tab widths differ.
    pub by_first_rules: bool,
    /// Draws the lowest row of each cell.
    pub underline: bool,
    pub outline: Option<Outline>,
    pub wrap: bool,
    /// Cell width of codes 16 to 127.
    pub width: i32,
    /// Cell width of codes 128 to 255.
    pub width_wide: i32,
    pub height: i32,
    /// Tab width set by `\^s`.
    pub tabs: Option<i32>,
    pub offset: (i32, i32),
    font: Option<Font>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    /// The foreground colour if none.
    pub color: Option<u8>,
    /// Whether the picture is left out.
    pub hollow: bool,
    /// Covered neighbours of each pixel: bits 0-7 up-left, up, up-right, left, right, down-left, down, down-right.
    pub neighbours: u8,
}

#[derive(Clone, Copy, Debug)]
struct Font {
    offset: (i32, i32),
    adjusts: bool,
    tabs_from_home: bool,
    tabs: i32,
}

/// A picture of at most 8x8 pixels in its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// Row y in byte y, bit 0 left; empty outside the cell.
    pub rows: u64,
    /// Cell size, 0 to 258, before doubling.
    pub width: i32,
    pub height: i32,
    /// Position of the cell relative to the text position.
    pub offset: (i32, i32),
    /// Whether the background is padded.
    pub padding: bool,
}

impl Style {
    pub(super) fn read(mem: &Memory) -> Style {
        // Without bit 0 only padding.
        let attributes = match mem.get(reg::TEXT_ATTRS) {
            bits if bits & 1 != 0 => bits,
            _ => 2,
        };
        let has = |bit: u8| attributes & bit != 0;
        let mut style = Style {
            color: mem.get(reg::PEN) & 15,
            solid: has(0x10),
            invert: has(0x20),
            padding: has(2),
            wide: has(4),
            tall: has(8),
            stripey: has(0x40),
            dots: has(0x40),
            wrap: mem.get(reg::FEATURES) & 0x80 != 0,
            offset: nibbles(mem.get(reg::TEXT_OFFSET)),
            ..Style::default()
        };
        style.choose_font(mem, has(0x80));
        style
    }

    /// Selects the custom or the default font, with its sizes or those of the registers.
    pub(super) fn choose_font(&mut self, mem: &Memory, custom: bool) {
        let [width, width_wide, height, dx, dy, flags, tabs, _] = mem.array::<8>(FONT);
        self.font = custom.then_some(Font {
            offset: (i32::from(dx as i8), i32::from(dy as i8)),
            adjusts: flags & 1 != 0,
            tabs_from_home: flags & 2 != 0,
            tabs: i32::from(tabs),
        });
        let own = if custom { [width, width_wide, height].map(i32::from) } else { [4, 8, 6] };
        let (set_width, set_height) = nibbles(mem.get(reg::TEXT_SIZE));
        let (set_wide, _) = nibbles(mem.get(reg::TEXT_TABS));
        let or = |set: i32, own: i32| if set == 0 { own } else { set };
        self.width = or(set_width, own[0]);
        self.width_wide = or(set_wide, own[1]);
        self.height = or(set_height, own[2]);
    }

    /// Sets the cell width of narrow characters and of wide ones, which have 4 more in the default font.
    pub(super) fn set_width(&mut self, width: i32) {
        self.width = width;
        self.width_wide = if self.font.is_some() { width } else { width + 4 };
    }

    /// Tab width, and the column where tabs start. The custom font's own width takes precedence over the registers'.
    pub(super) fn tab_stops(&self, mem: &Memory, home_x: i32) -> (i32, i32) {
        let (_, set) = nibbles(mem.get(reg::TEXT_TABS));
        let own = self.font.map_or(0, |font| font.tabs);
        let set = if set > 0 && self.by_first_rules { (set + 1) * 4 } else { set * 4 };
        let width = [self.tabs.unwrap_or(0), own, set].into_iter().find(|&w| w > 0).unwrap_or(16);
        (width, if self.font.is_some_and(|font| font.tabs_from_home) { home_x } else { 0 })
    }

    #[inline]
    pub(super) fn glyph(&self, mem: &Memory, code: u8) -> Glyph {
        let mut glyph = Glyph {
            rows: GLYPHS[usize::from(code)],
            width: if code < 0x80 { self.width } else { self.width_wide },
            height: self.height,
            offset: self.offset,
            padding: self.padding,
        };
        if let Some(font) = &self.font {
            glyph.rows = u64::from_le_bytes(mem.array(FONT + 8 * u16::from(code)));
            glyph.offset.0 += font.offset.0;
            glyph.offset.1 += font.offset.1;
            if font.adjusts {
                let nibble = mem.get(FONT + u16::from(code) / 2) >> (4 * (code & 1)) & 15;
                let wider = i32::from(nibble & 7);
                glyph.width = (glyph.width + if wider < 4 { wider } else { wider - 8 }).max(0);
                glyph.offset.1 -= i32::from(nibble >> 3);
            }
        }
        glyph.rows &= cell(glyph.width, glyph.height);
        glyph
    }

    /// A picture in the text itself: 8x8 in any font.
    pub(super) fn one_off(&self, rows: [u8; 8], padded: bool) -> Glyph {
        Glyph {
            rows: u64::from_le_bytes(rows),
            width: 8,
            height: 8,
            offset: self.offset,
            padding: padded && self.padding,
        }
    }

    /// How often a pixel is drawn to the right and down: 1 or 2.
    pub(super) fn scale(&self) -> (i32, i32) {
        (1 + i32::from(self.wide), 1 + i32::from(self.tall))
    }

    /// Whether only the unscaled picture is drawn.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        !(self.solid | self.invert | self.wide | self.tall | self.underline | self.outline.is_some())
    }

    /// Plain and in the default font, without offset or wrapping.
    #[inline]
    pub(super) fn is_simple(&self) -> bool {
        self.is_plain() && !self.wrap && self.font.is_none() && self.offset == (0, 0)
    }
}

/// The pixels of a block within a cell of that size.
#[inline]
pub(super) fn cell(width: i32, height: i32) -> u64 {
    let columns = if width < 8 { every_row(!(0xff << width)) } else { u64::MAX };
    let rows = if height < 8 { !(u64::MAX << (8 * height)) } else { u64::MAX };
    columns & rows
}

pub(super) const fn every_row(row: u8) -> u64 {
    u64::from_le_bytes([row; 8])
}

fn nibbles(byte: u8) -> (i32, i32) {
    (i32::from(byte & 15), i32::from(byte >> 4))
}
