//! A box that opens, types its pages and closes.

use rasher::{Cart, Machine, num};
use serde::{Deserialize, Serialize};

const PAGES: [&str; 3] = [
    "the smokehouse is cold.\nnobody has lit it for years.",
    "somewhere above\na golden ham is hanging.",
    "bring it down,\nand mind the butcher.",
];

#[derive(Clone, Default, Serialize, Deserialize)]
struct TextBox {
    page: u8,
    chars: u8,
    height: i32,
    closing: bool,
}

impl TextBox {
    fn text(&self) -> &'static str {
        PAGES[usize::from(self.page)]
    }

    fn is_typed(&self) -> bool {
        usize::from(self.chars) == self.text().len()
    }

    /// Advances one frame; false once the box has closed.
    fn update(&mut self, p8: &mut Machine) -> bool {
        if self.closing {
            self.height -= 4;
            return self.height > 0;
        }
        if self.height < 36 {
            self.height += 4;
            return true;
        }
        if !self.is_typed() {
            self.chars += 1;
            if self.chars.is_multiple_of(3) {
                p8.sfx(5);
            }
            if p8.btnp(5) {
                self.chars = self.text().len() as u8;
            }
        } else if p8.btnp(5) {
            if usize::from(self.page) + 1 < PAGES.len() {
                self.page += 1;
                self.chars = 0;
            } else {
                self.closing = true;
            }
        }
        true
    }

    fn draw(&self, p8: &mut Machine) {
        let y = 100 - self.height / 2;
        p8.rectfill(8, y, 119, y + self.height, 0);
        p8.rect(8, y, 119, y + self.height, 6);
        if self.height < 36 || self.closing {
            return;
        }
        p8.clip(10, y + 2, 108, self.height - 3);
        p8.print_at(&self.text()[..usize::from(self.chars)], 13, y + 6, 7);
        p8.clip_reset();
        if self.is_typed() && p8.time() % num!(1) < num!(0.5) {
            p8.print_at("❎", 110, y + self.height - 7, 12);
        }
    }
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Game {
    text: Option<TextBox>,
    wait: i32,
}

impl Default for Game {
    fn default() -> Self {
        Game { text: None, wait: 30 }
    }
}

impl Cart for Game {
    fn _update(&mut self, p8: &mut Machine) {
        if let Some(text) = &mut self.text {
            if !text.update(p8) {
                self.text = None;
            }
        } else {
            self.wait -= 1;
            if self.wait <= 0 || p8.btnp(5) {
                self.text = Some(TextBox::default());
                self.wait = 150;
            }
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(2);
        p8.map_ext(0, 0, 0, 0, 16, 16, 0);
        p8.spr(16, 60, 60);
        if let Some(text) = &self.text {
            text.draw(p8);
        }
    }
}
