//! `sspr`: any rectangle of the sheet, stretched.
//!
//! ```text
//! ratio  = (sw << 16) / dw, towards zero
//! column = sx + (((i << 16) + 0x8000) * ratio >> 32)       i = 0 .. dw, the middle of each pixel, rounded down
//!
//!   8 rows to 3:   0 1 2 3 4 5 6 7            dw < 0:  the target is dx + dw .. dx, mirrored
//!                    ^   ^     ^              flip:    i counts from the other end
//! ```
//!
//! Exact: it gives the rows 1, 3, 6 above, as measured on the real 0.2.7. Negative `sw` and `sh` step backwards by the
//! same formula, and pixels off the sheet are colour 0 (both as in zepto8's MiSTer port, not measured; other emulators
//! skip pixels off the sheet, which differs only if colour 0 is opaque). Source columns are computed once per call; a
//! target row with the same source row as the one before reuses its pixels.

use super::brush::{Brush, with_brush};
use super::spr::{SheetBlock, TargetRect, columns, copy, pixel_by_pixel, pixels, sheet_and_screen, store};
use super::view::Clip;
use crate::Machine;
use crate::int::Int;
use crate::memory::Memory;
use crate::meter::price;
use crate::trace::tap;
use rasher_describe::describe;

/// Maps a row or column of the target to its source.
#[derive(Clone, Copy)]
struct Axis {
    source: i64,
    /// Source pixels per target pixel, times 65536.
    ratio: i64,
    /// First pixel and length on the screen.
    start: i64,
    len: i64,
    flip: bool,
}

impl Axis {
    /// Source pixel of screen pixel `at`; -1 off the sheet.
    #[inline]
    fn find(&self, at: i32) -> i32 {
        let i = i64::from(at) - self.start;
        let i = if self.flip { self.len - 1 - i } else { i };
        // Both factors have up to 48 bits.
        let steps = (i128::from((i << 16) + 0x8000) * i128::from(self.ratio)) >> 32;
        let found = i128::from(self.source) + steps;
        if (0..128).contains(&found) { found as i32 } else { -1 }
    }
}

/// One axis of a call: source position and size, target position and size, whether mirrored.
struct Stretch {
    s: i32,
    size: i32,
    d: i32,
    to: i32,
    flip: bool,
    camera: i32,
}

impl Stretch {
    fn axis(self) -> Option<Axis> {
        let (d, to) = (i64::from(self.d) - i64::from(self.camera), i64::from(self.to));
        let len = to.abs();
        let ratio = (i64::from(self.size) << 16).checked_div(len)?;
        let flip = self.flip != (to < 0);
        Some(Axis { source: self.s.into(), ratio, start: d.min(d + to), len, flip })
    }
}

#[describe]
impl Machine {
    /// Draws the `sw` x `sh` pixels of the sheet at (sx, sy) unscaled, with their top left corner at (dx, dy):
    /// [`Machine::sspr_ext`] with `dw` = `sw`, `dh` = `sh`.
    #[doc = example!(sspr)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn sspr( // all arguments: sspr_ext(sx, sy, sw, sh, dx, dy, dw, dh, flip_x, flip_y)
        &mut self, sx: impl Int, sy: impl Int, sw: impl Int, sh: impl Int, dx: impl Int, dy: impl Int,
    ) {
        self.sspr_ext(sx, sy, sw, sh, dx, dy, sw, sh, false, false);
    }

    /// Draws the `sw` x `sh` pixels of the sheet at (sx, sy), stretched to `dw` x `dh` at (dx, dy).
    ///
    /// A negative `dw` draws the columns from dx + dw up to but not including dx, mirrored; rows likewise; 0 draws
    /// nothing. `flip_x` and `flip_y` mirror (again). A negative `sw` or `sh` reads the sheet backwards from just
    /// before sx or sy. Camera, clip, palette, transparency, pattern and planes apply as in [`Machine::spr`]. Costs 2
    /// cycles per pixel inside the clip.
    #[allow(clippy::too_many_arguments)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn sspr_ext(
        &mut self, sx: impl Int, sy: impl Int, sw: impl Int, sh: impl Int,
        dx: impl Int, dy: impl Int, dw: impl Int, dh: impl Int, flip_x: bool, flip_y: bool,
    ) {
        let target = [dx.int(), dy.int(), dw.int(), dh.int()];
        self.draw_sspr([sx.int(), sy.int(), sw.int(), sh.int()], target, flip_x, flip_y);
    }

    #[track_caller]
    fn draw_sspr(&mut self, source: [i32; 4], target: [i32; 4], flip_x: bool, flip_y: bool) {
        let ([sx, sy, sw, sh], [dx, dy, dw, dh]) = (source, target);
        tap!(self, sspr_ext(sx, sy, sw, sh, dx, dy, dw, dh, flip_x, flip_y));
        let camera = self.camera_xy();
        let x = Stretch { s: sx, size: sw, d: dx, to: dw, flip: flip_x, camera: camera.0 }.axis();
        let y = Stretch { s: sy, size: sh, d: dy, to: dh, flip: flip_y, camera: camera.1 }.axis();
        let (Some(x), Some(y)) = (x, y) else { return };
        let target = TargetRect { x0: x.start, y0: y.start, x1: x.start + x.len, y1: y.start + y.len };
        let Some(seen) = target.clipped(Clip::read(&self.mem)) else { return };
        self.charge(price::PIXEL * pixels(seen));
        if x.ratio == 0x1_0000 && y.ratio == 0x1_0000 {
            let block = SheetBlock { sx: x.source, sy: y.source, flip_x: x.flip, flip_y: y.flip };
            with_brush!(self, brush => copy(&mut self.mem, brush, block, target, seen));
        } else {
            with_brush!(self, brush => stretch(&mut self.mem, brush, x, y, seen));
        }
    }
}

fn stretch(mem: &mut Memory, brush: &impl Brush, across: Axis, down: Axis, seen: Clip) {
    let Some((sheet, screen)) = sheet_and_screen(mem) else {
        pixel_by_pixel(mem, brush, seen, |x, y| (across.find(x), down.find(y)));
        return;
    };
    let width = (seen.x1 - seen.x0) as usize;
    // Columns off the sheet point to byte 64 and up of `row`, which are 0.
    let mut find = [128u8; 128];
    for (x, f) in (seen.x0..).zip(&mut find[..width]) {
        *f = u8::try_from(across.find(x)).unwrap_or(128);
    }
    let mut row = [0; 128];
    let mut gathered = [[0; 8]; 2];
    let mut last = None;
    for y in seen.y0..seen.y1 {
        let from = down.find(y);
        if last != Some(from) {
            last = Some(from);
            let source = usize::try_from(from).ok().and_then(|y| sheet.get(y));
            row[..64].copy_from_slice(source.unwrap_or(&[0; 64]));
            for (eight, find) in gathered.as_flattened_mut().iter_mut().zip(find[..width].chunks(8)) {
                let pixel = |&f: &u8| u32::from(row[usize::from(f >> 1)] >> (f % 2 * 4) & 15);
                *eight = find.iter().rev().fold(0, |all, f| all << 4 | pixel(f));
            }
        }
        let line = &mut screen[y as usize];
        for (eights, from) in gathered.iter().zip((seen.x0..seen.x1).step_by(64)) {
            let (values, masks) = brush.eights(*eights, from, y, 0);
            for (i, left) in (from..seen.x1).step_by(8).take(8).enumerate() {
                let keep = columns(0, seen.x1 - left);
                store(line, left, values[i] & keep, masks[i] & keep);
            }
        }
    }
}
