//! The areas of the music editor, on a canvas of any size.
//!
//! ```text
//! 128x128, 256x192                       600x330 and more
//! patterns, 2 rows of 32                 patterns, 64 columns, 4 channels each | all sounds,
//! number, play, flags, follow            number, play, flags, follow           | who plays them
//! channels: mute, silent, sound          channels                              |
//! notes of the four sounds               notes, all 32 rows; scope             |
//! ```

use crate::pen::BAR;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MusicLayout {
    pub strip: Area,
    /// Patterns in a row, and pixels of a pattern.
    pub columns: i32,
    pub cell: (i32, i32),
    pub number: Area,
    pub play: Area,
    pub flags: [Area; 3],
    pub follow: Area,
    pub words: Area,
    pub heads: [Area; 4],
    pub notes: [Area; 4],
    pub row: i32,
    pub list: Option<Area>,
    pub scope: Option<Area>,
}

impl MusicLayout {
    pub fn new((w, h): (i32, i32)) -> MusicLayout {
        let large = w >= 600 && h >= 330;
        let wide = if w >= 256 { 256 } else { 128 };
        let wide = if large { 512 } else { wide };
        let (all, x) = if large { (640, (w - 632) / 2) } else { (wide, (w - wide) / 2) };
        let top = BAR + 2;
        let (columns, cell) = match wide {
            512 => (64, (8, 40)),
            256 => (32, (8, 9)),
            _ => (32, (4, 8)),
        };
        let strip = Area { x, y: top, w: wide, h: cell.1 * 64 / columns };
        let head = strip.y + strip.h + 3;
        let heads = head + 11;
        let below = heads + 12;
        let part = wide / 4;
        let room = h - BAR - below - 1;
        // As high as 32 rows allow.
        let row = (room / 32).clamp(7, 10);
        let rows = (room / row).clamp(1, 32);
        // The rest below the notes, but for a gap.
        let left = room - rows * row - 3;
        // Boxes and letters keep off the canvas's edge.
        let air = if x == 0 && wide > 128 { 2 } else { 0 };
        let button = |dx: i32, w: i32| Area { x: x + air + dx, y: head, w, h: 9 };
        MusicLayout {
            strip,
            columns,
            cell,
            number: button(0, 12),
            play: button(13, 9),
            flags: [button(26, 12), button(39, 12), button(52, 12)],
            follow: button(67, 12),
            words: Area { x: x + air + 82, y: head, w: wide - air - 82, h: 9 },
            heads: std::array::from_fn(|n| Area { x: x + n as i32 * part, y: heads, w: part - 1, h: 11 }),
            notes: std::array::from_fn(|n| Area {
                x: x + n as i32 * part,
                y: below,
                w: part - 1,
                h: rows * row,
            }),
            row,
            scope: (large && left >= 9).then_some(Area { x, y: h - BAR - 1 - left, w: wide - 1, h: left }),
            list: (all > wide).then_some(Area { x: x + 516, y: top, w: 116, h: 320 }),
        }
    }

    pub fn rows(&self) -> usize {
        (self.notes[0].h / self.row) as usize
    }

    pub fn pattern(&self, n: usize) -> Area {
        let (n, (w, h)) = (n as i32, self.cell);
        Area { x: self.strip.x + n % self.columns * w, y: self.strip.y + n / self.columns * h, w, h }
    }

    /// In the head of a channel: mute, solo, silent in the pattern, the sound.
    pub fn parts(&self, channel: usize) -> [Area; 4] {
        let Area { x, y, w, h } = self.heads[channel];
        let step = if w >= 60 { 10 } else { 6 };
        std::array::from_fn(|n| Area {
            x: x + n as i32 * step,
            y,
            w: if n == 3 { w - 3 * step } else { step },
            h,
        })
    }

    pub fn listed(&self, sound: usize) -> Option<Area> {
        let list = self.list?;
        let (column, row) = (sound as i32 / 32, sound as i32 % 32);
        Some(Area { x: list.x + column * 58, y: list.y + row * 10, w: 57, h: 10 })
    }
}
