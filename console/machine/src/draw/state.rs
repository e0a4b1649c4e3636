//! Drawing calls that only set registers.
//!
//! ```text
//! call       registers          returns the previous value as
//! camera     5f28-5f2b          (x, y)
//! clip       5f20-5f23          [x0, y0, x1, y1], x1 and y1 outside
//! color      5f25               the pen, second colour in the high nibble
//! fillp      5f31-5f33          pattern.flags in one number
//! pal        5f00 5f10 5f60     the entry
//! palt       & f0 of 5f00-0f    one truth, or a field with colour 0 in bit 15
//! ```
//!
//! A `poke` of these bytes has the same effect as the call. Return values and bit order as recorded on PICO-8 0.2.7.

use super::view::Clip;
use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::limit::Limit;
use crate::memory::{REGISTER_DEFAULTS, reg};
use crate::meter::price;
use crate::trace::{Hex, tap};
use num::Num;
use rasher_describe::describe;

/// First address of palette 0 draw, 1 screen, 2 secondary.
fn palette(p: i32) -> Option<u16> {
    match p {
        0 => Some(reg::DRAW_PAL),
        1 => Some(reg::SCREEN_PAL),
        2 => Some(reg::SECOND_PAL),
        _ => None,
    }
}

#[describe]
impl Machine {
    /// Shifts all later drawing by (-x, -y); `camera(0, 0)` resets it. Returns the previous shift.
    ///
    /// Stores the lowest 16 bits of each, as signed numbers.
    #[doc = example!(camera)]
    #[track_caller]
    pub fn camera(&mut self, x: impl Int, y: impl Int) -> (i32, i32) /* without arguments: camera(0, 0) */ {
        self.set_camera(x.int(), y.int())
    }

    #[track_caller]
    fn set_camera(&mut self, x: i32, y: i32) -> (i32, i32) {
        tap!(self, camera(x, y));
        self.charge(price::CALL);
        let before = self.camera_xy();
        self.mem.set16(reg::CAMERA, x as u16);
        self.mem.set16(reg::CAMERA + 2, y as u16);
        before
    }

    /// Limits drawing to `w` by `h` pixels of the screen at (x, y), regardless of the camera. Returns the previous
    /// registers: x0, y0, x1, y1, the last two outside.
    ///
    /// Negative sizes are 0, and parts off the screen are cut off: `clip(-5, -5, 20, 20)` leaves 0, 0, 15, 15.
    #[doc = example!(clip)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn clip( // and_old: clip_ext(x, y, w, h, and_old); without arguments: clip_reset()
        &mut self, x: impl Int, y: impl Int, w: impl Int, h: impl Int,
    ) -> [u8; 4] {
        self.clip_ext(x, y, w, h, false)
    }

    /// [`Machine::clip`]; `and_old` intersects the rectangle with the previous one.
    #[track_caller]
    pub fn clip_ext(&mut self, x: impl Int, y: impl Int, w: impl Int, h: impl Int, and_old: bool) -> [u8; 4] {
        self.set_clip_box(x.int(), y.int(), w.int(), h.int(), and_old)
    }

    #[track_caller]
    fn set_clip_box(&mut self, x: i32, y: i32, w: i32, h: i32, and_old: bool) -> [u8; 4] {
        tap!(self, clip_ext(x, y, w, h, and_old));
        self.charge(price::CALL);
        let side = |v: i32| v.clamp(0, 128);
        let far = |from: i32, size: i32| side(from.saturating_add(size.max(0)));
        let mut new = Clip { x0: side(x), y0: side(y), x1: far(x, w), y1: far(y, h) };
        if and_old {
            let old = Clip::read(&self.mem);
            new = Clip {
                x0: new.x0.max(old.x0),
                y0: new.y0.max(old.y0),
                x1: new.x1.min(old.x1),
                y1: new.y1.min(old.y1),
            };
        }
        self.set_clip([new.x0 as u8, new.y0 as u8, new.x1 as u8, new.y1 as u8])
    }

    /// Resets the clip to the whole screen. Returns the previous registers.
    #[track_caller]
    pub fn clip_reset(&mut self) -> [u8; 4] {
        tap!(self, clip_reset());
        self.charge(price::CALL);
        self.set_clip([0, 0, 128, 128])
    }

    pub(crate) fn set_clip(&mut self, new: [u8; 4]) -> [u8; 4] {
        let before = self.mem.array(reg::CLIP);
        for (addr, v) in (reg::CLIP..).zip(new) {
            self.mem.set(addr, v);
        }
        before
    }

    /// Sets the pen, the colour of calls with [`Color::PEN`]. Returns the previous pen. PICO-8's `color()` is
    /// `color(6)`.
    ///
    /// A colour with a pattern also sets the fill pattern, if 0x5f34 enables that.
    #[doc = example!(color)]
    #[track_caller]
    pub fn color(&mut self, color: impl Into<Color>) -> u8 /* without arguments: color(6) */ {
        let color: Color = color.into();
        tap!(self, color(color));
        self.charge(price::CALL);
        let before = self.mem.get(reg::PEN);
        self.take_color(color);
        before
    }

    /// Sets the 4x4 fill pattern; `fillp(0)` resets it. Returns the previous one, in the same form.
    ///
    /// The whole part is the pattern: 16 bits in reading order, bit 15 at the top left. Clear bits are drawn in the
    /// pen's first colour, set bits in its second. In the fraction, 0x0.8 makes set bits transparent, 0x0.4 applies the
    /// pattern to sprites and 0x0.2 takes all colours from the secondary palette. The camera does not move it.
    #[doc = example!(fillp)]
    #[track_caller]
    pub fn fillp(&mut self, pattern: impl Into<Num>) -> Num /* without arguments: fillp(0) */ {
        let pattern: Num = pattern.into();
        tap!(self, fillp(pattern = Hex(pattern)));
        self.set_pattern(pattern)
    }

    fn set_pattern(&mut self, pattern: Num) -> Num {
        self.charge(price::CALL);
        // Register flags 1, 2, 4 are bits 15, 14, 13 of the fraction.
        let flip = |f: u32| (f & 1) << 2 | (f & 2) | (f & 4) >> 2;
        let flags = u32::from(self.mem.get(reg::PATTERN_FLAGS));
        let before = u32::from(self.mem.get16(reg::PATTERN)) << 16 | flip(flags) << 13;
        let bits = pattern.bits() as u32;
        self.mem.set16(reg::PATTERN, (bits >> 16) as u16);
        self.mem.set(reg::PATTERN_FLAGS, flip(bits >> 13) as u8);
        Num::from_bits(before as i32)
    }

    /// Draws colour `c0` as `c1` from now on. Returns the previous `c1`. The lowest four bits of both count; the
    /// transparency of `c0` is unchanged.
    #[doc = example!(pal)]
    #[track_caller]
    pub fn pal(&mut self, c0: i32, c1: i32) -> u8 /* of a palette: pal_ext(c0, c1, p); without arguments: pal_reset() */
    {
        tap!(self, pal(c0, c1));
        self.set_entry(c0, c1, 0)
    }

    /// Sets entry `c0` (lowest four bits) of palette `p`: 0 draw, 1 screen, 2 secondary. Returns the previous entry.
    ///
    /// The screen palette applies when the picture is shown. Its entries and those of the secondary palette are bytes;
    /// 128 to 143 are the extended colours. Any other `p` changes nothing and returns 0 (our decision; not recorded).
    #[track_caller]
    pub fn pal_ext(&mut self, c0: i32, c1: i32, p: i32) -> u8 {
        tap!(self, pal_ext(c0, c1, p));
        self.set_entry(c0, c1, p)
    }

    fn set_entry(&mut self, c0: i32, c1: i32, p: i32) -> u8 {
        self.charge(price::CALL);
        let Some(base) = palette(p) else {
            self.beyond(Limit::Palette, p);
            return 0;
        };
        let at = base + (c0 & 15) as u16;
        let before = self.mem.get(at);
        if p == 0 {
            self.mem.set(at, before & 0xf0 | c1 as u8 & 15);
            before & 15
        } else {
            self.mem.set(at, c1 as u8);
            before
        }
    }

    /// [`Machine::pal_ext`] for each pair, in order.
    #[track_caller]
    pub fn pal_table(&mut self, table: &[(i32, i32)], p: i32) {
        for (c0, c1) in table {
            self.pal_ext(*c0, *c1, p);
        }
    }

    /// Resets all three palettes, transparency and the fill pattern.
    ///
    /// The pattern is reset by an older manual and by open implementations; the manual of 0.2.6 does not mention it.
    #[track_caller]
    pub fn pal_reset(&mut self) {
        tap!(self, pal_reset());
        (0..3).for_each(|p| self.reset_entries(p));
        self.set_pattern(Num::ZERO);
    }

    /// Resets palette `p`: 0 draw (with transparency), 1 screen, 2 secondary; does nothing for other numbers.
    #[track_caller]
    pub fn pal_reset_one(&mut self, p: i32) {
        tap!(self, pal_reset_one(p));
        self.reset_entries(p);
    }

    fn reset_entries(&mut self, p: i32) {
        self.charge(price::CALL);
        let Some(base) = palette(p) else { return self.beyond(Limit::Palette, p) };
        for addr in base..base + 16 {
            self.mem.set(addr, REGISTER_DEFAULTS[usize::from(addr - reg::DRAW_PAL)]);
        }
    }

    /// Makes colour `c` (lowest four bits) transparent or opaque in sprites. Returns whether it was transparent.
    #[doc = example!(palt)]
    #[track_caller]
    pub fn palt(&mut self, c: i32, transparent: bool) -> bool /* without arguments: palt_reset(); all colours: palt_bits(bits) */
    {
        tap!(self, palt(c, transparent));
        self.set_transparency(c, transparent)
    }

    fn set_transparency(&mut self, c: i32, transparent: bool) -> bool {
        self.charge(price::CALL);
        let at = reg::DRAW_PAL + (c & 15) as u16;
        let before = self.mem.get(at);
        let bits = self.rules.transparent();
        self.mem.set(at, before & !bits | u8::from(transparent) << 4);
        before & bits != 0
    }

    /// Sets the transparency of all colours: bit 15 is colour 0, bit 0 is colour 15. Returns the previous bits.
    #[track_caller]
    pub fn palt_bits(&mut self, bits: u16) -> u16 {
        tap!(self, palt_bits(bits));
        self.set_transparencies(bits)
    }

    fn set_transparencies(&mut self, bits: u16) -> u16 {
        let set = |before, c| before << 1 | u16::from(self.set_transparency(c, bits >> (15 - c) & 1 != 0));
        (0..16).fold(0, set)
    }

    /// Makes only colour 0 transparent. Returns the previous bits.
    #[track_caller]
    pub fn palt_reset(&mut self) -> u16 {
        tap!(self, palt_reset());
        self.set_transparencies(0x8000)
    }
}
