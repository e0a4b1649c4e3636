//! The tokens of a source in order, each charged to a file and a function, for the report and the search for savings.
//!
//! ```text
//! fn roll(p8) -> i32 { p8.rnd(6).flr() }
//! 1  1   1                 1  1 1  1  1      fn roll ( rnd ( 6 ) flr ( )      closing brackets cost 0
//! ```

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TokenKind {
    Word,
    Literal,
    Sign,
    Open,
    Close,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub text: Box<str>,
    pub cost: usize,
    pub part: usize,
    pub line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCost {
    /// As named, or relative to the crate's folder.
    pub path: String,
    pub tokens: usize,
    pub chars: usize,
}

/// A function, a constant, or the code outside of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartCost {
    /// `World::step`, `FLOORS`, or `(outside functions)`.
    pub name: String,
    pub file: usize,
    pub line: usize,
    pub tokens: usize,
}

pub(crate) const OUTSIDE: &str = "(outside functions)";

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub files: Vec<FileCost>,
    pub parts: Vec<PartCost>,
    pub tokens: Vec<Token>,
    /// The text to compress: sources and included data, as P8SCII.
    pub code: Vec<u8>,
    part: usize,
}

impl Ledger {
    pub fn file(&mut self, path: &str) {
        self.files.push(FileCost { path: path.into(), tokens: 0, chars: 0 });
        self.open(OUTSIDE.into(), 1);
    }

    /// Opens a part; returns the current one, for [`Ledger::close`].
    pub fn open(&mut self, name: String, line: usize) -> usize {
        let file = self.files.len().saturating_sub(1);
        self.parts.push(PartCost { name, file, line, tokens: 0 });
        std::mem::replace(&mut self.part, self.parts.len() - 1)
    }

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

    /// Adds the text of the tokens from `first` on that cost something, and of closing brackets, separated only between words.
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

    pub fn write(&mut self, file: usize, bytes: &[u8]) {
        if let Some(file) = self.files.get_mut(file) {
            file.chars += bytes.len();
        }
        self.code.extend_from_slice(bytes);
    }
}
