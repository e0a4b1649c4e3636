//! Literals, decimal text, `tostr` and `tonum`: tables of cases, then round trips of random words.

use rasher_num::{Num, Rng, num};

use crate::sample::numbers;

/// Grammar and truncation as measured; trailing point and 0X, 0B as in open implementations.
#[test]
fn literals_are_truncated_and_wrapped() {
    let cases = [
        ("0", 0),
        ("7", 7 << 16),
        ("007", 7 << 16),
        ("0.5", 0x8000),
        (".5", 0x8000),
        ("5.", 5 << 16),
        ("0.0001", 6),
        ("0.1", 0x1999),
        ("0.00001", 0),
        ("0.0000152587890625", 1),
        ("0.00001525878906249999999999999999999", 0),
        ("0.9999999999999999999999999999999999", 0xffff),
        ("32767.99999", 0x7fff_ffff),
        ("32768", i32::MIN),
        ("65535", -1 << 16),
        ("65536", 0),
        ("65537.5", 0x1_8000),
        ("4294967296000000000000000000000001", 1 << 16),
        ("0x11.4", 0x11_4000),
        ("0X11.4", 0x11_4000),
        ("0x.8", 0x8000),
        ("0x8.", 0x8_0000),
        ("0xffff", -1 << 16),
        ("0xFfFf.fFfF", -1),
        ("0x12345", 0x2345_0000),
        ("0x0.12345678", 0x1234),
        ("0b101", 5 << 16),
        ("0B101", 5 << 16),
        ("0b1.01", 0x1_4000),
        ("0b.1", 0x8000),
        ("0b10000000000000001", 1 << 16),
        ("0b0.00000000000000011", 1),
    ];
    for (text, bits) in cases {
        assert_eq!(Num::parse(text), Some(Num::from_bits(bits)), "{text}");
    }
}

#[test]
fn what_is_no_literal_is_refused() {
    for text in [
        "", ".", "-1", "+1", " 1", "1 ", "1e3", "1e-3", "abc", "1.2.3", "..", "0x", "0x.", "0xg", "0b",
        "0b2", "0b.", "1_000", "0x0x1", "x1", "1,5", "é", "nil",
    ] {
        assert_eq!(Num::parse(text), None, "{text:?}");
    }
}

/// Measured.
#[test]
fn decimal_text_has_the_measured_rounding() {
    let cases = [
        (num!("0x0.97e2"), "0.5933"),
        (num!("0x0.0006"), "0"),
        (num!("0x0.0007"), "0.0001"),
        (num!("0x0.0800"), "0.0313"),
        (num!("0x0.1800"), "0.0938"),
        (num!("0x0.ffff"), "1"),
        (num!("0x5.ffff"), "6"),
        (num!("0x7fff.ffff"), "32768"),
        (num!("0x7fff.fffa"), "32768"),
        (num!("0x7fff.fff9"), "32767.9999"),
        (num!("0x8000.0006"), "-32768"),
        (num!("-0x0.0006"), "-0"),
        (num!(-0.0001), "-0"),
        (num!(-32768), "-32768"),
        (Num::ONE / num!(3), "0.3333"),
        (num!(0), "0"),
        (num!(17), "17"),
        (num!(-1.5), "-1.5"),
        (num!(1.25), "1.25"),
        (num!("0x8000.0001"), "-32768"),
    ];
    for (number, text) in cases {
        assert_eq!(number.tostr(0), text, "{number:?}");
        assert_eq!(number.to_string(), text, "{number:?}");
    }
}

/// Manual.
#[test]
fn tostr_has_hex_and_raw_forms() {
    let cases = [
        (num!(17), ["17", "0x0011.0000", "1114112", "0x00110000"]),
        (num!(-1), ["-1", "0xffff.0000", "-65536", "0xffff0000"]),
        (num!("0x1234.abcd"), ["4660.6711", "0x1234.abcd", "305441741", "0x1234abcd"]),
        (Num::MIN, ["-32768", "0x8000.0000", "-2147483648", "0x80000000"]),
    ];
    for (number, texts) in cases {
        for (flags, text) in (0..).zip(texts) {
            assert_eq!(number.tostr(flags), text, "{number:?}, flags {flags}");
            assert_eq!(number.tostr(flags | 4), text, "{number:?}: other flags do nothing");
        }
    }
}

/// Rust's own conventions.
#[test]
fn rusts_formats_pad_and_debug() {
    assert_eq!(format!("[{:6}]", num!(1.5)), "[   1.5]");
    assert_eq!(format!("[{:<6}]", num!(-1.5)), "[-1.5  ]");
    assert_eq!(format!("[{:06}]", num!(-1.5)), "[-001.5]");
    assert_eq!(format!("[{:+}]", num!(1)), "[+1]");
    assert_eq!(format!("{:?}", Num::ONE / num!(3)), "Num(0.3333 = 0x0000.5555)");
}

/// The first three are measured; signs and exponents without flags are what zepto8 and FAKE-08 agree on; the rest
/// follows the manual or, for odd input, is our decision.
#[test]
fn tonum_reads_what_a_player_types() {
    let cases: [(&str, u32, Option<Num>); 57] = [
        ("32768", 0, Some(num!(-32768))),
        ("-0x9000", 0, Some(num!(0x7000))),
        ("-0.0001", 0, Some(num!("-0x0.0006"))),
        ("17", 0, Some(num!(17))),
        ("  17.5 ", 0, Some(num!(17.5))),
        ("\t-17\n", 0, Some(num!(-17))),
        ("0b101", 0, Some(num!(5))),
        ("0x1.8", 0, Some(num!(1.5))),
        ("-32768", 0, Some(Num::MIN)),
        ("", 0, None),
        ("   ", 0, None),
        ("-", 0, None),
        ("--1", 0, None),
        ("- 1", 0, None),
        ("+5", 0, Some(num!(5))),
        ("+0x10", 0, Some(num!(16))),
        ("+", 0, None),
        ("-+1", 0, None),
        ("+-1", 0, None),
        ("1e3", 0, Some(num!(1000))),
        ("-1E2", 0, Some(num!(-100))),
        ("1.25e+2", 0, Some(num!(125))),
        (".5e1", 0, Some(num!(5))),
        ("25e-2", 0, Some(num!(0.25))),
        ("5.e-1", 0, Some(num!(0.5))),
        ("1e5", 0, Some(num!(34464))),
        ("1e-5", 0, Some(num!(0))),
        ("1e99999999999999999999", 0, Some(num!(0))),
        ("1e-99999999999999999999", 0, Some(num!(0))),
        ("0x1e3", 0, Some(num!(483))),
        ("e3", 0, None),
        (".e3", 0, None),
        ("1e", 0, None),
        ("1e-", 0, None),
        ("1e3.5", 0, None),
        ("1.2.3e4", 0, None),
        ("0b1e3", 0, None),
        ("abc", 0, None),
        ("12abc", 0, None),
        ("ff", 1, Some(num!(255))),
        ("FF", 1, Some(num!(255))),
        ("-ff", 1, Some(num!(255))),
        ("f.8", 1, Some(num!(0xf08))),
        ("0.12345", 1, Some(num!(0x2345))),
        ("1g1", 1, Some(num!(0x101))),
        ("0xff", 1, Some(num!(255))),
        ("g1", 1, Some(num!(1))),
        ("", 1, None),
        ("1114112", 2, Some(num!(17))),
        ("0x110000", 2, Some(num!(17))),
        ("-1", 2, Some(num!("0xffff.ffff"))),
        ("1.9", 2, Some(num!("0x0.0001"))),
        ("1234abcd", 3, Some(num!("0x1234.abcd"))),
        ("abc", 4, Some(num!(0))),
        ("", 5, Some(num!(0))),
        ("12", 4, Some(num!(12))),
        ("x", 6, Some(num!(0))),
    ];
    for (text, flags, expected) in cases {
        assert_eq!(Num::tonum(text, flags), expected, "tonum({text:?}, {flags})");
    }
    assert_eq!(Num::tonum(b"1\x8e", 0), None, "glyphs of the console's own character set");
}

#[test]
fn text_leads_back_to_the_number() {
    numbers(50_000, |x| {
        assert_eq!(Num::parse(&x.tostr(1)), Some(x), "hex of {x:?}");
        assert_eq!(Num::tonum(x.tostr(2), 2), Some(x), "raw word of {x:?}");
        assert_eq!(Num::tonum(x.tostr(3), 2), Some(x), "raw hex of {x:?}");
        assert_eq!(Num::tonum(&x.tostr(3)[2..], 3), Some(x), "raw hex digits of {x:?}");

        let text = x.tostr(0);
        let back = Num::tonum(&text, 0).expect("decimal text is a number");
        // Rounding to 4 decimals: half of 6.6 steps, or 6 below 0.0001; then truncation to the step.
        let off = x.bits().wrapping_sub(back.bits()).unsigned_abs();
        assert!(off <= 6, "{x:?} as {text} is {back:?}");
    });
}

/// Rounding half up in whole 10000ths, in 128 bits, and to a whole number closer than one; text by padding and stripping.
#[test]
fn decimal_text_equals_the_twin() {
    numbers(50_000, |x| {
        let magnitude = i128::from(x.bits()).abs();
        let fraction = magnitude % 65536 * 10_000;
        let rounded = match fraction {
            0..65_536 => 0,
            _ if 655_360_000 - fraction < 65_536 => 10_000,
            _ => (2 * fraction + 65536) / (2 * 65536),
        };
        let all = magnitude / 65536 * 10_000 + rounded;
        let sign = if x.bits() < 0 { "-" } else { "" };
        let long = format!("{sign}{}.{:04}", all / 10_000, all % 10_000);
        let expected = long.trim_end_matches('0').trim_end_matches('.');
        assert_eq!(x.tostr(0), expected, "{x:?}");
    });
}

/// Digits of any length: the quotient in 128 bits, floored, wrapped.
#[test]
fn literals_equal_the_twin() {
    let mut rng = Rng::seeded(num!(9));
    for _ in 0..20_000 {
        let whole = rng.next_u32() >> rng.index(32);
        let places = rng.index(20);
        let fraction: String = (0..places).map(|_| char::from(b'0' + rng.index(10) as u8)).collect();
        let text = format!("{whole}.{fraction}");
        let digits: u128 = format!("{whole}{fraction}").parse().expect("digits");
        let word = (digits << 16) / 10u128.pow(places);
        assert_eq!(Num::parse(&text), Some(Num::from_bits(word as i32)), "{text}");
    }
}

/// An exponent as a factor, in 128 bits, floored, wrapped.
#[test]
fn exponents_equal_the_twin() {
    let mut rng = Rng::seeded(num!(10));
    for _ in 0..20_000 {
        let digits = rng.next_u32() >> rng.index(32);
        let places = rng.index(10);
        let padded = format!("{digits:010}");
        let (whole, fraction) = padded.split_at(10 - places as usize);
        let exponent = i32::from(rng.index(29) as u8) - 14;
        let text = format!("{whole}.{fraction}e{exponent}");
        let moved = exponent - places as i32;
        let power = 10u128.pow(moved.unsigned_abs());
        let word = if moved < 0 {
            (u128::from(digits) << 16) / power
        } else {
            (u128::from(digits) << 16).wrapping_mul(power)
        };
        assert_eq!(Num::tonum(&text, 0), Some(Num::from_bits(word as i32)), "{text}");
    }
}

/// The crate promises that no outside input causes a panic.
#[test]
fn any_bytes_can_be_read() {
    const LIKELY: &[u8] = b"0123456789abcdefxb..--++ee  XB\xff\n";
    let mut rng = Rng::seeded(num!(13));
    let mut read = 0;
    for _ in 0..50_000 {
        let text: Vec<u8> =
            (0..rng.index(12)).map(|_| LIKELY[rng.index(LIKELY.len() as u32) as usize]).collect();
        for flags in 0..8 {
            let number = Num::tonum(&text, flags);
            assert!(number.is_some() || flags & 4 == 0, "{text:?} with flag 4");
            read += u32::from(number.is_some() && flags == 0);
        }
    }
    assert!(read > 100, "only {read} of the texts were numbers");
}

/// Decision: the macro reads the console's literals, signed, at compile time.
#[test]
fn the_macro_makes_constants() {
    const EIGHTH: Num = num!(0.125);
    static TABLE: [Num; 3] = [num!(-3), num!("0x5a5a.8"), num!(0b101)];
    assert_eq!(EIGHTH.bits(), 0x2000);
    assert_eq!(TABLE.map(Num::bits), [-3 << 16, 0x5a5a_8000, 5 << 16]);
    assert_eq!(num!(-0.0001).bits(), -6);
    assert_eq!(num!("-0x0.0006").bits(), -6);
    assert_eq!(num!(1_000), Num::int(1000));
    assert_eq!(num!(-32768), Num::MIN);
    assert_eq!(num!(0xffff).bits(), -1 << 16);
    assert!(matches!(Num::int(2), TWO), "a constant is a pattern");
    const TWO: Num = num!(2);
}

/// Reference: tries all decimals with this many places in turn until one is read as the number.
fn shortest(x: Num) -> String {
    let sign = if x < Num::ZERO { "-" } else { "" };
    let (whole, fraction) = (x.bits().unsigned_abs() >> 16, u64::from(x.bits().unsigned_abs() & 0xffff));
    for places in 0..6 {
        // Below and above the value.
        let cut = (fraction * 10u64.pow(places as u32)) >> 16;
        for decimals in [cut, cut + 1] {
            let text = match places {
                0 => format!("{sign}{whole}"),
                _ => format!("{sign}{whole}.{decimals:0places$}"),
            };
            if Num::tonum(&text, 0) == Some(x) {
                return text;
            }
        }
    }
    panic!("{x:?} has no decimal")
}

#[test]
fn a_debuggers_decimal_is_the_shortest_as_its_twin_finds_it() {
    for (bits, text) in [
        (294_912, "4.5"),
        (49_152, "0.75"),
        (0, "0"),
        (-1, "-0.00002"),
        (0x1999, "0.1"),
        (i32::MIN, "-32768"),
        (i32::MAX, "32767.99999"),
        (-0x8000, "-0.5"),
        (0x1_0000 - 1, "0.99999"),
    ] {
        assert_eq!(Num::from_bits(bits).to_literal(), text);
    }
    for fraction in 0..0x1_0000 {
        for whole in [0, 1, -1, 32767, -32768] {
            let x = Num::from_bits(whole << 16 | fraction);
            assert_eq!(x.to_literal(), shortest(x));
            assert_eq!(Num::tonum(x.to_literal(), 0), Some(x));
        }
    }
    numbers(10_000, |x| assert_eq!(x.to_literal(), shortest(x)));
}
