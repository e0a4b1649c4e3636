//! The result of a measurement, against the limits.

use crate::ledger::{FileCost, Ledger, PartCost};
use crate::savings::{Saving, savings};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Rust,
    Lua,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLimit {
    Tokens,
    Characters,
    Compressed,
}

impl SourceLimit {
    pub const ALL: [SourceLimit; 3] = [SourceLimit::Tokens, SourceLimit::Characters, SourceLimit::Compressed];

    pub const fn most(self) -> usize {
        match self {
            SourceLimit::Tokens => 8192,
            SourceLimit::Characters => format::CODE_CHARS,
            SourceLimit::Compressed => format::CODE_BYTES,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            SourceLimit::Tokens => "tokens",
            SourceLimit::Characters => "characters",
            SourceLimit::Compressed => "compressed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetReport {
    pub path: String,
    pub language: Language,
    pub tokens: usize,
    /// For Lua all characters; for Rust those of tokens that cost, with blanks between words, and of included data.
    pub chars: usize,
    /// Bytes of those in a cartridge.
    pub compressed: usize,
    /// In the order in which they name each other.
    pub files: Vec<FileCost>,
    /// In the order of the source, without those that cost nothing.
    pub parts: Vec<PartCost>,
    /// The largest first.
    pub savings: Vec<Saving>,
}

impl BudgetReport {
    pub(crate) fn new(path: String, language: Language, ledger: Ledger) -> Self {
        let savings = savings(&ledger);
        let Ledger { files, parts, code, .. } = ledger;
        BudgetReport {
            path,
            language,
            tokens: files.iter().map(|file| file.tokens).sum(),
            chars: code.len(),
            compressed: format::packed_len(&code),
            files,
            parts: parts.into_iter().filter(|part| part.tokens > 0).collect(),
            savings,
        }
    }

    pub fn used(&self, limit: SourceLimit) -> usize {
        match limit {
            SourceLimit::Tokens => self.tokens,
            SourceLimit::Characters => self.chars,
            SourceLimit::Compressed => self.compressed,
        }
    }

    pub fn past(&self) -> Vec<SourceLimit> {
        SourceLimit::ALL.into_iter().filter(|limit| self.used(*limit) > limit.most()).collect()
    }
}
