//! The commands of the sound editor. Letters are the piano's, so commands have Ctrl, Alt, a sign or a key without a letter.

use super::notes::{ALL_FIELDS, FILTERS, NOTES, NoteField, SoundHeader};
use super::{NoteSelection, SCALES, SoundEditor, WaveShape, at_row, key_name};
use crate::context::Context;
use crate::editor::{CommandTable, RunFn, TableRow};
use crate::types::EditEffect;
use format::{EFFECTS, SfxNote};

const WAVE_NAMES: [&str; 8] =
    ["triangle", "tilted saw", "saw", "square", "pulse", "organ", "noise", "phaser"];

impl CommandTable for SoundEditor {
    type Command = RunFn<SoundEditor>;
    const TABLE: &'static [TableRow<Self::Command>] = TABLE;
}

pub(super) const TABLE: &[TableRow<RunFn<SoundEditor>>] = &[
    ("play, stop", "Space", "play", |e, cx| e.play(0, false, cx)),
    ("play from the cursor", "Shift+Space", "play", |e, cx| e.play(e.row, false, cx)),
    ("loop the selection, or all", "Ctrl+Space", "play", |e, cx| e.play(0, true, cx)),
    ("leave the loop, play to the end", "@A", "play", |_, cx| cx.speaker.release_loop()),
    ("record keys in time", "Ctrl+Enter", "play", |e, cx| e.record(cx)),
    ("record later: less delay", "Alt+-", "play", |e, cx| e.step_delay(-1, cx)),
    ("record earlier: more delay", "Alt++", "play", |e, cx| e.step_delay(1, cx)),
    ("previous sound", "-", "go", |e, cx| e.go(cx.sound as i32 - 1, cx)),
    ("next sound", "+", "go", |e, cx| e.go(cx.sound as i32 + 1, cx)),
    ("eight sounds back", "Ctrl+-", "go", |e, cx| e.go(cx.sound as i32 - 8, cx)),
    ("eight sounds on", "Ctrl++", "go", |e, cx| e.go(cx.sound as i32 + 8, cx)),
    ("left", "Left", "go", |e, cx| e.walk(-1, 0, cx)),
    ("right", "Right", "go", |e, cx| e.walk(1, 0, cx)),
    ("up; in the graph: higher", "Up", "go", |e, cx| e.walk(0, -1, cx)),
    ("down; in the graph: lower", "Down", "go", |e, cx| e.walk(0, 1, cx)),
    ("four notes back", "PgUp", "go", |e, cx| e.jump(-4, cx)),
    ("four notes on", "PgDn", "go", |e, cx| e.jump(4, cx)),
    ("first note", "Home", "go", |e, cx| e.jump(-64, cx)),
    ("last note", "End", "go", |e, cx| e.jump(64, cx)),
    ("pitch graph or tracker", "Tab", "view", |e, _| e.tracker = !e.tracker),
    ("octave down", "Alt+PgDn", "new notes", |e, cx| e.step_octave(-1, cx)),
    ("octave up", "Alt+PgUp", "new notes", |e, cx| e.step_octave(1, cx)),
    ("softer", "Alt+Down", "new notes", |e, cx| e.step_volume(-1, cx)),
    ("louder", "Alt+Up", "new notes", |e, cx| e.step_volume(1, cx)),
    ("previous effect", "Alt+Home", "new notes", |e, cx| e.step_effect(-1, cx)),
    ("next effect", "Alt+End", "new notes", |e, cx| e.step_effect(1, cx)),
    (WAVE_NAMES[0], "Alt+@1", "new notes", |e, cx| e.take_instrument(0, cx)),
    (WAVE_NAMES[1], "Alt+@2", "new notes", |e, cx| e.take_instrument(1, cx)),
    (WAVE_NAMES[2], "Alt+@3", "new notes", |e, cx| e.take_instrument(2, cx)),
    (WAVE_NAMES[3], "Alt+@4", "new notes", |e, cx| e.take_instrument(3, cx)),
    (WAVE_NAMES[4], "Alt+@5", "new notes", |e, cx| e.take_instrument(4, cx)),
    (WAVE_NAMES[5], "Alt+@6", "new notes", |e, cx| e.take_instrument(5, cx)),
    (WAVE_NAMES[6], "Alt+@7", "new notes", |e, cx| e.take_instrument(6, cx)),
    (WAVE_NAMES[7], "Alt+@8", "new notes", |e, cx| e.take_instrument(7, cx)),
    ("sound 0 as instrument", "Alt+Shift+@1", "new notes", |e, cx| e.take_instrument(8, cx)),
    ("sound 1 as instrument", "Alt+Shift+@2", "new notes", |e, cx| e.take_instrument(9, cx)),
    ("sound 2 as instrument", "Alt+Shift+@3", "new notes", |e, cx| e.take_instrument(10, cx)),
    ("sound 3 as instrument", "Alt+Shift+@4", "new notes", |e, cx| e.take_instrument(11, cx)),
    ("sound 4 as instrument", "Alt+Shift+@5", "new notes", |e, cx| e.take_instrument(12, cx)),
    ("sound 5 as instrument", "Alt+Shift+@6", "new notes", |e, cx| e.take_instrument(13, cx)),
    ("sound 6 as instrument", "Alt+Shift+@7", "new notes", |e, cx| e.take_instrument(14, cx)),
    ("sound 7 as instrument", "Alt+Shift+@8", "new notes", |e, cx| e.take_instrument(15, cx)),
    ("smaller step of the cursor", "Ctrl+<", "new notes", |e, cx| e.step_step(-1, cx)),
    ("larger step of the cursor", "Ctrl+>", "new notes", |e, cx| e.step_step(1, cx)),
    ("keys write notes, or only play them", "Ctrl+E", "new notes", |e, cx| e.toggle_tries(cx)),
    ("keys as in FastTracker, or as in PICO-8", "Ctrl+Shift+K", "new notes", |_, cx| cx.turn_layout()),
    ("next scale, for drawing with Ctrl", "Ctrl+B", "new notes", |e, cx| e.next_scale(cx)),
    ("faster: fewer ticks a note", "<", "sound", |e, cx| e.step_speed(-1, cx)),
    ("slower: more ticks a note", ">", "sound", |e, cx| e.step_speed(1, cx)),
    ("start the loop here", "[", "sound", |e, cx| e.loop_from(cx)),
    ("end the loop here", "]", "sound", |e, cx| e.loop_to(cx)),
    ("end the sound here", "Ctrl+]", "sound", |e, cx| {
        e.set_head("length", cx, |head, row| (head.start, head.end) = (row + 1, 0))
    }),
    ("no loop, all 32 notes", "Ctrl+L", "sound", |e, cx| {
        e.set_head("no loop", cx, |head, _| (head.start, head.end) = (0, 0))
    }),
    ("noiz", "Ctrl+@1", "sound", |e, cx| e.turn_filter(0, 1, cx)),
    ("buzz", "Ctrl+@2", "sound", |e, cx| e.turn_filter(1, 1, cx)),
    ("detune", "Ctrl+@3", "sound", |e, cx| e.turn_filter(2, 1, cx)),
    ("reverb", "Ctrl+@4", "sound", |e, cx| e.turn_filter(3, 1, cx)),
    ("dampen", "Ctrl+@5", "sound", |e, cx| e.turn_filter(4, 1, cx)),
    ("switch between waveform and notes", "Ctrl+W", "sound", |e, cx| e.turn_wave(cx)),
    ("name the sound", "Ctrl+T", "sound", |_, cx| cx.name_sound(cx.sound)),
    ("copy", "Ctrl+C", "edit", |e, cx| e.copy(cx)),
    ("cut", "Ctrl+X", "edit", |e, cx| e.cut(cx)),
    ("paste", "Ctrl+V", "edit", |_, cx| cx.effects.push(EditEffect::Paste)),
    ("clear", "Del", "edit", |e, cx| e.clear("clear", cx)),
    ("select all", "Ctrl+A", "edit", |e, _| e.select_all()),
    ("select to the left", "Shift+Left", "edit", |e, _| e.extend(-1, 0)),
    ("select to the right", "Shift+Right", "edit", |e, _| e.extend(1, 0)),
    ("select upwards", "Shift+Up", "edit", |e, _| e.extend(0, -1)),
    ("select downwards", "Shift+Down", "edit", |e, _| e.extend(0, 1)),
    ("edit the previous sound together with this one", "Ctrl+Shift+Left", "edit", |e, cx| {
        e.select_sounds(cx.sound as i32 - 1, cx)
    }),
    ("edit the next sound together with this one", "Ctrl+Shift+Right", "edit", |e, cx| {
        e.select_sounds(cx.sound as i32 + 1, cx)
    }),
    ("insert a rest", "Ins", "edit", |e, cx| e.insert(true, cx)),
    ("delete the previous note", "Back", "edit", |e, cx| e.insert(false, cx)),
    ("export the sound: .wav, .ogg", "Ctrl+Shift+E", "edit", |_, cx| {
        cx.type_at_prompt(format!("export -sfx {0} sound-{0}.wav", cx.sound))
    }),
    ("a semitone down", "Ctrl+Down", "change", |e, cx| e.transpose(-1, cx)),
    ("a semitone up", "Ctrl+Up", "change", |e, cx| e.transpose(1, cx)),
    ("an octave down", "Ctrl+PgDn", "change", |e, cx| e.transpose(-12, cx)),
    ("an octave up", "Ctrl+PgUp", "change", |e, cx| e.transpose(12, cx)),
    ("all softer", "Ctrl+Shift+Down", "change", |e, cx| e.louder(-1, cx)),
    ("all louder", "Ctrl+Shift+Up", "change", |e, cx| e.louder(1, cx)),
    ("ramp from the first to the last", "Ctrl+I", "change", |e, cx| e.ramp(cx)),
    ("backwards", "Ctrl+J", "change", |e, cx| e.reverse(cx)),
    ("twice as long", "Ctrl+D", "change", |e, cx| e.stretch(true, cx)),
    ("half as long", "Ctrl+H", "change", |e, cx| e.stretch(false, cx)),
    ("rotate to earlier", "Ctrl+Left", "change", |e, cx| e.rotate(-1, cx)),
    ("rotate to later", "Ctrl+Right", "change", |e, cx| e.rotate(1, cx)),
    ("replace this instrument by the new one", "Ctrl+K", "change", |e, cx| e.replace(cx)),
    ("apply the new instrument, volume, effect", "Ctrl+G", "change", |e, cx| {
        e.give(ALL_FIELDS & !NoteField::Pitch.bit(), cx)
    }),
    ("wave: sine", "Alt+S", "wave", |e, cx| e.shape(WaveShape::Sine, cx)),
    ("wave: triangle", "Alt+T", "wave", |e, cx| e.shape(WaveShape::Triangle, cx)),
    ("wave: saw", "Alt+W", "wave", |e, cx| e.shape(WaveShape::Saw, cx)),
    ("wave: square", "Alt+Q", "wave", |e, cx| e.shape(WaveShape::Square, cx)),
    ("wave: smoother", "Alt+M", "wave", |e, cx| e.shape(WaveShape::Smooth, cx)),
    ("wave: loudest", "Alt+N", "wave", |e, cx| e.shape(WaveShape::Loudest, cx)),
    ("wave: mirror", "Alt+I", "wave", |e, cx| e.shape(WaveShape::Mirror, cx)),
    ("wave: shift", "Alt+P", "wave", |e, cx| e.shape(WaveShape::Shift, cx)),
    ("octave of the wave", "Alt+B", "wave", |e, cx| e.toggle_bass(cx)),
];

impl SoundEditor {
    fn step_delay(&mut self, by: i8, cx: &mut Context) {
        self.delay = self.delay.saturating_add_signed(by.into()).min(60);
        cx.say(format!("recording delay: {} ticks", self.delay));
    }

    fn jump(&mut self, by: i32, cx: &Context) {
        self.anchor = None;
        let jump = |at: usize, last: i32| (at as i32 + by).clamp(0, last) as usize;
        match Self::is_wave(cx) {
            true => self.sample = jump(self.sample, 63),
            false => self.row = jump(self.row, NOTES as i32 - 1),
        }
    }

    fn select_all(&mut self) {
        self.range = None;
        self.selection = Some(NoteSelection { from: 0, to: NOTES - 1, fields: ALL_FIELDS });
    }

    pub(super) fn step_octave(&mut self, by: i32, cx: &mut Context) {
        self.octave = (self.octave + by).clamp(0, 5);
        cx.say(format!("octave {}", self.octave));
    }

    fn step_volume(&mut self, by: i32, cx: &mut Context) {
        self.brush.volume = (i32::from(self.brush.volume) + by).clamp(0, 7) as u8;
        cx.say(format!("new notes have volume {}", self.brush.volume));
    }

    pub(super) fn step_effect(&mut self, by: i32, cx: &mut Context) {
        let effect = (i32::from(self.brush.effect) + by).rem_euclid(8) as u8;
        self.brush.effect = effect;
        let name = if effect == 0 { "none" } else { EFFECTS[usize::from(effect)] };
        cx.say(format!("new notes have effect {effect} {name}"));
    }

    fn step_step(&mut self, by: isize, cx: &mut Context) {
        self.step = self.step.saturating_add_signed(by).min(8);
        cx.say(format!("cursor step {}", self.step));
    }

    fn toggle_tries(&mut self, cx: &mut Context) {
        self.tries = !self.tries;
        cx.say(if self.tries { "keys only play notes" } else { "keys write notes" });
    }

    fn next_scale(&mut self, cx: &mut Context) {
        self.scale = (self.scale + 1) % SCALES.len();
        cx.say(format!("scale for drawing with Ctrl: C {}", SCALES[self.scale].0));
    }

    pub(super) fn step_speed(&self, by: i32, cx: &mut Context) {
        self.set_head("speed", cx, |head, _| {
            head.speed = (i32::from(head.speed) + by).clamp(1, 255) as u8;
        });
    }

    fn loop_from(&self, cx: &mut Context) {
        self.set_head("loop", cx, |head, row| {
            if head.end == 0 {
                head.end = NOTES as u8;
            }
            head.start = row;
        });
    }

    fn loop_to(&self, cx: &mut Context) {
        self.set_head("loop", cx, |head, row| {
            if head.length().is_some() {
                head.start = 0;
            }
            head.end = row + 1;
        });
    }

    fn cut(&mut self, cx: &mut Context) {
        self.copy(cx);
        self.clear("cut", cx);
    }

    fn toggle_bass(&self, cx: &mut Context) {
        if !Self::is_wave(cx) {
            return cx.refuse("this sound has notes: Ctrl+W switches to a waveform");
        }
        self.set_head("an octave lower", cx, |head, _| head.speed ^= 1);
    }

    pub(super) fn take_instrument(&mut self, n: u8, cx: &mut Context) {
        self.brush.instrument = n & 15;
        cx.say(match n {
            0..8 => format!("new notes: {}", WAVE_NAMES[usize::from(n)]),
            _ => format!("new notes: sound {} as instrument; right-click edits it", n - 8),
        });
        let note = at_row(cx, self.row);
        let pitch = if note.volume == 0 { (12 * self.octave) as u8 } else { note.pitch };
        self.preview_note(SfxNote { pitch, ..self.brush }, cx);
    }

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
            head.filters[n] = (i32::from(head.filters[n]) + by).rem_euclid(levels) as u8;
        });
        let level = SoundHeader::of(&cx.doc, cx.sound).filters[n];
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

pub(super) fn key_or_rest(pitch: u8, volume: u8) -> String {
    if volume == 0 { "rest".to_string() } else { key_name(pitch) }
}
