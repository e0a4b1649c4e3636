//! What is played: a cart of the module, a cart in Lua, a bug report, a recording.
//!
//! ```text
//! Entry ──────────────────────┐
//! Bundle of an exported page ─┼── loader ──> LoadedCart ── + files of the store: run, slots, stored ──> Insert
//! a dropped .p8, .p8.png ─────┘
//! ```
//!
//! Files come by name as bytes; what cannot be read is told and passed over.

use loader::{DataPlaces, LoadError, Loaded, LoadedCart, Loader, MemorySource, Origin};
use player::{GoOn, Insert};
use rasher::Bundle;
use rasher::memory::ROM_SIZE;
use shelf::Entry;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use timeline::{KeptRun, Recording, Slot};

/// Files of the browser's store, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A cart of the module.
///
/// # Errors
/// When its data are wrong.
pub fn shelved(entry: &'static Entry) -> Result<LoadedCart, String> {
    let loaded = Loader::new(MemorySource::default()).entry(entry, &DataPlaces::default());
    loaded.map(|loaded| loaded.cart).map_err(|e| e.to_string())
}

/// The cart in Lua of a page.
pub fn of_bundle(name: &str, title: &str, key: Option<String>, bundle: Bundle) -> LoadedCart {
    LoadedCart { key, ..LoadedCart::from_bundle(name, title, bundle, Path::new(name)).cart }
}

/// A cartridge that was dropped, alone: the name of its file and its bytes.
///
/// # Errors
/// When it cannot be read, or wants files that are not there.
pub fn dropped(carts: &'static [Entry], file: &str, bytes: &[u8]) -> Result<Loaded, String> {
    let source = MemorySource(BTreeMap::from([(PathBuf::from(file), bytes.to_vec())]));
    let loaded = Loader::new(source).open(carts, file, &DataPlaces::default());
    let mut loaded = loaded.map_err(|e| e.to_string())?;
    // Code that does not compile is shown where it would run.
    if let Some(error) = loaded.error.take_if(|error| !matches!(error, LoadError::Code { .. })) {
        return Err(error.to_string());
    }
    loaded.cart.origin = Origin::Embedded;
    Ok(loaded)
}

/// A cart as it takes its place, with its run, its slots and what it has stored. What cannot be read is told.
pub fn insert(cart: LoadedCart, files: &Files, param: String, resume: bool) -> Insert {
    let (mut complaints, mut bundle) = (Vec::new(), Bundle::clone(&cart.bundle));
    for (file, bytes) in files.iter().filter_map(|(name, bytes)| Some((name.strip_prefix("stored/")?, bytes)))
    {
        match <&[u8; ROM_SIZE]>::try_from(&bytes[..]) {
            Ok(data) => bundle = bundle.with_file(file, data),
            Err(_) => {
                complaints.push(format!("{file}: {} bytes were stored, expected {ROM_SIZE}", bytes.len()))
            }
        }
    }
    let cart = cart.with_bundle(bundle);
    let left = files.get("run").filter(|_| cart.keeps).and_then(|bytes| {
        KeptRun::from_bytes(bytes).map_err(|e| complaints.push(format!("the run that was kept: {e}"))).ok()
    });
    let slots = std::array::from_fn(|n| {
        let bytes = files.get(&format!("slot/{}", n + 1)).filter(|_| cart.keeps)?;
        let slot = Slot::from_bytes(bytes).map_err(|e| complaints.push(format!("slot {}: {e}", n + 1)));
        slot.ok().map(Arc::new)
    });
    let go_on = if resume { GoOn::Now } else { GoOn::Ask };
    Insert { cart, param, left: left.map(Box::new), go_on, slots, complaints }
}

/// The cart of a run: that in the recording, of one in Lua, else a cart of the module.
///
/// # Errors
/// When it is not here, or its data are wrong.
pub fn of_run(carts: &'static [Entry], recording: &Recording) -> Result<LoadedCart, String> {
    let start = &recording.start;
    if start.bundle.first().is_some() {
        return Ok(of_bundle(&start.cart, "", None, Bundle::clone(&start.bundle)));
    }
    let entry = carts.iter().find(|entry| entry.name == start.cart);
    shelved(entry.ok_or_else(|| format!("it is a run of {}, which is not in this page", start.cart))?)
}
