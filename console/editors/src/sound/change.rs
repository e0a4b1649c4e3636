//! Changes notes of the selection, of the whole sound, or of a range of sounds.
//!
//! ```text
//! transpose  louder   all or nothing: a message names the first note that would leave the range
//! ramp                volumes, or keys if only those are selected, in even steps from the first to the last
//! paste               only the columns that were copied
//! ```

use super::notes::{
    ALL_FIELDS, NOTES, NoteField, NoteRows, SoundHeader, TOP, note, notes, over, put, put_sample, put_sound,
    read, sample, text,
};
use super::{NoteSelection, SoundEditor, at_row, key_name};
use crate::context::Context;
use crate::types::EditEffect;
use format::SfxNote;
use std::ops::RangeInclusive;

impl SoundEditor {
    fn change(
        &self,
        target: NoteSelection,
        name: &'static str,
        join: Option<u32>,
        cx: &mut Context,
        make: impl Fn(&[SfxNote], usize) -> SfxNote,
    ) {
        Self::change_in(self.sounds(cx), target, name, join, cx, make);
    }

    fn change_in(
        sounds: RangeInclusive<usize>,
        NoteSelection { from, to, fields }: NoteSelection,
        name: &'static str,
        join: Option<u32>,
        cx: &mut Context,
        make: impl Fn(&[SfxNote], usize) -> SfxNote,
    ) {
        let tunes = tunes(sounds, cx);
        if tunes.is_empty() {
            return cx.refuse("this sound is a waveform: Ctrl+W switches to notes");
        }
        Self::begin(name, cx);
        for sound in tunes {
            let old = notes(&cx.doc, sound);
            for row in from..=to {
                let new = make(&old[from..=to], row - from);
                put(&mut cx.doc, sound, row, over(old[row], new, fields));
            }
        }
        cx.doc.commit(cx.frame, join);
    }

    fn find(&self, cx: &Context, is: impl Fn(SfxNote) -> bool) -> Option<(String, SfxNote)> {
        let NoteSelection { from, to, .. } = self.target();
        let places =
            tunes(self.sounds(cx), cx).into_iter().flat_map(|sound| (from..=to).map(move |row| (sound, row)));
        let notes = places.map(|(sound, row)| (sound, row, note(&cx.doc, sound, row)));
        let (sound, row, found) = notes.into_iter().find(|place| place.2.volume > 0 && is(place.2))?;
        let sound = self.range.map_or(String::new(), |_| format!("sound {sound}, "));
        Some((format!("{sound}note {row}"), found))
    }

    pub(super) fn transpose(&mut self, by: i32, cx: &mut Context) {
        let leaves = |note: SfxNote| !(0..=TOP).contains(&(i32::from(note.pitch) + by));
        if let Some((place, note)) = self.find(cx, leaves) {
            let key = key_name(note.pitch);
            return cx.refuse(format!("{place} ({key}) would be out of range: nothing changed"));
        }
        let moved = |old: &[SfxNote], n: usize| match old[n].volume {
            0 => old[n],
            _ => SfxNote { pitch: (i32::from(old[n].pitch) + by) as u8, ..old[n] },
        };
        // Keys move, even if other columns are selected.
        let whole = NoteSelection { fields: ALL_FIELDS, ..self.target() };
        self.change(whole, "transpose", Some(1), cx, moved);
    }

    pub(super) fn louder(&mut self, by: i32, cx: &mut Context) {
        let leaves = |note: SfxNote| !(1..8).contains(&(i32::from(note.volume) + by));
        if let Some((place, SfxNote { volume, .. })) = self.find(cx, leaves) {
            return cx.refuse(format!("{place} already has volume {volume}: nothing changed"));
        }
        let moved = |old: &[SfxNote], n: usize| match old[n].volume {
            0 => old[n],
            volume => SfxNote { volume: (i32::from(volume) + by) as u8, ..old[n] },
        };
        let whole = NoteSelection { fields: ALL_FIELDS, ..self.target() };
        self.change(whole, "louder", Some(2), cx, moved);
    }

    pub(super) fn ramp(&mut self, cx: &mut Context) {
        let NoteSelection { from, to, fields } = self.target();
        let field = if fields == NoteField::Pitch.bit() { NoteField::Pitch } else { NoteField::Volume };
        let last = (to - from) as i32;
        if last == 0 {
            return cx.refuse("a ramp needs at least two notes: select with Shift and arrows");
        }
        let even = |old: &[SfxNote], n: usize| {
            let (a, b) = (i32::from(field.get(old[0])), i32::from(field.get(old[last as usize])));
            let mut note = old[n];
            // To the nearest.
            field.set(&mut note, ((2 * (a * (last - n as i32) + b * n as i32) + last) / (2 * last)) as u8);
            note
        };
        let target = NoteSelection { from, to, fields: fields | field.bit() };
        self.change(target, "ramp", None, cx, even);
        let (a, b) = (field.get(at_row(cx, from)), field.get(at_row(cx, to)));
        cx.say(if field == NoteField::Pitch {
            format!("keys from {} to {}", key_name(a), key_name(b))
        } else {
            format!("volumes from {a} to {b}")
        });
    }

    pub(super) fn reverse(&mut self, cx: &mut Context) {
        self.change(self.target(), "backwards", None, cx, |old, n| old[old.len() - 1 - n]);
    }

    pub(super) fn rotate(&mut self, by: i32, cx: &mut Context) {
        if Self::is_wave(cx) {
            return self.shape_shift(by, cx);
        }
        self.change(self.target(), "rotate", Some(3), cx, |old, n| {
            old[(n as i32 - by).rem_euclid(old.len() as i32) as usize]
        });
    }

    pub(super) fn stretch(&mut self, longer: bool, cx: &mut Context) {
        let name = if longer { "twice as long" } else { "half as long" };
        self.change(self.target(), name, None, cx, |old, n| {
            let from = if longer { n / 2 } else { 2 * n };
            old.get(from).copied().unwrap_or_default()
        });
    }

    pub(super) fn replace(&mut self, cx: &mut Context) {
        let SfxNote { instrument: old, volume, .. } = at_row(cx, self.row);
        let new = self.brush.instrument;
        if volume == 0 && !Self::is_wave(cx) {
            return cx.refuse("a rest has no instrument: move the cursor to a note");
        }
        let has = |note: &SfxNote| note.volume > 0 && note.instrument == old;
        let NoteSelection { from, to, .. } = self.target();
        let tunes = tunes(self.sounds(cx), cx);
        let count = |sound: &usize| notes(&cx.doc, *sound)[from..=to].iter().filter(|note| has(note)).count();
        let count: usize = tunes.iter().map(count).sum();
        // Instruments change, even if other columns are selected.
        let whole = NoteSelection { fields: ALL_FIELDS, ..self.target() };
        self.change(whole, "replace an instrument", None, cx, |notes, n| match has(&notes[n]) {
            true => SfxNote { instrument: new, ..notes[n] },
            false => notes[n],
        });
        if !tunes.is_empty() {
            cx.say(format!("changed the instrument of {count} notes"));
        }
    }

    pub(super) fn give(&mut self, fields: u8, cx: &mut Context) {
        let (brush, whole) = (self.brush, NoteSelection { fields, ..self.target() });
        self.change(whole, "all notes", None, cx, |old, n| match old[n].volume {
            0 => old[n],
            _ => brush,
        });
    }

    pub(super) fn clear(&mut self, name: &'static str, cx: &mut Context) {
        if Self::is_wave(cx) {
            Self::begin(name, cx);
            (0..64).for_each(|n| put_sample(&mut cx.doc, cx.sound, n, 0));
            cx.commit();
            return;
        }
        if self.selection.is_none() && name == "clear" {
            // Without a selection only the note of the cursor: the key may be a mistake.
            let fields = if self.column < 2 || !self.tracker { ALL_FIELDS } else { self.field().bit() };
            let one = NoteSelection { from: self.row, to: self.row, fields };
            return Self::change_in(cx.sound..=cx.sound, one, name, None, cx, |_, _| SfxNote::default());
        }
        self.change(self.target(), name, None, cx, |_, _| SfxNote::default());
    }

    pub(super) fn insert(&mut self, insert: bool, cx: &mut Context) {
        if !insert && self.row == 0 {
            return;
        }
        self.row -= usize::from(!insert);
        let behind = NoteSelection { from: self.row, to: NOTES - 1, fields: ALL_FIELDS };
        let name = if insert { "insert a rest" } else { "delete a note" };
        Self::change_in(cx.sound..=cx.sound, behind, name, None, cx, |old, n| {
            let from = if insert { n.checked_sub(1) } else { Some(n + 1) };
            from.and_then(|from| old.get(from)).copied().unwrap_or_default()
        });
    }

    pub(super) fn copy(&mut self, cx: &mut Context) {
        let Some(NoteSelection { from, to, fields }) = self.selection.filter(|_| !Self::is_wave(cx)) else {
            let sounds: Vec<usize> = self.sounds(cx).collect();
            cx.say(match sounds.len() {
                1 => format!("copied sound {}", cx.sound),
                n => format!("copied {n} sounds"),
            });
            let text = text(&cx.doc, &sounds);
            return cx.effects.push(EditEffect::Copy(text));
        };
        let notes = notes(&cx.doc, cx.sound)[from..=to].to_vec();
        cx.say(format!("copied {} notes", notes.len()));
        cx.effects.push(EditEffect::Copy(NoteRows { fields, notes }.to_text()));
    }

    pub(super) fn paste(&mut self, pasted: &str, cx: &mut Context) {
        if let Some(rows) = NoteRows::from_text(pasted) {
            if Self::is_wave(cx) {
                return cx.refuse("this sound is a waveform: Ctrl+W switches to notes");
            }
            let from = self.selection.map_or(self.row, |selection| selection.from);
            Self::begin("paste", cx);
            for (row, new) in (from..NOTES).zip(&rows.notes) {
                let old = at_row(cx, row);
                put(&mut cx.doc, cx.sound, row, over(old, *new, rows.fields));
            }
            cx.commit();
            let cut = (from + rows.notes.len()).saturating_sub(NOTES);
            return cx.say(match cut {
                0 => format!("pasted {} notes", rows.notes.len()),
                _ => format!("pasted {} notes, {cut} did not fit", rows.notes.len() - cut),
            });
        }
        let Some(sounds) = read(pasted) else {
            return cx.refuse("the clipboard has no notes and no sound");
        };
        Self::begin("paste a sound", cx);
        let first = cx.sound;
        let mut count = 0;
        for (n, (_, mut sound)) in sounds.into_iter().enumerate().filter(|(n, _)| first + n < super::SOUNDS) {
            if first + n >= super::notes::INSTRUMENTS {
                // Only the first eight can be waves.
                sound.record[66] &= 0x7f;
            }
            put_sound(&mut cx.doc, first + n, &sound);
            count += 1;
        }
        cx.commit();
        cx.say(format!("pasted {count} sound{}", if count == 1 { "" } else { "s" }));
    }

    fn shape_shift(&mut self, by: i32, cx: &mut Context) {
        let old: [i8; 64] = std::array::from_fn(|n| sample(&cx.doc, cx.sound, n));
        Self::begin("shift", cx);
        for n in 0..64 {
            let from = (n as i32 - by).rem_euclid(64) as usize;
            put_sample(&mut cx.doc, cx.sound, n, old[from].into());
        }
        cx.doc.commit(cx.frame, Some(4));
    }
}

fn tunes(sounds: RangeInclusive<usize>, cx: &Context) -> Vec<usize> {
    sounds.filter(|sound| !SoundHeader::of(&cx.doc, *sound).wave).collect()
}
