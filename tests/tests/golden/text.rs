//! Moving text, a custom font, scrolling. The default font and the attributes have their own pages next to their
//! tests.

use crate::{Page, drawn};
use rasher::{Color, p8};
use tests::golden::Screen;

pub const PAGES: &[Page] = &[("text-moves", moves), ("text-custom", custom), ("text-scroll", scroll)];

fn moves() -> Screen {
    drawn(|m| {
        m.cls(1);
        m.print_at(p8!(r"a\-ib\-jc\-kd"), 4, 4, 7);
        m.print_at(p8!(r"up\|cand\|mdown\|gend"), 4, 14, 10);
        m.print_at(p8!(r"one\ttwo\tthree\n\^s8a\tb\tc"), 4, 28, 11);
        m.print_at(p8!(r"home\nis here\^g<- home"), 20, 44, 12);
        m.print_at(p8!(r"cafe\vb'  a\vfo  o\v8,"), 4, 62, 14);
        m.print_at(p8!(r"\^j4jat 16, 76\^jgljumped"), 0, 0, 9);
        m.print_at(p8!(r"back\b\b__  over\r-"), 4, 96, 15);
        m.print_at(p8!(r"\^rp\^$wraps when the line is too long"), 66, 4, 6);
        m.print_at("numbers", 70, 60, 7);
        m.print_at(-12, 70, 68, 7);
        m.print_at(rasher::num!("3.1416"), 70, 76, 7);
        m.print_at(true, 70, 92, 7);
    })
}

/// A custom font with five columns per letter, made from the default one upside down, with its own header.
fn custom() -> Screen {
    drawn(|m| {
        m.cls(1);
        for code in 16..256 {
            m.cls(0);
            m.print_at(&[code as u8][..], 0, 0, 7);
            for y in 0..8 {
                let row = (0..8).map(|x| i32::from(m.pget(x, y) != 0) << x).sum::<i32>();
                m.poke((0x5600 + code * 8 + 7 - y) as u16, row);
            }
        }
        m.cls(1);
        // Widths, height, offset, no adjustments, tab width.
        m.poke_n(0x5600, &[5, 9, 10, 1, 2, 0, 20]);
        m.print_at(p8!(r"\14upside\ndown\ttab"), 4, 4, 7);
        m.print_at(p8!(r"default \14custom\15 default"), 4, 30, 10);
        m.print_at(p8!(r"\^w\^t\14wide"), 4, 44, 12);
        // Adjustments: every second letter one column wider or narrower.
        m.poke(0x5605, 1);
        (0..120).for_each(|i| m.poke(0x5608 + i, 0x71));
        m.print_at(p8!(r"\14adjusted text"), 4, 74, 11);
        // The attributes as defaults.
        m.poke(0x5f58, 0x81);
        m.print_at("default attributes", 4, 92, 14);
        m.poke(0x5f58, 0x0d);
        m.print_at("wide, tall", 4, 108, 15);
    })
}

/// Text that runs over the lower edge scrolls the screen; the last rows are black.
fn scroll() -> Screen {
    drawn(|m| {
        m.cls(2);
        m.cursor_ext(2, 2, Color::from(7));
        for line in 0..26 {
            m.color(7 + line % 8);
            m.print(format!("line {line} {}", "-".repeat(line as usize)).as_str());
        }
        // With a position nothing scrolls.
        m.print_at("at a place", 60, 125, 8);
    })
}
