//! The page: a sidebar with contents and search, an introduction, chapters, the calls by section, the tables of the machine.

use super::chapter::{body, id as chapter_id, memory_style};
use super::entry::{entry, id, words};
use super::html::{escape, picture};
use super::synonyms::STOP_WORDS;
use super::tables;
use format::png;
use guide::CHAPTERS;
use rasher::api::{CALLS, Call, Status};
use rasher::run_example;
use rasher::text::decode;
use rasher::{Machine, Num, PIXELS, SIDE};
use std::fmt::Write;
use web::html::hash;

fn slug(title: &str) -> String {
    let slug = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("section-{}", title.chars().map(slug).collect::<String>())
}

fn sections() -> Vec<(&'static str, Vec<&'static Call>)> {
    let mut out: Vec<(&str, Vec<&Call>)> = Vec::new();
    for call in CALLS.iter().filter(|call| call.status == Status::Rust) {
        match out.last_mut() {
            Some((title, calls)) if *title == call.section => calls.push(call),
            _ => out.push((call.section, vec![call])),
        }
    }
    out
}

pub fn page() -> String {
    let mut out = String::with_capacity(1 << 20);
    let (style, script) = (style(), include_str!("manual.js"));
    _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src {}; img-src data:; \
         media-src data:; base-uri 'none'; form-action 'none'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"generator\" content=\"rasher {}\"/>\n<title>Rasher: the manual</title>\n\
         <link rel=\"icon\" href=\"{}\"/>\n<style>{style}</style>\n</head>\n<body>\n",
        hash(script),
        hash(&style),
        env!("CARGO_PKG_VERSION"),
        // Only the picture's address.
        face(1).split('"').nth(1).unwrap_or_default(),
    );
    let sections = sections();
    out += &side(&sections);
    out += "<main id=\"main\">\n";
    out += &introduction();
    for chapter in CHAPTERS {
        let (id, words) = (chapter_id(chapter), chapter.words);
        let title = escape(chapter.title());
        let (lower, body) = (title.to_lowercase(), body(chapter));
        _ = writeln!(out, "<section class=\"chapter\" data-words=\"{lower} {words} chapter\">");
        _ = writeln!(out, "<h2 id=\"{id}\"><a href=\"#{id}\">{title}</a></h2>\n{body}</section>");
    }
    for (title, calls) in &sections {
        _ = write!(out, "<section data-group=\"\">\n{}", heading(title));
        calls.iter().for_each(|call| out += &entry(call));
        out += "</section>\n";
    }
    for ((title, body), (_, line)) in tables::all().into_iter().zip(tables::tables()) {
        let words = escape(&format!("{title} {line}").to_lowercase());
        _ = write!(out, "<section data-words=\"{words} table\">\n{}{body}</section>\n", heading(title));
    }
    out = signs(&out);
    _ = write!(out, "</main>\n<script>{script}</script>\n</body>\n</html>\n");
    out
}

/// All styles, in one element whose hash the page's policy allows.
fn style() -> String {
    let mut out = format!(":root {{ --signs: url(data:image/png;base64,{}); }}\n", tables::font());
    // Columns and rows of the font's picture.
    (0..16).for_each(|n| _ = writeln!(out, ".x{n} {{ --x: {n}; }} .y{n} {{ --y: {n}; }}"));
    out + &tables::swatches_style() + &memory_style() + include_str!("manual.css")
}

pub const BUTTON_CODES: [u8; 6] = [139, 145, 148, 131, 142, 151];

/// Draws the buttons in the page's text with the console's font. Copying them still gives the characters.
fn signs(page: &str) -> String {
    let signs = BUTTON_CODES.map(|code| (decode(&[code]).trim_end_matches('\u{fe0f}').to_string(), code));
    let mut out = String::with_capacity(page.len() + page.len() / 8);
    // Attributes, such as a picture's description, stay as they are.
    for part in page.split_inclusive('>') {
        let (text, tag) = part.split_at(part.find('<').unwrap_or(0));
        let mut text = text.to_string();
        for (sign, code) in signs.iter().filter(|(sign, _)| part.contains(sign)) {
            let drawn =
                |text: &str| format!("<span class=\"sign x{} y{}\">{text}</span>", code % 16, code / 16);
            let long = format!("{sign}\u{fe0f}");
            // Through placeholders, as the replacements contain the sign.
            text = text.replace(&long, "\u{e000}").replace(sign, "\u{e001}");
            text = text.replace('\u{e000}', &drawn(&long)).replace('\u{e001}', &drawn(sign));
        }
        out += &text;
        out += tag;
    }
    out
}

fn heading(title: &str) -> String {
    let slug = slug(title);
    format!("<h2 id=\"{slug}\"><a href=\"#{slug}\">{}</a></h2>\n", escape(title))
}

fn language() -> String {
    let choices = [("both", "both", " checked=\"\""), ("lua", "Lua", ""), ("rust", "Rust", "")];
    let buttons: String = choices
        .iter()
        .map(|(id, text, checked)| {
            let input = format!("<input type=\"radio\" name=\"language\" id=\"in-{id}\"{checked}/>");
            format!("<span>{input}<label for=\"in-{id}\">{text}</label></span>")
        })
        .collect();
    format!("<div id=\"language\">{buttons}</div>\n")
}

fn side(sections: &[(&str, Vec<&Call>)]) -> String {
    let mut out = format!(
        "<aside id=\"side\">\n<header>{}<div><b>Rasher</b><small>manual, {}</small></div>\
         <button id=\"theme\" type=\"button\" aria-label=\"light or dark\">\u{25d0}</button></header>\n\
         <input id=\"search\" type=\"search\" placeholder=\"Search  ( / )\" aria-label=\"Search\" data-empty=\"{}\"/>\n\
         <p id=\"found\" aria-live=\"polite\"></p>\n{}<input id=\"toggle\" type=\"checkbox\"/>\
         <label for=\"toggle\">\u{2630} contents</label>\n<nav>\n",
        face(3),
        env!("CARGO_PKG_VERSION"),
        STOP_WORDS.join(" "),
        language(),
    );
    for (title, lessons) in [("Tutorial: a game in eight chapters", true), ("The console", false)] {
        _ = write!(out, "<div data-group=\"\"><h2>{title}</h2>\n<ul class=\"prose\">");
        for chapter in CHAPTERS.iter().filter(|chapter| chapter.is_lesson() == lessons) {
            let (id, title, words) = (chapter_id(chapter), escape(chapter.title()), chapter.words);
            let known = title.to_lowercase();
            _ = write!(out, "<li data-words=\"{known} {words} chapter\"><a href=\"#{id}\">{title}</a></li>");
        }
        out += "</ul></div>\n";
    }
    for (title, calls) in sections {
        let (slug, title) = (slug(title), escape(title));
        _ = write!(out, "<div data-group=\"\"><h2><a href=\"#{slug}\">{title}</a></h2>\n<ul>");
        for call in calls {
            let short = call.name.split(' ').next().unwrap_or_default();
            let more = if call.name.contains(' ') { " \u{2026}" } else { "" };
            let (words, id, short) = (words(call), id(call), escape(short));
            _ = write!(out, "<li data-words=\"{words}\"><a href=\"#{id}\">{short}{more}</a></li>");
        }
        out += "</ul></div>\n";
    }
    out += "<div data-group=\"\"><h2>The machine</h2>\n<ul class=\"prose\">";
    for (title, line) in tables::tables() {
        let words = escape(&format!("{title} {line}").to_lowercase());
        _ = write!(out, "<li data-words=\"{words} table\"><a href=\"#{}\">{title}</a></li>", slug(title));
    }
    out += "</ul></div>\n</nav>\n</aside>\n";
    out
}

fn drawn(draw: fn(&mut Machine), [width, height]: [usize; 2], scale: usize, alt: &str) -> String {
    let mut screen = [0; PIXELS];
    run_example(draw).machine().picture(&mut screen);
    let rows = screen.chunks(SIDE).take(height);
    let cut: Vec<u8> = rows.flat_map(|row| row[..width].to_vec()).collect();
    picture(&png(&cut, width, height, 1), width, height, scale, alt)
}

fn face(scale: usize) -> String {
    drawn(|p8| p8.spr_ext(16, 0, 0, 2, 2, false, false), [16, 16], scale, "Rasher, a pig")
}

fn introduction() -> String {
    let cover = drawn(
        |p8| {
            p8.cls(1);
            p8.srand(3);
            for _ in 0..70 {
                let (x, y) = (p8.rnd(128).flr(), p8.rnd(60).flr());
                p8.pset(x, y, 13);
            }
            // The map as a meadow up to the horizon.
            for y in 0..68 {
                let far = Num::int(70) / Num::int(y + 4);
                let back = Num::int(9) - far / Num::int(2);
                p8.tline_ext(0, 60 + y, 127, 60 + y, Num::int(8) - far, back, far / Num::int(64), 0, 0);
            }
            p8.sspr_ext(0, 8, 16, 16, 40, 56, 48, 48, false, false);
            p8.print_at(rasher::p8!(r"\^w\^t\^o2ffrasher"), 40, 18, 14);
            p8.print_at(rasher::p8!(r"\^o0ffall calls"), 46, 34, 15);
        },
        [SIDE, SIDE],
        2,
        "A pig on a meadow under stars, and above it: rasher, all calls",
    );
    let sheet = drawn(
        |p8| {
            for n in 0..11 {
                p8.spr(n, n * 10, 0);
                p8.print_at(n, n * 10 + if n < 10 { 2 } else { 0 }, 10, 6);
            }
            p8.sspr(0, 8, 16, 16, 112, 0);
        },
        [SIDE, 16],
        3,
        "The example cart's sprites 0 to 10, and the face from 16 on",
    );
    let map = drawn(|p8| p8.map(), [SIDE, SIDE], 2, "The example cart's map");
    format!(
        "<div class=\"lead\"><div><h1>Rasher: the manual</h1>\n\
         <p>A cart is a program in Lua or in Rust with the hooks <a href=\"#_init\"><code>_init</code></a>, \
         <code>_update</code> and <code>_draw</code>. In Lua the calls of this page are functions; in Rust they are methods of the machine, which each hook gets as \
         <code>p8</code>. The machine has 128 x 128 pixels, 16 colours, 64 KiB of memory, four channels of sound.</p>\n\
         <p>No call panics, whatever its arguments: drawing outside of the screen has no effect, and reading there returns what this page says. Arguments \
         in brackets are optional. In Rust <code>impl Into&lt;Color&gt;</code> takes a number 0 to 15, or <code>Color::PEN</code> for the colour of the \
         previous call. <code>impl Int</code> takes an <code>i32</code> or a 16.16 number, which is rounded down; \
         <code>impl Into&lt;Num&gt;</code> takes both unchanged. <a href=\"#num!\"><code>num!(0.5)</code></a> is a 16.16 number. The \
         longer form of a call ends in <code>_ext</code>.</p></div>\n{cover}</div>\n\
         <section data-words=\"the example cart examples\" class=\"fixture\"><div>\n<h3 id=\"section-example\">The example cart</h3>\n\
         <p>Every example is tested; its picture is the screen at its end, the same in Lua and in Rust. \
         All of them start with the same cart: a black screen, pen colour 6, 1.5 seconds after the start, the buttons \u{27a1}\u{fe0f} and \
         \u{1f17e}\u{fe0f} just pressed, these sprites, this map of 16 x 16 tiles, the sounds 0 (coin), 1 (jump), \
         2 (motor) and a tune from music pattern 0. Flag 0 marks obstacles (wall, tree, water), flag 1 water, flag 2 \
         things to pick up.</p>\n<figure>{sheet}<figcaption>sprites 0 to 10, and 16, 17, 32, 33 as one</figcaption></figure>\
         </div><figure>{map}<figcaption>the map</figcaption></figure></section>\n",
    )
}
