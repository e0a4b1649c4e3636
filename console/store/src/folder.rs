//! Folders of carts: the cartridges in a folder and below it.
//!
//! ```text
//! FOLDER/a.p8, b.p8.png, ...    place "FOLDER"          by their names
//!        c.png, d.html, e.js, f.lua, g.txt, h            by their first 24 bytes, or 64 KiB of pages and code
//!        lib.lua                no hook such as _draw, or a cart of the list includes it: skipped
//!        jam/c.p8               place "FOLDER/jam"      down to DEPTH folders below
//!        .git/ ...              hidden: skipped
//!        loop -> ..             a link to a folder that was searched already: skipped
//! ```
//!
//! Errors below the folder are skipped.

use crate::error::StoreError;
use crate::file::read_at_most;
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

pub const CARTS_MAX: usize = 4096;
const DEPTH: usize = 8;
/// Files and folders that are searched: some tenths of a second on a disk.
const ENTRIES_MAX: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CartFile {
    /// The folder as shown: its own name, and those below it.
    pub place: String,
    pub name: String,
    pub path: PathBuf,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CartFolder {
    pub carts: Vec<CartFile>,
    pub more: bool,
}

/// Whether a file that is not a cartridge by its name has a cartridge in it, such as a `.png` or an exported page.
pub fn holds_cartridge(path: &Path) -> bool {
    let name = path.to_string_lossy();
    format::may_hold_cartridge(&name)
        && read_at_most(path, loader::cartridge_max(path))
            .is_ok_and(|bytes| format::holds_cartridge(&bytes, &name))
}

/// The name of another file with a cart in it, by its beginning: a picture, a page, code, or a text that begins as a cartridge.
fn content_name(path: &Path) -> Option<String> {
    use std::io::Read;
    let file = path.file_name()?.to_string_lossy();
    if path.extension().is_some() && !format::may_hold_cartridge(&file) || !path.is_file() {
        return None;
    }
    let is_long = format::is_page(&file) || format::is_code(&file);
    let most = if is_long { format::HEAD_BYTES } else { 24 };
    let mut head = Vec::with_capacity(most);
    fs::File::open(path).ok()?.take(most as u64).read_to_end(&mut head).ok()?;
    format::begins_as_cart(&head, &file).then(|| format::stem(&file).to_string())
}

fn name_of(path: &Path) -> Option<String> {
    let named = format::cart_name(&path.to_string_lossy()).map(str::to_string);
    named.or_else(|| content_name(path))
}

fn ends(cart: &CartFile, ending: &str) -> bool {
    cart.path.to_string_lossy().to_lowercase().ends_with(ending)
}

/// The files of code that text cartridges of the list include: they are no carts.
pub(crate) fn included(carts: &[CartFile]) -> BTreeSet<PathBuf> {
    let files = carts.iter().filter(|cart| ends(cart, ".p8")).flat_map(|cart| {
        let code = read_at_most(&cart.path, loader::cartridge_max(&cart.path)).unwrap_or_default();
        let names = loader::included_files(&code).into_iter();
        names.filter_map(|name| Some(cart.path.parent()?.join(name)))
    });
    files.collect()
}

/// The cartridges in a folder and below it. Fails only if the folder itself cannot be read.
pub fn carts_in(folder: &Path) -> Result<CartFolder, StoreError> {
    let own =
        folder.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into());
    let mut found = CartFolder::default();
    let mut known = BTreeSet::new();
    let mut left = ENTRIES_MAX;
    let mut folders = VecDeque::from([(folder.to_path_buf(), own, 0)]);
    while let Some((path, place, depth)) = folders.pop_front() {
        // By another name it is the same one.
        if !fs::canonicalize(&path).is_ok_and(|real| known.insert(real)) && depth > 0 {
            continue;
        }
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(source) if depth == 0 => return Err(StoreError::system(folder, "read")(source)),
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            if left == 0 || found.carts.len() == CARTS_MAX {
                found.more = true;
                folders.clear();
                break;
            }
            left -= 1;
            let (path, name) = (entry.path(), entry.file_name());
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            let kind = entry.file_type().ok();
            let is_link = kind.is_some_and(|kind| kind.is_symlink());
            let is_folder = if is_link { path.is_dir() } else { kind.is_some_and(|kind| kind.is_dir()) };
            if is_folder && depth < DEPTH {
                let place = format!("{place}/{}", name.to_string_lossy());
                folders.push_back((path, place, depth + 1));
            } else if !is_folder && let Some(name) = name_of(&path) {
                found.carts.push(CartFile { place: place.clone(), name, path });
            }
        }
    }
    if found.carts.iter().any(|cart| ends(cart, ".lua")) {
        let included = included(&found.carts);
        found.carts.retain(|cart| !included.contains(&cart.path));
    }
    let key = |cart: &CartFile| (cart.place.to_lowercase(), cart.name.to_lowercase(), cart.path.clone());
    found.carts.sort_by_cached_key(key);
    Ok(found)
}

/// The day on which a file was changed last, as 2026-11-29; none if the system does not know.
pub fn modified_day(path: &Path) -> Option<String> {
    let since = fs::metadata(path).ok()?.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let day = rasher::Date { unix: since.as_secs() as i64, offset: 0 }.day();
    Some(format!("{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100))
}

const NAMES_MAX: usize = 1000;

/// The names in a folder, sorted, without hidden ones: folders first, with a trailing `/`.
pub fn names_in(folder: &Path) -> Result<Vec<String>, StoreError> {
    let mut names: Vec<(bool, String)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(StoreError::system(folder, "read"))?.take(NAMES_MAX) {
        let entry = entry.map_err(StoreError::system(folder, "read"))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            names.push((!entry.path().is_dir(), name));
        }
    }
    names.sort();
    let shown = |(is_file, name): (bool, String)| if is_file { name } else { format!("{name}/") };
    Ok(names.into_iter().map(shown).collect())
}
