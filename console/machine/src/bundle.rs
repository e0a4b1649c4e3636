//! The carts of a run: the first one, and those it may load, reload from or store to.
//!
//! ```text
//! Bundle   0 game.p8 ── code, data      the run starts with it; its data are the boot's ROM
//!          1 level2.p8 ── code, data    found by name: "level2.p8", "LEVEL2.P8", "./level2", "level2"
//! ```
//!
//! PICO-8 reads these files in mid-call. Here they are part of the boot, so a recording contains them and replays
//! without the files. A bundle never changes; data stored by a cart are in `system/carts.rs`. The loader chooses its
//! files.

use crate::digest::Digest;
use crate::memory::ROM_SIZE;
use crate::rom::Rom;
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use serde::{Deserialize, Serialize};

/// Most carts of a bundle, the first included: PICO-8 exports a cart with up to 32 others.
pub const BUNDLE_MAX: usize = 33;

/// Endings that a name may omit, in the order of the search.
const ENDINGS: [&str; 3] = [".p8", ".p8.png", ".p8.rom"];

/// A cart's data: 0x0000 to 0x42ff.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartBytes(#[serde(with = "crate::state::bytes")] pub Box<[u8; ROM_SIZE]>);

impl core::fmt::Debug for CartBytes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "CartBytes({:016x})", Digest::of(&self.0[..]))
    }
}

/// The code of a program in another language, for [`crate::Event::Code`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// The source, in the language's own encoding.
    pub text: Box<[u8]>,
    /// Origin of its lines: for each piece its first line in the text, its file, and the line number there.
    pub pieces: Vec<(u32, String, u32)>,
}

impl Code {
    pub fn digest(&self) -> u64 {
        Digest::of(&self.text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledCart {
    /// Its file name, relative to the folder of the first cart.
    pub name: String,
    /// Its code, includes inserted.
    pub code: Code,
    pub data: CartBytes,
}

/// The carts of a run; empty for a Rust cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    carts: Vec<BundledCart>,
}

/// A file name for comparison: without leading `./`, in lower case.
pub(crate) fn plain(name: &str) -> String {
    let mut name = name.trim();
    while let Some(rest) = name.strip_prefix("./").or(name.strip_prefix('/')) {
        name = rest;
    }
    name.to_ascii_lowercase()
}

/// Whether a cart's name stays below its folder, and nothing of it is hidden.
pub fn is_inside(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('/')
        && !name.contains(['\\', ':', '\0'])
        && name.split('/').all(|part| !part.starts_with('.'))
}

/// The file names that a cart's name may mean: itself, with an ending, and with another ending.
pub fn spellings(name: &str) -> impl Iterator<Item = String> {
    let lower = name.to_ascii_lowercase();
    let cut = ENDINGS.iter().rev().find(|ending| lower.ends_with(**ending)).map_or(0, |ending| ending.len());
    let ended = ENDINGS.map(|ending| alloc::format!("{}{ending}", &name[..name.len() - cut]));
    let name = String::from(name);
    core::iter::once(name.clone()).chain(ended.into_iter().filter(move |file| *file != name))
}

/// The revision that a file is of the published cart `id`, if it is one: `id-3.p8.png` is 3.
pub fn revision(id: &str, file: &str) -> Option<u32> {
    let (id, file) = (plain(id), plain(file));
    let stem = ENDINGS.iter().rev().find_map(|ending| file.strip_suffix(ending))?;
    stem.strip_prefix(&*id)?.strip_prefix('-')?.parse().ok()
}

impl Bundle {
    /// A bundle of at most [`BUNDLE_MAX`] carts; the run starts with the first.
    pub fn new(mut carts: Vec<BundledCart>) -> Bundle {
        carts.truncate(BUNDLE_MAX);
        Bundle { carts }
    }

    pub fn carts(&self) -> &[BundledCart] {
        &self.carts
    }

    pub fn first(&self) -> Option<&BundledCart> {
        self.carts.first()
    }

    /// Whether it has fewer than two carts.
    pub fn is_alone(&self) -> bool {
        self.carts.len() < 2
    }

    /// Index of a cart by name, ignoring case and a missing or different ending. `#id` is the newest revision of a
    /// published cart.
    pub fn find(&self, name: &str) -> Option<usize> {
        let Some(id) = name.strip_prefix('#') else {
            return spellings(&plain(name)).find_map(|name| self.named(&name));
        };
        let newest = || {
            let carts = self.carts.iter().enumerate();
            carts.filter_map(|(at, cart)| Some((revision(id, &cart.name)?, at))).max().map(|(_, at)| at)
        };
        self.find(id).or_else(newest)
    }

    /// A copy whose first cart has that code.
    #[must_use]
    pub fn with_code(&self, code: &Code) -> Bundle {
        let mut bundle = self.clone();
        if let Some(first) = bundle.carts.first_mut() {
            first.code = code.clone();
        }
        bundle
    }

    /// A copy with that cart in place of the one of its name; added at the end if new, up to [`BUNDLE_MAX`].
    #[must_use]
    pub fn with_cart(&self, cart: &BundledCart) -> Bundle {
        let mut bundle = self.clone();
        match bundle.named(&cart.name) {
            Some(at) => bundle.carts[at] = cart.clone(),
            None if bundle.carts.len() < BUNDLE_MAX => bundle.carts.push(cart.clone()),
            None => {}
        }
        bundle
    }

    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.carts.iter().position(|cart| plain(&cart.name) == name)
    }

    /// A copy in which the file of that name has these data; added without code if new, up to [`BUNDLE_MAX`].
    #[must_use]
    pub fn with_file(&self, name: &str, data: &[u8; ROM_SIZE]) -> Bundle {
        let mut bundle = self.clone();
        let data = CartBytes(Box::new(*data));
        match bundle.find(name) {
            Some(at) => bundle.carts[at].data = data,
            None if bundle.carts.len() < BUNDLE_MAX => {
                bundle.carts.push(BundledCart { name: plain(name), code: Code::default(), data });
            }
            None => {}
        }
        bundle
    }

    pub(crate) fn with_data(bundle: &Arc<Bundle>, rom: &Rom) -> Arc<Bundle> {
        match bundle.carts.first() {
            Some(first) if first.data.0 != rom.data => {
                let mut bundle = Bundle::clone(bundle);
                bundle.carts[0].data = CartBytes(rom.data.clone());
                Arc::new(bundle)
            }
            _ => bundle.clone(),
        }
    }
}
