//! The keyboard: a piano of two octaves by place, digits for the tracker's columns, arrows.
//!
//! ```text
//!  2 3   5 6 7   9 0           1 4 8: nothing        black keys
//! Q W E R T Y U I O P          an octave higher       white keys
//!  S D   G H J   L                                    Shift: an octave higher still
//! Z X C V B N M , .            octave of new notes
//! ```

use super::notes::{ALL_FIELDS, NOTES, TOP, put};
use super::{NoteSelection, SoundEditor, at_row, key_name};
use crate::context::Context;
use crate::types::EditKey;
use format::SfxNote;

/// Keys of the piano by their places, and semitones from the C of the octave.
const PIANO: [(&str, i32); 32] = [
    ("KeyZ", 0),
    ("KeyS", 1),
    ("KeyX", 2),
    ("KeyD", 3),
    ("KeyC", 4),
    ("KeyV", 5),
    ("KeyG", 6),
    ("KeyB", 7),
    ("KeyH", 8),
    ("KeyN", 9),
    ("KeyJ", 10),
    ("KeyM", 11),
    ("Comma", 12),
    ("KeyL", 13),
    ("Period", 14),
    ("KeyQ", 12),
    ("Digit2", 13),
    ("KeyW", 14),
    ("Digit3", 15),
    ("KeyE", 16),
    ("KeyR", 17),
    ("Digit5", 18),
    ("KeyT", 19),
    ("Digit6", 20),
    ("KeyY", 21),
    ("Digit7", 22),
    ("KeyU", 23),
    ("KeyI", 24),
    ("Digit9", 25),
    ("KeyO", 26),
    ("Digit0", 27),
    ("KeyP", 28),
];

/// Keys of the drawn piano, two octaves: who presses them is no key of the keyboard.
pub(super) const MOUSE: &str = "mouse";

/// The key that a letter of the keyboard is on the piano, in the middle octave.
pub(crate) fn piano(key: &EditKey) -> Option<u8> {
    let (_, semitones) = PIANO.iter().find(|(name, _)| *name == key.name)?;
    u8::try_from(24 + semitones + if key.shift { 12 } else { 0 })
        .ok()
        .filter(|pitch| i32::from(*pitch) <= TOP)
}

impl SoundEditor {
    pub(super) fn key(&mut self, key: &EditKey, cx: &mut Context) {
        if key.control || key.alt || key.repeat {
            return;
        }
        let digit = key.name.strip_prefix("Digit").and_then(|digit| digit.parse::<u8>().ok());
        if let Some(digit) = digit.filter(|_| self.tracker && self.column > 0 && !Self::is_wave(cx)) {
            return self.digit(digit, key.shift, cx);
        }
        let Some((name, semitones)) = PIANO.iter().find(|(name, _)| *name == key.name) else { return };
        self.strike(name, *semitones + if key.shift { 12 } else { 0 }, cx);
    }

    /// A key of the piano goes down: it sounds until it is let go, and is written or recorded.
    pub(super) fn strike(&mut self, name: &'static str, semitones: i32, cx: &mut Context) {
        let pitch = 12 * self.octave + semitones;
        if pitch > TOP {
            return cx.refuse(format!("the highest key is {}", key_name(TOP as u8)));
        }
        let is_wave = Self::is_wave(cx);
        let own = SfxNote { instrument: 8 + (cx.sound as u8 & 7), volume: 5, effect: 0, pitch: 0 };
        let note = SfxNote { pitch: pitch as u8, ..if is_wave { own } else { self.brush } };
        let head = super::SoundHeader::bytes(&cx.doc, cx.sound);
        let head = if is_wave { [0, 16, 0, 0] } else { head };
        cx.speaker.press(cx.doc.data(), name, note, head, None);
        if is_wave || self.tries {
            return;
        }
        if self.recording.is_some() {
            return self.record_note(name, note, cx);
        }
        Self::begin("note", cx);
        put(&mut cx.doc, cx.sound, self.row, note);
        cx.commit();
        cx.clear_status();
        self.step_on();
    }

    pub(super) fn key_up(&mut self, name: &str, cx: &mut Context) {
        cx.speaker.release(name);
        self.record_release(name);
    }

    fn step_on(&mut self) {
        self.row = (self.row + self.step).min(NOTES - 1);
    }

    /// A digit in a column of the tracker; with shift it is an instrument of one's own.
    fn digit(&mut self, digit: u8, shift: bool, cx: &mut Context) {
        let mut note = at_row(cx, self.row);
        let most = if self.column == 1 { 5 } else { 7 };
        if digit > most {
            return cx.refuse(format!("from 0 to {most}"));
        }
        match self.column {
            1 => note.pitch = (digit * 12 + note.pitch % 12).min(TOP as u8),
            2 => note.instrument = digit | u8::from(shift) << 3,
            3 => note.volume = digit,
            _ => note.effect = digit,
        }
        Self::begin("note", cx);
        put(&mut cx.doc, cx.sound, self.row, note);
        cx.commit();
        self.preview_note(note, cx);
        self.step_on();
    }

    /// The cursor moves; in the graph up and down move the note.
    pub(super) fn walk(&mut self, dx: i32, dy: i32, cx: &mut Context) {
        self.anchor = None;
        if Self::is_wave(cx) {
            self.sample = (self.sample as i32 + dx).clamp(0, 63) as usize;
            return if dy != 0 {
                self.nudge_sample(-dy, cx)
            };
        }
        if self.tracker {
            return self.step_to(dx, dy, cx);
        }
        self.row = (self.row as i32 + dx).clamp(0, NOTES as i32 - 1) as usize;
        if dy != 0 {
            let old = at_row(cx, self.row);
            let to = (i32::from(old.pitch) - dy).clamp(0, TOP) as u8;
            // A rest becomes a note where new ones are.
            let new = match old.volume {
                0 => SfxNote { pitch: (12 * self.octave) as u8, ..self.brush },
                _ => SfxNote { pitch: to, ..old },
            };
            Self::begin("note", cx);
            put(&mut cx.doc, cx.sound, self.row, new);
            cx.doc.commit(cx.frame, Some(2000 + self.row as u32));
            self.preview_note(new, cx);
        }
    }

    /// The tracker's cursor, from column to column and, where rows stand side by side, from block to block.
    fn step_to(&mut self, dx: i32, dy: i32, cx: &Context) {
        let last = NOTES as i32 - 1;
        self.row = (self.row as i32 + dy).clamp(0, last) as usize;
        let block = NOTES as i32 / Self::layout(cx).columns;
        match self.column as i32 + dx {
            column @ 0..5 => self.column = column as usize,
            5 if self.row as i32 + block <= last => (self.row, self.column) = (self.row + block as usize, 0),
            -1 if self.row as i32 >= block => (self.row, self.column) = (self.row - block as usize, 4),
            _ => {}
        }
    }

    /// The selection grows from where the cursor stood first.
    pub(super) fn extend(&mut self, dx: i32, dy: i32) {
        let (row, column) = *self.anchor.get_or_insert((self.row, self.column));
        let by = if self.tracker { (dy, dx) } else { (dx, 0) };
        self.row = (self.row as i32 + by.0).clamp(0, NOTES as i32 - 1) as usize;
        self.column = (self.column as i32 + by.1).clamp(0, 4) as usize;
        self.select((row, column), (self.row, self.column));
    }

    /// Selects rows, and in the tracker the columns between two.
    pub(super) fn select(&mut self, from: (usize, usize), to: (usize, usize)) {
        let field = |column: usize| column.saturating_sub(1);
        let (a, b) = (field(from.1.min(to.1)), field(from.1.max(to.1)));
        let fields = match self.tracker {
            true => (a..=b).map(|n| 1 << n).sum(),
            false => ALL_FIELDS,
        };
        self.range = None;
        self.selection = Some(NoteSelection { from: from.0.min(to.0), to: from.0.max(to.0), fields });
    }
}
