//! Shapes drawn pixel by pixel.
//!
//! ```text
//! pen(colour)                      how a colour argument sets pen, pattern and inversion
//! line, circ up to r = 40,000      the walks as described, step by step
//! rect, rrect                      the four sides; row by row
//! oval, huge circles               for each pixel that the screen can show: is it on the shape?
//! ```
//!
//! Only pixels that the screen may show are plotted, so that shapes of any size end; `plot` clips the rest.

use super::{int16, plot};
use num::Num;
use rasher::Machine;
use std::ops::RangeInclusive;

/// Pen and pattern from a colour argument; true if the shape is to be inverted.
fn pen(m: &mut Machine, colour: Num) -> bool {
    let bits = colour.bits() as u32;
    m.poke(0x5f25, (bits >> 16 & 0xff) as i32);
    let carries = bits & 0x1000_0000 != 0;
    if carries && m.peek(0x5f34) & 1 != 0 {
        m.poke2(0x5f31, (bits & 0xffff) as i32);
        let flag = |bit: u32, value: i32| if bits & bit != 0 { value } else { 0 };
        m.poke(0x5f33, flag(0x0100_0000, 1) + flag(0x0200_0000, 2) + flag(0x0400_0000, 4));
    }
    carries && bits & 0x0800_0000 != 0 && m.peek(0x5f34) & 2 != 0
}

/// World columns and rows of the screen.
fn window(m: &Machine) -> [RangeInclusive<i64>; 2] {
    [0x5f28, 0x5f2a].map(|at| int16(m, at)..=int16(m, at) + 127)
}

/// The part of a..=b that is on the screen.
fn cut(a: i64, b: i64, window: &RangeInclusive<i64>) -> RangeInclusive<i64> {
    a.max(*window.start())..=b.min(*window.end())
}

/// Plots the pixels of a box, or all others.
fn span(m: &mut Machine, [x0, y0, x1, y1]: [i64; 4]) {
    let [columns, rows] = window(m);
    for y in cut(y0, y1, &rows) {
        for x in cut(x0, x1, &columns) {
            plot(m, x, y);
        }
    }
}

/// Plots every pixel of the screen that is not in the shape.
fn complement(m: &mut Machine, inside: impl Fn(i64, i64) -> bool) {
    let [columns, rows] = window(m);
    for y in rows {
        for x in columns.clone() {
            if !inside(x, y) {
                plot(m, x, y);
            }
        }
    }
}

fn ordered(x0: i32, y0: i32, x1: i32, y1: i32) -> [i64; 4] {
    [x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)].map(i64::from)
}

/// The whole page in one colour; clip, text cursor and home column reset.
pub fn cls(m: &mut Machine, colour: Num) {
    let c = (colour.bits() >> 16) & 15;
    for at in 0..0x2000 {
        m.poke(0x6000 + at, c + 16 * c);
    }
    for (at, value) in [(0x5f20, 0), (0x5f21, 0), (0x5f22, 128), (0x5f23, 128), (0x5f24, 0), (0x5f26, 0)] {
        m.poke(at, value);
    }
    m.poke(0x5f27, 0);
}

/// One pixel.
pub fn pset(m: &mut Machine, x: i32, y: i32, colour: Num) {
    pen(m, colour);
    plot(m, x.into(), y.into());
}

/// The pixel of the page, 0 or 0x5f5b outside the clip.
pub fn pget(m: &Machine, x: i32, y: i32) -> u8 {
    let (x, y) = (i64::from(x) - int16(m, 0x5f28), i64::from(y) - int16(m, 0x5f2a));
    let [left, top, right, bottom] =
        [0x5f20, 0x5f21, 0x5f22, 0x5f23].map(|at| i64::from(m.peek(at)).min(128));
    if x < left || y < top || x >= right || y >= bottom {
        return if m.peek(0x5f36) & 0x10 != 0 { m.peek(0x5f5b) } else { 0 };
    }
    let byte = m.peek((0x6000 + y * 64 + x / 2) as u16);
    if x % 2 == 0 { byte % 16 } else { byte / 16 }
}

pub fn rect(m: &mut Machine, x0: i32, y0: i32, x1: i32, y1: i32, colour: Num) {
    pen(m, colour);
    let [x0, y0, x1, y1] = ordered(x0, y0, x1, y1);
    for side in [[x0, y0, x1, y0], [x0, y1, x1, y1], [x0, y0, x0, y1], [x1, y0, x1, y1]] {
        span(m, side);
    }
}

/// All pixels of the box.
pub fn rectfill(m: &mut Machine, x0: i32, y0: i32, x1: i32, y1: i32, colour: Num) {
    let invert = pen(m, colour);
    let [x0, y0, x1, y1] = ordered(x0, y0, x1, y1);
    if invert {
        complement(m, |x, y| (x0..=x1).contains(&x) && (y0..=y1).contains(&y));
    } else {
        span(m, [x0, y0, x1, y1]);
    }
}

/// The line's pixels, step by step, except those whose longer coordinate is off the screen.
pub fn line(m: &mut Machine, x0: i32, y0: i32, x1: i32, y1: i32, colour: Num) {
    m.poke2(0x5f3c, x1);
    m.poke2(0x5f3e, y1);
    m.poke(0x5f35, i32::from(m.peek(0x5f35) & 0xfe));
    pen(m, colour);
    let [mut x0, mut y0, mut x1, mut y1] = [x0, y0, x1, y1].map(i64::from);
    let steep = (y1 - y0).abs() > (x1 - x0).abs();
    if steep {
        (x0, y0, x1, y1) = (y0, x0, y1, x1);
    }
    if x0 > x1 {
        (x0, y0, x1, y1) = (x1, y1, x0, y0);
    }
    let slope = if x0 == x1 { 0 } else { (y1 - y0) * 0x10000 / (x1 - x0) };
    let [columns, rows] = window(m);
    for major in cut(x0, x1, if steep { &rows } else { &columns }) {
        let minor = y0 + (slope * (major - x0) + 0x8000).div_euclid(0x10000);
        if steep { plot(m, minor, major) } else { plot(m, major, minor) }
    }
}

/// From the stored end, if there is one.
pub fn line_to(m: &mut Machine, x: i32, y: i32, colour: Num) {
    if m.peek(0x5f35) % 2 == 1 {
        pen(m, colour);
        m.poke2(0x5f3c, x);
        m.poke2(0x5f3e, y);
        m.poke(0x5f35, i32::from(m.peek(0x5f35) & 0xfe));
    } else {
        let (from_x, from_y) = (m.peek2(0x5f3c), m.peek2(0x5f3e));
        line(m, from_x.into(), from_y.into(), x, y, colour);
    }
}

/// The walk of a circle: (dx, dy) for each step of the first octant.
pub fn octant(r: i64) -> Vec<(i64, i64)> {
    let (mut dx, mut dy, mut err) = (r, 0, 0);
    let mut steps = Vec::new();
    while dx >= dy {
        steps.push((dx, dy));
        dy += 1;
        if err < r - 1 {
            err += 1 + 2 * dy;
        } else {
            dx -= 1;
            err += 1 + 2 * (dy - dx);
        }
    }
    steps
}

/// Radii that are walked; PICO-8's end at 32,767.
const WALKED: i64 = 40_000;
/// Corners that are walked: each row walks again.
const WALKED_CORNERS: i64 = 300;
/// Inverted circles that are walked.
const WALKED_INVERTED: i64 = 300;

/// Whether (dx, dy) is inside a circle of a radius too large to walk: in the octant dx >= dy by the walk's
/// inequality, beyond it mirrored.
pub fn in_circle(r: i64, dx: i64, dy: i64) -> bool {
    let (far, near) = (i128::from(dx.abs().max(dy.abs())), i128::from(dx.abs().min(dy.abs())));
    let r = i128::from(r);
    far <= r && far * (far - 1) + near * near < r * r
}

/// The outline: eight pixels per step. For huge circles: points inside that, along the shorter of the two distances
/// from the centre, have no inside pixel behind them.
pub fn circ(m: &mut Machine, x: i32, y: i32, r: i32, colour: Num) {
    pen(m, colour);
    let [x, y, r] = [x, y, r].map(i64::from);
    if r > WALKED {
        let [columns, rows] = window(m);
        for py in rows {
            for px in columns.clone() {
                let (dx, dy) = ((px - x).abs(), (py - y).abs());
                let (far, near) = (dx.max(dy), dx.min(dy));
                if in_circle(r, far, near) && !in_circle(r, far + 1, near) {
                    plot(m, px, py);
                }
            }
        }
        return;
    }
    for (dx, dy) in octant(r) {
        for (a, b) in [(dx, dy), (dy, dx)] {
            for (px, py) in [(x + a, y + b), (x - a, y + b), (x + a, y - b), (x - a, y - b)] {
                plot(m, px, py);
            }
        }
    }
}

/// The filled circle: four rows a step.
pub fn circfill(m: &mut Machine, x: i32, y: i32, r: i32, colour: Num) {
    let invert = pen(m, colour);
    let [x, y, r] = [x, y, r].map(i64::from);
    if r < 0 {
        if invert {
            complement(m, |_, _| false);
        }
        return;
    }
    // When inverted, each pixel checks every step.
    let walked = if invert { WALKED_INVERTED } else { WALKED };
    if r > walked {
        complement(m, |px, py| in_circle(r, px - x, py - y) == invert);
        return;
    }
    let steps = octant(r);
    if invert {
        complement(m, |px, py| {
            let (px, py) = ((px - x).abs(), (py - y).abs());
            px <= r && py <= r && steps.iter().any(|&(dx, dy)| py == dy && px <= dx || py == dx && px <= dy)
        });
        return;
    }
    for (dx, dy) in steps {
        for (reach, row) in [(dx, dy), (dy, dx)] {
            span(m, [x - reach, y - row, x + reach, y - row]);
            span(m, [x - reach, y + row, x + reach, y + row]);
        }
    }
}

/// A box's ellipse, which can be queried for pixels.
struct Ellipse {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
    a: i128,
    b: i128,
}

impl Ellipse {
    fn new(x0: i32, y0: i32, x1: i32, y1: i32) -> Self {
        let [x0, y0, x1, y1] = ordered(x0, y0, x1, y1);
        let half = |size: i64| i128::from(if size % 2 == 1 { (size - 1) / 2 } else { (size - 2) / 2 });
        Ellipse { x0, y0, x1, y1, a: half(x1 - x0 + 1), b: half(y1 - y0 + 1) }
    }

    /// Distances from the middle columns and rows; none outside the box.
    fn folded(&self, x: i64, y: i64) -> Option<(i128, i128)> {
        let fold = |v: i64, from: i64, to: i64, half: i128| {
            (from <= v && v <= to).then(|| half - i128::from((v - from).min(to - v)))
        };
        Some((fold(x, self.x0, self.x1, self.a)?, fold(y, self.y0, self.y1, self.b)?))
    }

    /// Whether n is at most p sqrt(1 - f²/q²) + 1/2 (p if q is 0).
    fn at_most(n: i128, p: i128, f: i128, q: i128) -> bool {
        match q {
            _ if n <= 0 => true,
            0 => n <= p,
            _ => (2 * n - 1) * (2 * n - 1) * q * q <= 4 * p * p * (q * q - f * f),
        }
    }

    fn on_row_pass(&self, x: i128, y: i128) -> bool {
        Self::at_most(x, self.a, y, self.b) && !Self::at_most(x + 1, self.a, y, self.b)
    }

    fn on_column_pass(&self, x: i128, y: i128) -> bool {
        Self::at_most(y, self.b, x, self.a) && !Self::at_most(y + 1, self.b, x, self.a)
    }

    fn outline(&self, x: i64, y: i64) -> bool {
        self.folded(x, y).is_some_and(|(x, y)| self.on_row_pass(x, y) || self.on_column_pass(x, y))
    }

    fn inside(&self, x: i64, y: i64) -> bool {
        self.folded(x, y)
            .is_some_and(|(x, y)| Self::at_most(x, self.a, y, self.b) || Self::at_most(y, self.b, x, self.a))
    }
}

/// Plots the pixels of a box for which `yes` is true.
fn sift(m: &mut Machine, e: &Ellipse, yes: impl Fn(i64, i64) -> bool) {
    let [columns, rows] = window(m);
    for y in cut(e.y0, e.y1, &rows) {
        for x in cut(e.x0, e.x1, &columns) {
            if yes(x, y) {
                plot(m, x, y);
            }
        }
    }
}

/// Every pixel of row pass and column pass.
pub fn oval(m: &mut Machine, x0: i32, y0: i32, x1: i32, y1: i32, colour: Num) {
    pen(m, colour);
    let e = Ellipse::new(x0, y0, x1, y1);
    sift(m, &e, |x, y| e.outline(x, y));
}

/// Every pixel up to the farther of both passes.
pub fn ovalfill(m: &mut Machine, x0: i32, y0: i32, x1: i32, y1: i32, colour: Num) {
    let e = Ellipse::new(x0, y0, x1, y1);
    if pen(m, colour) {
        complement(m, |x, y| e.inside(x, y));
    } else {
        sift(m, &e, |x, y| e.inside(x, y));
    }
}

/// Missing pixels at both ends of row `i` from the top or bottom edge of a corner of radius `r`.
fn inset(r: i64, i: i64) -> i64 {
    if i >= r {
        return 0;
    }
    // The circle of radius r + 1, on the row that is i below its top.
    let (circle, row) = (r + 1, r + 1 - i);
    if circle <= WALKED_CORNERS {
        let on_row = |&(dx, dy): &(i64, i64)| match row {
            _ if row == dy => Some(dx),
            _ if row == dx => Some(dy),
            _ => None,
        };
        return circle - octant(circle).iter().filter_map(on_row).max().unwrap_or(0);
    }
    // Bisection: the farthest column of that row that is inside.
    let (mut good, mut bad) = (0, circle + 1);
    while bad - good > 1 {
        let middle = (good + bad) / 2;
        if in_circle(circle, middle, row) { good = middle } else { bad = middle }
    }
    circle - good
}

/// The radius that a corner really has.
fn corner(w: i32, h: i32, r: i32) -> i64 {
    let side = w.min(h);
    match r.clamp(0, side / 2) {
        r @ 1..=3 if r + r == side => i64::from(r) - 1,
        r => r.into(),
    }
}

/// Calls `row` for each row on the screen, with y, the row's inset, and the inset of the next row outwards.
fn rrect_rows(m: &mut Machine, y: i64, h: i64, r: i64, row: impl Fn(&mut Machine, i64, i64, Option<i64>)) {
    let [_, rows] = window(m);
    for py in cut(y, y + h - 1, &rows) {
        let i = (py - y).min(y + h - 1 - py);
        row(m, py, inset(r, i), (i > 0).then(|| inset(r, i - 1)));
    }
}

/// The outline: each row extends until it touches the row outside it.
pub fn rrect(m: &mut Machine, x: i32, y: i32, w: i32, h: i32, r: i32, colour: Num) {
    pen(m, colour);
    if w <= 0 || h <= 0 {
        return;
    }
    let r = corner(w, h, r);
    let [x, y, w, h] = [x, y, w, h].map(i64::from);
    rrect_rows(m, y, h, r, |m, py, inset, outer| {
        let (left, right) = (x + inset, x + w - 1 - inset);
        match outer {
            None => span(m, [left, py, right, py]),
            Some(outer) => {
                let more = (outer - 1 - inset).max(0);
                span(m, [left, py, left + more, py]);
                span(m, [right - more, py, right, py]);
            }
        }
    });
}

/// All pixels between the insets.
pub fn rrectfill(m: &mut Machine, x: i32, y: i32, w: i32, h: i32, r: i32, colour: Num) {
    let invert = pen(m, colour);
    if w <= 0 || h <= 0 {
        return;
    }
    let r = corner(w, h, r);
    let [x, y, w, h] = [x, y, w, h].map(i64::from);
    if invert {
        let [columns, rows] = window(m);
        for py in rows {
            let inside = (y..y + h).contains(&py);
            let i = inset(r, (py - y).min(y + h - 1 - py));
            for px in columns.clone() {
                if !inside || px < x + i || px > x + w - 1 - i {
                    plot(m, px, py);
                }
            }
        }
    } else {
        rrect_rows(m, y, h, r, |m, py, inset, _| span(m, [x + inset, py, x + w - 1 - inset, py]));
    }
}
