//! LDtk's worlds, from their JSON.
//!
//! Levels are placed as in the (first) world, its top left level at 0,0. Layers are drawn bottom up, tiles by rules below tiles by hand.
//! Levels in files of their own are read from the world's folder.

use super::maps::{Cell, ImportedMap, Number, TileGrid, Tileset, from_json};
use super::wrong;
use crate::error::ToolError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::path::Path;

const EXPECTED: &str = "a world of LDtk";
/// Levels of a world: one for each tile of a map.
const LEVELS_MAX: usize = 128 * 64;

#[derive(Default, Deserialize)]
#[serde(default)]
struct World {
    worlds: Vec<World>,
    levels: Vec<Level>,
    defs: Definitions,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Definitions {
    tilesets: Vec<LdtkTileset>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LdtkTileset {
    uid: Number,
    px_wid: Number,
    px_hei: Number,
    tile_grid_size: Number,
    spacing: Number,
    padding: Number,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Level {
    world_x: Number,
    world_y: Number,
    px_wid: Option<Number>,
    px_hei: Option<Number>,
    layer_instances: Option<Vec<LdtkLayer>>,
    external_rel_path: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LdtkLayer {
    #[serde(rename = "__gridSize")]
    grid_size: Number,
    #[serde(rename = "__tilesetDefUid")]
    tileset: Number,
    #[serde(rename = "__identifier")]
    name: Option<String>,
    #[serde(rename = "__pxTotalOffsetX")]
    offset_x: Number,
    #[serde(rename = "__pxTotalOffsetY")]
    offset_y: Number,
    visible: Option<bool>,
    auto_layer_tiles: Vec<LdtkTile>,
    grid_tiles: Vec<LdtkTile>,
    entity_instances: Vec<IgnoredAny>,
    int_grid_csv: Vec<i32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LdtkTile {
    px: Option<(Number, Number)>,
    t: Option<Number>,
    f: Number,
}

fn tilesets(world: &World) -> Vec<(Number, Tileset)> {
    let one = |set: &LdtkTileset| {
        let side = set.tile_grid_size.0.max(1);
        let pitch = (side + set.spacing.0).max(1);
        let tiles = |pixels: Number| (pixels.0 - 2 * set.padding.0 + set.spacing.0) / pitch;
        let (columns, rows) = (tiles(set.px_wid).max(0) as u64, tiles(set.px_hei).max(0) as u64);
        (set.uid, Tileset { columns, count: columns.saturating_mul(rows), side: side as u64 })
    };
    world.defs.tilesets.iter().map(one).collect()
}

/// Reads a world; `beside` reads a level's own file.
pub fn ldtk(
    bytes: &[u8],
    file: &str,
    mut beside: impl FnMut(&Path) -> Result<Vec<u8>, ToolError>,
) -> Result<ImportedMap, ToolError> {
    let bad = |found: String| wrong(file, found, EXPECTED);
    let world: World = from_json(bytes, file, EXPECTED)?;
    // With several worlds, levels are in those.
    let first = world.worlds.iter().find(|world| !world.levels.is_empty());
    let levels = first.map_or(&world.levels, |world| &world.levels);
    if levels.is_empty() {
        return Err(bad("no levels".to_string()));
    }
    if levels.len() > LEVELS_MAX {
        return Err(wrong(file, format!("{} levels", levels.len()), &format!("at most {LEVELS_MAX} levels")));
    }
    let sets = tilesets(&world);
    let mut all = TileGrid::new(sets.iter().map(|(_, set)| *set).collect(), 0);
    let least = |place: fn(&Level) -> Number| levels.iter().map(|level| place(level).0).min().unwrap_or(0);
    let from = (least(|level| level.world_x), least(|level| level.world_y));
    for level in levels {
        let own: Option<Level> = match (&level.layer_instances, &level.external_rel_path) {
            (Some(_), _) => None,
            (None, Some(path)) => Some(from_json(&beside(Path::new(path))?, path, EXPECTED)?),
            (None, None) => return Err(bad("a level without layers".to_string())),
        };
        let at = (level.world_x.0 - from.0, level.world_y.0 - from.1);
        one(at, own.as_ref().unwrap_or(level), &sets, &mut all, file)?;
    }
    all.flatten(false, file)
}

fn one(
    (left, top): (i64, i64),
    level: &Level,
    sets: &[(Number, Tileset)],
    all: &mut TileGrid,
    file: &str,
) -> Result<(), ToolError> {
    let bad = |found: String| wrong(file, found, EXPECTED);
    // The top layer comes first.
    for layer in level.layer_instances.iter().flatten().rev() {
        if layer.visible == Some(false) {
            continue;
        }
        all.left_out += usize::from(!layer.entity_instances.is_empty());
        if layer.auto_layer_tiles.is_empty() && layer.grid_tiles.is_empty() {
            // A grid of numbers without rules for tiles.
            all.left_out += usize::from(layer.int_grid_csv.iter().any(|number| *number != 0));
            continue;
        }
        let side = layer.grid_size.0.max(1);
        if all.side != 0 && all.side != side as u64 {
            return Err(bad(format!("layers with grids of {} and of {side} pixels", all.side)));
        }
        all.side = side as u64;
        let set = sets.iter().position(|(id, _)| *id == layer.tileset).unwrap_or(sets.len());
        let name = layer.name.as_deref().unwrap_or("?");
        let n = all.layer(name);
        for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
            let id = tile.t.and_then(|id| u64::try_from(id.0).ok());
            let (Some((x, y)), Some(tile_id)) = (tile.px, id) else {
                return Err(bad(format!("a tile without px and t in layer {name:?}")));
            };
            let (x, y) = (x.0 + layer.offset_x.0, y.0 + layer.offset_y.0);
            // Rules can place tiles outside of the level.
            let is_in = |at: i64, size: Option<Number>| at >= 0 && size.is_none_or(|size| at < size.0);
            if !is_in(x, level.px_wid) || !is_in(y, level.px_hei) {
                all.outside += 1;
                continue;
            }
            let (x, y) = ((x + left).div_euclid(side), (y + top).div_euclid(side));
            all.push(Cell { x, y, tile: tile_id, set, flipped: tile.f.0 != 0, layer: n });
        }
    }
    Ok(())
}
