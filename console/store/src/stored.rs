//! Data that carts keep with `cstore`: as cartridges of their own, never in the files that they came from.
//!
//! ```text
//! carts/KEY/level.p8          data that the cart KEY stored to level.p8, or to itself: a cartridge without code
//! carts/KEY/sub~level.p8      to sub/level.p8
//! ```
//!
//! A cart finds this file or the cartridge of that name, the one that was written last, as if both were one file. So an
//! edit of a cartridge after a run is visible.

use crate::data::read_cartridge;
use crate::error::StoreError;
use crate::file::optional;
use crate::home::{Home, inside};
use crate::inside::cart_folder;
use format::Cartridge;
use loader::{Cart, data_files};
use rasher::memory::ROM_SIZE;
use rasher::{BUNDLE_MAX, Rom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredData {
    pub file: String,
    pub data: Box<[u8; ROM_SIZE]>,
    pub written: Option<SystemTime>,
}

const ENDING: &str = ".p8";

fn path(home: &Home, key: &str, file: &str) -> Result<PathBuf, StoreError> {
    let name = file.replace('/', "~");
    let name = inside(&name)?;
    let ending = if name.ends_with(ENDING) { "" } else { ENDING };
    Ok(home.cart(key)?.join(format!("{name}{ending}")))
}

pub fn write_stored(home: &Home, key: &str, file: &str, data: &[u8; ROM_SIZE]) -> Result<(), StoreError> {
    let path = path(home, key, file)?;
    let rom = Rom { data: Box::new(*data), ..Rom::empty(file) };
    let text = format::write_p8(&Cartridge::new(rom))?;
    home.take_room(key, file, Some(&path), text.len() as u64, false)?;
    home.write(&path, &text).map(drop)
}

/// The console writes these files itself: what a reader of others' cartridges passes over is damage here, and a text
/// without sections, which it takes for code, is no data.
fn read_own(path: &Path) -> Result<Cartridge, StoreError> {
    let mut cartridge = read_cartridge(path)?;
    match cartridge.warnings.pop() {
        Some(damage) => Err(damage.into()),
        None if !cartridge.code.is_empty() => Err(StoreError::NotStored { path: path.into() }),
        None => Ok(cartridge),
    }
}

/// All that a cart has stored, sorted by file name, and the errors of files that cannot be read.
pub fn read_stored(home: &Home, key: &str) -> Result<(Vec<StoredData>, Vec<StoreError>), StoreError> {
    let (mut stored, mut errors) = (Vec::new(), Vec::new());
    let Ok(folder) = std::fs::read_dir(home.cart(key)?) else { return Ok((stored, errors)) };
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "p8"));
    paths.sort();
    for path in paths.into_iter().take(2 * BUNDLE_MAX) {
        match optional(read_own(&path)) {
            Ok(None) => {}
            Ok(Some(cartridge)) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().replace('~', "/");
                // One that was stored to a cartridge of another form has its ending before this one's.
                let other =
                    name.strip_suffix(ENDING).filter(|name| name.ends_with(".png") || name.ends_with(".rom"));
                let written = std::fs::metadata(&path).and_then(|meta| meta.modified()).ok();
                let file = other.map_or(name.clone(), str::to_string);
                stored.push(StoredData { file, data: cartridge.rom.data, written });
            }
            Err(error) => errors.push(error),
        }
    }
    Ok((stored, errors))
}

/// Replaces the data in a cart's files by stored data where that is newer. Returns warnings.
pub fn add_stored(cart: &mut Cart, home: &Home) -> Vec<String> {
    let Some(key) = &cart.key else { return Vec::new() };
    let (kept, errors) = match read_stored(home, key) {
        Ok(read) => read,
        Err(error) => (Vec::new(), vec![error]),
    };
    // One at the end of a player is in no folder.
    let path = cart.origin.file().unwrap_or(Path::new(""));
    let folder = cart_folder(path);
    let mut bundle = rasher::Bundle::clone(&cart.bundle);
    for StoredData { file, data, written } in kept {
        let at = bundle.find(&file);
        let known = at.and_then(|at| bundle.carts().get(at)).map(|cart| folder.join(&cart.name));
        let known = if at == Some(0) { Some(path.to_path_buf()) } else { known };
        if known.is_none_or(|known| written >= saved(&known)) {
            bundle = bundle.with_file(&file, &data);
        }
    }
    *cart = cart.clone().with_bundle(bundle);
    errors.iter().map(ToString::to_string).collect()
}

/// When a cartridge, or one of the data files next to it, was saved last.
fn saved(path: &Path) -> Option<SystemTime> {
    let is_text = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"));
    let name = path.to_string_lossy();
    let data = is_text.then(|| data_files(&cart_folder(path), format::stem(&name)));
    let files = data.into_iter().flatten().chain([path.to_path_buf()]);
    files.filter_map(|file| std::fs::metadata(file).and_then(|meta| meta.modified()).ok()).max()
}
