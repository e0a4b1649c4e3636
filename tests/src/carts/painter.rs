//! A painter that makes every drawing call with any arguments, in any state of the draw registers.

use rasher::{Cart, Color, Machine, Num};
use serde::{Deserialize, Serialize};

/// How many calls per frame, and whether the screen is cleared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Painter {
    strokes: i32,
}

impl Cart for Painter {
    fn _update(&mut self, p8: &mut Machine) {
        self.strokes = 20 + i32::from(p8.btn_bits()) % 17;
        if p8.btnp(5) {
            p8.reset();
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        for _ in 0..self.strokes {
            paint(p8);
        }
        p8.debug(self.strokes);
    }
}

/// `from` to `to` - 1, from the machine's own generator.
fn roll(p8: &mut Machine, from: i32, to: i32) -> i32 {
    from + p8.rnd(to - from).flr()
}

/// Mostly near the screen, sometimes as far as numbers reach.
fn at(p8: &mut Machine) -> i32 {
    match roll(p8, 0, 40) {
        0 => [i32::MIN, i32::MAX, -32768, 32767][roll(p8, 0, 4) as usize],
        1..6 => roll(p8, -400, 400),
        _ => roll(p8, -16, 144),
    }
}

/// A length: mostly short, never so long that a frame takes a second.
fn long(p8: &mut Machine) -> i32 {
    match roll(p8, 0, 12) {
        0 => roll(p8, -40, 300),
        _ => roll(p8, 0, 40),
    }
}

/// No argument, a colour, a pair, or a colour with a pattern.
fn color(p8: &mut Machine) -> Color {
    match roll(p8, 0, 6) {
        0 => Color::PEN,
        1 => Color::from(roll(p8, 0, 256)),
        2 => Color::from(Num::from_bits(p8.rnd(Num::from_bits(-1)).bits())),
        _ => Color::from(roll(p8, 0, 16)),
    }
}

fn fraction(p8: &mut Machine, limit: i32) -> Num {
    p8.rnd(limit)
}

fn flip(p8: &mut Machine) -> bool {
    roll(p8, 0, 2) == 1
}

/// Makes one drawing call or changes one register.
pub fn paint(p8: &mut Machine) {
    let [x0, y0, x1, y1] = [at(p8), at(p8), at(p8), at(p8)];
    match roll(p8, 0, 32) {
        0 => {
            let c = color(p8);
            if roll(p8, 0, 8) == 0 {
                p8.cls(c);
            }
        }
        1 => {
            let c = color(p8);
            p8.pset(x0, y0, c);
            let seen = p8.pget(x1, y1);
            p8.color(seen);
        }
        2 => {
            let c = color(p8);
            p8.line(x0, y0, x1, y1, c);
        }
        3 => {
            let c = color(p8);
            p8.line_to(x0, y0, c);
        }
        4 => p8.line_reset(),
        5 => {
            let c = color(p8);
            p8.rect(x0, y0, x1, y1, c);
        }
        6 => {
            let (c, w, h) = (color(p8), long(p8), long(p8));
            p8.rectfill(x0, y0, x0.saturating_add(w), y0.saturating_add(h), c);
        }
        7 => {
            let (c, r) = (color(p8), long(p8));
            p8.circ(x0, y0, r, c);
        }
        8 => {
            let (c, r) = (color(p8), long(p8));
            p8.circfill(x0, y0, r, c);
        }
        9 => {
            let (c, w, h) = (color(p8), long(p8), long(p8));
            p8.oval(x0, y0, x0.saturating_add(w), y0.saturating_add(h), c);
        }
        10 => {
            let (c, w, h) = (color(p8), long(p8), long(p8));
            p8.ovalfill(x0, y0, x0.saturating_add(w), y0.saturating_add(h), c);
        }
        11 => {
            let (c, w, h, r) = (color(p8), long(p8), long(p8), long(p8));
            p8.rrect(x0, y0, w, h, r, c);
        }
        12 => {
            let (c, w, h, r) = (color(p8), long(p8), long(p8), long(p8));
            p8.rrectfill(x0, y0, w, h, r, c);
        }
        13..16 => {
            let n = roll(p8, -2, 258);
            p8.spr(n, x0, y0);
        }
        16 | 17 => {
            let (n, w, h) = (roll(p8, 0, 256), fraction(p8, 5), fraction(p8, 5));
            let (fx, fy) = (flip(p8), flip(p8));
            p8.spr_ext(n, x0, y0, w, h, fx, fy);
        }
        18 | 19 => {
            let [sx, sy, sw, sh] = [roll(p8, -9, 137), roll(p8, -9, 137), long(p8), long(p8)];
            let (dw, dh, fx, fy) = (long(p8), long(p8), flip(p8), flip(p8));
            p8.sspr_ext(sx, sy, sw, sh, x0, y0, dw, dh, fx, fy);
        }
        20 => {
            let [tx, ty, w, h] = [roll(p8, -3, 131), roll(p8, -3, 67), roll(p8, 0, 9), roll(p8, 0, 9)];
            let layers = if flip(p8) { 0 } else { roll(p8, 0, 256) as u8 };
            p8.map_ext(tx, ty, x0, y0, Some(w), Some(h), layers);
        }
        21 => {
            let [mx, my, mdx, mdy] = [fraction(p8, 130), fraction(p8, 66), fraction(p8, 1), fraction(p8, 1)];
            p8.tline_ext(x0, y0, x1, y1, mx, my, mdx, mdy, 0);
        }
        22 => {
            let c = color(p8);
            p8.print_at("Rasher \u{2665} 0123", x0, y0, c);
        }
        23 => {
            let bytes: Vec<u8> = (0..roll(p8, 0, 12)).map(|_| roll(p8, 32, 256) as u8).collect();
            p8.print(&bytes[..]);
        }
        24 => {
            let c = color(p8);
            p8.sset(x0, y0, c);
            p8.mset(x1, y1, x0 & 255);
            let on = flip(p8);
            p8.fset_bit(x0 & 255, y0 & 7, on);
        }
        _ => state(p8, [x0, y0, x1, y1]),
    }
}

/// Changes one register by its call or by a poke.
fn state(p8: &mut Machine, [x0, y0, x1, y1]: [i32; 4]) {
    match roll(p8, 0, 16) {
        0 => _ = p8.camera(x0 / 8, y0 / 8),
        1 => _ = p8.camera(0, 0),
        2 => {
            let (w, h) = (long(p8) * 3, long(p8) * 3);
            p8.clip(x0, y0, w, h);
        }
        3 => _ = p8.clip_reset(),
        4 => {
            let bits = p8.rnd(Num::from_bits(-1));
            p8.fillp(bits);
        }
        5 => _ = p8.fillp(0),
        6 => {
            let p = roll(p8, -1, 4);
            p8.pal_ext(x0, y0, p);
        }
        7 => p8.pal_reset(),
        8 => {
            let transparent = flip(p8);
            p8.palt(x0, transparent);
        }
        9 => _ = p8.palt_bits(x0 as u16),
        10 => _ = p8.cursor(x0, y0),
        11 => {
            let c = color(p8);
            p8.color(c);
        }
        12 => {
            let bits = roll(p8, 8, 16);
            p8.tline_precision(bits);
        }
        13 => {
            // Patterns in colours, screen modes, planes, raster: anything a cart pokes.
            let addr = [0x5f2c, 0x5f33, 0x5f34, 0x5f36, 0x5f38, 0x5f39, 0x5f3a, 0x5f5e, 0x5f5f]
                [roll(p8, 0, 9) as usize];
            let value = roll(p8, 0, 256);
            p8.poke(addr, value);
        }
        14 => {
            // Back to a visible state.
            for addr in [0x5f2c, 0x5f33, 0x5f34, 0x5f36, 0x5f38, 0x5f39, 0x5f3a, 0x5f5f] {
                p8.poke(addr, 0);
            }
            p8.poke(0x5f5e, 255);
            p8.poke_n(0x5f54, &[0x00, 0x60, 0x20, 0x80]);
        }
        _ => {
            // Pages of sheet, screen and map.
            let page = [0x00, 0x60, 0x80, 0xa0][roll(p8, 0, 4) as usize];
            match roll(p8, 0, 6) {
                0 => p8.poke(0x5f54, page),
                1 => p8.poke(0x5f55, page),
                2 => p8.poke(0x5f56, [0x20, 0x10, 0x30, 0x80, 0xc0][(x1 & 3) as usize]),
                3 => p8.poke(0x5f57, y1),
                _ => {}
            }
        }
    }
}
