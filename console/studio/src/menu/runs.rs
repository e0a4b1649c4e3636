//! Runs of a cart: a new one, the run of the day, one from a seed; and the records.
//!
//! ```text
//! ┌──────────────────────┐      ┌──────────────────────┐
//! │ runs                 │      │ seed                 │
//! │ ▸ new run            │      │      ⬆               │  up and down change the digit, left and right move;
//! │   run of the day 5-12│ ──>  │  1 2 3 4 5 6 7 8     │  digits can be typed, backspace moves back
//! │   a seed    12345678 │      │      ⬇               │
//! │   back               │      │  🅾️ begin   ❎ back  │
//! │   floor            5 │      └──────────────────────┘
//! └──────────────────────┘
//! ```
//!
//! On the shelf the menu opens here, for the selected cart.

use super::{Choice, MenuPage, NewRun, PauseMenu, RunSummary};
use crate::layer::{Area, Layer};
use rasher::{SEEDS, button};

const DIGITS: usize = SEEDS.ilog10() as usize;

#[derive(Clone, Debug, Default)]
pub(super) struct SeedDigits {
    seed: u64,
    at: usize,
}

const DIGITS_AREA: Area = Area { x: 10, y: 36, w: 108, h: 56 };

fn digit_area(at: usize) -> Area {
    Area { x: DIGITS_AREA.x + 8 + 11 * at as i32, y: DIGITS_AREA.y + 15, w: 11, h: 28 }
}

impl SeedDigits {
    fn power(&self) -> u64 {
        10_u64.pow((DIGITS - 1 - self.at) as u32)
    }

    fn turn(&mut self, by: u64) {
        let (power, old) = (self.power(), self.seed / self.power() % 10);
        self.seed = self.seed - old * power + (old + by) % 10 * power;
    }

    fn go(&mut self, by: usize) {
        self.at = (self.at + by) % DIGITS;
    }
}

impl PauseMenu {
    pub fn set_runs(&mut self, runs: RunSummary) {
        // The hint at the end of a run says that pause leads there.
        self.cursor = usize::from(runs.at_end);
        self.digits = SeedDigits { seed: runs.seed % SEEDS, at: 0 };
        self.runs = Some(runs);
    }

    pub fn at_runs(mut self) -> PauseMenu {
        self.page = MenuPage::Runs;
        self
    }

    pub fn letter(&mut self, letter: char) {
        if self.page != MenuPage::Seed {
            return;
        }
        if let Some(digit) = letter.to_digit(10) {
            let old = self.digits.seed / self.digits.power() % 10;
            self.digits.turn(10 + u64::from(digit) - old);
            self.digits.go(1);
        } else if letter == '\u{8}' {
            self.digits.go(DIGITS - 1);
        }
    }

    pub(super) fn press_digits(&mut self, pressed: u8) -> Option<Choice> {
        let on = |button: u8| pressed & button != 0;
        if on(button::UP) {
            self.digits.turn(1);
        } else if on(button::DOWN) {
            self.digits.turn(9);
        } else if on(button::LEFT) {
            self.digits.go(DIGITS - 1);
        } else if on(button::RIGHT) {
            self.digits.go(1);
        } else if on(button::X) {
            return self.back();
        } else if on(button::O | button::PAUSE) {
            return Some(Choice::Run(NewRun::Seed(self.digits.seed)));
        }
        None
    }

    pub(super) fn title(&self) -> String {
        let title = self.runs.as_ref().and_then(|runs| runs.title.as_ref());
        match (self.page, title) {
            (MenuPage::Runs, Some(title)) => title.to_lowercase(),
            (page, _) => page.title(),
        }
    }

    pub(super) fn run_value(&self, run: Option<NewRun>) -> String {
        let Some(runs) = &self.runs else { return String::new() };
        match run {
            None => format!("{:08}", self.digits.seed),
            Some(NewRun::Today) if runs.day.day() == runs.today && !runs.day.rows().is_empty() => {
                runs.day.first()
            }
            Some(NewRun::Today) => format!("{}-{:02}", runs.today / 100 % 100, runs.today % 100),
            Some(_) => String::new(),
        }
    }

    pub(super) fn record(&self, at: usize) -> (&str, String) {
        let row = self.runs.as_ref().and_then(|runs| runs.best.rows().get(at));
        row.map_or(("", String::new()), |(name, value)| (name, value.unsigned_abs().to_string()))
    }

    pub(super) fn digits_at(&mut self, (x, y): (i32, i32)) -> Option<u8> {
        let Area { x: left, y: top, .. } = DIGITS_AREA;
        let answer = |from: i32, w: i32| Area { x: left + from, y: top + 44, w, h: 9 };
        if answer(6, 52).holds(x, y) {
            return Some(button::O);
        } else if answer(60, 42).holds(x, y) {
            return Some(button::X);
        }
        let digit = (0..DIGITS).find(|at| digit_area(*at).holds(x, y))?;
        self.digits.at = digit;
        // The upper half counts up, as its arrow says.
        Some(if y < top + 29 { button::UP } else { button::DOWN })
    }

    pub(super) fn draw_digits(&self, layer: &mut Layer) {
        let area = DIGITS_AREA;
        layer.window(area, 6);
        let p8 = layer.canvas();
        p8.print_at(self.title(), area.x + 6, area.y + 5, 6);
        p8.line(area.x + 6, area.y + 12, area.x + area.w - 7, area.y + 12, 5);
        for (at, digit) in format!("{:08}", self.digits.seed).chars().enumerate() {
            let Area { x, .. } = digit_area(at);
            let (x, y, here) = (x + 4, area.y + 26, at == self.digits.at);
            if here {
                p8.rectfill(x - 3, y - 2, x + 5, y + 6, 1);
                p8.print_at("⬆️", x - 2, y - 9, 10);
                p8.print_at("⬇️", x - 2, y + 9, 10);
            }
            p8.print_at(digit.to_string(), x, y, if here { 7 } else { 6 });
        }
        p8.print_at("🅾️", area.x + 8, area.y + 46, 12);
        p8.print_at("start", area.x + 18, area.y + 46, 6);
        p8.print_at("❎", area.x + 62, area.y + 46, 12);
        p8.print_at("back", area.x + 72, area.y + 46, 6);
    }
}
