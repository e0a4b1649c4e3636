//! The carts that a cart in Lua may come to: its own file and those of its folder that its code asks for, read before it begins.
//!
//! ```text
//! game.p8 ── code ── wanted? ── "level2.p8", "sub/end.p8"     these, and what they ask for in turn
//!                       └────── a name that is made, ls()     all cartridges of the folder, in the order of their names
//!                       └────── ls("sub"), "sub/"..n    those of the folder inside it as well
//!                                └──> Bundle: at most 33 ──> Boot, and so the recording
//! carts/KEY/*.p8 ── what the cart has stored with cstore, where it was written after the cartridge of that name
//! ```
//!
//! A name leads to no file outside the cart's folder.

use crate::lua;
use rasher::memory::ROM_SIZE;
use rasher::{BUNDLE_MAX, Bundle, BundledCart, CartBytes, Code};
use script::{WantedCarts, wanted_carts};
use std::path::{Component, Path, PathBuf};
use store::{Home, StoredData, is_cartridge, read_stored};

/// Endings that a name may lack.
const ENDINGS: [&str; 4] = ["", ".p8", ".p8.png", ".p8.rom"];

/// A bundle, and what is to be told about it.
#[derive(Clone, Debug, Default)]
pub struct Bundled {
    /// The carts.
    pub bundle: Bundle,
    /// What could not be read, or has no room.
    pub complaints: Vec<String>,
    /// The files that the carts but the first are made of, and those that are named and not there.
    pub files: Vec<PathBuf>,
}

/// The carts that the cart in a file may come to, that with this code and these data first.
pub fn bundle(path: &Path, code: &Code, data: &[u8; ROM_SIZE]) -> Bundled {
    let mut complaints = Vec::new();
    let folder = path.parent().unwrap_or(Path::new(""));
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let first = BundledCart { name: file, code: code.clone(), data: CartBytes(Box::new(*data)) };
    let mut found = vec![first];
    let mut wants = wanted_carts(&code.text);
    let (mut at, mut files) = (0, Vec::new());
    loop {
        let mut names = wanted(folder, &wants);
        names.retain(|name| !found.iter().any(|cart| cart.name.eq_ignore_ascii_case(name)));
        let room = BUNDLE_MAX - found.len();
        if names.len() > room {
            let left = names.len() - room;
            complaints.push(format!("{left} cartridges of {} have no room beside it", folder.display()));
            names.truncate(room);
        }
        for name in names {
            files.extend(lua::files(&folder.join(&name)));
            match read(&folder.join(&name), &name) {
                Ok(cart) => found.push(cart),
                Err(e) => complaints.push(e),
            }
        }
        files.extend(wants.names.iter().filter_map(|name| awaited(folder, name)));
        at += 1;
        let Some(next) = found.get(at) else { break };
        wants = wanted_carts(&next.code.text);
    }
    Bundled { bundle: Bundle::new(found), complaints, files }
}

/// The same carts with what the first of them, in that folder, has stored in a home under its key.
pub fn with_stored(bundled: Bundled, folder: &Path, home: &Home, key: &str) -> Bundled {
    let Bundled { mut bundle, mut complaints, files } = bundled;
    for StoredData { file, data, written } in kept(home, key, &mut complaints) {
        let known = bundle.find(&file).and_then(|at| bundle.carts().get(at));
        // Of both the one that was written last.
        if known.is_none_or(|cart| written >= lua::saved(&folder.join(&cart.name))) {
            bundle = bundle.with_file(&file, &data);
        }
    }
    Bundled { bundle, complaints, files }
}

fn kept(home: &Home, key: &str, complaints: &mut Vec<String>) -> Vec<StoredData> {
    match read_stored(home, key) {
        Ok((kept, errors)) => {
            complaints.extend(errors.iter().map(ToString::to_string));
            kept
        }
        Err(e) => {
            complaints.push(e.to_string());
            Vec::new()
        }
    }
}

/// A cart of the folder, with all that its code includes.
fn read(path: &Path, name: &str) -> Result<BundledCart, String> {
    let cartridge = lua::cartridge(path).map_err(|e| e.to_string())?;
    let code = lua::code(path).map_err(|e| e.to_string())?;
    Ok(BundledCart { name: name.to_string(), code, data: CartBytes(cartridge.rom.data) })
}

/// The files that are asked for, seen from the folder.
fn wanted(folder: &Path, wants: &WantedCarts) -> Vec<String> {
    let mut names: Vec<String> = wants.names.iter().filter_map(|name| named(folder, name)).collect();
    // What is named comes first, since there may be no room for all.
    for inside in wants.folders.iter().filter(|inside| is_inside(inside)) {
        names.extend(all(folder, &format!("{inside}/")));
    }
    if wants.all {
        names.extend(all(folder, ""));
    }
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(name.clone());
            true
        }
    });
    names
}

/// All cartridges of a folder, or of one inside it that is named with its slash.
fn all(folder: &Path, inside: &str) -> Vec<String> {
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(place.join(inside)).into_iter().flatten().flatten();
    let files = entries.map(|entry| format!("{inside}{}", entry.file_name().to_string_lossy()));
    let mut all: Vec<String> =
        files.filter(|name| is_cartridge(Path::new(name)) && folder.join(name).is_file()).collect();
    all.sort();
    all
}

/// The file that a name in the code leads to, if it is one inside the folder.
fn named(folder: &Path, name: &str) -> Option<String> {
    spelt(name).find(|file| folder.join(PathBuf::from(file)).is_file())
}

/// The file that a name leads to, which a cart in that file loads, if it is one inside its folder.
pub fn beside(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    named(folder, name).map(|file| folder.join(file))
}

/// The file that a name in the code would lead to first, if there is none yet.
fn awaited(folder: &Path, name: &str) -> Option<PathBuf> {
    let first = spelt(name).next().filter(|_| named(folder, name).is_none());
    first.map(|file| folder.join(file))
}

/// The files inside a folder that a name in the code may mean.
fn spelt(name: &str) -> impl Iterator<Item = String> {
    let name = name.trim_start_matches("./");
    let inside = is_inside(name);
    let spelt = ENDINGS.iter().map(move |ending| format!("{name}{ending}"));
    spelt.filter(move |file| inside && is_cartridge(Path::new(file)))
}

/// Does a name lead to nowhere but below the folder?
fn is_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
