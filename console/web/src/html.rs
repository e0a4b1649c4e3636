//! HTML from templates, and the policy that says what a page may run.
//!
//! ```text
//! "<h1>{{title}}</h1>" + ("title", HtmlValue::Text("a < b"))  ──  fill  ──>  "<h1>a &lt; b</h1>"
//! ```
//!
//! A template is walked once, so a value that contains `{{boot}}` stays text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

#[derive(Clone, Copy, Debug)]
pub enum HtmlValue<'a> {
    /// Anyone's text, for the text of an element or for an attribute between quotes.
    Text(&'a str),
    /// Anyone's data, for a `<script type="application/json">`.
    Json(&'a Json),
    /// Markup, scripts and encoded bytes that this project made.
    Own(&'a str),
}

/// Fills the places `{{name}}` of a template. A place without a value stays empty.
pub fn fill(template: &str, values: &[(&str, HtmlValue<'_>)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        out += before;
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, HtmlValue::Text(text))) => out += &escape(text),
            Some((_, HtmlValue::Json(data))) => out += &script_json(data),
            Some((_, HtmlValue::Own(own))) => out += own,
            None => debug_assert!(false, "{{{{{name}}}}} has no value"),
        }
        rest = after;
    }
    out + rest
}

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// JSON for a script element: no `</script>` ends it, no `<!--` begins a comment, and no U+2028 or U+2029 ends a line.
pub(crate) fn script_json(data: &Json) -> String {
    let mut json = data.to_string();
    // In JSON they appear only inside strings.
    for c in ['<', '\u{2028}', '\u{2029}'] {
        json = json.replace(c, &format!("\\u{:04x}", u32::from(c)));
    }
    json
}

/// The source expression that allows one inline script or style: its hash.
pub fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(hmac_sha256::Hash::hash(text.as_bytes())))
}

/// The digits of base 85, five for four bytes, where base64 has five and a third: ASCII's printable signs without those that mean something
/// to HTML, to scripts or to [`crate::page`]. `page.js` reads them.
const DIGITS: &[u8; 85] =
    b"!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~";

/// Big-endian numbers of 32 bits, the highest digit first; n bytes at the end have n + 1 digits.
pub fn base85(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for group in bytes.chunks(4) {
        let mut four = [0; 4];
        four[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes(four);
        let digit = |n: u32| char::from(DIGITS[(number / 85u32.pow(4 - n) % 85) as usize]);
        text.extend((0..=group.len() as u32).map(digit));
    }
    text
}

/// The digit `n` of base 125: ASCII without 0, which a parser of HTML replaces, CR, which it makes a line feed, and `<`, which may end the
/// element. Seven for six bytes, where base 85 has seven and a half.
fn sign(n: u64) -> char {
    let code = n as u8 + 1;
    let code = code + u8::from(code >= b'\r');
    char::from(code + u8::from(code >= b'<'))
}

/// Big-endian numbers of 48 bits, the highest digit first; n bytes at the end have n + 1 digits. For the module, which is most of a page.
pub fn base125(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 6 * 7 + 7);
    for group in bytes.chunks(6) {
        let number =
            (0..6).fold(0, |number, at| number << 8 | u64::from(group.get(at).copied().unwrap_or(0)));
        text.extend((0..=group.len() as u32).map(|n| sign(number / 125u64.pow(6 - n) % 125)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_template_is_filled_once_with_escaping_by_context() {
        let data = json!({"a{{b}}": "</script><!--\u{2028}\u{2029}&"});
        let values = [
            ("a", HtmlValue::Text("{{b}} {{a}} \"'<>&")),
            ("b", HtmlValue::Own("<b>{{a}}</b>")),
            ("data", HtmlValue::Json(&data)),
        ];
        let cases = [
            ("", ""),
            ("{{a}}", "{{b}} {{a}} &quot;&#39;&lt;&gt;&amp;"),
            ("{{b}}{{b}}", "<b>{{a}}</b><b>{{a}}</b>"),
            ("{{data}}", r#"{"a{{b}}":"\u003c/script>\u003c!--\u2028\u2029&"}"#),
            ("{{a", "{{a"),
            ("}} {{", "}} {{"),
        ];
        for (template, filled) in cases {
            assert_eq!(fill(template, &values), filled, "{template}");
        }
        let read: Json = serde_json::from_str(&fill("{{data}}", &values)).expect("still JSON");
        assert_eq!(read, data);
    }

    #[test]
    fn a_hash_is_what_browsers_compare() {
        // By `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`.
        assert_eq!(hash("alert(1)"), "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
    }

    /// The slow way back, as in the page: missing digits of the last group count as the highest.
    fn decode(text: &str) -> Vec<u8> {
        let value = |sign: u8| DIGITS.iter().position(|digit| *digit == sign).expect("a digit") as u64;
        let group = |signs: &[u8]| {
            let number = (0..5).fold(0, |n, at| n * 85 + signs.get(at).map_or(84, |sign| value(*sign)));
            (number as u32).to_be_bytes()[..signs.len() - 1].to_vec()
        };
        text.as_bytes().chunks(5).flat_map(group).collect()
    }

    /// The slow way back from base 125.
    fn decode_125(text: &str) -> Vec<u8> {
        let signs: Vec<char> = (0..125).map(sign).collect();
        let value = |it: char| signs.iter().position(|sign| *sign == it).expect("a digit") as u64;
        let letters: Vec<char> = text.chars().collect();
        let group = |group: &[char]| {
            let number = (0..7).fold(0, |n, at| n * 125 + group.get(at).map_or(124, |it| value(*it)));
            number.to_be_bytes()[2..1 + group.len()].to_vec()
        };
        letters.chunks(7).flat_map(group).collect()
    }

    #[test]
    fn a_module_s_bytes_come_back() {
        let signs: String = (0..125).map(sign).collect();
        assert!(signs.is_ascii() && signs.bytes().is_sorted() && signs.ends_with('\x7f'));
        assert!(!signs.contains(['\0', '\r', '<']) && signs.starts_with('\x01'));
        let mut state = 7u32;
        let mut bytes = Vec::new();
        for length in 0..300 {
            assert_eq!(decode_125(&base125(&bytes)), bytes, "{length} bytes");
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.push((state >> 24) as u8);
        }
        for same in [0, 255] {
            assert_eq!(decode_125(&base125(&[same; 13])), [same; 13]);
        }
    }

    #[test]
    fn bytes_come_back_and_nothing_ends_a_script() {
        let mut state = 7u32;
        let mut bytes = Vec::new();
        for length in 0..300 {
            assert_eq!(decode(&base85(&bytes)), bytes, "{length} bytes");
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.push((state >> 24) as u8);
        }
        for same in [0, 255] {
            assert_eq!(decode(&base85(&[same; 9])), [same; 9]);
        }
        assert!(DIGITS.is_sorted() && DIGITS.iter().all(|digit| digit.is_ascii_graphic()));
        assert!(b"\"&'<>\\`{}".iter().all(|sign| !DIGITS.contains(sign)));
        assert_eq!(DIGITS[84], b'~');
    }
}
