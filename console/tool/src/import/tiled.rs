//! Tiled's maps: visible tile layers, also in groups, from JSON (`.tmj`, `.json`) or XML (`tmx.rs`, to the same structs). Tiles are CSV or
//! Base64, plain or packed by zlib or gzip.
//!
//! The structs have only the fields that a map needs, so they take about as much memory as the file. Unpacked layers have a limit.

mod tmx;

use super::maps::{Cell, FILE_MAX, ImportedMap, Number, TileGrid, Tileset, from_json};
use super::wrong;
use crate::error::ToolError;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::path::Path;

const EXPECTED: &str = "a map of Tiled";
/// Bytes of all layers of a map, unpacked: 64 layers of a whole map.
const UNPACKED_MAX: usize = 2 << 20;
const TURNS: u32 = 0xf000_0000;
const SETS_MAX: usize = 1024;

#[derive(Default, Deserialize)]
#[serde(default)]
struct TiledMap {
    pub orientation: Option<String>,
    pub tilewidth: Number,
    pub tileheight: Number,
    pub infinite: bool,
    pub tilesets: Vec<TiledSet>,
    pub layers: Option<Vec<TiledLayer>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TiledSet {
    pub firstgid: Number,
    pub source: Option<String>,
    pub columns: Number,
    pub tilecount: Number,
    pub tilewidth: Number,
    pub tileheight: Number,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TiledLayer {
    #[serde(rename = "type")]
    pub kind: String,
    pub name: Option<String>,
    pub visible: Option<bool>,
    pub compression: String,
    pub layers: Vec<TiledLayer>,
    pub chunks: Vec<TiledChunk>,
    pub width: Number,
    pub height: Number,
    pub data: Option<TiledData>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TiledChunk {
    pub x: Number,
    pub y: Number,
    pub width: Number,
    pub height: Number,
    pub data: Option<TiledData>,
}

enum TiledData {
    Tiles(Vec<u32>),
    Text(String),
}

impl<'de> Deserialize<'de> for TiledData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = TiledData;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of tiles, or Base64")
            }

            fn visit_str<E>(self, text: &str) -> Result<TiledData, E> {
                Ok(TiledData::Text(text.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TiledData, A::Error> {
                let mut tiles = Vec::new();
                while let Some(tile) = list.next_element()? {
                    tiles.push(tile);
                }
                Ok(TiledData::Tiles(tiles))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

pub fn tiled(bytes: &[u8], path: &Path) -> Result<ImportedMap, ToolError> {
    let file = path.display().to_string();
    let is_xml = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tmx"));
    let map = if is_xml { tmx::read(bytes, &file)? } else { from_json(bytes, &file, EXPECTED)? };
    let Some(layers) = map.layers else { return Err(wrong(&file, "JSON without layers", EXPECTED)) };
    let file = &*file;
    if let Some(other) = map.orientation.filter(|it| it != "orthogonal") {
        return Err(wrong(file, format!("{other} map"), "an orthogonal map of Tiled"));
    }
    if map.tilesets.len() > SETS_MAX {
        let found = format!("{} tilesets", map.tilesets.len());
        return Err(wrong(file, found, &format!("at most {SETS_MAX} tilesets")));
    }
    let (mut firsts, mut sets, mut left) = (Vec::new(), Vec::new(), FILE_MAX);
    for set in map.tilesets {
        firsts.push(set.firstgid.0.max(0) as u64);
        let set = match &set.source {
            None => set,
            Some(source) => external(path, &path.with_file_name(source), &mut left)?,
        };
        let (columns, count) = (set.columns.0.max(0) as u64, set.tilecount.0.max(0) as u64);
        sets.push(Tileset { columns, count, side: square(set.tilewidth, set.tileheight) });
    }
    let all = TileGrid::new(sets, square(map.tilewidth, map.tileheight));
    let mut reader = Layers { all, firsts, left: UNPACKED_MAX, file };
    layers.into_iter().try_for_each(|layer| reader.add(layer))?;
    reader.all.flatten(map.infinite, file)
}

fn square(width: Number, height: Number) -> u64 {
    if width == height { width.0.max(0) as u64 } else { 0 }
}

/// Reads a tileset's own file, XML or JSON; all of them are limited to the size of a map.
fn external(map: &Path, path: &Path, left: &mut u64) -> Result<TiledSet, ToolError> {
    const EXPECTED: &str = "a tileset of Tiled";
    let bytes = store::read_inside(&store::cart_folder(map), path, *left)?;
    *left -= bytes.len() as u64;
    let file = path.display().to_string();
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("tsx")) {
        return from_json(&bytes, &file, EXPECTED);
    }
    let set = tmx::read(&bytes, &file)?.tilesets.into_iter().next();
    set.ok_or_else(|| wrong(&file, "XML without a tileset", EXPECTED))
}

struct Layers<'a> {
    all: TileGrid,
    firsts: Vec<u64>,
    left: usize,
    file: &'a str,
}

impl Layers<'_> {
    /// Adds a layer. The file's parser limits how deep groups nest.
    fn add(&mut self, layer: TiledLayer) -> Result<(), ToolError> {
        if layer.visible == Some(false) {
            return Ok(());
        }
        match layer.kind.as_str() {
            "group" => return layer.layers.into_iter().try_for_each(|inner| self.add(inner)),
            "tilelayer" => {}
            _ => {
                self.all.left_out += 1;
                return Ok(());
            }
        }
        let n = self.all.layer(layer.name.as_deref().unwrap_or("?"));
        if layer.chunks.is_empty() {
            let TiledLayer { width, height, data, .. } = layer;
            // Only chunks have a position.
            let whole = TiledChunk { width, height, data, ..TiledChunk::default() };
            return self.chunk(whole, &layer.compression, n);
        }
        layer.chunks.into_iter().try_for_each(|chunk| self.chunk(chunk, &layer.compression, n))
    }

    fn chunk(&mut self, chunk: TiledChunk, packed: &str, layer: usize) -> Result<(), ToolError> {
        let wide = chunk.width.0.max(1);
        let name = |it: &Self| it.all.layers[layer].clone();
        let tiles = match chunk.data {
            Some(TiledData::Tiles(tiles)) => tiles,
            Some(TiledData::Text(text)) => {
                let raw = self.unpack(text.as_bytes(), packed)?;
                raw.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)).collect()
            }
            None => return Err(wrong(self.file, format!("layer {:?} without data", name(self)), EXPECTED)),
        };
        let size = wide.saturating_mul(chunk.height.0);
        if !tiles.is_empty() && tiles.len() as i64 != size {
            let found = format!("{} tiles in layer {:?}", tiles.len(), name(self));
            let expected = format!("{size}: {wide} columns of {} rows", chunk.height.0);
            return Err(wrong(self.file, found, &expected));
        }
        for (n, bits) in (0..).zip(tiles) {
            let gid = u64::from(bits & !TURNS);
            let known = (0..self.firsts.len()).filter(|n| self.firsts[*n] <= gid);
            let Some(set) = known.max_by_key(|n| self.firsts[*n]).filter(|_| gid > 0) else { continue };
            let (x, y) = (chunk.x.0 + n % wide, chunk.y.0 + n / wide);
            let (tile, flipped) = (gid - self.firsts[set], bits & TURNS != 0);
            self.all.push(Cell { x, y, tile, set, flipped, layer });
        }
        Ok(())
    }

    /// Decodes a layer's Base64, with a limit for all layers together.
    fn unpack(&mut self, text: &[u8], packed: &str) -> Result<Vec<u8>, ToolError> {
        let bad = |found: &str| {
            wrong(self.file, found, "the tile layer format CSV, or Base64, plain, zlib or gzip")
        };
        let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let bytes = BASE64_STANDARD.decode(text).map_err(|e| bad(&format!("a layer in Base64: {e}")))?;
        let raw = match packed {
            "" => Ok(bytes),
            "zlib" => miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, self.left),
            // Tiled writes a header of ten bytes without a name, and a footer of eight.
            "gzip" if bytes.len() > 18 && bytes[3] == 0 => {
                miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes[10..bytes.len() - 8], self.left)
            }
            _ => return Err(bad(&format!("a layer compressed by {packed}"))),
        };
        let raw = raw.map_err(|_| bad("a compressed layer that is damaged, or larger than a map"))?;
        self.left = self.left.saturating_sub(raw.len());
        Ok(raw)
    }
}
