//! Rust code split into comments, strings, numbers, keywords and the rest, so that a page can colour them.
//!
//! ```text
//! p8.cls(1); // blue     ──>  p8.cls( | 1 number | ); | // blue comment
//! ```
//!
//! It knows what examples hold: line comments, texts in double quotes with escapes, raw texts without `#`. Life times
//! and block comments do not occur there.

/// What a piece of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Anything else.
    Plain,
    /// `// ...`
    Comment,
    /// `"..."`
    Text,
    /// `12`, `0x5f2c`, `0b11`
    Number,
    /// `let`, `for`, ...
    Keyword,
}

const KEYWORDS: &[&str] =
    &["as", "else", "false", "fn", "for", "if", "impl", "in", "let", "mut", "self", "struct", "true", "use"];

/// The pieces of the code, in order; together they are the code.
pub fn pieces(code: &str) -> Vec<(CodeKind, &str)> {
    let mut out: Vec<(CodeKind, &str)> = Vec::new();
    let (mut at, mut plain) = (0, 0);
    while let Some(first) = code[at..].chars().next() {
        let rest = &code[at..];
        let (kind, len) = if rest.starts_with("//") {
            (CodeKind::Comment, rest.find('\n').unwrap_or(rest.len()))
        } else if first == '"' {
            (CodeKind::Text, text(rest, true))
        } else if rest.starts_with("r\"") {
            (CodeKind::Text, 1 + text(&rest[1..], false))
        } else if first.is_alphanumeric() || first == '_' {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let kind = if first.is_ascii_digit() { CodeKind::Number } else { CodeKind::Plain };
            (if KEYWORDS.contains(&&rest[..len]) { CodeKind::Keyword } else { kind }, len)
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

/// Bytes of a text in quotes, with both of them.
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
    use super::{CodeKind::*, pieces};

    #[test]
    fn code_is_split_by_kind() {
        let cases: &[(&str, &[(super::CodeKind, &str)])] = &[
            ("", &[]),
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
            ("format", &[(Plain, "format")]),
            ("0x5f2c..r2", &[(Number, "0x5f2c"), (Plain, "..r2")]),
            ("\"open", &[(Text, "\"open")]),
        ];
        for (code, due) in cases {
            assert_eq!(pieces(code), *due, "{code}");
        }
    }

    #[test]
    fn nothing_of_an_example_is_lost() {
        for example in rasher::api::EXAMPLES {
            let whole: String = pieces(example.text).into_iter().map(|(_, piece)| piece).collect();
            assert_eq!(whole, example.text);
        }
    }
}
