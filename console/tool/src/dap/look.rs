//! What the editor asks about the source, memory and names.
//!
//! ```text
//! breakpointLocations   the lines of a range that have code           completions    names that begin with the typed word
//! gotoTargets           the next and the last time a line ran         readMemory     bytes as base64, by address
//! dataBreakpointInfo    the path by which a field is watched
//! ```

use super::points::nearest;
use super::session::Session;
use super::values::Scope;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rasher::{Breakpoint, Node, NodeKind};
use serde_json::{Value, json};
use timeline::{LineFound, LineJob, LinePlace, LineSearch, Path};

/// Lines of a file that are looked at, and names that are offered.
const LINES: u64 = 10_000;
const NAMES: usize = 200;
/// Frames in which a line is searched each way: a minute at 60 a second.
const SEARCHED: u64 = 3600;
const MEMORY: u64 = 0x1_0000;
/// The side of a pixel in a picture.
const PIXEL: u8 = 4;

impl Session {
    pub(super) fn locations(&self, arguments: &Value) -> Value {
        let number = |name: &str| arguments[name].as_u64();
        let first = number("line").unwrap_or(1);
        let last = number("endLine").unwrap_or(first).min(first.saturating_add(LINES));
        let has_code = |line: &u64| {
            let line = u32::try_from(*line).unwrap_or(u32::MAX);
            let place = nearest(&self.files, &self.sources, &arguments["source"], line);
            place.is_some_and(|place| self.files.line(&place) == line)
        };
        let lines = (first..=last).filter(has_code).map(|line| json!({ "line": line }));
        json!({ "breakpoints": lines.collect::<Vec<_>>() })
    }

    /// The stack's entry where no call runs, at the last line that ran: without a source, VS Code would show no globals and no watches.
    pub(super) fn end_of_frame(&self) -> Value {
        let frame = self.place.frame;
        let steps = self.run.branch().past.line_steps(frame).unwrap_or_default();
        let mut entry = json!({ "id": 0, "name": format!("end of frame {frame}"), "line": 0, "column": 0 });
        if let Some(step) = steps.last() {
            let place = self.console().machine().place(step.position);
            entry["source"] = self.files.source(place.file());
            (entry["line"], entry["column"]) = (self.files.line(&place).into(), 1.into());
        }
        entry
    }

    /// The next time and the last time that a line runs, seen from here.
    pub(super) fn goto_targets(&mut self, arguments: &Value) -> Result<Value, String> {
        let line = arguments["line"].as_u64().and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
        let place = nearest(&self.files, &self.sources, &arguments["source"], line);
        let place = place.ok_or("the cart has no code on this line")?;
        let line = self.files.line(&place);
        let point = Breakpoint { place, condition: String::new() };
        if self.future.is_some() {
            // After an edit, the branch has only the frames that were asked for.
            self.extend(SEARCHED);
        }
        let mut targets = Vec::new();
        self.targets.clear();
        for back in [false, true] {
            let what = LineSearch::Breakpoint {
                from: Some(self.place),
                back,
                points: vec![point.clone()],
                fields: Vec::new(),
            };
            let past = &self.run.branch().past;
            let found = LineJob::new(past, what).step(past, SEARCHED, |_| true);
            let Ok(Some(LineFound::Place(hit))) = found else { continue };
            let Some(place) = hit.place else { continue };
            let which = if back { "the last time" } else { "the next time" };
            let label = format!("{which}: frame {}", place.frame);
            targets.push(json!({ "id": self.targets.len(), "label": label, "line": line }));
            self.targets.push(place);
        }
        Ok(json!({ "targets": targets }))
    }

    /// How a variable is watched. Locals are not: each call has new ones.
    pub(super) fn data_point(&self, number: u64, name: &str) -> Value {
        let path = match self.place_of(number) {
            Some((Scope::Globals, mut names)) => {
                names.push(name.to_string());
                Some(Path::of(&names))
            }
            Some(_) => None,
            None => Path::parse(name).ok(),
        };
        match path.map(|path| path.to_string()) {
            Some(path) => json!({
                "dataId": path, "description": path, "accessTypes": ["write"], "canPersist": true,
            }),
            None => json!({ "dataId": null, "description": "only globals and their fields can be watched" }),
        }
    }

    pub(super) fn completions(&self, call: u64, text: &str, column: u64) -> Value {
        let column = usize::try_from(column).unwrap_or(0).saturating_sub(1);
        let typed: String = text.chars().take(column).collect();
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let word = typed.rsplit(|c| !in_word(c)).next().unwrap_or_default();
        let before = &typed[..typed.len() - word.len()];
        let is_member = before.ends_with(['.', ':']);
        let in_path = |c: char| in_word(c) || matches!(c, '.' | '[' | ']' | '"');
        let object = before.strip_suffix(['.', ':']).and_then(|rest| {
            let at = rest.rfind(|c| !in_path(c)).map_or(0, |at| at + 1);
            Path::parse(rest.get(at..)?).ok()
        });
        let call = usize::try_from(call).unwrap_or(0);
        let mut targets: Vec<Value> = Vec::new();
        let mut add = |name: &str, node: &Node| {
            let known = targets.iter().any(|target| target["label"] == name);
            if name.starts_with(word) && !known && targets.len() < NAMES {
                let kind = if node.kind == NodeKind::Function { "function" } else { "variable" };
                targets.push(json!({
                    "label": name, "type": kind, "start": column - word.chars().count(), "length": word.chars().count(),
                }));
            }
        };
        self.console().program().read(|view| {
            for scope in [Scope::Locals(call), Scope::Upvalues(call), Scope::Globals] {
                let Some(root) = scope.root(view) else { continue };
                let at = match &object {
                    Some(path) => path.names().iter().try_fold(root, |at, name| view.child(at, name)),
                    None => (!is_member).then_some(root),
                };
                let Some(at) = at else { continue };
                for child in view.children(at, 0, usize::MAX) {
                    let node = view.node(child.at);
                    // The rows (functions) and (library) have names, too.
                    if node.kind == NodeKind::Group && object.is_none() {
                        for child in view.children(child.at, 0, usize::MAX) {
                            add(&child.name, &view.node(child.at));
                        }
                    } else if child.name.chars().all(in_word) {
                        add(&child.name, &node);
                    }
                }
                if object.is_some() {
                    break;
                }
            }
        });
        json!({ "targets": targets })
    }

    /// The picture of this place or, during a search, of the frame that it has reached.
    pub(super) fn picture(&self) -> Value {
        let (frame, png) = match &self.search {
            None => (self.place.frame, crate::run::picture(self.console(), PIXEL)),
            Some(search) => {
                let frame = self.reached(search);
                let moment = self.run.branch().past.line_moment(LinePlace::end(frame)).ok().flatten();
                let console = moment.as_ref().map_or(self.run.console(), |at| &at.console);
                (frame, crate::run::picture(console, PIXEL))
            }
        };
        json!({ "png": STANDARD.encode(png), "frame": frame })
    }

    pub(super) fn read_memory(&self, arguments: &Value) -> Result<Value, String> {
        let (from, count) = (address(arguments)?, arguments["count"].as_u64().unwrap_or(0));
        let end = from.saturating_add(count).min(MEMORY);
        let bytes = self.console().machine().memory().bytes();
        let read = bytes.get(from as usize..end as usize).unwrap_or_default();
        Ok(json!({
            "address": format!("0x{from:04x}"), "data": STANDARD.encode(read),
            "unreadableBytes": count - read.len() as u64,
        }))
    }

    pub(super) fn memory_written(&mut self, arguments: &Value) -> Result<Value, String> {
        let from = address(arguments)?;
        let data = arguments["data"].as_str().unwrap_or_default();
        let bytes = STANDARD.decode(data).map_err(|error| format!("data: {error}, expected base64"))?;
        if from.saturating_add(bytes.len() as u64) > MEMORY {
            return Err("expected bytes below 0x10000".into());
        }
        self.write_memory(from as u16, &bytes)
    }

    /// Whether a text that is no expression may be run as a statement.
    pub(super) fn is_statement(&self, text: &str) -> bool {
        let is_lua = self.run.console().program().suspends();
        is_lua && !text.trim().is_empty()
    }
}

/// The address of a memory reference, such as `0x6000`, and an offset.
fn address(arguments: &Value) -> Result<u64, String> {
    let text = arguments["memoryReference"].as_str().unwrap_or_default();
    let start = crate::options::seed(text).map_err(|error| format!("{text:?}: {error}"))?;
    let offset = arguments["offset"].as_i64().unwrap_or(0);
    let from = start.checked_add_signed(offset).filter(|from| *from < MEMORY);
    from.ok_or_else(|| format!("{text} and {offset}: expected an address below 0x10000"))
}
