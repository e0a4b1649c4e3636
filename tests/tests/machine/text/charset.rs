//! P8SCII and Unicode, escapes in source, and the pictures of the default font.

use super::machine;
use rasher::text::{decode, encode};
use rasher::{Color, num, p8};

fn bytes(text: &str) -> Vec<u8> {
    encode(text).collect()
}

/// Some codes whose characters the manual shows, or saved cartridges contain.
#[test]
fn characters_have_the_codes_of_cartridge_files() {
    let cases: [(&str, u8); 25] = [
        ("¹", 1),
        ("⁶", 6),
        ("⁸", 8),
        ("ᵇ", 11),
        ("ᶜ", 12),
        ("ᵉ", 14),
        ("ᶠ", 15),
        ("▮", 16),
        ("゜", 31),
        ("~", 126),
        ("○", 127),
        ("█", 128),
        ("⬇️", 131),
        ("♥", 135),
        ("⬅️", 139),
        ("🅾️", 142),
        ("…", 144),
        ("➡️", 145),
        ("⬆️", 148),
        ("❎", 151),
        ("▥", 153),
        ("あ", 154),
        ("ア", 204),
        ("ョ", 253),
        ("◝", 255),
    ];
    for (text, code) in cases {
        assert_eq!(bytes(text), [code], "{text:?}");
        assert_eq!(decode(&[code]), text, "code {code}");
    }
}

/// Saving and loading a cartridge must not change a byte.
#[test]
fn every_code_survives_unicode() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(bytes(&decode(&all)), all);
    for a in 0..=255 {
        for b in [0, 32, 131, a] {
            assert_eq!(bytes(&decode(&[a, b])), [a, b], "{a} {b}");
        }
    }
}

/// Reading is tolerant (ours): raw control codes, emoji without their selector, italics for small letters.
#[test]
fn reading_is_tolerant() {
    assert_eq!(bytes("\x06w\x0c8\x7f"), [6, b'w', 12, b'8', 127]);
    assert_eq!(bytes("⬇⬇\u{fe0f}🅾🐱\u{fe0f}"), [131, 131, 142, 130]);
    assert_eq!(bytes("𝘢𝘻"), *b"AZ", "small letters");
    assert_eq!(bytes("é漢\u{10ffff}"), *b"???", "unknown characters");
    assert_eq!(bytes("Ab"), *b"Ab", "capitals are the small letters' codes");
}

/// The escapes in a cart's strings, as listed in the manual.
#[test]
fn p8_knows_the_escapes() {
    assert_eq!(p8!(r"\*\#\-\|\+\^"), &[1, 2, 3, 4, 5, 6]);
    assert_eq!(p8!(r"\a\b\t\n\v\f\r"), &[7, 8, 9, 10, 11, 12, 13]);
    assert_eq!(p8!(r"\0\14\015\255\0651"), &[0, 14, 15, 255, 65, b'1']);
    assert_eq!(p8!(r"\x00\xfFg"), &[0, 255, b'g']);
    assert_eq!(p8!("\\\\\\\"\\'⬇️あ"), &[b'\\', b'"', b'\'', 131, 154]);
    const TITLE: &str = r"\^w\^thi";
    assert_eq!(p8!(TITLE), b"\x06w\x06thi", "constants too");
    assert_eq!(p8!(""), &[0; 0]);
}

/// Every kind of text gives the same picture as its letters.
#[test]
fn texts_of_all_kinds_print() {
    let owned = String::from("ab");
    let width = |draw: &dyn Fn(&mut rasher::Machine) -> i32| draw(&mut machine());
    let cases: [(i32, i32, &str); 11] = [
        (width(&|m| m.print_at("❎a", 0, 0, 7)), 12, "str"),
        (width(&|m| m.print_at(String::from("⬇️a"), 0, 0, 7)), 12, "String"),
        (width(&|m| m.print_at(&owned, 0, 0, 7)), 8, "&String"),
        (width(&|m| m.print_at(b"\x97a", 0, 0, 7)), 12, "&[u8; N]"),
        (width(&|m| m.print_at(&b"abc"[..], 0, 0, 7)), 12, "&[u8]"),
        (width(&|m| m.print_at(vec![b'a'; 3], 0, 0, 7)), 12, "Vec<u8>"),
        (width(&|m| m.print_at(-2147483648, 0, 0, 7)), 44, "i32: 11 letters"),
        (width(&|m| m.print_at(num!(-32767.9999), 0, 0, 7)), 44, "Num: 11 letters"),
        (width(&|m| m.print_at(num!(0.5), 0, 0, 7)), 12, "Num: 0.5"),
        (width(&|m| m.print_at(true, 0, 0, 7)), 16, "bool"),
        (width(&|m| m.print_at(p8!(r"a\^wb"), 0, 0, Color::PEN)), 12, "p8!"),
    ];
    for (found, expected, name) in cases {
        assert_eq!(found, expected, "{name}");
    }
}

/// All 240 pictures equal those in the reference's picture of the font, which can be looked at.
#[test]
fn the_font_is_the_one_in_the_picture() {
    for code in 16..=255u8 {
        let mut m = machine();
        m.print_at([code], 0, 0, 7);
        let rows: Vec<u8> =
            (0..8).map(|y| (0..8).fold(0, |row, x| row | u8::from(m.pget(x, y) != 0) << x)).collect();
        assert_eq!(rows, tests::naive::text::FONT[usize::from(code)], "code {code}, {:?}", decode(&[code]));
    }
}

/// Letters on pictures of the real machine.
#[test]
fn letters_seen_on_real_pictures() {
    let mut m = machine();
    m.print_at("a3?❎⬅️", 0, 0, 7);
    let expected = [
        "777.777.777..77777...77777..",
        "7.7...7...7.77.7.77.777..77.",
        "777..77..77.777.777.77...77.",
        "7.7...7.....77.7.77.777..77.",
        "7.7.777..7...77777...77777..",
        "............................",
    ];
    assert_eq!(crate::text::picture(&m, 28, 6), expected);
}
