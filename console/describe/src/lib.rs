//! `#[describe]`: signatures and doc comments as data, for the help and the manual.
//!
//! ```text
//! #[describe]
//! impl Machine {                          ──> the impl, unchanged
//!     /// Draws sprite `n`.
//!     #[doc = example!(spr)]              ──> only the name, in `example`
//!     pub fn spr(&mut self, n: i32) {}    ──> impl crate::described::Machine {
//! }                                               pub const spr: Item = Item { name: "spr", text: "Draws ...", .. };
//!                                             }
//! ```
//!
//! It describes the public methods of an `impl`, a trait with its methods, a struct or an enum. A table of constants that names a missing one
//! does not compile. It is an attribute, as rustfmt does not format code inside a macro call.
//!
//! The crate has a module `described` with the type `Item`, an empty struct for each type that has methods, and `Types` for the rest.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

use proc_macro::TokenStream;
use proc_macro2::{Delimiter, Ident, Span, TokenStream as Tokens, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Expr, ExprLit, FnArg, ImplItem, Item, Lit, Meta, ReturnType, Signature, TraitItem, Type,
    Visibility,
};

/// Keeps the signature and text of an item; see the crate.
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

fn of_type(name: &Ident, kind: &str, attrs: &[Attribute]) -> Tokens {
    let described = constant("Types", name, &format!("{kind} {name}"), &[], false, attrs);
    constants(&Ident::new("Types", Span::call_site()), std::iter::once(described))
}

fn constant(
    of: &str,
    name: &Ident,
    signature: &str,
    parameters: &[String],
    receiver: bool,
    attrs: &[Attribute],
) -> Tokens {
    let (title, text, example) = (name.to_string(), text(attrs), example(attrs));
    quote! {
        pub const #name: crate::described::Item = crate::described::Item {
            of: #of, name: #title, signature: #signature, parameters: &[#(#parameters),*], receiver: #receiver,
            text: #text, example: #example,
        };
    }
}

fn of_method(of: &Ident, attrs: &[Attribute], signature: &Signature) -> Tokens {
    let Signature { ident: name, generics, inputs, output, .. } = signature;
    let typed = inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some((spaced(&typed.pat), spaced(&typed.ty))),
        FnArg::Receiver(_) => None,
    });
    let (names, types): (Vec<String>, Vec<String>) = typed.unzip();
    let list: Vec<String> = names.iter().zip(&types).map(|(name, of)| format!("{name}: {of}")).collect();
    let generics = match generics.params.is_empty() {
        true => String::new(),
        false => format!("<{}>", spaced(&generics.params)),
    };
    let result = match output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, result) => format!(" -> {}", spaced(result)),
    };
    let whole = format!("{name}{generics}({}){result}", list.join(", "));
    constant(&of.to_string(), name, &whole, &names, signature.receiver().is_some(), attrs)
}

fn docs(attrs: &[Attribute]) -> impl Iterator<Item = &Expr> {
    attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    })
}

/// The name in `#[doc = example!(name)]`, or nothing.
fn example(attrs: &[Attribute]) -> String {
    let name = |value: &Expr| match value {
        Expr::Macro(call) if call.mac.path.segments.last()?.ident == "example" => {
            Some(call.mac.tokens.to_string())
        }
        _ => None,
    };
    docs(attrs).filter_map(name).collect()
}

/// The doc comments without the blank after the slashes.
fn text(attrs: &[Attribute]) -> String {
    let line = |value: &Expr| match value {
        Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => {
            let line = line.value();
            Some(line.strip_prefix(' ').unwrap_or(&line).to_string())
        }
        _ => None,
    };
    docs(attrs).filter_map(line).collect::<Vec<_>>().join("\n")
}

/// Code with blanks as in source: between words, after commas and colons, around `->`, `=` and `+`.
fn spaced(code: &impl ToTokens) -> String {
    let mut out = String::new();
    put(code.to_token_stream(), &mut out);
    out
}

fn put(tokens: Tokens, out: &mut String) {
    // After a word, another word or group needs a blank.
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
    fn types_are_written_as_in_source() {
        let types = "impl Into<Option<i32>>|&mut [u8]|&'a [(i32, i32)]|Option<&'a T>|[u8; 4]|fn(&mut Machine) -> bool|\
            impl core::fmt::Display|impl Fn(i32) -> i32 + Clone|(i32, i32, i32)";
        for text in types.split('|') {
            let code: Type = syn::parse_str(text).expect("a type");
            assert_eq!(spaced(&code), text);
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
        let found = of_item(&syn::parse2(code).expect("an impl")).expect("its constants").to_string();
        let expected = quote! {
            #[allow(non_upper_case_globals, missing_docs, dead_code, reason = "constants with the names of what they describe")]
            impl crate::described::Machine {
                pub const spr: crate::described::Item = crate::described::Item {
                    of: "Machine", name: "spr", signature: "spr<'a, T>(n: i32, x: &'a [T]) -> Option<&'a T>",
                    parameters: &["n", "x"], receiver: true, text: "Draws `n`, see\n[`Machine::map`].\n\n| a | b |",
                    example: "spr",
                };
                pub const atan2: crate::described::Item = crate::described::Item {
                    of: "Machine", name: "atan2", signature: "atan2(dx: Num) -> Num", parameters: &["dx"],
                    receiver: false, text: "", example: "",
                };
            }
        };
        assert_eq!(found, expected.to_string());
        assert!(of_item(&syn::parse_str("const X: i32 = 1;").expect("an item")).is_err());
    }
}
