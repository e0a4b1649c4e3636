//! The counted source: one entry a token, in the order of the source, each booked on a file and a function.
//!
//! ```text
//! fn roll(p8) -> i32 { p8.rnd(6).flr() }
//! 1  1   1                 1  1 1  1  1      fn roll ( rnd ( 6 ) flr ( )      closers are entered at cost 0
//! ```
//!
//! Both languages write here, so the report and the search for repetitions know nothing of either.

/// What a token is. Only the search for savings asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TokenKind {
    Word,
    Literal,
    Sign,
    /// Opens a pair of brackets, or a block.
    Open,
    Close,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub text: Box<str>,
    /// 1 or 0.
    pub cost: usize,
    pub part: usize,
    /// Line in the file, from 1.
    pub line: usize,
}

/// A file of the cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCost {
    /// As it was named, or from the crate's folder.
    pub path: String,
    pub tokens: usize,
    pub chars: usize,
}

/// A function, a constant, or what stands outside of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartCost {
    /// `World::step`, `FLOORS`, or `(outside functions)`.
    pub name: String,
    /// Index into the report's files.
    pub file: usize,
    /// Where it begins, from 1.
    pub line: usize,
    pub tokens: usize,
}

/// Name of the part of a file that holds what is in no function.
pub(crate) const OUTSIDE: &str = "(outside functions)";

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub files: Vec<FileCost>,
    pub parts: Vec<PartCost>,
    pub tokens: Vec<Token>,
    /// What is compressed: sources and included data, in P8SCII.
    pub code: Vec<u8>,
    part: usize,
}

impl Ledger {
    pub fn file(&mut self, path: &str) {
        self.files.push(FileCost { path: path.into(), tokens: 0, chars: 0 });
        self.open(OUTSIDE.into(), 1);
    }

    /// Books what follows on a new part; gives the part that was booked on before, for [`Ledger::close`].
    pub fn open(&mut self, name: String, line: usize) -> usize {
        let file = self.files.len().saturating_sub(1);
        self.parts.push(PartCost { name, file, line, tokens: 0 });
        std::mem::replace(&mut self.part, self.parts.len() - 1)
    }

    /// Books on an earlier part again.
    pub fn close(&mut self, before: usize) {
        self.part = before;
    }

    pub fn enter(&mut self, kind: TokenKind, text: &str, cost: usize, line: usize) {
        if let Some(part) = self.parts.get_mut(self.part) {
            part.tokens += cost;
            self.files[part.file].tokens += cost;
        }
        self.tokens.push(Token { kind, text: text.into(), cost, part: self.part, line });
    }

    /// Adds the tokens from `first` on, as text: each that costs something, and what closes brackets, with a blank where two
    /// words would run together.
    pub fn write_tokens(&mut self, file: usize, first: usize) {
        let mut text = String::new();
        for token in self.tokens.iter().skip(first).filter(|it| it.cost > 0 || it.kind == TokenKind::Close) {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            if text.ends_with(word) && token.text.starts_with(word) {
                text.push(' ');
            }
            text.push_str(&token.text);
        }
        let bytes: Vec<u8> = rasher::text::encode(&text).collect();
        self.write(file, &bytes);
    }

    /// Adds characters of a file to what is compressed.
    pub fn write(&mut self, file: usize, bytes: &[u8]) {
        if let Some(file) = self.files.get_mut(file) {
            file.chars += bytes.len();
        }
        self.code.extend_from_slice(bytes);
    }
}
