//! Calls of macros.
//!
//! ```text
//! format!("{name} +{}", hp * 2)         format ( ".." {} name {} hp * 2     a placeholder costs as Lua's `..`
//! num!(0.25)                            0.25
//! format!(include_str!("a.txt"), hp)    the placeholders of the file, too
//! include_bytes!("table.bin")           one literal; its bytes count as characters
//! anything!(a, b)                       anything ( a b                      arguments as expressions, else bare tokens
//! ```

use super::{Include, TokenCounter, tokens};
use crate::ledger::{Ledger, TokenKind};
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, Macro, Pat, Token};

/// Macros whose string has placeholders.
const FORMATTING: &str = "format format_args print println eprint eprintln write writeln panic assert assert_eq \
    assert_ne debug_assert debug_assert_eq debug_assert_ne unreachable";

pub fn call(counter: &mut TokenCounter<'_>, mac: &Macro) {
    let name = mac.path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default();
    let line = mac.span().start().line;
    let data = match name.as_str() {
        "include" | "include_str" | "include_bytes" => {
            let is_source = name == "include";
            let include = Include { source: is_source, path: file(mac), formats: false, line };
            counter.wanted.includes.push(include);
            return counter.enter(TokenKind::Literal, &format!("{name}!"), usize::from(!is_source), line);
        }
        "num" => return counter.enter(TokenKind::Literal, &mac.tokens.to_string(), 1, line),
        "vec" => Parser::parse2(repeated, mac.tokens.clone()).ok(),
        "matches" => {
            if let Ok((expr, pat, guard)) = matches_arguments.parse2(mac.tokens.clone()) {
                counter.path(&mac.path);
                counter.open("(", mac.span());
                counter.expr(&expr);
                counter.pat(&pat);
                if let Some((word, guard)) = &guard {
                    counter.word("if", word.span());
                    counter.expr(guard);
                }
                return counter.close(")", mac.span());
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
            let mut format = FORMATTING.split(' ').any(|it| it == name);
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

fn arguments(stream: TokenStream) -> Option<Vec<Expr>> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(stream).ok()?;
    Some(list.into_iter().collect())
}

fn repeated(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let first = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(vec![first, input.parse()?])
}

type Guard = Option<(Token![if], Expr)>;

fn matches_arguments(input: ParseStream<'_>) -> syn::Result<(Expr, Pat, Guard)> {
    let expr = input.parse()?;
    input.parse::<Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    let guard = if input.peek(Token![if]) { Some((input.parse()?, input.parse()?)) } else { None };
    input.parse::<Option<Token![,]>>()?;
    Ok((expr, pat, guard))
}

/// A placeholder counts as an operator, and a name in it as a name.
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

/// The file of an `include`: a string, or `concat!` of strings and `env!("CARGO_MANIFEST_DIR")`, for which the path starts with `/`.
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
