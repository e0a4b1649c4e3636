//! A page's carts: built into the player, in Lua, as a module, or from a bug report or a recording.
//!
//! ```text
//! Entry ──────────────────────┐
//! Bundle of an exported page ─┼── loader ──> Cart ── + files of the store: run, slots, stored ──> CartStart
//! a dropped .p8, .lua, page ──┘
//! ```

use loader::{Cart, DataPlaces, LoadError, Loaded, Loader, MemorySource, Origin};
use player::{CartStart, StartMode};
use rasher::Bundle;
use rasher::memory::ROM_SIZE;
use shelf::Entry;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use timeline::{KeptRun, Slot};

pub type StoredFiles = BTreeMap<String, Vec<u8>>;

type OpenEntry = fn(&'static Entry) -> Result<Cart, String>;

/// The carts that a module has, and what it can open. What it cannot open costs it no code.
#[derive(Clone, Copy, Default)]
pub struct PageCarts {
    entries: &'static [Entry],
    /// Shown on a page of the shelf.
    examples: &'static [Entry],
    open: Option<OpenEntry>,
    compile: Option<loader::Compile>,
}

impl PageCarts {
    /// None of its own: the page has a cart in Lua.
    pub const LUA: PageCarts =
        PageCarts { entries: &[], examples: &[], open: None, compile: Some(loader::compile) };

    /// None of its own: the page has the module of a cart in Rust.
    pub const MODULES: PageCarts = PageCarts { compile: Some(loader::compile_module), ..PageCarts::LUA };

    /// Carts in Rust, the examples, and any other.
    pub const fn all(entries: &'static [Entry], examples: &'static [Entry]) -> PageCarts {
        PageCarts { entries, examples, open: Some(shelved), ..PageCarts::LUA }
    }

    pub fn entries(&self) -> &'static [Entry] {
        self.entries
    }

    pub fn examples(&self) -> &'static [Entry] {
        self.examples
    }

    pub fn find(&self, name: &str) -> Option<&'static Entry> {
        self.entries.iter().chain(self.examples).find(|entry| entry.name == name)
    }

    /// A cart of the module; none if it has no cart of that name.
    pub fn named(&self, name: &str) -> Result<Option<Cart>, String> {
        self.find(name).zip(self.open).map(|(entry, open)| open(entry)).transpose()
    }

    pub fn of_bundle(
        &self,
        name: &str,
        title: &str,
        key: Option<String>,
        bundle: Bundle,
    ) -> Result<Cart, String> {
        let compile = self.compile.ok_or_else(|| format!("{name}: this page plays no other carts"))?;
        let loaded = Cart::from_bundle_by(compile, name, title, bundle, Path::new(name));
        Ok(Cart { key, ..loaded.cart })
    }
}

fn shelved(entry: &'static Entry) -> Result<Cart, String> {
    let rom = entry.rom().map_err(|e| e.to_string())?;
    Ok(Cart { title: entry.title.to_string(), ..Cart::new(entry.name, Some((entry.make)()), rom) })
}

/// The ending of the name by which the page's script hands on the carts of a dropped page of `rasher export`.
pub const BUNDLE: &str = ".bundle";

/// `beside`: files that were opened together with it.
pub fn dropped(carts: PageCarts, file: &str, bytes: &[u8], beside: &StoredFiles) -> Result<Loaded, String> {
    if let Some(page) = file.strip_suffix(BUNDLE) {
        let bundle: Bundle =
            postcard::from_bytes(bytes).map_err(|e| format!("{page}: a broken cart ({e})"))?;
        return Ok(Cart::from_bundle(format::stem(page), "", bundle, Path::new(page)));
    }
    let mut files: BTreeMap<PathBuf, Vec<u8>> =
        beside.iter().map(|(name, bytes)| (PathBuf::from(name), bytes.clone())).collect();
    files.insert(PathBuf::from(file), bytes.to_vec());
    let loaded = Loader::new(MemorySource(files)).open(carts.entries, file, &DataPlaces::default());
    let mut loaded = loaded.map_err(|e| e.to_string())?;
    // Code that does not compile is shown where it would run.
    if let Some(error) = loaded.error.take_if(|error| !matches!(error, LoadError::Code { .. })) {
        return Err(error.to_string());
    }
    loaded.cart.origin = Origin::Embedded;
    Ok(loaded)
}

/// A cart with its run, slots and stored data, and warnings about those that cannot be read.
pub fn insert(cart: Cart, files: &StoredFiles, param: String, resume: bool) -> CartStart {
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
        KeptRun::from_bytes(bytes).map_err(|e| complaints.push(format!("the saved run: {e}"))).ok()
    });
    let slots = std::array::from_fn(|n| {
        let bytes = files.get(&format!("slot/{}", n + 1)).filter(|_| cart.keeps)?;
        let slot = Slot::from_bytes(bytes).map_err(|e| complaints.push(format!("slot {}: {e}", n + 1)));
        slot.ok().map(Arc::new)
    });
    let mode = if resume { StartMode::Resume } else { StartMode::Ask };
    CartStart { cart, param, kept_run: left.map(Box::new), mode, slots, warnings: complaints }
}
