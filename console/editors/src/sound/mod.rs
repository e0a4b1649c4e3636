//! The sound editor.
//!
//! ```text
//! mod.rs      its state, playing, waveforms   notes.rs    notes in the document, rows as text
//! command.rs  the table of commands           change.rs   what commands do to notes
//! keys.rs     the piano, digits, recording    gesture.rs  the mouse
//! layout.rs   areas of the canvas             view.rs, panels.rs  status line and picture
//! ```
//!
//! The pitch graph and the tracker are two views of the same 32 notes; Tab switches the keys between them. The piano works in both, by
//! place on the keyboard. Sounds 0 to 7 may be waveforms: one cycle of 64 samples from -128 to 127.

mod change;
mod command;
mod gesture;
mod keys;
mod layout;
#[cfg(test)]
mod mouse_tests;
pub(crate) mod notes;
mod panels;
#[cfg(test)]
mod tests;
pub(super) mod view;

pub(super) use keys::{midi_name, midi_pitch, midi_volume, piano};
pub(super) use layout::narrow;
pub(super) use panels::{draw_level, draw_listed, draw_scope, list, play_icon};
pub(super) use view::draw_note;

use super::context::Context;
use super::editor::Editor;
use super::pointer::GestureEditor;
use super::speaker::{LoopRound, PlayingSound};
use super::types::{EditInput, EditPlace, Side};
use format::SfxNote;
use gesture::SoundGesture;
use keys::NoteRecording;
use layout::SoundLayout;
use notes::{
    ALL_FIELDS, INSTRUMENTS, NOTES, NoteField, SAMPLES, SOUNDS, SoundHeader, note, put_record, put_sample,
    sample,
};
use num::Num;
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
    column: usize,
    sample: usize,
    brush: SfxNote,
    octave: i32,
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
        SoundLayout::new(cx.size, Self::is_wave(cx))
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
            EditInput::Midi(key, loud) => self.midi(*key, *loud, cx),
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

    fn take_sound(&mut self, sound: usize, cx: &mut Context) {
        self.go(sound as i32, cx);
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

fn key_name(pitch: u8) -> String {
    let cell = SfxNote { pitch, instrument: 0, volume: 1, effect: 0 }.cell();
    cell.split('.').next().unwrap_or_default().to_string()
}

fn at_row(cx: &Context, row: usize) -> SfxNote {
    note(&cx.doc, cx.sound, row)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaveShape {
    Sine,
    Triangle,
    Saw,
    Square,
    Smooth,
    Loudest,
    Mirror,
    Shift,
}

impl WaveShape {
    fn at(self, n: i32, old: &[i32; SAMPLES]) -> i32 {
        let around = |by: i32| old[(n + by).rem_euclid(SAMPLES as i32) as usize];
        match self {
            // The console's sine is negated.
            WaveShape::Sine => -((Num::from_bits(n << 10).sin().bits() * 127) >> 16),
            WaveShape::Triangle => (16 - (n - 16).abs()).max((n - 48).abs() - 16) * 127 / 16,
            WaveShape::Saw => n * 255 / 63 - 128,
            WaveShape::Square if n < 32 => 127,
            WaveShape::Square => -128,
            WaveShape::Smooth => (around(-1) + 2 * around(0) + around(1) + 2).div_euclid(4),
            WaveShape::Loudest => {
                let most = old.iter().map(|s| s.abs()).max().unwrap_or(0).max(1);
                old[n as usize] * 127 / most
            }
            WaveShape::Mirror => -1 - old[n as usize],
            WaveShape::Shift => around(-8),
        }
    }
}

impl SoundEditor {
    fn samples(cx: &Context) -> [i32; SAMPLES] {
        std::array::from_fn(|n| sample(&cx.doc, cx.sound, n).into())
    }

    fn shape(&mut self, shape: WaveShape, cx: &mut Context) {
        if !Self::is_wave(cx) {
            return cx.refuse("this sound has notes: Ctrl+W switches sounds 0 to 7 to waveforms");
        }
        let old = Self::samples(cx);
        Self::begin("wave", cx);
        for n in 0..SAMPLES {
            put_sample(&mut cx.doc, cx.sound, n, shape.at(n as i32, &old));
        }
        cx.commit();
        self.preview_wave(Some(30), cx);
    }

    fn turn_wave(&mut self, cx: &mut Context) {
        if cx.sound >= INSTRUMENTS {
            return cx.refuse("only sounds 0 to 7 can be waveforms: notes use them as instruments");
        }
        let was = SoundHeader::of(&cx.doc, cx.sound);
        Self::begin("wave or notes", cx);
        let mut record = [0; 68];
        if was.wave {
            record[65] = 16;
        } else {
            for (n, byte) in record[..SAMPLES].iter_mut().enumerate() {
                *byte = WaveShape::Sine.at(n as i32, &[0; SAMPLES]) as i8 as u8;
            }
            (record[65], record[66]) = (1, 0x80);
        }
        put_record(&mut cx.doc, cx.sound, &record);
        cx.commit();
        cx.say(if was.wave { "notes" } else { "waveform: draw it, or press Alt and a letter for a shape" });
    }

    fn preview_wave(&self, frames: Option<u32>, cx: &mut Context) {
        let pitch = (12 * self.octave) as u8;
        let note = SfxNote { pitch, instrument: 8 + cx.sound as u8, volume: 5, effect: 0 };
        cx.speaker.press(cx.doc.data(), "wave", note, [0, 16, 0, 0], frames);
    }

    fn nudge_sample(&mut self, by: i32, cx: &mut Context) {
        let now = i32::from(sample(&cx.doc, cx.sound, self.sample));
        Self::begin("sample", cx);
        put_sample(&mut cx.doc, cx.sound, self.sample, now + by);
        cx.doc.commit(cx.frame, Some(1000 + self.sample as u32));
        self.preview_wave(Some(20), cx);
    }
}
