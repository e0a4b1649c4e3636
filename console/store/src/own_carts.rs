//! The user's own carts: renamed, put into the bin and taken out of it.
//!
//! ```text
//! my_carts/a.p8     ── move_cart(Some("b")) ──> my_carts/b.p8        the cart's ending stays
//! my_carts/b.p8     ── move_cart(None) ───────> bin/b/b.p8           each deleted cart has a folder of its own: bin/b-2 ...
//! my_carts/c/d.p8   ── move_cart(None) ───────> bin/d/c/d.p8         with the files that only it includes, and its data files
//! bin/d/c/d.p8      ── move_cart(Some("d")) ──> my_carts/c/d.p8      nothing is overwritten
//! ```
//!
//! A folder that is empty then is removed. Other carts and files in it stay. Runs, slots and other files of a cart stay, too, as they are
//! named by its key (`ids.rs`).

use crate::error::StoreError;
use crate::file::make_folders;
use crate::folder::{CartFile, carts_in, included};
use crate::home::{Home, inside};
use crate::ids::{self, CartIds};
use crate::inside::cart_folder;
use crate::migrate::rename;
use crate::source::read_sources;
use loader::{data_files, is_cartridge};
use std::path::{Component, Path, PathBuf};

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

/// The files that a cart needs, as far as they exist: those that it includes, and the data files next to a text cartridge.
pub fn cart_files(cart: &Path) -> Vec<PathBuf> {
    let folder = cart_folder(cart);
    // One that cannot be read includes nothing.
    let sources = read_sources(cart, loader::included_files).unwrap_or_default().into_iter().skip(1);
    let data = data_files(&folder, format::stem(&cart.to_string_lossy())).into_iter();
    sources.map(|(name, _)| folder.join(name)).chain(data.filter(|path| path.is_file())).collect()
}

/// Renames a cart of the user's own, or takes it out of the bin; None puts it there. Returns its new path.
/// An existing file is never overwritten.
pub fn move_cart(home: &Home, from: &Path, name: Option<&str>) -> Result<PathBuf, StoreError> {
    let (own, bin) = (home.my_carts(), home.bin());
    let file = from.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let leaves = from.components().any(|part| part == Component::ParentDir);
    let (root, is_deleted) = match (from.strip_prefix(&own), from.strip_prefix(&bin)) {
        (Ok(_), _) if !leaves => (own.clone(), false),
        // An earlier version had no folder for each.
        (_, Ok(inner)) if !leaves => match inner.components().next() {
            Some(first) if inner.components().count() > 1 => (bin.join(first), true),
            _ => (bin.clone(), true),
        },
        _ => return Err(StoreError::Outside { path: from.into(), folder: own }),
    };
    let old = format::cart_name(&file).ok_or_else(|| StoreError::Name { found: file.clone() })?;
    let inner = from.parent().and_then(|folder| folder.strip_prefix(&root).ok()).unwrap_or(Path::new(""));
    let lock = home.lock();
    let to = match name {
        Some(name) => own.join(inner).join(inside(name)?.to_string() + &file[old.len()..]),
        None if is_deleted => from.to_path_buf(),
        None => free_path(&bin, old, "")?.join(inner).join(&file),
    };
    if to == from {
        return Ok(to);
    }
    if to.symlink_metadata().is_ok() {
        return Err(StoreError::Exists { path: to });
    }
    let (at, key, companions) = (ids::place(from), CartIds::read(home)?.key(from), companions(from, &to));
    let rename = |(from, to): &(PathBuf, PathBuf)| {
        make_folders(&**home.disk(), to.parent().unwrap_or(&own))?;
        rename(home, from, to)
    };
    rename(&(from.into(), to.clone()))?;
    companions.iter().try_for_each(rename)?;
    let roots = [&own, &bin];
    for path in companions.iter().map(|(from, _)| &**from).chain([from]) {
        let below = path.ancestors().skip(1).take_while(|folder| !roots.contains(&&folder.to_path_buf()));
        // The first that has other files ends it.
        _ = below.map(|folder| home.disk().remove_folder(folder)).take_while(Result::is_ok).count();
    }
    drop(lock);
    ids::moved(home, &at, &key, &to)?;
    Ok(to)
}

/// The files that move along with a cart, and where to.
fn companions(from: &Path, to: &Path) -> Vec<(PathBuf, PathBuf)> {
    // What a link leads to is elsewhere.
    let (Some(folder), Some(to_folder), false) = (from.parent(), to.parent(), from.is_symlink()) else {
        return Vec::new();
    };
    let stem = |path: &Path| format::stem(&path.to_string_lossy()).to_string();
    let mut others: Vec<CartFile> = carts_in(folder).map(|found| found.carts).unwrap_or_default();
    others.retain(|cart| cart.path != from);
    let shares = |cart: &CartFile| cart.path.parent() == Some(folder) && stem(&cart.path) == stem(from);
    let (needed, shares_data) = (included(&others), others.iter().any(shares));
    let [data, to_data] = [(folder, from), (to_folder, to)].map(|(at, cart)| data_files(at, &stem(cart)));
    let moved = |file: PathBuf| {
        let to = match data.iter().position(|path| *path == file) {
            Some(n) => (!shares_data).then(|| to_data[n].clone())?,
            None => to_folder.join(file.strip_prefix(folder).ok()?),
        };
        let is_free = !is_cartridge(&file) && !needed.contains(&file) && !to.exists();
        is_free.then_some((file, to))
    };
    cart_files(from).into_iter().filter_map(moved).collect()
}
