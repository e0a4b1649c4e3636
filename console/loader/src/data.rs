//! A cart's data files: the five files of a folder, put over the data of a ROM.

use format::{DataFile, DataFiles, DataKind, FormatError, FormatLimit, LeftOut, SharedOwner};
use format::{read_map, read_sheet, replace_data, shared_owner};
use rasher::Rom;
use rasher::memory::SHARED;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub const DATA_FOLDERS: [&str; 2] = ["sprites", "sfx"];

pub fn data_folders(folder: &Path) -> [PathBuf; 2] {
    DATA_FOLDERS.map(|sub| folder.join(sub))
}

/// A cart's data files: sheet, map, flags, sfx, music.
pub fn data_files(folder: &Path, name: &str) -> [PathBuf; 5] {
    let [sprites, sfx] = &data_folders(folder);
    [(sprites, "png"), (sprites, "map"), (sprites, "flags"), (sfx, "sfx"), (sfx, "music")]
        .map(|(sub, ending)| sub.join(format!("{name}.{ending}")))
}

/// Maximum size in bytes of a cartridge or data file, by its extension.
pub fn cartridge_max(path: &Path) -> u64 {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let limit = match name.rsplit_once('.') {
        Some((_, "rom")) => FormatLimit::CartBytes,
        Some((_, "png" | "html" | "htm" | "js")) => FormatLimit::PictureBytes,
        _ => FormatLimit::TextBytes,
    };
    limit.most() as u64
}

/// A ROM with a folder's files of that name in place of its own data; none if there are no such files.
pub fn rom_over<B: AsRef<[u8]>, E: From<FormatError>>(
    rom: &Rom,
    folder: &Path,
    name: &str,
    mut read: impl FnMut(&Path) -> Result<Option<B>, E>,
) -> Result<Option<Rom>, E> {
    let paths = data_files(folder, name);
    let names = paths.each_ref().map(|path| path.display().to_string());
    let mut bytes = [const { None }; 5];
    for (to, path) in bytes.iter_mut().zip(&paths) {
        *to = read(path)?;
    }
    if bytes.iter().all(Option::is_none) {
        return Ok(None);
    }
    let file = |n: usize| bytes[n].as_ref().map(|bytes| DataFile { name: &names[n], bytes: bytes.as_ref() });
    Ok(Some(replace_data(rom, &combine([0, 1, 2, 3, 4].map(file)))?))
}

/// The content of a folder's data files, as far as they are correct.
#[derive(Clone, Debug)]
pub struct DataRead {
    pub rom: Rom,
    /// A line for each broken file. Its part of the data is that of the last ROM.
    pub wrong: Vec<String>,
    pub left_out: Option<LeftOut>,
    /// Colours that the sheet's file cannot have.
    pub strays: Option<String>,
}

impl DataRead {
    /// Puts the files over `rom`. `read` also gets the number of the file. Errors name a file without its folders.
    pub fn new<B: AsRef<[u8]>, E: Display>(
        rom: &Rom,
        last: &Rom,
        folder: &Path,
        name: &str,
        mut read: impl FnMut(usize, &Path) -> Result<Option<B>, E>,
    ) -> DataRead {
        let paths = data_files(folder, name);
        let names =
            paths.each_ref().map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let read: [_; 5] = std::array::from_fn(|n| read(n, &paths[n]));
        let bytes = read.each_ref().map(|read| read.as_ref().ok()?.as_ref().map(AsRef::as_ref));
        let mut files = [0, 1, 2, 3, 4].map(|n| Some(DataFile { name: &names[n], bytes: bytes[n]? }));
        let (mut bad, mut wrong) = (Vec::new(), Vec::new());
        for (n, fault) in data_faults(rom, &files).into_iter().enumerate() {
            let unread = read[n].as_ref().err().map(|e| short_error(e, &paths[n], &names[n]));
            let Some(line) = fault.map(|e| e.to_string()).or(unread) else { continue };
            if !wrong.contains(&line) {
                wrong.push(line);
            }
            files[n] = None;
            bad.push(file_area(DataKind::ALL[n], shared_owner(bytes[1])));
        }
        let map = files[1].and_then(|map| read_map(map.bytes, "").ok());
        let strays = files[0].and_then(|sheet| sheet_remark(sheet.name, sheet.bytes));
        let mut made = replace_data(rom, &combine(files)).unwrap_or_else(|_| rom.clone());
        for area in bad {
            made.data[area.clone()].copy_from_slice(&last.data[area]);
        }
        DataRead { rom: made, wrong, left_out: map.map(|map| map.left_out), strays }
    }
}

/// The bytes that only this file has.
pub fn file_area(kind: DataKind, owner: SharedOwner) -> Range<usize> {
    let mut area = kind.area();
    match (kind, owner) {
        (DataKind::Sheet, SharedOwner::Map) => area.end = usize::from(SHARED),
        (DataKind::Map, SharedOwner::Map) => area.start = usize::from(SHARED),
        _ => {}
    }
    area
}

/// The errors of these files. A sheet and a map that contradict each other are both wrong.
pub fn data_faults(rom: &Rom, files: &[Option<DataFile<'_>>; 5]) -> [Option<FormatError>; 5] {
    let mut wrong: [Option<FormatError>; 5] = std::array::from_fn(|n| {
        let mut one = [None; 5];
        one[n] = files[n];
        replace_data(rom, &combine(one)).err()
    });
    if wrong[..2].iter().all(Option::is_none) {
        let both =
            replace_data(rom, &DataFiles { sheet: files[0], map: files[1], ..DataFiles::default() }).err();
        (wrong[0], wrong[1]) = (both.clone(), both);
    }
    wrong
}

pub fn combine([sheet, map, flags, sfx, music]: [Option<DataFile<'_>>; 5]) -> DataFiles<'_> {
    DataFiles { sheet, map, flags, sfx, music }
}

pub fn short_error(error: &impl Display, path: &Path, name: &str) -> String {
    let text = error.to_string();
    match text.strip_prefix(&path.display().to_string()) {
        Some(rest) => format!("{name}{rest}"),
        None => text,
    }
}

/// What a map leaves out, in a line. Of a small map, in which no row is complete, nothing was cut off.
pub fn map_remark(path: &Path, bytes: &[u8]) -> Option<String> {
    let map = read_map(bytes, "").ok()?;
    let is_small = map.left_out.short == map.rows() - map.left_out.rows;
    (!is_small && map.left_out != LeftOut::default()).then(|| format!("{}: {}", path.display(), map.left_out))
}

/// Colours of a sheet that are shown in the nearest, in a line.
pub fn sheet_remark(file: &str, bytes: &[u8]) -> Option<String> {
    let remark = read_sheet(bytes, file).ok()?.remark()?;
    Some(format!("{file}: {remark}; rasher fix writes that into the file"))
}
