//! The sound editor.
//!
//! ```text
//! mod.rs      its state, playing     notes.rs   notes in the document, rows as text       wave.rs     waveform instruments
//! command.rs  the table of commands  change.rs  what commands do to notes                 record.rs   recording in time
//! keys.rs     the piano, digits      gesture.rs the mouse                                 layout.rs   areas of the canvas
//! view.rs, panels.rs  status line and picture                                             tests.rs, mouse_tests.rs
//! ```
//!
//! The pitch graph and the tracker are two views of the same 32 notes; Tab switches the keys between them. The piano works in both, by
//! place on the keyboard.

mod change;
mod command;
mod gesture;
mod keys;
mod layout;
#[cfg(test)]
mod mouse_tests;
pub(crate) mod notes;
mod panels;
mod record;
#[cfg(test)]
mod tests;
pub(super) mod view;
mod wave;

pub(super) use keys::piano;
pub(super) use layout::narrow;
pub(super) use panels::{draw_level, draw_listed, draw_scope, list};
pub(super) use view::draw_note;

use super::context::Context;
use super::editor::Editor;
use super::pointer::Mouse;
use super::speaker::{LoopRound, PlayingSound};
use super::types::{EditInput, EditPlace, Side};
use format::SfxNote;
use gesture::SoundGesture;
use layout::SoundLayout;
use notes::{ALL_FIELDS, NOTES, NoteField, SOUNDS, SoundHeader, note};
use record::NoteRecording;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoteSelection {
    from: usize,
    to: usize,
    fields: u8,
}

/// Scales to which drawing with Ctrl keeps: a bit for each key from C on.
const SCALES: [(&str, u16); 6] = [
    ("major", 0b1010_1011_0101),
    ("minor", 0b0101_1010_1101),
    ("pentatonic", 0b0010_1001_0101),
    ("blues", 0b0100_1110_1001),
    ("diminished", 0b1001_0010_0100 | 1),
    ("whole tones", 0b0101_0101_0101),
];

#[derive(Clone, Debug, Default)]
pub(super) struct SoundEditor {
    /// The keys go to the tracker, which is shown where there is no room for both.
    tracker: bool,
    row: usize,
    /// The sound of that row, and the last rows in the others.
    at: usize,
    rows: BTreeMap<usize, usize>,
    /// The column of the tracker: note, octave, instrument, volume, effect.
    column: usize,
    sample: usize,
    /// New notes get its instrument, volume and effect.
    brush: SfxNote,
    octave: i32,
    /// Rows that the cursor moves on behind a note.
    step: usize,
    /// Keys only sound, and write nothing.
    tries: bool,
    selection: Option<NoteSelection>,
    /// Sounds that are changed together: the first that was selected, and the last.
    range: Option<(usize, usize)>,
    anchor: Option<(usize, usize)>,
    scale: usize,
    gesture: Option<SoundGesture>,
    recording: Option<NoteRecording>,
    /// Ticks of the synth between a key and the sound that it was played to.
    delay: u64,
}

impl SoundEditor {
    pub fn new() -> SoundEditor {
        let brush = SfxNote { pitch: 24, instrument: 0, volume: 5, effect: 0 };
        // Some 46 ms from a sample to the device, as the README says, and half a frame.
        SoundEditor { brush, octave: 2, step: 1, delay: 6, ..SoundEditor::default() }
    }

    fn layout(cx: &Context) -> SoundLayout {
        SoundLayout::new(cx.size)
    }

    fn is_wave(cx: &Context) -> bool {
        SoundHeader::of(&cx.doc, cx.sound).wave
    }

    fn go(&mut self, sound: i32, cx: &mut Context) {
        self.release(cx);
        if self.recording.is_some() {
            self.stop_recording(cx);
        }
        let was_playing = matches!(cx.speaker.playing(), Some(PlayingSound::Sound(_)));
        cx.sound = sound.rem_euclid(SOUNDS as i32) as usize;
        (self.selection, self.range, self.anchor) = (None, None, None);
        self.arrive(cx);
        if was_playing {
            cx.speaker.stop();
        }
    }

    fn arrive(&mut self, cx: &Context) {
        self.rows.insert(self.at, self.row);
        (self.at, self.row) = (cx.sound, self.rows.get(&cx.sound).copied().unwrap_or(0));
    }

    fn target(&self) -> NoteSelection {
        self.selection.unwrap_or(NoteSelection { from: 0, to: NOTES - 1, fields: ALL_FIELDS })
    }

    fn sounds(&self, cx: &Context) -> RangeInclusive<usize> {
        let (a, b) = self.range.unwrap_or((cx.sound, cx.sound));
        a.min(b)..=a.max(b)
    }

    fn select_sounds(&mut self, to: i32, cx: &mut Context) {
        let from = self.range.map_or(cx.sound, |range| range.0);
        let row = self.row;
        self.go(to.clamp(0, SOUNDS as i32 - 1), cx);
        (self.range, self.row) = (Some((from, cx.sound)), row);
        let sounds = self.sounds(cx);
        cx.say(format!("editing sounds {} to {} together: Esc ends it", sounds.start(), sounds.end()));
    }

    fn field(&self) -> NoteField {
        match self.column {
            0 | 1 => NoteField::Pitch,
            2 => NoteField::Instrument,
            3 => NoteField::Volume,
            _ => NoteField::Effect,
        }
    }

    fn begin(name: &'static str, cx: &mut Context) {
        cx.doc.begin(name, Side::Sound, EditPlace::Sound(cx.sound));
    }

    fn preview_note(&self, note: SfxNote, cx: &mut Context) {
        let head = SoundHeader::of(&cx.doc, cx.sound);
        // As long as in the sound, but an eighth to half a second.
        let frames = (head.pace() / 2).clamp(8, 30) as u32;
        if note.volume > 0 {
            let bytes = SoundHeader::bytes(&cx.doc, cx.sound);
            cx.speaker.press(cx.doc.data(), "note", note, bytes, Some(frames));
        }
    }

    /// The looped rows: the selection, or all of the sound.
    fn round(&self, cx: &Context) -> LoopRound {
        let head = SoundHeader::of(&cx.doc, cx.sound);
        let whole = match (head.looped(), head.length()) {
            (Some((from, to)), _) if to <= NOTES as u8 => (from, to),
            (_, Some(length)) => (0, length.min(NOTES as u8)),
            _ => (0, NOTES as u8),
        };
        let (from, to) = self.selection.map_or(whole, |s| (s.from as u8, s.to as u8 + 1));
        LoopRound { sound: cx.sound as u8, from, to }
    }

    fn play(&mut self, from: usize, round: bool, cx: &mut Context) {
        if self.recording.is_some() {
            return self.stop_recording(cx);
        }
        if cx.speaker.playing().is_some() {
            return cx.speaker.stop();
        }
        if SoundEditor::is_wave(cx) {
            return self.preview_wave(Some(60), cx);
        }
        let round = round.then(|| self.round(cx));
        let from = round.map_or(from as u8, |round| round.from);
        cx.speaker.sound(cx.doc.data(), cx.sound as u8, from, round);
    }

    fn playhead(cx: &Context) -> Option<usize> {
        let plays = |place: &&(u8, u8)| usize::from(place.0) == cx.sound;
        cx.speaker.places.iter().flatten().find(plays).map(|place| usize::from(place.1))
    }
}

impl Editor for SoundEditor {
    fn side(&self) -> Side {
        Side::Sound
    }

    fn input(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Key(key) => self.key(key, cx),
            EditInput::KeyUp(name) => self.key_up(name, cx),
            EditInput::Tick => self.record_tick(cx),
            EditInput::Blur => {
                self.stop_recording(cx);
                self.release(cx);
            }
            EditInput::Pasted(text) => self.paste(text, cx),
            _ => self.mouse(input, cx),
        }
    }

    fn enter(&mut self, cx: &mut Context) {
        self.arrive(cx);
    }

    fn finish(&mut self, cx: &mut Context) {
        self.release(cx);
        if self.recording.is_some() {
            cx.commit();
        }
    }

    fn cancel(&mut self, cx: &mut Context) -> bool {
        if self.recording.is_some() {
            self.stop_recording(cx);
            return true;
        }
        self.anchor = None;
        self.cancel_drag(cx) || self.selection.take().is_some() || self.range.take().is_some()
    }

    fn show(&mut self, place: EditPlace, cx: &mut Context) {
        if let EditPlace::Sound(sound) = place {
            cx.sound = sound.min(SOUNDS - 1);
            self.arrive(cx);
            if !self.sounds(cx).contains(&cx.sound) {
                self.range = None;
            }
            // The cursor goes to the first note that has changed.
            let begin = notes::address(cx.sound);
            let changed = cx.blinking.0.iter().filter_map(|at| usize::from(*at).checked_sub(begin));
            if let Some(at) = changed.filter(|at| *at < 2 * NOTES).min() {
                (self.row, self.sample) = (at / 2, at);
            }
        }
    }
}

/// The name of a key, such as `D-2`.
fn key_name(pitch: u8) -> String {
    let cell = SfxNote { pitch, instrument: 0, volume: 1, effect: 0 }.cell();
    cell.split('.').next().unwrap_or_default().to_string()
}

fn at_row(cx: &Context, row: usize) -> SfxNote {
    note(&cx.doc, cx.sound, row)
}
