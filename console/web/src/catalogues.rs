//! What the page knows of catalogues: their indexes, kept files, and the cart that waits for its files.
//!
//! A cart's name is `catalogue/` and the address of its file.

use format::{Catalogue, CatalogueCart, file_address};
use player::{CartRead, Listed, RequestId};
use std::collections::BTreeMap;
use studio::Cover;

pub(crate) const CATALOGUE: &str = "catalogue/";
/// What the player or the page's script wants of the catalogues.
pub(crate) enum CatalogueEvent {
    /// The addresses in the settings; the shelf may have opened.
    Sources(Vec<String>),
    Label(RequestId, String),
    Load {
        id: RequestId,
        name: String,
        param: String,
    },
    /// Makes a cart the user's own.
    Copy {
        id: RequestId,
        name: String,
    },
    Fetched {
        url: String,
        why: Option<String>,
        bytes: Vec<u8>,
    },
}

#[derive(Default)]
pub(crate) struct Catalogues {
    /// By their addresses; none: it was not read yet.
    pub(crate) indexes: BTreeMap<String, Option<Catalogue>>,
    /// Kept files by their addresses.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) labels: BTreeMap<String, (RequestId, CartRead)>,
    pub(crate) load: Option<PendingLoad>,
}

pub(crate) struct PendingLoad {
    pub(crate) id: RequestId,
    pub(crate) param: String,
    /// The cart becomes one of the user's own.
    pub(crate) copies: bool,
    /// The address of its index.
    pub(crate) index: String,
    /// With those that it loads.
    pub(crate) carts: Vec<CatalogueCart>,
    /// The files that are missing.
    pub(crate) waits: Vec<String>,
}

impl Catalogues {
    /// Takes a file that the browser has kept.
    pub(crate) fn keep(&mut self, name: &str, bytes: &[u8]) {
        if let Some(address) = name.strip_prefix(CATALOGUE) {
            self.files.insert(address.to_string(), bytes.to_vec());
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<(&String, &Catalogue, &CatalogueCart)> {
        let file = name.strip_prefix(CATALOGUE)?;
        self.indexes.iter().find_map(|(address, index)| {
            let index = index.as_ref()?;
            let cart = index.carts.iter().find(|cart| file_address(address, &cart.file) == file)?;
            Some((address, index, cart))
        })
    }

    pub(crate) fn listed(&self) -> Vec<Listed> {
        let known = self.indexes.iter().filter_map(|(address, index)| Some((address, index.as_ref()?)));
        let carts =
            known.flat_map(|(address, index)| index.carts.iter().map(move |cart| (address, index, cart)));
        carts
            .map(|(address, index, cart)| Listed {
                key: Some(key(address, cart)),
                name: format!("{CATALOGUE}{}", file_address(address, &cart.file)),
                title: cart.title.clone(),
                about: cart.about_line(),
                place: index.title.clone(),
                face: if cart.label.is_empty() { Cover::Plain } else { Cover::Unread },
                ..Listed::default()
            })
            .collect()
    }
}

/// Saves belong to the cart's address, so they stay when it changes.
pub(crate) fn key(address: &str, cart: &CatalogueCart) -> String {
    let digest = format::sha256(file_address(address, &cart.id).as_bytes());
    format!("{}-{}", cart.id, &digest[..8])
}
