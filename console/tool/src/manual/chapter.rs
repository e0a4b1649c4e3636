//! The chapters of the manual: Markdown of `console/tool/tutorial` and `console/tool/chapters` as sections of the page.
//!
//! ```text
//! # title          the section's        ```lua      code              | a | b |   a table        - point    a list
//! ## part          a subtitle           `code`, **strong**, [words](2.md)                        ![words](2.png)   a picture
//! ```
//!
//! `#memory`, `#calls`, `#examples` and `#source-NAME` in place of a picture are made here. Links lead to chapters and calls (`#spr`);
//! others become plain words. A lesson ends with its whole program, folded.

use super::entry::lua_forms;
use super::html::{block, code, escape, find_anchor, marked, picture, switched, table};
use rasher::SIDE;
use rasher::api::{CALLS, Call, Item, Status};
use rasher::memory::{AREAS, SIZE};
use std::fmt::Write;
use studio::code::CodeLanguage;

pub struct Chapter {
    /// File name without extension; the anchor is made of it.
    pub file: &'static str,
    pub words: &'static str,
    pub text: &'static str,
    pictures: &'static [&'static [u8]],
}

macro_rules! chapters {
    ($($folder:literal $file:literal $words:literal $(, $picture:literal)?)*) => {
        &[$(Chapter {
            file: $file,
            words: $words,
            text: include_str!(concat!("../../", $folder, "/", $file, ".md")),
            pictures: &[$(include_bytes!(concat!("../../", $folder, "/", $picture)))?],
        }),*]
    };
}

pub const CHAPTERS: &[Chapter] = chapters! {
    "tutorial" "1" "tutorial begin start first cart new hot reload", "1.png"
    "tutorial" "2" "tutorial move speed velocity gravity animation", "2.png"
    "tutorial" "3" "tutorial list table collision distance near", "3.png"
    "tutorial" "4" "tutorial score points", "4.png"
    "tutorial" "5" "tutorial enemy enemies chase lives", "5.png"
    "tutorial" "6" "tutorial title game over states mode menu", "6.png"
    "tutorial" "7" "tutorial sound music particles high score save", "7.png"
    "tutorial" "8" "tutorial test tests export page share build windows", "8.png"
    "chapters" "examples" "examples models template begin"
    "chapters" "machine" "data files sfx file sheet map memory hooks"
    "chapters" "lua" "lua language table list array add del all for split text string coroutine metatable object include"
    "chapters" "rust" "rust struct state serde borrow crate package"
    "chapters" "numbers" "fixed point num decimal float division angle random"
    "chapters" "time" "recording replay rewind save slot high score hot reload film slow motion"
    "chapters" "debugger" "debug breakpoint history bug test"
    "chapters" "editor" "vs code editor vim emacs language server completion snippet task debug adapter dap watch"
    ".." "KEYS" "keys undo redo restore editors debugger mouse gamepad pad rewind shortcuts"
    ".." "COMMANDS" "commands command line build windows linux export pack run import image picture share wav mp3 ogg"
    "chapters" "retroarch" "libretro retroarch core cheats achievements memory handheld raspberry"
    "chapters" "pico8" "pico-8 lua rust calls differences"
    "chapters" "compatibility" "compatible pico-8 versions history changes missing unknown"
};

/// The program at the end of lesson 1 to 8. `programs.txt` has all of them: each line starts with the first and last lesson that has it.
pub fn lesson_program(lesson: usize) -> String {
    let lines = include_str!("../../tutorial/programs.txt").lines().filter_map(|row| {
        let (span, line) = row.split_once(' ').unwrap_or((row, ""));
        let (first, last) = span.split_once('-')?;
        (first.parse().ok()?..=last.parse().ok()?).contains(&lesson).then(|| format!("{line}\n"))
    });
    lines.collect()
}

impl Chapter {
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    pub fn is_lesson(&self) -> bool {
        self.file.starts_with(|c: char| c.is_ascii_digit())
    }

    pub fn id(&self) -> String {
        format!("chapter-{}", self.file)
    }

    pub fn body(&self) -> String {
        let mut out = String::new();
        let mut lines = self.text.lines().skip(1).peekable();
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                out += &listing(&code, language);
            } else if let Some(title) = line.strip_prefix("## ") {
                _ = writeln!(out, "<h3>{}</h3>", escape(title));
            } else if let Some(words) = line.strip_prefix("![") {
                out += &self.image(words);
            } else if !line.is_empty() {
                let mut all = vec![line];
                while let Some(line) = lines.next_if(|line| !line.is_empty() && !line.starts_with("```")) {
                    all.push(line);
                }
                out += &paragraph(&all);
            }
        }
        if let Ok(lesson) = self.file.parse() {
            let program = lesson_program(lesson);
            let code = listing(&program.lines().collect::<Vec<_>>(), "lua");
            _ = writeln!(out, "<details><summary>The whole program</summary>\n{code}</details>");
        }
        out
    }

    fn image(&self, mark: &str) -> String {
        let (words, file) = mark.trim_end_matches(')').split_once("](").unwrap_or((mark, ""));
        match file {
            "#memory" => memory(),
            "#calls" => calls(),
            "#examples" => examples(),
            _ if file.starts_with("#source-") => source(file.trim_start_matches("#source-")),
            // Large pictures, which have files of their own, are left out.
            _ => self.pictures.first().map_or(String::new(), |png| {
                let image = picture(png, SIDE, SIDE, 2, words);
                let caption = escape(words);
                format!("<figure class=\"screen\">{image}<figcaption>{caption}</figcaption></figure>\n")
            }),
        }
    }
}

/// A block of code, coloured; in other languages than Lua only comments are.
fn listing(lines: &[&str], language: &str) -> String {
    let comment = match language {
        "lua" => return code(&lines.join("\n"), CodeLanguage::Lua),
        "sh" => "#",
        _ => "\0",
    };
    let lines: Vec<String> = lines
        .iter()
        .map(|line| match line.find(comment) {
            Some(at) => format!("{}<i>{}</i>", escape(&line[..at]), escape(&line[at..])),
            None => escape(line),
        })
        .collect();
    format!("<pre><code>{}</code></pre>\n", lines.join("\n"))
}

fn paragraph(lines: &[&str]) -> String {
    match lines[0] {
        first if first.starts_with('|') => links(&block(&lines.join("\n"))),
        first if first.starts_with("- ") => {
            let joined = lines.join("\n");
            let points = joined.trim_start_matches("- ").split("\n- ");
            let points: String =
                points.map(|point| format!("<li>{}</li>\n", inline(&point.replace("\n  ", " ")))).collect();
            format!("<ul>\n{points}</ul>\n")
        }
        _ => format!("<p>{}</p>\n", inline(&lines.join(" "))),
    }
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
        let anchor = chapter.map(Chapter::id).or_else(|| call().map(str::to_string));
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
            (&["two", "lines of **one**"][..], "<p>two lines of <strong>one</strong></p>\n"),
            (
                &["[a](#spr), [b](../x/2.md), [c](3.lua), [d], [e](#nothing)"],
                "<p><a href=\"#spr\">a</a>, <a href=\"#chapter-2\">b</a>, c, [d], e</p>\n",
            ),
            (&["- a `b`", "- c"], "<ul>\n<li>a <code>b</code></li>\n<li>c</li>\n</ul>\n"),
        ];
        for (lines, due) in cases {
            assert_eq!(paragraph(lines), due);
        }
    }

    #[test]
    fn each_chapter_has_a_title_and_a_body() {
        for chapter in CHAPTERS {
            assert!(chapter.text.starts_with("# "), "{}", chapter.file);
            let body = chapter.body();
            // Code may contain anything.
            let words: String = body
                .split("<pre")
                .map(|part| part.split_once("</pre>").map_or(part, |(_, words)| words))
                .collect();
            assert!(body.len() > 400 && !words.contains("](") && !words.contains("```"), "{}", chapter.file);
        }
    }
}
