//! What was counted, against the limits.

use crate::ledger::{FileCost, Ledger, PartCost};
use crate::savings::{Saving, savings};

/// The language of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Rust,
    /// By PICO-8's.
    Lua,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLimit {
    /// 8,192 tokens.
    Tokens,
    /// 65,535 characters.
    Characters,
    /// 15,616 bytes of compressed code.
    Compressed,
}

impl SourceLimit {
    /// All of them, in the order of the table.
    pub const ALL: [SourceLimit; 3] = [SourceLimit::Tokens, SourceLimit::Characters, SourceLimit::Compressed];

    /// The most there may be.
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

/// What a cart's source costs, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetReport {
    /// What was measured, as it was named.
    pub path: String,
    /// By whose rule tokens were counted.
    pub language: Language,
    pub tokens: usize,
    /// Characters in all: for Lua every one, for Rust those of the tokens that cost, with a blank where two words meet;
    /// included data with its bytes.
    pub chars: usize,
    /// Bytes that those take in a cartridge.
    pub compressed: usize,
    /// The files, in the order in which they name each other.
    pub files: Vec<FileCost>,
    /// Functions, constants, and what is outside of both, in the order of the source; none that costs nothing.
    pub parts: Vec<PartCost>,
    /// What would save most, the largest first.
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

    /// What was counted against a limit.
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
