//! `line`, `line_to`, `line_reset`.
//!
//! ```text
//! the longer side is stepped, left to right or top to bottom, whichever end came first:
//! slope = trunc((minor1 - minor0) * 65536 / steps)
//! minor = minor0 + (slope * k + 0x8000) >> 16      k = 0 ..= steps
//!
//! (0,0)-(10,3)   y = 0 0 1 1 1 1 2 2 2 3 3      at x = 5: slope 0x4ccc, 5 * 0x4ccc + 0x8000 = 0x1.fffc
//! ```
//!
//! Equal to values recorded on PICO-8 0.2.7, where x is the longer side if both are equal. The visible steps are found
//! by bisection first, so a line of 2^32 pixels costs 128.

use super::span::Painter;
use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::memory::reg;
use crate::trace::tap;
use rasher_describe::describe;

#[describe]
impl Machine {
    /// Draws a line from (x0, y0) to (x1, y1), both included.
    ///
    /// The end, visible or not, is stored for [`Machine::line_to`] at 0x5f3c (lowest 16 bits, before the camera).
    #[doc = example!(line)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn line( // from where the last one ended: line_to(x, y, color); in the colour of the pen: line(x0, y0, x1, y1, Color::PEN)
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let color: Color = color.into();
        tap!(self, line(x0, y0, x1, y1, color));
        self.draw_line(x0, y0, x1, y1, color);
    }

    /// Draws a line from the end of the last one: PICO-8's `line(x, y)`.
    ///
    /// After [`Machine::line_reset`] it draws nothing and stores the point. After a reset the stored end is (0, 0).
    #[track_caller]
    pub fn line_to(&mut self, x: impl Int, y: impl Int, color: impl Into<Color>) {
        self.draw_line_to(x.int(), y.int(), color.into())
    }

    #[track_caller]
    fn draw_line_to(&mut self, x: i32, y: i32, color: Color) {
        tap!(self, line_to(x, y, color));
        if self.mem.get(reg::LINE_STATE) & 1 != 0 {
            self.take_color(color);
            self.keep_end(x, y);
        } else {
            let at = |addr| i32::from(self.mem.get16(addr) as i16);
            self.draw_line(at(reg::LINE_END), at(reg::LINE_END + 2), x, y, color);
        }
    }

    /// Forgets the end of the last line: PICO-8's `line()`, or `line(c)` after setting the colour.
    ///
    /// Sets bit 0 of 0x5f35 and leaves the point at 0x5f3c, as zepto8 does. FAKE-08 clears it; not measured.
    #[track_caller]
    pub fn line_reset(&mut self) {
        tap!(self, line_reset());
        let state = self.mem.get(reg::LINE_STATE);
        self.mem.set(reg::LINE_STATE, state | 1);
    }

    fn keep_end(&mut self, x: i32, y: i32) {
        self.mem.set16(reg::LINE_END, x as u16);
        self.mem.set16(reg::LINE_END + 2, y as u16);
        let state = self.mem.get(reg::LINE_STATE);
        self.mem.set(reg::LINE_STATE, state & !1);
    }

    fn draw_line(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, color: Color) {
        self.keep_end(x1, y1);
        let (a, b) = (self.on_screen(x0, y0), self.on_screen(x1, y1));
        self.paint(color, |p| paint_line(p, a, b));
    }
}

fn paint_line(p: &mut Painter, a: (i64, i64), b: (i64, i64)) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    if dy == 0 {
        return p.run(a.1, a.0.min(b.0), a.0.max(b.0));
    }
    if dx == 0 {
        return p.column(a.0, a.1.min(b.1), a.1.max(b.1));
    }
    let clip = p.clip;
    if dx.abs() >= dy.abs() {
        let (a, b) = if dx > 0 { (a, b) } else { (b, a) };
        let steps = clip.columns(a.0, b.0);
        let painted = match p.flat() {
            Some(flat) => {
                let bytes = p.bytes();
                walk(a, b, steps, (clip.y0, clip.y1), |x, y| dot(bytes, flat, x, y))
            }
            None => walk(a, b, steps, (clip.y0, clip.y1), |x, y| p.dot(x, y)),
        };
        p.count(painted);
    } else {
        let (a, b) = ((a.1, a.0), (b.1, b.0));
        let (a, b) = if dy > 0 { (a, b) } else { (b, a) };
        let steps = clip.rows(a.0, b.0);
        let painted = match p.flat() {
            Some(flat) => {
                let bytes = p.bytes();
                walk(a, b, steps, (clip.x0, clip.x1), |y, x| dot(bytes, flat, x, y))
            }
            None => walk(a, b, steps, (clip.x0, clip.x1), |y, x| p.dot(x, y)),
        };
        p.count(painted);
    }
}

/// Sets one pixel to a colour and mask that do not depend on the position.
#[inline]
fn dot(bytes: &mut [u8], (c, mask): (u8, u8), x: usize, y: usize) {
    let mask = mask & 15 << ((x & 1) * 4);
    if let Some(byte) = bytes.get_mut((y & 127) * 64 + (x >> 1 & 63)) {
        *byte = *byte & !mask | c & mask;
    }
}

/// Calls `dot` for the visible steps from a to b as (major, minor): `shown` on the major axis, low..high on the
/// minor one. Returns their number.
#[inline]
fn walk(
    a: (i64, i64),
    b: (i64, i64),
    shown: Option<(usize, usize)>,
    (low, high): (i32, i32),
    mut dot: impl FnMut(usize, usize),
) -> usize {
    let Some((mut first, mut last)) = shown else { return 0 };
    let slope = ((b.1 - a.1) << 16) / (b.0 - a.0);
    // The minor coordinate at a major one, with 16 fraction bits.
    let at = |major: usize| (a.1 << 16) + slope * (major as i64 - a.0) + 0x8000;
    let (low, high) = (i64::from(low) << 16, i64::from(high) << 16);
    let inside = |v: i64| (low..high).contains(&v);
    if !(inside(at(first)) && inside(at(last))) {
        // It only rises or only falls, so the invisible parts are at the ends.
        let before = |major: usize| if slope < 0 { at(major) >= high } else { at(major) < low };
        let behind = |major: usize| if slope < 0 { at(major) < low } else { at(major) >= high };
        let end = last + 1;
        first = split(first, end, before);
        let end = split(first, end, |major| !behind(major));
        if first >= end {
            return 0;
        }
        last = end - 1;
    }
    let mut minor = at(first);
    for major in first..=last {
        dot(major, (minor >> 16) as usize);
        minor = minor.wrapping_add(slope);
    }
    last - first + 1
}

/// The first place in from..to where `yes` is false, or `to`.
fn split(mut from: usize, mut to: usize, yes: impl Fn(usize) -> bool) -> usize {
    while from < to {
        let middle = (from + to) / 2;
        if yes(middle) { from = middle + 1 } else { to = middle }
    }
    from
}
