//! The code page: the source around the line before which a cart in Lua stands, the calls under way, their variables.
//!
//! ```text
//! [ ]         the line before, the next one, into calls      with shift over them      with ctrl out of them
//!
//!  5  function f(m)              source, the line in a bar
//!  6   local d=m.x*2
//! f 6  < _update 11              the calls, the innermost first
//! d 4   m x 2                    its locals, then what it has of the functions around it
//! ```
//!
//! Where it stands at a line, every page shows the moment there, and the picture is what has been drawn by then. A line is a place in the
//! frame that led to a moment; leaving that frame leaves it. Nothing is kept of lines: each is worked out by running its frame again
//! (`timeline/src/lines.rs`). Carts in Rust have none.

use super::canvas::{HEAD, ROW};
use super::page::PanelContext;
use super::state::short;
use super::{Debugger, letters};
use rasher::{CallFrame, Console, Fault, LineRun, Machine, Position, SourceLine};
use serde_json::Value;
use timeline::{Crash, LinePlace, Run, StepKind};

/// A moment before a line.
#[derive(Clone, Debug)]
pub struct CodeMoment {
    branch: u32,
    /// The line.
    pub place: LinePlace,
    /// How many lines its frame has.
    steps: usize,
    /// The console there.
    pub console: Console,
    /// Its state, and the same with the names of newtypes.
    pub state: Value,
    pub types: Value,
    calls: Vec<CallFrame>,
    files: Vec<String>,
    source: Vec<SourceLine>,
    /// Why the frame ends behind this line.
    fault: Option<Fault>,
}

impl CodeMoment {
    /// The moment at a place of the branch where a run stands; none where there is none.
    fn at(run: &Run, place: LinePlace) -> Result<Option<CodeMoment>, Crash> {
        let past = &run.branch().past;
        let steps = past.line_steps(place.frame)?.len();
        let Some(LineRun { console, .. }) = past.line_moment(place)? else { return Ok(None) };
        let crash = run.branch().crash().filter(|crash| crash.frame == place.frame);
        let is_last = place.step as usize + 1 == steps;
        let program = console.program();
        Ok(Some(CodeMoment {
            branch: run.branch().id,
            place,
            steps,
            state: program.inspect(),
            types: program.inspect_types(),
            calls: program.calls(),
            files: program.source_files().to_vec(),
            source: program.source(),
            fault: crash.filter(|_| is_last).map(|crash| crash.fault.clone()),
            console,
        }))
    }

    /// Is it of the frame that led to where a run stands, or of the one that the cart stopped in there?
    pub fn is_of(&self, run: &Run) -> bool {
        let stopped = run.is_at_head() && self.place.frame == run.now() + 1 && run.branch().crash().is_some();
        self.branch == run.branch().id && (self.place.frame == run.now() || stopped)
    }

    /// `line 5/12 game.p8:40`.
    pub fn told(&self) -> String {
        let at = self.calls.first().map(|call| self.place_of(call.position)).unwrap_or_default();
        format!("line {}/{} {at}", self.place.step + 1, self.steps)
    }

    fn place_of(&self, position: Position) -> String {
        let file = self.files.get(position.file as usize).map_or("?", String::as_str);
        format!("{file}:{}", position.line)
    }
}

impl Debugger {
    /// The console that is shown: where it stands at a line that one, else the run's.
    pub(super) fn console<'a>(&'a self, run: &'a Run) -> &'a Console {
        self.code.as_ref().map_or(run.console(), |code| &code.console)
    }

    /// The state that is shown while it stands at a line.
    pub fn shown_state(&self, run: &Run) -> Option<&Value> {
        self.code.as_ref().filter(|code| code.is_of(run)).map(|code| &code.state)
    }

    /// A line further, or back.
    pub(super) fn step_line(&mut self, run: &mut Run, kind: StepKind, back: bool) {
        let from = self.code.as_ref().map_or(LinePlace::end(run.now()), |code| code.place);
        if run.console().program().source().is_empty() {
            return self.tell("carts in Rust have no lines: [ ] on the page of calls", true);
        }
        let found = run.branch().past.next_line(from, kind, back);
        match found.and_then(|place| place.map(|place| CodeMoment::at(run, place)).transpose()) {
            Ok(Some(Some(code))) => {
                self.gone(run.goto(code.place.frame));
                self.code = Some(Box::new(code));
            }
            Ok(_) => self.tell(if back { "the run begins here" } else { "the run ends here" }, true),
            Err(crash) => self.tell(crash.to_string(), true),
        }
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let end = view.area.w - 4;
    let mut y = HEAD + 1;
    let mut write = |p8: &mut Machine, parts: &[(i32, &str)]| {
        let mut x = 2;
        for (color, text) in parts {
            if x < end {
                x = letters::write_until(p8, text, x, y, *color, end);
            }
        }
        y += ROW;
    };
    let Some(code) = &view.debugger.code else {
        let told = match view.run.console().program().source().is_empty() {
            true => ["carts in Rust have no lines;", "the page of calls names theirs"],
            false => ["[ ] walk the lines of this frame,", "shift over calls, ctrl out of them"],
        };
        told.iter().for_each(|line| write(p8, &[(13, line)]));
        return;
    };
    // Two parts of three are the source's; below it the calls, and as many variables as there is room for.
    let rows = super::canvas::rows(view.area);
    let shown = (rows * 2 / 3).max(1);
    let here = code.calls.first().map(|call| call.position);
    let file: Vec<&SourceLine> =
        code.source.iter().filter(|line| here.is_some_and(|at| at.file == line.position.file)).collect();
    let at = file.iter().position(|line| here == Some(line.position)).unwrap_or(0) as i64;
    let first = (at - shown / 2).clamp(0, (file.len() as i64 - shown).max(0));
    for n in first..(first + shown).min(file.len() as i64) {
        let line = file[n as usize];
        let (number, text) = if n == at { (10, 7) } else { (5, if line.has_code { 6 } else { 13 }) };
        if n == at {
            let top = HEAD + ROW * (n - first) as i32;
            p8.rectfill(0, top, view.area.w - 3, top + 6, 1);
        }
        write(p8, &[(number, &format!("{} ", line.position.line)), (text, &line.text.replace('\t', " "))]);
    }
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
    let left = (rows - shown - 1).max(0) as usize;
    for (name, value) in call.locals.iter().chain(&call.upvalues).take(left) {
        write(p8, &[(6, &format!("{name} ")), (7, &short(value))]);
    }
}
