//! `oval` and `ovalfill`: the ellipse in a box, corners included.
//!
//! ```text
//! width W, height H                                       a = (W-1)/2, b = (H-1)/2, rounded down:
//! an even side has its middle column or row twice         folded quarter 0..=a by 0..=b
//!
//! row pass      on each row f      column round(a sqrt(1 - f²/b²))        b = 0: a
//! column pass   on each column e   row    round(b sqrt(1 - e²/a²))        a = 0: b
//! outline       both;  filled: on each row up to the farther of the two
//! ```
//!
//! This construction, with halves rounded up, equals PICO-8 0.2.7 for 266 sizes of boxes. It is decided in integers:
//! round(a sqrt(1 - f²/b²)) >= n means (2n-1)² b² <= (2a)² (b² - f²). Both sides fit 128 bits for any box of `i32`
//! corners. A circle and an oval of the same size differ in general.

use super::fold::{Fold, largest};
use super::span::Painter;
use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::trace::tap;
use rasher_describe::describe;

/// A folded quarter: semi-axes below 2^31.
#[derive(Clone, Copy)]
struct EllipseQuarter {
    a: i64,
    b: i64,
}

/// The full product of two numbers that are not negative.
#[inline]
fn wide(x: i64, y: i64) -> u128 {
    u128::from(x as u64).wrapping_mul(u128::from(y as u64))
}

/// (2n)² for n < 2^31, or (2n-1)² for n <= 2^31: below 2^64, as an unsigned word.
#[inline]
fn square(v: i64) -> i64 {
    v.wrapping_mul(v)
}

impl EllipseQuarter {
    /// The row pass: the column of row f, at most `from`.
    #[inline]
    fn across(&self, f: i64, from: i64) -> i64 {
        let (aa, bb) = (square(2 * self.a), square(self.b));
        let limit = wide(aa, bb - square(f));
        largest(from, |n| n == 0 || wide(square(2 * n - 1), bb) <= limit)
    }

    /// The column pass: the last column whose row is at least f, at most `from`; -1 beyond the last row.
    #[inline]
    fn down(&self, f: i64, from: i64) -> i64 {
        if f > self.b || f == 0 {
            return if f == 0 { self.a } else { -1 };
        }
        let (aa, bb) = (square(self.a), square(2 * self.b));
        let limit = wide(square(2 * f - 1), aa);
        largest(from, |n| limit <= wide(bb, aa - square(n)))
    }

    /// For the rows first..=last: calls `row` with f, the column of the row pass, and the first and last column of the
    /// column pass (none if first > last).
    #[inline]
    fn rows(&self, first: i64, last: i64, mut row: impl FnMut(i64, i64, i64, i64)) {
        let mut across = self.a;
        let mut down = self.down(first, self.a);
        for f in first..=last {
            across = self.across(f, across);
            let next = self.down(f + 1, down);
            row(f, across, next + 1, down);
            down = next;
        }
    }
}

#[describe]
impl Machine {
    /// Draws the outline of the ellipse in the box with corners (x0, y0) and (x1, y1), both included, in any order.
    #[doc = example!(oval)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn oval( // in the colour of the pen: oval(x0, y0, x1, y1, Color::PEN)
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let color: Color = color.into();
        tap!(self, oval(x0, y0, x1, y1, color));
        self.draw_oval(x0, y0, x1, y1, color);
    }

    /// Draws the filled ellipse in the box with corners (x0, y0) and (x1, y1), both included, in any order.
    ///
    /// An inverting colour (0x1800.0000, with bit 1 of 0x5f34) fills the clip outside the ellipse instead.
    #[doc = example!(ovalfill)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn ovalfill( // in the colour of the pen: ovalfill(x0, y0, x1, y1, Color::PEN)
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let color: Color = color.into();
        tap!(self, ovalfill(x0, y0, x1, y1, color));
        self.draw_ovalfill(x0, y0, x1, y1, color);
    }

    fn ellipse(&self, x0: i32, y0: i32, x1: i32, y1: i32) -> (Fold, EllipseQuarter) {
        let (x0, y0, x1, y1) = self.box_on_screen(x0, y0, x1, y1);
        let (a, b) = ((x1 - x0) / 2, (y1 - y0) / 2);
        (Fold { lx: x0 + a, rx: x1 - a, ty: y0 + b, by: y1 - b }, EllipseQuarter { a, b })
    }

    fn draw_oval(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, color: Color) {
        let (fold, q) = self.ellipse(x0, y0, x1, y1);
        self.paint(color, |p| {
            if let Some((first, last)) = seen(p, &fold, &q) {
                q.rows(first, last, |f, across, lo, hi| {
                    if !(lo..=hi).contains(&across) {
                        fold.edge(p, f, across, across);
                    }
                    fold.edge(p, f, lo, hi);
                });
            }
        });
    }

    fn draw_ovalfill(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, color: Color) {
        let (fold, q) = self.ellipse(x0, y0, x1, y1);
        self.paint(color, |p| {
            p.beyond(fold.ty - q.b, fold.by + q.b);
            if let Some((first, last)) = seen(p, &fold, &q) {
                q.rows(first, last, |f, across, _, down| fold.fill(p, f, across.max(down)));
            }
        });
    }
}

/// The rows of the quarter that may be visible; none if the columns are outside the clip and it is not inverted.
fn seen(p: &mut Painter, fold: &Fold, q: &EllipseQuarter) -> Option<(i64, i64)> {
    let outside = p.clip.columns(fold.lx - q.a, fold.rx + q.a).is_none();
    if outside && !p.invert { None } else { fold.visible(p, q.a, 0, q.b) }
}
