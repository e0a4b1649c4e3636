//! Rows for sprites and maps: random positions, 255 different sprites, a third of the pixels transparent.
//!
//! Sprites are fully on the screen unless the row says otherwise, so a call's number of items is known.

use num::{Num, num};
use rasher::{Boot, Machine};
use tests::bench::Table;
use tests::naive::sprites as naive;
use tests::scene::Cases;

/// Places to draw at; a power of two, and too many for a branch predictor to learn.
const PLACES: usize = 4096;

/// A machine with a full sheet, its lower half also the map's, and a full map.
fn machine() -> Machine {
    let mut m = Machine::new(Boot::default());
    let mut cases = Cases::new(3);
    for y in 0..128 {
        for x in 0..128 {
            let c = if cases.one_in(3) { 0 } else { 1 + cases.below(15) };
            m.sset(x, y, c);
        }
    }
    (0..4096).for_each(|i| m.mset(i % 128, i / 128, 1 + cases.below(255)));
    (0..256).for_each(|n| m.fset(n, 1));
    m
}

/// A sprite number and a place with room for `w` by `h` pixels on the screen.
fn places(w: i32, h: i32) -> Vec<(i32, i32, i32)> {
    let mut cases = Cases::new(1);
    (0..PLACES).map(|_| (cases.below(256), cases.below(129 - w), cases.below(129 - h))).collect()
}

/// One row: the same call, fast and slow, on machines prepared by `set_up`.
fn row(
    table: &mut Table,
    name: &str,
    items: f64,
    size: (i32, i32),
    set_up: SetUp,
    fast: impl Fn(&mut Machine, i32, i32, i32),
    slow: impl Fn(&mut Machine, i32, i32, i32),
) {
    let places = places(size.0, size.1);
    let (mut one, mut two) = (machine(), machine());
    set_up(&mut one);
    set_up(&mut two);
    table.pair(
        name,
        items,
        |i| {
            let (n, x, y) = places[i % PLACES];
            fast(&mut one, n, x, y);
        },
        |i| {
            let (n, x, y) = places[i % PLACES];
            slow(&mut two, n, x, y);
        },
    );
}

/// Prepares a machine.
type SetUp = fn(&mut Machine);

/// The palettes with which rows are measured.
const STATES: &[(&str, SetUp)] = &[
    ("", |_| {}),
    (", one colour remapped", |m| _ = m.pal(3, 8)),
    (", four transparent", |m| [3, 11, 14].into_iter().for_each(|c| _ = m.palt(c, true))),
    (", all remapped", |m| (1..16).for_each(|c| _ = m.pal(c, 7))),
    (", pattern", |m| _ = m.fillp(num!("0x5a5a.4"))),
];

/// Prints the rows of this file.
pub fn run() {
    let one = Num::ONE;
    let twin = |m: &mut Machine, n, x, y| naive::spr(m, n, x, y, one, one, false, false);
    let mut table = Table::new("sprites");
    for (state, set_up) in STATES {
        row(&mut table, &format!("spr{state}"), 1.0, (8, 8), *set_up, |m, n, x, y| m.spr(n, x, y), twin);
    }
    // A quarter of these is clipped at the edge or invisible.
    row(
        &mut table,
        "spr, clipped",
        1.0,
        (8, 8),
        |m| _ = m.clip(10, 10, 100, 100),
        |m, n, x, y| m.spr(n, x, y),
        twin,
    );
    row(
        &mut table,
        "spr, off screen",
        1.0,
        (8, 8),
        |_| {},
        |m, n, x, y| m.spr(n, x + 130, y - 150),
        |m, n, x, y| naive::spr(m, n, x + 130, y - 150, one, one, false, false),
    );
    row(
        &mut table,
        "spr, another palette each time",
        1.0,
        (8, 8),
        |_| {},
        |m, n, x, y| {
            m.pal(1, n);
            m.spr(n, x, y);
        },
        |m, n, x, y| {
            m.pal(1, n);
            naive::spr(m, n, x, y, one, one, false, false);
        },
    );
    row(
        &mut table,
        "spr_ext, flipped",
        1.0,
        (8, 8),
        |_| {},
        |m, n, x, y| m.spr_ext(n, x, y, 1, 1, true, false),
        |m, n, x, y| naive::spr(m, n, x, y, one, one, true, false),
    );
    row(
        &mut table,
        "spr_ext, flipped, all remapped",
        1.0,
        (8, 8),
        |m| (1..16).for_each(|c| _ = m.pal(c, 7)),
        |m, n, x, y| m.spr_ext(n, x, y, 1, 1, true, false),
        |m, n, x, y| naive::spr(m, n, x, y, one, one, true, false),
    );
    row(
        &mut table,
        "spr_ext, 2 x 2",
        4.0,
        (16, 16),
        |_| {},
        |m, n, x, y| m.spr_ext(n & 0xee, x, y, 2, 2, false, false),
        |m, n, x, y| naive::spr(m, n & 0xee, x, y, num!(2), num!(2), false, false),
    );
    table.print();

    let mut table = Table::new("tiles");
    for (state, set_up) in STATES {
        let fast = |m: &mut Machine, n, _, y| m.map_ext(n % 112, y & 15, 0, 0, 16, 16, 0);
        let slow = |m: &mut Machine, n, _, y| naive::map(m, n % 112, y & 15, 0, 0, Some(16), Some(16), 0);
        row(&mut table, &format!("map_ext, 16 x 16{state}"), 256.0, (8, 8), *set_up, fast, slow);
    }
    // 17 x 17 cells cover the screen; 15 x 15 are whole.
    row(
        &mut table,
        "map_ext, scrolled by 3, 5",
        289.0,
        (8, 8),
        |_| {},
        |m, n, _, y| m.map_ext(n % 111, y & 15, -3, -5, 17, 17, 0),
        |m, n, _, y| naive::map(m, n % 111, y & 15, -3, -5, Some(17), Some(17), 0),
    );
    row(
        &mut table,
        "map_ext, 16 x 16, layers",
        256.0,
        (8, 8),
        |_| {},
        |m, n, _, y| m.map_ext(n % 112, y & 15, 0, 0, 16, 16, 1),
        |m, n, _, y| naive::map(m, n % 112, y & 15, 0, 0, Some(16), Some(16), 1),
    );
    table.print();

    let mut table = Table::new("pixels");
    row(
        &mut table,
        "sspr_ext, 8 x 8 to 16 x 16",
        256.0,
        (16, 16),
        |_| {},
        |m, n, x, y| m.sspr_ext(n % 16 * 8, n / 16 * 8, 8, 8, x, y, 16, 16, false, false),
        |m, n, x, y| naive::sspr(m, n % 16 * 8, n / 16 * 8, 8, 8, x, y, 16, 16, false, false),
    );
    row(
        &mut table,
        "sspr_ext, 64 x 64 to 128 x 128",
        16384.0,
        (128, 128),
        |_| {},
        |m, _, x, y| m.sspr_ext(0, 0, 64, 64, x, y, 128, 128, false, false),
        |m, _, x, y| naive::sspr(m, 0, 0, 64, 64, x, y, 128, 128, false, false),
    );
    row(
        &mut table,
        "sspr, 128 x 128",
        16384.0,
        (128, 128),
        |_| {},
        |m, _, x, y| m.sspr(0, 0, 128, 128, x, y),
        |m, _, x, y| naive::sspr(m, 0, 0, 128, 128, x, y, 128, 128, false, false),
    );
    let step = [num!(0.125), num!(0)];
    row(
        &mut table,
        "tline, 128 along a row",
        128.0,
        (128, 8),
        |_| {},
        |m, n, _, y| m.tline(0, y, 127, y, n % 100, y & 15),
        |m, n, _, y| naive::tline(m, 0, y, 127, y, [(n % 100).into(), (y & 15).into()], step, 0, 13),
    );
    let slope = [num!(0.1), num!(0.04)];
    row(
        &mut table,
        "tline_ext, 128 aslant",
        128.0,
        (128, 8),
        |_| {},
        |m, n, _, y| m.tline_ext(0, y, 127, 127 - y, n % 100, y & 15, slope[0], slope[1], 0),
        |m, n, _, y| naive::tline(m, 0, y, 127, 127 - y, [(n % 100).into(), (y & 15).into()], slope, 0, 13),
    );
    table.print();
}
