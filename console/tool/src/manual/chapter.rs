//! The chapters of the manual as sections of the page, from the Markdown in `console/guide`.
//!
//! `#memory`, `#calls`, `#examples` and `#source-NAME` in place of a picture are made here. Links lead to chapters and calls (`#spr`);
//! others become plain words. A lesson ends with its whole program, folded.

use super::html::{code, escape, find_anchor, marked, picture, switched, table};
use guide::{Block, CHAPTERS, Chapter, lesson_program, lua_forms};
use rasher::SIDE;
use rasher::api::{CALLS, Call, Item, Status};
use rasher::memory::{AREAS, SIZE};
use std::fmt::Write;
use studio::code::CodeLanguage;

pub fn id(chapter: &Chapter) -> String {
    format!("chapter-{}", chapter.file)
}

pub fn body(chapter: &Chapter) -> String {
    let mut out = String::new();
    for block in chapter.blocks() {
        out += &match block {
            Block::Title(_) => String::new(),
            Block::Heading(title) => format!("<h3>{}</h3>\n", escape(title)),
            Block::Paragraph(text) => format!("<p>{}</p>\n", inline(&text)),
            Block::Code { language, text } => listing(&text, language),
            Block::Picture { words, target } => image(chapter, words, target),
            Block::List(points) => {
                let points: String =
                    points.iter().map(|point| format!("<li>{}</li>\n", inline(point))).collect();
                format!("<ul>\n{points}</ul>\n")
            }
            Block::Table(rows) => {
                let cells = |row: &Vec<&str>| row.iter().map(|cell| marked(cell)).collect::<Vec<_>>();
                let rows: Vec<_> = rows.iter().map(cells).collect();
                let (head, rows) = rows.split_first().map_or((Vec::new(), &[][..]), |(head, rows)| {
                    (head.iter().map(String::as_str).collect(), rows)
                });
                links(&table(&head, rows))
            }
        };
    }
    if let Ok(lesson) = chapter.file.parse() {
        let code = listing(&lesson_program(lesson), "lua");
        _ = writeln!(out, "<details><summary>The whole program</summary>\n{code}</details>");
    }
    out
}

fn image(chapter: &Chapter, words: &str, target: &str) -> String {
    match target {
        "#memory" => memory(),
        "#calls" => calls(),
        "#examples" => examples(),
        _ if target.starts_with("#source-") => source(target.trim_start_matches("#source-")),
        // Large pictures, which have files of their own, are left out.
        _ => chapter.picture.first().map_or(String::new(), |png| {
            let image = picture(png, SIDE, SIDE, 2, words);
            let caption = escape(words);
            format!("<figure class=\"screen\">{image}<figcaption>{caption}</figcaption></figure>\n")
        }),
    }
}

/// A block of code, coloured; in other languages than Lua only comments are.
fn listing(text: &str, language: &str) -> String {
    let comment = match language {
        "lua" => return code(text, CodeLanguage::Lua),
        "sh" => "#",
        _ => "\0",
    };
    let lines: Vec<String> = text
        .lines()
        .map(|line| match line.find(comment) {
            Some(at) => format!("{}<i>{}</i>", escape(&line[..at]), escape(&line[at..])),
            None => escape(line),
        })
        .collect();
    format!("<pre><code>{}</code></pre>\n", lines.join("\n"))
}

fn inline(text: &str) -> String {
    let html = marked(text);
    let strong = |(at, part): (usize, &str)| match at % 2 {
        1 => format!("<strong>{part}</strong>"),
        _ => part.to_string(),
    };
    links(&html.split("**").enumerate().map(strong).collect::<String>())
}

/// Replaces `[words](target)` by links to chapters and calls; words with another target stay plain.
fn links(html: &str) -> String {
    let (mut out, mut rest) = (String::new(), html);
    while let Some((before, after)) = rest.split_once("](") {
        let (Some((start, words)), Some((target, after))) = (before.rsplit_once('['), after.split_once(')'))
        else {
            break;
        };
        out += start;
        let file = target.rsplit('/').next().and_then(|name| name.strip_suffix(".md"));
        let chapter = file.and_then(|file| CHAPTERS.iter().find(|of| of.file == file));
        let call = || target.strip_prefix('#').and_then(find_anchor);
        let anchor = chapter.map(id).or_else(|| call().map(str::to_string));
        match anchor {
            Some(anchor) => _ = write!(out, "<a href=\"#{anchor}\">{words}</a>"),
            None => out += words,
        }
        rest = after;
    }
    out + rest
}

pub fn memory_style() -> String {
    let rules = AREAS.iter().enumerate().map(|(i, area)| {
        let height = (area.len as usize * 420 / SIZE).max(17);
        format!(".memory div:nth-child({}) {{ height: {height}px; }}\n", i + 1)
    });
    rules.collect()
}

fn memory() -> String {
    let mut out = String::from("<figure class=\"memory\">\n");
    for area in AREAS {
        _ = writeln!(out, "<div><code>0x{:04x}</code> <span>{}</span></div>", area.start, escape(area.about));
    }
    out + "<figcaption>the 64 KiB, from above: each address is a byte</figcaption></figure>\n"
}

fn calls() -> String {
    let calls = CALLS.iter().filter(|call| call.status == Status::Rust && !call.rust.is_empty());
    let row = |call: &Call| {
        let mut lua: Vec<&str> = lua_forms(call).iter().map(|form| form.name).collect();
        lua.dedup();
        let lua: Vec<String> = lua.iter().map(|name| format!("<code>{}</code>", escape(name))).collect();
        let link = |item: &&Item| format!("<a href=\"#{0}\"><code>{0}</code></a>", escape(item.name));
        let rust: Vec<String> = call.rust.iter().map(link).collect();
        vec![lua.join(" "), rust.join(" "), escape(call.help)]
    };
    table(&["Lua", "Rust", ""], &calls.map(row).collect::<Vec<_>>())
}

fn source(name: &str) -> String {
    let of = |example: &shelf::Example| {
        switched(example.lua, CodeLanguage::Lua) + &switched(example.rust, CodeLanguage::Rust)
    };
    shelf::example(name).map_or(String::new(), of)
}

fn examples() -> String {
    let mut out = String::from("<div class=\"examples\">\n");
    for entry in shelf::EXAMPLES {
        let image = entry.label.map(|label| picture(label.bytes, SIDE, SIDE, 1, entry.title));
        let (image, name, about) = (image.unwrap_or_default(), entry.name, escape(entry.about));
        _ = writeln!(out, "<figure>{image}<figcaption><code>{name}</code> {about}</figcaption></figure>");
    }
    out += "</div>\n";
    for entry in shelf::EXAMPLES {
        let (name, code) = (entry.name, source(entry.name));
        _ = writeln!(out, "<details><summary>The code of <code>{name}</code></summary>\n{code}</details>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html() {
        let cases = [
            ("lines of **one**", "lines of <strong>one</strong>"),
            (
                "[a](#spr), [b](../x/2.md), [c](3.lua), [d], [e](#nothing)",
                "<a href=\"#spr\">a</a>, <a href=\"#chapter-2\">b</a>, c, [d], e",
            ),
            ("a `b`", "a <code>b</code>"),
        ];
        for (text, due) in cases {
            assert_eq!(inline(text), due);
        }
    }

    #[test]
    fn each_chapter_has_a_title_and_a_body() {
        for chapter in CHAPTERS {
            assert!(chapter.text.starts_with("# "), "{}", chapter.file);
            let body = body(chapter);
            // Code may contain anything.
            let words: String = body
                .split("<pre")
                .map(|part| part.split_once("</pre>").map_or(part, |(_, words)| words))
                .collect();
            assert!(body.len() > 400 && !words.contains("](") && !words.contains("```"), "{}", chapter.file);
        }
    }
}
