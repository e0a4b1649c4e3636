//! The mouse on the sound editor.
//!
//! ```text
//! play     left all, right from the cursor; the round arrow: in a loop
//! graph    left draws keys; Ctrl keeps to the scale, Shift sets only the instrument; right takes the note, a drag selects
//! volume   left draws                     effects  left: next, right: none, wheel: next or previous
//! tracker  left: the cursor, a drag selects; right takes the note; wheel: a row
//! numbers  left +1, right -1, wheel; Shift four at once          instruments  left: new notes; Shift: all; right edits a sound
//! list     left: that sound; Shift: all sounds from the current one to it are changed together
//! ruler    the flags of the loop are dragged                      wave         left draws; Ctrl: a straight line
//! words    run their command: shapes of a wave; in a large window changes of notes
//! ```

use super::keys::MOUSE;
use super::layout::SoundLayout;
use super::notes::{NOTES, NoteField, SAMPLES, SoundHeader, TOP, put, put_sample};
use super::{SCALES, SoundEditor, at_row};
use crate::context::Context;
use crate::editor::Commands;
use crate::pointer::GestureEditor;
use format::SfxNote;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundGesture {
    /// Draws keys: the last row and key.
    Pitch(i32, i32),
    Volume(i32, i32),
    /// Draws samples: the last place, and the first one for a straight line.
    Wave((i32, i32), (i32, i32)),
    /// Selects rows from that row and column; the press, until it is a drag.
    Select((usize, usize), (i32, i32)),
    /// The right button: the press, and its row.
    Right((i32, i32), usize),
    Flag(bool),
    Key,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundHover {
    Number,
    Name,
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
        use SoundHover as H;
        let layout = Self::layout(cx);
        let singles = [(layout.number, H::Number), (layout.play, H::Play), (layout.round, H::Round)];
        let singles = singles.into_iter().chain([(layout.record, H::Record), (layout.speed, H::Speed)]);
        let loops = layout.loops.into_iter().zip((0..).map(H::Loop));
        let filters = layout.filters.into_iter().zip((0..).map(H::Filter));
        let instruments = layout.instruments.into_iter().zip((0..).map(H::Instrument));
        let brush = layout.brush.into_iter().flatten().zip((0..).map(H::Brush));
        let list = (0..64).filter_map(|n| Some((layout.listed(n)?, H::Listed(n))));
        let key = layout.key(cx.pointer).and_then(|key| Some((layout.piano?, H::Key(key))));
        let words = Self::words(&layout, cx).into_iter().map(|(row, _, area)| (area, H::Word(row)));
        let name = layout.name.map(|area| (area, H::Name));
        let all = singles.chain(name).chain(loops).chain(filters).chain(instruments).chain(brush).chain(list);
        cx.hover(all.chain(key).chain(words)).unwrap_or_else(|| self.over_notes(&layout, cx))
    }

    fn over_notes(&self, layout: &SoundLayout, cx: &Context) -> SoundHover {
        use SoundHover as H;
        let (x, y) = cx.pointer;
        let row = ((x - layout.graph.x) / layout.steps().0).clamp(0, NOTES as i32 - 1) as usize;
        let (n, value) = Self::wave_place(layout, (x, y));
        let wave = [(layout.wave, H::Wave(n, value))];
        let tracker = Some((layout.tracker, Self::cell_at(layout, (x, y))));
        let tracker = tracker.filter(|_| layout.both || self.tracker);
        let strips = [
            (layout.graph, H::Graph(row, Self::pitch_at(layout, y))),
            (layout.volumes, H::Volumes(row, Self::volume_at(layout, y))),
            (layout.effects, H::Effects(row)),
        ];
        let found = match Self::is_wave(cx) {
            true => cx.hover(wave.into_iter()),
            false => cx.hover([(layout.ruler, H::Ruler(row))].into_iter().chain(tracker).chain(strips)),
        };
        found.unwrap_or(H::Nothing)
    }

    fn pitch_at(layout: &SoundLayout, y: i32) -> i32 {
        (TOP - (y - layout.graph.y) / layout.steps().1).clamp(0, TOP)
    }

    fn volume_at(layout: &SoundLayout, y: i32) -> i32 {
        let Area { y: top, h, .. } = layout.volumes;
        ((top + h - y) * 7 + h / 2).div_euclid(h).clamp(0, 7)
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
            SoundHover::Speed => self.step_speed(by, cx),
            SoundHover::Loop(n) => self.set_head("loop", cx, |head, _| {
                let field = if n == 0 { &mut head.start } else { &mut head.end };
                *field = (i32::from(*field) + by).clamp(0, NOTES as i32) as u8;
            }),
            SoundHover::Brush(0) => self.octave = (self.octave + by).clamp(0, 5),
            SoundHover::Brush(n @ 1..3) => {
                match n {
                    1 => self.brush.volume = (i32::from(self.brush.volume) + by).clamp(0, 7) as u8,
                    _ => self.step_effect(by.signum(), cx),
                }
                if cx.shift {
                    self.give([NoteField::Volume, NoteField::Effect][n - 1].bit(), cx);
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
            return cx.refuse("a rest has no note to pick");
        }
        (self.brush, self.octave, self.row) = (note, i32::from(note.pitch / 12), row);
        cx.say(format!("new notes like {}", note.cell()));
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

impl GestureEditor for SoundEditor {
    fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    fn press(&mut self, button: u8, cx: &mut Context) {
        let by: i32 = if button == 2 { -1 } else { 1 } * if cx.shift { 4 } else { 1 };
        let over = self.over(cx);
        let left = button == 1;
        match over {
            SoundHover::Play => self.play(if left { 0 } else { self.row }, cx.control, cx),
            SoundHover::Name => cx.name_sound(cx.sound),
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
            SoundHover::Word(row) => self.run(row, cx),
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
                if cx.control {
                    cx.doc.restart();
                }
                let from = if cx.control { first } else { last };
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
                let (from, to) = (from.min(row as usize), from.max(row as usize));
                self.range = None;
                self.selection = Some(super::NoteSelection { from, to, fields: super::ALL_FIELDS });
                cx.say(format!("selected {} notes", to - from + 1));
            }
            Some(SoundGesture::Right(..)) => {}
            Some(SoundGesture::Flag(first)) => {
                let edge = ((x - layout.graph.x + layout.steps().0 / 2).div_euclid(layout.steps().0))
                    .clamp(0, NOTES as i32) as u8;
                cx.doc.restart();
                let mut head = SoundHeader::of(&cx.doc, cx.sound);
                // Without an end the start is the length.
                let is_start = first || head.end == 0 && head.start > 0;
                *if is_start { &mut head.start } else { &mut head.end } = edge;
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

    fn cancel_drag(&mut self, cx: &mut Context) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        // The change of a recording stays open.
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

fn between(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
    let far = (to.0 - from.0).abs();
    let at = |n: i32| {
        let value =
            if far == 0 { to.1 } else { from.1 + ((to.1 - from.1) * n * 2 + far).div_euclid(2 * far) };
        (from.0 + (to.0 - from.0).signum() * n, value)
    };
    (0..=far).map(at).collect()
}
