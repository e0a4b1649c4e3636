//! The layout of one `print`: where each character goes.
//!
//! ```text
//!   home ──> x,y                      line height = tallest cell on the line; of an empty line, a cell's height
//!   ┌───┬───┬───┐
//!   │ a │ b │ c │──> x += cell width
//!   └───┴───┴───┘
//!   \n: x = home, y += line height    end: the same, unless \0 or 0x5f36 & 4
//! ```
//!
//! Scrolling, as recorded on the real 0.2.7, only happens in the form without coordinates: before a character that
//! would pass row 128, by as much as needed; and at the end by 6 if 6 more rows do not fit below the cursor. New rows
//! are colour 0. It does not happen with 0x5f36 & 0x40, nor in a text whose last byte is 0. Rows count as drawn: with
//! the camera and the offset of 0x5f5b (PICO-8's history, 0.2.4).
//!
//! A wait ends the layout. The next frame lays the same text out again, silently up to the wait: `waited` frames.
//!
//! Wrapping (0x5f36 & 0x80, `\^$`) is the manual's: a character that would pass the border goes to the next line. `\^r`
//! moves the border without enabling wrapping, as in zepto8; not measured, and in FAKE-08 it enables it and the line
//! ends after the character that reaches the border. A layout acts on a [`TextTarget`], so texts can be measured.

use super::font::GLYPHS;
use super::style::{Glyph, Style, cell};
use super::value::Bytes;
use crate::limit::PRINT_MAX;
use crate::memory::{Memory, reg};

/// Ignores everything, unless implemented otherwise.
pub(super) trait TextTarget {
    fn mem(&self) -> &Memory;
    fn draw(&mut self, _: &Style, _: Glyph, _x: i32, _y: i32) {}
    /// Draws only the picture: rows as in [`Glyph`], and its width.
    fn draw_plain(&mut self, _color: u8, _rows: u64, _width: i32, _x: i32, _y: i32) {}
    /// Draws what was postponed, at the end of the text.
    fn finish(&mut self) {}
    fn scroll(&mut self, _rows: i32) {}
    fn clear(&mut self, _color: i32) {}
    fn poke(&mut self, _addr: u16, _byte: u8) {}
    fn set_pen(&mut self, _color: u8) {}
    /// Whether everything but the pen is left out from now on.
    fn mute(&mut self, _on: bool) {}
    /// Plays the sound at the start of a text, up to a space.
    fn sound(&mut self, _: Bytes<'_>) {}
}

pub(super) struct Layout<'a, T> {
    pub target: T,
    pub style: Style,
    pub bytes: Bytes<'a>,
    /// The whole text, until its last byte was looked at.
    whole: Option<Bytes<'a>>,
    pub x: i32,
    pub y: i32,
    pub home: (i32, i32),
    /// Position of the next character, if it decorates the one before: 4 columns from -2, rows from -8.
    pub decoration: Option<i32>,
    /// Whether a repeated character is under way.
    pub repeating: bool,
    pub border: i32,
    /// The row that a character must not pass without scrolling.
    pub foot: i32,
    /// Frames that this text has waited so far; none if it does not wait.
    waited: Option<u32>,
    /// Frames after each character.
    pub delay: u32,
    ends_at_wait: bool,
    /// Whether the text ends with a new line.
    pub newline: bool,
    scrolls: bool,
    tallest: Option<i32>,
    /// Top left corner of the previous character, and its width.
    last: (i32, i32),
    pub last_width: i32,
    end: i32,
    right: i32,
    bottom: i32,
    cost: u32,
    codes: u32,
}

pub(super) struct Ended {
    /// Cursor and home column.
    pub x: i32,
    pub y: i32,
    pub home_x: i32,
    /// The column after the last character, and the right-most column and lowest row that the cursor reached.
    pub end: i32,
    pub right: i32,
    pub bottom: i32,
    /// Characters drawn, outlined ones twice.
    pub cost: u32,
    /// Control codes, and [`SCROLL`] for each scroll.
    pub codes: u32,
    /// Bytes of the text that were read.
    pub bytes: usize,
    pub is_cut: bool,
    /// Whether it stopped at a wait that is not over.
    pub waits: bool,
}

const SCROLL: u32 = 16;

const LINE: i32 = 6;
const SIDE: i32 = 128;

impl<'a, T: TextTarget> Layout<'a, T> {
    /// A print at x, y; `scrolls` in the form without coordinates.
    pub(super) fn new(target: T, bytes: Bytes<'a>, x: i32, y: i32, home_x: i32, scrolls: bool) -> Self {
        let features = target.mem().get(reg::FEATURES);
        let style = Style::read(target.mem());
        Layout {
            whole: Some(bytes.clone()),
            bytes,
            x,
            y,
            home: (home_x, y),
            decoration: None,
            repeating: false,
            border: SIDE,
            foot: SIDE,
            waited: None,
            delay: 0,
            ends_at_wait: false,
            newline: !scrolls || features & 4 == 0,
            scrolls: scrolls && features & 0x40 == 0,
            tallest: None,
            last: (x.wrapping_sub(style.width), y),
            last_width: style.width,
            end: x,
            right: x,
            bottom: y,
            cost: 0,
            codes: 0,
            style,
            target,
        }
    }

    /// Lets the text wait: it has done so for that many frames.
    pub(super) fn wait_after(&mut self, waited: Option<u32>) {
        self.waited = waited;
        self.target.mute(self.is_muted());
    }

    fn is_muted(&self) -> bool {
        self.waited.is_some_and(|frames| frames > 0)
    }

    /// None if these frames are not over.
    pub(super) fn wait(&mut self, frames: u32) -> Option<()> {
        let Some(waited) = self.waited else { return Some(()) };
        if waited < frames {
            (self.newline, self.ends_at_wait) = (false, true);
            return None;
        }
        if waited > 0 && waited == frames {
            // What is before this place was paid for in earlier frames.
            (self.cost, self.codes) = (0, 0);
            self.target.mute(false);
        }
        self.waited = Some(waited - frames);
        Some(())
    }

    pub(super) fn run(&mut self) -> Ended {
        let length = self.bytes.left();
        let mut next = self.bytes.next();
        while let Some(code) = next {
            if self.is_long() {
                break;
            }
            if code >= 16 && self.delay == 0 && self.decoration.is_none() && self.style.is_simple() {
                next = self.simple(code);
                continue;
            }
            if self.step(code).is_none() {
                break;
            }
            next = self.bytes.next();
        }
        if self.newline {
            self.line_feed();
            if self.y.saturating_add(LINE) > self.foot && self.may_scroll() {
                self.scroll(LINE);
            }
        }
        self.target.finish();
        let (bytes, is_cut, waits) = (length - self.bytes.left(), self.is_long(), self.ends_at_wait);
        if self.is_muted() {
            (self.cost, self.codes) = (0, 0);
        }
        let Layout { x, y, home: (home_x, _), end, right, bottom, cost, codes, .. } = *self;
        Ended { x, y, home_x, end, right, bottom: bottom.max(y), cost, codes, bytes, is_cut, waits }
    }

    #[inline]
    pub(super) fn is_long(&self) -> bool {
        self.cost.saturating_add(self.codes) > PRINT_MAX
    }

    /// Characters of the default font up to the next control code, which it returns: [`Layout::character`],
    /// constant parts computed once.
    fn simple(&mut self, first: u8) -> Option<u8> {
        let (height, color) = (self.style.height, self.style.color);
        let sizes = [self.style.width, self.style.width_wide].map(|width| (width, cell(width, height)));
        self.make_room(height);
        let mut code = first;
        loop {
            let (width, cell) = sizes[usize::from(code >> 7)];
            self.target.draw_plain(color, GLYPHS[usize::from(code)] & cell, width, self.x, self.y);
            self.cost = self.cost.wrapping_add(1);
            self.last = (self.x, self.y);
            self.last_width = width;
            self.x = self.x.wrapping_add(width);
            self.right = self.right.max(self.x);
            match self.bytes.next() {
                Some(next) if next >= 16 && !self.is_long() => code = next,
                other => {
                    self.end = self.x;
                    return other;
                }
            }
        }
    }

    #[inline]
    fn make_room(&mut self, height: i32) {
        let tallest = self.tallest.unwrap_or(0).max(height);
        self.tallest = Some(tallest);
        let excess = self.y.saturating_add(tallest).saturating_sub(self.foot);
        if excess > 0 && self.may_scroll() {
            self.scroll(excess);
        }
    }

    fn scroll(&mut self, rows: i32) {
        self.target.scroll(rows);
        self.y -= rows;
        self.bottom -= rows;
        self.codes = self.codes.saturating_add(SCROLL);
    }

    /// Handles a character, or a control code with its parameters. None at the end of the text.
    #[inline]
    pub(super) fn step(&mut self, code: u8) -> Option<()> {
        if code < 16 {
            self.codes = self.codes.saturating_add(1);
            let more = self.control(code);
            self.right = self.right.max(self.x);
            self.bottom = self.bottom.max(self.y);
            return more;
        }
        let glyph = self.style.glyph(self.target.mem(), code);
        self.character(glyph);
        self.wait(self.delay)
    }

    #[inline]
    pub(super) fn character(&mut self, glyph: Glyph) {
        self.cost = self.cost.wrapping_add(1 + u32::from(self.style.outline.is_some()));
        if let Some(place) = self.decoration.take() {
            let (x, y) = self.last;
            let (x, y) = (x.wrapping_add(place % 4 - 2), y.wrapping_add(place / 4 - 8));
            self.target.draw(&self.style, glyph, x, y);
            return;
        }
        let (sx, sy) = self.style.scale();
        let (w, h) = (glyph.width * sx, glyph.height * sy);
        if self.style.wrap && self.x.saturating_add(w) > self.border {
            self.line_feed();
        }
        self.make_room(h);
        self.target.draw(&self.style, glyph, self.x, self.y);
        self.last = (self.x, self.y);
        self.last_width = w;
        self.x = self.x.wrapping_add(w);
        self.end = self.x;
        self.right = self.right.max(self.x);
    }

    pub(super) fn line_feed(&mut self) {
        self.x = self.home.0;
        self.y = self.y.wrapping_add(self.tallest.take().unwrap_or(self.style.height));
    }

    /// Looks for a trailing 0 only once, and only when something does not fit.
    fn may_scroll(&mut self) -> bool {
        if let Some(whole) = self.whole.take() {
            self.scrolls &= whole.end() != Some(0);
        }
        self.scrolls
    }
}
