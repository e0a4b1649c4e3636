//! The areas of the sound editor, on a canvas of any size.
//!
//! ```text
//! 128x128                     256x192                        600x330 and more
//! number speed loop filters   the same, the name, and what   sounds | name, head, instr. | tracker,
//! instruments, own ones       notes get; graph               and    | graph 256x128     | one column
//! graph, or tracker (Tab)     volume, effects                who    | volume, effects   | of 32 rows
//! volume, effects             tracker, 4 columns of 8 rows   plays  | piano, scope      |
//! ```

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
    pub words: Option<Area>,
}

/// Pixels between letters or boxes and the canvas's edge.
const AIR: i32 = 2;
pub const WHITES: i32 = 14;

impl SoundLayout {
    pub fn new((w, h): (i32, i32)) -> SoundLayout {
        if w >= 600 && h >= 330 {
            return SoundLayout::large(w, h);
        }
        if w >= 256 && h >= 192 { SoundLayout::middle(w, h) } else { SoundLayout::small(w) }
    }

    fn head(x: i32, y: i32, filters: i32) -> SoundLayout {
        let area = |dx, w| Area { x: x + dx, y, w, h: 9 };
        SoundLayout {
            number: area(0, 12),
            play: area(12, 8),
            round: area(20, 8),
            record: area(28, 8),
            speed: area(37, 18),
            loops: [area(56, 19), area(75, 11)],
            filters: std::array::from_fn(|n| area(filters + 8 * n as i32, 8)),
            instruments: std::array::from_fn(|n| Area { x: x + 8 * n as i32, y: y + 10, w: 8, h: 9 }),
            columns: 4,
            row: 8,
            ..SoundLayout::default()
        }
    }

    fn small(w: i32) -> SoundLayout {
        let (x, y) = ((w - 128) / 2, BAR + 1);
        let area = |dy, h| Area { x, y: y + dy, w: 128, h };
        SoundLayout {
            ruler: area(20, 4),
            graph: area(24, 64),
            wave: area(24, 64),
            tracker: area(24, 64),
            volumes: area(89, 14),
            effects: area(104, 7),
            ..SoundLayout::head(x, y, 87)
        }
    }

    fn middle(w: i32, h: i32) -> SoundLayout {
        let (x, y) = ((w - 256) / 2, BAR + 1 + (h - 192) / 2);
        let area = |dy, h| Area { x, y: y + dy, w: 256, h };
        let brush = [(136, 28), (165, 24), (190, 34), (225, 30)];
        SoundLayout {
            brush: Some(brush.map(|(dx, w)| Area { x: x + dx, y: y + 10, w, h: 9 })),
            ruler: area(20, 4),
            graph: area(24, 64),
            wave: area(24, 120),
            volumes: area(89, 14),
            effects: area(104, 7),
            tracker: area(113, 56),
            row: 7,
            both: true,
            name: Some(Area { x: x + 136, y, w: 76, h: 9 }),
            scope: Some(Area { x: x + 213, y, w: 42, h: 9 }),
            ..SoundLayout::head(x + AIR, y, 90)
        }
    }

    fn large(w: i32, h: i32) -> SoundLayout {
        let (x, y) = ((w - 600) / 2, BAR + 4 + (h - 344) / 2);
        let (middle, list) = (x + 132, y);
        // Below the name.
        let y = y + 11;
        let area = |dy, h| Area { x: middle, y: y + dy, w: 288, h };
        let head = |dx, w| Area { x: middle + dx, y, w, h: 9 };
        let brush = [(168, 29), (197, 27), (224, 35), (259, 30)];
        SoundLayout {
            speed: head(37, 38),
            loops: [head(76, 30), head(106, 22)],
            filters: [(168, 19), (187, 19), (206, 27), (233, 27), (260, 29)].map(|(dx, w)| head(dx, w)),
            brush: Some(brush.map(|(dx, w)| Area { x: middle + dx, y: y + 10, w, h: 9 })),
            ruler: area(22, 5),
            graph: area(27, 128),
            wave: Area { w: 64 * 7, ..area(27, 152) },
            volumes: area(158, 35),
            effects: area(196, 9),
            name: Some(Area { x: middle, y: list, w: 288, h: 9 }),
            tracker: Area { x: middle + 300, y: list + 2, w: 168, h: 32 * 10 },
            columns: 1,
            row: 10,
            both: true,
            list: Some(Area { x, y: list, w: 124, h: 320 }),
            piano: Some(area(212, 32)),
            scope: Some(area(250, 50)),
            words: Some(area(303, 9)),
            ..SoundLayout::head(middle, y, 0)
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
        match self.tracker.w / self.columns {
            w @ ..100 => narrow(w),
            _ => [24, 35, 52, 88, 112, 160],
        }
    }

    pub fn listed(&self, sound: usize) -> Option<Area> {
        let list = self.list?;
        let (column, row) = (sound as i32 / 32, sound as i32 % 32);
        Some(Area { x: list.x + column * 62, y: list.y + row * 10, w: 60, h: 10 })
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
