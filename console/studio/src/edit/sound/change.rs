//! What commands do to notes: of the selection, of the whole sound, or of a range of sounds.
//!
//! ```text
//! transpose  louder   all or nothing: what would leave the range is named, and nothing is changed
//! ramp                volumes, or keys where only those are selected, in even steps from the first to the last
//! paste               only the columns that were copied
//! ```

use super::notes::{
    ALL_FIELDS, Field, Head, NOTES, Rows, TOP, note, notes, over, put, put_record, put_sample, read, sample,
    text,
};
use super::{Selection, SoundEditor, at_row, key_name};
use crate::edit::desk::Desk;
use crate::edit::input::EditEffect;
use format::SfxNote;
use std::ops::RangeInclusive;

impl SoundEditor {
    /// Changes rows of the sounds to change.
    fn change(
        &self,
        target: Selection,
        name: &'static str,
        join: Option<u32>,
        desk: &mut Desk,
        make: impl Fn(&[SfxNote], usize) -> SfxNote,
    ) {
        Self::change_in(self.sounds(desk), target, name, join, desk, make);
    }

    /// Changes rows of sounds by a rule from all of these rows, as they were; steps of one number join.
    fn change_in(
        sounds: RangeInclusive<usize>,
        Selection { from, to, fields }: Selection,
        name: &'static str,
        join: Option<u32>,
        desk: &mut Desk,
        make: impl Fn(&[SfxNote], usize) -> SfxNote,
    ) {
        let tunes = tunes(sounds, desk);
        if tunes.is_empty() {
            return desk.refuse("this sound is a wave: Ctrl+W makes notes of it");
        }
        Self::begin(name, desk);
        for sound in tunes {
            let old = notes(&desk.doc, sound);
            for row in from..=to {
                let new = make(&old[from..=to], row - from);
                put(&mut desk.doc, sound, row, over(old[row], new, fields));
            }
        }
        desk.doc.commit(desk.frame, join);
    }

    /// Changes rows of the sound that is shown, whatever else is selected.
    fn change_here(
        target: Selection,
        name: &'static str,
        desk: &mut Desk,
        make: impl Fn(&[SfxNote], usize) -> SfxNote,
    ) {
        Self::change_in(desk.sound..=desk.sound, target, name, None, desk, make);
    }

    /// The first note to change of which that is true: its place in words, and what it is.
    fn find(&self, desk: &Desk, is: impl Fn(SfxNote) -> bool) -> Option<(String, SfxNote)> {
        let Selection { from, to, .. } = self.target();
        let places = tunes(self.sounds(desk), desk)
            .into_iter()
            .flat_map(|sound| (from..=to).map(move |row| (sound, row)));
        let notes = places.map(|(sound, row)| (sound, row, note(&desk.doc, sound, row)));
        let (sound, row, found) = notes.into_iter().find(|place| place.2.volume > 0 && is(place.2))?;
        let sound = self.range.map_or(String::new(), |_| format!("sound {sound}, "));
        Some((format!("{sound}note {row}"), found))
    }

    pub(super) fn transpose(&mut self, by: i32, desk: &mut Desk) {
        let leaves = |note: SfxNote| !(0..=TOP).contains(&(i32::from(note.pitch) + by));
        if let Some((place, note)) = self.find(desk, leaves) {
            let key = key_name(note.pitch);
            return desk.refuse(format!("{place}, {key}, would leave the range: nothing is changed"));
        }
        let moved = |old: &[SfxNote], n: usize| match old[n].volume {
            0 => old[n],
            _ => SfxNote { pitch: (i32::from(old[n].pitch) + by) as u8, ..old[n] },
        };
        // Keys move, whatever columns are selected.
        let whole = Selection { fields: ALL_FIELDS, ..self.target() };
        self.change(whole, "transpose", Some(1), desk, moved);
    }

    pub(super) fn louder(&mut self, by: i32, desk: &mut Desk) {
        let leaves = |note: SfxNote| !(1..8).contains(&(i32::from(note.volume) + by));
        if let Some((place, SfxNote { volume, .. })) = self.find(desk, leaves) {
            return desk.refuse(format!("{place} has volume {volume} already: nothing is changed"));
        }
        let moved = |old: &[SfxNote], n: usize| match old[n].volume {
            0 => old[n],
            volume => SfxNote { volume: (i32::from(volume) + by) as u8, ..old[n] },
        };
        let whole = Selection { fields: ALL_FIELDS, ..self.target() };
        self.change(whole, "louder", Some(2), desk, moved);
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
        self.change(target, "ramp", None, desk, even);
        let (a, b) = (field.get(at_row(desk, from)), field.get(at_row(desk, to)));
        desk.say(if field == Field::Pitch {
            format!("keys from {} to {}", key_name(a), key_name(b))
        } else {
            format!("volumes from {a} to {b}")
        });
    }

    pub(super) fn reverse(&mut self, desk: &mut Desk) {
        self.change(self.target(), "backwards", None, desk, |old, n| old[old.len() - 1 - n]);
    }

    pub(super) fn rotate(&mut self, by: i32, desk: &mut Desk) {
        if Self::is_wave(desk) {
            return self.shape_shift(by, desk);
        }
        self.change(self.target(), "rotate", Some(3), desk, |old, n| {
            old[(n as i32 - by).rem_euclid(old.len() as i32) as usize]
        });
    }

    pub(super) fn stretch(&mut self, longer: bool, desk: &mut Desk) {
        self.change(
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
        let SfxNote { instrument: old, volume, .. } = at_row(desk, self.row);
        let new = self.brush.instrument;
        if volume == 0 && !Self::is_wave(desk) {
            return desk.refuse("a rest has no instrument: the cursor goes on a note that has it");
        }
        let has = |note: &SfxNote| note.volume > 0 && note.instrument == old;
        let Selection { from, to, .. } = self.target();
        let tunes = tunes(self.sounds(desk), desk);
        let count: usize = tunes
            .iter()
            .map(|sound| notes(&desk.doc, *sound)[from..=to].iter().filter(|note| has(note)).count())
            .sum();
        // Instruments change, whatever columns are selected.
        let whole = Selection { fields: ALL_FIELDS, ..self.target() };
        self.change(whole, "replace an instrument", None, desk, |notes, n| match has(&notes[n]) {
            true => SfxNote { instrument: new, ..notes[n] },
            false => notes[n],
        });
        if !tunes.is_empty() {
            desk.say(format!("{count} notes had that instrument"));
        }
    }

    /// All notes get these fields of new ones.
    pub(super) fn give(&mut self, fields: u8, desk: &mut Desk) {
        let (brush, whole) = (self.brush, Selection { fields, ..self.target() });
        self.change(whole, "all notes", None, desk, |old, n| match old[n].volume {
            0 => old[n],
            _ => brush,
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
            return Self::change_here(one, name, desk, |_, _| SfxNote::default());
        }
        self.change(self.target(), name, None, desk, |_, _| SfxNote::default());
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
        Self::change_here(behind, name, desk, |old, n| {
            let from = if insert { n.checked_sub(1) } else { Some(n + 1) };
            from.and_then(|from| old.get(from)).copied().unwrap_or_default()
        });
    }

    pub(super) fn copy(&mut self, desk: &mut Desk) {
        let Some(Selection { from, to, fields }) = self.selection.filter(|_| !Self::is_wave(desk)) else {
            let sounds: Vec<usize> = self.sounds(desk).collect();
            desk.say(match sounds.len() {
                1 => format!("copied sound {}, with all that it says", desk.sound),
                n => format!("copied {n} sounds, with all that they say"),
            });
            let text = text(&desk.doc, &sounds);
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

/// Those of the sounds that have notes: a wave among them is left alone.
fn tunes(sounds: RangeInclusive<usize>, desk: &Desk) -> Vec<usize> {
    sounds.filter(|sound| !Head::of(&desk.doc, *sound).wave).collect()
}
