//! The console's messages: error screen, warning, job progress, and what a cart shows with `debug`.
//!
//! ```text
//! error screen: the cart stopped     job progress: a line and a bar at the upper edge
//! title 8, text 7 wrapped at 28
//! letters, hints 6
//! ```

use crate::layer::{Area, Layer, cells, fit, wrap};
use crate::question::part;
use rasher::DebugLine;

/// Letters per line.
const LINE: usize = 29;

const HINT: i32 = 8;
/// Lines of a title and of all hints; letters of a key's name.
const TITLE: usize = 3;
const HINTS: usize = 6;
const KEY: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorScreen {
    pub title: String,
    pub text: String,
    pub hints: Vec<(String, String)>,
    /// The first visible line of a text that is longer than the screen.
    top: usize,
}

impl ErrorScreen {
    pub fn new(title: &str, text: &str, hints: Vec<(String, String)>) -> ErrorScreen {
        ErrorScreen { title: title.to_string(), text: text.to_string(), hints, top: 0 }
    }

    fn hint_lines(&self) -> (i32, Vec<(String, String)>) {
        let names: Vec<String> = self.hints.iter().map(|(key, _)| fit(key, KEY)).collect();
        let key = names.iter().map(|name| cells(name)).max().unwrap_or(0) + 2;
        let mut lines = Vec::new();
        for (name, (_, deed)) in names.iter().zip(&self.hints) {
            for (n, line) in wrap(deed, LINE.saturating_sub(key).max(8)).into_iter().enumerate() {
                lines.push((if n == 0 { name.clone() } else { String::new() }, line));
            }
        }
        lines.truncate(HINTS);
        (4 * key as i32, lines)
    }

    fn title_lines(&self) -> Vec<String> {
        let mut lines = wrap(&self.title, LINE);
        lines.truncate(TITLE);
        lines
    }

    fn lines(&self) -> (Vec<String>, usize) {
        let (title, hints) = (self.title_lines().len(), self.hint_lines().1.len());
        // Rule and edges take 20 pixels; the text gets the rest of 124, 7 per line.
        let room = (124 - 20 - 7 * title as i32 - HINT * hints as i32) / 7;
        (wrap(&self.text, LINE), room.max(1) as usize)
    }

    pub fn is_long(&self) -> bool {
        let (lines, room) = self.lines();
        lines.len() > room
    }

    pub fn scroll(&mut self, by: i32) {
        let (lines, room) = self.lines();
        self.top = self.top.saturating_add_signed(by as isize).min(lines.len().saturating_sub(room));
    }

    /// All of it, for a screen reader.
    pub fn spoken(&self) -> String {
        let hints = self.hints.iter().map(|(key, deed)| format!(". {key}: {deed}"));
        format!("{}: {}{}", self.title, self.text.replace('\n', ", "), hints.collect::<String>())
    }

    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(true);
        let (title, (key, hints)) = (self.title_lines(), self.hint_lines());
        let (lines, room) = self.lines();
        let (shown, heading) = (lines.len().min(room), 7 * title.len() as i32);
        let hints_h = HINT * hints.len() as i32;
        let h = 20 + heading + hints_h + 7 * shown as i32;
        let area = Area { x: 2, y: (128 - h) / 2, w: 124, h };
        layer.window(area, 8);
        let p8 = layer.canvas();
        for (n, line) in (0..).zip(&title) {
            p8.print_at(line, 7, area.y + 6 + 7 * n, 8);
        }
        let rule = area.y + 6 + heading;
        p8.line(7, rule, 120, rule, 5);
        for (i, line) in lines.iter().skip(self.top).take(shown).enumerate() {
            p8.print_at(line, 7, rule + 4 + 7 * i as i32, 7);
        }
        if lines.len() > room {
            // A scroll bar, and arrows as a hint.
            let (from, height) = (rule + 3, 7 * shown as i32);
            let at = |n: usize| from + (n * height as usize / lines.len()) as i32;
            p8.rectfill(122, from, 122, from + height, 5);
            p8.rectfill(122, at(self.top), 122, at(self.top + shown), 7);
            p8.print_at("⬆️⬇️", 105, area.y + 6, 10);
        }
        let top = area.y + h - 5 - hints_h;
        for (i, (name, deed)) in hints.iter().enumerate() {
            let y = top + HINT * i as i32;
            p8.print_at(name, 7, y, 10);
            p8.print_at(deed, 7 + key, y, 6);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub text: String,
}

impl Warning {
    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(false);
        let text = fit(&self.text, LINE);
        let width = layer.canvas().text_width(&text);
        // Four pixels before the text, three after it, since a letter ends with an empty column.
        let area = Area { x: 2, y: 115, w: width + 7, h: 11 };
        layer.window(area, 8);
        layer.canvas().print_at(&text, area.x + 4, area.y + 3, 8);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobProgress {
    pub what: String,
    pub done: u64,
    pub all: u64,
    pub at: Option<u64>,
}

impl JobProgress {
    pub fn part(&self, whole: u64) -> u64 {
        part(self.done, self.all, whole)
    }

    pub fn draw(&self, layer: &mut Layer, hint: &str) {
        layer.clear(false);
        layer.window(Area { x: 0, y: 0, w: 128, h: 18 }, 5);
        let p8 = layer.canvas();
        let percent = format!(" {}%", self.part(100));
        let room = LINE.saturating_sub(cells(hint) + cells(&percent));
        p8.print_at(fit(&self.what, room) + &percent, 4, 3, 6);
        p8.print_at(hint, 124 - 4 * cells(hint) as i32, 3, 13);
        p8.rectfill(4, 11, 123, 13, 1);
        let lit = self.part(120) as i32;
        if lit > 0 {
            p8.rectfill(4, 11, 3 + lit, 13, 9);
        }
    }
}

pub fn draw_debug(layer: &mut Layer, status: &str, lines: &[DebugLine]) {
    // 17 rows of 7 pixels fill the screen; the first is the console's.
    const ROWS: usize = 16;
    layer.clear(false);
    let shown = if lines.len() > ROWS { ROWS - 1 } else { lines.len() };
    let hidden = lines.len() - shown;
    let h = 7 * (1 + shown + usize::from(hidden > 0)) as i32 + 3;
    layer.window(Area { x: 0, y: 0, w: 128, h: h + 2 }, 2);
    let p8 = layer.canvas();
    p8.print_at(fit(status, 30), 3, 3, 12);
    for (i, line) in lines.iter().take(shown).enumerate() {
        let y = 10 + 7 * i as i32;
        let place = fit(&line.place.short().to_string(), 20);
        let x = p8.print_at(place.as_str(), 3, y, 13);
        p8.print_at(fit(&line.text, 29 - cells(&place)), x + 4, y, 7);
    }
    if hidden > 0 {
        p8.print_at(format!("and {hidden} more").as_str(), 3, 10 + 7 * shown as i32, 13);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::PIXELS;

    fn screen(title: &str, text: &str) -> ErrorScreen {
        let hints =
            [("f12", "step back: the debugger"), ("ctrl+r", "restart the cart from its start, once more")];
        ErrorScreen::new(title, text, hints.map(|(key, deed)| (key.to_string(), deed.to_string())).to_vec())
    }

    #[test]
    fn no_line_crosses_the_frame_and_all_of_a_long_text_can_be_read() {
        let (long, many) = ("x".repeat(300), "attempt to subtract with overflow. ".repeat(35));
        let lines = (0..60).map(|n| format!("line{n}")).collect::<Vec<_>>().join("\n");
        let glyphs = "⬅️➡️⬆️⬇️🅾️❎".repeat(3);
        for text in ["", "boom", &long, &many, &lines, &glyphs, "a\u{1}b\u{6}w\tc\n\n\nd"] {
            for title in ["the cart panicked", &long[..60]] {
                let mut screen = screen(title, text);
                let (lines, room) = screen.lines();
                assert!(room >= 3 && screen.is_long() == (lines.len() > room), "{room} lines");
                let mut seen = std::collections::BTreeSet::new();
                for _ in 0..60 {
                    let (mut layer, mut picture) = (Layer::new(), [15; PIXELS]);
                    screen.draw(&mut layer);
                    layer.cover(&mut picture);
                    let row = |y: usize| &picture[y * 128..][..128];
                    // Between the window's black edges.
                    let rows: Vec<usize> = (0..128).filter(|y| row(*y)[2] == 0).collect();
                    for y in rows[0] + 1..rows[rows.len() - 1] {
                        assert_eq!([2, 3, 124, 125].map(|x| row(y)[x]), [0, 8, 8, 0], "{text:?}, row {y}");
                    }
                    seen.extend(lines.iter().skip(screen.top).take(room));
                    screen.scroll(1);
                }
                assert!(lines.iter().all(|line| seen.contains(line)));
                screen.scroll(-1000);
                assert_eq!(screen.top, 0);
            }
        }
    }
}
