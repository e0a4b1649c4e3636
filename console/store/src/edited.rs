//! Edited data, saved into the files that they come from.
//!
//! ```text
//! a folder           sprites/NAME.png .map .flags   sfx/NAME.sfx .music   those whose data have changed
//! NAME.p8, .p8.png   the cartridge; a data file next to it takes its part of the data
//! ```
//!
//! All files are read first: if one differs from the data that the editor knows, nothing is written. A missing or empty file has nothing to
//! lose: in a folder it is written. A broken file stays as it is, and all files do if its part of the data was edited. Comments, names and
//! line ends stay (`format::update`). Names of sounds go into the `.sfx` or the `.p8` that has the sounds; other cartridges have no place
//! for them. A sheet with colours that the console does not have is replaced only if the user has agreed. Data that return to their first state restore the first file, or remove a new one.

use crate::data::read_data_file;
use crate::disk::SystemDisk;
use crate::error::StoreError;
use crate::file::{read_at_most, remove, target, write_with_folders};
use crate::inside::cart_folder;
use format::{
    DataFile, DataKind, FormatError, SharedOwner, name_sounds, read_cartridge, read_sheet, replace_data,
    shared_owner, update, update_cartridge,
};
use loader::{cartridge_max, combine, data_faults, data_files, file_area, is_cartridge};
use rasher::memory::{MAP, ROM_SIZE, SHARED};
use rasher::{Rom, SoundNames};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file to write: its current content, and the new one; none to remove it.
struct Due<'a> {
    path: &'a Path,
    now: Option<&'a [u8]>,
    new: Option<Vec<u8>>,
}

/// What an editor saves.
#[derive(Clone, Copy, Debug)]
pub struct Edited<'a> {
    pub data: &'a [u8; ROM_SIZE],
    /// What the files contain as far as the editor knows.
    pub base: &'a [u8; ROM_SIZE],
    /// The names of sounds that were changed; an empty one was removed.
    pub sounds: &'a SoundNames,
    /// The user has agreed to [`StoreError::StrayColors`].
    pub agreed: bool,
}

impl<'a> Edited<'a> {
    pub fn data(data: &'a [u8; ROM_SIZE], base: &'a [u8; ROM_SIZE]) -> Edited<'a> {
        static NO_NAMES: SoundNames = SoundNames::new();
        Edited { data, base, sounds: &NO_NAMES, agreed: false }
    }
}

/// Writes a cart's data into its files below `folder`, or the cartridge there and its files. Returns the written files.
pub fn write_edited(
    folder: &Path,
    name: &str,
    edited: Edited<'_>,
    firsts: &mut FirstFiles,
) -> Result<Vec<PathBuf>, StoreError> {
    write_edited_by(&write_with_folders, folder, name, edited, firsts)
}

type WriteFile<'a> = &'a dyn Fn(&Path, &[u8]) -> Result<(), StoreError>;

pub(crate) fn write_edited_by(
    write: WriteFile<'_>,
    folder: &Path,
    name: &str,
    Edited { data, base, sounds, agreed }: Edited<'_>,
    firsts: &mut FirstFiles,
) -> Result<Vec<PathBuf>, StoreError> {
    let cartridge = (is_cartridge(folder) || folder.is_file()).then_some(folder);
    let root = cartridge.map_or(folder.to_path_buf(), cart_folder);
    let paths = data_files(&root, name);
    let mut old: Vec<Option<Vec<u8>>> = Vec::new();
    for path in &paths {
        old.push(read_data_file(path)?.filter(|bytes| !bytes.iter().all(u8::is_ascii_whitespace)));
    }
    let packed = cartridge.map(|path| read_at_most(path, cartridge_max(path))).transpose()?;
    let names = paths.each_ref().map(|path| path.display().to_string());
    let file = |n: usize| old[n].as_deref().map(|bytes| DataFile { name: &names[n], bytes });
    let mut files = [0, 1, 2, 3, 4].map(file);
    let own = match (&packed, cartridge) {
        (Some(bytes), Some(path)) => read_cartridge(bytes, &path.display().to_string())?.rom,
        _ => Rom::empty(name),
    };
    let faults = data_faults(&own, &files);
    files.iter_mut().zip(&faults).filter(|(_, fault)| fault.is_some()).for_each(|(file, _)| *file = None);
    let mut found = replace_data(&own, &combine(files))?;
    let mut owner = shared_owner(old[1].as_deref());
    // A cartridge contains the data that has no file next to it. Known data that it lacks was in a file that is gone.
    let empty = Rom::empty(name).data;
    let is_file: [bool; 5] = std::array::from_fn(|n| {
        let area = file_area(DataKind::ALL[n], owner);
        let is_gone = own.data[area.clone()] == empty[area.clone()] && base[area.clone()] != empty[area];
        packed.is_none() || old[n].is_some() || is_gone
    });
    let unread: [bool; 5] = std::array::from_fn(|n| is_file[n] && files[n].is_none());
    owner = as_known(&mut found.data, base, unread, owner);
    if found.data[..] != base[..] {
        let count = found.data.iter().zip(base).filter(|(a, b)| a != b).count();
        return Err(StoreError::ChangedOutside { path: folder.into(), count });
    }
    let mut due: Vec<Due> = Vec::new();
    for (n, kind) in DataKind::ALL.into_iter().enumerate() {
        if !is_file[n] {
            continue;
        }
        if let Some(fault) = &faults[n] {
            let area = file_area(kind, owner);
            if data[area.clone()] != base[area] {
                return Err(fault.clone().into());
            }
            continue;
        }
        let now = old[n].as_deref();
        let update = |now: Option<&[u8]>| updated(kind, now, data, sounds, owner, &names[n]);
        if let Some(bytes) = update(now)? {
            let strays = now.filter(|_| kind == DataKind::Sheet && !agreed);
            if let Some(remark) = strays.and_then(|now| read_sheet(now, &names[n]).ok()?.remark()) {
                return Err(StoreError::StrayColors { path: paths[n].clone(), remark });
            }
            let says_it = |first: &Option<&[u8]>| update(*first) == Ok(None);
            let first = firsts.of(&paths[n], now).filter(says_it);
            let new = first.map_or(Some(bytes), |first| first.map(<[u8]>::to_vec));
            due.push(Due { path: &paths[n], now, new });
        }
    }
    if let (Some(bytes), Some(path)) = (&packed, cartridge) {
        // Data of the files next to it stay unchanged in it.
        let mut inside = *own.data;
        let beside = |at: usize| {
            DataKind::ALL.iter().zip(is_file).any(|(kind, is_file)| is_file && kind.area().contains(&at))
        };
        for (at, byte) in inside.iter_mut().enumerate() {
            if data[at] != base[at] && !beside(at) {
                *byte = data[at];
            }
        }
        let shown = path.display().to_string();
        // Sounds of a file next to it have their names there.
        let none = SoundNames::new();
        let sounds = if is_file[3] { &none } else { sounds };
        let update = |now: &[u8]| update_cartridge(now, &inside, sounds, &shown);
        let packed = update(bytes)?;
        if packed != *bytes {
            let says_it = |first: &&[u8]| update(first).as_deref() == Ok(*first);
            let first = firsts.of(path, Some(bytes)).flatten().filter(says_it);
            due.push(Due { path, now: Some(bytes), new: Some(first.map_or(packed, <[u8]>::to_vec)) });
        }
    }
    if let (true, Some(fault)) = (due.is_empty(), faults.into_iter().flatten().next()) {
        return Err(fault.into());
    }
    let mut written = Vec::new();
    for Due { path, now, new } in due {
        match new {
            Some(new) => {
                write(path, &new)?;
                firsts.written(path, now, new);
            }
            None => {
                remove(&SystemDisk, &target(path)?)?;
                firsts.removed(path);
            }
        }
        written.push(path.to_path_buf());
    }
    Ok(written)
}

/// [`update`], and the names of sounds.
pub(crate) fn updated(
    kind: DataKind,
    old: Option<&[u8]>,
    data: &[u8; ROM_SIZE],
    sounds: &SoundNames,
    owner: SharedOwner,
    file: &str,
) -> Result<Option<Vec<u8>>, FormatError> {
    let new = update(kind, old, data, owner, file)?;
    if kind != DataKind::Sfx || sounds.is_empty() {
        return Ok(new);
    }
    let before = new.as_deref().or(old).unwrap_or_default();
    let named = name_sounds(before, sounds, file)?;
    Ok(if named == before { new } else { Some(named) })
}

/// Fills in the known data of missing and broken files. Returns the owner of the bytes that sheet and map share.
fn as_known(
    found: &mut [u8; ROM_SIZE],
    base: &[u8; ROM_SIZE],
    unread: [bool; 5],
    owner: SharedOwner,
) -> SharedOwner {
    let shared = usize::from(SHARED)..usize::from(MAP);
    let [no_sheet, no_map, ..] = unread;
    let maps = no_map && !no_sheet && found[shared.clone()] != base[shared.clone()];
    for (kind, _) in DataKind::ALL.into_iter().zip(unread).filter(|(_, unread)| *unread) {
        let area = file_area(kind, owner);
        found[area.clone()].copy_from_slice(&base[area]);
    }
    if maps {
        found[shared.clone()].copy_from_slice(&base[shared]);
        return SharedOwner::Map;
    }
    owner
}

/// The content of files before they were first saved over. Their data do not tell all: a row that a map had left out, columns of a
/// word, how a picture is packed.
#[derive(Clone, Debug, Default)]
pub struct FirstFiles {
    files: BTreeMap<PathBuf, Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    /// None: the file did not exist.
    first: Option<Vec<u8>>,
    last: Vec<u8>,
}

impl FirstFiles {
    /// The first content of a file, or none if it did not exist, while the file still contains the last saved version.
    fn of(&self, path: &Path, now: Option<&[u8]>) -> Option<Option<&[u8]>> {
        let kept = self.files.get(path)?;
        (now == Some(&kept.last[..])).then_some(kept.first.as_deref())
    }

    pub(crate) fn written(&mut self, path: &Path, before: Option<&[u8]>, new: Vec<u8>) {
        let first = self.of(path, before).unwrap_or(before).map(<[u8]>::to_vec);
        self.files.insert(path.to_path_buf(), Kept { first, last: new });
    }

    fn removed(&mut self, path: &Path) {
        self.files.remove(path);
    }
}
