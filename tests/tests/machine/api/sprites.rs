//! Sprites and parts of the sheet, as pictures.

use super::{lit, machine, sheet, shows};
use num::num;
use rasher::Machine;

/// A machine whose sprite 1 is `1234` over `5678`, and otherwise colour 0.
fn one() -> Machine {
    let mut m = machine();
    sheet(&mut m, 8, 0, &["1234", "5678"]);
    m
}

#[test]
fn spr_draws_at_any_place() {
    let mut m = one();
    m.spr(1, 1, 1);
    shows(&m, &["......", ".1234.", ".5678.", "......"]);
    m.cls(0);
    m.spr(1, -1, -1);
    shows(&m, &["678.", "...."]);
    m.cls(0);
    m.camera(-2, 1);
    m.clip(3, 0, 2, 2);
    m.spr(1, 0, 0);
    shows(&m, &["...67...", "........"]);
    // Fully or partly off the screen, on each side; nothing wraps around.
    let mut m = one();
    for (x, y) in
        [(-8, 0), (128, 0), (0, -8), (0, 128), (i32::MIN, 0), (i32::MAX, 0), (0, i32::MIN), (0, i32::MAX)]
    {
        m.spr(1, x, y);
    }
    assert_eq!(lit(&m), 0);
    m.spr(1, 126, 127);
    assert_eq!((m.pget(126, 127), m.pget(127, 127), lit(&m)), (1, 2, 2));
}

#[test]
fn spr_out_of_range_draws_nothing() {
    // Interpretation of emulators. With colour 0 opaque, an empty block would show if drawn.
    let mut m = one();
    m.cls(3);
    m.palt(0, false);
    let before = m.memory().clone();
    [-1, 256, 257, i32::MIN, i32::MAX].into_iter().for_each(|n| m.spr(n, 0, 0));
    assert!(*m.memory() == before);
    sheet(&mut m, 120, 120, &["7"]);
    m.spr(255, 0, 0);
    shows(&m, &["7.", ".."]);
}

#[test]
fn spr_is_transparent_by_the_source_colour() {
    // Bit 4 of the source colour's entry decides; then its low nibble is drawn: zepto8's interpretation.
    let mut m = one();
    m.cls(9);
    m.palt(2, true);
    m.pal(1, 2);
    m.pal(2, 8);
    m.pal(3, 0);
    m.spr(1, 0, 0);
    shows(&m, &["29.49", "56789"]);
    m.cls(9);
    m.palt(0, false);
    m.spr(1, 0, 0);
    shows(&m, &["29.4....9", "5678....9"]);
    // Manual: bit 15 of the field is colour 0.
    m.palt_bits(0b0111_1111_1111_1111);
    m.cls(9);
    m.spr(1, 0, 0);
    shows(&m, &["9999....9"]);
}

#[test]
fn spr_under_a_pattern() {
    // Manual: with flag 2 each drawn colour names an entry of the secondary palette; clear bits of the pattern take its
    // low nibble, set bits its high one. 1010 in the first row, 0101 in the second.
    let mut m = one();
    (0..16).for_each(|c| m.poke(0x5f60 + c, i32::from(c) | 0xc0));
    m.fillp(num!("0xa5a5"));
    m.spr(1, 0, 0);
    shows(&m, &["1234....", "5678...."]);
    m.cls(0);
    m.fillp(num!("0xa5a5.4"));
    m.spr(1, 0, 0);
    shows(&m, &["c2c4....", "5c7c...."]);
    // The pattern is anchored to the screen, not to the sprite.
    m.cls(0);
    m.spr(1, 1, 0);
    shows(&m, &[".1c3c...", ".c6c8..."]);
    m.cls(0);
    m.fillp(num!("0xa5a5.c"));
    m.spr(1, 0, 0);
    shows(&m, &[".2.4....", "5.7....."]);
}

#[test]
fn spr_obeys_the_bit_planes() {
    // new = old & !w | colour & w & r, w the low nibble of 0x5f5e, r the high one: zepto8's interpretation.
    // Old is 5.
    for (planes, expected) in [(0xff, "1234"), (0xf3, "5674"), (0x3f, "123."), (0xf0, "5555"), (0x0f, "....")]
    {
        let mut m = one();
        m.cls(5);
        m.poke(0x5f5e, planes);
        m.spr(1, 0, 0);
        shows(&m, &[&format!("{expected}5555")]);
    }
}

#[test]
fn spr_from_the_screen_reads_what_it_writes() {
    // Pixel by pixel, rows from the top, each from the left: our decision, as in zepto8.
    let mut m = machine();
    m.poke(0x5f54, 0x60);
    m.pset(0, 0, 7);
    m.spr(0, 1, 0);
    shows(&m, &["777777777.", ".........."]);
}

#[test]
fn spr_ext_takes_fractions_and_blocks() {
    // flr(w * 8) pixels (zepto8, MiSTer port): 0.5 is 4, 0.49 is 3.
    for (w, expected) in [
        (num!(1), "12345678."),
        (num!(0.5), "1234....."),
        (num!(0.49), "123......"),
        (num!(1.125), "123456789"),
        (num!(0.124), "........."),
        (num!(0), "........."),
        (num!(-1), "........."),
    ] {
        let mut m = machine();
        sheet(&mut m, 0, 0, &["123456789abc"]);
        m.spr_ext(0, 0, 0, w, 1, false, false);
        shows(&m, &[expected]);
        m.cls(0);
        m.spr_ext(0, 0, 0, 1, w, false, false);
        assert_eq!(lit(&m) > 0, expected.starts_with('1'), "height {w}");
    }
}

#[test]
fn spr_ext_mirrors_the_whole_block() {
    let mut m = machine();
    sheet(&mut m, 0, 0, &["12345678", "9abcdef1"]);
    m.spr_ext(0, 0, 0, num!(0.5), num!(0.25), true, false);
    m.spr_ext(0, 5, 0, num!(0.5), num!(0.25), false, true);
    m.spr_ext(0, 10, 0, num!(0.5), num!(0.25), true, true);
    shows(&m, &["4321.9abc.cba9", "cba9.1234.4321"]);
    let mut m = machine();
    sheet(&mut m, 0, 0, &["1234567812345679"]);
    m.spr_ext(0, 0, 0, 2, 1, true, false);
    shows(&m, &["9765432187654321."]);
}

#[test]
fn spr_ext_beyond_the_sheet_is_colour_0() {
    // zepto8's interpretation: transparent unless colour 0 is opaque.
    let mut m = machine();
    sheet(&mut m, 120, 0, &["11111111"]);
    m.cls(5);
    m.spr_ext(15, 0, 0, 2, num!(0.125), false, false);
    shows(&m, &["11111111555555555"]);
    m.palt(0, false);
    m.spr_ext(15, 0, 0, 2, num!(0.125), false, false);
    shows(&m, &["11111111........5"]);
}

#[test]
fn sspr_copies_unscaled() {
    let mut m = machine();
    sheet(&mut m, 0, 0, &["12345", "6789a"]);
    m.sspr(1, 0, 3, 2, 2, 1);
    shows(&m, &["......", "..234.", "..789.", "......"]);
    m.cls(0);
    // From off the sheet: colour 0.
    m.sspr(-1, -1, 3, 2, 0, 0);
    shows(&m, &["....", ".12."]);
    m.cls(0);
    m.sspr(0, 0, 0, 5, 0, 0);
    assert_eq!(lit(&m), 0);
}

#[test]
fn sspr_ext_samples_the_middle_of_pixels() {
    // Recorded: 8 rows to 3 are rows 1, 3, 6. The rest follows from the same formula; in 8 to 5 the third middle is
    // at 2.5 * 1.6 = 4, but the ratio was cut to 16 bits, so it is still pixel 3.
    let cases = [
        (8, 3, "247"),
        (8, 8, "12345678"),
        (4, 8, "11223344"),
        (3, 8, "11122333"),
        (8, 1, "5"),
        (1, 4, "1111"),
        (8, 5, "13468"),
    ];
    for (from, to, expected) in cases {
        let mut m = machine();
        sheet(&mut m, 0, 0, &["12345678"]);
        m.sspr_ext(0, 0, from, 1, 0, 0, to, 1, false, false);
        shows(&m, &[&format!("{expected}.")]);
        // The same along the other axis.
        let mut m = machine();
        (0..8).for_each(|y| sheet(&mut m, 0, y, &[&format!("{}", y + 1)]));
        m.sspr_ext(0, 0, 1, from, 0, 0, 1, to, false, false);
        let column: String = (0..to).map(|y| char::from(b'0' + m.pget(0, y))).collect();
        assert_eq!(column, expected, "{from} rows to {to}");
    }
}

#[test]
fn sspr_ext_with_negative_sizes() {
    let mut m = machine();
    sheet(&mut m, 0, 0, &["1234"]);
    // Interpretation of emulators: the target is dx + dw up to but not including dx, mirrored.
    m.sspr_ext(0, 0, 4, 1, 5, 0, -4, 1, false, false);
    shows(&m, &[".4321."]);
    m.cls(0);
    m.sspr_ext(0, 0, 4, 1, 5, 0, -4, 1, true, false);
    shows(&m, &[".1234."]);
    m.cls(0);
    // The formula steps backwards from sx: pixels sx - 1, sx - 2 ...
    m.sspr_ext(4, 0, -4, 1, 0, 0, 4, 1, false, false);
    shows(&m, &["4321."]);
    m.cls(0);
    m.sspr_ext(0, 0, 4, 1, 0, 0, 0, 1, false, false);
    m.sspr_ext(0, 0, 4, 1, 0, 0, 4, 0, false, false);
    assert_eq!(lit(&m), 0);
}
