//! A cart's data on disk: the five files of a data folder, a cartridge in one file, a run in a file.
//!
//! ```text
//! FOLDER/sprites/NAME.png, .map, .flags   FOLDER/sfx/NAME.sfx, .music   ──> Rom
//! NAME.p8, .p8.png, .p8.rom                                             ──> Cartridge
//! NAME.rec, .report, .run, .slot                                        ──> RecordedFile
//! ```

use crate::error::StoreError;
use crate::file::{if_there, read, read_at_most};
use format::{Cartridge, DataFile, DataFiles, DataKind, FormatError, FormatLimit, SharedOwner};
use format::{shared_owner, take_up};
use rasher::Rom;
use rasher::memory::SHARED;
use std::ops::Range;
use std::path::{Path, PathBuf};
use timeline::{KeptRun, Recording, Report, Slot};

/// The folders of a data folder that hold a cart's data files.
pub(crate) const FOLDERS: [&str; 2] = ["sprites", "sfx"];

/// The folders below a data folder that hold data files.
pub(crate) fn data_folders(folder: &Path) -> [PathBuf; 2] {
    FOLDERS.map(|sub| folder.join(sub))
}

/// The data files of a cart below a folder, in the order sheet, map, flags, sfx, music.
pub fn data_files(folder: &Path, name: &str) -> [PathBuf; 5] {
    let [sprites, sfx] = &data_folders(folder);
    [(sprites, "png"), (sprites, "map"), (sprites, "flags"), (sfx, "sfx"), (sfx, "music")]
        .map(|(sub, ending)| sub.join(format!("{name}.{ending}")))
}

/// A data file, which has no more bytes than its kind can have; none when there is no such file.
pub(crate) fn read_data_file(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    if_there(read_at_most(path, cartridge_max(path)))
}

/// The ROM made of a folder's files of that name; none when it has none.
///
/// # Errors
/// When a file cannot be read or is wrong.
pub fn rom_in(folder: &Path, name: &str) -> Result<Option<Rom>, StoreError> {
    rom_over(&Rom::empty(name), folder, name)
}

/// A ROM with a folder's files of that name in place of its own data; none when there is none.
///
/// # Errors
/// As [`rom_in`].
pub fn rom_over(rom: &Rom, folder: &Path, name: &str) -> Result<Option<Rom>, StoreError> {
    let files = data_files(folder, name).map(|path| {
        read_data_file(&path).map(|bytes| bytes.map(|bytes| (path.display().to_string(), bytes)))
    });
    let [sheet, map, flags, sfx, music] = files;
    let files = [sheet?, map?, flags?, sfx?, music?];
    if files.iter().all(Option::is_none) {
        return Ok(None);
    }
    let [sheet, map, flags, sfx, music] =
        files.each_ref().map(|read| read.as_ref().map(|(name, bytes)| DataFile { name, bytes }));
    Ok(Some(take_up(rom, &DataFiles { sheet, map, flags, sfx, music })?))
}

/// [`rom_over`], as far as the files are good: what one says that cannot be read or is wrong is as in `last`. And what is wrong, a line for
/// each file.
pub fn rom_as_far(rom: &Rom, last: &Rom, folder: &Path, name: &str) -> (Rom, Vec<String>) {
    let paths = data_files(folder, name);
    let names =
        paths.each_ref().map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let read = paths.each_ref().map(|path| read_data_file(path));
    let bytes = read.each_ref().map(|read| read.as_ref().ok().and_then(Option::as_deref));
    let mut files = [0, 1, 2, 3, 4].map(|n| Some(DataFile { name: &names[n], bytes: bytes[n]? }));
    let (mut bad, mut wrong) = (Vec::new(), Vec::new());
    for (n, fault) in faults(rom, &files).into_iter().enumerate() {
        let unread = read[n].as_ref().err().map(|e| brief(e, &paths[n], &names[n]));
        let Some(line) = fault.map(|e| e.to_string()).or(unread) else { continue };
        if !wrong.contains(&line) {
            wrong.push(line);
        }
        files[n] = None;
        bad.push(own_area(DataKind::ALL[n], shared_owner(bytes[1])));
    }
    let mut made = take_up(rom, &together(files)).unwrap_or_else(|_| rom.clone());
    for area in bad {
        made.data[area.clone()].copy_from_slice(&last.data[area]);
    }
    (made, wrong)
}

/// The bytes that a file says alone.
pub(crate) fn own_area(kind: DataKind, owner: SharedOwner) -> Range<usize> {
    let mut area = kind.area();
    match (kind, owner) {
        (DataKind::Sheet, SharedOwner::Map) => area.end = usize::from(SHARED),
        (DataKind::Map, SharedOwner::Map) => area.start = usize::from(SHARED),
        _ => {}
    }
    area
}

/// What is wrong with each of these files, if something is. Where sheet and map do not agree that is said of both.
pub(crate) fn faults(rom: &Rom, files: &[Option<DataFile<'_>>; 5]) -> [Option<FormatError>; 5] {
    let mut wrong: [Option<FormatError>; 5] = std::array::from_fn(|n| {
        let mut one = [None; 5];
        one[n] = files[n];
        take_up(rom, &together(one)).err()
    });
    if wrong[..2].iter().all(Option::is_none) {
        let both = take_up(rom, &DataFiles { sheet: files[0], map: files[1], ..DataFiles::default() }).err();
        (wrong[0], wrong[1]) = (both.clone(), both);
    }
    wrong
}

/// The files in their places.
pub(crate) fn together([sheet, map, flags, sfx, music]: [Option<DataFile<'_>>; 5]) -> DataFiles<'_> {
    DataFiles { sheet, map, flags, sfx, music }
}

/// An error about a file, without the folders that it is in.
pub(crate) fn brief(error: &StoreError, path: &Path, name: &str) -> String {
    let text = error.to_string();
    match text.strip_prefix(&path.display().to_string()) {
        Some(rest) => format!("{name}{rest}"),
        None => text,
    }
}

/// Is it a cartridge in one file, by its name?
pub fn is_cartridge(path: &Path) -> bool {
    format::is_cartridge(&path.to_string_lossy())
}

/// The file of a name that was put together from the path of a cartridge as text: what in that path is no text stays as it is.
pub fn named_by(cart: &Path, name: &str) -> PathBuf {
    if *cart.to_string_lossy() == *name {
        return cart.to_path_buf();
    }
    let folder = cart.parent().unwrap_or(Path::new(""));
    let inside = name.strip_prefix(&*folder.to_string_lossy()).filter(|_| !folder.as_os_str().is_empty());
    inside.map_or_else(|| PathBuf::from(name), |rest| folder.join(rest.trim_start_matches(['/', '\\'])))
}

/// The path that is shown so, where a name is a text: of a file whose name is none the first that looks like it.
pub fn shown_as(shown: &str) -> PathBuf {
    let path = PathBuf::from(shown);
    if !shown.contains('\u{fffd}') || path.exists() {
        return path;
    }
    path.components().fold(PathBuf::new(), |folder, part| {
        let part = part.as_os_str();
        let like = |name: &std::ffi::OsString| name.to_string_lossy() == part.to_string_lossy();
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let names =
            || std::fs::read_dir(here).ok()?.flatten().map(|entry| entry.file_name()).filter(like).min();
        let found = if part.to_string_lossy().contains('\u{fffd}') { names() } else { None };
        folder.join(found.as_deref().unwrap_or(part))
    })
}

/// Bytes that a cartridge's file or a data file has at most, by the ending of its name.
pub fn cartridge_max(path: &Path) -> u64 {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let limit = match name.rsplit_once('.') {
        Some((_, "rom")) => FormatLimit::CartBytes,
        Some((_, "png")) => FormatLimit::PictureBytes,
        _ => FormatLimit::TextBytes,
    };
    limit.most() as u64
}

/// A cartridge in one file.
///
/// # Errors
/// When it cannot be read or is wrong.
pub fn read_cartridge(path: &Path) -> Result<Cartridge, StoreError> {
    Ok(format::read_cartridge(&read_at_most(path, cartridge_max(path))?, &path.display().to_string())?)
}

/// What a file of a run holds.
#[derive(Clone, Debug)]
pub enum RecordedFile {
    Recording(Box<Recording>),
    /// A bug report: inputs, data and a frame. A save slot is one too.
    Report(Box<Report>),
    /// A run that was kept while it was played: inputs and data.
    Kept(Box<KeptRun>),
}

/// Are these the bytes of a run, in whichever kind of file?
pub fn is_recorded(bytes: &[u8]) -> bool {
    Recording::is_one(bytes) || Report::is_one(bytes) || KeptRun::is_one(bytes) || Slot::is_one(bytes)
}

/// A recording, a bug report, a kept run or a save slot, whichever it is.
///
/// # Errors
/// When it cannot be read, or is none of them.
pub fn read_recorded(path: &Path) -> Result<RecordedFile, StoreError> {
    let bytes = read(path)?;
    let read = if Report::is_one(&bytes) {
        Report::from_bytes(&bytes).map(|report| RecordedFile::Report(Box::new(report)))
    } else if Slot::is_one(&bytes) {
        Slot::from_bytes(&bytes).map(|slot| RecordedFile::Report(Box::new(slot.moment)))
    } else if KeptRun::is_one(&bytes) {
        KeptRun::from_bytes(&bytes).map(|kept| RecordedFile::Kept(Box::new(kept)))
    } else {
        Recording::from_bytes(&bytes).map(|recording| RecordedFile::Recording(Box::new(recording)))
    };
    read.map_err(|source| StoreError::Run { path: path.into(), source })
}

/// A bug report.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read_report(path: &Path) -> Result<Report, StoreError> {
    Report::from_bytes(&read(path)?).map_err(|source| StoreError::Run { path: path.into(), source })
}
