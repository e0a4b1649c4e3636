//! Sheets and sounds as other programs write them: read, followed while they are saved in four ways, and saved again from the editors.
//!
//! ```text
//! a file as Aseprite, GIMP, Krita, Photoshop, an editor or a crash leaves it ──┬── the same sheet, in its own size
//!                                                                              ├── other colours: the nearest, and how many where
//!                                                                              └── refused: the file and the last good data stay
//! written over | renamed over | deleted and made again | half of it, then all
//! ```
//!
//! The files are put together by hand, chunk by chunk, after the PNG standard; texts are our decision.

use crate::sheet::{crc32, raw_png};
use format::{SfxText, read_sfx, read_sheet, write_sfx, write_sheet};
use png::{BitDepth, ColorType};
use rasher::Rom;
use rasher::memory::{ROM_SIZE, SFX};
use rasher::palette::RGB;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{FirstFiles, Follower, StoreError, write_edited};

const SIDE: usize = 128;
const SIZE: (u32, u32) = (128, 128);

enum Want {
    /// The sheet, each pixel so many times.
    Same(usize),
    /// The sheet but for other colours, about which this is said.
    Near(&'static str),
    Refused(&'static str),
}
use Want::{Near, Refused, Same};

/// The sheet that the files show: all colours, in no simple order.
fn index(x: usize, y: usize) -> usize {
    (x * 7 + y * 3 + x * y / 5) % 16
}

fn sheet() -> [u8; 0x2000] {
    std::array::from_fn(|n| {
        let (x, y) = (n % 64 * 2, n / 64);
        (index(x, y) | index(x + 1, y) << 4) as u8
    })
}

fn indices() -> impl Iterator<Item = usize> {
    (0..SIDE * SIDE).map(|i| index(i % SIDE, i / SIDE))
}

fn rgb() -> Vec<u8> {
    indices().flat_map(|color| RGB[color]).collect()
}

/// With 8 bits a channel; `at` gets the pixel's place and its colour.
fn rgba(scale: usize, at: impl Fn(usize, usize, [u8; 3]) -> [u8; 4]) -> Vec<u8> {
    let side = SIDE * scale;
    let color = |x: usize, y: usize| RGB[index(x / scale, y / scale)];
    let data: Vec<u8> =
        (0..side * side).flat_map(|i| at(i % side, i / side, color(i % side, i / side))).collect();
    raw_png((side as u32, side as u32), ColorType::Rgba, BitDepth::Eight, None, &data)
}

fn opaque([r, g, b]: [u8; 3]) -> [u8; 4] {
    [r, g, b, 255]
}

fn wide(channels: usize, at: impl Fn(usize, u8) -> u16) -> Vec<u8> {
    let color = if channels == 3 { ColorType::Rgb } else { ColorType::Rgba };
    let all = indices().enumerate().flat_map(|(i, color)| {
        let [r, g, b] = RGB[color];
        [r, g, b, 255].into_iter().take(channels).map(move |sample| (i, sample)).collect::<Vec<_>>()
    });
    let data: Vec<u8> = all.flat_map(|(i, sample)| at(i, sample).to_be_bytes()).collect();
    raw_png(SIZE, color, BitDepth::Sixteen, None, &data)
}

/// An indexed picture: the palette, its opacities, and the place of each of the sixteen colours in it.
fn indexed(palette: &[u8], alpha: &[u8], place: impl Fn(usize) -> u8) -> Vec<u8> {
    let data: Vec<u8> = indices().map(place).collect();
    raw_png(SIZE, ColorType::Indexed, BitDepth::Eight, Some((palette, alpha)), &data)
}

fn colors(order: impl Iterator<Item = usize>) -> Vec<u8> {
    order.flat_map(|color| RGB[color]).collect()
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc32(&body).to_be_bytes()].concat()
}

/// A PNG of 8 bits of red, green and blue, chunk by chunk: `before` and `after` the pixels, `rows` with their filter bytes, packed in
/// `parts` chunks.
fn by_chunks(interlaced: bool, before: &[Vec<u8>], rows: &[u8], parts: usize, after: &[Vec<u8>]) -> Vec<u8> {
    let head =
        [&128_u32.to_be_bytes()[..], &128_u32.to_be_bytes(), &[8, 2, 0, 0, interlaced.into()]].concat();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(rows, 6);
    let pixels = packed.chunks(packed.len().div_ceil(parts)).flat_map(|part| chunk(b"IDAT", part));
    let pixels: Vec<u8> = pixels.collect();
    let signature = b"\x89PNG\r\n\x1a\n".to_vec();
    [signature, chunk(b"IHDR", &head), before.concat(), pixels, after.concat(), chunk(b"IEND", b"")].concat()
}

fn rows() -> Vec<u8> {
    rgb().chunks(3 * SIDE).flat_map(|row| [&[0], row].concat()).collect()
}

/// The seven passes of an interlaced picture, after the standard's table.
fn interlaced_rows() -> Vec<u8> {
    let passes =
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut out = Vec::new();
    for (left, top, across, down) in passes {
        for y in (top..SIDE).step_by(down) {
            out.push(0);
            (left..SIDE).step_by(across).for_each(|x| out.extend(RGB[index(x, y)]));
        }
    }
    out
}

fn cut(bytes: Vec<u8>, keep: impl Fn(usize) -> usize) -> Vec<u8> {
    bytes[..keep(bytes.len())].to_vec()
}

fn sheets() -> Vec<(&'static str, Vec<u8>, Want)> {
    const SIZES: &str =
        "expected 128x128 pixels, or 2 to 16 times as many each way with one colour in each block";
    let plain = || rgba(1, |_, _, color| opaque(color));
    let zip = |data: &[u8]| miniz_oxide::deflate::compress_to_vec_zlib(data, 6);
    let mut icc = b"Display P3\0\0".to_vec();
    icc.extend(zip(&[7; 400]));
    let gimp = [
        chunk(b"gAMA", &45_455_u32.to_be_bytes()),
        chunk(b"cHRM", &[0, 0, 0x7a, 0x26].repeat(8)),
        chunk(b"pHYs", &[0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1]),
        chunk(b"tIME", &[7, 234, 11, 29, 12, 0, 0]),
        chunk(b"tEXt", b"Comment\0Created with GIMP"),
    ];
    let text = [chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x/>"), chunk(b"eXIf", b"II*\0\x08\0\0\0\0\0")];
    let frames = [
        chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
        chunk(
            b"fcTL",
            &[&[0; 4][..], &128_u32.to_be_bytes().repeat(2), &[0; 8], &[0, 1, 0, 10, 0, 0]].concat(),
        ),
    ];
    let mut keyed = Vec::new();
    let mut encoder = png::Encoder::new(&mut keyed, 128, 128);
    encoder.set_color(ColorType::Rgb);
    encoder.set_trns(vec![0, 255, 0, 0, 0, 255]);
    let pink: Vec<u8> = indices().flat_map(|c| if c == 0 { [255, 0, 255] } else { RGB[c] }).collect();
    encoder.write_header().unwrap().write_image_data(&pink).unwrap();
    let mut broken = plain();
    let middle = broken.len() / 2;
    broken[middle] ^= 0x40;
    let mut gif = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_raw(128, 128, rgb()).unwrap();
    image::DynamicImage::from(picture).write_to(&mut gif, image::ImageFormat::Gif).unwrap();
    let by_frequency = |n: usize| [0, 7, 6, 5, 13, 1, 2, 3, 4, 8, 9, 10, 11, 12, 14, 15][n];
    let place_of = move |color: usize| (0..16).position(|n| by_frequency(n) == color).unwrap() as u8;
    vec![
        ("indexed, in order (Aseprite)", indexed(&colors(0..16), &[], |c| c as u8), Same(1)),
        ("indexed, entry 0 transparent (Aseprite)", indexed(&colors(0..16), &[0], |c| c as u8), Same(1)),
        (
            "indexed, sorted by use (Photoshop)",
            indexed(&colors((0..16).map(by_frequency)), &[], place_of),
            Same(1),
        ),
        ("indexed, backwards", indexed(&colors((0..16).rev()), &[], |c| 15 - c as u8), Same(1)),
        (
            "indexed, 256 entries (GIMP)",
            indexed(&[colors(0..16), vec![99; 720]].concat(), &[], |c| c as u8),
            Same(1),
        ),
        ("red, green, blue", by_chunks(false, &[], &rows(), 1, &[]), Same(1)),
        ("with opacity", plain(), Same(1)),
        (
            "colour 0 as transparent black",
            rgba(1, |_, _, color| if color == RGB[0] { [0; 4] } else { opaque(color) }),
            Same(1),
        ),
        (
            "white and noise below transparent pixels (Photoshop)",
            rgba(1, |x, y, color| if color == RGB[0] { [x as u8, 255, y as u8, 0] } else { opaque(color) }),
            Same(1),
        ),
        ("a transparent colour without opacity", keyed, Same(1)),
        ("16 bits (GIMP)", wide(3, |_, sample| u16::from(sample) * 257), Same(1)),
        ("16 bits and opacity (Krita)", wide(4, |_, sample| u16::from(sample) * 257), Same(1)),
        (
            "16 bits, calculated and so a little off",
            wide(3, |i, sample| (u16::from(sample) * 257).saturating_add_signed((i % 129) as i16 - 64)),
            Same(1),
        ),
        ("a colour profile (Krita)", by_chunks(false, &[chunk(b"iCCP", &icc)], &rows(), 1, &[]), Same(1)),
        ("sRGB", by_chunks(false, &[chunk(b"sRGB", &[0])], &rows(), 1, &[]), Same(1)),
        ("gamma, density, date and comment (GIMP)", by_chunks(false, &gimp, &rows(), 1, &[]), Same(1)),
        ("interlaced (GIMP)", by_chunks(true, &[], &interlaced_rows(), 1, &[]), Same(1)),
        ("pixels in many chunks, text after them", by_chunks(false, &[], &rows(), 9, &text), Same(1)),
        ("an animation of one frame", by_chunks(false, &frames, &rows(), 1, &[]), Same(1)),
        ("bytes after the end", [plain(), b"saved by Tool 1.0".to_vec()].concat(), Same(1)),
        ("exported twice as large", rgba(2, |_, _, color| opaque(color)), Same(2)),
        ("exported three times as large", rgba(3, |_, _, color| opaque(color)), Same(3)),
        ("exported 16 times as large", rgba(16, |_, _, color| opaque(color)), Same(16)),
        (
            "a slip of the colour picker",
            rgba(
                1,
                |x, y, color| if y == 70 && (3..15).contains(&x) { [255, 0, 70, 255] } else { opaque(color) },
            ),
            Near("12 pixels of #ff0046, the first at 3,70, shown as colour 8 (#ff004d)"),
        ),
        (
            "one pixel, in an enlarged file",
            rgba(2, |x, y, color| if (x / 2, y / 2) == (5, 6) { [0, 0, 1, 255] } else { opaque(color) }),
            Near("4 pixels of #000001, the first at 10,12, shown as colour 0 (#000000)"),
        ),
        (
            "a soft brush",
            rgba(
                1,
                |x, y, color| if y == 9 && x < 2 { [255, 0, 77, 100 + 60 * x as u8] } else { opaque(color) },
            ),
            Near(
                "2 pixels of 2 other colours, the first at 0,9, shown in the nearest: 1 pixel of #ff004d64 as colour 0 (#000000)",
            ),
        ),
        (
            "colours changed by a profile",
            rgba(1, |_, _, [r, g, b]| [r.saturating_add(1), g, b, 255]),
            Near(
                "9800 pixels of 10 other colours, the first at 0,0, shown in the nearest: 1373 pixels of #018751 as",
            ),
        ),
        (
            "colours of the second palette",
            rgba(1, |x, _, color| if x == 127 { opaque(RGB[25]) } else { opaque(color) }),
            Near("128 pixels of #ff6c24, the first at 127,0, shown as colour 9 (#ffa300)"),
        ),
        (
            "grey",
            raw_png(
                SIZE,
                ColorType::Grayscale,
                BitDepth::Eight,
                None,
                &(0..SIDE * SIDE).map(|i| (i % 2 * 255) as u8).collect::<Vec<_>>(),
            ),
            Near("8192 pixels of #ffffff, the first at 1,0, shown as colour 7 (#fff1e8)"),
        ),
        (
            "smoothed when it was enlarged",
            rgba(2, |x, y, color| if (x, y) == (21, 8) { [9; 4] } else { opaque(color) }),
            Refused(
                "found 256x256 pixels with two colours in the block at 20,8, expected one colour in each block of 2x2 pixels",
            ),
        ),
        (
            "half as high",
            raw_png((128, 64), ColorType::Grayscale, BitDepth::One, None, &[0; 16 * 64]),
            Refused(SIZES),
        ),
        (
            "two columns too wide",
            raw_png((130, 128), ColorType::Grayscale, BitDepth::One, None, &[0; 17 * 128]),
            Refused("found 130x128 pixels"),
        ),
        (
            "no multiple",
            raw_png((200, 200), ColorType::Grayscale, BitDepth::One, None, &[0; 25 * 200]),
            Refused(SIZES),
        ),
        (
            "twice as wide only",
            raw_png((256, 128), ColorType::Grayscale, BitDepth::One, None, &[0; 32 * 128]),
            Refused(SIZES),
        ),
        (
            "32 times as large",
            raw_png((4096, 4096), ColorType::Grayscale, BitDepth::One, None, &vec![0; 512 * 4096]),
            Refused("found 4096x4096 pixels"),
        ),
        (
            "half of it, as a full disk leaves it",
            cut(plain(), |len| len / 2),
            Refused("expected a PNG picture"),
        ),
        ("its signature", cut(plain(), |_| 8), Refused("expected a PNG picture")),
        ("a wrong byte", broken, Refused("expected a PNG picture")),
        ("a GIF called .png", gif.into_inner(), Refused("expected a PNG picture")),
        (
            "an entry that the palette lacks",
            indexed(&colors(0..9), &[], |c| c as u8),
            Refused("found palette entry"),
        ),
    ]
}

fn notes() -> [u8; 64 * 68] {
    let mut records = *SfxText::default().records();
    let mut put = |sound: usize, note: usize, key: u8| {
        let at = sound * 68 + note * 2;
        (records[at], records[at + 1], records[sound * 68 + 65]) = (key, 5 << 1, 16);
    };
    (0..20).for_each(|note| put(3, note, 10 + note as u8));
    (0..32).for_each(|note| put(8, note, 40));
    records
}

fn sounds() -> Vec<(&'static str, Vec<u8>, Want)> {
    let text = write_sfx(&SfxText::from_records(&notes()));
    let with = |from: &str, to: &str| text.replacen(from, to, 1).into_bytes();
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.bytes().flat_map(|byte| [byte, 0])).collect();
    let last = text.trim_end().len();
    let row = text.lines().nth(1).expect("a row");
    vec![
        ("as we write it", text.clone().into_bytes(), Same(1)),
        ("CR LF (Windows)", text.replace('\n', "\r\n").into_bytes(), Same(1)),
        ("a byte order mark (Notepad)", format!("\u{feff}{text}").into_bytes(), Same(1)),
        ("CR LF in some lines", with("\n", "\r\n"), Same(1)),
        ("no end of the last line", text.as_bytes()[..last].to_vec(), Same(1)),
        ("blanks at the ends of lines", text.replace('\n', "  \t\n").into_bytes(), Same(1)),
        ("tabs between notes", text.replace("  ", "\t").into_bytes(), Same(1)),
        ("comments and empty lines", text.replace("sfx", "\n# \u{e9}t\u{e9}\nsfx").into_bytes(), Same(1)),
        ("empty lines at the end", format!("{text}\n\n\n").into_bytes(), Same(1)),
        ("only CR (old Mac)", text.replace('\n', "\r").into_bytes(), Refused("g.sfx:1:")),
        ("UTF-16 (Notepad)", utf16, Refused("g.sfx:1:1: found byte ff, expected text in UTF-8")),
        (
            "Latin-1",
            [&b"# \xe9t\xe9\n"[..], text.as_bytes()].concat(),
            Refused("g.sfx:1:3: found byte e9, expected text in UTF-8"),
        ),
        ("zeros at the end, as a crash leaves them", [text.as_bytes(), &[0; 64]].concat(), Refused("g.sfx:")),
        ("half a note", text.as_bytes()[..last - 3].to_vec(), Refused("g.sfx:")),
        ("nine notes in a row", with(row, &format!("{row}  C-2.tri.5")), Refused("g.sfx:2:")),
        ("five rows", with(row, &format!("{row}\n{row}\n{row}")), Refused("g.sfx:6:")),
        ("a sound twice", format!("{text}{text}").into_bytes(), Refused("expected each sound once")),
        (
            "three rows of a wave",
            format!("{text}sfx 5: speed 1 wave\n{}", format!("{}\n", " 1".repeat(16)).repeat(3)).into_bytes(),
            Refused("row 4 of the 4 rows"),
        ),
        (
            "15 samples in a row",
            format!("{text}sfx 5: speed 1 wave\n{}", format!("{}\n", " 1".repeat(15)).repeat(4)).into_bytes(),
            Refused("g.sfx:"),
        ),
        (
            "64 sounds and one",
            format!("{text}sfx 64: speed 1\n").into_bytes(),
            Refused("expected a number from 0 to 63"),
        ),
    ]
}

/// A cart's folder, followed; the time is a number.
struct Followed {
    folder: PathBuf,
    follower: Follower,
    now: Duration,
    rom: Rom,
    said: Vec<String>,
    wrong: Vec<String>,
}

impl Followed {
    fn new(name: &str) -> Followed {
        let folder = std::env::temp_dir().join(format!("rasher-foreign-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        for sub in ["sprites", "sfx"] {
            fs::create_dir_all(folder.join(sub)).expect("a folder");
        }
        fs::write(folder.join("sprites/g.png"), write_sheet(&[0x31; 0x2000])).expect("written");
        fs::write(folder.join("sfx/g.sfx"), "sfx 0: speed 9\n  C-1.saw.3\n").expect("written");
        let rom = store::rom_in(&folder, "g").expect("good").expect("there");
        let follower = Follower::new(&folder, "g", rom.clone());
        let mut followed =
            Followed { folder, follower, now: Duration::ZERO, rom, said: Vec::new(), wrong: Vec::new() };
        followed.wait(1000);
        followed
    }

    fn wait(&mut self, millis: u64) {
        let until = self.now + Duration::from_millis(millis);
        while self.now < until {
            if let Some(news) = self.follower.look(self.now) {
                self.rom = news.rom.unwrap_or(self.rom.clone());
                self.said.extend(news.said);
                self.wrong = news.wrong.unwrap_or(std::mem::take(&mut self.wrong));
            }
            self.now += Duration::from_millis(10);
        }
    }

    /// Saves in one of the ways of programs, and waits.
    fn save(&mut self, way: usize, file: &str, bytes: &[u8]) {
        let path = self.folder.join(file);
        match way % 4 {
            0 => fs::write(&path, bytes).expect("written"),
            1 => {
                fs::write(path.with_extension("tmp"), bytes).expect("written");
                fs::rename(path.with_extension("tmp"), &path).expect("renamed");
            }
            2 => {
                fs::remove_file(&path).expect("removed");
                self.wait(30);
                fs::write(&path, bytes).expect("written");
            }
            _ => {
                fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
                self.wait(30);
                fs::write(&path, bytes).expect("written");
            }
        }
        self.follower.hint();
        self.wait(1000);
    }

    /// Saves the followed data with one byte changed, as the editors do.
    fn edit(&self, at: usize, agreed: bool) -> Result<[u8; ROM_SIZE], StoreError> {
        let mut data = *self.rom.data;
        data[at] ^= 1;
        let mut firsts = FirstFiles::default();
        write_edited(
            &self.folder,
            "g",
            store::Edited { agreed, ..store::Edited::data(&data, &self.rom.data) },
            &mut firsts,
        )
        .map(|_| data)
    }

    fn read(&self) -> [u8; ROM_SIZE] {
        *store::rom_in(&self.folder, "g").expect("good").expect("there").data
    }
}

#[test]
fn sheets_of_other_programs_are_followed_and_saved_in_their_own_size() {
    for (way, (what, bytes, want)) in sheets().into_iter().enumerate() {
        let mut cart = Followed::new("sheet");
        let path = cart.folder.join("sprites/g.png");
        cart.save(way, "sprites/g.png", &bytes);
        let after =
            |cart: &Followed| fs::read(Path::new(&cart.folder).join("sprites/g.png")).expect("a file");
        let read = read_sheet(&bytes, "g.png");
        if let Refused(why) = want {
            let error = read.expect_err(what).to_string();
            assert!(error.contains(why), "{what}: {error}");
            assert!(cart.wrong.len() == 1 && cart.wrong[0].contains(why), "{what}: {:?}", cart.wrong);
            assert_eq!(cart.rom.data[..0x2000], [0x31; 0x2000], "{what}: the last good sheet stays");
            assert!(cart.edit(0, true).is_err() && after(&cart) == bytes, "{what}: the file stays");
            continue;
        }
        let read = read.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(cart.wrong, [""; 0], "{what}");
        assert!(cart.rom.data[..0x2000] == read.data[..], "{what}");
        match want {
            Same(scale) => {
                assert!(read.data[..] == sheet() && read.scale == scale, "{what}");
                assert_eq!((read.remark(), &cart.said[..]), (None, &[][..]), "{what}");
            }
            Near(remark) => {
                let found = read.remark().unwrap_or_default();
                assert!(found.starts_with(remark), "{what}: {found}");
                let said = format!("g.png: {found}; rasher fix writes that into the file");
                assert_eq!(cart.said, [said], "{what}");
                let refused = cart.edit(0, false).expect_err(what).to_string();
                assert_eq!(refused, format!("{}: {found}; nothing was saved", path.display()), "{what}");
                assert!(after(&cart) == bytes, "{what}: the file stays");
                // Other files are saved without a question.
                let data =
                    cart.edit(usize::from(SFX), false).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(cart.read() == data && after(&cart) == bytes, "{what}");
                *cart.rom.data = data;
            }
            Refused(_) => {}
        }
        let data = cart.edit(0, true).unwrap_or_else(|error| panic!("{what}: {error}"));
        let saved = read_sheet(&after(&cart), "g.png").unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(saved.data[..] == data[..0x2000] && saved.scale == read.scale, "{what}");
        assert_eq!(saved.remark(), None, "{what}");
        fs::remove_dir_all(&cart.folder).expect("removed");
    }
}

#[test]
fn sounds_of_other_programs_are_followed_and_keep_their_lines() {
    for (way, (what, bytes, want)) in sounds().into_iter().enumerate() {
        let mut cart = Followed::new("sound");
        cart.save(way, "sfx/g.sfx", &bytes);
        let sfx = usize::from(SFX)..ROM_SIZE;
        let after = |cart: &Followed| fs::read(cart.folder.join("sfx/g.sfx")).expect("a file");
        match (want, read_sfx(&bytes, "g.sfx")) {
            (Refused(why), read) => {
                let error = read.expect_err(what).to_string();
                assert!(error.contains(why), "{what}: {error}");
                assert!(cart.wrong.len() == 1 && cart.wrong[0].contains(why), "{what}: {:?}", cart.wrong);
                assert!(cart.edit(usize::from(SFX), true).is_err() && after(&cart) == bytes, "{what}");
            }
            (_, read) => {
                let read = read.unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(read.records()[..] == notes() && cart.rom.data[sfx] == notes(), "{what}");
                // One note of sound 3 is changed: every other line stays as its program wrote it.
                let data = cart.edit(usize::from(SFX) + 3 * 68, false);
                let data = data.unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(cart.read() == data, "{what}");
                let (before, after) =
                    (String::from_utf8(bytes).unwrap(), String::from_utf8(after(&cart)).unwrap());
                let lines = |text: &str| text.split('\n').map(str::to_string).collect::<Vec<_>>();
                let (before, after) = (lines(&before), lines(&after));
                let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
                assert_eq!((before.len(), changed), (after.len(), 1), "{what}");
            }
        }
        fs::remove_dir_all(&cart.folder).expect("removed");
    }
}

/// Our decision: a read-only file is data like any other; a save names it and says that the system refuses. The rights of the user who
/// runs the tests may be those of root, for whom no file is read-only.
#[test]
fn a_read_only_file_is_followed_and_a_save_replaces_it_or_says_why_not() {
    let mut cart = Followed::new("read-only");
    let path = cart.folder.join("sprites/g.png");
    cart.save(1, "sprites/g.png", &write_sheet(&sheet()));
    let mut rights = fs::metadata(&path).expect("a file").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).expect("rights");
    cart.wait(1000);
    assert!(cart.rom.data[..0x2000] == sheet() && cart.wrong.is_empty());
    match cart.edit(0, false) {
        Ok(data) => assert!(cart.read() == data),
        Err(error) => {
            assert!(error.to_string().contains("g.png: cannot "), "{error}");
            assert!(cart.read()[..0x2000] == sheet());
        }
    }
}
