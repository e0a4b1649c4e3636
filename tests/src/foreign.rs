//! Small files of other programs, made from their published formats: Aseprite, Tiled, LDtk, MIDI; what PICO-8 and `rasher export` export.
//!
//! ```text
//! aseprite(6, 8, colours)   one frame of one cel for each colour
//! TILED                     3x2 tiles:  1 17 0    two layers seen, one hidden, one tile flipped
//!                                       0 255 1
//! LDTK                      two levels side by side, 10x2 tiles, three layers, one tile flipped
//! ```

use lzma_rust2::{LzmaOptions, LzmaWriter};
use rasher::{Boot, Bundle, Machine};
use std::io::Write;

/// A script that PICO-8 exports next to a page: the carts' names, and their bytes as in a `.p8.rom`.
pub fn exported_script(carts: &[(&str, &[u8])]) -> Vec<u8> {
    let names: Vec<String> = carts.iter().map(|(name, _)| format!("`{name}`")).collect();
    let numbers = carts.iter().flat_map(|(_, bytes)| bytes.iter().map(ToString::to_string));
    let numbers = numbers.collect::<Vec<_>>().join(",");
    format!("\nvar _cartname=[{}];\nvar _cdpos=0;\nvar _cartdat=[\n{numbers}];\n", names.join(", "))
        .into_bytes()
}

/// A page of `rasher export` without the player and its script; of a Rust cart without a bundle.
pub fn own_page(bundle: Option<&Bundle>, label: Option<Vec<u8>>) -> String {
    let files = bundle.map(|bundle| {
        let bytes = postcard::to_allocvec(bundle).expect("a bundle has a form");
        let mut options = LzmaOptions::with_preset(9);
        (options.lc, options.pb) = (4, 0);
        let size = Some(bytes.len() as u64);
        let mut packer = LzmaWriter::new_use_header(Vec::new(), &options, size).expect("good options");
        packer.write_all(&bytes).expect("into memory");
        web::PageFile { name: "bundle".into(), lzma: packer.finish().expect("into memory") }
    });
    let boot = match bundle {
        Some(_) => serde_json::json!({"name": "moth", "title": "moth"}),
        None => serde_json::json!({"cart": "porklike", "name": "porklike"}),
    };
    let page = web::WebPage { boot, label, files: files.into_iter().collect(), ..web::WebPage::default() };
    let text = web::page(&page);
    let (head, _) =
        text.split_once("<script type=\"text/plain\" id=\"module\">").expect("every page has one");
    let body = head.split_once("</style>").expect("every page has one").1;
    format!("<!doctype html>{body}</body></html>")
}

/// A picture of code as PICO-8 exports it, with so many lines in a column, each cropped after 185 pixels. The console draws the characters.
pub fn code_picture(code: &[&[u8]], rows: usize) -> Vec<u8> {
    let (wide, high) = (192 * code.len().div_ceil(rows), 6 * rows);
    let mut pixels = vec![1; wide * high];
    let mut p8 = Machine::new(Boot::default());
    for (n, line) in code.iter().enumerate() {
        let mut x = 1;
        for byte in *line {
            p8.cls(1);
            let width = p8.print_at(&[*byte][..], 0, 0, 7) as usize;
            for (dx, dy) in (0..48).map(|at| (at % 8, at / 8)).filter(|(dx, _)| x + dx < 186) {
                if p8.pget(dx as i32, dy as i32) == 7 {
                    pixels[(n % rows * 6 + 1 + dy) * wide + n / rows * 192 + x + dx] = 6;
                }
            }
            x += width;
        }
    }
    format::png(&pixels, wide, high, 1)
}

/// An Aseprite file, from its published format: 16 bits of magic, a header of 128 bytes, frames of chunks. Each frame
/// is one uncompressed cel of 32 bits per pixel in one colour.
pub fn aseprite(w: u16, h: u16, colors: &[[u8; 3]]) -> Vec<u8> {
    let chunk = |kind: u16, body: &[u8]| {
        let size = (body.len() as u32 + 6).to_le_bytes();
        [&size[..], &kind.to_le_bytes(), body].concat()
    };
    let mut frames = Vec::new();
    for (n, [r, g, b]) in colors.iter().enumerate() {
        let mut chunks = Vec::new();
        if n == 0 {
            // A visible layer: flags, kind, level, two unused sizes, blend mode, opacity, three unused, its name.
            let mut layer =
                [1u16, 0, 0, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
            layer.extend([255, 0, 0, 0, 1, 0, b'a']);
            chunks.push(chunk(0x2004, &layer));
        }
        // Layer 0, at 0,0, opaque, kind 0, z 0, five unused, then size and pixels.
        let mut cel = vec![0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        cel.extend([w, h].iter().flat_map(|side| side.to_le_bytes()));
        cel.extend([*r, *g, *b, 255].repeat(usize::from(w) * usize::from(h)));
        chunks.push(chunk(0x2005, &cel));
        let (count, body) = (chunks.len() as u16, chunks.concat());
        let mut frame = (body.len() as u32 + 16).to_le_bytes().to_vec();
        frame.extend(0xf1fau16.to_le_bytes());
        frame.extend(count.to_le_bytes());
        frame.extend([100, 0, 0, 0]);
        frame.extend(u32::from(count).to_le_bytes());
        frames.extend(frame.into_iter().chain(body));
    }
    let mut head = (frames.len() as u32 + 128).to_le_bytes().to_vec();
    head.extend([0xa5e0, colors.len() as u16, w, h, 32].iter().flat_map(|word: &u16| word.to_le_bytes()));
    head.extend(1u32.to_le_bytes());
    head.resize(128, 0);
    head.into_iter().chain(frames).collect()
}

pub const TILED: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8" infinite="0">
 <tileset firstgid="1" name="s" tilewidth="8" tileheight="8" tilecount="256" columns="16"><image source="s.png" width="128" height="128"/></tileset>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">2,3,0,
0,256,2147483650</data></layer>
 <layer id="2" name="above" width="3" height="2"><data encoding="csv">0,18,0,0,0,0</data></layer>
 <layer id="3" name="hidden" visible="0" width="3" height="2"><data encoding="csv">9,9,9,9,9,9</data></layer>
</map>"#;

pub const LDTK: &str = r#"{"levels":[
        {"worldX":64,"worldY":0,"layerInstances":[
            {"__gridSize":8,"visible":true,"gridTiles":[{"px":[0,8],"t":5,"f":0}],"autoLayerTiles":[]},
            {"__gridSize":8,"visible":true,"gridTiles":[{"px":[0,8],"t":6,"f":1},{"px":[8,0],"t":7,"f":0}],"autoLayerTiles":[]}]},
        {"worldX":0,"worldY":0,"layerInstances":[{"__gridSize":8,"gridTiles":[],"autoLayerTiles":[{"px":[0,0],"t":9,"f":0}]}]}]}"#;

/// A MIDI file of format 1: ticks of a beat, and each track's messages after so many ticks.
pub fn midi(beat: u16, tracks: &[Vec<(u32, Vec<u8>)>]) -> Vec<u8> {
    let mut out = b"MThd\0\0\0\x06\0\x01".to_vec();
    out.extend((tracks.len() as u16).to_be_bytes());
    out.extend(beat.to_be_bytes());
    for track in tracks {
        let mut body = Vec::new();
        for (delta, message) in track.iter().chain([&(0, vec![0xff, 0x2f, 0])]) {
            let digits = (0..4).rev().map(|n| (delta >> (7 * n) & 0x7f) as u8).collect::<Vec<_>>();
            let first = digits.iter().position(|digit| *digit > 0).unwrap_or(3);
            body.extend(digits[first..3].iter().map(|digit| digit | 0x80));
            body.push(digits[3]);
            body.extend(message);
        }
        out.extend(b"MTrk");
        out.extend((body.len() as u32).to_be_bytes());
        out.extend(body);
    }
    out
}
