//! What would save most: lists that could be a string, and repeated code.
//!
//! ```text
//! [4, 8, 15, 16, ..]            n + 1 tokens; as a string of bytes 1
//! f(a + 1, b) .. f(a + 1, b)    k times n tokens; as a function n + 4, and 3 for each call
//! ```
//!
//! Only whole brackets with equal text are compared. These are estimates: nothing checks that the repetitions mean the same.

use crate::ledger::{Ledger, Token, TokenKind};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    pub what: String,
    /// Estimated.
    pub tokens: usize,
    /// File index and line of each place.
    pub places: Vec<(usize, usize)>,
}

const LIST: usize = 12;
/// Lengths compared, in tokens.
const LENGTHS: [usize; 8] = [64, 48, 36, 28, 24, 20, 16, 12];
const SAVINGS: usize = 8;
/// Tokens of a function besides its body, and of a call.
const FUNCTION: usize = 4;
const CALL: usize = 3;

/// The largest first.
pub(crate) fn savings(ledger: &Ledger) -> Vec<Saving> {
    let mut all = lists(ledger);
    all.extend(repetitions(ledger));
    all.sort_by_key(|saving| std::cmp::Reverse(saving.tokens));
    all.truncate(SAVINGS);
    all
}

fn place(ledger: &Ledger, token: &Token) -> (usize, usize) {
    (ledger.parts.get(token.part).map_or(0, |part| part.file), token.line)
}

/// Brackets with only literals inside.
fn lists(ledger: &Ledger) -> Vec<Saving> {
    let tokens = &ledger.tokens;
    let opens = (0..tokens.len()).filter(|i| tokens[*i].kind == TokenKind::Open);
    let lists = opens.filter_map(|open| {
        let rest = &tokens[open + 1..];
        let len = rest.iter().take_while(|token| token.kind == TokenKind::Literal).count();
        let closed = rest.get(len).is_some_and(|token| token.kind == TokenKind::Close);
        (closed && len >= LIST).then(|| Saving {
            what: format!("a list of {len} literals, as one text"),
            tokens: len,
            places: vec![place(ledger, &tokens[open])],
        })
    });
    lists.collect()
}

fn repetitions(ledger: &Ledger) -> Vec<Saving> {
    let tokens = &ledger.tokens;
    let mut taken = BTreeSet::new();
    let mut all = Vec::new();
    for len in LENGTHS {
        let mut found: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (at, window) in tokens.windows(len).enumerate() {
            if is_whole(window) {
                found.entry(window.iter().map(|token| &*token.text).collect()).or_default().push(at);
            }
        }
        let mut ranked: Vec<_> = found.into_values().filter(|places| places.len() > 1).collect();
        ranked.sort_by_key(|places| (std::cmp::Reverse(places.len()), places[0]));
        for places in ranked {
            let mut end = 0;
            let free = places.into_iter().filter(|at| {
                let free = *at >= end && !(*at..at + len).any(|i| taken.contains(&i));
                if free {
                    end = at + len;
                }
                free
            });
            let free: Vec<usize> = free.collect();
            let Some(first) = free.first() else { continue };
            let cost: usize = tokens[*first..first + len].iter().map(|token| token.cost).sum();
            let now = cost * free.len();
            let then = cost + FUNCTION + CALL * free.len();
            if free.len() > 1 && now > then {
                taken.extend(free.iter().flat_map(|at| *at..at + len));
                let begin: Vec<&str> = tokens[*first..].iter().take(6).map(|token| &*token.text).collect();
                all.push(Saving {
                    what: format!("{} times {cost} tokens: {} ..", free.len(), begin.join(" ")),
                    tokens: now - then,
                    places: free.iter().map(|at| place(ledger, &tokens[*at])).collect(),
                });
            }
        }
    }
    all
}

fn is_whole(window: &[Token]) -> bool {
    let mut depth = 0usize;
    for token in window {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth == 0 => return false,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
    }
    depth == 0 && window.iter().all(|token| token.part == window[0].part)
}
