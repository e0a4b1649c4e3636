//! Tokens of Rust. The rule, with its reasons, is the crate's `README.md`.
//!
//! ```text
//! text ── tokens ── depth.rs: not too deep ── parsed ── items here, expressions count.rs ──> ledger
//!                                                                macros.rs, tokens.rs
//! ```

mod count;
mod depth;
mod macros;
mod package;
mod tokens;

pub(crate) use package::{file, package};

use crate::error::{BudgetError, quote};
use crate::ledger::{Ledger, TokenKind};
use proc_macro2::{Span, TokenStream};
use std::str::FromStr;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, ImplItem, Item, Signature, TraitItem};

/// A file that a macro includes.
pub(crate) struct Include {
    /// `include!`: its tokens count. Else its bytes do.
    pub source: bool,
    /// As it is written; none when it is not written as a text. A leading `/` is the crate's folder.
    pub path: Option<String>,
    /// Is it the text of a macro that formats? Then its placeholders count.
    pub formats: bool,
    pub line: usize,
}

/// A module whose source is another file.
pub(crate) struct Module {
    /// Names of the modules it is in, within its file, and its own.
    pub names: Vec<String>,
    pub path: Option<String>,
    pub line: usize,
}

/// What one file asks for besides itself.
#[derive(Default)]
pub(crate) struct FileRequests {
    pub modules: Vec<Module>,
    pub includes: Vec<Include>,
}

struct TokenCounter<'a> {
    ledger: &'a mut Ledger,
    wanted: FileRequests,
    /// Type of the `impl` or trait that is being walked, with `::`.
    owner: String,
    /// Names of the inline modules that are being walked.
    inside: Vec<String>,
    /// Is a function being walked? What is in it is booked on it.
    in_function: bool,
}

pub(crate) fn count(text: &str, file: &str, ledger: &mut Ledger) -> Result<FileRequests, BudgetError> {
    let done = count_spanned(text, file, ledger);
    // Positions of all parsed files are kept by thread; none of ours is used any more.
    proc_macro2::extra::invalidate_current_thread_spans();
    done
}

fn count_spanned(text: &str, file: &str, ledger: &mut Ledger) -> Result<FileRequests, BudgetError> {
    let error = |line: usize, found: String, expected: &str| BudgetError::Source {
        file: file.into(),
        line: line.max(1),
        found,
        expected: expected.into(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let stream = TokenStream::from_str(text).map_err(|e| {
        let line = e.span().start().line;
        error(line, quote(text.lines().nth(line.max(1) - 1).unwrap_or_default().trim()), "tokens of Rust")
    })?;
    if let Some(line) = depth::too_deep(&stream) {
        let expected = format!("a statement of a weight up to {}", depth::HEAVIEST);
        return Err(error(line, "a statement that is nested too deep or too long".into(), &expected));
    }
    let parsed: syn::File = syn::parse2(stream).map_err(|e| {
        let line = e.span().start().line;
        let there = text.lines().nth(line.max(1) - 1).unwrap_or_default().trim();
        error(line, quote(there), &format!("Rust: {e}"))
    })?;
    let (at, first) = (ledger.files.len().saturating_sub(1), ledger.tokens.len());
    let mut counter = TokenCounter {
        ledger,
        wanted: FileRequests::default(),
        owner: String::new(),
        inside: Vec::new(),
        in_function: false,
    };
    if !is_test(&parsed.attrs) {
        parsed.items.iter().for_each(|item| counter.item(item));
    }
    let wanted = counter.wanted;
    ledger.write_tokens(at, first);
    Ok(wanted)
}

/// `#[test]` or `#[cfg(test)]`, alone or with other conditions that must hold, too.
fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        if attr.path().is_ident("test") {
            return true;
        }
        let Ok(list) = attr.meta.require_list() else { return false };
        let words = list.tokens.to_string();
        attr.path().is_ident("cfg") && (words == "test" || words.starts_with("all (test"))
    })
}

impl TokenCounter<'_> {
    fn enter(&mut self, kind: TokenKind, text: &str, cost: usize, line: usize) {
        self.ledger.enter(kind, text, cost, line);
    }

    fn include(&mut self, include: Include) {
        self.wanted.includes.push(include);
    }

    /// Books on a part of its own what `walk` counts, unless it is within a function.
    fn part(&mut self, name: &str, span: Span, walk: impl FnOnce(&mut Self)) {
        if self.in_function {
            return walk(self);
        }
        let before = self.ledger.open(format!("{}{name}", self.owner), span.start().line);
        walk(self);
        self.ledger.close(before);
    }

    fn item(&mut self, item: &Item) {
        if is_test(attributes(item)) {
            return;
        }
        match item {
            Item::Const(it) => self.value(&it.ident, Some(&it.expr)),
            Item::Static(it) => self.value(&it.ident, Some(&it.expr)),
            Item::Fn(it) => self.function(&it.sig, Some(&it.block)),
            Item::Impl(it) => {
                let owner = match &*it.self_ty {
                    syn::Type::Path(path) => path.path.segments.last().map(|it| it.ident.to_string()),
                    _ => None,
                };
                let before = self.owned(owner.unwrap_or_default());
                it.items.iter().for_each(|item| self.member(item));
                self.owner = before;
            }
            Item::Trait(it) => {
                let before = self.owned(it.ident.to_string());
                it.items.iter().for_each(|item| self.declared(item));
                self.owner = before;
            }
            Item::Mod(it) => self.module(it),
            Item::Macro(it) => {
                let name = it.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                if it.mac.path.is_ident("macro_rules") {
                    self.part(&format!("{name}!"), item.span(), |all| {
                        all.word(&name, item.span());
                        tokens::count(all, it.mac.tokens.clone());
                    });
                } else {
                    macros::call(self, &it.mac);
                }
            }
            // What a variant is worth is data; that there is one, Lua need not say.
            Item::Enum(it) => {
                for variant in &it.variants {
                    if let Some((_, value)) = &variant.discriminant {
                        self.value(&variant.ident, Some(value));
                    }
                }
            }
            Item::Verbatim(stream) => tokens::count(self, stream.clone()),
            _ => {}
        }
    }

    fn owned(&mut self, name: String) -> String {
        let owner = if name.is_empty() { name } else { format!("{name}::") };
        std::mem::replace(&mut self.owner, owner)
    }

    fn member(&mut self, item: &ImplItem) {
        match item {
            ImplItem::Fn(it) if !is_test(&it.attrs) => self.function(&it.sig, Some(&it.block)),
            ImplItem::Const(it) if !is_test(&it.attrs) => self.value(&it.ident, Some(&it.expr)),
            ImplItem::Macro(it) if !is_test(&it.attrs) => macros::call(self, &it.mac),
            ImplItem::Verbatim(stream) => tokens::count(self, stream.clone()),
            _ => {}
        }
    }

    fn declared(&mut self, item: &TraitItem) {
        match item {
            // A method without a body is a type.
            TraitItem::Fn(it) if it.default.is_some() && !is_test(&it.attrs) => {
                self.function(&it.sig, it.default.as_ref());
            }
            TraitItem::Const(it) if !is_test(&it.attrs) => {
                if let Some((_, value)) = &it.default {
                    self.value(&it.ident, Some(value));
                }
            }
            TraitItem::Macro(it) => macros::call(self, &it.mac),
            TraitItem::Verbatim(stream) => tokens::count(self, stream.clone()),
            _ => {}
        }
    }

    /// `const`, `static`, or a variant's number.
    fn value(&mut self, name: &syn::Ident, value: Option<&syn::Expr>) {
        self.part(&name.to_string(), name.span(), |all| {
            all.word(&name.to_string(), name.span());
            if let Some(value) = value {
                all.sign("=", value.span());
                all.expr(value);
            }
        });
    }

    fn function(&mut self, sig: &Signature, body: Option<&syn::Block>) {
        let name = sig.ident.to_string();
        self.part(&name, sig.fn_token.span, |all| {
            let outer = std::mem::replace(&mut all.in_function, true);
            all.word("fn", sig.fn_token.span);
            all.word(&name, sig.ident.span());
            all.open("(", sig.paren_token.span.join());
            for input in &sig.inputs {
                if let FnArg::Typed(input) = input {
                    all.pat(&input.pat);
                }
            }
            all.close(")", sig.paren_token.span.join());
            body.into_iter().for_each(|body| all.statements(body));
            all.in_function = outer;
        });
    }

    fn module(&mut self, it: &syn::ItemMod) {
        self.inside.push(it.ident.to_string());
        match &it.content {
            Some((_, items)) => items.iter().for_each(|item| self.item(item)),
            None => {
                let said = it.attrs.iter().find(|attr| attr.path().is_ident("path"));
                let path = said.and_then(|attr| match &attr.meta.require_name_value().ok()?.value {
                    syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) => Some(path.value()),
                    _ => None,
                });
                let line = it.ident.span().start().line;
                self.wanted.modules.push(Module { names: self.inside.clone(), path, line });
            }
        }
        self.inside.pop();
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::ExternCrate(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::ForeignMod(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::TraitAlias(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Union(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}
