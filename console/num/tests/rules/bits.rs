//! Shifts, rotations and bitwise operators, compared with a reference that moves one bit at a time.

use rasher_num::{Num, num};

use crate::sample::{floor_div, pairs, wrap};

#[test]
fn shifts_give_the_measured_samples() {
    let x = num!("0x1234.5678");
    let cases = [
        ("0x8000>>4", num!(0x8000).shr(num!(4)), num!(0xf800)),
        ("0x8000>>>4", num!(0x8000).lshr(num!(4)), num!(0x0800)),
        ("rotl(0x1234.5678, 8)", x.rotl(num!(8)), num!("0x3456.7812")),
        ("1<<32", num!(1).shl(num!(32)), num!(0)),
        ("-1>>31", num!(-1).shr(num!(31)), num!("0xffff.ffff")),
        ("-1>>100", num!(-1).shr(num!(100)), num!("0xffff.ffff")),
        ("1>>31", num!(1).shr(num!(31)), num!(0)),
        ("-1>>>32", num!(-1).lshr(num!(32)), num!(0)),
    ];
    for (call, found, expected) in cases {
        assert_eq!(found, expected, "{call}");
    }
}

/// Not measured: where zepto8 and FAKE-08 agree.
#[test]
fn odd_counts_shift_the_other_way_or_by_their_floor() {
    let x = num!("0x8234.5678");
    let cases = [
        ("<< -4", x.shl(num!(-4)), num!("0x0823.4567")),
        ("<< -0.5: by -1", x.shl(num!(-0.5)), num!("0x411a.2b3c")),
        ("<< -32", x.shl(num!(-32)), num!(0)),
        ("<< -32768", x.shl(Num::MIN), num!(0)),
        (">> -4", x.shr(num!(-4)), num!("0x2345.6780")),
        (">> -32", x.shr(num!(-32)), num!(0)),
        (">> -32768", x.shr(Num::MIN), num!(0)),
        (">>> -4", x.lshr(num!(-4)), num!("0x2345.6780")),
        (">>> -32768", x.lshr(Num::MIN), num!(0)),
        ("<< 4.9", x.shl(num!(4.9)), num!("0x2345.6780")),
        (">> 4.9", x.shr(num!(4.9)), num!("0xf823.4567")),
        ("<<> -8", x.rotl(num!(-8)), num!("0x7882.3456")),
        ("<<> 40", x.rotl(num!(40)), num!("0x3456.7882")),
        (">>< 8", x.rotr(num!(8)), num!("0x7882.3456")),
    ];
    for (call, found, expected) in cases {
        assert_eq!(found, expected, "0x8234.5678 {call}");
    }
}

#[test]
fn shifts_and_rotations_equal_the_twin_that_moves_one_bit_at_a_time() {
    // Beyond 64 steps shifts no longer change anything, and rotations repeat after 32.
    let steps = |start: Num, count: i32, step: &dyn Fn(i128) -> i128| {
        let count = if count > 64 { 64 + count % 32 } else { count };
        (0..count).fold(start, |x, _| wrap(step(x.bits().into())))
    };
    let unsigned = |x: i128| x.rem_euclid(1 << 32);
    let left = |x| x * 2;
    let right = |x| floor_div(x, 2);
    let logical = |x| unsigned(x) / 2;
    let around_left = |x| x * 2 + unsigned(x) / (1 << 31);
    let around_right = |x| unsigned(x) / 2 + (unsigned(x) % 2) * (1 << 31);
    pairs(20_000, |x, y| {
        // Most random counts are far beyond 32, so half of them are reduced.
        let y = if y.bits() & 1 == 0 { y } else { num!(40) - y % num!(80) };
        let n = i32::try_from(floor_div(y.bits().into(), 1 << 16)).expect("16 bits");
        assert_eq!(
            x.shl(y),
            if n < 0 { steps(x, -n, &logical) } else { steps(x, n, &left) },
            "{x:?} << {y:?}"
        );
        assert_eq!(x.shr(y), if n < 0 { steps(x, -n, &left) } else { steps(x, n, &right) }, "{x:?} >> {y:?}");
        assert_eq!(
            x.lshr(y),
            if n < 0 { steps(x, -n, &left) } else { steps(x, n, &logical) },
            "{x:?} >>> {y:?}"
        );
        let turned = if n < 0 { steps(x, -n, &around_right) } else { steps(x, n, &around_left) };
        assert_eq!(x.rotl(y), turned, "{x:?} <<> {y:?}");
        let turned = if n < 0 { steps(x, -n, &around_left) } else { steps(x, n, &around_right) };
        assert_eq!(x.rotr(y), turned, "{x:?} >>< {y:?}");
        assert_eq!((x << y, x >> y), (x.shl(y), x.shr(y)), "the operators on {x:?}, {y:?}");
    });
}

/// Manual: all 32 bits take part.
#[test]
fn bitwise_operators_work_on_every_bit() {
    let bit = |x: Num, place: u32| (x.bits() >> place) & 1;
    pairs(2000, |x, y| {
        for place in 0..32 {
            let (a, b) = (bit(x, place), bit(y, place));
            assert_eq!(bit(x & y, place), a.min(b), "{x:?} & {y:?}");
            assert_eq!(bit(x | y, place), a.max(b), "{x:?} | {y:?}");
            assert_eq!(bit(x ^ y, place), i32::from(a != b), "{x:?} ^^ {y:?}");
            assert_eq!(bit(!x, place), 1 - a, "~{x:?}");
        }
    });
}
