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
//! than its rows on the screen; a circle that is seen whole is walked, which is faster. (For each radius up to 3,000 both forms were compared; a test does it again.)

use super::fold::{Fold, largest};
use super::span::Painter;
use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::trace::tap;
use rasher_describe::describe;

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

#[describe]
impl Machine {
    /// The outline of the circle around (x, y): 2r + 1 pixels wide. PICO-8's default for r is 4.
    ///
    /// r = 0 is one pixel, r = 1 the four around the centre; a negative r draws nothing. Any `i32` will do.
    #[doc = example!(circ)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn circ( // in the colour of the pen: circ(x, y, 4, Color::PEN)
        &mut self, x: impl Int, y: impl Int, r: impl Int, color: impl Into<Color>,
    ) {
        let (x, y, r) = (x.int(), y.int(), r.int());
        let color: Color = color.into();
        tap!(self, circ(x, y, r, color));
        self.draw_circ(x, y, r, color);
    }

    /// The filled circle around (x, y), 2r + 1 pixels wide.
    ///
    /// With an inverting colour (0x1800.0000 and bit 1 of 0x5f34) it fills what the clip holds outside of the
    /// circle. A negative r draws nothing, inverted or not (our decision for the inverted one).
    #[doc = example!(circfill)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn circfill( // in the colour of the pen: circfill(x, y, 4, Color::PEN)
        &mut self, x: impl Int, y: impl Int, r: impl Int, color: impl Into<Color>,
    ) {
        let (x, y, r) = (x.int(), y.int(), r.int());
        let color: Color = color.into();
        tap!(self, circfill(x, y, r, color));
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
            if r >= 0 && p.flat().is_some() && seen_whole(p, &fold, r) {
                outline(p, fold.lx as usize, fold.ty as usize, r as usize);
            } else if let Some((first, last)) = seen(p, &fold, r) {
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
            if r >= 0 && !p.invert && seen_whole(p, &fold, r) {
                disc(p, fold.lx as usize, fold.ty as usize, r as usize);
            } else if let Some((first, last)) = seen(p, &fold, r) {
                Quarter::new(r).rows(first, last, |f, _, hi| fold.fill(p, f, hi));
            }
        });
    }
}

/// The walk above, for a circle that is wholly on the screen: calls `step` with dx, dy and whether dx is less in the next one.
#[inline]
fn walk(r: usize, mut step: impl FnMut(usize, usize, bool)) {
    let (mut dx, mut dy, mut err) = (r as i32, 0i32, 0i32);
    while dx >= dy {
        let inwards = err >= (r as i32).wrapping_sub(1);
        step(dx as usize, dy as usize, inwards);
        dy = dy.wrapping_add(1);
        if inwards {
            dx = dx.wrapping_sub(1);
        }
        err = err.wrapping_add(2 * (if inwards { dy - dx } else { dy }) + 1);
    }
}

/// Paints the outline of a circle that is wholly inside the clip, without a pattern. Four points at once have their columns in
/// common, which is why it takes a third of the time of the rows.
fn outline(p: &mut Painter, x: usize, y: usize, r: usize) {
    let Some((c, planes)) = p.flat() else { return };
    let bytes = p.bytes();
    let mut four = |dx: usize, dy: usize| {
        let columns =
            [x.wrapping_sub(dx), x.wrapping_add(dx)].map(|x| (x >> 1, planes & 15 << ((x & 1) * 4)));
        for row in [y.wrapping_sub(dy), y.wrapping_add(dy)] {
            for (column, mask) in columns {
                if let Some(byte) = bytes.get_mut(row.wrapping_mul(64).wrapping_add(column)) {
                    *byte = *byte & !mask | c & mask;
                }
            }
        }
    };
    let mut points = 0;
    walk(r, |dx, dy, _| {
        four(dx, dy);
        points += 1;
        if dx != dy {
            four(dy, dx);
            points += 1;
        }
    });
    // As many as the rows count: what lies on an axis counts for both of its sides.
    p.count(4 * points);
}

/// Paints a circle that is wholly inside the clip: each row once.
fn disc(p: &mut Painter, x: usize, y: usize, r: usize) {
    let rows = |p: &mut Painter, f: usize, hi: usize| {
        p.span(y - f, x - hi, x + hi);
        if f > 0 {
            p.span(y + f, x - hi, x + hi);
        }
    };
    walk(r, |dx, dy, inwards| {
        rows(p, dy, dx);
        // The row dx reaches as far as the last dy that it has; rows up to that dy are painted already.
        if inwards && dx > dy {
            rows(p, dx, dy);
        }
    });
}

/// Is all of the circle inside the clip? Then its radius and its centre are below 128.
fn seen_whole(p: &Painter, fold: &Fold, r: i64) -> bool {
    p.clip.has(fold.lx - r, fold.ty - r) && p.clip.has(fold.rx + r, fold.by + r)
}

/// The rows of the quarter that the clip may show; none when the circle lies beside it and is not inverted.
fn seen(p: &mut Painter, fold: &Fold, r: i64) -> Option<(i64, i64)> {
    let beside = p.clip.columns(fold.lx - r, fold.rx + r).is_none();
    if beside && !p.invert { None } else { fold.visible(p, r, 0, r) }
}
