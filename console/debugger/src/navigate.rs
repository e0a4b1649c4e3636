//! Commands carried out: the frame that each goes to, and what it does there.
//!
//! ```text
//! DebugCommand ── target ──> (branch, frame), which the caller approaches slice by slice
//!              └─ command ─> the run at that frame, panels, a DebugRequest
//! ```

use super::prompt::Prompt;
use super::{DebugCommand, DebugPage, DebugRequest, Debugger, Panel, PromptKind, Selected, machine};
use timeline::{Run, StepKind};

/// Steps per second while a key is held.
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
            DebugCommand::Step(n) | DebugCommand::Hold(n) => by(*n),
            DebugCommand::Tick => by(self.held?),
            DebugCommand::End(false) => 0,
            DebugCommand::End(true) => head,
            DebugCommand::Scrub(part) => head.saturating_mul((*part).min(1000)) / 1000,
            DebugCommand::Scroll(n) => self.history_frame(run, *n)?,
            DebugCommand::Change(forward) => self.history_frame(run, if *forward { 1 } else { -1 })?,
            DebugCommand::ToBookmark(n) => self.next_bookmark(run, *n)?,
            DebugCommand::NextBranch => return Some((next_branch(run), now)),
            DebugCommand::Enter => match &self.prompt {
                Some(Prompt { kind: PromptKind::Frame, text, .. }) => text.trim().parse().ok()?,
                Some(_) => return None,
                None if self.page() == Some(DebugPage::Input) => by(-1),
                None => now,
            },
            DebugCommand::Point(x, y, true) => match self.scrub_target(*x, *y) {
                Some(part) => return self.target(run, &DebugCommand::Scrub(part)),
                None => self.history_frame_at(run, *x, *y)?,
            },
            _ => return None,
        };
        Some((branch, frame.min(head)))
    }

    pub fn command(&mut self, run: &mut Run, command: DebugCommand) -> Option<DebugRequest> {
        use DebugPage as P;
        let (before, target) = (run.now(), self.target(run, &command));
        // Repeated steps and mouse moves leave help and message on the screen.
        let is_press =
            !matches!(command, DebugCommand::Point(_, _, false) | DebugCommand::Tick | DebugCommand::Release);
        let help_was_open = if is_press { std::mem::take(&mut self.help_open) } else { self.help_open };
        if !matches!(command, DebugCommand::Point(..) | DebugCommand::Tick | DebugCommand::Release) {
            self.message = None;
        }
        let page = self.page();
        match command {
            DebugCommand::Step(by) => self.show_crash(run.step(by)),
            DebugCommand::Hold(by) => {
                self.held = Some(by);
                self.show_crash(run.step(by));
            }
            DebugCommand::Tick => self.show_crash(self.held.map_or(Ok(()), |by| run.step(by))),
            DebugCommand::End(_) | DebugCommand::Scrub(_) => {
                self.show_crash(target.map_or(Ok(()), |(_, frame)| run.goto(frame)));
            }
            DebugCommand::Release => self.held = None,
            DebugCommand::Speed(by) => {
                let speed = &mut self.setup.speed;
                *speed = speed.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
                let steps = SPEEDS[*speed];
                self.show_message(format!("held keys step {steps} times a second"));
            }
            DebugCommand::Call(by) if page == Some(P::Code) => self.step_line(run, StepKind::Into, by < 0),
            DebugCommand::Line(kind, back) => self.step_line(run, kind, back),
            DebugCommand::ToggleBreakpoint => self.toggle_breakpoint(run),
            DebugCommand::ToBreakpoint(back) => return self.run_to_breakpoint(run, back),
            DebugCommand::ToWriter => return self.go_to_writer(run),
            DebugCommand::Call(by) => self.next_call(run, by),
            DebugCommand::Scroll(by) if page == Some(P::History) => self.step_history(run, by),
            DebugCommand::Scroll(by) => self.scroll(run, by),
            DebugCommand::Focus(by) => {
                let count = self.layout.panels.len().min(self.setup.panels.len());
                self.setup.focus = wrap(self.setup.focus, by, count);
            }
            DebugCommand::Page(by) => {
                let panel = self.panel();
                let now = P::ALL.iter().position(|page| *page == panel.page).unwrap_or(0);
                *panel = Panel { page: P::ALL[wrap(now, by, P::ALL.len())], line: 0 };
            }
            DebugCommand::Change(forward) if page == Some(P::History) => {
                self.step_history(run, if forward { 1 } else { -1 });
            }
            DebugCommand::Change(forward) => return self.search_change(run, forward),
            DebugCommand::History => return self.search_history(run),
            DebugCommand::Byte(by) => self.next_byte(by),
            DebugCommand::CompareRecording => return Some(DebugRequest::CompareRecording),
            DebugCommand::Match(by) => self.next_match(run, by),
            DebugCommand::ToBookmark(by) => match self.next_bookmark(run, by) {
                Some(frame) => self.show_crash(run.goto(frame)),
                None if by > 0 => self.show_error("no bookmark after this frame"),
                None => self.show_error("no bookmark before this frame"),
            },
            DebugCommand::ToggleBookmark => {
                if !run.unmark() {
                    run.bookmark(&format!("frame {}", run.now()));
                }
            }
            DebugCommand::ToggleWatch => self.toggle_watch(run),
            DebugCommand::NextBranch => self.show_crash(run.switch(next_branch(run)).map(drop)),
            DebugCommand::Prompt(PromptKind::Logpoint) if page == Some(P::Log) => {
                return self.search_logs(run);
            }
            DebugCommand::Prompt(kind) => self.open_prompt(run, kind),
            DebugCommand::Letter(letter) => self.letter(letter),
            DebugCommand::Erase => self.erase(),
            DebugCommand::Recall(by) => self.recall(by),
            DebugCommand::ToggleHelp => self.help_open = !help_was_open,
            DebugCommand::Escape if help_was_open => {}
            DebugCommand::Enter if self.prompt.is_some() => return self.accept_prompt(run),
            DebugCommand::Enter if page == Some(P::State) => self.expand_or_edit(run),
            DebugCommand::Enter if matches!(page, Some(P::Log | P::Profile)) => self.open_line(run),
            DebugCommand::Enter => return self.run_draft(run),
            DebugCommand::Escape if self.prompt.is_some() => self.cancel_prompt(),
            DebugCommand::Escape if self.job.is_some() => return Some(DebugRequest::CancelJob),
            DebugCommand::Resume if self.draft(run).is_some() => return self.run_draft(run),
            DebugCommand::Escape | DebugCommand::Resume => return Some(DebugRequest::Resume),
            DebugCommand::Point(x, y, down) => self.point(run, x, y, down),
            DebugCommand::Report => return Some(DebugRequest::Report),
            DebugCommand::Screenshot => return Some(DebugRequest::Screenshot),
            DebugCommand::Movie(animated) => return Some(DebugRequest::Movie(animated)),
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
            let last = self.source(run).lines().len().saturating_sub(1);
            self.setup.cursor = self.setup.cursor.saturating_add_signed(by as isize).min(last);
            return;
        }
        let panel = self.panel();
        // The map is selected cell by cell, and scrolled row by row.
        let by = if panel.page == DebugPage::Map { by.saturating_mul(machine::CELLS) } else { by };
        panel.line = panel.line.saturating_add(by).max(0);
    }

    /// Does a command need the current frame's data? A caller that must not run many frames at once calls [`Debugger::prepare`]
    /// first.
    pub fn needs_moment(command: &DebugCommand) -> bool {
        use DebugCommand::{Call, Change, Enter, History, Match, Point, Prompt, ToWriter, ToggleWatch};
        matches!(
            command,
            Call(_) | Point(..) | ToggleWatch | Change(_) | History | ToWriter | Match(_) | Prompt(_) | Enter
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

    fn next_byte(&mut self, by: i64) {
        let byte = self.byte;
        let panel = self.panel();
        if panel.page == DebugPage::Memory {
            let at = (panel.line * 8 + byte).saturating_add(by).clamp(0, 0xffff);
            (panel.line, self.byte) = (at / 8, at % 8);
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
