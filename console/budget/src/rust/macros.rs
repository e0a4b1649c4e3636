//! Calls of macros.
//!
//! ```text
//! format!("{name} +{}", hp * 2)    format ( ".." {} name {} hp * 2     a placeholder is Lua's `..`
//! num!(0.25)                       0.25                                a literal, as in Lua
//! format!(include_str!("a.txt"), hp)    the placeholders of the file, too
//! include_bytes!("table.bin")      one literal; its bytes count as characters and are compressed
//! anything!(a, b)                  anything ( a b                      arguments as expressions, else bare tokens
//! ```

use super::{Include, TokenCounter, tokens};
use crate::ledger::{Ledger, TokenKind};
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, Macro, Pat, Token};

/// Macros whose text has placeholders.
const FORMATTING: [&str; 16] = [
    "format",
    "format_args",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "panic",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "unreachable",
];

pub fn call(counter: &mut TokenCounter<'_>, mac: &Macro) {
    let name = mac.path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default();
    let line = mac.span().start().line;
    let data = match name.as_str() {
        "include" | "include_str" | "include_bytes" => {
            counter.include(Include { source: name == "include", path: file(mac), formats: false, line });
            return counter.enter(
                TokenKind::Literal,
                &format!("{name}!"),
                usize::from(name != "include"),
                line,
            );
        }
        "num" => {
            let text = mac.tokens.to_string();
            return counter.enter(TokenKind::Literal, &text, 1, line);
        }
        "vec" => Parser::parse2(repeated, mac.tokens.clone()).ok(),
        "matches" => {
            if let Ok(test) = syn::parse2::<MatchesMacro>(mac.tokens.clone()) {
                return test.count(counter, mac);
            }
            None
        }
        _ => None,
    };
    counter.path(&mac.path);
    counter.open("(", mac.span());
    let list = data.or_else(|| arguments(mac.tokens.clone()));
    match list {
        Some(list) => {
            let mut format = FORMATTING.contains(&name.as_str());
            for expr in &list {
                counter.expr(expr);
                match expr {
                    Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) if std::mem::take(&mut format) => {
                        placeholders(counter.ledger, &text.value(), line);
                    }
                    Expr::Macro(it) if it.mac.path.is_ident("include_str") && std::mem::take(&mut format) => {
                        counter.wanted.includes.last_mut().into_iter().for_each(|it| it.formats = true);
                    }
                    _ => {}
                }
            }
        }
        None => tokens::count(counter, mac.tokens.clone()),
    }
    counter.close(")", mac.span());
}

/// Arguments as expressions; none when they are not.
fn arguments(stream: TokenStream) -> Option<Vec<Expr>> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(stream).ok()?;
    Some(list.into_iter().collect())
}

fn repeated(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let first = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(vec![first, input.parse()?])
}

/// `expression, pattern if guard`.
struct MatchesMacro {
    of: Expr,
    pat: Pat,
    guard: Option<(Token![if], Expr)>,
}

impl Parse for MatchesMacro {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let of = input.parse()?;
        input.parse::<Token![,]>()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.peek(Token![if]) { Some((input.parse()?, input.parse()?)) } else { None };
        input.parse::<Option<Token![,]>>()?;
        Ok(MatchesMacro { of, pat, guard })
    }
}

impl MatchesMacro {
    fn count(&self, counter: &mut TokenCounter<'_>, mac: &Macro) {
        counter.path(&mac.path);
        counter.open("(", mac.span());
        counter.expr(&self.of);
        counter.pat(&self.pat);
        if let Some((word, guard)) = &self.guard {
            counter.word("if", word.span());
            counter.expr(guard);
        }
        counter.close(")", mac.span());
    }
}

/// Each placeholder is an operator, as `..` is, and the name in it a name.
pub fn placeholders(ledger: &mut Ledger, text: &str, line: usize) {
    let text = text.replace("{{", "");
    for place in text.split('{').skip(1) {
        ledger.enter(TokenKind::Sign, "{}", 1, line);
        let name = place.split(['}', ':']).next().unwrap_or_default();
        if name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            ledger.enter(TokenKind::Word, name, 1, line);
        }
    }
}

/// The file that an `include` names: a text, or `concat!` of texts and `env!("CARGO_MANIFEST_DIR")`. The last of
/// these makes the path one from the crate's folder, which is marked by a `/` at its start.
fn file(mac: &Macro) -> Option<String> {
    let list = arguments(mac.tokens.clone())?;
    let [path] = &list[..] else { return None };
    text(path)
}

fn text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        Expr::Macro(it) if it.mac.path.is_ident("env") => {
            let list = arguments(it.mac.tokens.clone())?;
            (text(list.first()?)? == "CARGO_MANIFEST_DIR").then(String::new)
        }
        Expr::Macro(it) if it.mac.path.is_ident("concat") => {
            arguments(it.mac.tokens.clone())?.iter().map(text).collect()
        }
        _ => None,
    }
}
