//! From a sprite's pixels to screen bits: draw palette, transparency, pattern and bit planes, eight pixels at a time.
//!
//! ```text
//! source pixel c ── 0x5f00+c & f0? ─── yes ──> nothing is drawn
//!                        │ no
//!                   t = 0x5f00+c & 15 ── pattern flag 2? ── yes ──> p = 0x5f60+t; the pattern's bit of the
//!                        │ no                                       screen pixel: 0 -> p & 15,
//!                        v                                          1 -> p >> 4, or nothing with flag 1
//!                   new = old & !w | t & w & r       w, r: low and high nibble of 0x5f5e
//! ```
//!
//! Eight pixels are one `u32`, the left one lowest. A brush turns them into a value and a mask of eight nibbles each:
//! `new = old & !mask | value` then covers transparency, palette and planes.
//!
//! A palette becomes a table of 256 bytes, one for each pair of pixels. The last table is cached by the palette's 16
//! bytes ([`LastPairs`]), which each call compares, so no poke is missed; a new table takes 15 ns. Transparent colours
//! are found by comparing eight pixels at once. The reset palette has its own brush. A sprite with 15 remapped colours
//! takes 28 ns; with a comparison for each colour it took 82, with sums over bit planes 36.
//!
//! Any of the upper four bits of an entry makes a colour transparent, as reports to zepto8, fake-08 and femto8 found
//! with published carts; by the first rules only bit 4 did. The secondary palette under patterns is the manual's.

use crate::boot::Rules;
use crate::memory::{Memory, reg};

/// The lowest bit of each of eight pixels.
const ONES: u32 = 0x1111_1111;
/// The lowest bit of each of eight bytes.
const BYTES: u64 = 0x0101_0101_0101_0101;
/// The two halves of an opaque palette that maps each colour to itself.
const IDENTITY: [u64; 2] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
/// [`IDENTITY`] with colour 0 transparent: the draw palette after a reset.
const PLAIN: [u64; 2] = [IDENTITY[0] | 0x10, IDENTITY[1]];

/// Full nibbles where a nibble is not 0.
#[inline]
pub(crate) const fn nonzero(word: u32) -> u32 {
    let any = word | word >> 1;
    let any = (any | any >> 2) & ONES;
    (any << 4).wrapping_sub(any)
}

/// Eight words of eight pixels, which compile to vector instructions.
pub(crate) type Eight = [u32; 8];

/// Turns source pixels into values and masks. A value has no bit outside its mask.
pub(crate) trait Brush {
    /// Eight words: word `i` goes to screen row `y + i * down`, column `x` or one with the same remainder by 4.
    fn eights(&self, rows: Eight, x: i32, y: i32, down: i32) -> (Eight, Eight);

    /// The same for colour `c`, 0 to 15, on pixel (x, y), in nibbles.
    fn one(&self, c: u8, x: i32, y: i32) -> (u8, u8);

    /// [`Brush::eights`] for eight rows from (x, y), shifted `shift` bits, at most 32, in words of 16 pixels.
    #[inline]
    fn windows(&self, rows: Eight, x: i32, y: i32, shift: u32) -> [(u64, u64); 8] {
        let (values, masks) = self.eights(rows, x, y, 1);
        let moved = |word: u32| u64::from(word) << (shift & 63);
        core::array::from_fn(|i| (moved(values[i]), moved(masks[i])))
    }
}

/// Every colour as itself, 0 transparent: the state after a reset.
pub(crate) struct Plain;

impl Plain {
    /// Whether this brush is enough for the current registers.
    #[inline]
    pub(crate) fn suffices(mem: &Memory) -> bool {
        let [low, high] = halves(mem);
        let odd = low ^ PLAIN[0] | high ^ PLAIN[1];
        odd == 0 && mem.get(reg::PLANES) == 0xff && mem.get(reg::PATTERN_FLAGS) & 2 == 0
    }
}

impl Brush for Plain {
    #[inline]
    fn eights(&self, rows: Eight, _: i32, _: i32, _: i32) -> (Eight, Eight) {
        (rows, rows.map(nonzero))
    }

    #[inline]
    fn one(&self, c: u8, _: i32, _: i32) -> (u8, u8) {
        (c, if c == 0 { 0 } else { 15 })
    }

    /// The mask comes from the moved pixels, which saves moving it too.
    #[inline]
    fn windows(&self, rows: Eight, _: i32, _: i32, shift: u32) -> [(u64, u64); 8] {
        rows.map(|row| {
            let value = u64::from(row) << (shift & 63);
            let any = value | value >> 1;
            let any = (any | any >> 2) & (u64::from(ONES) << 32 | u64::from(ONES));
            (value, (any << 4).wrapping_sub(any))
        })
    }
}

#[inline]
fn halves(mem: &Memory) -> [u64; 2] {
    [0, 8].map(|i| u64::from_le_bytes(mem.array::<8>(reg::DRAW_PAL + i)))
}

/// The result of each sheet byte, two pixels, under a draw palette.
type PairTable = [u8; 256];

/// The table of a palette; low nibbles count.
#[inline]
fn pairs(palette: [u64; 2]) -> PairTable {
    let mut pairs = [0; 256];
    fill_pairs(&mut pairs, palette);
    pairs
}

#[inline]
fn fill_pairs(pairs: &mut PairTable, palette: [u64; 2]) {
    let [first, second] = palette.map(|half| half & 0x0f0f_0f0f_0f0f_0f0f);
    // Sixteen entries have the same right pixel, the upper nibble, so eight bytes get it at once.
    for (i, sixteen) in pairs.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let half = if i < 8 { first } else { second };
        let right = (half >> (8 * (i & 7)) & 15).wrapping_mul(0x1010_1010_1010_1010);
        let (words, _) = sixteen.as_chunks_mut::<8>();
        words[0] = (first | right).to_le_bytes();
        words[1] = (second | right).to_le_bytes();
    }
}

/// A bit for each colour that is not drawn.
#[inline]
fn hidden(palette: [u64; 2], rules: Rules) -> u16 {
    let upper = if rules == Rules::One { BYTES } else { 15 * BYTES };
    let [low, high] = palette.map(|bytes| {
        // Any bit of the four carries into the next one. Of the eight bits gathered, no two overlap in the product.
        let any = (bytes >> 4 & upper).wrapping_add(15 * BYTES) >> 4 & BYTES;
        any.wrapping_mul(0x0102_0408_1020_4080) >> 56
    });
    (low | high << 8) as u16
}

/// The table and hidden colours of the last palette, cached by its bytes. Derived, so not part of the state.
#[derive(Clone)]
pub(crate) struct LastPairs {
    of: [u64; 2],
    pairs: PairTable,
    hidden: u16,
}

impl Default for LastPairs {
    fn default() -> Self {
        LastPairs { of: IDENTITY, pairs: pairs(IDENTITY), hidden: 0 }
    }
}

impl core::fmt::Debug for LastPairs {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("LastPairs")
    }
}

impl LastPairs {
    #[inline]
    fn of(&mut self, palette: [u64; 2], rules: Rules) -> &Self {
        if self.of != palette {
            (self.of, self.hidden) = (palette, hidden(palette, rules));
            fill_pairs(&mut self.pairs, palette);
        }
        self
    }
}

pub(crate) struct Remap<'a> {
    pairs: &'a PairTable,
    /// A bit for each colour that is not drawn.
    hidden: u16,
    /// Bits of a pixel that are written, and those of them that are not written as 0.
    write: u8,
    keep: u8,
}

impl<'a> Remap<'a> {
    #[inline]
    fn new(pairs: &'a PairTable, hidden: u16, planes: u8) -> Self {
        let write = planes & 15;
        Remap { pairs, hidden, write, keep: write & planes >> 4 }
    }

    #[inline]
    pub(crate) fn read(mem: &Memory, last: &'a mut LastPairs, rules: Rules) -> Self {
        let last = last.of(halves(mem), rules);
        Remap::new(&last.pairs, last.hidden, mem.get(reg::PLANES))
    }

    /// [`Brush::eights`] without a position, as it paints the same everywhere.
    #[inline]
    fn everywhere(&self, rows: Eight) -> (Eight, Eight) {
        let values =
            rows.map(|row| u32::from_le_bytes(row.to_le_bytes().map(|pair| self.pairs[usize::from(pair)])));
        let mut masks = [u32::MAX; 8];
        let mut left = self.hidden;
        while left != 0 {
            let colour = ONES.wrapping_mul(left.trailing_zeros());
            left &= left - 1;
            for (mask, row) in masks.iter_mut().zip(rows) {
                *mask &= nonzero(row ^ colour);
            }
        }
        let write = ONES.wrapping_mul(self.write.into());
        let keep = ONES.wrapping_mul(self.keep.into());
        (core::array::from_fn(|i| values[i] & masks[i] & keep), masks.map(|mask| mask & write))
    }
}

impl Brush for Remap<'_> {
    #[inline]
    fn eights(&self, rows: Eight, _: i32, _: i32, _: i32) -> (Eight, Eight) {
        self.everywhere(rows)
    }

    #[inline]
    fn one(&self, c: u8, _: i32, _: i32) -> (u8, u8) {
        let becomes = self.pairs[usize::from(c & 15)] & 15;
        if self.hidden >> (c & 15) & 1 != 0 { (0, 0) } else { (becomes & self.keep, self.write) }
    }
}

/// A fill pattern: one palette where its bits are clear, one where they are set.
pub(crate) struct Patterned {
    pairs: [PairTable; 2],
    hidden: [u16; 2],
    planes: u8,
    /// The pattern's four rows for screen columns 0 to 7: full nibbles where a bit is set.
    rows: [u32; 4],
}

impl Patterned {
    pub(crate) fn read(mem: &Memory, rules: Rules) -> Self {
        let pal = mem.array::<16>(reg::DRAW_PAL);
        let second = mem.array::<16>(reg::SECOND_PAL);
        let (pattern, planes) = (mem.get16(reg::PATTERN), mem.get(reg::PLANES));
        let hide_set = (mem.get(reg::PATTERN_FLAGS) & 1) << 4;
        let half = |first: usize, high: u8, hide: u8| {
            u64::from_le_bytes(core::array::from_fn(|i| {
                let entry = pal[first + i];
                second[usize::from(entry & 15)] >> high & 15 | entry & 0xf0 | hide
            }))
        };
        let palettes = [[half(0, 0, 0), half(8, 0, 0)], [half(0, 4, hide_set), half(8, 4, hide_set)]];
        Patterned {
            pairs: palettes.map(pairs),
            hidden: palettes.map(|palette| hidden(palette, rules)),
            planes,
            rows: core::array::from_fn(|row| {
                let bits = pattern >> (12 - 4 * row);
                let low = (0..8).fold(0, |all, x| all | u32::from(bits >> (3 - x % 4) & 1) << (4 * x));
                nonzero(low)
            }),
        }
    }

    /// The rule where the pattern's bits are clear (0) or set (1).
    #[inline]
    fn rule(&self, set: usize) -> Remap<'_> {
        Remap::new(&self.pairs[set], self.hidden[set], self.planes)
    }
}

impl Brush for Patterned {
    #[inline(never)]
    fn eights(&self, rows: Eight, x: i32, y: i32, down: i32) -> (Eight, Eight) {
        let (mut values, mut masks) = self.rule(0).everywhere(rows);
        let (set_values, set_masks) = self.rule(1).everywhere(rows);
        for i in 0..8 {
            let row = self.rows[((y + i as i32 * down) & 3) as usize];
            let set = row.rotate_right((x & 3) as u32 * 4);
            values[i] ^= set & (values[i] ^ set_values[i]);
            masks[i] ^= set & (masks[i] ^ set_masks[i]);
        }
        (values, masks)
    }

    #[inline]
    fn one(&self, c: u8, x: i32, y: i32) -> (u8, u8) {
        let set = self.rows[(y & 3) as usize] >> ((x & 3) * 4) & 1;
        self.rule(set as usize).one(c, x, y)
    }
}

pub(crate) enum BrushKind {
    Plain,
    Remap,
    Patterned,
}

impl BrushKind {
    #[inline]
    pub(crate) fn read(mem: &Memory) -> BrushKind {
        if Plain::suffices(mem) {
            BrushKind::Plain
        } else if mem.get(reg::PATTERN_FLAGS) & 2 == 0 {
            BrushKind::Remap
        } else {
            BrushKind::Patterned
        }
    }
}

/// Evaluates an expression with `$brush` bound to the brush that the registers require, compiled once for each.
macro_rules! with_brush {
    ($machine:expr, $brush:ident => $body:expr) => {
        match $crate::draw::brush::BrushKind::read(&$machine.mem) {
            $crate::draw::brush::BrushKind::Plain => {
                let $brush = &$crate::draw::brush::Plain;
                $body
            }
            $crate::draw::brush::BrushKind::Remap => {
                let $brush =
                    &$crate::draw::brush::Remap::read(&$machine.mem, &mut $machine.pairs, $machine.rules);
                $body
            }
            $crate::draw::brush::BrushKind::Patterned => {
                let $brush = &$crate::draw::brush::Patterned::read(&$machine.mem, $machine.rules);
                $body
            }
        }
    };
}
pub(crate) use with_brush;
