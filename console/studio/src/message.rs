//! Messages of the console itself: the error screen, short notices, work that goes on, and what a cart shows with `debug`.
//!
//! ```text
//! error screen: the cart stopped     notice: some lines at the lower edge, as many as it has
//! heading 8, text 7 wrapped at 28    frame 5, text 6
//! letters, hints 6
//! work that goes on: a line and a bar at the upper edge
//! ```

use crate::layer::{Area, Layer, wrap};
use rasher::DebugLine;

/// Letters of the font that fit into a line of the error screen.
const LINE: usize = 29;

/// A screen for what a cart cannot go on from: a panic, no answer, a file that cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorScreen {
    /// One line: what happened.
    pub title: String,
    /// What exactly, and where.
    pub text: String,
    /// What one can do: key and deed.
    pub hints: Vec<(String, String)>,
}

impl ErrorScreen {
    /// Draws it over the cart's last picture.
    pub fn draw(&self, layer: &mut Layer) {
        const HINT: i32 = 8;
        layer.clear(true);
        let lines = wrap(&self.text, LINE);
        let hints_h = HINT * self.hints.len() as i32;
        // Heading, rule, hints and edges take 27 pixels; the text gets what is left of 124, 7 a line.
        let room = ((124 - 27 - hints_h) / 7).max(1) as usize;
        let shown = lines.len().min(room);
        let h = 27 + hints_h + 7 * shown as i32;
        let area = Area { x: 2, y: (128 - h) / 2, w: 124, h };
        layer.window(area, 8);
        let p8 = layer.canvas();
        p8.print_at(&self.title, 7, area.y + 6, 8);
        p8.line(7, area.y + 13, 120, area.y + 13, 5);
        for (i, line) in lines.iter().take(shown).enumerate() {
            // A text that does not fit says so.
            let cut = i + 1 == shown && lines.len() > shown;
            let line = if cut { "…" } else { line.as_str() };
            p8.print_at(line, 7, area.y + 17 + 7 * i as i32, 7);
        }
        let top = area.y + h - 5 - hints_h;
        for (i, (key, deed)) in self.hints.iter().enumerate() {
            let y = top + HINT * i as i32;
            p8.print_at(key, 7, y, 10);
            p8.print_at(deed, 47, y, 6);
        }
    }
}

/// A short message at the lower edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says, wrapped to the screen's width; 17 lines fill the screen.
    pub text: String,
    /// Is it bad news?
    pub bad: bool,
}

impl Notice {
    /// Draws it. `layer` is cleared first: a notice stands alone.
    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(false);
        const MOST: usize = 17;
        let lines = wrap(&self.text, LINE);
        let shown = lines.len().clamp(1, MOST);
        let h = 7 * shown as i32 + 7;
        let area = Area { x: 0, y: 128 - h, w: 128, h };
        layer.window(area, if self.bad { 8 } else { 5 });
        for (i, line) in lines.iter().take(shown).enumerate() {
            layer.canvas().print_at(line, 5, area.y + 4 + 7 * i as i32, 6);
        }
    }
}

/// Work that goes on beside the game: how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobProgress {
    /// What it is.
    pub what: String,
    /// How much of it is done.
    pub done: u64,
    /// How much it is.
    pub all: u64,
    /// The frame that it has reached, if it goes through a run.
    pub at: Option<u64>,
}

impl JobProgress {
    /// How much is done, of a whole that has so many parts.
    pub fn part(&self, whole: u64) -> u64 {
        self.done.min(self.all) * whole / self.all.max(1)
    }

    /// Draws it at the upper edge, with what ends it.
    pub fn draw(&self, layer: &mut Layer, hint: &str) {
        layer.clear(false);
        layer.window(Area { x: 0, y: 0, w: 128, h: 18 }, 5);
        let p8 = layer.canvas();
        p8.print_at(format!("{} {}%", self.what, self.part(100)).as_str(), 4, 3, 6);
        p8.print_at(hint, 124 - 4 * hint.chars().count() as i32, 3, 13);
        p8.rectfill(4, 11, 123, 13, 1);
        let lit = self.part(120) as i32;
        if lit > 0 {
            p8.rectfill(4, 11, 3 + lit, 13, 9);
        }
    }
}

/// The console's own line and what the cart showed with `debug` in this frame, at the upper edge.
///
/// Each line has the place of its call in front: file without folders, and line. What does not fit is counted.
pub fn draw_debug(layer: &mut Layer, status: &str, lines: &[DebugLine]) {
    // 17 rows of 7 pixels fill the screen; the first is the console's.
    const ROWS: usize = 16;
    layer.clear(false);
    let shown = if lines.len() > ROWS { ROWS - 1 } else { lines.len() };
    let hidden = lines.len() - shown;
    let h = 7 * (1 + shown + usize::from(hidden > 0)) as i32 + 3;
    layer.window(Area { x: 0, y: 0, w: 128, h: h + 2 }, 2);
    let p8 = layer.canvas();
    p8.print_at(status, 3, 3, 12);
    for (i, line) in lines.iter().take(shown).enumerate() {
        let y = 10 + 7 * i as i32;
        let x = p8.print_at(format!("{} ", line.place.short()).as_str(), 3, y, 13);
        p8.clip(0, 0, 126, 128);
        p8.print_at(line.text.as_str(), x, y, 7);
        p8.clip_reset();
    }
    if hidden > 0 {
        p8.print_at(format!("and {hidden} more").as_str(), 3, 10 + 7 * shown as i32, 13);
    }
}
