//! Outside text in error messages.

use alloc::string::String;

/// Whether a letter is invisible: a control character, or one that joins, separates or turns its neighbours.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// An outside text for a message: one line of at most `most` characters, with invisible ones escaped. Idempotent.
pub fn in_message(text: &str, most: usize) -> String {
    let (mut out, mut written) = (String::new(), 0);
    for letter in text.chars() {
        let escaped = is_hidden(letter).then(|| letter.escape_debug());
        written += escaped.as_ref().map_or(1, ExactSizeIterator::len);
        if written > most {
            out.push_str("...");
            break;
        }
        match escaped {
            Some(escaped) => out.extend(escaped),
            None => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our decision: a message is one visible line.
    #[test]
    fn what_cannot_be_seen_is_escaped() {
        for (text, most, shown) in [
            ("", 3, ""),
            ("a \"b\" \\'", 20, "a \"b\" \\'"),
            ("a\0b\n\t\u{1b}[2J", 30, "a\\0b\\n\\t\\u{1b}[2J"),
            ("\u{202e}\u{85}\u{7f}", 30, "\\u{202e}\\u{85}\\u{7f}"),
            ("⬅\u{fe0f}e\u{301}", 9, "⬅\u{fe0f}e\u{301}"),
            ("\u{e9}\u{1f431}xyz", 3, "\u{e9}\u{1f431}x..."),
            ("x\u{1b}y", 6, "x..."),
        ] {
            assert_eq!(in_message(text, most), shown);
            assert_eq!(in_message(shown, most.max(shown.len())), shown);
        }
    }
}
