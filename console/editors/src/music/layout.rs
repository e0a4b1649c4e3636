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

/// The width of the list of sounds.
const LIST: i32 = 116;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MusicLayout {
    /// The top of the line with the patterns' numbers.
    pub ruler: Option<i32>,
    pub strip: Area,
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
        let columns = if large { 64 } else { 32 };
        // What the sounds and the gaps next to them take.
        let beside = if large { LIST + 12 } else { 0 };
        let cell = match (large, w) {
            (true, _) => ((w - beside) / 64, if h < 380 { 32 } else { 40 }),
            (_, ..256) => (4, 8),
            // Off the canvas's edge, where a pattern keeps eight pixels.
            _ => ((w - if w < 264 { 0 } else { 8 }) / 32, 9),
        };
        let wide = columns * cell.0;
        let x = (w - wide - beside) / 2 + if large { 4 } else { 0 };
        let ruler = large.then_some(BAR + 2);
        let strip = Area { x, y: BAR + if large { 10 } else { 2 }, w: wide, h: cell.1 * 64 / columns };
        let head = strip.y + strip.h + 3;
        let heads = head + 11;
        let below = heads + 12;
        let part = wide / 4;
        let room = h - BAR - below - 1;
        // As high as 32 rows allow, with a scope below.
        let row = ((room - if large { 12 } else { 0 }) / 32).clamp(7, 12);
        let rows = (room / row).clamp(1, 32);
        // The rest below the notes, but for a gap.
        let left = room - rows * row - 4;
        // Boxes and letters keep off the canvas's edge.
        let air = if x == 0 && wide > 128 { 2 } else { 0 };
        let button = |dx: i32, w: i32| Area { x: x + air + dx, y: head, w, h: 9 };
        let column = |n: usize, y: i32, h: i32| Area { x: x + n as i32 * part, y, w: part - 1, h };
        let (flags, follow) = match large {
            true => ([button(26, 52), button(79, 46), button(126, 31)], button(158, 38)),
            false => ([button(26, 12), button(39, 12), button(52, 12)], button(67, 12)),
        };
        let words = follow.x + follow.w + 3;
        MusicLayout {
            ruler,
            strip,
            columns,
            cell,
            number: button(0, 12),
            play: button(13, 9),
            flags,
            follow,
            words: Area { x: words, y: head, w: x + wide - words, h: 9 },
            heads: std::array::from_fn(|n| column(n, heads, 11)),
            notes: std::array::from_fn(|n| column(n, below, rows * row)),
            row,
            scope: (large && left >= 8).then_some(Area { x, y: h - BAR - 2 - left, w: wide - 1, h: left }),
            list: large.then_some(Area {
                x: x + wide + 4,
                y: BAR + 3,
                w: LIST,
                h: (h - 2 * BAR - 6) / 32 * 32,
            }),
        }
    }

    pub fn rows(&self) -> usize {
        (self.notes[0].h / self.row) as usize
    }

    pub fn pattern(&self, n: usize) -> Area {
        let (n, (w, h)) = (n as i32, self.cell);
        Area { x: self.strip.x + n % self.columns * w, y: self.strip.y + n / self.columns * h, w, h }
    }

    pub fn parts(&self, channel: usize) -> [Area; 4] {
        let Area { x, y, w, h } = self.heads[channel];
        let step = if w >= 60 { 10 } else { 6 };
        let wide = |n: usize| if n == 3 { w - 3 * step } else { step };
        std::array::from_fn(|n| Area { x: x + n as i32 * step, y, w: wide(n), h })
    }

    pub fn listed(&self, sound: usize) -> Option<Area> {
        let list = self.list?;
        let (column, row) = (sound as i32 / 32, sound as i32 % 32);
        let high = list.h / 32;
        Some(Area { x: list.x + column * LIST / 2, y: list.y + row * high, w: LIST / 2 - 1, h: high })
    }
}
