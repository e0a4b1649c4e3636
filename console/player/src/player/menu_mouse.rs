//! The mouse where there are rows: the pause menu and the question, and the way to the menu.
//!
//! ```text
//! play, an error ── right button ──> menu ── left: the row, right: a page back, wheel: its value
//!  └── of a cart that asks for the mouse: it rests at the upper edge for half a second ──> a tab there ── left button ──> menu
//! ```
//!
//! A cart that asks for the mouse has all of its buttons in play, but for a click on the tab. That goes when the mouse leaves it.

use super::Player;
use crate::overlay::MENU_TAB;
use std::time::Duration;
use studio::{Area, Mode};

/// So long the mouse rests until the tab comes, and so long the tab waits for it to move.
const RESTS: Duration = Duration::from_millis(500);
const WAITS: Duration = Duration::from_secs(3);
/// Where no mouse is: rows are beside it.
pub(super) const NOWHERE: i16 = i16::MIN;
/// The last row that belongs to the edge.
const EDGE: i32 = 1;

/// The mouse at the upper edge.
#[derive(Debug, Default)]
pub(super) struct EdgeRest {
    /// Since when, with no button held.
    since: Option<Duration>,
    /// When it moved last.
    moved: Duration,
}

impl Player {
    /// The mouse moved, from where it was before; true if it did so over rows. One that merely rests where the window opens, or a row comes
    /// up, takes no row from the keys.
    pub(super) fn point_rows(&mut self, before: (i16, i16)) -> bool {
        let (mode, at) = (self.mode(), self.pointed());
        let moved = before.0 != NOWHERE && before != (self.devices.mouse.0, self.devices.mouse.1);
        match mode {
            Mode::Menu | Mode::Question if !moved => return true,
            Mode::Menu => self.phase.menu().into_iter().for_each(|menu| menu.point(at)),
            Mode::Question => _ = self.phase.question().map(|question| question.point(at)),
            _ => return false,
        }
        self.run_loop.stale = true;
        true
    }

    /// The mouse moved in play: does it rest at the edge?
    pub(super) fn point_edge(&mut self) {
        let holds = !self.devices.mouse.2 && (self.pointed().1 <= EDGE || self.points_tab());
        let since = self.devices.edge.since.unwrap_or(self.now);
        self.devices.edge = EdgeRest { since: holds.then_some(since), moved: self.now };
    }

    /// Is the tab there?
    pub(super) fn has_tab(&self) -> bool {
        let EdgeRest { since, moved } = self.devices.edge;
        let rests = since.is_some_and(|since| self.now >= since + RESTS) && self.now < moved + WAITS;
        rests && self.has_raw_keyboard() && self.mode() == Mode::Game
    }

    fn points_tab(&self) -> bool {
        let ((px, py), Area { x, y, w, h }) = (self.pointed(), MENU_TAB);
        self.has_tab() && (x..x + w).contains(&px) && (y..y + h).contains(&py)
    }

    /// A button of the mouse went down; true if it did something here.
    pub(super) fn click_rows(&mut self, button: u8) -> bool {
        let at = self.pointed();
        let on_tab = self.points_tab();
        self.devices.edge.since = None;
        match (self.mode(), button) {
            (Mode::Game, 1) if on_tab => self.pause(),
            (Mode::Menu, 1) => {
                if let Some(choice) = self.phase.menu().and_then(|menu| menu.click(at)) {
                    self.choose(choice);
                }
            }
            (Mode::Menu, 2) => self.menu_back(),
            (Mode::Question, 1) => {
                if let Some(answer) = self.phase.question().and_then(|question| question.point(at)) {
                    self.answer(Some(answer));
                }
            }
            (Mode::Replay, 1 | 2) => self.end_replay(),
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
            if let Some(choice) = self.phase.menu().and_then(|menu| menu.wheel(at, steps > 0)) {
                self.choose(choice);
            }
        }
        self.run_loop.stale = true;
        true
    }

    fn pointed(&self) -> (i32, i32) {
        (self.devices.mouse.0.into(), self.devices.mouse.1.into())
    }
}
