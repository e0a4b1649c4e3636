//! Saves into an existing file, and keeps everything that did not change as the user wrote it.
//!
//! ```text
//! the old text ── lines.rs ──> lines, each with its own end ──┬── same values: the line stays, byte for byte
//!                                                             └── other values: only the words that state them are rewritten
//! ```
//!
//! A longer word takes blanks from the gap after it, so that columns stay; only without a gap the rest of its line moves. A new line goes
//! where its number belongs, with the file's line end. The result is read back: if it does not hold the right values, the crate's
//! writers write the file, so that no value is ever lost to keep the layout.

mod cartridge;
mod code;
mod lines;
mod map;
mod names;
mod saved;
mod sound;

pub use cartridge::{update_p8, update_p8png};
pub use code::{read_code, update_code};
pub use names::{name_sounds, name_sounds_p8};
pub use saved::{CART_ID_ADDED, cartridge_like, exported, update_cartridge, update_source, with_new_id};

use crate::error::FormatError;
use crate::map::read_map;
use crate::rom::{DataFile, DataFiles, SharedOwner, assemble, parts};
use crate::{
    read_flags, read_music, read_sfx, read_sheet, write_flags, write_map, write_music, write_sfx, write_sheet,
};
use lines::Lines;
use rasher::Rom;
use rasher::memory::{FLAGS, MAP, MUSIC, ROM_SIZE, SFX, SHARED};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    Sheet,
    Map,
    Flags,
    Sfx,
    Music,
}

impl DataKind {
    /// In the order in which a cart's files are named.
    pub const ALL: [DataKind; 5] =
        [DataKind::Sheet, DataKind::Map, DataKind::Flags, DataKind::Sfx, DataKind::Music];

    /// The bytes of a cart's data in the file. The sheet's include the half that it shares with the map.
    pub fn area(self) -> Range<usize> {
        let at = |from: u16, to: u16| usize::from(from)..usize::from(to);
        match self {
            DataKind::Sheet => at(0, MAP),
            DataKind::Map => at(MAP, FLAGS),
            DataKind::Flags => at(FLAGS, MUSIC),
            DataKind::Sfx => usize::from(SFX)..ROM_SIZE,
            DataKind::Music => at(MUSIC, SFX),
        }
    }
}

/// Does the map file own the bytes that sheet and map share? Its head decides, even if a row is wrong. Without a map the sheet owns them.
pub fn shared_owner(map: Option<&[u8]>) -> SharedOwner {
    let rows = map.and_then(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.trim_start_matches('\u{feff}').lines();
        let head = lines.map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
        head.strip_prefix("rows")?.trim().parse::<u32>().ok()
    });
    if rows.is_some_and(|rows| rows > 32) { SharedOwner::Map } else { SharedOwner::Sheet }
}

/// A data file with other data; `old` is its content, if there is a file. None if nothing has to be written: the file has these data
/// already, or there is no file and no data. An existing file that cannot be read is an error, and is not overwritten.
pub fn update(
    kind: DataKind,
    old: Option<&[u8]>,
    data: &[u8; ROM_SIZE],
    owner: SharedOwner,
    file: &str,
) -> Result<Option<Vec<u8>>, FormatError> {
    let rom = Rom { data: Box::new(*data), ..Rom::empty("") };
    let Some(old) = old else {
        let is_empty = rom.data[kind.area()] == Rom::empty("").data[kind.area()];
        return Ok((!is_empty).then(|| rewritten(kind, &[], &rom, owner, file)));
    };
    if holds(kind, old, &rom, owner, file)? {
        return Ok(None);
    }
    let kept = match kind {
        DataKind::Sheet => Some(sheet(old, &rom, owner, file)?),
        _ => std::str::from_utf8(old).ok().and_then(|text| {
            let mut lines = Lines::new(text);
            match kind {
                DataKind::Map => map::keep_map(&mut lines, data),
                DataKind::Flags => map::keep_flags(&mut lines, data),
                DataKind::Sfx => sound::keep_sfx(&mut lines, data),
                DataKind::Music | DataKind::Sheet => sound::keep_music(&mut lines, data),
            }?;
            Some(lines.join().into_bytes())
        }),
    };
    let good = |bytes: &Vec<u8>| holds(kind, bytes, &rom, owner, file) == Ok(true);
    Ok(Some(kept.filter(good).unwrap_or_else(|| rewritten(kind, old, &rom, owner, file))))
}

fn holds(
    kind: DataKind,
    bytes: &[u8],
    rom: &Rom,
    owner: SharedOwner,
    file: &str,
) -> Result<bool, FormatError> {
    let one = Some(DataFile { name: file, bytes });
    let none = DataFiles::default();
    let files = match kind {
        DataKind::Sheet => DataFiles { sheet: one, ..none },
        DataKind::Map => DataFiles { map: one, ..none },
        DataKind::Flags => DataFiles { flags: one, ..none },
        DataKind::Sfx => DataFiles { sfx: one, ..none },
        DataKind::Music => DataFiles { music: one, ..none },
    };
    let read = assemble("", &files)?;
    let shared = usize::from(SHARED)..usize::from(MAP);
    let is_same = |area: Range<usize>| read.data[area.clone()] == rom.data[area];
    Ok(match (kind, owner) {
        (DataKind::Map, SharedOwner::Map) => is_same(kind.area()) && is_same(shared),
        // The half that the map owns is empty in the sheet, or the same.
        (DataKind::Sheet, SharedOwner::Map) => {
            let agrees = |at: usize| read.data[at] == 0 || read.data[at] == rom.data[at];
            is_same(0..shared.start) && shared.clone().all(agrees)
        }
        _ => is_same(kind.area()),
    })
}

/// The file by the crate's writers, with the comments of the old one that they keep.
fn rewritten(kind: DataKind, old: &[u8], rom: &Rom, owner: SharedOwner, file: &str) -> Vec<u8> {
    let new = parts(rom, owner);
    let text = match kind {
        DataKind::Sheet => return write_sheet(&new.sheet),
        DataKind::Map => {
            let comments = read_map(old, file).map(|old| old.comments).unwrap_or_default();
            write_map(&crate::MapText { comments, ..new.map })
        }
        DataKind::Flags => {
            let old = read_flags(old, file).unwrap_or_default();
            write_flags(&crate::FlagsText { flags: new.flags.flags, ..old })
        }
        DataKind::Sfx => {
            let mut old = read_sfx(old, file).unwrap_or_default();
            old.sounds.retain(|sound| new.sfx.get(sound.number).is_some());
            for sound in new.sfx.sounds {
                match old.sounds.iter_mut().find(|other| other.number == sound.number) {
                    Some(other) => (other.record, other.shown) = (sound.record, other.shown.max(sound.shown)),
                    None => old.sounds.push(sound),
                }
            }
            write_sfx(&old)
        }
        DataKind::Music => {
            let mut old = read_music(old, file).unwrap_or_default();
            let is_kept = |number: u8| new.music.patterns.iter().any(|pattern| pattern.number == number);
            old.patterns.retain(|pattern| is_kept(pattern.number));
            for pattern in new.music.patterns {
                match old.patterns.iter_mut().find(|other| other.number == pattern.number) {
                    Some(other) => other.record = pattern.record,
                    None => old.patterns.push(pattern),
                }
            }
            write_music(&old)
        }
    };
    text.into_bytes()
}

/// The sheet's picture: the half that the map owns stays empty where it was.
fn sheet(old: &[u8], rom: &Rom, owner: SharedOwner, file: &str) -> Result<Vec<u8>, FormatError> {
    let before = read_sheet(old, file)?;
    let mut sheet = parts(rom, SharedOwner::Sheet).sheet;
    if owner == SharedOwner::Map {
        for at in usize::from(SHARED)..usize::from(MAP) {
            if before.data[at] == 0 {
                sheet[at] = 0;
            }
        }
    }
    Ok(before.with_data(&sheet))
}
