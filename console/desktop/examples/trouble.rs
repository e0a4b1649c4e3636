//! A cart that does wrong when it is told to: for the test of the window.
//!
//! ```text
//! arrows  move the mark by four pixels a press       O  hangs for ever       X  panics
//! A typed letter is counted and a mouse button leaves a dot where it points.
//! ```

use rasher::{Cart, Machine, button};
use serde::{Deserialize, Serialize};

/// The mark and the dots.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Trouble {
    x: i32,
    y: i32,
    typed: i32,
    dots: Vec<(i32, i32)>,
}

impl Cart for Trouble {
    fn _init(&mut self, p8: &mut Machine) {
        (self.x, self.y) = (64, 64);
        p8.menuitem(1, Some("to the corner"));
        p8.poke(0x5f2d, 1);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let step = |p8: &mut Machine, less, more| i32::from(p8.btnp(more)) - i32::from(p8.btnp(less));
        self.x = (self.x + 4 * step(p8, 0, 1)).clamp(0, 124);
        self.y = (self.y + 4 * step(p8, 2, 3)).clamp(0, 124);
        while p8.stat(30).is_true() {
            p8.stat(31);
            self.typed += 1;
        }
        if p8.stat(34).num() != rasher::Num::from(0) {
            let at = (p8.stat(32).num().flr(), p8.stat(33).num().flr());
            if self.dots.last() != Some(&at) {
                self.dots.push(at);
            }
        }
        // The seed keeps the loop from being optimised into nothing.
        while p8.btn(4) && p8.seed() != 0xdead {}
        assert!(!p8.btn(5), "x was pressed");
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        for i in 0..128 {
            p8.pset(i, i, 2 + i / 8 % 14);
            p8.pset(i, 0, 7);
            p8.pset(i, 127, 8);
            p8.pset(0, i, 11);
            p8.pset(127, i, 12);
        }
        p8.rectfill(self.x, self.y, self.x + 3, self.y + 3, 10);
        for i in 0..self.typed {
            p8.pset(4 + 2 * i, 120, 14);
        }
        for &(x, y) in &self.dots {
            p8.pset(x, y, 9);
        }
    }

    fn _menu(&mut self, _: &mut Machine, _: u8, buttons: u8) -> bool {
        (self.x, self.y) = (4, 4);
        buttons & (button::LEFT | button::RIGHT) != 0
    }
}

fn main() -> std::process::ExitCode {
    let cart = rasher_desktop::Entry::bare("trouble", || rasher::program(Trouble::default()));
    rasher_desktop::run(rasher_desktop::Entry { package: Some(env!("CARGO_MANIFEST_DIR")), ..cart })
}
