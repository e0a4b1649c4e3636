//! Cells of the map, and stamps of tiles.
//!
//! ```text
//! rows 0 to 31    from 0x2000          rows 32 to 63    from 0x1000, which are the lower half of the sheet too
//! [map]0402...    our clipboard text: width and height in cells, two hex digits each, then two a tile, then [/map]
//! ```

use crate::document::Document;
use crate::grid::{Block, Grid};
use rasher::memory::{MAP, SHARED};
use studio::Area;

pub const COLUMNS: i32 = 128;
pub const ROWS: i32 = 64;
/// Rows that are not shared with the sheet.
pub const OWN: i32 = 32;

pub const ALL: Area = Area { x: 0, y: 0, w: COLUMNS, h: ROWS };
pub const UPPER: Area = Area { h: OWN, ..ALL };

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tiles;

impl Grid for Tiles {
    const ALL: Area = ALL;

    fn get(doc: &Document, x: i32, y: i32) -> u8 {
        if ALL.holds(x, y) { doc.get(address(x, y)) } else { 0 }
    }

    fn set(doc: &mut Document, x: i32, y: i32, value: u8) {
        if ALL.holds(x, y) {
            doc.set(address(x, y), value);
        }
    }
}

pub fn address(x: i32, y: i32) -> usize {
    let from = if y < OWN { usize::from(MAP) } else { usize::from(SHARED) };
    from + (y % OWN * COLUMNS + x) as usize
}

pub type TileStamp = Block<Tiles>;

impl TileStamp {
    pub fn one(tile: u8) -> TileStamp {
        TileStamp::new(1, 1, vec![tile])
    }

    pub fn of_sheet(Area { x, y, w, h }: Area) -> TileStamp {
        TileStamp::with(w, h, |dx, dy| (x + dx + 16 * (y + dy)) as u8)
    }

    /// Its tile at a place, where it is repeated without end.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        self.values.get((y.rem_euclid(self.h) * self.w + x.rem_euclid(self.w)) as usize).copied().unwrap_or(0)
    }

    pub fn to_text(&self) -> String {
        let digits: String = self.values.iter().map(|tile| format!("{tile:02x}")).collect();
        format!("[map]{:02x}{:02x}{digits}[/map]", self.w, self.h)
    }

    pub fn from_text(text: &str) -> Option<TileStamp> {
        let body = text.trim().strip_prefix("[map]")?.strip_suffix("[/map]")?;
        let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = body.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?;
        let [w, h, tiles @ ..] = &bytes[..] else { return None };
        let (w, h) = (i32::from(*w), i32::from(*h));
        let good = w > 0 && h > 0 && tiles.len() == (w * h) as usize;
        good.then(|| TileStamp::new(w, h, tiles.to_vec()))
    }
}
