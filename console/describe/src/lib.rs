//! `#[describe]`: what the source says of a call, as data: its signature and the text above it.
//!
//! ```text
//! #[describe]
//! impl Machine {                          ──> the impl, as it is
//!     /// Draws sprite `n`.
//!     #[doc = example!(spr)]              ──> left out of the data: an example has its own place
//!     pub fn spr(&mut self, n: i32) {}    ──> impl crate::described::Machine {
//! }                                               pub const spr: Item = Item { name: "spr", text: "Draws ...", .. };
//!                                             }
//! ```
//!
//! So the text above a method is the only description of it, and help and manual read it without reading Rust. It stands
//! on an `impl` (its public methods), a trait (all of its methods), a struct or an enum. A constant bears the name of
//! what it describes: a table that names one which is not there does not compile.
//!
//! An attribute and not a macro around the code: what stands inside of one is out of rustfmt's sight.
//!
//! The crate that uses it has a module `described` with the type `Item` and one empty struct for each type that has
//! methods, `Types` for the rest. Macros cannot bear it: rustc does not let paths lead to macros that a macro made.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

use proc_macro::TokenStream;
use proc_macro2::{Delimiter, Ident, Span, TokenStream as Tokens, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Expr, ExprLit, FnArg, ImplItem, Item, Lit, Meta, ReturnType, Signature, TraitItem, Type,
    Visibility,
};

/// Keeps signature and text of what it stands on; see the crate.
#[proc_macro_attribute]
pub fn describe(_: TokenStream, item: TokenStream) -> TokenStream {
    let code = Tokens::from(item.clone());
    let described = match syn::parse::<Item>(item) {
        Ok(item) => of_item(&item).unwrap_or_else(|error| error.into_compile_error()),
        Err(error) => error.into_compile_error(),
    };
    quote!(#code #described).into()
}

fn of_item(item: &Item) -> syn::Result<Tokens> {
    match item {
        Item::Impl(item) => {
            let name = match &*item.self_ty {
                Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
                _ => None,
            };
            let Some(name) = name else {
                return Err(syn::Error::new_spanned(&item.self_ty, "the name of a type is expected"));
            };
            let methods = item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => {
                    Some(of_method(name, &method.attrs, &method.sig))
                }
                _ => None,
            });
            Ok(constants(name, methods))
        }
        Item::Trait(item) => {
            let methods = item.items.iter().filter_map(|part| match part {
                TraitItem::Fn(method) => Some(of_method(&item.ident, &method.attrs, &method.sig)),
                _ => None,
            });
            let methods = constants(&item.ident, methods);
            let own = of_type(&item.ident, "trait", &item.attrs);
            Ok(quote!(#own #methods))
        }
        Item::Struct(item) => Ok(of_type(&item.ident, "struct", &item.attrs)),
        Item::Enum(item) => Ok(of_type(&item.ident, "enum", &item.attrs)),
        other => Err(syn::Error::new_spanned(other, "an impl, a trait, a struct or an enum is expected")),
    }
}

fn constants(of: &Ident, all: impl Iterator<Item = Tokens>) -> Tokens {
    quote! {
        #[allow(non_upper_case_globals, missing_docs, dead_code, reason = "constants with the names of what they describe")]
        impl crate::described::#of { #(#all)* }
    }
}

fn of_type(name: &Ident, what: &str, attrs: &[Attribute]) -> Tokens {
    let (text, example) = (text(attrs), example(attrs));
    let (title, signature) = (name.to_string(), format!("{what} {name}"));
    let constant = quote! {
        pub const #name: crate::described::Item = crate::described::Item {
            of: "Types", name: #title, signature: #signature, parameters: &[], receiver: false, text: #text, example: #example,
        };
    };
    constants(&Ident::new("Types", Span::call_site()), std::iter::once(constant))
}

fn of_method(of: &Ident, attrs: &[Attribute], signature: &Signature) -> Tokens {
    let of = of.to_string();
    let (name, title) = (&signature.ident, signature.ident.to_string());
    let (text, example) = (text(attrs), example(attrs));
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some((spaced(&typed.pat), spaced(&typed.ty))),
        FnArg::Receiver(_) => None,
    });
    let (names, types): (Vec<String>, Vec<String>) = typed.unzip();
    let receiver = signature.receiver().is_some();
    let list: Vec<String> = names.iter().zip(&types).map(|(name, of)| format!("{name}: {of}")).collect();
    let generics = if signature.generics.params.is_empty() {
        String::new()
    } else {
        let params = &signature.generics.params;
        format!("<{}>", spaced(params))
    };
    let result = match &signature.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, result) => format!(" -> {}", spaced(result)),
    };
    let whole = format!("{title}{generics}({}){result}", list.join(", "));
    quote! {
        pub const #name: crate::described::Item = crate::described::Item {
            of: #of, name: #title, signature: #whole, parameters: &[#(#names),*], receiver: #receiver, text: #text, example: #example,
        };
    }
}

/// The name in `#[doc = example!(name)]`; empty where that is missing.
fn example(attrs: &[Attribute]) -> String {
    let names = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Macro(call) if call.mac.path.segments.last()?.ident == "example" => {
                Some(call.mac.tokens.to_string())
            }
            _ => None,
        },
        _ => None,
    });
    names.collect()
}

/// The doc comments, a line each, without the blank that follows the slashes.
fn text(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_string()).collect();
    lines.join("\n")
}

/// A type as an author writes it: blanks between words, after commas and colons, around `->`, `=` and `+`.
fn spaced(code: &impl ToTokens) -> String {
    let mut out = String::new();
    put(code.to_token_stream(), &mut out);
    out
}

fn put(tokens: Tokens, out: &mut String) {
    // A word that another one, or a group, is told apart from by a blank.
    let mut word = false;
    let mut arrow = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::None => ("", ""),
                };
                if word && group.delimiter() != Delimiter::Parenthesis {
                    out.push(' ');
                }
                out.push_str(open);
                put(group.stream(), out);
                out.push_str(close);
                word = false;
            }
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    // The second half of an arrow.
                    '>' if arrow => out.push_str("> "),
                    '-' => out.push_str(" -"),
                    c @ ('+' | '=') => out.extend([' ', c, ' ']),
                    c @ (',' | ';') => out.extend([c, ' ']),
                    ':' if !out.ends_with(':') && punct.spacing() == proc_macro2::Spacing::Alone => {
                        out.push_str(": ")
                    }
                    '\'' if word => out.push_str(" '"),
                    c => {
                        if word && c == '&' {
                            out.push(' ');
                        }
                        out.push(c);
                    }
                }
                arrow = punct.as_char() == '-';
                word = false;
                continue;
            }
            other => {
                if word {
                    out.push(' ');
                }
                out.push_str(&other.to_string());
                word = true;
            }
        }
        arrow = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_as_authors_do() {
        let cases = [
            "impl Into<Option<i32>>",
            "&mut [u8]",
            "&'a [(i32, i32)]",
            "Option<&'a T>",
            "[u8; 4]",
            "fn(&mut Machine) -> bool",
            "impl core::fmt::Display",
            "impl Fn(i32) -> i32 + Clone",
            "(i32, i32, i32)",
        ];
        for case in cases {
            let code: Type = syn::parse_str(case).expect("it is a type");
            assert_eq!(spaced(&code), case);
        }
    }

    #[test]
    fn an_impl_becomes_constants() {
        let code = quote! {
            impl Machine {
                /// Draws `n`, see
                /// [`Machine::map`].
                ///
                /// | a | b |
                #[doc = example!(spr)]
                #[track_caller]
                pub fn spr<'a, T>(&mut self, n: i32, x: &'a [T]) -> Option<&'a T> {}
                fn hidden(&self) {}
                pub const fn atan2(dx: Num) -> Num {}
            }
        };
        let found = of_item(&syn::parse2(code).expect("it is an impl")).expect("it is described").to_string();
        let expected = quote! {
            #[allow(non_upper_case_globals, missing_docs, dead_code, reason = "constants with the names of what they describe")]
            impl crate::described::Machine {
                pub const spr: crate::described::Item = crate::described::Item {
                    of: "Machine",
                    name: "spr",
                    signature: "spr<'a, T>(n: i32, x: &'a [T]) -> Option<&'a T>",
                    parameters: &["n", "x"],
                    receiver: true,
                    text: "Draws `n`, see\n[`Machine::map`].\n\n| a | b |",
                    example: "spr",
                };
                pub const atan2: crate::described::Item = crate::described::Item {
                    of: "Machine", name: "atan2", signature: "atan2(dx: Num) -> Num", parameters: &["dx"], receiver: false, text: "", example: "",
                };
            }
        };
        assert_eq!(found, expected.to_string());
    }

    #[test]
    fn what_has_no_calls_is_refused() {
        let code = syn::parse_str("const X: i32 = 1;").expect("it is an item");
        assert!(of_item(&code).is_err());
    }
}
