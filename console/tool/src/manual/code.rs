//! Splits Rust or Lua code into kinds of token, for colouring. Handles only what examples and chapters use: line comments, strings
//! in double quotes with escapes, and raw strings without `#`, but no lifetimes or block comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// PICO-8's dialect.
    Lua,
    Rust,
}

impl CodeLanguage {
    /// The start of a comment, and the keywords.
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

/// The pieces of the code in order.
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

/// Length of a string with its quotes.
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

#[cfg(test)]
mod tests {
    use super::{CodeKind::*, CodeLanguage, pieces};

    #[test]
    fn code_is_split_by_kind() {
        let cases: &[(&str, &[(super::CodeKind, &str)])] = &[
            (
                "p8.cls(1); // no \"text\"\nx",
                &[
                    (Plain, "p8.cls("),
                    (Number, "1"),
                    (Plain, "); "),
                    (Comment, "// no \"text\""),
                    (Plain, "\nx"),
                ],
            ),
            (
                "let a = \"// \\\" é\";",
                &[(Keyword, "let"), (Plain, " a = "), (Text, "\"// \\\" é\""), (Plain, ";")],
            ),
            ("p(r\"\\\")", &[(Plain, "p("), (Text, "r\"\\\""), (Plain, ")")]),
            ("0x5f2c..r2", &[(Number, "0x5f2c"), (Plain, "..r2")]),
            ("\"open", &[(Text, "\"open")]),
        ];
        for (code, due) in cases {
            assert_eq!(pieces(code, CodeLanguage::Rust), *due, "{code}");
        }
        let due = [(Keyword, "if"), (Plain, " a\\"), (Number, "8"), (Plain, " "), (Comment, "-- \"x")];
        assert_eq!(pieces("if a\\8 -- \"x", CodeLanguage::Lua), due);
        for example in rasher::api::EXAMPLES {
            let pieces = pieces(example.text, CodeLanguage::Rust).into_iter();
            assert_eq!(pieces.map(|(_, piece)| piece).collect::<String>(), example.text);
        }
    }
}
