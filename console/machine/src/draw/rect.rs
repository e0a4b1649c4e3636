//! `rect` and `rectfill`: corners included, in any order.
//!
//! ```text
//! (x0,y0) #######        rect      two runs and two columns
//!         #     #        rectfill  rows of words; whole rows of one colour as one stretch of bytes
//!         ####### (x1,y1)
//! ```
//!
//! As in the manual. `rrect` has the form with width and height.

use crate::Machine;
use crate::api::Color;
use crate::int::Int;
use crate::trace::tap;
use rasher_describe::describe;

#[describe]
impl Machine {
    /// Draws the outline of the rectangle with corners (x0, y0) and (x1, y1), both included, in any order.
    ///
    /// As for all shapes, any `i32` is allowed, what is off the screen or outside the clip is not drawn, and camera,
    /// fill pattern, draw palette and bit planes apply.
    #[doc = example!(rect)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn rect( // in the colour of the pen: rect(x0, y0, x1, y1, Color::PEN)
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let color: Color = color.into();
        tap!(self, rect(x0, y0, x1, y1, color));
        self.draw_rect(x0, y0, x1, y1, color);
    }

    /// Draws the filled rectangle with corners (x0, y0) and (x1, y1), both included, in any order.
    ///
    /// An inverting colour (0x1800.0000, with bit 1 of 0x5f34) fills the clip outside the rectangle instead.
    #[doc = example!(rectfill)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn rectfill( // in the colour of the pen: rectfill(x0, y0, x1, y1, Color::PEN)
        &mut self, x0: impl Int, y0: impl Int, x1: impl Int, y1: impl Int, color: impl Into<Color>,
    ) {
        let (x0, y0, x1, y1) = (x0.int(), y0.int(), x1.int(), y1.int());
        let color: Color = color.into();
        tap!(self, rectfill(x0, y0, x1, y1, color));
        self.draw_rectfill(x0, y0, x1, y1, color);
    }

    #[inline]
    pub(crate) fn box_on_screen(&self, x0: i32, y0: i32, x1: i32, y1: i32) -> (i64, i64, i64, i64) {
        let (xa, ya) = self.on_screen(x0.min(x1), y0.min(y1));
        let (xb, yb) = self.on_screen(x0.max(x1), y0.max(y1));
        (xa, ya, xb, yb)
    }

    fn draw_rect(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, color: Color) {
        let (x0, y0, x1, y1) = self.box_on_screen(x0, y0, x1, y1);
        self.paint(color, |p| {
            p.run(y0, x0, x1);
            p.run(y1, x0, x1);
            // The corners are painted; a box of two rows has no other rows.
            p.column(x0, y0 + 1, y1 - 1);
            p.column(x1, y0 + 1, y1 - 1);
        });
    }

    fn draw_rectfill(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, color: Color) {
        let (x0, y0, x1, y1) = self.box_on_screen(x0, y0, x1, y1);
        self.paint(color, |p| {
            p.beyond(y0, y1);
            p.fill_block(x0, y0, x1, y1);
        });
    }
}
