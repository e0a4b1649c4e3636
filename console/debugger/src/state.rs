//! The cart's state as lines: fields by name, what changed, the watch list.

use super::page::{DebugPage, PageLine, PanelContext, note, scrollbar};
use super::tree::{Row, Selection, Tree, WHOLE};
use super::typed::has_letters;
use super::{DebugRequest, Debugger, PromptKind, layout, machine};
use rasher::{Console, Machine, NodeKind, StateView, TreeView};
use serde_json::Value;
use std::collections::BTreeSet;
use studio::letters;
use timeline::{Condition, Difference, FieldChange, Path, Run};

/// How the text of a coroutine begins that an error ended.
pub const DIED: &str = "coroutine dead: ";

/// Changes before and after the selected one that columns are measured by.
const NEAR: usize = 50;

/// Reads a state: a Lua cart's live heap, a Rust cart's tree.
pub fn read<R>(console: &Console, types: &Value, read: impl FnOnce(&dyn StateView) -> R) -> R {
    match console.program().view() {
        Some(view) => read(&*view),
        None => read(&TreeView(types)),
    }
}

/// Is it the path itself, or that of a value in it?
fn is_within(path: &str, whole: &str) -> bool {
    path.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl Debugger {
    pub(super) fn focus_state(&mut self) {
        if self.page() != Some(DebugPage::State) {
            self.focus_page(DebugPage::State);
        }
    }

    /// Reads the state that the panels show.
    pub(super) fn with_tree<R>(&mut self, run: &Run, use_tree: impl FnOnce(&Tree<'_>, &Selection) -> R) -> R {
        let is_live = self.console(run).program().view().is_some();
        if !is_live && !self.moment.as_ref().is_some_and(|moment| moment.is_of(run)) {
            _ = self.moment(run);
        }
        let of_moment = || self.moment.as_ref().map_or(&Value::Null, |moment| &moment.types);
        let types = self.code.as_ref().map_or_else(of_moment, |code| &code.types);
        let (setup, selection) = (&self.setup, &self.setup.selection);
        read(self.console(run), types, |view| {
            use_tree(&Tree { view, toggled: &setup.toggled, is_hex: setup.is_hex }, selection)
        })
    }

    pub(super) fn move_selection(&mut self, run: &Run, by: i64) {
        self.setup.selection = self.with_tree(run, |tree, selection| {
            let at = tree.resolve(selection);
            // A removed object is shown below the row around it.
            let by = if at.is_gone && by > 0 { by - 1 } else { by };
            tree.moved(at.row, by).selection()
        });
    }

    pub(super) fn select_row(&mut self, run: &Run, row: usize, rows: usize) {
        let selection = self.with_tree(run, |tree, selection| {
            let window = tree.window(selection, rows, 0);
            // The row of a removed object is not a field.
            let gone = usize::from(window.is_gone && row > window.selected);
            window.rows.get(row.saturating_sub(gone)).or(window.rows.last()).map(Row::selection)
        });
        self.setup.selection = selection.unwrap_or_default();
    }

    /// Opens or closes the selected row if its arrow is at a column.
    pub(super) fn toggle_at(&mut self, run: &Run, x: i32) -> bool {
        let (path, arrow) = self.with_tree(run, |tree, selection| {
            let row = tree.resolve(selection).row;
            (row.path(), tree.is_open(&row).map(|_| fold_column(&row)))
        });
        let is_there = arrow.is_some_and(|arrow| (arrow - 2..arrow + 7).contains(&x));
        if is_there {
            self.toggle_row(&path);
        }
        is_there
    }

    pub(super) fn accept_match(&mut self, run: &mut Run, filter: Option<String>, line_before: i64) {
        let line = self.panel().line as usize;
        self.panel().line = line_before;
        let Some(filter) = filter else { return };
        let found = self.with_tree(run, |tree, _| tree.matches(&filter, &[]).0);
        match found.into_iter().nth(line) {
            Some(names) => self.reveal(run, names),
            None => self.show_error(format!("no field has {filter:?} in its name or value")),
        }
        self.setup.last_search = filter;
    }

    /// Selects a field, opens the rows that it is in, and shows its members.
    fn reveal(&mut self, run: &mut Run, names: Vec<String>) {
        let ids = vec![None; names.len()];
        let (selection, closed) = self.with_tree(run, |tree, _| {
            let row = tree.resolve(&Selection { names, ids }).row;
            let above = (1..=row.0.len()).map(|length| Row(row.0[..length].to_vec()));
            let closed: Vec<String> =
                above.filter(|above| tree.is_open(above) == Some(false)).map(|above| above.path()).collect();
            (row.selection(), closed)
        });
        closed.iter().for_each(|path| self.toggle_row(path));
        self.setup.selection = selection;
    }

    pub(super) fn toggle_row(&mut self, path: &str) {
        if !self.setup.toggled.remove(path) {
            self.setup.toggled.insert(path.to_string());
        }
    }

    pub(super) fn expand_or_edit(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let (path, open, kind) = self.with_tree(run, |tree, selection| {
            let row = tree.resolve(selection).row;
            (row.path(), tree.is_open(&row), row.0.last().map(|step| step.node.kind))
        });
        match (open, kind) {
            (Some(_), _) => self.toggle_row(&path),
            // The line on which it died: no other value can be typed.
            (None, Some(NodeKind::Coroutine)) => return self.go_to_writer(run),
            (None, _) => self.open_prompt(run, PromptKind::Value),
        }
        None
    }

    pub(super) fn next_match(&mut self, run: &mut Run, by: i64) {
        let filter = self.setup.last_search.clone();
        self.focus_state();
        let (found, at) = self.with_tree(run, |tree, selection| {
            let row = tree.resolve(selection).row;
            let names: Vec<String> = row.0.into_iter().map(|step| step.name).collect();
            let (found, before) = tree.matches(&filter, &names);
            let is_here = before.checked_sub(1).is_some_and(|n| found[n] == names);
            let count = found.len();
            let next = match (by > 0, is_here) {
                (true, _) => before,
                (false, true) => (before + count).saturating_sub(2),
                (false, false) => (before + count).saturating_sub(1),
            };
            (found, next.checked_rem(count))
        });
        match at.and_then(|at| found.into_iter().nth(at)) {
            Some(names) => self.reveal(run, names),
            None => self.show_error("no match: / finds a field by its name"),
        }
    }

    /// The value of an expression, in the selected call if a line is shown.
    pub(super) fn value_here(&self, run: &Run, text: &str) -> Result<String, String> {
        let condition = Condition::parse(text).map_err(|error| error.to_string())?;
        let value = match &self.code {
            Some(code) => condition.result_in(&code.console, code.call),
            None => condition.result(run.console()),
        };
        value.map(|value| if value.is_null() { "nil".into() } else { short(&value) })
    }

    /// The changed fields that the filter lets through; `-x` excludes what has x.
    pub(super) fn shown_changes<'a>(&self, changes: &'a Difference) -> Vec<&'a FieldChange> {
        let (setup, typed) = (&self.setup, self.change_filter());
        let passes = |change: &&FieldChange| {
            let fits = |word: &str| match word.strip_prefix('-') {
                Some(word) => word.is_empty() || !has_letters(&change.path, &word.to_lowercase()),
                None => has_letters(&change.path, &word.to_lowercase()),
            };
            !setup.hidden_changes.contains(&change.path) && typed.split_whitespace().all(fits)
        };
        changes.fields.iter().filter(passes).collect()
    }

    pub(super) fn hide_changes(&mut self, run: &Run, hide: bool) {
        if !hide {
            self.setup.hidden_changes.clear();
            return self.show_message("all changes are shown");
        }
        _ = self.moment(run);
        let Some(moment) = &self.moment else { return };
        let changes = self.code.as_ref().map_or(&moment.changes, |code| &code.changes);
        let paths: Vec<String> =
            self.shown_changes(changes).iter().map(|change| change.path.clone()).collect();
        self.setup.hidden_changes.extend(paths);
        let count = self.setup.hidden_changes.len();
        self.show_message(format!(
            "{count} fields hidden: later frames show changes not seen before; I shows all"
        ));
    }
}

impl Debugger {
    /// The row of the selected change, and whether it is in the list; without a choice the row of that number. What has not changed here
    /// has a row at the end of the fields.
    pub(super) fn change_at(&self, fields: &[&FieldChange], all: &Difference, line: i64) -> (usize, bool) {
        let chosen = &self.setup.change;
        let region = |n: usize| format!("{:04x}", all.regions[n].region.start);
        let field = fields.iter().position(|field| field.path == *chosen);
        let at =
            field.or_else(|| Some(fields.len() + (0..all.regions.len()).find(|n| region(*n) == *chosen)?));
        match at {
            _ if chosen.is_empty() => {
                ((line.max(0) as usize).min((fields.len() + all.regions.len()).saturating_sub(1)), true)
            }
            Some(at) => (at, true),
            None => (fields.len() + all.regions.len(), false),
        }
    }

    pub(super) fn move_change(&mut self, run: &Run, by: i64) {
        _ = self.moment(run);
        let Some(moment) = &self.moment else { return };
        let all = self.code.as_ref().map_or(&moment.changes, |code| &code.changes);
        let fields = self.shown_changes(all);
        let line = self.setup.panels.get(self.setup.focus).map_or(0, |panel| panel.line);
        let (at, _) = self.change_at(&fields, all, line);
        let count = fields.len() + all.regions.len();
        let to = at.saturating_add_signed(by as isize).min(count.saturating_sub(1));
        let name = match fields.get(to) {
            Some(field) => field.path.clone(),
            None => all
                .regions
                .get(to - fields.len())
                .map_or_else(String::new, |it| format!("{:04x}", it.region.start)),
        };
        self.setup.change = name;
        self.panel().line = to as i64;
    }
}

pub fn short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let parts = rasher::members(fields).into_iter().take(16);
            let parts = parts.map(|(name, v)| format!("{name} {}", short(v)));
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
    let setup = &view.debugger.setup;
    let changed = |path: &str| {
        let inside = |f: &FieldChange| is_within(&f.path, path) || is_within(path, &f.path);
        !path.is_empty() && view.changes().fields.iter().any(inside)
    };
    let last_search = setup.last_search.to_lowercase();
    let color = |path: &str| match (changed(path), has_letters(path, &last_search)) {
        (true, _) => Some(10),
        (_, true) => Some(12),
        _ => None,
    };
    read(view.console(), view.types(), |state| {
        let tree = Tree { view: state, toggled: &setup.toggled, is_hex: setup.is_hex };
        if let Some(filter) = view.debugger.filter() {
            // The end of a match's path says more than its start.
            let room = view.area.w * 3 / 5;
            let (found, _) = tree.matches(filter, &[]);
            return view.lines(p8, found.len(), |n| {
                let names = found[n].clone();
                let row = tree.resolve(&Selection { ids: vec![None; names.len()], names }).row;
                let path = row.path();
                line(&tree, &row, letters::tail(&path, room), color(&path))
            });
        }
        let rows = layout::rows(view.area).max(1) as usize;
        let window = tree.window(&setup.selection, rows, 0);
        let count = window.rows.len() + usize::from(window.is_gone);
        let selected = window.selected + usize::from(window.is_gone);
        let indented = |row: &Row<'_>| {
            let name = row.0.last().map_or("state", |step| &step.name);
            format!("{}{name}", "  ".repeat(row.0.len().min(9)))
        };
        let names = window.rows.iter().map(|row| letters::width(&indented(row)));
        let column = names.max().map_or(0, |widest| (widest + 8).min(view.area.w * 2 / 5));
        view.lines_from(p8, (selected, count), |n| {
            if window.is_gone && n == selected {
                return PageLine::of(&[(8, &format!("gone (was {})", setup.selection.path()))]);
            }
            let row = &window.rows[if window.is_gone && n > selected { n - 1 } else { n }];
            let line = line(&tree, row, &indented(row), color(&row.path())).in_columns(&[column]);
            match tree.is_open(row) {
                Some(is_open) => line.folding(fold_column(row), is_open),
                None => line,
            }
        });
        if let (Some(first), Some(last)) = (window.rows.first(), window.rows.last()) {
            let (from, to) = (tree.extent(first).0, tree.extent(last).1);
            scrollbar(p8, view.area, (from, to - from, WHOLE), rows as i64);
        }
    });
}

/// The column of a row's arrow.
fn fold_column(row: &Row<'_>) -> i32 {
    6 * row.0.len().min(9) as i32 - 4
}

/// A row of the state in a colour, or in that of its kind.
pub fn line<'a>(tree: &Tree<'a>, row: &Row<'a>, label: &str, color: Option<i32>) -> PageLine {
    let (kind, id) = row.0.last().map_or((NodeKind::Table, None), |step| (step.node.kind, step.node.id));
    let own = match kind {
        _ if row.same_as().is_some() => 13,
        _ if row.0.first().is_some_and(|step| step.name == "(library)") => 5,
        NodeKind::Number => 12,
        NodeKind::Text => 15,
        NodeKind::Boolean => 14,
        NodeKind::Nil => 5,
        NodeKind::Coroutine if tree.value(row).starts_with(DIED) => 8,
        NodeKind::Function | NodeKind::Coroutine => 11,
        NodeKind::Table => 6,
        NodeKind::Group => 13,
    };
    let parts = [(color.unwrap_or(6), format!("{label} ")), (own, tree.value(row))];
    let line = PageLine::of(&parts.each_ref().map(|(color, text)| (*color, text.as_str())));
    match id {
        Some(id) => line.with_right(5, identity(id)),
        None => line,
    }
}

/// The place of an object in the heap.
pub fn identity(id: u64) -> String {
    format!("#{}", id as u32)
}

/// The value of a watched field or expression, or why it has none.
fn watched(view: &PanelContext<'_>, text: &str) -> Result<String, String> {
    if let Ok(path) = Path::parse(text)
        && let Some(field) = read(view.console(), view.types(), |state| {
            let tree = Tree { view: state, toggled: &BTreeSet::new(), is_hex: view.debugger.setup.is_hex };
            state.find(path.names()).map(|at| tree.short(at, &state.node(at)))
        })
    {
        return Ok(field);
    }
    let value = Condition::parse(text).map_err(|error| error.to_string())?.result(view.console())?;
    Ok(short(&value))
}

pub fn watch(view: &PanelContext<'_>, p8: &mut Machine) {
    let watches = view.debugger.watched();
    if watches.is_empty() {
        return note(p8, &["press w on a field to watch it,", "a to watch an expression"]);
    }
    let widest = watches.iter().map(|text| letters::width(text)).max().unwrap_or(0);
    let column = widest.min(view.area.w / 2) + 6;
    view.lines(p8, watches.len(), |n| {
        let value = watched(view, &watches[n]);
        let changed = view.changes().fields.iter().any(|f| is_within(&f.path, &watches[n]));
        let (name, color) = if changed { (10, 10) } else { (6, 7) };
        let line = match value {
            Ok(value) => PageLine::of(&[(name, &watches[n]), (color, &value)]),
            Err(error) => PageLine::of(&[(6, &watches[n]), (8, &error)]),
        };
        line.in_columns(&[column])
    });
}

pub fn changes(view: &PanelContext<'_>, p8: &mut Machine) {
    let all = view.changes();
    let (fields, regions) = (view.debugger.shown_changes(all), &all.regions);
    let room = view.area.w / 2;
    let count = fields.len() + regions.len();
    let (selected, is_there) = view.debugger.change_at(&fields, all, view.panel.line);
    let extra = usize::from(!is_there);
    let value = |value: &Option<Value>| value.as_ref().map_or("-".to_string(), short);
    let widest = |texts: &mut dyn Iterator<Item = String>, most: i32| {
        texts.map(|text| letters::width(&text)).max().unwrap_or(0).min(most) + 6
    };
    // The columns fit the rows near the selected one.
    let near = fields.iter().skip(selected.saturating_sub(NEAR)).take(2 * NEAR);
    let after = widest(&mut near.clone().map(|field| field.path.clone()), room);
    let columns = [after, after + widest(&mut near.map(|field| value(&field.before)), room / 2)];
    view.lines_from(p8, (selected, count + extra), |n| match fields.get(n) {
        _ if !is_there && n == selected => {
            PageLine::of(&[(13, &format!("{} ", view.debugger.setup.change)), (5, "has not changed")])
        }
        Some(field) => {
            let (before, after) = (value(&field.before), value(&field.after));
            let path = letters::tail(&field.path, room);
            PageLine::of(&[(6, path), (13, &before), (10, &after)]).in_columns(&columns)
        }
        None => {
            let change = &regions[n - fields.len()];
            let name = machine::region_name(&change.region);
            let line = PageLine::of(&[(13, &format!("{:04x} ", change.first)), (12, &name)]);
            line.with_right(6, format!("{} b", change.bytes))
        }
    });
}
