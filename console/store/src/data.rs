//! A cart's data on disk: the five files of a data folder, a cartridge in one file, a run in a file.
//!
//! ```text
//! FOLDER/sprites/NAME.png, .map, .flags   FOLDER/sfx/NAME.sfx, .music   ──> Rom
//! NAME.p8, .p8.png, .p8.rom                                             ──> Cartridge
//! NAME.rec, .report, .run, .slot                                        ──> RecordedFile
//! ```

use crate::error::StoreError;
use crate::file::{optional, read, read_at_most};
use format::Cartridge;
use loader::{cartridge_max, rom_over};
use rasher::Rom;
use std::path::{Path, PathBuf};
use timeline::{KeptRun, Recording, Report, Slot};

pub(crate) fn read_data_file(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    optional(read_at_most(path, cartridge_max(path)))
}

pub fn rom_in(folder: &Path, name: &str) -> Result<Option<Rom>, StoreError> {
    rom_over(&Rom::empty(name), folder, name, read_data_file)
}

/// The path shown as this text. For a name that is not UTF-8, the first one that is shown the same way.
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

pub fn read_cartridge(path: &Path) -> Result<Cartridge, StoreError> {
    Ok(format::read_cartridge(&read_at_most(path, cartridge_max(path))?, &path.display().to_string())?)
}

#[derive(Clone, Debug)]
pub enum RecordedFile {
    Recording(Box<Recording>),
    /// A bug report or a save slot: inputs, data and a frame.
    Report(Box<Report>),
    Kept(Box<KeptRun>),
}

pub fn is_recorded(bytes: &[u8]) -> bool {
    Recording::is_one(bytes) || Report::is_one(bytes) || KeptRun::is_one(bytes) || Slot::is_one(bytes)
}

/// Reads a recording, a bug report, a kept run or a save slot.
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

pub fn read_report(path: &Path) -> Result<Report, StoreError> {
    Report::from_bytes(&read(path)?).map_err(|source| StoreError::Run { path: path.into(), source })
}
