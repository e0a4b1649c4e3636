//! The commands of the music editor: one table, and what each does.

use super::patterns::{CopiedPatterns, EMPTY, FLAG, PATTERNS, pattern, put};
use super::{EditPlace, MusicEditor};
use crate::EditEffect;
use crate::context::Context;
use crate::sound::notes::{NOTES, SILENT};
use crate::types::CommandTable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MusicCommand {
    Play,
    PlayLoop,
    Follow,
    Mute(usize),
    Solo(usize),
    Pattern(i32),
    Channel(i32),
    Row(i32),
    Open,
    Sound(i32),
    Silent(usize),
    Flag(usize),
    Notes,
    Octave(i32),
    Copy,
    Cut,
    Paste,
    PasteAnew,
    Variation,
    Clear,
    All,
    Select(i32),
    Insert,
    Remove,
    File,
}

use MusicCommand as C;

pub(super) const TABLE: &CommandTable<MusicCommand> = &[
    (C::Play, "play from here, stop", "Space", "play"),
    (C::PlayLoop, "play from where its loop begins", "Shift+Space", "play"),
    (C::Follow, "follow the pattern that plays", "Ctrl+F", "play"),
    (C::Mute(0), "hear channel 0, or not", "Alt+@1", "play"),
    (C::Mute(1), "hear channel 1, or not", "Alt+@2", "play"),
    (C::Mute(2), "hear channel 2, or not", "Alt+@3", "play"),
    (C::Mute(3), "hear channel 3, or not", "Alt+@4", "play"),
    (C::Solo(0), "hear channel 0 alone", "Ctrl+@1", "play"),
    (C::Solo(1), "hear channel 1 alone", "Ctrl+@2", "play"),
    (C::Solo(2), "hear channel 2 alone", "Ctrl+@3", "play"),
    (C::Solo(3), "hear channel 3 alone", "Ctrl+@4", "play"),
    (C::Pattern(-1), "pattern before", "-", "go"),
    (C::Pattern(1), "next pattern", "+", "go"),
    (C::Pattern(-8), "eight patterns back", "Ctrl+-", "go"),
    (C::Pattern(8), "eight patterns on", "Ctrl++", "go"),
    (C::Channel(-1), "channel before", "Left", "go"),
    (C::Channel(1), "next channel", "Right", "go"),
    (C::Row(-1), "note before", "Up", "go"),
    (C::Row(1), "next note", "Down", "go"),
    (C::Row(-4), "four notes back", "PgUp", "go"),
    (C::Row(4), "four notes on", "PgDn", "go"),
    (C::Row(-64), "first note", "Home", "go"),
    (C::Row(64), "last note", "End", "go"),
    (C::Open, "edit the sound of the channel", "Enter", "go"),
    (C::Sound(-1), "sound of the channel: before", "<", "pattern"),
    (C::Sound(1), "sound of the channel: next", ">", "pattern"),
    (C::Sound(-8), "sound of the channel: eight back", "Ctrl+<", "pattern"),
    (C::Sound(8), "sound of the channel: eight on", "Ctrl+>", "pattern"),
    (C::Silent(0), "channel 0 silent (saved), or not", "Shift+@1", "pattern"),
    (C::Silent(1), "channel 1 silent (saved), or not", "Shift+@2", "pattern"),
    (C::Silent(2), "channel 2 silent (saved), or not", "Shift+@3", "pattern"),
    (C::Silent(3), "channel 3 silent (saved), or not", "Shift+@4", "pattern"),
    (C::Flag(0), "a loop begins here", "[", "pattern"),
    (C::Flag(1), "the loop goes back from here", "]", "pattern"),
    (C::Flag(2), "the music stops here", "Ctrl+]", "pattern"),
    (C::Notes, "keys write notes, or choose sounds", "Tab", "notes"),
    (C::Octave(-1), "octave down", "Alt+PgDn", "notes"),
    (C::Octave(1), "octave up", "Alt+PgUp", "notes"),
    (C::Copy, "copy, with the sounds", "Ctrl+C", "edit"),
    (C::Cut, "cut, with the sounds", "Ctrl+X", "edit"),
    (C::Paste, "paste", "Ctrl+V", "edit"),
    (C::PasteAnew, "paste a variation: with sounds of its own", "Ctrl+Shift+V", "edit"),
    (C::Variation, "variation behind: with sounds of its own", "Ctrl+D", "edit"),
    (C::Clear, "clear", "Del", "edit"),
    (C::All, "select all", "Ctrl+A", "edit"),
    (C::Select(-1), "select patterns before", "Shift+Left", "edit"),
    (C::Select(1), "select patterns behind", "Shift+Right", "edit"),
    (C::Select(-8), "select eight patterns before", "Shift+Up", "edit"),
    (C::Insert, "insert a pattern", "Ins", "edit"),
    (C::Remove, "take the pattern out", "Back", "edit"),
    (C::File, "music from here as a file: .ogg, .wav", "Ctrl+Shift+E", "edit"),
];

/// The flags, and what is said of them.
pub(super) const FLAGS: [&str; 3] = ["a loop begins", "the loop goes back", "the music stops"];

impl MusicEditor {
    pub(super) fn command(&mut self, command: MusicCommand, cx: &mut Context) {
        match command {
            C::Play => self.play(self.pattern, cx),
            C::PlayLoop => {
                let begins = |n: &usize| pattern(&cx.doc, *n)[0] & FLAG != 0;
                let first = (0..=self.pattern).rev().find(begins).unwrap_or(0);
                self.play(first, cx);
            }
            C::Follow => {
                self.stays = !self.stays;
                cx.say(if self.stays { "the view stays" } else { "the view follows the music" });
            }
            C::Mute(channel) => {
                self.muted ^= 1 << channel;
                self.mix(cx);
                let state = if self.muted >> channel & 1 != 0 { "not heard" } else { "heard" };
                cx.say(format!("channel {channel} is {state}; saved nowhere"));
            }
            C::Solo(channel) => {
                self.solo = if self.solo == Some(channel) { None } else { Some(channel) };
                self.mix(cx);
                cx.say(match self.solo {
                    Some(_) => format!("channel {channel} alone"),
                    None => "all that are not muted".to_string(),
                });
            }
            C::Pattern(by) => {
                self.anchor = None;
                self.go(self.pattern as i32 + by);
            }
            C::Channel(by) => self.channel = (self.channel as i32 + by).rem_euclid(4) as usize,
            C::Row(by) => self.row = (self.row as i32 + by).clamp(0, NOTES as i32 - 1) as usize,
            C::Open => self.open(cx),
            C::Sound(by) => self.turn_sound(self.channel, by, cx),
            C::Silent(channel) => self.turn_silent(channel, cx),
            C::Flag(n) => self.turn_flag(n, cx),
            C::Copy => self.copy(cx),
            C::Cut => {
                self.copy(cx);
                self.clear("cut", cx);
            }
            C::Paste | C::PasteAnew => {
                self.pastes_anew = command == C::PasteAnew;
                cx.effects.push(EditEffect::Paste);
            }
            C::Notes => self.turn_writing(cx),
            C::Octave(by) => self.turn_octave(by, cx),
            C::File => cx.type_at_prompt(format!("export -music {0} music-{0}.ogg", self.pattern)),
            C::Variation => {
                let (from, to) = self.target();
                let behind = to + 1..(2 * to + 2 - from).min(PATTERNS);
                let taken = |n: &usize| pattern(&cx.doc, *n).iter().any(|byte| byte & SILENT == 0);
                if let Some(n) = behind.clone().find(taken) {
                    return cx
                        .refuse(format!("pattern {n} plays something: copy, and Ctrl+Shift+V elsewhere"));
                }
                let clip = CopiedPatterns::of(&cx.doc, from, to);
                if self.put(&clip, to + 1, true, "variation", cx) {
                    self.go(to as i32 + 1);
                    self.selection = None;
                }
            }
            C::Clear if self.writes => self.erase_note(false, cx),
            C::Remove if self.writes => self.erase_note(true, cx),
            C::Clear => self.clear("clear", cx),
            C::All => self.selection = Some((0, PATTERNS - 1)),
            C::Select(by) => {
                let from = *self.anchor.get_or_insert(self.pattern);
                self.go(self.pattern as i32 + by);
                self.selection = Some((from.min(self.pattern), from.max(self.pattern)));
            }
            C::Insert => self.shift(true, cx),
            C::Remove => self.shift(false, cx),
        }
    }

    /// A silent channel begins with the sound that it names.
    pub(super) fn turn_sound(&mut self, channel: usize, by: i32, cx: &mut Context) {
        self.channel = channel;
        let byte = pattern(&cx.doc, self.pattern)[channel];
        let by = if byte & SILENT == 0 { by } else { 0 };
        self.set_sound((i32::from(byte & 63) + by).rem_euclid(64) as u8, cx);
    }

    pub(super) fn turn_silent(&mut self, channel: usize, cx: &mut Context) {
        self.channel = channel;
        let mut bytes = pattern(&cx.doc, self.pattern);
        bytes[channel] ^= SILENT;
        Self::begin("silent channel", self.pattern, cx);
        put(&mut cx.doc, self.pattern, bytes);
        cx.commit();
        let silent = bytes[channel] & SILENT != 0;
        cx.say(format!(
            "channel {channel} {} sound {}",
            if silent { "does not play" } else { "plays" },
            bytes[channel] & 63
        ));
    }

    pub(super) fn turn_flag(&mut self, n: usize, cx: &mut Context) {
        let mut bytes = pattern(&cx.doc, self.pattern);
        bytes[n] ^= FLAG;
        Self::begin("flag", self.pattern, cx);
        put(&mut cx.doc, self.pattern, bytes);
        cx.commit();
        let is = if bytes[n] & FLAG != 0 { "" } else { "no longer: " };
        cx.say(format!("{is}{} at pattern {}", FLAGS[n], self.pattern));
    }

    fn copy(&mut self, cx: &mut Context) {
        let (from, to) = self.target();
        let clip = CopiedPatterns::of(&cx.doc, from, to);
        cx.say(format!(
            "copied {} with {}",
            counted(clip.patterns.len(), "pattern"),
            counted(clip.sounds.len(), "sound")
        ));
        let text = clip.to_text(&cx.doc);
        cx.effects.push(EditEffect::Copy(text));
    }

    pub(super) fn paste(&mut self, text: &str, cx: &mut Context) {
        let Some(clip) = CopiedPatterns::from_text(text) else {
            return cx.refuse("the clipboard has no patterns");
        };
        let anew = std::mem::take(&mut self.pastes_anew);
        self.put(&clip, self.pattern, anew, if anew { "paste a variation" } else { "paste" }, cx);
    }

    /// Puts patterns and their sounds; true if there was room for all of them.
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
            cx.refuse(format!("{}, and room for {room}: nothing is changed", counted(count, "pattern")));
            return false;
        }
        match clip.places(&cx.doc, anew) {
            Err((wanted, free)) => {
                cx.refuse(format!("sounds needed: {wanted}, free: {free}; nothing is changed"));
                false
            }
            Ok(places) => {
                let new = places.iter().filter(|(from, to)| anew || from != to).count();
                cx.doc.begin(name, super::Side::Sound, EditPlace::Pattern(at));
                clip.put(&mut cx.doc, at, &places);
                cx.commit();
                cx.say(format!(
                    "{} at {at}, {} in free numbers",
                    counted(count, "pattern"),
                    counted(new, "sound")
                ));
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

    /// Inserts an empty pattern here, or takes this one out: those behind move.
    fn shift(&mut self, insert: bool, cx: &mut Context) {
        let (at, last) = (self.pattern, PATTERNS - 1);
        let end = pattern(&cx.doc, last);
        if insert && end.iter().any(|byte| byte & SILENT == 0) {
            return cx.refuse("pattern 63 would be lost: nothing is changed");
        }
        let old: Vec<[u8; 4]> = (0..PATTERNS).map(|n| pattern(&cx.doc, n)).collect();
        Self::begin(if insert { "insert a pattern" } else { "take a pattern out" }, at, cx);
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
