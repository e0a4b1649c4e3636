//! A page that PICO-8 exported, or the script next to it: the cart's bytes as a list of numbers.
//!
//! ```text
//! var _cartname=[`game.p8`];
//! var _cartdat=[ 0,0,17, ... ];     32,768 bytes as of a .p8.rom for each cart, the first one first; or a cartridge picture
//! ```

use crate::error::FormatError;
use crate::limit::{CART_BYTES, FormatLimit};
use crate::p8::Cartridge;
use crate::p8png::read_p8png;
use crate::p8rom::read_p8rom;

pub(crate) const PAGES: [&str; 3] = [".html", ".htm", ".js"];
const LIST: &[u8] = b"_cartdat";

pub(crate) fn read_page(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    crate::error::limit(bytes, FormatLimit::PictureBytes, file)?;
    let Some(found) = listed(bytes, file) else {
        let expected = "the cart as a list _cartdat=[...]; PICO-8 writes it into the .js file next to a page";
        return Err(FormatError::whole(file, "a page without a cart in it", expected));
    };
    match crate::is_png(&found) {
        true => read_p8png(&found, file),
        false => read_p8rom(&found[..found.len().min(CART_BYTES)], file),
    }
}

/// The numbers of the list, if the file is such a page.
pub(crate) fn listed(bytes: &[u8], file: &str) -> Option<Vec<u8>> {
    if !PAGES.iter().any(|ending| crate::ends_with(file, ending)) {
        return None;
    }
    // A script may name the list before it fills it.
    let mut places = bytes.windows(LIST.len()).enumerate().filter(|(_, text)| *text == LIST);
    places.find_map(|(at, _)| {
        let list = bytes[at + LIST.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        let list = list.strip_prefix(b"[")?;
        // Up to the first other sign, so that a page with a million names and no end of a list is still read in one pass.
        let is_in = |byte: &u8| matches!(byte, b'0'..=b'9' | b',' | b'+') || byte.is_ascii_whitespace();
        let end = list.iter().position(|byte| !is_in(byte)).filter(|end| list[*end] == b']')?;
        let list = &list[..end];
        let numbers =
            list.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).filter(|text| !text.is_empty());
        let numbers: Option<Vec<u8>> =
            numbers.map(|text| std::str::from_utf8(text).ok()?.parse().ok()).collect();
        numbers.filter(|numbers| !numbers.is_empty())
    })
}
