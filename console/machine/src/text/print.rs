//! `print`, `cursor` and `text_width`.
//!
//! | form | starts at | a newline goes to | ends |
//! |---|---|---|---|
//! | `print(text)` | the cursor | the home column 0x5f24 | one line lower, scrolling at the bottom |
//! | `print_at(text, x, y, color)` | x, y | x, which becomes the home column | one line lower, without scrolling |
//!
//! Both as recorded on the real 0.2.7: `print("x",0,125)` leaves the cursor at y = 131. Cursor registers are bytes: ends
//! outside 0 to 255 wrap, as in zepto8; `cursor` clamps.
//!
//! PICO-8 returns the right-most x and the lowest y of the cursor since 0.2.5d, tabs and moves included; what it returns
//! as y for a text that ends in `\0` is not recorded.

use super::glyph::{GlyphRun, PAGE, Surface};
use super::layout::{Ended, Layout, TextTarget};
use super::style::{Glyph, Style};
use super::value::{Bytes, Text};
use crate::Machine;
use crate::api::Color;
use crate::boot::Rules;
use crate::int::Int;
use crate::limit::Limit;
use crate::memory::{Memory, reg};
use crate::meter::price;
use crate::text::quoted::Quoted;
use crate::trace::tap;
use rasher_describe::describe;

#[describe]
impl Machine {
    /// Prints text at the cursor in the pen's colour and moves the cursor to the next line. Scrolls if the text, or the
    /// line after it, would not fit. Returns the right-most column that the cursor reached.
    ///
    /// Text is Rust text, P8SCII bytes or a number: see [`Text`]. Write control codes with [`p8!`](crate::p8!). Their
    /// waits do nothing here, only in Lua; sounds are played.
    #[doc = example!(print)]
    #[track_caller]
    pub fn print(&mut self, text: impl Text) -> i32 /* at a place: print_at(text, x, y, color) */ {
        self.print_reaching(text, None, None).unwrap_or_default().0
    }

    /// Lua's `print`, at the cursor or at a place in a colour. `waited` is for how many frames this text has waited so
    /// far; without it waits do nothing. Returns the right-most column and the lowest row that the cursor reached, or
    /// none if it waits for the next frame.
    #[track_caller]
    pub fn print_reaching(
        &mut self,
        text: impl Text,
        place: Option<(i32, i32, Color)>,
        waited: Option<u32>,
    ) -> Option<(i32, i32)> {
        let quoted = Quoted(&text);
        let [x, y] = self.mem.array::<2>(reg::CURSOR).map(i32::from);
        let (x, y, home_x) = match place {
            None => {
                tap!(self, print(text = quoted));
                (x, y, i32::from(self.mem.get(reg::HOME_X)))
            }
            Some((x, y, c)) => {
                tap!(self, print_at(text = quoted, x, y, color = c));
                self.take_color(c);
                (x, y, x)
            }
        };
        let ended = self.lay_out(text.p8scii(), (x, y), home_x, place.is_none(), waited);
        self.end_print(&ended)
    }

    // Not generic: else a page has a copy for each kind of text, 3 to 5 KB each.
    #[track_caller]
    fn lay_out(
        &mut self,
        bytes: Bytes<'_>,
        (x, y): (i32, i32),
        home_x: i32,
        scrolls: bool,
        waited: Option<u32>,
    ) -> Ended {
        let rules = self.rules;
        let mut layout = Layout::new(PrintScreen::of(self), bytes, x, y, home_x, scrolls);
        layout.style.by_first_rules = rules == Rules::One;
        if rules >= Rules::Two {
            if scrolls {
                let camera = layout.target.machine.camera_xy().1;
                layout.foot = layout.foot.saturating_add(camera - layout.style.offset.1);
            }
            if waited.is_some() {
                layout.wait_after(waited);
            }
        }
        layout.run()
    }

    /// Prints text with its top left corner at (x, y) in `color`, and leaves the cursor at x, one line below. Never
    /// scrolls. Returns the right-most column that the cursor reached.
    #[track_caller]
    pub fn print_at(&mut self, text: impl Text, x: impl Int, y: impl Int, color: impl Into<Color>) -> i32 {
        self.print_reaching(text, Some((x.int(), y.int(), color.into())), None).unwrap_or_default().0
    }

    /// The width of a text in pixels, from its left edge to after the right-most character, including its blank column.
    /// For a text of one line, the result of `print_at` at x = 0, at the same price but without drawing. To centre a
    /// text: `64 - p8.text_width(text) / 2`. Ours; PICO-8 has no such call.
    #[doc = example!(text_width)]
    #[track_caller]
    pub fn text_width(&self, text: impl Text) -> i32 {
        self.measure(text.p8scii())
    }

    #[track_caller]
    fn measure(&self, bytes: Bytes<'_>) -> i32 {
        let ended = Layout::new(Ruler(&self.mem), bytes, 0, 0, 0, false).run();
        self.pay_print(&ended);
        ended.right
    }

    /// Sets the text cursor, and x as the home column of newlines. Negative values are 0; of large ones the low byte
    /// counts. Returns the previous cursor and the pen. PICO-8's `cursor()` is `cursor(0, 0)`.
    #[doc = example!(cursor)]
    #[track_caller]
    pub fn cursor(&mut self, x: impl Int, y: impl Int) -> (i32, i32, i32) /* with a colour: cursor_ext(x, y, color) */
    {
        self.cursor_ext(x, y, Color::PEN)
    }

    /// [`Machine::cursor`] that also sets the pen.
    #[track_caller]
    pub fn cursor_ext(&mut self, x: impl Int, y: impl Int, color: impl Into<Color>) -> (i32, i32, i32) {
        self.set_cursor(x.int(), y.int(), color.into())
    }

    #[track_caller]
    fn set_cursor(&mut self, x: i32, y: i32, c: Color) -> (i32, i32, i32) {
        tap!(self, cursor_ext(x, y, color = c));
        self.charge(price::CALL);
        let [old_x, old_y] = self.mem.array::<2>(reg::CURSOR).map(i32::from);
        let pen = i32::from(self.mem.get(reg::PEN));
        self.take_color(c);
        let [x, y] = [x, y].map(|v| v.max(0) as u8);
        self.mem.set(reg::HOME_X, x);
        self.mem.set(reg::CURSOR, x);
        self.mem.set(reg::CURSOR + 1, y);
        (old_x, old_y, pen)
    }

    #[track_caller]
    fn pay_print(&self, ended: &Ended) {
        // A few codes are part of a print's price, but a text of codes only is not free.
        let codes = ended.codes.saturating_sub(price::CODES);
        let units = ended.cost.saturating_add(codes);
        let price = price::PRINT.saturating_add(price::CHARACTER.saturating_mul(units));
        // Parameters are read too, but rarely so many that they cost more than the characters.
        let read = ended.bytes.saturating_sub(price::FREE_BYTES) as u32 / price::READ;
        self.charge(price.max(read));
        if ended.is_cut {
            self.beyond(Limit::Letters, i64::from(ended.cost) + i64::from(ended.codes));
        }
    }

    #[track_caller]
    fn end_print(&mut self, ended: &Ended) -> Option<(i32, i32)> {
        self.pay_print(ended);
        if ended.waits {
            return None;
        }
        self.mem.set(reg::CURSOR, ended.x as u8);
        self.mem.set(reg::CURSOR + 1, ended.y as u8);
        self.mem.set(reg::HOME_X, ended.home_x as u8);
        Some((if self.rules == Rules::One { ended.end } else { ended.right }, ended.bottom))
    }
}

struct PrintScreen<'m> {
    machine: &'m mut Machine,
    /// Read again when registers may have changed.
    surface: Surface,
    /// Adjacent plain characters not drawn yet.
    run: GlyphRun,
    /// Whether only the pen changes.
    is_muted: bool,
}

impl<'m> PrintScreen<'m> {
    fn of(machine: &'m mut Machine) -> Self {
        PrintScreen {
            surface: Surface::read(&machine.mem, machine.camera_xy()),
            run: GlyphRun::default(),
            is_muted: false,
            machine,
        }
    }

    fn flush(&mut self) {
        if !self.is_muted {
            self.surface.draw_run(&mut self.machine.mem, &self.run);
        }
        self.run = GlyphRun::default();
    }

    /// The machine with all characters drawn, unless muted.
    fn flushed(&mut self) -> Option<&mut Machine> {
        if self.is_muted {
            return None;
        }
        self.flush();
        Some(self.machine)
    }

    fn refresh(&mut self) {
        self.surface = Surface::read(&self.machine.mem, self.machine.camera_xy());
    }
}

impl TextTarget for PrintScreen<'_> {
    fn mem(&self) -> &Memory {
        &self.machine.mem
    }

    fn mute(&mut self, on: bool) {
        self.flush();
        self.is_muted = on;
    }

    #[inline]
    fn draw(&mut self, style: &Style, glyph: Glyph, x: i32, y: i32) {
        if style.is_plain() {
            let (x, y) = (x.wrapping_add(glyph.offset.0), y.wrapping_add(glyph.offset.1));
            self.draw_plain(style.color, glyph.rows, glyph.width, x, y);
        } else if self.flushed().is_some() {
            self.surface.draw(&mut self.machine.mem, style, glyph, x, y);
        }
    }

    #[inline]
    fn draw_plain(&mut self, color: u8, rows: u64, width: i32, x: i32, y: i32) {
        if !self.run.takes(color, rows, width, x, y) {
            self.flush();
            self.run = GlyphRun::new(color, rows, width, x, y);
        }
    }

    fn finish(&mut self) {
        self.flush();
    }

    fn scroll(&mut self, rows: i32) {
        let Some(machine) = self.flushed() else { return };
        let base = usize::from(machine.mem.screen_base());
        let bytes = rows.clamp(0, 128) as usize * 64;
        let page = &mut machine.mem.bytes_mut()[base..base + PAGE];
        page.copy_within(bytes.., 0);
        page[PAGE - bytes..].fill(0);
    }

    fn clear(&mut self, color: i32) {
        let Some(machine) = self.flushed() else { return };
        machine.cls(color);
        self.refresh();
    }

    fn poke(&mut self, addr: u16, byte: u8) {
        let Some(machine) = self.flushed() else { return };
        machine.poke(addr, i32::from(byte));
        // Most pokes are into the screen and change no register.
        if let 0x5f00..=0x5f7f = addr {
            self.refresh();
        }
    }

    fn set_pen(&mut self, color: u8) {
        let pen = self.machine.mem.get(reg::PEN);
        self.machine.mem.set(reg::PEN, pen & 0xf0 | color);
    }

    fn sound(&mut self, text: Bytes<'_>) {
        _ = self.flushed().map(|machine| machine.play_string(text));
    }
}

struct Ruler<'m>(&'m Memory);

impl TextTarget for Ruler<'_> {
    fn mem(&self) -> &Memory {
        self.0
    }
}
