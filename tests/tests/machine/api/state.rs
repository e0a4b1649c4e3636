//! Camera, clip, colour, pattern, palettes.

use super::{machine, shows};
use num::num;
use rasher::{Color, Machine};

/// `len` bytes from an address.
fn bytes(m: &Machine, addr: u16, len: u16) -> Vec<u8> {
    (addr..addr + len).map(|at| m.peek(at)).collect()
}

#[test]
fn camera_shifts_and_gives_the_shift_before() {
    let mut m = machine();
    // Recorded: two little-endian 16-bit integers at 0x5f28.
    assert_eq!(m.camera(-1, 300), (0, 0));
    assert_eq!(bytes(&m, 0x5f28, 4), [0xff, 0xff, 0x2c, 0x01]);
    m.pset(0, 301, 7);
    shows(&m, &["..", ".7"]);
    assert_eq!(m.camera(0, 0), (-1, 300));
    // Only 16 bits are stored: a register has no more.
    m.camera(65536 + 5, -32769);
    assert_eq!(m.camera(0, 0), (5, 32767));
}

#[test]
fn clip_limits_to_the_screen() {
    // x, y, w, h and the registers after. The first is recorded; the rest is the manual's rule.
    let cases = [
        ((-5, -5, 20, 20), [0, 0, 15, 15]),
        ((10, 20, 30, 40), [10, 20, 40, 60]),
        ((10, 20, -3, 40), [10, 20, 10, 60]),
        ((100, 100, 100, 100), [100, 100, 128, 128]),
        ((i32::MAX, i32::MIN, i32::MAX, i32::MAX), [128, 0, 128, 0]),
        ((1, 1, i32::MAX, i32::MAX), [1, 1, 128, 128]),
    ];
    for ((x, y, w, h), after) in cases {
        let mut m = machine();
        assert_eq!(m.clip(x, y, w, h), [0, 0, 128, 128], "the rectangle before is the whole screen");
        assert_eq!(bytes(&m, 0x5f20, 4), after, "clip({x}, {y}, {w}, {h})");
    }
    let mut m = machine();
    m.clip(1, 1, 2, 1);
    m.rectfill(-9, -9, 200, 200, 7);
    shows(&m, &["....", ".77.", "...."]);
    assert_eq!(m.peek(0x5f25), 7, "the pen is set even where nothing is drawn");
}

#[test]
fn clip_ext_keeps_inside_the_old() {
    let mut m = machine();
    m.clip(10, 10, 20, 20);
    assert_eq!(m.clip_ext(0, 20, 15, 100, true), [10, 10, 30, 30]);
    assert_eq!(bytes(&m, 0x5f20, 4), [10, 20, 15, 30], "manual: intersected with the current clip");
    m.clip_ext(0, 0, 5, 5, false);
    assert_eq!(bytes(&m, 0x5f20, 4), [0, 0, 5, 5]);
}

#[test]
fn clip_reset_gives_the_old() {
    let mut m = machine();
    m.clip(1, 2, 3, 4);
    assert_eq!(m.clip_reset(), [1, 2, 4, 6]);
    assert_eq!(bytes(&m, 0x5f20, 4), [0, 0, 128, 128]);
}

#[test]
fn color_sets_the_pen() {
    let mut m = machine();
    assert_eq!(m.color(8), 6, "recorded: the pen is 6 after a reset");
    assert_eq!(m.color(0xc7), 8);
    assert_eq!(m.color(Color::PEN), 0xc7, "both nibbles are kept");
    assert_eq!(m.peek(0x5f25), 0xc7);
    m.pset(0, 0, Color::PEN);
    shows(&m, &["7."]);
}

#[test]
fn color_carries_a_pattern_where_allowed() {
    // Recorded: 0x5f34 bit 0 and 0x1000.0000 together; otherwise the stored pattern is unchanged. Enable
    // register, colour, pattern bytes and flags afterwards.
    let cases = [
        (1, num!("0x1105.8421"), [0x21, 0x84, 1]),
        (1, num!("0x1205.8421"), [0x21, 0x84, 2]),
        (1, num!("0x1405.8421"), [0x21, 0x84, 4]),
        (1, num!("0x1705.8421"), [0x21, 0x84, 7]),
        (1, num!("0x0105.8421"), [0x34, 0x12, 5]),
        (0, num!("0x1105.8421"), [0x34, 0x12, 5]),
        (2, num!("0x1105.8421"), [0x34, 0x12, 5]),
    ];
    for (enable, color, after) in cases {
        let mut m = machine();
        m.fillp(num!("0x1234.a"));
        m.poke(0x5f34, enable);
        m.color(color);
        assert_eq!(bytes(&m, 0x5f31, 3), after, "0x5f34 = {enable}, color({color})");
        assert_eq!(m.peek(0x5f25), 5, "the pen is bits 16 to 23");
    }
    // A draw call's colour does the same.
    let mut m = machine();
    m.poke(0x5f34, 1);
    m.rectfill(0, 0, 3, 1, num!("0x1187.5a5a"));
    assert_eq!(bytes(&m, 0x5f31, 3), [0x5a, 0x5a, 1]);
    shows(&m, &["7.7.", ".7.7"]);
}

#[test]
fn fillp_is_in_reading_order_and_anchored_to_the_screen() {
    let mut m = machine();
    // Recorded: the bytes that fillp(0x5a5a.8) leaves, and that it returns the previous pattern.
    assert_eq!(m.fillp(num!("0x5a5a.8")), num!(0));
    assert_eq!(bytes(&m, 0x5f31, 3), [0x5a, 0x5a, 1]);
    assert_eq!(m.fillp(num!("0x8421.6")), num!("0x5a5a.8"));
    assert_eq!(m.peek(0x5f33), 6, "0x0.4 is flag 2, 0x0.2 is flag 4");
    assert_eq!(m.fillp(num!("0x8421")), num!("0x8421.6"));
    // Manual: bit 15 is the upper left pixel; set bits use the second colour.
    m.rectfill(0, 0, 4, 4, 0x87);
    shows(&m, &["87778", "78777", "77877", "77787", "87778"]);
    // Neither the shape's position nor the camera moves it.
    m.camera(1, 2);
    m.rectfill(2, 2, 5, 6, 0x21);
    shows(&m, &["81112", "72111", "71211", "71121", "81112"]);
}

#[test]
fn fillp_flags_leave_out_or_look_up() {
    let mut m = machine();
    m.fillp(num!("0x8000.8"));
    m.rectfill(0, 0, 1, 1, 0x87);
    shows(&m, &[".7", "77"]);
    // Flag 4: the draw palette's answer for the first colour looks up both in the secondary palette, whose entry 3
    // is 0x13 after a reset.
    let mut m = machine();
    m.fillp(num!("0x8000.2"));
    m.pal(7, 3);
    m.rectfill(0, 0, 1, 1, 0x87);
    shows(&m, &["13", "33"]);
    m.fillp(num!(0));
    m.rectfill(0, 0, 1, 1, 0x87);
    shows(&m, &["33", "33"]);
}

#[test]
fn pal_draws_one_colour_as_another() {
    let mut m = machine();
    assert_eq!(m.pal(8, 12), 8);
    assert_eq!(m.pal(8, 13), 12, "gives the entry before");
    m.pset(0, 0, 8);
    shows(&m, &["d"]);
    assert_eq!(m.pget(0, 0), 13, "pget gives what is in memory");
    // Only four bits count on either side; transparency stays.
    m.palt(1, true);
    m.pal(17, 0x25);
    assert_eq!(m.peek(0x5f01), 0x15);
    // Both colours of a pattern are mapped.
    m.fillp(0x8000);
    m.pal(2, 9);
    m.rectfill(0, 0, 1, 0, 0x21);
    shows(&m, &["95"]);
}

#[test]
fn pal_ext_sets_screen_and_secondary_palettes() {
    let mut m = machine();
    // Recorded.
    assert_eq!(m.pal_ext(1, 0x8a, 1), 1);
    assert_eq!(m.peek(0x5f11), 0x8a);
    assert_eq!(m.pal_ext(1, -15, 1), 0x8a, "-16 + n reaches the extended colours as 128 + n does");
    assert_eq!(m.peek(0x5f11), 0xf1);
    assert_eq!(m.pal_ext(2, 0x7f, 2), 0x12);
    assert_eq!(m.peek(0x5f62), 0x7f);
    // Recorded: palettes are 0 to 2. That others do nothing is ours.
    let before = m.memory().clone();
    assert_eq!((m.pal_ext(1, 2, 3), m.pal_ext(1, 2, -1)), (0, 0));
    assert!(*m.memory() == before, "an unknown palette changes nothing");
}

#[test]
fn pal_table_sets_pairs() {
    let mut m = machine();
    m.pal_table(&[(1, 2), (16, 3), (-1, 4)], 1);
    // Keys count modulo 16: 16 is 0, -1 is 15.
    assert_eq!((m.peek(0x5f11), m.peek(0x5f10), m.peek(0x5f1f)), (2, 3, 4));
}

#[test]
fn pal_reset_resets_palettes_transparency_and_pattern() {
    let mut m = machine();
    let fresh = bytes(&m, 0x5f00, 0x80);
    for p in 0..3 {
        m.pal_table(&[(0, 9), (5, 9), (15, 9)], p);
    }
    m.palt_bits(0x1234);
    m.fillp(num!("0x1234.e"));
    m.pal_reset();
    assert_eq!(bytes(&m, 0x5f00, 0x80), fresh);
}

#[test]
fn pal_reset_one_leaves_the_others() {
    for p in 0..3 {
        let mut m = machine();
        let fresh = m.clone();
        (0..3).for_each(|q| m.pal_table(&[(5, 9)], q));
        m.pal_reset_one(p);
        for (q, base) in [(0, 0x5f00), (1, 0x5f10), (2, 0x5f60)] {
            let reset = bytes(&m, base, 16) == bytes(&fresh, base, 16);
            assert_eq!(reset, p == q, "palette {q} after pal_reset_one({p})");
        }
    }
}

#[test]
fn palt_sets_one_and_gives_it_before() {
    let mut m = machine();
    // Recorded: palt(0, false) palt(3, true) leave 0x00 and 0x13.
    assert!(m.palt(0, false), "colour 0 is transparent after a reset");
    assert!(!m.palt(3, true));
    assert_eq!((m.peek(0x5f00), m.peek(0x5f03)), (0x00, 0x13));
    assert!(m.palt(19, true), "only four bits count");
}

#[test]
fn palt_bits_has_colour_0_on_top() {
    let mut m = machine();
    assert_eq!(m.palt_bits(0b0100_0000_0000_0001), 0x8000);
    let transparent: Vec<u8> = (0..16).filter(|&c| m.peek(0x5f00 + c) & 0x10 != 0).map(|c| c as u8).collect();
    assert_eq!(transparent, [1, 15]);
    assert_eq!(m.palt_bits(0), 0x4001);
}

#[test]
fn palt_reset_leaves_colour_0_alone() {
    let mut m = machine();
    m.palt_bits(0x0ff0);
    m.pal(3, 5);
    assert_eq!(m.palt_reset(), 0x0ff0);
    assert_eq!(bytes(&m, 0x5f00, 5), [0x10, 1, 2, 5, 4], "colours stay mapped");
}
