//! Changing the state from the editor.
//!
//! ```text
//! setVariable, setExpression, `hp=3` in the console ──> an edit at the start of the frame in which the session has stopped
//!                                                       the frame runs again up to the same line: a branch of the run
//! ```
//!
//! A cart gets input only between frames, so that a run with the change replays like any other. A local variable lives within a frame and
//! cannot be set; a table in one is found by its identity among the globals. If the frame overwrites the value before the line, the
//! change is made at the start of the next frame instead.

use super::session::{Session, event};
use super::values::Scope;
use rasher::{Console, Edit, Event, Handle, Position, StateView};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use timeline::{LinePlace, Path, assignment};

/// Objects that are searched for the one in a local variable.
const SEARCHED: usize = 100_000;

impl Session {
    /// Changes the state, and asks the editor to read it again.
    pub(super) fn change(
        &mut self,
        events: &mut Vec<Value>,
        change: impl FnOnce(&mut Session) -> Result<Value, String>,
    ) -> Result<Value, String> {
        if self.live.is_some() {
            return Err("a window plays this run: change it there, in its debugger (F12)".to_string());
        }
        let (place, before) = (self.place, self.positions());
        let done = change(self)?;
        // For "all", VS Code shows the line again and moves the focus there from its console: the user's next line would go into the file.
        let is_same_line = self.place == place && self.positions() == before;
        events
            .push(event("invalidated", json!({ "areas": [if is_same_line { "variables" } else { "all" }] })));
        Ok(done)
    }

    fn positions(&self) -> Vec<Position> {
        self.calls.iter().map(|call| call.position).collect()
    }

    /// Sets a variable of a scope, or a member of one.
    pub(super) fn set_variable(&mut self, number: u64, name: &str, value: &str) -> Result<Value, String> {
        let (scope, mut names) = self.place_of(number).ok_or("this value cannot be changed")?;
        names.push(name.to_string());
        let path = match scope {
            Scope::Globals => names,
            Scope::Memory => return Err("memory is changed as binary data".into()),
            Scope::Locals(_) | Scope::Upvalues(_) => self.global_path(scope, &names)?,
        };
        self.set(0, &path, value)
    }

    pub(super) fn set_expression(
        &mut self,
        call: u64,
        expression: &str,
        value: &str,
    ) -> Result<Value, String> {
        let path = Path::parse(expression).map_err(|error| error.to_string())?;
        let names = match self.scope_of(call, &path) {
            Some(scope) => self.global_path(scope, path.names())?,
            None => path.names().to_vec(),
        };
        self.set(call, &names, value)
    }

    /// The scope of a call whose variable a path begins with; none for a global.
    pub(super) fn scope_of(&self, call: u64, path: &Path) -> Option<Scope> {
        let call = usize::try_from(call).unwrap_or(0);
        [Scope::Locals(call), Scope::Upvalues(call)].into_iter().find(|scope| {
            let has = |view: &dyn StateView| {
                scope.root(view).is_some_and(|root| view.child(root, &path.names()[0]).is_some())
            };
            self.console().program().read(has)
        })
    }

    /// Runs a statement such as `hp=3`. It has no locals: an assignment that begins with one sets the same table by its path from a global.
    pub(super) fn run_statement(&mut self, call: u64, text: &str) -> Result<Value, String> {
        if let Some((name, value)) = assignment(text) {
            let target = name.trim_end_matches(|c| "+-*/\\%^.&|<>".contains(c));
            if Path::parse(target).is_ok_and(|path| self.scope_of(call, &path).is_some()) {
                let operator = &name[target.len()..];
                let value =
                    if operator.is_empty() { value.into() } else { format!("{target}{operator}({value})") };
                let set = self.set_expression(call, target, &value)?;
                return Ok(
                    json!({ "result": set["value"], "variablesReference": set["variablesReference"] }),
                );
            }
        }
        self.apply(&Edit::Run { text: text.into() }, |_| true)?;
        Ok(json!({ "result": "", "variablesReference": 0 }))
    }

    pub(super) fn write_memory(&mut self, addr: u16, bytes: &[u8]) -> Result<Value, String> {
        let edit = Edit::Memory { addr, bytes: bytes.into() };
        let wanted = bytes.to_vec();
        let from = usize::from(addr);
        self.apply(&edit, move |console| console.machine().memory().bytes()[from..].starts_with(&wanted))?;
        Ok(json!({ "bytesWritten": bytes.len() }))
    }

    fn set(&mut self, call: u64, names: &[String], value: &str) -> Result<Value, String> {
        let path = Path::of(names);
        let is_lua = self.run.console().program().suspends();
        let value = if is_lua { &self.without_locals(call, value) } else { value };
        let edit = match is_lua {
            true => Edit::Run { text: format!("{path}={value}") },
            false => self.run.console().state_edit(&path.pointer(), value).map_err(|error| error.reason)?,
        };
        let wanted = is_lua.then(|| self.console().evaluate(0, value).ok()).flatten();
        let wanted = wanted.and_then(|values| values.into_iter().next());
        self.apply(&edit, |console| wanted.is_none() || path.value(console) == wanted)?;
        let value = path.value(self.console()).unwrap_or_default();
        let (text, number) = self.values.result(value);
        Ok(json!({ "value": text, "variablesReference": number }))
    }

    /// A value as an expression that needs no local variables: its result, if it has another one without them.
    fn without_locals(&self, call: u64, value: &str) -> String {
        let result = |call: usize, text: &str| self.console().evaluate(call, text).ok()?.into_iter().next();
        let call = usize::try_from(call).unwrap_or(0);
        let here = result(call, value).filter(|here| result(usize::MAX, value).as_ref() != Some(here));
        // A function has a text, too.
        let is_text = || result(call, &format!("type({value})")).is_some_and(|kind| kind == "string");
        match here {
            Some(plain @ (Value::Number(_) | Value::Bool(_))) => plain.to_string(),
            Some(text @ Value::String(_)) if is_text() => text.to_string(),
            _ => value.to_string(),
        }
    }

    /// Makes an edit at the start of this frame and goes to the same line; or, if the change is not there any more, at the start of the
    /// next frame.
    fn apply(&mut self, edit: &Edit, is_there: impl Fn(&Console) -> bool) -> Result<(), String> {
        let (at, before) = (self.place, self.place.frame.saturating_sub(1));
        let branch = self.run.branch().id;
        let head = self.run.branch().head();
        if at.frame > 0 {
            self.branch_off(before, edit)?;
            let steps = self.run.branch().past.line_steps(at.frame).map_err(|crash| crash.to_string())?;
            if (at.step as usize) < steps.len() || at.step == u32::MAX {
                self.settle(at);
                if is_there(self.console()) {
                    return Ok(());
                }
            }
            // Back to the frame as it was.
            self.run.visit(branch, head).map_err(|crash| crash.to_string())?;
        }
        if head < at.frame {
            self.settle(at);
            return Err("the cart stops in this frame before the change could be seen".into());
        }
        self.branch_off(at.frame, edit)?;
        let next = at.frame + 1;
        let has_lines = self.run.branch().past.line_steps(next).is_ok_and(|steps| !steps.is_empty());
        self.settle(if has_lines { LinePlace { frame: next, step: 0 } } else { LinePlace::end(next) });
        Ok(())
    }

    /// Runs the frame after `frame` with an edit, on a branch. It follows the edits that the frame has.
    fn branch_off(&mut self, frame: u64, edit: &Edit) -> Result<(), String> {
        let past = &self.run.branch().past;
        let known = past.input(frame);
        let future = self.future.take().unwrap_or_else(|| past.clone());
        let mut input = known.or_else(|| future.input(frame)).unwrap_or_default();
        self.future = Some(future);
        self.points.forget_from(frame + 1);
        self.run.goto(frame).map_err(|crash| crash.to_string())?;
        let is_edit = |event: &&Event| matches!(event, Event::Edit(_));
        let edits = input.events.iter().take_while(is_edit).count();
        input.events.insert(edits, Event::Edit(edit.clone()));
        let mut tried = self.run.console().clone();
        for event in &input.events[..=edits] {
            if let Event::Edit(edit) = event {
                tried.edit(edit).map_err(|error| error.reason)?;
            }
        }
        // A crash is part of the branch.
        _ = self.run.frame(&input);
        Ok(())
    }

    /// The path from the globals to what a path from a local variable names.
    fn global_path(&self, scope: Scope, names: &[String]) -> Result<Vec<String>, String> {
        let (last, rest) = names.split_last().ok_or("expected a name")?;
        if rest.is_empty() {
            return Err(format!(
                "{last} is a local variable; only globals and fields of tables can be set: they are still there when the frame runs again"
            ));
        }
        let found = self.console().program().read(|view| {
            let root = scope.root(view)?;
            let table = rest.iter().try_fold(root, |at, name| view.child(at, name))?;
            path_to(view, view.id(table)?)
        });
        let mut path = found.ok_or_else(|| format!("found no global that leads to the table of {last}"))?;
        path.push(last.clone());
        Ok(path)
    }
}

/// The shortest path from the globals to an object.
fn path_to(view: &dyn StateView, id: u64) -> Option<Vec<String>> {
    let mut queue: VecDeque<(Vec<String>, Handle<'_>)> = VecDeque::from([(Vec::new(), view.root())]);
    let mut visited = BTreeSet::new();
    while let Some((path, at)) = queue.pop_front() {
        for child in view.children(at, 0, usize::MAX) {
            // Rows such as (functions) are no names.
            if child.name.starts_with('(') {
                continue;
            }
            let Some(found) = view.id(child.at) else { continue };
            if visited.len() < SEARCHED && visited.insert(found) {
                let path = [&path[..], &[child.name]].concat();
                if found == id {
                    return Some(path);
                }
                queue.push_back((path, child.at));
            }
        }
    }
    None
}
