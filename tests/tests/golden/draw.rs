//! Shapes: outlines, filled, with patterns, under camera and clip.

use crate::{Page, drawn};
use rasher::{Color, Machine, Num, num};
use tests::golden::Screen;

pub const PAGES: &[Page] = &[
    ("draw-lines", lines),
    ("draw-outlines", outlines),
    ("draw-filled", filled),
    ("draw-patterns", patterns),
    ("draw-inverted", inverted),
    ("draw-clip-camera", clip_camera),
    ("draw-planes", planes),
];

/// Lines to every edge from the middle, a chain of line_to, and single pixels.
fn lines() -> Screen {
    drawn(|p8| {
        for i in 0..16 {
            let c = 1 + i % 15;
            p8.line(64, 64, i * 8, 0, c);
            p8.line(64, 64, 127, i * 8, c);
            // The other way round: the same pixels.
            p8.line(127 - i * 8, 127, 64, 64, c);
            p8.line(0, 127 - i * 8, 64, 64, c);
        }
        p8.rectfill(40, 40, 88, 88, 0);
        p8.line(44, 84, 44, 44, 7);
        for i in 0..10 {
            p8.line_to(48 + i * 4, if i % 2 == 0 { 56 } else { 46 }, 8 + i % 4);
        }
        p8.line_reset();
        p8.line_to(50, 80, 11);
        p8.line_to(84, 66, 11);
        (0..32).for_each(|i| p8.pset(48 + i, 60 + i % 4, 12));
    })
}

/// Every size from zero, so that each special case is next to the next one.
fn outlines() -> Screen {
    drawn(|p8| {
        p8.cls(1);
        let mut x = 1;
        for r in 0..9 {
            p8.circ(x + r, 9, r, 7 + r % 4);
            x += 2 * r + 3;
        }
        let mut x = 1;
        for s in 0..13 {
            p8.oval(x, 20, x + s, 20 + (s * 3 + 1) / 2, 8 + s % 7);
            x += s + 3;
        }
        let mut x = 1;
        for s in 0..13 {
            p8.rect(x, 44, x + s, 44 + s / 2, 9 + s % 6);
            x += s + 3;
        }
        for (i, r) in [0, 1, 2, 3, 4, 6, 9].into_iter().enumerate() {
            p8.rrect(1 + 18 * i as i32, 54, 17, 19, r, 6 + i as i32);
        }
        // Large and off the screen on every side.
        for (i, r) in [20, 40, 60, 100].into_iter().enumerate() {
            p8.circ(64, 150, r, 12 + i as i32);
        }
        p8.oval(-40, 80, 30, 140, 14);
        p8.oval(97, 80, 167, 140, 11);
        p8.rect(-5, 76, 132, 200, 5);
    })
}

fn filled() -> Screen {
    drawn(|p8| {
        p8.cls(1);
        let mut x = 1;
        for r in 0..9 {
            p8.circfill(x + r, 9, r, 7 + r % 4);
            x += 2 * r + 3;
        }
        let mut x = 1;
        for s in 0..13 {
            p8.ovalfill(x, 20, x + s, 20 + (s * 3 + 1) / 2, 8 + s % 7);
            x += s + 3;
        }
        let mut x = 1;
        for s in 0..13 {
            p8.rectfill(x + s, 44 + s / 2, x, 44, 9 + s % 6);
            x += s + 3;
        }
        for (i, r) in [0, 1, 2, 3, 4, 6, 9].into_iter().enumerate() {
            p8.rrectfill(1 + 18 * i as i32, 54, 17, 19, r, 6 + i as i32);
        }
        for (i, r) in [100, 60, 40, 20].into_iter().enumerate() {
            p8.circfill(64, 178, r, 2 + i as i32);
        }
        p8.ovalfill(-40, 80, 30, 140, 14);
        p8.ovalfill(97, 80, 167, 140, 11);
    })
}

/// The patterns of the manual's glyphs.
const PATTERNS: [u16; 16] = [
    0x0000, 0x5a5a, 0x511f, 0x7d7d, 0xb81d, 0xf99f, 0x51bf, 0xb5bf, 0x999f, 0xb11f, 0xa0e0, 0x9b3f, 0xb1bf,
    0xf5ff, 0x0f0f, 0x5555,
];

/// Top: 16 patterns in two colours, and with holes. Bottom: each shape with a pattern, the second colour of a pair, a
/// pattern in a colour, and the pattern's anchor at the screen instead of the shape.
fn patterns() -> Screen {
    drawn(|p8| {
        p8.cls(1);
        for (i, pattern) in PATTERNS.into_iter().enumerate() {
            let (x, y) = (i as i32 % 8 * 16, i as i32 / 8 * 16);
            p8.fillp(i32::from(pattern as i16));
            p8.rectfill(x, y, x + 7, y + 14, 0x8c);
            p8.fillp(Num::from_bits(i32::from(pattern as i16) << 16 | 0x8000));
            p8.rectfill(x + 8, y, x + 14, y + 14, 10);
        }
        p8.fillp(0x5a5a);
        p8.circfill(20, 52, 16, 0x8e);
        p8.circ(56, 52, 16, 0x7c);
        p8.ovalfill(76, 36, 122, 68, 0x3b);
        p8.fillp(num!("0x33cc.8"));
        p8.rrectfill(4, 72, 36, 26, 6, 9);
        p8.rrect(46, 72, 36, 26, 6, 0x8a);
        p8.rect(88, 72, 122, 98, 12);
        p8.line(0, 104, 127, 124, 7);
        // Neighbours drawn one by one share one pattern.
        p8.fillp(0x1248);
        (0..8).for_each(|i| p8.rectfill(i * 9, 106 + i % 3, i * 9 + 8, 120, 0x42));
        p8.poke(0x5f34, 1);
        p8.circfill(108, 114, 11, num!("0x104e.f0f0"));
    })
}

/// Shapes whose complement is painted: colours that request it, with 0x5f34 bit 1.
fn inverted() -> Screen {
    drawn(|p8| {
        for y in 0..16 {
            for x in 0..16 {
                p8.rectfill(x * 8, y * 8, x * 8 + 7, y * 8 + 7, (x + y) % 2 + 5);
            }
        }
        p8.poke(0x5f34, 2);
        let invert = |c: i32| Color::from(Num::from_bits(0x1800_0000 | c << 16));
        p8.clip(2, 2, 60, 60);
        p8.circfill(32, 32, 24, invert(8));
        p8.clip(66, 2, 60, 60);
        p8.rectfill(76, 10, 110, 50, invert(12));
        p8.clip(2, 66, 60, 60);
        p8.ovalfill(8, 76, 56, 116, invert(11));
        p8.clip(66, 66, 60, 60);
        p8.rrectfill(72, 72, 48, 48, 12, invert(9));
    })
}

/// One scene four times: unchanged, moved, clipped, moved and clipped.
fn clip_camera() -> Screen {
    fn scene(p8: &mut Machine) {
        p8.rectfill(0, 0, 59, 59, 1);
        p8.circfill(30, 30, 26, 13);
        p8.rect(4, 4, 55, 55, 7);
        p8.line(0, 59, 59, 0, 8);
        p8.ovalfill(10, 20, 50, 40, 0x9a);
        p8.print_at("clip", 22, 28, 0);
    }
    drawn(|p8| {
        p8.camera(-2, -2);
        scene(p8);
        p8.camera(-66, -2);
        p8.clip(80, 10, 40, 40);
        scene(p8);
        p8.camera(-20, -80);
        p8.clip(2, 66, 60, 60);
        scene(p8);
        // Clipped by the previous clip as well.
        p8.camera(-66, -66);
        p8.clip(70, 66, 200, 40);
        p8.clip_ext(0, 80, 110, 200, true);
        scene(p8);
        p8.camera(0, 0);
        p8.clip_reset();
        p8.rect(63, 0, 64, 127, 5);
        p8.rect(0, 63, 127, 64, 5);
    })
}

/// The same three discs with each write mask, and one that is read through a mask.
fn planes() -> Screen {
    drawn(|p8| {
        p8.cls(0);
        for (i, mask) in [0xff, 0xf1, 0xf2, 0xf4, 0xf8, 0xf3, 0xfc, 0x3f, 0x7f].into_iter().enumerate() {
            let (x, y) = (i as i32 % 3 * 42 + 22, i as i32 / 3 * 42 + 20);
            p8.poke(0x5f5e, 0xff);
            p8.rectfill(x - 20, y - 18, x + 18, y + 20, if i % 2 == 0 { 1 } else { 5 });
            p8.poke(0x5f5e, mask);
            p8.circfill(x - 6, y - 4, 10, 9);
            p8.circfill(x + 6, y - 4, 10, 12);
            p8.circfill(x, y + 7, 10, 15);
        }
    })
}
