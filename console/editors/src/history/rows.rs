//! Rows of the history: entries near each other that changed the same parts are one row.
//!
//! ```text
//! entries   sprite 1   sprite 1   sprite 1   saved   main.lua   sound 3
//! rows      12:30 sprite 1                   saved   12:31 main.lua 10-14      12:31 sound 3       the newest on top
//! ```
//!
//! The list needs only the differences; states are made for the visible rows.

use super::super::{EditPlace, EditorKind, Editors};
use crate::code::differing;
use format::{EDIT_BYTES, EditEntry, EditKind, EditState};
use rasher::memory::{FLAGS, MAP, MUSIC, ROM_SIZE, SFX};
use std::collections::BTreeSet;
use std::ops::Range;

/// Seconds between two entries of a row, and of a whole row, at most.
const NEAR: i64 = 60;
const LONG: i64 = 300;
/// Sprites, sounds or patterns in a row, each on its own.
const EACH: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Sprite(usize),
    /// All sprites.
    Sheet,
    Map,
    Flags,
    Sound(usize),
    Sounds,
    Pattern(usize),
    Patterns,
    File(String),
}

/// Lines of a file that changed: their bytes before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    pub file: String,
    pub old: Range<usize>,
    pub new: Range<usize>,
}

const MAP_AT: usize = MAP as usize;
const FLAGS_AT: usize = FLAGS as usize;
const MUSIC_AT: usize = MUSIC as usize;
const SFX_AT: usize = SFX as usize;
/// Bytes of a sound, and of a pattern.
const SOUND: usize = 68;
const PATTERN: usize = 4;
/// Bytes of a sound's name, which follow the data.
const NAME: usize = 32;

impl Part {
    fn at(at: usize) -> Part {
        match at {
            ROM_SIZE.. => Part::Sound((at - ROM_SIZE) / NAME),
            SFX_AT.. => Part::Sound((at - SFX_AT) / SOUND),
            MUSIC_AT.. => Part::Pattern((at - MUSIC_AT) / PATTERN),
            FLAGS_AT.. => Part::Flags,
            MAP_AT.. => Part::Map,
            _ => Part::Sprite(at / 512 * 16 + at % 64 / 4),
        }
    }

    pub fn places(&self) -> Box<dyn Iterator<Item = usize>> {
        match *self {
            Part::Sprite(n) => Box::new((0..8).flat_map(move |row| {
                let at = n / 16 * 512 + row * 64 + n % 16 * 4;
                at..at + 4
            })),
            Part::Sheet => Box::new(0..MAP_AT),
            Part::Map => Box::new(MAP_AT..FLAGS_AT),
            Part::Flags => Box::new(FLAGS_AT..MUSIC_AT),
            Part::Sound(n) => {
                let name = ROM_SIZE + n * NAME..ROM_SIZE + (n + 1) * NAME;
                Box::new((SFX_AT + n * SOUND..SFX_AT + (n + 1) * SOUND).chain(name))
            }
            Part::Sounds => Box::new(SFX_AT..EDIT_BYTES),
            Part::Pattern(n) => Box::new(MUSIC_AT + n * PATTERN..MUSIC_AT + (n + 1) * PATTERN),
            Part::Patterns => Box::new(MUSIC_AT..SFX_AT),
            Part::File(_) => Box::new(0..0),
        }
    }

    /// The editor that shows it, and its place there; none for code.
    pub fn editor(&self) -> Option<(EditorKind, Option<EditPlace>)> {
        Some(match *self {
            Part::Sprite(n) => (EditorKind::Sprite, Some(EditPlace::Sprite(n))),
            Part::Sheet | Part::Flags => (EditorKind::Sprite, None),
            Part::Map => (EditorKind::Map, None),
            Part::Sound(n) => (EditorKind::Sound, Some(EditPlace::Sound(n))),
            Part::Sounds => (EditorKind::Sound, None),
            Part::Pattern(n) => (EditorKind::Music, Some(EditPlace::Pattern(n))),
            Part::Patterns => (EditorKind::Music, None),
            Part::File(_) => return None,
        })
    }

    pub fn name(&self) -> String {
        match self {
            Part::Sprite(n) => format!("sprite {n}"),
            Part::Sheet => "sprites".into(),
            Part::Map => "map".into(),
            Part::Flags => "flags".into(),
            Part::Sound(n) => format!("sound {n}"),
            Part::Sounds => "sounds".into(),
            Part::Pattern(n) => format!("pattern {n}"),
            Part::Patterns => "patterns".into(),
            Part::File(name) => name.clone(),
        }
    }
}

/// Many parts of a kind are one.
fn gathered(mut parts: BTreeSet<Part>) -> BTreeSet<Part> {
    let kinds =
        [(Part::Sprite(0), Part::Sheet), (Part::Sound(0), Part::Sounds), (Part::Pattern(0), Part::Patterns)];
    for (one, all) in kinds {
        let is = |part: &Part| std::mem::discriminant(part) == std::mem::discriminant(&one);
        if parts.iter().filter(|part| is(part)).count() > EACH {
            parts.retain(|part| !is(part));
            parts.insert(all);
        }
    }
    parts
}

/// The parts that differ.
pub(super) fn parts(before: &EditState, after: &EditState) -> BTreeSet<Part> {
    let data = (0..EDIT_BYTES).filter(|at| before.data[*at] != after.data[*at]).map(Part::at);
    let files = after.files.iter().filter(|(name, text)| before.file(name) != Some(text));
    let gone = before.files.iter().filter(|(name, _)| after.file(name).is_none());
    gathered(data.chain(files.chain(gone).map(|(name, _)| Part::File(name.clone()))).collect())
}

fn line_of(text: &[u8], at: usize) -> usize {
    text[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The state before it, or 0; its newest state.
    pub before: u64,
    pub after: u64,
    pub kind: EditKind,
    pub begun: i64,
    pub time: i64,
    pub is_unsaved: bool,
    pub parts: BTreeSet<Part>,
}

impl Row {
    fn takes(&self, next: &Row) -> bool {
        let is_edit = (self.kind, next.kind) == (EditKind::Edited, EditKind::Edited);
        let is_near = next.begun - self.time <= NEAR && next.time - self.begun <= LONG;
        is_edit && is_near && next.before == self.after && self.parts == next.parts
    }
}

impl Editors {
    fn changed_by(&self, entry: &EditEntry) -> BTreeSet<Part> {
        let log = &self.history.log;
        if let Some((ranges, files)) = entry.changes() {
            let files = files.iter().map(|name| Part::File(name.to_string()));
            return gathered(ranges.into_iter().flatten().map(Part::at).chain(files).collect());
        }
        let both = log.state(entry.parent).zip(log.state(entry.id));
        both.map(|(before, after)| parts(&before, &after)).unwrap_or_default()
    }

    /// The rows of all entries, the newest first.
    pub(super) fn history_rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for entry in self.history.log.entries() {
            let EditEntry { id, parent, kind, time, is_unsaved, .. } = *entry;
            let parts = self.changed_by(entry);
            if parts.is_empty() && kind == EditKind::Edited {
                // Only steps of undo or breakpoints have changed.
                match rows.last_mut().filter(|row| row.after == parent) {
                    Some(row) if row.kind == EditKind::Edited => row.after = id,
                    _ => {}
                }
                continue;
            }
            let row = Row { before: parent, after: id, kind, begun: time, time, is_unsaved, parts };
            match rows.last_mut().filter(|last| last.takes(&row)) {
                Some(last) => (last.after, last.time, last.is_unsaved) = (id, time, is_unsaved),
                None => rows.push(row),
            }
        }
        rows.reverse();
        rows
    }

    /// The states before and after a row.
    pub(super) fn states_of(&self, row: &Row) -> (EditState, EditState) {
        let log = &self.history.log;
        let after = log.state(row.after).unwrap_or_default();
        (log.state(row.before).unwrap_or_else(|| after.clone()), after)
    }

    /// A time of day, with the date unless it is today.
    pub(super) fn time_of(&self, unix: i64) -> String {
        let now = self.history.date;
        let then = rasher::Date { unix, ..now };
        let minutes = unix.saturating_add(now.offset.into()).div_euclid(60).rem_euclid(1440);
        let time = format!("{:02}:{:02}", minutes / 60, minutes % 60);
        let day = then.day();
        match day == now.day() {
            true => time,
            false => format!("{}-{:02}-{:02} {time}", day / 10_000, day / 100 % 100, day % 100),
        }
    }

    pub(super) fn words(&self, row: &Row, (before, after): (&EditState, &EditState)) -> String {
        let kind = match row.kind {
            EditKind::Edited => "",
            EditKind::Opened => "opened",
            EditKind::Saved => "saved",
            EditKind::ChangedOutside => "changed on disk",
        };
        // What a save or the first look has changed is in the rows before it.
        let is_named = matches!(row.kind, EditKind::Edited | EditKind::ChangedOutside);
        let parts = named(&parts(before, after), before, after);
        match (kind, is_named && !parts.is_empty()) {
            ("", true) => parts,
            ("", false) => "changed and undone".into(),
            (kind, true) => format!("{kind}: {parts}"),
            (kind, false) => kind.into(),
        }
    }
}

/// Parts as words: "sprite 12, sound 3, 4, main.lua 10-14".
fn named(parts: &BTreeSet<Part>, before: &EditState, after: &EditState) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for part in parts {
        let kind = std::mem::discriminant(part);
        let word = match part {
            Part::Sprite(n) | Part::Sound(n) | Part::Pattern(n) if last == Some(kind) => n.to_string(),
            Part::File(name) => Lines::of(name, before, after).words(after),
            part => part.name(),
        };
        last = Some(kind);
        words.push(word);
    }
    words.join(", ")
}

impl Lines {
    pub fn of(file: &str, before: &EditState, after: &EditState) -> Lines {
        let (before, after) = (before.file(file).unwrap_or_default(), after.file(file).unwrap_or_default());
        let (mut old, mut new) = differing(before, after);
        // Whole lines, with what ends them.
        let is_open = |text: &[u8], range: &Range<usize>| !range.is_empty() && text[range.end - 1] != b'\n';
        let ends = before.get(old.end) == Some(&b'\n') && after.get(new.end) == Some(&b'\n');
        if ends && (is_open(before, &old) || is_open(after, &new)) {
            (old.end, new.end) = (old.end + 1, new.end + 1);
        }
        Lines { file: file.to_string(), old, new }
    }

    pub fn text<'a>(&self, state: &'a EditState, is_before: bool) -> &'a [u8] {
        let range = if is_before { &self.old } else { &self.new };
        state.file(&self.file).and_then(|text| text.get(range.clone())).unwrap_or_default()
    }

    /// The first of them with text in it, as it is after the change.
    pub fn first(&self, after: &EditState) -> Vec<u8> {
        let text = after.file(&self.file).unwrap_or_default();
        let start = text[..self.new.start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end = text[self.new.end..].iter().position(|byte| *byte == b'\n');
        let lines = &text[start..end.map_or(text.len(), |at| self.new.end + at)];
        let mut lines = lines.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        lines.find(|line| !line.is_empty()).unwrap_or_default().to_vec()
    }

    pub fn words(&self, after: &EditState) -> String {
        let text = after.file(&self.file).unwrap_or_default();
        let first = line_of(text, self.new.start) + 1;
        // The end is behind the last line.
        let last = line_of(text, self.new.end.saturating_sub(1)) + 1;
        match last > first {
            true => format!("{} {first}-{last}", self.file),
            false => format!("{} {first}", self.file),
        }
    }
}
