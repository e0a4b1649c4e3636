//! Edits by whole lines of the program that the files make together.

use super::CodeEditor;
use super::text::Caret;
use crate::context::Context;
use guide::LineEdit;
use rasher::Code;

impl CodeEditor {
    /// Makes edits, from the last lines to the first, in one step. `code` is the program for which they are.
    pub(crate) fn edit_lines(
        &mut self,
        name: &'static str,
        edits: &[LineEdit],
        code: &Code,
        cx: &mut Context,
    ) -> Result<(), String> {
        let place = |line: usize| {
            let line = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(1);
            let (from, file, first) = code.pieces.iter().rfind(|(from, ..)| *from <= line)?;
            self.place(file, line - from + first)
        };
        let (mut changes, mut after) = (Vec::new(), self.caret);
        for LineEdit { lines, text } in edits {
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            let last = lines.end.saturating_sub(1);
            let first = if lines.is_empty() { last } else { lines.start };
            let (Some((file, from)), Some((other, to))) = (place(first), place(last)) else {
                return Err("this code has no lines: write the step yourself".to_string());
            };
            if file != other {
                return Err("these lines are in several files: write the step yourself".to_string());
            }
            let source = &self.text.files[file];
            let end = source.line(to).end;
            match lines.is_empty() {
                true => {
                    after = Caret::at(file, end + 1);
                    changes.push((file, end..end, [b"\n", text].concat()));
                }
                false => {
                    let start = source.line(from).start;
                    after = Caret::at(file, start);
                    changes.push((file, start..end, text.to_vec()));
                }
            }
        }
        self.popup = None;
        if !self.change(name, changes, after, None, cx) {
            return Err("nothing to change".to_string());
        }
        self.follow(cx);
        Ok(())
    }
}
