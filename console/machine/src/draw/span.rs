//! Ink and spans: how pixels are written.
//!
//! ```text
//! a row     64 bytes = 8 words of 16 pixels, low nibble = left pixel
//!           |................|................|................| ...
//! a span         <head######|################|######tail>
//! each word     dst = dst & !mask | word & mask
//! ```
//!
//! A fill pattern repeats every 4 pixels, 16 bits of a row, and every 4 rows. So one word and one mask for each `y & 3`
//! contain all of colours, transparency and bit planes, and a span is plain stores and at most three masked words.
//! Order of pattern bits, palettes and planes: the manual and zepto8. Painting a pixel twice equals painting it once.

use super::view::Clip;
use crate::Machine;
use crate::api::Color;
use crate::memory::{Memory, reg};
use crate::meter::price;

/// A row of the screen: 8 words of 16 pixels.
type Row = [[u8; 8]; 8];
type Page = [Row; 128];

/// Repeats a nibble in all 16 places of a word.
const EACH: u64 = 0x1111_1111_1111_1111;

/// The paint of a call, read from the registers once.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    /// Colour of clear pattern bits, after palette and planes.
    first: u8,
    /// Colour of set pattern bits.
    second: u8,
    /// 16 bits, the top left pixel in bit 15.
    pattern: u16,
    /// Whether set pattern bits are transparent.
    see_through: bool,
    planes: u8,
}

impl Paint {
    /// Reads pen, draw palette, pattern and planes. With pattern flag 4 both are the secondary palette's entry of the
    /// first one.
    #[inline]
    pub(crate) fn read(mem: &Memory) -> Paint {
        let pen = mem.get(reg::PEN);
        let drawn = |c: u8| mem.get(reg::DRAW_PAL + u16::from(c & 15)) & 15;
        let (mut first, mut second) = (drawn(pen), drawn(pen >> 4));
        let flags = mem.get(reg::PATTERN_FLAGS);
        if flags & 4 != 0 {
            let pair = mem.get(reg::SECOND_PAL + u16::from(first));
            (first, second) = (pair & 15, pair >> 4);
        }
        let planes = mem.get(reg::PLANES);
        let kept = planes & planes >> 4 & 15;
        Paint {
            first: first & kept,
            second: second & kept,
            pattern: mem.get16(reg::PATTERN),
            see_through: flags & 1 != 0,
            planes: planes & 15,
        }
    }

    #[inline]
    pub(crate) fn at(&self, x: usize, y: usize) -> (u8, u8) {
        let set = self.pattern >> (15 - (x & 3) - 4 * (y & 3)) & 1 != 0;
        match set {
            false => (self.first, self.planes),
            true if self.see_through => (0, 0),
            true => (self.second, self.planes),
        }
    }
}

/// [`Paint`] unfolded to 16 pixels of a row, for each `y & 3`.
#[derive(Clone, Copy)]
struct SpanInk {
    word: [u64; 4],
    mask: [u64; 4],
    /// Every bit of every pixel is replaced.
    opaque: bool,
    /// Opaque and of one colour.
    solid: bool,
    /// No pattern: word and mask are one repeated byte.
    flat: bool,
}

impl SpanInk {
    #[inline]
    fn new(paint: &Paint) -> SpanInk {
        let first = u64::from(paint.first) * EACH;
        let planes = u64::from(paint.planes) * EACH;
        if paint.pattern == 0 {
            let opaque = paint.planes == 15;
            return SpanInk { word: [first; 4], mask: [planes; 4], opaque, solid: opaque, flat: true };
        }
        let second = u64::from(paint.second) * EACH;
        let mut ink = SpanInk { word: [0; 4], mask: [planes; 4], opaque: false, solid: false, flat: false };
        for (y, (word, mask)) in ink.word.iter_mut().zip(&mut ink.mask).enumerate() {
            let row = u64::from(paint.pattern >> (12 - 4 * y) & 15);
            // The row's bit 3 is the left pixel: spread to nibbles, filled, repeated to 16 pixels.
            let bits = row >> 3 | (row & 4) << 2 | (row & 2) << 7 | (row & 1) << 12;
            let set = (bits * 15).wrapping_mul(0x0001_0001_0001_0001);
            *word = first & !set | second & set;
            if paint.see_through {
                *mask &= !set;
            }
        }
        ink.opaque = ink.mask == [u64::MAX; 4];
        ink
    }
}

pub(crate) struct Painter<'a> {
    page: &'a mut Page,
    ink: SpanInk,
    pub clip: Clip,
    /// Whether to paint the complement of the shape.
    pub invert: bool,
    /// Pixels painted, and the least number of cycles, for the price.
    pixels: u32,
    looked: u32,
}

#[inline]
pub(crate) fn page(mem: &mut Memory, base: u16) -> &mut Page {
    let rows = mem.bytes_mut().as_chunks_mut::<8>().0.as_chunks_mut::<8>().0;
    &mut rows.as_chunks_mut::<128>().0[usize::from(base >> 13)]
}

/// Masks of columns x0 to x1 in the words where they start and end.
#[inline]
fn ends(x0: usize, x1: usize) -> (u64, u64) {
    (u64::MAX << ((x0 & 15) * 4), u64::MAX >> ((15 - (x1 & 15)) * 4))
}

/// Fills `N` words (at least 2) of each row, the first and last only in part.
#[inline]
fn band<const N: usize>(rows: &mut [Row], ink: &SpanInk, y0: usize, first: usize, (head, tail): (u64, u64)) {
    for (y, row) in (y0..).zip(rows) {
        let (word, mask) = (ink.word[y & 3], ink.mask[y & 3]);
        let Some(words) = row[first & 7..].first_chunk_mut::<N>() else { return };
        blend(&mut words[0], word, mask & head);
        for dst in &mut words[1..N - 1] {
            if ink.opaque { *dst = word.to_le_bytes() } else { blend(dst, word, mask) }
        }
        blend(&mut words[N - 1], word, mask & tail);
    }
}

#[inline]
fn blend(dst: &mut [u8; 8], word: u64, mask: u64) {
    *dst = (u64::from_le_bytes(*dst) & !mask | word & mask).to_le_bytes();
}

impl Machine {
    /// Sets the colour, lets `shape` paint, and charges an eighth of a cycle per pixel, at least 2.
    #[inline]
    pub(crate) fn paint(&mut self, color: Color, shape: impl FnOnce(&mut Painter)) {
        let invert = self.take_color(color);
        let ink = SpanInk::new(&Paint::read(&self.mem));
        let clip = Clip::read(&self.mem);
        let base = self.mem.screen_base();
        let mut painter =
            Painter { page: page(&mut self.mem, base), ink, clip, invert, pixels: 0, looked: 0 };
        shape(&mut painter);
        let cycles = (painter.pixels / price::FILLED).max(painter.looked).max(price::CALL);
        self.charge(cycles);
    }
}

impl Painter<'_> {
    /// Paints one pixel inside the clip, without counting it: see [`Painter::count`].
    #[inline]
    pub(crate) fn dot(&mut self, x: usize, y: usize) {
        // The byte has pixels x & !1 and x | 1; the ink repeats every two bytes.
        let shift = (x & 2) * 4;
        let (word, mask) = (self.ink.word[y & 3] >> shift, self.ink.mask[y & 3] >> shift);
        let mask = mask as u8 & 15 << ((x & 1) * 4);
        let byte = &mut self.page[y & 127][x >> 4 & 7][x >> 1 & 7];
        *byte = *byte & !mask | word as u8 & mask;
    }

    /// Colour and mask of two pixels, unless a pattern makes them depend on the position.
    #[inline]
    pub(crate) fn flat(&self) -> Option<(u8, u8)> {
        self.ink.flat.then_some((self.ink.word[0] as u8, self.ink.mask[0] as u8))
    }

    #[inline]
    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        self.page.as_flattened_mut().as_flattened_mut()
    }

    #[inline]
    pub(crate) fn count(&mut self, pixels: usize) {
        self.pixels = self.pixels.wrapping_add(pixels as u32);
    }

    /// Sets the least cost of the shape, however little is visible.
    pub(crate) fn look_at(&mut self, cycles: u32) {
        self.looked = cycles;
    }

    /// Paints columns x0 to x1, both included, of a row, all inside the clip.
    #[inline]
    pub(crate) fn span(&mut self, y: usize, x0: usize, x1: usize) {
        self.count(x1 - x0 + 1);
        let (word, mask) = (self.ink.word[y & 3], self.ink.mask[y & 3]);
        let row = &mut self.page[y & 127];
        let (first, last) = (x0 >> 4 & 7, x1 >> 4 & 7);
        let (head, tail) = ends(x0, x1);
        if first >= last {
            blend(&mut row[first], word, mask & head & tail);
            return;
        }
        blend(&mut row[first], word, mask & head);
        if self.ink.opaque {
            row[first + 1..last].fill(word.to_le_bytes());
        } else {
            row[first + 1..last].iter_mut().for_each(|dst| blend(dst, word, mask));
        }
        blend(&mut row[last], word, mask & tail);
    }

    /// Paints the visible part of a run.
    #[inline]
    pub(crate) fn run(&mut self, y: i64, x0: i64, x1: i64) {
        if let (Some((y, _)), Some((x0, x1))) = (self.clip.rows(y, y), self.clip.columns(x0, x1)) {
            self.span(y, x0, x1);
        }
    }

    /// [`Painter::run`] in a visible row, mostly one pixel.
    #[inline]
    pub(crate) fn short(&mut self, y: usize, x0: i64, x1: i64) {
        if let Some((x0, x1)) = self.clip.columns(x0, x1) {
            if x0 == x1 {
                self.count(1);
                self.dot(x0, y);
            } else {
                self.span(y, x0, x1);
            }
        }
    }

    #[inline]
    pub(crate) fn column(&mut self, x: i64, y0: i64, y1: i64) {
        if let (Some((x, _)), Some((y0, y1))) = (self.clip.columns(x, x), self.clip.rows(y0, y1)) {
            self.count(y1 - y0 + 1);
            let Some((c, mask)) = self.flat() else { return (y0..=y1).for_each(|y| self.dot(x, y)) };
            let mask = mask & 15 << ((x & 1) * 4);
            for row in &mut self.page[y0..=y1] {
                let byte = &mut row[x >> 4 & 7][x >> 1 & 7];
                *byte = *byte & !mask | c & mask;
            }
        }
    }

    #[inline]
    pub(crate) fn block(&mut self, x0: i64, y0: i64, x1: i64, y1: i64) {
        let (Some((x0, x1)), Some((y0, y1))) = (self.clip.columns(x0, x1), self.clip.rows(y0, y1)) else {
            return;
        };
        if (x0, x1) == (0, 127) && self.ink.opaque {
            self.count(128 * (y1 - y0 + 1));
            let rows = &mut self.page[y0..=y1];
            if self.ink.solid {
                // One stretch of a single byte.
                rows.as_flattened_mut().as_flattened_mut().fill(self.ink.word[0] as u8);
            } else {
                for (y, row) in (y0..).zip(rows) {
                    *row = [self.ink.word[y & 3].to_le_bytes(); 8];
                }
            }
            return;
        }
        self.count((x1 - x0 + 1) * (y1 - y0 + 1));
        let rows = &mut self.page[y0..=y1];
        let (ink, ends, first) = (&self.ink, ends(x0, x1), x0 >> 4);
        // The number of words per row is fixed first, so that the rows are stores without a loop.
        match (x1 >> 4) - first {
            0 => {
                for (y, row) in (y0..).zip(rows) {
                    blend(&mut row[first & 7], ink.word[y & 3], ink.mask[y & 3] & ends.0 & ends.1);
                }
            }
            1 => band::<2>(rows, ink, y0, first, ends),
            2 => band::<3>(rows, ink, y0, first, ends),
            3 => band::<4>(rows, ink, y0, first, ends),
            4 => band::<5>(rows, ink, y0, first, ends),
            5 => band::<6>(rows, ink, y0, first, ends),
            6 => band::<7>(rows, ink, y0, first, ends),
            _ => band::<8>(rows, ink, y0, first, ends),
        }
    }

    /// Paints a row of a filled shape, or its complement if inverted. A shape does so once for each of its rows, and
    /// calls [`Painter::beyond`] for those above and below.
    #[inline]
    pub(crate) fn fill_row(&mut self, y: i64, x0: i64, x1: i64) {
        if self.invert {
            self.run(y, 0, x0 - 1);
            self.run(y, x1 + 1, 127);
        } else {
            self.run(y, x0, x1);
        }
    }

    /// [`Painter::fill_row`] for several rows; none if y0 > y1.
    #[inline]
    pub(crate) fn fill_block(&mut self, x0: i64, y0: i64, x1: i64, y1: i64) {
        if self.invert {
            self.block(0, y0, x0 - 1, y1);
            self.block(x1 + 1, y0, 127, y1);
        } else {
            self.block(x0, y0, x1, y1);
        }
    }

    /// If inverted: paints all rows above y0 and below y1.
    #[inline]
    pub(crate) fn beyond(&mut self, y0: i64, y1: i64) {
        if self.invert {
            self.block(0, 0, 127, y0 - 1);
            self.block(0, y1 + 1, 127, 127);
        }
    }
}
