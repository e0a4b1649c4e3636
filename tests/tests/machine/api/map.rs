//! The map and lines drawn from it, as pictures.

use super::{lit, machine, sheet, shows};
use num::{Num, num};
use rasher::Machine;
use tests::scene::Cases;

/// Arguments likely to break arithmetic.
const EXTREMES: [i32; 10] = [i32::MIN, i32::MIN + 1, -32769, -32768, -1, 0, 1, 32767, i32::MAX - 1, i32::MAX];

/// A machine in which each sprite `n` from 1 to 15 is filled with colour `n` and has flags `n`.
fn tiles() -> Machine {
    let mut m = machine();
    for n in 1..16u16 {
        (0..8).for_each(|y| sheet(&mut m, n * 8, y, &[&format!("{n:x}").repeat(8)]));
        m.fset(n.into(), i32::from(n));
    }
    m
}

/// The expected digits for tiles in a row, each repeated eight times.
fn wide(digits: &str) -> String {
    digits.chars().map(|d| d.to_string().repeat(8)).collect()
}

#[test]
fn map_without_arguments_draws_all_rows() {
    // Recorded: also the shared rows 32 to 63.
    let mut m = tiles();
    m.mset(1, 0, 3);
    m.mset(0, 32, 0);
    m.mset(127, 63, 5);
    m.map();
    shows(&m, &[&wide(".3.")]);
    m.cls(0);
    m.camera(127 * 8, 63 * 8);
    m.map();
    shows(&m, &[&wide("5.")]);
}

#[test]
fn map_ext_draws_a_part() {
    let mut m = tiles();
    for x in 0..8 {
        m.mset(x, 2, x + 1);
        m.mset(x, 3, 9);
    }
    m.map_ext(2, 2, 8, 0, 3, 1, 0);
    shows(&m, &[&wide(".345.")]);
    assert_eq!(m.pget(8, 8), 0, "one row");
    m.cls(0);
    // Recorded: 0 or less draws nothing; None is the whole dimension, independently for each.
    for (w, h) in [(0, 1), (1, 0), (-1, 5), (i32::MIN, i32::MIN)] {
        m.map_ext(0, 2, 0, 0, w, h, 0);
    }
    assert_eq!(lit(&m), 0);
    m.map_ext(0, 2, 0, 0, None, 1, 0);
    shows(&m, &[&wide("12345678...")]);
    // Cells off the map are left out; the others keep their positions.
    m.cls(0);
    m.map_ext(-1, 2, 0, 0, 3, 1, 0);
    shows(&m, &[&wide(".12.")]);
    m.cls(0);
    m.map_ext(0, -1, 0, 0, 16, 3, 0);
    assert_eq!(lit(&m), 0);
}

#[test]
fn map_ext_chooses_by_layers() {
    let mut m = tiles();
    (0..5).for_each(|x| m.mset(x, 0, x));
    // Any of the flags; 0 is all tiles (manual).
    for (layers, expected) in [(0, ".1234"), (1, ".1.3."), (2, "..23."), (6, "..234"), (8, ".....")] {
        m.cls(0);
        m.map_ext(0, 0, 0, 0, 5, 1, layers);
        shows(&m, &[&wide(expected)]);
    }
}

#[test]
fn map_ext_leaves_out_tile_0() {
    let mut m = tiles();
    sheet(&mut m, 0, 0, &["77777777"]);
    m.mset(1, 0, 1);
    m.map_ext(0, 0, 0, 0, 2, 1, 0);
    shows(&m, &[&wide(".1")]);
    // Changelog 0.2.2: bit 3 of 0x5f36 draws it.
    m.poke(0x5f36, 8);
    m.map_ext(0, 0, 0, 0, 2, 1, 0);
    shows(&m, &[&wide("71")]);
    m.cls(0);
    m.map_ext(0, 0, 0, 0, 2, 1, 1);
    shows(&m, &[&wide(".1")]);
}

#[test]
fn map_ext_reads_cells_when_their_turn_comes() {
    // Ours: with the screen on the sheet's page, a tile drawn over map row 32 changes the tiles drawn after
    // it.
    let mut m = machine();
    m.poke(0x5f55, 0);
    m.poke(0x5f54, 0x80);
    (0..8).for_each(|y| m.poke4(0x8004 + y * 64, Num::from_bits(0x0101_0101)));
    m.mset(0, 32, 1);
    // Screen row 64 starts at 0x1000: the first tile's pixels 1 0 1 0 .. are bytes 0x01, map cells 0 to 3.
    m.map_ext(0, 32, 0, 64, 8, 1, 0);
    let cells: Vec<u8> = (0..20).map(|x| m.mget(x, 32)).collect();
    // Each of the eight tiles wrote four cells ahead of the walk, so all eight were drawn: 32 cells.
    assert_eq!(cells, [1; 20]);
    assert_eq!((m.mget(31, 32), m.mget(32, 32)), (1, 0));
}

/// A machine whose map begins with two tiles of pixel rows 1..8 and 9..f, and a 1 and a 2.
fn strip() -> Machine {
    let mut m = machine();
    sheet(&mut m, 8, 0, &["123456789abcdef1"]);
    sheet(&mut m, 8, 1, &["2222222233333333"]);
    m.mset(0, 0, 1);
    m.mset(1, 0, 2);
    m.fset(2, 4);
    m
}

#[test]
fn tline_draws_the_map_along_a_line() {
    let mut m = strip();
    m.tline(0, 0, 15, 0, 0, 0);
    shows(&m, &["123456789abcdef1.", "................."]);
    // Manual: mx, my belong to the first end.
    m.cls(0);
    m.tline(7, 0, 0, 0, 0, 0);
    shows(&m, &["87654321."]);
    m.cls(0);
    // Clipped pixels count as steps, and coordinates are in tiles: half a tile is four pixels.
    m.clip(2, 0, 3, 1);
    m.camera(1, 0);
    m.tline(1, 0, 16, 0, num!(0.5), 0);
    shows(&m, &["..789."]);
}

#[test]
fn tline_takes_the_pixels_of_line() {
    for (x0, y0, x1, y1) in
        [(0, 0, 10, 3), (10, 3, 0, 0), (3, 10, 0, 0), (0, 9, 10, 0), (5, 5, 5, 5), (2, 7, 2, 0)]
    {
        let mut m = machine();
        m.line(x0, y0, x1, y1, 1);
        let line = m.clone();
        m.cls(0);
        (0..8).for_each(|y| sheet(&mut m, 8, y, &["11111111"]));
        (0..128).for_each(|x| m.mset(x, 0, 1));
        m.tline(x0, y0, x1, y1, 0, 0);
        let screens = [&line, &m].map(|m| m.memory().bytes()[0x6000..0x8000].to_vec());
        assert!(screens[0] == screens[1], "{x0},{y0} to {x1},{y1}");
    }
}

#[test]
fn tline_survives_any_ends() {
    let mut m = strip();
    for _ in 0..2 {
        for a in EXTREMES {
            for b in EXTREMES {
                m.tline(a, b, b, a, num!(0), num!(-1));
                m.tline(a, 5, b, 6, Num::MIN, Num::MAX);
                m.spr(a, b, a);
                m.sspr(a, b, b, a, a, b);
                m.spr_ext(1, a, b, Num::from_bits(a), Num::from_bits(b), true, true);
                m.map_ext(a, b, b, a, a, b, 0);
                m.map_ext(0, 0, a, b, None, b, 1);
                m.sspr_ext(a, b, b, a, a, b, b, a, true, false);
                _ = (m.sget(a, b), m.mget(a, b), m.fget_bit(a, b));
                m.sset(a, b, a);
                m.mset(a, b, a);
                m.fset_bit(a, b, true);
                m.tline_precision(a);
            }
        }
        m.poke4(0x5f28, Num::from_bits(0x7fff_8000));
        m.poke(0x5f54, 0x60);
    }
    // Ours: 2^31 steps before the screen's first column have wrapped the map's coordinate to its start.
    let mut m = strip();
    m.tline(i32::MIN, 0, i32::MAX, 0, 0, 0);
    shows(&m, &["123456789abcdef1."]);
    // And any combination of them.
    let mut cases = Cases::new(9);
    for _ in 0..3000 {
        let [a, b, c, d, e, f, g, h] = [0; 8].map(|_| cases.pick(&EXTREMES));
        m.sspr_ext(a, b, c, d, e, f, g, h, false, true);
        m.map_ext(a, b, c, d, e, f, 0);
        m.tline_ext(
            a,
            b,
            c,
            d,
            Num::from_bits(e),
            Num::from_bits(f),
            Num::from_bits(g),
            Num::from_bits(h),
            0,
        );
    }
}

#[test]
fn tline_ext_steps_masks_and_offsets() {
    let mut m = strip();
    // Two pixels a step.
    m.tline_ext(0, 0, 7, 0, 0, 0, num!(0.25), 0, 0);
    shows(&m, &["13579bdf."]);
    m.cls(0);
    // Down the rows: the third row of the tiles is 0.
    m.tline_ext(0, 0, 3, 0, 0, 0, 0, num!(0.125), 0);
    shows(&m, &["12.."]);
    m.cls(0);
    // Flags choose, as in map; tile 0 is left out.
    m.tline_ext(0, 0, 20, 0, 0, 0, num!(0.125), 0, 4);
    shows(&m, &["........9abcdef1....."]);
    m.cls(0);
    // Manual: 0x5f38 loops after this many tiles, 0x5f3a adds tiles. One tile, shifted by one.
    m.poke(0x5f38, 1);
    m.poke(0x5f3a, 1);
    m.tline_ext(0, 0, 19, 0, 0, 0, num!(0.125), 0, 0);
    shows(&m, &["9abcdef19abcdef19abc"]);
    m.cls(0);
    // Negative coordinates loop too, by the mask.
    m.tline_ext(0, 0, 3, 0, num!(-0.125), 0, num!(0.125), 0, 0);
    shows(&m, &["19ab"]);
    m.cls(0);
    // Ours, following the manual: with mask 0 the loop has 256 tiles, half of them off the map.
    m.poke(0x5f38, 0);
    m.poke(0x5f3a, 0);
    m.mset(127, 0, 1);
    m.tline_ext(0, 0, 3, 0, num!(-0.125), 0, num!(0.125), 0, 0);
    shows(&m, &[".123"]);
}

#[test]
fn tline_precision_moves_the_point() {
    let mut m = strip();
    // Manual: 16 makes coordinates pixels.
    m.tline_precision(16);
    m.tline_ext(0, 0, 7, 0, 2, 0, 1, 0, 0);
    shows(&m, &["3456789a."]);
    m.cls(0);
    m.poke(0x5f38, 1);
    m.tline_ext(0, 0, 9, 0, 2, 0, 1, 0, 0);
    shows(&m, &["3456781234"]);
    m.reset();
    m.cls(0);
    m.tline(0, 0, 3, 0, 0, 0);
    shows(&m, &["1234"]);
}
