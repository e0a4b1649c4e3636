//! Where each character goes: the walk over the bytes of one `print`.
//!
//! ```text
//!   home ──> x,y                      line height = tallest cell on the line, 6 on an empty one
//!   ┌───┬───┬───┐
//!   │ a │ b │ c │──> x += cell width
//!   └───┴───┴───┘
//!   \n: x = home, y += line height    end: the same, unless \0 or 0x5f36 & 4
//! ```
//!
//! Scrolling, as recorded on the real 0.2.7, happens in the form without coordinates alone: before a character that
//! would pass row 128 by exactly what it lacks; and at the end by 6, when 6 more rows do not fit below the cursor.
//! New rows are colour 0. Not with 0x5f36 & 0x40.

use super::glyph::Surface;
use super::style::Style;
use super::value::Bytes;
use crate::machine::Machine;
use crate::memory::reg;

/// One `print` under way.
pub(super) struct Layout<'m> {
    machine: &'m mut Machine,
    surface: Surface,
    style: Style,
    x: i32,
    y: i32,
    home_x: i32,
    scrolls: bool,
    /// The tallest cell of the line; none yet on an empty line.
    tallest: Option<i32>,
    newline: bool,
    end: i32,
    drawn: u32,
}

/// Rows that a line of the default font takes; also what the end of a print scrolls by.
const LINE: i32 = 6;
const ROWS: i32 = 128;

impl<'m> Layout<'m> {
    pub(super) fn new(machine: &'m mut Machine, x: i32, y: i32, home_x: i32, scrolls: bool) -> Self {
        let features = machine.mem.get(reg::FEATURES);
        Layout {
            surface: Surface::read(&machine.mem, machine.camera_xy()),
            style: Style::read(&machine.mem),
            x,
            y,
            home_x,
            scrolls: scrolls && features & 0x40 == 0,
            tallest: None,
            newline: features & 4 == 0,
            end: x,
            drawn: 0,
            machine,
        }
    }

    pub(super) fn run(mut self, bytes: Bytes) -> i32 {
        for byte in bytes {
            match byte {
                0 => {
                    self.newline = false;
                    break;
                }
                10 => self.line_feed(),
                13 => self.x = self.home_x,
                16.. => self.character(byte),
                _ => {}
            }
        }
        self.finish()
    }

    fn line_height(&self) -> i32 {
        self.tallest.unwrap_or(self.style.height)
    }

    fn line_feed(&mut self) {
        self.x = self.home_x;
        self.y = self.y.wrapping_add(self.line_height());
        self.tallest = None;
    }

    fn character(&mut self, code: u8) {
        let glyph = self.style.glyph(code);
        self.tallest = Some(self.tallest.unwrap_or(0).max(glyph.height));
        let excess = self.y.saturating_add(self.line_height()).saturating_sub(ROWS);
        if self.scrolls && excess > 0 {
            self.scroll(excess);
            self.y -= excess;
        }
        self.surface.draw(&mut self.machine.mem, &self.style, glyph, self.x, self.y);
        self.x = self.x.wrapping_add(glyph.width);
        self.end = self.x;
        self.drawn += 1;
    }

    fn finish(mut self) -> i32 {
        if self.newline {
            self.line_feed();
            if self.scrolls && self.y.saturating_add(LINE) > ROWS {
                self.scroll(LINE);
                self.y -= LINE;
            }
        }
        let mem = &mut self.machine.mem;
        mem.set(reg::CURSOR, self.x as u8);
        mem.set(reg::CURSOR + 1, self.y as u8);
        mem.set(reg::HOME_X, self.home_x as u8);
        self.machine.charge_print(self.drawn);
        self.end
    }

    fn scroll(&mut self, rows: i32) {
        let rows = rows.clamp(0, ROWS) as usize;
        let base = usize::from(self.machine.mem.screen_base());
        let page = &mut self.machine.mem.bytes_mut()[base..base + 0x2000];
        page.copy_within(rows * 64.., 0);
        page[0x2000 - rows * 64..].fill(0);
    }
}
