//! What commands do to notes: of the selection, or of the whole sound.
//!
//! ```text
//! transpose  louder   all or nothing: what would leave the range is named, and nothing is changed
//! ramp                volumes, or keys where only those are selected, in even steps from the first to the last
//! paste               only the columns that were copied
//! ```

use super::notes::{
    ALL_FIELDS, Field, NOTES, Rows, TOP, notes, over, put, put_record, put_sample, read, sample, text,
};
use super::{Selection, SoundEditor, at_row, key_name};
use crate::edit::desk::Desk;
use crate::edit::input::EditEffect;
use format::SfxNote;

impl SoundEditor {
    /// Changes rows by a rule from all of them, as they were; steps of one number join.
    fn change(
        Selection { from, to, fields }: Selection,
        name: &'static str,
        join: Option<u32>,
        desk: &mut Desk,
        make: impl Fn(&[SfxNote], usize) -> SfxNote,
    ) {
        if Self::is_wave(desk) {
            return desk.refuse("this sound is a wave: Ctrl+W makes notes of it");
        }
        let old = notes(&desk.doc, desk.sound);
        Self::begin(name, desk);
        for row in from..=to {
            let new = make(&old[from..=to], row - from);
            put(&mut desk.doc, desk.sound, row, over(old[row], new, fields));
        }
        desk.doc.commit(desk.frame, join);
    }

    pub(super) fn transpose(&mut self, by: i32, desk: &mut Desk) {
        let Selection { from, to, .. } = self.target();
        for row in from..=to {
            let note = at_row(desk, row);
            if note.volume > 0 && !(0..=TOP).contains(&(i32::from(note.pitch) + by)) {
                let key = key_name(note.pitch);
                return desk.refuse(format!("note {row}, {key}, would leave the range: nothing is changed"));
            }
        }
        let moved = |old: &[SfxNote], n: usize| match old[n].volume {
            0 => old[n],
            _ => SfxNote { pitch: (i32::from(old[n].pitch) + by) as u8, ..old[n] },
        };
        // Keys move, whatever columns are selected.
        let whole = Selection { fields: ALL_FIELDS, ..self.target() };
        Self::change(whole, "transpose", Some(1), desk, moved);
    }

    pub(super) fn louder(&mut self, by: i32, desk: &mut Desk) {
        let Selection { from, to, .. } = self.target();
        let out = |row: &usize| {
            let volume = i32::from(at_row(desk, *row).volume);
            volume > 0 && !(1..8).contains(&(volume + by))
        };
        if let Some(row) = (from..=to).find(out) {
            let volume = at_row(desk, row).volume;
            return desk.refuse(format!("note {row} has volume {volume} already: nothing is changed"));
        }
        let moved = |old: &[SfxNote], n: usize| match old[n].volume {
            0 => old[n],
            volume => SfxNote { volume: (i32::from(volume) + by) as u8, ..old[n] },
        };
        let whole = Selection { fields: ALL_FIELDS, ..self.target() };
        Self::change(whole, "louder", Some(2), desk, moved);
    }

    pub(super) fn ramp(&mut self, desk: &mut Desk) {
        let Selection { from, to, fields } = self.target();
        let field = if fields == Field::Pitch.bit() { Field::Pitch } else { Field::Volume };
        let last = (to - from) as i32;
        if last == 0 {
            return desk.refuse("a ramp needs two notes at least: Shift and an arrow selects");
        }
        let even = |old: &[SfxNote], n: usize| {
            let (a, b) = (i32::from(field.get(old[0])), i32::from(field.get(old[last as usize])));
            let mut note = old[n];
            // To the nearest.
            field.set(&mut note, ((2 * (a * (last - n as i32) + b * n as i32) + last) / (2 * last)) as u8);
            note
        };
        let target = Selection { from, to, fields: fields | field.bit() };
        Self::change(target, "ramp", None, desk, even);
        let (a, b) = (field.get(at_row(desk, from)), field.get(at_row(desk, to)));
        desk.say(if field == Field::Pitch {
            format!("keys from {} to {}", key_name(a), key_name(b))
        } else {
            format!("volumes from {a} to {b}")
        });
    }

    pub(super) fn reverse(&mut self, desk: &mut Desk) {
        Self::change(self.target(), "backwards", None, desk, |old, n| old[old.len() - 1 - n]);
    }

    pub(super) fn rotate(&mut self, by: i32, desk: &mut Desk) {
        if Self::is_wave(desk) {
            return self.shape_shift(by, desk);
        }
        Self::change(self.target(), "rotate", Some(3), desk, |old, n| {
            old[(n as i32 - by).rem_euclid(old.len() as i32) as usize]
        });
    }

    pub(super) fn stretch(&mut self, longer: bool, desk: &mut Desk) {
        Self::change(
            self.target(),
            if longer { "twice as long" } else { "half as long" },
            None,
            desk,
            |old, n| {
                let from = if longer { n / 2 } else { 2 * n };
                old.get(from).copied().unwrap_or_default()
            },
        );
    }

    pub(super) fn replace(&mut self, desk: &mut Desk) {
        let (old, new) = (at_row(desk, self.row).instrument, self.brush.instrument);
        let has = |note: &SfxNote| note.volume > 0 && note.instrument == old;
        let count = notes(&desk.doc, desk.sound).iter().filter(|note| has(note)).count();
        Self::change(self.target(), "replace an instrument", None, desk, |notes, n| match has(&notes[n]) {
            true => SfxNote { instrument: new, ..notes[n] },
            false => notes[n],
        });
        desk.say(format!("{count} notes had that instrument"));
    }

    pub(super) fn give(&mut self, desk: &mut Desk) {
        let brush = self.brush;
        Self::change(self.target(), "instrument, volume, effect", None, desk, |old, n| match old[n].volume {
            0 => old[n],
            _ => SfxNote { pitch: old[n].pitch, ..brush },
        });
    }

    pub(super) fn clear(&mut self, name: &'static str, desk: &mut Desk) {
        if Self::is_wave(desk) {
            Self::begin(name, desk);
            (0..64).for_each(|n| put_sample(&mut desk.doc, desk.sound, n, 0));
            desk.commit();
            return;
        }
        if self.selection.is_none() && name == "clear" {
            // Without a selection a key that may be struck by mistake clears the note of the cursor alone.
            let fields = if self.column < 2 || !self.tracker { ALL_FIELDS } else { self.field().bit() };
            let one = Selection { from: self.row, to: self.row, fields };
            return Self::change(one, name, None, desk, |_, _| SfxNote::default());
        }
        Self::change(self.target(), name, None, desk, |_, _| SfxNote::default());
    }

    /// Inserts a rest at the cursor, or takes the note before it out; the notes behind move.
    pub(super) fn insert(&mut self, insert: bool, desk: &mut Desk) {
        if !insert {
            if self.row == 0 {
                return;
            }
            self.row -= 1;
        }
        let row = self.row;
        let behind = Selection { from: row, to: NOTES - 1, fields: ALL_FIELDS };
        let name = if insert { "insert a rest" } else { "take a note out" };
        Self::change(behind, name, None, desk, |old, n| {
            let from = if insert { n.checked_sub(1) } else { Some(n + 1) };
            from.and_then(|from| old.get(from)).copied().unwrap_or_default()
        });
    }

    pub(super) fn copy(&mut self, desk: &mut Desk) {
        let Some(Selection { from, to, fields }) = self.selection.filter(|_| !Self::is_wave(desk)) else {
            desk.say(format!("copied sound {}, with all that it says", desk.sound));
            let text = text(&desk.doc, &[desk.sound]);
            return desk.effects.push(EditEffect::Copy(text));
        };
        let notes = notes(&desk.doc, desk.sound)[from..=to].to_vec();
        desk.say(format!("copied {} notes", notes.len()));
        desk.effects.push(EditEffect::Copy(Rows { fields, notes }.to_text()));
    }

    /// Puts what the clipboard has at the cursor, or a whole sound in place of this one.
    pub(super) fn paste(&mut self, pasted: &str, desk: &mut Desk) {
        if let Some(rows) = Rows::from_text(pasted) {
            if Self::is_wave(desk) {
                return desk.refuse("this sound is a wave: Ctrl+W makes notes of it");
            }
            let from = self.selection.map_or(self.row, |selection| selection.from);
            Self::begin("paste", desk);
            for (row, new) in (from..NOTES).zip(&rows.notes) {
                let old = at_row(desk, row);
                put(&mut desk.doc, desk.sound, row, over(old, *new, rows.fields));
            }
            desk.commit();
            let cut = (from + rows.notes.len()).saturating_sub(NOTES);
            return desk.say(match cut {
                0 => format!("pasted {} notes", rows.notes.len()),
                _ => format!("pasted {} notes, {cut} did not fit", rows.notes.len() - cut),
            });
        }
        let Some(sounds) = read(pasted) else {
            return desk.refuse("the clipboard has no notes and no sound");
        };
        Self::begin("paste a sound", desk);
        let first = desk.sound;
        let mut count = 0;
        for (n, (_, record)) in sounds.iter().enumerate().filter(|(n, _)| first + n < super::SOUNDS) {
            let mut record = *record;
            if first + n >= super::notes::INSTRUMENTS {
                // Only the first eight can be waves.
                record[66] &= 0x7f;
            }
            put_record(&mut desk.doc, first + n, &record);
            count += 1;
        }
        desk.commit();
        desk.say(format!("pasted {count} sound{}", if count == 1 { "" } else { "s" }));
    }

    /// The wave goes round by some samples.
    fn shape_shift(&mut self, by: i32, desk: &mut Desk) {
        let old: [i8; 64] = std::array::from_fn(|n| sample(&desk.doc, desk.sound, n));
        Self::begin("shift", desk);
        for n in 0..64 {
            let from = (n as i32 - by).rem_euclid(64) as usize;
            put_sample(&mut desk.doc, desk.sound, n, old[from].into());
        }
        desk.doc.commit(desk.frame, Some(4));
    }
}
