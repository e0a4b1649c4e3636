//! A user's own copy of data that come with the program, made when they are edited without a checkout.
//!
//! ```text
//! embedded files ── with the edit ──> edited/NAME.new/sprites, sfx ── rename ──> edited/NAME     the copy, whole
//!                                                                                └── later edits go into its files, line by line
//! ```
//!
//! The copy starts as the text of the embedded files, with comments and names. Its folder is renamed when all files are synced: a crash
//! leaves `NAME.new`, which is ignored and overwritten. `loader::DataPlaces` decides between a copy and a checkout.

use crate::disk::folder;
use crate::edited::{Edited, FirstFiles, updated, write_edited_by};
use crate::error::StoreError;
use crate::file::{make_folders, remove, replace};
use crate::home::Home;
use format::{DataFiles, DataKind, shared_owner};
use loader::data_files;
use std::path::{Path, PathBuf};

/// Writes the data of the cart `name` into the user's own copy, made from the files `built` if there is none. Their base is the last known
/// content of the copy, or otherwise of `built`. Returns its folder and the written files. On failure the old copy stays.
pub fn write_own(
    home: &Home,
    name: &str,
    built: &DataFiles<'_>,
    edited: Edited<'_>,
    firsts: &mut FirstFiles,
) -> Result<(PathBuf, Vec<PathBuf>), StoreError> {
    let own = home.own_copy(name)?;
    let _lock = home.lock();
    if own.is_dir() {
        let write = |path: &Path, bytes: &[u8]| home.write(path, bytes).map(drop);
        return write_edited_by(&write, &own, name, edited, firsts).map(|written| (own, written));
    }
    let DataFiles { sheet, map, flags, sfx, music } = built;
    let built = [sheet, map, flags, sfx, music];
    let owner = shared_owner(map.as_ref().map(|file| file.bytes));
    let new = own.with_file_name(format!("{name}.new"));
    let disk = &**home.disk();
    let mut written = Vec::new();
    for ((kind, file), path) in DataKind::ALL.into_iter().zip(built).zip(data_files(&new, name)) {
        let old = file.as_ref().map(|file| file.bytes);
        let changed = updated(kind, old, edited.data, edited.sounds, owner, &path.display().to_string())?;
        match changed.as_deref().or(old) {
            Some(bytes) => {
                make_folders(disk, folder(&path))?;
                replace(disk, &path, bytes, true)?;
            }
            // What a crash has left there.
            None => remove(disk, &path)?,
        }
        if let Some(changed) = changed {
            written.push((path, old, changed));
        }
    }
    disk.rename(&new, &own).map_err(StoreError::system(&own, "write"))?;
    // Not every system can; the files themselves are on the disk.
    _ = disk.sync_folder(folder(&own));
    let mut paths = Vec::new();
    for (path, before, changed) in written {
        let path = path.strip_prefix(&new).map_or(path.clone(), |rest| own.join(rest));
        firsts.written(&path, before, changed);
        paths.push(path);
    }
    Ok((own, paths))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::rom_in;
    use format::{DataFile, assemble};
    use rasher::memory::ROM_SIZE;

    fn texts() -> [String; 2] {
        let parts = format::parts(&rasher::Rom::empty("cart"), format::SharedOwner::Sheet);
        [format::write_flags(&parts.flags), format::write_music(&parts.music)]
            .map(|text| format!("# mine\n{text}"))
    }

    fn built([flags, music]: &[String; 2]) -> DataFiles<'_> {
        DataFiles {
            flags: Some(DataFile { name: "flags", bytes: flags.as_bytes() }),
            music: Some(DataFile { name: "music", bytes: music.as_bytes() }),
            ..DataFiles::default()
        }
    }

    fn edit(mut data: Box<[u8; ROM_SIZE]>, value: u8) -> Box<[u8; ROM_SIZE]> {
        data[0x3001] = value;
        data
    }

    /// Our decision: the copy has the comments of the built files, and later edits change only their lines.
    #[test]
    fn a_copy_is_made_of_the_built_files_and_then_edited() {
        let dir = std::env::temp_dir().join(format!("rasher-own-{}", std::process::id()));
        _ = std::fs::remove_dir_all(&dir);
        let home = Home::find(Some(&dir)).unwrap();
        let texts = texts();
        let built = built(&texts);
        let base = assemble("cart", &built).unwrap().data;
        let first = edit(base.clone(), 3);
        let (own, written) =
            write_own(&home, "cart", &built, Edited::data(&first, &base), &mut FirstFiles::default())
                .unwrap();
        assert_eq!(
            (own, written),
            (dir.join("edited/cart"), vec![dir.join("edited/cart/sprites/cart.flags")])
        );
        let text = |path: &str| std::fs::read_to_string(dir.join("edited/cart").join(path)).unwrap();
        let row = |flags: &str| texts[0].replacen("00 00", flags, 1);
        assert_eq!((text("sprites/cart.flags"), text("sfx/cart.music")), (row("00 03"), texts[1].clone()));
        let second = edit(base.clone(), 5);
        write_own(&home, "cart", &built, Edited::data(&second, &first), &mut FirstFiles::default()).unwrap();
        assert_eq!(rom_in(&dir.join("edited/cart"), "cart").unwrap().unwrap().data, second);
        let refused =
            write_own(&home, "cart", &built, Edited::data(&first, &base), &mut FirstFiles::default())
                .unwrap_err();
        assert!(matches!(refused, StoreError::ChangedOutside { .. }), "{refused}");
        assert!(
            write_own(&home, "../cart", &built, Edited::data(&first, &base), &mut FirstFiles::default())
                .is_err()
        );
        std::fs::remove_dir_all(dir).unwrap();
    }
}
