//! Control codes: the bytes 0 to 15, and the commands after 6. `codes.rs` describes them.
//!
//! ```text
//!  0 end    1 repeat      2 background  3 x   4 y   5 x y   6 command   7 sound
//!  8 back   9 tab        10 newline    11 decoration       12 colour   13 home   14 15 custom font
//! ```
//!
//! A parameter is one character: `0` to `9`, then 10 for `a` and on by character code; others count as 0. A text that
//! ends inside a control code ends there.
//!
//! From the manual, with corrections by values and pictures recorded on the real 0.2.7. Not recorded, so ours where the
//! manual is silent: a control code after `\*` is executed P times, and a nested `\*` once; a decoration neither moves
//! nor wraps nor scrolls; an unknown command is skipped; `\^c` at the end of a text clears to 0. Waits do nothing in a
//! Rust cart, which has its own frames.

use super::layout::{Layout, TextTarget};
use super::style::Outline;

/// The zero of parameters for signed shifts.
const CENTRE: i32 = 16;

impl<T: TextTarget> Layout<'_, T> {
    /// Executes a control code with its parameters. None at the end of the text.
    pub(super) fn control(&mut self, code: u8) -> Option<()> {
        match code {
            0 => {
                self.newline = false;
                return None;
            }
            1 => self.repeat()?,
            2 => {
                self.style.background = self.parameter()? as u8 & 15;
                self.style.solid = true;
            }
            3 => self.shift_x()?,
            4 => self.shift_y()?,
            5 => {
                self.shift_x()?;
                self.shift_y()?;
            }
            6 => self.command()?,
            7 => {
                let sound = self.bytes.clone();
                let end = self.bytes.find(|&b| b == b' ');
                self.target.sound(sound);
                end?;
            }
            8 => self.x = self.x.wrapping_sub(self.last_width),
            9 => {
                let (width, from) = self.style.tab_stops(self.target.mem(), self.home.0);
                let past = self.x.wrapping_sub(from).rem_euclid(width);
                self.x = self.x.wrapping_add(width - past);
            }
            10 => self.line_feed(),
            11 => self.decoration = Some(self.parameter()?),
            12 => {
                self.style.color = self.parameter()? as u8 & 15;
                self.target.set_pen(self.style.color);
            }
            13 => self.x = self.home.0,
            _ => self.style.choose_font(self.target.mem(), code == 14),
        }
        Some(())
    }

    fn repeat(&mut self) -> Option<()> {
        let times = self.parameter()?;
        if self.repeating {
            return Some(());
        }
        self.repeating = true;
        let start = self.bytes.clone();
        if times == 0 {
            self.bytes.next()?;
        }
        for _ in 0..times {
            if self.is_long() {
                return None;
            }
            self.bytes = start.clone();
            let code = self.bytes.next()?;
            self.step(code)?;
        }
        self.repeating = false;
        Some(())
    }

    fn command(&mut self) -> Option<()> {
        let first = self.bytes.next()?;
        let on = first != b'-';
        let name = if on { first } else { self.bytes.next()? };
        match name {
            b'w' => self.style.wide = on,
            b't' => self.style.tall = on,
            // Since 0.2.7 wide and tall stripes are not the dots of `\^p`.
            b'=' => (self.style.stripey, self.style.dots) = (on, self.style.by_first_rules),
            b'p' => {
                (self.style.wide, self.style.tall) = (on, on);
                (self.style.stripey, self.style.dots) = (on, on);
            }
            b'i' => self.style.invert = on,
            b'b' => self.style.padding = on,
            b'#' => self.style.solid = on,
            b'u' => self.style.underline = on,
            b'$' => self.style.wrap = on,
            b'o' if on => self.style.outline = Some(self.outline()?),
            b'o' => self.style.outline = None,
            b'c' => {
                // The history of 0.2.7 writes it without a colour.
                let color =
                    if self.style.by_first_rules { self.parameter()? } else { self.parameter().unwrap_or(0) };
                self.target.clear(color);
                (self.x, self.y) = (0, 0);
            }
            b'1'..=b'9' => self.wait(1 << (name - b'1'))?,
            b'd' => self.delay = self.parameter()? as u32,
            b'g' => (self.x, self.y) = self.home,
            b'h' => self.home = (self.x, self.y),
            b'j' => {
                self.x = self.parameter()? * 4;
                self.y = self.parameter()? * 4;
            }
            b'r' => self.border = self.parameter()? * 4,
            b's' => self.style.tabs = Some(self.parameter()? * 4),
            b'x' => {
                let width = self.parameter()?;
                self.style.set_width(width);
            }
            b'y' => self.style.height = self.parameter()?,
            b'@' => {
                let addr = self.hex(4)?;
                let count = self.hex(4)?;
                self.poke(addr, count.into())?;
            }
            b'!' => {
                self.newline = false;
                let addr = self.hex(4)?;
                self.poke(addr, usize::from(u16::MAX) + 1)?;
            }
            b'.' | b',' => self.one_off(name == b',', |layout| layout.bytes.next())?,
            b':' | b';' => self.one_off(name == b';', |layout| layout.hex(2).map(|row| row as u8))?,
            _ => {}
        }
        Some(())
    }

    /// The next character as a parameter, 0 to 168.
    fn parameter(&mut self) -> Option<i32> {
        Some(match self.bytes.next()? {
            digit @ b'0'..=b'9' => i32::from(digit - b'0'),
            letter @ b'a'.. => i32::from(letter - b'a') + 10,
            _ => 0,
        })
    }

    /// The next `digits` characters as a hex number; other characters count as 0.
    fn hex(&mut self, digits: u32) -> Option<u16> {
        let mut value = 0;
        for _ in 0..digits {
            let digit = char::from(self.bytes.next()?).to_digit(16).unwrap_or(0);
            value = value << 4 | digit as u16;
        }
        Some(value)
    }

    fn shift_x(&mut self) -> Option<()> {
        self.x = self.x.wrapping_add(self.parameter()? - CENTRE);
        Some(())
    }

    fn shift_y(&mut self) -> Option<()> {
        self.y = self.y.wrapping_add(self.parameter()? - CENTRE);
        Some(())
    }

    fn outline(&mut self) -> Option<Outline> {
        let (color, hollow) = match self.bytes.clone().next()? {
            sign @ (b'$' | b'!') => {
                self.bytes.next();
                (None, sign == b'!')
            }
            _ => (Some(self.parameter()? as u8 & 15), false),
        };
        Some(Outline { color, hollow, neighbours: self.hex(2)? as u8 })
    }

    /// A character made of the next 8 rows, if the text has them.
    fn one_off(&mut self, padded: bool, mut row: impl FnMut(&mut Self) -> Option<u8>) -> Option<()> {
        let mut rows = [0; 8];
        for byte in &mut rows {
            *byte = row(self)?;
        }
        let glyph = self.style.one_off(rows, padded);
        self.character(glyph);
        Some(())
    }

    fn poke(&mut self, addr: u16, count: usize) -> Option<()> {
        for i in 0..count {
            let byte = self.bytes.next()?;
            self.target.poke(addr.wrapping_add(i as u16), byte);
        }
        Some(())
    }
}
