//! The sound editor.
//!
//! ```text
//! mod.rs     what it is: cursor, what new notes get, what is selected     notes.rs  sounds in the document, rows as text
//! command.rs the table of commands        change.rs  what commands do to notes      wave.rs  waveform instruments
//! keys.rs    the piano, digits            record.rs  recording in time              gesture.rs  the mouse
//! layout.rs  where everything lies        view.rs, panels.rs  the picture           tests.rs, mouse_tests.rs
//! ```
//!
//! The pitch graph and the tracker are two views of the same 32 notes, and Tab gives the keys to the other one. The piano sounds in
//! both, by place on the keyboard whatever is printed there.

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
pub(super) use panels::{draw_level, draw_scope, list};
pub(super) use view::{color, draw_note, edge};

use super::change::{Place, Side};
use super::command::CommandRow;
use super::desk::{Desk, Editor};
use super::input::EditInput;
use super::pen::Pen;
use super::speaker::{Playing, Round};
use format::SfxNote;
use gesture::Gesture;
use layout::Layout;
use notes::{ALL_FIELDS, Field, Head, NOTES, SOUNDS, note};
use record::Recording;
use std::ops::RangeInclusive;

/// Rows of notes, and which columns of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Selection {
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

/// Its state beside the document.
#[derive(Clone, Debug)]
pub(super) struct SoundEditor {
    /// Has the tracker the keys, and the room where there is one?
    tracker: bool,
    row: usize,
    /// The sound whose row that is, and the rows of the others: where one was in them last.
    at: usize,
    rows: [usize; SOUNDS],
    /// The column of the tracker: note, octave, instrument, volume, effect.
    column: usize,
    /// The sample of a waveform.
    sample: usize,
    brush: SfxNote,
    octave: i32,
    /// How many rows the cursor goes on behind a note.
    step: usize,
    /// Are notes only tried, and not written?
    tries: bool,
    selection: Option<Selection>,
    /// Sounds that are changed together: from where they were selected to where they end.
    range: Option<(usize, usize)>,
    /// Where a selection by keys began.
    anchor: Option<(usize, usize)>,
    scale: usize,
    gesture: Option<Gesture>,
    recording: Option<Recording>,
    /// Ticks of the synth from the moment a key is meant to the moment it is heard here.
    delay: u64,
}

impl Default for SoundEditor {
    fn default() -> Self {
        SoundEditor {
            tracker: false,
            row: 0,
            at: 0,
            rows: [0; SOUNDS],
            column: 0,
            sample: 0,
            brush: SfxNote { pitch: 24, instrument: 0, volume: 5, effect: 0 },
            octave: 2,
            step: 1,
            tries: false,
            selection: None,
            range: None,
            anchor: None,
            scale: 0,
            gesture: None,
            recording: None,
            // Some 46 ms from a sample to the device, as the README says, and half a frame.
            delay: 6,
        }
    }
}

impl SoundEditor {
    fn layout(desk: &Desk) -> Layout {
        Layout::new(desk.size)
    }

    /// Is the sound a waveform instrument?
    fn is_wave(desk: &Desk) -> bool {
        Head::of(&desk.doc, desk.sound).wave
    }

    fn go(&mut self, sound: i32, desk: &mut Desk) {
        self.end(desk);
        if self.recording.is_some() {
            self.stop_recording(desk);
        }
        let was_playing = matches!(desk.speaker.playing(), Some(Playing::Sound(_)));
        desk.sound = sound.rem_euclid(SOUNDS as i32) as usize;
        (self.selection, self.range, self.anchor) = (None, None, None);
        self.arrive(desk);
        if was_playing {
            desk.speaker.stop();
        }
    }

    /// Another sound is shown: the cursor stands where it was in that, at first on its first note.
    fn arrive(&mut self, desk: &Desk) {
        self.rows[self.at] = self.row;
        (self.at, self.row) = (desk.sound, self.rows[desk.sound]);
    }

    /// The rows that commands change: the selection, or all; and the columns.
    fn target(&self) -> Selection {
        self.selection.unwrap_or(Selection { from: 0, to: NOTES - 1, fields: ALL_FIELDS })
    }

    /// The sounds that commands change: the range, or the one that is shown.
    fn sounds(&self, desk: &Desk) -> RangeInclusive<usize> {
        let (a, b) = self.range.unwrap_or((desk.sound, desk.sound));
        a.min(b)..=a.max(b)
    }

    /// The sounds from where a range began to this one are changed together.
    fn select_sounds(&mut self, to: i32, desk: &mut Desk) {
        let from = self.range.map_or(desk.sound, |range| range.0);
        // What is done here is done in all of them.
        let row = self.row;
        self.go(to.clamp(0, SOUNDS as i32 - 1), desk);
        (self.range, self.row) = (Some((from, desk.sound)), row);
        let sounds = self.sounds(desk);
        desk.say(format!("sounds {} to {} are changed together; Esc ends it", sounds.start(), sounds.end()));
    }

    /// The column of a note that the cursor is in.
    fn field(&self) -> Field {
        match self.column {
            0 | 1 => Field::Pitch,
            2 => Field::Instrument,
            3 => Field::Volume,
            _ => Field::Effect,
        }
    }

    /// Begins a change of the sound.
    fn begin(name: &'static str, desk: &mut Desk) {
        desk.doc.begin(name, Side::Sound, Place::Sound(desk.sound));
    }

    /// A note is heard for a moment.
    fn hear_note(&self, note: SfxNote, desk: &mut Desk) {
        let head = Head::of(&desk.doc, desk.sound);
        // As long as it is in the sound, within what is pleasant: an eighth to half a second.
        let frames = (head.pace() / 2).clamp(8, 30) as u32;
        if note.volume > 0 {
            let bytes = Head::bytes(&desk.doc, desk.sound);
            desk.speaker.press(desk.doc.data(), "note", note, bytes, Some(frames));
        }
    }

    /// The rows that play round and round: the selection, or as far as the sound goes.
    fn round(&self, desk: &Desk) -> Round {
        let head = Head::of(&desk.doc, desk.sound);
        let whole = match (head.looped(), head.length()) {
            (Some((from, to)), _) if to <= NOTES as u8 => (from, to),
            (_, Some(length)) => (0, length.min(NOTES as u8)),
            _ => (0, NOTES as u8),
        };
        let (from, to) = self.selection.map_or(whole, |s| (s.from as u8, s.to as u8 + 1));
        Round { sound: desk.sound as u8, from, to }
    }

    /// Plays the sound from a row on, or stops.
    fn play(&mut self, from: usize, round: bool, desk: &mut Desk) {
        if self.recording.is_some() {
            return self.stop_recording(desk);
        }
        if desk.speaker.playing().is_some() {
            return desk.speaker.stop();
        }
        if SoundEditor::is_wave(desk) {
            return self.hear_wave(Some(60), desk);
        }
        let round = round.then(|| self.round(desk));
        let from = round.map_or(from as u8, |round| round.from);
        desk.speaker.sound(desk.doc.data(), desk.sound as u8, from, round);
    }

    /// The row of the sound that plays now.
    fn playhead(desk: &Desk) -> Option<usize> {
        let plays = |place: &&(u8, u8)| usize::from(place.0) == desk.sound;
        desk.speaker.places.iter().flatten().find(plays).map(|place| usize::from(place.1))
    }
}

impl Editor for SoundEditor {
    fn side(&self) -> Side {
        Side::Sound
    }

    fn rows(&self) -> Vec<CommandRow> {
        command::rows()
    }

    fn run(&mut self, row: usize, desk: &mut Desk) {
        if let Some((command, ..)) = command::TABLE.get(row) {
            self.command(*command, desk);
        }
    }

    fn input(&mut self, input: &EditInput, desk: &mut Desk) {
        match input {
            EditInput::Key(key) => self.key(key, desk),
            EditInput::KeyUp(name) => self.key_up(name, desk),
            EditInput::Tick => self.record_tick(desk),
            EditInput::Blur => {
                self.stop_recording(desk);
                self.end(desk);
            }
            _ => self.hear(input, desk),
        }
    }

    fn enter(&mut self, desk: &mut Desk) {
        self.arrive(desk);
    }

    fn settle(&mut self, desk: &mut Desk) {
        self.end(desk);
        if self.recording.is_some() {
            desk.commit();
        }
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        if self.recording.is_some() {
            self.stop_recording(desk);
            return true;
        }
        self.anchor = None;
        self.give_up(desk) || self.selection.take().is_some() || self.range.take().is_some()
    }

    fn show(&mut self, place: Place, desk: &mut Desk) {
        if let Place::Sound(sound) = place {
            desk.sound = sound.min(SOUNDS - 1);
            self.arrive(desk);
            if !self.sounds(desk).contains(&desk.sound) {
                self.range = None;
            }
            // The cursor stands where something is other than it was.
            let begin = notes::address(desk.sound);
            let changed = desk.blinking.0.iter().filter_map(|at| usize::from(*at).checked_sub(begin));
            if let Some(at) = changed.filter(|at| *at < 2 * NOTES).min() {
                (self.row, self.sample) = (at / 2, at);
            }
        }
    }

    fn status(&self, desk: &Desk) -> String {
        self.told(desk)
    }

    fn draw(&self, pen: &mut Pen<'_>, desk: &Desk) {
        self.draw_on(pen, desk);
    }
}

/// A note in words: key, instrument, volume, effect.
fn words(note: SfxNote) -> String {
    note.cell()
}

/// A key in words, such as `D-2`.
fn key_name(pitch: u8) -> String {
    let cell = SfxNote { pitch, instrument: 0, volume: 1, effect: 0 }.cell();
    cell.split('.').next().unwrap_or_default().to_string()
}

/// The note of a row.
fn at_row(desk: &Desk, row: usize) -> SfxNote {
    note(&desk.doc, desk.sound, row)
}
