//! `rrect` and `rrectfill`: rectangles with round corners, by width and height.
//!
//! ```text
//! x        x+w-1     r   cut off each end of the rows from the edge inwards
//! . . # # # # . .    1   1
//! . # # # # # # .    2   2 1
//! # # # # # # # #    3   3 1 1
//! # # # # # # # #    4   3 2 1 0
//!                    5   4 3 2 1 0
//! ```
//!
//! A corner is a quarter of the circle of radius r + 1, without its two middle rows. That fits the example in PICO-8's
//! manual; it is not proven, and open implementations differ. So is the limit of r: half the shorter side, rounded
//! down. Where r up to 3 is exactly half, no pixel of the first row would be left, so r is smaller (our decision).

use super::circ::CircleQuarter;
use super::fold::Fold;
use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::trace::tap;
use rasher_describe::describe;

struct RoundRect {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
    r: i64,
}

impl RoundRect {
    /// The meeting point of the corners' circles.
    fn fold(&self) -> Fold {
        let r = self.r + 1;
        Fold { lx: self.left + r, rx: self.right - r, ty: self.top + r, by: self.bottom - r }
    }
}

#[describe]
impl Machine {
    /// Draws the outline of a rectangle with round corners: top left pixel (x, y), `w` by `h` pixels, radius `r`.
    ///
    /// Draws nothing unless `w` and `h` are positive. `r` is limited to 0 ..= half the shorter side.
    #[doc = example!(rrect)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn rrect( // in the colour of the pen: rrect(x, y, w, h, 0, Color::PEN)
        &mut self, x: impl Int, y: impl Int, w: impl Int, h: impl Int, r: impl Int, color: impl Into<Color>,
    ) {
        let (x, y, w, h, r) = (x.int(), y.int(), w.int(), h.int(), r.int());
        let color: Color = color.into();
        tap!(self, rrect(x, y, w, h, r, color));
        self.draw_rrect(x, y, w, h, r, color);
    }

    /// Draws the filled rectangle with round corners; arguments as for [`Machine::rrect`].
    ///
    /// An inverting colour (0x1800.0000, with bit 1 of 0x5f34) fills the clip outside it instead.
    #[doc = example!(rrectfill)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn rrectfill( // in the colour of the pen: rrectfill(x, y, w, h, 0, Color::PEN)
        &mut self, x: impl Int, y: impl Int, w: impl Int, h: impl Int, r: impl Int, color: impl Into<Color>,
    ) {
        let (x, y, w, h, r) = (x.int(), y.int(), w.int(), h.int(), r.int());
        let color: Color = color.into();
        tap!(self, rrectfill(x, y, w, h, r, color));
        self.draw_rrectfill(x, y, w, h, r, color);
    }

    fn round(&self, x: i32, y: i32, w: i32, h: i32, r: i32) -> Option<RoundRect> {
        if w <= 0 || h <= 0 {
            return None;
        }
        let (left, top) = self.on_screen(x, y);
        let side = w.min(h);
        let r = r.clamp(0, side / 2);
        let r = if (1..=3).contains(&r) && 2 * r == side { r - 1 } else { r };
        Some(RoundRect {
            left,
            top,
            right: left + i64::from(w) - 1,
            bottom: top + i64::from(h) - 1,
            r: i64::from(r),
        })
    }

    fn draw_rrect(&mut self, x: i32, y: i32, w: i32, h: i32, r: i32, color: Color) {
        let round = self.round(x, y, w, h, r);
        self.paint(color, |p| {
            let Some(RoundRect { left, top, right, bottom, r }) = round else { return };
            p.column(left, top + r, bottom - r);
            p.column(right, top + r, bottom - r);
            let Some(round) = round.filter(|round| round.r > 0) else {
                p.run(top, left, right);
                p.run(bottom, left, right);
                return;
            };
            let fold = round.fold();
            let Some((first, last)) = fold.visible(p, r, 2, r + 1) else { return };
            CircleQuarter::new(r + 1).rows(first, last, |f, lo, hi| {
                if f == r + 1 {
                    p.run(top, fold.lx - hi, fold.rx + hi);
                    p.run(bottom, fold.lx - hi, fold.rx + hi);
                } else {
                    fold.edge(p, f, lo, hi);
                }
            });
        });
    }

    fn draw_rrectfill(&mut self, x: i32, y: i32, w: i32, h: i32, r: i32, color: Color) {
        let round = self.round(x, y, w, h, r);
        self.paint(color, |p| {
            let Some(round) = round else { return };
            let RoundRect { left, top, right, bottom, r } = round;
            p.beyond(top, bottom);
            p.fill_block(left, top + r, right, bottom - r);
            let fold = round.fold();
            if r > 0
                && let Some((first, last)) = fold.visible(p, r, 2, r + 1)
            {
                CircleQuarter::new(r + 1).rows(first, last, |f, _, hi| fold.fill(p, f, hi));
            }
        });
    }
}
