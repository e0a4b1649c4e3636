//! Notes of the sounds of a pattern, written where they are seen, as PICO-8 has it.
//!
//! ```text
//! Tab, or a click on a note   keys are the piano by place, and write at the cursor; Del clears a note, Backspace the one before
//! Tab, Esc, a click on a pattern   digits are the channel's sound again, and letters only sound
//! ```
//!
//! A note is as the nearest one before it: instrument, volume, effect. A sound is the same in all patterns that play it, which is said.

use super::{MusicEditor, NOTES};
use crate::context::Context;
use crate::sound::notes::{SoundHeader, note, put, users};
use crate::types::EditKey;
use format::SfxNote;

impl MusicEditor {
    /// Keys write notes from now on, or no longer.
    pub(super) fn turn_writing(&mut self, cx: &mut Context) {
        self.writes = !self.writes;
        cx.say(match self.writes {
            true => "keys write notes at the cursor; Tab or Esc ends it",
            false => "digits choose the channel's sound",
        });
    }

    pub(super) fn turn_octave(&mut self, by: i32, cx: &mut Context) {
        self.octave = (self.octave + by).clamp(-2, 3);
        cx.say(format!("octave {}", self.octave + 2));
    }

    /// The sound at the cursor, if its notes can be written.
    fn written(&self, cx: &mut Context) -> Option<usize> {
        let Some(number) = self.sound(cx) else {
            cx.refuse("this channel is silent: < and > choose a sound");
            return None;
        };
        if SoundHeader::of(&cx.doc, number).wave {
            cx.refuse(format!("sound {number} is a wave"));
            return None;
        }
        Some(number)
    }

    pub(super) fn write(&mut self, key: &EditKey, cx: &mut Context) {
        let Some(pitch) = super::super::sound::piano(key) else { return };
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

    /// The note at the cursor is cleared, or the one before it.
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
        let others: Vec<String> = users(&cx.doc, number)
            .into_iter()
            .filter(|pattern| *pattern != self.pattern)
            .map(|pattern| pattern.to_string())
            .collect();
        cx.say(match others.is_empty() {
            true => format!("note {row} of sound {number}"),
            false => format!("note {row} of sound {number}, in pattern {} too", others.join(" ")),
        });
    }
}
