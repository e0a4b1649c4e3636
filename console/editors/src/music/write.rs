//! Notes of the sounds of a pattern, written in place, as on PICO-8.
//!
//! ```text
//! Tab, or a click on a note   keys are the piano by place, and write at the cursor; Del clears a note, Backspace the one before
//! Tab, Esc, a click on a pattern   digits are the channel's sound again, and letters only sound
//! ```
//!
//! A note gets instrument, volume and effect of the nearest one before it. The message names the other patterns that play the sound.

use super::{MusicEditor, NOTES};
use crate::context::Context;
use crate::sound::notes::{SoundHeader, note, put, users};
use crate::types::EditKey;
use format::SfxNote;

impl MusicEditor {
    pub(super) fn turn_writing(&mut self, cx: &mut Context) {
        self.writes = !self.writes;
        cx.say(match self.writes {
            true => "keys write notes at the cursor: Tab or Esc ends it",
            false => "digits choose the sound of the channel",
        });
    }

    pub(super) fn turn_octave(&mut self, by: i32, cx: &mut Context) {
        self.octave = (self.octave + by).clamp(-2, 3);
        cx.say(format!("octave {}", self.octave + 2));
    }

    /// The sound at the cursor; none where its notes cannot be written.
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

    pub(super) fn write(&mut self, key: &EditKey, cx: &mut Context) {
        let Some(pitch) = crate::sound::piano(key) else { return };
        let Some(number) = self.written(cx) else { return };
        let Ok(pitch) = u8::try_from((i32::from(pitch) + 12 * self.octave).clamp(0, 63)) else { return };
        let before = (0..=self.row).rev().map(|row| note(&cx.doc, number, row)).find(|note| note.volume > 0);
        let like = before.unwrap_or(SfxNote { pitch, instrument: 0, volume: 5, effect: 0 });
        let new = SfxNote { pitch, ..like };
        self.set_note(number, self.row, new, cx);
        let bytes = SoundHeader::bytes(&cx.doc, number);
        cx.speaker.press(cx.doc.data(), key.name, new, bytes, None);
        self.row = (self.row + 1).min(NOTES - 1);
    }

    pub(super) fn erase_note(&mut self, before: bool, cx: &mut Context) {
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
        cx.say(match others.is_empty() {
            true => format!("note {row} of sound {number}"),
            false => format!("note {row} of sound {number}, also in pattern {}", others.join(" ")),
        });
    }
}
