//! Sprites, map and tline: the machine's fast routines against slow references, over random scenes.
//!
//! Sizes are fractional, negative, huge; scenes have odd palettes, transparency, patterns, clips, cameras, planes,
//! map bases and widths, and pages that make the sheet the screen. `tests::scene` describes how a case is made and
//! repeated.

use num::Num;
use rasher::Machine;
use tests::naive::sprites as naive;
use tests::scene::{Cases, compare};

/// A size in sprites, often fractional.
fn size(c: &mut Cases) -> Num {
    match c.below(8) {
        0 => Num::from_bits(c.word() as i32),
        1 => c.pick(&[Num::ZERO, Num::MIN, Num::MAX, Num::HALF, Num::EPSILON]),
        2 | 3 => Num::ONE,
        _ => Num::from_bits(c.below(4 << 16)),
    }
}

#[test]
fn spr_equals_its_twin() {
    compare(
        "spr",
        3000,
        |c| (if c.one_in(9) { c.word() as i32 } else { c.below(260) - 2 }, c.at(), c.at()),
        |m, &(n, x, y)| m.spr(n, x, y),
        |m, &(n, x, y)| naive::spr(m, n, x, y, Num::ONE, Num::ONE, false, false),
    );
}

#[test]
fn spr_ext_equals_its_twin() {
    compare(
        "spr_ext",
        2000,
        |c| (c.below(260) - 2, c.at(), c.at(), size(c), size(c), c.bool(), c.bool()),
        |m, &(n, x, y, w, h, fx, fy)| m.spr_ext(n, x, y, w, h, fx, fy),
        |m, &(n, x, y, w, h, fx, fy)| naive::spr(m, n, x, y, w, h, fx, fy),
    );
}

/// What happens between two sprites: the draw palette is changed by a poke, by calls, completely, or not at all.
fn recolor(m: &mut Machine, &(how, c, v): &(i32, u16, i32)) {
    match how {
        0 => m.poke(0x5f00 + c, v),
        1 => _ = m.pal(c.into(), v),
        2 => _ = m.palt(c.into(), v & 1 != 0),
        3 => m.pal_reset(),
        4 => m.poke_n(0x5f00, &[v as u8, (v >> 8) as u8, 16 + c as u8].repeat(5)),
        _ => {}
    }
}

/// The machine caches the table of the last palette, so palettes change between the calls of a scene.
#[test]
fn recolored_and_turned_sprites_equal_their_twin() {
    compare(
        "spr_ext of one sprite",
        3000,
        |c| {
            (
                c.below(256),
                c.at(),
                c.at(),
                c.bool(),
                c.bool(),
                (c.below(7), c.below(16) as u16, c.word() as i32),
            )
        },
        |m, (n, x, y, fx, fy, change)| {
            recolor(m, change);
            m.spr_ext(*n, *x, *y, 1, 1, *fx, *fy);
        },
        |m, (n, x, y, fx, fy, change)| {
            recolor(m, change);
            naive::spr(m, *n, *x, *y, Num::ONE, Num::ONE, *fx, *fy);
        },
    );
}

#[test]
fn map_equals_its_twin() {
    let size = |c: &mut Cases| match c.below(6) {
        0 => None,
        1 => Some(c.at()),
        _ => Some(c.below(20)),
    };
    let cell = |c: &mut Cases| if c.one_in(6) { c.at() } else { c.below(70) - 4 };
    compare(
        "map",
        400,
        |c| (cell(c), cell(c), c.at(), c.at(), size(c), size(c), if c.bool() { 0 } else { c.word() as u8 }),
        |m, &(tx, ty, sx, sy, w, h, l)| m.map_ext(tx, ty, sx, sy, w, h, l),
        |m, &(tx, ty, sx, sy, w, h, l)| naive::map(m, tx, ty, sx, sy, w, h, l),
    );
}

#[test]
fn sspr_equals_its_twin() {
    let size = |c: &mut Cases| match c.below(6) {
        0 => c.at(),
        1 => c.pick(&[8, 16, -8, 0, 1, -1]),
        _ => c.below(100) - 20,
    };
    compare(
        "sspr",
        3000,
        |c| {
            let [sx, sy] = [0; 2].map(|_| if c.one_in(4) { c.at() } else { c.below(128) });
            let [sw, sh, dw, dh] = [0; 4].map(|_| size(c));
            // Often unscaled, or scaled in only one direction.
            let (dw, dh) = (if c.one_in(4) { sw } else { dw }, if c.one_in(4) { sh } else { dh });
            (sx, sy, sw, sh, c.at(), c.at(), dw, dh, c.bool(), c.bool())
        },
        |m, &(sx, sy, sw, sh, dx, dy, dw, dh, fx, fy)| {
            if (dw, dh, fx, fy) == (sw, sh, false, false) {
                m.sspr(sx, sy, sw, sh, dx, dy);
            } else {
                m.sspr_ext(sx, sy, sw, sh, dx, dy, dw, dh, fx, fy);
            }
        },
        |m, &(sx, sy, sw, sh, dx, dy, dw, dh, fx, fy)| naive::sspr(m, sx, sy, sw, sh, dx, dy, dw, dh, fx, fy),
    );
}

#[test]
fn tline_equals_its_twin() {
    // The reference walks every step, so lines are at most some thousand pixels.
    let end = |c: &mut Cases| if c.one_in(8) { c.below(4000) - 2000 } else { c.below(180) - 20 };
    compare(
        "tline",
        1000,
        |c| {
            let ends = [0; 4].map(|_| end(c));
            let ends = match c.below(5) {
                0 => [ends[0], ends[1], ends[2], ends[1]],
                1 => [ends[0], ends[1], ends[0], ends[3]],
                _ => ends,
            };
            let number = |c: &mut Cases| match c.below(4) {
                0 => Num::from_bits(c.word() as i32),
                1 => Num::from_bits(0x2000),
                _ => Num::from_bits(c.below(64 << 16)),
            };
            let at = [0; 2].map(|_| number(c));
            let step = [0; 2]
                .map(|_| if c.one_in(4) { number(c) } else { Num::from_bits(c.below(0x4000) - 0x2000) });
            let registers = c.one_in(3).then(|| [0; 4].map(|_| c.pick(&[0, 1, 4, 7, 16, 32, 64, 128, 255])));
            let bits = if c.one_in(3) { c.below(17) } else { 13 };
            (ends, at, step, if c.bool() { 0 } else { c.word() as u8 }, registers, bits)
        },
        |m, &([x0, y0, x1, y1], [mx, my], [mdx, mdy], layers, registers, bits)| {
            for (i, v) in registers.into_iter().flatten().enumerate() {
                m.poke(0x5f38 + i as u16, v);
            }
            m.tline_precision(bits);
            if (mdx, mdy, layers) == (Num::from_bits(0x2000), Num::ZERO, 0) {
                m.tline(x0, y0, x1, y1, mx, my);
            } else {
                m.tline_ext(x0, y0, x1, y1, mx, my, mdx, mdy, layers);
            }
        },
        |m, &([x0, y0, x1, y1], at, step, layers, registers, bits)| {
            for (i, v) in registers.into_iter().flatten().enumerate() {
                m.poke(0x5f38 + i as u16, v);
            }
            naive::tline(m, x0, y0, x1, y1, at, step, layers, bits as u32);
        },
    );
}
