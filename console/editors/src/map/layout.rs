//! The areas of the map editor, on a canvas of any size.
//!
//! ```text
//! 128x128, 256x192                     480x280 and more
//! map, all of the width                map                    | all of the map, small
//! tools, stamp                         tools, stamp           | whole sheet; stamp, large
//! sheet: rows of 16 or of 32 sprites
//! ```

use crate::layout::{BAR, TOOL};
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapLayout {
    pub map: Area,
    pub tools: Area,
    pub words: (i32, i32),
    pub sheet: Area,
    pub columns: i32,
    /// The whole map, a pixel a cell.
    pub small: Option<Area>,
    pub stamp: Option<Area>,
}

impl MapLayout {
    pub fn new((w, h): (i32, i32), tools: i32) -> MapLayout {
        let area = |x, y, w, h| Area { x, y, w, h };
        if w >= 480 && h >= 280 {
            let map = area(4, BAR + 4, w - 144, h - 2 * BAR - 20);
            let low = map.y + map.h + 4;
            return MapLayout {
                map,
                tools: area(4, low, tools * TOOL, TOOL),
                words: (4 + tools * TOOL + 8, low + 2),
                sheet: area(w - 132, BAR + 80, 128, 128),
                columns: 16,
                small: Some(area(w - 132, BAR + 4, 128, 64)),
                stamp: Some(area(w - 132, BAR + 216, 128, h - 2 * BAR - 232)).filter(|area| area.h >= 32),
            };
        }
        let columns = if w >= 256 { 32 } else { 16 };
        let sheet = area((w - 8 * columns) / 2, h - BAR - 33, 8 * columns, 32);
        let low = sheet.y - TOOL - 2;
        MapLayout {
            map: area(0, BAR, w, low - BAR - 1),
            tools: area(2, low, tools * TOOL, TOOL),
            words: (2 + tools * TOOL + 5, low + 2),
            sheet,
            columns,
            small: None,
            stamp: None,
        }
    }

    pub fn rows(&self) -> i32 {
        self.sheet.h / 8 * (self.columns / 16)
    }
}
