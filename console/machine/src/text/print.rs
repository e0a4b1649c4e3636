//! `print` and `cursor`: the calls.
//!
//! | form | begins at | a newline goes to | ends |
//! |---|---|---|---|
//! | `print(text)` | the cursor | the home column 0x5f24 | one line lower, scrolling at the bottom |
//! | `print_at(text, x, y, c)` | x, y | x, which becomes the home column | one line lower, never scrolling |
//!
//! Both as recorded on the real 0.2.7: `print("x",0,125)` leaves the cursor at y = 131; the value is the column behind
//! the last character drawn.

use super::layout::Layout;
use super::value::Text;
use crate::draw::Color;
use crate::machine::Machine;
use crate::memory::reg;

/// What a call costs, and each character of it, in cycles.
const CYCLES: (u32, u32) = (4, 16);

impl Machine {
    /// Writes text at the cursor, in the pen's colour, and moves the cursor to the next line. The screen scrolls up
    /// when the text, or the line after it, would not fit. Gives the column behind the last character.
    ///
    /// Text is a Rust text, P8SCII bytes or a number; see [`Text`].
    #[track_caller]
    pub fn print(&mut self, text: impl Text) -> i32 {
        let [x, y] = self.mem.array::<2>(reg::CURSOR).map(i32::from);
        let home = i32::from(self.mem.get(reg::HOME_X));
        Layout::new(self, x, y, home, true).run(text.p8scii())
    }

    /// Writes text with its left upper corner at x, y, in colour `c` ([`Color::PEN`] for the pen), and leaves the cursor
    /// at x, one line below. Never scrolls. Gives the column behind the last character.
    #[track_caller]
    pub fn print_at(&mut self, text: impl Text, x: i32, y: i32, c: impl Into<Color>) -> i32 {
        self.take_color(c.into());
        Layout::new(self, x, y, x, false).run(text.p8scii())
    }

    /// Sets the text cursor, and x as the column of newlines. Negative values count as 0, large ones as 255. Gives the cursor
    /// and the pen before.
    #[track_caller]
    pub fn cursor(&mut self, x: i32, y: i32) -> (i32, i32, i32) {
        self.cursor_ext(x, y, Color::PEN)
    }

    /// As [`Machine::cursor`], and sets the pen.
    #[track_caller]
    pub fn cursor_ext(&mut self, x: i32, y: i32, c: impl Into<Color>) -> (i32, i32, i32) {
        let [old_x, old_y] = self.mem.array::<2>(reg::CURSOR).map(i32::from);
        let pen = i32::from(self.mem.get(reg::PEN));
        self.take_color(c.into());
        let [x, y] = [x, y].map(|v| v.clamp(0, 255) as u8);
        self.mem.set(reg::HOME_X, x);
        self.mem.set(reg::CURSOR, x);
        self.mem.set(reg::CURSOR + 1, y);
        (old_x, old_y, pen)
    }

    pub(super) fn charge_print(&mut self, characters: u32) {
        self.charge(CYCLES.0.wrapping_add(CYCLES.1.wrapping_mul(characters)));
    }
}
