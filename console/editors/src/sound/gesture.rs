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
use super::layout::SoundLayout;
use super::notes::{NOTES, NoteField, SAMPLES, SoundHeader, TOP, put, put_sample};
use super::{SCALES, SoundEditor, at_row};
use crate::context::Context;
use crate::gesture::Mouse;
use format::SfxNote;
use studio::Area;

/// What is under way while a button is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundGesture {
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
    Key,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundHover {
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
    pub(super) fn over(&self, cx: &Context) -> SoundHover {
        let (layout, (x, y)) = (Self::layout(cx), cx.pointer);
        let holds = |area: Area| area.holds(x, y);
        let many = |areas: &[Area]| areas.iter().position(|area| area.holds(x, y));
        let row = ((x - layout.graph.x) / layout.steps().0).clamp(0, NOTES as i32 - 1) as usize;
        if holds(layout.number) {
            return SoundHover::Number;
        } else if holds(layout.play) {
            return SoundHover::Play;
        } else if holds(layout.round) {
            return SoundHover::Round;
        } else if holds(layout.record) {
            return SoundHover::Record;
        } else if holds(layout.speed) {
            return SoundHover::Speed;
        } else if let Some(n) = many(&layout.loops) {
            return SoundHover::Loop(n);
        } else if let Some(n) = many(&layout.filters) {
            return SoundHover::Filter(n);
        } else if let Some(n) = many(&layout.instruments) {
            return SoundHover::Instrument(n as u8);
        } else if let Some(n) = layout.brush.as_ref().and_then(|areas| many(areas)) {
            return SoundHover::Brush(n);
        } else if let Some(sound) = (0..64).find(|n| layout.listed(*n).is_some_and(holds)) {
            return SoundHover::Listed(sound);
        } else if let Some(key) = layout.key((x, y)) {
            return SoundHover::Key(key);
        } else if let Some((row, ..)) = Self::words(&layout, cx).into_iter().find(|word| holds(word.2)) {
            return SoundHover::Word(row);
        } else if Self::is_wave(cx) {
            return if holds(layout.wave) { self.wave_at(&layout, cx) } else { SoundHover::Nothing };
        } else if holds(layout.ruler) {
            return SoundHover::Ruler(row);
        } else if holds(layout.tracker) && (layout.both || self.tracker) {
            return Self::cell_at(&layout, (x, y));
        } else if holds(layout.graph) {
            return SoundHover::Graph(row, Self::pitch_at(&layout, y));
        } else if holds(layout.volumes) {
            return SoundHover::Volumes(row, Self::volume_at(&layout, y));
        } else if holds(layout.effects) {
            return SoundHover::Effects(row);
        }
        SoundHover::Nothing
    }

    fn pitch_at(layout: &SoundLayout, y: i32) -> i32 {
        (TOP - (y - layout.graph.y) / layout.steps().1).clamp(0, TOP)
    }

    fn volume_at(layout: &SoundLayout, y: i32) -> i32 {
        let Area { y: top, h, .. } = layout.volumes;
        ((top + h - y) * 7 + h / 2).div_euclid(h).clamp(0, 7)
    }

    fn wave_at(&self, layout: &SoundLayout, cx: &Context) -> SoundHover {
        let (x, value) = Self::wave_place(layout, cx.pointer);
        SoundHover::Wave(x, value)
    }

    fn wave_place(layout: &SoundLayout, (x, y): (i32, i32)) -> (i32, i32) {
        let Area { x: left, y: top, w, h } = layout.wave;
        let n = ((x - left) * SAMPLES as i32).div_euclid(w).clamp(0, SAMPLES as i32 - 1);
        (n, (127 - (y - top) * 255 / (h - 1).max(1)).clamp(-128, 127))
    }

    fn cell_at(layout: &SoundLayout, (x, y): (i32, i32)) -> SoundHover {
        let Some(row) = (0..NOTES).find(|row| layout.cell(*row).holds(x, y)) else {
            return SoundHover::Nothing;
        };
        let fields = layout.fields();
        let inside = x - layout.cell(row).x;
        let column = (0..5).rev().find(|n| inside >= fields[*n]).unwrap_or(0);
        SoundHover::Tracker(row, column)
    }

    fn turn_number(&mut self, over: SoundHover, by: i32, cx: &mut Context) {
        match over {
            SoundHover::Number => self.go(cx.sound as i32 + by, cx),
            SoundHover::Speed => self.set_head("speed", cx, |head, _| {
                head.speed = (i32::from(head.speed) + by).clamp(1, 255) as u8;
            }),
            SoundHover::Loop(n) => self.set_head("loop", cx, |head, _| {
                let field = if n == 0 { &mut head.start } else { &mut head.end };
                *field = (i32::from(*field) + by).clamp(0, NOTES as i32) as u8;
            }),
            SoundHover::Brush(0) => self.octave = (self.octave + by).clamp(0, 5),
            SoundHover::Brush(1) => {
                self.brush.volume = (i32::from(self.brush.volume) + by).clamp(0, 7) as u8;
                if cx.shift {
                    self.give(NoteField::Volume.bit(), cx);
                }
            }
            SoundHover::Brush(2) => {
                self.set_effect((i32::from(self.brush.effect) + by.signum()).rem_euclid(8) as u8, cx);
                if cx.shift {
                    self.give(NoteField::Effect.bit(), cx);
                }
            }
            SoundHover::Brush(_) => self.step = self.step.saturating_add_signed(by as isize).min(8),
            _ => {}
        }
    }

    fn turn_effect(&mut self, row: usize, by: i32, cx: &mut Context) {
        let note = at_row(cx, row);
        let effect = if by == 0 { 0 } else { (i32::from(note.effect) + by).rem_euclid(8) as u8 };
        self.row = row;
        Self::begin("effect", cx);
        put(&mut cx.doc, cx.sound, row, SfxNote { effect, ..note });
        cx.doc.commit(cx.frame, Some(3000 + row as u32));
        self.preview_note(SfxNote { effect, ..note }, cx);
    }

    fn take_note(&mut self, row: usize, cx: &mut Context) {
        let note = at_row(cx, row);
        if note.volume == 0 {
            return cx.refuse("a rest has nothing to take");
        }
        (self.brush, self.octave, self.row) = (note, i32::from(note.pitch / 12), row);
        cx.say(format!("new notes are as {}", super::words(note)));
        self.preview_note(note, cx);
    }

    fn draw_pitch(&mut self, row: usize, pitch: i32, cx: &mut Context) {
        let old = at_row(cx, row);
        let pitch = if cx.control { self.snapped(pitch) } else { pitch };
        let new = match (cx.shift, old.volume) {
            (true, _) => SfxNote { instrument: self.brush.instrument, ..old },
            (false, 0) => SfxNote { pitch: pitch as u8, ..self.brush },
            (false, _) => SfxNote { pitch: pitch as u8, instrument: self.brush.instrument, ..old },
        };
        put(&mut cx.doc, cx.sound, row, new);
    }

    pub(super) fn snapped(&self, pitch: i32) -> i32 {
        let holds = |pitch: &i32| SCALES[self.scale].1 >> (pitch % 12) & 1 != 0;
        (0..=pitch).rev().find(holds).unwrap_or(0)
    }
}

impl Mouse for SoundEditor {
    fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    fn press(&mut self, button: u8, cx: &mut Context) {
        let by: i32 = match (button, cx.shift) {
            (2, false) => -1,
            (2, true) => -4,
            (_, false) => 1,
            (_, true) => 4,
        };
        let over = self.over(cx);
        let left = button == 1;
        match over {
            SoundHover::Play => self.play(if left { 0 } else { self.row }, cx.control, cx),
            SoundHover::Round => self.play(0, true, cx),
            SoundHover::Record => self.record(cx),
            SoundHover::Filter(n) => self.turn_filter(n, by.signum(), cx),
            SoundHover::Instrument(n) if !left && n >= 8 => self.go(i32::from(n) - 8, cx),
            SoundHover::Instrument(n) => {
                self.take_instrument(n, cx);
                if cx.shift {
                    self.give(NoteField::Instrument.bit(), cx);
                }
            }
            SoundHover::Listed(sound) if cx.shift => self.select_sounds(sound as i32, cx),
            SoundHover::Listed(sound) => self.go(sound as i32, cx),
            SoundHover::Word(row) => self.command(super::command::TABLE[row].0, cx),
            SoundHover::Key(key) => {
                self.gesture = Some(SoundGesture::Key);
                self.strike(MOUSE, key, cx);
            }
            SoundHover::Wave(n, value) => {
                Self::begin("wave", cx);
                self.gesture = Some(SoundGesture::Wave((n, value), (n, value)));
                self.drag(cx);
                self.preview_wave(None, cx);
            }
            SoundHover::Ruler(row) => {
                let head = SoundHeader::of(&cx.doc, cx.sound);
                let near = |at: u8| (i32::from(at) - row as i32).abs();
                let last = if head.end == 0 { head.start.max(1) } else { head.end };
                self.gesture = Some(SoundGesture::Flag(head.end > 0 && near(head.start) < near(last)));
                Self::begin("loop", cx);
                self.drag(cx);
            }
            SoundHover::Graph(row, pitch) if left => {
                self.row = row;
                Self::begin("draw", cx);
                self.gesture = Some(SoundGesture::Pitch(row as i32, pitch));
                self.drag(cx);
                self.preview_note(at_row(cx, row), cx);
            }
            SoundHover::Volumes(row, volume) if left => {
                self.row = row;
                Self::begin("volume", cx);
                self.gesture = Some(SoundGesture::Volume(row as i32, volume));
                self.drag(cx);
            }
            SoundHover::Graph(row, _) | SoundHover::Volumes(row, _) => {
                self.gesture = Some(SoundGesture::Right(cx.pointer, row));
            }
            SoundHover::Effects(row) => self.turn_effect(row, if left { 1 } else { 0 }, cx),
            SoundHover::Tracker(row, column) => {
                (self.row, self.column, self.tracker, self.anchor) = (row, column, true, None);
                if left {
                    self.gesture = Some(SoundGesture::Select((row, column), cx.pointer));
                } else {
                    self.take_note(row, cx);
                }
            }
            _ => self.turn_number(over, by, cx),
        }
    }

    fn drag(&mut self, cx: &mut Context) {
        let (layout, (x, y)) = (Self::layout(cx), cx.pointer);
        let row = ((x - layout.graph.x).div_euclid(layout.steps().0)).clamp(0, NOTES as i32 - 1);
        match self.gesture {
            None | Some(SoundGesture::Key) => {}
            Some(SoundGesture::Pitch(last_row, last)) => {
                let pitch = Self::pitch_at(&layout, y);
                for (row, pitch) in between((last_row, last), (row, pitch)) {
                    self.draw_pitch(row as usize, pitch, cx);
                }
                if row != last_row {
                    self.preview_note(at_row(cx, row as usize), cx);
                }
                (self.row, self.gesture) = (row as usize, Some(SoundGesture::Pitch(row, pitch)));
            }
            Some(SoundGesture::Volume(last_row, last)) => {
                let volume = Self::volume_at(&layout, y);
                for (row, volume) in between((last_row, last), (row, volume)) {
                    let note = SfxNote { volume: volume as u8, ..at_row(cx, row as usize) };
                    put(&mut cx.doc, cx.sound, row as usize, note);
                }
                (self.row, self.gesture) = (row as usize, Some(SoundGesture::Volume(row, volume)));
            }
            Some(SoundGesture::Wave(last, first)) => {
                let to = Self::wave_place(&layout, (x, y));
                let from = if cx.control {
                    cx.doc.restart();
                    first
                } else {
                    last
                };
                for (n, value) in between(from, to) {
                    put_sample(&mut cx.doc, cx.sound, n as usize, value);
                }
                (self.sample, self.gesture) = (to.0 as usize, Some(SoundGesture::Wave(to, first)));
            }
            Some(SoundGesture::Select(from, pressed)) if cx.is_drag(pressed) => {
                if let SoundHover::Tracker(row, column) = Self::cell_at(&layout, (x, y)) {
                    (self.row, self.column) = (row, column);
                    self.select(from, (row, column));
                }
            }
            Some(SoundGesture::Select(..)) => {}
            Some(SoundGesture::Right(pressed, from)) if cx.is_drag(pressed) => {
                self.tracker &= layout.both;
                let (a, b) = (from.min(row as usize), from.max(row as usize));
                self.range = None;
                self.selection = Some(super::NoteSelection { from: a, to: b, fields: super::ALL_FIELDS });
                cx.say(format!("selected {} notes", b - a + 1));
            }
            Some(SoundGesture::Right(..)) => {}
            Some(SoundGesture::Flag(first)) => {
                let edge = ((x - layout.graph.x + layout.steps().0 / 2).div_euclid(layout.steps().0))
                    .clamp(0, NOTES as i32) as u8;
                cx.doc.restart();
                let mut head = SoundHeader::of(&cx.doc, cx.sound);
                if first {
                    head.start = edge;
                } else if head.end == 0 && head.start > 0 {
                    // The length alone.
                    head.start = edge;
                } else {
                    head.end = edge;
                }
                head.put(&mut cx.doc, cx.sound);
                cx.say(super::command::head_words(&head));
            }
        }
    }

    fn release(&mut self, cx: &mut Context) {
        match self.gesture.take() {
            Some(SoundGesture::Right(pressed, row)) if !cx.is_drag(pressed) => self.take_note(row, cx),
            Some(SoundGesture::Select(_, pressed)) if !cx.is_drag(pressed) => self.selection = None,
            Some(SoundGesture::Pitch(..) | SoundGesture::Volume(..) | SoundGesture::Flag(_)) => {
                _ = cx.commit()
            }
            Some(SoundGesture::Wave(..)) => {
                cx.commit();
                cx.speaker.release("wave");
            }
            Some(SoundGesture::Key) => {
                cx.speaker.release(MOUSE);
                self.record_release(MOUSE);
            }
            _ => {}
        }
    }

    /// Gives up what is under way; false if nothing is.
    fn cancel_drag(&mut self, cx: &mut Context) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        // What is recorded stays open meanwhile.
        if self.recording.is_none() {
            cx.doc.cancel();
        }
        if let SoundGesture::Wave(..) | SoundGesture::Key = gesture {
            cx.speaker.release("wave");
            cx.speaker.release(MOUSE);
        }
        true
    }

    fn wheel(&mut self, steps: i32, cx: &mut Context) {
        let by = steps.signum() * if cx.shift { 4 } else { 1 };
        match self.over(cx) {
            SoundHover::Tracker(..) => self.row = (self.row as i32 - by).clamp(0, NOTES as i32 - 1) as usize,
            SoundHover::Effects(row) => self.turn_effect(row, by.signum(), cx),
            SoundHover::Graph(..) if cx.control => self.transpose(by, cx),
            SoundHover::Listed(_) => self.go(cx.sound as i32 - by, cx),
            SoundHover::Wave(n, _) => {
                self.sample = n as usize;
                self.nudge_sample(by, cx);
            }
            over => self.turn_number(over, by, cx),
        }
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
