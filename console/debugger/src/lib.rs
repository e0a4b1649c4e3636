//! The debugger on the screen: a run as a time bar to walk in both directions, and panels with what is in each frame.
//!
//! ```text
//!  +---------+-----------+ ...    the game's picture in whole pixels; panels to its right and below, as many as fit and can
//!  | picture | panel     |        be read; each shows any of the pages:
//!  +---------+-----------+
//!  | panel   | panel     |        state  calls  changes  watch  memory  input  sound  sheet  draw  cost  map  debug  flags  code  log  profile
//!  +---------+-----------+
//!  | time bar            |        frame, branch, bookmarks
//!  | message, keys       |        the keys that matter now; F1 shows all
//!  +---------------------+
//! ```
//!
//! ```text
//! commands.rs the table of commands and keys         session.rs  the queue of keys and results, a slice of work at a time
//! navigate.rs commands carried out    pointer.rs hover.rs  clicks, and the text for the pointer's place    search.rs   searches through the run
//! links.rs    from a row or pixel to its line, and back    origin.rs   where a value comes from    syntax.rs  lines as syntax
//! edit.rs     edits of the past                      layout.rs   where panels are       bar.rs    the foot: time bar, message, hints; help
//! strips.rs   what happened when, in columns         overview.rs rows.rs  its rows, the picture under the pointer, a range
//! palette.rs  commands and pages by name
//! prompt.rs typed.rs  text input                       page.rs     the table of pages     history.rs  every value a field had
//! moment.rs   a frame's data, computed once              tree.rs     rows of the state, walked from the selected one
//! state.rs machine.rs cost.rs code.rs lines.rs flame.rs    the pages
//! ```
//!
//! [`Debugger`] is a value without a clock, window or disk: key presses come in as a [`DebugCommand`], what only the player can do goes
//! out as a [`DebugRequest`], and the machine's own rasteriser draws the panels onto a [`Canvas`] of any size. The run is lent to it;
//! nothing of the debugger is part of a run.

#![deny(clippy::float_arithmetic)]

mod bar;
mod code;
mod colors;
mod commands;
mod cost;
mod edit;
#[cfg(test)]
#[path = "../../studio/src/extreme_texts.rs"]
mod extreme_texts;
mod flame;
mod history;
mod hover;
mod layout;
mod lines;
mod links;
mod machine;
mod moment;
mod navigate;
mod origin;
mod overview;
mod page;
mod palette;
mod pointer;
mod prompt;
mod rows;
mod search;
mod session;
mod state;
mod strips;
mod syntax;
#[cfg(test)]
mod tests;
mod tree;
mod typed;
mod variables;

pub use commands::{COMMANDS, DebugCommand, DebugCommandRow, Press};
pub use cost::FrameTimes;
pub use history::ValueHistory;
pub use layout::canvas_size;
pub use moment::MomentProgress;
pub use page::DebugPage;
pub use search::{RunSearch, SearchOutcome, Searching};
pub use session::{Closed, DebugEvent, DebugSession};
pub use typed::PromptKind;

use bar::Foot;
use edit::{InputEdit, Selected};
use moment::{Moment, MomentWork};
use page::PanelContext;
use prompt::Prompt;
use rasher::{Breakpoint, Input, Logpoint, Machine};
use std::collections::BTreeSet;
use studio::canvas::{Canvas, CanvasPainter};
use studio::{Area, JobProgress, Notice};
use timeline::Run;

#[derive(Clone, Debug, Default)]
pub struct Debugger {
    setup: Setup,
    layout: layout::PanelLayout,
    help_open: bool,
    prompt: Option<Prompt>,
    message: Option<Notice>,
    /// A branch, and why it ends.
    warning: Option<(u32, String)>,
    /// How many calls of the frame the picture shows; none for all.
    call: Option<usize>,
    /// Places before the last jumps.
    visits: Vec<links::Visit>,
    /// The line that gave a followed value.
    origin: Option<origin::Origin>,
    /// The selected variable of the call on the code page, and whether the arrow keys move it.
    variable: tree::Selection,
    in_variables: bool,
    mouse: pointer::Mouse,
    /// The line about to run; none at the frame's end.
    code: Option<Box<code::CodeMoment>>,
    pixel: Option<(u8, u8)>,
    pointer: (i32, i32),
    drag: Option<overview::Drag>,
    hover: Option<overview::Hover>,
    strips: strips::Strips,
    /// A branch, and the first and last selected frame.
    range: Option<(u32, u64, u64)>,
    /// Esc was pressed with nothing open: again, it closes the debugger.
    leaves: bool,
    /// The selected byte of the memory line, 0 to 7.
    byte: i64,
    held: Option<i64>,
    draft: Option<InputEdit>,
    moment: Option<Moment>,
    moment_work: Option<MomentWork>,
    pub job: Option<JobProgress>,
    pub frame_times: FrameTimes,
    /// A frame, by branch and number, drawn with edited data that no frame has started with yet.
    pub preview: Option<((u32, u64), Machine)>,
    history: Option<ValueHistory>,
    logs: Option<lines::Logs>,
    profile: Option<flame::ProfileView>,
}

/// What stays when the debugger is closed and opened again.
#[derive(Clone, Debug)]
struct Setup {
    panels: Vec<Panel>,
    focus: usize,
    cursor: usize,
    /// The first shown column of the code, and the text of the last search in it.
    column: usize,
    last_code: String,
    breakpoints: Vec<Breakpoint>,
    logpoints: Vec<Logpoint>,
    watched: Vec<String>,
    conditions: Vec<String>,
    evaluated: Vec<String>,
    last_search: String,
    /// The selected field of the state, and the path of the selected change.
    selection: tree::Selection,
    change: String,
    is_hex: bool,
    change_filter: String,
    hidden_changes: BTreeSet<String>,
    /// Paths whose folding differs from the default.
    toggled: BTreeSet<String>,
    speed: usize,
    /// The greatest height of the timeline's rows.
    timeline: i32,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            panels: DebugPage::ALL.iter().map(|page| Panel { page: *page, line: 0 }).collect(),
            focus: 0,
            cursor: 0,
            column: 0,
            last_code: String::new(),
            breakpoints: Vec::new(),
            logpoints: Vec::new(),
            watched: Vec::new(),
            conditions: Vec::new(),
            evaluated: Vec::new(),
            last_search: String::new(),
            selection: tree::Selection::default(),
            change: String::new(),
            is_hex: false,
            change_filter: String::new(),
            hidden_changes: BTreeSet::new(),
            toggled: BTreeSet::new(),
            speed: 3,
            timeline: 0,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum DebugRequest {
    Resume,
    Report,
    Screenshot,
    /// A GIF, or with true an animated PNG.
    Movie(bool),
    /// Search the run; [`Debugger::show_result`] takes the outcome.
    Search(RunSearch),
    /// Compare the run with the other recording; [`Debugger::show_comparison`] takes the outcome.
    CompareRecording,
    /// Run one new frame with that input, effects included.
    RunFrame(Box<Input>),
    CancelJob,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Panel {
    page: DebugPage,
    line: i64,
}

impl Debugger {
    pub fn reopened(&self) -> Debugger {
        Debugger { setup: self.setup.clone(), strips: self.strips.kept(), ..Debugger::default() }
    }

    pub fn show_notice(&mut self, notice: Notice) {
        self.message = Some(notice);
    }

    fn show_message(&mut self, text: impl Into<String>) {
        self.show_notice(Notice { text: text.into(), bad: false });
    }

    pub fn show_error(&mut self, text: impl Into<String>) {
        self.show_notice(Notice { text: text.into(), bad: true });
    }

    fn show_crash(&mut self, result: Result<(), timeline::Crash>) {
        if let Err(crash) = result {
            self.show_error(crash.to_string());
        }
    }

    pub fn warn(&mut self, run: &Run, text: &str) {
        self.warning = Some((run.branch().id, text.to_string()));
    }

    pub fn foot_lines(&self, run: &Run, width: i32) -> Vec<String> {
        Foot::new(run, self, width).lines()
    }

    pub fn watched(&self) -> &[String] {
        &self.setup.watched
    }

    fn moment(&mut self, run: &Run) -> &Moment {
        let known = self.moment.take().filter(|moment| moment.is_of(run) && moment.has_calls);
        self.moment.insert(known.unwrap_or_else(|| Moment::new(run)))
    }

    /// Computes what the panels show of the run's current frame. Runs at most `limit` frames and one more, and returns how far it
    /// got. Drawing then runs no frame.
    pub fn prepare(&mut self, run: &Run, limit: u64) -> MomentProgress {
        if self.moment.as_ref().is_some_and(|moment| moment.is_of(run) && moment.has_calls) {
            return MomentProgress::Done;
        }
        let known = self.moment_work.take().filter(|work| work.is_of(run));
        let mut work = known.unwrap_or_else(|| MomentWork::begin(run));
        let progress = work.step(run, limit);
        match progress {
            MomentProgress::Pending => {}
            MomentProgress::WithoutCalls if self.moment.as_ref().is_some_and(|moment| moment.is_of(run)) => {}
            MomentProgress::WithoutCalls => {
                let before = self.moment.take().and_then(|moment| moment.trace);
                self.moment = Some(work.so_far(before));
            }
            MomentProgress::Done => {
                self.moment = Some(work.end());
                return progress;
            }
        }
        self.moment_work = Some(work);
        progress
    }

    fn panel(&mut self) -> &mut Panel {
        &mut self.setup.panels[self.setup.focus]
    }

    fn page(&self) -> Option<DebugPage> {
        self.setup.panels.get(self.setup.focus).map(|panel| panel.page)
    }

    /// Shows a page in the panel that has it, or else in the current one.
    fn focus_page(&mut self, page: DebugPage) {
        let count = self.layout.panels.len().min(self.setup.panels.len());
        match self.setup.panels[..count].iter().position(|panel| panel.page == page) {
            Some(n) => self.setup.focus = n,
            None => *self.panel() = Panel { page, line: 0 },
        }
    }

    fn open_page(&mut self, page: DebugPage) {
        let panels = &mut self.setup.panels;
        let count = self.layout.panels.len().min(panels.len());
        if !panels[..count].iter().any(|panel| panel.page == page) {
            panels[(self.setup.focus + 1) % count.max(1)] = Panel { page, line: 0 };
        }
    }

    fn selected(&mut self, run: &mut Run) -> Option<Selected> {
        let Panel { page, line } = *self.setup.panels.get(self.setup.focus)?;
        if page == DebugPage::State {
            let at = self.with_tree(run, |tree, selection| {
                let at = tree.resolve(selection);
                (!at.is_gone).then(|| at.row.path())
            });
            return at.map(Selected::Field);
        }
        _ = self.moment(run);
        let moment = self.moment.as_ref()?;
        match page {
            DebugPage::Changes => {
                let changes = self.code.as_ref().map_or(&moment.changes, |code| &code.changes);
                let fields = self.shown_changes(changes);
                let (line, is_there) = self.change_at(&fields, changes, line);
                if !is_there {
                    return Some(Selected::Field(self.setup.change.clone()));
                }
                let region = line.checked_sub(fields.len());
                let field = fields.get(line).map(|field| Selected::Field(field.path.clone()));
                field.or_else(|| Some(Selected::Byte(changes.regions.get(region?)?.first)))
            }
            DebugPage::Watch => self.setup.watched.get(line as usize).cloned().map(Selected::Field),
            DebugPage::Memory => Some(Selected::Byte((line * 8 + self.byte).min(0xffff) as u16)),
            DebugPage::Map => machine::cell(run.console().machine(), line),
            _ => None,
        }
    }

    pub fn draw(&mut self, run: &mut Run, width: i32, height: i32) -> Canvas {
        let foot = Foot::new(run, self, width);
        let strips = self.strips_height(height.max(layout::LEAST.1) - foot.height() - rasher::SIDE as i32);
        self.layout = layout::PanelLayout::new(width, height, foot.height(), strips);
        self.setup.focus = self.setup.focus.min(self.layout.panels.len().saturating_sub(1));
        let mut painter = CanvasPainter::new(self.layout.w, self.layout.h);
        if !self.moment.as_ref().is_some_and(|moment| moment.is_of(run)) {
            self.moment(run);
        }
        self.note_call(run.now());
        let Some(moment) = self.moment.take() else { return painter.canvas };
        let part = self.call.filter(|_| self.code.is_none() && moment.has_calls).zip(moment.trace.as_ref());
        let part = part.map(|(call, trace)| trace.machine_after(call));
        let preview = self.preview.iter().find(|(at, _)| *at == (run.branch().id, run.now()));
        let preview = preview.filter(|_| self.code.is_none()).map(|(_, machine)| machine);
        let machine = part.as_ref().or(preview).unwrap_or(self.console(run).machine());
        painter.canvas.picture(machine, self.layout.game, self.pixel);
        for (n, area) in self.layout.panels.iter().enumerate() {
            let panel = self.setup.panels[n % self.setup.panels.len()];
            let view = PanelContext { debugger: self, moment: &moment, run, panel, area: *area };
            let focused = n == self.setup.focus;
            let title = match (panel.page, &self.profile) {
                (DebugPage::Profile, Some(profile)) => profile.title(),
                (DebugPage::Code, _) => self.code_title(run),
                (page, _) => page.name().to_string(),
            };
            painter.panel(*area, &title, focused, |p8| draw_page(&view, p8));
        }
        if let Some(area) = self.layout.summary {
            painter.area(area, |p8| machine::summary(p8, &moment, run));
        }
        // A long message covers a part of the panels.
        self.layout.foot = foot.area(self.layout.foot);
        let area = self.layout.foot;
        if strips > 0 {
            self.draw_strips(&mut painter, run);
        }
        painter.area(area, |p8| foot.draw(p8, area, run, self));
        self.draw_hover(&mut painter, run);
        self.draw_list(&mut painter);
        if self.help_open {
            self.draw_help(&mut painter, Area { x: 0, y: 0, w: self.layout.w, h: area.y });
        }
        self.moment = Some(moment);
        painter.canvas
    }
}

fn draw_page(view: &PanelContext<'_>, p8: &mut Machine) {
    match view.panel.page {
        DebugPage::State => state::draw(view, p8),
        DebugPage::Calls => machine::calls(view, p8),
        DebugPage::Changes => state::changes(view, p8),
        DebugPage::Watch => state::watch(view, p8),
        DebugPage::Memory => machine::memory(view, p8),
        DebugPage::Input => machine::input(view, p8),
        DebugPage::Sound => machine::sound(view, p8),
        DebugPage::Sheet => machine::sheet(view, p8),
        DebugPage::Draw => machine::registers(view, p8),
        DebugPage::Cost => cost::draw(view, p8),
        DebugPage::Map => machine::map(view, p8),
        DebugPage::Debug => machine::debug(view, p8),
        DebugPage::Flags => machine::flags(view, p8),
        DebugPage::History => history::draw(view, p8),
        DebugPage::Code => code::draw(view, p8),
        DebugPage::Log => lines::log(view, p8),
        DebugPage::Profile => flame::draw(view, p8),
    }
}
