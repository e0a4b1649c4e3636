//! The tokens of Lua as the console's dialect has it.
//!
//! | token | how it is written |
//! |---|---|
//! | word | letters, digits, `_`, bytes 1e 1f, glyphs (0x80 and above); not a digit first |
//! | number | `12` `1.5` `.5` `0x1f.8` `0b101`, one point at most, no exponent; a word may follow at once |
//! | text | `'..'` `".."` with escapes, `[[..]]` and `[==[..]==]` |
//! | sign | the longest of Lua's and `!= \ ^^ >>> <<> >>< @ $ ?`, and any operator with `=` |
//! | comment | `--` and `//` to the end of the line, `--[[..]]` |
//!
//! The syntax is the manual's, as read by shrinko8, which has re-saved thousands of published carts: a long comment without an end is a
//! comment of one line, and `1..2` is two numbers. The parser decides whether the tokens form a program; the budget counts tokens
//! without it.
//!
//! Three of 3,458 published carts, of versions 8, 18 and 36, are valid only if a `[[` in a comment needs its own `]]`, so that without
//! one it is a comment of one line. `lex_nested` reads them so.

use alloc::vec::Vec;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    Word,
    Number,
    Text,
    Sign,
    Open,
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'a> {
    pub kind: LexemeKind,
    pub text: &'a [u8],
    /// The line on which it begins, from 1.
    pub line: u32,
    /// The same without the ends of lines in long comments and texts, which do not end a short form.
    pub row: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexError {
    pub line: u32,
    pub found: LexErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexErrorKind {
    /// A text without an end on its line, or in the file.
    OpenText,
    Character(u8),
}

/// Signs of more than one character; one that begins another comes after it.
const SIGNS: &[&[u8]] = &[
    b">>>=", b"<<>=", b">><=", b">>>", b"<<>", b">><", b"<<=", b">>=", b"^^=", b"..=", b"...", b"<<", b">>",
    b"^^", b"..", b"::", b"==", b"~=", b"!=", b"<=", b">=", b"+=", b"-=", b"*=", b"/=", b"\\=", b"%=", b"^=",
    b"&=", b"|=",
];

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || matches!(byte, 0x1e | 0x1f | 0x80..)
}

/// The tokens of `code`, which is P8SCII.
pub fn lex(code: &[u8]) -> Result<Vec<Lexeme<'_>>, LexError> {
    tokens(code, long_brackets)
}

/// The same, counting nested brackets in a long comment.
pub(crate) fn lex_nested(code: &[u8]) -> Result<Vec<Lexeme<'_>>, LexError> {
    tokens(code, nested_brackets)
}

/// Finds the length of the long brackets at the start of a comment.
type Brackets = fn(&[u8]) -> Option<usize>;

fn tokens(code: &[u8], brackets: Brackets) -> Result<Vec<Lexeme<'_>>, LexError> {
    let mut lexer = Lexer { code, at: 0, line: 1, row: 1, brackets };
    let mut out = Vec::new();
    while let Some(lexeme) = lexer.next()? {
        out.push(lexeme);
    }
    Ok(out)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    Blank,
    Comment,
    Lexeme(LexemeKind),
    /// A character that begins no token, or a text without an end up to the end of its line.
    Wrong,
}

/// Splits any source into kind and length of each part, in order. A token is one of [`lex`] if nothing before it is wrong.
pub fn pieces(code: &[u8]) -> impl Iterator<Item = (PieceKind, usize)> + '_ {
    let mut lexer = Lexer { code, at: 0, line: 1, row: 1, brackets: long_brackets };
    core::iter::from_fn(move || {
        let rest = lexer.rest();
        let first = *rest.first()?;
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        let (kind, len) = if blanks > 0 {
            (PieceKind::Blank, blanks)
        } else if let Some(len) = comment(rest, long_brackets) {
            (PieceKind::Comment, len)
        } else {
            match lexer.token(rest, first) {
                Ok((kind, len)) => (PieceKind::Lexeme(kind), len),
                Err(LexError { found: LexErrorKind::Character(_), .. }) => (PieceKind::Wrong, 1),
                Err(_) => (PieceKind::Wrong, line_len(rest)),
            }
        };
        // A backslash may lead past the end of an unclosed text.
        let len = len.clamp(1, rest.len());
        lexer.at += len;
        Some((kind, len))
    })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn line_len(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

fn comment(rest: &[u8], brackets: Brackets) -> Option<usize> {
    if !rest.starts_with(b"--") && !rest.starts_with(b"//") {
        return None;
    }
    let long = if rest[0] == b'-' { brackets(&rest[2..]).map(|len| len + 2) } else { None };
    Some(long.unwrap_or_else(|| line_len(rest)))
}

struct Lexer<'a> {
    code: &'a [u8],
    at: usize,
    line: u32,
    row: u32,
    brackets: Brackets,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.code[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        let end = self.at.saturating_add(bytes).min(self.code.len());
        let lines = self.code[self.at..end].iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(lines as u32);
        self.at = end;
    }

    fn next(&mut self) -> Result<Option<Lexeme<'a>>, LexError> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.first() else { return Ok(None) };
            if is_blank(*first) {
                self.row = self.row.saturating_add(u32::from(*first == b'\n'));
                self.skip(1);
            } else if let Some(len) = comment(rest, self.brackets) {
                self.skip(len);
            } else {
                let (kind, len) = self.token(rest, *first)?;
                let lexeme = Lexeme { kind, text: &rest[..len], line: self.line, row: self.row };
                self.skip(len);
                return Ok(Some(lexeme));
            }
        }
    }

    fn token(&self, rest: &[u8], first: u8) -> Result<(LexemeKind, usize), LexError> {
        let fault = |found| Err(LexError { line: self.line, found });
        let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        if digit(Some(&first)) || first == b'.' && digit(rest.get(1)) {
            return Ok((LexemeKind::Number, number(rest)));
        }
        if is_word(first) {
            return Ok((LexemeKind::Word, rest.iter().take_while(|byte| is_word(**byte)).count()));
        }
        let quoted = match first {
            b'"' | b'\'' => Some(text(rest, first)),
            b'[' if matches!(rest.get(1), Some(b'[' | b'=')) => Some(long_brackets(rest)),
            _ => None,
        };
        if let Some(len) = quoted {
            return len.map_or_else(|| fault(LexErrorKind::OpenText), |len| Ok((LexemeKind::Text, len)));
        }
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(sign)) {
            return Ok((LexemeKind::Sign, sign.len()));
        }
        match first {
            b'(' | b'[' | b'{' => Ok((LexemeKind::Open, 1)),
            b')' | b']' | b'}' => Ok((LexemeKind::Close, 1)),
            b'+' | b'-' | b'*' | b'/' | b'\\' | b'%' | b'^' | b'#' | b'&' | b'~' | b'|' | b'<' | b'>'
            | b'=' | b';' | b':' | b',' | b'.' | b'@' | b'$' | b'?' => Ok((LexemeKind::Sign, 1)),
            other => fault(LexErrorKind::Character(other)),
        }
    }
}

fn number(rest: &[u8]) -> usize {
    let is_digit: fn(u8) -> bool = match rest {
        [b'0', b'x' | b'X', ..] => |byte| byte.is_ascii_hexdigit(),
        [b'0', b'b' | b'B', ..] => |byte| matches!(byte, b'0' | b'1'),
        _ => |byte| byte.is_ascii_digit(),
    };
    let mut len = if matches!(rest, [b'0', b'x' | b'X' | b'b' | b'B', ..]) { 2 } else { 0 };
    let mut point = false;
    while let Some(byte) = rest.get(len) {
        if !is_digit(*byte) && (point || *byte != b'.') {
            break;
        }
        point |= *byte == b'.';
        len += 1;
    }
    len
}

/// Length of the text in quotes at the start; none without an end on its line.
fn text(rest: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *rest.get(at)? {
            b'\n' => return None,
            byte if byte == quote => return Some(at + 1),
            b'\\' => {
                at += 2;
                if rest.get(at - 1) == Some(&b'z') {
                    at += rest[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                }
            }
            _ => at += 1,
        }
    }
}

/// Length of `[==[ .. ]==]` at the start; none if there is none, or it has no end.
fn long_brackets(rest: &[u8]) -> Option<usize> {
    let level = rest.strip_prefix(b"[")?.iter().take_while(|byte| **byte == b'=').count();
    if rest.get(level + 1) != Some(&b'[') {
        return None;
    }
    let mut at = level + 2;
    loop {
        at += rest.get(at..)?.iter().position(|byte| *byte == b']')? + 1;
        let tail = &rest[at..];
        if tail.iter().take_while(|byte| **byte == b'=').count() == level && tail.get(level) == Some(&b']') {
            return Some(at + level + 1);
        }
    }
}

/// The same, where each `[[` inside needs its own `]]`.
fn nested_brackets(rest: &[u8]) -> Option<usize> {
    if !rest.starts_with(b"[[") {
        return long_brackets(rest);
    }
    let (mut depth, mut at) = (1_u32, 2);
    while depth > 0 {
        at += match rest.get(at..at + 2)? {
            b"[[" => {
                depth = depth.saturating_add(1);
                2
            }
            b"]]" => {
                depth -= 1;
                2
            }
            _ => 1,
        };
    }
    Some(at)
}
