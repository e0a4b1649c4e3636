//! Tokens of Rust; README.md has the rule. Items are counted here, expressions in count.rs, macros in macros.rs and tokens.rs.

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
use syn::{Attribute, FnArg, ImplItem, Item, Signature, TraitItem, TraitItemConst, TraitItemFn};

pub(crate) struct Include {
    /// From `include!`, so its tokens count, not its bytes.
    pub source: bool,
    /// None if it is not a string. With a leading `/` it is relative to the crate's folder.
    pub path: Option<String>,
    /// The string of a formatting macro, whose placeholders count.
    pub formats: bool,
    pub line: usize,
}

pub(crate) struct Module {
    /// The inline modules around it, and its own name.
    pub names: Vec<String>,
    pub path: Option<String>,
    pub line: usize,
}

#[derive(Default)]
pub(crate) struct FileRequests {
    pub modules: Vec<Module>,
    pub includes: Vec<Include>,
}

struct TokenCounter<'a> {
    ledger: &'a mut Ledger,
    wanted: FileRequests,
    /// Type of the current `impl` or trait, with `::`.
    owner: String,
    inside: Vec<String>,
    /// Inside a function, to which everything is charged.
    in_function: bool,
}

pub(crate) fn count(text: &str, file: &str, ledger: &mut Ledger) -> Result<FileRequests, BudgetError> {
    let done = count_spanned(text, file, ledger);
    // Frees the positions of parsed files, which are kept per thread.
    proc_macro2::extra::invalidate_current_thread_spans();
    done
}

fn count_spanned(text: &str, file: &str, ledger: &mut Ledger) -> Result<FileRequests, BudgetError> {
    let error = |line: usize, found: String, expected: &str| {
        let (file, line, expected) = (file.into(), line.max(1), expected.into());
        BudgetError::Source { file, line, found, expected }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let quoted = |line: usize| quote(text.lines().nth(line.max(1) - 1).unwrap_or_default().trim());
    let stream = TokenStream::from_str(text).map_err(|e| {
        let line = e.span().start().line;
        error(line, quoted(line), "tokens of Rust")
    })?;
    if let Some(line) = depth::too_deep(&stream) {
        let expected = format!("a statement of a weight up to {}", depth::HEAVIEST);
        return Err(error(line, "a statement that is too long or too deeply nested".into(), &expected));
    }
    let parsed: syn::File = syn::parse2(stream).map_err(|e| {
        let line = e.span().start().line;
        error(line, quoted(line), &format!("Rust: {e}"))
    })?;
    let (at, first) = (ledger.files.len().saturating_sub(1), ledger.tokens.len());
    let (wanted, owner, inside) = (FileRequests::default(), String::new(), Vec::new());
    let mut counter = TokenCounter { ledger, wanted, owner, inside, in_function: false };
    if !is_test(&parsed.attrs) {
        parsed.items.iter().for_each(|item| counter.item(item));
    }
    let wanted = counter.wanted;
    ledger.write_tokens(at, first);
    Ok(wanted)
}

/// `#[test]` or `#[cfg(test)]`, also with other conditions.
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

    /// Charges what `walk` counts to a part of its own, unless it is inside a function.
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
            Item::Const(it) => self.value(&it.ident, &it.expr),
            Item::Static(it) => self.value(&it.ident, &it.expr),
            Item::Fn(it) => self.function(&it.sig, &it.block),
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
            // The number of a variant is data; the variant itself has no counterpart in Lua.
            Item::Enum(it) => {
                for variant in &it.variants {
                    if let Some((_, value)) = &variant.discriminant {
                        self.value(&variant.ident, value);
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
            ImplItem::Fn(it) if !is_test(&it.attrs) => self.function(&it.sig, &it.block),
            ImplItem::Const(it) if !is_test(&it.attrs) => self.value(&it.ident, &it.expr),
            ImplItem::Macro(it) if !is_test(&it.attrs) => macros::call(self, &it.mac),
            ImplItem::Verbatim(stream) => tokens::count(self, stream.clone()),
            _ => {}
        }
    }

    fn declared(&mut self, item: &TraitItem) {
        match item {
            // A method without a body is only a type.
            TraitItem::Fn(TraitItemFn { attrs, sig, default: Some(body), .. }) if !is_test(attrs) => {
                self.function(sig, body);
            }
            TraitItem::Const(TraitItemConst { attrs, ident, default: Some((_, value)), .. })
                if !is_test(attrs) =>
            {
                self.value(ident, value);
            }
            TraitItem::Macro(it) => macros::call(self, &it.mac),
            TraitItem::Verbatim(stream) => tokens::count(self, stream.clone()),
            _ => {}
        }
    }

    /// `const`, `static`, or a variant's number.
    fn value(&mut self, name: &syn::Ident, value: &syn::Expr) {
        self.part(&name.to_string(), name.span(), |all| {
            all.word(&name.to_string(), name.span());
            all.sign("=", value.span());
            all.expr(value);
        });
    }

    fn function(&mut self, sig: &Signature, body: &syn::Block) {
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
            all.statements(body);
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
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        _ => &[],
    }
}
