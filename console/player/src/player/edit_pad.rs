//! The editors by a gamepad: its directions move the pointer, its buttons are those of the mouse.
//!
//! ```text
//! directions   the pointer, faster the longer they are held; in the list of commands its rows
//! O            the left button of the mouse; the row of the list      X    the right one; out of the list
//! pause        back to the cart        Select   the list of commands      L1, R1   the editor before, the next one
//! ```
//!
//! What presses O, X and pause is what the settings say. Numbers and letters are typed nowhere by a pad: code and prompt are for keys.

use super::Player;
use crate::pad::PadButton;
use rasher::button;
use studio::Mode;
use studio::edit::{EditInput, EditKey};

/// Ticks after which a held direction moves on, and after which it moves faster.
const AGAIN: u32 = 12;
const FAST: u32 = 40;
/// Ticks between two rows of the list.
const ROW: u32 = 5;

/// What the pad holds, and since when it holds a direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EditPad {
    held: u8,
    ticks: u32,
}

/// How many pixels the pointer goes after so many ticks of a held direction.
fn pixels(ticks: u32) -> i32 {
    match ticks {
        0 => 1,
        FAST.. => 3,
        AGAIN.. => 1,
        _ => 0,
    }
}

impl Player {
    /// Does Esc lead from there to the editors?
    pub(super) fn escapes_to_editors(&self, mode: Mode) -> bool {
        self.settings.escape_edits && matches!(mode, Mode::Game | Mode::Error) && !self.cart.is_shelf()
    }

    fn strike(&mut self, name: &'static str, alt: bool) {
        self.edit(&EditInput::Key(EditKey { name, alt, ..EditKey::default() }));
    }

    fn lists_commands(&self) -> bool {
        self.editors().is_some_and(studio::edit::Editors::lists_commands)
    }

    /// A button of a pad went down that presses none of the cart's.
    pub(super) fn edit_pad_button(&mut self, button: PadButton) {
        match button {
            PadButton::Select if self.lists_commands() => self.strike("Escape", false),
            PadButton::Select => self.strike("F1", false),
            PadButton::LeftTrigger => self.strike("ArrowLeft", true),
            PadButton::RightTrigger => self.strike("ArrowRight", true),
            _ => {}
        }
    }

    /// A pad presses these buttons now.
    pub(super) fn edit_pad(&mut self, held: u8) {
        let before = std::mem::replace(&mut self.editing.pad.held, held);
        const ARROWS: u8 = button::LEFT | button::RIGHT | button::UP | button::DOWN;
        let (down, up) = (held & !before, before & !held);
        if down & ARROWS != 0 {
            self.editing.pad.ticks = 0;
            self.steer();
        }
        let is_list = self.lists_commands();
        for (bit, click, key) in [(button::O, 1, "Enter"), (button::X, 2, "Escape")] {
            if down & bit != 0 && is_list {
                self.strike(key, false);
            } else if (down | up) & bit != 0 {
                self.edit(&EditInput::Button(click, down & bit != 0));
            }
        }
        if down & button::PAUSE != 0 {
            self.close_editors();
        }
    }

    /// A tick of the pad: what is held moves on.
    pub(super) fn tick_pad(&mut self) {
        self.editing.pad.ticks = self.editing.pad.ticks.saturating_add(1);
        self.steer();
    }

    fn steer(&mut self) {
        let EditPad { held, ticks } = self.editing.pad;
        let way = |less: u8, more: u8| i32::from(held & more != 0) - i32::from(held & less != 0);
        let (dx, dy) = (way(button::LEFT, button::RIGHT), way(button::UP, button::DOWN));
        if (dx, dy) == (0, 0) {
            return;
        }
        if self.lists_commands() {
            if dy != 0 && (ticks == 0 || ticks >= AGAIN && ticks.is_multiple_of(ROW)) {
                self.strike(if dy < 0 { "ArrowUp" } else { "ArrowDown" }, false);
            }
            return;
        }
        let by = pixels(ticks);
        if by != 0 {
            self.edit(&EditInput::Steer(dx * by, dy * by));
        }
    }
}
