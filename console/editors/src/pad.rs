//! The gamepad: it moves the pointer, and its buttons are those of the mouse.
//!
//! ```text
//! directions   the pointer, faster the longer they are held; rows of the list of commands
//! O            the left button; runs the row of the list              X    the right one; closes the list
//! pause        back to the cart
//! ```
//!
//! Settings bind O, X and pause. Code and prompt need a keyboard.

use super::Editors;
use super::input::EditInput;
use super::types::{EditEffect, EditKey};
use rasher::button;

/// Ticks after which a held direction repeats, and after which it is faster.
const AGAIN: u32 = 12;
const FAST: u32 = 40;
const ROW: u32 = 5;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pad {
    held: u8,
    ticks: u32,
}

fn pixels(ticks: u32) -> i32 {
    match ticks {
        0 => 1,
        FAST.. => 3,
        AGAIN.. => 1,
        _ => 0,
    }
}

impl Editors {
    fn press_key(&mut self, name: &'static str) {
        self.dispatch(&EditInput::Key(EditKey { name, ..EditKey::default() }));
    }

    pub(super) fn pad_buttons(&mut self, held: u8) {
        let before = std::mem::replace(&mut self.pad.held, held);
        const ARROWS: u8 = button::LEFT | button::RIGHT | button::UP | button::DOWN;
        let (down, up) = (held & !before, before & !held);
        if down & ARROWS != 0 {
            self.pad.ticks = 0;
            self.steer();
        }
        let is_list = self.lists_commands();
        for (bit, click, key) in [(button::O, 1, "Enter"), (button::X, 2, "Escape")] {
            if down & bit != 0 && is_list {
                self.press_key(key);
            } else if (down | up) & bit != 0 {
                self.dispatch(&EditInput::Button(click, down & bit != 0));
            }
        }
        if down & button::PAUSE != 0 {
            self.cx.effects.push(EditEffect::Leave);
        }
    }

    pub(super) fn tick_pad(&mut self) {
        self.pad.ticks = self.pad.ticks.saturating_add(1);
        self.steer();
    }

    fn steer(&mut self) {
        let Pad { held, ticks } = self.pad;
        let way = |less: u8, more: u8| i32::from(held & more != 0) - i32::from(held & less != 0);
        let (dx, dy) = (way(button::LEFT, button::RIGHT), way(button::UP, button::DOWN));
        if (dx, dy) == (0, 0) {
            return;
        }
        if self.lists_commands() {
            if dy != 0 && (ticks == 0 || ticks >= AGAIN && ticks.is_multiple_of(ROW)) {
                self.press_key(if dy < 0 { "ArrowUp" } else { "ArrowDown" });
            }
            return;
        }
        let by = pixels(ticks);
        if by != 0 {
            self.dispatch(&EditInput::Steer(dx * by, dy * by));
        }
    }
}
