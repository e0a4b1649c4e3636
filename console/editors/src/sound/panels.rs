//! The status line of the sound editor, and the picture of its head, instruments, list of sounds, piano and scope.

use super::command::{TABLE, head_words, key_or_rest};
use super::gesture::SoundHover;
use super::layout::{SoundLayout, is_black};
use super::notes::{FILTERS, INSTRUMENTS, SAMPLES, SOUNDS, SoundHeader, is_empty, notes, sample, users};
use super::view::color;
use super::{SoundEditor, at_row};
use crate::context::Context;
use crate::editor::View;
use crate::pen::{Pen, width};
use format::{EFFECTS, SfxNote, WAVES};
use studio::Area;

/// A D for dampen would be the second one; it is a low-pass filter.
const LETTERS: [&str; 5] = ["N", "B", "D", "R", "L"];
const ICONS: [[&str; 5]; 8] = [
    ["......", "..##..", ".#..#.", "#....#", "......"],
    ["......", "....#.", "..###.", "##...#", "......"],
    ["......", "..#..#", ".##.##", "#.##.#", "......"],
    ["......", "###..#", "..#..#", "..####", "......"],
    ["......", "##...#", ".#...#", ".#####", "......"],
    ["......", ".#....", "#.#.#.", "...#.#", "......"],
    ["..#...", "#.#.#.", "#.####", ".#.#.#", ".#...."],
    [".#....", "#.##..", "...#.#", "....#.", "......"],
];

impl View for SoundEditor {
    fn status(&self, cx: &Context) -> String {
        if let Some(rows) = self.count_in(cx) {
            return format!("recording in {rows}");
        }
        if let Some(recording) = self.recording {
            let round = recording.round.unwrap_or(0) + 1;
            return format!("recording, round {round}: Esc or Space stops");
        }
        let head = SoundHeader::of(&cx.doc, cx.sound);
        let instrument = |n: u8| match n {
            0..8 => WAVES[usize::from(n)].to_string(),
            _ => format!("{} as instrument", cx.called(usize::from(n) - 8)),
        };
        match self.over(cx) {
            SoundHover::Number => {
                format!("{}: {}   also - and +", cx.called(cx.sound), used_by(cx, cx.sound))
            }
            SoundHover::Name => "name the sound: Ctrl+T".to_string(),
            SoundHover::Play => "play / stop: Space   right: from the cursor".to_string(),
            SoundHover::Round => "loop: Ctrl+Space".to_string(),
            SoundHover::Record => "record keys in time: Ctrl+Enter".to_string(),
            SoundHover::Speed => {
                format!("speed: {} ticks a note, 120 a second   left +, right -", head.speed)
            }
            SoundHover::Loop(0) => format!("{}   left +, right -", head_words(&head)),
            SoundHover::Loop(_) => "end of the loop; 0: the first number is the length".to_string(),
            SoundHover::Filter(n) => {
                let (name, _, most, does) = FILTERS[n];
                format!("{name} {} of {most}: {does}   left +, right -", head.filters[n])
            }
            SoundHover::Instrument(n) if usize::from(n) < INSTRUMENTS => {
                format!("{}   Shift: for all notes", instrument(n))
            }
            SoundHover::Instrument(n) => format!("{}   right: edit", instrument(n)),
            SoundHover::Brush(n) => format!(
                "{} of new notes   left +, right -   Shift: all notes",
                ["octave", "volume", "effect", "step of the cursor"][n]
            ),
            SoundHover::Ruler(_) => "drag the ends of the loop or the sound".to_string(),
            SoundHover::Graph(row, pitch) => {
                let note = at_row(cx, row);
                let there = key_or_rest(note.pitch, note.volume);
                let key = super::key_name(pitch as u8);
                format!("note {row}: {there}   left: draw {key}, right: pick")
            }
            SoundHover::Wave(n, value) => {
                format!("sample {n}: {}   left: draw {value}", Self::samples(cx)[n as usize])
            }
            SoundHover::Word(row) => TABLE[row].0.to_string(),
            SoundHover::Volumes(row, volume) => {
                format!("note {row}: volume {}   left: draw {volume}", at_row(cx, row).volume)
            }
            SoundHover::Effects(row) => {
                let effect = usize::from(at_row(cx, row).effect);
                format!("note {row}: effect {effect} {}   left: next, right: none", EFFECTS[effect])
            }
            SoundHover::Tracker(row, _) => format!("note {row}: {}   right: pick", at_row(cx, row).cell()),
            SoundHover::Listed(sound) => format!("{}: {}", cx.called(sound), used_by(cx, sound)),
            SoundHover::Key(_) | SoundHover::Nothing => self.at_rest(cx),
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let layout = Self::layout(cx);
        self.draw_head(pen, &layout, cx);
        if Self::is_wave(cx) {
            self.draw_wave(pen, &layout, cx);
        } else {
            if layout.both || !self.tracker {
                self.draw_graph(pen, &layout, cx);
            }
            if layout.both || self.tracker {
                self.draw_tracker(pen, &layout, cx);
            }
            self.draw_strips(pen, &layout, cx);
            self.draw_ruler(pen, &layout, cx);
        }
        self.draw_words(pen, &layout, cx);
        self.draw_panels(pen, &layout, cx);
    }
}

impl SoundEditor {
    fn draw_head(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let head = SoundHeader::of(&cx.doc, cx.sound);
        let over = self.over(cx);
        let mut number = |area: Area, text: &str, lit: bool, color: i32| {
            pen.fill(Area { w: area.w - 1, ..area }, 0);
            let end = area.x + area.w - 1;
            pen.text_until(text, area.x + 2, area.y + 2, if lit { 10 } else { color }, end);
        };
        number(layout.number, &format!("{:02}", cx.sound), over == SoundHover::Number, 7);
        if let Some(area) = layout.name {
            let name = cx.cart().name(cx.sound);
            let (text, plain) = if name.is_empty() { ("unnamed: Ctrl+T", 13) } else { (name, 7) };
            number(area, text, over == SoundHover::Name, plain);
        }
        let (speed, from, to) =
            if layout.speed.w > 30 { ("speed ", "loop ", "to ") } else { ("s", "l ", "") };
        number(layout.speed, &format!("{speed}{}", head.speed), over == SoundHover::Speed, 6);
        let dim = if head.looped().is_some() || head.length().is_some() { 11 } else { 13 };
        number(layout.loops[0], &format!("{from}{}", head.start), over == SoundHover::Loop(0), dim);
        number(layout.loops[1], &format!("{to}{}", head.end), over == SoundHover::Loop(1), dim);
        let color = |lit: bool, plain: i32| if lit { 10 } else { plain };
        for area in [layout.play, layout.round, layout.record] {
            pen.fill(Area { w: area.w - 1, ..area }, 0);
        }
        pen.icon(&play_icon(cx), layout.play.x + 1, layout.play.y + 2, color(over == SoundHover::Play, 11));
        let round = [".##.#", "#..##", "#.###", "#...#", ".###."];
        pen.icon(&round, layout.round.x + 1, layout.round.y + 2, color(over == SoundHover::Round, 11));
        let disc = [".###.", "#####", "#####", "#####", ".###."];
        let recording = self.recording.is_some();
        let plain = if recording && cx.beat() % 30 < 15 { 7 } else { 8 };
        pen.icon(&disc, layout.record.x + 1, layout.record.y + 2, color(over == SoundHover::Record, plain));
        // The longest names that fit.
        let form = [27, 16].iter().position(|room| layout.filters[4].w > *room).unwrap_or(2);
        for (n, area) in layout.filters.iter().enumerate() {
            let (names, level) = (&FILTERS[n], i32::from(head.filters[n]));
            let area = Area { w: area.w - 1, ..*area };
            pen.fill(area, 0);
            let lit = over == SoundHover::Filter(n);
            pen.text(
                [names.0, names.1, LETTERS[n]][form],
                area.x + 2,
                area.y + 1,
                color(lit, if level > 0 { 7 } else { 13 }),
            );
            // A lamp for each level, lit up to the one that is set.
            let (most, high) = (i32::from(names.2), (area.h - 7).min(2));
            let lamp = (area.w - 3) / most;
            for step in 0..most {
                let y = area.y + area.h - high - i32::from(area.h > 9);
                let lamp = Area { x: area.x + 2 + step * lamp, y, w: lamp - 1, h: high };
                pen.fill(lamp, if step < level { 11 } else { 5 });
            }
        }
        for (n, area) in (0u8..).zip(layout.instruments) {
            let note = SfxNote { instrument: n, ..SfxNote::default() };
            let chosen = self.brush.instrument == n;
            let inner = Area { w: area.w - 1, ..area };
            pen.fill(inner, if chosen { super::view::color(note) } else { 0 });
            let ink = match (chosen, over == SoundHover::Instrument(n)) {
                (true, _) => 0,
                (_, true) => 7,
                _ if n >= 8 && is_empty(&cx.doc, usize::from(n - 8)) => 13,
                _ if n >= 8 => 11,
                _ => super::view::color(note),
            };
            let number = usize::from(n & 7);
            if n < 8 {
                pen.icon(&ICONS[number], area.x + 1, area.y + 2, ink);
            } else {
                pen.text(&number.to_string(), area.x + 2, area.y + 2, ink);
            }
            if area.w > 20 {
                let name = if n < 8 { WAVES[number] } else { cx.cart().name(number) };
                pen.text_until(name, area.x + 9, area.y + 2, ink, area.x + area.w - 2);
            }
        }
        if let Some(brush) = layout.brush {
            let SfxNote { volume, effect, .. } = self.brush;
            let effect = if effect == 0 { "none" } else { EFFECTS[usize::from(effect)] };
            let (octave, volume) = (format!("oct {}", self.octave), format!("vol {volume}"));
            if layout.words.is_some() {
                pen.text("new notes", layout.graph.x, brush[0].y + 2, 6);
            }
            let texts = [octave, volume, format!("fx {effect}"), format!("step {}", self.step)];
            for (n, (area, text)) in brush.iter().zip(&texts).enumerate() {
                pen.fill(Area { w: area.w - 1, ..*area }, 0);
                pen.text(text, area.x + 2, area.y + 2, color(over == SoundHover::Brush(n), 6));
            }
        }
    }

    fn draw_panels(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        if let Some(scope) = layout.scope {
            draw_scope(pen, scope, cx);
        } else {
            draw_level(pen, layout.level, cx);
        }
        if layout.list.is_some() {
            self.draw_list(pen, layout, cx);
        }
        if let Some(piano) = layout.piano {
            self.draw_piano(pen, layout, piano, cx);
        }
    }

    fn draw_list(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        if let Some(list) = layout.list {
            pen.text("sounds", list.x + 2, list.y - 8, 6);
            pen.text_before("patterns", list.x + list.w, list.y - 8, 9);
            pen.outline(list, 0);
            pen.fill(list, 0);
        }
        for sound in 0..SOUNDS {
            let Some(area) = layout.listed(sound).filter(|area| pen.sees(*area)) else { continue };
            let is_shown = sound == cx.sound;
            if is_shown {
                pen.fill(area, 13);
            } else if self.sounds(cx).contains(&sound) || cx.is_over(area) {
                pen.fill(area, 2);
            }
            draw_listed(pen, sound, area, (2, 13), is_shown.then_some(7), cx);
        }
    }

    fn draw_piano(&self, pen: &mut Pen<'_>, layout: &SoundLayout, piano: Area, cx: &Context) {
        let now = at_row(cx, Self::playhead(cx).unwrap_or(self.row));
        let lit = |key: i32| now.volume > 0 && i32::from(now.pitch) == 12 * self.octave + key;
        let hovered = |key: i32| self.over(cx) == SoundHover::Key(key);
        pen.outline(piano, 0);
        pen.fill(piano, 5);
        let letters = ["Z", "S", "X", "D", "C", "V", "G", "B", "H", "N", "J", "M"];
        let upper = ["Q", "2", "W", "3", "E", "R", "5", "T", "6", "Y", "7", "U"];
        for black in [false, true] {
            for key in (0..24).filter(|key| is_black(*key) == black) {
                let area = layout.key_area(key);
                let plain = if black { 0 } else { 7 };
                let color = match (lit(key), hovered(key)) {
                    (true, _) => 12,
                    (_, true) => 10,
                    _ => plain,
                };
                pen.fill(Area { w: area.w - 1, h: area.h - i32::from(!black), ..area }, color);
                let letter = if key < 12 { letters[key as usize] } else { upper[key as usize - 12] };
                let x = area.x + (area.w - width(letter)) / 2;
                let ink = if black && color == plain { 6 } else { 5 };
                pen.text(letter, x, area.y + area.h - 8, ink);
            }
        }
    }

    fn at_rest(&self, cx: &Context) -> String {
        if Self::is_wave(cx) {
            let n = self.sample;
            return format!("sample {n}: {}   F1 all commands", Self::samples(cx)[n]);
        }
        if self.range.is_some() {
            let sounds = self.sounds(cx);
            return format!("editing sounds {} to {}   Esc ends it", sounds.start(), sounds.end());
        }
        let effect = EFFECTS[usize::from(self.brush.effect)];
        // Where there is no room for its name.
        let name = match cx.cart().name(cx.sound) {
            name if Self::layout(cx).name.is_none() && !name.is_empty() => format!("{name}: "),
            _ => String::new(),
        };
        format!(
            "{name}note {}  oct {} {} vol {} {effect}   F1 commands",
            self.row,
            self.octave,
            match self.brush.instrument {
                n @ 0..8 => WAVES[usize::from(n)].to_string(),
                n => format!("i{}", n - 8),
            },
            self.brush.volume
        )
    }
}

pub(crate) fn draw_listed(
    pen: &mut Pen<'_>,
    sound: usize,
    area: Area,
    (number_at, notes_at): (i32, i32),
    ink: Option<i32>,
    cx: &Context,
) {
    let is_empty = is_empty(&cx.doc, sound);
    let y = area.y + (area.h - 5) / 2;
    let ink = ink.unwrap_or(if is_empty { 5 } else { 6 });
    pen.text(&format!("{sound:02}"), area.x + number_at, y, ink);
    let count = match users(&cx.doc, sound).len() {
        0 => String::new(),
        count => count.to_string(),
    };
    let name = cx.cart().name(sound);
    if !name.is_empty() {
        let right = area.x + area.w - if count.is_empty() { 1 } else { 4 + width(&count) };
        pen.text_until(name, area.x + notes_at, y, ink.max(6), right);
    } else if SoundHeader::of(&cx.doc, sound).wave {
        for n in 0..SAMPLES / 2 {
            let y = y + 2 - i32::from(sample(&cx.doc, sound, 2 * n)) / 32;
            pen.fill(Area { x: area.x + notes_at + n as i32, y, w: 1, h: 1 }, 11);
        }
    } else if !is_empty {
        for (n, note) in (0..).zip(notes(&cx.doc, sound)).filter(|(_, note)| note.volume > 0) {
            let y = y + 6 - i32::from(note.pitch) / 8;
            pen.fill(Area { x: area.x + notes_at + n, y, w: 1, h: 1 }, color(note));
        }
    }
    pen.text_before(&count, area.x + area.w - 1, y, 9);
}

fn used_by(cx: &Context, sound: usize) -> String {
    let patterns = users(&cx.doc, sound);
    let sounds = if sound < INSTRUMENTS { players(cx, sound) } else { 0 };
    match (patterns.len(), sounds) {
        (0, 0) => "not used".to_string(),
        (0, n) => format!("instrument in {n} sounds"),
        (_, 0) => format!("in pattern {}", list(&patterns)),
        (_, n) => format!("in pattern {}, instrument in {n} sounds", list(&patterns)),
    }
}

fn players(cx: &Context, sound: usize) -> usize {
    let plays = |note: &SfxNote| note.volume > 0 && usize::from(note.instrument) == 8 + sound;
    (0..SOUNDS).filter(|n| !SoundHeader::of(&cx.doc, *n).wave && notes(&cx.doc, *n).iter().any(plays)).count()
}

pub(crate) fn play_icon(cx: &Context) -> [&'static str; 5] {
    match cx.speaker.playing() {
        Some(_) => ["#####"; 5],
        None => ["#....", "###..", "#####", "###..", "#...."],
    }
}

pub(crate) fn list(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().take(6).map(usize::to_string).collect();
    let more = if numbers.len() > 6 { " and more" } else { "" };
    texts.join(" ") + more
}

pub(crate) fn draw_level(pen: &mut Pen<'_>, area: Area, cx: &Context) {
    let share = |of: i32| cx.speaker.level * of / 32_768;
    let color = if cx.speaker.level > 30_000 { 8 } else { 11 };
    let Area { x, y, w, h } = area;
    if h <= w {
        return pen.fill(Area { w: share(w), ..area }, color);
    }
    pen.outline(area, 0);
    pen.fill(area, 0);
    pen.fill(Area { x, y: y + h - share(h), w, h: share(h) }, color);
}

pub(crate) fn draw_scope(pen: &mut Pen<'_>, area: Area, cx: &Context) {
    pen.outline(area, 0);
    pen.fill(area, 0);
    let recent = cx.speaker.recent();
    let half = area.h / 2;
    let bands = (area.h >= 40).then_some(Area { y: area.y + half, h: half - 3, ..area });
    let curve = Area { h: if bands.is_some() { half } else { area.h - 1 }, ..area };
    let middle = curve.y + curve.h / 2;
    pen.line(curve.x, middle, curve.x + curve.w - 1, middle, 1);
    let mut last = middle;
    for x in 0..curve.w {
        let Some(sample) = recent.get(x as usize * recent.len() / curve.w as usize) else { break };
        // Four voices together fill the height.
        let y = (middle - i32::from(*sample) * curve.h / 40_000).clamp(curve.y, curve.y + curve.h - 1);
        pen.line(curve.x + x, last, curve.x + x, y, 11);
        last = y;
    }
    if let Some(bands) = bands {
        let wide = bands.w / cx.speaker.bands.len() as i32;
        for (n, band) in (0..).zip(cx.speaker.bands) {
            let tall = i32::from(band) * bands.h / 255;
            let color = [3, 11, 10, 9][usize::from(band / 64)];
            let bar = Area { x: bands.x + n * wide, y: bands.y + bands.h - tall, w: wide - 1, h: tall };
            pen.fill(bar, color);
        }
    }
    draw_level(pen, Area { y: area.y + area.h - 1, h: 1, ..area }, cx);
}
