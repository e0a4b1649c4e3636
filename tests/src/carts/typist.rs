//! A cart that asks for keyboard and mouse, and shows everything the host can report.

use rasher::{Cart, Machine, Stat};
use serde::{Deserialize, Serialize};

/// The typed and drawn input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Typist {
    text: String,
    dots: Vec<(i32, i32)>,
    told: Vec<String>,
}

impl Cart for Typist {
    fn _init(&mut self, p8: &mut Machine) {
        // Keyboard and mouse, and the mouse's buttons as buttons.
        p8.poke(0x5f2d, 3);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        // One letter a frame, so that some wait.
        if p8.stat(30).is_true()
            && let Stat::Text(letter) = p8.stat(31)
        {
            self.text.push_str(&letter);
        }
        if p8.btnp(4) || p8.stat(34).num().flr() & 2 != 0 {
            self.dots.push((p8.stat(32).num().flr(), p8.stat(33).num().flr()));
        }
        if p8.btn(5) {
            self.dots.clear();
            self.text.clear();
        }
        let told = [4, 29, 36, 38, 39, 85, 95].map(|n| p8.stat(n).to_string());
        let keys = (0..256).filter(|key| p8.stat_key(*key)).count();
        self.told = told.into_iter().chain([keys.to_string()]).collect();
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(if p8.less_flash() { 1 } else { 2 });
        for n in 0..64 {
            p8.spr(n, n % 16 * 8, 64 + n / 16 * 8);
        }
        for (x, y) in &self.dots {
            p8.pset(*x, *y, 10);
        }
        // The last letters that fit in a line.
        let tail: String = self.text.chars().rev().take(30).collect();
        p8.print_at(tail.as_str(), 1, 1, 7);
        for (i, told) in self.told.iter().enumerate() {
            p8.print_at(told.as_str(), 1, 8 + 6 * i as i32, 6);
        }
    }
}
