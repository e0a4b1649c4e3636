//! What the files of a cart are called: two carts of one name in different folders do not share a run or a slot.
//!
//! ```text
//! a cart of the shelf       porklike
//! a cartridge in a file     game-1a2b3c4d      name without ending, 32 bits of the digest of its real path
//! ```
//!
//! The path and not what is in the file: a cart that is edited is the same cart. One that is moved is another one; what was kept of it
//! stays under the old key, where `rasher replay FILE` reads it. Earlier versions had the name alone as key: what they kept is taken over,
//! renamed, when its data are those of the cart that is opened. Tables of results had no data with them: the first cart of the name that
//! is opened takes them over ([`crate::CartData::rename`]).

use crate::error::StoreError;
use crate::file::{folder, read_if_there};
use crate::home::{Home, Lock, lock_file};
use crate::runs;
use crate::slots;
use rasher::memory::ROM_SIZE;
use std::path::Path;
use timeline::{KeptRun, Slot};

/// Save slots of a cart.
const SLOTS: usize = 9;

/// The key of a cartridge in a file.
pub fn cart_key(path: &Path) -> String {
    let real = path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.into());
    let digest = rasher::Digest::of(real.as_os_str().as_encoded_bytes());
    format!("{}-{:08x}", format::stem(&path.to_string_lossy()), digest as u32)
}

/// Is that the key of a cart of that name?
pub fn is_key_of(key: &str, name: &str) -> bool {
    let digits = |rest: &str| rest.len() == 8 && rest.bytes().all(|b| b.is_ascii_hexdigit());
    key == name || key.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')).is_some_and(digits)
}

/// Takes over what was kept of a cart under its name alone, if it began with these data and there is nothing under the key yet.
///
/// # Errors
/// When a file is there and cannot be read or renamed. One that is no run or slot stays as it is.
pub fn take_over(home: &Home, name: &str, key: &str, data: &[u8; ROM_SIZE]) -> Result<(), StoreError> {
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
    // Where a folder cannot be synced the name is there all the same.
    _ = home.disk().sync_folder(folder(to));
    Ok(())
}
