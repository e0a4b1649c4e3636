//! The cart's state as lines: fields by name, what changed, what is watched.

use super::commands::Typing;
use super::page::DebugPage;
use super::page::{Line, PanelContext};
use super::{Debugger, Panel, memory};
use rasher::Machine;
use serde_json::Value;
use std::collections::BTreeSet;
use studio::letters;
use timeline::{Path, Run};

/// Lines that a state may have; a cart with a map of its own in it shall not make every frame slow.
const MOST: usize = 4000;

pub struct TreeRow {
    /// Its place, as a condition names it.
    pub path: String,
    depth: usize,
    name: String,
    value: String,
    /// Do its members have lines of their own? Nothing where it has none.
    open: Option<bool>,
}

/// How the tree is folded. A value of a few plain members is one line, and other values have a line for each member,
/// unless the person has turned that over.
pub type Turned = BTreeSet<String>;

pub fn rows(state: &Value, turned: &Turned) -> Vec<TreeRow> {
    let mut tree = Tree { rows: Vec::new(), turned, sought: None };
    tree.add(String::new(), String::new(), 0, state);
    tree.rows
}

/// The lines whose place has these letters, whatever their case, however the tree is folded: of the members of a value that
/// is one line only those that say more than its own place does.
fn found(state: &Value, turned: &Turned, sought: &str) -> Vec<TreeRow> {
    let mut tree = Tree { rows: Vec::new(), turned, sought: Some(sought.to_lowercase()) };
    tree.add(String::new(), String::new(), 0, state);
    tree.rows
}

/// The lines that are shown: all of them, or those whose place has the letters that are looked for.
pub fn shown(state: &Value, turned: &Turned, sought: Option<&str>) -> Vec<TreeRow> {
    match sought {
        Some(sought) => found(state, turned, sought),
        None => rows(state, turned),
    }
}

/// Has a place these letters? No letters are in none.
fn has(path: &str, sought: &str) -> bool {
    !sought.is_empty() && path.to_lowercase().contains(&sought.to_lowercase())
}

fn within(path: &str, whole: &str) -> bool {
    path.strip_prefix(whole).is_some_and(|rest| rest.starts_with(['.', '[']))
}

impl Debugger {
    /// A panel with the state has the focus; one turns to it if none shows it.
    pub(super) fn seek(&mut self, run: &mut Run) {
        let shown = self.layout.panels.len().min(self.panels.len());
        let state = self.panels[..shown].iter().position(|panel| panel.page == DebugPage::State);
        if self.page() != Some(DebugPage::State) {
            match state {
                Some(n) => self.focus = n,
                None => self.panels[self.focus] = Panel { page: DebugPage::State, line: 0 },
            }
        }
        self.before = self.panels[self.focus].line;
        _ = self.moment(run);
    }

    /// The line that was selected of those that were left stays so among all.
    pub(super) fn settle(&mut self, run: &mut Run, sought: Option<String>) {
        let Some(sought) = sought else { return self.panels[self.focus].line = self.before };
        let line = self.panels[self.focus].line as usize;
        let turned = self.turned.clone();
        let chosen = found(&self.moment(run).types, &turned, &sought).into_iter().nth(line);
        match chosen {
            Some(chosen) => self.reveal(run, &chosen.path),
            None => {
                self.panels[self.focus].line = self.before;
                self.tell(format!("no field has {sought:?} in its name"), true);
            }
        }
        self.sought = sought;
    }

    /// The line of a place is selected; what it is folded into unfolds.
    fn reveal(&mut self, run: &mut Run, path: &str) {
        loop {
            let turned = self.turned.clone();
            let rows = rows(&self.moment(run).types, &turned);
            if let Some(at) = rows.iter().position(|row| row.path == path) {
                self.panels[self.focus].line = at as i64;
                return;
            }
            let hides = |row: &&TreeRow| row.open == Some(false) && within(path, &row.path);
            match rows.iter().find(hides) {
                Some(row) => self.turn(&row.path),
                None => return,
            }
        }
    }

    fn turn(&mut self, path: &str) {
        if !self.turned.remove(path) {
            self.turned.insert(path.to_string());
        }
    }

    /// The line that is selected unfolds, or folds; what has no members gets another value.
    pub(super) fn unfold(&mut self, run: &mut Run) {
        let line = self.panels[self.focus].line as usize;
        let turned = self.turned.clone();
        match rows(&self.moment(run).types, &turned).get(line) {
            Some(TreeRow { path, open: Some(_), .. }) => self.turn(path),
            Some(_) => self.begin_line(run, Typing::Value),
            None => {}
        }
    }

    /// The next line, or the one before, that has what was looked for; around the end.
    pub(super) fn matching(&mut self, run: &mut Run, by: i64) {
        let (sought, turned) = (self.sought.clone(), self.turned.clone());
        self.seek(run);
        let line = self.panels[self.focus].line as usize;
        let state = &self.moment(run).types;
        let hits = found(state, &turned, &sought);
        let rows = rows(state, &turned);
        // A hit that is folded away stands after the line that it is folded into.
        let place = |hit: &TreeRow| {
            let at = rows.iter().rposition(|row| row.path == hit.path || within(&hit.path, &row.path))?;
            Some((at, rows[at].path != hit.path))
        };
        let places: Vec<_> = hits.iter().map(place).collect();
        let now = Some((line, false));
        let next = match by > 0 {
            true => places.iter().position(|place| *place > now).or(Some(0)),
            false => places.iter().rposition(|place| *place < now).or(places.len().checked_sub(1)),
        };
        match next.and_then(|next| hits.get(next)) {
            Some(hit) => self.reveal(run, &hit.path),
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

struct Tree<'a> {
    rows: Vec<TreeRow>,
    turned: &'a Turned,
    /// Only lines that have these letters in their place; then all is open.
    sought: Option<String>,
}

impl Tree<'_> {
    fn push(&mut self, row: TreeRow) {
        if self.sought.as_deref().is_none_or(|sought| has(&row.path, sought)) {
            self.rows.push(row);
        }
    }

    fn add(&mut self, path: String, name: String, depth: usize, value: &Value) {
        if self.rows.len() >= MOST {
            return;
        }
        let members = match inside(value) {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => false,
        };
        let line = plain(value);
        let open = members.then(|| line == self.turned.contains(&path));
        if depth > 0 {
            let value = match line && open != Some(true) {
                true => short(value),
                false => {
                    let array = inside(value).as_array();
                    let count = array.map(|items| format!("[{}]", items.len())).unwrap_or_default();
                    newtype(value).map_or(count.clone(), |(name, _)| format!("{name}{count}"))
                }
            };
            self.push(TreeRow { path: path.clone(), depth, name, value, open });
        } else if !members {
            self.push(TreeRow { path, depth, name: "state".to_string(), value: short(value), open });
            return;
        }
        let goes_in = match &self.sought {
            // Members of a list of numbers have no names to be found by.
            Some(sought) if line && depth > 0 => {
                !has(&path, sought) && (inside(value).is_object() || sought.contains('['))
            }
            Some(_) => true,
            None => depth == 0 || open == Some(true),
        };
        if !goes_in {
            return;
        }
        match inside(value) {
            Value::Object(fields) => {
                for (name, value) in rasher::members(fields) {
                    self.add(rasher::join_path(&path, name), name.clone(), depth + 1, value);
                }
            }
            Value::Array(items) => {
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
            let parts: Vec<String> = parts.collect();
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
    let types = view.debugger.code.as_ref().map_or(&view.moment.types, |code| &code.types);
    let rows = shown(types, &view.debugger.turned, sought);
    let changed = |path: &str| {
        let inside = |f: &timeline::FieldChange| f.path.starts_with(path) || path.starts_with(&f.path);
        !path.is_empty() && view.changes().fields.iter().any(inside)
    };
    // Of those that were found, the end of the place tells more.
    let room = view.area.w * 3 / 5;
    view.lines(p8, rows.len(), |n| {
        let row = &rows[n];
        let (name, value) = match (changed(&row.path), has(&row.path, &view.debugger.sought)) {
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
        letters::write(p8, "W on a field of the state watches it", 2, studio::canvas::HEAD + 1, 13);
        return;
    }
    view.lines(p8, pins.len(), |n| {
        let state = view.debugger.code.as_ref().map_or(&view.moment.state, |code| &code.state);
        let value = Path::parse(&pins[n]).map(|path| path.find(state)).unwrap_or_default();
        let changed = view.changes().fields.iter().any(|f| f.path.starts_with(&pins[n]));
        let (name, color) = if changed { (10, 10) } else { (6, 7) };
        Line::of(&[(name, &format!("{} ", pins[n])), (color, &short(&value))])
    });
}

pub fn changes(view: &PanelContext<'_>, p8: &mut Machine) {
    let (fields, regions) = (&view.changes().fields, &view.changes().regions);
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
            let name = memory::name(&change.region);
            let line = Line::of(&[(13, &format!("{:04x} ", change.first)), (12, &name)]);
            line.with_right(6, format!("{} b", change.bytes))
        }
    });
}
