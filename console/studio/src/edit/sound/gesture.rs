//! The mouse on the sound editor.
//!
//! ```text
//! play     left all, right from the cursor; the arrow that turns: round and round
//! graph    left draws keys; Ctrl keeps to the scale, Shift gives the instrument alone; right takes what is there, a drag selects
//! volume   left draws                     effects  left: the next one, right: none, wheel: one on or back
//! tracker  left: the cursor, a drag selects; right takes; wheel: a row
//! numbers  left +1, right -1, wheel; Shift four at once          instruments  left: new notes; Shift: all; right edits a sound
//! list     left: that sound; Shift: all from the one that is shown to it are changed together
//! ruler    the flags of the loop are dragged                      wave         left draws; Ctrl: a straight line
//! words    what they say: shapes of a wave; in a large window changes of notes
//! ```

use super::keys::MOUSE;
use super::layout::Layout;
use super::notes::{Field, Head, NOTES, SAMPLES, TOP, put, put_sample};
use super::{SCALES, SoundEditor, at_row};
use crate::edit::desk::Desk;
use crate::edit::input::EditInput;
use crate::layer::Area;
use format::SfxNote;

/// What is under way while a button is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    /// Keys are drawn: the row and key of the last place.
    Pitch(i32, i32),
    Volume(i32, i32),
    /// Samples are drawn: the last place, and the first one for a straight line.
    Wave((i32, i32), (i32, i32)),
    /// Rows are selected from that row and column; where it began, until it is a drag.
    Select((usize, usize), (i32, i32)),
    /// The right button: where, and the row there.
    Right((i32, i32), usize),
    /// A flag of the loop is dragged: the first or the last.
    Flag(bool),
    /// A key of the piano is held.
    Key,
}

/// A part of the picture that the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Number,
    Play,
    Round,
    Record,
    Speed,
    Loop(usize),
    Filter(usize),
    Instrument(u8),
    Brush(usize),
    Ruler(usize),
    Graph(usize, i32),
    Wave(i32, i32),
    /// A word that gives the wave a shape, or changes notes, by its command's row.
    Word(usize),
    Volumes(usize, i32),
    Effects(usize),
    Tracker(usize, usize),
    Listed(usize),
    Key(i32),
    Nothing,
}

impl SoundEditor {
    /// What the pointer is over.
    pub(super) fn over(&self, desk: &Desk) -> Over {
        let (layout, (x, y)) = (Self::layout(desk), desk.pointer);
        let holds = |area: Area| area.holds(x, y);
        let many = |areas: &[Area]| areas.iter().position(|area| area.holds(x, y));
        let row = ((x - layout.graph.x) / layout.steps().0).clamp(0, NOTES as i32 - 1) as usize;
        if holds(layout.number) {
            return Over::Number;
        } else if holds(layout.play) {
            return Over::Play;
        } else if holds(layout.round) {
            return Over::Round;
        } else if holds(layout.record) {
            return Over::Record;
        } else if holds(layout.speed) {
            return Over::Speed;
        } else if let Some(n) = many(&layout.loops) {
            return Over::Loop(n);
        } else if let Some(n) = many(&layout.filters) {
            return Over::Filter(n);
        } else if let Some(n) = many(&layout.instruments) {
            return Over::Instrument(n as u8);
        } else if let Some(n) = layout.brush.as_ref().and_then(|areas| many(areas)) {
            return Over::Brush(n);
        } else if let Some(sound) = (0..64).find(|n| layout.listed(*n).is_some_and(holds)) {
            return Over::Listed(sound);
        } else if let Some(key) = layout.key((x, y)) {
            return Over::Key(key);
        } else if let Some((row, ..)) = Self::words(&layout, desk).into_iter().find(|word| holds(word.2)) {
            return Over::Word(row);
        } else if Self::is_wave(desk) {
            return if holds(layout.wave) { self.wave_at(&layout, desk) } else { Over::Nothing };
        } else if holds(layout.ruler) {
            return Over::Ruler(row);
        } else if holds(layout.tracker) && (layout.both || self.tracker) {
            return Self::cell_at(&layout, (x, y));
        } else if holds(layout.graph) {
            return Over::Graph(row, Self::pitch_at(&layout, y));
        } else if holds(layout.volumes) {
            return Over::Volumes(row, Self::volume_at(&layout, y));
        } else if holds(layout.effects) {
            return Over::Effects(row);
        }
        Over::Nothing
    }

    fn pitch_at(layout: &Layout, y: i32) -> i32 {
        (TOP - (y - layout.graph.y) / layout.steps().1).clamp(0, TOP)
    }

    fn volume_at(layout: &Layout, y: i32) -> i32 {
        let Area { y: top, h, .. } = layout.volumes;
        ((top + h - y) * 7 + h / 2).div_euclid(h).clamp(0, 7)
    }

    /// The sample and its value at the pointer.
    fn wave_at(&self, layout: &Layout, desk: &Desk) -> Over {
        let (x, value) = Self::wave_place(layout, desk.pointer);
        Over::Wave(x, value)
    }

    fn wave_place(layout: &Layout, (x, y): (i32, i32)) -> (i32, i32) {
        let Area { x: left, y: top, w, h } = layout.wave;
        let n = ((x - left) * SAMPLES as i32).div_euclid(w).clamp(0, SAMPLES as i32 - 1);
        (n, (127 - (y - top) * 255 / (h - 1).max(1)).clamp(-128, 127))
    }

    fn cell_at(layout: &Layout, (x, y): (i32, i32)) -> Over {
        let Some(row) = (0..NOTES).find(|row| layout.cell(*row).holds(x, y)) else { return Over::Nothing };
        let fields = layout.fields();
        let inside = x - layout.cell(row).x;
        let column = (0..5).rev().find(|n| inside >= fields[*n]).unwrap_or(0);
        Over::Tracker(row, column)
    }

    pub(super) fn hear(&mut self, input: &EditInput, desk: &mut Desk) {
        match input {
            EditInput::Pointer(..) => self.drag(desk),
            EditInput::Button(button, true) => {
                if self.gesture.is_some() {
                    self.give_up(desk);
                } else {
                    desk.hush();
                    self.press(*button, desk);
                }
            }
            EditInput::Button(_, false) if desk.buttons == 0 => self.end(desk),
            EditInput::Wheel(steps) => self.wheel(*steps, desk),
            EditInput::Pasted(text) => self.paste(text, desk),
            _ => {}
        }
    }

    fn press(&mut self, button: u8, desk: &mut Desk) {
        let by: i32 = match (button, desk.shift) {
            (2, false) => -1,
            (2, true) => -4,
            (_, false) => 1,
            (_, true) => 4,
        };
        let over = self.over(desk);
        let left = button == 1;
        match over {
            Over::Play => self.play(if left { 0 } else { self.row }, desk.control, desk),
            Over::Round => self.play(0, true, desk),
            Over::Record => self.record(desk),
            Over::Filter(n) => self.turn_filter(n, by.signum(), desk),
            Over::Instrument(n) if !left && n >= 8 => self.go(i32::from(n) - 8, desk),
            Over::Instrument(n) => {
                self.take_instrument(n, desk);
                if desk.shift {
                    self.give(Field::Instrument.bit(), desk);
                }
            }
            Over::Listed(sound) if desk.shift => self.select_sounds(sound as i32, desk),
            Over::Listed(sound) => self.go(sound as i32, desk),
            Over::Word(row) => self.command(super::command::TABLE[row].0, desk),
            Over::Key(key) => {
                self.gesture = Some(Gesture::Key);
                self.strike(MOUSE, key, desk);
            }
            Over::Wave(n, value) => {
                Self::begin("wave", desk);
                self.gesture = Some(Gesture::Wave((n, value), (n, value)));
                self.drag(desk);
                self.hear_wave(None, desk);
            }
            Over::Ruler(row) => {
                let head = Head::of(&desk.doc, desk.sound);
                let near = |at: u8| (i32::from(at) - row as i32).abs();
                let last = if head.end == 0 { head.start.max(1) } else { head.end };
                self.gesture = Some(Gesture::Flag(head.end > 0 && near(head.start) < near(last)));
                Self::begin("loop", desk);
                self.drag(desk);
            }
            Over::Graph(row, pitch) if left => {
                self.row = row;
                Self::begin("draw", desk);
                self.gesture = Some(Gesture::Pitch(row as i32, pitch));
                self.drag(desk);
                self.hear_note(at_row(desk, row), desk);
            }
            Over::Volumes(row, volume) if left => {
                self.row = row;
                Self::begin("volume", desk);
                self.gesture = Some(Gesture::Volume(row as i32, volume));
                self.drag(desk);
            }
            Over::Graph(row, _) | Over::Volumes(row, _) => {
                self.gesture = Some(Gesture::Right(desk.pointer, row));
            }
            Over::Effects(row) => self.turn_effect(row, if left { 1 } else { 0 }, desk),
            Over::Tracker(row, column) => {
                (self.row, self.column, self.tracker, self.anchor) = (row, column, true, None);
                if left {
                    self.gesture = Some(Gesture::Select((row, column), desk.pointer));
                } else {
                    self.take_note(row, desk);
                }
            }
            _ => self.turn_number(over, by, desk),
        }
    }

    /// A number under the pointer rises or falls.
    fn turn_number(&mut self, over: Over, by: i32, desk: &mut Desk) {
        match over {
            Over::Number => self.go(desk.sound as i32 + by, desk),
            Over::Speed => self.set_head("speed", desk, |head, _| {
                head.speed = (i32::from(head.speed) + by).clamp(1, 255) as u8;
            }),
            Over::Loop(n) => self.set_head("loop", desk, |head, _| {
                let field = if n == 0 { &mut head.start } else { &mut head.end };
                *field = (i32::from(*field) + by).clamp(0, NOTES as i32) as u8;
            }),
            Over::Brush(0) => self.octave = (self.octave + by).clamp(0, 5),
            Over::Brush(1) => {
                self.brush.volume = (i32::from(self.brush.volume) + by).clamp(0, 7) as u8;
                if desk.shift {
                    self.give(Field::Volume.bit(), desk);
                }
            }
            Over::Brush(2) => {
                self.set_effect((i32::from(self.brush.effect) + by.signum()).rem_euclid(8) as u8, desk);
                if desk.shift {
                    self.give(Field::Effect.bit(), desk);
                }
            }
            Over::Brush(_) => self.step = self.step.saturating_add_signed(by as isize).min(8),
            _ => {}
        }
    }

    fn wheel(&mut self, steps: i32, desk: &mut Desk) {
        let by = steps.signum() * if desk.shift { 4 } else { 1 };
        match self.over(desk) {
            Over::Tracker(..) => self.row = (self.row as i32 - by).clamp(0, NOTES as i32 - 1) as usize,
            Over::Effects(row) => self.turn_effect(row, by.signum(), desk),
            Over::Graph(..) if desk.control => self.transpose(by, desk),
            Over::Listed(_) => self.go(desk.sound as i32 - by, desk),
            Over::Wave(n, _) => {
                self.sample = n as usize;
                self.nudge_sample(by, desk);
            }
            over => self.turn_number(over, by, desk),
        }
    }

    fn turn_effect(&mut self, row: usize, by: i32, desk: &mut Desk) {
        let note = at_row(desk, row);
        let effect = if by == 0 { 0 } else { (i32::from(note.effect) + by).rem_euclid(8) as u8 };
        self.row = row;
        Self::begin("effect", desk);
        put(&mut desk.doc, desk.sound, row, SfxNote { effect, ..note });
        desk.doc.commit(desk.frame, Some(3000 + row as u32));
        self.hear_note(SfxNote { effect, ..note }, desk);
    }

    /// New notes are as the one there.
    fn take_note(&mut self, row: usize, desk: &mut Desk) {
        let note = at_row(desk, row);
        if note.volume == 0 {
            return desk.refuse("a rest has nothing to take");
        }
        (self.brush, self.octave, self.row) = (note, i32::from(note.pitch / 12), row);
        desk.say(format!("new notes are as {}", super::words(note)));
        self.hear_note(note, desk);
    }

    fn drag(&mut self, desk: &mut Desk) {
        let (layout, (x, y)) = (Self::layout(desk), desk.pointer);
        let row = ((x - layout.graph.x).div_euclid(layout.steps().0)).clamp(0, NOTES as i32 - 1);
        match self.gesture {
            None | Some(Gesture::Key) => {}
            Some(Gesture::Pitch(last_row, last)) => {
                let pitch = Self::pitch_at(&layout, y);
                for (row, pitch) in between((last_row, last), (row, pitch)) {
                    self.draw_pitch(row as usize, pitch, desk);
                }
                if row != last_row {
                    self.hear_note(at_row(desk, row as usize), desk);
                }
                (self.row, self.gesture) = (row as usize, Some(Gesture::Pitch(row, pitch)));
            }
            Some(Gesture::Volume(last_row, last)) => {
                let volume = Self::volume_at(&layout, y);
                for (row, volume) in between((last_row, last), (row, volume)) {
                    let note = SfxNote { volume: volume as u8, ..at_row(desk, row as usize) };
                    put(&mut desk.doc, desk.sound, row as usize, note);
                }
                (self.row, self.gesture) = (row as usize, Some(Gesture::Volume(row, volume)));
            }
            Some(Gesture::Wave(last, first)) => {
                let to = Self::wave_place(&layout, (x, y));
                let from = if desk.control {
                    desk.doc.restart();
                    first
                } else {
                    last
                };
                for (n, value) in between(from, to) {
                    put_sample(&mut desk.doc, desk.sound, n as usize, value);
                }
                (self.sample, self.gesture) = (to.0 as usize, Some(Gesture::Wave(to, first)));
            }
            Some(Gesture::Select(from, pressed)) if desk.is_drag(pressed) => {
                if let Over::Tracker(row, column) = Self::cell_at(&layout, (x, y)) {
                    (self.row, self.column) = (row, column);
                    self.select(from, (row, column));
                }
            }
            Some(Gesture::Select(..)) => {}
            Some(Gesture::Right(pressed, from)) if desk.is_drag(pressed) => {
                self.tracker &= layout.both;
                let (a, b) = (from.min(row as usize), from.max(row as usize));
                self.range = None;
                self.selection = Some(super::Selection { from: a, to: b, fields: super::ALL_FIELDS });
                desk.say(format!("selected {} notes", b - a + 1));
            }
            Some(Gesture::Right(..)) => {}
            Some(Gesture::Flag(first)) => {
                let edge = ((x - layout.graph.x + layout.steps().0 / 2).div_euclid(layout.steps().0))
                    .clamp(0, NOTES as i32) as u8;
                desk.doc.restart();
                let mut head = Head::of(&desk.doc, desk.sound);
                if first {
                    head.start = edge;
                } else if head.end == 0 && head.start > 0 {
                    // The length alone.
                    head.start = edge;
                } else {
                    head.end = edge;
                }
                head.put(&mut desk.doc, desk.sound);
                desk.say(super::command::head_words(&head));
            }
        }
    }

    fn draw_pitch(&mut self, row: usize, pitch: i32, desk: &mut Desk) {
        let old = at_row(desk, row);
        let pitch = if desk.control { self.snapped(pitch) } else { pitch };
        let new = match (desk.shift, old.volume) {
            (true, _) => SfxNote { instrument: self.brush.instrument, ..old },
            (false, 0) => SfxNote { pitch: pitch as u8, ..self.brush },
            (false, _) => SfxNote { pitch: pitch as u8, instrument: self.brush.instrument, ..old },
        };
        put(&mut desk.doc, desk.sound, row, new);
    }

    /// The key of the scale at or below.
    pub(super) fn snapped(&self, pitch: i32) -> i32 {
        let holds = |pitch: &i32| SCALES[self.scale].1 >> (pitch % 12) & 1 != 0;
        (0..=pitch).rev().find(holds).unwrap_or(0)
    }

    /// Ends what is under way as it stands.
    pub(super) fn end(&mut self, desk: &mut Desk) {
        match self.gesture.take() {
            Some(Gesture::Right(pressed, row)) if !desk.is_drag(pressed) => self.take_note(row, desk),
            Some(Gesture::Select(_, pressed)) if !desk.is_drag(pressed) => self.selection = None,
            Some(Gesture::Pitch(..) | Gesture::Volume(..) | Gesture::Flag(_)) => _ = desk.commit(),
            Some(Gesture::Wave(..)) => {
                desk.commit();
                desk.speaker.release("wave");
            }
            Some(Gesture::Key) => {
                desk.speaker.release(MOUSE);
                self.record_release(MOUSE);
            }
            _ => {}
        }
    }

    /// Gives up what is under way; false if nothing is.
    pub(super) fn give_up(&mut self, desk: &mut Desk) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        // What is recorded stays open meanwhile.
        if self.recording.is_none() {
            desk.doc.cancel();
        }
        if let Gesture::Wave(..) | Gesture::Key = gesture {
            desk.speaker.release("wave");
            desk.speaker.release(MOUSE);
        }
        true
    }
}

/// Each column from one place to another, with the value in between.
fn between(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
    let far = (to.0 - from.0).abs();
    let at = |n: i32| {
        let value =
            if far == 0 { to.1 } else { from.1 + ((to.1 - from.1) * n * 2 + far).div_euclid(2 * far) };
        (from.0 + (to.0 - from.0).signum() * n, value)
    };
    (0..=far).map(at).collect()
}
