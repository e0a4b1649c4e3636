//! The tables of the machine, each made from the machine's own: buttons and keys, colours, memory, registers,
//! control codes, characters, limits, and what Rust carts do without.

use super::costs::costs;
use super::html::{escape, grouped, table};
use super::sound::sounds;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use budget::Limit;
use format::png;
use rasher::api::{CALLS, Status, perform};
use rasher::memory::{AREAS, REGISTER_DEFAULTS, REGISTERS};
use rasher::palette::{NAMES, RGB};
use rasher::text::{COMMANDS, CONTROLS, Code, SOUNDS, decode};
use rasher::{PIXELS, SIDE};
use std::fmt::Write;
use studio::{BUTTON_NAMES, Settings, WINDOW_KEYS, short_name};

/// Every table with its title.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("Buttons and keys", buttons()),
        ("Colours by number", colours()),
        ("Memory map", memory()),
        ("Registers", registers()),
        ("P8SCII control codes", codes()),
        ("Characters", characters()),
        ("Waveforms and effects", sounds()),
        ("What calls cost", costs()),
        ("Limits", limits()),
        ("Not in Rust carts", missing()),
    ]
}

fn mono(text: impl std::fmt::Display) -> String {
    format!("<code>{}</code>", escape(&text.to_string()))
}

fn keys<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names
        .into_iter()
        .map(|name| format!("<kbd>{}</kbd> ", escape(name)))
        .collect::<String>()
        .trim_end()
        .to_string()
}

fn buttons() -> String {
    let settings = Settings::default();
    let short = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| short_name(name)).collect();
        keys(names.iter().map(String::as_str))
    };
    let row = |(b, name): (usize, &&str)| {
        let [one, two] = settings.keys.each_ref().map(|player| short(&player[b]));
        vec![mono(b), mono(format!("{:#04x}", 1 << b)), name.to_string(), one, two, short(&settings.pad[b])]
    };
    let rows: Vec<_> = BUTTON_NAMES.iter().enumerate().map(row).collect();
    let heads = ["number", "bit", "button", "player 0", "player 1", "gamepad"];
    let window: Vec<_> =
        WINDOW_KEYS.iter().map(|(key, what)| vec![keys(key.split(' ')), escape(what)]).collect();
    format!(
        "<p>As they are before a player changes them in the pause menu.</p>\n<div class=\"pair\">{}{}</div>\n",
        table(&heads, &rows),
        table(&["keys of the window", ""], &window)
    )
}

fn colours() -> String {
    let mut out = String::from(
        "<p>0 to 15 are the standard colours, a pixel holds one of these. The extended ones, 128 to 143, come to the \
         screen by <a href=\"#pal_ext\"><code>pal_ext</code></a> with palette 1.</p>\n<div class=\"swatches\">\n",
    );
    for (i, [r, g, b]) in RGB.iter().enumerate() {
        let n = if i < 16 { i } else { i + 112 };
        let name = NAMES.get(i).map_or(String::new(), |name| format!("<br/>{name}"));
        let hex = format!("#{r:02x}{g:02x}{b:02x}");
        _ = writeln!(
            out,
            "<div><span style=\"background:{hex}\"></span><p><b>{n}</b> {}{name}</p></div>",
            mono(&hex)
        );
    }
    out += "</div>\n";
    out
}

fn memory() -> String {
    let row = |area: &rasher::memory::Area| {
        let last = u32::from(area.start) + area.len - 1;
        vec![
            mono(format!("{:#06x}", area.start)),
            mono(format!("{last:#06x}")),
            area.len.to_string(),
            escape(area.about),
        ]
    };
    let rows: Vec<_> = AREAS.iter().map(row).collect();
    format!(
        "<p>64 KiB. A start, and <a href=\"#reload\"><code>reload</code></a>, copies the cart's data to 0x0000 to \
         0x42ff.</p>\n{}",
        table(&["from", "to", "bytes", "holds"], &rows)
    )
}

fn registers() -> String {
    let row = |r: &rasher::memory::Register| {
        let at = usize::from(r.addr - REGISTERS[0].addr);
        let defaults = &REGISTER_DEFAULTS[at..at + usize::from(r.len)];
        let value = match defaults {
            _ if !r.reset => "kept".to_string(),
            _ if defaults.iter().all(|b| b == &defaults[0]) => mono(format!("{:#04x}", defaults[0])),
            _ => mono(defaults.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ")),
        };
        vec![mono(format!("{:#06x}", r.addr)), r.len.to_string(), escape(r.about), value]
    };
    let rows: Vec<_> = REGISTERS.iter().map(row).collect();
    format!(
        "<p>What <a href=\"#reset\"><code>reset</code></a> sets, and what <a href=\"#poke\"><code>poke</code></a> \
         changes behind the calls' back. 0x5f80 to 0x5fff are pins.</p>\n{}",
        table(&["address", "bytes", "holds", "after a reset"], &rows)
    )
}

fn codes() -> String {
    let numbered = |(n, code): (usize, &Code)| vec![n.to_string(), mono(code.form), escape(code.about)];
    let plain = |code: &Code| vec![mono(code.form), escape(code.about)];
    let controls: Vec<_> = CONTROLS.iter().enumerate().map(numbered).collect();
    let commands: Vec<_> = COMMANDS.iter().map(plain).collect();
    let sounds: Vec<_> = SOUNDS.iter().map(plain).collect();
    format!(
        "<p>In a text for <a href=\"#print\"><code>print</code></a> written with <code>p8!</code>, as \
         <code>p8!(r&quot;\\^wwide&quot;)</code>. P, Q and C are one character each: <code>0</code> to <code>9</code>, then \
         10 for <code>a</code>, and so on. H, A and N are hex digits.</p>\n{}<h3>Commands</h3>\n{}<h3>Sounds</h3>\n{}",
        table(&["byte", "form", "what it does"], &controls),
        table(&["form", "what it does"], &commands),
        table(&["form", "what it plays"], &sounds)
    )
}

fn characters() -> String {
    let console = perform(|p8| {
        for code in 16..=255u8 {
            p8.print_at([code].as_slice(), i32::from(code % 16) * 8, i32::from(code / 16) * 8, 7);
        }
    });
    let mut screen = [0; PIXELS];
    console.machine().picture(&mut screen);
    let font = BASE64_STANDARD.encode(png(&screen, SIDE, SIDE, 1));
    let mut out = format!(
        "<p>Each as the console draws it, and below as a Rust text holds it. The code is the row's number and the \
         column's digit in hex; the first row are the control codes.</p>\n\
         <div class=\"wide\"><table class=\"chars\" style=\"--font:url(data:image/png;base64,{font})\">\n<tr><th></th>"
    );
    (0..16).for_each(|x| _ = write!(out, "<th>{x:x}</th>"));
    out += "</tr>\n";
    for y in 0..16u8 {
        _ = write!(out, "<tr><th>{y:x}0</th>");
        for x in 0..16 {
            let code = y * 16 + x;
            let text = decode(&[code]);
            // Four of the sixteen control codes are white space or nothing at all.
            let shown = if text.chars().all(char::is_control) { String::new() } else { escape(&text) };
            let glyph = format!("<i class=\"glyph\" style=\"--x:{x};--y:{y}\"></i>");
            let glyph = if y == 0 { "" } else { &glyph };
            _ = write!(out, "<td title=\"{code}, {code:#04x}\">{glyph}{shown}</td>");
        }
        out += "</tr>\n";
    }
    out += "</table></div>\n";
    out
}

/// What is limited, the limit, what happens beyond it.
const LIMITS: &[[&str; 3]] = &[
    ["screen", "128 x 128 pixels, 16 colours of 32", "not drawn; reads 0"],
    ["sprites", "256 of 8 x 8 pixels, 8 flags each", "not drawn; reads 0"],
    ["map", "128 x 64 tiles; rows 32 to 63 share memory with sprites 128 to 255", "not drawn; reads 0"],
    ["sounds", "64 of 32 notes; 4 channels", "the call does nothing and gives -1"],
    ["music", "64 patterns of 4 sounds", "the call does nothing"],
    [
        "memory",
        "65,536 bytes, of which 17,152 are the cart's data",
        "an address is a u16; stretches are cut off at 0xffff",
    ],
    ["peek_n, poke_n", "8,192 bytes a call", "the rest is left alone"],
    [
        "kept numbers",
        "64 of 16.16 bits; a name of 64 letters, digits, _ or -",
        "reads 0, is not kept; a bad name gives false",
    ],
    ["pause menu", "5 items of 16 letters", "ignored; cut off"],
    ["numbers", "-32,768 to 32,767.99998 in steps of 1/65,536", "wrap, or saturate where PICO-8 does"],
    ["players", "8; 6 buttons each, and pause", "no button is held"],
    ["sample stream", "5,512.5 samples of 8 bits a second", "serial tells how many it took"],
    ["cycles", "2^23 a second, so 279,620 a frame at 30 and 139,810 at 60", "a strict cart loses pictures"],
    ["debug lines", "256 a frame", "left out"],
];

fn limits() -> String {
    let mut rows: Vec<_> = LIMITS.iter().map(|row| row.map(escape).to_vec()).collect();
    let source = |limit: &Limit| {
        let what = match limit {
            Limit::Tokens => "tokens of the source",
            Limit::Characters => "characters of the source",
            Limit::Compressed => "bytes of the source, compressed",
        };
        vec![what.into(), grouped(limit.most() as u64), "rasher budget says so, and where".into()]
    };
    rows.extend(Limit::ALL.iter().map(source));
    table(&["what", "limit", "beyond it"], &rows)
}

fn missing() -> String {
    let rows: Vec<_> = CALLS
        .iter()
        .filter(|call| call.status != Status::Rust)
        .map(|call| {
            let whose = match call.status {
                Status::Lua => "the Lua language",
                Status::Format => "a file format",
                Status::Shell | Status::Rust => "a prompt",
            };
            vec![mono(call.name), escape(call.help), whose.to_string()]
        })
        .collect();
    format!(
        "<p>PICO-8's other names, and whose they are.</p>\n{}",
        table(&["name", "what", "part of"], &rows)
    )
}
