//! The mouse: what a press selects, what a second one opens, the list of a menu.
//!
//! ```text
//! hint at the foot ──> its command (`bar.rs`)        title of a panel ──> the list of pages
//! press ──> select_at: a pixel, a row, a line of code        again at the same place ──> its code, its members, its value
//! right ──> select_at, then the commands of the page as a list
//! ```

use super::overview::{Drag, Row};
use super::{DebugPage, DebugRequest, Debugger, Panel, PromptKind, layout, machine};
use std::time::Duration;
use studio::canvas::{HEAD, ROW};
use timeline::Run;

#[derive(Clone, Debug, Default)]
pub struct Mouse {
    pub is_held: bool,
    /// Where and when it was pressed last, with no other command since.
    pub clicked: Option<(i32, i32, Duration)>,
    /// When the current command was given.
    pub clock: Duration,
    /// Has it moved since the last command? Then what it points at hides the message.
    pub has_moved: bool,
}

/// The most time between the two presses of a double click.
const DOUBLE: Duration = Duration::from_millis(500);

impl Debugger {
    pub(super) fn panel_at(&self, x: i32, y: i32) -> Option<(usize, usize)> {
        let n = self.layout.panels.iter().position(|area| area.holds(x, y))?;
        Some((n, n % self.setup.panels.len()))
    }

    pub(super) fn dearest_at(&self, x: i32, y: i32) -> Option<(i64, u64)> {
        let (n, panel) = self.panel_at(x, y)?;
        let (area, Panel { page, line }) = (self.layout.panels[n], self.setup.panels[panel]);
        let row = self.dearest_row(area, line, y - area.y).filter(|_| page == DebugPage::Cost)?;
        Some((row, self.strips.shown().dearest.get(row as usize)?.1))
    }

    pub(super) fn history_frame_at(&self, run: &Run, x: i32, y: i32) -> Option<u64> {
        let (n, panel) = self.panel_at(x, y)?;
        let area = self.layout.panels[n];
        let is_history = self.setup.panels[panel].page == DebugPage::History;
        if is_history { self.history_frame_in(run, area, x - area.x, y - area.y) } else { None }
    }

    /// The button is held, and its movements do nothing.
    pub(super) fn hold_nothing(&mut self, x: i32, y: i32) {
        (self.mouse.is_held, self.pointer, self.drag) = (true, (x, y), Some(Drag::Panel));
    }

    /// Is this press the second one of a double click? A slow hand may move a little.
    fn is_second(&mut self, x: i32, y: i32) -> bool {
        let now = self.mouse.clock;
        let is_near = |(a, b, at): (i32, i32, Duration)| {
            (x - a).abs().max((y - b).abs()) <= 2 && now.saturating_sub(at) <= DOUBLE
        };
        let is_second = self.mouse.clicked.take().is_some_and(is_near);
        if !is_second {
            self.mouse.clicked = Some((x, y, now));
        }
        is_second
    }

    pub(super) fn point(&mut self, run: &mut Run, x: i32, y: i32, down: bool) -> Option<DebugRequest> {
        let is_press = !std::mem::replace(&mut self.mouse.is_held, down) && down;
        self.mouse.has_moved |= self.pointer != (x, y) && !is_press;
        self.pointer = (x, y);
        if self.prompt.is_some() {
            return if is_press { self.choose_at(run, x, y) } else { None };
        }
        let is_second = is_press && self.is_second(x, y);
        if self.drag(run, x, y, down) {
            let is_cost = self.layout.strips.holds(x, y) && self.row_at(y) == Some(Row::Cost);
            return (is_second && is_cost).then(|| self.profile_frames(run, run.now(), run.now()));
        }
        let panel = self.panel_at(x, y).filter(|_| is_press);
        if let Some((_, focus)) = panel.filter(|(n, _)| y < self.layout.panels[*n].y + HEAD) {
            self.setup.focus = focus;
            self.hold_nothing(x, y);
            self.open_prompt(run, PromptKind::Page);
            return None;
        }
        if down || self.layout.game.holds(x, y) {
            self.select_at(run, x, y, is_press);
        }
        if let Some((n, _)) = panel.filter(|_| self.page() == Some(DebugPage::Profile)) {
            let area = self.layout.panels[n];
            let opened = self.point_at_profile(run, area, x - area.x, y - area.y);
            if opened.is_some() {
                return opened;
            }
        }
        if let Some((n, _)) = panel.filter(|_| self.page() == Some(DebugPage::State))
            && self.toggle_at(run, x - self.layout.panels[n].x)
        {
            self.mouse.clicked = None;
            return None;
        }
        if !is_second {
            return None;
        }
        if self.layout.game.holds(x, y) {
            self.open_pixel(run);
            return None;
        }
        let (n, _) = self.panel_at(x, y)?;
        match self.page()? {
            DebugPage::Code => self.open_code_at(run, self.layout.panels[n]),
            DebugPage::Input => None,
            _ => self.open_selected(run),
        }
    }

    /// Chooses the entry of a list under the pointer. A press outside of the list closes it.
    fn choose_at(&mut self, run: &mut Run, x: i32, y: i32) -> Option<DebugRequest> {
        if let Some((n, panel)) = self.panel_at(x, y).filter(|_| self.filter().is_some()) {
            let (area, Panel { page, line }) = (self.layout.panels[n], self.setup.panels[panel]);
            if page == DebugPage::State && panel == self.setup.focus && y >= area.y + HEAD {
                let row = i64::from((y - area.y - HEAD) / ROW);
                self.panel().line = layout::first(line, layout::rows(area)) + row;
                return self.accept_prompt(run);
            }
        }
        match self.entry_at(x, y)? {
            Some(n) => {
                self.prompt.as_mut()?.back = n;
                self.accept_prompt(run)
            }
            None => {
                self.cancel_prompt();
                None
            }
        }
    }

    /// Selects the pixel or row at a point. A fresh press also toggles the breakpoint or button there.
    pub(super) fn select_at(&mut self, run: &mut Run, x: i32, y: i32, is_press: bool) {
        let game = self.layout.game;
        if game.holds(x, y) {
            return self.select_pixel(run, ((x - game.x) as u8, (y - game.y) as u8));
        }
        let Some((n, focus)) = self.panel_at(x, y) else { return };
        self.setup.focus = focus;
        let area = self.layout.panels[n];
        let (x, y) = (x - area.x, y - area.y - HEAD);
        let line = self.panel().line;
        let is_filtered = self.filter().is_some();
        match self.panel().page {
            DebugPage::Map => self.panel().line = machine::cell_at(x, y),
            DebugPage::Input => {
                if let Some((row, button)) = machine::button_at(x, y).filter(|_| is_press) {
                    self.toggle_button(run, row, button);
                }
            }
            DebugPage::Memory => {
                if let Some((line, byte)) = machine::byte_at(area, line, x, y) {
                    (self.panel().line, self.byte) = (line, byte);
                }
            }
            DebugPage::History => {
                if let Some(frame) = self.history_frame_in(run, area, x, y + HEAD) {
                    self.show_crash(run.goto(frame));
                }
            }
            DebugPage::Cost => {
                if let Some((row, frame)) = self.dearest_at(area.x + x, area.y + y + HEAD) {
                    self.panel().line = row;
                    self.show_crash(run.goto(frame));
                }
            }
            DebugPage::Profile => {}
            DebugPage::Calls => {
                let first = layout::first(self.selected_call(run) as i64, layout::rows(area));
                self.panel().line = first + i64::from((y / ROW).max(0));
                self.call = self.call.map(|_| self.setup.panels[focus].line as usize);
            }
            DebugPage::Code => self.point_at_line(run, area, (x, y + HEAD), is_press),
            DebugPage::State if !is_filtered => {
                let rows = layout::rows(area).max(1) as usize;
                self.select_row(run, (y / ROW).max(0) as usize, rows);
            }
            DebugPage::Changes => {
                let line = layout::first(line, layout::rows(area)) + i64::from((y / ROW).max(0));
                self.panel().line = line;
                self.setup.change.clear();
                self.move_change(run, 0);
            }
            _ => {
                let first = layout::first(line, layout::rows(area));
                self.panel().line = first + i64::from((y / ROW).max(0));
            }
        }
    }
}
