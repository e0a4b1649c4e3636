//! The calls on numbers, one small table each. All values are recorded, unless a line says otherwise.
//!
//! The crate `num` has the long tables; these cover what a cart's author meets.

use num::{Num, num};

#[test]
fn max_min_and_mid_compare_signed_numbers() {
    // Manual.
    assert_eq!((num!(-3).max(num!(2.5)), num!(-3).min(num!(2.5))), (num!(2.5), num!(-3)));
    for (a, b, c) in [(1, 2, 3), (3, 2, 1), (2, 3, 1), (1, 3, 2), (2, 1, 3), (3, 1, 2)] {
        assert_eq!(Num::mid(a.into(), b.into(), c.into()), num!(2), "mid({a}, {b}, {c})");
    }
}

#[test]
fn min_takes_the_smaller() {
    assert_eq!(Num::MIN.min(Num::MAX), Num::MIN);
}

#[test]
fn mid_clamps() {
    assert_eq!([-5, 5, 200].map(|x| Num::mid(x.into(), num!(0), num!(127)).flr()), [0, 5, 127]);
}

#[test]
fn flr_rounds_down() {
    assert_eq!([num!(-0.5), num!(2.9), num!("0x7fff.8"), num!(-3)].map(Num::flr), [-1, 2, 0x7fff, -3]);
}

#[test]
fn ceil_rounds_up_and_wraps() {
    assert_eq!([num!(-2.3), num!(2.1), Num::MAX].map(Num::ceil), [num!(-2), num!(3), Num::MIN]);
}

#[test]
fn abs_saturates() {
    assert_eq!([num!(-2.5), num!(2.5), Num::MIN].map(Num::abs), [num!(2.5), num!(2.5), Num::MAX]);
}

#[test]
fn sgn_is_never_zero() {
    assert_eq!([num!(-2.5), num!(0), num!(9)].map(Num::sgn), [num!(-1), num!(1), num!(1)]);
}

#[test]
fn sin_is_in_turns_and_upside_down() {
    let cases =
        [(num!(0.1), 0xffff_698f_u32), (num!(-0.7), 0xffff_0c86), (num!(0.25), 0xffff_0000), (num!(0), 0)];
    for (x, bits) in cases {
        assert_eq!(Num::sin(x).bits() as u32, bits, "sin({x})");
    }
}

#[test]
fn cos_is_a_quarter_turn_ahead() {
    assert_eq!(Num::cos(num!(0.1)).bits(), 0xcf22);
    assert_eq!([num!(0), num!(0.5)].map(Num::cos), [num!(1), num!(-1)]);
}

#[test]
fn atan2_gives_turns() {
    let cases = [
        ((1, 1), 0xe000),
        ((3, 4), 0xda38),
        ((0, 0), 0x4000),
        ((1, 0), 0),
        ((-1, 0), 0x8000),
        ((0, -1), 0x4000),
    ];
    for ((dx, dy), bits) in cases {
        assert_eq!(Num::atan2(dx.into(), dy.into()).bits(), bits, "atan2({dx}, {dy})");
    }
}

#[test]
fn sqrt_truncates() {
    assert_eq!(
        [num!(2), num!(0x7fff), Num::EPSILON, num!(-1)].map(|x| Num::sqrt(x).bits()),
        [0x1_6a09, 0xb5_043e, 0x100, 0]
    );
}

#[test]
fn shl_drops_what_leaves() {
    assert_eq!([num!(15), num!(32), num!(1)].map(|n| num!(1).shl(n)), [Num::MIN, num!(0), num!(2)]);
}

#[test]
fn shr_keeps_the_sign() {
    assert_eq!(Num::MIN.shr(num!(4)).bits() as u32, 0xf800_0000);
    assert_eq!(num!(-1).shr(num!(99)).bits(), -1);
}

#[test]
fn lshr_does_not_keep_the_sign() {
    assert_eq!(Num::MIN.lshr(num!(4)).bits(), 0x0800_0000);
    assert_eq!(num!(-1).lshr(num!(32)), num!(0));
}

#[test]
fn rotl_and_rotr_turn_all_bits() {
    assert_eq!(num!("0x1234.5678").rotl(num!(8)), num!("0x3456.7812"));
    assert_eq!(num!("0x3456.7812").rotr(num!(8)), num!("0x1234.5678"));
}

#[test]
fn rotr_counts_modulo_32() {
    assert_eq!(num!(3).rotr(num!(33)), num!(1.5));
}

#[test]
fn num_goes_with_whole_numbers() {
    let mut x = num!(2.5);
    x += 1;
    x *= 2;
    assert_eq!((x, 2 * x - 1, x / 2, x % 4), (num!(7), num!(13), num!(3.5), num!(3)));
    // Sums wrap as the console's whole numbers do; comparisons use the i32 unchanged.
    assert_eq!(num!(32767) + 1, Num::MIN);
    assert!(x == 7 && x < 8 && Num::MAX < 40_000);
    assert_eq!((x.max(8), x.min(3), x.max(num!(7.5))), (num!(8), num!(3), num!(7.5)));
}

#[test]
fn num_macro_reads_literals_of_the_console() {
    let bits = [num!(0.125), num!(-3), num!(0x5a5a), num!("0x5a5a.8"), num!(40000)].map(|n| n.bits() as u32);
    assert_eq!(bits, [0x2000, 0xfffd_0000, 0x5a5a_0000, 0x5a5a_8000, 0x9c40_0000]);
}
