//! The status line and the picture of the music editor.

use super::command::FLAGS;
use super::gesture::MusicHover;
use super::layout::MusicLayout;
use super::patterns::{EMPTY, FLAG, PATTERNS, free, pattern};
use super::{MusicEditor, MusicPart};
use crate::context::Context;
use crate::editor::View;
use crate::pen::{PLAYING, Pen, width};
use crate::sound::notes::{NOTES, SILENT, SoundHeader, note, sound, users};
use crate::sound::{draw_level, draw_listed, draw_note, draw_scope, list, narrow, play_icon};
use studio::Area;

const CHANNELS: [i32; 4] = [12, 14, 11, 9];
const SIGNS: [[&str; 5]; 3] = [
    ["#.##...", "#.####.", "#.#####", "#.####.", "#.##..."],
    ["...##.#", ".####.#", "#####.#", ".####.#", "...##.#"],
    [".#####.", ".#####.", ".#####.", ".#####.", ".#####."],
];
const LIT: [i32; 3] = [11, 11, 8];
const FLAG_NAMES: [&str; 3] = ["loop start", "loop end", "stop"];

impl View for MusicEditor {
    fn status(&self, cx: &Context) -> String {
        let of = |number: usize| match users(&cx.doc, number).as_slice() {
            [] => "not used".to_string(),
            all => format!("in pattern {}", list(all)),
        };
        match self.over(cx) {
            MusicHover::Pattern(n) => format!("pattern {n}{}   right: play", flags(cx, n)),
            MusicHover::Number => "pattern   also - and +".to_string(),
            MusicHover::Play => "play from here / stop: Space".to_string(),
            MusicHover::Flag(n) => format!("{} at pattern {}", FLAGS[n], self.pattern),
            MusicHover::Follow => "follow the pattern that plays: Ctrl+F".to_string(),
            MusicHover::Mute(n) => format!("mute channel {n} (not saved)"),
            MusicHover::Solo(n) => format!("solo channel {n}"),
            MusicHover::Silent(n) => format!("silence channel {n} in this pattern (saved)"),
            MusicHover::Sound(n) => match sound(&cx.doc, self.pattern, n) {
                Some(number) => {
                    format!("{}: {}   left +, right -   Ctrl+T name", cx.called(number), of(number))
                }
                None => format!("channel {n} is silent   click: play"),
            },
            MusicHover::Note(channel, row) => match sound(&cx.doc, self.pattern, channel) {
                Some(number) => {
                    format!("{}   right: edit {}", note(&cx.doc, number, row).cell(), cx.called(number))
                }
                None => format!("channel {channel} is silent"),
            },
            MusicHover::Listed(number) => format!("{}: {}   left: choose", cx.called(number), of(number)),
            MusicHover::Nothing => {
                let (n, channel) = (self.pattern, self.channel);
                match self.part {
                    MusicPart::Notes => {
                        let (row, octave) = (self.row, self.octave + 2);
                        format!("note {row} of channel {channel}, octave {octave}: keys write   Tab patterns")
                    }
                    MusicPart::Strip => {
                        format!("pattern {n}{}   Del clears it   Tab channels", flags(cx, n))
                    }
                    MusicPart::Channel => {
                        let here = self
                            .sound(cx)
                            .map_or("silent".to_string(), |n| format!("{}, {}", cx.called(n), of(n)));
                        format!("channel {channel}: {here}   Tab notes   F1 commands")
                    }
                }
            }
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let layout = Self::layout(cx);
        self.draw_strip(pen, &layout, cx);
        self.draw_head(pen, &layout, cx);
        for channel in 0..4 {
            self.draw_channel(pen, &layout, channel, cx);
            self.draw_notes(pen, &layout, channel, cx);
        }
        self.draw_list(pen, &layout, cx);
        match layout.scope {
            Some(scope) => draw_scope(pen, scope, cx),
            None => {
                let Area { x, y, w, h } = layout.strip;
                draw_level(pen, Area { x, y: y + h + 1, w, h: 1 }, cx);
            }
        }
    }
}

impl MusicEditor {
    fn draw_strip(&self, pen: &mut Pen<'_>, layout: &MusicLayout, cx: &Context) {
        // The part that the keys act on has the lighter frame.
        pen.outline(layout.strip, if self.part == MusicPart::Strip { 6 } else { 0 });
        pen.fill(layout.strip, 0);
        for n in 0..PATTERNS {
            let area = layout.pattern(n);
            let bytes = pattern(&cx.doc, n);
            let plays = cx.speaker.pattern.map(usize::from) == Some(n);
            let inner = Area { w: area.w - 1, h: area.h - 1, ..area };
            let is_empty = bytes == EMPTY;
            let ground = if n == self.pattern { 13 } else { i32::from(!is_empty) };
            pen.fill(inner, if plays { PLAYING } else { ground });
            if is_empty {
                let (x, y) = (inner.x + inner.w / 2, inner.y + inner.h / 2);
                pen.fill(Area { x, y, w: 1, h: 1 }, 5);
            }
            let tall = (inner.h - 1) / 4;
            for channel in 0..4 {
                if bytes[channel as usize] & SILENT == 0 {
                    let (y, h) = (inner.y + 1 + channel * tall, (tall - 1).max(1));
                    pen.fill(Area { x: inner.x + 1, y, w: inner.w - 2, h }, CHANNELS[channel as usize]);
                }
            }
            let flag = |n: usize| bytes[n] & FLAG != 0;
            if flag(0) {
                pen.fill(Area { w: 1, ..inner }, 11);
            }
            if flag(1) || flag(2) {
                let x = inner.x + inner.w - 1;
                pen.fill(Area { x, w: 1, ..inner }, if flag(2) { 8 } else { 11 });
            }
            if n == self.pattern {
                pen.frame(area, 7);
            }
        }
        if let Some(y) = layout.ruler {
            for n in (0..PATTERNS).step_by(8) {
                pen.text(&n.to_string(), layout.pattern(n).x, y, 6);
            }
        }
        if let Some((from, to)) = self.selection {
            for n in from..=to {
                pen.ants(layout.pattern(n), cx.ants());
            }
        }
    }

    fn draw_head(&self, pen: &mut Pen<'_>, layout: &MusicLayout, cx: &Context) {
        let over = self.over(cx);
        let bytes = pattern(&cx.doc, self.pattern);
        let ink = |lit: bool, plain: i32| if lit { 10 } else { plain };
        pen.fill(Area { w: layout.number.w - 1, ..layout.number }, 0);
        let Area { x, y, .. } = layout.number;
        pen.text(&format!("{:02}", self.pattern), x + 2, y + 2, ink(over == MusicHover::Number, 7));
        for area in [layout.play, layout.follow] {
            pen.fill(Area { w: area.w - 1, ..area }, 0);
        }
        pen.icon(&play_icon(cx), layout.play.x + 2, y + 2, ink(over == MusicHover::Play, 11));
        for n in 0..3 {
            let (area, set) = (layout.flags[n], bytes[n] & FLAG != 0);
            pen.fill(Area { w: area.w - 1, ..area }, 0);
            let color = ink(over == MusicHover::Flag(n), if set { LIT[n] } else { 13 });
            pen.icon(&SIGNS[n], area.x + 2, area.y + 2, color);
            if area.w > 12 {
                pen.text(FLAG_NAMES[n], area.x + 11, area.y + 2, color);
            }
        }
        let follow = ["....#..", "....##.", "#######", "....##.", "....#.."];
        let color = ink(over == MusicHover::Follow, if self.stays { 13 } else { 12 });
        pen.icon(&follow, layout.follow.x + 2, y + 2, color);
        if layout.follow.w > 12 {
            pen.text("follow", layout.follow.x + 11, y + 2, color);
        }
        let words = match cx.speaker.pattern {
            Some(plays) => format!("playing {plays}"),
            None => format!("{} free sounds", free(&cx.doc).len()),
        };
        pen.text_until(&words, layout.words.x + 2, y + 2, 6, layout.words.x + layout.words.w);
    }

    fn draw_channel(&self, pen: &mut Pen<'_>, layout: &MusicLayout, channel: usize, cx: &Context) {
        let area = layout.heads[channel];
        let over = self.over(cx);
        let byte = pattern(&cx.doc, self.pattern)[channel];
        let silent = byte & SILENT != 0;
        let front = channel == self.channel && self.part != MusicPart::Strip;
        pen.fill(area, if front { 2 } else { 0 });
        // The colour of anything off, readable on either ground.
        let dim = 13;
        let parts = layout.parts(channel);
        let audible = self.solo.map_or(self.muted >> channel & 1 == 0, |solo| solo == channel);
        let dx = ((parts[0].w - 5) / 2).max(1);
        let ink = |lit: bool, plain: i32| if lit { 10 } else { plain };
        let mut icon = |n: usize, rows: &[&str; 5], hover: MusicHover, plain: i32| {
            pen.icon(rows, parts[n].x + dx, area.y + 2, ink(over == hover, plain));
        };
        let sounds = match audible {
            true => ["..#.#", ".##.#", "###.#", ".##.#", "..#.#"],
            false => ["..#..", ".##..", "###..", ".##..", "..#.."],
        };
        icon(0, &sounds, MusicHover::Mute(channel), if audible { 6 } else { 8 });
        let solo = [".##..", "#....", ".#...", "..#..", "##..."];
        icon(1, &solo, MusicHover::Solo(channel), if self.solo == Some(channel) { 9 } else { dim });
        let plays = match silent {
            true => [".###.", "#...#", "#...#", "#...#", ".###."],
            false => [".###.", "#####", "#####", "#####", ".###."],
        };
        icon(2, &plays, MusicHover::Silent(channel), if silent { dim } else { CHANNELS[channel] });
        // Without room for parentheses the sign before the number shows that the channel is silent.
        let in_words = silent && area.w >= 48;
        let number = match byte & 0x7f {
            empty if empty == EMPTY[channel] => "--".to_string(),
            sound if in_words => format!("({})", sound & 63),
            sound => format!("{:02}", sound & 63),
        };
        let color = ink(over == MusicHover::Sound(channel), if silent { dim } else { 7 });
        let end = pen.text(&number, parts[3].x + 2, area.y + 2, color);
        if area.w >= 60 {
            let channel = format!("ch {channel}");
            let right = area.x + area.w - 1;
            pen.text_before(&channel, right, area.y + 2, dim);
            if number != "--" && area.w >= 100 {
                let name = cx.cart().name(usize::from(byte & 63));
                pen.text_until(
                    name,
                    end + 4,
                    area.y + 2,
                    if silent { dim } else { 6 },
                    right - width(&channel) - 4,
                );
            }
        }
        // As loud as the note that plays there.
        if let Some((plays, row)) = cx.speaker.places[channel] {
            let volume = note(&cx.doc, plays.into(), usize::from(row).min(NOTES - 1)).volume;
            let long = i32::from(volume) * (area.w - 2) / 7;
            pen.fill(Area { x: area.x + 1, y: area.y + 9, w: long, h: 1 }, if audible { 11 } else { 5 });
        }
    }

    fn draw_notes(&self, pen: &mut Pen<'_>, layout: &MusicLayout, channel: usize, cx: &Context) {
        let area = layout.notes[channel];
        let Some(number) = sound(&cx.doc, self.pattern, channel) else {
            // A channel that plays nothing is an empty frame.
            pen.frame(area, 0);
            let names_sound = pattern(&cx.doc, self.pattern)[channel] & 0x7f != EMPTY[channel];
            let texts = if names_sound { ["silent", "off"] } else { ["empty", "--"] };
            let text = texts[usize::from(area.w < 60)];
            return pen.text_before(text, area.x + (area.w + width(text)) / 2, area.y + area.h / 2 - 3, 6);
        };
        pen.fill(area, 0);
        let fields = match area.w {
            w @ ..100 => narrow(w),
            _ => [20, 31, 42, 70, 82, 120],
        };
        let (top, playhead) = (self.top(cx), self.playhead(channel, cx));
        let front = channel == self.channel && self.part != MusicPart::Strip;
        let air = (layout.row - 5) / 2;
        let head = SoundHeader::of(&cx.doc, number);
        for row in top..(top + layout.rows()).min(NOTES) {
            let y = area.y + (row - top) as i32 * layout.row;
            let line = Area { y, h: layout.row, ..area };
            if playhead == Some(row) {
                pen.fill(line, PLAYING);
            } else if row == self.row && front {
                pen.fill(line, 2);
                if self.part == MusicPart::Notes {
                    // Where keys write.
                    pen.fill(Area { x: area.x + fields[0] - 1, w: fields[2] - fields[0], ..line }, 13);
                }
            } else if row % 4 == 0 {
                pen.fill(line, 1);
            }
            let ended = head.length().is_some_and(|length| row >= usize::from(length));
            let on_color = playhead == Some(row) || row == self.row && front;
            if area.w > 100 {
                pen.text(&format!("{row:02}"), area.x + 2, y + air, if on_color { 6 } else { 5 });
            }
            if !ended {
                let ink = |_, plain: i32| if on_color && plain == 13 { 6 } else { plain };
                draw_note(pen, note(&cx.doc, number, row), (area.x, y + air), &fields, false, ink);
            }
        }
    }

    fn draw_list(&self, pen: &mut Pen<'_>, layout: &MusicLayout, cx: &Context) {
        if let Some(list) = layout.list {
            pen.outline(list, 0);
            pen.fill(list, 0);
        }
        let here: [_; 4] = std::array::from_fn(|channel| sound(&cx.doc, self.pattern, channel));
        for n in 0..64 {
            let Some(area) = layout.listed(n).filter(|area| pen.sees(*area)) else { continue };
            if let Some(channel) = here.iter().position(|other| *other == Some(n)) {
                pen.fill(area, 2);
                pen.fill(Area { w: 2, ..area }, CHANNELS[channel]);
            } else if cx.is_over(area) {
                pen.fill(area, 5);
            }
            draw_listed(pen, n, area, (4, 14), None, cx);
        }
    }
}

fn flags(cx: &Context, n: usize) -> String {
    let bytes = pattern(&cx.doc, n);
    (0..3).filter(|flag| bytes[*flag] & FLAG != 0).map(|flag| format!(", {}", FLAGS[flag])).collect()
}
