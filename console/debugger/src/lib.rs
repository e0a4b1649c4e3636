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
//! navigate.rs commands carried out: where they go in the run
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

#[cfg(test)]
#[path = "../../studio/src/extreme_texts.rs"]
mod extreme_texts;
mod layout;
mod lines;
mod machine;
mod memory;
mod moment;
mod mouse;
mod navigate;
mod page;
mod search;
mod session;
mod sound;
mod state;
#[cfg(test)]
mod tests;
mod typing;

pub use commands::{COMMANDS, CommandRow, DebugCommand, Press, Typing};
pub use cost::Costs;
pub use history::History;
pub use layout::canvas_size;
pub use page::DebugPage;
pub use search::{Search, SearchOutcome, Searching};
pub use session::{Closed, DebugSession};

use bar::Foot;
use edit::InputEdit;
pub use moment::Known;
use moment::{Moment, MomentWork};
use page::PanelContext;
use rasher::{Input, Machine};
use studio::Area;
use studio::JobProgress;
use studio::canvas::{Canvas, Painter};
use timeline::Run;
use typing::TypedLine;

#[derive(Clone, Debug)]
pub struct Debugger {
    panels: Vec<Panel>,
    focus: usize,
    /// How many calls of the frame are shown; none for all.
    call: Option<usize>,
    /// The line about to run; none at the frame's end.
    code: Option<Box<code::CodeMoment>>,
    /// Index of the selected source line.
    cursor: usize,
    /// Breakpoints, logpoints and their results.
    lines: lines::LineNotes,
    /// The pixel of the game that was clicked.
    pixel: Option<(u8, u8)>,
    pins: Vec<String>,
    typing: Option<TypedLine>,
    conditions: Vec<String>,
    helps: bool,
    /// The text of the last field search.
    sought: String,
    /// Paths whose folding differs from the default.
    turned: state::Turned,
    /// The selected line before a field search.
    before: i64,
    told: String,
    bad: bool,
    /// A branch, and why it ends.
    warning: Option<(u32, String)>,
    moment: Option<Moment>,
    work: Option<MomentWork>,
    layout: layout::Layout,
    /// Frames per held step.
    held: Option<i64>,
    speed: usize,
    draft: Option<InputEdit>,
    working: Option<JobProgress>,
    costs: Costs,
    /// A frame, by branch and number, drawn with edited data that no frame has started with yet.
    preview: Option<((u32, u64), Machine)>,
    history: Option<History>,
    /// The selected byte of the memory line, 0 to 7.
    byte: i64,
}

/// What the debugger asks of the player.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugRequest {
    Resume,
    Report,
    Picture,
    /// A GIF, or with true an animated PNG.
    Movie(bool),
    /// Search the run; [`Debugger::found`] takes the outcome.
    Search(Search),
    /// Compare the run with the other recording; [`Debugger::diverged`] takes the outcome.
    Against,
    /// Run one new frame with that input, effects included.
    Frame(Box<Input>),
    /// Cancel the job that is running.
    Stop,
}

/// A page and its selected line.
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

    /// A new debugger that keeps panels, watch list, conditions, speed and breakpoints.
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

    pub fn tell(&mut self, text: impl Into<String>, bad: bool) {
        (self.told, self.bad) = (text.into(), bad);
    }

    /// Shows a warning while the run is in its current branch.
    pub fn warn(&mut self, run: &Run, text: &str) {
        self.warning = Some((run.branch().id, text.to_string()));
    }

    /// The lines of the foot on a canvas of that width.
    pub fn says(&self, run: &Run, width: i32) -> Vec<String> {
        Foot::new(run, self, width).lines()
    }

    /// Sets the frame times that the host has measured.
    pub fn cost(&mut self, costs: Costs) {
        self.costs = costs;
    }

    /// Shows that machine's picture for a frame, by branch and number.
    pub fn preview(&mut self, preview: Option<((u32, u64), Machine)>) {
        self.preview = preview;
    }

    pub fn pins(&self) -> &[String] {
        &self.pins
    }

    /// The current frame's data, computed once.
    fn moment(&mut self, run: &Run) -> &Moment {
        let known = self.moment.take().filter(|moment| moment.is_of(run) && moment.has_calls);
        self.moment.insert(match known {
            Some(moment) => moment,
            None => Moment::new(run),
        })
    }

    /// Computes what the panels show of the run's current frame. Runs at most `most` frames and one more, and returns how much is
    /// known. Drawing then runs no frame.
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

    fn page(&self) -> Option<DebugPage> {
        self.panels.get(self.focus).map(|panel| panel.page)
    }

    fn show_beside(&mut self, page: DebugPage) {
        let shown = self.layout.panels.len().min(self.panels.len());
        if !self.panels[..shown].iter().any(|panel| panel.page == page) {
            let beside = (self.focus + 1) % shown.max(1);
            self.panels[beside] = Panel { page, line: 0 };
        }
    }

    /// The selected value of the focused page, if it has any.
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
            let view = PanelContext { debugger: self, moment: &moment, run, panel, area: *area };
            painter.panel(*area, panel.page.name(), n == self.focus, |p8| draw_page(&view, p8));
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

fn draw_page(view: &PanelContext<'_>, p8: &mut Machine) {
    match view.panel.page {
        DebugPage::State => state::draw(view, p8),
        DebugPage::Watch => state::watch(view, p8),
        DebugPage::Changes => state::changes(view, p8),
        DebugPage::Calls => machine::calls(view, p8),
        DebugPage::Memory => memory::draw(view, p8),
        DebugPage::Sheet => machine::sheet(view, p8),
        DebugPage::Map => machine::map(view, p8),
        DebugPage::Draw => machine::registers(view, p8),
        DebugPage::Sound => sound::draw(view, p8),
        DebugPage::Input => machine::input(view, p8),
        DebugPage::Cost => cost::draw(view, p8),
        DebugPage::Debug => machine::debug(view, p8),
        DebugPage::Flags => memory::flags(view, p8),
        DebugPage::History => history::draw(view, p8),
        DebugPage::Code => code::draw(view, p8),
        DebugPage::Log => lines::log(view, p8),
        DebugPage::Profile => lines::profile(view, p8),
    }
}
