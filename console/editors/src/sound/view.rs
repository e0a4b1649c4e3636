//! The picture of the sound editor: graph or wave, volumes, effects, tracker.

use super::command::TABLE;
use super::gesture::SoundHover;
use super::layout::{OCTAVES, SoundLayout};
use super::notes::{NOTES, SoundHeader, TOP, notes};
use super::{SoundEditor, key_name};
use crate::context::Context;
use crate::editor::{Commands, shown};
use crate::keys::bound;
use crate::pen::{PLAYING, Pen, width};
use crate::speaker::BANDS;
use format::{EFFECTS, SfxNote, WAVES};
use studio::Area;

const COLORS: [i32; 8] = [12, 14, 8, 9, 10, 11, 6, 15];
const DARKER: [i32; 8] = [1, 2, 2, 4, 4, 3, 5, 4];

pub(crate) fn color(note: SfxNote) -> i32 {
    COLORS[usize::from(note.instrument & 7)]
}

impl SoundEditor {
    fn columns(layout: &SoundLayout, strip: Area, from: usize, to: usize) -> Area {
        let step = layout.steps().0;
        Area { x: strip.x + from as i32 * step, y: strip.y, w: (to - from + 1) as i32 * step, h: strip.h }
    }

    pub(super) fn draw_graph(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let graph = layout.graph;
        let (wide, high) = layout.steps();
        pen.outline(graph, 0);
        pen.fill(graph, 0);
        for octave in 1..=5 {
            let y = graph.y + graph.h - octave * 12 * high;
            pen.line(graph.x, y, graph.x + graph.w - 1, y, 1);
            if graph.x >= OCTAVES {
                pen.text(&format!("C{octave}"), graph.x - OCTAVES + 1, y - 2, 6);
            }
        }
        for beat in 1..8 {
            let x = graph.x + beat * 4 * wide;
            pen.line(x, graph.y, x, graph.y + graph.h - 1, if beat == 4 { 5 } else { 1 });
        }
        pen.fill(Self::columns(layout, graph, self.row, self.row), 1);
        // The spectrum, two semitones a band.
        for band in 0..BANDS as i32 {
            let long = i32::from(cx.speaker.bands[band as usize]) * graph.w / 4 / 255;
            let y = graph.y + graph.h - (band + 1) * 2 * high;
            if long > 0 && y >= graph.y {
                pen.fill(Area { x: graph.x + graph.w - long, y, w: long, h: 2 * high }, 2);
            }
        }
        let playhead = Self::playhead(cx);
        for (row, note) in notes(&cx.doc, cx.sound).into_iter().enumerate() {
            let bar = Self::columns(layout, graph, row, row);
            if playhead == Some(row) {
                pen.fill(bar, PLAYING);
            }
            if note.volume == 0 {
                continue;
            }
            let (y, gap) = (graph.y + (TOP - i32::from(note.pitch)) * high, i32::from(wide > 2));
            let body = Area { x: bar.x, y, w: wide - gap, h: graph.y + graph.h - y };
            pen.fill(body, if playhead == Some(row) { 13 } else { DARKER[usize::from(note.instrument & 7)] });
            let lit = playhead == Some(row) || is_blinking(cx, row);
            pen.fill(Area { h: high.max(2), ..body }, if lit { 7 } else { color(note) });
            if note.instrument >= 8 && body.h > 4 {
                // An instrument that is a sound has a second line.
                pen.fill(Area { y: y + high.max(2) + 1, h: 1, ..body }, color(note));
            }
        }
        if let Some(selection) = self.selection {
            let area = Self::columns(layout, graph, selection.from, selection.to);
            pen.ants(area, cx.ants());
        }
        if let SoundHover::Graph(row, pitch) = self.over(cx)
            && self.gesture.is_none()
        {
            let pitch = if cx.control { self.snapped(pitch) } else { pitch };
            let y = graph.y + (TOP - pitch) * high;
            pen.frame(Area { x: graph.x + row as i32 * wide, y, w: wide, h: high.max(2) }, 7);
        }
    }

    pub(super) fn draw_strips(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let (volumes, effects) = (layout.volumes, layout.effects);
        let wide = layout.steps().0;
        for strip in [volumes, effects] {
            pen.outline(strip, 0);
            pen.fill(strip, 0);
            pen.fill(Self::columns(layout, strip, self.row, self.row), 1);
        }
        let playhead = Self::playhead(cx);
        for (row, note) in notes(&cx.doc, cx.sound).into_iter().enumerate() {
            let bar = Self::columns(layout, volumes, row, row);
            let tall = i32::from(note.volume) * (volumes.h - 2) / 7;
            let (gap, lit) = (i32::from(wide > 2), playhead == Some(row));
            let top = Area { y: volumes.y + volumes.h - 1 - tall, w: wide - gap, h: 2, ..bar };
            if note.volume == 0 {
                pen.fill(Area { h: 1, ..top }, 5);
            } else {
                pen.fill(Area { h: tall + 1, ..top }, 1);
                pen.fill(top, if lit { 7 } else { 13 });
            }
            let (x, y) = (effects.x + row as i32 * wide, effects.y + (effects.h - 5) / 2);
            if note.effect > 0 {
                let text = note.effect.to_string();
                pen.text(&text, x + (wide - width(&text) + 1) / 2, y, if lit { 7 } else { 14 });
            } else {
                pen.fill(Area { x: x + wide / 2, y: y + 2, w: 1, h: 1 }, 5);
            }
        }
        if let Some(selection) = self.selection {
            for strip in [volumes, effects] {
                let area = Self::columns(layout, strip, selection.from, selection.to);
                pen.ants(area, cx.ants());
            }
        }
    }

    pub(super) fn draw_ruler(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let (ruler, wide) = (layout.ruler, layout.steps().0);
        pen.fill(ruler, 0);
        let at = |row: u8| ruler.x + i32::from(row.min(NOTES as u8)) * wide;
        let head = SoundHeader::of(&cx.doc, cx.sound);
        match (head.looped(), head.length()) {
            (Some((from, to)), _) => {
                pen.fill(Area { x: at(from), w: at(to) - at(from), ..ruler }, 3);
                pen.fill(Area { x: at(from), w: 2, ..ruler }, 11);
                pen.fill(Area { x: at(to) - 2, w: 2, ..ruler }, 11);
            }
            (_, Some(length)) => pen.fill(Area { x: at(length) - 2, w: 2, ..ruler }, 9),
            _ => {}
        }
        if let Some(row) = Self::playhead(cx) {
            pen.fill(Area { x: at(row as u8), w: wide, ..ruler }, 7);
        }
    }

    pub(super) fn draw_tracker(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let (tracker, fields) = (layout.tracker, layout.fields());
        pen.outline(tracker, 0);
        pen.fill(tracker, 0);
        if layout.columns == 1 {
            for (name, at) in COLUMNS.into_iter().zip([0, 2, 3, 4]) {
                pen.text(name, tracker.x + fields[at], tracker.y - 8, 6);
            }
        }
        let playhead = Self::playhead(cx);
        for (row, note) in notes(&cx.doc, cx.sound).into_iter().enumerate() {
            let cell = layout.cell(row);
            if !pen.sees(cell) {
                continue;
            }
            let beat = row % 4 == 0;
            if playhead == Some(row) {
                pen.fill(cell, PLAYING);
            } else if beat && layout.columns == 1 {
                pen.fill(cell, 1);
            }
            let y = cell.y + (layout.row - 5) / 2;
            let field = |n: usize| Area {
                x: cell.x + fields[n] - 1,
                w: fields[n + 1] - fields[n],
                y: cell.y,
                h: layout.row,
            };
            if let Some(selection) = self.selection.filter(|s| (s.from..=s.to).contains(&row)) {
                for column in (0..5).filter(|n| selection.fields >> usize::saturating_sub(*n, 1) & 1 != 0) {
                    pen.fill(field(column), 2);
                }
            }
            if row == self.row {
                match self.tracker {
                    true => pen.fill(field(self.column), 13),
                    false => pen.frame(cell, 13),
                }
            }
            if layout.columns == 1 {
                let ink = match playhead {
                    Some(plays) if plays == row => 6,
                    _ if beat => 13,
                    _ => 5,
                };
                pen.text(&format!("{row:02}"), cell.x + 4, y, ink);
            }
            // Brighter letters on a coloured ground.
            let on_color =
                playhead == Some(row) || self.selection.is_some_and(|s| (s.from..=s.to).contains(&row));
            let ink = |column: usize, plain: i32| match plain {
                _ if row == self.row && self.tracker && column == self.column => 7,
                13 if on_color => 6,
                plain => plain,
            };
            draw_note(pen, note, (cell.x, y), &fields, is_blinking(cx, row), ink);
        }
        if layout.columns > 1 {
            for column in 1..layout.columns {
                let x = tracker.x + column * tracker.w / layout.columns;
                pen.line(x - 1, tracker.y, x - 1, tracker.y + tracker.h - 1, 1);
            }
        }
    }

    pub(super) fn draw_wave(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let graph = layout.wave;
        pen.outline(graph, 0);
        pen.fill(graph, 0);
        let wide = graph.w / 64;
        let y_of = |value: i32| graph.y + (127 - value) * (graph.h - 1) / 255;
        pen.line(graph.x, y_of(0), graph.x + graph.w - 1, y_of(0), 1);
        for (n, value) in (0..).zip(Self::samples(cx)) {
            let (x, y) = (graph.x + n * wide, y_of(value));
            let (top, low) = (y.min(y_of(0)), y.max(y_of(0)));
            pen.fill(Area { x, y: top, w: (wide - 1).max(1), h: low - top + 1 }, 3);
            let y = y.min(graph.y + graph.h - 2);
            pen.fill(Area { x, y, w: wide, h: 2 }, if n == self.sample as i32 { 7 } else { 11 });
        }
        let hint = Area { y: graph.y + graph.h + 2, ..graph };
        if graph.w >= WIDE {
            pen.text("drag: draw   Ctrl: straight line", hint.x, hint.y, 6);
        }
    }

    pub(super) fn draw_words(&self, pen: &mut Pen<'_>, layout: &SoundLayout, cx: &Context) {
        let over = self.over(cx);
        for (row, word, area) in Self::words(layout, cx) {
            pen.fill(area, 0);
            pen.text(&word, area.x + 2, area.y + 1, if over == SoundHover::Word(row) { 10 } else { 6 });
        }
    }

    pub(super) fn words(layout: &SoundLayout, cx: &Context) -> Vec<(usize, String, Area)> {
        if !Self::is_wave(cx) {
            let Some(line) = layout.words else { return Vec::new() };
            let mut x = line.x;
            let place = |(command, word): (&str, &str)| {
                let row = TABLE.iter().position(|row| row.0 == command).unwrap_or(0);
                let area = Area { x, w: width(word) + 3, ..line };
                x += area.w + 2;
                (row, word.to_string(), area)
            };
            return CHANGES.into_iter().map(place).collect();
        }
        let graph = layout.wave;
        let is_wide = graph.w >= WIDE;
        let (left, right) = (graph.x, graph.x + graph.w);
        let (mut x, mut y) = (left, graph.y + graph.h + if is_wide { 9 } else { 2 });
        let mut all = Vec::new();
        for (n, (row, word)) in shapes(cx, is_wide).into_iter().enumerate() {
            let w = width(&word) + 3;
            if x + w > right || is_wide && n == PER_LINE {
                (x, y) = (left, y + if is_wide { 8 } else { 7 });
            }
            all.push((row, word, Area { x, y, w, h: 7 }));
            x += w + 1;
        }
        all
    }
}

const CHANGES: [(&str, &str); 10] = [
    ("an octave down", "octave-"),
    ("an octave up", "octave+"),
    ("a semitone down", "key-"),
    ("a semitone up", "key+"),
    ("all softer", "softer"),
    ("all louder", "louder"),
    ("ramp from the first to the last", "ramp"),
    ("backwards", "backwards"),
    ("twice as long", "x2"),
    ("half as long", "/2"),
];

const COLUMNS: [&str; 4] = ["note", "instr", "vol", "effect"];
const WIDE: i32 = 256;
const PER_LINE: usize = 4;

/// Shapes of a wave: the row of each command, and its key and name. Ctrl or Alt is written where it changes and where a line begins.
pub(crate) fn shapes(cx: &Context, in_lines: bool) -> Vec<(usize, String)> {
    let mut held = String::new();
    let rows = bound(SoundEditor::new().rows().into_iter().map(|row| ("sound", row)), &cx.keys);
    let mut all = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let Some(name) = row.name.strip_prefix("wave: ") else { continue };
        if in_lines && all.len() == PER_LINE {
            held.clear();
        }
        let (with, key) = row.key.rsplit_once('+').unwrap_or(("", &row.key));
        let key = if with == held { key } else { &row.key };
        all.push((n, format!("{} {name}", shown(key)).trim_start().to_string()));
        held = with.to_string();
    }
    all
}

fn is_blinking(cx: &Context, row: usize) -> bool {
    let at = (super::notes::address(cx.sound) + 2 * row) as u16;
    cx.is_lit() && (cx.blinking.0.contains(&at) || cx.blinking.0.contains(&(at + 1)))
}

pub(crate) fn draw_note(
    pen: &mut Pen<'_>,
    note: SfxNote,
    (x, y): (i32, i32),
    fields: &[i32; 6],
    lit: bool,
    ink: impl Fn(usize, i32) -> i32,
) {
    if note.volume == 0 {
        let plain = if note == SfxNote::default() { 5 } else { 13 };
        for (column, at) in fields[..5].iter().enumerate() {
            pen.fill(Area { x: x + at + 1, y: y + 2, w: 1, h: 1 }, ink(column, plain));
        }
        return;
    }
    let key = key_name(note.pitch);
    let main = if lit { 10 } else { ink(0, 7) };
    let (name, sign) = (&key[..1], &key[1..2]);
    pen.text(name, x + fields[0], y, main);
    if sign == "#" {
        // A sharp of three pixels: that of the letters is wider.
        pen.icon(&["#.#", "###", "#.#", "###", "#.#"], x + fields[0] + 6, y, main);
    }
    pen.text(&key[2..], x + fields[1], y, ink(1, 6));
    let (own, n) = (note.instrument >= 8, usize::from(note.instrument & 7));
    let instrument = match (fields[3] - fields[2] > 10, own) {
        (true, false) => WAVES[n].to_string(),
        (true, true) => format!("i{n}"),
        (false, _) => n.to_string(),
    };
    pen.text(&instrument, x + fields[2], y, ink(2, if own { 11 } else { color(note) }));
    pen.text(&note.volume.to_string(), x + fields[3], y, ink(3, 13));
    let effect = match (note.effect, fields[5] - fields[4] > 10) {
        (0, _) => return pen.fill(Area { x: x + fields[4] + 1, y: y + 2, w: 1, h: 1 }, ink(4, 5)),
        (n, true) => EFFECTS[usize::from(n)].to_string(),
        (n, false) => n.to_string(),
    };
    pen.text(&effect, x + fields[4], y, ink(4, 14));
}
