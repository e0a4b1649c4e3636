//! The functions of a module, and which crates its code comes from. Rust's names start with a crate:
//!
//! ```text
//! porklike::menu::Game::text                 porklike
//! <porklike::Game as rasher::Cart>::_draw    porklike
//! <&mut T as core::fmt::Write>::write_str    core: generic code counts for its trait
//! hook                                       (other)
//! ```

use rustc_demangle::demangle;
use std::collections::BTreeMap;
use std::ops::Range;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

pub(crate) struct Function {
    /// Its number without a name.
    pub name: String,
    pub code: Range<usize>,
}

/// The functions that a module defines, in their order.
pub(crate) fn functions(module: &[u8]) -> Vec<Function> {
    let (mut imported, mut code, mut names) = (0, Vec::new(), BTreeMap::new());
    for payload in Parser::new(0).parse_all(module).map_while(Result::ok) {
        match payload {
            Payload::ImportSection(imports) => {
                imported =
                    imports.into_iter().flatten().filter(|it| matches!(it.ty, TypeRef::Func(_))).count();
            }
            Payload::CodeSectionEntry(body) => code.push(body.range()),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    for name in section.into_iter().flatten() {
                        if let Name::Function(functions) = name {
                            let all = functions.into_iter().flatten();
                            names.extend(
                                all.map(|it| (it.index as usize, format!("{:#}", demangle(it.name)))),
                            );
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let named = |(at, code): (usize, Range<usize>)| {
        let number = imported + at;
        Function { name: names.remove(&number).unwrap_or_else(|| format!("function {number}")), code }
    };
    code.into_iter().enumerate().map(named).collect()
}

/// Bytes of code of each crate, the most first. Needs the names, which a stripped module lacks.
pub fn crate_sizes(module: &[u8]) -> Vec<(String, usize)> {
    let mut sizes = BTreeMap::<String, usize>::new();
    for Function { name, code } in functions(module) {
        *sizes.entry(crate_of(&name).to_string()).or_default() += code.len();
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
            assert_eq!(crate_of(&format!("{:#}", demangle(name))), of, "{name}");
        }
    }
}
