//! The variables of the selected call, below the code: rows of the state's tree, which unfold.
//!
//! ```text
//! > f 6              the calls
//! d 4                locals, then what the function has captured
//! m  {2}    #12      Enter or a second click unfolds, or goes to the line that set it
//! ```

use super::page::PanelContext;
use super::tree::{Row, Selection, Tree};
use super::{DebugRequest, Debugger, layout, state};
use rasher::Machine;
use serde_json::Value;
use studio::canvas::{HEAD, ROW};
use studio::letters;
use timeline::Run;

/// Steps from the root to a call: the stack, the call.
const CALL: usize = 2;

impl Debugger {
    /// The selected variable of the selected call, or its first one.
    fn variable_in(&self, tree: &Tree<'_>) -> Option<Selection> {
        let call = self.code.as_ref()?.call.to_string();
        let names = Vec::from(["(stack)".to_string(), call]);
        if self.variable.names.len() > CALL && self.variable.names.starts_with(&names) {
            let at = tree.resolve(&self.variable);
            if at.row.0.len() > CALL {
                return Some(at.row.selection());
            }
        }
        let call = tree.resolve(&Selection { ids: vec![None; CALL], names }).row;
        Some(tree.below(&call, 0)?.selection())
    }

    /// Moves the arrow keys to the variables.
    pub(super) fn enter_variables(&mut self) {
        if self.code.as_ref().is_some_and(|code| !code.console.program().suspends()) {
            return self.show_message("locals of Rust are not known: the state page has the cart's fields");
        }
        self.in_variables = true;
        self.move_variable(0);
    }

    /// Selects a variable some rows further. Above the first one the arrow keys move the line again.
    pub(super) fn move_variable(&mut self, by: i64) {
        let found = self.with_variables(|tree, selection| {
            let (mut row, mut is_above) = (tree.resolve(&selection).row, false);
            for _ in 0..by.unsigned_abs() {
                let next = if by > 0 { tree.next(&row) } else { tree.previous(&row) };
                match next.filter(|next| next.0.len() > CALL) {
                    Some(next) => row = next,
                    None => {
                        is_above = by < 0;
                        break;
                    }
                }
            }
            (row.selection(), is_above)
        });
        match found {
            Some((variable, is_above)) => (self.variable, self.in_variables) = (variable, !is_above),
            None => self.in_variables = false,
        }
    }

    pub(super) fn select_variable(&mut self, row: usize, rows: usize) {
        let found = self.with_variables(|tree, selection| {
            tree.window(&selection, rows, CALL).rows.get(row).map(Row::selection)
        });
        if let Some(Some(variable)) = found {
            (self.variable, self.in_variables) = (variable, true);
        }
    }

    /// Unfolds the selected variable, or goes to the line that set a plain one.
    pub(super) fn open_variable(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let found = self.with_variables(|tree, selection| {
            let row = tree.resolve(&selection).row;
            tree.is_open(&row).map(|_| row.path())
        });
        match found.flatten() {
            Some(path) => self.toggle_row(&path),
            None => return self.go_to_writer(run),
        }
        None
    }

    /// The selected variable as an expression, if the arrow keys move the variables.
    pub(super) fn variable_name(&self) -> Option<String> {
        let names = self.with_variables(|_, selection| selection.names)?;
        let names = names[CALL..].iter().filter(|name| *name != "(upvalues)");
        let name = names.fold(String::new(), |path, name| rasher::join_path(&path, name));
        Some(name).filter(|name| self.in_variables && !name.is_empty())
    }

    fn with_variables<R>(&self, use_tree: impl FnOnce(&Tree<'_>, Selection) -> R) -> Option<R> {
        let (code, setup) = (self.code.as_ref()?, &self.setup);
        state::read(&code.console, &Value::Null, |view| {
            let tree = Tree { view, toggled: &setup.toggled, is_hex: setup.is_hex };
            Some(use_tree(&tree, self.variable_in(&tree)?))
        })
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine, top: i32) {
    let (debugger, setup) = (view.debugger, &view.debugger.setup);
    let rows = layout::rows(view.area) - i64::from((top - HEAD) / ROW);
    if !view.console().program().suspends() {
        letters::write_until(p8, "locals of Rust are not known", 2, top, 5, view.area.w - 4);
        return;
    }
    state::read(view.console(), &Value::Null, |state| {
        let tree = Tree { view: state, toggled: &setup.toggled, is_hex: setup.is_hex };
        let Some(selection) = debugger.variable_in(&tree).filter(|_| rows > 0) else { return };
        let window = tree.window(&selection, rows as usize, CALL);
        for (n, row) in window.rows.iter().enumerate() {
            let y = top + ROW * n as i32;
            if n == window.selected && debugger.in_variables {
                p8.rectfill(0, y - 1, view.area.w - 3, y + 5, 1);
            }
            let indent = "  ".repeat((row.0.len() - CALL - 1).min(8));
            let name = row.0.last().map_or("", |step| &step.name);
            state::line(&tree, row, &format!("{indent}{name}"), None).draw(p8, y, view.area.w - 4);
        }
    });
}
