//! Notices: next to the game's picture where the window has room, or in one row at its lower edge.
//!
//! ```text
//! picture | 2 pixels of #ff0046, the          the row: text that is too long scrolls, and a text that fits stays for 3 seconds
//!         | first at 3,70, shown as ...       ────────────────────────────── 8 or 5
//!         |                                   GAME.PNG: 2 PIXELS OF #FF0046, TH
//! ```
//!
//! A notice says when its time is over; its owner removes it then, or when it is clicked.

use crate::canvas::{Canvas, CanvasPainter, ROW};
use crate::layer::{Area, Layer, cells, fit};
use crate::letters;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
}

/// A notice in the window's border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BorderNotice {
    pub canvas: Canvas,
    /// Pixels of the window for each of the canvas.
    pub scale: u32,
}

const AREA: Area = Area { x: 0, y: 119, w: 128, h: 9 };
/// Columns before the text, and columns for it.
const LEFT: i32 = 3;
const ROOM: i32 = 122;

const SHOWN: Duration = Duration::from_secs(3);
/// How long a text waits before it scrolls, and at its end.
const WAITS: Duration = Duration::from_secs(1);
const PIXEL: Duration = Duration::from_millis(25);
/// Pixels that a text scrolls at most; 140 letters.
const SCROLLS: i32 = 440;

/// Left of the text in the border: a bar, and space.
const INDENT: i32 = 5;
/// A window of so many pixels is enough for one more of its pixels for each of the text's.
const PER_SCALE: u32 = 400;

impl Notice {
    fn line(&self) -> String {
        // Codes of a cart's text draw nothing.
        fit(&in_capitals(&self.text.lines().collect::<Vec<_>>().join("  ")), usize::MAX)
    }

    /// Columns by which the row is too long.
    fn excess(&self) -> i32 {
        (4 * cells(&self.line()) as i32 - ROOM).clamp(0, SCROLLS)
    }

    pub fn scrolls(&self) -> bool {
        self.excess() > 0
    }

    /// How long it is shown: 3 seconds, or until it has scrolled.
    pub fn lasts(&self) -> Duration {
        (2 * WAITS + PIXEL * self.excess().unsigned_abs()).max(SHOWN)
    }

    /// When a row of this age has moved next.
    pub fn next_step(&self, age: Duration) -> Duration {
        let steps = age.saturating_sub(WAITS).as_millis() / PIXEL.as_millis() + 1;
        WAITS + PIXEL * steps as u32
    }

    /// Does the row cover that point of the picture?
    pub fn is_at(x: i32, y: i32) -> bool {
        AREA.holds(x, y)
    }

    /// Draws the row. One that stays longer than it lasts scrolls again.
    pub fn draw(&self, layer: &mut Layer, age: Duration) {
        layer.clear(false);
        layer.area(AREA, if self.bad { 8 } else { 5 });
        let age = Duration::from_nanos((age.as_nanos() % self.lasts().as_nanos()) as u64);
        let steps = age.saturating_sub(WAITS).as_millis() / PIXEL.as_millis();
        let by = (steps as i32).min(self.excess());
        let p8 = layer.canvas();
        p8.print_at(self.line().as_str(), LEFT - by, AREA.y + 2, 6);
        for x in [0, LEFT + ROOM + 1] {
            p8.rectfill(x, AREA.y + 1, x + LEFT - 2, AREA.y + AREA.h - 1, 0);
        }
    }

    /// The notice for a border of `room` pixels of the window, in letters as large as fit without breaking a word.
    pub fn in_border(&self, room: (u32, u32)) -> BorderNotice {
        let most = (room.0.max(room.1) / PER_SCALE).clamp(2, 4);
        let lines = |scale: u32| letters::wrap(&self.text, (room.0 / scale) as i32 - INDENT);
        let longest = self.text.split_whitespace().map(letters::width).max().unwrap_or(0);
        let fits = |scale: &u32| {
            let (w, h) = ((room.0 / scale) as i32, (room.1 / scale) as i32);
            longest <= (w - INDENT).max(0) && ROW * lines(*scale).len() as i32 <= h
        };
        let scale = (1..=most).rev().find(fits).unwrap_or(1);
        let mut lines = lines(scale);
        lines.truncate((room.1 as i32 / ROW).max(1) as usize);
        let wide = lines.iter().map(|line| letters::width(line)).max().unwrap_or(0);
        let all = Area { x: 0, y: 0, w: INDENT + wide, h: ROW * lines.len().max(1) as i32 };
        let mut painter = CanvasPainter::new(all.w, all.h);
        painter.area(all, |p8| {
            p8.rectfill(0, 0, 1, all.h - 1, if self.bad { 8 } else { 13 });
            for (line, y) in lines.iter().zip((1..).step_by(ROW as usize)) {
                letters::write(p8, line, INDENT, y, if self.bad { 7 } else { 6 });
            }
        });
        BorderNotice { canvas: painter.canvas, scale }
    }
}

/// Lower case, which the console's font draws as capitals, except for quotations from a cart.
fn in_capitals(text: &str) -> String {
    let (mut out, mut quoted, mut before) = (String::with_capacity(text.len()), false, ' ');
    for (at, letter) in text.char_indices() {
        // An apostrophe inside a word opens no quotation.
        if letter == '\'' {
            quoted = !quoted && before == ' ' && text[at + 1..].contains('\'');
        }
        out.push(if quoted { letter } else { letter.to_ascii_lowercase() });
        before = letter;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::PIXELS;

    fn notice(text: &str) -> Notice {
        Notice { text: text.into(), bad: true }
    }

    #[test]
    fn keys_are_named_in_letters_of_one_height() {
        let cases = [
            ("Ctrl+R restarts", "ctrl+r restarts"),
            ("the cart's code: F2", "the cart's code: f2"),
            ("found 'END', expected 'end': F2", "found 'END', expected 'end': f2"),
            ("'A' of a cart's Sheet", "'A' of a cart's sheet"),
            ("found 'A", "found 'a"),
        ];
        for (text, shown) in cases {
            assert_eq!(in_capitals(text), shown);
        }
    }

    /// Our decision: three seconds for a text that fits; a longer one scrolls until all of it was shown, and again if it stays.
    #[test]
    fn a_row_shows_all_of_its_text_in_time() {
        for (letters, millis) in [(0, 3000), (30, 3000), (31, 3000), (40, 3000), (60, 4950), (2000, 13_000)] {
            let notice = notice(&"x".repeat(letters));
            assert_eq!(notice.lasts(), Duration::from_millis(millis), "{letters} letters");
            assert_eq!(notice.scrolls(), letters > 30);
        }
        // The last letter is the only one with its shape, and is seen at the end of the time.
        let long = notice(&format!("{}w", "i".repeat(70)));
        let row = |age: Duration| {
            let (mut layer, mut picture) = (Layer::new(), [12; PIXELS]);
            long.draw(&mut layer, age);
            layer.cover(&mut picture);
            picture
        };
        let (first, last) = (row(Duration::ZERO), row(long.lasts() - WAITS / 2));
        assert!(first[..119 * 128] == [12; 119 * 128] && first[119 * 128..120 * 128] == [8; 128]);
        let lit = |picture: &[u8; PIXELS]| picture[120 * 128..].iter().filter(|pixel| **pixel == 6).count();
        assert!(lit(&first) > 0 && lit(&first) != lit(&last));
        assert!(row(long.lasts()) == first, "it begins again");
        // Each step is announced, and nothing moves between steps.
        let mut age = Duration::ZERO;
        while age < long.lasts() - WAITS - PIXEL {
            let next = long.next_step(age);
            assert!(next > age && row(age) == row(next - Duration::from_millis(1)) && row(age) != row(next));
            age = next;
        }
    }

    #[test]
    fn the_border_gets_the_largest_letters_that_fit_and_never_more_than_it_holds() {
        let long =
            "game.png: 12 pixels of #ff0046, the first at 3,70, shown as colour 8 (#ff004d)\n".repeat(3);
        for (text, room, scale) in [
            ("one", (640, 48), 2),
            ("one", (1280, 40), 3),
            ("one", (40, 480), 2),
            ("b.p8 is already there", (56, 480), 1),
            (&long[..], (256, 800), 2),
            (&long, (640, 48), 2),
            (&long, (640, 40), 1),
            (&long, (40, 60), 1),
            ("", (0, 0), 2),
        ] {
            let BorderNotice { canvas, scale: found } = notice(text).in_border(room);
            assert_eq!(found, scale, "{text:?} {room:?}");
            let size = (canvas.width as u32 * scale, canvas.height as u32 * scale);
            assert!(room.0 < 20 || size.0 <= room.0 && size.1 <= room.1.max(7), "{size:?} {room:?}");
            assert!(text.is_empty() || canvas.pixels.contains(&7));
        }
    }
}
