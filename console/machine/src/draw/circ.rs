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
//! The open implementations agree on this walk. Its error term always equals dx(dx-1) + (dy+1)² - 1 - r² + r, so on row
//! dy the circle reaches to the largest dx with dx(dx-1) + dy² < r². By that rule any row can be found without those
//! before it: a huge circle costs only its visible rows. A visible circle is walked, which is faster. A test
//! compares both forms.

use super::fold::{Fold, largest};
use super::span::Painter;
use crate::Machine;
use crate::api::Color;
use crate::boot::Rules;
use crate::int::Int;
use crate::trace::tap;
use rasher_describe::describe;

#[derive(Clone, Copy)]
pub(crate) struct CircleQuarter {
    r: i64,
    /// The last row of the walked octant; the rows beyond are its columns.
    diagonal: i64,
}

impl CircleQuarter {
    /// Radius 0 and above.
    #[inline]
    pub(crate) fn new(r: i64) -> CircleQuarter {
        // The last row within the octant: dx = dy in the inequality, close to r / sqrt 2.
        let from = (r * 182 / 256 + 1).min(r);
        CircleQuarter { r, diagonal: largest(from, |d| d == 0 || 2 * d * d - d < r * r) }
    }

    /// The last column of row f, at most `from`; -1 beyond the last row.
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

    /// Calls `row` with f, lo, hi for the rows first..=last, within 0..=r.
    #[inline]
    pub(crate) fn rows(&self, first: i64, last: i64, mut row: impl FnMut(i64, i64, i64)) {
        let mut hi = self.reach(first, self.r);
        for f in first..=last {
            let next = self.reach(f + 1, hi);
            // Inside the octant a row has one pixel; else, and where octants meet, all that the next does not have.
            let one = f < self.diagonal || f == self.diagonal && hi > f;
            row(f, if one { hi } else { next + 1 }, hi);
            hi = next;
        }
    }
}

#[describe]
impl Machine {
    /// Draws the outline of the circle around (x, y), 2r + 1 pixels wide. PICO-8's default for r is 4.
    ///
    /// r = 0 is one pixel, r = 1 the four around the centre; a negative r draws nothing.
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

    /// Draws the filled circle around (x, y), 2r + 1 pixels wide.
    ///
    /// An inverting colour (0x1800.0000, with bit 1 of 0x5f34) fills the clip outside the circle instead. A negative r
    /// draws nothing, and inverted fills the clip.
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
                CircleQuarter::new(r).rows(first, last, |f, lo, hi| fold.edge(p, f, lo, hi));
            }
        });
    }

    fn draw_circfill(&mut self, x: i32, y: i32, r: i32, color: Color) {
        let (fold, r) = self.circle(x, y, r);
        let rules = self.rules;
        self.paint(color, |p| {
            // Outside of no circle is everything, by PICO-8's history (0.2.7).
            match r {
                0.. => p.beyond(fold.ty - r, fold.by + r),
                _ if rules >= Rules::Two => p.beyond(fold.ty + 1, fold.ty),
                _ => {}
            }
            if r >= 0 && !p.invert && seen_whole(p, &fold, r) {
                disc(p, fold.lx as usize, fold.ty as usize, r as usize);
            } else if let Some((first, last)) = seen(p, &fold, r) {
                CircleQuarter::new(r).rows(first, last, |f, _, hi| fold.fill(p, f, hi));
            }
        });
    }
}

/// The walk above: calls `step` with dx, dy and whether dx decreases after it.
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

/// Draws the outline of a circle that is inside the clip, without a pattern. Four points share their columns, so it
/// takes a third of the time of the rows.
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
    // The same count as by rows: points on an axis count for both sides.
    p.count(4 * points);
}

/// Fills a circle that is inside the clip, each row once.
fn disc(p: &mut Painter, x: usize, y: usize, r: usize) {
    let rows = |p: &mut Painter, f: usize, hi: usize| {
        p.span(y - f, x - hi, x + hi);
        if f > 0 {
            p.span(y + f, x - hi, x + hi);
        }
    };
    walk(r, |dx, dy, inwards| {
        rows(p, dy, dx);
        // Row dx reaches to its last dy; rows up to that dy are painted already.
        if inwards && dx > dy {
            rows(p, dx, dy);
        }
    });
}

/// Whether the circle is inside the clip. Its radius and centre are then below 128.
fn seen_whole(p: &Painter, fold: &Fold, r: i64) -> bool {
    p.clip.has(fold.lx - r, fold.ty - r) && p.clip.has(fold.rx + r, fold.by + r)
}

/// The rows of the quarter that may be visible; none if the columns are outside the clip and it is not inverted.
fn seen(p: &mut Painter, fold: &Fold, r: i64) -> Option<(i64, i64)> {
    let outside = p.clip.columns(fold.lx - r, fold.rx + r).is_none();
    if outside && !p.invert { None } else { fold.visible(p, r, 0, r) }
}
