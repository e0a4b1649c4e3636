//! Finds the cheapest way to write code: what is copied from where, and what is written as characters.
//!
//! ```text
//!  place   0    1    2    3   ...        cost[p] = fewest bits for everything before p
//!          |─1──>|                       a character: 6 to 14 bits, by its place in the table
//!          |─────3.. characters─────>|   a copy: 11, 16 or 20 bits, and 3 for each 7 characters beyond 9
//!          |=raw==================>|     21 bits and 8 a character
//! ```
//!
//! Places are settled from left to right, so the cost of a place is final when it is reached. A character's cost depends on the table,
//! and so on the way to its place: each place keeps the table of its cheapest way. So the result is not quite the optimum, since a
//! more expensive way may have a better table. 94 published carts with 932,727 characters take 297,629 bytes, 2.4 % less than the
//! 305,018 that they have; the longest takes 40 ms.

use super::matches::MatchFinder;
use super::recent::{COPY_MIN, Recent, WIDTHS, ones};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SqueezedToken {
    /// One character by its place in the table.
    Char,
    /// 3 or more characters from 1 to 32768 back.
    Copy { offset: usize, length: usize },
    /// Bytes as they are; none of them is 0.
    Raw { length: usize },
}

impl SqueezedToken {
    pub fn length(self) -> usize {
        match self {
            SqueezedToken::Char => 1,
            SqueezedToken::Copy { length, .. } | SqueezedToken::Raw { length } => length,
        }
    }
}

/// Lengths below the longest that are tried, from the shortest on: a shorter copy may let a better one begin. Without this bound one
/// byte of 297,629 is saved, and long repetitions take quadratic time.
const CUTS: usize = 256;
/// Bits around a raw block: mark, offset and the 0 at its end.
const RAW: u32 = 13 + 8;
/// A raw character has 8 bits. It counts as 9, since it does not move to the front of the table: that saves 363 of 297,992 bytes. The
/// same for copies saves none.
const RAW_CHAR: u32 = 9;

/// The cheapest known way to a place, and its last token.
#[derive(Clone, Copy)]
struct Way {
    bits: u32,
    last: SqueezedToken,
}

pub(super) fn parse(code: &[u8]) -> Vec<SqueezedToken> {
    let mut ways = vec![Way { bits: u32::MAX, last: SqueezedToken::Char }; code.len() + 1];
    ways[0].bits = 0;
    // An open raw block: where it began, and its bits with the end.
    let mut raw: Option<(usize, u32)> = None;
    let mut tables: Vec<Recent> = Vec::with_capacity(code.len());
    let mut matches = MatchFinder::new(code);
    for (at, byte) in code.iter().enumerate() {
        let way = ways[at];
        let mut recent = match way.last {
            _ if at == 0 => Recent::new(),
            last => tables[at - last.length()],
        };
        if at > 0 && way.last == SqueezedToken::Char {
            recent.touch(recent.place(code[at - 1]));
        }
        tables.push(recent);
        let mut reach = |to: usize, bits: u32, last: SqueezedToken| {
            if bits < ways[to].bits {
                ways[to] = Way { bits, last };
            }
        };
        reach(at + 1, way.bits + 6 + 2 * ones(recent.place(*byte)), SqueezedToken::Char);
        raw = match (byte, raw) {
            (0, _) => None,
            (_, Some((from, bits))) if bits < way.bits + RAW => Some((from, bits + RAW_CHAR)),
            _ => Some((at, way.bits + RAW + RAW_CHAR)),
        };
        if let Some((from, bits)) = raw {
            reach(at + 1, bits, SqueezedToken::Raw { length: at + 1 - from });
        }
        let mut shortest = COPY_MIN;
        for (found, width) in matches.find(at).iter().zip(&WIDTHS) {
            let fixed = way.bits + width.mark_bits + width.bits;
            let mut copy = |length: usize| {
                let groups = (length - COPY_MIN) / 7 + 1;
                let token = SqueezedToken::Copy { offset: found.offset, length };
                reach(at + length, fixed + 3 * groups as u32, token);
            };
            (shortest..found.length.min(shortest + CUTS)).for_each(&mut copy);
            if found.length >= shortest {
                copy(found.length);
                // A nearer copy of the same length is cheaper.
                shortest = found.length + 1;
            }
        }
    }
    let mut tokens = Vec::new();
    let mut at = code.len();
    while at > 0 {
        let last = ways[at].last;
        tokens.push(last);
        at -= last.length();
    }
    tokens.reverse();
    tokens
}
