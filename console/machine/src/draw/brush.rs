//! What a sprite's pixels become: draw palette, transparency, pattern and bit planes, eight pixels at a time.
//!
//! ```text
//! source pixel c ── 0x5f00+c bit 4? ── yes ──> nothing is drawn
//!                        │ no
//!                   t = 0x5f00+c & 15 ── pattern flag 2? ── yes ──> p = 0x5f60+t; the pattern's bit of the
//!                        │ no                                       screen pixel: 0 -> p & 15,
//!                        v                                          1 -> p >> 4, or nothing with flag 1
//!                   new = old & !w | t & w & r       w, r: low and high nibble of 0x5f5e
//! ```
//!
//! Eight pixels are one `u32`, the left one lowest. A brush makes of them a value and a mask, both eight nibbles:
//! `new = old & !mask | value`. Transparency, palette and planes all end in these two words.
//!
//! A palette is applied to 16 pixels at once (two rows in a `u64`), and only where it differs from "each colour as
//! itself, opaque": where the pixels are colour c, found by comparing all nibbles at once, `c ^ t` turns c into
//! t. There is no table in memory: a usual palette of a few changes costs a few operations, and it is
//! read anew in each call, so that no copy of it could fall out of step with a poke.
//!
//! Bit 4 as the only sign of transparency is zepto8's reading; so is the secondary palette under patterns, which
//! the manual describes too. Neither is measured on the real machine.

use crate::memory::{Memory, reg};

/// The lowest bit of each of 16 pixels.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The low and high half of a palette that leaves all colours as they are, opaque.
const IDENTITY: [u64; 2] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
/// [`IDENTITY`] with colour 0 transparent: the draw palette after a reset.
const PLAIN: [u64; 2] = [IDENTITY[0] | 0x10, IDENTITY[1]];

/// Full nibbles where a nibble is not 0.
#[inline]
pub(crate) const fn nonzero(word: u64) -> u64 {
    let any = word | word >> 1;
    let any = (any | any >> 2) & ONES;
    (any << 4).wrapping_sub(any)
}

/// Eight words of eight pixels, word 2 * i in the lower half of the i-th.
pub(crate) type Pairs = [u64; 4];

/// Word `i` of eight.
#[inline]
pub(crate) const fn word(pairs: &Pairs, i: usize) -> u32 {
    (pairs[i >> 1 & 3] >> (32 * (i & 1))) as u32
}

/// A rule that makes values and masks of source pixels. No bit of a value is outside its mask.
pub(crate) trait Brush {
    /// Eight words of eight pixels: word `i` goes to screen row `y + i * down`, column `x` or one that has the same
    /// remainder by 4.
    fn eights(&self, pairs: Pairs, x: i32, y: i32, down: i32) -> (Pairs, Pairs);

    /// The same for colour `c` alone, 0 to 15, on the screen pixel (x, y): value and mask are nibbles.
    fn one(&self, c: u8, x: i32, y: i32) -> (u8, u8);

    /// [`Brush::eights`] for eight rows from (x, y) down, moved `shift` bits, at most 32, up a word of 16 pixels.
    #[inline]
    fn windows(&self, pairs: Pairs, x: i32, y: i32, shift: u32) -> [(u64, u64); 8] {
        let (values, masks) = self.eights(pairs, x, y, 1);
        let moved = |pairs, i| u64::from(word(pairs, i)) << (shift & 63);
        core::array::from_fn(|i| (moved(&values, i), moved(&masks, i)))
    }
}

/// Every colour as itself, 0 transparent: the state after a reset.
pub(crate) struct Plain;

impl Plain {
    /// Does a draw with these registers need no more than this brush?
    #[inline]
    pub(crate) fn suffices(mem: &Memory) -> bool {
        let [low, high] = halves(mem);
        let odd = low ^ PLAIN[0] | high ^ PLAIN[1];
        odd == 0 && mem.get(reg::PLANES) == 0xff && mem.get(reg::PATTERN_FLAGS) & 2 == 0
    }
}

impl Brush for Plain {
    #[inline]
    fn eights(&self, pairs: Pairs, _: i32, _: i32, _: i32) -> (Pairs, Pairs) {
        (pairs, pairs.map(nonzero))
    }

    #[inline]
    fn one(&self, c: u8, _: i32, _: i32) -> (u8, u8) {
        (c, if c == 0 { 0 } else { 15 })
    }

    /// The mask comes from the moved pixels, which saves moving it too.
    #[inline]
    fn windows(&self, pairs: Pairs, _: i32, _: i32, shift: u32) -> [(u64, u64); 8] {
        core::array::from_fn(|i| {
            let value = u64::from(word(&pairs, i)) << (shift & 63);
            (value, nonzero(value))
        })
    }
}

/// The draw palette as two little-endian words.
#[inline]
fn halves(mem: &Memory) -> [u64; 2] {
    [0, 8].map(|i| u64::from_le_bytes(mem.array::<8>(reg::DRAW_PAL + i)))
}

/// Any palette, any transparency, any planes.
pub(crate) struct Remap {
    /// A byte for each colour: bits to turn over, and bit 4 where it is transparent.
    changes: [u64; 2],
    /// Bits of a pixel that are written, and those of them that are not written as 0.
    write: u8,
    keep: u8,
}

impl Remap {
    /// From the palette as it stands in memory: low nibbles and bit 4 of each byte count.
    #[inline]
    fn new(palette: [u64; 2], planes: u8) -> Self {
        let change = |i: usize| (palette[i] ^ IDENTITY[i]) & 0x1f1f_1f1f_1f1f_1f1f;
        let write = planes & 15;
        Remap { changes: [change(0), change(1)], write, keep: write & planes >> 4 }
    }

    /// [`Brush::eights`] without a position: this brush paints alike everywhere.
    #[inline]
    fn everywhere(&self, pairs: Pairs) -> (Pairs, Pairs) {
        let (mut values, mut hidden) = (pairs, [0; 4]);
        for (first, changes) in [(0, self.changes[0]), (8, self.changes[1])] {
            let mut left = changes;
            while left != 0 {
                let at = left.trailing_zeros() & 0x38;
                let change = left >> at & 0x1f;
                left &= !(0xff << at);
                let colour = ONES.wrapping_mul(first + u64::from(at >> 3));
                let turn = ONES.wrapping_mul(change & 15);
                let hide = 0u64.wrapping_sub(change >> 4);
                for i in 0..4 {
                    let here = !nonzero(pairs[i] ^ colour);
                    values[i] ^= here & turn;
                    hidden[i] |= here & hide;
                }
            }
        }
        let write = ONES.wrapping_mul(self.write.into());
        let keep = ONES.wrapping_mul(self.keep.into());
        let masks = hidden.map(|h| !h & write);
        (core::array::from_fn(|i| values[i] & !hidden[i] & keep), masks)
    }
}

impl Brush for Remap {
    #[inline]
    fn eights(&self, pairs: Pairs, _: i32, _: i32, _: i32) -> (Pairs, Pairs) {
        self.everywhere(pairs)
    }

    #[inline]
    fn one(&self, c: u8, _: i32, _: i32) -> (u8, u8) {
        let change = self.changes[usize::from(c >> 3 & 1)].to_le_bytes()[usize::from(c & 7)];
        if change & 0x10 != 0 { (0, 0) } else { ((c ^ change) & self.keep, self.write) }
    }
}

/// A fill pattern: one rule where its bits are clear, one where they are set.
pub(crate) struct Patterned {
    clear: Remap,
    set: Remap,
    /// The pattern's four rows for screen columns 0 to 7: full nibbles where a bit is set.
    rows: [u32; 4],
}

impl Patterned {
    fn read(mem: &Memory) -> Self {
        let pal = mem.array::<16>(reg::DRAW_PAL);
        let second = mem.array::<16>(reg::SECOND_PAL);
        let (pattern, planes) = (mem.get16(reg::PATTERN), mem.get(reg::PLANES));
        let hide_set = (mem.get(reg::PATTERN_FLAGS) & 1) << 4;
        let half = |first: usize, high: u8, hide: u8| {
            u64::from_le_bytes(core::array::from_fn(|i| {
                let entry = pal[first + i];
                second[usize::from(entry & 15)] >> high & 15 | entry & 0x10 | hide
            }))
        };
        Patterned {
            clear: Remap::new([half(0, 0, 0), half(8, 0, 0)], planes),
            set: Remap::new([half(0, 4, hide_set), half(8, 4, hide_set)], planes),
            rows: core::array::from_fn(|row| {
                let bits = pattern >> (12 - 4 * row);
                let low = (0..8).fold(0, |all, x| all | u32::from(bits >> (3 - x % 4) & 1) << (4 * x));
                nonzero(low.into()) as u32
            }),
        }
    }
}

impl Brush for Patterned {
    #[inline(never)]
    fn eights(&self, pairs: Pairs, x: i32, y: i32, down: i32) -> (Pairs, Pairs) {
        let (mut values, mut masks) = self.clear.everywhere(pairs);
        let (set_values, set_masks) = self.set.everywhere(pairs);
        for i in 0..4 {
            let row = |word: i32| {
                let row = self.rows[((y + word * down) & 3) as usize];
                u64::from(row.rotate_right((x & 3) as u32 * 4))
            };
            let set = row(2 * i as i32) | row(2 * i as i32 + 1) << 32;
            values[i] ^= set & (values[i] ^ set_values[i]);
            masks[i] ^= set & (masks[i] ^ set_masks[i]);
        }
        (values, masks)
    }

    #[inline]
    fn one(&self, c: u8, x: i32, y: i32) -> (u8, u8) {
        let set = self.rows[(y & 3) as usize] >> ((x & 3) * 4) & 1 != 0;
        if set { self.set.one(c, x, y) } else { self.clear.one(c, x, y) }
    }
}

/// The brush that the registers ask for.
pub(crate) enum Ink {
    Plain,
    Remap(Remap),
    Patterned(Patterned),
}

impl Ink {
    /// Reads palettes, pattern and planes.
    #[inline]
    pub(crate) fn read(mem: &Memory) -> Ink {
        if Plain::suffices(mem) {
            Ink::Plain
        } else if mem.get(reg::PATTERN_FLAGS) & 2 == 0 {
            Ink::Remap(Remap::new(halves(mem), mem.get(reg::PLANES)))
        } else {
            Ink::Patterned(Patterned::read(mem))
        }
    }
}

/// Runs an expression with `$brush` bound to whichever brush `$ink` holds, compiled once for each.
macro_rules! with_brush {
    ($ink:expr, $brush:ident => $body:expr) => {
        match $ink {
            $crate::draw::brush::Ink::Plain => {
                let $brush = &$crate::draw::brush::Plain;
                $body
            }
            $crate::draw::brush::Ink::Remap($brush) => $body,
            $crate::draw::brush::Ink::Patterned($brush) => $body,
        }
    };
}
pub(crate) use with_brush;
