//! `spr`, and the copying of unscaled pixels from sheet to screen for `map` and `sspr`.
//!
//! ```text
//! screen row of 64 bytes    ........│v v v v v v v v│.............
//!                               └──── u64 window ────┘   byte min(x / 2, 56), so that it never leaves the row
//! eight pixels of a sprite           <u32>               shifted by 4 * (x - 2 * window) bits
//! ```
//!
//! A block is drawn in strips of eight columns: the eight pixels of a row go through a [`Brush`] and into the window
//! with one read and one write, for even and odd x. Clipped columns are masked once per strip, rows once per call.
//! Fully visible sprites skip all of that.
//!
//! If sheet and screen share a page (0x5f54, 0x5f55), a call reads what it writes. Pixels are then drawn one by one,
//! row by row, as in zepto8; the order on the real machine is unknown. Source pixels beyond the sheet are colour 0,
//! transparent unless `palt` says otherwise (zepto8; others always skip them).

use super::brush::{Brush, Eight, Plain, with_brush};
use super::view::Clip;
use crate::Machine;
use crate::int::Int;
use crate::limit::Limit;
use crate::memory::{Memory, reg};
use crate::meter::price;
use crate::trace::tap;
use num::Num;
use rasher_describe::describe;

const PAGE: usize = 0x2000;
const ROW: usize = 64;
/// Cost of a fully visible sprite.
const WHOLE: u32 = price::PIXEL * 64;
type Rows = [[u8; ROW]];

/// A rectangle of screen pixels to fill, before clipping.
#[derive(Clone, Copy)]
pub(crate) struct TargetRect {
    pub x0: i64,
    pub y0: i64,
    pub x1: i64,
    pub y1: i64,
}

impl TargetRect {
    /// `w` x `h` pixels at world coordinates.
    #[inline]
    pub(crate) fn new(x: i32, y: i32, w: i64, h: i64, camera: (i32, i32)) -> TargetRect {
        let (x0, y0) = (i64::from(x) - i64::from(camera.0), i64::from(y) - i64::from(camera.1));
        TargetRect { x0, y0, x1: x0 + w, y1: y0 + h }
    }

    #[inline]
    pub(crate) fn clipped(&self, clip: Clip) -> Option<Clip> {
        let low = |a: i64, c: i32| a.max(i64::from(c)).min(128) as i32;
        let high = |a: i64, c: i32| a.min(i64::from(c)).max(0) as i32;
        let (x0, y0) = (low(self.x0, clip.x0), low(self.y0, clip.y0));
        let (x1, y1) = (high(self.x1, clip.x1), high(self.y1, clip.y1));
        (x0 < x1 && y0 < y1).then_some(Clip { x0, y0, x1, y1 })
    }
}

#[inline]
pub(crate) fn pixels(c: Clip) -> u32 {
    ((c.x1 - c.x0) * (c.y1 - c.y0)) as u32
}

/// Position of eight pixels from column `x`, -7 to 127: first byte of a window of 16 pixels, at most 56, and bits from
/// its start, negative if the window starts after them.
#[inline]
fn window(x: i32) -> (usize, i32) {
    let at = (x >> 1).clamp(0, 56);
    (at as usize, 4 * (x - 2 * at))
}

/// Eight pixels from column `x` of a row; 0 beyond its ends.
#[inline]
fn fetch(row: &[u8; ROW], x: i32) -> u32 {
    if !(-7..128).contains(&x) {
        return 0;
    }
    let (at, shift) = window(x);
    let word = u64::from_le_bytes(core::array::from_fn(|i| row[at + i]));
    (if shift >= 0 { word >> shift } else { word << -shift }) as u32
}

/// Writes eight pixels at column `x`, -7 to 127, of a row, without those beyond its ends.
#[inline]
pub(crate) fn store(row: &mut [u8; ROW], x: i32, value: u32, mask: u32) {
    let (at, shift) = window(x);
    let place = |word: u32| {
        let word = u64::from(word);
        if shift >= 0 { word << (shift & 63) } else { word >> (-shift & 63) }
    };
    put(row, at, place(value), place(mask));
}

/// Blends 16 pixels into a row at byte `at`, at most 56.
#[inline]
fn put(row: &mut [u8; ROW], at: usize, value: u64, mask: u64) {
    let at = at.min(ROW - 8);
    let old = u64::from_le_bytes(core::array::from_fn(|i| row[at + i]));
    let new = old & !mask | value;
    row[at..at + 8].copy_from_slice(&new.to_le_bytes());
}

/// Full nibbles for the columns `from..to` of eight; any numbers.
#[inline]
pub(crate) fn columns(from: i32, to: i32) -> u32 {
    let below = |n: i32| ((1u64 << (4 * n.clamp(0, 8))) - 1) as u32;
    below(to) & !below(from)
}

#[inline]
fn mirror(src: u32) -> u32 {
    let src = src.swap_bytes();
    src >> 4 & 0x0f0f_0f0f | (src & 0x0f0f_0f0f) << 4
}

/// The rows of sheet and screen; none if they share a page.
#[inline]
pub(crate) fn sheet_and_screen(mem: &mut Memory) -> Option<(&Rows, &mut Rows)> {
    let (sheet, screen) = (mem.sheet_base() >> 13, mem.screen_base() >> 13);
    let (pages, _) = mem.bytes_mut().as_chunks_mut::<PAGE>();
    let [sheet, screen] = pages.get_disjoint_mut([usize::from(sheet), usize::from(screen)]).ok()?;
    Some((sheet.as_chunks().0, screen.as_chunks_mut().0))
}

/// Blends a value and a mask into the pixel (x, y) of a page; both 0 to 127.
#[inline]
pub(crate) fn dot(mem: &mut Memory, page: u16, x: i32, y: i32, (value, mask): (u8, u8)) {
    let at = page + (y * 64 + x / 2) as u16;
    let shift = x % 2 * 4;
    mem.set(at, mem.get(at) & !(mask << shift) | (value & mask) << shift);
}

/// Draws the visible pixels one by one, row by row. `source` maps a screen pixel to a sheet pixel.
pub(crate) fn pixel_by_pixel(
    mem: &mut Memory,
    brush: &impl Brush,
    seen: Clip,
    source: impl Fn(i32, i32) -> (i32, i32),
) {
    let (sheet, screen) = (mem.sheet_base(), mem.screen_base());
    for y in seen.y0..seen.y1 {
        for x in seen.x0..seen.x1 {
            let (sx, sy) = source(x, y);
            let src = mem.pixel(sheet, sx, sy).unwrap_or(0);
            dot(mem, screen, x, y, brush.one(src, x, y));
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct SheetBlock {
    /// Top left pixel on the sheet, or outside it.
    pub sx: i64,
    pub sy: i64,
    pub flip_x: bool,
    pub flip_y: bool,
}

pub(crate) fn copy(mem: &mut Memory, brush: &impl Brush, block: SheetBlock, target: TargetRect, seen: Clip) {
    let SheetBlock { sx, sy, flip_x, flip_y } = block;
    // Clamped positions far off the sheet stay off it.
    let near = |v: i64| v.clamp(-1000, 1000) as i32;
    let column = |x: i64| near(if flip_x { sx + (target.x1 - 1 - x) } else { sx + (x - target.x0) });
    let line = |y: i64| near(if flip_y { sy + (target.y1 - 1 - y) } else { sy + (y - target.y0) });
    let Some((sheet, screen)) = sheet_and_screen(mem) else {
        pixel_by_pixel(mem, brush, seen, |x, y| (column(i64::from(x)), line(i64::from(y))));
        return;
    };
    for left in (seen.x0..seen.x1).step_by(8) {
        let keep = columns(0, seen.x1 - left);
        let from = column(i64::from(left) + if flip_x { 7 } else { 0 });
        for top in (seen.y0..seen.y1).step_by(8) {
            let lines = &mut screen[top as usize..seen.y1.min(top + 8) as usize];
            let eight = |i: i32| {
                let row = usize::try_from(line(i64::from(top + i))).ok().and_then(|y| sheet.get(y));
                let src = row.map_or(0, |row| fetch(row, from));
                if flip_x { mirror(src) } else { src }
            };
            let (values, masks) = brush.eights(core::array::from_fn(|i| eight(i as i32)), left, top, 1);
            for (line, (value, mask)) in lines.iter_mut().zip(values.into_iter().zip(masks)) {
                store(line, left, value & keep, mask & keep);
            }
        }
    }
}

#[inline]
pub(crate) fn sprite(mem: &Memory, sheet: u16, n: u8) -> Eight {
    let page = &mem.bytes().as_chunks::<PAGE>().0[usize::from(sheet >> 13)];
    let band = &page.as_chunks::<512>().0[usize::from(n >> 4)];
    let at = usize::from(n & 15) * 4;
    core::array::from_fn(|row| u32::from_le_bytes(core::array::from_fn(|i| band[row * ROW + at + i])))
}

/// Draws a fully visible sprite: 0 <= x, y <= 120.
#[inline]
pub(crate) fn stamp(mem: &mut Memory, screen: u16, brush: &impl Brush, rows: Eight, x: i32, y: i32) {
    let page = &mut mem.bytes_mut().as_chunks_mut::<PAGE>().0[usize::from(screen >> 13)];
    let lines = page.as_chunks_mut::<ROW>().0;
    let Some(lines) = lines.get_mut(y as usize..).and_then(|l| l.first_chunk_mut::<8>()) else { return };
    let at = (x as usize >> 1).min(ROW - 8);
    let shift = 4 * (x as u32).wrapping_sub(2 * at as u32);
    for (line, (value, mask)) in lines.iter_mut().zip(brush.windows(rows, x, y, shift)) {
        put(line, at, value, mask);
    }
}

#[inline]
fn turned(rows: Eight, [flip_x, flip_y]: [bool; 2]) -> Eight {
    let [a, b, c, d, e, f, g, h] = rows;
    let rows = if flip_y { [h, g, f, e, d, c, b, a] } else { rows };
    if flip_x { rows.map(mirror) } else { rows }
}

#[inline(never)]
pub(crate) fn cut(mem: &mut Memory, brush: &impl Brush, rows: Eight, target: TargetRect, seen: Clip) {
    let screen = mem.screen_base();
    // Some of it is visible, so the corner is near the screen.
    let (x, y) = (target.x0 as i32, target.y0 as i32);
    let keep = columns(seen.x0 - x, seen.x1 - x);
    let (values, masks) = brush.eights(rows, x, y, 1);
    let page = &mut mem.bytes_mut().as_chunks_mut::<PAGE>().0[usize::from(screen >> 13)];
    let lines = &mut page.as_chunks_mut::<ROW>().0[seen.y0 as usize..seen.y1 as usize];
    for (i, line) in ((seen.y0 - y) as usize..).zip(lines) {
        store(line, x, values[i & 7] & keep, masks[i & 7] & keep);
    }
}

#[inline]
pub(crate) fn corner(n: u8, [flip_x, flip_y]: [bool; 2]) -> SheetBlock {
    SheetBlock { sx: i64::from(n % 16) * 8, sy: i64::from(n / 16) * 8, flip_x, flip_y }
}

#[describe]
impl Machine {
    /// Draws sprite `n`, 8 x 8 pixels, with its top left corner at (x, y).
    ///
    /// Camera, clip, draw palette, transparency (bit 4 of palette entries) and bit planes apply; the fill pattern
    /// applies only with its flag 2, through the secondary palette. Draws nothing if `n` is not in 0..256 (as emulators
    /// do). Costs 2 cycles per pixel inside the clip, transparent ones included.
    #[doc = example!(spr)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn spr( // all arguments: spr_ext(n, x, y, w, h, flip_x, flip_y)
        &mut self, n: impl Int, x: impl Int, y: impl Int,
    ) {
        self.spr_at(n.int(), x.int(), y.int())
    }

    #[track_caller]
    fn spr_at(&mut self, n: i32, x: i32, y: i32) {
        tap!(self, spr(n, x, y));
        let Ok(n) = u8::try_from(n) else { return self.beyond(Limit::Sprite, n) };
        self.draw_sprite(n, x, y, [false; 2]);
    }

    /// Draws a sprite, mirrored. Always inlined, which saves 2 ns of 13.
    #[inline(always)]
    fn draw_sprite(&mut self, n: u8, x: i32, y: i32, flip: [bool; 2]) {
        // Wrapped coordinates are off the screen anyway: the camera has 16 bits.
        let camera = self.camera_xy();
        let (left, top) = (x.wrapping_sub(camera.0), y.wrapping_sub(camera.1));
        let clip = Clip::read(&self.mem);
        let whole = left >= clip.x0 && top >= clip.y0 && left <= clip.x1 - 8 && top <= clip.y1 - 8;
        if whole && self.mem.get16(reg::SHEET_PAGE) == 0x6000 {
            // Fast path: default pages, fully visible.
            self.charge(WHOLE);
            let rows = turned(sprite(&self.mem, 0, n), flip);
            if Plain::suffices(&self.mem) {
                stamp(&mut self.mem, 0x6000, &Plain, rows, left, top);
            } else {
                self.inked(rows, left, top);
            }
        } else if left > clip.x0 - 8 && top > clip.y0 - 8 && left < clip.x1 && top < clip.y1 {
            self.sprite_in_part(n, x, y, flip);
        }
    }

    /// A fully visible sprite in any colours, on the default page.
    #[inline(never)]
    fn inked(&mut self, rows: Eight, x: i32, y: i32) {
        with_brush!(self, brush => stamp(&mut self.mem, 0x6000, brush, rows, x, y));
    }

    #[inline(never)]
    fn sprite_in_part(&mut self, n: u8, x: i32, y: i32, flip: [bool; 2]) {
        let target = TargetRect::new(x, y, 8, 8, self.camera_xy());
        let Some(seen) = target.clipped(Clip::read(&self.mem)) else { return };
        let (sheet, screen) = (self.mem.sheet_base(), self.mem.screen_base());
        let cost = price::PIXEL * pixels(seen);
        self.charge(cost);
        if sheet == screen {
            with_brush!(self, brush => copy(&mut self.mem, brush, corner(n, flip), target, seen));
            return;
        }
        let rows = turned(sprite(&self.mem, sheet, n), flip);
        if cost == WHOLE {
            with_brush!(self, brush => stamp(&mut self.mem, screen, brush, rows, seen.x0, seen.y0));
        } else {
            with_brush!(self, brush => cut(&mut self.mem, brush, rows, target, seen));
        }
    }

    /// [`Machine::spr`] for a block of sprites, `w` wide and `h` high, mirrored as a whole.
    ///
    /// `w` and `h` are 16.16 numbers: the block has `flr(w * 8)` x `flr(h * 8)` pixels, so 0.5 is half a sprite. Draws
    /// nothing if one is 0 or less. Pixels beyond the sheet are colour 0.
    #[allow(clippy::too_many_arguments)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn spr_ext(
        &mut self, n: impl Int, x: impl Int, y: impl Int, w: impl Into<Num>, h: impl Into<Num>,
        flip_x: bool, flip_y: bool,
    ) {
        let (n, x, y) = (n.int(), x.int(), y.int());
        let w: Num = w.into();
        let h: Num = h.into();
        tap!(self, spr_ext(n, x, y, w, h, flip_x, flip_y));
        self.spr_block(n, x, y, [w, h], flip_x, flip_y);
    }

    #[track_caller]
    fn spr_block(&mut self, n: i32, x: i32, y: i32, size: [Num; 2], flip_x: bool, flip_y: bool) {
        let Ok(n) = u8::try_from(n) else { return self.beyond(Limit::Sprite, n) };
        let [w, h] = size.map(|v| (i64::from(v.bits()) * 8) >> 16);
        if [w, h] == [8, 8] {
            return self.draw_sprite(n, x, y, [flip_x, flip_y]);
        }
        let target = TargetRect::new(x, y, w, h, self.camera_xy());
        let Some(seen) = target.clipped(Clip::read(&self.mem)) else { return };
        self.charge(price::PIXEL * pixels(seen));
        let block = corner(n, [flip_x, flip_y]);
        with_brush!(self, brush => copy(&mut self.mem, brush, block, target, seen));
    }
}
