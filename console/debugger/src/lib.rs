//! The debugger on the screen: a run's line of time, walked in both directions, and what is in each moment.
//!
//! ```text
//!  +---------+-----------+ ...    the game's picture, always whole pixels; panels beside and below it, as many as can be read
//!  | picture | panel     |        in the window, which they fill; each shows any of the pages:
//!  +---------+-----------+
//!  | panel   | panel     |        state  calls  changes  watch  memory  input  sound  sheet  draw  cost  map  debug  flags  code  log  profile
//!  +---------+-----------+
//!  | all of the run      |        frame, branch, bookmarks
//!  | what is said, keys  |        the keys that matter now; F1 shows all
//!  +---------------------+
//! ```
//!
//! ```text
//! commands.rs the table of commands and keys              session.rs the queue of what is still to be done
//! search.rs  what is looked for through time
//! edit.rs    the past changed            layout.rs  panels side by side        bar.rs  the foot: line of time, what is said
//! typing.rs  a line that is typed        help.rs    the sheet of keys                  mouse.rs  what is pointed at
//! moment.rs  a moment, worked out once   page.rs    what a panel can show        history.rs  all that a value was
//! state.rs memory.rs machine.rs sound.rs cost.rs code.rs lines.rs    the pages         letters.rs   what they are written in
//! ```
//!
//! [`Debugger`] is a value without a clock, window or disk: what is pressed comes in as a [`DebugCommand`], what only the window can do goes
//! out as a [`DebugRequest`], and the picture is drawn by the machine's own rasteriser, panel by panel, onto a [`Canvas`] of any size.
//! The run is lent to it; nothing of the debugger is part of a run.

#![deny(clippy::float_arithmetic)]

mod bar;
mod code;
mod commands;
mod cost;
mod edit;
mod help;
mod history;

mod layout;
mod lines;
mod machine;
mod memory;
mod moment;
mod mouse;
mod page;
mod search;
mod session;
mod sound;
mod state;
#[cfg(test)]
mod tests;
mod typing;

pub use commands::{COMMANDS, CommandRow, DebugCommand, DebugRequest, Press};
pub use cost::Costs;
pub use history::History;
pub use layout::canvas_size;
pub use page::DebugPage;
pub use search::{Search, SearchOutcome, Searching};
pub use session::{Closed, DebugSession};
pub use typing::Typing;

use bar::Foot;
use edit::InputEdit;
pub use moment::Known;
use moment::{Moment, MomentWork};
use rasher::Machine;
use studio::Area;
use studio::JobProgress;
use studio::canvas::{Canvas, Painter};
use timeline::{Run, StepKind};
use typing::TypedLine;

/// Steps a second of what is held.
const SPEEDS: [u32; 7] = [1, 2, 5, 10, 20, 30, 60];

#[derive(Clone, Debug)]
pub struct Debugger {
    panels: Vec<Panel>,
    focus: usize,
    /// Calls of the frame that are shown; none for all.
    call: Option<usize>,
    /// The line that the frame stands before; none at its end.
    code: Option<Box<code::CodeMoment>>,
    /// The selected line of the source, by its number among all.
    cursor: usize,
    /// Stops, logpoints and what came of them.
    lines: lines::LineNotes,
    /// The pixel of the game's picture that was pointed at.
    pixel: Option<(u8, u8)>,
    pins: Vec<String>,
    typing: Option<TypedLine>,
    /// Conditions that were typed, oldest first.
    conditions: Vec<String>,
    /// Is the sheet of keys open?
    helps: bool,
    /// The part of a name that fields were looked for by.
    sought: String,
    /// Places of the state that are folded, or unfolded, otherwise than by themselves.
    turned: state::Turned,
    /// The line that was selected before.
    before: i64,
    told: String,
    bad: bool,
    /// What is known of the end of a branch.
    warning: Option<(u32, String)>,
    moment: Option<Moment>,
    /// The moment that is to be known next.
    work: Option<MomentWork>,
    layout: layout::Layout,
    /// Frames of each step that is held.
    held: Option<i64>,
    speed: usize,
    draft: Option<InputEdit>,
    working: Option<JobProgress>,
    costs: Costs,
    /// A moment, by branch and frame, as it looks with data that no frame has begun with yet.
    preview: Option<((u32, u64), Machine)>,
    history: Option<History>,
    /// The byte of the memory's line that is selected, 0 to 7.
    byte: i64,
}

/// A panel: the page that it shows, and where in it one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Panel {
    page: DebugPage,
    line: i64,
}

impl Default for Debugger {
    fn default() -> Self {
        Self::new()
    }
}

impl Debugger {
    /// The debugger as it opens.
    pub fn new() -> Debugger {
        Debugger {
            panels: DebugPage::ALL.iter().map(|page| Panel { page: *page, line: 0 }).collect(),
            focus: 0,
            call: None,
            code: None,
            cursor: 0,
            lines: lines::LineNotes::default(),
            pixel: None,
            pins: Vec::new(),
            typing: None,
            conditions: Vec::new(),
            helps: false,
            sought: String::new(),
            turned: state::Turned::new(),
            before: 0,
            told: String::new(),
            bad: false,
            warning: None,
            moment: None,
            work: None,
            layout: layout::Layout::new(256, 256, 0),
            held: None,
            speed: 3,
            draft: None,
            working: None,
            costs: Costs::default(),
            preview: None,
            history: None,
            byte: 0,
        }
    }

    /// Opened again: panels, watch list, conditions and speed are as they were left.
    pub fn reopened(&self) -> Debugger {
        Debugger {
            panels: self.panels.clone(),
            focus: self.focus,
            pins: self.pins.clone(),
            conditions: self.conditions.clone(),
            sought: self.sought.clone(),
            turned: self.turned.clone(),
            speed: self.speed,
            cursor: self.cursor,
            lines: self.lines.kept(),
            ..Debugger::new()
        }
    }

    /// Says something at the lower edge.
    pub fn tell(&mut self, text: impl Into<String>, bad: bool) {
        (self.told, self.bad) = (text.into(), bad);
    }

    /// Says what comes after the moment where a run stands, as long as one is in that branch.
    pub fn warn(&mut self, run: &Run, text: &str) {
        self.warning = Some((run.branch().id, text.to_string()));
    }

    /// What the foot says on a canvas of that width: why the branch ends, what was said or is typed, line by line.
    pub fn says(&self, run: &Run, width: i32) -> Vec<String> {
        Foot::new(run, self, width).lines()
    }

    /// Takes over how long the host needed for the frames that it ran.
    pub fn cost(&mut self, costs: Costs) {
        self.costs = costs;
    }

    /// A moment, by branch and frame, is shown as that machine's picture has it: with data that no frame has begun with yet.
    pub fn preview(&mut self, preview: Option<((u32, u64), Machine)>) {
        self.preview = preview;
    }

    /// The fields on the watch list.
    pub fn pins(&self) -> &[String] {
        &self.pins
    }

    /// While something is held: how often a second [`DebugCommand::Tick`] is wanted.
    pub fn pace(&self) -> Option<u32> {
        self.held.map(|_| SPEEDS[self.speed])
    }

    /// The branch and frame that a command will go to. Whoever may not run many frames at once comes nearer first, by
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

    /// Does what was asked for.
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
            DebugCommand::Call(by) => {
                let most = self.moment(run).trace.as_ref().map_or(0, |t| t.calls.len());
                let at = self.call.unwrap_or(most).saturating_add_signed(by as isize).min(most);
                self.call = (at < most).then_some(at);
            }
            DebugCommand::Scroll(by) if self.page() == Some(DebugPage::History) => self.recall(run, by),
            DebugCommand::Scroll(by) if self.page() == Some(DebugPage::Code) => {
                let last = self.source(run).lines().len().saturating_sub(1);
                self.cursor = self.cursor.saturating_add_signed(by as isize).min(last);
            }
            DebugCommand::Scroll(by) => {
                let panel = &mut self.panels[self.focus];
                // The map is selected cell by cell, and walked row by row.
                let by = if panel.page == DebugPage::Map { by.saturating_mul(machine::CELLS) } else { by };
                panel.line = panel.line.saturating_add(by).max(0);
            }
            DebugCommand::Focus(by) => self.focus = turn(self.focus, by, self.layout.panels.len()),
            DebugCommand::Page(by) => {
                let pages = DebugPage::ALL;
                let panel = &mut self.panels[self.focus];
                let now = pages.iter().position(|page| *page == panel.page).unwrap_or(0);
                *panel = Panel { page: pages[turn(now, by, pages.len())], line: 0 };
            }
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

    fn gone(&mut self, gone: Result<(), timeline::Crash>) {
        if let Err(crash) = gone {
            self.tell(crash.to_string(), true);
        }
    }

    /// This moment, worked out once.
    fn moment(&mut self, run: &Run) -> &Moment {
        let known = self.moment.take().filter(|moment| moment.is_of(run) && moment.has_calls);
        self.moment.insert(match known {
            Some(moment) => moment,
            None => Moment::new(run),
        })
    }

    /// Works out what is shown of the moment where the run stands, by running at most `most` frames, beside a single one; tells how
    /// far it is known. Drawing then takes no frame.
    pub fn prepare(&mut self, run: &Run, most: u64) -> Known {
        if self.moment.as_ref().is_some_and(|moment| moment.is_of(run) && moment.has_calls) {
            return Known::All;
        }
        let known = self.work.take().filter(|work| work.is_of(run));
        let mut work = known.unwrap_or_else(|| MomentWork::begin(run));
        let known = work.step(run, most);
        match known {
            Known::Little => {}
            Known::ButCalls if self.moment.as_ref().is_some_and(|moment| moment.is_of(run)) => {}
            Known::ButCalls => {
                let before = self.moment.take().and_then(|moment| moment.trace);
                self.moment = Some(work.so_far(before));
            }
            Known::All => {
                self.moment = Some(work.end());
                return known;
            }
        }
        self.work = Some(work);
        known
    }

    /// Does an ask look at the moment where the run stands, beside what it does? Whoever may not run many frames at once prepares the
    /// moment before.
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

    /// The page of the panel that has the focus.
    fn page(&self) -> Option<DebugPage> {
        self.panels.get(self.focus).map(|panel| panel.page)
    }

    /// Shows a page in the panel beside, if none shows it.
    fn show_beside(&mut self, page: DebugPage) {
        let shown = self.layout.panels.len().min(self.panels.len());
        if !self.panels[..shown].iter().any(|panel| panel.page == page) {
            let beside = (self.focus + 1) % shown.max(1);
            self.panels[beside] = Panel { page, line: 0 };
        }
    }

    /// The line of the page in focus, if it is one that can be selected there.
    fn selected(&mut self, run: &mut Run) -> Option<Selected> {
        let Panel { page, line } = *self.panels.get(self.focus)?;
        let (pins, sought) = (self.pins.clone(), self.filter().map(str::to_string));
        let turned = self.turned.clone();
        let (types, changes) =
            self.code.as_ref().map(|code| (code.types.clone(), code.changes.clone())).unzip();
        let moment = self.moment(run);
        match page {
            DebugPage::State => {
                state::shown(types.as_ref().unwrap_or(&moment.types), &turned, sought.as_deref())
                    .get(line as usize)
                    .map(|row| Selected::Field(row.path.clone()))
            }
            DebugPage::Changes => {
                let changes = changes.as_ref().unwrap_or(&moment.changes);
                let fields = changes.fields.get(line as usize).map(|f| Selected::Field(f.path.clone()));
                let region = (line as usize).checked_sub(changes.fields.len());
                fields.or_else(|| Some(Selected::Byte(changes.regions.get(region?)?.first)))
            }
            DebugPage::Watch => pins.get(line as usize).cloned().map(Selected::Field),
            DebugPage::Memory => Some(Selected::Byte((line * 8 + self.byte).min(0xffff) as u16)),
            DebugPage::Map => machine::cell(run.console().machine(), line),
            _ => None,
        }
    }

    /// The next bookmark, or the one before.
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

    /// The next byte of memory, or the one before.
    fn next_byte(&mut self, by: i64) {
        let panel = &mut self.panels[self.focus];
        if panel.page == DebugPage::Memory {
            let at = (panel.line * 8 + self.byte).saturating_add(by).clamp(0, 0xffff);
            (panel.line, self.byte) = (at / 8, at % 8);
        }
    }

    /// Draws the debugger onto a canvas of that many pixels, at least 256 by 160.
    pub fn draw(&mut self, run: &mut Run, width: i32, height: i32) -> Canvas {
        let foot = Foot::new(run, self, width);
        self.layout = layout::Layout::new(width, height, foot.height());
        self.focus = self.focus.min(self.layout.panels.len().saturating_sub(1));
        let mut painter = Painter::new(self.layout.w, self.layout.h);
        if !self.moment.as_ref().is_some_and(|moment| moment.is_of(run)) {
            self.moment(run);
        }
        self.note_call(run.now());
        let Some(moment) = self.moment.take() else { return painter.canvas };
        match (self.call, &moment.trace) {
            _ if self.code.is_some() => {
                painter.canvas.picture(self.console(run).machine(), self.layout.game, self.pixel);
            }
            (Some(call), Some(trace)) if moment.has_calls => {
                painter.canvas.picture(&trace.machine_after(call), self.layout.game, self.pixel);
            }
            _ => {
                let preview = self.preview.iter().find(|(at, _)| *at == (run.branch().id, run.now()));
                let machine = preview.map_or(run.console().machine(), |(_, machine)| machine);
                painter.canvas.picture(machine, self.layout.game, self.pixel);
            }
        }
        for (n, area) in self.layout.panels.iter().enumerate() {
            let panel = self.panels[n % self.panels.len()];
            let context = page::PanelContext { debugger: self, moment: &moment, run, panel, area: *area };
            painter.panel(*area, panel.page.name(), n == self.focus, |p8| context.draw(p8));
        }
        if let Some(area) = self.layout.glance {
            painter.area(area, |p8| machine::glance(p8, &moment, run));
        }
        // Where there is more to say it lies over the panels.
        self.layout.foot = foot.area(self.layout.foot);
        let area = self.layout.foot;
        painter.area(area, |p8| foot.draw(p8, area, run, self));
        if self.helps {
            let room = Area { x: 0, y: 0, w: self.layout.w, h: area.y };
            self.draw_help(&mut painter, room);
        }
        self.moment = Some(moment);
        painter.canvas
    }
}

/// What is selected in a panel.
enum Selected {
    Field(String),
    Byte(u16),
    Cell { x: i32, y: i32, addr: u16 },
}

impl std::fmt::Display for Selected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Selected::Field(path) => f.write_str(path),
            Selected::Byte(addr) => write!(f, "0x{addr:04x}"),
            Selected::Cell { x, y, .. } => write!(f, "cell {x} {y}"),
        }
    }
}

fn turn(now: usize, by: i64, all: usize) -> usize {
    (now as i64 + by).rem_euclid(all.max(1) as i64) as usize
}
