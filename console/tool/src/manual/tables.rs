//! The tables of the machine, made from its own definitions.

use super::costs::costs;
use super::html::{block, escape, grouped, table};
use super::sound::sounds;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use format::png;
use rasher::api::{CALLS, Status};
use rasher::memory::{AREAS, REGISTER_DEFAULTS, REGISTERS};
use rasher::palette::{NAMES, RGB};
use rasher::run_example;
use rasher::text::{COMMANDS, CONTROLS, ControlCode, SOUNDS, decode};
use rasher::{LIMITS, PIXELS, SIDE};
use std::fmt::Write;
use studio::{BUTTON_NAMES, Settings, WINDOW_KEYS, short_name};

type TableBody = fn() -> String;

const TABLES: [(&str, &str, TableBody); 11] = [
    ("Buttons and keys", "keys and gamepad buttons, and the keys of the window", buttons),
    ("Colours by number", "the 32 colours, with names and values", colours),
    ("Memory map", "the areas of the 64 KiB of memory", memory),
    ("Registers", "bytes that control drawing, mouse and keyboard, and sound", registers),
    ("P8SCII control codes", "codes in printed text: colours, positions, sizes, sounds", codes),
    ("Characters", "the characters of the font, by number", characters),
    ("Data files", "the file formats of sheet, map, flags, sounds and music", data_files),
    ("Waveforms and effects", "the sounds and effects of notes, to listen to", sounds),
    ("What calls cost", "the cost of calls in cycles, and the budget of a frame", costs),
    (
        "Limits",
        "how many sprites, tiles, sounds, colours and tokens there are; limits of calls and files",
        limits,
    ),
    ("Not in Rust carts", "other names of PICO-8, and where they belong", missing),
];

pub fn all() -> Vec<(&'static str, String)> {
    TABLES.iter().map(|(title, _, body)| (*title, body())).collect()
}

pub fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.iter().map(|(title, line, _)| (*title, *line))
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
        "<p>The defaults; players can change them in the pause menu.</p>\n<div class=\"pair\">{}{}</div>\n",
        table(&heads, &rows),
        table(&["keys of the window", ""], &window)
    )
}

fn colours() -> String {
    let mut out = String::from(
        "<p>A pixel has one of the standard colours, 0 to 15. The screen can show the extended colours, 128 to 143, in their place: \
         in Lua by <code>pal(c0,c1,1)</code>, in Rust by <a href=\"#pal_ext\"><code>pal_ext</code></a>.</p>\n<div class=\"swatches\">\n",
    );
    for (i, [r, g, b]) in RGB.iter().enumerate() {
        let n = if i < 16 { i } else { i + 112 };
        let name = NAMES.get(i).map_or(String::new(), |name| format!("<br/>{name}"));
        let hex = format!("#{r:02x}{g:02x}{b:02x}");
        _ = writeln!(out, "<div><span></span><p><b>{n}</b> {}{name}</p></div>", mono(&hex));
    }
    out += "</div>\n";
    out
}

pub fn swatches_style() -> String {
    let rules = RGB.iter().enumerate().map(|(i, [r, g, b])| {
        format!(".swatches div:nth-child({}) span {{ background: #{r:02x}{g:02x}{b:02x}; }}\n", i + 1)
    });
    rules.collect()
}

fn memory() -> String {
    let row = |area: &rasher::memory::MemoryArea| {
        let last = u32::from(area.start) + area.len - 1;
        vec![
            mono(format!("{:#06x}", area.start)),
            mono(format!("{last:#06x}")),
            area.len.to_string(),
            escape(area.about),
        ]
    };
    let rows: Vec<_> = AREAS.iter().map(row).collect();
    block("When a cart starts, and on [`Machine::reload`], its data are copied to 0x0000 to 0x42ff.")
        + &table(&["from", "to", "bytes", "contents"], &rows)
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
    block("Calls read and write these bytes; so can [`Machine::poke`]. 0x5f80 to 0x5fff are pins.")
        + &table(&["address", "bytes", "contents", "after <a href=\"#reset\"><code>reset</code></a>"], &rows)
}

fn codes() -> String {
    let numbered =
        |(n, code): (usize, &ControlCode)| vec![n.to_string(), mono(code.form), escape(code.about)];
    let plain = |code: &ControlCode| vec![mono(code.form), escape(code.about)];
    let controls: Vec<_> = CONTROLS.iter().enumerate().map(numbered).collect();
    let commands: Vec<_> = COMMANDS.iter().map(plain).collect();
    let sounds: Vec<_> = SOUNDS.iter().map(plain).collect();
    format!(
        "<p>For <a href=\"#print\"><code>print</code></a>: in Lua <code>&quot;\\^wwide&quot;</code>, in Rust \
         <code>p8!(r&quot;\\^wwide&quot;)</code>. P, Q and C are one character each: <code>0</code> to <code>9</code>, then \
         10 for <code>a</code>, and so on. H, A and N are hex digits.</p>\n{}<h3>Commands</h3>\n{}<h3>Sounds</h3>\n{}",
        table(&["byte", "form", "what it does"], &controls),
        table(&["form", "what it does"], &commands),
        table(&["form", "what it plays"], &sounds)
    )
}

pub fn font() -> String {
    let console = run_example(|p8| {
        for code in 16..=255u8 {
            p8.print_at([code].as_slice(), i32::from(code % 16) * 8, i32::from(code / 16) * 8, 7);
        }
    });
    let mut screen = [0; PIXELS];
    console.machine().picture(&mut screen);
    BASE64_STANDARD.encode(png(&screen, SIDE, SIDE, 1))
}

fn characters() -> String {
    let mut out = String::from(
        "<p>All 256 characters as the console draws them, with their numbers; row and column are the two hex digits. The first row has the \
         control codes, as they are written in text. Click a character to copy it for Lua or Rust.</p>\n\
         <div class=\"wide\"><table class=\"chars\">\n<tr><th></th>",
    );
    (0..16).for_each(|x| _ = write!(out, "<th>{x:x}</th>"));
    out += "</tr>\n";
    for y in 0..16u8 {
        _ = write!(out, "<tr><th>{y:x}0</th>");
        for x in 0..16 {
            let code = y * 16 + x;
            let text = if y == 0 {
                CONTROLS[usize::from(x)].form.trim_end_matches(['.', 'P', 'Q', 'c']).to_string()
            } else {
                decode(&[code])
            };
            let shown = match y {
                0 => mono(&text),
                _ => format!("<i class=\"glyph x{x} y{y}\"></i>"),
            };
            let (title, text) = (format!("{code}, {code:#04x}"), escape(&text));
            _ = write!(out, "<td title=\"{title}\" data-text=\"{text}\">{shown}<small>{code}</small></td>");
        }
        out += "</tr>\n";
    }
    out += "</table></div>\n";
    out
}

const DATA_FILES: &str = "| file | holds |
|---|---|
| `sprites/NAME.png` | 128 x 128 pixels in the 16 colours, or 2 to 16 times as large: 256 sprites, 16 in a row. \
`rasher import PICTURE NAME` converts any picture and reports inexact colours |
| `sprites/NAME.map` | `rows 32`, or 64 with the rows shared with sprites 128 to 255; then a line per row, \
with two hex digits or `..` per tile; missing tiles at the end of a row or the file are 0 |
| `sprites/NAME.flags` | 16 lines: the number of the first sprite, a colon, and 16 bytes in hex |
| `sfx/NAME.sfx` | sounds: a header each, then notes with key, octave, waveform, volume and effect |
| `sfx/NAME.music` | patterns: the sounds of the four channels, and where loops begin and end |";

fn data_files() -> String {
    block("Lines that start with # are comments. Saved files are reloaded while the cart runs.")
        + &block(DATA_FILES)
}

const SIZES: &str = "| what | size |
|---|---|
| screen | 128 x 128 pixels; 16 colours at a time, of 32 |
| sprites | 256 of 8 x 8 pixels, 8 flags each |
| map | 128 x 64 tiles; rows 32 to 63 share memory with sprites 128 to 255 |
| sound | 64 sounds of 32 notes, 64 patterns of music, 4 channels, 22,050 samples a second |
| memory | 65,536 bytes, of which 17,152 are the cart's data |
| numbers | -32,768 to 32,767.99998 in steps of 1/65,536 |
| input | 8 players with 6 buttons each, keyboard, mouse |
| time | 30 or 60 updates a second; 2^23 cycles a second |";

fn limits() -> String {
    let link = |call: &str| match CALLS.iter().flat_map(|c| c.rust).find(|item| item.name == call) {
        Some(_) => format!("<a href=\"#{call}\"><code>{call}</code></a>"),
        None => mono(call),
    };
    let running = LIMITS.iter().map(|row| {
        let calls: Vec<_> = row.calls.split(' ').map(link).collect();
        vec![escape(row.name), format!("{} to {}", row.least, row.most), calls.join(" "), escape(row.beyond)]
    });
    let files = format::FormatLimit::ALL
        .iter()
        .map(|limit| (limit.what().to_string(), limit.most(), "the file is rejected"));
    let source = budget::SourceLimit::ALL.iter().map(|limit| {
        let of = match limit {
            budget::SourceLimit::Tokens | budget::SourceLimit::Characters => limit.name(),
            budget::SourceLimit::Compressed => "bytes, compressed,",
        };
        (format!("{of} of a cart's source"), limit.most(), "reported by rasher budget")
    });
    let most = |(what, most, beyond): (String, usize, &str)| {
        vec![escape(&what), grouped(most as u64), beyond.into()]
    };
    format!(
        "{}<h3>In a running cart</h3>\n<p>Nothing panics beyond a limit: the call does what this table says, and the console reports the \
         limit, the value and the cart's line.</p>\n{}<h3>In files and source</h3>\n{}",
        block(SIZES),
        table(&["what", "limit", "calls", "beyond"], &running.collect::<Vec<_>>()),
        table(&["what", "at most", "beyond"], &files.chain(source).map(most).collect::<Vec<_>>())
    )
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
    let text = "<p>Other names in PICO-8. Those of Lua are explained in <a href=\"#chapter-lua\">Lua in carts</a>.</p>\n";
    text.to_string() + &table(&["name", "about", "part of"], &rows)
}
