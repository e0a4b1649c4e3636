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
use crate::EditorKind;
use crate::context::Context;
use crate::gesture::Mouse;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MusicHover {
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
    pub(super) fn over(&self, cx: &Context) -> MusicHover {
        let (layout, (x, y)) = (Self::layout(cx), cx.pointer);
        if layout.strip.holds(x, y) {
            let found = (0..PATTERNS).find(|n| layout.pattern(*n).holds(x, y));
            return found.map_or(MusicHover::Nothing, MusicHover::Pattern);
        }
        if layout.number.holds(x, y) {
            return MusicHover::Number;
        }
        if layout.play.holds(x, y) {
            return MusicHover::Play;
        }
        if let Some(n) = layout.flags.iter().position(|area| area.holds(x, y)) {
            return MusicHover::Flag(n);
        }
        if layout.follow.holds(x, y) {
            return MusicHover::Follow;
        }
        for channel in 0..4 {
            if let Some(n) = layout.parts(channel).iter().position(|area| area.holds(x, y)) {
                return [MusicHover::Heard, MusicHover::Solo, MusicHover::Silent, MusicHover::Sound][n](
                    channel,
                );
            }
            if layout.notes[channel].holds(x, y) {
                let row = self.top(cx) + ((y - layout.notes[channel].y) / layout.row) as usize;
                return MusicHover::Note(channel, row.min(super::NOTES - 1));
            }
        }
        let listed = (0..64).find(|n| layout.listed(*n).is_some_and(|area| area.holds(x, y)));
        listed.map_or(MusicHover::Nothing, MusicHover::Listed)
    }
}

impl Mouse for MusicEditor {
    /// A second button presses as the first one does.
    fn is_dragging(&self) -> bool {
        false
    }

    fn press(&mut self, button: u8, cx: &mut Context) {
        self.typed = cx.frame;
        let (left, times) = (button == 1, if cx.shift { 4 } else { 1 });
        let by = if left { times } else { -times };
        match self.over(cx) {
            MusicHover::Pattern(n) if !left => {
                self.go(n as i32);
                cx.speaker.stop();
                self.play(n, cx);
            }
            MusicHover::Pattern(n) if cx.shift => {
                let from = self.anchor.unwrap_or(self.pattern);
                (self.pattern, self.anchor) = (n, Some(from));
                self.selection = Some((from.min(n), from.max(n)));
            }
            MusicHover::Pattern(n) => {
                (self.pattern, self.anchor, self.selection, self.drags) = (n, Some(n), None, true);
                self.writes = false;
            }
            MusicHover::Number => self.go(self.pattern as i32 + by),
            MusicHover::Play => self.play(self.pattern, cx),
            MusicHover::Flag(n) => self.turn_flag(n, cx),
            MusicHover::Follow => self.command(MusicCommand::Follow, cx),
            MusicHover::Heard(channel) => self.command(MusicCommand::Mute(channel), cx),
            MusicHover::Solo(channel) => self.command(MusicCommand::Solo(channel), cx),
            MusicHover::Silent(channel) => self.turn_silent(channel, cx),
            MusicHover::Sound(channel) => self.turn_sound(channel, by, cx),
            MusicHover::Note(channel, row) => {
                (self.channel, self.row) = (channel, row);
                if left {
                    self.writes = true;
                } else {
                    self.open(cx);
                }
            }
            MusicHover::Listed(sound) if left => self.set_sound(sound as u8, cx),
            MusicHover::Listed(sound) => {
                cx.sound = sound;
                cx.wanted = Some(EditorKind::Sound);
            }
            MusicHover::Nothing => {}
        }
    }

    fn drag(&mut self, cx: &mut Context) {
        if let (true, MusicHover::Pattern(to), Some(from)) = (self.drags, self.over(cx), self.anchor)
            && from != to
        {
            self.pattern = to;
            self.selection = Some((from.min(to), from.max(to)));
        }
    }

    fn release(&mut self, _desk: &mut Context) {
        self.drags = false;
    }

    fn cancel_drag(&mut self, _desk: &mut Context) -> bool {
        std::mem::take(&mut self.drags)
    }

    fn wheel(&mut self, steps: i32, cx: &mut Context) {
        let by = steps.signum() * if cx.shift { 4 } else { 1 };
        match self.over(cx) {
            MusicHover::Sound(channel) => self.turn_sound(channel, by, cx),
            MusicHover::Note(..) => self.command(MusicCommand::Row(-by), cx),
            _ => self.go(self.pattern as i32 - by),
        }
    }
}
