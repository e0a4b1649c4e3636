//! Windows: a frame with rows of text that opens, stays for its time, and snaps shut.
//!
//! ```text
//!   ┌──────────────┐  frame 6, inside 0, one more line of black around it
//!   │              │  padding 4
//!   │  > rolling pin   eight pixels a row, filled slots bright, empty ones dim; the pointer sways
//!   │    turnip    │
//!   └───────────(X)┘  the button to press bounces on the lower edge of a tablet's text and of an aim
//!
//! life    -1 waits for an answer    -2 and shows by which button    240 .. 1 frames of a message    0 shuts
//! height  a third of its way each frame, open or shut
//! ```
//!
//! All windows lie on one stack: the topmost that waits is the one that listens. What a menu's rows mean is known to
//! `menu.rs` alone. Messages and tablets are in the middle of the screen, a message as wide as its text, a tablet's words always 100
//! pixels. Text may set colours by the console's control codes.

use super::frame;
use crate::Game;
use crate::anim::{ease, sway};
use crate::data::WINDOWS;
use crate::show::draw::icon;
use alloc::string::String;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// What a window is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Menu {
    /// A message, which goes by itself.
    #[default]
    Note,
    /// What a tablet says, until it is dismissed.
    Tablet,
    /// The name of the item to throw.
    Aim,
    /// The page of how the run ended.
    Over,
    Stats,
    Bag,
    /// What can be done with a thing.
    Use,
    /// The creatures in sight, until the next press.
    Look,
    /// The keys at the start of a run, and the bun that one begins as.
    Start,
}

/// A rectangle with rows of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub menu: Menu,
    /// The rows, parted by newlines.
    pub text: String,
    /// Frames until it shuts; -1 for one that waits, -2 for one that also shows which button closes it.
    pub life: i32,
    height: Num,
}

impl Window {
    /// One frame on; false when nothing of it is left.
    pub fn tick(&mut self) -> bool {
        self.life -= i32::from(self.life > 0);
        self.height =
            ease(self.height, i32::from(self.life != 0) * (self.text.lines().count() as i32 * 8 + 4), 3);
        self.life != 0 || self.height > Num::int(2)
    }
}

impl Game {
    /// Opens a window on top of the others.
    pub(crate) fn open(&mut self, menu: Menu, life: i32) {
        self.windows.push(Window { menu, life, ..Window::default() });
    }

    /// A message for so many frames. It takes the place of the one before.
    pub(crate) fn note(&mut self, text: String, life: i32) {
        self.shut();
        self.windows.push(Window { text, life, ..Window::default() });
    }

    pub(crate) fn shut(&mut self) {
        self.windows.iter_mut().for_each(|window| window.life = 0);
    }

    pub(crate) fn draw_window(&self, p8: &mut Machine, window: &Window) {
        let menu = window.menu;
        let [left, upper, wide] = WINDOWS[menu as usize];
        // The last column of a letter is its gap.
        let w = if wide > 0 { wide } else { p8.text_width(&window.text) + 9 };
        let h = window.height.flr();
        let x = if left > 0 { left } else { 64 - w / 2 };
        let y = match menu {
            Menu::Use => upper + self.slot * 8,
            // In the place of the hit points, which keep clear of the hero.
            Menu::Aim => self.hp.flr(),
            _ if upper > 0 => upper,
            _ => 64 - h / 2,
        };
        frame(p8, x, y, w, h, 6);
        p8.clip(x, y, w, h - 1);
        for (i, row) in (0..).zip(window.text.lines()) {
            let top = y + 3 + i * 8;
            if i == match menu {
                Menu::Bag => self.slot,
                Menu::Use => self.verb,
                _ => -1,
            } {
                p8.spr(44, x + 4 + sway(self.clock), top - 1);
            }
            if menu == Menu::Bag
                && let Some(item) = self.goods().get(i as usize)
            {
                if *item > 0 {
                    p8.spr(icon(&self.world, *item), x + 11, top - 2);
                }
                if i % 6 == 1 {
                    p8.line(8, top + 6, 100, top + 6, 5);
                }
            }
            p8.print_at(row, x + 4, top, 6);
        }
        p8.clip_reset();
        if window.life < -1 {
            // The codes draw a black outline.
            p8.print_at("\x06o0ff❎", x + w - 8, y + h - 2 + sway(self.clock), 7);
        }
    }
}
