//! Two pictures to look at: every letter of the default font, and every attribute.
//!
//! The font is compared letter by letter elsewhere; here a person can see it. Attributes that are not recorded
//! (inversion, underline, outlines) are ours, so these pictures show our decisions, not measurements.

use super::machine;
use rasher::{Color, p8};
use tests::golden;

/// Codes 16 to 127 in rows of 16, then 128 to 255 in rows of 14.
#[test]
fn font() {
    let mut m = machine();
    m.cls(1);
    for code in 16..=255u8 {
        let i = i32::from(code);
        let (x, y, c) = match code {
            0..128 => (2 + i % 16 * 8, i / 16 * 7 - 6, 7),
            _ => (1 + (i - 128) % 14 * 9, 52 + (i - 128) / 14 * 7, 10),
        };
        m.print_at([code], x, y, c);
    }
    golden::check("text-font", &m);
}

/// A line for each kind of control code.
#[test]
fn attributes() {
    let mut m = machine();
    m.cls(1);
    // A custom font with two letters: a of 6 columns, b of 8 by its nibble.
    for (at, v) in [(0x5600, 6), (0x5601, 8), (0x5602, 8), (0x5605, 1), (0x5631, 2)] {
        m.poke(at, v);
    }
    m.poke_n(0x5600 + 8 * 97, &[0x1e, 0x21, 0x2d, 0x25, 0x2d, 0x21, 0x1e, 0]);
    m.poke_n(0x5600 + 8 * 98, &[0xff, 0x81, 0xbd, 0xa5, 0xbd, 0x81, 0xff, 0]);
    let lines: [&[u8]; 12] = [
        p8!(r"plain Puny ❎🅾️⬅️➡️⬆️⬇️"),
        p8!(r"\^wwide \^-w\^ttall \^wboth"),
        p8!(r"\^ppinball\^-p \^w\^=stripe"),
        p8!(r"\^iinvert\^-i \#8back\^-# \^#\#c\^-bunpadded"),
        p8!(r"\^uunderline\^-u \^w\^t\^uunder"),
        p8!(r"\^o8ffoutline \^oc5asides \f7\^o!ffhollow"),
        p8!(r"\fe\^w\^t\^o7ffchunky\^o!ffhollow"),
        p8!(
            r"\f6one \^:447cb67c3e7f0106 off \#3\^;447cb67c3e7f0106\#2\^:447cb67c3e7f0106\^p\^:447cb67c3e7f0106"
        ),
        p8!(r"cafe\v7, \*5! a\|fb\|hc\-jd\*3\-hx"),
        p8!(r"a\tb\tc\^s5\td\te"),
        p8!(r"\14abab\15 custom \#5\14ab \^p\14ab"),
        p8!(r"\^$\fbwrapped text goes on in the next line"),
    ];
    m.print_at(lines[0], 1, 0, Color::PEN);
    lines[1..].iter().for_each(|line| _ = m.print(*line));
    golden::check("text-attributes", &m);
}
