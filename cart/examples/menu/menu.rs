//! A menu, screens, and a saved result: 64 numbers under a name, with `dset` and `dget`.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Page {
    #[default]
    Menu,
    Play,
    Best,
    Over,
}

/// The game.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    page: Page,
    row: i32,
    best: i32,
    loud: bool,
    hits: i32,
    needle: Num,
    speed: Num,
    flash: i32,
    shown: i32,
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("rasher_example_menu");
        self.best = p8.dget(0).flr();
        self.loud = p8.dget(1) == 0;
        self.row = 1;
        self.speed = num!(0.004);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.flash = 0.max(self.flash - 1);
        self.shown += 1;
        match self.page {
            Page::Menu => self.menu(p8),
            Page::Play => self.play(p8),
            Page::Best | Page::Over => {
                if self.shown > 30 && pressed(p8) {
                    self.go(Page::Menu);
                }
            }
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(2);
        for y in 0..=15 {
            for x in 0..=15 {
                p8.pset((p8.t() * 8 + y * 3).flr() % 8 + x * 8, y * 8 + 4, 4);
            }
        }
        if self.page == Page::Menu {
            p8.print_at("\u{6}w\u{6}tneedle", 41, 25, 0);
            p8.print_at("\u{6}w\u{6}tneedle", 40, 24, 10);
            middle(p8, &format!("best: {}", self.best), 40, 15);
            let sound = format!("sound: {}", if self.loud { "on" } else { "off" });
            for (i, text) in (1..).zip(["play", &sound, "clear best"]) {
                let y = 52 + i * 13;
                if i == self.row {
                    p8.rrectfill(24, y - 3, 80, 11, 3, 8);
                    p8.print_at("▶", p8.t().sin() * num!(1.5) + 28, y, 7);
                }
                middle(p8, text, y, if i == self.row { 7 } else { 14 });
            }
            p8.print_at("⬆️⬇️ choose  🅾️ select", 20, 116, 13);
        } else {
            self.dial(p8);
            if self.page == Page::Play {
                middle(p8, "press 🅾️ on the yellow mark", 108, 15);
                return;
            }
            // Slides in from the top.
            let y = (self.shown * 3).min(100);
            p8.rrectfill(20, y, 88, 24, 4, 0);
            if self.page == Page::Best {
                middle(p8, &format!("a new best: {}", self.hits), y + 5, 10);
            } else {
                middle(p8, &format!("missed. best: {}", self.best), y + 5, 7);
            }
            middle(p8, "🅾️ continue", y + 14, 6);
        }
    }
}

/// Whether O or X was pressed.
fn pressed(p8: &mut Machine) -> bool {
    p8.btnp(4) || p8.btnp(5)
}

/// A point on the dial.
fn point(turn: Num, r: i32) -> (Num, Num) {
    (turn.cos() * r + 64, turn.sin() * r + 58)
}

/// A centred text.
fn middle(p8: &mut Machine, text: &str, y: i32, color: i32) {
    p8.print_at(text, 64 - p8.text_width(text) / 2, y, color);
}

impl Game {
    /// Switches the screen, and counts how long it has been shown.
    fn go(&mut self, to: Page) {
        self.page = to;
        self.shown = 0;
    }

    fn noise(&self, p8: &mut Machine, n: i32) {
        if self.loud {
            p8.sfx(n);
        }
    }

    fn menu(&mut self, p8: &mut Machine) {
        if p8.btnp(2) {
            self.row -= 1;
            self.noise(p8, 0);
        }
        if p8.btnp(3) {
            self.row += 1;
            self.noise(p8, 0);
        }
        // Up from the first row wraps to the last.
        self.row = (self.row - 1).rem_euclid(3) + 1;
        if !pressed(p8) {
            return;
        }
        self.noise(p8, 1);
        match self.row {
            1 => {
                (self.hits, self.needle, self.speed) = (0, num!(0), num!(0.004));
                self.go(Page::Play);
            }
            2 => {
                self.loud = !self.loud;
                p8.dset(1, i32::from(!self.loud));
            }
            _ => {
                self.best = 0;
                p8.dset(0, 0);
            }
        }
    }

    /// The needle turns: stop it on the mark, which gets narrower.
    fn play(&mut self, p8: &mut Machine) {
        self.needle += self.speed;
        let off = ((self.needle + num!(0.25)) % num!(1) - num!(0.5)).abs();
        if pressed(p8) {
            if off < self.mark() {
                self.hits += 1;
                self.flash = 10;
                self.speed = -self.speed * num!(1.07);
                self.noise(p8, 2);
            } else {
                self.over(p8);
            }
        }
    }

    /// Half of the mark's width, in turns.
    fn mark(&self) -> Num {
        (num!(0.1) - self.hits * num!(0.004)).max(num!(0.03))
    }

    fn over(&mut self, p8: &mut Machine) {
        self.noise(p8, 3);
        if self.hits > self.best {
            self.best = self.hits;
            p8.dset(0, self.best);
            self.noise(p8, 4);
            self.go(Page::Best);
        } else {
            self.go(Page::Over);
        }
    }

    fn dial(&self, p8: &mut Machine) {
        p8.circfill(64, 60, 41, 0);
        p8.circfill(64, 58, 41, if self.flash > 0 { 11 } else { 6 });
        p8.circfill(64, 58, 39, 1);
        for i in 0..60 {
            let (x, y) = point(Num::int(i) / 60, 35);
            p8.pset(x, y, 5);
        }
        // The mark is at the top.
        let mark = self.mark();
        let mut i = -mark;
        while i <= mark {
            let ((x, y), (u, v)) = (point(i + num!(0.25), 32), point(i + num!(0.25), 38));
            p8.line(x, y, u, v, if i.abs() < mark / 3 { 10 } else { 9 });
            i += num!(0.002);
        }
        let (x, y) = point(self.needle, 34);
        p8.line(64, 58, x, y, 8);
        p8.line(65, 58, x + 1, y, 8);
        p8.circfill(64, 58, 4, 8);
        p8.circfill(63, 57, 1, 14);
        let text = self.hits.to_string();
        p8.print_at(format!("\u{6}w\u{6}t{text}"), 65 - text.len() as i32 * 4, 68, 7);
    }
}
