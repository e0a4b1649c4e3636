//! `.p8`: a whole cartridge as text.
//!
//! ```text
//! pico-8 cartridge // http://www.pico-8.com
//! version 41
//! __lua__            code, in Unicode; tabs separated by a line -->8
//! __gfx__            128 rows of 128 digits, one a pixel, left to right; further digits of a row are ignored
//! __label__          128 rows of 128 digits in base 32: 0-9 a-f, g-v for the extended colours; further ones are ignored; an empty line
//! __gff__            2 rows of 128 bytes: the sprite flags
//! __map__            32 rows of 128 bytes; rows 32 to 63 are in __gfx__; further bytes of a row are ignored
//! __sfx__            64 rows: 4 bytes, 32 notes of 5 digits
//! __music__          64 rows: flags, a space, 4 bytes; an empty line
//! __meta:NAME__      and any other section: kept as it is; __meta:sound_names__ names sounds (../names.rs)
//! ```
//!
//! PICO-8 writes them in this order. From version 15 on it leaves out empty sections, and rows at the end of gfx, map, sfx and music
//! that are as in an empty cart; gff has both rows or none; label and music end with an empty line. Older versions write all rows of all
//! sections. So do we, by the file's version, and where versions are not enough, by its form ([`TextForm`]): a file of the console comes
//! back byte for byte. 2,632 of 3,031 published ones do. Of the others 7 are demos of version 2 to 4; other programs or hands wrote 392:
//!
//! | files | what they have |
//! |---|---|
//! | 164 | no line end at the end |
//! | 74 | more or fewer blank lines, 46 of them before a `__meta` that their author's script adds |
//! | 44 | characters that the console does not have, or writes differently |
//! | 52 | a different first line, or none; 3 comments among the rows: read with a warning |
//! | 30 | rows of a different length, number or order |
//! | 21 | empty sections, missing sections, or a different order |
//! | 4, 3 | an incomplete label; flags of patterns as high bits of their sounds |
//!
//! Sections are read in any order; missing rows and digits are as in an empty cart. Files of PICO-8 0.1 are read too: glyphs as single
//! bytes, and 64 rows of map. Where sheet and map disagree about the bytes that they share, the bits of both are set, as in zepto8.
//!
//! What is passed over is a warning with its line, as zepto8 and shrinko8 read it: digits beyond a row of flags or sound, rows beyond a
//! section, a digit that is none, half a value, a section twice, a missing version. A text without the first line is read too: its
//! sections, with code before the first, or nothing but code. Line ends may be CR LF. A character of the code that the console does not have is read as its bytes of UTF-8, mostly
//! four glyphs. `#include` is not expanded, and tokens are not counted.

mod rows;
mod sound;

use crate::cart_id::without_cart_id;
use crate::cart_module::CartModule;
use crate::error::{FormatError, limit, quote};
use crate::limit::FormatLimit;
use crate::lines::{TextLine, lines};
use crate::names;
use crate::sfx::RECORD;
use rasher::memory::{FLAGS, MAP, MUSIC, ROM_SIZE, SFX, SHARED, SHEET};
use rasher::{BundledCart, PIXELS, Rom, SoundNames, text};
use rows::{RowReader, each_row, hex_rows};
use std::borrow::Cow;

/// The sections that are read and written, in the order in which they are written.
pub(crate) const SECTIONS: [&str; 7] = ["lua", "gfx", "label", "gff", "map", "sfx", "music"];
const FIRST_LINE: &str = "pico-8 cartridge // http://www.pico-8.com";
/// Before this version all rows of all sections are written, and from `LABELS` on an empty line stands in the label's place.
const WHOLE: u32 = 15;
const LABELS: u32 = 8;
/// Before this version the code has a section even if it is empty: 46 files of up to 32 have it, 126 of 34 to 43 do not.
const CODE_ALWAYS: u32 = 33;
const CARTRIDGE: &str = "a cartridge: .p8, .p8.png, .p8.rom, Lua code, or a page exported by PICO-8";
const WARNINGS: usize = 100;
const TAB: &[u8] = b"\n-->8\n";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: String,
    /// Each line with its line end.
    pub text: String,
}

/// The differences between texts of one version, which several systems and releases of programs wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextForm {
    pub crlf: bool,
    /// Glyphs of the code are single bytes, as in PICO-8 0.1.
    pub glyph_bytes: bool,
    /// Version 8 to 14 without the empty line in the label's place.
    pub no_gap: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cartridge {
    /// Its name is the file's, without folder and extension.
    pub rom: Rom,
    /// All tabs in P8SCII, with the lines `-->8` between them.
    pub code: Vec<u8>,
    /// 128x128 indices into [`rasher::palette::RGB`].
    pub label: Option<Box<[u8; PIXELS]>>,
    /// The format's number in the file's head.
    pub version: u32,
    pub form: TextForm,
    /// `__meta:...__` and unknown sections, in the file's order.
    pub extra: Vec<Section>,
    /// The code of a cart in Rust; only pictures have it.
    pub module: Option<CartModule>,
    /// All carts of an exported page, this one first; empty if there is only this one.
    pub carts: Vec<BundledCart>,
    /// Parts of the file that were passed over: the first hundred.
    pub warnings: Vec<FormatError>,
    pub more_warnings: usize,
}

impl Cartridge {
    /// The version that we write: that of PICO-8 0.2.5g, so that newer ones read it too.
    pub const VERSION: u32 = 41;

    pub fn new(rom: Rom) -> Self {
        Cartridge {
            rom,
            code: Vec::new(),
            label: None,
            version: Self::VERSION,
            form: TextForm::default(),
            extra: Vec::new(),
            module: None,
            carts: Vec::new(),
            warnings: Vec::new(),
            more_warnings: 0,
        }
    }

    /// The same data with the code of a cart in Rust.
    #[must_use]
    pub fn with_module(self, module: CartModule, about: &str) -> Cartridge {
        Cartridge { code: module.code(about), module: Some(module), ..self }
    }

    /// A file of 2 MB may have 250,000 odd parts, so the others are only counted.
    pub(crate) fn warn(&mut self, warning: FormatError) {
        if self.warnings.len() < WARNINGS {
            self.warnings.push(warning);
        } else {
            self.more_warnings += 1;
        }
    }

    /// Title and author, as a cartridge picture shows them: the first two lines of the code, if they are comments.
    pub fn head(&self) -> Vec<String> {
        comments(without_cart_id(&self.code).split(|byte| *byte == b'\n').take(2)).collect()
    }

    /// The comment below the head, up to its first empty line, as one text.
    pub fn description(&self) -> String {
        let code = without_cart_id(&self.code);
        let mut lines = code.split(|byte| *byte == b'\n').skip(self.head().len()).peekable();
        while lines.next_if(|line| line.trim_ascii().is_empty()).is_some() {}
        let words = comments(lines).take_while(|line| !line.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }

    /// Does a text of this version have an empty line in the label's place?
    fn has_gap(&self) -> bool {
        (LABELS..WHOLE).contains(&self.version) && self.label.is_none()
    }

    /// At least one.
    pub fn tabs(&self) -> Vec<&[u8]> {
        let (mut tabs, mut rest) = (Vec::new(), &self.code[..]);
        while let Some(at) = rest.windows(TAB.len()).position(|w| w == TAB) {
            tabs.push(&rest[..at]);
            rest = &rest[at + TAB.len()..];
        }
        tabs.push(rest);
        tabs
    }
}

/// The texts of the lines that are comments, up to one that is not. --[[ begins a comment of several lines.
fn comments<'a>(lines: impl Iterator<Item = &'a [u8]>) -> impl Iterator<Item = String> {
    let comments = lines.map_while(|line| line.strip_prefix(b"--").filter(|it| !it.starts_with(b"[[")));
    comments.map(|text| text::decode(text.trim_ascii()))
}

pub(crate) fn section_name(line: &str) -> Option<&str> {
    line.trim_ascii_end().strip_prefix("__")?.strip_suffix("__").filter(|name| !name.is_empty())
}

/// Whether a text begins as a cartridge. A few published ones differ after the two words.
pub(crate) fn is_marked(text: &str) -> bool {
    text.strip_prefix('\u{feff}').unwrap_or(text).starts_with("pico-8 cartridge")
}

/// Reads a text: a cartridge, one without its first two lines, or nothing but code. What cannot be read of it is in the warnings.
pub fn read_p8(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    limit(bytes, FormatLimit::TextBytes, file)?;
    let text = unicode(bytes);
    let lines: Vec<TextLine<'_>> = lines(&text).collect();
    let mut cart = Cartridge::new(Rom::empty(stem(file)));
    let is_marked = is_marked(&text);
    let found = match bytes {
        _ if is_marked => None,
        _ if text.trim().is_empty() => Some("nothing"),
        _ if crate::ends_with(file, ".png") => Some("a file that is no picture"),
        _ if bytes.iter().any(|byte| matches!(byte, 0..=8 | 14..=31)) => Some("bytes that are no text"),
        _ => None,
    };
    if let Some(found) = found {
        return Err(FormatError::whole(file, found, CARTRIDGE));
    }
    let head = if is_marked { version(&mut cart, &lines, file) } else { 0 };
    let body = lines.get(head..).unwrap_or_default();
    let first = body.iter().position(|line| section_name(line.text).is_some()).unwrap_or(body.len());
    if !is_marked {
        cart.code = match &body[..first] {
            all if all.len() == body.len() => text_code(bytes),
            before => before.iter().map(|line| encode_code(line.text)).collect::<Vec<_>>().join(&b'\n'),
        };
    } else if let Some(line) = body[..first].iter().find(|line| !line.text.trim_ascii().is_empty()) {
        cart.warn(FormatError::in_line(file, line.number, quote(line.text), "a section, such as __lua__"));
    }
    let mut sections: Vec<(&str, &[TextLine<'_>])> = Vec::new();
    let mut rest = &body[first..];
    while let [head, after @ ..] = rest {
        let name = section_name(head.text).unwrap_or_default();
        let end = after.iter().position(|line| section_name(line.text).is_some()).unwrap_or(after.len());
        if SECTIONS.contains(&name) && sections.iter().any(|(other, _)| *other == name) {
            let found = format!("a second __{name}__");
            cart.warn(FormatError::in_line(file, head.number, found, "each section once"));
        } else {
            sections.push((name, &after[..end]));
        }
        rest = &after[end..];
    }
    // The map may repeat bytes of the sheet, so it comes after the sheet, whatever the file's order.
    sections.sort_by_key(|(name, _)| *name == "map");
    let gfx = sections.iter().find(|(name, _)| *name == "gfx").and_then(|(_, lines)| lines.last());
    let gapped = gfx.is_none_or(|line| line.text.is_empty());
    for (name, lines) in sections {
        for warning in read_section(&mut cart, name, lines, file) {
            cart.warn(warning);
        }
    }
    cart.form = TextForm {
        crlf: bytes.contains(&b'\n')
            && bytes.split(|b| *b == b'\n').rev().skip(1).all(|line| line.ends_with(b"\r")),
        glyph_bytes: std::str::from_utf8(bytes).is_err() && as_bytes(&cart.code),
        no_gap: !gapped && cart.has_gap(),
    };
    Ok(cart)
}

/// The file's text. In files of PICO-8 0.1 glyphs are single bytes: what is not UTF-8 is read as such.
fn unicode(bytes: &[u8]) -> Cow<'_, str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => return Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => bytes.utf8_chunks(),
    };
    Cow::Owned(text.flat_map(|part| [part.valid().to_string(), text::decode(part.invalid())]).collect())
}

/// Is the code, written byte by byte, read back as the same bytes? Some pairs of glyphs are a character of UTF-8.
fn as_bytes(code: &[u8]) -> bool {
    std::str::from_utf8(code).is_err() && encode_code(&unicode(code)) == code
}

/// `cart` of `folder/cart.p8` and `folder/cart.two.p8`, as in keys and in the names of data files.
pub fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Reads the version, and returns the number of lines before the sections.
fn version(cart: &mut Cartridge, lines: &[TextLine<'_>], file: &str) -> usize {
    let second = lines.get(1).map_or("", |line| line.text.trim_ascii_end());
    match second.strip_prefix("version ").and_then(|n| n.parse().ok()) {
        Some(version) => {
            cart.version = version;
            2
        }
        None => {
            let found = if second.is_empty() { "nothing".into() } else { quote(second) };
            cart.warn(FormatError::in_line(file, 2, found, "\"version\" and a number"));
            1 + usize::from(second.starts_with("version"))
        }
    }
}

/// The P8SCII of code in Unicode. A character that the console does not have becomes its bytes of UTF-8, as in zepto8: each is a glyph,
/// so labels and variables may have such names.
pub fn encode_code(text: &str) -> Vec<u8> {
    let mut code = Vec::with_capacity(text.len());
    for c in text.chars() {
        let mut utf8 = [0; 4];
        let bytes = c.encode_utf8(&mut utf8);
        match text::encode(bytes).next() {
            Some(b'?') if c != '?' => code.extend_from_slice(bytes.as_bytes()),
            known => code.extend(known),
        }
    }
    code
}

/// The code of a text without sections, in P8SCII, with lines separated by LF.
pub(crate) fn text_code(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.split(|byte| *byte == b'\n').map(line_code).collect::<Vec<_>>().join(&b'\n')
}

/// A line's code, without its end. What is not UTF-8 is a glyph as a single byte, as PICO-8 0.1 wrote them.
pub(crate) fn line_code(line: &[u8]) -> Vec<u8> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut code = Vec::new();
    for part in line.utf8_chunks() {
        code.extend(encode_code(part.valid()));
        code.extend(part.invalid());
    }
    code
}

/// Reads a section, and returns its warnings.
fn read_section(cart: &mut Cartridge, name: &str, lines: &[TextLine<'_>], file: &str) -> Vec<FormatError> {
    let (data, mut warnings) = (&mut cart.rom.data, Vec::new());
    let odd = &mut warnings;
    match name {
        "lua" => {
            // The last line end belongs to the file.
            let lines: Vec<Vec<u8>> = lines.iter().map(|line| encode_code(line.text)).collect();
            cart.code = lines.join(&b'\n');
        }
        // Published carts have rows with more digits, which PICO-8 ignores: here, in the label and in the map.
        "gfx" => each_row(lines, file, 128, [FormatLimit::SheetSide; 2], odd, |y, row| {
            let pixel = |x: usize, digit: u8| {
                let byte = &mut data[usize::from(SHEET) + y * 64 + x / 2];
                let shift = x % 2 * 4;
                *byte = *byte & !(15 << shift) | digit << shift;
            };
            row.fill(128, |row| row.digit(16), pixel).map(|()| row.skip())
        }),
        "label" => {
            let label = cart.label.insert(Box::new([0; PIXELS]));
            each_row(lines, file, 128, [FormatLimit::LabelSide; 2], odd, |y, row| {
                row.fill(128, |row| row.digit(32), |x, index| label[y * 128 + x] = index).map(|()| row.skip())
            });
        }
        "gff" => each_row(lines, file, 2, [FormatLimit::Sprites; 2], odd, |y, row| {
            row.fill(128, RowReader::byte, |x, flags| data[usize::from(FLAGS) + y * 128 + x] = flags)
        }),
        "map" => each_row(lines, file, 64, [FormatLimit::MapRows; 2], odd, |y, row| {
            let put = |x: usize, tile: u8| match y {
                0..32 => data[usize::from(MAP) + y * 128 + x] = tile,
                _ => data[usize::from(SHARED) + (y - 32) * 128 + x] |= tile,
            };
            row.fill(128, RowReader::byte, put).map(|()| row.skip())
        }),
        "sfx" => each_row(lines, file, 64, [FormatLimit::Sounds, FormatLimit::Notes], odd, |n, row| {
            sound::read_sfx(sound::sfx(data, n), row).map(|()| row.skip_words())
        }),
        "music" => {
            each_row(lines, file, 64, [FormatLimit::Patterns, FormatLimit::Channels], odd, |n, row| {
                sound::read_music(sound::music(data, n), row).map(|()| row.skip_words())
            })
        }
        _ => {
            if name == names::SECTION {
                cart.rom.sounds = names::read(lines.iter().map(|line| line.text));
            }
            let text = lines.iter().flat_map(|line| [line.text, "\n"]).collect();
            cart.extra.push(Section { name: name.into(), text });
        }
    }
    warnings
}

/// Writes a cartridge, in its text's form. The format has no escapes: a line of the code or of a kept section that would begin a section,
/// such as `__gfx__`, is an error. A carriage return before a newline of the code does not come back.
pub fn write_p8(cart: &Cartridge) -> Result<Vec<u8>, FormatError> {
    let file = format!("{}.p8", cart.rom.name);
    let (mut text, code_at) = unicode_text(cart, &file)?;
    let code = &cart.code;
    if cart.form.glyph_bytes && as_bytes(code) {
        text.splice(code_at, code.iter().copied());
    }
    if cart.form.crlf {
        text = text.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
    }
    Ok(text)
}

/// The text in Unicode with LF, and the range of the code in it.
fn unicode_text(cart: &Cartridge, file: &str) -> Result<(Vec<u8>, std::ops::Range<usize>), FormatError> {
    let mut out = format!("{FIRST_LINE}\nversion {}\n", cart.version);
    let mut code_at = 0..0;
    // As older programs wrote it: versions 1 to 14 (130 files), and files of up to version 32 without code.
    let (is_whole, has_code) =
        (!leaves_out(cart.version), !cart.code.is_empty() || cart.version < CODE_ALWAYS);
    if has_code {
        let code = text::decode(&cart.code);
        no_section_in(&code, file)?;
        out.push_str("__lua__\n");
        code_at = out.len()..out.len() + code.len();
        out.push_str(&(code + "\n"));
    }
    let mut section = |name: &str, text: &str| {
        if !text.is_empty() {
            out.push_str(&format!("__{name}__\n{text}"));
        }
    };
    let (data, empty) = (&cart.rom.data, &Rom::empty("").data);
    let area = |start: u16, end: u16| usize::from(start)..usize::from(end);
    let pixels = |sheet: &[u8]| -> Vec<u8> { sheet.iter().flat_map(|b| [b & 15, b >> 4]).collect() };
    let gap = if cart.has_gap() && !cart.form.no_gap { "\n" } else { "" };
    section("gfx", &(hex_rows(&pixels(&data[area(SHEET, SHARED + 0x1000)]), 128, 1, !is_whole) + gap));
    if let Some(label) = &cart.label {
        section("label", &(hex_rows(&label[..], 128, 1, false) + "\n"));
    }
    let flags = &data[area(FLAGS, MUSIC)];
    section("gff", &hex_rows(flags, 128, 2, !is_whole && flags.iter().all(|b| *b == 0)));
    section("map", &hex_rows(&data[area(MAP, FLAGS)], 128, 2, !is_whole));
    // Compared with nothing, every row is different.
    let empty = |area: std::ops::Range<usize>| if is_whole { &[][..] } else { &empty[area] };
    let sounds = usize::from(SFX)..usize::from(SFX) + 64 * RECORD;
    section("sfx", &sound::rows(&data[sounds.clone()], empty(sounds), RECORD, sound::write_sfx));
    let patterns = area(MUSIC, SFX);
    let music = sound::rows(&data[patterns.clone()], empty(patterns), 4, sound::write_music);
    section("music", &if music.is_empty() { music } else { music + "\n" });
    for extra in &extras(cart) {
        no_section_in(&extra.text, file)?;
        if section_name(&format!("__{}__", extra.name)) != Some(&extra.name) || extra.name.contains('\n') {
            return Err(FormatError::whole(file, quote(&extra.name), "a section's name in one line"));
        }
        out.push_str(&format!("__{}__\n{}", extra.name, extra.text));
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    Ok((out.into_bytes(), code_at))
}

/// The kept sections, with the names that sounds have now.
fn extras(cart: &Cartridge) -> Vec<Section> {
    let sounds = &cart.rom.sounds;
    let is_names = |extra: &Section| extra.name == names::SECTION;
    if cart
        .extra
        .iter()
        .rfind(|extra| is_names(extra))
        .map_or(SoundNames::new(), |it| names::read(it.text.lines()))
        == *sounds
    {
        return cart.extra.clone();
    }
    let text = names::rows(sounds).iter().map(|row| format!("{row}\n")).collect::<String>();
    let new = Section { name: names::SECTION.into(), text };
    let others = cart.extra.iter().filter(|extra| !is_names(extra)).cloned();
    others.chain(Some(new).filter(|new| !new.text.is_empty())).collect()
}

/// Do texts of that version leave out empty rows and sections?
pub(crate) fn leaves_out(version: u32) -> bool {
    version >= WHOLE
}

/// All rows of each section of data, as they are written.
pub(crate) fn data_rows(data: &[u8; ROM_SIZE]) -> [(&'static str, Vec<String>); 5] {
    let area = |start: u16, end: u16| &data[usize::from(start)..usize::from(end)];
    let rows = |text: String| text.lines().map(str::to_string).collect();
    let pixels: Vec<u8> = area(SHEET, MAP).iter().flat_map(|b| [b & 15, b >> 4]).collect();
    let records = |from: u16, len: usize, write: fn(&[u8]) -> String| {
        data[usize::from(from)..].chunks_exact(len).take(64).map(write).collect()
    };
    [
        ("gfx", rows(hex_rows(&pixels, 128, 1, false))),
        ("gff", rows(hex_rows(area(FLAGS, MUSIC), 128, 2, false))),
        ("map", rows(hex_rows(area(MAP, FLAGS), 128, 2, false))),
        ("sfx", records(SFX, RECORD, sound::write_sfx)),
        ("music", records(MUSIC, 4, sound::write_music)),
    ]
}

fn no_section_in(text: &str, file: &str) -> Result<(), FormatError> {
    let Some(line) = lines(text).find(|line| section_name(line.text).is_some()) else { return Ok(()) };
    let expected = "no line that would begin a section, since the format cannot hold it";
    Err(FormatError::in_line(file, line.number, quote(line.text), expected))
}
