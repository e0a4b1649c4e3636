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
//! `new = old & !mask | value & mask`. Transparency, palette and planes all end in these two words.
//!
//! A palette of 16 entries is looked up without a table in memory, for eight pixels at once, by choosing with
//! bit 0 of each pixel among 8 pairs, with bit 1 among 4, then 2, then 1. The palette is read anew in each call: there
//! is no copy of it that could fall out of step with a poke.
//!
//! Bit 4 as the only sign of transparency is zepto8's reading; so is the secondary palette under patterns, which
//! the manual describes too. Neither is measured on the real machine.

use crate::memory::{Memory, reg};

/// The lowest bit of each of eight pixels.
const ONES: u32 = 0x1111_1111;
/// The draw palette after a reset, as two little-endian words.
const PLAIN: [u64; 2] = [0x0706_0504_0302_0110, 0x0f0e_0d0c_0b0a_0908];

/// Turns each pixel's lowest bit into all four.
#[inline]
const fn spread(low_bits: u32) -> u32 {
    (low_bits << 4).wrapping_sub(low_bits)
}

/// A rule that makes a value and a mask of eight source pixels.
pub(crate) trait Brush {
    /// `src` goes to the screen pixels (x, y) to (x + 7, y).
    fn eight(&self, src: u32, x: i32, y: i32) -> (u32, u32);

    /// The same for colour `c` alone, 0 to 15, on the screen pixel (x, y): value and mask are nibbles.
    fn one(&self, c: u8, x: i32, y: i32) -> (u8, u8);
}

/// Every colour as itself, 0 transparent: the state after a reset.
pub(crate) struct Plain;

impl Brush for Plain {
    #[inline]
    fn eight(&self, src: u32, _: i32, _: i32) -> (u32, u32) {
        let any = src | src >> 1;
        let any = any | any >> 2;
        (src, spread(any & ONES))
    }

    #[inline]
    fn one(&self, c: u8, _: i32, _: i32) -> (u8, u8) {
        (c, if c == 0 { 0 } else { 15 })
    }
}

/// Any palette, any transparency, any planes.
pub(crate) struct Remap {
    value: [u32; 16],
    mask: [u32; 16],
}

impl Remap {
    /// From a value and a mask, both 0 to 15, for each colour.
    fn new(entry: impl Fn(usize) -> (u8, u8)) -> Self {
        let mut remap = Remap { value: [0; 16], mask: [0; 16] };
        for c in 0..16 {
            let (value, mask) = entry(c);
            remap.value[c] = u32::from(value).wrapping_mul(ONES);
            remap.mask[c] = u32::from(mask).wrapping_mul(ONES);
        }
        remap
    }
}

/// Of 16 words, for each of eight pixels the nibble of the word that the pixel's four bits number.
#[inline]
fn choose(bits: [u32; 4], of: &[u32; 16]) -> u32 {
    let pick = |bit: u32, a: u32, b: u32| a ^ (bit & (a ^ b));
    let mut eight = [0; 8];
    for (i, e) in eight.iter_mut().enumerate() {
        *e = pick(bits[0], of[2 * i], of[2 * i + 1]);
    }
    let four: [u32; 4] = core::array::from_fn(|i| pick(bits[1], eight[2 * i], eight[2 * i + 1]));
    let two = [pick(bits[2], four[0], four[1]), pick(bits[2], four[2], four[3])];
    pick(bits[3], two[0], two[1])
}

impl Brush for Remap {
    #[inline]
    fn eight(&self, src: u32, _: i32, _: i32) -> (u32, u32) {
        let bits = core::array::from_fn(|i| spread(src >> i & ONES));
        (choose(bits, &self.value), choose(bits, &self.mask))
    }

    #[inline]
    fn one(&self, c: u8, _: i32, _: i32) -> (u8, u8) {
        let c = usize::from(c & 15);
        ((self.value[c] & 15) as u8, (self.mask[c] & 15) as u8)
    }
}

/// A fill pattern: one rule where its bits are clear, one where they are set.
pub(crate) struct Patterned {
    clear: Remap,
    set: Remap,
    /// The pattern's four rows for screen columns 0 to 7: full nibbles where a bit is set.
    rows: [u32; 4],
}

impl Brush for Patterned {
    #[inline]
    fn eight(&self, src: u32, x: i32, y: i32) -> (u32, u32) {
        let where_set = self.rows[(y & 3) as usize].rotate_right((x & 3) as u32 * 4);
        let (v0, m0) = self.clear.eight(src, x, y);
        let (v1, m1) = self.set.eight(src, x, y);
        (v0 ^ (where_set & (v0 ^ v1)), m0 ^ (where_set & (m0 ^ m1)))
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
        let pal = mem.array::<16>(reg::DRAW_PAL);
        let [low, high] = [0, 8].map(|i| u64::from_le_bytes(mem.array::<8>(reg::DRAW_PAL + i)));
        let patterned = mem.get(reg::PATTERN_FLAGS) & 2 != 0;
        if [low, high] == PLAIN && mem.get(reg::PLANES) == 0xff && !patterned {
            return Ink::Plain;
        }
        Self::read_other(mem, pal, patterned)
    }

    #[inline(never)]
    fn read_other(mem: &Memory, pal: [u8; 16], patterned: bool) -> Ink {
        let planes = mem.get(reg::PLANES);
        let (write, read) = (planes & 15, planes >> 4);
        let entry = |c: usize, colour: u8, visible: bool| {
            if !visible || pal[c] & 0x10 != 0 { (0, 0) } else { (colour & write & read, write) }
        };
        if !patterned {
            return Ink::Remap(Remap::new(|c| entry(c, pal[c] & 15, true)));
        }
        let second = mem.array::<16>(reg::SECOND_PAL);
        let pair = |c: usize| second[usize::from(pal[c] & 15)];
        let opaque = mem.get(reg::PATTERN_FLAGS) & 1 == 0;
        let pattern = mem.get16(reg::PATTERN);
        Ink::Patterned(Patterned {
            clear: Remap::new(|c| entry(c, pair(c) & 15, true)),
            set: Remap::new(|c| entry(c, pair(c) >> 4, opaque)),
            rows: core::array::from_fn(|row| {
                let bits = pattern >> (12 - 4 * row);
                (0..8).fold(0, |all, x| all | spread(u32::from(bits >> (3 - x % 4) & 1)) << (4 * x))
            }),
        })
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
