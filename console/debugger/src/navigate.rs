//! Commands carried out: the frame that each goes to, and what it does there.
//!
//! ```text
//! DebugCommand ── target ──> (branch, frame), which the caller approaches slice by slice
//!              └─ command ─> the run at that frame, panels, a DebugRequest
//! ```

use super::typing::TypedLine;
use super::{DebugCommand, DebugPage, DebugRequest, Debugger, Panel, Selected, Typing, machine};
use timeline::{Run, StepKind};

/// Steps per second while a key is held.
const SPEEDS: [u32; 7] = [1, 2, 5, 10, 20, 30, 60];

impl Debugger {
    /// [`DebugCommand::Tick`]s per second while a step key is held.
    pub fn pace(&self) -> Option<u32> {
        self.held.map(|_| SPEEDS[self.speed])
    }

    /// The branch and frame that a command goes to. A caller that must not run many frames at once gets closer first, by
    /// [`Run::approach`].
    pub fn target(&self, run: &Run, command: &DebugCommand) -> Option<(u32, u64)> {
        let (branch, now, head) = (run.branch().id, run.now(), run.branch().head());
        let by = |by: i64| now.saturating_add_signed(by).min(head);
        let frame = match command {
            DebugCommand::Step(n) | DebugCommand::Hold(n) => by(*n),
            DebugCommand::Tick => by(self.held?),
            DebugCommand::End(last) => {
                if *last {
                    head
                } else {
                    0
                }
            }
            DebugCommand::Scrub(part) => head.saturating_mul((*part).min(1000)) / 1000,
            DebugCommand::Scroll(n) => self.remembered(run, *n)?,
            DebugCommand::Change(forward) => self.remembered(run, if *forward { 1 } else { -1 })?,
            DebugCommand::Mark(n) => self.marked(run, *n)?,
            DebugCommand::Branch => return Some((self.next_branch(run), now)),
            DebugCommand::Enter => match &self.typing {
                Some(TypedLine { typing: Typing::Goto, text, .. }) => text.trim().parse().ok()?,
                Some(_) => return None,
                None if self.page() == Some(DebugPage::Input) => by(-1),
                None => now,
            },
            DebugCommand::Point(x, y, true) => match self.scrubbed(*x, *y) {
                Some(part) => return self.target(run, &DebugCommand::Scrub(part)),
                None => self.pointed(run, *x, *y)?,
            },
            _ => return None,
        };
        Some((branch, frame.min(head)))
    }

    pub fn command(&mut self, run: &mut Run, command: DebugCommand) -> Option<DebugRequest> {
        let before = run.now();
        // What goes on by itself, or is only pointed at, leaves what is shown.
        let is_done =
            !matches!(command, DebugCommand::Point(_, _, false) | DebugCommand::Tick | DebugCommand::Release);
        let helped = if is_done { std::mem::take(&mut self.helps) } else { self.helps };
        if !matches!(command, DebugCommand::Point(..) | DebugCommand::Tick | DebugCommand::Release) {
            self.told.clear();
        }
        match command {
            DebugCommand::Step(by) => self.gone(run.step(by)),
            DebugCommand::Hold(by) => {
                self.held = Some(by);
                self.gone(run.step(by));
            }
            DebugCommand::Tick => {
                if let Some(by) = self.held {
                    self.gone(run.step(by));
                }
            }
            DebugCommand::Release => self.held = None,
            DebugCommand::Speed(by) => {
                self.speed = self.speed.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
                self.tell(format!("held keys go {} steps a second", SPEEDS[self.speed]), false);
            }
            DebugCommand::End(last) => self.gone(run.goto(if last { u64::MAX } else { 0 })),
            DebugCommand::Scrub(part) => {
                let head = run.branch().head();
                self.gone(run.goto(head.saturating_mul(part.min(1000)) / 1000));
            }
            DebugCommand::Call(by) if self.page() == Some(DebugPage::Code) => {
                self.step_line(run, StepKind::Into, by < 0);
            }
            DebugCommand::Line(kind, back) => self.step_line(run, kind, back),
            DebugCommand::Stop => self.stop_here(run),
            DebugCommand::ToStop(back) => return self.goto_stop(run, back),
            DebugCommand::Writer => return self.goto_writer(run),
            DebugCommand::Call(by) => self.next_call(run, by),
            DebugCommand::Scroll(by) if self.page() == Some(DebugPage::History) => self.recall(run, by),
            DebugCommand::Scroll(by) => self.scroll(run, by),
            DebugCommand::Focus(by) => self.focus = turn(self.focus, by, self.layout.panels.len()),
            DebugCommand::Page(by) => self.next_page(by),
            DebugCommand::Change(forward) if self.page() == Some(DebugPage::History) => {
                self.recall(run, if forward { 1 } else { -1 });
            }
            DebugCommand::Change(forward) => return self.change(run, forward),
            DebugCommand::History => return self.look_back(run),
            DebugCommand::Byte(by) => self.next_byte(by),
            DebugCommand::Against => return Some(DebugRequest::Against),
            DebugCommand::Match(by) => self.matching(run, by),
            DebugCommand::Mark(by) => self.mark(run, by),
            DebugCommand::Bookmark => {
                if !run.unmark() {
                    run.bookmark(&format!("frame {}", run.now()));
                }
            }
            DebugCommand::Pin => self.pin(run),
            DebugCommand::Branch => self.branch(run),
            DebugCommand::Type(Typing::Log) if self.page() == Some(DebugPage::Log) => {
                return self.write_logs(run);
            }
            DebugCommand::Type(typing) => self.begin_line(run, typing),
            DebugCommand::Letter(letter) => self.letter(letter),
            DebugCommand::Erase => self.erase(),
            DebugCommand::Recall(by) => self.earlier(by),
            DebugCommand::Help => self.helps = !helped,
            DebugCommand::Escape if helped => {}
            DebugCommand::Enter if self.typing.is_some() => return self.enter(run),
            DebugCommand::Enter if self.page() == Some(DebugPage::State) => self.unfold(run),
            DebugCommand::Enter if matches!(self.page(), Some(DebugPage::Log | DebugPage::Profile)) => {
                self.open_line(run, self.panels[self.focus].line);
            }
            DebugCommand::Enter => return self.run_edited(run),
            DebugCommand::Escape if self.typing.is_some() => self.unseek(run),
            DebugCommand::Escape if self.working.is_some() => return Some(DebugRequest::Stop),
            DebugCommand::Resume if self.draft(run).is_some() => return self.run_edited(run),
            DebugCommand::Escape | DebugCommand::Resume => return Some(DebugRequest::Resume),
            DebugCommand::Point(x, y, down) => self.point(run, x, y, down),
            DebugCommand::Report => return Some(DebugRequest::Report),
            DebugCommand::Picture => return Some(DebugRequest::Picture),
            DebugCommand::Movie(animated) => return Some(DebugRequest::Movie(animated)),
        }
        if run.now() != before {
            self.call = None;
        }
        self.code = self.code.take().filter(|code| code.is_of(run));
        None
    }

    fn next_call(&mut self, run: &Run, by: i64) {
        let most = self.moment(run).trace.as_ref().map_or(0, |t| t.calls.len());
        let at = self.call.unwrap_or(most).saturating_add_signed(by as isize).min(most);
        self.call = (at < most).then_some(at);
    }

    fn scroll(&mut self, run: &Run, by: i64) {
        if self.page() == Some(DebugPage::Code) {
            let last = self.source(run).lines().len().saturating_sub(1);
            self.cursor = self.cursor.saturating_add_signed(by as isize).min(last);
            return;
        }
        let panel = &mut self.panels[self.focus];
        // The map is selected cell by cell, and scrolled row by row.
        let by = if panel.page == DebugPage::Map { by.saturating_mul(machine::CELLS) } else { by };
        panel.line = panel.line.saturating_add(by).max(0);
    }

    fn next_page(&mut self, by: i64) {
        let pages = DebugPage::ALL;
        let panel = &mut self.panels[self.focus];
        let now = pages.iter().position(|page| *page == panel.page).unwrap_or(0);
        *panel = Panel { page: pages[turn(now, by, pages.len())], line: 0 };
    }

    pub(super) fn gone(&mut self, gone: Result<(), timeline::Crash>) {
        if let Err(crash) = gone {
            self.tell(crash.to_string(), true);
        }
    }

    /// Does a command need the current frame's data? A caller that must not run many frames at once calls [`Debugger::prepare`]
    /// first.
    pub fn looks(ask: &DebugCommand) -> bool {
        matches!(
            ask,
            DebugCommand::Call(_)
                | DebugCommand::Point(..)
                | DebugCommand::Pin
                | DebugCommand::Change(_)
                | DebugCommand::History
                | DebugCommand::Writer
                | DebugCommand::Match(_)
                | DebugCommand::Type(_)
                | DebugCommand::Enter
        )
    }

    fn marked(&self, run: &Run, by: i64) -> Option<u64> {
        let (branch, now) = (run.branch().id, run.now());
        let mut marks = run.bookmarks().iter().filter(|mark| mark.branch == branch).map(|mark| mark.frame);
        if by > 0 { marks.find(|f| *f > now) } else { marks.rfind(|f| *f < now) }
    }

    fn mark(&mut self, run: &mut Run, by: i64) {
        match self.marked(run, by) {
            Some(frame) => self.gone(run.goto(frame)),
            None => self.tell("no bookmark there", true),
        }
    }

    fn pin(&mut self, run: &mut Run) {
        match self.selected(run) {
            Some(Selected::Field(path)) => match self.pins.iter().position(|pin| *pin == path) {
                Some(at) => _ = self.pins.remove(at),
                None => self.pins.push(path),
            },
            _ => self.tell("select a field first", true),
        }
    }

    fn next_branch(&self, run: &Run) -> u32 {
        let ids: Vec<u32> = run.branches().iter().map(|branch| branch.id).collect();
        let now = ids.iter().position(|id| *id == run.branch().id).unwrap_or(0);
        ids[turn(now, 1, ids.len())]
    }

    fn branch(&mut self, run: &mut Run) {
        let switched = run.switch(self.next_branch(run)).map(drop);
        self.gone(switched);
    }

    fn next_byte(&mut self, by: i64) {
        let panel = &mut self.panels[self.focus];
        if panel.page == DebugPage::Memory {
            let at = (panel.line * 8 + self.byte).saturating_add(by).clamp(0, 0xffff);
            (panel.line, self.byte) = (at / 8, at % 8);
        }
    }
}

fn turn(now: usize, by: i64, all: usize) -> usize {
    (now as i64 + by).rem_euclid(all.max(1) as i64) as usize
}
