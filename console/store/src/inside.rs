//! Files that a cart names must be in the cart's folder.
//!
//! ```text
//! ~/games/a.p8 -> /projects/a/a.p8      the cart's folder is /projects/a: a link to a cart is followed first
//!
//! #include lib/x.lua    lib/x.lua                    read
//!                       lib -> /home/me/lib          refused: links are followed, and this one leads outside
//!                       ../x.lua, /x.lua             refused
//! ```
//!
//! Included files and loaded carts end up in recordings, reports, packed cartridges and exported pages. So a stranger's cart must not be
//! able to name a file of the user's. The path is checked before the file is opened and compared with the open file afterwards, so that it
//! cannot be exchanged in between. A hard link cannot be distinguished from the file itself.

use crate::access::is_at;
use crate::error::StoreError;
use crate::file::{open, read_open};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a cart's file. A link to a cart is followed.
pub fn cart_folder(cart: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(cart).is_ok_and(|meta| meta.is_symlink());
    let real = is_link.then(|| cart.canonicalize().ok()).flatten();
    real.as_deref().unwrap_or(cart).parent().unwrap_or(Path::new("")).to_path_buf()
}

/// Where a path really leads, if that is in the folder. A missing file is where its folder is.
pub fn inside(folder: &Path, path: &Path) -> Result<PathBuf, StoreError> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let root = folder.canonicalize().map_err(StoreError::system(folder, "read"))?;
    let outside = || StoreError::Outside { path: path.into(), folder: folder.into() };
    let mut there = path;
    let real = loop {
        match there.canonicalize() {
            Ok(real) => break real,
            // A link to a file that is not there yet.
            Err(_) if fs::symlink_metadata(there).is_ok() => return Err(outside()),
            Err(_) => {
                there = match there.parent() {
                    Some(above) if above.as_os_str().is_empty() => Path::new("."),
                    Some(above) => above,
                    None => return Err(outside()),
                }
            }
        }
    };
    let rest = path.strip_prefix(there).unwrap_or(path);
    let is_below = rest.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if there != path && !is_below || !real.starts_with(root) {
        return Err(outside());
    }
    Ok(if there == path { real } else { real.join(rest) })
}

/// Reads a whole file that is really in the folder, of at most `most` bytes.
pub fn read_inside(folder: &Path, path: &Path, most: u64) -> Result<Vec<u8>, StoreError> {
    let (file, meta) = open(&inside(folder, path)?)?;
    if !is_at(&file, &inside(folder, path)?) {
        return Err(StoreError::Outside { path: path.into(), folder: folder.into() });
    }
    read_open(path, file, &meta, most)
}
