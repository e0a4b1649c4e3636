//! What the files of a cart are called: two carts of one name in different folders do not share a run or a slot.
//!
//! ```text
//! a cart of the shelf       porklike
//! a cartridge in a file     game-1a2b3c4d      name without ending, 32 bits of the digest of its real path
//! ```
//!
//! The path and not what is in the file: a cart that is edited is the same cart. One that is moved is another one; what was kept of it
//! stays under the old key, where `rasher replay FILE` reads it.

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
