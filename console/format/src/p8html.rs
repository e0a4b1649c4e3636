//! A page with a cart in it: one that PICO-8 exported, the script next to it, or one that `rasher export` made.
//!
//! ```text
//! var _cartname=[`game.p8`, `two.p8`];
//! var _cartdat=[ 0,0,17, ... ];     32,768 bytes as of a .p8.rom for each cart, the first one first; or a cartridge picture
//! ```

use crate::error::{FormatError, quote};
use crate::limit::{CART_BYTES, FormatLimit};
use crate::p8::Cartridge;
use crate::p8png::read_p8png;
use crate::p8rom::read_p8rom;
use rasher::{BUNDLE_MAX, BundledCart, CartBytes, Code};

const LIST: &str = "_cartdat";
const NAMES: &str = "_cartname";
/// Of a page of ours with a cart.
const BUNDLE: &str = "data-file=\"bundle\">";

/// Is it the name of a page, or of the script next to one?
pub fn is_page(file: &str) -> bool {
    [".html", ".htm", ".js"].iter().any(|ending| crate::ends_with(file, ending))
}

pub(crate) fn read_page(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    crate::error::limit(bytes, FormatLimit::PictureBytes, file)?;
    if has(bytes, OWN) {
        let text = String::from_utf8_lossy(bytes);
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(bundle) = between(&text, BUNDLE, "<") {
            let label = between(&text, "<img id=\"label\"", ">");
            let label = label.and_then(|tag| between(tag, ";base64,", "\""));
            if let Some(own) = crate::own_page::read_own_page(bundle, label, file) {
                return Ok(own);
            }
        }
        let found = match between(&text, "\"cart\":\"", "\"") {
            _ if has(bytes, BUNDLE) => "a page with a cart that cannot be unpacked".to_string(),
            Some(cart) => format!("a page of the Rust cart {}, whose code is compiled", quote(cart)),
            None => "a page of the player, without a cart".to_string(),
        };
        let expected = "a page with a cart; open this one in a browser";
        return Err(FormatError::whole(file, found, expected));
    }
    let Some(found) = listed(bytes) else {
        let expected = "the cart as a list _cartdat=[...]; PICO-8 writes it into the .js file next to a page";
        return Err(FormatError::whole(file, "a page without a cart in it", expected));
    };
    if crate::is_png(&found) {
        return read_p8png(&found, file);
    }
    let mut cart = read_p8rom(&found[..found.len().min(CART_BYTES)], file)?;
    if found.len() > CART_BYTES {
        let names =
            lists(bytes, NAMES, |byte| !matches!(byte, b'[' | b']')).next().map(names).unwrap_or_default();
        let mut carts = Vec::new();
        for (n, bytes) in found.chunks(CART_BYTES).take(BUNDLE_MAX).enumerate() {
            let name = names.get(n).cloned().unwrap_or_else(|| format!("{n}.p8"));
            match read_p8rom(bytes, &name) {
                Ok(Cartridge { rom, code, .. }) => {
                    let code = Code { pieces: vec![(1, name.clone(), 1)], text: code.into() };
                    carts.push(BundledCart { name, code, data: CartBytes(rom.data) });
                }
                Err(error) => cart.warn(error),
            }
        }
        cart.carts = carts;
    }
    Ok(cart)
}

/// What every page of `rasher export` has.
const OWN: &str = "<script type=\"application/json\" id=\"boot\">";

/// Whether a page has a cart in it, or is one of ours.
pub(crate) fn holds_cart(bytes: &[u8], file: &str) -> bool {
    is_page(file) && has(bytes, OWN) || begins_as_cart(bytes, file)
}

/// Whether a page has a cart in it, by its beginning.
pub(crate) fn begins_as_cart(head: &[u8], file: &str) -> bool {
    is_page(file) && (has(head, BUNDLE) || has(head, LIST))
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|it| it == text.as_bytes())
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(begin)?;
    Some(rest.split_once(end)?.0)
}

/// The numbers of the list, if there is one.
fn listed(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_in = |byte: u8| matches!(byte, b'0'..=b'9' | b',' | b'+') || byte.is_ascii_whitespace();
    lists(bytes, LIST, is_in).find_map(|list| {
        let numbers =
            list.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).filter(|text| !text.is_empty());
        let numbers: Option<Vec<u8>> =
            numbers.map(|text| std::str::from_utf8(text).ok()?.parse().ok()).collect();
        numbers.filter(|numbers| !numbers.is_empty())
    })
}

/// The inside of each `name=[...]`. A script may name a list before it fills it.
fn lists<'a>(
    bytes: &'a [u8],
    name: &'static str,
    is_in: impl Fn(u8) -> bool,
) -> impl Iterator<Item = &'a [u8]> {
    let places = bytes.windows(name.len()).enumerate().filter(|(_, text)| *text == name.as_bytes());
    places.filter_map(move |(at, _)| {
        let list = bytes[at + name.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        let list = list.strip_prefix(b"[")?;
        // Up to the first other sign, so that a page with a million names and no end of a list is still read in one pass.
        let end = list.iter().position(|byte| !is_in(*byte)).filter(|end| list[*end] == b']')?;
        Some(&list[..end])
    })
}

/// The texts of a list, without folders.
fn names(list: &[u8]) -> Vec<String> {
    let names = list.split(|byte| *byte == b',').map(|name| {
        let name = String::from_utf8_lossy(name.trim_ascii());
        let name = name.trim_matches(['`', '\'', '"']);
        name.rsplit(['/', '\\']).next().unwrap_or(name).to_string()
    });
    names.collect()
}
