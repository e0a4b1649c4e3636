//! The cheapest way to write a code: which characters are copied from where, which are written.
//!
//! ```text
//!  place   0    1    2    3   ...        cost[p] = fewest bits for all before p
//!          |─1──>|                       a character: 6 to 14 bits, by its place in the table
//!          |─────3.. characters─────>|   a copy: 11, 16 or 20 bits, and 3 for each 7 characters beyond 9
//!          |=raw==================>|     21 bits and 8 a character
//! ```
//!
//! Each place is settled from left to right, so its cost is final when it is reached. What a character costs depends
//! on the table, and so on the way to that place: with each place goes the table of its cheapest way. That makes the
//! result not quite the optimum, since a dearer way might have a better table. On 94 published carts with 932,727
//! characters it takes 297,629 bytes where the carts have 305,018, that is 2.4 % less; 40 ms for the longest.

use super::matches::MatchFinder;
use super::recent::{COPY_MIN, Recent, WIDTHS, ones};

/// A piece of code, written in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One character by its place in the table.
    Char,
    Copy {
        /// 1 to 32768 back.
        offset: usize,
        /// From 3 on.
        length: usize,
    },
    /// Bytes as they are; none of them is 0.
    Raw {
        /// From 1 on.
        length: usize,
    },
}

impl Step {
    pub fn length(self) -> usize {
        match self {
            Step::Char => 1,
            Step::Copy { length, .. } | Step::Raw { length } => length,
        }
    }
}

/// Lengths below the longest that are tried, from the shortest on: a copy may be cut so that a better one begins.
/// Without this bound one byte of 297,629 is saved, and text that repeats for long takes quadratic time.
const CUTS: usize = 256;
/// Bits around a raw block: mark, offset and the 0 at its end.
const RAW: u32 = 13 + 8;
/// A character of one has 8 bits; it is taken for 9, since it does not come to the front of the table. That saves 363 of
/// 297,992 bytes; the same for copies, which do not either, saves none.
const RAW_CHAR: u32 = 9;

/// The cheapest known way to a place.
#[derive(Clone, Copy)]
struct Way {
    bits: u32,
    last: Step,
}

/// Parts a code into steps; they write all of it, in order.
pub(super) fn parse(code: &[u8]) -> Vec<Step> {
    let mut ways = vec![Way { bits: u32::MAX, last: Step::Char }; code.len() + 1];
    ways[0].bits = 0;
    // A raw block that is still open: where it began, and its bits with the end.
    let mut raw: Option<(usize, u32)> = None;
    let mut tables: Vec<Recent> = Vec::with_capacity(code.len());
    let mut matches = MatchFinder::new(code);
    for (at, byte) in code.iter().enumerate() {
        let way = ways[at];
        let mut recent = match way.last {
            _ if at == 0 => Recent::new(),
            last => tables[at - last.length()],
        };
        if at > 0 && way.last == Step::Char {
            recent.touch(recent.place(code[at - 1]));
        }
        tables.push(recent);
        let mut reach = |to: usize, bits: u32, last: Step| {
            if bits < ways[to].bits {
                ways[to] = Way { bits, last };
            }
        };
        reach(at + 1, way.bits + 6 + 2 * ones(recent.place(*byte)), Step::Char);
        raw = match (byte, raw) {
            (0, _) => None,
            (_, Some((from, bits))) if bits < way.bits + RAW => Some((from, bits + RAW_CHAR)),
            _ => Some((at, way.bits + RAW + RAW_CHAR)),
        };
        if let Some((from, bits)) = raw {
            reach(at + 1, bits, Step::Raw { length: at + 1 - from });
        }
        let mut shortest = COPY_MIN;
        for (found, width) in matches.find(at).iter().zip(&WIDTHS) {
            let fixed = way.bits + width.mark_bits + width.bits;
            let mut copy = |length: usize| {
                let groups = (length - COPY_MIN) / 7 + 1;
                let step = Step::Copy { offset: found.offset, length };
                reach(at + length, fixed + 3 * groups as u32, step);
            };
            (shortest..found.length.min(shortest + CUTS)).for_each(&mut copy);
            if found.length >= shortest {
                copy(found.length);
                // What a nearer copy does, a farther one does dearer.
                shortest = found.length + 1;
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = code.len();
    while at > 0 {
        let last = ways[at].last;
        steps.push(last);
        at -= last.length();
    }
    steps.reverse();
    steps
}
