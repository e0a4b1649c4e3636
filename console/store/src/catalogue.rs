//! Copies of catalogues and their carts, so that they are there without a network.
//!
//! ```text
//! catalogues/HOST-DIGEST/index.json      the last index of that address
//!                        ID.p8.png       carts that were played, checked by their digests before they are written
//!                        labels/DIGEST.png  by the first digits of their cart's digest
//! ```

use crate::error::StoreError;
use crate::file::{optional, read_at_most};
use crate::home::Home;
use format::{CATALOGUE_CART_BYTES, CATALOGUE_LABEL_BYTES, Catalogue, CatalogueCart, INDEX, INDEX_BYTES};
use std::path::{Path, PathBuf};

/// The folder of the catalogue at an address.
pub fn catalogue_folder(home: &Home, address: &str) -> PathBuf {
    let host = address.split('/').nth(2).unwrap_or_default();
    let plain: String =
        host.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    let plain = plain.trim_matches(['.', '-']);
    home.catalogues().join(format!("{plain}-{}", &format::sha256(address.as_bytes())[..12]))
}

/// The last index that was read from there; none if there is none yet.
pub fn read_catalogue(home: &Home, address: &str) -> Result<Option<Catalogue>, StoreError> {
    let path = catalogue_folder(home, address).join(INDEX);
    let bytes = optional(read_at_most(&path, INDEX_BYTES as u64))?;
    Ok(bytes.map(|bytes| Catalogue::from_json(&bytes, &path.to_string_lossy())).transpose()?)
}

pub fn write_catalogue(home: &Home, address: &str, index: &Catalogue) -> Result<(), StoreError> {
    home.write(&catalogue_folder(home, address).join(INDEX), index.to_json().as_bytes()).map(drop)
}

/// Where a cart of a catalogue is, once it was downloaded.
pub fn catalogue_cart(home: &Home, address: &str, cart: &CatalogueCart) -> PathBuf {
    catalogue_folder(home, address).join(cart.file_name())
}

/// Whether that file has the bytes that the catalogue names.
pub fn is_newest(path: &Path, cart: &CatalogueCart) -> bool {
    let bytes = read_at_most(path, CATALOGUE_CART_BYTES as u64);
    bytes.is_ok_and(|bytes| cart.check_bytes(&bytes, "").is_ok())
}

/// Writes a downloaded cart. Fails if its bytes are not those that the catalogue names.
pub fn write_catalogue_cart(
    home: &Home,
    address: &str,
    cart: &CatalogueCart,
    bytes: &[u8],
) -> Result<PathBuf, StoreError> {
    cart.check_bytes(bytes, &format::file_address(address, &cart.file))?;
    let path = catalogue_cart(home, address, cart);
    home.write(&path, bytes)?;
    Ok(path)
}

fn label_path(home: &Home, address: &str, cart: &CatalogueCart) -> PathBuf {
    let digest = cart.sha256.get(..16).unwrap_or_default();
    catalogue_folder(home, address).join("labels").join(format!("{digest}.png"))
}

pub fn read_catalogue_label(home: &Home, address: &str, cart: &CatalogueCart) -> Option<Vec<u8>> {
    read_at_most(&label_path(home, address, cart), CATALOGUE_LABEL_BYTES as u64).ok()
}

pub fn write_catalogue_label(
    home: &Home,
    address: &str,
    cart: &CatalogueCart,
    bytes: &[u8],
) -> Result<(), StoreError> {
    home.write(&label_path(home, address, cart), bytes).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_kept_by_its_address_and_a_cart_by_its_digest() {
        let folder = std::env::temp_dir().join(format!("rasher-catalogue-{}", std::process::id()));
        let home = Home::find(Some(&folder)).expect("a folder");
        let address = "https://example.org:80/a/index.json";
        let cart = CatalogueCart {
            id: "bee".into(),
            title: "Bee".into(),
            players: 1,
            file: "bee.p8".into(),
            size: 6,
            sha256: format::sha256(b"a cart"),
            ..CatalogueCart::default()
        };
        let index = Catalogue::new("Ada", "", vec![cart.clone()]);
        assert!(read_catalogue(&home, address).expect("none is no error").is_none());
        write_catalogue(&home, address, &index).expect("written");
        assert_eq!(read_catalogue(&home, address).expect("read"), Some(index));
        assert!(read_catalogue(&home, "https://example.org/b/index.json").expect("another").is_none());
        let wrong =
            write_catalogue_cart(&home, address, &cart, b"a carT").expect_err("another digest").to_string();
        assert!(wrong.contains("https://example.org:80/a/bee.p8: found the SHA-256"), "{wrong}");
        let path = catalogue_cart(&home, address, &cart);
        assert!(!path.exists() && !is_newest(&path, &cart));
        assert_eq!(write_catalogue_cart(&home, address, &cart, b"a cart").expect("written"), path);
        assert!(is_newest(&path, &cart) && path.starts_with(home.catalogues()));
        std::fs::remove_dir_all(folder).expect("its own folder");
    }
}
