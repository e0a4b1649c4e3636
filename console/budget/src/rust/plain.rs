//! The text of a source as it is compressed: without comments, tests, `use` and white space that means nothing.
//!
//! ```text
//! /// Steps on.                                   what is left:
//! pub fn step(self, dir: Dir) -> Cell {           pub fn step(self,dir:Dir)->Cell{Cell::at(self.x+dir.dx(),self.y)}
//!     Cell::at(self.x + dir.dx(), self.y) // x
//! }
//! ```
//!
//! A blank stays where two words, or two signs that are not one, would run together. So neither the formatter nor
//! a long comment changes the size; names, types and attributes do.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::ops::Range;

/// Appends the stream to `out`, without what begins in one of the ranges `cut` (bytes of the source, in order).
pub fn write(stream: TokenStream, cut: &[Range<usize>], out: &mut String) {
    let mut trees = stream.into_iter().peekable();
    let mut before = Last::Bracket;
    while let Some(tree) = trees.next() {
        let at = tree.span().byte_range().start;
        let next = cut.partition_point(|range| range.end <= at);
        if cut.get(next).is_some_and(|range| range.contains(&at)) {
            continue;
        }
        // `#[doc = ".."]` and `#![doc = ".."]` are what comments of that kind come as.
        if is_sign(Some(&tree), '#') {
            let inner = is_sign(trees.peek(), '!');
            let mut ahead = trees.clone();
            if inner {
                ahead.next();
            }
            if ahead.next().is_some_and(|tree| is_doc(&tree)) {
                trees = ahead;
                continue;
            }
        }
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                write(group.stream(), cut, out);
                out.push_str(close);
                before = Last::Bracket;
            }
            TokenTree::Punct(sign) => {
                if before == Last::Sign {
                    out.push(' ');
                }
                out.push(sign.as_char());
                let glued = sign.spacing() == Spacing::Joint || matches!(sign.as_char(), ',' | ';');
                before = if glued { Last::Bracket } else { Last::Sign };
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if before == Last::Word {
                    out.push(' ');
                }
                out.push_str(&tree.to_string());
                before = Last::Word;
            }
        }
    }
}

/// What was written last.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// Nothing that the next could run into.
    Bracket,
    Word,
    Sign,
}

fn is_sign(tree: Option<&TokenTree>, sign: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(it)) if it.as_char() == sign)
}

fn is_doc(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    let mut inner = group.stream().into_iter();
    let doc = matches!(inner.next(), Some(TokenTree::Ident(word)) if word == "doc");
    group.delimiter() == Delimiter::Bracket && doc && is_sign(inner.next().as_ref(), '=')
}
