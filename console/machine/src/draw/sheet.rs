//! Sheet, map and flags, one cell at a time: `sget`, `sset`, `mget`, `mset`, `fget`, `fset`.
//!
//! ```text
//! sheet  128 x 128 pixels, 2 in a byte, at the page of 0x5f54       sprite n: 8 x 8 at (n % 16 * 8, n / 16 * 8)
//! map    0x5f57 tiles a row, 1 in a byte, at the page of 0x5f56     128 x 64 after a reset
//! flags  256 bytes at 0x3000
//! ```
//!
//! Reads out of bounds return 0, or with bit 4 of 0x5f36 the cart's values at 0x5f59 (sheet) and 0x5f5a (map), as in
//! the manual; writes out of bounds do nothing.

use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::limit::Limit;
use crate::memory::{self, Memory, reg};
use crate::meter::price;
use rasher_describe::describe;

const SIDE: i32 = 128;

impl Memory {
    /// The result of a read out of bounds: 0, or the cart's own value.
    pub(super) fn out_of_bounds(&self, register: u16) -> u8 {
        if self.get(reg::FEATURES) & 0x10 != 0 { self.get(register) } else { 0 }
    }

    /// A pixel of the 128 x 128 at `base`; none outside.
    #[inline]
    pub(crate) fn pixel(&self, base: u16, x: i32, y: i32) -> Option<u8> {
        let inside = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        inside.then(|| self.get(base + (y * 64 + x / 2) as u16) >> (x % 2 * 4) & 15)
    }

    #[inline]
    pub(crate) fn tile(&self, x: i32, y: i32) -> Option<u8> {
        let area = self.map_area();
        let inside = (0..area.width).contains(&x) && (0..area.height).contains(&y);
        inside.then(|| self.get(area.addr(x, y)))
    }
}

#[describe]
impl Machine {
    /// The pixel (x, y) of the sprite sheet, 0 to 15. Outside it is 0, or with bit 4 of 0x5f36 the byte at 0x5f59.
    #[doc = example!(sget)]
    #[track_caller]
    pub fn sget(&self, x: impl Int, y: impl Int) -> u8 {
        let (x, y) = (x.int(), y.int());
        self.charge(price::CALL);
        let mem = &self.mem;
        mem.pixel(mem.sheet_base(), x, y).unwrap_or_else(|| mem.out_of_bounds(reg::TEXT_SIZE))
    }

    /// Sets the pixel (x, y) of the sprite sheet; does nothing outside 0..128. The draw palette applies, as in zepto8
    /// (not measured); fill pattern and bit planes do not.
    #[doc = example!(sset)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn sset( // in the colour of the pen: sset(x, y, Color::PEN)
        &mut self, x: impl Int, y: impl Int, color: impl Into<Color>,
    ) {
        let (x, y) = (x.int(), y.int());
        self.charge(price::CALL);
        self.set_sheet_pixel(x, y, color.into());
    }

    fn set_sheet_pixel(&mut self, x: i32, y: i32, color: Color) {
        self.take_color(color);
        if !(0..SIDE).contains(&x) || !(0..SIDE).contains(&y) {
            return;
        }
        let pen = self.mem.get(reg::PEN) & 15;
        let colour = self.mem.get(reg::DRAW_PAL + u16::from(pen)) & 15;
        let at = self.mem.sheet_base() + (y * 64 + x / 2) as u16;
        let shift = x % 2 * 4;
        self.mem.set(at, self.mem.get(at) & !(15 << shift) | colour << shift);
    }

    /// The tile at cell (x, y) of the map. Off the map it is 0, or with bit 4 of 0x5f36 the byte at 0x5f5a.
    #[doc = example!(mget)]
    #[track_caller]
    pub fn mget(&self, x: impl Int, y: impl Int) -> u8 {
        let (x, y) = (x.int(), y.int());
        self.charge(price::CALL);
        let Some(tile) = self.mem.tile(x, y) else {
            // A cart with its own value reads there on purpose.
            if self.mem.get(reg::FEATURES) & 0x10 == 0 {
                self.off_the_map(x, y);
            }
            return self.mem.out_of_bounds(reg::TEXT_TABS);
        };
        tile
    }

    /// Sets cell (x, y) of the map to the lowest 8 bits of `tile`; does nothing off the map. Rows 32 to 63 of the
    /// default map are rows 64 to 127 of the sheet.
    #[doc = example!(mset)]
    #[track_caller]
    pub fn mset(&mut self, x: impl Int, y: impl Int, tile: impl Into<i32>) {
        let (x, y) = (x.int(), y.int());
        let tile: i32 = tile.into();
        self.charge(price::CALL);
        let area = self.mem.map_area();
        if (0..area.width).contains(&x) && (0..area.height).contains(&y) {
            self.mem.set(area.addr(x, y), tile as u8);
        } else {
            self.off_the_map(x, y);
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn off_the_map(&self, x: i32, y: i32) {
        let area = self.mem.map_area();
        if (0..area.width).contains(&x) {
            self.beyond_of(Limit::MapRow, y, i64::from(area.height) - 1);
        } else {
            self.beyond_of(Limit::MapColumn, x, i64::from(area.width) - 1);
        }
    }

    /// The eight flags of sprite `n`; 0 outside 0..256 (since PICO-8 0.2.3).
    #[doc = example!(fget)]
    #[track_caller]
    pub fn fget(&self, n: i32) -> u8 /* one flag: fget_bit(n, f) */ {
        self.charge(price::CALL);
        let Ok(n) = u8::try_from(n) else {
            self.beyond(Limit::Sprite, n);
            return 0;
        };
        self.mem.get(memory::FLAGS + u16::from(n))
    }

    /// Flag `f`, 0 to 7, of sprite `n`; false if either is out of range.
    #[track_caller]
    pub fn fget_bit(&self, n: i32, f: i32) -> bool {
        if !(0..8).contains(&f) {
            self.beyond(Limit::Flag, f);
            return false;
        }
        self.fget(n) >> f & 1 != 0
    }

    /// Sets all flags of sprite `n` to the lowest 8 bits of `flags`; does nothing outside 0..256.
    #[doc = example!(fset)]
    #[track_caller]
    pub fn fset(&mut self, n: i32, flags: impl Into<i32>) /* one flag: fset_bit(n, f, on) */
    {
        self.charge(price::CALL);
        if let Ok(n) = u8::try_from(n) {
            self.mem.set(memory::FLAGS + u16::from(n), flags.into() as u8);
        } else {
            self.beyond(Limit::Sprite, n);
        }
    }

    /// Sets or clears flag `f`, 0 to 7, of sprite `n`; does nothing if either is out of range.
    #[track_caller]
    pub fn fset_bit(&mut self, n: i32, f: i32, on: bool) {
        if (0..8).contains(&f) {
            let bit = 1 << f;
            let flags = self.fget(n);
            self.fset(n, if on { flags | bit } else { flags & !bit });
        } else {
            self.beyond(Limit::Flag, f);
        }
    }
}
