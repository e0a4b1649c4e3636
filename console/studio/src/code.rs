//! Splits Rust or Lua code into kinds of token, for colouring, as far as examples, chapters and the debugger need it: line
//! comments, strings in double quotes with escapes, raw strings without `#` and Rust's characters, but no block comments.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Blanks, operators and brackets.
    Sign,
    Name,
    Comment,
    Text,
    /// `12`, `1.5`, `0x5f2c`, `0b11`
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
                    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum",
                    "extern", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod",
                    "move", "mut", "pub", "ref", "return", "self", "Self", "static", "struct", "super",
                    "trait", "true", "type", "unsafe", "use", "where", "while",
                ],
            ),
        }
    }
}

/// The pieces of a code, which together are the code.
pub fn pieces(code: &str, language: CodeLanguage) -> Vec<(CodeKind, &str)> {
    let (comment, keywords) = language.words();
    let is_rust = language == CodeLanguage::Rust;
    let mut out = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let (kind, len) = if rest.starts_with(comment) {
            (CodeKind::Comment, rest.find('\n').unwrap_or(rest.len()))
        } else if first == '"' {
            (CodeKind::Text, text(rest, true))
        } else if is_rust && rest.starts_with("r\"") {
            (CodeKind::Text, 1 + text(&rest[1..], false))
        } else if let Some(len) = character(rest).filter(|_| is_rust) {
            (CodeKind::Text, len)
        } else if first.is_ascii_digit() {
            (CodeKind::Number, number(rest))
        } else if is_word(first) {
            let len = word(rest);
            (if keywords.contains(&&rest[..len]) { CodeKind::Keyword } else { CodeKind::Name }, len)
        } else {
            (CodeKind::Sign, first.len_utf8())
        };
        out.push((kind, &rest[..len]));
        rest = &rest[len..];
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
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

/// The length of a character in quotes; none for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let skipped = if inside.starts_with('\\') { 2 } else { inside.chars().next()?.len_utf8() };
    let end = skipped + inside.get(skipped..)?.find('\'')?;
    (end == skipped || inside.starts_with('\\')).then_some(end + 2)
}

/// A point belongs to a number only if a digit follows: not in `0..9` and `1.max(x)`.
fn number(rest: &str) -> usize {
    let whole = word(rest);
    match rest[whole..].strip_prefix('.') {
        Some(part) if part.starts_with(|c: char| c.is_ascii_digit()) => whole + 1 + word(part),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::CodeKind::*;
    use super::*;

    /// Our decision: a lifetime is no character, a range no number, and an open text ends with the code.
    #[test]
    fn rust_is_split_into_kinds() {
        let cases: &[(&str, &[(CodeKind, &str)])] = &[
            ("let x=1.5;", &[(Keyword, "let"), (Name, "x"), (Number, "1.5")]),
            (
                "for n in 0..9 {} // all",
                &[
                    (Keyword, "for"),
                    (Name, "n"),
                    (Keyword, "in"),
                    (Number, "0"),
                    (Number, "9"),
                    (Comment, "// all"),
                ],
            ),
            ("1.max(2)", &[(Number, "1"), (Name, "max"), (Number, "2")]),
            (
                "f(\"a\\\"b\", 'c', '\\n')",
                &[(Name, "f"), (Text, "\"a\\\"b\""), (Text, "'c'"), (Text, "'\\n'")],
            ),
            (
                "fn f<'a>(x: &'a u8)",
                &[(Keyword, "fn"), (Name, "f"), (Name, "a"), (Name, "x"), (Name, "a"), (Name, "u8")],
            ),
            ("\"open", &[(Text, "\"open")]),
            ("'", &[]),
            ("'\\", &[]),
        ];
        for (code, want) in cases {
            let pieces = pieces(code, CodeLanguage::Rust);
            assert_eq!(pieces.iter().map(|(_, piece)| *piece).collect::<String>(), *code);
            let found: Vec<_> = pieces.into_iter().filter(|(kind, _)| *kind != Sign).collect();
            assert_eq!(found, *want, "{code}");
        }
    }
}
