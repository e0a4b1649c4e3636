//! The music editor.
//!
//! ```text
//! mod.rs      its state, playing, notes  patterns.rs  patterns in the document, clipboard     gesture.rs  the mouse
//! command.rs  the table of commands      view.rs      status line and picture                  layout.rs   areas of the canvas
//! ```
//!
//! There are two kinds of muting. Muting a channel here affects playback only and is not saved. Silencing a sound in the pattern is a
//! bit of its data, which files show as a sound in parentheses.

mod command;
mod gesture;
mod layout;
mod patterns;
#[cfg(test)]
mod tests;
mod view;

use super::EditorKind;
use super::context::Context;
use super::editor::Editor;
use super::pointer::GestureEditor;
use super::sound::notes::{NOTES, SoundHeader, note, put, sound, users};
use super::sound::{midi_name, midi_pitch, midi_volume};
use super::speaker::PlayingSound;
use super::types::{EditInput, EditKey, EditPlace, Side};
use format::SfxNote;
use layout::MusicLayout;
use patterns::{PATTERNS, pattern};

/// Ticks after a key in which the view does not follow the music.
const RESTS: u64 = 60;

/// The part of the editor that the keys act on. Tab goes to the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MusicPart {
    /// The sound that a channel plays.
    #[default]
    Channel,
    /// A note of that sound.
    Notes,
    /// Whole patterns.
    Strip,
}

impl MusicPart {
    fn next(self) -> MusicPart {
        match self {
            MusicPart::Channel => MusicPart::Notes,
            MusicPart::Notes => MusicPart::Strip,
            MusicPart::Strip => MusicPart::Channel,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct MusicEditor {
    pub(super) pattern: usize,
    channel: usize,
    row: usize,
    selection: Option<(usize, usize)>,
    anchor: Option<usize>,
    drags: bool,
    /// Muted channels, one bit each; `solo` is the only channel that plays.
    muted: u8,
    solo: Option<usize>,
    /// The view does not follow the music.
    stays: bool,
    typed: u64,
    /// The first digit of a number, and when it was typed.
    digit: Option<(u8, u64)>,
    part: MusicPart,
    /// Octaves of written notes above the middle one.
    octave: i32,
    pastes_anew: bool,
}

impl MusicEditor {
    fn layout(cx: &Context) -> MusicLayout {
        MusicLayout::new(cx.size)
    }

    fn mix(&self, cx: &mut Context) {
        cx.speaker.audible = self.solo.map_or(!self.muted & 15, |channel| 1 << channel);
    }

    fn begin(name: &'static str, pattern: usize, cx: &mut Context) {
        cx.doc.begin(name, Side::Sound, EditPlace::Pattern(pattern));
    }

    fn target(&self) -> (usize, usize) {
        self.selection.unwrap_or((self.pattern, self.pattern))
    }

    fn sound(&self, cx: &Context) -> Option<usize> {
        sound(&cx.doc, self.pattern, self.channel)
    }

    fn go(&mut self, pattern: i32) {
        self.pattern = pattern.clamp(0, PATTERNS as i32 - 1) as usize;
    }

    fn play(&mut self, from: usize, cx: &mut Context) {
        if cx.speaker.playing().is_some() {
            return cx.speaker.stop();
        }
        if (0..4).all(|channel| sound(&cx.doc, from, channel).is_none()) {
            return cx.refuse("this pattern is silent: < and > choose a sound");
        }
        self.mix(cx);
        cx.speaker.music(cx.doc.data(), from as u8);
    }

    fn open(&self, cx: &mut Context) {
        match self.sound(cx) {
            Some(sound) => {
                cx.sound = sound;
                cx.wanted = Some(EditorKind::Sound);
            }
            None => cx.refuse("this channel is silent"),
        }
    }

    fn key(&mut self, key: &EditKey, cx: &mut Context) {
        if key.control || key.alt || key.repeat {
            return;
        }
        if self.part == MusicPart::Notes {
            return self.write(key, cx);
        }
        if let Some(digit) = key.name.strip_prefix("Digit").and_then(|digit| digit.parse::<u8>().ok()) {
            let fresh = |since: u64| cx.frame.saturating_sub(since) < RESTS;
            let number = match self.digit {
                Some((first, since)) if fresh(since) && first * 10 + digit < 64 => first * 10 + digit,
                _ => digit,
            };
            self.digit = if number == digit { Some((digit, cx.frame)) } else { None };
            return self.set_sound(number, cx);
        }
        if let Some(pitch) = super::sound::piano(key, cx.is_tracker()) {
            self.preview(key.name, pitch, None, cx);
        }
    }

    fn midi(&mut self, key: u8, loud: u8, cx: &mut Context) {
        let (name, pitch) = (midi_name(key), midi_pitch(key));
        self.typed = cx.frame;
        match (self.part, pitch) {
            _ if loud == 0 => cx.speaker.release(name),
            (_, None) => cx.refuse("the keys are C-0 to D#5, from the second C of a long keyboard on"),
            (MusicPart::Notes, Some(pitch)) => self.write_note(name, pitch, Some(midi_volume(loud)), cx),
            (_, Some(pitch)) => self.preview(name, pitch, Some(midi_volume(loud)), cx),
        }
    }

    fn preview(&self, name: &'static str, pitch: u8, volume: Option<u8>, cx: &mut Context) {
        // As the note of the cursor sounds.
        let Some(sound) = self.sound(cx) else { return };
        let there = note(&cx.doc, sound, self.row);
        let volume = volume.unwrap_or(if there.volume == 0 { 5 } else { there.volume });
        let note = SfxNote { pitch, volume, effect: 0, ..there };
        let head = SoundHeader::bytes(&cx.doc, sound);
        cx.speaker.press(cx.doc.data(), name, note, head, None);
    }

    fn set_sound(&mut self, number: u8, cx: &mut Context) {
        self.part = MusicPart::Channel;
        let join = 5000 + 4 * self.pattern + self.channel;
        self.change("sound of a channel", Some(join as u32), cx, |bytes| {
            bytes[self.channel] = bytes[self.channel] & patterns::FLAG | number & 63;
        });
    }

    fn change(
        &self,
        name: &'static str,
        join: Option<u32>,
        cx: &mut Context,
        change: impl FnOnce(&mut [u8; 4]),
    ) -> [u8; 4] {
        let mut bytes = pattern(&cx.doc, self.pattern);
        change(&mut bytes);
        Self::begin(name, self.pattern, cx);
        patterns::put(&mut cx.doc, self.pattern, bytes);
        cx.doc.commit(cx.frame, join);
        bytes
    }

    fn follow(&mut self, cx: &Context) {
        let rests = cx.frame.saturating_sub(self.typed) < RESTS;
        if let (Some(pattern), false, false) = (cx.speaker.pattern, self.stays, rests) {
            self.pattern = pattern.into();
        }
    }

    fn playhead(&self, channel: usize, cx: &Context) -> Option<usize> {
        let shown = cx.speaker.pattern.map(usize::from) == Some(self.pattern);
        let (plays, row) = cx.speaker.places[channel].filter(|_| shown)?;
        (sound(&cx.doc, self.pattern, channel) == Some(plays.into())).then_some(row.into())
    }

    fn top(&self, cx: &Context) -> usize {
        let rows = Self::layout(cx).rows();
        let row = (0..4).find_map(|channel| self.playhead(channel, cx)).unwrap_or(self.row);
        row.saturating_sub(rows / 2).min(NOTES - rows.min(NOTES))
    }
}

impl Editor for MusicEditor {
    fn side(&self) -> Side {
        Side::Sound
    }

    fn input(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Key(key) => {
                self.typed = cx.frame;
                self.key(key, cx);
            }
            EditInput::KeyUp(name) => cx.speaker.release(name),
            EditInput::Midi(key, loud) => self.midi(*key, *loud, cx),
            EditInput::Tick if matches!(cx.speaker.playing(), Some(PlayingSound::Music)) => self.follow(cx),
            EditInput::Pasted(text) => self.paste(text, cx),
            _ => self.mouse(input, cx),
        }
    }

    fn finish(&mut self, cx: &mut Context) {
        self.release(cx);
    }

    fn cancel(&mut self, _cx: &mut Context) -> bool {
        self.anchor = None;
        self.selection.take().is_some() || std::mem::take(&mut self.part) != MusicPart::Channel
    }

    fn take_sound(&mut self, sound: usize, cx: &mut Context) {
        self.set_sound(sound as u8, cx);
    }

    fn show(&mut self, place: EditPlace, _cx: &mut Context) {
        if let EditPlace::Pattern(pattern) = place {
            self.pattern = pattern.min(PATTERNS - 1);
        }
    }
}

impl MusicEditor {
    fn next_part(&mut self, cx: &mut Context) {
        (self.part, self.selection, self.anchor) = (self.part.next(), None, None);
        cx.say(match self.part {
            MusicPart::Channel => "channels: digits choose the sound",
            MusicPart::Notes => "notes: keys write at the cursor",
            MusicPart::Strip => "patterns: arrows choose one, Del clears it",
        });
    }

    fn turn_octave(&mut self, by: i32, cx: &mut Context) {
        self.octave = (self.octave + by).clamp(-2, 3);
        cx.say(format!("octave {}", self.octave + 2));
    }

    fn written(&self, cx: &mut Context) -> Option<usize> {
        let Some(number) = self.sound(cx) else {
            cx.refuse("this channel is silent: < and > choose a sound");
            return None;
        };
        if SoundHeader::of(&cx.doc, number).wave {
            cx.refuse(format!("sound {number} is a waveform"));
            return None;
        }
        Some(number)
    }

    fn write(&mut self, key: &EditKey, cx: &mut Context) {
        let Some(pitch) = crate::sound::piano(key, cx.is_tracker()) else { return };
        let Ok(pitch) = u8::try_from((i32::from(pitch) + 12 * self.octave).clamp(0, 63)) else { return };
        self.write_note(key.name, pitch, None, cx);
    }

    fn write_note(&mut self, name: &'static str, pitch: u8, volume: Option<u8>, cx: &mut Context) {
        let Some(number) = self.written(cx) else { return };
        let before = (0..=self.row).rev().map(|row| note(&cx.doc, number, row)).find(|note| note.volume > 0);
        let like = before.unwrap_or(SfxNote { pitch, instrument: 0, volume: 5, effect: 0 });
        let new = SfxNote { pitch, volume: volume.unwrap_or(like.volume), ..like };
        self.set_note(number, self.row, new, cx);
        let bytes = SoundHeader::bytes(&cx.doc, number);
        cx.speaker.press(cx.doc.data(), name, new, bytes, None);
        self.row = (self.row + 1).min(NOTES - 1);
    }

    fn erase_note(&mut self, before: bool, cx: &mut Context) {
        let Some(number) = self.written(cx) else { return };
        if before {
            let Some(row) = self.row.checked_sub(1) else { return };
            self.row = row;
        }
        self.set_note(number, self.row, SfxNote::default(), cx);
    }

    fn set_note(&self, number: usize, row: usize, new: SfxNote, cx: &mut Context) {
        Self::begin("note", self.pattern, cx);
        put(&mut cx.doc, number, row, new);
        cx.commit();
        let others = users(&cx.doc, number).into_iter().filter(|pattern| *pattern != self.pattern);
        let others: Vec<String> = others.map(|pattern| pattern.to_string()).collect();
        let called = cx.called(number);
        cx.say(match others.is_empty() {
            true => format!("note {row} of {called}"),
            false => format!("note {row} of {called}, also in pattern {}", others.join(" ")),
        });
    }
}
