//! The rules of `print`, case by case. Each table names its source.

use super::{cursor, machine, picture};
use rasher::{Color, Machine, p8};

/// P8SCII.
type Text = &'static [u8];
/// Addresses and the bytes poked there.
type Pokes = &'static [(u16, i32)];
type Place = (u8, u8);

/// Values recorded on the real 0.2.7.
#[test]
fn recorded() {
    let mut m = machine();
    assert_eq!(m.print_at("abc", 0, 0, Color::PEN), 12, "print(\"abc\",0,0)");
    m.print_at("x", 0, 125, Color::PEN);
    assert_eq!(cursor(&m).1, 131, "print(\"x\",0,125) leaves y = 131: no scrolling with coordinates");
    m.cursor(0, 0);
    m.print("");
    assert_eq!(cursor(&m), (0, 6, 0), "print(\"\") moves one line of 6");
    m.print_at("x", 20, 30, Color::PEN);
    assert_eq!(cursor(&m), (20, 36, 20), "print with coordinates sets the home column");
    m.print("y\nz");
    assert_eq!(cursor(&m), (20, 48, 20), "and print without them uses it");
}

/// Runs `print` with the cursor at y; returns the y afterwards and the row of the mark from row 100.
fn scrolled(y: i32, setup: impl Fn(&mut Machine), text: &[u8]) -> (u8, Option<i32>) {
    let mut m = machine();
    setup(&mut m);
    m.pset(127, 100, 9);
    m.cursor(0, y);
    m.print(text);
    (cursor(&m).1, (0..128).find(|&y| m.pget(127, y) == 9))
}

/// The two rules of scrolling, as recorded: by the excess before a character, by 6 at the end.
#[test]
fn scrolling() {
    type Setup = fn(&mut Machine);
    let none: Setup = |_| {};
    let cases: [(i32, Setup, Text, u8, i32, &str); 13] = [
        (116, none, b"x", 122, 100, "the next line fits: 122 + 6 = 128"),
        (117, none, b"x", 117, 94, "next line at 123 does not fit: by 6"),
        (122, none, b"x", 122, 94, "x fits exactly, the next line does not: by 6"),
        (123, none, b"x", 122, 93, "x lacks one row: by 1; then by 6"),
        (128, none, b"x", 122, 88, "x lacks 6 rows: by 6, then by 6"),
        (122, none, b"", 122, 94, "an empty text moves on too"),
        (122, none, b"\x06tx", 122, 88, "12 rows lack 6: by 6; next line: by 6"),
        (122, none, b"a\nb", 122, 88, "the second line lacks 6 rows; then by 6"),
        (122, none, b"x\0", 122, 100, "a trailing \\0: no new line, no scrolling"),
        (125, none, b"x\0", 125, 100, "a trailing \\0: nor for the character itself"),
        (122, |m| m.poke(0x5f36, 0x40), b"x", 128, 100, "0x5f36 & 0x40: no scrolling"),
        (122, |m| m.poke(0x5f36, 4), b"x", 122, 100, "0x5f36 & 4: no new line, so it fits"),
        (123, |m| m.poke(0x5f36, 4), b"x", 122, 99, "0x5f36 & 4: but the character must fit"),
    ];
    for (y, setup, text, after, mark, name) in cases {
        assert_eq!(scrolled(y, setup, text), (after, Some(mark)), "at {y}: {name}");
    }
}

/// New rows have colour 0, whatever the palette (recorded as colour 0).
#[test]
fn scrolling_brings_colour_0() {
    let mut m = machine();
    m.cls(3);
    m.pal(0, 8);
    m.cursor(0, 123);
    m.print("\0x");
    m.cursor(0, 123);
    m.print(" ");
    assert_eq!((m.pget(9, 120), m.pget(9, 121), m.pget(9, 127)), (3, 0, 0), "7 rows of 0");
}

/// Text, then value and cursor x and y. Parameters and control codes from the manual; the form with coordinates at 8,
/// 8.
#[test]
fn where_the_text_goes() {
    let cases: [(Text, i32, Place, &str); 33] = [
        (b"abc\0d", 20, (20, 8), "\\0 ends, without a new line"),
        (p8!(r"ab\ncd\0"), 16, (16, 14), "\\n: home, a line lower"),
        (p8!(r"ab\n"), 16, (8, 20), "the value is the right-most column"),
        (p8!(r"ab\r\0"), 16, (8, 8), "\\r: home"),
        (p8!(r"abc\b\0"), 20, (16, 8), "\\b: back by a character"),
        (p8!(r"ab❎\b\0"), 24, (16, 8), "\\b: by a wide one"),
        (p8!(r"\*5a\0"), 28, (28, 8), "\\*: five times"),
        (p8!(r"\*ka\0"), 88, (88, 8), "parameters go on after 9: k is 20"),
        (p8!(r"\*0ab\0"), 12, (12, 8), "no times at all"),
        (p8!(r"\-ga\-f\0"), 12, (11, 8), "\\-: by P - 16"),
        (p8!(r"\|h\0"), 8, (8, 9), "\\|: by P - 16"),
        (p8!(r"\+fi\0"), 8, (7, 10), "\\+: both"),
        (p8!(r"\t\0"), 16, (16, 8), "\\t: stops every 16, from column 0"),
        (p8!(r"ab\t\t\0"), 48, (48, 8), "\\t at a stop: to the next"),
        (p8!(r"\^s5\t\0"), 20, (20, 8), "\\^s: stops every P * 4"),
        (p8!(r"\^j12\0"), 8, (4, 8), "\\^j: to P * 4, Q * 4"),
        (p8!(r"ab\^g\0"), 16, (8, 8), "\\^g: home, both axes"),
        (p8!(r"ab\n\^gc\0"), 16, (12, 8), "\\^g after a line"),
        (p8!(r"\^jcc\^ha\nb"), 52, (48, 60), "\\^h: this is home now"),
        (p8!(r"\^waa\0"), 24, (24, 8), "wide: 8 a character"),
        (p8!(r"\^ta\na\0"), 12, (12, 20), "tall: a line of 12"),
        (p8!(r"a\^ta\^-ta\na\0"), 20, (12, 20), "the tallest of the line counts"),
        (p8!(r"a\n\n\0"), 12, (8, 20), "an empty line has the height of a cell"),
        (p8!(r"\^x6aa❎\0"), 30, (30, 8), "\\^x: width 6, and 10 for codes from 128 on"),
        (p8!(r"\^y9a\na\0"), 12, (12, 17), "\\^y: height 9"),
        (p8!(r"e\v7,!\0"), 16, (16, 8), "a decoration does not move the cursor"),
        (p8!(r"\^d3a\^1b\^9\0"), 16, (16, 8), "waits take their letters"),
        (p8!(r"\as2l04ceg a\0"), 12, (12, 8), "a sound string goes to the next space"),
        (p8!(r"a\ac"), 12, (8, 14), "or to the end"),
        (p8!(r"\^:447cb67c3e7f0106\0"), 16, (16, 8), "a picture in hex: 8 columns"),
        (p8!(r"\^w\^:447cb67c3e7f0106\0"), 24, (24, 8), "16 when wide"),
        (p8!(r"\^:447cb67c3e7f0106\na\0"), 16, (12, 16), "and at least 8 rows"),
        (p8!(r"ab\^!4300xyz"), 16, (16, 8), "\\^!: ends without a new line (recorded)"),
    ];
    for (text, value, (x, y), name) in cases {
        let mut m = machine();
        assert_eq!(m.print_at(text, 8, 8, 7), value, "value: {name}");
        assert_eq!((cursor(&m).0, cursor(&m).1), (x, y), "cursor: {name}");
    }
}

/// Wrapping is off in a cart (pictures), on with 0x5f36 & 0x80 or `\^$` (manual).
#[test]
fn wrapping() {
    let text = [b'a'; 33];
    let cases: [(u8, Text, Place, &str); 6] = [
        (0, b"", (132, 0), "off"),
        (0x80, b"", (4, 6), "on by register: 32 fit, one wraps"),
        (0, b"\x06$", (4, 6), "on by command"),
        (0x80, b"\x06-$", (132, 0), "off by command"),
        (0x80, b"\x06r8", (4, 24), "border at 32: 8 a line, 4 lines full, one more"),
        (0x80, b"\x06w", (8, 12), "wide: 16 a line"),
    ];
    for (register, command, (x, y), name) in cases {
        let mut m = machine();
        m.poke(0x5f36, register.into());
        m.print_at([command, &text, b"\0"].concat(), 0, 0, 7);
        assert_eq!((cursor(&m).0, cursor(&m).1), (x, y), "{name}");
    }
}

/// The look of each attribute, on the letter `j` or on a picture of two pixels. Rules from the manual; one pixel of
/// padding at the left and top of each character is visible on pictures of the real machine. Inversion, underline and
/// outlines are not recorded.
#[test]
fn attributes() {
    let cases: [(&[u8], &[&str], &str); 13] = [
        (b"j", &["......", ".777..", "..7...", "..7...", "..7...", ".77...", "......"], "plain"),
        (p8!(r"\#3j"), &["33333.", "37773.", "33733.", "33733.", "33733.", "37733.", "33333."], "background"),
        (
            p8!(r"\#3\^-bj"),
            &["......", ".7773.", ".3733.", ".3733.", ".3733.", ".7733.", ".3333."],
            "unpadded",
        ),
        (p8!(r"\#3\^-#j"), &["......", ".777..", "..7...", "..7...", "..7...", ".77...", "......"], "off"),
        (p8!(r"\^ij"), &["77777.", "7...7.", "77.77.", "77.77.", "77.77.", "7..77.", "77777."], "invert"),
        (p8!(r"\^i\#3j"), &["77777.", "73337.", "77377.", "77377.", "77377.", "73377.", "77777."], "both"),
        (
            p8!(r"\^ij\#3"),
            &["77777.", "7...7.", "77.77.", "77.77.", "77.77.", "7..77.", "77777."],
            "too late",
        ),
        (
            p8!(r"\^wj"),
            &[".........", ".777777..", "...77....", "...77....", "...77....", ".7777...."],
            "wide",
        ),
        (p8!(r"\^tj"), &[".....", ".777.", ".777.", "..7..", "..7..", "..7..", "..7.."], "tall"),
        (p8!(r"\^pj"), &["........", ".7.7.7..", "........", "...7....", "........", "...7...."], "pinball"),
        (
            p8!(r"\^w\^=j"),
            &["........", ".7.7.7..", "...7....", "...7....", "...7....", ".7.7...."],
            "stripey",
        ),
        (p8!(r"\^uj"), &["......", ".777..", "..7...", "..7...", "..7...", ".77...", ".7777."], "underline"),
        (
            p8!(r"\^oaffj"),
            &["aaaaa.", "a777a.", "aa7aa.", ".a7a..", "aa7a..", "a77a..", "aaaa.."],
            "outline on all sides",
        ),
    ];
    for (text, expected, name) in cases {
        let mut m = machine();
        m.print_at(text, 1, 1, 7);
        assert_eq!(picture(&m, expected[0].len() as i32, expected.len() as i32), expected, "{name}");
    }
}

/// Bits of an outline: up-left first, in reading order (the manual); `$` the foreground, `!` without the picture.
#[test]
fn outlines() {
    let cases: [(&[u8], [&str; 4], &str); 6] = [
        (b"801", ["8...", ".7..", "....", "...."], "up-left"),
        (b"880", ["....", ".7..", "..8.", "...."], "down-right"),
        (b"85a", [".8..", "878.", ".8..", "...."], "the four sides"),
        (b"$42", [".7..", ".7..", ".7..", "...."], "in the foreground"),
        (b"!ff", ["777.", "7.7.", "777.", "...."], "without the picture"),
        (b"800", ["....", ".7..", "....", "...."], "none"),
    ];
    for (outline, expected, name) in cases {
        let mut m = machine();
        let text = [b"\x06o", outline, b"\x06:0100000000000000"].concat();
        m.print_at(text, 1, 1, 7);
        assert_eq!(picture(&m, 4, 4), expected, "{name}");
    }
}

/// One-off pictures ignore font and padding; `,` and `;` have padding (recorded).
#[test]
fn one_off_pictures() {
    let full = ["333333333.", "373333333.", "337333333."];
    let bare = ["..........", ".73333333.", ".37333333."];
    let hex = "0102000000000000";
    let bytes = [1, 2, 0, 0, 0, 0, 0, 0];
    for (sign, padded, raw) in
        [(b'.', false, true), (b':', false, false), (b',', true, true), (b';', true, false)]
    {
        let mut m = machine();
        m.poke(0x5f59, 0x33);
        let data: &[u8] = if raw { &bytes } else { hex.as_bytes() };
        m.print_at([&[2, b'3', 6, sign], data].concat(), 1, 1, 7);
        assert_eq!(picture(&m, 10, 3), if padded { full } else { bare }, "\\^{}", sign as char);
        assert_eq!(cursor(&m).1, 9, "8 rows");
    }
}

/// A decoration's place starts at -2, -8 from the character before, in reading order: the manual's accent on "cafe".
#[test]
fn decorations() {
    let mut m = machine();
    m.print_at(p8!(r"e\v7,"), 0, 8, 7);
    // 7 is column 1, row -7; the comma's pixels are in its rows 3 and 4.
    assert_eq!(picture(&m, 4, 8)[4..6], ["..7.", ".7.."]);
}

/// The foreground of `\f` stays, because it is the pen; the rest ends with the call (recorded).
#[test]
fn what_stays() {
    let mut m = machine();
    m.poke(0x5f25, 0x56);
    m.print(p8!(r"\f8\#3\^w\^tx"));
    assert_eq!(m.peek(0x5f25), 0x58, "the pen's low nibble alone");
    m.cls(0);
    m.print("x");
    assert_eq!(picture(&m, 4, 2), ["8.8.", "8.8."]);
}

/// Pokes from text go where `poke` goes; `\^@` keeps the new line, `\^!` ends the text without one (recorded).
#[test]
fn pokes() {
    let mut m = machine();
    m.print_at(p8!(r"\^@43000003abcd"), 0, 0, 7);
    assert_eq!([m.peek(0x4300), m.peek(0x4301), m.peek(0x4302), m.peek(0x4303)], *b"abc\0");
    assert_eq!(cursor(&m), (0, 6, 0), "the d is printed, and the line ends");
    m.cursor(5, 7);
    m.print(p8!(r"\^!4300xy\0z"));
    assert_eq!([m.peek(0x4300), m.peek(0x4301), m.peek(0x4302), m.peek(0x4303)], *b"xy\0z");
    assert_eq!(cursor(&m), (5, 7, 5), "the cursor stays");
    m.poke(0x5f55, 0x80);
    m.print(p8!(r"\^!6000q"));
    assert_eq!(m.memory().get(0x8000), b'q', "redirected as any poke");
    m.print_at(p8!(r"\^@5f0700018a\^@5f200001ca"), 0, 0, 7);
    assert_eq!(m.peek(0x5f07), b'8');
}

/// Registers changed by a text count for the rest of it (ours: the registers decide).
#[test]
fn a_poked_palette_counts_at_once() {
    let mut m = machine();
    m.print_at(b"\x06@5f070001\x0a\x06:0100000000000000", 0, 0, 7);
    assert_eq!(m.pget(0, 0), 10);
}

/// Default attributes at 0x5f58-0x5f5b (the manual's bits; sizes and offsets count without bit 0, in zepto8's
/// interpretation).
#[test]
fn default_attributes() {
    let cases: [(Pokes, i32, u8, &str); 12] = [
        (&[(0x5f58, 0xfe)], 12, 6, "without bit 0 nothing counts"),
        (&[(0x5f58, 5)], 24, 6, "wide"),
        (&[(0x5f58, 9)], 12, 12, "tall"),
        (&[(0x5f58, 0x41)], 12, 6, "stripey changes no size"),
        (&[(0x5f58, 3)], 12, 6, "padding changes no size"),
        (&[(0x5f59, 0x97)], 15, 9, "width 7, height 9"),
        (&[(0x5f5a, 0x03)], 7, 6, "width 3 of codes from 128 on"),
        (&[(0x5f5b, 0x35)], 12, 6, "offsets move pictures, not the text"),
        (&[(0x5f58, 0x81), (0x5600, 5), (0x5601, 9), (0x5602, 8)], 14, 8, "custom font"),
        (&[(0x5f58, 0x81), (0x5600, 5), (0x5602, 8), (0x5f59, 0x77)], 7, 7, "registers win over the font"),
        (&[(0x5f58, 0x80), (0x5600, 5), (0x5602, 8)], 12, 6, "custom font, but without bit 0"),
        (&[(0x5f58, 0x81)], 0, 0, "a custom font that nobody made"),
    ];
    for (pokes, width, line, name) in cases {
        let mut m = machine();
        pokes.iter().for_each(|&(at, v)| m.poke(at, v));
        assert_eq!(m.print_at("a❎", 0, 0, 7), width, "width: {name}");
        assert_eq!(cursor(&m).1, line, "line: {name}");
    }
}

/// Looks of the default attributes, for one pixel at 1, 1 on colour 1.
#[test]
fn default_looks() {
    let cases: [((u16, i32), [&str; 3], &str); 5] = [
        ((0x5f5b, 0x12), ["111111", "111111", "111711"], "offset 2, 1"),
        ((0x5f58, 0x11), ["111111", "17....", "1....."], "background 0, unpadded"),
        ((0x5f58, 0x13), ["......", ".7....", "......"], "background 0, padded"),
        ((0x5f58, 0x21), ["111111", "117777", "177777"], "invert, unpadded"),
        ((0x5f58, 0x23), ["777777", "717777", "777777"], "invert, padded"),
    ];
    for ((at, value), expected, name) in cases {
        let mut m = machine();
        m.cls(1);
        m.poke(at, value);
        m.print_at(p8!(r"\^;0100000000000000"), 1, 1, 7);
        assert_eq!(picture(&m, 6, 3), expected, "{name}");
    }
}

/// A custom font of 5x7 with its own widths: header, nibbles and flags of the manual. Deltas 2 and 6 are recorded,
/// the others and the pixel higher are not.
#[test]
fn custom_fonts() {
    let font = |flags: i32, nibble: i32| {
        let mut m = machine();
        for (i, v) in [5, 9, 7, 1, -1, flags, 10, 0].into_iter().enumerate() {
            m.poke(0x5600 + i as u16, v);
        }
        // The nibble of b (98): the low one of 0x5608 + (98 - 16) / 2.
        m.poke(0x5608 + 41, nibble);
        m.poke(0x5600 + 8 * 98, 0xff);
        m
    };
    for (delta, width) in [(0, 5), (1, 6), (2, 7), (3, 8), (4, 1), (5, 2), (6, 3), (7, 4)] {
        assert_eq!(font(1, delta).print_at(p8!(r"\14b"), 0, 0, 7), width, "nibble {delta}");
        assert_eq!(font(0, delta).print_at(p8!(r"\14b"), 0, 0, 7), 5, "nibble {delta} without flag 1");
    }
    let row = |m: &Machine| (0..8).find(|&y| m.pget(4, y) != 0);
    for (nibble, y) in [(0, 4), (8, 3)] {
        let mut m = font(1, nibble);
        m.print_at(p8!(r"\14b"), 3, 5, 7);
        assert_eq!(row(&m), Some(y), "nibble {nibble}: offset 1, -1, and bit 3 one pixel higher");
        assert_eq!((m.pget(3, y), m.pget(8, y), m.pget(9, y)), (0, 7, 0), "cut to the cell of 5");
    }
    let mut m = font(0, 0);
    assert_eq!(m.print_at(p8!(r"\14b\15b"), 0, 0, 7), 9, "\\15: back to the default font");
    assert_eq!(cursor(&m).1, 7, "the taller of both");
    assert_eq!(font(0, 0).print_at(p8!(r"\14\tb"), 3, 0, 7), 15, "tabs of 10 from column 0");
    assert_eq!(font(2, 0).print_at(p8!(r"\14\tb"), 3, 0, 7), 18, "flag 2: from home");
    assert_eq!(font(0, 0).print_at(p8!(r"\14❎"), 0, 0, 7), 9, "codes from 128 on");
}

/// Camera, clip, palette and planes apply to text, the fill pattern does not (manual).
#[test]
fn draw_state() {
    let mut m = machine();
    m.camera(-4, -2);
    m.clip(0, 0, 7, 3);
    m.pal(7, 8);
    m.pal(3, 12);
    m.poke2(0x5f31, 0xffff);
    m.poke(0x5f33, 1);
    m.print_at(p8!(r"\#3\^:0100000000000000"), 1, 0, 7);
    m.camera(0, 0);
    assert_eq!(picture(&m, 8, 4), ["........", "........", ".....8c.", "........"]);
    m.poke(0x5f5e, 0xf3);
    m.print_at(p8!(r"\^:0300000000000000"), 5, 2, 15);
    assert_eq!(picture(&m, 8, 4)[2], ".....bf.", "15 through write mask 3: 8 becomes 11, 12 becomes 15");
}

/// Tabs from the high nibble of 0x5f5a: 4 n, as the manual has a range of 4 to 60, and 0 for the default of 16.
#[test]
fn the_tab_register() {
    for (poke, end) in [(0x00, 20), (0x10, 12), (0x40, 20), (0xf0, 64)] {
        let mut m = machine();
        m.poke(0x5f5a, poke);
        assert_eq!(m.print_at("a\tb", 0, 0, 7), end, "0x5f5a = {poke:#x}");
    }
}
