//! Colours of a line of code, in Lua or Rust. Each line is coloured by itself, so a comment or text that
//! began on an earlier line is not recognised.

use lua::{LexemeKind, PieceKind};

const COMMENT: i32 = 13;
const LITERAL: i32 = 12;
const KEYWORD: i32 = 14;
const NAME: i32 = 7;
const SIGN: i32 = 6;

const RUST_KEYWORDS: &str = "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match \
    mod move mut pub ref return self Self static struct super trait true type unsafe use where while";

/// The pieces of a line: colour and text.
pub fn colored(text: &str, is_rust: bool) -> Vec<(i32, &str)> {
    if is_rust {
        return rust(text);
    }
    let mut at = 0;
    let piece = |(kind, len): (PieceKind, usize)| {
        let piece = text.get(at..at + len).unwrap_or_default();
        at += len;
        (lua_color(kind, piece), piece)
    };
    lua::pieces(text.as_bytes()).map(piece).collect()
}

fn lua_color(kind: PieceKind, text: &str) -> i32 {
    match kind {
        PieceKind::Comment => COMMENT,
        PieceKind::Wrong => 8,
        PieceKind::Lexeme(LexemeKind::Number | LexemeKind::Text) => LITERAL,
        PieceKind::Lexeme(LexemeKind::Word) if lua::is_keyword(text.as_bytes()) => KEYWORD,
        PieceKind::Lexeme(LexemeKind::Word) => NAME,
        PieceKind::Blank | PieceKind::Lexeme(_) => SIGN,
    }
}

fn rust(text: &str) -> Vec<(i32, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (color, len) = match first {
            _ if rest.starts_with("//") => (COMMENT, rest.len()),
            '"' => (LITERAL, text_end(rest)),
            '\'' => char_end(rest).map_or((SIGN, 1), |end| (LITERAL, end)),
            '0'..='9' => (LITERAL, number_end(rest)),
            c if is_word(c) && RUST_KEYWORDS.split_whitespace().any(|keyword| keyword == &rest[..word]) => {
                (KEYWORD, word)
            }
            c if is_word(c) => (NAME, word),
            c => (SIGN, c.len_utf8()),
        };
        pieces.push((color, &rest[..len]));
        rest = &rest[len..];
    }
    pieces
}

/// After the closing quote of a text, or at the line's end.
fn text_end(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        if c == '"' && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
        is_escaped |= at == 0 && c != '"';
    }
    text.len()
}

/// The length of a character in quotes; none for a lifetime.
fn char_end(text: &str) -> Option<usize> {
    let inside = &text[1..];
    let skipped = if inside.starts_with('\\') { 2 } else { inside.chars().next()?.len_utf8() };
    let end = skipped + inside.get(skipped..)?.find('\'')?;
    (end == skipped || inside.starts_with('\\')).then_some(end + 2)
}

/// A point belongs to a number only if a digit follows: not in `0..9` and `1.max(x)`.
fn number_end(text: &str) -> usize {
    let part = |text: &str| text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let whole = part(text);
    match text[whole..].strip_prefix('.') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => whole + 1 + part(rest),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our decision: keywords, literals and comments as in Lua; a lifetime is no character, a range no number.
    #[test]
    fn a_line_of_rust_is_coloured() {
        let cases: &[(&str, &[(i32, &str)])] = &[
            ("let x=1.5;", &[(14, "let"), (7, "x"), (12, "1.5")]),
            (
                "for n in 0..9 {} // all",
                &[(14, "for"), (7, "n"), (14, "in"), (12, "0"), (12, "9"), (13, "// all")],
            ),
            ("1.max(2)", &[(12, "1"), (7, "max"), (12, "2")]),
            ("f(\"a\\\"b\", 'c', '\\n')", &[(7, "f"), (12, "\"a\\\"b\""), (12, "'c'"), (12, "'\\n'")]),
            ("fn f<'a>(x: &'a u8)", &[(14, "fn"), (7, "f"), (7, "a"), (7, "x"), (7, "a"), (7, "u8")]),
            ("\"open", &[(12, "\"open")]),
            ("'", &[]),
            ("'\\", &[]),
        ];
        for (text, want) in cases {
            let pieces = colored(text, true);
            assert_eq!(pieces.iter().map(|(_, piece)| *piece).collect::<String>(), *text);
            let found: Vec<_> = pieces.into_iter().filter(|(color, _)| *color != SIGN).collect();
            assert_eq!(found, *want, "{text}");
        }
    }
}
