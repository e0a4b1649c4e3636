//! From a cart's data files to its ROM and back, and the differences between two ROMs.
//!
//! ```text
//!           0000        1000        2000        3000    3100    3200     4300
//! sheet     [ rows 0-63 | rows 64-127 ]
//! map                   [ rows 32-63  | rows 0-31 ]
//! flags                                         [ 256 ]
//! music                                                 [ 64 x 4 ]
//! sfx                                                           [ 64 x 68 ]
//! ```
//!
//! Sheet and map share 0x1000 to 0x1fff. A map with `rows 32` leaves them to the sheet. A map with `rows 64` owns them, and a sheet with
//! different bytes there, neither 0 nor the map's, is an error, since one of the two would be lost silently.

use crate::error::{FilePlace, FormatError};
use crate::flags::{FlagsText, read_flags};
use crate::limit::COLUMNS;
use crate::map::{MapText, read_map};
use crate::music::{MusicText, read_music};
use crate::sfx::{SfxText, read_sfx};
use crate::sheet::read_sheet;
use rasher::memory::{FLAGS, MAP, MUSIC, SFX, SHARED, SHEET};
use rasher::{Patch, Rom};

/// A file's bytes, and its name for errors; nothing is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataFile<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// A cart's files. A missing one leaves its bytes as in an empty cart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataFiles<'a> {
    pub sheet: Option<DataFile<'a>>,
    pub map: Option<DataFile<'a>>,
    pub flags: Option<DataFile<'a>>,
    pub sfx: Option<DataFile<'a>>,
    pub music: Option<DataFile<'a>>,
}

/// The ROM of cart `name`, version 1, from its files.
pub fn assemble(name: &str, files: &DataFiles<'_>) -> Result<Rom, FormatError> {
    replace_data(&Rom::empty(name), files)
}

/// A ROM with its data replaced by these files; without a file its data stay.
pub fn replace_data(rom: &Rom, files: &DataFiles<'_>) -> Result<Rom, FormatError> {
    let (mut rom, mut sounds) = (rom.clone(), None);
    let mut put = |addr: u16, bytes: &[u8]| {
        rom.data[usize::from(addr)..][..bytes.len()].copy_from_slice(bytes);
    };
    let sheet = files.sheet.map(|f| read_sheet(f.bytes, f.name)).transpose()?.map(|sheet| sheet.data);
    if let Some(sheet) = &sheet {
        put(SHEET, &sheet[..]);
    }
    if let Some(file) = files.map {
        let map = read_map(file.bytes, file.name)?;
        put(MAP, &map.upper[..]);
        if let Some(shared) = &map.shared {
            if let (Some(sheet), Some(sheet_file)) = (&sheet, files.sheet) {
                agree(&sheet[usize::from(SHARED)..], sheet_file.name, &shared[..], file.name)?;
            }
            put(SHARED, &shared[..]);
        }
    }
    if let Some(file) = files.flags {
        put(FLAGS, &read_flags(file.bytes, file.name)?.flags[..]);
    }
    if let Some(file) = files.sfx {
        let text = read_sfx(file.bytes, file.name)?;
        put(SFX, &text.records()[..]);
        sounds = Some(text.names());
    }
    if let Some(file) = files.music {
        put(MUSIC, &read_music(file.bytes, file.name)?.records()[..]);
    }
    rom.sounds = sounds.unwrap_or(rom.sounds);
    Ok(rom)
}

/// Refuses a sheet that differs from the map in the bytes that they share.
fn agree(sheet: &[u8], sheet_file: &str, map: &[u8], map_file: &str) -> Result<(), FormatError> {
    let Some(at) = sheet.iter().zip(map).position(|(s, m)| *s != 0 && s != m) else { return Ok(()) };
    let (pixels, tile) = (sheet[at], map[at]);
    let right = usize::from(pixels & 15 == tile & 15);
    let shift = right * 4;
    let (found, wanted) = (pixels >> shift & 15, tile >> shift & 15);
    Err(FormatError::new(
        sheet_file,
        FilePlace::Pixel { x: at % 64 * 2 + right, y: 64 + at / 64 },
        format!("colour {found}"),
        format!(
            "colour {wanted}, or an empty lower half: row {} of {map_file} has tile {tile:02x} at column {} there",
            32 + at / COLUMNS,
            at % COLUMNS,
        ),
    ))
}

/// Which file owns the bytes that sheet and map share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedOwner {
    /// They are sprites 128 to 255.
    Sheet,
    /// They are the map's rows 32 to 63; the sheet's lower half is empty.
    Map,
}

/// A ROM as stored in its files, without comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RomParts {
    pub sheet: Box<[u8; 0x2000]>,
    pub map: MapText,
    pub flags: FlagsText,
    pub sfx: SfxText,
    pub music: MusicText,
}

/// Splits a ROM into parts; [`assemble`] of the written parts gives the same data again.
pub fn parts(rom: &Rom, shared: SharedOwner) -> RomParts {
    let mut sheet = Box::new(area(rom, SHEET));
    let mut map = MapText { upper: Box::new(area(rom, MAP)), ..MapText::default() };
    if shared == SharedOwner::Map {
        map.shared = Some(Box::new(area(rom, SHARED)));
        sheet[usize::from(SHARED)..].fill(0);
    }
    let mut sfx = SfxText::from_records(&area(rom, SFX));
    sfx.set_names(&rom.sounds);
    RomParts {
        sheet,
        map,
        flags: FlagsText { flags: Box::new(area(rom, FLAGS)), ..FlagsText::default() },
        sfx,
        music: MusicText::from_records(&area(rom, MUSIC)),
    }
}

fn area<const N: usize>(rom: &Rom, addr: u16) -> [u8; N] {
    std::array::from_fn(|i| rom.data[usize::from(addr) + i])
}

/// The runs of bytes that differ, in order of address, each as short as possible. As [`rasher::Event::Data`] they turn the data of `old`
/// into that of `new`.
pub fn patches(old: &Rom, new: &Rom) -> Vec<Patch> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < new.data.len() {
        let run = old.data[at..].iter().zip(&new.data[at..]).take_while(|(o, n)| o != n).count();
        if run > 0 {
            out.push(Patch { addr: at as u16, bytes: new.data[at..at + run].into() });
        }
        at += run + 1;
    }
    out
}
