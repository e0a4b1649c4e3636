//! Tiled's maps: `.tmx` by the crate `tiled`, `.tmj` and `.json` as Tiled publishes its JSON.
//!
//! ```text
//! layers that are seen, also those in groups; CSV, Base64, packed by zlib or gzip; with an end or without one
//! ```
//!
//! Packed layers are unpacked once with a limit, since unpacked they may be any size; zstd is not read.

use super::maps::{Cell, Cells, Found, Tileset, list, number};
use super::{guarded, wrong};
use crate::error::ToolError;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use quick_xml::events::Event;
use serde_json::Value;
use std::path::Path;
use tiled::{ChunkData, Layer, LayerTile, LayerType, Map, Orientation, TileLayer};

const EXPECTED: &str = "a map of Tiled";
/// Bytes of the largest tileset's file.
const TILESET_MAX: u64 = 4 << 20;
/// Bytes of all layers of a map, unpacked: 64 layers of a whole map.
const UNPACKED_MAX: usize = 2 << 20;
/// Bits of a tile that say how it is turned.
const TURNS: u32 = 0xf000_0000;

fn read_beside(path: &Path) -> Result<Vec<u8>, ToolError> {
    Ok(store::read_at_most(path, TILESET_MAX)?)
}

/// A map, by the ending of its name.
///
/// # Errors
/// When it is none, not orthogonal, larger than a map, or a tileset cannot be read.
pub fn tiled(bytes: &[u8], path: &Path) -> Result<Found, ToolError> {
    match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tmx")) {
        true => from_xml(bytes, path),
        false => from_json(bytes, path),
    }
}

/// What is packed is no larger than a map's layers may be, in all.
struct Unpacker<'a> {
    left: usize,
    file: &'a str,
}

impl Unpacker<'_> {
    fn unpack(&mut self, text: &[u8], packed: &str) -> Result<Vec<u8>, ToolError> {
        let bad = |found: &str| {
            wrong(self.file, found, "the tile layer format CSV, or Base64, plain, zlib or gzip")
        };
        let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let bytes = BASE64_STANDARD.decode(text).map_err(|e| bad(&format!("a layer in Base64: {e}")))?;
        let raw = match packed {
            "" => Ok(bytes),
            "zlib" => miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, self.left),
            // Ten bytes of head, which Tiled fills in without names; eight behind.
            "gzip" if bytes.len() > 18 && bytes[3] == 0 => {
                miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes[10..bytes.len() - 8], self.left)
            }
            "zstd" => return Err(bad("layers packed by zstd")),
            _ => return Err(bad(&format!("a layer packed by {packed}"))),
        };
        let raw = raw.map_err(|_| bad("a packed layer that is broken, or larger than a map"))?;
        self.left = self.left.saturating_sub(raw.len());
        Ok(raw)
    }
}

/// All packed layers of a file in XML can be unpacked.
fn check_packed(bytes: &[u8], file: &str) -> Result<(), ToolError> {
    let mut reader = quick_xml::Reader::from_reader(bytes);
    let mut unpacker = Unpacker { left: UNPACKED_MAX, file };
    let mut packed = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) if tag.name().as_ref() == b"data" => {
                let found = tag.try_get_attribute("compression").ok().flatten();
                packed = found.map_or(String::new(), |it| String::from_utf8_lossy(&it.value).into_owned());
            }
            Ok(Event::End(tag)) if tag.name().as_ref() == b"data" => packed.clear(),
            Ok(Event::Text(text)) if !packed.is_empty() && !text.trim_ascii().is_empty() => {
                unpacker.unpack(&text, &packed)?;
            }
            Ok(Event::CData(text)) if !packed.is_empty() => drop(unpacker.unpack(&text, &packed)?),
            // What is no XML the other reader says, with its place.
            Ok(Event::Eof) | Err(_) => return Ok(()),
            Ok(_) => {}
        }
    }
}

fn from_xml(bytes: &[u8], path: &Path) -> Result<Found, ToolError> {
    let file = path.display().to_string();
    check_packed(bytes, &file)?;
    let read = |at: &Path| -> std::io::Result<std::io::Cursor<Vec<u8>>> {
        if at == path {
            return Ok(std::io::Cursor::new(bytes.to_vec()));
        }
        read_beside(at).map(std::io::Cursor::new).map_err(std::io::Error::other)
    };
    guarded(&file, EXPECTED, || {
        let map = tiled::Loader::with_reader(read).load_tmx_map(path);
        from_map(&map.map_err(|e| refused(&file, &e, EXPECTED))?, &file)
    })
}

/// What the reader says; it wants an attribute that Tiled writes since version 0.13, of the year 2015.
fn refused(file: &str, error: &tiled::Error, expected: &str) -> ToolError {
    let text = error.to_string();
    // Without it a tileset within the map is taken for one in a file of its own.
    if ["tilecount", "source"].iter().any(|name| text.contains(&format!("Missing attribute: {name}"))) {
        let found = "a tileset that does not say how many tiles it has (tilecount)";
        return wrong(file, found, "one that Tiled 0.13 or newer has saved: open it there, and save it");
    }
    wrong(file, text, expected)
}

fn from_map(map: &Map, file: &str) -> Result<Found, ToolError> {
    if map.orientation != Orientation::Orthogonal {
        let found = format!("{} map", map.orientation);
        return Err(wrong(file, found, "an orthogonal map of Tiled"));
    }
    let square = |w: u32, h: u32| if w == h { u64::from(w) } else { 0 };
    let sets = map.tilesets().iter().map(|set| Tileset {
        columns: set.columns.into(),
        count: set.tilecount.into(),
        side: square(set.tile_width, set.tile_height),
    });
    let mut all = Cells::new(sets.collect(), square(map.tile_width, map.tile_height));
    let mut endless = false;
    for layer in map.layers() {
        endless |= add_layer(&layer, &mut all);
    }
    all.found(endless, file)
}

/// Adds what is seen of a layer; true if it has no end.
fn add_layer(layer: &Layer<'_>, all: &mut Cells) -> bool {
    if !layer.visible {
        return false;
    }
    match layer.layer_type() {
        LayerType::Group(group) => {
            // All of them are added: a test that ends at the first one would not do.
            let mut endless = false;
            for layer in group.layers() {
                endless |= add_layer(&layer, all);
            }
            endless
        }
        LayerType::Objects(_) | LayerType::Image(_) => {
            all.left_out += 1;
            false
        }
        LayerType::Tiles(tiles) => {
            let n = all.layer(&layer.name);
            let mut add = |x: i64, y: i64, tile: &LayerTile<'_>| {
                let flipped = tile.flip_h || tile.flip_v || tile.flip_d;
                let (tile, set) = (tile.id().into(), tile.tileset_index());
                all.push(Cell { x, y, tile, set, flipped, layer: n });
            };
            match tiles {
                TileLayer::Finite(tiles) => {
                    let (w, h) = (tiles.width() as i32, tiles.height() as i32);
                    for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
                        tiles.get_tile(x, y).iter().for_each(|tile| add(x.into(), y.into(), tile));
                    }
                    false
                }
                TileLayer::Infinite(tiles) => {
                    let (w, h) = (ChunkData::WIDTH as i32, ChunkData::HEIGHT as i32);
                    // In an order of their own, so that of two errors the same one is told each time.
                    let mut chunks: Vec<_> = tiles.chunks().collect();
                    chunks.sort_unstable_by_key(|(at, _)| (at.1, at.0));
                    for ((left, top), chunk) in chunks {
                        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
                            let at = (i64::from(left) * i64::from(w), i64::from(top) * i64::from(h));
                            chunk.get_tile(x, y).iter().for_each(|tile| {
                                add(at.0 + i64::from(x), at.1 + i64::from(y), tile);
                            });
                        }
                    }
                    true
                }
            }
        }
    }
}

/// A map in JSON, with the first numbers of its tilesets.
struct Json<'a> {
    all: Cells,
    firsts: Vec<u64>,
    unpacker: Unpacker<'a>,
}

fn from_json(bytes: &[u8], path: &Path) -> Result<Found, ToolError> {
    let file = path.display().to_string();
    let bad = |found: String| wrong(&file, found, EXPECTED);
    let map: Value = serde_json::from_slice(bytes).map_err(|e| bad(e.to_string()))?;
    if !map["layers"].is_array() {
        return Err(bad("JSON without layers".to_string()));
    }
    if let Some(other) = map["orientation"].as_str().filter(|it| *it != "orthogonal") {
        return Err(wrong(&file, format!("{other} map"), "an orthogonal map of Tiled"));
    }
    let side = |value: &Value| {
        let (w, h) = (number(value, "tilewidth"), number(value, "tileheight"));
        if w == h { w.max(0) as u64 } else { 0 }
    };
    let (mut firsts, mut sets) = (Vec::new(), Vec::new());
    for set in list(&map, "tilesets") {
        let of = |set: &Value| Tileset {
            columns: number(set, "columns").max(0) as u64,
            count: number(set, "tilecount").max(0) as u64,
            side: side(set),
        };
        firsts.push(number(set, "firstgid").max(0) as u64);
        sets.push(match set["source"].as_str() {
            None => of(set),
            Some(source) => external(&path.with_file_name(source), &file, of)?,
        });
    }
    let unpacker = Unpacker { left: UNPACKED_MAX, file: &file };
    let mut json = Json { all: Cells::new(sets, side(&map)), firsts, unpacker };
    for layer in list(&map, "layers") {
        json.add(layer, 0)?;
    }
    json.all.found(map["infinite"].as_bool() == Some(true), &file)
}

/// A tileset in a file of its own: XML or JSON.
fn external(path: &Path, file: &str, of: impl Fn(&Value) -> Tileset) -> Result<Tileset, ToolError> {
    let bytes = read_beside(path)?;
    let shown = path.display().to_string();
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("tsx")) {
        let read =
            serde_json::from_slice(&bytes).map_err(|e| wrong(&shown, e.to_string(), "a tileset of Tiled"))?;
        return Ok(of(&read));
    }
    guarded(file, EXPECTED, || {
        let read = |_: &Path| -> std::io::Result<std::io::Cursor<Vec<u8>>> {
            Ok(std::io::Cursor::new(bytes.clone()))
        };
        let set = tiled::Loader::with_reader(read).load_tsx_tileset(path);
        let set = set.map_err(|e| refused(&shown, &e, "a tileset of Tiled"))?;
        let side = if set.tile_width == set.tile_height { set.tile_width } else { 0 };
        Ok(Tileset { columns: set.columns.into(), count: set.tilecount.into(), side: side.into() })
    })
}

impl Json<'_> {
    fn add(&mut self, layer: &Value, deep: usize) -> Result<(), ToolError> {
        // Deeper than any program nests groups.
        if layer["visible"].as_bool() == Some(false) || deep > 64 {
            return Ok(());
        }
        let name = layer["name"].as_str().unwrap_or("?");
        match layer["type"].as_str() {
            Some("group") => list(layer, "layers").iter().try_for_each(|inner| self.add(inner, deep + 1)),
            Some("tilelayer") => {
                let n = self.all.layer(name);
                let packed = layer["compression"].as_str().unwrap_or_default();
                let chunks = list(layer, "chunks");
                let own = std::slice::from_ref(layer);
                for part in if chunks.is_empty() { own } else { chunks } {
                    self.part(part, packed, n)?;
                }
                Ok(())
            }
            _ => {
                self.all.left_out += 1;
                Ok(())
            }
        }
    }

    /// A layer's cells, or those of a part of it.
    fn part(&mut self, part: &Value, packed: &str, layer: usize) -> Result<(), ToolError> {
        let wide = number(part, "width").max(1);
        let tiles: Vec<u32> = match &part["data"] {
            Value::Array(tiles) => tiles.iter().map(|tile| tile.as_u64().unwrap_or(0) as u32).collect(),
            Value::String(text) => {
                let raw = self.unpacker.unpack(text.as_bytes(), packed)?;
                raw.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)).collect()
            }
            _ => {
                let found = format!("layer {:?} without data", self.all.layers[layer]);
                return Err(wrong(self.unpacker.file, found, EXPECTED));
            }
        };
        // Parts of a map without an end say where they lie; a layer's own x and y are always 0.
        let (left, top) = (number(part, "x"), number(part, "y"));
        for (n, bits) in (0..).zip(tiles) {
            let gid = u64::from(bits & !TURNS);
            let known = (0..self.firsts.len()).filter(|n| self.firsts[*n] <= gid);
            let Some(set) = known.max_by_key(|n| self.firsts[*n]).filter(|_| gid > 0) else { continue };
            let (x, y, tile) = (left + n % wide, top + n / wide, gid - self.firsts[set]);
            self.all.push(Cell { x, y, tile, set, flipped: bits & TURNS != 0, layer });
        }
        Ok(())
    }
}
