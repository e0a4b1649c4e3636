//! Pieces of HTML, which is XML too: escaped text, Markdown of a paragraph, tables, code, pictures and sounds as data.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use guide::{TextPart, parts};
use rasher::api::CALLS;
use std::fmt::Write;
use studio::code::{CodeKind, CodeLanguage, pieces};
pub use web::html::escape;

pub fn find_anchor(item: &str) -> Option<&'static str> {
    let name = item.strip_prefix("Cart::").or(item.strip_prefix("Num::")).unwrap_or(item);
    CALLS.iter().flat_map(|call| call.rust).map(|item| item.name).find(|known| *known == name)
}

pub fn marked(paragraph: &str) -> String {
    parts(paragraph)
        .into_iter()
        .map(|part| match part {
            TextPart::Words(words) => escape(words),
            TextPart::Code(code) => format!("<code>{}</code>", escape(code)),
            TextPart::Item(item) => match find_anchor(item) {
                Some(to) => format!("<a href=\"#{to}\"><code>{to}</code></a>"),
                None => format!("<code>{}</code>", escape(item)),
            },
        })
        .collect()
}

pub fn block(paragraph: &str) -> String {
    if !paragraph.starts_with('|') {
        return format!("<p>{}</p>\n", marked(paragraph));
    }
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|cell| marked(cell.trim())).collect::<Vec<_>>();
    let mut lines = paragraph.lines();
    let head = cells(lines.next().unwrap_or_default());
    let rows: Vec<_> = lines.filter(|line| !line.starts_with("|-")).map(cells).collect();
    table(&head.iter().map(String::as_str).collect::<Vec<_>>(), &rows)
}

/// 274434 as 274,434.
pub fn grouped(n: u64) -> String {
    if n < 1000 { n.to_string() } else { format!("{},{:03}", grouped(n / 1000), n % 1000) }
}

/// A table. Heads and cells are HTML; if all heads are empty, there are none.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n");
    if heads.iter().any(|head| !head.is_empty()) {
        out.push_str("<thead><tr>");
        heads.iter().for_each(|head| _ = write!(out, "<th>{head}</th>"));
        out.push_str("</tr></thead>\n");
    }
    out.push_str("<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        row.iter().for_each(|cell| _ = write!(out, "<td>{cell}</td>"));
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    out
}

pub fn code(text: &str, language: CodeLanguage) -> String {
    format!("<pre>{}</pre>\n", coloured(text, language))
}

pub fn switched(text: &str, language: CodeLanguage) -> String {
    let (class, name) = match language {
        CodeLanguage::Lua => ("lua", "Lua"),
        CodeLanguage::Rust => ("rust", "Rust"),
    };
    format!("<pre class=\"in {class}\" data-language=\"{name}\">{}</pre>\n", coloured(text, language))
}

/// Elements have short names, as the page has thousands: `i` comment, `s` string, `u` number, `b` keyword.
fn coloured(text: &str, language: CodeLanguage) -> String {
    let pieces = pieces(text.trim_end(), language).into_iter().map(|(kind, piece)| {
        let element = match kind {
            CodeKind::Sign | CodeKind::Name => return escape(piece),
            CodeKind::Comment => "i",
            CodeKind::Text => "s",
            CodeKind::Number => "u",
            CodeKind::Keyword => "b",
        };
        format!("<{element}>{}</{element}>", escape(piece))
    });
    format!("<code>{}</code>", pieces.collect::<String>())
}

pub fn picture(png: &[u8], width: usize, height: usize, scale: usize, alt: &str) -> String {
    let (data, alt) = (BASE64_STANDARD.encode(png), escape(alt));
    let (width, height) = (width * scale, height * scale);
    format!("<img src=\"data:image/png;base64,{data}\" width=\"{width}\" height=\"{height}\" alt=\"{alt}\"/>")
}

pub fn button(wav: &[u8], label: &str) -> String {
    let (data, label) = (BASE64_STANDARD.encode(wav), escape(label));
    format!("<audio preload=\"none\" src=\"data:audio/wav;base64,{data}\"></audio>")
        + &format!("<button class=\"play\" type=\"button\" aria-label=\"play: {label}\">\u{25b6}</button>")
}

pub fn sound(wav: &[u8], label: &str) -> String {
    let (data, label) = (BASE64_STANDARD.encode(wav), escape(label));
    let attributes = format!("aria-label=\"{label}\" src=\"data:audio/wav;base64,{data}\"");
    format!("<audio controls=\"\" preload=\"metadata\" {attributes}></audio>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html() {
        let cases = [
            ("a < b & \"c\"", "a &lt; b &amp; &quot;c&quot;"),
            ("`x < 1`", "<code>x &lt; 1</code>"),
            ("see [`Machine::spr_ext`]", "see <a href=\"#spr_ext\"><code>spr_ext</code></a>"),
            ("[`Color::PEN`]", "<code>Color::PEN</code>"),
            ("[`Machine::map`](crate::map).", "<a href=\"#map\"><code>map</code></a>."),
            ("0 [`x a[`b`c]", "0 [<code>x a[</code>b`c]"),
        ];
        for (text, due) in cases {
            assert_eq!(marked(text), due);
        }
        assert_eq!(
            block("| n | what |\n|---|---|\n| `1` | one |"),
            "<div class=\"wide\"><table>\n<thead><tr><th>n</th><th>what</th></tr></thead>\n<tbody>\n\
             <tr><td><code>1</code></td><td>one</td></tr>\n</tbody></table></div>\n"
        );
    }

    #[test]
    fn code_is_coloured_by_kind() {
        use CodeLanguage::{Lua, Rust};
        let cases = [
            (Rust, "p8.cls(1); // no \"text\"\nx", "p8.cls(<u>1</u>); <i>// no &quot;text&quot;</i>\nx"),
            (Rust, "let a = \"// \\\" é\";", "<b>let</b> a = <s>&quot;// \\&quot; é&quot;</s>;"),
            (Rust, "p(r\"\\\")", "p(<s>r&quot;\\&quot;</s>)"),
            (Rust, "0x5f2c..r2", "<u>0x5f2c</u>..r2"),
            (Rust, "\"open", "<s>&quot;open</s>"),
            (Lua, "if a\\8 -- \"x", "<b>if</b> a\\<u>8</u> <i>-- &quot;x</i>"),
        ];
        for (language, text, due) in cases {
            assert_eq!(code(text, language), format!("<pre><code>{due}</code></pre>\n"));
        }
        for example in rasher::api::EXAMPLES {
            let pieces = pieces(example.text, CodeLanguage::Rust).into_iter();
            assert_eq!(pieces.map(|(_, piece)| piece).collect::<String>(), example.text);
        }
    }
}
