//! The names of a cart's files, so that two carts of one name in different folders do not share a run or a slot.
//!
//! ```text
//! a cart of the shelf       porklike
//! a cartridge in a file     game-1a2b3c4d      name without ending, 32 bits of the digest of its real path
//! ```
//!
//! The path counts, not the content, so an edited cart is the same cart. A moved one is another: its files stay under the old key, where
//! `rasher replay FILE` reads them.

use std::path::Path;

pub fn cart_key(path: &Path) -> String {
    let real = path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.into());
    let digest = rasher::Digest::of(real.as_os_str().as_encoded_bytes());
    format!("{}-{:08x}", format::stem(&path.to_string_lossy()), digest as u32)
}

/// Whether a key is of a cart with that name.
pub fn is_key_of(key: &str, name: &str) -> bool {
    let digits = |rest: &str| rest.len() == 8 && rest.bytes().all(|b| b.is_ascii_hexdigit());
    key == name || key.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')).is_some_and(digits)
}
