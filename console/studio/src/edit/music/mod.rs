//! The music editor.
//!
//! ```text
//! mod.rs      what it is: pattern, channel, what is heard       patterns.rs  patterns in the document, as text with their sounds
//! command.rs  the table of commands, and what each does         gesture.rs   the mouse
//! write.rs    notes of its sounds, in place                      layout.rs    where everything lies
//! view.rs     the picture                                        tests.rs
//! ```
//!
//! Muting is of two kinds. What is not heard here is a listener's wish and is saved nowhere; what is silent in the pattern is a bit of
//! its data, which files show as a sound in parentheses.

mod command;
mod gesture;
mod layout;
mod patterns;
#[cfg(test)]
mod tests;
mod view;
mod write;

use super::EditorKind;
use super::change::{Place, Side};
use super::command::CommandRow;
use super::desk::{Desk, Editor};
use super::input::{EditInput, EditKey};
use super::pen::Pen;
use super::sound::notes::{NOTES, note};
use super::speaker::Playing;
use layout::Layout;
pub(super) use patterns::users;
use patterns::{PATTERNS, pattern, sound};

/// Ticks for which the view does not follow what plays, after a key.
const RESTS: u64 = 60;

/// Its state beside the document.
#[derive(Clone, Debug, Default)]
pub(super) struct MusicEditor {
    pattern: usize,
    channel: usize,
    row: usize,
    /// Patterns that are selected, from one to another.
    selection: Option<(usize, usize)>,
    /// Where a selection began, while it is dragged or grows by keys.
    anchor: Option<usize>,
    drags: bool,
    /// Channels that are not heard, a bit each; and the one that is heard alone.
    muted: u8,
    solo: Option<usize>,
    /// Does the view stay where it is while the music goes on?
    stays: bool,
    /// When the last key was pressed.
    typed: u64,
    /// The number that is being typed, and when its first digit was.
    digit: Option<(u8, u64)>,
    /// Do keys write notes at the cursor, and how many octaves above the middle one?
    writes: bool,
    octave: i32,
    /// What is pasted next gets sounds of its own.
    pastes_anew: bool,
}

impl MusicEditor {
    /// The pattern that is looked at.
    pub(super) fn pattern(&self) -> usize {
        self.pattern
    }

    fn layout(desk: &Desk) -> Layout {
        Layout::new(desk.size)
    }

    /// The channels that are heard go to the speaker.
    fn mix(&self, desk: &mut Desk) {
        desk.speaker.audible = self.solo.map_or(!self.muted & 15, |channel| 1 << channel);
    }

    fn begin(name: &'static str, pattern: usize, desk: &mut Desk) {
        desk.doc.begin(name, Side::Sound, Place::Pattern(pattern));
    }

    /// The patterns that commands change.
    fn target(&self) -> (usize, usize) {
        self.selection.unwrap_or((self.pattern, self.pattern))
    }

    /// The sound of the cursor.
    fn sound(&self, desk: &Desk) -> Option<usize> {
        sound(&desk.doc, self.pattern, self.channel)
    }

    fn go(&mut self, pattern: i32) {
        self.pattern = pattern.clamp(0, PATTERNS as i32 - 1) as usize;
    }

    fn play(&mut self, from: usize, desk: &mut Desk) {
        if desk.speaker.playing().is_some() {
            return desk.speaker.stop();
        }
        if (0..4).all(|channel| sound(&desk.doc, from, channel).is_none()) {
            return desk.refuse("all channels of this pattern are silent: < and > choose a sound");
        }
        self.mix(desk);
        desk.speaker.music(desk.doc.data(), from as u8);
    }

    /// The sound of the cursor is opened in the editor of sounds.
    fn open(&self, desk: &mut Desk) {
        match self.sound(desk) {
            Some(sound) => {
                desk.sound = sound;
                desk.wanted = Some(EditorKind::Sound);
            }
            None => desk.refuse("this channel is silent"),
        }
    }

    /// A key that is no command: digits are the number of the channel's sound, letters the piano.
    fn key(&mut self, key: &EditKey, desk: &mut Desk) {
        if key.control || key.alt || key.repeat {
            return;
        }
        if self.writes {
            return self.write(key, desk);
        }
        if let Some(digit) = key.name.strip_prefix("Digit").and_then(|digit| digit.parse::<u8>().ok()) {
            let fresh = |since: u64| desk.frame.saturating_sub(since) < RESTS;
            let number = match self.digit {
                Some((first, since)) if fresh(since) && first * 10 + digit < 64 => first * 10 + digit,
                _ => digit,
            };
            self.digit = if number == digit { Some((digit, desk.frame)) } else { None };
            return self.set_sound(number, desk);
        }
        let Some(pitch) = super::sound::piano(key) else { return };
        // As the note of the cursor sounds.
        let Some(sound) = self.sound(desk) else { return };
        let there = note(&desk.doc, sound, self.row);
        let volume = if there.volume == 0 { 5 } else { there.volume };
        let note = format::SfxNote { pitch, volume, effect: 0, ..there };
        let head = super::sound::notes::Head::bytes(&desk.doc, sound);
        desk.speaker.press(desk.doc.data(), key.name, note, head, None);
    }

    fn set_sound(&mut self, number: u8, desk: &mut Desk) {
        let mut bytes = pattern(&desk.doc, self.pattern);
        bytes[self.channel] = bytes[self.channel] & patterns::FLAG | number & 63;
        Self::begin("sound of a channel", self.pattern, desk);
        patterns::put(&mut desk.doc, self.pattern, bytes);
        let join = 4 * self.pattern + self.channel;
        desk.doc.commit(desk.frame, Some(5000 + join as u32));
    }

    fn follow(&mut self, desk: &Desk) {
        let rests = desk.frame.saturating_sub(self.typed) < RESTS;
        if let (Some(pattern), false, false) = (desk.speaker.pattern, self.stays, rests) {
            self.pattern = pattern.into();
        }
    }

    /// The row that plays in a channel of the pattern that is shown.
    fn playhead(&self, channel: usize, desk: &Desk) -> Option<usize> {
        let shown = desk.speaker.pattern.map(usize::from) == Some(self.pattern);
        let (plays, row) = desk.speaker.places[channel].filter(|_| shown)?;
        (sound(&desk.doc, self.pattern, channel) == Some(plays.into())).then_some(row.into())
    }

    /// The first row that is shown.
    fn top(&self, desk: &Desk) -> usize {
        let rows = Self::layout(desk).rows();
        let row = (0..4).find_map(|channel| self.playhead(channel, desk)).unwrap_or(self.row);
        row.saturating_sub(rows / 2).min(NOTES - rows.min(NOTES))
    }
}

impl Editor for MusicEditor {
    fn side(&self) -> Side {
        Side::Sound
    }

    fn rows(&self) -> Vec<CommandRow> {
        command::rows()
    }

    fn run(&mut self, row: usize, desk: &mut Desk) {
        self.typed = desk.frame;
        if let Some((command, ..)) = command::TABLE.get(row) {
            self.command(*command, desk);
        }
    }

    fn input(&mut self, input: &EditInput, desk: &mut Desk) {
        match input {
            EditInput::Key(key) => {
                self.typed = desk.frame;
                self.key(key, desk);
            }
            EditInput::KeyUp(name) => desk.speaker.release(name),
            EditInput::Tick if matches!(desk.speaker.playing(), Some(Playing::Music)) => self.follow(desk),
            _ => self.hear(input, desk),
        }
    }

    fn settle(&mut self, _desk: &mut Desk) {
        self.drags = false;
    }

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        self.anchor = None;
        self.selection.take().is_some() || std::mem::take(&mut self.writes)
    }

    fn show(&mut self, place: Place, _desk: &mut Desk) {
        if let Place::Pattern(pattern) = place {
            self.pattern = pattern.min(PATTERNS - 1);
        }
    }

    fn status(&self, desk: &Desk) -> String {
        self.told(desk)
    }

    fn draw(&self, pen: &mut Pen<'_>, desk: &Desk) {
        self.draw_on(pen, desk);
    }
}
