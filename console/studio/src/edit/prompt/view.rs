//! The picture of the prompt: what was said, the newest below, and the line that is typed.

use super::{Prompt, Tone};
use crate::debug::letters;
use crate::edit::BAR;
use crate::edit::desk::Desk;
use crate::edit::pen::{Pen, width};
use crate::layer::Area;

const ROW: i32 = 7;

impl Prompt {
    pub(super) fn draw_lines(&self, pen: &mut Pen<'_>, desk: &Desk) {
        let (w, h) = desk.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, 0);
        let head: String = self.typed[..self.cursor].iter().collect();
        let line = format!("> {}", self.typed.iter().collect::<String>());
        // What is typed may be longer than the window: the end with the cursor is seen.
        let x = 3 - (width(&format!("> {head}")) - (w - 12)).max(0);
        let y = h - BAR - ROW - 2;
        pen.fill(Area { x: 0, y: y - 2, w, h: ROW + 3 }, 1);
        pen.text(&line, x, y, 7);
        if desk.frame % 60 < 30 {
            pen.fill(Area { x: x + width(&format!("> {head}")) - 1, y: y - 1, w: 1, h: ROW }, 10);
        }
        let mut y = y - 3;
        for (tone, text) in self.lines.iter().rev().skip(self.up) {
            let rows = letters::wrap(text, w - 8);
            for row in rows.iter().rev() {
                y -= ROW;
                if y < BAR {
                    return;
                }
                let color = match tone {
                    Tone::Typed => 13,
                    Tone::Told => 6,
                    Tone::Wrong => 8,
                };
                pen.text(row, 3, y, color);
            }
        }
    }
}
