//! Maps of other programs, Tiled's (`tiled.rs`) and LDtk's (`ldtk.rs`), flattened to one layer.
//!
//! ```text
//! layers, bottom up ──> Cell: place, tile of a tileset ──┬─ a tile of 8x8 pixels ──> one cell
//!                                                        └─ of 16x16, 24x24 ... ──> 2x2, 3x3 ... cells
//! ```
//!
//! A tile becomes the sprite at its place in the tileset's picture, so that picture and map look the same when both are imported. If that
//! picture is larger than a sheet, the tile's number is the sprite's. Flips are counted and lost; objects, entities and pictures are skipped.

use super::wrong;
use crate::error::ToolError;
use format::MapText;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::path::Path;

/// Size of a map, sprites of a sheet, their size and how many are in a row.
const COLUMNS: i64 = 128;
const ROWS: i64 = 64;
const SPRITES: u64 = 256;
const SPRITE: u64 = 8;
const PER_ROW: u64 = 16;
/// Tiles of all layers: 64 layers of a whole map.
const CELLS_MAX: usize = 64 * 128 * 64;
/// Tiles of a tileset: 8x8 pixels each, in a picture of 8192x8192.
const TILES_MAX: u64 = 1 << 20;

/// Numbers of a file are clamped to this, so that sums do not overflow.
pub(super) const LARGEST: i64 = 1 << 40;

pub(super) const FILE_MAX: u64 = 32 << 20;
/// Objects in a map's file at most: one for each of [`CELLS_MAX`] tiles. Each needs up to 200 bytes of memory.
const OBJECTS_MAX: usize = 600_000;

/// Limits the number of objects in a file; `mark` is the byte that each starts with.
pub(super) fn limit_objects(bytes: &[u8], mark: u8, file: &str) -> Result<(), ToolError> {
    let found = bytes.iter().filter(|byte| **byte == mark).count();
    if found <= OBJECTS_MAX {
        return Ok(());
    }
    let expected = format!("at most {OBJECTS_MAX}: 64 layers of 128x64 tiles");
    Err(wrong(file, format!("{found} objects"), &expected))
}

pub(super) fn from_json<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    file: &str,
    expected: &str,
) -> Result<T, ToolError> {
    limit_objects(bytes, b'{', file)?;
    serde_json::from_slice(bytes).map_err(|e| wrong(file, e.to_string(), expected))
}

/// A clamped whole number; a missing one is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Number(pub i64);

impl Number {
    pub fn new(number: i64) -> Number {
        Number(number.clamp(-LARGEST, LARGEST))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Number::new(Option::deserialize(deserializer)?.unwrap_or_default()))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tileset {
    /// Tiles in a row, and in all.
    pub columns: u64,
    pub count: u64,
    /// Pixels of a tile's side; 0 if it is not square.
    pub side: u64,
}

impl Tileset {
    fn step(self) -> Option<u64> {
        let step = Some(self.side / SPRITE).filter(|step| *step > 0 && self.side.is_multiple_of(SPRITE))?;
        let rows = self.count.div_ceil(self.columns.max(1));
        (self.columns > 0 && self.columns * step <= PER_ROW && rows * step <= PER_ROW).then_some(step)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub x: i64,
    pub y: i64,
    pub tile: u64,
    pub set: usize,
    pub flipped: bool,
    pub layer: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct TileGrid {
    pub sets: Vec<Tileset>,
    pub layers: Vec<String>,
    /// Later cells cover earlier ones. One more than the limit marks an overflow.
    cells: Vec<Cell>,
    /// Pixels of a cell's side; 0 if it is not square.
    pub side: u64,
    pub left_out: usize,
    pub outside: usize,
}

impl TileGrid {
    /// An empty grid. A tileset is added for tiles whose own is unknown.
    pub fn new(mut sets: Vec<Tileset>, side: u64) -> TileGrid {
        sets.push(Tileset::default());
        TileGrid { sets, side, ..TileGrid::default() }
    }

    pub fn layer(&mut self, name: &str) -> usize {
        self.layers.push(name.to_string());
        self.layers.len() - 1
    }

    pub fn push(&mut self, cell: Cell) {
        if self.cells.len() <= CELLS_MAX {
            self.cells.push(cell);
        }
    }

    /// The map; in an endless grid it starts at the leftmost and topmost tiles.
    pub fn flatten(mut self, endless: bool, file: &str) -> Result<ImportedMap, ToolError> {
        if self.cells.len() > CELLS_MAX {
            let found = format!("more than {CELLS_MAX} tiles");
            return Err(wrong(file, found, "at most 64 layers of 128x64 tiles"));
        }
        if let Some(set) = self.sets.iter().find(|set| set.count > TILES_MAX) {
            let found = format!("a tileset of {} tiles", set.count);
            return Err(wrong(file, found, &format!("at most {TILES_MAX} tiles")));
        }
        if self.cells.is_empty() {
            let found =
                format!("no tiles in {} tile layers and {} other layers", self.layers.len(), self.left_out);
            return Err(wrong(file, found, "a map with tiles in visible layers"));
        }
        if endless {
            let left = self.cells.iter().map(|cell| cell.x).min().unwrap_or(0);
            let top = self.cells.iter().map(|cell| cell.y).min().unwrap_or(0);
            self.cells.iter_mut().for_each(|cell| (cell.x, cell.y) = (cell.x - left, cell.y - top));
        }
        let used: BTreeSet<usize> = self.cells.iter().map(|cell| cell.set).collect();
        let whole = |n: &usize| self.sets[*n].side == self.side && self.sets[*n].step().is_some();
        let fits = used.iter().all(whole);
        let step = if fits { (self.side / SPRITE).max(1) } else { 1 };
        let mut found = ImportedMap {
            left_out: self.left_out,
            outside: self.outside,
            sets: used.len(),
            fits,
            step,
            side: self.side,
            ..ImportedMap::default()
        };
        for cell in &self.cells {
            found.flipped += usize::from(cell.flipped);
            let set = self.sets.get(cell.set).copied().unwrap_or_default();
            let name = &self.layers[cell.layer];
            let (width, height) = (COLUMNS / step as i64, ROWS / step as i64);
            if !(0..width).contains(&cell.x) || !(0..height).contains(&cell.y) {
                let at = format!("a tile at {},{} of layer {name:?}", cell.x, cell.y);
                let expected = format!("at most {width}x{height} tiles of {0}x{0} pixels", self.side);
                return Err(wrong(file, at, &expected));
            }
            let sprite = match fits && set.columns > 0 {
                true => cell.tile / set.columns * step * PER_ROW + cell.tile % set.columns * step,
                false => cell.tile,
            };
            if sprite + (step - 1) * (PER_ROW + 1) >= SPRITES {
                let at =
                    format!("tile {} of a tileset at {},{} of layer {name:?}", cell.tile, cell.x, cell.y);
                return Err(wrong(file, at, "tiles of the first 256: the sprites of a sheet"));
            }
            for (dx, dy) in (0..step).flat_map(|dy| (0..step).map(move |dx| (dx, dy))) {
                let (x, y) = (cell.x as usize * step as usize, cell.y as usize * step as usize);
                let at = (x + dx as usize, y + dy as usize);
                found.size = (found.size.0.max(at.0 + 1), found.size.1.max(at.1 + 1));
                found.cells.push((at.0, at.1, (sprite + dy * PER_ROW + dx) as u8));
            }
        }
        found.layers = self.cells.iter().map(|cell| cell.layer).collect::<BTreeSet<_>>().len();
        Ok(found)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportedMap {
    pub size: (usize, usize),
    pub layers: usize,
    pub flipped: usize,
    /// Layers of objects and pictures, and tiles outside of their level.
    left_out: usize,
    outside: usize,
    sets: usize,
    fits: bool,
    /// Pixels of a tile's side, and cells of it.
    side: u64,
    step: u64,
    cells: Vec<(usize, usize, u8)>,
}

impl ImportedMap {
    /// The map's file: rows from 32 on only if they are used.
    pub fn text(&self) -> MapText {
        let mut upper = Box::new([0; 0x1000]);
        let mut lower = Box::new([0; 0x1000]);
        for (x, y, tile) in &self.cells {
            let half = if *y < 32 { &mut upper } else { &mut lower };
            half[y % 32 * COLUMNS as usize + x] = *tile;
        }
        let shared = (self.size.1 > 32).then_some(lower);
        MapText { upper, shared, ..MapText::default() }
    }

    pub(crate) fn summary(&self, to: &Path) -> String {
        let (w, h) = self.size;
        let counted = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let layers = |n| counted(n, "layer", "layers");
        let tiles = |n| counted(n, "tile is", "tiles are");
        let (sets, side, step) = (self.sets, self.side, self.step);
        let notes = [
            (step > 1, format!("a tile has {side}x{side} pixels, so it became {step}x{step} cells")),
            (
                step == 1 && !self.fits && sets > 0,
                "the tileset does not fit a sheet of 8x8 tiles, so tile numbers became sprite numbers".into(),
            ),
            (
                sets > 1,
                format!("it uses {sets} tilesets, whose tiles share sprites, as each is counted from 0"),
            ),
            (
                self.flipped > 0,
                format!("{} flipped or rotated, which a map cannot have", tiles(self.flipped)),
            ),
            (self.outside > 0, format!("{} outside of the level, and skipped", tiles(self.outside))),
            (
                self.left_out > 0,
                format!("skipped {} of objects, entities or pictures", layers(self.left_out)),
            ),
            (h > 32, "rows from 32 share memory with the lower half of the sheet".into()),
        ];
        let mut out = format!("{}: {w}x{h} tiles of {}\n", to.display(), layers(self.layers));
        notes.iter().filter(|(applies, _)| *applies).for_each(|(_, note)| out = format!("{out}{note}\n"));
        out
    }
}
