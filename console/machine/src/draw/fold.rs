//! Shapes that equal their mirror images: one quarter is computed, four are painted.
//!
//! ```text
//!          lx rx
//!      . . #   # . .   row ty - f
//!    . .             .        f counts rows outwards, e columns outwards
//! ty .                 .
//! by .                 .      a row of the quarter: outline from e = lo to e = hi, filled up to hi
//!    . .             .
//!      . . #   # . .   row by + f
//! ```
//!
//! Rows outside the clip are skipped, and the search for a row's extent starts from that of the row before. So a circle
//! of two thousand million pixels costs no more than one that fills the screen.

use super::span::Painter;
use super::view::Clip;

/// A quarter with more rows or columns is larger than the screen, and charged by rows.
const LARGE: i64 = 128;

/// Where the four quarters meet: the innermost columns and rows.
#[derive(Clone, Copy)]
pub(crate) struct Fold {
    pub lx: i64,
    pub rx: i64,
    pub ty: i64,
    pub by: i64,
}

impl Fold {
    /// The visible rows among first..=last of the quarter, at most `wide` columns.
    pub(crate) fn visible(&self, p: &mut Painter, wide: i64, first: i64, last: i64) -> Option<(i64, i64)> {
        let rows = self.seen(&p.clip, first, last);
        if let Some((first, seen)) = rows {
            let rows = (seen - first + 1) as u32;
            p.look_at(if wide.max(last) > LARGE { rows } else { rows / 4 });
        }
        rows
    }

    fn seen(&self, clip: &Clip, first: i64, last: i64) -> Option<(i64, i64)> {
        let (y0, y1) = (i64::from(clip.y0), i64::from(clip.y1) - 1);
        let cut = |a: i64, b: i64| (a.max(first), b.min(last));
        let (top, bottom) = (cut(self.ty - y1, self.ty - y0), cut(y0 - self.by, y1 - self.by));
        match (top.0 <= top.1, bottom.0 <= bottom.1) {
            _ if y0 > y1 => None,
            (true, true) => Some((top.0.min(bottom.0), top.1.max(bottom.1))),
            (true, false) => Some(top),
            (false, true) => Some(bottom),
            (false, false) => None,
        }
    }

    /// Paints both images of row `f`, up to column `hi`.
    #[inline]
    pub(crate) fn fill(&self, p: &mut Painter, f: i64, hi: i64) {
        let (top, bottom) = (self.ty - f, self.by + f);
        p.fill_row(top, self.lx - hi, self.rx + hi);
        if top != bottom {
            p.fill_row(bottom, self.lx - hi, self.rx + hi);
        }
    }

    /// Paints the four images of columns lo to hi of row `f`; none if lo > hi.
    #[inline]
    pub(crate) fn edge(&self, p: &mut Painter, f: i64, lo: i64, hi: i64) {
        for y in [self.ty - f, self.by + f] {
            if let Some((y, _)) = p.clip.rows(y, y) {
                p.short(y, self.lx - hi, self.lx - lo);
                p.short(y, self.rx + lo, self.rx + hi);
            }
        }
    }
}

/// The largest n in 0..=from for which `holds`, or -1; `holds` must be true for all smaller n. Steps double, then
/// halve: one or two tries near `from`, at most 64.
#[inline]
pub(crate) fn largest(from: i64, holds: impl Fn(i64) -> bool) -> i64 {
    if from < 0 || holds(from) {
        return from.max(-1);
    }
    let (mut bad, mut step) = (from, 1);
    let mut good = loop {
        let n = bad - step;
        if n < 0 {
            break -1;
        }
        if holds(n) {
            break n;
        }
        bad = n;
        step *= 2;
    };
    while bad - good > 1 {
        let n = good + (bad - good) / 2;
        *(if holds(n) { &mut good } else { &mut bad }) = n;
    }
    good
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn largest_is_the_last_that_holds() {
        for limit in -1..70 {
            for from in -1..70 {
                assert_eq!(largest(from, |n| n <= limit), limit.min(from), "limit {limit} from {from}");
            }
        }
    }
}
