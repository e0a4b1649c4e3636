//! The boot screen: the carts to choose from.
//!
//! ```text
//!  rasher                    name, rule
//!  > smokehouse              title of the cart under the cursor in 7
//!    a porklike ...          its one line in 6
//! ```
//!
//! Choosing is an effect ([`rasher::Effect::Load`]), as when a cart loads another.

use crate::layer::wrap;
use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// A cart as the boot screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The name that loads it.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One line about it.
    pub about: String,
}

/// The list and the cursor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BootScreen {
    carts: Vec<Shown>,
    cursor: u32,
    ticks: u32,
}

/// Carts that fit on the screen at once: 22 pixels each below the heading.
const FIT: u32 = 4;

/// Letters that reach from the title's column to the edge.
const LETTERS: usize = 26;

/// The font's large letters are the lower case; a capital among them would look too small.
fn large(text: &str) -> String {
    text.to_lowercase()
}

impl BootScreen {
    /// The screen over these carts.
    pub fn new(carts: Vec<Shown>) -> Self {
        BootScreen { carts, cursor: 0, ticks: 0 }
    }
}

impl Cart for BootScreen {
    fn _update60(&mut self, p8: &mut Machine) {
        self.ticks = self.ticks.wrapping_add(1);
        let n = self.carts.len() as u32;
        if n == 0 {
            return;
        }
        if p8.btnp(2) {
            self.cursor = (self.cursor + n - 1) % n;
        }
        if p8.btnp(3) {
            self.cursor = (self.cursor + 1) % n;
        }
        if p8.btnp(4) || p8.btnp(5) {
            let name = &self.carts[self.cursor as usize].name;
            p8.load(name, "", "");
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.print_at("rasher", 8, 8, 7);
        p8.print_at("pick a cart", 76, 8, 13);
        p8.line(8, 16, 119, 16, 13);
        let first = self.cursor.saturating_sub(FIT - 1);
        for (i, cart) in (first..).zip(self.carts.iter().skip(first as usize)).take(FIT as usize) {
            let y = 24 + 24 * (i - first) as i32;
            let here = i == self.cursor;
            if here {
                p8.rectfill(4, y - 4, 123, y + 19, 0);
                p8.print_at("▶", 8 + (self.ticks / 15 % 2) as i32, y, 10);
            }
            let title: String = large(&cart.title).chars().take(LETTERS).collect();
            p8.print_at(title.as_str(), 18, y, if here { 7 } else { 6 });
            for (line, dy) in wrap(&large(&cart.about), LETTERS).iter().zip([7, 13]) {
                p8.print_at(line.as_str(), 18, y + dy, 13);
            }
        }
        p8.print_at("⬆⬇ choose  🅾 or ❎ play", 8, 118, 13);
    }
}
