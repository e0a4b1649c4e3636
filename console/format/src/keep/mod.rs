//! Saving into a file that stands already: what did not change stays as a person wrote it.
//!
//! ```text
//! text of before ── lines.rs ──> lines, each with its own end ──┬── values as before: the line stays, byte for byte
//!                                                               └── other values: only the words that say them are written anew
//! ```
//!
//! A longer word takes blanks from the gap that follows it, so that columns stay; only where there are none the rest of its line moves.
//! What is new is put where its number belongs, with the line end that the file has. What is written is read again: if it does not say
//! what it is to say, the file is written as the crate's writers do it, so nothing is ever lost for the sake of its looks.

mod cartridge;
mod code;
mod lines;
mod map;
mod sound;

pub use cartridge::{update_p8, update_p8png};
pub use code::{read_code, update_code};

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

/// One of a cart's data files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    Sheet,
    Map,
    Flags,
    Sfx,
    Music,
}

impl DataKind {
    /// All of them, in the order in which files of a cart are named.
    pub const ALL: [DataKind; 5] =
        [DataKind::Sheet, DataKind::Map, DataKind::Flags, DataKind::Sfx, DataKind::Music];

    /// The bytes of a cart's data that the file says: the sheet with the half that a map of more than 32 rows owns in its place.
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

/// Does that map file own the bytes that sheet and map share? Without one the sheet does. Of one with a wrong row the head says it.
pub fn shared_owner(map: Option<&[u8]>) -> SharedOwner {
    let head = map.is_some_and(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.trim_start_matches('\u{feff}').lines();
        let head = lines.map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let rows = head.and_then(|head| head.strip_prefix("rows")?.trim().parse().ok());
        rows.is_some_and(|rows: u32| rows > 32)
    });
    if head { SharedOwner::Map } else { SharedOwner::Sheet }
}

/// A data file with other data: `old` is what it holds now, if there is one. None where it says what it is to say already, and where
/// there is none and none is needed.
///
/// # Errors
/// When the file that stands there cannot be read: it is not written over.
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
        return Ok((!is_empty).then(|| fresh(kind, &rom, owner)));
    };
    let same = says(kind, old, &rom, owner, file)?;
    if same {
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
    let good = |bytes: &Vec<u8>| says(kind, bytes, &rom, owner, file) == Ok(true);
    Ok(Some(kept.filter(good).unwrap_or_else(|| again(kind, old, &rom, owner, file))))
}

/// Does the file say those data?
fn says(
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
    let said = assemble("", &files)?;
    let mut areas = vec![kind.area()];
    let shared = usize::from(SHARED)..usize::from(MAP);
    match (kind, owner) {
        (DataKind::Map, SharedOwner::Map) => areas.push(shared),
        // The half that the map owns is empty in the sheet, or says the same.
        (DataKind::Sheet, SharedOwner::Map) => {
            let agrees = |at: usize| said.data[at] == 0 || said.data[at] == rom.data[at];
            return Ok(said.data[..shared.start] == rom.data[..shared.start] && shared.clone().all(agrees));
        }
        _ => {}
    }
    Ok(areas.into_iter().all(|at| said.data[at.clone()] == rom.data[at]))
}

/// A file that is new.
fn fresh(kind: DataKind, rom: &Rom, owner: SharedOwner) -> Vec<u8> {
    let parts = parts(rom, owner);
    match kind {
        DataKind::Sheet => write_sheet(&parts.sheet),
        DataKind::Map => write_map(&parts.map).into_bytes(),
        DataKind::Flags => write_flags(&parts.flags).into_bytes(),
        DataKind::Sfx => write_sfx(&parts.sfx).into_bytes(),
        DataKind::Music => write_music(&parts.music).into_bytes(),
    }
}

/// The file by the crate's writers, with the comments that they keep.
fn again(kind: DataKind, old: &[u8], rom: &Rom, owner: SharedOwner, file: &str) -> Vec<u8> {
    let new = parts(rom, owner);
    let text = match kind {
        DataKind::Sheet => return write_sheet(&new.sheet),
        DataKind::Map => read_map(old, file)
            .map(|old| write_map(&crate::MapText { comments: old.comments, ..new.map.clone() })),
        DataKind::Flags => read_flags(old, file)
            .map(|old| write_flags(&crate::FlagsText { flags: new.flags.flags.clone(), ..old })),
        DataKind::Sfx => read_sfx(old, file).map(|mut old| {
            for sound in new.sfx.sounds.iter().cloned() {
                match old.sounds.iter_mut().find(|other| other.number == sound.number) {
                    Some(other) => (other.record, other.shown) = (sound.record, other.shown.max(sound.shown)),
                    None => old.sounds.push(sound),
                }
            }
            old.sounds.retain(|sound| new.sfx.get(sound.number).is_some());
            write_sfx(&old)
        }),
        DataKind::Music => read_music(old, file).map(|mut old| {
            for pattern in new.music.patterns.iter().cloned() {
                match old.patterns.iter_mut().find(|other| other.number == pattern.number) {
                    Some(other) => other.record = pattern.record,
                    None => old.patterns.push(pattern),
                }
            }
            old.patterns
                .retain(|pattern| new.music.patterns.iter().any(|other| other.number == pattern.number));
            write_music(&old)
        }),
    };
    text.map_or_else(|_| fresh(kind, rom, owner), String::into_bytes)
}

/// The sheet's picture: the half that the map owns stays empty where it was.
fn sheet(old: &[u8], rom: &Rom, owner: SharedOwner, file: &str) -> Result<Vec<u8>, FormatError> {
    let before = read_sheet(old, file)?;
    let mut sheet = parts(rom, SharedOwner::Sheet).sheet;
    if owner == SharedOwner::Map {
        for at in usize::from(SHARED)..usize::from(MAP) {
            if before[at] == 0 {
                sheet[at] = 0;
            }
        }
    }
    Ok(write_sheet(&sheet))
}
