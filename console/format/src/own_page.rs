//! A page made by `rasher export`, read back.
//!
//! ```text
//! <img id="label" ... src="data:image/png;base64,...">               the label
//! <script type="text/plain" data-file="bundle">...</script>          base85, LZMA, postcard ──> Bundle, in Lua or a module
//! ```

use crate::limit::FormatLimit;
use crate::p8::{Cartridge, stem};
use crate::picture::read_png;
use lzma_rust2::LzmaReader;
use rasher::{Bundle, PIXELS, Rom};
use std::io::Read;

/// Kibibytes that the decoder may take: no preset has a larger dictionary than 64 MiB.
const DECODER_KIB: u32 = 80 << 10;
const DIGITS: &[u8; 85] =
    b"!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~";
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The cart of a page of ours, from its bundle and its label in base64, if it can be unpacked.
pub(crate) fn read_own_page(bundle: &str, picture: Option<&str>, file: &str) -> Option<Cartridge> {
    let bundle = unpack(bundle)?;
    let first = bundle.first()?;
    let mut cart = Cartridge::new(Rom::empty(stem(file)));
    (cart.code, cart.rom.data) = (first.code.text.to_vec(), first.data.0.clone());
    cart.carts = bundle.carts().to_vec();
    cart.label = picture.and_then(label);
    Some(cart)
}

fn unpack(text: &str) -> Option<Bundle> {
    let lzma = digits(text, DIGITS, 5)?;
    let mut unpacked = Vec::new();
    let most = FormatLimit::PictureBytes.most() as u64;
    let reader = LzmaReader::new_mem_limit(&lzma[..], DECODER_KIB, None).ok()?;
    reader.take(most + 1).read_to_end(&mut unpacked).ok()?;
    (unpacked.len() as u64 <= most).then(|| postcard::from_bytes(&unpacked).ok())?
}

fn label(base64: &str) -> Option<Box<[u8; PIXELS]>> {
    let picture = read_png(&digits(base64.trim_end_matches('='), BASE64, 4)?, "label").ok()?;
    picture.indices.try_into().ok()
}

/// Bytes from text: each group of digits is a big-endian number, one byte shorter. Missing digits at the end count as the highest.
fn digits(text: &str, base: &[u8], group: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    for chunk in text.as_bytes().chunks(group) {
        let mut number = 0u64;
        for at in 0..group {
            let digit =
                chunk.get(at).map_or(Some(base.len() - 1), |sign| base.iter().position(|it| it == sign))?;
            number = number * base.len() as u64 + digit as u64;
        }
        let from = 8 - (group - 1);
        bytes.extend(&number.to_be_bytes()[from..from + chunk.len() - 1]);
    }
    Some(bytes)
}
