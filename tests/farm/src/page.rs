//! The page: a table of groups, then the rows of each group with their pictures.
//!
//! ```text
//! engine  group            carts
//! fake08  print \^w            3      ── link ──>   fake08: print \^w
//!                                                    game.p8   frame 12   notes   [Rasher] [fake08] [difference]
//! ```
//!
//! It is one file without scripts. Names and messages come from carts and engines, so every text is escaped, and the
//! page's own policy forbids everything but its style and pictures.

use crate::farm::Row;
use base64::Engine as _;
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.4 system-ui,sans-serif;margin:2em;max-width:90em}\
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid #ccc;vertical-align:top}\
figure{display:inline-block;margin:.3em 1em .3em 0}figcaption{font-size:12px}\
img{width:256px;height:256px;image-rendering:pixelated;background:#000}ul{margin:.2em 0}code{word-break:break-all}";

/// Rows with pictures that a group shows at most; the others are listed.
const SHOWN: usize = 12;

/// A text in HTML. Control characters become visible.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() => _ = write!(out, "{}", c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// Rows by engine and group, the largest group first.
pub fn groups(rows: &[Row]) -> Vec<(&str, &str, Vec<&Row>)> {
    let mut all: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        all.entry((&row.engine, &row.group)).or_default().push(row);
    }
    let mut all: Vec<_> = all.into_iter().map(|((engine, group), rows)| (engine, group, rows)).collect();
    all.sort_by(|a, b| (a.0, b.2.len(), a.1).cmp(&(b.0, a.2.len(), b.1)));
    all
}

/// The groups as lines of text.
pub fn summary(rows: &[Row]) -> String {
    groups(rows).iter().fold(String::new(), |mut text, (engine, group, rows)| {
        _ = writeln!(text, "{:5}  {engine}  {group}", rows.len());
        text
    })
}

/// The whole page.
pub fn page(rows: &[Row], title: &str) -> String {
    let title = escape(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n\
         <table><tr><th>engine</th><th>group</th><th>carts</th></tr>\n"
    );
    let groups = groups(rows);
    for (n, (engine, group, rows)) in groups.iter().enumerate() {
        let (engine, group, count) = (escape(engine), escape(group), rows.len());
        _ = writeln!(out, "<tr><td>{engine}</td><td><a href=\"#g{n}\">{group}</a></td><td>{count}</td></tr>");
    }
    out += "</table>\n";
    for (n, (engine, group, rows)) in groups.iter().enumerate() {
        _ = writeln!(out, "<h2 id=\"g{n}\">{}: {}</h2>", escape(engine), escape(group));
        for (n, row) in rows.iter().enumerate() {
            add_row(&mut out, row, n < SHOWN);
        }
    }
    out += "</body></html>\n";
    out
}

fn add_row(out: &mut String, row: &Row, pictures: bool) {
    let frame = row.frame.map_or(String::new(), |frame| format!(", frame {frame}"));
    _ = writeln!(out, "<h3><code>{}</code>{frame}</h3><ul>", escape(&row.cart));
    for note in &row.notes {
        _ = writeln!(out, "<li>{}</li>", escape(note));
    }
    *out += "</ul>\n";
    for shot in row.shots.iter().filter(|_| pictures) {
        let data = base64::engine::general_purpose::STANDARD.encode(&shot.png);
        let caption = escape(&shot.caption);
        _ = writeln!(
            out,
            "<figure><img alt=\"{caption}\" src=\"data:image/png;base64,{data}\"><figcaption>{caption}</figcaption></figure>"
        );
    }
}
