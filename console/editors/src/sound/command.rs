//! The commands of the sound editor: one table, and what each does.
//!
//! Letters are the piano's, so commands have Ctrl, Alt, a sign or a key without a letter.

use super::notes::{ALL_FIELDS, FILTERS, NOTES, NoteField, SoundHeader};
use super::wave::Shape;
use super::{NoteSelection, SCALES, SoundEditor, at_row, key_name};
use crate::context::Context;
use crate::types::CommandTable;
use format::EFFECTS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundCommand {
    Play,
    PlayFrom,
    Round,
    Release,
    Record,
    Delay(i32),
    Sound(i32),
    Go(i32, i32),
    Jump(i32),
    Select(i32, i32),
    SelectAll,
    SelectSounds(i32),
    View,
    Octave(i32),
    Volume(i32),
    Effect(i32),
    Instrument(u8),
    Step(i32),
    Tries,
    Scale,
    Speed(i32),
    LoopFrom,
    LoopTo,
    Length,
    NoLoop,
    Filter(usize),
    Wave,
    Copy,
    Cut,
    Paste,
    Clear,
    Insert,
    Remove,
    Transpose(i32),
    Louder(i32),
    Ramp,
    Reverse,
    Stretch(bool),
    Rotate(i32),
    Replace,
    Give,
    Shape(Shape),
    Bass,
    File,
}

use SoundCommand as C;

pub(super) const TABLE: &CommandTable<SoundCommand> = &[
    (C::Play, "play, stop", "Space", "play"),
    (C::PlayFrom, "play from the cursor", "Shift+Space", "play"),
    (C::Round, "play round and round: selection or all", "Ctrl+Space", "play"),
    (C::Release, "leave the loop, play to the end", "@A", "play"),
    (C::Record, "record keys in time", "Ctrl+Enter", "play"),
    (C::Delay(-1), "record later: less delay", "Alt+-", "play"),
    (C::Delay(1), "record earlier: more delay", "Alt++", "play"),
    (C::Sound(-1), "sound before", "-", "go"),
    (C::Sound(1), "next sound", "+", "go"),
    (C::Sound(-8), "eight sounds back", "Ctrl+-", "go"),
    (C::Sound(8), "eight sounds on", "Ctrl++", "go"),
    (C::Go(-1, 0), "left", "Left", "go"),
    (C::Go(1, 0), "right", "Right", "go"),
    (C::Go(0, -1), "up; in the graph: higher", "Up", "go"),
    (C::Go(0, 1), "down; in the graph: lower", "Down", "go"),
    (C::Jump(-4), "four notes back", "PgUp", "go"),
    (C::Jump(4), "four notes on", "PgDn", "go"),
    (C::Jump(-64), "first note", "Home", "go"),
    (C::Jump(64), "last note", "End", "go"),
    (C::View, "pitch graph or tracker", "Tab", "view"),
    (C::Octave(-1), "octave down", "Alt+PgDn", "new notes"),
    (C::Octave(1), "octave up", "Alt+PgUp", "new notes"),
    (C::Volume(-1), "softer", "Alt+Down", "new notes"),
    (C::Volume(1), "louder", "Alt+Up", "new notes"),
    (C::Effect(-1), "effect before", "Alt+Home", "new notes"),
    (C::Effect(1), "next effect", "Alt+End", "new notes"),
    (C::Instrument(0), "triangle", "Alt+@1", "new notes"),
    (C::Instrument(1), "tilted saw", "Alt+@2", "new notes"),
    (C::Instrument(2), "saw", "Alt+@3", "new notes"),
    (C::Instrument(3), "square", "Alt+@4", "new notes"),
    (C::Instrument(4), "pulse", "Alt+@5", "new notes"),
    (C::Instrument(5), "organ", "Alt+@6", "new notes"),
    (C::Instrument(6), "noise", "Alt+@7", "new notes"),
    (C::Instrument(7), "phaser", "Alt+@8", "new notes"),
    (C::Instrument(8), "sound 0 as instrument", "Alt+Shift+@1", "new notes"),
    (C::Instrument(9), "sound 1 as instrument", "Alt+Shift+@2", "new notes"),
    (C::Instrument(10), "sound 2 as instrument", "Alt+Shift+@3", "new notes"),
    (C::Instrument(11), "sound 3 as instrument", "Alt+Shift+@4", "new notes"),
    (C::Instrument(12), "sound 4 as instrument", "Alt+Shift+@5", "new notes"),
    (C::Instrument(13), "sound 5 as instrument", "Alt+Shift+@6", "new notes"),
    (C::Instrument(14), "sound 6 as instrument", "Alt+Shift+@7", "new notes"),
    (C::Instrument(15), "sound 7 as instrument", "Alt+Shift+@8", "new notes"),
    (C::Step(-1), "smaller step of the cursor", "Ctrl+<", "new notes"),
    (C::Step(1), "larger step of the cursor", "Ctrl+>", "new notes"),
    (C::Tries, "keys write notes, or only sound", "Ctrl+E", "new notes"),
    (C::Scale, "next scale, for drawing with Ctrl", "Ctrl+B", "new notes"),
    (C::Speed(-1), "faster: fewer ticks a note", "<", "sound"),
    (C::Speed(1), "slower: more ticks a note", ">", "sound"),
    (C::LoopFrom, "the loop begins here", "[", "sound"),
    (C::LoopTo, "the loop ends here", "]", "sound"),
    (C::Length, "the sound ends here", "Ctrl+]", "sound"),
    (C::NoLoop, "no loop, all 32 notes", "Ctrl+L", "sound"),
    (C::Filter(0), "noiz", "Ctrl+@1", "sound"),
    (C::Filter(1), "buzz", "Ctrl+@2", "sound"),
    (C::Filter(2), "detune", "Ctrl+@3", "sound"),
    (C::Filter(3), "reverb", "Ctrl+@4", "sound"),
    (C::Filter(4), "dampen", "Ctrl+@5", "sound"),
    (C::Wave, "waveform instrument, or notes", "Ctrl+W", "sound"),
    (C::Copy, "copy", "Ctrl+C", "edit"),
    (C::Cut, "cut", "Ctrl+X", "edit"),
    (C::Paste, "paste", "Ctrl+V", "edit"),
    (C::Clear, "clear", "Del", "edit"),
    (C::SelectAll, "select all", "Ctrl+A", "edit"),
    (C::Select(-1, 0), "select to the left", "Shift+Left", "edit"),
    (C::Select(1, 0), "select to the right", "Shift+Right", "edit"),
    (C::Select(0, -1), "select upwards", "Shift+Up", "edit"),
    (C::Select(0, 1), "select downwards", "Shift+Down", "edit"),
    (C::SelectSounds(-1), "change the sound before together with this one", "Ctrl+Shift+Left", "edit"),
    (C::SelectSounds(1), "change the next sound together with this one", "Ctrl+Shift+Right", "edit"),
    (C::Insert, "insert a rest", "Ins", "edit"),
    (C::Remove, "take the note before out", "Back", "edit"),
    (C::File, "the sound as a file: .wav, .ogg", "Ctrl+Shift+E", "edit"),
    (C::Transpose(-1), "a semitone down", "Ctrl+Down", "change"),
    (C::Transpose(1), "a semitone up", "Ctrl+Up", "change"),
    (C::Transpose(-12), "an octave down", "Ctrl+PgDn", "change"),
    (C::Transpose(12), "an octave up", "Ctrl+PgUp", "change"),
    (C::Louder(-1), "all softer", "Ctrl+Shift+Down", "change"),
    (C::Louder(1), "all louder", "Ctrl+Shift+Up", "change"),
    (C::Ramp, "ramp from the first to the last", "Ctrl+I", "change"),
    (C::Reverse, "backwards", "Ctrl+J", "change"),
    (C::Stretch(true), "twice as long", "Ctrl+D", "change"),
    (C::Stretch(false), "half as long", "Ctrl+H", "change"),
    (C::Rotate(-1), "rotate to earlier", "Ctrl+Left", "change"),
    (C::Rotate(1), "rotate to later", "Ctrl+Right", "change"),
    (C::Replace, "the instrument here becomes the new one", "Ctrl+K", "change"),
    (C::Give, "instrument, volume, effect of new notes", "Ctrl+G", "change"),
    (C::Shape(Shape::Sine), "wave: sine", "Alt+S", "wave"),
    (C::Shape(Shape::Triangle), "wave: triangle", "Alt+T", "wave"),
    (C::Shape(Shape::Saw), "wave: saw", "Alt+W", "wave"),
    (C::Shape(Shape::Square), "wave: square", "Alt+Q", "wave"),
    (C::Shape(Shape::Smooth), "wave: smoother", "Alt+M", "wave"),
    (C::Shape(Shape::Loudest), "wave: loudest", "Alt+N", "wave"),
    (C::Shape(Shape::Mirror), "wave: mirror", "Alt+I", "wave"),
    (C::Shape(Shape::Shift), "wave: shift", "Alt+P", "wave"),
    (C::Bass, "octave of the wave", "Alt+B", "wave"),
];

impl SoundEditor {
    pub(super) fn command(&mut self, command: SoundCommand, cx: &mut Context) {
        match command {
            C::Play => self.play(0, false, cx),
            C::PlayFrom => self.play(self.row, false, cx),
            C::Round => self.play(0, true, cx),
            C::Release => cx.speaker.release_loop(),
            C::Record => self.record(cx),
            C::Delay(by) => {
                self.delay = self.delay.saturating_add_signed(by.into()).min(60);
                cx.say(format!("what is recorded moves {} ticks earlier", self.delay));
            }
            C::Sound(by) => self.go(cx.sound as i32 + by, cx),
            C::Go(dx, dy) => self.walk(dx, dy, cx),
            C::Jump(by) => {
                self.anchor = None;
                let jump = |at: usize, last: i32| (at as i32 + by).clamp(0, last) as usize;
                match SoundEditor::is_wave(cx) {
                    true => self.sample = jump(self.sample, 63),
                    false => self.row = jump(self.row, NOTES as i32 - 1),
                }
            }
            C::Select(dx, dy) => self.extend(dx, dy),
            C::SelectAll => {
                let fields = super::ALL_FIELDS;
                self.range = None;
                self.selection = Some(NoteSelection { from: 0, to: NOTES - 1, fields });
            }
            C::SelectSounds(by) => self.select_sounds(cx.sound as i32 + by, cx),
            C::View => self.tracker = !self.tracker,
            C::Octave(by) => {
                self.octave = (self.octave + by).clamp(0, 5);
                cx.say(format!("octave {}", self.octave));
            }
            C::Volume(by) => {
                self.brush.volume = (i32::from(self.brush.volume) + by).clamp(0, 7) as u8;
                cx.say(format!("new notes have volume {}", self.brush.volume));
            }
            C::Effect(by) => self.set_effect((i32::from(self.brush.effect) + by).rem_euclid(8) as u8, cx),
            C::Instrument(n) => self.take_instrument(n, cx),
            C::Step(by) => {
                self.step = self.step.saturating_add_signed(by as isize).min(8);
                cx.say(format!("the cursor goes on by {}", self.step));
            }
            C::Tries => {
                self.tries = !self.tries;
                cx.say(if self.tries { "keys only sound" } else { "keys write notes" });
            }
            C::Scale => {
                self.scale = (self.scale + 1) % SCALES.len();
                cx.say(format!("Ctrl draws in C {}", SCALES[self.scale].0));
            }
            C::Speed(by) => self.set_head("speed", cx, |head, _| {
                head.speed = (i32::from(head.speed) + by).clamp(1, 255) as u8;
            }),
            C::LoopFrom => self.set_head("loop", cx, |head, row| {
                if head.end == 0 {
                    head.end = NOTES as u8;
                }
                head.start = row;
            }),
            C::LoopTo => self.set_head("loop", cx, |head, row| {
                if head.length().is_some() {
                    head.start = 0;
                }
                head.end = row + 1;
            }),
            C::Length => self.set_head("length", cx, |head, row| (head.start, head.end) = (row + 1, 0)),
            C::NoLoop => self.set_head("no loop", cx, |head, _| (head.start, head.end) = (0, 0)),
            C::Filter(n) => self.turn_filter(n, 1, cx),
            C::Wave => self.turn_wave(cx),
            C::Copy => self.copy(cx),
            C::Cut => {
                self.copy(cx);
                self.clear("cut", cx);
            }
            C::Paste => cx.effects.push(crate::EditEffect::Paste),
            C::Clear => self.clear("clear", cx),
            C::Insert => self.insert(true, cx),
            C::Remove => self.insert(false, cx),
            C::Transpose(by) => self.transpose(by, cx),
            C::Louder(by) => self.louder(by, cx),
            C::Ramp => self.ramp(cx),
            C::Reverse => self.reverse(cx),
            C::Stretch(longer) => self.stretch(longer, cx),
            C::Rotate(by) => self.rotate(by, cx),
            C::Replace => self.replace(cx),
            C::Give => self.give(ALL_FIELDS & !NoteField::Pitch.bit(), cx),
            C::Shape(shape) => self.shape(shape, cx),
            C::File => cx.type_at_prompt(format!("export -sfx {0} sound-{0}.wav", cx.sound)),
            C::Bass if Self::is_wave(cx) => {
                self.set_head("an octave lower", cx, |head, _| head.speed ^= 1);
            }
            C::Bass => cx.refuse("this sound has notes: Ctrl+W makes a wave of it"),
        }
    }

    pub(super) fn set_effect(&mut self, effect: u8, cx: &mut Context) {
        self.brush.effect = effect & 7;
        let name = Some(EFFECTS[usize::from(effect & 7)]).filter(|name| !name.is_empty());
        cx.say(format!("new notes have effect {} {}", effect & 7, name.unwrap_or("none")));
    }

    /// New notes have that instrument; a sound that has none yet is one of its own.
    pub(super) fn take_instrument(&mut self, n: u8, cx: &mut Context) {
        self.brush.instrument = n & 15;
        cx.say(match n {
            0..8 => format!(
                "new notes: {}",
                TABLE.iter().find(|row| row.0 == C::Instrument(n)).map_or("", |row| row.1)
            ),
            _ => format!("new notes: sound {} as instrument; right click edits it", n - 8),
        });
        let mut note = at_row(cx, self.row);
        if note.volume == 0 {
            note.pitch = (12 * self.octave) as u8;
        }
        self.preview_note(format::SfxNote { pitch: note.pitch, ..self.brush }, cx);
    }

    /// Changes the four bytes behind the notes; the cursor's row is told.
    pub(super) fn set_head(
        &self,
        name: &'static str,
        cx: &mut Context,
        set: impl FnOnce(&mut SoundHeader, u8),
    ) {
        let mut head = SoundHeader::of(&cx.doc, cx.sound);
        set(&mut head, self.row as u8);
        Self::begin(name, cx);
        head.put(&mut cx.doc, cx.sound);
        let join = cx.sound as u32 * 8 + name.len() as u32 + 100;
        cx.doc.commit(cx.frame, Some(join));
        cx.say(head_words(&head));
    }

    pub(super) fn turn_filter(&self, n: usize, by: i32, cx: &mut Context) {
        let levels = i32::from(FILTERS[n].2) + 1;
        self.set_head(FILTERS[n].0, cx, |head, _| {
            head.set_filter(n, (i32::from(head.filter(n)) + by).rem_euclid(levels) as u8);
        });
        let level = SoundHeader::of(&cx.doc, cx.sound).filter(n);
        cx.say(format!("{} {level}", FILTERS[n].0));
    }
}

pub(super) fn head_words(head: &SoundHeader) -> String {
    let speed = head.speed;
    match (head.looped(), head.length()) {
        (Some((from, to)), _) => format!("speed {speed}, loop {from} to {to}"),
        (_, Some(length)) => format!("speed {speed}, {length} notes"),
        _ => format!("speed {speed}, no loop"),
    }
}

/// The key of a note, or what a rest is.
pub(super) fn told_key(pitch: u8, volume: u8) -> String {
    if volume == 0 { "rest".to_string() } else { key_name(pitch) }
}
