//! The code page of a Lua cart: the source around the current line, the active calls, their variables.
//!
//! ```text
//! [ ]         step a line, into calls      with shift over them      with ctrl out of them
//! up down     select a line; `lines.rs` sets breakpoints and logpoints on it
//!
//!   5  function f(m)             source, with a bar on the selected line and the current one in yellow
//! * 6   local d=m.x*2            a red mark is a breakpoint, a blue one a logpoint
//! f 6  < _update 11              the calls, the innermost first
//! d 4   m x 2                    its locals, then its upvalues
//! ```
//!
//! At a line, every page shows the state there, and the picture shows what has been drawn so far. A line is a position in the frame that
//! led to a moment; leaving that frame leaves it. Nothing is stored for lines: each is computed by running its frame again
//! (`timeline/src/lines.rs`). Rust carts have none.

use super::page::PanelContext;
use super::state::short;
use super::{Debugger, page};
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
    pub changes: Difference,
    calls: Vec<CallFrame>,
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
        let Some(LineRun { console, calls: calls_made, .. }) = past.line_moment(place)? else {
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
            calls: program.calls(),
            source: Source::of(program),
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
        let at = self.position().map(|at| self.source.place(at).to_string()).unwrap_or_default();
        format!("line {}/{} {at}", self.place.step + 1, self.steps)
    }

    fn position(&self) -> Option<Position> {
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
        if run.console().program().source().is_empty() {
            return self.show_error("Rust carts have no lines: use [ ] on the calls page");
        }
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

    pub(super) fn source(&self, run: &Run) -> Source {
        Source::of(self.console(run).program())
    }
}

const MARK: i32 = 1;
const TEXT: i32 = 6;

fn shown(debugger: &Debugger, area: Area) -> i64 {
    let rows = super::layout::rows(area);
    if debugger.code.is_some() { (rows * 2 / 3).max(1) } else { rows }
}

fn first(cursor: usize, lines: usize, shown: i64) -> usize {
    (cursor as i64 - shown / 2).clamp(0, (lines as i64 - shown).max(0)) as usize
}

impl Debugger {
    pub(super) fn point_at_line(&mut self, run: &Run, area: Area, x: i32, y: i32) {
        let (lines, shown) = (self.source(run).lines().len(), shown(self, area));
        let row = (y - HEAD).div_euclid(ROW);
        let line = first(self.setup.cursor, lines, shown) as i64 + i64::from(row);
        if (0..shown).contains(&row.into()) && line < lines as i64 {
            self.setup.cursor = line as usize;
            if x < TEXT {
                self.toggle_breakpoint(run);
            }
        }
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let (debugger, end) = (view.debugger, view.area.w - 4);
    let source = debugger.source(view.run);
    let lines = source.lines();
    if lines.is_empty() {
        return page::note(p8, &["Rust carts have no lines to step;", "the calls page shows their calls"]);
    }
    let here = debugger.code.as_ref().and_then(|code| code.position());
    let (shown, cursor) = (shown(debugger, view.area), debugger.setup.cursor.min(lines.len() - 1));
    let first = first(cursor, lines.len(), shown);
    for (row, (n, line)) in (0..shown as i32).zip(lines.iter().enumerate().skip(first)) {
        let (y, is_here) = (HEAD + ROW * row, here == Some(line.position));
        if n == cursor || is_here {
            p8.rectfill(0, y, view.area.w - 3, y + 6, if n == cursor { 1 } else { 2 });
        }
        for color in debugger.marks(&source.place(line.position)) {
            p8.rectfill(MARK, y + 2, MARK + 2, y + 4, color);
        }
        let (number, text) = if is_here { (10, 7) } else { (5, if line.has_code { 6 } else { 13 }) };
        let x = letters::write(p8, &format!("{} ", line.position.line), TEXT, y + 1, number);
        let x = letters::write_until(p8, &line.text.replace('\t', " "), x, y + 1, text, end);
        // If there are several files, the selected line names its own.
        let file = source.file(line.position);
        if n == cursor && source.files().len() > 1 && x + 8 + letters::width(file) < end {
            letters::write(p8, file, end - letters::width(file), y + 1, 13);
        }
    }
    let Some(code) = &debugger.code else { return };
    let mut y = HEAD + 1 + ROW * (shown.min(lines.len() as i64) as i32);
    let mut write = |p8: &mut Machine, parts: &[(i32, &str)]| {
        page::parts(p8, parts, y, end);
        y += ROW;
    };
    if let Some(fault) = &code.fault {
        write(p8, &[(8, &fault.message)]);
    }
    let named = |call: &CallFrame| {
        let name = if call.function.is_empty() { "code" } else { &call.function };
        format!("{name} {}", call.position.line)
    };
    let stack: Vec<String> = code.calls.iter().map(named).collect();
    write(p8, &[(12, &stack.join(" < "))]);
    let Some(call) = code.calls.first() else { return };
    let left = (super::layout::rows(view.area) - shown - 1).max(0) as usize;
    for (name, value) in call.locals.iter().chain(&call.upvalues).take(left) {
        write(p8, &[(6, &format!("{name} ")), (7, &short(value))]);
    }
}
