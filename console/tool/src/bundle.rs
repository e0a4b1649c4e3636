//! The carts that a cart in Lua may come to: its own file and those of its folder that its code asks for, read before it begins.
//!
//! ```text
//! game.p8 ── code ── wanted? ── "level2.p8", "sub/end.p8"     these, and what they ask for in turn
//!                       └────── "level"..n..".p8"             those of the folder with such a name
//!                       └────── t[n]                          those that the texts of the code name
//!                       └────── ls()                          none
//!                                └──> Bundle: at most 33 ──> Boot, and so the recording
//! carts/KEY/*.p8 ── what the cart has stored with cstore, where it was written after the cartridge of that name
//! ```
//!
//! A bundle goes to others: in recordings, reports, exported pages and programs. So a cart that the code does not name is not in it, and a
//! name leads to no file outside the cart's folder, by a link neither. A window finds other carts of the folder when one is loaded.

use crate::lua;
use rasher::memory::ROM_SIZE;
use rasher::{BUNDLE_MAX, Bundle, BundledCart, CartBytes, Code};
use script::{ANY, WantedCarts, wanted_carts};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use store::{Home, StoredData, cart_folder, inside, is_cartridge, read_stored};

/// Endings that a name may lack.
const ENDINGS: [&str; 4] = ["", ".p8", ".p8.png", ".p8.rom"];

/// A bundle, and what is to be told about it.
#[derive(Clone, Debug, Default)]
pub struct Bundled {
    pub bundle: Bundle,
    /// What could not be read, or has no room.
    pub complaints: Vec<String>,
    /// The files that the carts but the first are made of, and those that are named and not there.
    pub files: Vec<PathBuf>,
    /// Does the code make names that cannot be worked out?
    pub unknown: bool,
}

/// The carts that the cart in a file may come to, that with this code and these data first.
pub fn bundle(path: &Path, code: &Code, data: &[u8; ROM_SIZE]) -> Bundled {
    let mut complaints = Vec::new();
    let folder = &*cart_folder(path);
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let first = BundledCart { name: file, code: code.clone(), data: CartBytes(Box::new(*data)) };
    let mut found = vec![first];
    let mut wants = wanted_carts(&code.text);
    let (mut at, mut files, mut unknown) = (0, Vec::new(), false);
    loop {
        unknown |= wants.unknown;
        let mut names = wanted(folder, &wants);
        names.retain(|name| !found.iter().any(|cart| cart.name.eq_ignore_ascii_case(name)));
        let room = BUNDLE_MAX - found.len();
        if names.len() > room {
            let left = names.len() - room;
            complaints.push(format!("{left} cartridges of {} have no room beside it", folder.display()));
            names.truncate(room);
        }
        for name in names {
            let path = folder.join(&name);
            files.extend(lua::files(&path));
            match inside(folder, &path).map_err(|e| e.to_string()).and_then(|_| read(&path, &name)) {
                Ok(cart) => found.push(cart),
                Err(e) => complaints.push(e),
            }
        }
        files.extend(wants.names.iter().filter_map(|name| awaited(folder, name)));
        at += 1;
        let Some(next) = found.get(at) else { break };
        wants = wanted_carts(&next.code.text);
    }
    Bundled { bundle: Bundle::new(found), complaints, files, unknown }
}

impl Bundled {
    /// What whoever makes something for others of these carts is told.
    pub fn told(&self) -> impl Iterator<Item = String> {
        let unknown = self.unknown.then(|| {
            let names: Vec<&str> = self.bundle.carts().iter().map(|cart| &*cart.name).collect();
            format!(
                "the code makes the name of a cart that it loads while it runs: these carts are in it: {}; \
                 write the names of others as texts in the code",
                names.join(", ")
            )
        });
        self.complaints.iter().cloned().chain(unknown)
    }
}

/// The same carts with what the first of them, in that file, has stored in a home under its key.
pub fn with_stored(bundled: Bundled, path: &Path, home: &Home, key: &str) -> Bundled {
    let Bundled { mut bundle, mut complaints, .. } = bundled;
    let folder = cart_folder(path);
    for StoredData { file, data, written } in kept(home, key, &mut complaints) {
        let at = bundle.find(&file);
        let known = at.and_then(|at| bundle.carts().get(at)).map(|cart| folder.join(&cart.name));
        let known = if at == Some(0) { Some(path.to_path_buf()) } else { known };
        // Of both the one that was written last.
        if known.is_none_or(|known| written >= lua::saved(&known)) {
            bundle = bundle.with_file(&file, &data);
        }
    }
    Bundled { bundle, complaints, ..bundled }
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
    let mut files: Vec<String> = Vec::new();
    let names = wants.names.iter().flat_map(|name| match name.contains(ANY) {
        true => all(folder, name),
        false => named(folder, name).into_iter().collect(),
    });
    // What is named comes first, since there may be no room for all.
    for file in names.chain(wants.texts.iter().filter_map(|name| named(folder, name))) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// The cartridges of a name with unknown parts, if the folder that they are in is known.
fn all(folder: &Path, name: &str) -> Vec<String> {
    let (inside, _) = name.rfind('/').map_or(("", name), |slash| name.split_at(slash + 1));
    if inside.contains(ANY) || !is_inside(inside.trim_start_matches("./")) {
        return Vec::new();
    }
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let patterns: Vec<String> = spelt(name).map(|name| name.to_ascii_lowercase()).collect();
    let entries = std::fs::read_dir(place.join(inside)).into_iter().flatten().flatten();
    let mut all: Vec<String> = entries
        .filter_map(|entry| {
            Some(format!("{}{}", inside.trim_start_matches("./"), entry.file_name().to_str()?))
        })
        .filter(|name| patterns.iter().any(|pattern| fits(pattern, &name.to_ascii_lowercase())))
        .filter(|name| folder.join(name).is_file())
        .collect();
    all.sort();
    all
}

/// Is a name one with these known parts, in this order?
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once(ANY) else { return pattern == name };
    let Some(mut left) = name.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once(ANY).unwrap_or(("", rest));
    for part in middle.split(ANY) {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.len() >= last.len() && left.ends_with(last)
}

/// The file that a name in the code leads to, if it is one inside the folder.
fn named(folder: &Path, name: &str) -> Option<String> {
    spelt(name).find(|file| folder.join(PathBuf::from(file)).is_file())
}

/// The file that a name leads to, which a cart in that file loads, if it is one inside its folder.
pub fn beside(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = cart_folder(path);
    named(&folder, name).map(|file| folder.join(file)).filter(|file| inside(&folder, file).is_ok())
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

/// Does a name lead to nowhere but below the folder, and to nothing hidden there?
fn is_inside(name: &str) -> bool {
    let is_plain = |part: &OsStr| !part.as_encoded_bytes().starts_with(b".");
    Path::new(name).components().all(|part| matches!(part, Component::Normal(part) if is_plain(part)))
}
