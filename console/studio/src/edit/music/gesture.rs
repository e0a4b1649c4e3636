//! The mouse on the music editor.
//!
//! ```text
//! strip     left: that pattern, Shift or a drag selects, double: plays from it      right: plays from it
//! channel   S heard or not, O alone, the bit of the pattern, the sound: left +1, right -1, wheel; Shift: four at once
//! notes     left: the cursor, and keys write; right: edits the sound       list  left: the channel's sound; right: edits it
//! ```

use super::MusicEditor;
use super::command::MusicCommand;
use super::patterns::PATTERNS;
use crate::edit::EditorKind;
use crate::edit::desk::Desk;
use crate::edit::input::EditInput;

/// A part of the picture that the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Pattern(usize),
    Number,
    Play,
    Flag(usize),
    Follow,
    Heard(usize),
    Solo(usize),
    Silent(usize),
    Sound(usize),
    Note(usize, usize),
    Listed(usize),
    Nothing,
}

impl MusicEditor {
    pub(super) fn over(&self, desk: &Desk) -> Over {
        let (layout, (x, y)) = (Self::layout(desk), desk.pointer);
        if layout.strip.holds(x, y) {
            let found = (0..PATTERNS).find(|n| layout.pattern(*n).holds(x, y));
            return found.map_or(Over::Nothing, Over::Pattern);
        }
        if layout.number.holds(x, y) {
            return Over::Number;
        }
        if layout.play.holds(x, y) {
            return Over::Play;
        }
        if let Some(n) = layout.flags.iter().position(|area| area.holds(x, y)) {
            return Over::Flag(n);
        }
        if layout.follow.holds(x, y) {
            return Over::Follow;
        }
        for channel in 0..4 {
            if let Some(n) = layout.parts(channel).iter().position(|area| area.holds(x, y)) {
                return [Over::Heard, Over::Solo, Over::Silent, Over::Sound][n](channel);
            }
            if layout.notes[channel].holds(x, y) {
                let row = self.top(desk) + ((y - layout.notes[channel].y) / layout.row) as usize;
                return Over::Note(channel, row.min(super::NOTES - 1));
            }
        }
        let listed = (0..64).find(|n| layout.listed(*n).is_some_and(|area| area.holds(x, y)));
        listed.map_or(Over::Nothing, Over::Listed)
    }

    pub(super) fn hear(&mut self, input: &EditInput, desk: &mut Desk) {
        match input {
            EditInput::Pointer(..) if self.drags => {
                if let (Over::Pattern(to), Some(from)) = (self.over(desk), self.anchor)
                    && from != to
                {
                    self.pattern = to;
                    self.selection = Some((from.min(to), from.max(to)));
                }
            }
            EditInput::Button(button, true) => {
                desk.hush();
                self.typed = desk.frame;
                self.press(*button, desk);
            }
            EditInput::Button(_, false) => self.drags = false,
            EditInput::Wheel(steps) => {
                let by = steps.signum() * if desk.shift { 4 } else { 1 };
                match self.over(desk) {
                    Over::Sound(channel) => self.turn_sound(channel, by, desk),
                    Over::Note(..) => self.command(MusicCommand::Row(-by), desk),
                    _ => self.go(self.pattern as i32 - by),
                }
            }
            EditInput::Pasted(text) => self.paste(text, desk),
            _ => {}
        }
    }

    fn press(&mut self, button: u8, desk: &mut Desk) {
        let (left, times) = (button == 1, if desk.shift { 4 } else { 1 });
        let by = if left { times } else { -times };
        match self.over(desk) {
            Over::Pattern(n) if !left => {
                self.go(n as i32);
                desk.speaker.stop();
                self.play(n, desk);
            }
            Over::Pattern(n) if desk.shift => {
                let from = self.anchor.unwrap_or(self.pattern);
                (self.pattern, self.anchor) = (n, Some(from));
                self.selection = Some((from.min(n), from.max(n)));
            }
            Over::Pattern(n) => {
                (self.pattern, self.anchor, self.selection, self.drags) = (n, Some(n), None, true);
                self.writes = false;
            }
            Over::Number => self.go(self.pattern as i32 + by),
            Over::Play => self.play(self.pattern, desk),
            Over::Flag(n) => self.turn_flag(n, desk),
            Over::Follow => self.command(MusicCommand::Follow, desk),
            Over::Heard(channel) => self.command(MusicCommand::Mute(channel), desk),
            Over::Solo(channel) => self.command(MusicCommand::Solo(channel), desk),
            Over::Silent(channel) => self.turn_silent(channel, desk),
            Over::Sound(channel) => self.turn_sound(channel, by, desk),
            Over::Note(channel, row) => {
                (self.channel, self.row) = (channel, row);
                if left {
                    self.writes = true;
                } else {
                    self.open(desk);
                }
            }
            Over::Listed(sound) if left => self.set_sound(sound as u8, desk),
            Over::Listed(sound) => {
                desk.sound = sound;
                desk.wanted = Some(EditorKind::Sound);
            }
            Over::Nothing => {}
        }
    }
}
