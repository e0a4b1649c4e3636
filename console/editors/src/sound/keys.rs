//! The keyboard: a piano of two octaves by place, digits for the tracker's columns, arrows; recording in time.
//!
//! ```text
//!  2 3   5 6 7   9 0           1 4 8: nothing        black keys
//! Q W E R T Y U I O P          an octave higher       white keys
//!  S D   G H J   L                                    Shift: an octave higher still
//! Z X C V B N M , .            octave of new notes
//!
//! as in FastTracker   ; and / continue after .     1 on the note's column, Caps Lock: a rest     number pad: octave 0 to 5, / and *
//!
//! recording   16 rows of count-in, then the sound in a loop           row = (ticks - delay + speed / 2) / speed, of its rows
//!             a key writes its note, and repeats it as long as it is held          a round is one step of undo
//! ```
//!
//! A second round replaces only rows that are played. Notes of this round sound by their keys, from the next round on from the sound. The
//! metronome is not recorded.

use super::notes::{ALL_FIELDS, NOTES, SoundHeader, TOP, put};
use super::{NoteSelection, SoundEditor, at_row, key_name};
use crate::context::Context;
use crate::speaker::LoopRound;
use crate::types::EditKey;
use format::SfxNote;

/// Keys of the piano by their places: 15 from the C of the octave, then 17 from the C above.
const PIANO: [&str; 32] = [
    "KeyZ", "KeyS", "KeyX", "KeyD", "KeyC", "KeyV", "KeyG", "KeyB", "KeyH", "KeyN", "KeyJ", "KeyM", "Comma",
    "KeyL", "Period", "KeyQ", "Digit2", "KeyW", "Digit3", "KeyE", "KeyR", "Digit5", "KeyT", "Digit6", "KeyY",
    "Digit7", "KeyU", "KeyI", "Digit9", "KeyO", "Digit0", "KeyP",
];
const LOWER: i32 = 15;

pub(super) const MOUSE: &str = "mouse";

/// Keys of the piano that only FastTracker has: the other layout leaves them to other programs' habits.
const MORE: [(&str, i32); 2] = [("Semicolon", 15), ("Slash", 16)];

/// The name of a MIDI key as one of the piano, for the player of sounds.
pub(crate) fn midi_name(key: u8) -> &'static str {
    const NAMES: [&str; 16] =
        ["m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9", "ma", "mb", "mc", "md", "me", "mf"];
    // Keys with the same name are 16 semitones apart, so at most four can play.
    NAMES[usize::from(key % 16)]
}

/// The note of a MIDI key: its middle C is C-2. None beyond the machine's keys.
pub(crate) fn midi_pitch(key: u8) -> Option<u8> {
    key.checked_sub(36).filter(|pitch| i32::from(*pitch) <= TOP)
}

/// 1 to 7.
pub(crate) fn midi_volume(loud: u8) -> u8 {
    (u16::from(loud) * 7).div_ceil(127).clamp(1, 7) as u8
}

pub(crate) fn piano(key: &EditKey, is_tracker: bool) -> Option<u8> {
    let pitch = 24 + semitones(key, is_tracker)?;
    u8::try_from(pitch).ok().filter(|_| pitch <= TOP)
}

fn semitones(key: &EditKey, is_tracker: bool) -> Option<i32> {
    let place = |n: usize| if (n as i32) < LOWER { n as i32 } else { n as i32 - LOWER + 12 };
    let more = || MORE.iter().find(|(name, _)| is_tracker && *name == key.name).map(|more| more.1);
    let key_at = PIANO.iter().position(|name| *name == key.name).map(place).or_else(more)?;
    Some(key_at + if key.shift { 12 } else { 0 })
}

impl SoundEditor {
    pub(super) fn key(&mut self, key: &EditKey, cx: &mut Context) {
        if key.control || key.alt || key.repeat {
            return;
        }
        if cx.is_tracker() && !Self::is_wave(cx) && self.tracker_key(key, cx) {
            return;
        }
        let digit = key.name.strip_prefix("Digit").and_then(|digit| digit.parse::<u8>().ok());
        if let Some(digit) = digit.filter(|_| self.tracker && self.column > 0 && !Self::is_wave(cx)) {
            return self.digit(digit, key.shift, cx);
        }
        if let Some(semitones) = semitones(key, cx.is_tracker()) {
            self.strike(key.name, semitones, cx);
        }
    }

    /// The keys that only FastTracker's layout has; false if it is none.
    fn tracker_key(&mut self, key: &EditKey, cx: &mut Context) -> bool {
        let is_rest = key.name == "CapsLock" || key.name == "Digit1" && (!self.tracker || self.column == 0);
        let octave = key.name.strip_prefix("Numpad").and_then(|digit| digit.parse::<i32>().ok());
        match (key.name, octave) {
            (_, Some(octave @ 0..=5)) => self.step_octave(octave - self.octave, cx),
            ("NumpadDivide", _) => self.step_octave(-1, cx),
            ("NumpadMultiply", _) => self.step_octave(1, cx),
            _ if is_rest && self.tries => {}
            _ if is_rest && self.recording.is_some() => self.record_note(key.name, SfxNote::default(), cx),
            _ if is_rest => {
                Self::begin("rest", cx);
                put(&mut cx.doc, cx.sound, self.row, SfxNote::default());
                cx.commit();
                self.step_on();
            }
            _ => return false,
        }
        true
    }

    /// A key of a MIDI keyboard: as loud as it is struck.
    pub(super) fn midi(&mut self, key: u8, loud: u8, cx: &mut Context) {
        let name = midi_name(key);
        match midi_pitch(key) {
            _ if loud == 0 => self.key_up(name, cx),
            None => cx.refuse("the keys are C-0 to D#5, from the second C of a long keyboard on"),
            Some(pitch) => self.strike_note(name, pitch, Some(midi_volume(loud)), cx),
        }
    }

    pub(super) fn strike(&mut self, name: &'static str, semitones: i32, cx: &mut Context) {
        let pitch = 12 * self.octave + semitones;
        if pitch > TOP {
            return cx.refuse(format!("the highest key is {}", key_name(TOP as u8)));
        }
        self.strike_note(name, pitch as u8, None, cx);
    }

    fn strike_note(&mut self, name: &'static str, pitch: u8, volume: Option<u8>, cx: &mut Context) {
        let is_wave = Self::is_wave(cx);
        let own = SfxNote { instrument: 8 + (cx.sound as u8 & 7), volume: 5, effect: 0, pitch: 0 };
        let like = if is_wave { own } else { self.brush };
        let note = SfxNote { pitch, volume: volume.unwrap_or(like.volume), ..like };
        let head = if is_wave { [0, 16, 0, 0] } else { SoundHeader::bytes(&cx.doc, cx.sound) };
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

    fn digit(&mut self, digit: u8, shift: bool, cx: &mut Context) {
        let mut note = at_row(cx, self.row);
        let most = if self.column == 1 { 5 } else { 7 };
        if digit > most {
            return cx.refuse(format!("expected a digit from 0 to {most}"));
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

    pub(super) fn extend(&mut self, dx: i32, dy: i32) {
        let (row, column) = *self.anchor.get_or_insert((self.row, self.column));
        let by = if self.tracker { (dy, dx) } else { (dx, 0) };
        self.row = (self.row as i32 + by.0).clamp(0, NOTES as i32 - 1) as usize;
        self.column = (self.column as i32 + by.1).clamp(0, 4) as usize;
        self.select((row, column), (self.row, self.column));
    }

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

/// Rows of count-in: a bar.
const LEAD: u64 = 16;
const BEAT: u64 = 4;
/// Ticks of the synth in 1,000 of the editors: 22,050 samples by 183, 60 ticks a second.
const SYNTH_TICKS: u64 = 2008;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoteRecording {
    begun: u64,
    first: usize,
    rows: u64,
    pub(super) round: Option<u64>,
    beats: u64,
    /// The held key, its note, and its first row since the recording began.
    held: Option<(&'static str, SfxNote, u64)>,
}

impl SoundEditor {
    pub(super) fn record(&mut self, cx: &mut Context) {
        if self.recording.is_some() {
            return self.stop_recording(cx);
        }
        if Self::is_wave(cx) {
            return cx.refuse("this sound is a waveform: Ctrl+W switches to notes");
        }
        cx.speaker.stop();
        let LoopRound { from, to, .. } = self.round(cx);
        self.recording = Some(NoteRecording {
            begun: cx.frame,
            first: from.into(),
            rows: u64::from(to.saturating_sub(from)).max(1),
            round: None,
            beats: 0,
            held: None,
        });
        cx.say("recording starts after 16 rows: Esc or Space stops");
    }

    pub(super) fn stop_recording(&mut self, cx: &mut Context) {
        if self.recording.take().is_some() {
            cx.commit();
            cx.speaker.stop();
            cx.say("recorded: Ctrl+Z undoes the last round");
        }
    }

    fn recorded(&self, cx: &Context) -> Option<(NoteRecording, u64, u64, u64)> {
        let recording = self.recording?;
        let speed = SoundHeader::of(&cx.doc, cx.sound).pace();
        Some((recording, (cx.frame - recording.begun) * SYNTH_TICKS / 1000, LEAD * speed, speed))
    }

    fn row_now(&self, cx: &Context) -> Option<u64> {
        let (_, ticks, lead, speed) = self.recorded(cx)?;
        // A key may be half a row early.
        (ticks + speed / 2).checked_sub(lead + self.delay).map(|ticks| ticks / speed)
    }

    pub(super) fn record_tick(&mut self, cx: &mut Context) {
        let Some((mut now, ticks, lead, speed)) = self.recorded(cx) else { return };
        let beats = ticks / (speed * BEAT) + 1;
        if beats > now.beats {
            now.beats = beats;
            cx.speaker.click(cx.doc.data(), (beats - 1).is_multiple_of(4));
        }
        let sound = cx.sound as u8;
        if let Some(at) = ticks.checked_sub(lead) {
            let round = at / (speed * now.rows);
            if now.round != Some(round) {
                // A finished round is a step, and is played from now on. Early keys belong to the first round.
                if now.round.is_some() {
                    cx.commit();
                }
                cx.speaker.keep = None;
                if now.round.is_none() {
                    let (from, to) = (now.first as u8, now.first as u8 + now.rows as u8);
                    let all = LoopRound { sound, from, to };
                    cx.speaker.sound(cx.doc.data(), sound, from, Some(all));
                }
                now.round = Some(round);
            } else {
                cx.speaker.keep = Some(sound);
            }
        }
        self.recording = Some(now);
        if let (Some((_, note, first)), Some(row)) = (now.held, self.row_now(cx)) {
            // A row counts from its middle on.
            (first + 1..row).for_each(|row| self.write(row, note, cx));
        }
    }

    fn write(&mut self, row: u64, note: SfxNote, cx: &mut Context) {
        let Some(NoteRecording { first, rows, .. }) = self.recording else { return };
        if !cx.doc.is_open() {
            Self::begin("record", cx);
        }
        self.row = first + (row % rows) as usize;
        put(&mut cx.doc, cx.sound, self.row, note);
    }

    pub(super) fn record_note(&mut self, name: &'static str, note: SfxNote, cx: &mut Context) {
        let Some(row) = self.row_now(cx) else { return };
        self.write(row, note, cx);
        if let Some(recording) = &mut self.recording {
            recording.held = Some((name, note, row));
        }
    }

    pub(super) fn record_release(&mut self, name: &str) {
        if let Some(recording) = &mut self.recording
            && recording.held.is_some_and(|held| held.0 == name)
        {
            recording.held = None;
        }
    }

    pub(super) fn count_in(&self, cx: &Context) -> Option<u64> {
        let (_, ticks, lead, speed) = self.recorded(cx)?;
        (ticks < lead).then(|| (lead - ticks).div_ceil(speed))
    }
}
