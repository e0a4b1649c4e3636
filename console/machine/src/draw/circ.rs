//! `circ` and `circfill`.
//!
//! ```text
//! dx = r, dy = 0, err = 0                       r = 4    . . # # # . .
//! while dx >= dy:                                        . #       # .
//!     plot (dx, dy) in all eight octants                 #           #
//!     dy += 1                                            #     +     #
//!     if err < r - 1 { err += 1 + 2 dy }
//!     else { dx -= 1; err += 1 + 2 (dy - dx) }
//! ```
//!
//! That is the walk on which the open implementations agree. Its error term always equals
//! dx(dx-1) + (dy+1)² - 1 - r² + r, so the walk says: on row dy the circle reaches to the largest dx with
//! dx(dx-1) + dy² < r². In that form any row can be had without those before it, and a huge circle costs no more
//! than its rows on the screen. (For each radius up to 3,000 both forms were compared; a test does it again.)

use super::Color;
use super::fold::{Fold, largest};
use super::span::Painter;
use crate::api::example;
use crate::int::Int;
use crate::machine::Machine;
use crate::trace::tap;

/// A quarter of a circle, row by row.
#[derive(Clone, Copy)]
pub(crate) struct Quarter {
    r: i64,
    /// The last row of the octant that the walk steps through; the rows beyond are its columns.
    diagonal: i64,
}

impl Quarter {
    /// Of radius 0 and above.
    #[inline]
    pub(crate) fn new(r: i64) -> Quarter {
        // The largest row that the circle reaches beyond: dx = dy in the inequality. It is close to r / sqrt 2.
        let from = (r * 182 / 256 + 1).min(r);
        Quarter { r, diagonal: largest(from, |d| d == 0 || 2 * d * d - d < r * r) }
    }

    /// The farthest column of row f, at most `from`; -1 beyond the last row.
    #[inline]
    fn reach(&self, f: i64, from: i64) -> i64 {
        let square = self.r * self.r;
        if f <= self.diagonal {
            largest(from, |n| n == 0 || n * (n - 1) + f * f < square)
        } else if f <= self.r {
            largest(from.min(self.diagonal), |n| n * n + f * (f - 1) < square)
        } else {
            -1
        }
    }

    /// Calls `row` with f, lo, hi for the rows first..=last, all within 0..=r.
    #[inline]
    pub(crate) fn rows(&self, first: i64, last: i64, mut row: impl FnMut(i64, i64, i64)) {
        let mut hi = self.reach(first, self.r);
        for f in first..=last {
            let next = self.reach(f + 1, hi);
            // Inside the octant a row has one pixel; beyond, and where both octants share the diagonal, all that
            // the next row does not reach.
            let one = f < self.diagonal || f == self.diagonal && hi > f;
            row(f, if one { hi } else { next + 1 }, hi);
            hi = next;
        }
    }
}

impl Machine {
    /// The outline of the circle around (x, y): 2r + 1 pixels wide. PICO-8's default for r is 4.
    ///
    /// r = 0 is one pixel, r = 1 the four around the centre; a negative r draws nothing. Any `i32` will do.
    #[doc = example!(circ)]
    #[track_caller]
    pub fn circ(&mut self, x: impl Int, y: impl Int, r: impl Int, color: impl Into<Color>) {
        let (x, y, r) = (x.int(), y.int(), r.int());
        let color: Color = color.into();
        tap!(self, "circ", x, y, r, color);
        self.draw_circ(x, y, r, color);
    }

    /// The filled circle around (x, y), 2r + 1 pixels wide.
    ///
    /// With an inverting colour (0x1800.0000 and bit 1 of 0x5f34) it fills what the clip holds outside of the
    /// circle. A negative r draws nothing, inverted or not (our decision for the inverted one).
    #[doc = example!(circfill)]
    #[track_caller]
    pub fn circfill(&mut self, x: impl Int, y: impl Int, r: impl Int, color: impl Into<Color>) {
        let (x, y, r) = (x.int(), y.int(), r.int());
        let color: Color = color.into();
        tap!(self, "circfill", x, y, r, color);
        self.draw_circfill(x, y, r, color);
    }

    /// The circle's fold and radius.
    fn circle(&self, x: i32, y: i32, r: i32) -> (Fold, i64) {
        let (x, y) = self.on_screen(x, y);
        (Fold { lx: x, rx: x, ty: y, by: y }, i64::from(r))
    }

    fn draw_circ(&mut self, x: i32, y: i32, r: i32, color: Color) {
        let (fold, r) = self.circle(x, y, r);
        self.paint(color, |p| {
            if let Some((first, last)) = seen(p, &fold, r) {
                Quarter::new(r).rows(first, last, |f, lo, hi| fold.edge(p, f, lo, hi));
            }
        });
    }

    fn draw_circfill(&mut self, x: i32, y: i32, r: i32, color: Color) {
        let (fold, r) = self.circle(x, y, r);
        self.paint(color, |p| {
            if r >= 0 {
                p.beyond(fold.ty - r, fold.by + r);
            }
            if let Some((first, last)) = seen(p, &fold, r) {
                Quarter::new(r).rows(first, last, |f, _, hi| fold.fill(p, f, hi));
            }
        });
    }
}

/// The rows of the quarter that the clip may show; none when the circle lies beside it and is not inverted.
fn seen(p: &Painter, fold: &Fold, r: i64) -> Option<(i64, i64)> {
    let beside = p.clip.columns(fold.lx - r, fold.rx + r).is_none();
    if beside && !p.invert { None } else { fold.visible(&p.clip, 0, r) }
}
