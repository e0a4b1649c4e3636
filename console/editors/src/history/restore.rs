//! Restores earlier states as edits that can be undone.
//!
//! ```text
//! the cart as it was       data that differ ── a step of pictures, a step of sounds      files of code ── a step of the code
//! a sprite, a sound ...    only its bytes
//! lines of a file          lines between the same neighbours in the file of now; else, if these are gone, the whole file
//! ```

use super::super::{EditEffect, EditorKind, Editors};
use super::rows::{Lines, Part};
use format::{EDIT_BYTES, EditState};
use std::ops::Range;

/// Cells of the table that compares two texts: 2,000 lines with 2,000 others.
const TABLE_MAX: usize = 4 << 20;

impl Editors {
    /// Restores a state, or a part of it.
    pub(super) fn restore_state(&mut self, part: Option<&Part>, state: &EditState) -> bool {
        self.record();
        if self.cx.is_live {
            self.cx.toggle_live();
        }
        let (editor, cx) = self.front();
        editor.finish(cx);
        let (doc, frame) = (&self.cx.doc, self.cx.frame);
        let differs = |at: &usize| state.data[*at] != doc.get(*at);
        let places: Vec<usize> = match part {
            Some(part) => part.places().filter(differs).collect(),
            None => (0..EDIT_BYTES).filter(differs).collect(),
        };
        let mut done = !places.is_empty();
        self.cx.doc.take("restore", &state.data[..], &places, frame);
        self.cx.blink(places.iter().map(|at| *at as u16).collect());
        if part.is_none() {
            let gone: Vec<_> =
                state.files.iter().filter(|file| self.code.text.file_named(&file.0).is_none()).collect();
            let gone: Vec<&str> = gone.iter().map(|file| &file.0[..]).collect();
            if !gone.is_empty() {
                self.cx.refuse(format!("not restored: the cart has no {} now", gone.join(", ")));
            }
            done |= self.code.replace_texts("restore", &state.files, frame);
        }
        done
    }

    /// Restores lines of a file, as `text` has them. `after` is the state in which their place is known.
    pub(super) fn restore_lines(
        &mut self,
        lines: &Lines,
        from: &EditState,
        after: &EditState,
        is_before: bool,
    ) -> bool {
        self.record();
        let text = from.file(&lines.file).unwrap_or_default();
        let Some(file) = self.code.text.file_named(&lines.file) else {
            self.cx.effects.push(EditEffect::Copy(rasher::text::decode(text)));
            self.cx.say(format!("the cart has no {} now: its text was copied", lines.file));
            return false;
        };
        let now = self.code.text.files[file].text();
        let known = after.file(&lines.file).unwrap_or_default();
        let new = &text[if is_before { lines.old.clone() } else { lines.new.clone() }];
        let whole = match carried(known, &lines.new, now) {
            Some(range) => [&now[..range.start], new, &now[range.end..]].concat(),
            None => text.to_vec(),
        };
        self.code.replace_texts("restore", &[(lines.file.clone(), whole)], self.cx.frame)
    }

    /// Shows the restored part, behind the page.
    pub(super) fn show_restored(&mut self, part: Option<&Part>) {
        let Some(part) = part else { return };
        if let Some((kind, place)) = part.editor() {
            self.open(kind);
            let (editor, cx) = self.front();
            place.into_iter().for_each(|place| editor.show(place, cx));
        } else {
            self.open(EditorKind::Code);
        }
    }
}

/// The bytes of another text where these bytes of the first one are now. None if the texts are too long to compare.
fn carried(known: &[u8], range: &Range<usize>, now: &[u8]) -> Option<Range<usize>> {
    let lines = |text: &'_ [u8]| -> Vec<Range<usize>> {
        let mut at = 0;
        let line = |part: &[u8]| {
            at += part.len();
            at - part.len()..at
        };
        text.split_inclusive(|byte| *byte == b'\n').map(line).collect()
    };
    let (old, new) = (lines(known), lines(now));
    let is_same = |a: usize, b: usize| known[old[a].clone()] == now[new[b].clone()];
    let head = (0..old.len().min(new.len())).take_while(|n| is_same(*n, *n)).count();
    let room = old.len().min(new.len()) - head;
    let tail = (1..=room).take_while(|n| is_same(old.len() - n, new.len() - n)).count();
    let (rows, columns) = (old.len() - head - tail, new.len() - head - tail);
    if (rows + 1).saturating_mul(columns + 1) > TABLE_MAX {
        return None;
    }
    // The longest common lines from each pair of lines to the ends.
    let mut common = vec![0u16; (rows + 1) * (columns + 1)];
    let at = |a: usize, b: usize| a * (columns + 1) + b;
    for a in (0..rows).rev() {
        for b in (0..columns).rev() {
            common[at(a, b)] = match is_same(head + a, head + b) {
                true => common[at(a + 1, b + 1)] + 1,
                false => common[at(a + 1, b)].max(common[at(a, b + 1)]),
            };
        }
    }
    let mut matched: Vec<(usize, usize)> = (0..head).map(|n| (n, n)).collect();
    let (mut a, mut b) = (0, 0);
    while a < rows && b < columns {
        if is_same(head + a, head + b) {
            matched.push((head + a, head + b));
            (a, b) = (a + 1, b + 1);
        } else if common[at(a + 1, b)] >= common[at(a, b + 1)] {
            a += 1;
        } else {
            b += 1;
        }
    }
    matched.extend((1..=tail).rev().map(|n| (old.len() - n, new.len() - n)));
    let before = matched.iter().rev().find(|(a, _)| old[*a].end <= range.start);
    let after = matched.iter().find(|(a, _)| old[*a].start >= range.end);
    let start = before.map_or(0, |(_, b)| new[*b].end);
    let end = after.map_or(now.len(), |(_, b)| new[*b].start);
    Some(start..end.max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_between_their_neighbours() {
        let cases = [
            ("a\nb\nc\n", 2..4, "a\nb\nc\n", "b\n"),
            ("a\nb\nc\n", 2..4, "x\na\ny\nz\nc\nw\n", "y\nz\n"),
            ("a\nb\nc\n", 2..2, "a\nnew\nb\nc\n", "new\n"),
            ("a\nb\nc\n", 0..2, "b\nc\n", ""),
            ("a\nb\nc", 4..5, "a\nb\n", ""),
            ("a\nb\n", 0..4, "q\n", "q\n"),
            ("", 0..0, "q\n", "q\n"),
        ];
        for (known, range, now, want) in cases {
            let found = carried(known.as_bytes(), &range, now.as_bytes()).expect("short texts");
            assert_eq!(&now[found], want, "{known:?} {range:?} {now:?}");
        }
        let long = "x\n".repeat(3000);
        assert_eq!(carried(long.as_bytes(), &(0..2), "y\n".repeat(3000).as_bytes()), None);
    }
}
