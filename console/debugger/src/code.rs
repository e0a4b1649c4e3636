//! The code page: the source around the current line, the active calls, their variables.
//!
//! ```text
//! [ ]         step a line, into calls      with shift over them      with ctrl out of them
//! up down     select a line; `lines.rs` sets breakpoints and logpoints on it
//!
//!   5  function f(m)             source, with a bar on the selected line; the number of the current one is yellow
//! * 6   local d=m.x*2            a red mark is a breakpoint, a blue one a logpoint; a click at the edge sets one
//! > f 6                          the calls, the innermost first; a click selects one
//!   _update 11
//! d 4                            its locals, then its upvalues
//! ```
//!
//! At a line, every page shows the state there, and the picture shows what has been drawn so far. A line is a position in the frame that
//! led to a moment; leaving that frame leaves it. Nothing is stored for lines: each is computed by running its frame again
//! (`timeline/src/lines.rs`). A Rust cart's lines are those that call the machine, and it has no variables there.

use super::colors::colored;
use super::page::PanelContext;
use super::{DebugPage, DebugRequest, Debugger, moment, page};
use rasher::{CallFrame, Console, Fault, LineRun, Machine, Position, Trace};
use serde_json::Value;
use studio::canvas::{HEAD, ROW};
use studio::{Area, letters};
use timeline::{Crash, Difference, LinePlace, Run, Source, StepKind};

#[derive(Clone, Debug)]
pub struct CodeMoment {
    branch: u32,
    pub place: LinePlace,
    steps: usize,
    pub console: Console,
    /// As [`super::moment::Moment::types`].
    pub types: Value,
    pub changes: Difference,
    pub calls: Vec<CallFrame>,
    /// The selected call, counted from the innermost.
    pub call: usize,
    source: Source,
    /// The error that ends the frame after this line.
    fault: Option<Fault>,
    pub calls_made: usize,
    /// The frame's calls, if the run's own moment does not have them: in the boot, and in the frame that crashed.
    pub trace: Option<Trace>,
}

impl CodeMoment {
    fn at(run: &Run, place: LinePlace) -> Result<Option<CodeMoment>, Crash> {
        let past = &run.branch().past;
        let steps = past.line_steps(place.frame)?.len();
        let Some(LineRun { console, calls: calls_made, stack, .. }) = past.line_moment(place)? else {
            return Ok(None);
        };
        let Some((before, _)) = past.before(place.frame)? else { return Ok(None) };
        let crash = run.branch().crash().filter(|crash| crash.frame == place.frame);
        let is_last = place.step as usize + 1 == steps;
        let program = console.program();
        Ok(Some(CodeMoment {
            changes: Difference::between(&before, &console),
            trace: if crash.is_some() || place.frame == 0 { past.trace(place.frame)? } else { None },
            calls_made,
            branch: run.branch().id,
            place,
            steps,
            calls: stack,
            call: 0,
            source: Source::of(program),
            types: moment::types(program),
            fault: crash.filter(|_| is_last).map(|crash| crash.fault.clone()),
            console,
        }))
    }

    pub fn is_of(&self, run: &Run) -> bool {
        let crash = run.branch().crash().filter(|_| run.is_at_head());
        let stopped = crash.is_some_and(|crash| crash.frame == self.place.frame);
        self.branch == run.branch().id && (self.place.frame == run.now() || stopped)
    }

    pub fn position_text(&self) -> String {
        let at = self.position().map(|at| self.console.machine().place(at).to_string()).unwrap_or_default();
        format!("line {}/{} {at}", self.place.step + 1, self.steps)
    }

    pub fn position(&self) -> Option<Position> {
        self.calls.first().map(|call| call.position)
    }
}

impl Debugger {
    pub(super) fn console<'a>(&'a self, run: &'a Run) -> &'a Console {
        self.code.as_ref().map_or(run.console(), |code| &code.console)
    }

    pub fn shown_state(&self, run: &Run) -> Option<Value> {
        self.code.as_ref().filter(|code| code.is_of(run)).map(|code| code.console.program().inspect())
    }

    pub(super) fn step_line(&mut self, run: &mut Run, kind: StepKind, back: bool) {
        let from = self.code.as_ref().map_or(LinePlace::end(run.now()), |code| code.place);
        let found = run.branch().past.next_line(from, kind, back);
        match found {
            Ok(Some(place)) => self.go_to_line(run, place),
            Ok(None) => self.show_error(if back { "the run begins here" } else { "the run ends here" }),
            Err(crash) => self.show_error(crash.to_string()),
        }
    }

    pub(super) fn go_to_line(&mut self, run: &mut Run, place: LinePlace) {
        match CodeMoment::at(run, place) {
            Ok(Some(code)) => {
                self.show_crash(run.goto(place.frame));
                let here = code.position();
                let line = code.source.lines().iter().position(|line| here == Some(line.position));
                self.setup.cursor = line.unwrap_or(self.setup.cursor);
                self.code = Some(Box::new(code));
            }
            Ok(None) => self.show_error("there is no such line"),
            Err(crash) => self.show_error(crash.to_string()),
        }
    }

    pub(super) fn is_rust(&self, run: &Run) -> bool {
        !self.console(run).program().suspends()
    }

    /// The page's title: of a Rust cart with the file below `src`, as it has many.
    pub(super) fn code_title(&self, run: &Run) -> String {
        let rust = self.console(run).program().rust_source();
        let file = rust.and_then(|rust| rust.file(self.setup.cursor)).unwrap_or_default();
        let file = file.rsplit("src/").next().unwrap_or_default();
        let from = match self.setup.column {
            0 => String::new(),
            column => format!(" from column {}", column + 1),
        };
        format!("code {file}").trim_end().to_string() + &from
    }

    pub(super) fn source(&self, run: &Run) -> Source {
        Source::of(self.console(run).program())
    }
}

pub enum CodeRow {
    /// A line of the source, by its number among all of them.
    Line(usize),
    Call(usize),
    /// A row of the variables, and how many rows they have.
    Variable(usize, usize),
    Other,
}

const MARK: i32 = 1;
pub const TEXT: i32 = 6;
/// Calls listed below the code.
const CALLS: usize = 5;
/// Lines of an error at most.
const NOTES: usize = 3;

fn shown(debugger: &Debugger, area: Area) -> i64 {
    let rows = super::layout::rows(area);
    if debugger.code.is_some() { (rows * 3 / 5).max(1) } else { rows }
}

fn first(cursor: usize, lines: usize, shown: i64) -> usize {
    (cursor as i64 - shown / 2).clamp(0, (lines as i64 - shown).max(0)) as usize
}

/// The part of a line that is shown, from a column on. Rust's indents of four are halved: they are deep, and a panel is narrow.
pub fn visible(text: &str, column: usize, is_rust: bool) -> String {
    let blanks = if is_rust { text.len() - text.trim_start_matches(' ').len() } else { 0 };
    text[blanks / 2..].replace('\t', "  ").chars().skip(column).collect()
}

impl Debugger {
    /// What is in a row of the page.
    pub(super) fn code_row(&self, run: &Run, area: Area, y: i32) -> CodeRow {
        let (lines, shown) = (self.source(run).lines().len(), shown(self, area));
        let Ok(row) = usize::try_from((y - HEAD).div_euclid(ROW)) else { return CodeRow::Other };
        let used = (shown as usize).min(lines);
        if row < used {
            return CodeRow::Line(first(self.setup.cursor, lines, shown) + row);
        }
        let notes = self.code_note(area).len();
        let calls = self.code.as_ref().map_or(0, |code| code.calls.len().min(CALLS));
        let left = (super::layout::rows(area) as usize).saturating_sub(used + notes + calls);
        match (row - used).checked_sub(notes) {
            Some(call) if call < calls => CodeRow::Call(call),
            Some(row) if row - calls < left => CodeRow::Variable(row - calls, left),
            _ => CodeRow::Other,
        }
    }

    /// The error in the line shown, or the value that it set, as lines.
    fn code_note(&self, area: Area) -> Vec<(i32, String)> {
        let fault = self.code.as_ref().and_then(|code| code.fault.as_ref()).map(|fault| (8, &*fault.message));
        let died = |text: &'_ str| text.starts_with(super::state::DIED);
        let origin = || self.origin_here().map(|it| (if died(&it.text) { 8 } else { 11 }, &*it.text));
        let Some((color, text)) = fault.or_else(origin) else { return Vec::new() };
        let lines = letters::wrap(text, area.w - 6).into_iter().take(NOTES);
        lines.map(|line| (color, line)).collect()
    }

    pub(super) fn point_at_line(&mut self, run: &Run, area: Area, (x, y): (i32, i32), is_press: bool) {
        match self.code_row(run, area, y) {
            CodeRow::Line(line) => {
                (self.setup.cursor, self.in_variables) = (line, false);
                if x < TEXT && is_press {
                    self.toggle_breakpoint(run);
                }
            }
            CodeRow::Call(call) => self.select_call(call),
            CodeRow::Variable(row, rows) => self.select_variable(row, rows),
            CodeRow::Other => {}
        }
    }

    /// A second click on the page: on a name of the line shown, goes to the origin of its value.
    pub(super) fn open_code_at(&mut self, run: &mut Run, area: Area) -> Option<DebugRequest> {
        let (x, y) = (self.pointer.0 - area.x, self.pointer.1 - area.y);
        match self.code_row(run, area, y) {
            CodeRow::Line(_) if x < TEXT => None,
            CodeRow::Line(line) => {
                let (source, code) = (self.source(run), self.code.as_ref());
                let shown = code.and_then(|code| code.calls.get(code.call)).map(|call| call.position);
                let is_shown = source.lines().get(line).map(|line| line.position) == shown;
                match self.name_pointed(run).filter(|_| is_shown) {
                    Some(name) => self.follow(run, &name),
                    None => self.open_selected(run),
                }
            }
            CodeRow::Call(_) => None,
            CodeRow::Variable(..) => self.open_selected(run),
            CodeRow::Other => self.go_to_source(run),
        }
    }

    /// Shows the line and the variables of a call, counted from the innermost.
    pub(super) fn select_call(&mut self, call: usize) {
        let Some(code) = &mut self.code else { return };
        let Some(position) = code.calls.get(call).map(|call| call.position) else { return };
        code.call = call;
        let line = code.source.lines().iter().position(|line| line.position == position);
        self.setup.cursor = line.unwrap_or(self.setup.cursor);
    }

    /// Selects a line of the file shown by its number, or the next one with a text.
    pub(super) fn find_code(&mut self, run: &Run, text: &str) {
        let source = self.source(run);
        let lines = source.lines();
        let file = lines.get(self.setup.cursor).map_or(0, |line| line.position.file);
        if let Ok(number) = text.parse::<u32>() {
            let found =
                lines.iter().position(|line| line.position.file == file && line.position.line == number);
            return match found {
                Some(line) => self.setup.cursor = line,
                None => self.show_error(format!("there is no line {number} in {}", file_name(&source, file))),
            };
        }
        self.setup.last_code = text.to_lowercase();
        self.next_code(run, 1);
    }

    /// Selects the next or previous line with the text of the last search.
    pub(super) fn next_code(&mut self, run: &Run, by: i64) {
        let (source, text) = (self.source(run), &self.setup.last_code);
        let (count, cursor) = (source.lines().len(), self.setup.cursor);
        let has_it = |line: &usize| super::typed::has_letters(&source.lines()[*line].text, text);
        let mut around = (1..=count).map(|n| match by > 0 {
            true => (cursor + n) % count,
            false => (cursor + count - n) % count,
        });
        match around.find(has_it) {
            Some(line) => self.setup.cursor = line,
            None => self.show_error(format!("no line has {text:?}: / finds a text in the code")),
        }
    }

    /// Opens the page at the line on which the run stopped with an error.
    pub(super) fn show_fault(&mut self, run: &mut Run) {
        if !self.source(run).lines().is_empty() {
            self.focus_page(DebugPage::Code);
        }
        let crash = run.branch().crash().filter(|_| run.is_at_head());
        let frame = crash.map_or(run.now(), |crash| crash.frame);
        match run.branch().past.line_steps(frame).map_or(0, |steps| steps.len()) {
            0 => self.step_line(run, StepKind::Into, true),
            steps => self.go_to_line(run, LinePlace { frame, step: steps as u32 - 1 }),
        }
    }

    /// Puts the code first, at its `_update`.
    pub(super) fn begin_with_code(&mut self, run: &Run) {
        let source = self.source(run);
        if source.lines().is_empty() {
            return;
        }
        let panels = &mut self.setup.panels;
        if let Some(n) = panels.iter().position(|panel| panel.page == DebugPage::Code) {
            panels[..=n].rotate_right(1);
        }
        let heads = ["function _update", "fn _update"];
        let update = source
            .lines()
            .iter()
            .position(|line| heads.iter().any(|head| line.text.trim_start().starts_with(head)));
        self.setup.cursor = update.unwrap_or(0);
    }
}

fn file_name(source: &Source, file: u32) -> String {
    source.files().get(file as usize).cloned().unwrap_or_default()
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let (debugger, end) = (view.debugger, view.area.w - 4);
    let source = debugger.source(view.run);
    let lines = source.lines();
    if lines.is_empty() {
        return page::note(p8, &["no source here: it is on the machine", "where this Rust cart was built"]);
    }
    let is_rust = debugger.is_rust(view.run);
    let code = debugger.code.as_ref();
    let call = code.and_then(|code| code.calls.get(code.call));
    let (here, now) = (call.map(|call| call.position), code.and_then(|code| code.position()));
    let (shown, cursor) = (shown(debugger, view.area), debugger.setup.cursor.min(lines.len() - 1));
    let first = first(cursor, lines.len(), shown);
    for (row, (n, line)) in (0..shown as i32).zip(lines.iter().enumerate().skip(first)) {
        let (y, is_here) = (HEAD + ROW * row, [here, now].contains(&Some(line.position)));
        if n == cursor || is_here {
            p8.rectfill(0, y, view.area.w - 3, y + 6, if n == cursor { 1 } else { 2 });
        }
        for color in debugger.marks(&source.place(line.position)) {
            p8.rectfill(MARK, y + 2, MARK + 2, y + 4, color);
        }
        let number = if is_here { 10 } else { 5 };
        let mut x = letters::write(p8, &format!("{} ", line.position.line), TEXT, y + 1, number);
        let text = visible(&line.text, debugger.setup.column, is_rust);
        for (color, piece) in colored(&text, is_rust) {
            let is_cut = x + letters::width(piece) > end;
            x = letters::write_until(p8, piece, x, y + 1, color, end);
            if is_cut {
                break;
            }
        }
        // If there are several files, the selected line names its own.
        let file = source.file(line.position);
        if n == cursor && source.files().len() > 1 && !is_rust && x + 8 + letters::width(file) < end {
            letters::write(p8, file, end - letters::width(file), y + 1, 13);
        }
    }
    page::scrollbar(p8, view.area, (first as i64, shown, lines.len() as i64), shown);
    let Some(code) = code else { return };
    let mut y = HEAD + 1 + ROW * (shown.min(lines.len() as i64) as i32);
    let mut write = |p8: &mut Machine, parts: &[(i32, &str)]| {
        page::parts(p8, parts, y, end);
        y += ROW;
    };
    for (color, line) in debugger.code_note(view.area) {
        write(p8, &[(color, &line)]);
    }
    for (n, call) in code.calls.iter().take(CALLS).enumerate() {
        let name = if call.function.is_empty() { "code" } else { &call.function };
        let (mark, color) = if n == code.call { ("> ", 10) } else { ("  ", 12) };
        let line = if call.position.is_known() { format!(" {}", call.position.line) } else { String::new() };
        write(p8, &[(color, mark), (color, name), (13, &line)]);
    }
    super::variables::draw(view, p8, y);
}
