//! One HTML file of all parts: the page's own sources, the module, the cart.
//!
//! ```text
//! page/page.html ── style.css, page.js and its siblings in their places ── module and files: LZMA by the caller, base85 here ──> text
//! ```
//!
//! It needs no network: the worker is started from a blob, the worklet from a data URL, since Chromium loads no worklet's module from a
//! blob on a page that was opened from a file. LZMA, since gzip, the best that browsers unpack by themselves, makes the module half as
//! large again: 1,622 KB for 1,150.

use crate::base85;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A file that lies in the page.
#[derive(Clone, Debug, Default)]
pub struct PageFile {
    /// What the player calls it: `bundle`, `show`.
    pub name: String,
    /// Its bytes, packed by LZMA with the head of a `.lzma` file, which says their size.
    pub lzma: Vec<u8>,
}

/// What a page is made of.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// A line about it.
    pub about: String,
    /// How it is played, a line each.
    pub hints: Vec<String>,
    /// The label as a PNG file.
    pub label: Option<Vec<u8>>,
    /// What the player begins with, as [`crate::Host`] reads it, in JSON.
    pub boot: serde_json::Value,
    /// The module, packed as files are.
    pub module: Vec<u8>,
    /// Files that the player begins with.
    pub files: Vec<PageFile>,
}

/// Texts of the page, in the order in which they stand in it.
const SCRIPTS: [(&str, &str); 10] = [
    ("{{style}}", include_str!("../page/style.css")),
    ("{{worker}}", include_str!("../page/worker.js")),
    ("{{worklet}}", include_str!("../page/worklet.js")),
    ("{{lzma}}", include_str!("../page/lzma.js")),
    ("{{store}}", include_str!("../page/store.js")),
    ("{{screen}}", include_str!("../page/screen.js")),
    ("{{sound}}", include_str!("../page/sound.js")),
    ("{{hands}}", include_str!("../page/hands.js")),
    ("{{touch}}", include_str!("../page/touch.js")),
    ("{{page}}", include_str!("../page/page.js")),
];

/// The page as a file.
pub fn page(page: &Page) -> String {
    let mut text = include_str!("../page/page.html").to_string();
    for (place, script) in SCRIPTS {
        text = text.replace(place, &without_comments(script));
    }
    let label = page.label.as_ref().map(|png| {
        let (png, title) = (STANDARD.encode(png), escape(&page.title));
        format!("<img id=\"label\" alt=\"{title}\" src=\"data:image/png;base64,{png}\">")
    });
    let hints: Vec<String> = page.hints.iter().map(|hint| format!("<p>{}</p>", escape(hint))).collect();
    let files: Vec<String> = page
        .files
        .iter()
        .map(|file| {
            format!(
                "<script type=\"text/plain\" data-file=\"{}\">{}</script>",
                escape(&file.name),
                base85::encode(&file.lzma)
            )
        })
        .collect();
    // Within a script no text may end it.
    let boot = page.boot.to_string().replace('<', "\\u003c");
    let parts = [
        ("{{title}}", escape(&page.title)),
        ("{{about}}", escape(&page.about)),
        ("{{label}}", label.unwrap_or_default()),
        ("{{hints}}", hints.concat()),
        ("{{boot}}", boot),
        ("{{files}}", files.concat()),
        ("{{module}}", base85::encode(&page.module)),
    ];
    for (place, part) in parts {
        text = text.replace(place, &part);
    }
    text
}

/// A script without lines that are comments, and without indentation: what nobody reads in a page is 10 KB of it.
fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A text as HTML has it.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_its_lines_that_do_something() {
        let script = "// About it.\n\nconst a = 1; // why\n  if (a) {\n    // So.\n    b(`//`);\n  }\n";
        assert_eq!(without_comments(script), "const a = 1; // why\nif (a) {\nb(`//`);\n}");
    }

    #[test]
    fn no_text_of_a_cart_leaves_its_place() {
        let wild = "</script><script>alert(1)//\"&";
        let made = page(&Page {
            title: wild.into(),
            about: wild.into(),
            hints: vec![wild.into()],
            boot: serde_json::json!({"title": wild}),
            ..Page::default()
        });
        assert!(!made.contains("<script>alert"), "a title is text");
        assert!(!made.contains("{{"), "a place was left empty");
        assert_eq!(made.matches("</script>").count(), made.matches("<script").count());
    }
}
