//! Windows: a frame with rows of text, that opens, lives its time, and snaps shut.
//!
//! ```text
//!   ┌──────────────┐  frame 6, inside 0, one more line of black around it
//!   │              │  padding 4
//!   │  > rolling pin   eight pixels a row; the cursor's row is white, its pointer sways
//!   │    turnip    │
//!   └───────────(X)┘  the button that goes on bounces on the lower edge of a tablet's text and of an aim
//!
//! life    -1 waits for an answer    -2 and shows by which button    120 .. 1 frames of a message    0 shuts
//! height  a third of its way each frame, open or shut
//! ```
//!
//! All windows lie on one stack: the topmost that waits is the one that listens. What a menu's rows mean is known to
//! `menu.rs` alone. A note has no place of its own: it hangs below or stands above the hit points, which keep clear of the hero.
//! What is written may set its own colours by the console's control codes.

use super::frame;
use crate::Game;
use crate::anim::{ease, sway};
use crate::paint::print_outlined;
use crate::show::draw::icon;
use alloc::string::String;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Pixels from one row of text to the next.
pub const PITCH: i32 = 8;
/// The pointer of a menu, in the sheet.
const POINTER: i32 = 44;

/// What a window is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Menu {
    /// A message, or what a tablet says.
    #[default]
    Note,
    /// The name of what is about to be thrown.
    Aim,
    /// The page of the title, or of how the run ended.
    Over,
    /// All that the hero has.
    Bag,
}

/// A rectangle with rows of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// What it is for.
    pub menu: Menu,
    /// The rows, parted by newlines.
    pub text: String,
    /// Frames until it shuts; -1 for one that waits, -2 for one that says by which button it goes on.
    pub life: i32,
    /// Height that is seen.
    height: Num,
}

impl Window {
    /// One frame on; false when nothing of it is left.
    pub fn tick(&mut self) -> bool {
        self.life -= i32::from(self.life > 0);
        self.height = ease(
            self.height,
            if self.life == 0 { 0 } else { self.text.lines().count() as i32 * PITCH + 4 },
            3,
        );
        self.life != 0 || self.height > Num::int(2)
    }
}

impl Game {
    /// Opens a window on top of the others.
    pub(crate) fn open(&mut self, menu: Menu, text: String, life: i32) {
        self.windows.push(Window { menu, text, life, ..Window::default() });
    }

    /// A note: it goes by itself after so many frames, or waits. It takes the place of the one before.
    pub(crate) fn note(&mut self, text: String, life: i32) {
        self.shut();
        self.open(Menu::Note, text, life);
    }

    /// All windows snap shut.
    pub(crate) fn shut(&mut self) {
        self.windows.iter_mut().for_each(|window| window.life = 0);
    }

    /// Upper edge of the window with the hit points.
    pub(crate) fn hp_top(&self) -> i32 {
        (self.hp.flr() + 14).rem_euclid(142) - 14
    }

    /// Draws a window: as wide as its text, in the middle; the bag at the left edge.
    pub(crate) fn draw_window(&self, p8: &mut Machine, window: &Window) {
        let bag = window.menu == Menu::Bag;
        // The last column of a letter is its gap.
        let w = p8.text_width(&window.text) + 9;
        let h = window.height.flr();
        let top = self.hp_top();
        let x = if bag { 4 } else { 64 - w / 2 };
        let y = match window.menu {
            Menu::Over => 54,
            Menu::Bag => 18,
            _ if top < 64 => top + 15,
            _ => top - 2 - h,
        };
        frame(p8, x, y, w, h, 6);
        p8.clip(x, y, w, h - 1);
        for (i, row) in window.text.lines().enumerate() {
            let top = y + 3 + i as i32 * PITCH;
            let chosen = bag && i == self.slot as usize;
            if chosen {
                p8.spr(POINTER, x + 3 + sway(self.clock), top - 1);
            }
            if bag && let Some(item) = self.world.bag.get(i).filter(|item| **item > 0) {
                p8.spr(icon(&self.world, *item), x + 11, top - 2);
            }
            p8.print_at(row, x + 4, top, 6 + i32::from(chosen));
        }
        p8.clip_reset();
        if window.life < -1 {
            print_outlined(p8, "❎", x + w - 8, y + h - 2 + sway(self.clock), 7);
        }
    }
}
