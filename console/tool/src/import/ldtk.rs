//! LDtk's worlds: JSON, as LDtk publishes it.
//!
//! ```text
//! levels of the world, or of the first of its worlds, where they lie; the one furthest left and above at 0,0
//! layers from below to above: tiles by rule, then tiles by hand
//! ```
//!
//! Levels in files of their own are read beside the world's.

use super::maps::{Cell, Cells, Found, LARGEST, Tileset, list, number};
use super::wrong;
use crate::error::ToolError;
use serde_json::Value;
use std::path::Path;

const EXPECTED: &str = "a world of LDtk";

/// The tilesets, and the numbers by which layers name them.
fn tilesets(world: &Value) -> Vec<(i64, Tileset)> {
    let one = |set: &Value| {
        let side = number(set, "tileGridSize").max(1);
        // A tile, and the gap behind it.
        let pitch = (side + number(set, "spacing")).max(1);
        let tiles = |pixels: &str| {
            (number(set, pixels) - 2 * number(set, "padding") + number(set, "spacing")) / pitch
        };
        let (columns, rows) = (tiles("pxWid").max(0) as u64, tiles("pxHei").max(0) as u64);
        (number(set, "uid"), Tileset { columns, count: columns.saturating_mul(rows), side: side as u64 })
    };
    list(&world["defs"], "tilesets").iter().map(one).collect()
}

/// A world: `beside` reads a level's own file.
///
/// # Errors
/// When it is none, larger than a map, or a level's file cannot be read.
pub fn ldtk(
    bytes: &[u8],
    file: &str,
    beside: impl Fn(&Path) -> Result<Vec<u8>, ToolError>,
) -> Result<Found, ToolError> {
    let bad = |found: String| wrong(file, found, EXPECTED);
    let world: Value = serde_json::from_slice(bytes).map_err(|e| bad(e.to_string()))?;
    // With several worlds the levels lie one deeper.
    let first = list(&world, "worlds").iter().find(|world| !list(world, "levels").is_empty());
    let levels = first.map_or(list(&world, "levels"), |world| list(world, "levels"));
    if levels.is_empty() {
        return Err(bad("no levels".to_string()));
    }
    let sets = tilesets(&world);
    let mut all = Cells::new(sets.iter().map(|(_, set)| *set).collect(), 0);
    let least = |name: &str| levels.iter().map(|level| number(level, name)).min().unwrap_or(0);
    let from = (least("worldX"), least("worldY"));
    for level in levels {
        let own = match level["externalRelPath"].as_str().filter(|_| level["layerInstances"].is_null()) {
            Some(path) => {
                let bytes = beside(Path::new(path))?;
                Some(serde_json::from_slice::<Value>(&bytes).map_err(|e| bad(format!("{path}: {e}")))?)
            }
            None if level["layerInstances"].is_null() => {
                return Err(bad("a level without layers".to_string()));
            }
            None => None,
        };
        let at = (number(level, "worldX") - from.0, number(level, "worldY") - from.1);
        one(at, own.as_ref().unwrap_or(level), &sets, &mut all, file)?;
    }
    all.found(false, file)
}

/// Adds a level that lies there.
fn one(
    (left, top): (i64, i64),
    level: &Value,
    sets: &[(i64, Tileset)],
    all: &mut Cells,
    file: &str,
) -> Result<(), ToolError> {
    let bad = |found: String| wrong(file, found, EXPECTED);
    // The first of the list lies above all.
    for layer in list(level, "layerInstances").iter().rev() {
        if layer["visible"].as_bool() == Some(false) {
            continue;
        }
        let tiles: Vec<&Value> =
            list(layer, "autoLayerTiles").iter().chain(list(layer, "gridTiles")).collect();
        all.left_out += usize::from(!list(layer, "entityInstances").is_empty());
        if tiles.is_empty() {
            // Numbers that no rule has made tiles of.
            let has_numbers = list(layer, "intGridCsv").iter().any(|number| number.as_i64() != Some(0));
            all.left_out += usize::from(has_numbers);
            continue;
        }
        let side = number(layer, "__gridSize").max(1);
        if all.side != 0 && all.side != side as u64 {
            return Err(bad(format!("layers with grids of {} and of {side} pixels", all.side)));
        }
        all.side = side as u64;
        let uid = number(layer, "__tilesetDefUid");
        let set = sets.iter().position(|(id, _)| *id == uid).unwrap_or(sets.len());
        let name = layer["__identifier"].as_str().unwrap_or("?");
        let n = all.layer(name);
        for tile in tiles {
            let px = |n: usize| {
                let offset = number(layer, ["__pxTotalOffsetX", "__pxTotalOffsetY"][n]);
                Some(tile["px"][n].as_i64()?.clamp(-LARGEST, LARGEST) + offset)
            };
            let id = tile["t"].as_u64().map(|id| id.min(LARGEST as u64));
            let (Some(x), Some(y), Some(tile_id)) = (px(0), px(1), id) else {
                return Err(bad(format!("a tile without px and t in layer {name:?}")));
            };
            // Rules may put tiles where their level is over.
            let is_in = |at: i64, size: &str| at >= 0 && (level[size].is_null() || at < number(level, size));
            if !is_in(x, "pxWid") || !is_in(y, "pxHei") {
                all.outside += 1;
                continue;
            }
            let (x, y) = ((x + left).div_euclid(side), (y + top).div_euclid(side));
            all.push(Cell { x, y, tile: tile_id, set, flipped: number(tile, "f") != 0, layer: n });
        }
    }
    Ok(())
}
