//! The cart's state as lines: fields by name, what changed, what is watched.

use super::page::{Line, PanelContext};
use super::typing::TypedLine;
use super::{Debugger, Page, Panel, Typing, letters};
use rasher::Machine;
use serde_json::Value;
use timeline::{Path, Run};

/// Lines that a state may have; a cart with a map of its own in it shall not make every frame slow.
const MOST: usize = 4000;

/// A line of the tree.
pub struct TreeRow {
    /// Its place, as a condition names it.
    pub path: String,
    /// How deep it stands.
    depth: usize,
    name: String,
    value: String,
}

/// The tree, line by line. A list of plain numbers is one line.
pub fn rows(state: &Value) -> Vec<TreeRow> {
    let mut rows = Vec::new();
    add(&mut rows, String::new(), String::new(), 0, state);
    rows
}

/// The lines that are shown: all of them, or those whose place has the letters that are looked for.
pub fn shown(state: &Value, sought: Option<&str>) -> Vec<TreeRow> {
    let mut rows = rows(state);
    if let Some(sought) = sought {
        rows.retain(|row| row.has(sought));
    }
    rows
}

impl TreeRow {
    /// Has its place these letters, whatever their case? No letters are in none.
    fn has(&self, sought: &str) -> bool {
        !sought.is_empty() && self.path.to_lowercase().contains(&sought.to_lowercase())
    }
}

impl Debugger {
    /// The letters that fields are being looked for by: only lines that have them are shown then.
    pub(super) fn filter(&self) -> Option<&str> {
        match &self.typing {
            Some(TypedLine { typing: Typing::Find, text, .. }) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A panel with the state has the focus; one turns to it if none shows it.
    pub(super) fn seek(&mut self, run: &mut Run) {
        let shown = self.layout.panels.len().min(self.panels.len());
        let state = self.panels[..shown].iter().position(|panel| panel.page == Page::State);
        if self.page() != Some(Page::State) {
            match state {
                Some(n) => self.focus = n,
                None => self.panels[self.focus] = Panel { page: Page::State, line: 0 },
            }
        }
        self.before = self.panels[self.focus].line;
        _ = self.moment(run);
    }

    /// A letter more or less: the first line that is left is selected.
    pub(super) fn sift(&mut self) {
        if matches!(self.typing, Some(TypedLine { typing: Typing::Find, .. })) {
            self.panels[self.focus].line = 0;
        }
    }

    /// What was typed is forgotten.
    pub(super) fn unseek(&mut self, _: &mut Run) {
        if let Some(TypedLine { typing: Typing::Find, .. }) = self.typing.take() {
            self.panels[self.focus].line = self.before;
        }
    }

    /// The line that was selected of those that were left stays so among all.
    pub(super) fn settle(&mut self, run: &mut Run, sought: Option<String>) {
        let Some(sought) = sought else { return self.panels[self.focus].line = self.before };
        let line = self.panels[self.focus].line as usize;
        let state = &self.moment(run).types;
        let chosen = shown(state, Some(&sought)).into_iter().nth(line);
        let at = chosen.and_then(|chosen| rows(state).iter().position(|row| row.path == chosen.path));
        match at {
            Some(at) => self.panels[self.focus].line = at as i64,
            None => {
                self.panels[self.focus].line = self.before;
                self.tell(format!("no field has {sought:?} in its name"), true);
            }
        }
        self.sought = sought;
    }

    /// The next line, or the one before, that has what was looked for; around the end.
    pub(super) fn matching(&mut self, run: &mut Run, by: i64) {
        let sought = self.sought.clone();
        self.seek(run);
        let now = self.panels[self.focus].line;
        let rows = rows(&self.moment(run).types);
        let hits: Vec<i64> = (0..).zip(&rows).filter(|(_, row)| row.has(&sought)).map(|(n, _)| n).collect();
        let next = match by > 0 {
            true => hits.iter().find(|n| **n > now).or(hits.first()),
            false => hits.iter().rfind(|n| **n < now).or(hits.last()),
        };
        match next {
            Some(next) => self.panels[self.focus].line = *next,
            None => self.tell("nothing to look for: / finds a field by its name", true),
        }
    }
}

/// The name of a value's newtype, if it has one, and what it holds.
fn newtype(value: &Value) -> Option<(&str, &Value)> {
    let (name, inside) = value.as_object().filter(|fields| fields.len() == 1)?.iter().next()?;
    Some((name.strip_prefix('(')?.strip_suffix(')')?, inside))
}

/// What a value is below its newtypes.
fn inside(value: &Value) -> &Value {
    newtype(value).map_or(value, |(_, within)| inside(within))
}

fn plain(value: &Value) -> bool {
    let single = |value: &Value| !inside(value).is_array() && !inside(value).is_object();
    match inside(value) {
        Value::Array(items) => items.iter().all(single),
        Value::Object(fields) => fields.len() <= 3 && fields.values().all(single),
        _ => true,
    }
}

fn add(rows: &mut Vec<TreeRow>, path: String, name: String, depth: usize, value: &Value) {
    if rows.len() >= MOST {
        return;
    }
    let joined = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    if depth > 0 && plain(value) {
        rows.push(TreeRow { path, depth, name, value: short(value) });
        return;
    }
    if depth > 0 {
        let count = inside(value).as_array().map(|items| format!("[{}]", items.len())).unwrap_or_default();
        let count = newtype(value).map_or(count.clone(), |(name, _)| format!("{name}{count}"));
        rows.push(TreeRow { path: path.clone(), depth, name, value: count });
    }
    match inside(value) {
        Value::Object(fields) => {
            for (name, value) in fields {
                add(rows, joined(name), name.clone(), depth + 1, value);
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                add(rows, format!("{path}[{i}]"), i.to_string(), depth + 1, value);
            }
        }
        other => rows.push(TreeRow { path, depth, name: "state".to_string(), value: short(other) }),
    }
}

/// A value in few letters.
pub fn short(value: &Value) -> String {
    if let Some((name, inside)) = newtype(value) {
        return format!("{name}({})", short(inside));
    }
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let parts: Vec<String> = fields.iter().map(|(name, v)| format!("{name} {}", short(v))).collect();
            parts.join(" ")
        }
        Value::Array(items) => {
            let parts: Vec<String> = items.iter().take(16).map(short).collect();
            format!("[{}] {}", items.len(), parts.join(" "))
        }
        Value::Null => "-".to_string(),
        other => other.to_string(),
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let sought = view.debugger.filter();
    let rows = shown(&view.moment.types, sought);
    let changed = |path: &str| {
        let inside = |f: &timeline::FieldChange| f.path.starts_with(path) || path.starts_with(&f.path);
        !path.is_empty() && view.moment.changes.fields.iter().any(inside)
    };
    // Of those that were found, the end of the place tells more.
    let room = view.area.w * 3 / 5;
    view.lines(p8, rows.len(), |n| {
        let row = &rows[n];
        let (name, value) = match (changed(&row.path), row.has(&view.debugger.sought)) {
            (true, _) => (10, 10),
            (_, true) => (12, 12),
            _ => (6, 7),
        };
        let told = match sought {
            Some(_) => letters::tail(&row.path, room).to_string(),
            None => format!("{}{}", "  ".repeat(row.depth.saturating_sub(1).min(8)), row.name),
        };
        Line::of(&[(name, &format!("{told} ")), (value, &row.value)])
    });
}

pub fn watch(view: &PanelContext<'_>, p8: &mut Machine) {
    let pins = &view.debugger.pins;
    if pins.is_empty() {
        letters::write(p8, "W on a field of the state watches it", 2, super::canvas::HEAD + 1, 13);
        return;
    }
    view.lines(p8, pins.len(), |n| {
        let value = Path::parse(&pins[n]).map(|path| path.find(&view.moment.state)).unwrap_or_default();
        let changed = view.moment.changes.fields.iter().any(|f| f.path.starts_with(&pins[n]));
        let (name, color) = if changed { (10, 10) } else { (6, 7) };
        Line::of(&[(name, &format!("{} ", pins[n])), (color, &short(&value))])
    });
}

pub fn changes(view: &PanelContext<'_>, p8: &mut Machine) {
    let (fields, regions) = (&view.moment.changes.fields, &view.moment.changes.regions);
    let room = view.area.w / 2;
    view.lines(p8, fields.len() + regions.len(), |n| match fields.get(n) {
        Some(field) => {
            let value = |value: &Option<Value>| value.as_ref().map_or("-".to_string(), short);
            let (before, after) = (value(&field.before), value(&field.after));
            Line::of(&[
                (6, &format!("{} ", letters::tail(&field.path, room))),
                (13, &format!("{before} > ")),
                (10, &after),
            ])
        }
        None => {
            let change = &regions[n - fields.len()];
            let name = change.region.name.to_lowercase().replace('_', " ");
            let line = Line::of(&[(13, &format!("{:04x} ", change.first)), (12, &name)]);
            line.with_right(6, format!("{} b", change.bytes))
        }
    });
}
