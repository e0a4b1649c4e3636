//! The areas of the sound editor, on a canvas of any size.
//!
//! ```text
//! 128x128                     256x192                        600x330 and more
//! number speed loop filters   number, name, filters          sounds | number and name   | tracker,
//! instruments, own ones       instruments, what notes get    and    | speed, filters    | one column
//! graph, or tracker (Tab)     graph, volume, effects         who    | instruments       | of 32 rows
//! volume, effects             tracker, 4 columns of 8 rows   plays  | graph, piano, scope
//! ```
//!
//! From a height of 216 on, the middle one has the name in a line of its own and the filters' whole names.

use super::notes::{NOTES, TOP};
use crate::pen::BAR;
use studio::Area;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoundLayout {
    pub number: Area,
    /// None where only the status line has room for a name.
    pub name: Option<Area>,
    pub play: Area,
    pub round: Area,
    pub record: Area,
    pub speed: Area,
    pub loops: [Area; 2],
    pub filters: [Area; 5],
    /// Eight waveforms, then eight instruments that are sounds.
    pub instruments: [Area; 16],
    pub brush: Option<[Area; 4]>,
    pub ruler: Area,
    pub graph: Area,
    /// Samples of a wave, in place of everything for notes.
    pub wave: Area,
    pub volumes: Area,
    pub effects: Area,
    pub tracker: Area,
    pub columns: i32,
    pub row: i32,
    pub both: bool,
    pub list: Option<Area>,
    pub piano: Option<Area>,
    pub scope: Option<Area>,
    pub level: Area,
    pub words: Option<Area>,
}

/// Pixels between letters or boxes and the canvas's edge.
const AIR: i32 = 2;
/// Pixels of the octaves' names.
pub const OCTAVES: i32 = 12;
pub const WHITES: i32 = 14;

const FILTER_NAMES: [i32; 5] = [20, 21, 28, 29, 31];

impl SoundLayout {
    pub fn new((w, h): (i32, i32), is_wave: bool) -> SoundLayout {
        if w >= 600 && h >= 330 {
            return SoundLayout::large(w, h, is_wave);
        }
        if w >= 256 && h >= 192 { SoundLayout::middle(w, h) } else { SoundLayout::small(w) }
    }

    /// Number, buttons, speed and loop, from left to right.
    fn head(x: i32, y: i32) -> SoundLayout {
        let area = |dx, w| Area { x: x + dx, y, w, h: 9 };
        SoundLayout {
            number: area(0, 12),
            play: area(12, 8),
            round: area(20, 8),
            record: area(28, 8),
            speed: area(37, 18),
            loops: [area(56, 19), area(75, 11)],
            instruments: std::array::from_fn(|n| Area { x: x + 8 * n as i32, y: y + 10, w: 8, h: 9 }),
            columns: 4,
            row: 8,
            ..SoundLayout::default()
        }
    }

    fn row<const N: usize>(widths: [i32; N], x: i32, y: i32, h: i32) -> [Area; N] {
        std::array::from_fn(|n| Area { x: x + widths[..n].iter().sum::<i32>(), y, w: widths[n], h })
    }

    fn small(w: i32) -> SoundLayout {
        let (x, y) = ((w - 128) / 2, BAR + 1);
        let area = |dy, h| Area { x, y: y + dy, w: 128, h };
        SoundLayout {
            filters: SoundLayout::row([8; 5], x + 87, y, 9),
            ruler: area(20, 4),
            graph: area(24, 64),
            wave: area(24, 64),
            tracker: area(24, 64),
            volumes: area(89, 14),
            effects: area(104, 7),
            level: area(113, 1),
            ..SoundLayout::head(x, y)
        }
    }

    fn middle(w: i32, h: i32) -> SoundLayout {
        const BRUSH: [i32; 4] = [29, 25, 35, 31];
        // Names of octaves and a level, where they leave eight pixels for a note.
        let sides = if w >= 256 + 2 * OCTAVES { OCTAVES } else { 0 };
        let step = ((w - 2 * sides - if sides > 0 { 8 } else { 0 }) / 32).min(16);
        let wide = step * 32;
        let (x, all) = ((w - wide) / 2, wide + 2 * sides);
        let samples = all - all % 64;
        let left = x - sides + if sides > 0 { 0 } else { AIR };
        let tall = h - 2 * BAR;
        if tall < 200 {
            let y = BAR + 1 + (tall - 176) / 2;
            let area = |dy, h| Area { x, y: y + dy, w: wide, h };
            return SoundLayout {
                filters: SoundLayout::row([17; 5], left + 90, y, 9),
                name: Some(Area { x: left + 178, y, w: left + all - 178 - left, h: 9 }),
                brush: Some(SoundLayout::row(BRUSH, left + 134, y + 10, 9)),
                ruler: area(20, 4),
                graph: area(24, 64),
                wave: Area { x: (w - samples) / 2, w: samples, ..area(24, 120) },
                volumes: area(89, 14),
                effects: area(104, 7),
                tracker: Area { x: x - sides, w: all, ..area(113, 56) },
                row: 7,
                both: true,
                level: area(171, 1),
                ..SoundLayout::head(left, y)
            };
        }
        let y = BAR + 3;
        let area = |dy, h| Area { x, y: y + dy, w: wide, h };
        let end = left + all - if sides > 0 { 0 } else { 2 * AIR };
        let graph = if tall >= 300 { 128 } else { 64 };
        let under = 42 + graph;
        let free = tall - 6 - under - 3 - 2 - 9 - 3;
        let row = ((free - 23) / 8).clamp(7, 10);
        let volume = 2 + ((free - 8 * row - 2) / 7).clamp(2, 7) * 7;
        let tracker = under + 3 + volume + 2 + 9 + 3;
        let names: i32 = FILTER_NAMES.iter().sum();
        let head = SoundLayout::head(left - 12, y + 11);
        SoundLayout {
            number: Area { x: left, y, w: 14, h: 9 },
            name: Some(Area { x: left + 14, y, w: end - left - 14, h: 9 }),
            filters: SoundLayout::row(FILTER_NAMES, end - names, y + 11, 9),
            speed: Area { x: left + 26, w: 38, ..head.speed },
            loops: SoundLayout::row([31, 23], left + 65, y + 11, 9),
            instruments: head.instruments.map(|it| Area { x: it.x + 12, y: y + 22, ..it }),
            brush: Some(SoundLayout::row(BRUSH, end - 120, y + 22, 9)),
            ruler: area(36, 5),
            graph: area(42, graph),
            wave: Area { x: (w - samples) / 2, w: samples, ..area(36, tall - 6 - 36 - 28) },
            volumes: area(under + 3, volume),
            effects: area(under + 3 + volume + 2, 9),
            tracker: Area { x: x - sides, w: all, ..area(tracker, 8 * row) },
            row,
            both: true,
            level: match sides {
                0 => area(tracker + 8 * row + 1, 1),
                _ => Area { x: x + wide + 4, w: 6, ..area(42, graph) },
            },
            ..head
        }
    }

    fn large(w: i32, h: i32, is_wave: bool) -> SoundLayout {
        let (list, columns, gap) = (124, 150, 8);
        let (top, tall) = (BAR + 4, h - 2 * BAR - 8);
        let step = ((w - 8 - list - columns - 2 * gap - OCTAVES) / 32).clamp(9, 16);
        let notes = 32 * step;
        let left = (w - (list + gap + OCTAVES + notes + gap + columns)) / 2;
        let x = left + list + gap + OCTAVES;
        let wide = if is_wave { notes + gap + columns - (notes + gap + columns) % 64 } else { notes };
        let area = |y, h| Area { x, y: top + y, w: wide, h };
        let graph = if tall >= 430 { 192 } else { 128 };
        let under = 64 + graph;
        // Volumes, piano and scope share what the other parts and their gaps leave.
        let free = tall - under - 36;
        let (volume, piano) = (2 + 7 * (free / 25), free * 3 / 10);
        let effects = under + 3 + volume + 2;
        let keys = effects + 9 + 5;
        let scope = keys + piano + 4;
        // A line with the names of the columns, then 32 rows.
        let row = ((tall - 9) / 32).min(14);
        let (from, names) = (x + notes, FILTER_NAMES.iter().sum::<i32>());
        let button = |n: usize| Area {
            x: x + n as i32 % 8 * (notes / 8),
            y: top + 24 + n as i32 / 8 * 11,
            w: notes / 8,
            h: 11,
        };
        let head = SoundLayout::head(x - 12, top + 11);
        SoundLayout {
            number: Area { x, y: top, w: 14, h: 9 },
            name: Some(Area { x: x + 14, y: top, w: notes - 14, h: 9 }),
            speed: Area { x: x + 26, w: 38, ..head.speed },
            loops: SoundLayout::row([31, 23], x + 65, top + 11, 9),
            filters: SoundLayout::row(FILTER_NAMES.map(|w| w + 2), from - names - 10, top + 11, 11),
            instruments: std::array::from_fn(button),
            brush: Some(SoundLayout::row([33, 29, 39, 35], from - 136, top + 47, 9)),
            ruler: area(58, 5),
            graph: area(64, graph),
            wave: area(60, keys - 5 - 26 - 60),
            volumes: area(under + 3, volume),
            effects: area(effects, 9),
            tracker: Area { x: from + gap, y: top + 9, w: columns, h: 32 * row },
            columns: 1,
            row,
            both: true,
            list: Some(Area { x: left, y: top + 9, w: list, h: 32 * row }),
            piano: Some(area(keys, piano)),
            scope: Some(area(scope, tall - scope - if is_wave { 0 } else { 12 })),
            words: Some(area(tall - 9, 9)),
            ..head
        }
    }

    pub fn steps(&self) -> (i32, i32) {
        ((self.graph.w / NOTES as i32).max(1), (self.graph.h / (TOP + 1)).max(1))
    }

    pub fn cell(&self, row: usize) -> Area {
        let (row, per, w) = (row as i32, NOTES as i32 / self.columns, self.tracker.w / self.columns);
        let (x, y) = (self.tracker.x + row / per * w, self.tracker.y + row % per * self.row);
        Area { x, y, w, h: self.row }
    }

    /// Columns of a note in its cell: note, octave, instrument, volume, effect; and the end of the last one.
    pub fn fields(&self) -> [i32; 6] {
        if self.columns == 1 { [22, 33, 48, 78, 98, 148] } else { narrow(self.tracker.w / self.columns) }
    }

    pub fn listed(&self, sound: usize) -> Option<Area> {
        let list = self.list?;
        let (column, row) = (sound as i32 / 32, sound as i32 % 32);
        Some(Area { x: list.x + column * 62, y: list.y + row * self.row, w: 60, h: self.row })
    }

    pub fn key(&self, (x, y): (i32, i32)) -> Option<i32> {
        let piano = self.piano.filter(|piano| piano.holds(x, y))?;
        let black = (0..24).filter(|key| is_black(*key)).find(|key| self.key_area(*key).holds(x, y));
        let white = || (0..24).filter(|key| !is_black(*key)).find(|key| self.key_area(*key).holds(x, y));
        black.or_else(white).filter(|_| piano.w > 0)
    }

    pub fn key_area(&self, key: i32) -> Area {
        let Some(piano) = self.piano else { return Area::default() };
        // White keys before a key of an octave.
        let whites = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6][key.rem_euclid(12) as usize] + key / 12 * 7;
        let [x, end] = [whites, whites + 1].map(|n| piano.x + n * piano.w / WHITES);
        let wide = piano.w / WHITES;
        if is_black(key) {
            Area { x: end - wide / 3, y: piano.y, w: 2 * wide / 3, h: piano.h * 5 / 8 }
        } else {
            Area { x, y: piano.y, w: end - x, h: piano.h }
        }
    }
}

pub(crate) fn narrow(w: i32) -> [i32; 6] {
    if w < 48 { [AIR, 12, 17, 22, 27, 32] } else { [3, 14, 22, 37, 44, 63] }
}

pub fn is_black(key: i32) -> bool {
    [1, 3, 6, 8, 10].contains(&key.rem_euclid(12))
}
