//! Cartridges as pictures. The layout is that of published cartridges; the bits are put into a picture by hand here,
//! pixel by pixel, and the SHA-1 of 32,768 zeros is coreutils'.

use crate::Dice;
use crate::sheet::raw_png;
use format::{Cartridge, FilePlace, FormatLimit, Stamp, pack_code, read_p8png, write_p8png};
use png::{BitDepth, ColorType};
use rasher::palette::RGB;
use rasher::{PIXELS, Rom};

const SIZE: (u32, u32) = (160, 205);

/// Red, green, blue and opacity of every pixel of a PNG.
fn pixels(bytes: &[u8]) -> Vec<[u8; 4]> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (160, 205, ColorType::Rgba));
    data.chunks(4).map(|p| p.try_into().unwrap()).collect()
}

/// The bytes of a cartridge, one per pixel.
pub(crate) fn hidden(bytes: &[u8]) -> Vec<u8> {
    pixels(bytes).iter().map(|[r, g, b, a]| (a % 4) * 64 + (r % 4) * 16 + (g % 4) * 4 + b % 4).collect()
}

/// A grey picture with these bytes in it and zeros after them.
pub(crate) fn picture(bytes: &[u8]) -> Vec<u8> {
    let all = bytes.iter().copied().chain(std::iter::repeat(0)).take(160 * 205);
    let pixels: Vec<u8> =
        all.flat_map(|b| [64 + (b >> 4 & 3), 64 + (b >> 2 & 3), 64 + (b & 3), 252 + (b >> 6)]).collect();
    raw_png(SIZE, ColorType::Rgba, BitDepth::Eight, None, &pixels)
}

fn cart(dice: &mut Dice) -> Cartridge {
    let mut cart = Cartridge::new(dice.rom());
    cart.rom.name = "x".into();
    cart.code = b"-- a title\n-- by a person\nfunction _draw()\n cls(1)\n cls(2)\n cls(3)\nend\n".to_vec();
    let mut label = Box::new([0; PIXELS]);
    label.iter_mut().for_each(|pixel| *pixel = dice.roll(32) as u8);
    cart.label = Some(label);
    cart
}

#[test]
fn each_byte_is_in_its_pixel() {
    let cart = cart(&mut Dice::new(31));
    let bytes = hidden(&write_p8png(&cart).unwrap());
    assert_eq!(bytes.len(), 32_800);
    assert!(bytes[..0x4300] == cart.rom.data[..], "the data stand first");
    let code = pack_code(&cart.code, "x").unwrap();
    assert_eq!(bytes[0x4300..][..code.len()], code);
    assert!(bytes[0x4300 + code.len()..0x8000].iter().all(|b| *b == 0), "and nothing behind the code");
    // Format 41 is that of 0.2.5g, as in published cartridges.
    assert_eq!(bytes[0x8000..0x8006], [41, 0, 2, 5, b'l', 6]);
    assert_eq!(bytes[0x801a..], [0; 6]);
    let old = write_p8png(&Cartridge { version: 8, ..cart }).unwrap();
    assert_eq!(hidden(&old)[0x8000..0x8006], [8, 0, 0, 0, 0, 0]);
}

#[test]
fn the_label_is_seen_at_its_place() {
    let cart = cart(&mut Dice::new(32));
    let pixels = pixels(&write_p8png(&cart).unwrap());
    for (i, index) in cart.label.unwrap().iter().enumerate() {
        let seen = pixels[(24 + i / 128) * 160 + 16 + i % 128];
        let want = RGB[usize::from(*index)];
        assert!((0..3).all(|c| seen[c] & 0xfc == want[c] & 0xfc) && seen[3] >= 252, "pixel {i}: {seen:?}");
    }
    assert!(pixels[0][3] < 4 && pixels[160 * 205 - 1][3] < 4, "around the cartridge it is transparent");
    assert!(pixels[80][3] >= 252 || pixels[160 + 80][3] >= 252);
}

#[test]
fn any_cartridge_comes_back() {
    let mut dice = Dice::new(33);
    for n in 0..10 {
        let mut cart = cart(&mut dice);
        cart.version = [0, 5, 41, 43, 255][n % 5];
        cart.code = (0..dice.roll(9000)).map(|_| b"\n abcdefgh=()\x97\xff"[dice.roll(15)]).collect();
        let bytes = write_p8png(&cart).unwrap();
        assert!(read_p8png(&bytes, "some/where/x.p8.png").unwrap() == cart, "case {n}");
        assert!(write_p8png(&cart).unwrap() == bytes, "the same bytes each time");
    }
    let empty = Cartridge::new(Rom::empty("x"));
    let back = read_p8png(&write_p8png(&empty).unwrap(), "x.p8.png").unwrap();
    let black = Some(Box::new([0; PIXELS]));
    assert_eq!(
        back,
        Cartridge { label: black, ..empty },
        "a picture always has something in the label's place"
    );
}

#[test]
fn pictures_of_other_consoles_are_read() {
    let mut bytes = vec![0; 0x8000];
    bytes[0x1234] = 0x9c;
    bytes[0x4300..0x4308].copy_from_slice(b"x=1\ny=2\0");
    let read = |bytes: &[u8]| read_p8png(&picture(bytes), "folder/old.p8.png").unwrap();
    let cart = read(&bytes);
    assert_eq!((cart.rom.data[0x1234], &cart.code[..], cart.version), (0x9c, &b"x=1\ny=2"[..], 0));
    assert_eq!(cart.rom.name, "old");
    assert!(cart.label.unwrap().iter().all(|pixel| *pixel == 1 || *pixel == 21), "grey 64 is near those");
    // Full to the last byte.
    bytes[0x4300..].fill(b'a');
    assert_eq!(read(&bytes).code, [b'a'; 0x3d00]);
    // With a digest: that of zeros.
    let mut zeros = vec![0; 0x8020];
    zeros[0x8000] = 30;
    let sha1 = "5188431849b4613152fd7bdba6a3ff0a4fd6424b";
    for (i, pair) in sha1.as_bytes().chunks(2).enumerate() {
        zeros[0x8006 + i] = u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    }
    assert_eq!(read(&zeros).version, 30);
    zeros[7] = 1;
    let e = read_p8png(&picture(&zeros), "x.p8.png").unwrap_err();
    assert_eq!(e.place, FilePlace::Byte { at: 0x8006 });
    let says = format!("x.p8.png: byte 8006: found the digest {sha1}, expected ");
    assert!(e.to_string().starts_with(&says) && e.to_string().contains("some of them have changed"), "{e}");
}

#[test]
fn what_is_no_cartridge_is_refused() {
    let grey = |color, depth, bytes: usize| raw_png(SIZE, color, depth, None, &vec![0; bytes]);
    let mut broken = vec![0; 0x8000];
    broken[0x4300..0x430b].copy_from_slice(b"\0pxa\0\x09\0\x0b\x1b\0\0");
    let cases: &[(Vec<u8>, &str)] = &[
        (
            b"pico-8 cartridge // http".to_vec(),
            "x: found an error (Invalid PNG signature.), expected a PNG picture",
        ),
        (
            raw_png((128, 128), ColorType::Rgba, BitDepth::Eight, None, &[0; 128 * 128 * 4]),
            "x: found 128x128 pixels, expected 160x205 pixels",
        ),
        (
            grey(ColorType::Rgb, BitDepth::Eight, 160 * 205 * 3),
            "x: found 24 bits of Rgb a pixel, expected 8 bits each of red, green, blue and opacity, which hold the data",
        ),
        (
            grey(ColorType::Rgba, BitDepth::Sixteen, 160 * 205 * 8),
            "x: found 64 bits of Rgba a pixel, expected 8 bits each of red, green, blue and opacity, which hold the data",
        ),
        // A character in 8 bits and two copies of 20 bits each are 7 characters; the next would be 3.
        (
            picture(&broken),
            "x: byte 430e: found a copy of 3 characters, expected at most the 2 that are left of 9",
        ),
    ];
    for (bytes, want) in cases {
        let e = read_p8png(bytes, "x").unwrap_err().to_string();
        assert!(e.starts_with(want), "{e}\nwhere this was expected:\n{want}");
    }
}

#[test]
fn what_does_not_fit_is_not_written() {
    let mut dice = Dice::new(34);
    let mut cart = cart(&mut dice);
    cart.version = 256;
    let e = write_p8png(&cart).unwrap_err().to_string();
    assert_eq!(e, "x.p8.png: byte 8000: found format version 256, expected a version up to 255");
    cart.version = 41;
    cart.code = vec![b'a'; 65_536];
    assert_eq!(write_p8png(&cart).unwrap_err().limit, Some(FormatLimit::CodeChars));
    cart.code = (0..20_000).map(|_| 1 + dice.roll(255) as u8).collect();
    let e = write_p8png(&cart).unwrap_err();
    assert_eq!(e.limit, Some(FormatLimit::CodeBytes));
    assert_eq!(e.to_string(), "x.p8.png: found 20000 bytes of compressed code, expected at most 15616");
}

#[test]
fn a_stamp_names_the_cart() {
    let rom = Rom { version: 7, ..Rom::empty("yard") };
    let cart = Cartridge::stamped(rom, "The Yard\nand more", "it has a gate…");
    assert_eq!(cart.code, b"-- The Yard\n-- it has a gate\x90\n-- rasher cart yard, version 7\n");
    assert_eq!(cart.stamp(), Some(Stamp { name: "yard".into(), version: 7 }));
    assert_eq!(cart.head(), ["The Yard", "it has a gate…"]);
    let cases: &[(&[u8], &str)] = &[
        (b"-- rasher cart a, version 0", "a 0"),
        (b"x=1\n\n\n\n\n\n\n-- rasher cart a, version 1\r\n", "a 1"),
        (b"x=1\n\n\n\n\n\n\n\n-- rasher cart a, version 1\n", ""),
        (b"-- rasher cart a\n", ""),
        (b"-- rasher cart a, version x\n", ""),
        (b"-- rasher cart a, version 99999999999\n", ""),
        (b"-- rasher", ""),
        (b"", ""),
    ];
    for (code, want) in cases {
        let cart = Cartridge { code: code.to_vec(), ..Cartridge::new(Rom::empty("x")) };
        let found = cart.stamp().map_or(String::new(), |stamp| format!("{} {}", stamp.name, stamp.version));
        assert_eq!(found, *want, "{}", String::from_utf8_lossy(code));
    }
}

#[test]
fn the_head_of_the_code_is_title_and_author() {
    let cases: &[(&[u8], &[&str])] = &[
        (b"--one\n--  two  \n-- three\n", &["one", "two"]),
        (b"-- one\nx=1\n-- two", &["one"]),
        (b"x=1\n-- one", &[]),
        (b"--[[ one\n]]", &[]),
        (b"", &[]),
        (b"--\n--", &["", ""]),
    ];
    for (code, want) in cases {
        let cart = Cartridge { code: code.to_vec(), ..Cartridge::new(Rom::empty("x")) };
        assert_eq!(cart.head(), *want, "{}", String::from_utf8_lossy(code));
        write_p8png(&cart).expect("any head can be drawn");
    }
    // Any letters, of any number, stay on the plate: below it the picture is the same.
    let plain = pixels(&write_p8png(&Cartridge::new(Rom::empty("x"))).unwrap());
    let mut dice = Dice::new(35);
    for _ in 0..12 {
        let mut noise = |most| {
            (0..dice.roll(most))
                .map(|_| 1 + dice.roll(255) as u8)
                .filter(|b| *b != b'\n')
                .collect::<Vec<u8>>()
        };
        let code = [b"-- ", &noise(90)[..], b"\n--", &noise(300), b"\n"].concat();
        let cart = Cartridge { code, ..Cartridge::new(Rom::empty("x")) };
        let seen = pixels(&write_p8png(&cart).unwrap());
        for (i, (seen, plain)) in seen.iter().zip(&plain).enumerate() {
            let (x, y) = (i % 160, i / 160);
            let inside = (16..144).contains(&x) && (159..186).contains(&y);
            assert!(
                inside || (0..4).all(|c| seen[c] & 0xfc == plain[c] & 0xfc),
                "pixel {x},{y}, {:?}",
                cart.head()
            );
        }
    }
}
