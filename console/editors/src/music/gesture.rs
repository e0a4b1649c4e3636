//! The mouse on the music editor.
//!
//! ```text
//! strip     left: that pattern, and the keys act on patterns; Shift or a drag selects     right: plays from it
//! channel   S mute, O solo, the bit of the pattern, the sound: left +1, right -1, wheel; Shift: four at once
//! notes     left: the cursor, and keys write; right: edits the sound       list  left: the channel's sound; right: edits it
//! ```

use super::patterns::PATTERNS;
use super::{MusicEditor, MusicPart};
use crate::EditorKind;
use crate::context::Context;
use crate::pointer::GestureEditor;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MusicHover {
    Pattern(usize),
    Number,
    Play,
    Flag(usize),
    Follow,
    Mute(usize),
    Solo(usize),
    Silent(usize),
    Sound(usize),
    Note(usize, usize),
    Listed(usize),
    Nothing,
}

impl MusicEditor {
    pub(super) fn over(&self, cx: &Context) -> MusicHover {
        use MusicHover as H;
        let layout = Self::layout(cx);
        let patterns = (0..PATTERNS).map(|n| (layout.pattern(n), H::Pattern(n)));
        let singles = [(layout.number, H::Number), (layout.play, H::Play), (layout.follow, H::Follow)];
        let flags = layout.flags.into_iter().zip((0..).map(H::Flag));
        let parts = |n| [H::Mute(n), H::Solo(n), H::Silent(n), H::Sound(n)];
        let heads = (0..4).flat_map(|n| layout.parts(n).into_iter().zip(parts(n)));
        let row = |area: Area| self.top(cx) + (cx.pointer.1 - area.y).max(0) as usize / layout.row as usize;
        let note = |n: usize| H::Note(n, row(layout.notes[n]).min(super::NOTES - 1));
        let notes = (0..4).map(|n| (layout.notes[n], note(n)));
        let list = (0..64).filter_map(|n| Some((layout.listed(n)?, H::Listed(n))));
        let all = patterns.chain(singles).chain(flags).chain(heads).chain(notes).chain(list);
        cx.hover(all).unwrap_or(H::Nothing)
    }
}

impl GestureEditor for MusicEditor {
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
                (self.selection, self.part) = (Some((from.min(n), from.max(n))), MusicPart::Strip);
            }
            MusicHover::Pattern(n) => {
                (self.pattern, self.anchor, self.selection, self.drags) = (n, Some(n), None, true);
                self.part = MusicPart::Strip;
            }
            MusicHover::Number => self.go(self.pattern as i32 + by),
            MusicHover::Play => self.play(self.pattern, cx),
            MusicHover::Flag(n) => self.turn_flag(n, cx),
            MusicHover::Follow => self.toggle_follow(cx),
            MusicHover::Mute(channel) => self.mute(channel, cx),
            MusicHover::Solo(channel) => self.play_solo(channel, cx),
            MusicHover::Silent(channel) => self.turn_silent(channel, cx),
            MusicHover::Sound(channel) => self.turn_sound(channel, by, cx),
            MusicHover::Note(channel, row) => {
                (self.channel, self.row) = (channel, row);
                match left {
                    true => self.part = MusicPart::Notes,
                    false => self.open(cx),
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

    fn release(&mut self, _cx: &mut Context) {
        self.drags = false;
    }

    fn cancel_drag(&mut self, _cx: &mut Context) -> bool {
        std::mem::take(&mut self.drags)
    }

    fn wheel(&mut self, steps: i32, cx: &mut Context) {
        let by = steps.signum() * if cx.shift { 4 } else { 1 };
        match self.over(cx) {
            MusicHover::Sound(channel) => self.turn_sound(channel, by, cx),
            MusicHover::Note(..) => self.step_row(-by),
            _ => self.go(self.pattern as i32 - by),
        }
    }
}
