//! Bare tokens: bodies of `macro_rules!`, and arguments of macros that are not expressions.
//!
//! Without a grammar the rule is coarser, but never cheaper: `,` `;` `:` `::` `.` `$` `#` `&` and the words below are
//! free.

use super::TokenCounter;
use crate::ledger::TokenKind;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The machine and the game itself, which Lua does not name.
const UNNAMED: [&str; 2] = ["self", "p8"];

pub(super) fn is_unnamed(name: &str) -> bool {
    UNNAMED.contains(&name)
}

/// Words for types, borrows and visibility.
const FREE: [&str; 12] =
    ["let", "mut", "ref", "pub", "crate", "as", "move", "const", "static", "dyn", "unsafe", "where"];

pub fn count(counter: &mut TokenCounter<'_>, stream: TokenStream) {
    let mut sign = String::new();
    for tree in stream {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                counter.enter(TokenKind::Open, open, 1, line);
                count(counter, group.stream());
                counter.enter(TokenKind::Close, close, 0, line);
            }
            TokenTree::Ident(word) => {
                let text = word.to_string();
                let free = is_unnamed(&text) || FREE.contains(&text.as_str());
                counter.enter(TokenKind::Word, &text, usize::from(!free), line);
            }
            TokenTree::Literal(literal) => counter.enter(TokenKind::Literal, &literal.to_string(), 1, line),
            TokenTree::Punct(punct) => {
                sign.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    let free = matches!(sign.as_str(), "," | ";" | ":" | "::" | "." | "$" | "#" | "&" | "'");
                    counter.enter(TokenKind::Sign, &sign, usize::from(!free), line);
                    sign.clear();
                }
            }
        }
    }
}
