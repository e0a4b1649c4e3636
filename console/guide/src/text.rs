//! Doc comments of the API, kept by `#[describe]`, as paragraphs and their marks, for the help and the manual.
//!
//! ```text
//! Draws `n`, see [`Machine::map`].    ──>  words, code, the name of another item       | a | b |   a table keeps its lines
//! ```

use rasher::api::Item;

pub fn before(item: &Item) -> &'static str {
    match item.of {
        "Num" if item.receiver => "x.",
        "Num" => "Num::",
        "Cart" => "fn ",
        "Machine" => "p8.",
        _ => "",
    }
}

/// Splits a text at empty lines; fenced code is left out, as examples are shown elsewhere.
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
    /// The name of an item of the API: `spr`, `Color::PEN`.
    Item(&'a str),
}

/// Splits a paragraph; `` [`Machine::spr`] `` is the item `spr`.
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
                // A link can name its target: `](target)`.
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
        let without =
            rasher::api::CALLS.iter().flat_map(|call| call.rust).find(|it| paragraphs(it.text).is_empty());
        assert!(without.is_none(), "an item without a text: {without:?}");
    }
}
