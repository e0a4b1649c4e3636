//! The code page: the source around the line before which a cart in Lua stands, the calls under way, their variables.
//!
//! ```text
//! [ ]         the line before, the next one, into calls      with shift over them      with ctrl out of them
//! up down     select a line: what is set on it is `lines.rs`
//!
//!   5  function f(m)             source, the line that is selected in a bar, the one where it stands in yellow
//! * 6   local d=m.x*2            a red mark: the run stops there; a blue one: a logpoint
//! f 6  < _update 11              the calls, the innermost first
//! d 4   m x 2                    its locals, then what it has of the functions around it
//! ```
//!
//! Where it stands at a line, every page shows the moment there, and the picture is what has been drawn by then. A line is a place in the
//! frame that led to a moment; leaving that frame leaves it. Nothing is kept of lines: each is worked out by running its frame again
//! (`timeline/src/lines.rs`). Carts in Rust have none.

use super::Debugger;
use super::page::PanelContext;
use super::state::short;
use rasher::{CallFrame, Console, Fault, LineRun, Machine, Position, Trace};
use serde_json::Value;
use studio::Area;
use studio::canvas::{HEAD, ROW};
use studio::letters;
use timeline::{Crash, Difference, LinePlace, Run, Source, StepKind};

#[derive(Clone, Debug)]
pub struct CodeMoment {
    branch: u32,
    pub place: LinePlace,
    steps: usize,
    pub console: Console,
    /// Its state, and the same with the names of newtypes.
    pub state: Value,
    pub types: Value,
    /// What its frame has changed by then.
    pub changes: Difference,
    calls: Vec<CallFrame>,
    source: Source,
    /// Why the frame ends behind this line.
    fault: Option<Fault>,
    pub calls_made: usize,
    /// What the frame draws, where it is none that the run's own moment tells of: the boot, and the frame that the cart stopped in.
    pub trace: Option<Trace>,
}

impl CodeMoment {
    /// The moment at a place of the branch where a run stands; none where there is none.
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
            state: program.inspect(),
            types: program.inspect_types(),
            calls: program.calls(),
            source: Source::of(program),
            fault: crash.filter(|_| is_last).map(|crash| crash.fault.clone()),
            console,
        }))
    }

    /// Is it of the frame that led to where a run stands, or of the one that the cart stopped in there?
    pub fn is_of(&self, run: &Run) -> bool {
        let crash = run.branch().crash().filter(|_| run.is_at_head());
        let stopped = crash.is_some_and(|crash| crash.frame == self.place.frame);
        self.branch == run.branch().id && (self.place.frame == run.now() || stopped)
    }

    /// `line 5/12 game.p8:40`.
    pub fn told(&self) -> String {
        let at = self.position().map(|at| self.source.place(at).to_string()).unwrap_or_default();
        format!("line {}/{} {at}", self.place.step + 1, self.steps)
    }

    fn position(&self) -> Option<Position> {
        self.calls.first().map(|call| call.position)
    }
}

impl Debugger {
    /// The console that is shown: where it stands at a line that one, else the run's.
    pub(super) fn console<'a>(&'a self, run: &'a Run) -> &'a Console {
        self.code.as_ref().map_or(run.console(), |code| &code.console)
    }

    pub fn shown_state(&self, run: &Run) -> Option<&Value> {
        self.code.as_ref().filter(|code| code.is_of(run)).map(|code| &code.state)
    }

    pub(super) fn step_line(&mut self, run: &mut Run, kind: StepKind, back: bool) {
        let from = self.code.as_ref().map_or(LinePlace::end(run.now()), |code| code.place);
        if run.console().program().source().is_empty() {
            return self.tell("carts in Rust have no lines: [ ] on the page of calls", true);
        }
        let found = run.branch().past.next_line(from, kind, back);
        match found {
            Ok(Some(place)) => self.stand_at(run, place),
            Ok(None) => self.tell(if back { "the run begins here" } else { "the run ends here" }, true),
            Err(crash) => self.tell(crash.to_string(), true),
        }
    }

    pub(super) fn stand_at(&mut self, run: &mut Run, place: LinePlace) {
        match CodeMoment::at(run, place) {
            Ok(Some(code)) => {
                self.gone(run.goto(place.frame));
                let here = code.position();
                let line = code.source.lines().iter().position(|line| here == Some(line.position));
                self.cursor = line.unwrap_or(self.cursor);
                self.code = Some(Box::new(code));
            }
            Ok(None) => self.tell("there is no such line", true),
            Err(crash) => self.tell(crash.to_string(), true),
        }
    }

    pub(super) fn source(&self, run: &Run) -> Source {
        Source::of(self.console(run).program())
    }
}

/// Where a line's marks stand, and where its text begins.
const MARK: i32 = 1;
const TEXT: i32 = 6;

/// Lines of source that a panel shows: all of it where the run stands before none, else two parts of three.
fn shown(debugger: &Debugger, area: Area) -> i64 {
    let rows = super::layout::rows(area);
    if debugger.code.is_some() { (rows * 2 / 3).max(1) } else { rows }
}

fn first(cursor: usize, lines: usize, shown: i64) -> usize {
    (cursor as i64 - shown / 2).clamp(0, (lines as i64 - shown).max(0)) as usize
}

impl Debugger {
    /// A point of the panel: its line is selected; in the margin it stops the run, or does not any more.
    pub(super) fn point_at_line(&mut self, run: &Run, area: Area, x: i32, y: i32) {
        let (lines, shown) = (self.source(run).lines().len(), shown(self, area));
        let row = (y - HEAD).div_euclid(ROW);
        let line = first(self.cursor, lines, shown) as i64 + i64::from(row);
        if (0..shown).contains(&row.into()) && line < lines as i64 {
            self.cursor = line as usize;
            if x < TEXT {
                self.stop_here(run);
            }
        }
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let (debugger, end) = (view.debugger, view.area.w - 4);
    let source = debugger.source(view.run);
    let lines = source.lines();
    if lines.is_empty() {
        for (n, told) in (0..).zip(["carts in Rust have no lines;", "the page of calls names theirs"]) {
            letters::write(p8, told, 2, HEAD + 1 + n * ROW, 13);
        }
        return;
    }
    let here = debugger.code.as_ref().and_then(|code| code.position());
    let (shown, cursor) = (shown(debugger, view.area), debugger.cursor.min(lines.len() - 1));
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
        // Where there are several files, the selected line says which one it is of.
        let file = source.file(line.position);
        if n == cursor && source.files().len() > 1 && x + 8 + letters::width(file) < end {
            letters::write(p8, file, end - letters::width(file), y + 1, 13);
        }
    }
    let Some(code) = &debugger.code else { return };
    let mut y = HEAD + 1 + ROW * (shown.min(lines.len() as i64) as i32);
    let mut write = |p8: &mut Machine, parts: &[(i32, &str)]| {
        let mut x = 2;
        for (color, text) in parts {
            if x < end {
                x = letters::write_until(p8, text, x, y, *color, end);
            }
        }
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
