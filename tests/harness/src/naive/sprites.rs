//! Sheet and map calls drawn pixel by pixel, using only peeks and pokes.
//!
//! ```text
//! for each row of the target, from the top        spr, sspr: which source pixel belongs to this one?
//!   for each pixel of the row, from the left      map: a spr for each cell, row by row
//!     read the source pixel, then `ink` it        tline: one pixel a step
//! ```
//!
//! Everything is written out again from the rules: palette, transparency, pattern, planes, clip, camera. No drawing
//! code of the machine is used, and every register is read again for every pixel.

use num::Num;
use rasher::Machine;

/// The signed 16-bit integer at an address.
fn int16(m: &Machine, at: u16) -> i64 {
    i64::from(m.peek2(at))
}

/// The sheet's pixel; colour 0 outside.
fn source(m: &Machine, x: i64, y: i64) -> u8 {
    if !(0..128).contains(&x) || !(0..128).contains(&y) {
        return 0;
    }
    let byte = m.peek((y * 64 + x / 2) as u16);
    if x % 2 == 0 { byte & 15 } else { byte >> 4 }
}

/// Draws one sheet colour at a world position.
fn ink(m: &mut Machine, colour: u8, x: i64, y: i64) {
    let (x, y) = (x - int16(m, 0x5f28), y - int16(m, 0x5f2a));
    let bound = |i: u16| i64::from(m.peek(0x5f20 + i)).min(128);
    if x < bound(0) || y < bound(1) || x >= bound(2) || y >= bound(3) {
        return;
    }
    let entry = m.peek(0x5f00 + u16::from(colour));
    if entry & 0xf0 != 0 {
        return;
    }
    let mut drawn = entry & 15;
    let flags = m.peek(0x5f33);
    if flags & 2 != 0 {
        let pattern = u16::from(m.peek(0x5f31)) | u16::from(m.peek(0x5f32)) << 8;
        let set = pattern >> (15 - (x & 3) - 4 * (y & 3)) & 1 != 0;
        if set && flags & 1 != 0 {
            return;
        }
        let pair = m.peek(0x5f60 + u16::from(drawn));
        drawn = if set { pair >> 4 } else { pair & 15 };
    }
    let planes = m.peek(0x5f5e);
    let (write, read) = (planes & 15, planes >> 4);
    let at = (0x6000 + y * 64 + x / 2) as u16;
    let byte = m.peek(at);
    let old = if x % 2 == 0 { byte & 15 } else { byte >> 4 };
    let new = old & !write | drawn & write & read;
    let byte = if x % 2 == 0 { byte & 0xf0 | new } else { byte & 0x0f | new << 4 };
    m.poke(at, byte.into());
}

/// The screen in world coordinates, a little wider: only these pixels can be visible.
fn world(m: &Machine) -> [std::ops::Range<i64>; 2] {
    [0x5f28, 0x5f2a].map(|at| int16(m, at) - 8..int16(m, at) + 136)
}

/// The part of `from..to` that the screen can show.
fn seen(from: i64, to: i64, world: &std::ops::Range<i64>) -> std::ops::Range<i64> {
    from.max(world.start)..to.min(world.end)
}

/// `spr` with all its arguments.
#[allow(clippy::too_many_arguments)]
pub fn spr(m: &mut Machine, n: i32, x: i32, y: i32, w: Num, h: Num, flip_x: bool, flip_y: bool) {
    if !(0..256).contains(&n) {
        return;
    }
    let [w, h] = [w, h].map(|v| (i64::from(v.bits()) * 8).div_euclid(65536));
    let [left, top] = [i64::from(n) % 16 * 8, i64::from(n) / 16 * 8];
    let [x, y] = [i64::from(x), i64::from(y)];
    let [columns, rows] = world(m);
    for py in seen(y, y + h, &rows) {
        for px in seen(x, x + w, &columns) {
            let sx = if flip_x { w - 1 - (px - x) } else { px - x };
            let sy = if flip_y { h - 1 - (py - y) } else { py - y };
            let colour = source(m, left + sx, top + sy);
            ink(m, colour, px, py);
        }
    }
}

/// First address, width and height of the map.
pub fn map_place(m: &Machine) -> (i64, i64, i64) {
    let page = match i64::from(m.peek(0x5f56)) {
        page @ 0x10..0x30 => page,
        page @ 0x30..0x40 => page - 0x20,
        page if page >= 0x80 => page,
        _ => 0x20,
    };
    let width = match m.peek(0x5f57) {
        0 => 256,
        w => i64::from(w),
    };
    let room = if page >= 0x80 { 0x10000 - page * 256 } else { 0x2000 };
    (page * 256, width, room / width)
}

/// Address of a tile; `None` off the map.
pub fn tile_at(m: &Machine, x: i64, y: i64) -> Option<u16> {
    let (base, width, height) = map_place(m);
    if !(0..width).contains(&x) || !(0..height).contains(&y) {
        return None;
    }
    let at = base + y * width + x;
    Some(if base < 0x8000 && at >= 0x3000 { at - 0x2000 } else { at } as u16)
}

/// The tile of cells off the map; 0 for none.
fn outside(m: &Machine) -> u8 {
    if m.peek(0x5f36) & 0x10 != 0 { m.peek(0x5f5a) } else { 0 }
}

/// Whether a tile is drawn: not empty, and in the layers.
fn shows(m: &Machine, tile: u8, layers: u8) -> bool {
    let flags = m.peek(0x3000 + u16::from(tile));
    (tile != 0 || m.peek(0x5f36) & 8 != 0) && (layers == 0 || flags & layers != 0)
}

/// `map` with all its arguments.
#[allow(clippy::too_many_arguments)]
pub fn map(
    m: &mut Machine,
    tile_x: i32,
    tile_y: i32,
    sx: i32,
    sy: i32,
    w: Option<i32>,
    h: Option<i32>,
    layers: u8,
) {
    let (_, width, height) = map_place(m);
    let (w, h) = (w.map_or(width, i64::from), h.map_or(height, i64::from));
    let [tile_x, tile_y, sx, sy] = [tile_x, tile_y, sx, sy].map(i64::from);
    // All cells of the map are tried, whether visible or not; those off the map that may be visible, if they have a tile.
    let tried = |first: i64, count: i64, side: i64, on_screen: i64| match outside(m) {
        0 => first.max(0)..first.saturating_add(count).min(side),
        _ => {
            let seen = first.max(first - on_screen.div_euclid(8) - 2);
            seen..first.saturating_add(count).min(seen + 20)
        }
    };
    let camera = [0x5f28, 0x5f2a].map(|at| i64::from(m.peek2(at)));
    let (rows, columns) = (tried(tile_y, h, height, sy - camera[1]), tried(tile_x, w, width, sx - camera[0]));
    for cy in rows {
        for cx in columns.clone() {
            let tile = tile_at(m, cx, cy).map_or(outside(m), |at| m.memory().get(at));
            if !shows(m, tile, layers) {
                continue;
            }
            let (x, y) = (sx + (cx - tile_x) * 8, sy + (cy - tile_y) * 8);
            let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) else { continue };
            spr(m, tile.into(), x, y, Num::ONE, Num::ONE, false, false);
        }
    }
}

/// `sspr` with all its arguments.
#[allow(clippy::too_many_arguments)]
pub fn sspr(
    m: &mut Machine,
    sx: i32,
    sy: i32,
    sw: i32,
    sh: i32,
    dx: i32,
    dy: i32,
    dw: i32,
    dh: i32,
    flip_x: bool,
    flip_y: bool,
) {
    let [sx, sy, sw, sh, dx, dy, dw, dh] = [sx, sy, sw, sh, dx, dy, dw, dh].map(i64::from);
    if dw == 0 || dh == 0 {
        return;
    }
    let [columns, rows] = world(m);
    let (left, top, width, height) = (dx.min(dx + dw), dy.min(dy + dh), dw.abs(), dh.abs());
    let (flip_x, flip_y) = (flip_x ^ (dw < 0), flip_y ^ (dh < 0));
    let find = |i: i64, first: i64, size: i64, len: i64| {
        let ratio = size * 65536 / len;
        let middle = i128::from(i) * 65536 + 0x8000;
        i128::from(first) + (middle * i128::from(ratio)).div_euclid(1 << 32)
    };
    for py in seen(top, top + height, &rows) {
        for px in seen(left, left + width, &columns) {
            let i = if flip_x { width - 1 - (px - left) } else { px - left };
            let j = if flip_y { height - 1 - (py - top) } else { py - top };
            let (x, y) = (find(i, sx, sw, width), find(j, sy, sh, height));
            let colour = source(m, x.clamp(-1, 128) as i64, y.clamp(-1, 128) as i64);
            ink(m, colour, px, py);
        }
    }
}

/// `tline` with all its arguments and a precision; every step of the line is walked.
#[allow(clippy::too_many_arguments)]
pub fn tline(
    m: &mut Machine,
    x0: i32,
    y0: i32,
    x1: i32,
    y1: i32,
    at: [Num; 2],
    step: [Num; 2],
    layers: u8,
    bits: u32,
) {
    let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(i64::from);
    let wide = (x1 - x0).abs() >= (y1 - y0).abs();
    let steps = (x1 - x0).abs().max((y1 - y0).abs());
    let (_, width, height) = map_place(m);
    let mut walk = at.map(|v| v.bits());
    for k in 0..=steps {
        // The line's pixels are counted from the end with the smaller coordinate on the longer axis.
        let (first, last, a, b) = if wide { (x0, x1, y0, y1) } else { (y0, y1, x0, x1) };
        let (major, low, high, from_low) =
            if first <= last { (first + k, a, b, k) } else { (first - k, b, a, steps - k) };
        let slope = if steps == 0 { 0 } else { (high - low) * 65536 / steps };
        let minor = low + (slope * from_low + 0x8000).div_euclid(65536);
        let (x, y) = if wide { (major, minor) } else { (minor, major) };

        let pixel = |axis: u16| {
            let tiles = match m.peek(0x5f38 + axis) {
                0 => 256,
                tiles => i64::from(tiles),
            };
            // In 16.16 tiles at precision 13, in finer units above and coarser ones below.
            let mask = tiles * (8 << bits) - 1;
            let looped = i64::from(walk[usize::from(axis)]) & mask;
            (looped >> bits) + 8 * i64::from(m.peek(0x5f3a + axis))
        };
        let (u, v) = (pixel(0), pixel(1));
        if outside(m) != 0 || u < 8 * width && v < 8 * height {
            let tile = tile_at(m, u / 8, v / 8).map_or(outside(m), |at| m.memory().get(at));
            if shows(m, tile, layers) {
                let colour = source(m, i64::from(tile) % 16 * 8 + u % 8, i64::from(tile) / 16 * 8 + v % 8);
                ink(m, colour, x, y);
            }
        }
        walk = [0, 1].map(|i| walk[i].wrapping_add(step[i].bits()));
    }
}
