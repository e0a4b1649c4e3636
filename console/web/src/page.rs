//! One HTML file of all parts: the page's own sources, the module, the cart.
//!
//! ```text
//! page/page.html ── style.css, page.js and its siblings in their places ── module and files: LZMA by the caller, base125, base85 here ──> text
//! ```
//!
//! It needs no network: the worker starts from a blob, the worklet from a data URL, since Chromium loads no worklet's module from a blob on
//! a page that was opened from a file.
//!
//! The page has two policies (Content-Security-Policy), and everything must pass both. A worklet's module counts as a script, so a policy
//! must allow `data:`, which would also let markup add a script. `'strict-dynamic'` in the first policy allows only what a script of the
//! page loads, and the second policy allows that only from `data:`. In Chromium 148, from a file and from a server:
//!
//! | | only `data:` | only `'strict-dynamic'` | both |
//! |---|---|---|---|
//! | the worklet from its data URL | loads | loads | loads |
//! | `<script src="data:...">` in markup | runs | blocked | blocked |
//! | a script from the network, or inline, added by a script | blocked | runs | blocked |
//!
//! Firefox 153 loads the worklet under both. No page reads from the network. Only the console's own page has a `connect-src`, for
//! catalogues whose addresses the user has entered; a cart's page has none. The page of a site may also load its manifest and its service
//! worker, which are files next to it (`'self'`).
//!
//! LZMA, since gzip, the best that browsers unpack by themselves, makes the module half as large again: 1,622 KB instead of 1,150.

use crate::html::{HtmlValue, base85, base125, fill, hash, script_json};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

#[derive(Clone, Debug, Default)]
pub struct PageFile {
    /// What the player calls it: `bundle`, `playback`.
    pub name: String,
    /// Packed by LZMA, with the head of a `.lzma` file, which has their size.
    pub lzma: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
pub struct WebPage {
    pub title: String,
    pub about: String,
    pub hints: Vec<String>,
    /// Whose cart it is, and an address that is offered as its source; empty: none.
    pub author: String,
    pub source: String,
    pub label: Option<Vec<u8>>,
    /// How the player starts, as JSON for [`crate::PageHost`].
    pub boot: serde_json::Value,
    pub module: Vec<u8>,
    pub files: Vec<PageFile>,
    /// Whether it may read catalogues: the console's own page.
    pub connects: bool,
    /// The manifest next to it with which a browser installs it; empty: none. `boot.offline` names the service worker.
    pub manifest: String,
}

const CONNECTS: &str = " connect-src https: http://localhost:* http://127.0.0.1:*;";

const SCRIPTS: [&str; 8] = [
    include_str!("../page/lzma.js"),
    include_str!("../page/store.js"),
    include_str!("../page/own.js"),
    include_str!("../page/screen.js"),
    include_str!("../page/sound.js"),
    include_str!("../page/input.js"),
    include_str!("../page/touch.js"),
    include_str!("../page/page.js"),
];

/// All scripts as one, with one hash. Worker and worklet are strings in it, which markup cannot replace.
fn script() -> String {
    let text = |script: &str| script_json(&without_comments(script).into());
    let worker = text(include_str!("../page/worker.js"));
    let worklet = text(include_str!("../page/worklet.js"));
    let scripts = SCRIPTS.map(without_comments).join("\n");
    format!("\"use strict\";\nconst WORKER = {worker};\nconst WORKLET = {worklet};\n{scripts}\n")
}

pub fn page(page: &WebPage) -> String {
    let (script, style) = (script(), without_comments(include_str!("../page/style.css")));
    let label = page.label.as_ref().map(|png| {
        let values =
            [("title", HtmlValue::Text(&page.title)), ("png", HtmlValue::Own(&STANDARD.encode(png)))];
        fill("<img id=\"label\" alt=\"{{title}}\" src=\"data:image/png;base64,{{png}}\">", &values)
    });
    let hints = page.hints.iter().map(|hint| fill("<p>{{hint}}</p>", &[("hint", HtmlValue::Text(hint))]));
    let credit = [
        ("by {{of}}", &page.author),
        ("<a href=\"{{of}}\" target=\"_blank\" rel=\"noopener\">source</a>", &page.source),
    ];
    let credit = credit.into_iter().filter(|(_, of)| !of.is_empty());
    let credit = credit.map(|(template, of)| fill(template, &[("of", HtmlValue::Text(of))]));
    let files = page.files.iter().map(|file| {
        let values = [("name", HtmlValue::Text(&file.name)), ("bytes", HtmlValue::Own(&base85(&file.lzma)))];
        fill("<script type=\"text/plain\" data-file=\"{{name}}\">{{bytes}}</script>", &values)
    });
    let mut connect = if page.connects { CONNECTS.to_string() } else { String::new() };
    let mut manifest = String::new();
    if !page.manifest.is_empty() {
        connect += " manifest-src 'self';";
        manifest =
            fill("<link rel=\"manifest\" href=\"{{of}}\">", &[("of", HtmlValue::Text(&page.manifest))]);
    }
    let values = [
        ("script_hash", HtmlValue::Own(&hash(&script))),
        ("style_hash", HtmlValue::Own(&hash(&style))),
        ("title", HtmlValue::Text(&page.title)),
        ("about", HtmlValue::Text(&page.about)),
        ("style", HtmlValue::Own(&style)),
        ("label", HtmlValue::Own(&label.unwrap_or_default())),
        ("hints", HtmlValue::Own(&hints.collect::<String>())),
        ("credit", HtmlValue::Own(&credit.collect::<Vec<_>>().join(" &middot; "))),
        ("boot", HtmlValue::Json(&page.boot)),
        ("files", HtmlValue::Own(&files.collect::<String>())),
        ("module", HtmlValue::Own(&base125(&page.module))),
        ("connect", HtmlValue::Own(&connect)),
        ("self", HtmlValue::Own(if page.manifest.is_empty() { "" } else { " 'self'" })),
        ("manifest", HtmlValue::Own(&manifest)),
        ("script", HtmlValue::Own(&script)),
    ];
    fill(include_str!("../page/page.html"), &values)
}

/// A script without comment lines and indentation, which are 10 KB of a page.
fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_its_lines_that_do_something() {
        let script = "// About it.\n\nconst a = 1; // why\n  if (a) {\n    // So.\n    b(`//`);\n  }\n";
        assert_eq!(without_comments(script), "const a = 1; // why\nif (a) {\nb(`//`);\n}");
    }

    /// The page of a cart that has `text` in every place.
    fn made(text: &str) -> String {
        page(&WebPage {
            title: text.into(),
            about: text.into(),
            hints: vec![text.into()],
            author: text.into(),
            source: text.into(),
            label: Some(vec![1, 2, 3]),
            boot: serde_json::json!({ text: text }),
            files: vec![PageFile { name: text.into(), lzma: vec![4, 5] }],
            module: vec![6, 7],
            connects: false,
            manifest: text.into(),
        })
    }

    #[test]
    fn what_a_cart_says_stays_text_in_its_place() {
        let places = include_str!("../page/page.html").split("{{").skip(1);
        let places: String =
            places.map(|rest| format!("{{{{{}}}}}", rest.split("}}").next().unwrap())).collect();
        assert!(places.contains("{{boot}}") && places.contains("{{script}}"), "{places}");
        for wild in [
            &*places,
            "\" onload='alert(1)' x=",
            "' autofocus onfocus=alert(1) '",
            "</title></script></style><script>alert(1)</script><img src=x onerror=alert(1)>",
            "<!--<script>",
            "-->]]>&lt;\u{2028}\u{0}\\u003c\\",
            "javascript:alert(1)//${alert(1)}`",
        ] {
            // Apart from the escaped text, it equals the page of a cart that prints "plain".
            let json = |text: &str| script_json(&serde_json::json!({ text: text }));
            let plain =
                made(wild).replace(&json(wild), &json("plain")).replace(&crate::html::escape(wild), "plain");
            assert_eq!(plain, made("plain"), "{wild:?}");
        }
    }

    #[test]
    fn a_page_runs_its_own_script_and_nothing_else() {
        // That of a site has a worker and a manifest next to it.
        for (made, worker, more) in
            [(page(&WebPage::default()), "", ""), (made("a cart"), " 'self'", " manifest-src 'self';")]
        {
            runs_its_own_script_only(&made, worker, more);
        }
    }

    fn runs_its_own_script_only(made: &str, worker: &str, more: &str) {
        let between = |from: &str, to: &str| -> Vec<&str> {
            made.split(from).skip(1).filter_map(|rest| Some(rest.split_once(to)?.0)).collect()
        };
        // A hash allows an inline script by the bytes between its tags.
        let (scripts, styles) = (between("<script>", "</script>"), between("<style>", "</style>"));
        assert_eq!((scripts.len(), styles.len()), (1, 1));
        let (script, style) = (hash(scripts[0]), hash(styles[0]));
        assert_eq!(
            between("<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">"),
            [
                format!(
                    "default-src 'none'; script-src {script} 'wasm-unsafe-eval' 'strict-dynamic'; style-src {style}; \
                     img-src data:; worker-src blob:{worker};{more} base-uri 'none'; form-action 'none'"
                ),
                format!("script-src {script} 'wasm-unsafe-eval' data:; worker-src blob:{worker}"),
            ]
        );
        let first = made.find("<script").into_iter().chain(made.find("<style"));
        assert!(first.min() > made.rfind("http-equiv"), "a policy comes before what it is for");
        // Neither would pass the policy.
        let markup = made.replace(scripts[0], "").replace(styles[0], "");
        for attribute in [" style=", " onclick=", " onload=", " onerror=", "javascript:"] {
            assert!(!markup.contains(attribute), "{attribute}");
        }
        for end in ["</script", "<!--"] {
            assert!(!scripts[0].contains(end), "{end}");
        }
    }
}
