//! Splits Rust or Lua code into kinds of token, for colouring, as far as examples and chapters need it: line comments,
//! strings in double quotes with escapes, and raw strings without `#`, but no lifetimes or block comments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CodeKind {
    Plain,
    Comment,
    Text,
    /// `12`, `0x5f2c`, `0b11`
    Number,
    Keyword,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLanguage {
    Lua,
    Rust,
}

impl CodeLanguage {
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            CodeLanguage::Lua => (
                "--",
                &[
                    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
                    "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
                ],
            ),
            CodeLanguage::Rust => (
                "//",
                &[
                    "as", "const", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let", "match",
                    "mod", "mut", "pub", "return", "self", "struct", "true", "use", "while",
                ],
            ),
        }
    }
}

pub fn pieces(code: &str, language: CodeLanguage) -> Vec<(CodeKind, &str)> {
    let (comment, keywords) = language.words();
    let mut out: Vec<(CodeKind, &str)> = Vec::new();
    let (mut at, mut plain) = (0, 0);
    while let Some(first) = code[at..].chars().next() {
        let rest = &code[at..];
        let (kind, len) = if rest.starts_with(comment) {
            (CodeKind::Comment, rest.find('\n').unwrap_or(rest.len()))
        } else if first == '"' {
            (CodeKind::Text, text(rest, true))
        } else if language == CodeLanguage::Rust && rest.starts_with("r\"") {
            (CodeKind::Text, 1 + text(&rest[1..], false))
        } else if first.is_alphanumeric() || first == '_' {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let kind = if first.is_ascii_digit() { CodeKind::Number } else { CodeKind::Plain };
            (if keywords.contains(&&rest[..len]) { CodeKind::Keyword } else { kind }, len)
        } else {
            (CodeKind::Plain, first.len_utf8())
        };
        if kind != CodeKind::Plain {
            out.push((CodeKind::Plain, &code[plain..at]));
            out.push((kind, &rest[..len]));
            plain = at + len;
        }
        at += len;
    }
    out.push((CodeKind::Plain, &code[plain..]));
    out.retain(|(_, piece)| !piece.is_empty());
    out
}

fn text(rest: &str, escapes: bool) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = escapes && c == '\\' && !escaped;
    }
    rest.len()
}
