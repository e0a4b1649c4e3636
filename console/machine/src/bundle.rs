//! The carts that a run can come to: the one that it begins with, and those beside it that it may load, reload from or store to.
//!
//! ```text
//! Bundle   0 game.p8 ── code, data      what the run begins with; its data are the boot's ROM
//!          1 level2.p8 ── code, data    found by name: "level2.p8", "LEVEL2.P8", "./level2", "level2"
//! ```
//!
//! PICO-8 reads such files in mid-call. The machine calls no host, so all of them come in at the start, as part of the boot, and a
//! recording holds them: it replays where those files are not. A bundle never changes; what a cart stores is in `system/carts.rs`.
//!
//! What it does not do: decide which files belong to it (the tool does), or read any.

use crate::digest::Digest;
use crate::memory::ROM_SIZE;
use crate::rom::Rom;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Carts of a bundle at most, the first one included: 33, since PICO-8 exports a cart with up to 32 others.
pub const BUNDLE_MAX: usize = 33;

/// Endings that a name may lack, in the order in which they are tried.
const ENDINGS: [&str; 3] = [".p8", ".p8.png", ".p8.rom"];

/// A cart's data, 0x0000 to 0x42ff.
#[derive(Clone, PartialEq, Eq)]
pub struct CartBytes(pub Box<[u8; ROM_SIZE]>);

impl core::fmt::Debug for CartBytes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "CartBytes({:016x})", Digest::of(&self.0[..]))
    }
}

impl Serialize for CartBytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(to)
    }
}

impl<'de> Deserialize<'de> for CartBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bytes = Vec::<u8>::deserialize(from)?;
        let found = bytes.len();
        let wrong = |_| de::Error::invalid_length(found, &"the 17,152 bytes of a cart's data");
        bytes.into_boxed_slice().try_into().map(CartBytes).map_err(wrong)
    }
}

/// The code of a program of another language, for [`crate::Event::Code`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// What it is made of, in the language's own bytes.
    pub text: Box<[u8]>,
    /// Where its lines stand: for each piece the number of its first line in the text, its file, the number of that line there.
    pub pieces: Vec<(u32, String, u32)>,
}

impl Code {
    /// A number that two texts share only if they are equal.
    pub fn digest(&self) -> u64 {
        Digest::of(&self.text)
    }
}

/// A cart of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledCart {
    /// Its file, seen from the folder of the first one.
    pub name: String,
    /// Its code, with all that it includes.
    pub code: Code,
    /// Its data.
    pub data: CartBytes,
}

/// The carts of a run; none for one in Rust.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    carts: Vec<BundledCart>,
}

/// A name as files are compared: without `./` before it, in small letters.
pub(crate) fn plain(name: &str) -> String {
    let mut name = name.trim();
    while let Some(rest) = name.strip_prefix("./").or(name.strip_prefix('/')) {
        name = rest;
    }
    name.to_ascii_lowercase()
}

/// Does a name lead to a place in the folder, or below it?
pub(crate) fn is_inside(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(['\\', ':', '\0'])
        && name.split('/').all(|part| !part.starts_with('.'))
}

/// The names that a file may have which a cart calls so.
pub(crate) fn spellings(name: &str) -> impl Iterator<Item = String> {
    let name = plain(name);
    let ended = ENDINGS.map(|ending| alloc::format!("{name}{ending}"));
    core::iter::once(name).chain(ended)
}

impl Bundle {
    /// A bundle of these carts, at most [`BUNDLE_MAX`] of them; the run begins with the first.
    pub fn new(mut carts: Vec<BundledCart>) -> Bundle {
        carts.truncate(BUNDLE_MAX);
        Bundle { carts }
    }

    /// Its carts.
    pub fn carts(&self) -> &[BundledCart] {
        &self.carts
    }

    /// The cart that a run begins with.
    pub fn first(&self) -> Option<&BundledCart> {
        self.carts.first()
    }

    /// Is it that of a cart without others beside it, or none at all?
    pub fn is_alone(&self) -> bool {
        self.carts.len() < 2
    }

    /// The cart that another one calls so: small and large letters are one, and the ending may be missing.
    pub fn find(&self, name: &str) -> Option<usize> {
        spellings(name).find_map(|name| self.named(&name))
    }

    /// The same bundle, whose first cart has that code.
    #[must_use]
    pub fn with_code(&self, code: &Code) -> Bundle {
        let mut bundle = self.clone();
        if let Some(first) = bundle.carts.first_mut() {
            first.code = code.clone();
        }
        bundle
    }

    /// The same bundle, in which that cart stands in the place of the one of its name; behind the others where there was none, as far as
    /// there is room.
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

    /// The cart whose file is called so, ending and all.
    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.carts.iter().position(|cart| plain(&cart.name) == name)
    }

    /// The same bundle, in which the file of that name has these data; one without code where there was none, as far as there is room.
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

    /// The same bundle, whose first cart has the data of that ROM.
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
