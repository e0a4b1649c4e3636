//! The commands of the music editor.

use super::patterns::{CopiedPatterns, EMPTY, FLAG, PATTERNS, pattern, put};
use super::{EditPlace, MusicEditor, MusicPart};
use crate::EditEffect;
use crate::context::Context;
use crate::editor::{CommandTable, RunFn, TableRow};
use crate::sound::notes::{NOTES, SILENT};

impl CommandTable for MusicEditor {
    type Command = RunFn<MusicEditor>;
    const TABLE: &'static [TableRow<Self::Command>] = TABLE;

    fn before_command(&mut self, cx: &Context) {
        self.typed = cx.frame;
    }
}

const TABLE: &[TableRow<RunFn<MusicEditor>>] = &[
    ("play from here, stop", "Space", "play", |e, cx| e.play(e.pattern, cx)),
    ("play from the start of the loop", "Shift+Space", "play", |e, cx| e.play_loop(cx)),
    ("follow the pattern that plays", "Ctrl+F", "play", |e, cx| e.toggle_follow(cx)),
    ("mute channel 0", "Alt+@1", "play", |e, cx| e.mute(0, cx)),
    ("mute channel 1", "Alt+@2", "play", |e, cx| e.mute(1, cx)),
    ("mute channel 2", "Alt+@3", "play", |e, cx| e.mute(2, cx)),
    ("mute channel 3", "Alt+@4", "play", |e, cx| e.mute(3, cx)),
    ("solo channel 0", "Ctrl+@1", "play", |e, cx| e.play_solo(0, cx)),
    ("solo channel 1", "Ctrl+@2", "play", |e, cx| e.play_solo(1, cx)),
    ("solo channel 2", "Ctrl+@3", "play", |e, cx| e.play_solo(2, cx)),
    ("solo channel 3", "Ctrl+@4", "play", |e, cx| e.play_solo(3, cx)),
    ("previous pattern", "-", "go", |e, _| e.step_pattern(-1)),
    ("next pattern", "+", "go", |e, _| e.step_pattern(1)),
    ("eight patterns back", "Ctrl+-", "go", |e, _| e.step_pattern(-8)),
    ("eight patterns on", "Ctrl++", "go", |e, _| e.step_pattern(8)),
    ("channels, notes or patterns", "Tab", "go", |e, cx| e.next_part(cx)),
    ("previous channel or pattern", "Left", "go", |e, _| e.step_across(-1)),
    ("next channel or pattern", "Right", "go", |e, _| e.step_across(1)),
    ("previous note, pattern above", "Up", "go", |e, cx| e.step_down(-1, cx)),
    ("next note, pattern below", "Down", "go", |e, cx| e.step_down(1, cx)),
    ("four notes or patterns back", "PgUp", "go", |e, _| e.jump(-4)),
    ("four notes or patterns on", "PgDn", "go", |e, _| e.jump(4)),
    ("first note or pattern", "Home", "go", |e, _| e.jump(-64)),
    ("last note or pattern", "End", "go", |e, _| e.jump(64)),
    ("edit the sound of the channel", "Enter", "go", |e, cx| e.open(cx)),
    ("sound of the channel: previous", "<", "pattern", |e, cx| e.turn_sound(e.channel, -1, cx)),
    ("sound of the channel: next", ">", "pattern", |e, cx| e.turn_sound(e.channel, 1, cx)),
    ("sound of the channel: eight back", "Ctrl+<", "pattern", |e, cx| e.turn_sound(e.channel, -8, cx)),
    ("sound of the channel: eight on", "Ctrl+>", "pattern", |e, cx| e.turn_sound(e.channel, 8, cx)),
    ("name the sound of the channel", "Ctrl+T", "pattern", |e, cx| e.name(cx)),
    ("silence channel 0 (saved)", "Shift+@1", "pattern", |e, cx| e.turn_silent(0, cx)),
    ("silence channel 1 (saved)", "Shift+@2", "pattern", |e, cx| e.turn_silent(1, cx)),
    ("silence channel 2 (saved)", "Shift+@3", "pattern", |e, cx| e.turn_silent(2, cx)),
    ("silence channel 3 (saved)", "Shift+@4", "pattern", |e, cx| e.turn_silent(3, cx)),
    ("start a loop here", "[", "pattern", |e, cx| e.turn_flag(0, cx)),
    ("end the loop here", "]", "pattern", |e, cx| e.turn_flag(1, cx)),
    ("stop the music here", "Ctrl+]", "pattern", |e, cx| e.turn_flag(2, cx)),
    ("keys as in FastTracker, or as in PICO-8", "Ctrl+Shift+K", "notes", |_, cx| cx.turn_layout()),
    ("octave down", "Alt+PgDn", "notes", |e, cx| e.turn_octave(-1, cx)),
    ("octave up", "Alt+PgUp", "notes", |e, cx| e.turn_octave(1, cx)),
    ("copy, with the sounds", "Ctrl+C", "edit", |e, cx| e.copy(cx)),
    ("cut, with the sounds", "Ctrl+X", "edit", |e, cx| e.cut(cx)),
    ("paste", "Ctrl+V", "edit", |e, cx| e.ask_paste(false, cx)),
    ("paste as a variation, with new sounds", "Ctrl+Shift+V", "edit", |e, cx| e.ask_paste(true, cx)),
    ("duplicate as a variation, with new sounds", "Ctrl+D", "edit", |e, cx| e.vary(cx)),
    ("clear the channel, note or pattern", "Del", "edit", |e, cx| e.erase(false, cx)),
    ("select all", "Ctrl+A", "edit", |e, _| e.select_all()),
    ("select previous patterns", "Shift+Left", "edit", |e, _| e.select(-1)),
    ("select next patterns", "Shift+Right", "edit", |e, _| e.select(1)),
    ("select eight previous patterns", "Shift+Up", "edit", |e, _| e.select(-8)),
    ("insert a pattern", "Ins", "edit", |e, cx| e.shift(true, cx)),
    ("clear the channel, delete the note or pattern", "Back", "edit", |e, cx| e.erase(true, cx)),
    ("export the music from here: .ogg, .wav", "Ctrl+Shift+E", "edit", |e, cx| {
        cx.type_at_prompt(format!("export -music {0} music-{0}.ogg", e.pattern))
    }),
];

pub(super) const FLAGS: [&str; 3] = ["a loop begins", "the loop goes back", "the music stops"];

impl MusicEditor {
    fn play_loop(&mut self, cx: &mut Context) {
        let begins = |n: &usize| pattern(&cx.doc, *n)[0] & FLAG != 0;
        let first = (0..=self.pattern).rev().find(begins).unwrap_or(0);
        self.play(first, cx);
    }

    pub(super) fn toggle_follow(&mut self, cx: &mut Context) {
        self.stays = !self.stays;
        cx.say(if self.stays { "the view does not follow" } else { "the view follows the music" });
    }

    pub(super) fn mute(&mut self, channel: usize, cx: &mut Context) {
        self.muted ^= 1 << channel;
        self.mix(cx);
        let state = if self.muted >> channel & 1 != 0 { "muted" } else { "audible" };
        cx.say(format!("channel {channel} is {state} (not saved)"));
    }

    pub(super) fn play_solo(&mut self, channel: usize, cx: &mut Context) {
        self.solo = if self.solo == Some(channel) { None } else { Some(channel) };
        self.mix(cx);
        cx.say(match self.solo {
            Some(_) => format!("only channel {channel}"),
            None => "all channels that are not muted".to_string(),
        });
    }

    fn step_pattern(&mut self, by: i32) {
        self.anchor = None;
        self.go(self.pattern as i32 + by);
    }

    fn step_across(&mut self, by: i32) {
        match self.part {
            MusicPart::Strip => self.step_pattern(by),
            _ => self.channel = (self.channel as i32 + by).rem_euclid(4) as usize,
        }
    }

    fn step_down(&mut self, by: i32, cx: &Context) {
        match self.part {
            MusicPart::Strip => {
                let to = self.pattern as i32 + by * Self::layout(cx).columns;
                if (0..PATTERNS as i32).contains(&to) {
                    self.step_pattern(to - self.pattern as i32);
                }
            }
            _ => self.step_row(by),
        }
    }

    fn jump(&mut self, by: i32) {
        match self.part {
            MusicPart::Strip => self.step_pattern(by),
            _ => self.step_row(by),
        }
    }

    pub(super) fn step_row(&mut self, by: i32) {
        self.row = (self.row as i32 + by).clamp(0, NOTES as i32 - 1) as usize;
    }

    fn ask_paste(&mut self, anew: bool, cx: &mut Context) {
        self.pastes_anew = anew;
        cx.effects.push(EditEffect::Paste);
    }

    fn cut(&mut self, cx: &mut Context) {
        self.copy(cx);
        self.clear("cut", cx);
    }

    fn vary(&mut self, cx: &mut Context) {
        let (from, to) = self.target();
        let mut behind = to + 1..(2 * to + 2 - from).min(PATTERNS);
        let taken = |n: &usize| pattern(&cx.doc, *n).iter().any(|byte| byte & SILENT == 0);
        if let Some(n) = behind.find(taken) {
            return cx.refuse(format!("pattern {n} is in use: copy, then Ctrl+Shift+V elsewhere"));
        }
        let clip = CopiedPatterns::of(&cx.doc, from, to);
        if self.put(&clip, to + 1, true, "variation", cx) {
            self.go(to as i32 + 1);
            self.selection = None;
        }
    }

    /// Erases what the cursor is on. With `before`, the previous note; and the patterns after a deleted one move.
    fn erase(&mut self, before: bool, cx: &mut Context) {
        match self.part {
            MusicPart::Notes => self.erase_note(before, cx),
            MusicPart::Strip if before => self.shift(false, cx),
            MusicPart::Strip => {
                self.clear("clear", cx);
                let (from, to) = self.target();
                cx.say(match to - from {
                    0 => format!("cleared pattern {from}: Ctrl+Z restores it"),
                    _ => format!("cleared patterns {from} to {to}: Ctrl+Z restores them"),
                });
            }
            MusicPart::Channel => self.clear_channel(cx),
        }
    }

    fn clear_channel(&mut self, cx: &mut Context) {
        let channel = self.channel;
        let before = pattern(&cx.doc, self.pattern)[channel];
        if before & !FLAG == EMPTY[channel] {
            return cx.say(format!("channel {channel} is empty: Tab twice, then Del clears the pattern"));
        }
        self.change("clear a channel", None, cx, |bytes| bytes[channel] = before & FLAG | EMPTY[channel]);
        cx.say(format!("cleared channel {channel}: it was {}", cx.called(usize::from(before & 63))));
    }

    fn name(&self, cx: &mut Context) {
        match self.sound(cx) {
            Some(sound) => cx.name_sound(sound),
            None => cx.refuse("this channel is silent: < and > choose a sound"),
        }
    }

    fn select_all(&mut self) {
        (self.part, self.selection) = (MusicPart::Strip, Some((0, PATTERNS - 1)));
    }

    fn select(&mut self, by: i32) {
        let from = *self.anchor.get_or_insert(self.pattern);
        self.go(self.pattern as i32 + by);
        self.part = MusicPart::Strip;
        self.selection = Some((from.min(self.pattern), from.max(self.pattern)));
    }

    pub(super) fn turn_sound(&mut self, channel: usize, by: i32, cx: &mut Context) {
        self.channel = channel;
        let byte = pattern(&cx.doc, self.pattern)[channel];
        let by = if byte & SILENT == 0 { by } else { 0 };
        self.set_sound((i32::from(byte & 63) + by).rem_euclid(64) as u8, cx);
    }

    pub(super) fn turn_silent(&mut self, channel: usize, cx: &mut Context) {
        (self.channel, self.part) = (channel, MusicPart::Channel);
        let byte = self.change("silent channel", None, cx, |bytes| bytes[channel] ^= SILENT)[channel];
        let plays = if byte & SILENT != 0 { "does not play" } else { "plays" };
        cx.say(format!("channel {channel} {plays} {}", cx.called(usize::from(byte & 63))));
    }

    pub(super) fn turn_flag(&mut self, n: usize, cx: &mut Context) {
        let byte = self.change("flag", None, cx, |bytes| bytes[n] ^= FLAG)[n];
        let is = if byte & FLAG != 0 { "" } else { "cleared: " };
        cx.say(format!("{is}{} at pattern {}", FLAGS[n], self.pattern));
    }

    fn copy(&mut self, cx: &mut Context) {
        let (from, to) = self.target();
        let clip = CopiedPatterns::of(&cx.doc, from, to);
        let patterns = counted(clip.patterns.len(), "pattern");
        cx.say(format!("copied {patterns} with {}", counted(clip.sounds.len(), "sound")));
        cx.effects.push(EditEffect::Copy(clip.to_text(&cx.doc)));
    }

    pub(super) fn paste(&mut self, text: &str, cx: &mut Context) {
        let Some(clip) = CopiedPatterns::from_text(text) else {
            return cx.refuse("the clipboard has no patterns");
        };
        let anew = std::mem::take(&mut self.pastes_anew);
        self.put(&clip, self.pattern, anew, if anew { "paste a variation" } else { "paste" }, cx);
    }

    fn put(
        &mut self,
        clip: &CopiedPatterns,
        at: usize,
        anew: bool,
        name: &'static str,
        cx: &mut Context,
    ) -> bool {
        let count = clip.patterns.len();
        if at + count > PATTERNS {
            let room = PATTERNS - at.min(PATTERNS);
            cx.refuse(format!("{} do not fit into {room}: nothing changed", counted(count, "pattern")));
            return false;
        }
        match clip.places(&cx.doc, anew) {
            Err((wanted, free)) => {
                cx.refuse(format!("sounds needed: {wanted}, free: {free}: nothing changed"));
                false
            }
            Ok(places) => {
                let new = places.iter().filter(|(from, to)| anew || from != to).count();
                cx.doc.begin(name, super::Side::Sound, EditPlace::Pattern(at));
                clip.put(&mut cx.doc, at, &places);
                cx.commit();
                let (patterns, sounds) = (counted(count, "pattern"), counted(new, "sound"));
                cx.say(format!("{patterns} at {at}, {sounds} in unused slots"));
                true
            }
        }
    }

    fn clear(&mut self, name: &'static str, cx: &mut Context) {
        let (from, to) = self.target();
        Self::begin(name, from, cx);
        (from..=to).for_each(|n| put(&mut cx.doc, n, EMPTY));
        cx.commit();
    }

    fn shift(&mut self, insert: bool, cx: &mut Context) {
        let (at, last) = (self.pattern, PATTERNS - 1);
        let end = pattern(&cx.doc, last);
        if insert && end.iter().any(|byte| byte & SILENT == 0) {
            return cx.refuse("pattern 63 would be lost: nothing changed");
        }
        let old: Vec<[u8; 4]> = (0..PATTERNS).map(|n| pattern(&cx.doc, n)).collect();
        Self::begin(if insert { "insert a pattern" } else { "delete a pattern" }, at, cx);
        for n in at..PATTERNS {
            let from = if insert { n.checked_sub(1).filter(|from| *from >= at) } else { Some(n + 1) };
            put(&mut cx.doc, n, from.and_then(|from| old.get(from)).copied().unwrap_or(EMPTY));
        }
        cx.commit();
    }
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
