//! The mouse where there are rows: the pause menu and the question, and the way to the menu.
//!
//! ```text
//! play, an error ── right button ──> menu ── left: the row, right: a page back, wheel: its value
//! ```
//!
//! A cart that asks for the mouse has both of its buttons in play: there the menu is opened by keys and pads.

use super::Player;
use studio::Mode;

impl Player {
    /// The mouse moved; true if it did so over rows.
    pub(super) fn point_rows(&mut self) -> bool {
        let (mode, at) = (self.mode(), self.pointed());
        match mode {
            Mode::Menu => self.overlay.menu.iter_mut().for_each(|menu| menu.point(at)),
            Mode::Question => self.overlay.question.iter_mut().for_each(|question| _ = question.point(at)),
            _ => return false,
        }
        self.run_loop.stale = true;
        true
    }

    /// A button of the mouse went down; true if it did something here.
    pub(super) fn click_rows(&mut self, button: u8) -> bool {
        let at = self.pointed();
        match (self.mode(), button) {
            (Mode::Menu, 1) => {
                if let Some(choice) = self.overlay.menu.as_mut().and_then(|menu| menu.click(at)) {
                    self.choose(choice);
                }
            }
            (Mode::Menu, 2) => self.menu_back(),
            (Mode::Question, 1) => {
                if let Some(answer) = self.overlay.question.as_mut().and_then(|question| question.point(at)) {
                    self.overlay.question = None;
                    self.answer(answer);
                }
            }
            (Mode::Again, 1 | 2) => self.end_watch(),
            (Mode::Game, 2) if !self.has_raw_keyboard() => self.pause(),
            (Mode::Error, 2) => self.pause(),
            (mode, _) => return matches!(mode, Mode::Menu | Mode::Question),
        }
        self.run_loop.stale = true;
        true
    }

    /// The wheel was turned by so many parts of a step; true if that was over rows.
    pub(super) fn wheel_rows(&mut self, parts: i32) -> bool {
        if self.mode() != Mode::Menu {
            return false;
        }
        let (steps, at) = (self.whole_steps(parts), self.pointed());
        for _ in 0..steps.abs().min(8) {
            if let Some(choice) = self.overlay.menu.as_mut().and_then(|menu| menu.wheel(at, steps > 0)) {
                self.choose(choice);
            }
        }
        self.run_loop.stale = true;
        true
    }

    fn pointed(&self) -> (i32, i32) {
        (self.mouse.0.into(), self.mouse.1.into())
    }
}
