//! The cart's state as lines: fields by name, what changed, the watch list.

use super::commands::PromptKind;
use super::page::{DebugPage, PageLine, PanelContext, note};
use super::{Debugger, Panel, machine};
use rasher::Machine;
use serde_json::Value;
use std::collections::BTreeSet;
use studio::letters;
use timeline::{Path, Run};

/// Most lines of a state: one with a whole map in it must not slow every frame down.
const ROWS_MAX: usize = 4000;

pub struct TreeRow {
    pub path: String,
    depth: usize,
    name: String,
    value: String,
    /// Is it expanded? None for a value without members.
    open: Option<bool>,
}

/// The lines of a state. A value of a few plain members is one line, and other values have a line for each member,
/// unless they are toggled. With a filter, only lines whose path has its letters, in any case, however the tree is folded; of the
/// members of a value that is one line only those that say more than its own path does.
pub fn rows(state: &Value, toggled: &BTreeSet<String>, filter: Option<&str>) -> Vec<TreeRow> {
    let mut tree = Tree { rows: Vec::new(), toggled, filter };
    tree.add(String::new(), String::new(), 0, state);
    tree.rows
}

fn matches(path: &str, filter: &str) -> bool {
    !filter.is_empty() && path.to_lowercase().contains(&filter.to_lowercase())
}

fn is_within(path: &str, whole: &str) -> bool {
    path.strip_prefix(whole).is_some_and(|rest| rest.starts_with(['.', '[']))
}

impl Debugger {
    pub(super) fn focus_state(&mut self) {
        let count = self.layout.panels.len().min(self.setup.panels.len());
        let state = self.setup.panels[..count].iter().position(|panel| panel.page == DebugPage::State);
        if self.page() != Some(DebugPage::State) {
            match state {
                Some(n) => self.setup.focus = n,
                None => *self.panel() = Panel { page: DebugPage::State, line: 0 },
            }
        }
    }

    pub(super) fn accept_match(&mut self, run: &mut Run, filter: Option<String>, line_before: i64) {
        let Some(filter) = filter else { return self.panel().line = line_before };
        let line = self.panel().line as usize;
        let toggled = self.setup.toggled.clone();
        match rows(&self.moment(run).types, &toggled, Some(&filter)).into_iter().nth(line) {
            Some(row) => self.reveal(run, &row.path),
            None => {
                self.panel().line = line_before;
                self.show_error(format!("no field has {filter:?} in its name"));
            }
        }
        self.setup.last_search = filter;
    }

    fn reveal(&mut self, run: &mut Run, path: &str) {
        loop {
            let toggled = self.setup.toggled.clone();
            let rows = rows(&self.moment(run).types, &toggled, None);
            if let Some(at) = rows.iter().position(|row| row.path == path) {
                self.panel().line = at as i64;
                return;
            }
            let hides = |row: &&TreeRow| row.open == Some(false) && is_within(path, &row.path);
            match rows.iter().find(hides) {
                Some(row) => self.toggle_row(&row.path),
                None => return,
            }
        }
    }

    fn toggle_row(&mut self, path: &str) {
        if !self.setup.toggled.remove(path) {
            self.setup.toggled.insert(path.to_string());
        }
    }

    pub(super) fn expand_or_edit(&mut self, run: &mut Run) {
        let line = self.panel().line as usize;
        let toggled = self.setup.toggled.clone();
        match rows(&self.moment(run).types, &toggled, None).get(line) {
            Some(TreeRow { path, open: Some(_), .. }) => self.toggle_row(path),
            Some(_) => self.open_prompt(run, PromptKind::Value),
            None => {}
        }
    }

    pub(super) fn next_match(&mut self, run: &mut Run, by: i64) {
        let (filter, toggled) = (self.setup.last_search.clone(), self.setup.toggled.clone());
        self.focus_state();
        let line = self.panel().line as usize;
        let state = &self.moment(run).types;
        let hits = rows(state, &toggled, Some(&filter));
        let rows = rows(state, &toggled, None);
        // A hit that is folded away comes after the line that it is folded into.
        let position = |hit: &TreeRow| {
            let at = rows.iter().rposition(|row| row.path == hit.path || is_within(&hit.path, &row.path))?;
            Some((at, rows[at].path != hit.path))
        };
        let positions: Vec<_> = hits.iter().map(position).collect();
        let now = Some((line, false));
        let next = match by > 0 {
            true => positions.iter().position(|at| *at > now).or(Some(0)),
            false => positions.iter().rposition(|at| *at < now).or(positions.len().checked_sub(1)),
        };
        match next.and_then(|next| hits.get(next)) {
            Some(hit) => self.reveal(run, &hit.path),
            None => self.show_error("no match: / finds a field by its name"),
        }
    }
}

fn newtype(value: &Value) -> Option<(&str, &Value)> {
    let (name, inside) = value.as_object().filter(|fields| fields.len() == 1)?.iter().next()?;
    Some((name.strip_prefix('(')?.strip_suffix(')')?, inside))
}

fn inside(value: &Value) -> &Value {
    newtype(value).map_or(value, |(_, within)| inside(within))
}

fn is_one_line(value: &Value) -> bool {
    let single = |value: &Value| !inside(value).is_array() && !inside(value).is_object();
    match inside(value) {
        Value::Array(items) => items.iter().all(single),
        Value::Object(fields) => fields.len() <= 3 && fields.values().all(single),
        _ => true,
    }
}

struct Tree<'a> {
    rows: Vec<TreeRow>,
    toggled: &'a BTreeSet<String>,
    filter: Option<&'a str>,
}

impl Tree<'_> {
    fn add(&mut self, path: String, name: String, depth: usize, value: &Value) {
        if self.rows.len() >= ROWS_MAX {
            return;
        }
        let has_members = match inside(value) {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => false,
        };
        let one_line = is_one_line(value);
        let open = has_members.then(|| one_line == self.toggled.contains(&path));
        if depth > 0 || !has_members {
            let text = match one_line && open != Some(true) {
                true => short(value),
                false => {
                    let array = inside(value).as_array();
                    let count = array.map(|items| format!("[{}]", items.len())).unwrap_or_default();
                    newtype(value).map_or(count.clone(), |(name, _)| format!("{name}{count}"))
                }
            };
            let name = if depth > 0 { name } else { "state".to_string() };
            if self.filter.is_none_or(|filter| matches(&path, filter)) {
                self.rows.push(TreeRow { path: path.clone(), depth, name, value: text, open });
            }
        }
        let is_listed = match self.filter {
            // Members of a list of numbers have no names to be found by.
            Some(filter) if one_line && depth > 0 => {
                !matches(&path, filter) && (inside(value).is_object() || filter.contains('['))
            }
            Some(_) => true,
            None => depth == 0 || open == Some(true),
        };
        match inside(value) {
            Value::Object(fields) if is_listed => {
                for (name, value) in rasher::members(fields) {
                    self.add(rasher::join_path(&path, name), name.clone(), depth + 1, value);
                }
            }
            Value::Array(items) if is_listed => {
                for (i, value) in items.iter().enumerate() {
                    self.add(format!("{path}[{i}]"), i.to_string(), depth + 1, value);
                }
            }
            _ => {}
        }
    }
}

pub fn short(value: &Value) -> String {
    if let Some((name, inside)) = newtype(value) {
        return format!("{name}({})", short(inside));
    }
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let parts = rasher::members(fields).into_iter().map(|(name, v)| format!("{name} {}", short(v)));
            parts.collect::<Vec<_>>().join(" ")
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
    let filter = view.debugger.filter();
    let setup = &view.debugger.setup;
    let types = view.debugger.code.as_ref().map_or(&view.moment.types, |code| &code.types);
    let rows = rows(types, &setup.toggled, filter);
    let changed = |path: &str| {
        let inside = |f: &timeline::FieldChange| f.path.starts_with(path) || path.starts_with(&f.path);
        !path.is_empty() && view.changes().fields.iter().any(inside)
    };
    // The end of a match's path says more than its start.
    let room = view.area.w * 3 / 5;
    view.lines(p8, rows.len(), |n| {
        let row = &rows[n];
        let (name, value) = match (changed(&row.path), matches(&row.path, &setup.last_search)) {
            (true, _) => (10, 10),
            (_, true) => (12, 12),
            _ => (6, 7),
        };
        let label = match filter {
            Some(_) => letters::tail(&row.path, room).to_string(),
            None => format!("{}{}", "  ".repeat(row.depth.saturating_sub(1).min(8)), row.name),
        };
        PageLine::of(&[(name, &format!("{label} ")), (value, &row.value)])
    });
}

pub fn watch(view: &PanelContext<'_>, p8: &mut Machine) {
    let paths = view.debugger.watched();
    if paths.is_empty() {
        return note(p8, &["press w on a field to watch it"]);
    }
    view.lines(p8, paths.len(), |n| {
        let state = view.debugger.code.as_ref().map_or(&view.moment.state, |code| &code.state);
        let value = Path::parse(&paths[n]).map(|path| path.find(state)).unwrap_or_default();
        let changed = view.changes().fields.iter().any(|f| f.path.starts_with(&paths[n]));
        let (name, color) = if changed { (10, 10) } else { (6, 7) };
        PageLine::of(&[(name, &format!("{} ", paths[n])), (color, &short(&value))])
    });
}

pub fn changes(view: &PanelContext<'_>, p8: &mut Machine) {
    let (fields, regions) = (&view.changes().fields, &view.changes().regions);
    let room = view.area.w / 2;
    view.lines(p8, fields.len() + regions.len(), |n| match fields.get(n) {
        Some(field) => {
            let value = |value: &Option<Value>| value.as_ref().map_or("-".to_string(), short);
            let (before, after) = (value(&field.before), value(&field.after));
            let path = format!("{} ", letters::tail(&field.path, room));
            PageLine::of(&[(6, &path), (13, &format!("{before} > ")), (10, &after)])
        }
        None => {
            let change = &regions[n - fields.len()];
            let name = machine::region_name(&change.region);
            let line = PageLine::of(&[(13, &format!("{:04x} ", change.first)), (12, &name)]);
            line.with_right(6, format!("{} b", change.bytes))
        }
    });
}
