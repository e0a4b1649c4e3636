//! Arithmetic and rounding: measured samples, corner cases, and the 128-bit reference.

use rasher_num::{Num, num};

use crate::sample::{floor_div, numbers, pairs, wrap};

#[test]
fn arithmetic_gives_the_measured_samples() {
    let cases = [
        ("100/3", num!(100) / num!(3), num!("0x0021.5555")),
        ("-100/3", num!(-100) / num!(3), num!("0xffde.aaab")),
        ("1000*1000", num!(1000) * num!(1000), num!("0x4240.0000")),
        ("0x0.0001*0.5", Num::EPSILON * num!(0.5), num!(0)),
        ("0x7fff.ffff%0.1", Num::MAX % num!(0.1), num!("0x0000.0011")),
        ("-5%3", num!(-5) % num!(3), num!(1)),
        ("5%-3", num!(5) % num!(-3), num!(2)),
        ("5%0", num!(5) % num!(0), num!(0)),
        ("1/0", num!(1) / num!(0), num!("0x7fff.ffff")),
        ("-1/0", num!(-1) / num!(0), num!("0x8000.0001")),
        ("0/0", num!(0) / num!(0), num!("0x7fff.ffff")),
        ("-7\\2", num!(-7).idiv(num!(2)), num!(-4)),
        ("7\\-2", num!(7).idiv(num!(-2)), num!(-4)),
        ("-(-32768)", -Num::MIN, Num::MIN),
        ("abs(0x8000)", Num::MIN.abs(), num!("0x7fff.ffff")),
        ("flr(0x7fff.ffff)", Num::MAX.floor(), num!(0x7fff)),
        ("flr(0x7fff.8)", num!("0x7fff.8").floor(), num!(0x7fff)),
        ("ceil(-2.3)", num!(-2.3).ceil(), num!(-2)),
        ("ceil(0x7fff.ffff)", Num::MAX.ceil(), num!(-32768)),
        ("sqrt(2)", Num::sqrt(num!(2)), num!("0x1.6a09")),
        ("sqrt(0x7fff)", Num::sqrt(num!(0x7fff)), num!("0xb5.043e")),
        ("sqrt(0x0.0001)", Num::sqrt(Num::EPSILON), num!("0x0.0100")),
        ("sqrt(-1)", Num::sqrt(num!(-1)), num!(0)),
    ];
    for (call, found, expected) in cases {
        assert_eq!(found, expected, "{call}");
    }
}

/// Rules on which zepto8 and FAKE-08 agree; no measured value.
#[test]
fn corners_of_division_follow_the_open_implementations() {
    let cases = [
        ("-32768/1", Num::MIN / num!(1), Num::MIN),
        ("-16384/0.5: exactly -32768", num!(-16384) / num!(0.5), num!("0x8000.0001")),
        ("-32768/-1", Num::MIN / num!(-1), Num::MAX),
        ("1/0x0.0001", num!(1) / Num::EPSILON, Num::MAX),
        ("-1/0x0.0001", num!(-1) / Num::EPSILON, num!("0x8000.0001")),
        ("0x0.0001/-2: towards zero", Num::EPSILON / num!(-2), num!(0)),
        ("-0x0.0001\\2: cut to 0 before it is floored", (-Num::EPSILON).idiv(num!(2)), num!(0)),
        ("0xffff.fee9\\0x2f74.af4c", num!("0xffff.fee9").idiv(num!("0x2f74.af4c")), num!(0)),
        ("(-2-0x0.0001)\\2: half a step below -1", (num!(-2) - Num::EPSILON).idiv(num!(2)), num!(-1)),
        ("(-2-0x0.0002)\\2: a step below -1", (num!(-2) - num!("0x0.0002")).idiv(num!(2)), num!(-2)),
        ("5\\0", num!(5).idiv(num!(0)), num!(0x7fff)),
        ("-5\\0", num!(-5).idiv(num!(0)), Num::MIN),
        ("1\\0x0.0001", num!(1).idiv(Num::EPSILON), num!(0x7fff)),
        ("-1\\0x0.0001", num!(-1).idiv(Num::EPSILON), Num::MIN),
        ("-32768\\-1", Num::MIN.idiv(num!(-1)), num!(0x7fff)),
        ("5%-32768", num!(5) % Num::MIN, num!(5)),
        ("-5%-32768", num!(-5) % Num::MIN, num!(32763)),
        ("-32768%-32768", Num::MIN % Num::MIN, num!(0)),
    ];
    for (call, found, expected) in cases {
        assert_eq!(found, expected, "{call}");
    }
}

#[test]
fn arithmetic_equals_the_twin_in_128_bits() {
    let quotient = |a: i128, b: i128| {
        if b == 0 {
            return if a >= 0 { i32::MAX } else { -i32::MAX };
        }
        let magnitude = (a.abs() << 16) / b.abs();
        let clamped = i32::try_from(magnitude).unwrap_or(i32::MAX);
        if (a < 0) == (b < 0) { clamped } else { -clamped }
    };
    pairs(400_000, |x, y| {
        let (a, b) = (i128::from(x.bits()), i128::from(y.bits()));
        assert_eq!(x + y, wrap(a + b), "{x:?} + {y:?}");
        assert_eq!(x - y, wrap(a - b), "{x:?} - {y:?}");
        assert_eq!(-x, wrap(-a), "-{x:?}");
        assert_eq!(x * y, wrap(floor_div(a * b, 1 << 16)), "{x:?} * {y:?}");

        let divided = if y == Num::ONE { x } else { Num::from_bits(quotient(a, b)) };
        assert_eq!(x / y, divided, "{x:?} / {y:?}");

        let rest = if b == 0 { 0 } else { a - b.abs() * floor_div(a, b.abs()) };
        assert_eq!(x % y, wrap(rest), "{x:?} % {y:?}");

        let whole = floor_div(divided.bits().into(), 1 << 16);
        assert_eq!(x.idiv(y), wrap(whole << 16), "{x:?} \\ {y:?}");
    });
}

#[test]
fn assigning_operators_are_the_operators() {
    pairs(1000, |x, y| {
        let assigned = |change: fn(&mut Num, Num)| {
            let mut z = x;
            change(&mut z, y);
            z
        };
        let cases = [
            ("+=", assigned(|z, y| *z += y), x + y),
            ("-=", assigned(|z, y| *z -= y), x - y),
            ("*=", assigned(|z, y| *z *= y), x * y),
            ("/=", assigned(|z, y| *z /= y), x / y),
            ("%=", assigned(|z, y| *z %= y), x % y),
            ("&=", assigned(|z, y| *z &= y), x & y),
            ("|=", assigned(|z, y| *z |= y), x | y),
            ("^=", assigned(|z, y| *z ^= y), x ^ y),
            ("<<=", assigned(|z, y| *z <<= y), x << y),
            (">>=", assigned(|z, y| *z >>= y), x >> y),
        ];
        for (operator, found, expected) in cases {
            assert_eq!(found, expected, "{x:?} {operator} {y:?}");
        }
    });
}

/// Manual: floor, ceiling, sign, median. The references compute in 128 bits, sort, and square.
#[test]
fn cuts_roots_and_medians_equal_their_twins() {
    numbers(200_000, |x| {
        let bits = i128::from(x.bits());
        let floor = floor_div(bits, 1 << 16);
        assert_eq!(i128::from(x.flr()), floor, "flr({x:?})");
        assert_eq!(x.floor(), wrap(floor << 16), "floor({x:?})");
        assert_eq!(x.ceil(), wrap(-floor_div(-bits, 1 << 16) << 16), "ceil({x:?})");
        assert_eq!(x.floor() + x.fract(), x, "{x:?} in two parts");
        assert_eq!(x.fract(), x % Num::ONE, "fract({x:?})");
        assert_eq!(x.abs(), wrap(bits.abs().min(i32::MAX.into())), "abs({x:?})");
        assert_eq!(x.sgn(), if bits < 0 { num!(-1) } else { num!(1) }, "sgn({x:?})");

        let root = i128::from(x.sqrt().bits());
        let square = bits.max(0) << 16;
        assert!(root >= 0 && root * root <= square && square < (root + 1) * (root + 1), "sqrt({x:?})");
    });
    pairs(10_000, |x, y| {
        let z = x ^ y;
        let mut sorted = [x, y, z];
        sorted.sort();
        assert_eq!(Num::mid(x, y, z), sorted[1], "mid({x:?}, {y:?}, {z:?})");
    });
}

/// Whole numbers wrap to 16 bits (measured: 32768 is -32768).
#[test]
fn whole_numbers_convert_and_wrap() {
    for (whole, bits) in [
        (0, 0),
        (1, 0x1_0000),
        (-1, -0x1_0000),
        (32767, 0x7fff_0000),
        (32768, i32::MIN),
        (65536, 0),
        (65537, 0x1_0000),
        (i32::MAX, -0x1_0000),
        (i32::MIN, 0),
    ] {
        assert_eq!(Num::from(whole).bits(), bits, "{whole}");
        assert_eq!(Num::int(whole).bits(), bits, "{whole}");
    }
    assert_eq!(Num::from(-32768i16), Num::MIN);
    assert_eq!(Num::from(255u8), num!(255));
    assert_eq!([Num::ZERO, Num::ONE, Num::HALF, Num::EPSILON].map(Num::bits), [0, 0x1_0000, 0x8000, 1]);
    assert_eq!([Num::MIN, Num::MAX].map(Num::bits), [i32::MIN, i32::MAX]);
    assert_eq!(Num::default(), Num::ZERO);
}

/// Decision: saved states contain the exact word.
#[test]
fn a_number_is_saved_as_its_word() {
    numbers(1000, |x| {
        let saved = serde_json::to_string(&x).expect("a number serialises");
        assert_eq!(saved, x.bits().to_string());
        let loaded: Num = serde_json::from_str(&saved).expect("its own text");
        assert_eq!(loaded, x);
    });
}
