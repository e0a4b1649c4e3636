//! A question with answers, and the progress bar while a run is resumed.
//!
//! ```text
//! ┌───────────────────────────┐     ┌───────────────────────────┐
//! │ resume your last run?     │     │ resuming at 12:34         │
//! │ 12:34 played              │     │ ██████████░░░░░░░░░░░░░░  │
//! │ ▶ resume                  │     └───────────────────────────┘
//! │   start a new run         │
//! └───────────────────────────┘
//! ```

use crate::layer::{Area, Layer, fit};
use rasher::button;

const WIDTH: i32 = 108;
const LETTERS: usize = 24;
const ANSWER: usize = 22;
const LIST_MAX: usize = 11;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    pub text: String,
    pub list: Vec<String>,
    pub answers: Vec<String>,
    cursor: usize,
    frame: u32,
}

impl Question {
    pub fn new(title: &str, text: &str, answers: &[&str]) -> Question {
        let answers = answers.iter().map(ToString::to_string).collect();
        let (title, text) = (title.to_string(), text.to_string());
        Question { title, text, list: Vec::new(), answers, cursor: 0, frame: 0 }
    }

    pub fn with_list(mut self, list: Vec<String>) -> Question {
        self.list = list;
        self.list.truncate(LIST_MAX);
        self
    }

    /// All of it, with the answer under the cursor, for a screen reader.
    pub fn spoken(&self) -> String {
        let answer = self.answers.get(self.cursor).map(String::as_str);
        let parts =
            [&*self.title, &*self.text].into_iter().chain(self.list.iter().map(String::as_str)).chain(answer);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ")
    }

    pub fn press(&mut self, pressed: u8) -> Option<usize> {
        self.frame = self.frame.wrapping_add(1);
        let n = self.answers.len().max(1);
        if pressed & button::UP != 0 {
            self.cursor = (self.cursor + n - 1) % n;
        }
        if pressed & button::DOWN != 0 {
            self.cursor = (self.cursor + 1) % n;
        }
        (pressed & (button::O | button::X | button::PAUSE) != 0).then_some(self.cursor)
    }

    pub fn point(&mut self, (x, y): (i32, i32)) -> Option<usize> {
        let Area { x: left, y: top, w, .. } = self.area();
        let below = top + 21 + self.list_height();
        let row = |n: usize| Area { x: left + 3, y: below + 8 * n as i32, w: w - 6, h: 8 };
        let answer = (0..self.answers.len()).find(|n| row(*n).holds(x, y))?;
        self.cursor = answer;
        Some(answer)
    }

    fn area(&self) -> Area {
        let h = 27 + self.list_height() + 8 * self.answers.len() as i32;
        Area { x: (128 - WIDTH) / 2, y: (128 - h) / 2, w: WIDTH, h }
    }

    fn list_height(&self) -> i32 {
        7 * self.list.len() as i32
    }

    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(true);
        let area = self.area();
        layer.window(area, 6);
        let p8 = layer.canvas();
        p8.print_at(fit(&self.title, LETTERS), area.x + 6, area.y + 5, 7);
        p8.print_at(fit(&self.text, LETTERS), area.x + 6, area.y + 12, 13);
        for (i, line) in self.list.iter().enumerate() {
            p8.print_at(fit(line, LETTERS), area.x + 6, area.y + 19 + 7 * i as i32, 6);
        }
        for (i, answer) in self.answers.iter().enumerate() {
            let (y, here) = (area.y + 21 + self.list_height() + 8 * i as i32, i == self.cursor);
            if here {
                p8.rectfill(area.x + 3, y, area.x + WIDTH - 4, y + 6, 1);
                p8.print_at("▶", area.x + 5 + (self.frame / 15 % 2) as i32, y + 1, 10);
            }
            p8.print_at(fit(answer, ANSWER), area.x + 14, y + 1, if here { 7 } else { 6 });
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumeProgress {
    pub done: u64,
    pub all: u64,
    pub fps: u8,
}

impl ResumeProgress {
    pub fn draw(self, layer: &mut Layer) {
        layer.clear(false);
        let area = Area { x: (128 - WIDTH) / 2, y: 100, w: WIDTH, h: 22 };
        layer.window(area, 6);
        let p8 = layer.canvas();
        let text = fit(&format!("resuming at {}", clock(self.all, self.fps)), LETTERS);
        p8.print_at(text, area.x + 6, area.y + 5, 7);
        let (x, y, wide) = (area.x + 6, area.y + 13, WIDTH - 12);
        let lit = part(self.done, self.all, wide as u64) as i32;
        p8.rectfill(x, y, x + wide - 1, y + 3, 1);
        if lit > 0 {
            p8.rectfill(x, y, x + lit - 1, y + 3, 12);
        }
    }
}

pub(crate) fn part(done: u64, all: u64, whole: u64) -> u64 {
    (u128::from(done.min(all)) * u128::from(whole) / u128::from(all.max(1))) as u64
}

/// Frames as `m:ss`, or `h:mm:ss` from an hour on.
pub fn clock(frames: u64, fps: u8) -> String {
    let seconds = frames / u64::from(fps.max(1));
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if h > 0 { format!("{h}:{m:02}:{s:02}") } else { format!("{m}:{s:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_chosen_with_the_cursor_or_the_mouse() {
        let mut question = Question::new("go on?", "", &["yes", "no"]);
        let presses = [
            (0, None),
            (button::LEFT | button::RIGHT, None),
            (button::O, Some(0)),
            (button::DOWN, None),
            (button::X, Some(1)),
            // In a circle.
            (button::DOWN | button::PAUSE, Some(0)),
            (button::UP | button::O, Some(1)),
        ];
        for (pressed, answer) in presses {
            assert_eq!(question.press(pressed), answer, "{pressed}");
        }
        // 27 and two rows of 8 are in the middle of 128. The first answer begins 21 below the window's edge.
        for (at, answer) in
            [((40, 62), None), ((40, 63), Some(0)), ((40, 70), Some(0)), ((40, 71), Some(1)), ((3, 66), None)]
        {
            assert_eq!(question.point(at), answer, "{at:?}");
        }
        assert_eq!(question.press(button::O), Some(1));
    }

    #[test]
    fn time_is_minutes_and_seconds() {
        let hours = 3600 * 60 * 60 + 61 * 60;
        for (frames, fps, text) in
            [(0, 60, "0:00"), (59, 60, "0:00"), (60, 60, "0:01"), (60, 30, "0:02"), (hours, 60, "60:01:01")]
        {
            assert_eq!(clock(frames, fps), text, "{frames} at {fps}");
        }
    }
}
