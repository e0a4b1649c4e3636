//! `cls`, `pset`, `pget`: the whole screen, and one pixel of it.
//!
//! ```text
//! cls   8 KiB of one byte; ignores clip, pattern, palette and planes; resets clip and text cursor
//! pset  camera, clip, pattern, draw palette, planes
//! pget  camera, clip; the pixel as stored in memory
//! ```

use super::span::{Paint, page};
use super::view::Clip;
use crate::Machine;
use crate::api::Color;
use crate::boot::Rules;
use crate::int::Int;
use crate::memory::{SCREEN, reg};
use crate::meter::price;
use crate::trace::tap;
use rasher_describe::describe;

/// The clip registers without a clip: 0, 0, 128, 128.
const WHOLE: u32 = 0x8080_0000;

#[describe]
impl Machine {
    /// Fills the screen with a colour (its lowest 4 bits) and resets clip, text cursor and home column. The pen is
    /// unchanged. PICO-8's `cls()` is `cls(0)`.
    ///
    /// The manual says that it resets the clip; this was not measured.
    #[doc = example!(cls)]
    #[track_caller]
    pub fn cls(&mut self, color: impl Into<Color>) /* without arguments: cls(0) */
    {
        let color: Color = color.into();
        tap!(self, cls(color));
        self.clear(color);
    }

    /// Sets the pixel (x, y). Outside the clip only the pen changes.
    #[doc = example!(pset)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn pset( // in the colour of the pen: pset(x, y, Color::PEN)
        &mut self, x: impl Int, y: impl Int, color: impl Into<Color>,
    ) {
        let (x, y) = (x.int(), y.int());
        let color: Color = color.into();
        tap!(self, pset(x, y, color));
        self.set_pixel(x, y, color);
    }

    /// The colour of the pixel (x, y), 0 to 15. Outside the clip 0, or with bit 4 of 0x5f36 the byte at 0x5f5b; so in
    /// zepto8 and by a test of femto8, not recorded. By the first rules only off the screen.
    #[doc = example!(pget)]
    #[track_caller]
    pub fn pget(&self, x: impl Int, y: impl Int) -> u8 {
        self.pixel_at(x.int(), y.int())
    }

    #[track_caller]
    fn pixel_at(&self, x: i32, y: i32) -> u8 {
        self.charge(price::CALL);
        let (x, y) = self.on_screen(x, y);
        let all = self.mem.get32(reg::CLIP) == WHOLE || self.rules == Rules::One;
        if (x | y) as u64 >= 128 || !all && !Clip::read(&self.mem).has(x, y) {
            return self.mem.out_of_bounds(reg::TEXT_OFFSET);
        }
        let at = self.mem.screen_base() + (y as u16) * 64 + x as u16 / 2;
        let byte = self.tap.real_byte(at).unwrap_or_else(|| self.mem.get(at));
        byte >> (4 * (x & 1)) & 15
    }

    fn clear(&mut self, color: Color) {
        self.charge(price::CLS);
        let c = color.whole(self.mem.get(reg::PEN)) & 15;
        let base = self.mem.screen_base();
        page(&mut self.mem, base).as_flattened_mut().as_flattened_mut().fill(c * 0x11);
        self.set_clip([0, 0, 128, 128]);
        self.mem.set16(reg::CURSOR, 0);
        self.mem.set(reg::HOME_X, 0);
    }

    fn set_pixel(&mut self, x: i32, y: i32, color: Color) {
        self.take_color(color);
        // The price of a rectangle of one pixel.
        self.charge(price::CALL);
        let (x, y) = self.on_screen(x, y);
        if (x | y) as u64 >= 128 {
            return;
        }
        // Fast path: no clip, no pattern, all planes, the screen on its own page.
        let mem = &mut self.mem;
        let usual = mem.get32(reg::CLIP) == WHOLE
            && mem.get32(reg::PATTERN) & 0x0004_ffff == 0
            && mem.get(reg::PLANES) == 0xff
            && mem.get(reg::SCREEN_PAGE) == 0x60;
        if usual {
            let c = mem.get(reg::DRAW_PAL + u16::from(mem.get(reg::PEN) & 15)) & 15;
            let at = SCREEN + (y * 64 + x / 2) as u16;
            let shift = 4 * (x & 1);
            mem.set(at, mem.get(at) & !(15 << shift) | c << shift);
        } else {
            self.set_pixel_by_all_rules(x as usize, y as usize);
        }
    }

    #[inline(never)]
    fn set_pixel_by_all_rules(&mut self, x: usize, y: usize) {
        if !Clip::read(&self.mem).has(x as i64, y as i64) {
            return;
        }
        let (c, mask) = Paint::read(&self.mem).at(x, y);
        let base = self.mem.screen_base();
        let shift = 4 * (x & 1);
        let byte = &mut page(&mut self.mem, base)[y & 127][x >> 4 & 7][x >> 1 & 7];
        *byte = *byte & !(mask << shift) | (c & mask) << shift;
    }
}
