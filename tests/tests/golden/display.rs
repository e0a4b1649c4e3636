//! From the screen's bytes to the picture: screen palette, raster palettes, screen modes.

use crate::{Page, drawn};
use rasher::{Boot, Machine, SIDE};
use tests::golden::{Screen, Shown};

pub const PAGES: &[Page] = &[
    ("display-palette", palette),
    ("display-raster-lines", lines),
    ("display-raster-gradient", gradient),
    ("display-modes", modes),
    ("display-pages", pages),
];

fn bars(p8: &mut Machine) {
    (0..16).for_each(|c| p8.rectfill(c * 8, 0, c * 8 + 7, 127, c));
}

/// All 32 colours can only be on the screen at once with a raster: the upper 16 by the screen palette.
fn palette() -> Screen {
    drawn(|p8| {
        bars(p8);
        (0..16).for_each(|c| _ = p8.pal_ext(c, 128 + c, 1));
        p8.pal_ext(0, -16, 1);
        p8.rectfill(0, 60, 127, 67, 7);
        p8.print_at("extended colours", 32, 61, 0);
    })
}

/// Every second band of lines by the secondary palette.
fn lines() -> Screen {
    drawn(|p8| {
        bars(p8);
        (0..16).for_each(|c| _ = p8.pal_ext(c, 128 + c, 2));
        p8.poke(0x5f5f, 0x10);
        // Bands of eight lines, then single lines, then a few odd ones.
        for i in 0..16 {
            p8.poke(
                0x5f70 + i,
                if i < 8 {
                    0xff * i32::from(i % 2 == 0)
                } else if i < 12 {
                    0x55
                } else {
                    0x83
                },
            );
        }
    })
}

/// A sky: 16 bands for colour 12, with single lines of the next band between.
fn gradient() -> Screen {
    drawn(|p8| {
        p8.cls(12);
        p8.circfill(64, 64, 30, 10);
        p8.rectfill(0, 110, 127, 127, 3);
        for (i, c) in [0, 129, 1, 140, 12, 6, 7, 135, 10, 9, 137, 8, 136, 2, 130, 128].into_iter().enumerate()
        {
            p8.pal_ext(i as i32, c, 2);
        }
        p8.poke(0x5f5f, 0x3c);
        (0..16).for_each(|i| p8.poke(0x5f70 + i, 0xaa));
    })
}

/// 16 modes, each at a quarter of its size.
fn modes() -> Screen {
    let mut p8 = Machine::new(Boot::default());
    p8.rectfill(0, 0, 127, 127, 1);
    p8.rectfill(0, 0, 63, 63, 2);
    p8.rectfill(64, 64, 127, 127, 13);
    p8.circfill(32, 40, 22, 8);
    p8.circfill(96, 88, 14, 11);
    p8.rectfill(8, 100, 60, 108, 9);
    p8.rectfill(80, 8, 88, 60, 12);
    p8.rect(0, 0, 127, 127, 7);
    p8.rect(2, 2, 125, 125, 7);
    let all = [0, 1, 2, 3, 5, 6, 7, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x41, 4];
    let mut sheet = Box::new([0; SIDE * SIDE]);
    for (i, mode) in all.into_iter().enumerate() {
        p8.poke(0x5f2c, mode);
        let screen = p8.screen();
        let (left, top) = (i % 4 * 32, i / 4 * 32);
        for y in 0..32 {
            for x in 0..32 {
                sheet[(top + y) * SIDE + left + x] = screen[y * 4 * SIDE + x * 4];
            }
        }
    }
    sheet
}

/// The screen in the upper half of memory, the sheet as the screen, and the screen as the sheet.
fn pages() -> Screen {
    drawn(|p8| {
        p8.cls(5);
        p8.circfill(20, 20, 18, 8);
        p8.print_at("screen", 8, 18, 7);
        // Sprites are taken from the screen.
        p8.poke(0x5f54, 0x60);
        p8.sspr_ext(0, 0, 40, 40, 44, 4, 80, 40, true, false);
        p8.poke(0x5f54, 0);
        // Drawing goes to a page above, and comes back as sprites.
        p8.poke(0x5f55, 0x80);
        p8.cls(1);
        p8.ovalfill(2, 2, 60, 30, 10);
        p8.print_at("from 0x8000", 9, 13, 0);
        p8.poke(0x5f55, 0x60);
        p8.poke(0x5f54, 0x80);
        p8.sspr(0, 0, 64, 32, 32, 60);
        p8.poke(0x5f54, 0);
        // And by memcpy, as bytes.
        p8.memcpy(0x6000 + 96 * 64, 0x8000, 32 * 64);
    })
}
