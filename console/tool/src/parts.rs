//! `rasher export NAME --sheet`: a part of a cart's data as a file for other programs.
//!
//! ```text
//! --sheet            NAME-sheet.png       128 x 128 pixels, times --scale
//! --map              NAME-map.png         8 pixels a cell, up to the last tiles that are not 0
//! --animation 48-51  NAME-48-51.png       sprites side by side
//! --sfx 8            NAME-sfx-8.wav       as `rasher render` writes it; -o NAME.ogg for Vorbis
//! --music 0          NAME-music-0.wav
//! ```
//!
//! Rows 32 to 63 of the map are exported only if a map file claims them; else they are the sheet's lower half.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::open::{beside_name, open};
use crate::options::{ExportOptions, PartOptions};
use crate::sound::{Piece, render_piece};
use format::{SharedOwner, png};
use loader::Origin;
use rasher::Rom;
use rasher::memory::MAP;
use shelf::Entry;
use std::path::{Path, PathBuf};

/// Pixels of a sprite's side, sprites in a row, columns of the map.
const SPRITE: usize = 8;
const PER_ROW: usize = 16;
const COLUMNS: usize = 128;
/// Rows of the map without and with those shared with the sheet.
const OWN: usize = 32;
const ROWS: usize = 64;

pub fn export(carts: &'static [Entry], options: &ExportOptions) -> Result<CommandOutput, ToolError> {
    let cart = options.cart.as_deref().unwrap_or(Path::new(""));
    let loaded = open(carts, cart, options.data.as_deref())?;
    let rom = loaded.data()?;
    let name =
        |end: &str| options.out.clone().unwrap_or_else(|| beside_name(cart, &rom.name, &format!("-{end}")));
    let sound = |piece, out: PathBuf| render_piece(rom.clone(), piece, &options.file.file(), &out, false);
    let (picture, out) = match options.part {
        PartOptions { sfx: Some(n), .. } => return sound(Piece::Sfx(n), name(&format!("sfx-{n}.wav"))),
        PartOptions { music: Some(n), .. } => return sound(Piece::Music(n), name(&format!("music-{n}.wav"))),
        PartOptions { animation: Some((from, to)), .. } => {
            (animation(rom, from, to), name(&format!("{from}-{to}.png")))
        }
        PartOptions { map: true, .. } => {
            let owner = match &loaded.cart.origin {
                Origin::Folder(folder) => owner(folder, &rom.name),
                _ => SharedOwner::Sheet,
            };
            (map(rom, owner), name("map.png"))
        }
        _ => (sheet(rom), name("sheet.png")),
    };
    let (width, height) = (picture.0, picture.1.len() / picture.0.max(1));
    store::write(&out, &png(&picture.1, width, height, options.scale.into()))?;
    Ok(CommandOutput::done(format!(
        "{}: {width}x{height} pixels, scaled {}x\n",
        out.display(),
        options.scale
    )))
}

fn owner(folder: &Path, name: &str) -> SharedOwner {
    let map = loader::data_files(folder, name).into_iter().nth(1).and_then(|path| store::read(&path).ok());
    format::shared_owner(map.as_deref())
}

fn pixel(rom: &Rom, sprite: usize, x: usize, y: usize) -> u8 {
    let (x, y) = (sprite % PER_ROW * SPRITE + x, sprite / PER_ROW * SPRITE + y);
    rom.data[y * 64 + x / 2] >> (4 * (x % 2)) & 15
}

fn render_grid(
    rom: &Rom,
    columns: usize,
    rows: usize,
    at: impl Fn(usize, usize) -> usize,
) -> (usize, Vec<u8>) {
    let (width, height) = (columns * SPRITE, rows * SPRITE);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let colour = |(x, y): (usize, usize)| pixel(rom, at(x / SPRITE, y / SPRITE), x % SPRITE, y % SPRITE);
    (width, places.map(colour).collect())
}

pub(crate) fn sheet(rom: &Rom) -> (usize, Vec<u8>) {
    render_grid(rom, PER_ROW, PER_ROW, |x, y| PER_ROW * y + x)
}

fn animation(rom: &Rom, from: u8, to: u8) -> (usize, Vec<u8>) {
    let (first, last) = (usize::from(from.min(to)), usize::from(from.max(to)));
    render_grid(rom, last - first + 1, 1, |x, _| first + x)
}

pub(crate) fn map(rom: &Rom, owner: SharedOwner) -> (usize, Vec<u8>) {
    let cell = |x: usize, y: usize| {
        // The shared half comes before the map's own.
        let at = if y < OWN { usize::from(MAP) + y * COLUMNS } else { 0x1000 + (y - OWN) * COLUMNS };
        usize::from(rom.data[at + x])
    };
    let rows = if owner == SharedOwner::Map { ROWS } else { OWN };
    let used = |x: usize, y: usize| cell(x, y) != 0;
    let columns = (0..COLUMNS).rfind(|x| (0..rows).any(|y| used(*x, y))).map_or(1, |last| last + 1);
    let rows = (0..rows).rfind(|y| (0..COLUMNS).any(|x| used(x, *y))).map_or(1, |last| last + 1);
    let (width, mut picture) = render_grid(rom, columns, rows, cell);
    // Tile 0 is empty, whatever sprite 0 shows.
    for (at, colour) in picture.iter_mut().enumerate() {
        if !used(at % width / SPRITE, at / width / SPRITE) {
            *colour = 0;
        }
    }
    (width, picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sprite 1 is red, 2 blue; the map has 1 at 2,1 and 2 at 0,40, which is in the shared half.
    #[test]
    fn parts_are_laid_out() {
        let mut rom = Rom::empty("t");
        for y in 0..SPRITE {
            rom.data[y * 64 + 4..y * 64 + 8].fill(0x88);
            rom.data[y * 64 + 8..y * 64 + 12].fill(0xcc);
        }
        rom.data[0x2000 + COLUMNS + 2] = 1;
        rom.data[0x1000 + 8 * COLUMNS] = 2;
        let rom = rom;
        let (width, pixels) = sheet(&rom);
        assert_eq!((width, pixels.len(), pixels[8], pixels[16]), (128, 128 * 128, 8, 12));
        let (width, pixels) = animation(&rom, 2, 1);
        assert_eq!((width, pixels.len(), pixels[0], pixels[8]), (16, 128, 8, 12));
        let (width, pixels) = map(&rom, SharedOwner::Sheet);
        assert_eq!((width, pixels.len()), (24, 24 * 16), "as far as there is something");
        assert_eq!((pixels[0], pixels[8 * 24 + 16]), (0, 8));
        let (width, pixels) = map(&rom, SharedOwner::Map);
        assert_eq!((width, pixels.len() / width, pixels[320 * 24]), (24, 328, 12));
    }
}
