//! Renames files that earlier versions named only after the cart, to the cart's key.
//!
//! A run or slot is renamed if its data are those of the opened cart. Tables of results have no data: the first opened cart of the name
//! gets them ([`crate::CartData::rename`]).

use crate::disk::folder;
use crate::error::StoreError;
use crate::file::read_if_there;
use crate::home::{Home, Lock, lock_file};
use crate::runs;
use crate::slots::{self, SLOTS};
use rasher::memory::ROM_SIZE;
use std::path::Path;
use timeline::{KeptRun, Slot};

/// Renames what an earlier version kept under the cart's name, if it has these data and the key has no files yet.
pub fn migrate_files(home: &Home, name: &str, key: &str, data: &[u8; ROM_SIZE]) -> Result<(), StoreError> {
    if name == key {
        return Ok(());
    }
    let (from, lock) = runs::paths(home, name, 1)?;
    let (to, _) = runs::paths(home, key, 1)?;
    if from.is_file() && !to.exists() {
        // Another window of an earlier version may play it.
        let held = lock_file(&**home.disk(), &lock)?;
        let kept = read_if_there(&from)?.and_then(|bytes| KeptRun::from_bytes(&bytes).ok());
        if !matches!(held, Lock::Taken) && kept.is_some_and(|kept| kept.rom[..] == data[..]) {
            rename(home, &from, &to)?;
        }
    }
    for number in 1..=SLOTS {
        let (from, to) = (slots::path(home, name, number)?, slots::path(home, key, number)?);
        if !from.is_file() || to.exists() {
            continue;
        }
        let slot = read_if_there(&from)?.and_then(|bytes| Slot::from_bytes(&bytes).ok());
        if slot.is_some_and(|slot| slot.moment.rom.data[..] == data[..]) {
            rename(home, &from, &to)?;
        }
    }
    Ok(())
}

pub(crate) fn rename(home: &Home, from: &Path, to: &Path) -> Result<(), StoreError> {
    home.disk().rename(from, to).map_err(StoreError::system(to, "write"))?;
    // The name exists even where a folder cannot be synced.
    _ = home.disk().sync_folder(folder(to));
    Ok(())
}
