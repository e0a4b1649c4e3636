//! The user's own carts: renamed, put into the bin and taken out of it, with their runs, slots and other files.
//!
//! ```text
//! my_carts/a.p8  ── move_cart(Some("b")) ──> my_carts/b.p8      the cart's ending stays
//! my_carts/b.p8  ── move_cart(None) ───────> bin/b.p8, or bin/b-2.p8 ...
//! bin/b-2.p8     ── move_cart(Some("b")) ──> my_carts/b.p8      nothing is overwritten
//! my_carts/c/d.p8 ── move_cart(None) ──────> bin/c/d.p8         the folder stays, with what the cart includes
//! ```
//!
//! A key has the digest of its cart's path ([`cart_key`]), so the files named by it move along.

use crate::error::StoreError;
use crate::file::make_folders;
use crate::folder::cart_name;
use crate::home::{Home, cart_key, inside};
use crate::migrate::{SLOTS, rename};
use crate::{history, runs, slots};
use std::path::{Path, PathBuf};

/// Carts with the same name in a folder.
const NAMES_MAX: usize = 10_000;

/// The paths `NAME.p8`, `NAME-2.p8` and so on in a folder. `ending` has its dot.
pub fn numbered(folder: &Path, name: &str, ending: &str) -> impl Iterator<Item = PathBuf> {
    let numbers = (1..NAMES_MAX).map(|n| if n == 1 { String::new() } else { format!("-{n}") });
    numbers.map(move |n| folder.join(format!("{name}{n}{ending}")))
}

/// The first of the [`numbered`] paths where no file or folder is.
pub fn free_path(folder: &Path, name: &str, ending: &str) -> Result<PathBuf, StoreError> {
    // Dangling links count, too.
    let free = numbered(folder, name, ending).find(|path| path.symlink_metadata().is_err());
    free.ok_or_else(|| StoreError::Full { folder: folder.into(), most: NAMES_MAX as u32 })
}

/// Renames a cart of the user's own, or takes it out of the bin; None puts it there. Returns its new path.
/// An existing file is never overwritten.
pub fn move_cart(home: &Home, from: &Path, name: Option<&str>) -> Result<PathBuf, StoreError> {
    let (own, bin) = (home.my_carts(), home.bin());
    let file = from.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let leaves = from.components().any(|part| part == std::path::Component::ParentDir);
    if leaves || !(from.starts_with(&own) || from.starts_with(&bin)) {
        return Err(StoreError::Outside { path: from.into(), folder: own });
    }
    let old = cart_name(from).ok_or_else(|| StoreError::Name { found: file.clone() })?;
    let ending = &file[old.len()..];
    let _lock = home.lock();
    // The bin has the folders of the own carts, so that a restored cart is where the files are that it includes.
    let inner = from.strip_prefix(&own).or(from.strip_prefix(&bin)).ok().and_then(Path::parent);
    let in_folder = |root: &Path| inner.map_or_else(|| root.to_path_buf(), |inner| root.join(inner));
    let to = match name {
        Some(name) => in_folder(&own).join(inside(name)?.to_string() + ending),
        None => free_path(&in_folder(&bin), &old, ending)?,
    };
    if to == from {
        return Ok(to);
    }
    if to.symlink_metadata().is_ok() {
        return Err(StoreError::Exists { path: to });
    }
    let key = cart_key(from);
    make_folders(&**home.disk(), to.parent().unwrap_or(&own))?;
    rename(home, from, &to)?;
    move_files(home, &key, &cart_key(&to))?;
    Ok(to)
}

fn move_files(home: &Home, from: &str, to: &str) -> Result<(), StoreError> {
    let mut all =
        vec![(home.cart(from)?, home.cart(to)?), (history::path(home, from)?, history::path(home, to)?)];
    for number in 1..=runs::RUNS_MAX {
        all.push((runs::paths(home, from, number)?.0, runs::paths(home, to, number)?.0));
    }
    for number in 1..=SLOTS {
        all.push((slots::path(home, from, number)?, slots::path(home, to, number)?));
    }
    all.iter()
        .filter(|(from, to)| from.exists() && !to.exists())
        .try_for_each(|(from, to)| rename(home, from, to))
}
