//! A cart with five items in its pause menu.
//!
//! | item | label | answers to |
//! |---|---|---|
//! | 1 | speed and its value | left and right change it and keep the menu open; its label follows |
//! | 2 | go | confirm only (mask 0x300); it closes the menu |
//! | 3 | one letter more than fits | anything |
//! | 4 | add or remove | confirm adds or removes item 5 |
//! | 5 | extra | left only (mask 0x72) |

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// The choices so far, and their effects.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Menu {
    speed: i32,
    extra: bool,
    chosen: Vec<(u8, u8)>,
    steps: i32,
}

impl Menu {
    fn label(&self) -> String {
        format!("speed {}", self.speed)
    }
}

impl Cart for Menu {
    fn _init(&mut self, p8: &mut Machine) {
        p8.menuitem(1, Some(&self.label()));
        p8.menuitem(2 | 0x300, Some("go"));
        p8.menuitem(3, Some("seventeen letters"));
        p8.menuitem(4, Some("add or remove"));
        // Invalid items.
        p8.menuitem(6, Some("six"));
        p8.menuitem(-1, Some("minus one"));
        p8.menuitem(0, Some("no item is current"));
    }

    fn _update(&mut self, _: &mut Machine) {
        self.steps = (self.steps + self.speed) & 127;
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        p8.rectfill(self.steps, 60, self.steps + 4, 64, 9);
        p8.print_at(self.chosen.len() as i32, 0, 0, 7);
    }

    fn _menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> bool {
        self.chosen.push((index, buttons));
        match index {
            1 => {
                self.speed += i32::from(buttons & 2 != 0) - i32::from(buttons & 1 != 0);
                p8.menuitem(0, Some(&self.label()));
                buttons & 3 != 0
            }
            4 => {
                self.extra = !self.extra;
                p8.menuitem(5 | 0x7200, self.extra.then_some("extra"));
                true
            }
            _ => false,
        }
    }
}
