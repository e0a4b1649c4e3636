//! Colours of a line of code, in Lua or Rust. Each line is coloured by itself, so a comment or text that
//! began on an earlier line is not recognised.

use lua::{LexemeKind, PieceKind};
use studio::code::{CodeKind, CodeLanguage, pieces};

/// The pieces of a line: colour and text.
pub fn colored(text: &str, is_rust: bool) -> Vec<(i32, &str)> {
    if is_rust {
        return pieces(text, CodeLanguage::Rust)
            .into_iter()
            .map(|(kind, piece)| (color(kind), piece))
            .collect();
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
        PieceKind::Comment => color(CodeKind::Comment),
        PieceKind::Wrong => 8,
        PieceKind::Lexeme(LexemeKind::Number | LexemeKind::Text) => color(CodeKind::Number),
        PieceKind::Lexeme(LexemeKind::Word) if lua::is_keyword(text.as_bytes()) => color(CodeKind::Keyword),
        PieceKind::Lexeme(LexemeKind::Word) => color(CodeKind::Name),
        PieceKind::Blank | PieceKind::Lexeme(_) => color(CodeKind::Sign),
    }
}

fn color(kind: CodeKind) -> i32 {
    match kind {
        CodeKind::Sign => 6,
        CodeKind::Name => 7,
        CodeKind::Number | CodeKind::Text => 12,
        CodeKind::Comment => 13,
        CodeKind::Keyword => 14,
    }
}
