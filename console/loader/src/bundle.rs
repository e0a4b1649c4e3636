//! The carts that a cart in Lua may load: its own file and those of its folder that its code names, read before it starts.
//!
//! ```text
//! game.p8 ── code ── wanted? ── "level2.p8", "sub/end.p8"     these, and the carts that they name
//!                       └────── "level"..n..".p8"             files of the folder that match
//!                       └────── t[n]                          those that the texts of the code name
//!                       └────── ls()                          none
//!                                └──> Bundle: at most 33 ──> Boot, and so the recording
//! ```
//!
//! A bundle is shared in recordings, reports, exported pages and programs. So it has only carts that the code names, and no file outside
//! the cart's folder, not even through a link. A window finds other carts of the folder when they are loaded.

use crate::data::cartridge_max;
use crate::lua::{Loaded, Loader};
use crate::source::{Source, is_cartridge, spellings};
use rasher::{BUNDLE_MAX, Bundle, BundledCart};
use script::{ANY, WantedCarts, wanted_carts};
use std::path::{Path, PathBuf};

impl<S: Source> Loader<S> {
    /// Adds a cart's bundle: `first`, and the carts that its code names.
    pub(crate) fn add_bundle(&mut self, loaded: &mut Loaded, folder: &Path, first: BundledCart) {
        let mut wants = wanted_by(&first);
        let mut found = vec![first];
        let mut at = 0;
        loop {
            loaded.unknown_names |= wants.unknown;
            let mut names = wanted(&self.files.source, folder, &wants);
            names.retain(|name| !found.iter().any(|cart| cart.name.eq_ignore_ascii_case(name)));
            let room = BUNDLE_MAX - found.len();
            if names.len() > room {
                let left = names.len() - room;
                let folder = folder.display();
                loaded.complaints.push(format!("{left} cartridges of {folder} do not fit into the bundle"));
                names.truncate(room);
            }
            for name in names {
                match self.bundled_cart(folder, &name, &mut loaded.files) {
                    Ok(cart) => found.push(cart),
                    Err(e) => loaded.complaints.push(e.to_string()),
                }
            }
            let awaited = wants.names.iter().filter_map(|name| awaited(&self.files.source, folder, name));
            loaded.files.extend(awaited);
            at += 1;
            let Some(next) = found.get(at) else { break };
            wants = wanted_by(next);
        }
        loaded.cart.bundle = Bundle::new(found).into();
    }
}

/// The carts that a cart's code names; a module has no names that could be read.
fn wanted_by(cart: &BundledCart) -> WantedCarts {
    let text: &[u8] = if format::is_module(&cart.code.text) { &[] } else { &cart.code.text };
    wanted_carts(text)
}

/// The named files, relative to the folder. Names come before texts, since there may not be room for all.
fn wanted(source: &impl Source, folder: &Path, wants: &WantedCarts) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let names = wants.names.iter().flat_map(|name| match name.contains(ANY) {
        true => matching(source, folder, name),
        false => called(source, folder, name).into_iter().collect(),
    });
    for file in names.chain(wants.texts.iter().filter_map(|name| named(source, folder, name))) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// The cartridges that match a name with unknown parts, if their folder is known.
fn matching(source: &impl Source, folder: &Path, name: &str) -> Vec<String> {
    let (inside, _) = name.rfind('/').map_or(("", name), |slash| name.split_at(slash + 1));
    let inside = inside.trim_start_matches("./");
    if inside.contains(ANY) || !inside.is_empty() && !rasher::is_inside(inside) {
        return Vec::new();
    }
    let patterns: Vec<String> = spellings(name).map(|name| name.to_ascii_lowercase()).collect();
    let names = source.list(&folder.join(inside)).into_iter().map(|name| format!("{inside}{name}"));
    let mut all: Vec<String> = names
        .filter(|name| patterns.iter().any(|pattern| fits(pattern, &name.to_ascii_lowercase())))
        .filter(|name| source.is_file(&folder.join(name)))
        .collect();
    all.sort();
    all
}

/// Whether a name has these known parts, in this order.
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

/// The file that a call names: one with a cart in it, else one whose error says why there is none.
fn called(source: &impl Source, folder: &Path, name: &str) -> Option<String> {
    let found = named(source, folder, name);
    found.or_else(|| spellings(name).find(|file| source.is_file(&folder.join(file))))
}

/// The file that a name in the code means; `#id` is the newest revision of a published cart of that id: `id-3.p8.png` before `id-2.p8.png`.
fn named(source: &impl Source, folder: &Path, name: &str) -> Option<String> {
    let is_cart = |file: &String| {
        let path = folder.join(file);
        let read = || source.read_inside(folder, &path, cartridge_max(&path));
        let holds = || read().is_ok_and(|bytes| format::holds_cartridge(&bytes, file));
        source.is_file(&path) && (is_cartridge(&path) || holds())
    };
    let Some(id) = name.strip_prefix('#') else { return spellings(name).find(is_cart) };
    let known = spellings(id).find(is_cart);
    known.or_else(|| {
        let files = source.list(folder).into_iter();
        files.filter_map(|file| Some((rasher::revision(id, &file)?, file))).max().map(|(_, file)| file)
    })
}

/// The file that the cart in the file `cart` loads by a name: one in its folder.
pub fn find_next_to(source: &impl Source, cart: &Path, name: &str) -> Option<PathBuf> {
    let folder = source.folder_of(cart);
    called(source, &folder, name).map(|file| folder.join(file)).filter(|file| source.is_inside(&folder, file))
}

/// The file that a name in the code would mean first, if there is none yet.
fn awaited(source: &impl Source, folder: &Path, name: &str) -> Option<PathBuf> {
    let first = spellings(name).next().filter(|_| named(source, folder, name).is_none());
    first.map(|file| folder.join(file))
}
