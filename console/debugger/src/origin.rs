//! Where a value comes from: the line that gave it to a field, a local or a parameter, and what that line made it of.
//!
//! ```text
//! o  hp ──> hp-=power        O  power ──> local power=mob.x*2        O  mob.x ──> the line that set this field
//!           hp, power           of several names one is chosen          a parameter ──> the call, with its argument
//! ```
//!
//! A field is followed by the object that has it, and through all frames before (`past.writer`, a search). A local is set by the last line
//! of its call that does so; in a coroutine, whose call lasts for many frames, that is a search for these lines.

use super::palette::Entry;
use super::search::SearchKind;
use super::syntax::{Syntax, Wanted};
use super::{DebugCommand, DebugPage, DebugRequest, Debugger, PromptKind};
use rasher::{Breakpoint, Position};
use serde_json::Value;
use timeline::{Condition, LinePlace, LineSearch, Path, Run, Source};

/// A line that gave a value, and the names that the value is made of.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// None while a search for it runs.
    place: Option<LinePlace>,
    wanted: Wanted,
    names: Vec<String>,
    pub text: String,
}

/// The number of a line among all lines of the source, from 1; 0 for the code outside of functions.
fn number(source: &Source, at: Position) -> u32 {
    let found = source.lines().iter().position(|line| line.position == at);
    found.map_or(0, |line| line as u32 + 1)
}

impl Debugger {
    /// The origin that led to the line shown.
    pub(super) fn origin_here(&self) -> Option<&Origin> {
        let code = self.code.as_ref().filter(|code| code.call == 0)?;
        self.origin.as_ref().filter(|origin| origin.place == Some(code.place))
    }

    /// Goes to a line that gave a value.
    pub(super) fn arrive(&mut self, run: &mut Run, place: LinePlace, wanted: Wanted) {
        self.open_page(DebugPage::Code);
        self.go_to_line(run, place);
        let Some(at) = self.code.as_ref().filter(|code| code.place == place).and_then(|code| code.position())
        else {
            return;
        };
        let source = self.source(run);
        let syntax = Syntax::of(&source);
        let names = syntax.map_or(Vec::new(), |syntax| syntax.names(number(&source, at), &wanted));
        let from = if names.is_empty() { "here".into() } else { format!("from {}", names.join(", ")) };
        let text = match &wanted {
            Wanted::Write(name) => format!("{name} is set {from}"),
            Wanted::Argument(function, n) => format!("argument {} of {function} {from}", n + 1),
            Wanted::All => format!("returned {from}"),
        };
        self.origin = Some(Origin { place: Some(place), wanted, names, text });
    }

    /// Goes to the line that wrote a field. Of a coroutine that died there the error is shown.
    fn arrive_at_write(&mut self, run: &mut Run, place: LinePlace, path: &Path, name: &str) {
        self.arrive(run, place, written(path, name));
        if let (Some(origin), Some(Value::String(text))) = (&mut self.origin, path.value(run.console()))
            && text.starts_with(super::state::DIED)
        {
            origin.text = text;
        }
    }

    /// Another search takes the place of the one for a line.
    pub(super) fn forget_search(&mut self) {
        self.origin = self.origin.take().filter(|origin| origin.place.is_some());
    }

    /// A search has found the line that it was for.
    pub(super) fn arrive_at_origin(&mut self, run: &mut Run, place: LinePlace) {
        match self.origin.take() {
            Some(Origin { place: None, wanted, .. }) => self.arrive(run, place, wanted),
            _ => self.go_to_line(run, place),
        }
    }

    /// Goes from the line shown to the origin of a value in it. If the value has several names, the user chooses one.
    pub(super) fn go_to_source(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let Some(code) = &self.code else {
            self.show_error("first go to a line: o finds the one that set a value");
            return None;
        };
        let names = match self.origin_here() {
            Some(origin) => origin.names.clone(),
            None => {
                let (source, at) = (self.source(run), code.calls.get(code.call)?.position);
                Syntax::of(&source)?.names(number(&source, at), &Wanted::All)
            }
        };
        match names.as_slice() {
            [] => self.show_message("the value is made here: this line has no other names"),
            [one] => return self.follow(run, one),
            _ => {
                let entry = |name: &String| {
                    let value = self.value_here(run, name).unwrap_or_default();
                    Entry::new(name.clone(), value, DebugCommand::Follow(name.clone()))
                };
                let entries = names.iter().map(entry).collect();
                self.open_list(run, PromptKind::Source, entries);
            }
        }
        None
    }

    /// Goes to the origin of a name's value in the selected call, before the line shown.
    pub(super) fn follow(&mut self, run: &mut Run, name: &str) -> Option<DebugRequest> {
        let Some(code) = self.code.as_deref() else {
            self.show_error("first go to a line: Enter shows when the selected one ran last");
            return None;
        };
        if let Some(function) = name.strip_suffix("()") {
            self.go_to_return(run, function);
            return None;
        }
        let call = code.calls.get(code.call)?;
        let has = |list: &[(String, _)]| list.iter().any(|(own, _)| own == name);
        if has(&call.locals) {
            return self.go_to_setter(run, name, true);
        }
        let found = Condition::parse(name).map_err(|error| error.to_string()).and_then(|condition| {
            condition.result_in(&code.console, code.call)?;
            condition.field_in(&code.console, code.call).ok_or_else(|| format!("{name} is no field"))
        });
        match found {
            Ok(path) if has(&call.upvalues) && path.value(&code.console).is_none() => {
                self.go_to_setter(run, name, false)
            }
            Ok(path) => self.go_to_write(run, path, name),
            Err(error) => {
                self.show_error(format!("{name}: {error}"));
                None
            }
        }
    }

    /// Goes to the line that wrote a field last, before the line or at the end of the frame shown.
    pub(super) fn go_to_write(&mut self, run: &mut Run, path: Path, name: &str) -> Option<DebugRequest> {
        let (past, now) = (&run.branch().past, run.now());
        let at = self.code.as_ref().map_or(LinePlace::end(now), |code| code.place);
        let mut found = past.writer(at, path.names());
        // The frame that failed comes after the last one of the run.
        if matches!(found, Ok(None)) && at.frame > now {
            found = past.writer(LinePlace::end(now), path.names());
        }
        match found {
            Err(crash) => self.show_error(crash.to_string()),
            Ok(Some(place)) => self.arrive_at_write(run, place, &path, name),
            Ok(None) if self.is_rust(run) => {
                self.show_error(
                    "a Rust cart's state is only seen between hooks: c finds the frame that changed it",
                );
            }
            // Not in this frame: in the last one before it that changed the value.
            Ok(None) => {
                let label = format!("last write to {name}");
                return Some(self.search(run, SearchKind::Writer(path, name.into()), label, true));
            }
        }
        None
    }

    pub(super) fn show_writer(&mut self, run: &mut Run, frame: u64, path: &Path, name: &str) {
        match run.branch().past.writer(LinePlace::end(frame), path.names()) {
            Ok(Some(place)) => self.arrive_at_write(run, place, path, name),
            Ok(None) if frame == 0 => self.show_error(format!("no line wrote {name}")),
            Ok(None) => {
                self.show_crash(run.goto(frame));
                self.show_error(format!("no line of this frame wrote {name}"));
            }
            Err(crash) => self.show_error(crash.to_string()),
        }
    }

    /// Goes to the line that set a variable last: a local of the selected call, or one that a function has captured.
    fn go_to_setter(&mut self, run: &mut Run, name: &str, is_local: bool) -> Option<DebugRequest> {
        let code = self.code.as_deref()?;
        let (place, source) = (code.place, self.source(run));
        let steps = match run.branch().past.line_steps(place.frame) {
            Ok(steps) => steps,
            Err(crash) => {
                self.show_error(crash.to_string());
                return None;
            }
        };
        let caller = |of: usize| (0..of).rev().find(|n| steps[*n].depth < steps[of].depth);
        let mut at = place.step as usize;
        for _ in 0..code.call {
            at = caller(at)?;
        }
        let here = *steps.get(at)?;
        let syntax = Syntax::of(&source)?;
        let function = number(&source, here.function);
        let lines = syntax.setters(is_local.then_some(function), name);
        let is_in = |line: u32| lines.iter().any(|(first, last)| (*first..=*last).contains(&line));
        let all = (1..).zip(source.lines()).filter(|(line, it)| it.has_code && is_in(*line));
        let setters: Vec<Position> = all.map(|(_, line)| line.position).collect();
        // The steps of this call: until one that is less deep, or at the same depth in another function.
        let own = if is_local { caller(at).map_or(0, |caller| caller + 1) } else { 0 };
        let is_it = |n: &usize| {
            let is_own = !is_local || (steps[*n].depth, steps[*n].function) == (here.depth, here.function);
            is_own && setters.contains(&steps[*n].position)
        };
        if let Some(step) = (own..at).rev().find(is_it) {
            let step = step as u32;
            self.arrive(run, LinePlace { step, ..place }, Wanted::Write(name.into()));
            return None;
        }
        if let (Some(step), Some((function, n)), true) =
            (own.checked_sub(1), syntax.parameter(function, name), is_local)
        {
            let step = step as u32;
            self.arrive(run, LinePlace { step, ..place }, Wanted::Argument(function, n));
            return None;
        }
        if setters.is_empty() {
            self.show_error(format!("no line sets {name}"));
            return None;
        }
        let point = |at: &Position| Breakpoint { place: source.place(*at), condition: String::new() };
        let points = setters.iter().map(point).collect();
        let (wanted, from) = (Wanted::Write(name.into()), LinePlace { step: own as u32, ..place });
        let search = LineSearch::Breakpoint { from: Some(from), back: true, points, fields: Vec::new() };
        let request = self.search(run, SearchKind::Lines(search), format!("last line that set {name}"), true);
        self.origin = Some(Origin { place: None, wanted, names: Vec::new(), text: String::new() });
        Some(request)
    }

    /// Goes to the `return` of a function that the line shown calls.
    fn go_to_return(&mut self, run: &mut Run, function: &str) {
        let Some(code) = self.code.as_deref() else { return };
        let (place, source) = (code.place, self.source(run));
        let Some(syntax) = Syntax::of(&source) else { return };
        let last = |name: &str| name.rsplit(['.', ':']).next().unwrap_or_default().to_string();
        let functions = syntax.functions().into_iter().filter(|(name, _)| last(name) == last(function));
        let lines: Vec<u32> = functions.map(|(_, line)| line).collect();
        let steps = run.branch().past.line_steps(place.frame).unwrap_or_default();
        let Some((at, after)) = steps.get(place.step as usize..).and_then(|steps| steps.split_first()) else {
            return;
        };
        let called = after.iter().take_while(|step| step.depth > at.depth);
        let returned = called.enumerate().filter(|(_, step)| lines.contains(&number(&source, step.function)));
        match returned.map(|(n, _)| n).last() {
            Some(n) => {
                let step = place.step + 1 + n as u32;
                self.arrive(run, LinePlace { step, ..place }, Wanted::All);
            }
            None => self.show_error(format!("this line did not call {function}")),
        }
    }
}

/// The name to search for in assignments: the last one of a path, or all of `name` if the path is only an object's identity.
fn written(path: &Path, name: &str) -> Wanted {
    Wanted::Write(path.field().unwrap_or(name).into())
}
