//! Carts loaded from files in memory: what is read and compiled, and how often.
//!
//! | file | what it tests |
//! |---|---|
//! | `include.rs` | `#include`: where files may be, which are refused, which line comes from which file |
//! | `lenient.rs` | carts of any form, opened by content; other endings and revisions; warnings |
//! | `reads.rs` | each file is read once and code is compiled once, at the start and after a save |

mod include;
mod lenient;
mod reads;

use rasher_loader::{Loader, MemorySource};

fn cartridge(code: &str) -> Vec<u8> {
    format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}").into_bytes()
}

fn source(files: &[(&str, &[u8])]) -> MemorySource {
    MemorySource(files.iter().map(|(name, bytes)| (name.into(), bytes.to_vec())).collect())
}

fn loader(files: &[(&str, &[u8])]) -> Loader<MemorySource> {
    Loader::new(source(files))
}
