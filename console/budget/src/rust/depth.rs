//! How deep a source may be nested, checked before anything recursive looks at it.
//!
//! ```text
//! weight of a group = the heaviest of its statements
//! weight of a statement = its tokens + 4 for each group it stands in       a , or ; or } ends a statement
//! ```
//!
//! A parser by recursive descent needs stack for each bracket, and also for `- - - - x`, `a = b = c = ..` or
//! `else if .. else if ..`, where nothing is bracketed; its tree is as deep. Each of these costs at least one token
//! of one statement, so the weight bounds them all. The heaviest statement of the carts weighs below 200. This
//! function itself recurses at most [`HEAVIEST`] / 4 levels.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The most that is parsed. A test parses the worst of each kind in a thread of 2 MiB, unoptimised.
pub const HEAVIEST: usize = 400;
/// What a group adds.
const GROUP: usize = 4;

/// The line where the source is nested too deep, if it is.
pub fn too_deep(stream: &TokenStream) -> Option<usize> {
    check(stream, 0)
}

fn check(stream: &TokenStream, base: usize) -> Option<usize> {
    let mut weight = base;
    let mut trees = stream.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        weight += 1;
        if weight > HEAVIEST {
            return Some(tree.span().start().line);
        }
        match &tree {
            TokenTree::Group(group) => {
                weight += GROUP;
                if let Some(line) = check(&group.stream(), weight) {
                    return Some(line);
                }
                let goes_on = match trees.peek() {
                    Some(TokenTree::Ident(word)) => word == "else" || word == "as",
                    Some(TokenTree::Punct(_)) => true,
                    _ => false,
                };
                if group.delimiter() == Delimiter::Brace && !goes_on {
                    weight = base;
                }
            }
            TokenTree::Punct(sign)
                if matches!(sign.as_char(), ',' | ';') && sign.spacing() == Spacing::Alone =>
            {
                weight = base;
            }
            _ => {}
        }
    }
    None
}
