//! The text of a file, by lines and tabs.
//!
//! ```text
//! SourceFile "game.p8"   tab 0 | -->8 | tab 1        one text, lines end with LF; lines -->8 separate tabs
//! SourceFile "lib.lua"                                an included file
//! ```

use crate::types::SourceFile;
use std::collections::BTreeSet;
use std::ops::Range;

pub(super) const TAB_LINE: &[u8] = b"-->8";

#[derive(Clone, Debug)]
pub struct CodeSource {
    pub name: String,
    pub(super) text: Vec<u8>,
    pub(super) disk: Vec<u8>,
    starts: Vec<usize>,
}

impl CodeSource {
    pub(super) fn new(SourceFile { name, text }: SourceFile) -> CodeSource {
        let mut source = CodeSource { name, disk: text.clone(), text, starts: Vec::new() };
        source.index();
        source
    }

    pub(super) fn index(&mut self) {
        let ends = (1..).zip(&self.text).filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        self.starts = std::iter::once(0).chain(ends).collect();
    }

    pub fn text(&self) -> &[u8] {
        &self.text
    }

    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    pub fn line(&self, n: usize) -> Range<usize> {
        let begin = self.starts.get(n).copied().unwrap_or(self.text.len());
        let end = self.starts.get(n + 1).map_or(self.text.len(), |next| next - 1);
        begin..end
    }

    pub fn line_text(&self, n: usize) -> &[u8] {
        &self.text[self.line(n)]
    }

    pub fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The lines of each tab: at least one tab, with at least one line.
    pub fn tabs(&self) -> Vec<Range<usize>> {
        let (mut tabs, mut from) = (Vec::new(), 0);
        for n in (0..self.lines()).filter(|n| self.line_text(*n) == TAB_LINE) {
            tabs.push(from..n);
            from = n + 1;
        }
        tabs.push(from..self.lines());
        tabs
    }

    pub fn tab_of(&self, line: usize) -> usize {
        (0..line.min(self.lines())).filter(|n| self.line_text(*n) == TAB_LINE).count()
    }

    pub fn is_changed(&self) -> bool {
        self.text != self.disk
    }
}

/// The lines that a text has and an earlier one had not, or the line at which lines are gone.
pub(super) fn new_lines(old: &[u8], new: &CodeSource) -> Vec<usize> {
    let (gone, range) = differing(old, new.text());
    let known: BTreeSet<&[u8]> = old[gone.clone()].split(|byte| *byte == b'\n').collect();
    let lines = new.line_of(range.start)..=new.line_of(range.end.max(range.start + 1) - 1);
    match (gone.is_empty(), range.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) => vec![*lines.start()],
        _ => lines.filter(|line| !known.contains(new.line_text(*line))).collect(),
    }
}

pub(crate) fn differing(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let head = old[..head].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let room = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    let end = old.len() - tail;
    // Up to the end of the line, if the common end begins inside a line.
    let more = match old[..end].last() {
        Some(b'\n') | None => 0,
        _ => old[end..].iter().position(|byte| *byte == b'\n').unwrap_or(tail),
    };
    (head..end + more, head..new.len() - tail + more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EditorKind;
    use crate::test_user::User;

    /// PICO-8's: a line `-->8` begins a tab, and is in none.
    #[test]
    fn lines_and_tabs() {
        let file = CodeSource::new(SourceFile { name: "a.p8".into(), text: "a\n-->8\nb\nc\n-->8\n".into() });
        assert_eq!((file.lines(), file.tabs()), (6, vec![0..1, 2..4, 5..6]));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|line| file.tab_of(line)), [0, 0, 1, 1, 1, 2]);
        assert_eq!((file.line(3), file.line(5), file.line(9)), (9..10, 16..16, 16..16));
        assert_eq!([0, 1, 2, 7, 16].map(|at| file.line_of(at)), [0, 0, 1, 2, 5]);
    }

    #[test]
    fn new_lines_are_those_that_were_not_there() {
        let cases: [(&str, &str, &[usize]); 6] = [
            ("a\nb\nc", "a\nx\nc", &[1]),
            ("a\nb\nc\nd", "x\nb\nc\ny", &[0, 3]),
            ("a\nb\nc", "a\nc", &[1]),
            ("a\n", "a\nb\n", &[1]),
            ("", "a\n", &[0]),
            ("a\n", "a\n", &[]),
        ];
        for (old, new, want) in cases {
            let file = CodeSource::new(SourceFile { name: "a.p8".into(), text: new.into() });
            assert_eq!(new_lines(old.as_bytes(), &file), want, "{old:?} {new:?}");
        }
    }

    #[test]
    fn lines_that_another_program_changed_are_lit_for_a_while() {
        let mut user = User::at(EditorKind::Code);
        user.sources(&[("a.p8", "a=1\nb=2\nc=3\n")]);
        let lit = |user: &User| [0, 1, 2].map(|row| user.shown((200, 18 + 6 * row)) == 3);
        assert_eq!(lit(user.does("wait:1")), [false; 3]);
        user.sources(&[("a.p8", "a=1\nb=5\nc=3\n")]);
        assert_eq!(lit(user.does("wait:1")), [false, true, false]);
        assert_eq!(lit(user.does("wait:60")), [false; 3]);
    }

    #[test]
    fn texts_differ_in_whole_lines() {
        let cases = [
            ("a\nb\nc", "a\nx\nc", (2..3, 2..3)),
            ("a\nb\nc", "a\nb\nc\nd", (4..5, 4..7)),
            ("", "a\n", (0..0, 0..2)),
            ("ab\n", "ac\n", (0..2, 0..2)),
            ("a\na\n", "a\na\na\n", (4..4, 4..6)),
        ];
        for (old, new, want) in cases {
            let (a, b) = differing(old.as_bytes(), new.as_bytes());
            assert_eq!((a.clone(), b.clone()), want, "{old:?} {new:?}");
            assert_eq!([&old[..a.start], &new[b], &old[a.end..]].concat(), new);
        }
    }
}
