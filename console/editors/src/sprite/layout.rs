//! The areas of the sprite editor, on a canvas of any size.
//!
//! ```text
//! 128x128                    256x192 and more                        520x300 and more
//! canvas 64   | palette      canvas 128     | sheet 128, whole       canvas 256 | sheet 256 | 3x3, play,
//!             | flags        tools          | 3x3, play,             tools, palette, flags  | use on the map
//! tools       | number       palette, flags | use on the map
//! sheet, 4 rows of 16        extended colours
//! ```

use crate::pen::{BAR, TOOL};
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpriteLayout {
    pub canvas: Area,
    pub sheet: Area,
    /// Pixels of the canvas for each of the sheet.
    pub scale: i32,
    pub palette: Area,
    pub extended: Option<Area>,
    pub columns: i32,
    pub flags: Area,
    pub tools: Area,
    pub words: (i32, i32),
    pub tiled: Option<Area>,
    pub play: Option<Area>,
    pub facts: Option<(i32, i32)>,
    /// Pages of a sheet that is not shown whole.
    pub pages: Option<Area>,
}

impl SpriteLayout {
    pub fn new((w, h): (i32, i32), tools: i32) -> SpriteLayout {
        let area = |x, y, w, h| Area { x, y, w, h };
        if w >= 600 && h >= 330 {
            // A tall window has larger flags, and larger colours in two rows.
            let tall = h >= 440;
            let (columns, color, light) = if tall { (8, 56, (28, 14)) } else { (16, 14, (14, 9)) };
            let all = 256 + 6 + 14 + color + 2 + 6 + 4 + light.1;
            let above = if tall { (h - 2 * BAR - 10 - all) / 2 } else { 0 };
            let (x, y) = ((w - 634) / 2 + 4, BAR + 5 + above);
            let low = y + 256 + 6;
            let side = x + 2 * (256 + 6);
            return SpriteLayout {
                canvas: area(x, y, 256, 256),
                sheet: area(x + 256 + 6, y, 256, 256),
                scale: 2,
                palette: area(x, low + 14, 16 * 16, color),
                extended: Some(area(x, low + 16 + color, 16 * 16, 6)),
                columns,
                flags: area(x, low + 26 + color, 8 * light.0, light.1),
                tools: area(x, low, tools * TOOL, TOOL),
                words: (x + 262, low + 2),
                tiled: Some(area(side, y, 96, 96)),
                play: Some(area(side, y + 102, 96, 96)),
                facts: Some((side, y + 206)),
                pages: None,
            };
        }
        if w >= 256 && h >= 176 {
            let (x, y) = ((w - 256) / 2, BAR + (h - 176) / 3);
            let low = y + 128 + 4;
            return SpriteLayout {
                canvas: area(x, y, 128, 128),
                sheet: area(x + 128, y, 128, 128),
                scale: 1,
                palette: area(x + 4, low + 12, 16 * 7, 7),
                extended: Some(area(x + 4, low + 20, 16 * 7, 4)),
                columns: 16,
                flags: area(x + 4, low + 25, 8 * 8, 6),
                tools: area(x + 4, low, tools * TOOL, TOOL),
                words: (x + 74, low + 25),
                tiled: Some(area(x + 134, low + 2, 24, 24)),
                play: Some(area(x + 164, low + 2, 24, 24)),
                facts: Some((x + 194, low + 2)),
                pages: None,
            };
        }
        let (x, y) = ((w - 128) / 2, BAR + (h - 128) / 2);
        SpriteLayout {
            canvas: area(x + 4, y + 3, 64, 64),
            sheet: area(x, y + 80, 128, 32),
            scale: 1,
            palette: area(x + 78, y + 3, 44, 36),
            extended: None,
            columns: 4,
            flags: area(x + 78, y + 43, 8 * 6, 5),
            tools: area(x + 2, y + 70, tools * TOOL, TOOL),
            words: (x + 78, y + 52),
            tiled: None,
            play: None,
            facts: None,
            pages: Some(area(x + 78, y + 60, 4 * 8, 7)),
        }
    }

    pub fn color(&self, n: i32) -> Area {
        let (w, h) = (self.palette.w / self.columns, self.palette.h / (16 / self.columns));
        Area { x: self.palette.x + n % self.columns * w, y: self.palette.y + n / self.columns * h, w, h }
    }

    /// An extended colour, by its number less 16.
    pub fn extended(&self, n: i32) -> Option<Area> {
        self.extended.map(|all| Area { x: all.x + n * all.w / 16, w: all.w / 16, ..all })
    }

    pub fn flag(&self, n: i32) -> Area {
        let w = self.flags.w / 8;
        Area { x: self.flags.x + n * w, y: self.flags.y, w: w - 2, h: self.flags.h }
    }

    /// Number and zoom; a click zooms.
    pub fn zoom(&self) -> Area {
        Area { x: self.words.0, y: self.words.1 - 1, w: 46, h: 8 }
    }

    pub fn used(&self) -> Option<Area> {
        self.facts.map(|(x, y)| Area { x, y: y - 1, w: 44, h: 14 })
    }

    pub fn page(&self, n: i32) -> Option<Area> {
        self.pages.map(|pages| Area { x: pages.x + 8 * n, w: 7, ..pages })
    }

    pub fn shown(&self) -> (i32, i32) {
        (self.sheet.w / self.scale, self.sheet.h / self.scale)
    }
}
