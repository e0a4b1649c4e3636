//! Limits how deep a source is nested, before the parser recurses.
//!
//! ```text
//! weight of a group = the heaviest of its statements
//! weight of a statement = its tokens + 4 for each group around it         a , or ; or } ends a statement
//!                                                                         a < without its > continues past a ,
//! ```
//!
//! The parser needs stack for each bracket, but also for `- - - - x`, `a = b = c = ..` or `&&&&u8`. Each level costs at least one token of a
//! statement, so the weight limits them all. The heaviest statements of the carts weigh below 200. [`check`] recurses [`HEAVIEST`] / 4 levels.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The heaviest statement parsed. Types need most stack: 30 to 55 KiB per level of `&` or `<` in an unoptimised parser, so 14 MiB.
pub const HEAVIEST: usize = 400;
const GROUP: usize = 4;

pub fn too_deep(stream: &TokenStream) -> Option<usize> {
    check(stream, 0)
}

fn check(stream: &TokenStream, base: usize) -> Option<usize> {
    let (mut weight, mut angles) = (base, 0usize);
    let mut trees = stream.clone().into_iter().peekable();
    let mut before = ' ';
    while let Some(tree) = trees.next() {
        weight += 1;
        if weight > HEAVIEST {
            return Some(tree.span().start().line);
        }
        let mut sign = ' ';
        match &tree {
            TokenTree::Group(group) => {
                weight += GROUP;
                if let Some(line) = check(&group.stream(), weight) {
                    return Some(line);
                }
                let goes_on = match trees.peek() {
                    Some(TokenTree::Ident(word)) => word == "else" || word == "as",
                    // Attributes of the next item.
                    Some(TokenTree::Punct(sign)) => sign.as_char() != '#',
                    _ => false,
                };
                if group.delimiter() == Delimiter::Brace && !goes_on {
                    (weight, angles) = (base, 0);
                }
            }
            TokenTree::Punct(it) => {
                let next = match trees.peek() {
                    Some(TokenTree::Punct(next)) if it.spacing() == Spacing::Joint => next.as_char(),
                    _ => ' ',
                };
                match it.as_char() {
                    ',' => weight = base + 2 * angles,
                    ';' => (weight, angles) = (base, 0),
                    '<' if next != '=' => angles += 1,
                    '>' if !matches!(before, '-' | '=') => angles = angles.saturating_sub(1),
                    _ => {}
                }
                if it.spacing() == Spacing::Joint {
                    sign = it.as_char();
                }
            }
            _ => {}
        }
        before = sign;
    }
    None
}
