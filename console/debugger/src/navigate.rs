//! Commands carried out: the frame that each goes to, and what it does there.
//!
//! ```text
//! DebugCommand ── target ──> (branch, frame), which the caller approaches slice by slice
//!              └─ command ─> the run at that frame, panels, a DebugRequest
//! ```

use super::prompt::Prompt;
use super::tree::{Selection, Tree};
use super::{DebugCommand, DebugPage, DebugRequest, Debugger, Panel, PromptKind, Selected, links, machine};
use DebugCommand as C;
use timeline::{Run, StepKind};

/// More rows than any list has.
const ROWS_MAX: i64 = 1 << 20;

/// Columns of a step sideways in the code, and the most.
const SIDEWAYS: isize = 8;
const TILT: isize = 2;
const COLUMNS: usize = 200;
/// Columns of the longest line that stay visible.
const LAST: usize = 16;

const SPEEDS: [u32; 7] = [1, 2, 5, 10, 20, 30, 60];

impl Debugger {
    /// [`DebugCommand::Tick`]s per second while a step key is held.
    pub fn pace(&self) -> Option<u32> {
        self.held.map(|_| SPEEDS[self.setup.speed])
    }

    /// The branch and frame that a command goes to. A caller that must not run many frames at once gets closer first, by
    /// [`Run::approach`].
    pub fn target(&self, run: &Run, command: &DebugCommand) -> Option<(u32, u64)> {
        let (branch, now, head) = (run.branch().id, run.now(), run.branch().head());
        let by = |by: i64| now.saturating_add_signed(by).min(head);
        let frame = match command {
            C::Step(n) | C::Hold(n) => by(*n),
            C::Tick => by(self.held?),
            C::End(false) => 0,
            C::End(true) => head,
            C::Scroll(n) => self.history_frame(run, *n)?,
            C::Change(forward) => self.history_frame(run, if *forward { 1 } else { -1 })?,
            C::ToBookmark(n) => self.next_bookmark(run, *n)?,
            C::NextBranch => return Some((next_branch(run), now)),
            C::Enter => match &self.prompt {
                Some(Prompt { kind: PromptKind::Frame, text, .. }) => text.trim().parse().ok()?,
                Some(_) => return None,
                None if self.draft(run).is_some() => by(-1),
                None => self.dearest_frame(self.setup.panels[self.setup.focus].line).unwrap_or(now),
            },
            C::Back => {
                let visit = self.visits.last()?;
                return Some((visit.branch, visit.frame));
            }
            C::Point(x, y, true) if self.presses_hint(*x, *y) => {
                return self.hint_at(run, *x).and_then(|command| self.target(run, &command));
            }
            C::Point(x, y, true) if self.prompt.is_none() => match self.dragged_frame(run, *x, *y) {
                Some(frame) => frame,
                None => self
                    .history_frame_at(run, *x, *y)
                    .or_else(|| self.dearest_at(*x, *y).map(|(_, frame)| frame))?,
            },
            _ => return None,
        };
        Some((branch, frame.min(head)))
    }

    pub fn command(&mut self, run: &mut Run, command: DebugCommand) -> Option<DebugRequest> {
        let command = match command {
            C::Point(x, y, true) if self.presses_hint(x, y) => {
                self.hold_nothing(x, y);
                self.hint_at(run, x)?
            }
            command => command,
        };
        let before = links::is_jump(&command).then(|| (self.visits.len(), self.visit(run)));
        let request = self.perform(run, command);
        // A command of the palette has kept its own.
        if let Some((_, before)) = before.filter(|(count, _)| *count == self.visits.len()) {
            self.keep_visit(run, before);
        }
        request
    }

    fn perform(&mut self, run: &mut Run, command: DebugCommand) -> Option<DebugRequest> {
        use DebugPage as P;
        let (before, target) = (run.now(), self.target(run, &command));
        // Repeated steps and mouse moves leave help and message on the screen.
        let is_press = !matches!(command, C::Point(_, _, false) | C::Tick | C::Release);
        let help_was_open = if is_press { std::mem::take(&mut self.help_open) } else { self.help_open };
        if !matches!(command, C::Point(..) | C::Tick | C::Release) {
            self.message = None;
        }
        if !matches!(command, C::Point(..) | C::Tick | C::Release) {
            (self.mouse.clicked, self.mouse.has_moved) = (None, false);
        }
        let page = self.page();
        let leaves = is_press && std::mem::replace(&mut self.leaves, false);
        match command {
            C::Step(by) => self.show_crash(run.step(by)),
            C::Hold(by) => {
                self.held = Some(by);
                self.show_crash(run.step(by));
            }
            C::Tick => self.show_crash(self.held.map_or(Ok(()), |by| run.step(by))),
            C::End(_) => self.show_crash(target.map_or(Ok(()), |(_, frame)| run.goto(frame))),
            C::Release => self.held = None,
            C::Speed(by) => {
                let speed = &mut self.setup.speed;
                *speed = speed.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
                let steps = SPEEDS[*speed];
                self.show_message(format!("held keys step {steps} times a second"));
            }
            C::Call(by) if page == Some(P::Code) => self.step_line(run, StepKind::Into, by < 0),
            C::Line(kind, back) => self.step_line(run, kind, back),
            C::ToggleBreakpoint => self.toggle_breakpoint(run),
            C::ToBreakpoint(back) => return self.run_to_breakpoint(run, back),
            C::ToWriter => return self.go_to_writer(run),
            C::ToSource => return self.go_to_source(run),
            C::Follow(name) => return self.follow(run, &name),
            C::SelectLine(line) => {
                self.focus_page(P::Code);
                self.setup.cursor = line;
            }
            C::PixelChange(forward) => return self.search_pixel(run, forward),
            C::Back => self.go_back(run),
            C::Call(by) => self.next_call(run, by),
            C::Scroll(by) if page == Some(P::History) => self.step_history(run, by),
            C::Scroll(by) => self.scroll(run, by),
            C::Wheel(by) if self.prompt.is_some() => self.recall(-by),
            C::Wheel(by) => self.scroll_pointed(run, by),
            C::Tilt(by) => self.scroll_sideways(run, by),
            C::Menu(x, y) => {
                self.select_at(run, x, y, false);
                self.open_prompt(run, PromptKind::Command);
            }
            C::ScrollEnd(last) => self.scroll_to_end(run, last),
            C::OpenPage(page) => self.focus_page(page),
            C::Focus(by) => {
                let count = self.layout.panels.len().min(self.setup.panels.len());
                self.setup.focus = wrap(self.setup.focus, by, count);
            }
            C::Page(by) => {
                let panel = self.panel();
                let now = P::ALL.iter().position(|page| *page == panel.page).unwrap_or(0);
                *panel = Panel { page: P::ALL[wrap(now, by, P::ALL.len())], line: 0 };
            }
            C::Change(forward) if page == Some(P::History) => {
                self.step_history(run, if forward { 1 } else { -1 });
            }
            C::Change(forward) => return self.search_change(run, forward),
            C::History => return self.search_history(run),
            C::Byte(by) => self.next_byte(run, by),
            C::CompareRecording => return Some(DebugRequest::CompareRecording),
            C::Match(by) if page == Some(P::Code) => self.next_code(run, by),
            C::Match(by) => self.next_match(run, by),
            C::ToBookmark(by) => self.go_to_bookmark(run, by),
            C::ToggleBookmark => {
                if !run.unmark() {
                    run.bookmark(&format!("frame {}", run.now()));
                }
            }
            C::ToggleWatch => self.toggle_watch(run),
            C::ToggleHex => self.setup.is_hex = !self.setup.is_hex,
            C::HideChanges(hide) if page == Some(P::Changes) => self.hide_changes(run, hide),
            C::HideChanges(_) => {}
            C::Dearest => self.show_dearest(),
            C::ToggleTimeline => self.toggle_timeline(),
            C::Range(is_end) => self.mark_range(run, is_end),
            C::NextBranch => self.show_crash(run.switch(next_branch(run)).map(drop)),
            C::Prompt(PromptKind::Logpoint) if page == Some(P::Log) => {
                return self.search_logs(run);
            }
            C::Prompt(kind) => self.open_prompt(run, kind),
            C::Letter(letter) => self.letter(letter),
            C::Erase => self.erase(),
            C::Recall(by) => self.recall(by),
            C::ToggleHelp => self.help_open = !help_was_open,
            C::Escape if help_was_open => {}
            C::Enter if self.prompt.is_some() => return self.accept_prompt(run),
            C::Enter => return self.open_selected(run),
            C::Escape if self.prompt.is_some() => self.cancel_prompt(),
            C::Escape if self.job.is_some() => return Some(DebugRequest::CancelJob),
            C::Escape if self.selected_range(run).is_some() => self.range = None,
            C::Resume if self.draft(run).is_some() => return self.run_draft(run),
            C::Escape if !leaves => {
                self.leaves = true;
                self.show_message("press Esc again to play from here");
            }
            C::Escape | C::Resume => return Some(DebugRequest::Resume),
            C::Point(x, y, true) if help_was_open => self.hold_nothing(x, y),
            C::Point(x, y, down) => return self.point(run, x, y, down),
            C::Report => return Some(DebugRequest::Report),
            C::Screenshot => return Some(DebugRequest::Screenshot),
            C::Movie(animated) => return Some(DebugRequest::Movie(animated)),
        }
        if run.now() != before {
            self.call = None;
        }
        self.code = self.code.take().filter(|code| code.is_of(run));
        None
    }

    fn next_call(&mut self, run: &Run, by: i64) {
        let count = self.moment(run).trace.as_ref().map_or(0, |t| t.calls.len());
        let at = self.call.unwrap_or(count).saturating_add_signed(by as isize).min(count);
        self.call = (at < count).then_some(at);
    }

    fn scroll(&mut self, run: &Run, by: i64) {
        if self.page() == Some(DebugPage::Code) {
            if self.in_variables {
                return self.move_variable(by);
            }
            let last = self.source(run).lines().len().saturating_sub(1);
            self.setup.cursor = self.setup.cursor.saturating_add_signed(by as isize).min(last);
            return;
        }
        match self.page() {
            Some(DebugPage::State) if self.filter().is_none() => return self.move_selection(run, by),
            Some(DebugPage::Changes) => return self.move_change(run, by),
            _ => {}
        }
        let panel = self.panel();
        // The map is selected cell by cell, and scrolled row by row.
        let by = if panel.page == DebugPage::Map { by.saturating_mul(machine::CELLS) } else { by };
        panel.line = panel.line.saturating_add(by).max(0);
        if let Some(last) = self.last_row() {
            let panel = self.panel();
            panel.line = panel.line.min(last);
        }
    }

    /// The last row of the current page, if it is a list.
    fn last_row(&self) -> Option<i64> {
        let moment = self.moment.as_ref();
        let count = match self.page()? {
            DebugPage::Watch => self.setup.watched.len(),
            DebugPage::Calls => moment?.trace.as_ref()?.calls.len(),
            DebugPage::Cost => self.strips.shown().dearest.len(),
            DebugPage::Memory => 0x10000 / 8,
            DebugPage::Map => 128 * 64,
            DebugPage::Log | DebugPage::Profile => self.list_len()?,
            _ => return None,
        };
        Some(count as i64 - 1)
    }

    fn scroll_pointed(&mut self, run: &mut Run, by: i64) {
        let focus = self.setup.focus;
        if let Some((_, panel)) = self.panel_at(self.pointer.0, self.pointer.1) {
            self.setup.focus = panel;
        }
        match self.page() {
            Some(DebugPage::History) => self.step_history(run, by),
            _ => self.scroll(run, by),
        }
        self.setup.focus = focus;
    }

    fn scroll_to_end(&mut self, run: &mut Run, last: bool) {
        match self.page() {
            Some(DebugPage::State) if self.filter().is_none() => {
                let end = |tree: &Tree<'_>, _: &Selection| {
                    if last { tree.last() } else { tree.first() }.selection()
                };
                self.setup.selection = self.with_tree(run, end);
            }
            // Each page ends the selection at its last row.
            _ => self.scroll(run, if last { ROWS_MAX } else { -ROWS_MAX }),
        }
    }

    /// Does a command need the current frame's data? A caller that must not run many frames at once calls [`Debugger::prepare`]
    /// first.
    pub fn needs_moment(command: &DebugCommand) -> bool {
        use DebugCommand::{
            Call, Change, Enter, Follow, HideChanges, History, Match, Menu, Point, Prompt, ToSource,
            ToWriter, ToggleWatch,
        };
        matches!(
            command,
            Call(_)
                | Point(..)
                | Menu(..)
                | ToggleWatch
                | HideChanges(_)
                | Change(_)
                | History
                | ToWriter
                | ToSource
                | Follow(_)
                | Match(_)
                | Prompt(_)
                | Enter
        )
    }

    fn next_bookmark(&self, run: &Run, by: i64) -> Option<u64> {
        let (branch, now) = (run.branch().id, run.now());
        let mut marks = run.bookmarks().iter().filter(|mark| mark.branch == branch).map(|mark| mark.frame);
        if by > 0 { marks.find(|f| *f > now) } else { marks.rfind(|f| *f < now) }
    }

    fn toggle_watch(&mut self, run: &mut Run) {
        let selected = self.selected(run);
        let watched = &mut self.setup.watched;
        match selected {
            Some(Selected::Field(path)) => match watched.iter().position(|known| *known == path) {
                Some(at) => _ = watched.remove(at),
                None => watched.push(path),
            },
            _ => self.show_error("select a field first"),
        }
    }

    fn go_to_bookmark(&mut self, run: &mut Run, by: i64) {
        match self.next_bookmark(run, by) {
            Some(frame) => self.show_crash(run.goto(frame)),
            None if by > 0 => self.show_error("no bookmark after this frame"),
            None => self.show_error("no bookmark before this frame"),
        }
    }

    /// The next byte of memory; on the code page, columns sideways.
    fn next_byte(&mut self, run: &Run, by: i64) {
        if self.page() == Some(DebugPage::Code) {
            return self.move_columns(run, by as isize * SIDEWAYS);
        }
        let byte = self.byte;
        let panel = self.panel();
        if panel.page == DebugPage::Memory {
            let at = (panel.line * 8 + byte).saturating_add(by).clamp(0, 0xffff);
            (panel.line, self.byte) = (at / 8, at % 8);
        }
    }
}

impl Debugger {
    /// Scrolls the code sideways, at most to the end of its longest line.
    fn move_columns(&mut self, run: &Run, by: isize) {
        let longest = self.source(run).lines().iter().map(|line| line.text.len()).max().unwrap_or(0);
        let column = &mut self.setup.column;
        *column = column.saturating_add_signed(by).min(longest.saturating_sub(LAST).min(COLUMNS));
    }

    /// The wheel sideways, or with Shift.
    fn scroll_sideways(&mut self, run: &Run, by: i64) {
        let (x, y) = self.pointer;
        let page = self.panel_at(x, y).map(|(_, panel)| self.setup.panels[panel].page);
        if page == Some(DebugPage::Code) {
            self.move_columns(run, by as isize * TILT);
        }
    }
}

fn next_branch(run: &Run) -> u32 {
    let ids: Vec<u32> = run.branches().iter().map(|branch| branch.id).collect();
    let now = ids.iter().position(|id| *id == run.branch().id).unwrap_or(0);
    ids[wrap(now, 1, ids.len())]
}

fn wrap(now: usize, by: i64, count: usize) -> usize {
    (now as i64 + by).rem_euclid(count.max(1) as i64) as usize
}
