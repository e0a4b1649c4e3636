//! Glyphs into screen memory: 8 one-bit pixels at a time.
//!
//! ```text
//!   row byte   1 0 1 0 0 0 0 0       bit 0 is the left pixel
//!   EXPAND     f 0 f 0 0 0 0 0       a nibble of ones for each set pixel: 32 bits are 8 pixels of screen memory
//!   << 0 or 4                        64 bits, at the byte of the left pixel
//!   word = word & !(mask & planes) | mask & colour
//! ```
//!
//! A block is 8x8 pixels in one `u64`, row y in byte y. It is clipped once, as bits, in all rows at once. Wide and tall
//! characters are two or four blocks. Trailing blank rows are free. Plain characters are first combined to 16
//! columns ([`GlyphRun`]).
//!
//! Layers of a character, from below: background, outline, picture, underline. Draw palette and bit planes (0x5f5e)
//! apply; the fill pattern does not. Padding comes with each character, over the one before it, as on pictures of the
//! real 0.2.7. Not measured, and other consoles differ:
//! - padding and outlines are one pixel thick in wide and tall text too, as in the manual. FAKE-08 paints one column of
//!   padding, zepto8 two: `print_at("\x02" "9\x06wab", 3, 10, 7)` starts in column 2 here and there, in column 1 in
//!   zepto8;
//! - the underline is the lowest row of the cell: ours. FAKE-08 has it a row lower and a column wider; zepto8 has none.

use super::style::{Glyph, Outline, Style, cell, every_row};
use crate::draw::Clip;
use crate::memory::{Memory, reg};

/// Eight nibbles for each row byte, all ones where the bit is set.
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

const EACH: u64 = 0x1111_1111_1111_1111;
type GlyphRow = [u8; 64];
type GlyphPage = [GlyphRow; 128];
pub(super) const PAGE: usize = 0x2000;
/// No cell reaches further than this: at most 258 pixels, doubled, and small offsets.
const REACH: i32 = 1024;
/// Rows and columns of the largest picture, doubled, with an outline.
const AROUND: usize = 18;

#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    base: usize,
    clip: Clip,
    camera: (i32, i32),
    /// Writable bits of each pixel, in all nibbles.
    write: u64,
    /// Bits of a colour that reach the screen.
    seen: u8,
    palette: [u8; 16],
}

/// A colour to write: after draw palette and bit planes, in all nibbles.
#[derive(Clone, Copy, Debug)]
struct Ink {
    write: u64,
    bits: u64,
}

impl Ink {
    #[inline]
    fn put(self, row: &mut GlyphRow, at: usize, mask: u64) {
        let Some(bytes) = row[at..].first_chunk_mut::<8>() else { return };
        let word = u64::from_le_bytes(*bytes);
        *bytes = (word & !(mask & self.write) | mask & self.bits).to_le_bytes();
    }
}

/// Adjacent plain characters of one colour, combined to 16 columns: four letters are read and written at once, and none
/// waits for a byte shared with the one before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GlyphRun {
    /// Top left corner, in the cart's coordinates.
    x: i32,
    y: i32,
    /// Columns so far; 0 if empty. A single character may be wider than 16.
    columns: i32,
    color: u8,
    /// The left and right eight columns, as in [`Glyph::rows`].
    rows: [u64; 2],
}

impl GlyphRun {
    #[inline]
    pub(super) fn new(color: u8, rows: u64, width: i32, x: i32, y: i32) -> GlyphRun {
        GlyphRun { x, y, columns: width, color, rows: [rows, 0] }
    }

    /// Adds a character that continues the others. False if it does not fit.
    #[inline]
    pub(super) fn takes(&mut self, color: u8, rows: u64, width: i32, x: i32, y: i32) -> bool {
        let at = self.columns;
        let goes_on = x == self.x.wrapping_add(at) && y == self.y && color == self.color;
        if !goes_on || width > 8 || !(1..=16 - width).contains(&at) {
            return false;
        }
        if at < 8 {
            self.rows[0] |= rows << at & every_row(0xff << at);
            self.rows[1] |= rows >> (8 - at) & every_row(0xff >> (8 - at));
        } else {
            self.rows[1] |= rows << (at & 7) & every_row(0xff << (at & 7));
        }
        self.columns = at + width;
        true
    }
}

impl Surface {
    pub(super) fn read(mem: &Memory, camera: (i32, i32)) -> Surface {
        let planes = mem.get(reg::PLANES);
        Surface {
            base: usize::from(mem.screen_base()),
            clip: Clip::read(mem),
            camera,
            write: u64::from(planes & 15) * EACH,
            seen: planes & planes >> 4 & 15,
            palette: mem.array(reg::DRAW_PAL),
        }
    }

    #[inline]
    fn ink(&self, color: u8) -> Ink {
        let shown = self.palette[usize::from(color & 15)] & self.seen;
        Ink { write: self.write, bits: u64::from(shown) * EACH }
    }

    /// Draws a character with more than its picture at x, y of the cart's coordinates.
    #[inline(never)]
    pub(super) fn draw(&self, mem: &mut Memory, style: &Style, glyph: Glyph, x: i32, y: i32) {
        let x = x.wrapping_sub(self.camera.0).wrapping_add(glyph.offset.0);
        let y = y.wrapping_sub(self.camera.1).wrapping_add(glyph.offset.1);
        // From here on nothing overflows.
        if !(-REACH..REACH).contains(&x) || !(-REACH..REACH).contains(&y) {
            return;
        }
        let Some(page) = mem.bytes_mut()[self.base..].as_chunks_mut().0.first_chunk_mut() else { return };
        self.draw_styled(page, style, glyph, x, y);
    }

    pub(super) fn draw_run(&self, mem: &mut Memory, run: &GlyphRun) {
        let (x, y) = (run.x.wrapping_sub(self.camera.0), run.y.wrapping_sub(self.camera.1));
        if run.columns == 0 || !(-REACH..REACH).contains(&x) || !(-REACH..REACH).contains(&y) {
            return;
        }
        let Some(page) = mem.bytes_mut()[self.base..].as_chunks_mut().0.first_chunk_mut() else { return };
        let ink = self.ink(run.color);
        let Clip { x0, y0, x1, y1 } = self.clip;
        let [mut left, mut right] = run.rows;
        let high = 8 - (left | right).leading_zeros() as i32 / 8;
        let whole = x >= x0 && x + run.columns <= x1 && y >= y0 && y + high <= y1;
        // From an odd column on, the window of 16 pixels has only 15 of the run's.
        let fits = x & 1 == 0 || right & every_row(0x80) == 0;
        if !(whole && fits) {
            self.block(page, ink, left, x, y);
            if right != 0 {
                self.block(page, ink, right, x + 8, y);
            }
            return;
        }
        let at = (x as usize >> 1).min(56);
        let shift = 4 * (x as usize - 2 * at);
        for row in &mut page[y as usize..] {
            if left | right == 0 {
                break;
            }
            let expand = |rows: u64| u64::from(EXPAND[rows as usize & 0xff]);
            ink.put(row, at, (expand(left) | expand(right) << 32) << shift);
            left >>= 8;
            right >>= 8;
        }
    }

    fn draw_styled(&self, page: &mut GlyphPage, style: &Style, glyph: Glyph, x: i32, y: i32) {
        let (ink, paper) = (self.ink(style.color), self.ink(style.background));
        let (sx, sy) = style.scale();
        let (w, h) = (glyph.width * sx, glyph.height * sy);
        let pad = i32::from(glyph.padding);
        if style.solid {
            self.fill(page, paper, [x - pad, y - pad, x + w, y + h]);
        }
        if let Some(outline) = style.outline {
            self.outline(page, style, outline, glyph.rows, x, y);
        }
        let hollow = style.outline.is_some_and(|outline| outline.hollow);
        if style.invert {
            self.fill(page, ink, [x - pad, y - pad, x + w, y]);
            self.fill(page, ink, [x - pad, y, x, y + h]);
            self.inverse(page, style, ink, &glyph, x, y);
        } else if !hollow {
            self.scaled(page, style, ink, glyph.rows, x, y);
        }
        if style.underline {
            self.fill(page, ink, [x, y + (h - sy).max(0), x + w, y + h]);
        }
    }

    /// Fills the pixels of the cell outside the picture, in blocks as it may be larger than 8x8.
    fn inverse(&self, page: &mut GlyphPage, style: &Style, ink: Ink, glyph: &Glyph, x: i32, y: i32) {
        let (sx, sy) = style.scale();
        for top in (0..glyph.height).step_by(8) {
            for left in (0..glyph.width).step_by(8) {
                let rows = if (top, left) == (0, 0) { !glyph.rows } else { u64::MAX };
                let rows = rows & cell(glyph.width - left, glyph.height - top);
                self.scaled(page, style, ink, rows, x + left * sx, y + top * sy);
            }
        }
    }

    /// Fills the neighbours of the picture outside it.
    fn outline(&self, page: &mut GlyphPage, style: &Style, outline: Outline, rows: u64, x: i32, y: i32) {
        // The picture with a margin of one pixel, a word per row, bit 1 the left pixel.
        let mut inside = [0u32; AROUND];
        for (row, columns) in quarters(style, rows) {
            for (i, bits) in columns.to_le_bytes().into_iter().enumerate() {
                inside[1 + row.1 + i] |= u32::from(bits) << (1 + row.0);
            }
        }
        let mut around = [0u32; AROUND];
        for (i, &bits) in inside.iter().enumerate() {
            for (neighbour, (dx, dy)) in NEIGHBOURS.into_iter().enumerate() {
                if outline.neighbours >> neighbour & 1 != 0
                    && let Some(row) = around.get_mut((i + dy).wrapping_sub(1))
                {
                    *row |= bits << dx >> 1;
                }
            }
        }
        let ink = self.ink(outline.color.unwrap_or(style.color));
        for top in (0..AROUND).step_by(8) {
            for left in (0..AROUND).step_by(8) {
                let mut block = [0; 8];
                for (byte, i) in block.iter_mut().zip(top..AROUND) {
                    *byte = ((around[i] & !inside[i]) >> left) as u8;
                }
                self.block(page, ink, u64::from_le_bytes(block), x - 1 + left as i32, y - 1 + top as i32);
            }
        }
    }

    /// Writes the set pixels of an 8x8 block, wide or tall.
    fn scaled(&self, page: &mut GlyphPage, style: &Style, ink: Ink, rows: u64, x: i32, y: i32) {
        for ((dx, dy), block) in quarters(style, rows) {
            self.block(page, ink, block, x + dx as i32, y + dy as i32);
        }
    }

    #[inline]
    fn block(&self, page: &mut GlyphPage, ink: Ink, mut rows: u64, mut x: i32, mut y: i32) {
        let Clip { x0, y0, x1, y1 } = self.clip;
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
            // Pixels left of 0 are cleared, so no bit moves to the row above.
            rows >>= -x;
            x = 0;
        }
        // The last word of a row is at byte 56; from there on clipped bits are shifted out.
        let at = (x as usize >> 1).min(56);
        let shift = 4 * (x as usize - 2 * at);
        for row in &mut page[y as usize..] {
            if rows == 0 {
                break;
            }
            ink.put(row, at, u64::from(EXPAND[rows as usize & 0xff]) << shift);
            rows >>= 8;
        }
    }

    /// Fills a rectangle x0, y0, x1, y1; the last two are outside.
    fn fill(&self, page: &mut GlyphPage, ink: Ink, [x0, y0, x1, y1]: [i32; 4]) {
        let (x0, x1) = (x0.max(self.clip.x0), x1.min(self.clip.x1));
        let (y0, y1) = (y0.max(self.clip.y0), y1.min(self.clip.y1));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        for row in &mut page[y0 as usize..y1 as usize] {
            let mut x = x0;
            while x < x1 {
                // Up to the end of x's word of 16 pixels.
                let end = (x | 15) + 1;
                let mask = u64::MAX << (4 * (x & 15)) & u64::MAX >> (4 * (end - x1.min(end)));
                ink.put(row, (x >> 4) as usize * 8, mask);
                x = end;
            }
        }
    }
}

/// Offset + 1 of each neighbour, in the order of an outline's bits.
const NEIGHBOURS: [(usize, usize); 8] = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];

/// An 8x8 block as up to four after doubling, with offsets. Stripey keeps only the first of doubled pixels.
fn quarters(style: &Style, rows: u64) -> impl Iterator<Item = ((usize, usize), u64)> {
    let (wide, tall, stripey) = (style.wide, style.tall, style.stripey);
    let dotted = stripey && (style.dots || !tall);
    let halves =
        move |rows: u64| if wide { [widen(rows, dotted), widen(rows >> 4, dotted)] } else { [rows, 0] };
    let parts = if tall { [heighten(rows, stripey), heighten(rows >> 32, stripey)] } else { [rows, 0] };
    let columns = 1 + usize::from(wide);
    parts.into_iter().take(1 + usize::from(tall)).enumerate().flat_map(move |(j, part)| {
        halves(part).into_iter().take(columns).enumerate().map(move |(i, block)| ((8 * i, 8 * j), block))
    })
}

fn widen(rows: u64, stripey: bool) -> u64 {
    // Bit n of each byte moves to 2n: first by two, then by one.
    let rows = rows & every_row(0x0f);
    let rows = (rows | rows << 2) & every_row(0x33);
    let rows = (rows | rows << 1) & every_row(0x55);
    if stripey { rows } else { rows | rows << 1 }
}

fn heighten(rows: u64, stripey: bool) -> u64 {
    let rows = rows & 0xffff_ffff;
    let rows = (rows | rows << 16) & 0x0000_ffff_0000_ffff;
    let rows = (rows | rows << 8) & 0x00ff_00ff_00ff_00ff;
    if stripey { rows } else { rows | rows << 8 }
}
