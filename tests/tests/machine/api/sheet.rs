//! Cells of the sheet, the map and the flags, one at a time.

use super::machine;
use num::num;
use rasher::Color;

#[test]
fn sget_reads_the_sheet() {
    let mut m = machine();
    m.poke(64 * 127 + 63, 0x95);
    assert_eq!((m.sget(126, 127), m.sget(127, 127)), (5, 9), "the low nibble is the left pixel");
    let outside = [(-1, 0), (0, -1), (128, 0), (0, 128), (i32::MIN, 0), (5, i32::MAX)];
    // Manual: 0, or the byte at 0x5f59 with bit 4 of 0x5f36.
    m.poke(0x5f59, 0xab);
    assert_eq!(outside.map(|(x, y)| m.sget(x, y)), [0; 6]);
    m.poke(0x5f36, 0x10);
    assert_eq!(outside.map(|(x, y)| m.sget(x, y)), [0xab; 6]);
    assert_eq!(m.sget(127, 127), 9, "not inside");
    // Manual: the sheet may be the screen.
    m.poke(0x5f54, 0x60);
    m.pset(4, 3, 12);
    assert_eq!(m.sget(4, 3), 12);
}

#[test]
fn sset_writes_the_sheet() {
    let mut m = machine();
    m.poke(0x41, 0xaa);
    m.sset(2, 1, 5);
    assert_eq!(m.peek(0x41), 0xa5, "only the left pixel");
    m.sset(3, 1, Color::PEN);
    assert_eq!(m.peek(0x41), 0x55, "the colour given before is the pen");
    // Through the draw palette: zepto8's interpretation, not recorded. Pattern and planes do not count: ours.
    m.pal(5, 12);
    m.fillp(num!("0xffff.8"));
    m.poke(0x5f5e, 0);
    m.sset(2, 1, 5);
    assert_eq!(m.peek(0x41), 0x5c);
    let before = m.memory().clone();
    for (x, y) in [(-1, 0), (128, 0), (0, -1), (0, 128), (i32::MIN, i32::MAX)] {
        m.sset(x, y, 5);
    }
    assert!(*m.memory() == before, "outside nothing changes");
}

#[test]
fn mget_reads_the_map() {
    let mut m = machine();
    // Cell, address: rows 32 to 63 are the sheet's lower half (manual).
    for (x, y, at) in [
        (0, 0, 0x2000),
        (127, 0, 0x207f),
        (3, 1, 0x2083),
        (127, 31, 0x2fff),
        (0, 32, 0x1000),
        (127, 63, 0x1fff),
    ] {
        m.poke(at, 77);
        assert_eq!(m.mget(x, y), 77, "cell {x},{y}");
        m.poke(at, 0);
    }
    let outside = [(-1, 0), (128, 0), (0, -1), (0, 64), (i32::MAX, i32::MIN)];
    m.poke(0x5f5a, 0xcd);
    assert_eq!(outside.map(|(x, y)| m.mget(x, y)), [0; 5]);
    m.poke(0x5f36, 0x10);
    assert_eq!(outside.map(|(x, y)| m.mget(x, y)), [0xcd; 5], "manual: the byte at 0x5f5a");
}

#[test]
fn mget_follows_base_and_width() {
    // 0x5f56, 0x5f57, last cell, its address; the cell below and the one to the right are off the map. Manual.
    let cases = [
        (0x20, 128, (127, 63), 0x1fff),
        (0x10, 128, (127, 63), 0x2fff),
        (0x30, 128, (127, 63), 0x2fff),
        (0x80, 128, (127, 255), 0xffff),
        (0x80, 0, (255, 127), 0xffff),
        (0xc0, 64, (63, 255), 0xffff),
        (0x20, 0, (255, 31), 0x1fff),
        // 8192 / 100 = 81 whole rows, the last from 0x2000 + 8000 on, which is 0x1f40.
        (0x20, 100, (99, 80), 0x1fa3),
    ];
    for (base, width, (x, y), at) in cases {
        let mut m = machine();
        m.poke(0x5f56, base);
        m.poke(0x5f57, width);
        m.poke(at, 9);
        assert_eq!(m.mget(x, y), 9, "base {base:#x}, width {width}");
        m.poke(0x5f36, 0x10);
        m.poke(0x5f5a, 255);
        assert_eq!((m.mget(x + 1, y), m.mget(x, y + 1)), (255, 255), "base {base:#x}, width {width}");
    }
}

#[test]
fn mset_writes_the_map() {
    let mut m = machine();
    m.mset(3, 1, 7);
    m.mset(4, 1, 0x1ff);
    m.mset(0, 32, 0x21u8);
    assert_eq!((m.peek(0x2083), m.peek(0x2084)), (7, 255), "8 bits count");
    assert_eq!((m.peek(0x1000), m.sget(0, 64), m.sget(1, 64)), (0x21, 1, 2), "shared with the sheet");
    let before = m.memory().clone();
    for (x, y) in [(-1, 0), (128, 0), (0, -1), (0, 64), (i32::MIN, i32::MAX)] {
        m.mset(x, y, 5);
    }
    assert!(*m.memory() == before, "outside nothing changes");
    m.poke(0x5f56, 0x80);
    m.poke(0x5f57, 64);
    m.mset(1, 2, 9);
    assert_eq!(m.peek(0x8081), 9);
}

#[test]
fn fget_reads_flags() {
    let mut m = machine();
    m.poke(0x30ff, 0x81);
    assert_eq!((m.fget(255), m.fget(254)), (0x81, 0));
    // Changelog 0.2.3: 0 out of range.
    assert_eq!([-1, 256, 511, i32::MIN, i32::MAX].map(|n| m.fget(n)), [0; 5]);
}

#[test]
fn fget_bit_reads_one_flag() {
    let mut m = machine();
    m.poke(0x3007, 0x81);
    assert_eq!(
        [-1, 0, 1, 6, 7, 8, 32, i32::MAX].map(|f| m.fget_bit(7, f)),
        [false, true, false, false, true, false, false, false]
    );
    assert!(!m.fget_bit(-249, 0) && !m.fget_bit(263, 0));
}

#[test]
fn fset_writes_flags() {
    let mut m = machine();
    m.fset(0, 0x1ff);
    m.fset(255, 0x42u8);
    assert_eq!((m.peek(0x3000), m.peek(0x30ff)), (0xff, 0x42));
    let before = m.memory().clone();
    [-1, 256, i32::MIN, i32::MAX].into_iter().for_each(|n| m.fset(n, 1));
    assert!(*m.memory() == before);
}

#[test]
fn fset_bit_writes_one_flag() {
    let mut m = machine();
    m.fset(9, 0b0101);
    m.fset_bit(9, 7, true);
    m.fset_bit(9, 0, false);
    m.fset_bit(9, 1, false);
    assert_eq!(m.fget(9), 0b1000_0100);
    let before = m.memory().clone();
    [(9, -1), (9, 8), (9, i32::MAX), (-1, 0), (256, 0)].into_iter().for_each(|(n, f)| m.fset_bit(n, f, true));
    assert!(*m.memory() == before);
}
