//! The foot's text for the pointer's place: a name in the code with its value, or a whole line or row that its panel cuts.

use super::code::{CodeRow, TEXT, visible};
use super::page::DebugPage;
use super::state::{read, short};
use super::tree::Tree;
use super::{Debugger, Panel, layout, machine};
use serde_json::Value;
use studio::canvas::{HEAD, ROW};
use studio::letters;
use timeline::Run;

/// The room of the dots that end a line that is cut, and some more.
const CUT: i32 = 8;

/// The name, or names joined by points, at a column.
fn name_at(text: &str, column: i32) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let (at, _) = text.char_indices().find(|(at, c)| letters::width(&text[..at + c.len_utf8()]) > column)?;
    let start = text[..at].rfind(|c| !is_part(c)).map_or(0, |before| before + 1);
    let start = if text.is_char_boundary(start) { start } else { at };
    let rest = &text[at..];
    // Up to the end of the name under the pointer: of `a.b.c` only `a.b` if that is b.
    let end = at + rest.find(|c| !is_part(c) || c == '.').unwrap_or(rest.len());
    let name = text[start..end].trim_matches('.');
    (name.starts_with(|c: char| c.is_alphabetic() || c == '_')).then_some(name)
}

impl Debugger {
    /// The text of the line under the pointer on the code page, its column, and the last one of the panel.
    fn text_pointed(&self, run: &Run) -> Option<(String, i32, i32)> {
        let (x, y) = self.pointer;
        let (n, panel) = self.panel_at(x, y)?;
        let area = self.layout.panels[n];
        if self.setup.panels[panel].page != DebugPage::Code {
            return None;
        }
        let CodeRow::Line(line) = self.code_row(run, area, y - area.y) else { return None };
        let source = self.source(run);
        let line = source.lines().get(line)?;
        let text = visible(&line.text, self.setup.column, self.is_rust(run));
        let start = area.x + TEXT + letters::width(&format!("{} ", line.position.line));
        Some((text, start, area.x + area.w - 4))
    }

    /// The name under the pointer on the code page.
    pub(super) fn name_pointed(&self, run: &Run) -> Option<String> {
        let (text, start, _) = self.text_pointed(run)?;
        let name = name_at(&text, self.pointer.0 - start)?;
        (!lua::is_keyword(name.as_bytes())).then(|| name.to_string())
    }

    /// The name under the pointer, with its value; at the end of a line that is cut, its text.
    pub(super) fn hovered(&self, run: &Run) -> Option<String> {
        if let Some(text) = self.row_pointed(run) {
            return Some(text);
        }
        let (text, start, end) = self.text_pointed(run)?;
        if self.pointer.0 > end - CUT && start + letters::width(&text) > end + 1 {
            return Some(text);
        }
        let name = self.name_pointed(run)?;
        let value = self.value_here(run, &name).ok()?;
        Some(format!("{name} = {value}"))
    }

    /// All of the row under the pointer, on a page that may cut it.
    pub(super) fn row_pointed(&self, run: &Run) -> Option<String> {
        let (x, y) = self.pointer;
        let (n, panel) = self.panel_at(x, y)?;
        let (area, Panel { page, line }) = (self.layout.panels[n], self.setup.panels[panel]);
        let (rows, row) = (layout::rows(area), usize::try_from((y - area.y - HEAD).div_euclid(ROW)).ok()?);
        match page {
            DebugPage::State if self.filter().is_none() => self.field_pointed(run, row, rows.max(1) as usize),
            DebugPage::Changes => self.change_pointed(run, line, row, rows),
            DebugPage::Calls => self.call_pointed(run, line, row, rows),
            _ => None,
        }
    }

    /// The value of the field in a row of the state page, which may be cut there.
    pub(super) fn field_pointed(&self, run: &Run, row: usize, rows: usize) -> Option<String> {
        let types = self.moment.as_ref().map_or(&Value::Null, |moment| &moment.types);
        let types = self.code.as_ref().map_or(types, |code| &code.types);
        let setup = &self.setup;
        read(self.console(run), types, |view| {
            let tree = Tree { view, toggled: &setup.toggled, is_hex: setup.is_hex };
            let window = tree.window(&setup.selection, rows, 0);
            let row = window.rows.get(row).filter(|_| !window.is_gone)?;
            let step = row.0.last()?;
            Some(format!("{} = {}", row.path(), tree.short(step.at, &step.node)))
        })
    }

    /// The change in a row of the changes page.
    pub(super) fn change_pointed(&self, run: &Run, line: i64, row: usize, rows: i64) -> Option<String> {
        let moment = self.moment.as_ref().filter(|moment| moment.is_of(run));
        let all = self.code.as_ref().map(|code| &code.changes).or(moment.map(|moment| &moment.changes))?;
        let fields = self.shown_changes(all);
        let first = layout::first(self.change_at(&fields, all, line).0 as i64, rows);
        let field = fields.get(first as usize + row)?;
        let value = |value: &Option<Value>| value.as_ref().map_or("-".to_string(), short);
        Some(format!("{}: {} -> {}", field.path, value(&field.before), value(&field.after)))
    }

    /// The call in a row of the calls page.
    pub(super) fn call_pointed(&self, run: &Run, line: i64, row: usize, rows: i64) -> Option<String> {
        let (_, trace) = self.shown_trace(run)?;
        let first = layout::first(self.call_row(line, trace.calls.len()), rows);
        let call = trace.calls.get(first as usize + row)?;
        Some(format!("{call} at {}", machine::call_place(call)))
    }
}
