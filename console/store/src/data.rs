//! A cart's data on disk: the five files of a data folder, a cartridge in one file, a run in a file.
//!
//! ```text
//! FOLDER/sprites/NAME.png, .map, .flags   FOLDER/sfx/NAME.sfx, .music   ──> Rom
//! NAME.p8, .p8.png, .p8.rom                                             ──> Cartridge
//! NAME.rec, NAME.report                                                 ──> Recording, Report
//! ```

use crate::error::StoreError;
use crate::file::{read, read_if_there};
use format::{Cartridge, DataFile, DataFiles, assemble};
use rasher::Rom;
use std::path::{Path, PathBuf};
use timeline::{Recording, Report};

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

/// The ROM made of a folder's files of that name; none when it has none.
///
/// # Errors
/// When a file cannot be read or is wrong.
pub fn rom_in(folder: &Path, name: &str) -> Result<Option<Rom>, StoreError> {
    let files = data_files(folder, name)
        .map(|path| read_if_there(&path).map(|bytes| bytes.map(|bytes| (path.display().to_string(), bytes))));
    let [sheet, map, flags, sfx, music] = files;
    let files = [sheet?, map?, flags?, sfx?, music?];
    if files.iter().all(Option::is_none) {
        return Ok(None);
    }
    let [sheet, map, flags, sfx, music] =
        files.each_ref().map(|read| read.as_ref().map(|(name, bytes)| DataFile { name, bytes }));
    let files = DataFiles { sheet, map, flags, sfx, music };
    Ok(Some(assemble(name, &files)?))
}

/// Is it a cartridge in one file, by its name?
pub fn is_cartridge(path: &Path) -> bool {
    format::is_cartridge(&path.to_string_lossy())
}

/// A cartridge in one file.
///
/// # Errors
/// When it cannot be read or is wrong.
pub fn read_cartridge(path: &Path) -> Result<Cartridge, StoreError> {
    Ok(format::read_cartridge(&read(path)?, &path.display().to_string())?)
}

/// What a file of a run holds.
#[derive(Clone, Debug)]
pub enum RecordedFile {
    /// Inputs alone.
    Recording(Recording),
    /// A bug report: inputs, data and a frame.
    Report(Box<Report>),
}

/// A recording or a bug report, whichever it is.
///
/// # Errors
/// When it cannot be read, or is neither.
pub fn read_recorded(path: &Path) -> Result<RecordedFile, StoreError> {
    let bytes = read(path)?;
    let read = match Report::is_one(&bytes) {
        true => Report::from_bytes(&bytes).map(|report| RecordedFile::Report(Box::new(report))),
        false => Recording::from_bytes(&bytes).map(RecordedFile::Recording),
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
