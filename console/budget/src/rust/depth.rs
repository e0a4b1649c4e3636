//! How deep a source may be nested, checked before anything recursive looks at it.
//!
//! ```text
//! weight of a group = the heaviest of its statements
//! weight of a statement = its tokens + 4 for each group it stands in       a , or ; or } ends a statement
//!                                                                          a < without its > goes on over a ,
//! ```
//!
//! A parser by recursive descent needs stack for each bracket, and also for `- - - - x`, `a = b = c = ..` or
//! `&&&&u8`, where nothing is bracketed; its tree is as deep. Each of these costs at least one token of one
//! statement, so the weight bounds them all. The heaviest statements of the carts weigh below 200. This function
//! itself recurses at most [`HEAVIEST`] / 4 levels.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The most that is parsed. The worst kinds are types: a level of `&` or `<` takes 30 to 55 KiB of stack in an
/// unoptimised parser, which makes 14 MiB.
pub const HEAVIEST: usize = 400;
const GROUP: usize = 4;

/// The line where the source is nested too deep, if it is.
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
                    // The attributes and docs of the next item.
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
