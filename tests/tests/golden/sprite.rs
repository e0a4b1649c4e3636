//! Sprites, stretched sprites, the map and textured lines.

use crate::{Page, drawn};
use rasher::{Machine, Num, num};
use tests::golden::Screen;

pub const PAGES: &[Page] = &[
    ("sprite-spr", spr),
    ("sprite-sspr", sspr),
    ("sprite-map", map),
    ("sprite-tline", tline),
    ("sprite-patterns", patterns),
];

/// A flag with an asymmetric face: 16x16 pixels as rows of hex digits.
const FACE: [&str; 16] = [
    "0000888888880000",
    "0088eeeeeeee8800",
    "08eeeeeeeeeeef80",
    "08eeeeeeeeeeff80",
    "8ee77eeee77eeff8",
    "8ee71eeee71eeff8",
    "8ee11eeee77eeff8",
    "8eeeeeeeeeeeeff8",
    "8eeeeeeeeeeeeff8",
    "8eee2eeeeeeeeff8",
    "8eee22eeee2eeff8",
    "8eeee222222eeff8",
    "08eeee2222eeff80",
    "08eeeeeeeeefff80",
    "0088eeeeffff8800",
    "000088888888b333",
];

/// The face as sprite 2 (2x2 sprites), and a tile of each colour from sprite 16, with a mark in its corner.
fn sheet(p8: &mut Machine) {
    for (y, row) in (0..).zip(FACE) {
        for (x, digit) in (0..).zip(row.chars()) {
            p8.sset(16 + x, y, digit.to_digit(16).unwrap_or(0) as i32);
        }
    }
    for c in 0..16 {
        for i in 0..64 {
            let (x, y) = (i % 8, i / 8);
            let edge = x == 0 || y == 0;
            let mark = x + y < 4 && !edge;
            p8.sset(
                c * 8 + x,
                16 + y,
                if mark {
                    7
                } else if edge {
                    5
                } else {
                    c
                },
            );
        }
    }
}

fn checkers(p8: &mut Machine) {
    p8.cls(13);
    for i in 0..256 {
        if (i + i / 16) % 2 == 0 {
            let (x, y) = (i % 16 * 8, i / 16 * 8);
            p8.rectfill(x, y, x + 7, y + 7, 1);
        }
    }
}

/// Flips, blocks, fractions, palettes, transparency, and sprites across every edge.
fn spr() -> Screen {
    drawn(|p8| {
        sheet(p8);
        checkers(p8);
        for (i, (fx, fy)) in
            [(false, false), (true, false), (false, true), (true, true)].into_iter().enumerate()
        {
            p8.spr_ext(2, 4 + 20 * i as i32, 4, 2, 2, fx, fy);
        }
        p8.spr(2, 88, 4);
        p8.spr(3, 100, 4);
        p8.spr(18, 88, 14);
        p8.spr(19, 100, 14);
        for (i, w) in [num!("0.5"), num!("1.125"), num!("1.5"), num!(2)].into_iter().enumerate() {
            p8.spr_ext(2, 4 + 20 * i as i32, 26, w, 2, false, false);
            p8.spr_ext(2, 4 + 20 * i as i32, 46, 2, w, i % 2 == 0, true);
        }
        p8.pal(14, 11);
        p8.pal(8, 3);
        p8.spr_ext(2, 88, 28, 2, 2, false, false);
        p8.palt(0, false);
        p8.spr_ext(2, 106, 28, 2, 2, false, false);
        p8.pal_reset();
        p8.palt(14, true);
        p8.spr_ext(2, 88, 48, 2, 2, false, false);
        p8.palt_reset();
        (0..16).for_each(|n| p8.spr(32 + n, n * 8, 68));
        // Over the edges, and cut by a clip.
        for (x, y) in [(-6, 84), (118, 84), (-6, 118), (118, 118), (56, 122)] {
            p8.spr_ext(2, x, y, 2, 2, false, false);
        }
        p8.clip(30, 88, 13, 20);
        p8.spr_ext(2, 24, 90, 2, 2, false, false);
        p8.clip_reset();
        p8.camera(-64, -88);
        p8.spr_ext(2, 0, 0, 2, 2, true, false);
    })
}

/// Larger, smaller, odd ratios, negative sizes, flips, and a source that extends beyond the sheet.
fn sspr() -> Screen {
    drawn(|p8| {
        sheet(p8);
        checkers(p8);
        p8.sspr_ext(16, 0, 16, 16, 2, 2, 48, 48, false, false);
        p8.sspr_ext(16, 0, 16, 16, 54, 2, 24, 16, false, false);
        p8.sspr_ext(16, 0, 16, 16, 54, 20, 11, 30, false, false);
        p8.sspr_ext(16, 0, 16, 16, 68, 20, 7, 7, false, false);
        p8.sspr(16, 0, 16, 16, 68, 30);
        for (i, (w, h)) in [(20, 20), (-20, 20), (20, -20), (-20, -20)].into_iter().enumerate() {
            let (x, y) = (106 + if w < 0 { 20 } else { 0 } - 20 * (i as i32 % 2), 2 + i as i32 / 2 * 24);
            p8.sspr_ext(16, 0, 16, 16, x, y + if h < 0 { 20 } else { 0 }, w, h, false, false);
        }
        for (i, (fx, fy)) in
            [(false, false), (true, false), (false, true), (true, true)].into_iter().enumerate()
        {
            p8.sspr_ext(16, 0, 13, 9, 2 + 32 * i as i32, 56, 28, 20, fx, fy);
        }
        // The whole sheet, in a strip; and a part that ends outside.
        p8.sspr_ext(0, 0, 128, 32, 2, 80, 124, 20, false, false);
        p8.palt(0, false);
        p8.sspr_ext(112, -8, 32, 32, 2, 102, 24, 24, false, false);
        p8.pal(14, 12);
        p8.sspr_ext(16, 0, 16, 16, 90, 96, 60, 60, true, false);
        p8.pal_reset();
        p8.sspr_ext(16, 0, 16, 16, 40, 104, 40, 18, false, false);
    })
}

/// A small level; its layers; parts of it; wide and narrow maps at other addresses.
fn map() -> Screen {
    drawn(|p8| {
        sheet(p8);
        checkers(p8);
        for i in 0..128 * 16 {
            let (x, y) = (i % 128, i / 128);
            p8.mset(x, y, if (x * 7 + y * 5) % 11 < 6 { 32 + (x + y) % 16 } else { 0 });
        }
        for n in 0..16 {
            p8.fset(32 + n, 1 << (n % 4));
        }
        p8.map_ext(0, 0, 4, 4, Some(7), Some(6), 0);
        p8.map_ext(0, 0, 68, 4, Some(7), Some(6), 1);
        p8.map_ext(0, 0, 4, 60, Some(7), Some(4), 0b110);
        // A corner off the map: nothing there.
        p8.map_ext(-2, -2, 68, 60, Some(7), Some(4), 0);
        // Sprite 0 is drawn too, if a bit says so.
        p8.poke(0x5f36, 8);
        p8.palt(0, false);
        p8.map_ext(0, 0, 4, 98, Some(7), Some(3), 0);
        p8.palt_reset();
        p8.poke(0x5f36, 0);
        // The same bytes as a map of 127 columns: each row starts one tile earlier.
        p8.poke(0x5f57, 127);
        p8.map_ext(0, 0, 68, 98, Some(7), Some(3), 0);
    })
}

/// A wall seen from the side, a turned square, and a loop of two tiles.
fn tline() -> Screen {
    drawn(|p8| {
        sheet(p8);
        p8.cls(1);
        for i in 0..16 {
            p8.mset(i % 4, i / 4, 40 + i % 8);
        }
        p8.mset(0, 0, 2);
        p8.mset(1, 0, 3);
        p8.mset(0, 1, 18);
        p8.mset(1, 1, 19);
        // Columns of a wall that runs away from the eye.
        for x in 0..60 {
            let h = 50 - x * 3 / 5;
            let step = Num::from_bits((4 << 16) / (h + 1));
            p8.tline_ext(x + 2, 30 - h / 2, x + 2, 30 - h / 2 + h, Num::from_bits(x << 12), 0, 0, step, 0);
        }
        // A square turned by a sixteenth of a turn.
        let (c, s) = (num!("0.0625").cos(), num!("0.0625").sin());
        let eighth = Num::from_bits(8192);
        for y in 0..60 {
            let (dx, dy) = (Num::int(-30), Num::int(y - 30));
            let (mx, my) =
                ((dx * c - dy * s) * eighth + Num::int(2), (dx * s + dy * c) * eighth + Num::int(2));
            p8.tline_ext(66, 2 + y, 125, 2 + y, mx, my, c * eighth, s * eighth, 0);
        }
        // A loop of 2x2 tiles, and one that begins elsewhere.
        p8.poke(0x5f38, 2);
        p8.poke(0x5f39, 2);
        for y in 0..28 {
            p8.tline(2, 66 + y, 125, 66 + y, 0, Num::from_bits(y << 13));
        }
        p8.poke(0x5f3a, 1);
        p8.poke(0x5f3b, 1);
        for y in 0..28 {
            p8.tline(2, 97 + y, 125, 97 + y + y / 4, 0, Num::from_bits(y << 13));
        }
    })
}

/// Fill patterns on sprites, through the secondary palette.
fn patterns() -> Screen {
    drawn(|p8| {
        sheet(p8);
        checkers(p8);
        p8.fillp(num!("0x5a5a.4"));
        p8.sspr_ext(16, 0, 16, 16, 2, 2, 60, 60, false, false);
        p8.fillp(num!("0x0f0f.c"));
        p8.sspr_ext(16, 0, 16, 16, 66, 2, 60, 60, false, false);
        for c in 0..16 {
            p8.pal_ext(c, c | (15 - c) << 4, 2);
        }
        p8.fillp(num!("0x33cc.4"));
        (0..16).for_each(|n| p8.spr(32 + n, n * 8, 66));
        p8.sspr_ext(16, 0, 16, 16, 2, 78, 48, 48, false, false);
        p8.fillp(num!("0x5a5a.2"));
        p8.circfill(88, 102, 22, 14);
    })
}
