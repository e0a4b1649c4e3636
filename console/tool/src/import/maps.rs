//! Maps of other programs: Tiled's and LDtk's, flattened.
//!
//! ```text
//! .tmx ── tiled ────────────────── visible tile layers, the upper over the lower ──┐
//! .ldtk ── JSON, as LDtk publishes it ── levels where they lie in their world ─────┴──> cells: a tile's number in its tileset
//! ```
//!
//! A tile's number in its tileset is the sprite's, as a sheet of 16 columns counts them. A map here has no flips: they are counted and told.
//! Objects, entities, and pictures of layers are not read; of files outside only tilesets that a map names beside it.

use super::{guarded, wrong};
use crate::error::ToolError;
use format::MapText;
use serde_json::Value;
use std::path::Path;

/// Columns and rows of a map, and its sprites.
const COLUMNS: usize = 128;
const ROWS: usize = 64;
const SPRITES: u64 = 256;
/// Bytes of the largest tileset's file.
const TILESET_MAX: u64 = 4 << 20;

/// A map, and what is to be said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Columns and rows that it fills.
    pub size: (usize, usize),
    /// Layers that had tiles.
    pub layers: usize,
    /// Tiles that are flipped or rotated there.
    pub flipped: usize,
    cells: Vec<(usize, usize, u8)>,
}

impl Found {
    fn put(&mut self, x: usize, y: usize, tile: u64, file: &str) -> Result<(), ToolError> {
        if x >= COLUMNS || y >= ROWS {
            return Err(wrong(file, format!("a tile at {x},{y}"), "a map of at most 128x64 tiles"));
        }
        if tile >= SPRITES {
            return Err(wrong(
                file,
                format!("tile {tile} of a tileset"),
                "tiles 0 to 255, the sprites of a sheet",
            ));
        }
        self.size = (self.size.0.max(x + 1), self.size.1.max(y + 1));
        // Of two at one place the later one is above; sprite 0 is nothing here.
        self.cells.push((x, y, tile as u8));
        Ok(())
    }

    /// As a map's file has it: rows 32 on only where there are some.
    pub fn text(&self) -> MapText {
        let mut upper = Box::new([0; 0x1000]);
        let mut lower = Box::new([0; 0x1000]);
        for (x, y, tile) in &self.cells {
            let half = if *y < 32 { &mut upper } else { &mut lower };
            half[y % 32 * COLUMNS + x] = *tile;
        }
        let shared = (self.size.1 > 32).then_some(lower);
        MapText { upper, shared, ..MapText::default() }
    }
}

/// A map of Tiled.
///
/// # Errors
/// When it is none, has no end, is larger than a map, or a tileset cannot be read.
pub fn tiled(bytes: &[u8], path: &Path) -> Result<Found, ToolError> {
    let file = path.display().to_string();
    // Unpacked it may be any size.
    if bytes.windows(12).any(|word| word == b"compression=") {
        return Err(wrong(&file, "compressed layers", "the tile layer format CSV, or Base64 uncompressed"));
    }
    let read = |at: &Path| -> std::io::Result<std::io::Cursor<Vec<u8>>> {
        if at == path {
            return Ok(std::io::Cursor::new(bytes.to_vec()));
        }
        store::read_at_most(at, TILESET_MAX).map(std::io::Cursor::new).map_err(std::io::Error::other)
    };
    let expected = "a map of Tiled";
    guarded(&file, expected, || {
        let map = tiled::Loader::with_reader(read).load_tmx_map(path);
        layers(&map.map_err(|e| wrong(&file, e.to_string(), expected))?, &file)
    })
}

fn layers(map: &tiled::Map, file: &str) -> Result<Found, ToolError> {
    let mut found = Found::default();
    for layer in map.layers().filter(|layer| layer.visible) {
        let Some(tiles) = layer.as_tile_layer() else { continue };
        let (Some(w), Some(h)) = (tiles.width(), tiles.height()) else {
            return Err(wrong(file, "a map without an end", "a map of at most 128x64 tiles"));
        };
        if w as usize > COLUMNS || h as usize > ROWS {
            return Err(wrong(file, format!("{w}x{h} tiles"), "a map of at most 128x64 tiles"));
        }
        let before = found.cells.len();
        for (x, y) in (0..h as i32).flat_map(|y| (0..w as i32).map(move |x| (x, y))) {
            if let Some(tile) = tiles.get_tile(x, y) {
                found.flipped += usize::from(tile.flip_h || tile.flip_v || tile.flip_d);
                found.put(x as usize, y as usize, tile.id().into(), file)?;
            }
        }
        found.layers += usize::from(found.cells.len() > before);
    }
    Ok(found)
}

/// A world of LDtk: its levels where they lie, the one furthest left and above at 0,0.
///
/// # Errors
/// When it is none, or larger than a map; what keeps levels in files of their own is said.
pub fn ldtk(bytes: &[u8], file: &str) -> Result<Found, ToolError> {
    let bad = |found: String| wrong(file, found, "a world of LDtk");
    let world: Value = serde_json::from_slice(bytes).map_err(|e| bad(e.to_string()))?;
    let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
    let levels = list(&world, "levels");
    if levels.is_empty() {
        return Err(bad("no levels".to_string()));
    }
    let number = |value: &Value, name: &str| value[name].as_i64().unwrap_or(0);
    let left = levels.iter().map(|level| number(level, "worldX")).min().unwrap_or(0);
    let top = levels.iter().map(|level| number(level, "worldY")).min().unwrap_or(0);
    let mut found = Found::default();
    for level in &levels {
        if level["layerInstances"].is_null() {
            return Err(bad("levels in files of their own".to_string()));
        }
        let (x, y) =
            (number(level, "worldX").saturating_sub(left), number(level, "worldY").saturating_sub(top));
        // The first of the list lies above all.
        for layer in list(level, "layerInstances").iter().rev() {
            if layer["visible"].as_bool() == Some(false) {
                continue;
            }
            let side = number(layer, "__gridSize").max(1);
            let before = found.cells.len();
            let tiles = list(layer, "autoLayerTiles").into_iter().chain(list(layer, "gridTiles"));
            for tile in tiles {
                let at = |n: usize, from: i64| {
                    let px = tile["px"][n].as_i64()?.checked_add(from)?;
                    usize::try_from(px.div_euclid(side)).ok()
                };
                let (Some(x), Some(y), Some(t)) = (at(0, x), at(1, y), tile["t"].as_u64()) else {
                    return Err(bad("a tile without px and t".to_string()));
                };
                found.flipped += usize::from(number(&tile, "f") != 0);
                found.put(x, y, t, file)?;
            }
            found.layers += usize::from(found.cells.len() > before);
        }
    }
    Ok(found)
}
