//! Tokens of Lua, by PICO-8's rule: every token costs 1, but these are free:
//!
//! | free | so that |
//! |---|---|
//! | `,` `.` `:` `;` `::` | `a.b` costs 2, `a:b()` 3, `::label::` 1 |
//! | `)` `]` `}` | a pair of brackets costs 1 |
//! | `end` `local` | `local x=1` costs 3 |
//! | a `-` or `~` right before a number, unless it is binary | `x=-1` costs 3, `x=a-1` 5 |
//!
//! It is binary after a number, a string, a name, `)` `]` `}` `;` or `end`. A string costs 1, `f"x"` 2. The rule is shrinko8's count, which
//! published carts with exactly 8192 tokens confirm. The caller resolves `#include` first.
//!
//! Functions are found by counting `end`s, which may go wrong in code that does not compile; the sum is right.

use crate::error::{BudgetError, quote};
use crate::ledger::{Ledger, TokenKind};
use lua::{LexErrorKind, Lexeme, LexemeKind, is_keyword, lex};

/// Counts `code`, in P8SCII, as the ledger's current file.
pub(crate) fn count(code: &[u8], file: &str, ledger: &mut Ledger) -> Result<(), BudgetError> {
    let lexemes = lex(code).map_err(|fault| {
        let (found, expected) = match fault.found {
            LexErrorKind::OpenText => ("a text without an end".into(), "its closing quote or brackets"),
            LexErrorKind::Character(byte) => (quote(&rasher::text::decode(&[byte])), "a token of Lua"),
        };
        BudgetError::Source { file: file.into(), line: fault.line as usize, found, expected: expected.into() }
    })?;
    let mut blocks = Blocks::default();
    for (i, lexeme) in lexemes.iter().enumerate() {
        let cost = usize::from(!is_free(&lexemes, i));
        if let Some((name, line)) = blocks.before(&lexemes, i) {
            blocks.outer = ledger.open(name, line);
        }
        if cost == 1 || lexeme.kind == LexemeKind::Close || lexeme.text == b"end" {
            let kind = match (lexeme.text, lexeme.kind) {
                (b"end", _) | (_, LexemeKind::Close) => TokenKind::Close,
                (b"nil" | b"true" | b"false", _) => TokenKind::Literal,
                (_, LexemeKind::Number | LexemeKind::Text) => TokenKind::Literal,
                (_, LexemeKind::Word) => TokenKind::Word,
                (_, LexemeKind::Sign) => TokenKind::Sign,
                (_, LexemeKind::Open) => TokenKind::Open,
            };
            ledger.enter(kind, &rasher::text::decode(lexeme.text), cost, lexeme.line as usize);
        }
        if blocks.after(&lexemes, i) {
            ledger.close(blocks.outer);
        }
    }
    Ok(())
}

fn is_free(lexemes: &[Lexeme<'_>], i: usize) -> bool {
    match lexemes[i].text {
        b"," | b"." | b":" | b";" | b"::" | b")" | b"]" | b"}" | b"end" | b"local" => true,
        b"-" | b"~" => {
            let before = i.checked_sub(1).map(|before| &lexemes[before]);
            let binary = |before: &Lexeme<'_>| match before.kind {
                LexemeKind::Number | LexemeKind::Text | LexemeKind::Close => true,
                LexemeKind::Word => before.text == b"end" || !is_keyword(before.text),
                LexemeKind::Sign | LexemeKind::Open => before.text == b";",
            };
            let next = lexemes.get(i + 1).filter(|next| next.kind == LexemeKind::Number);
            next.is_some() && before.is_some_and(|before| !binary(before))
        }
        _ => false,
    }
}

/// Finds the beginning and end of the outermost function that has a name.
#[derive(Default)]
struct Blocks {
    /// Open blocks, with the function itself; 0 outside of functions.
    depth: usize,
    /// Loops and conditions whose `do` or `then` is still to come.
    head: usize,
    outer: usize,
}

impl Blocks {
    fn before(&mut self, lexemes: &[Lexeme<'_>], i: usize) -> Option<(String, usize)> {
        if self.depth > 0 || lexemes[i].text != b"function" {
            return None;
        }
        let after = lexemes.get(i + 1..).unwrap_or_default();
        let name =
            after.iter().take_while(|it| it.kind == LexemeKind::Word || matches!(it.text, b"." | b":"));
        let mut text: Vec<u8> = name.flat_map(|it| it.text).copied().collect();
        if text.is_empty() {
            // name=function() .. end
            let [.., name, sign] = &lexemes[..i] else { return None };
            if sign.text != b"=" || name.kind != LexemeKind::Word {
                return None;
            }
            text = name.text.to_vec();
        }
        Some((rasher::text::decode(&text), lexemes[i].line as usize))
    }

    fn after(&mut self, lexemes: &[Lexeme<'_>], i: usize) -> bool {
        let named = self.depth > 0;
        let opens = match lexemes[i].text {
            b"function" | b"repeat" => true,
            b"while" | b"if" if is_short(lexemes, i) => false,
            b"while" | b"if" | b"for" => {
                self.head += 1;
                false
            }
            b"do" => {
                self.head = self.head.saturating_sub(1);
                true
            }
            b"then" if self.head > 0 => {
                self.head -= 1;
                true
            }
            b"end" | b"until" if named => {
                self.depth -= 1;
                return self.depth == 0;
            }
            _ => false,
        };
        // Other blocks outside of functions do not matter, and may be incomplete.
        let begins = lexemes[i].text == b"function" && !named && self.before(lexemes, i).is_some();
        if opens && (named || begins) {
            self.depth += 1;
        }
        false
    }
}

/// The longest condition that is searched, in tokens, so that unclosed brackets cost little time.
const CONDITION: usize = 400;

/// Whether the `if` or `while` at `i` is of the short form: brackets, then a statement on the same line, and no `end`.
fn is_short(lexemes: &[Lexeme<'_>], i: usize) -> bool {
    let Some(open) = lexemes.get(i + 1).filter(|it| it.text == b"(") else { return false };
    let mut depth = 0usize;
    let close = lexemes[i + 1..].iter().take(CONDITION).position(|it| {
        match it.text {
            b"(" => depth += 1,
            b")" => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(close) = close.map(|n| i + 1 + n) else { return false };
    let line = lexemes.get(close).map_or(open.line, |it| it.line);
    // `if (a) and b then` is the long form: its keyword comes before another block.
    for it in lexemes[close + 1..].iter().take(CONDITION).take_while(|it| it.line == line) {
        match it.text {
            b"then" | b"do" => return false,
            b"if" | b"while" | b"for" | b"function" => break,
            _ => {}
        }
    }
    lexemes.get(close + 1).is_some_and(|it| it.line == line)
}
