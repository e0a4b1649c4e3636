//! The functions of a module, and which crates its code comes from. Rust's names start with a crate:
//!
//! ```text
//! porklike::menu::Game::text                 porklike
//! <porklike::Game as rasher::Cart>::_draw    porklike
//! <&mut T as core::fmt::Write>::write_str    core: generic code counts for its trait
//! hook                                       (other)
//! ```

use crate::check::{check, readable};
use crate::sections::{code_sizes, names};
use std::collections::BTreeMap;

/// Bytes of code of each crate, the most first. Needs the names, which a stripped module lacks.
pub fn crate_sizes(module: &[u8]) -> Vec<(String, usize)> {
    let imports = check(module).map_or(0, |layout| layout.imports.len());
    let (names, mut sizes) = (names(module), BTreeMap::<String, usize>::new());
    for (at, size) in code_sizes(module).into_iter().enumerate() {
        let name = names.get(&(imports + at)).map_or_else(String::new, |name| readable(name));
        *sizes.entry(crate_of(&name).to_string()).or_default() += size;
    }
    let mut sizes: Vec<_> = sizes.into_iter().collect();
    sizes.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    sizes
}

/// The first path in a name, unless that is of a type of the language.
fn crate_of(name: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut paths = name.split(|c: char| !is_part(c)).filter_map(|path| path.split_once("::"));
    paths.find(|(first, _)| !first.is_empty()).map_or("(other)", |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_of_the_first_crate_in_its_name() {
        // As rustc 1.95 writes them, and one of C.
        for (name, of) in [
            (
                "_ZN8porklike5rules4blow40_$LT$impl$u20$porklike..rules..World$GT$4hurt17ha7d6a63542b5b858E",
                "porklike",
            ),
            ("porklike::menu::Game::text", "porklike"),
            ("<porklike::Game as rasher::Cart>::_draw", "porklike"),
            ("<&mut T as core::fmt::Write>::write_str", "core"),
            ("<[T] as alloc::slice::Join>::join", "alloc"),
            ("hook", "(other)"),
            ("function 7", "(other)"),
        ] {
            assert_eq!(crate_of(&readable(name)), of, "{name}");
        }
    }
}
