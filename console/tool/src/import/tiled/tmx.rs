//! Tiled's XML as the structs of its JSON, in one pass and without recursion.
//!
//! ```text
//! <map> <tileset/> <group> <layer> <data encoding=..> CSV, Base64, <tile gid=../> or <chunk ..> of these
//! ```

use super::{EXPECTED, TiledChunk, TiledData, TiledLayer, TiledMap, TiledSet};
use crate::error::ToolError;
use crate::import::maps::{Number, limit_objects};
use crate::import::{wrong, wrong_at};
use format::FilePlace;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::mem::take;

/// Depth of groups, as in JSON, whose parser allows 128 levels of lists and objects.
const DEEP: usize = 62;

#[derive(Clone, Copy)]
struct At<'a> {
    bytes: &'a [u8],
    byte: usize,
    file: &'a str,
}

impl At<'_> {
    fn wrong(self, found: impl Into<String>, expected: &str) -> ToolError {
        let before = &self.bytes[..self.byte.min(self.bytes.len())];
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        wrong_at(self.file, FilePlace::Text { line, column }, found, expected)
    }
}

struct Tag<'a> {
    tag: BytesStart<'a>,
    at: At<'a>,
}

impl Tag<'_> {
    fn text(&self, name: &str) -> Option<String> {
        let value = self.tag.try_get_attribute(name).ok()??;
        let text = value.normalized_value(XmlVersion::Explicit1_0);
        Some(text.unwrap_or_else(|_| String::from_utf8_lossy(&value.value)).into_owned())
    }

    /// A number attribute; a missing one is 0.
    fn number(&self, name: &str) -> Result<Number, ToolError> {
        let Some(text) = self.text(name) else { return Ok(Number(0)) };
        let number = text.trim().parse().map(Number::new);
        number.map_err(|_| self.at.wrong(format!("{name}={text:?}"), "a whole number"))
    }
}

#[derive(Default)]
struct Builder {
    map: TiledMap,
    is_map: bool,
    in_tileset: bool,
    /// The map's layers, then the open groups and layer.
    open: Vec<TiledLayer>,
    encoding: Option<String>,
    text: String,
    tiles: Vec<u32>,
}

pub(super) fn read(bytes: &[u8], file: &str) -> Result<TiledMap, ToolError> {
    limit_objects(bytes, b'<', file)?;
    let mut reader = Reader::from_reader(bytes);
    reader.config_mut().expand_empty_elements = true;
    let mut all = Builder { open: vec![TiledLayer::default()], ..Builder::default() };
    let mut deep = 0usize;
    loop {
        let at = At { bytes, byte: reader.buffer_position() as usize, file };
        match reader.read_event().map_err(|e| at.wrong(e.to_string(), EXPECTED))? {
            Event::Start(tag) => {
                deep += 1;
                all.begin(&Tag { tag, at })?;
            }
            Event::End(tag) => {
                deep = deep.saturating_sub(1);
                all.end(tag.local_name().as_ref(), at)?;
            }
            Event::Text(text) if all.encoding.is_some() => all.text += &String::from_utf8_lossy(&text),
            Event::CData(text) if all.encoding.is_some() => all.text += &String::from_utf8_lossy(&text),
            Event::Eof if deep > 0 => return Err(at.wrong("the end of the file", "</map>")),
            Event::Eof => break,
            _ => {}
        }
    }
    let layers = all.open.swap_remove(0).layers;
    all.map.layers = all.is_map.then_some(layers);
    if !all.is_map && all.map.tilesets.is_empty() {
        return Err(wrong(file, "XML without a map", EXPECTED));
    }
    Ok(all.map)
}

impl Builder {
    fn begin(&mut self, tag: &Tag<'_>) -> Result<(), ToolError> {
        let name = tag.tag.local_name();
        match name.as_ref() {
            b"map" => {
                self.is_map = true;
                self.map.orientation = tag.text("orientation");
                (self.map.tilewidth, self.map.tileheight) =
                    (tag.number("tilewidth")?, tag.number("tileheight")?);
                self.map.infinite = tag.number("infinite")?.0 != 0;
            }
            b"tileset" => {
                self.in_tileset = true;
                let source = tag.text("source");
                if source.is_none() && tag.text("tilecount").is_none() {
                    let found = "a tileset without tilecount";
                    let expected = "one saved by Tiled 0.13 or newer; open and save it there";
                    return Err(tag.at.wrong(found, expected));
                }
                self.map.tilesets.push(TiledSet {
                    firstgid: tag.number("firstgid")?,
                    source,
                    columns: tag.number("columns")?,
                    tilecount: tag.number("tilecount")?,
                    tilewidth: tag.number("tilewidth")?,
                    tileheight: tag.number("tileheight")?,
                });
            }
            // Tiles in a tileset have objects and pictures of their own.
            _ if self.in_tileset => {}
            b"layer" | b"group" | b"objectgroup" | b"imagelayer" => {
                if self.open.len() > DEEP {
                    let found = format!("{} nested groups", self.open.len());
                    return Err(tag.at.wrong(found, &format!("at most {DEEP}")));
                }
                let kind = match name.as_ref() {
                    b"layer" => "tilelayer".into(),
                    other => String::from_utf8_lossy(other),
                };
                self.open.push(TiledLayer {
                    kind: kind.into_owned(),
                    name: tag.text("name"),
                    visible: Some(tag.number("visible")?.0 != 0 || tag.text("visible").is_none()),
                    width: tag.number("width")?,
                    height: tag.number("height")?,
                    ..TiledLayer::default()
                });
            }
            b"data" => {
                self.encoding = Some(tag.text("encoding").unwrap_or_default());
                if let Some(layer) = self.open.last_mut() {
                    layer.compression = tag.text("compression").unwrap_or_default();
                }
            }
            b"chunk" if self.encoding.is_some() => {
                let chunk = TiledChunk {
                    x: tag.number("x")?,
                    y: tag.number("y")?,
                    width: tag.number("width")?,
                    height: tag.number("height")?,
                    data: None,
                };
                if let Some(layer) = self.open.last_mut() {
                    layer.chunks.push(chunk);
                }
            }
            b"tile" if self.encoding.is_some() => self.tiles.push(tag.number("gid")?.0 as u32),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &[u8], at: At<'_>) -> Result<(), ToolError> {
        match name {
            b"tileset" => self.in_tileset = false,
            _ if self.in_tileset => {}
            b"chunk" | b"data" if self.encoding.is_some() => {
                let data = self.data(at)?;
                let Some(layer) = self.open.last_mut() else { return Ok(()) };
                match layer.chunks.last_mut() {
                    Some(chunk) if name == b"chunk" => chunk.data = Some(data),
                    Some(_) => {}
                    None => layer.data = Some(data),
                }
                if name == b"data" {
                    self.encoding = None;
                }
            }
            b"layer" | b"group" | b"objectgroup" | b"imagelayer" if self.open.len() > 1 => {
                if let (Some(done), Some(outer)) = (self.open.pop(), self.open.last_mut()) {
                    outer.layers.push(done);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn data(&mut self, at: At<'_>) -> Result<TiledData, ToolError> {
        let (text, tiles) = (take(&mut self.text), take(&mut self.tiles));
        match self.encoding.as_deref() {
            Some("csv") => {
                let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
                let tile = |word: &str| {
                    word.parse().map_err(|_| at.wrong(format!("{word:?} in CSV"), "the number of a tile"))
                };
                words.map(tile).collect::<Result<_, _>>().map(TiledData::Tiles)
            }
            Some("base64") => Ok(TiledData::Text(text)),
            Some("") | None => Ok(TiledData::Tiles(tiles)),
            Some(other) => {
                Err(at.wrong(format!("a layer in {other:?}"), "the tile layer format CSV or Base64"))
            }
        }
    }
}
