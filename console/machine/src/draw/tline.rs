//! `tline`: a line whose pixels come from the map.
//!
//! ```text
//!  (x0, y0) ●                       k-th pixel of the line, counted from (x0, y0), takes the map's pixel at
//!             ● ●                       (mx + k * mdx, my + k * mdy)      in tiles: 1/8 = a pixel
//!                 ● ●                   & mask      0x5f38, 0x5f39: loop after so many tiles; 0 = 256
//!                     ● (x1, y1)        + offset    0x5f3a, 0x5f3b, in tiles
//! ```
//!
//! One pixel for each step of the longer axis, the same pixels as `line`, but from the first end to the second, so the
//! map's direction follows the call (the manual's rule, and other consoles'). The pixels of a backward, sloping line
//! are not measured: zepto8 rounds from the first end, FAKE-08 towards zero. Clipped pixels are steps.
//!
//! The mask is an AND with (tiles * 65536 - 1), so only powers of two loop as expected. With mask 0 negative
//! coordinates wrap to the far end of 256 tiles, and cells off the map are empty, by the manual; emulators differ,
//! so set the mask.

use super::brush::{Brush, with_brush};
use super::spr::dot;
use super::view::Clip;
use crate::Machine;
use crate::boot::Rules;
use crate::int::Int;
use crate::limit::{Limit, TLINE_BITS_MAX};
use crate::memory::{FLAGS, Memory, reg};
use crate::meter::price;
use crate::trace::tap;
use num::Num;
use rasher_describe::describe;

/// Default step: one map pixel per pixel of the line, along a row.
const STEP: Num = Num::from_bits(0x2000);

/// The line's pixels, one for each `k` in 0..=steps, from the first end to the second.
struct LineSteps {
    /// Whether x is the axis that steps by one.
    wide: bool,
    steps: i64,
    /// On the longer axis: first pixel, and 1 or -1.
    major: i64,
    way: i64,
    /// On the shorter axis: position at the lower end of the longer one, and change per step times 65536.
    minor: i64,
    slope: i64,
}

impl LineSteps {
    fn new([x0, y0]: [i64; 2], [x1, y1]: [i64; 2]) -> LineSteps {
        let wide = (x1 - x0).abs() >= (y1 - y0).abs();
        let (a0, b0, a1, b1) = if wide { (x0, y0, x1, y1) } else { (y0, x0, y1, x1) };
        let steps = (a1 - a0).abs();
        let (way, low, high) = if a1 >= a0 { (1, b0, b1) } else { (-1, b1, b0) };
        let slope = ((high - low) << 16).checked_div(steps).unwrap_or(0);
        LineSteps { wide, steps, major: a0, way, minor: low, slope }
    }

    fn within(&self, from: i64, to: i64) -> core::ops::Range<i64> {
        let (first, last) = if self.way > 0 {
            (from - self.major, to - self.major)
        } else {
            (self.major - to + 1, self.major - from + 1)
        };
        first.max(0)..last.min(self.steps + 1)
    }

    /// The pixels of these steps, by additions only.
    #[inline]
    fn pixels(&self, seen: core::ops::Range<i64>) -> impl Iterator<Item = (i64, i64)> {
        let k = seen.start;
        let from_low = if self.way > 0 { k } else { self.steps - k };
        let (mut a, mut high) = (self.major + self.way * k, self.slope * from_low + 0x8000);
        let (wide, minor, way, step) = (self.wide, self.minor, self.way, self.slope * self.way);
        seen.map(move |_| {
            let (major, b) = (a, minor + (high >> 16));
            (a, high) = (a + way, high + step);
            if wide { (major, b) } else { (b, major) }
        })
    }
}

/// One map coordinate, in fractions of a pixel.
#[derive(Clone, Copy)]
struct Stepper {
    at: u32,
    step: u32,
    mask: u32,
    offset: i32,
}

impl Stepper {
    fn new(mem: &Memory, axis: u16, bits: u8, at: Num, step: Num) -> Stepper {
        let tiles = match mem.get(reg::TLINE_MASK + axis) {
            0 => 256,
            tiles => u32::from(tiles),
        };
        let offset = i32::from(mem.get(reg::TLINE_OFFSET + axis)) * 8;
        let [at, step] = [at, step].map(|number| number.bits() as u32);
        Stepper { at, step, mask: ((u64::from(tiles) << (bits + 3)) - 1) as u32, offset }
    }

    fn skip(&mut self, k: i64) {
        self.at = self.at.wrapping_add(self.step.wrapping_mul(k as u32));
    }

    /// The pixel at this step; moves to the next one.
    #[inline]
    fn pixel(&mut self, bits: u8) -> i32 {
        let pixel = ((self.at & self.mask) >> bits) as i32 + self.offset;
        self.at = self.at.wrapping_add(self.step);
        pixel
    }
}

#[describe]
impl Machine {
    /// Draws a line from (x0, y0) to (x1, y1), both included, with pixels of a map row starting at (mx, my), in tiles:
    /// [`Machine::tline_ext`] with steps of one pixel to the right and all layers.
    #[doc = example!(tline)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn tline( // all arguments: tline_ext(x0, y0, x1, y1, mx, my, mdx, mdy, layers)
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, mx: impl Into<Num>, my: impl Into<Num>,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let mx: Num = mx.into();
        let my: Num = my.into();
        tap!(self, tline(x0, y0, x1, y1, mx, my));
        self.draw_tline([x0, y0], [x1, y1], [mx, my], [STEP, Num::ZERO], 0);
    }

    /// Draws a line from (x0, y0) to (x1, y1), both included, with pixels of the map.
    ///
    /// The first pixel shows the map at (mx, my), the next at (mx + mdx, my + mdy) and so on: 16.16 numbers in tiles,
    /// so 1/8 is a pixel (see [`Machine::tline_precision`]). Skips tile 0 (unless 0x5f36 has bit 3), cells off the map,
    /// tiles with none of the flags in `layers` (unless 0) and transparent colours. Camera, clip, palette, pattern and
    /// planes apply as in [`Machine::spr`]. Costs 2 cycles per step inside the clip.
    #[allow(clippy::too_many_arguments)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn tline_ext(
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int,
        mx: impl Into<Num>, my: impl Into<Num>, mdx: impl Into<Num>, mdy: impl Into<Num>, layers: u8,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let mx: Num = mx.into();
        let my: Num = my.into();
        let mdx: Num = mdx.into();
        let mdy: Num = mdy.into();
        tap!(self, tline_ext(x0, y0, x1, y1, mx, my, mdx, mdy, layers));
        self.draw_tline([x0, y0], [x1, y1], [mx, my], [mdx, mdy], layers);
    }

    /// Sets the fractional bits of `tline`'s map coordinates below a pixel, clamped to 0 to 28. The default 13 has
    /// coordinates in tiles; 16 has them in pixels. PICO-8's `tline(bits)`, which published carts call with 17.
    #[track_caller]
    pub fn tline_precision(&mut self, bits: i32) {
        tap!(self, tline_precision(bits));
        self.charge(price::CALL);
        if !(0..=i32::from(TLINE_BITS_MAX)).contains(&bits) {
            self.beyond(Limit::Precision, bits);
        }
        let most = if self.rules == Rules::One { 16 } else { TLINE_BITS_MAX };
        self.tline_bits = bits.clamp(0, i32::from(most)) as u8;
    }

    fn draw_tline(&mut self, from: [i32; 2], to: [i32; 2], at: [Num; 2], step: [Num; 2], layers: u8) {
        let camera = self.camera_xy();
        let screen =
            |[x, y]: [i32; 2]| [i64::from(x) - i64::from(camera.0), i64::from(y) - i64::from(camera.1)];
        let line = LineSteps::new(screen(from), screen(to));
        let clip = Clip::read(&self.mem);
        let (low, high) = if line.wide { (clip.x0, clip.x1) } else { (clip.y0, clip.y1) };
        let seen = line.within(low.into(), high.into());
        if seen.is_empty() {
            return;
        }
        self.charge(price::PIXEL * (seen.end - seen.start) as u32);
        let bits = self.tline_bits.min(TLINE_BITS_MAX);
        let walks = [0, 1].map(|i| Stepper::new(&self.mem, i as u16, bits, at[i], step[i]));
        let texture = Texture { walks, bits, layers, outside: self.tile_off_the_map() };
        with_brush!(self, brush => draw(&mut self.mem, brush, &line, seen, clip, &texture));
    }
}

struct Texture {
    walks: [Stepper; 2],
    bits: u8,
    layers: u8,
    /// The tile of cells off the map; 0 for none.
    outside: u8,
}

/// Draws the pixels `seen` of a line in order, as each may change what later ones read.
fn draw(
    mem: &mut Memory,
    brush: &impl Brush,
    line: &LineSteps,
    seen: core::ops::Range<i64>,
    clip: Clip,
    texture: &Texture,
) {
    let area = mem.map_area();
    let (sheet, screen) = (mem.sheet_base(), mem.screen_base());
    let zero = mem.get(reg::FEATURES) & 8 != 0;
    let [mut across, mut down] = texture.walks;
    across.skip(seen.start);
    down.skip(seen.start);
    for (x, y) in line.pixels(seen) {
        let (u, v) = (across.pixel(texture.bits), down.pixel(texture.bits));
        if !clip.has(x, y) {
            continue;
        }
        let (cx, cy) = (u >> 3, v >> 3);
        let n = if cx < area.width && cy < area.height {
            mem.get(area.addr(cx, cy))
        } else if texture.outside != 0 {
            texture.outside
        } else {
            continue;
        };
        let matches = texture.layers == 0 || mem.get(FLAGS + u16::from(n)) & texture.layers != 0;
        if n == 0 && !zero || !matches {
            continue;
        }
        let (sx, sy) = (i32::from(n % 16) * 8 + (u & 7), i32::from(n / 16) * 8 + (v & 7));
        let colour = mem.pixel(sheet, sx, sy).unwrap_or(0);
        let (x, y) = (x as i32, y as i32);
        dot(mem, screen, x, y, brush.one(colour, x, y));
    }
}
