//! The picture of the prompt: lines and answers, the line that is typed below them; next to it the game, which lines may draw on.

use super::{LineTone, Prompt};
use crate::context::{BESIDE_SCREEN, Context};
use crate::editor::View;
use crate::pen::{BAR, LEAST, Pen, width};
use studio::{Area, letters};

const ROW: i32 = 7;
/// The least width for a text next to its name, its column there, and the name's colour.
const BESIDE: i32 = 200;
const ABOUT: i32 = 76;
const NAME: i32 = 12;

impl View for Prompt {
    fn status(&self, _: &Context) -> String {
        "help: all commands   Tab: complete   Esc: back to the cart".to_string()
    }

    fn screen(&self, cx: &Context) -> Option<(i32, i32)> {
        let (w, h) = cx.size;
        let has_room = cx.game.is_some() && w >= 3 * LEAST && h >= BESIDE_SCREEN;
        has_room.then_some((w - LEAST - 2, BAR + 2))
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let (w, h) = cx.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, 0);
        let head: String = self.typed[..self.cursor].iter().collect();
        let (line, head) = (format!("{}{}", self.sign(), self.text()), format!("{}{head}", self.sign()));
        // A long line is scrolled to the cursor.
        let x = 3 - (width(&head) - (w - 12)).max(0);
        let y = h - BAR - ROW - 2;
        pen.fill(Area { x: 0, y: y - 2, w, h: ROW + 3 }, 1);
        pen.text(&line, x, y, 7);
        if cx.beat() % 60 < 30 {
            pen.fill(Area { x: x + width(&head) - 1, y: y - 1, w: 1, h: ROW }, 10);
        }
        let (mut y, w) = (y - 3, self.screen(cx).map_or(w, |(x, _)| x));
        for (tone, text) in self.lines.iter().rev().skip(self.up) {
            for row in rows(*tone, text, w).iter().rev() {
                y -= ROW;
                if y < BAR {
                    return;
                }
                row.iter().for_each(|(part, x, color)| _ = pen.text(part, *x, y, *color));
            }
        }
    }
}

type Part = (String, i32, i32);

/// The rows that a line takes: `name TAB text about it`, or a text.
fn rows(tone: LineTone, line: &str, w: i32) -> Vec<Vec<Part>> {
    let color = match tone {
        LineTone::Typed => 13,
        LineTone::Answer => 6,
        LineTone::Error => 8,
    };
    let wrapped = |text: &str, x: i32| -> Vec<Vec<Part>> {
        letters::wrap(text, w - x - 5).into_iter().map(|row| vec![(row, x, color)]).collect()
    };
    let Some((name, about)) = line.split_once('\t') else { return wrapped(line, 3) };
    let mut rows = wrapped(about, if w >= BESIDE { ABOUT } else { 11 });
    let name = (name.trim_end().to_string(), 3, NAME);
    match rows.first_mut().filter(|_| w >= BESIDE) {
        Some(first) => first.push(name),
        None => rows.insert(0, vec![name]),
    }
    rows
}
