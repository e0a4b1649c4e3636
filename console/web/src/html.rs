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
}
