//! Readers of a cart's data: accepted files are written and read again with the same result.

use crate::{mend, taken};
use format::{
    Cartridge, FormatError, Import, LeftOut, MapText, import, pack_code, png, read_cartridge, read_flags,
    read_map, read_music, read_p8, read_p8png, read_p8rom, read_png, read_sfx, read_sheet, unpack_code,
    write_flags, write_map, write_music, write_p8, write_p8png, write_p8rom, write_sfx,
};
use std::path::Path;

pub const SFX_WORDS: &[&str] =
    &["sfx ", "speed ", "length ", "loop ", "detune ", "C-1.noi.1", "...", "A#3 ", "step", "\n"];
pub const PAGE_WORDS: &[&str] =
    &["_cartdat=[", "_cartname=[`a.p8`]", "];", "255,", "data-file=\"bundle\">", "\"cart\":\""];
pub const P8_WORDS: &[&str] = &[
    "__lua__\n",
    "__gfx__\n",
    "__gff__\n",
    "__map__\n",
    "__sfx__\n",
    "__music__\n",
    "__label__\n",
    "__meta:a__\n",
    "-->8\n",
    "version 41\n",
    "00 41424344\n",
];

/// The bytes as they are, then as a PNG with correct checksums.
fn as_png(bytes: &[u8], check: fn(&[u8]) -> bool) -> bool {
    check(bytes) | check(&mend::chunks(bytes))
}

pub fn sheet(bytes: &[u8]) -> bool {
    as_png(bytes, |bytes| {
        let Some(sheet) = taken(read_sheet(bytes, "f")) else { return false };
        let size = sheet.with_data(&sheet.data);
        let again = read_sheet(&size, "f").expect("a written sheet is read");
        assert!(again.data == sheet.data && again.scale == sheet.scale && again.replaced.is_empty());
        true
    })
}

pub fn picture(bytes: &[u8]) -> bool {
    as_png(bytes, |bytes| {
        let Some(p) = taken(read_png(bytes, "f")) else { return false };
        assert_eq!(read_png(&png(&p.indices, p.width, p.height, 1), "f").as_ref(), Ok(&p));
        true
    })
}

/// A text file: an accepted one is written, and the result is read and written again.
fn as_text<T: PartialEq + std::fmt::Debug>(
    value: Option<T>,
    write: fn(&T) -> String,
    read: impl Fn(&[u8]) -> Option<T>,
) -> bool {
    let Some(value) = value else { return false };
    let text = write(&value);
    let again = read(text.as_bytes()).expect("what was written is read");
    assert_eq!(again, value, "{text}");
    assert_eq!(write(&again), text);
    true
}

pub fn imported(bytes: &[u8]) -> bool {
    let Some(found) = taken(import(bytes, "f")) else { return false };
    let Import { picture, scale, pixels, replaced } = &found;
    assert!(picture.width <= 128 && picture.height <= 128 && picture.indices.iter().all(|c| *c < 16));
    assert_eq!(picture.width * picture.height * scale * scale, *pixels);
    assert!(replaced.iter().map(|one| one.pixels).sum::<usize>() <= *pixels);
    let again = png(&picture.indices, picture.width, picture.height, 1);
    let exact = Import { scale: 1, pixels: picture.indices.len(), replaced: Vec::new(), ..found };
    assert_eq!(import(&again, "f").as_ref(), Ok(&exact));
    true
}

pub const TILED_WORDS: &[&str] = &[
    "<map ",
    " width=\"",
    " height=\"",
    " infinite=\"1\"",
    "<tileset firstgid=\"",
    "<layer ",
    "<data encoding=\"csv\">",
    "<chunk x=\"",
    "compression=\"zlib\"",
    "4294967295",
    "{\"layers\":[{\"type\":\"tilelayer\",\"data\":[",
    "\"compression\":\"gzip\"",
    "\"chunks\":[",
    "</layer>",
    "</map>",
];
pub const LDTK_WORDS: &[&str] = &[
    "\"levels\":[",
    "\"layerInstances\":",
    "\"__gridSize\":",
    "\"px\":[",
    "\"t\":",
    "-9223372036854775808",
    "null",
    "]}",
];

pub fn aseprite(bytes: &[u8]) -> bool {
    let Some((width, height, pixels)) = taken(tool::aseprite_frames(bytes, "f")) else { return false };
    assert!(width <= 128 && height <= 128 && pixels.len() == 4 * width * height, "{width}x{height}");
    true
}

/// A recording, of which a period and samples are made.
pub fn wav(bytes: &[u8]) -> bool {
    let Some(recorded) = taken(tool::read_wav(bytes, "f.wav")) else { return false };
    let instrument = recorded.instrument();
    assert!(instrument.steps.iter().any(|step| step.unsigned_abs() == 127), "{:?}", instrument.steps);
    assert!(instrument.period.is_none_or(|(period, hz)| period >= 1.0 && hz > 0.0));
    assert!(recorded.pcm().len() as f64 <= recorded.seconds() * 5512.5 + 1.0);
    true
}

/// A tune, which is put into an empty cart: its files can be written and read.
pub fn midi(bytes: &[u8]) -> bool {
    let Some(song) = taken(tool::read_midi(bytes, "f.mid")) else { return false };
    let mut rom = rasher::Rom::empty("f");
    let arranged = song.arrange(&mut rom, "f.mid");
    assert!((1..=64).contains(&arranged.patterns.1) && arranged.sounds <= 56, "{arranged:?}");
    let data = format::parts(&rom, format::SharedOwner::Sheet);
    let (sfx, music) = (write_sfx(&data.sfx), write_music(&data.music));
    assert_eq!(read_sfx(sfx.as_bytes(), "f").expect("written").records(), data.sfx.records());
    assert_eq!(read_music(music.as_bytes(), "f").expect("written").records(), data.music.records());
    true
}

pub fn tiled(bytes: &[u8]) -> bool {
    // Names of tilesets that do not exist; a file is of one kind.
    let xml = foreign_map(tool::tiled_map(bytes, Path::new("/nowhere/f.tmx")));
    foreign_map(tool::tiled_map(bytes, Path::new("/nowhere/f.tmj"))) || xml
}

pub fn ldtk(bytes: &[u8]) -> bool {
    let beside = |name: &Path| Ok(store::read(&Path::new("/nowhere").join(name))?);
    foreign_map(tool::ldtk_map(bytes, "f", beside))
}

/// An accepted map is written and read again.
fn foreign_map(found: Result<tool::ImportedMap, tool::ToolError>) -> bool {
    let Some(found) = taken(found) else { return false };
    assert!(found.size.0 <= 128 && found.size.1 <= 64, "{:?}", found.size);
    let text = found.text();
    assert_eq!(read_map(write_map(&text).as_bytes(), "f"), Ok(text));
    true
}

pub fn map(bytes: &[u8]) -> bool {
    let read = |bytes: &[u8]| read_map(bytes, "f");
    // Parts that were left out are written.
    let whole = |map| MapText { left_out: LeftOut::default(), ..map };
    as_text(taken(read(bytes)).map(whole), write_map, |bytes| read(bytes).ok())
}

pub fn flags(bytes: &[u8]) -> bool {
    as_text(taken(read_flags(bytes, "f")), write_flags, |bytes| read_flags(bytes, "f").ok())
}

pub fn sfx(bytes: &[u8]) -> bool {
    as_text(taken(read_sfx(bytes, "f")), write_sfx, |bytes| read_sfx(bytes, "f").ok())
}

pub fn music(bytes: &[u8]) -> bool {
    as_text(taken(read_music(bytes, "f")), write_music, |bytes| read_music(bytes, "f").ok())
}

pub fn p8(bytes: &[u8]) -> bool {
    let Some(cart) = taken(read_p8(bytes, "f.p8")) else { return false };
    // A lone carriage return at a line end is the only thing that does not come back.
    let text = write_p8(&cart).expect("what was read can be written");
    let again = read_p8(&text, "f.p8").expect("what was written is read");
    let again = Cartridge { warnings: cart.warnings.clone(), more_warnings: cart.more_warnings, ..again };
    assert!(again == cart || cart.code.contains(&b'\r') || text.contains(&b'\r'), "{}", text.escape_ascii());
    true
}

/// An accepted file is written and read again. Code that another program packed better than ours may not fit again.
fn read_again(
    cart: &Cartridge,
    write: fn(&Cartridge) -> Result<Vec<u8>, FormatError>,
    read: fn(&[u8], &str) -> Result<Cartridge, FormatError>,
) {
    match write(cart) {
        Ok(again) => assert!(read(&again, "f").as_ref() == Ok(cart)),
        Err(e) => assert!(e.limit.is_some(), "{e}"),
    }
}

pub fn p8rom(bytes: &[u8]) -> bool {
    let Some(cart) = taken(read_p8rom(bytes, "f.p8.rom")) else { return false };
    read_again(&cart, write_p8rom, read_p8rom);
    true
}

pub fn p8png(bytes: &[u8]) -> bool {
    as_png(bytes, |bytes| {
        let Some(cart) = taken(read_p8png(bytes, "f.p8.png")) else { return false };
        read_again(&cart, write_p8png, read_p8png);
        true
    })
}

/// A page that PICO-8 or we exported: its carts are as `.p8.rom` has them.
pub fn page(bytes: &[u8]) -> bool {
    let Some(cart) = taken(read_cartridge(bytes, "f.html")) else { return false };
    assert!(format::holds_cartridge(bytes, "f.html") && cart.carts.len() <= rasher::BUNDLE_MAX);
    assert!(cart.carts.first().is_none_or(|first| first.data.0 == cart.rom.data));
    true
}

/// A picture of code: each line is one of its lines of pixels.
pub fn code_picture(bytes: &[u8]) -> bool {
    as_png(bytes, |bytes| {
        let Some(cart) = taken(read_cartridge(bytes, "f.lua.png")) else { return false };
        assert!(cart.code.split(|byte| *byte == b'\n').all(|line| line.len() <= 0x3d00));
        true
    })
}

pub fn code(bytes: &[u8]) -> bool {
    let Some(code) = taken(unpack_code(bytes, "f")) else { return false };
    // Two bytes state the length of compressed code; plain text is a part of the input.
    assert!(code.len() <= bytes.len().max(0xffff), "{} characters", code.len());
    if let Ok(stored) = pack_code(&code, "f") {
        assert!(unpack_code(&stored, "f").as_ref() == Ok(&code), "{stored:02x?}");
    }
    true
}
