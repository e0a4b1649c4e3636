//! The text above a method as the help and the manual show it: paragraphs and their marks.
//!
//! ```text
//! Draws `n`, see [`Machine::map`].    ──>  words, code, the name of another item
//! | a | b |                                a table stays lines
//! ```
//!
//! The text is that of the source, kept by `#[describe]` as an [`Item`], so readers of the source, of rustdoc and of the
//! manual get the same. Marks that are known: paragraphs, tables, code in backticks, links to items.

use rasher::api::Item;

/// What stands before the name of an item where it is used.
pub fn before(item: &Item) -> &'static str {
    match item.of {
        "Num" if item.receiver => "x.",
        "Num" => "Num::",
        "Cart" => "fn ",
        "Machine" => "p8.",
        _ => "",
    }
}

/// A text parted where a line is empty; what stands between fences is left out: examples have their own place.
pub fn paragraphs(text: &str) -> Vec<String> {
    let (mut out, mut fenced) = (vec![String::new()], false);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if line.is_empty() {
            out.push(String::new());
        } else if let Some(last) = out.last_mut().filter(|_| !fenced) {
            if !last.is_empty() {
                last.push(if line.starts_with('|') { '\n' } else { ' ' });
            }
            last.push_str(line);
        }
    }
    out.retain(|paragraph| !paragraph.is_empty());
    out
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPart<'a> {
    Words(&'a str),
    Code(&'a str),
    /// The name of an item of the API, as code: `spr`, `Color::PEN`.
    Item(&'a str),
}

/// The parts of a paragraph: `` [`Machine::spr`] `` is an item called `spr`.
pub fn parts(paragraph: &str) -> Vec<TextPart<'_>> {
    let mut out = Vec::new();
    let mut rest = paragraph;
    while let Some(at) = rest.find('`') {
        let Some(len) = rest[at + 1..].find('`') else { break };
        let (before, code, after) = (&rest[..at], &rest[at + 1..at + 1 + len], &rest[at + len + 2..]);
        match (before.strip_suffix('['), after.strip_prefix(']')) {
            (Some(before), Some(after)) => {
                out.extend([
                    TextPart::Words(before),
                    TextPart::Item(code.strip_prefix("Machine::").unwrap_or(code)),
                ]);
                // A link that names its target goes on `](target)` or `(target)`.
                let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
                rest = target.map_or(after, |(_, after)| after);
            }
            _ => {
                out.extend([TextPart::Words(before), TextPart::Code(code)]);
                rest = after;
            }
        }
    }
    out.push(TextPart::Words(rest));
    out.retain(|part| *part != TextPart::Words(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_paragraphs() {
        let text =
            "Draws `n`, see\n[`Machine::map`].\n\n| a | b |\n| 1 | 2 |\n\n```\nlet left = out;\n\n```\nEnd.";
        assert_eq!(paragraphs(text), ["Draws `n`, see [`Machine::map`].", "| a | b |\n| 1 | 2 |", "End."]);
        assert_eq!(paragraphs(""), [""; 0]);
    }

    #[test]
    fn marks_become_parts() {
        use TextPart::{Code, Item, Words};
        let cases: &[(&str, &[TextPart])] = &[
            ("plain", &[Words("plain")]),
            ("[`Machine::map`], `x`", &[Item("map"), Words(", "), Code("x")]),
            ("by [`p8!`](crate::p8!).", &[Words("by "), Item("p8!"), Words(".")]),
            ("0 [`x", &[Words("0 [`x")]),
            ("a[`b`c]", &[Words("a["), Code("b"), Words("c]")]),
        ];
        for (text, due) in cases {
            assert_eq!(parts(text), *due, "{text}");
        }
    }

    #[test]
    fn every_item_of_the_table_has_a_text() {
        for item in rasher::api::CALLS.iter().flat_map(|call| call.rust) {
            assert!(!paragraphs(item.text).is_empty(), "{} has no text", item.name);
        }
    }
}
