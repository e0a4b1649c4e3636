//! What would save most: lists that could be a text, and code that is written twice.

use crate::ledger::Ledger;

/// Something that could be written with fewer tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// What it is.
    pub what: String,
    /// Tokens that it would save, by our estimate.
    pub tokens: usize,
    /// Where: file and line of each place.
    pub places: Vec<(usize, usize)>,
}

pub(crate) fn savings(_: &Ledger) -> Vec<Saving> {
    Vec::new()
}
