//! Powers: corner cases, whole exponents against long multiplication, roots, and the `double` that they imitate.

use rasher_num::{Num, num};

use crate::sample::{numbers, pairs};

/// From C's `pow` and x86-64's conversion, as open implementations compute it; not measured.
#[test]
fn powers_have_the_corners_of_a_double() {
    let cases = [
        ("2^0", num!(2), num!(0), num!(1)),
        ("0^0", num!(0), num!(0), num!(1)),
        ("0^2", num!(0), num!(2), num!(0)),
        ("0^-1: infinite", num!(0), num!(-1), num!(0)),
        ("1^-32768", num!(1), Num::MIN, num!(1)),
        ("-1^32767", num!(-1), num!(32767), num!(-1)),
        ("-1^-32768", num!(-1), Num::MIN, num!(1)),
        ("-8^0.5: undefined", num!(-8), num!(0.5), num!(0)),
        ("2^14", num!(2), num!(14), num!(16384)),
        ("2^15 wraps", num!(2), num!(15), num!(-32768)),
        ("2^16 wraps", num!(2), num!(16), num!(0)),
        ("3^11 wraps", num!(3), num!(11), num!(0xb3fb)),
        ("3^29 = 0x3e6b.d6ac.b8cb... wraps", num!(3), num!(29), Num::int(3i64.pow(29) as i32)),
        ("3^30 has 48 bits", num!(3), num!(30), num!(0)),
        ("-3^3", num!(-3), num!(3), num!(-27)),
        ("-32768^1", Num::MIN, num!(1), Num::MIN),
        ("2^-1", num!(2), num!(-1), num!(0.5)),
        ("2^-16", num!(2), num!(-16), num!("0x0.0001")),
        ("2^-17", num!(2), num!(-17), num!(0)),
        ("-2^-1", num!(-2), num!(-1), num!(-0.5)),
        ("10^-1", num!(10), num!(-1), num!("0x0.1999")),
        ("-10^-1: the magnitude is truncated", num!(-10), num!(-1), num!("-0x0.1999")),
        ("4^0.5", num!(4), num!(0.5), num!(2)),
        ("4^-0.5", num!(4), num!(-0.5), num!(0.5)),
        ("2.25^1.5", num!(2.25), num!(1.5), num!(3.375)),
        ("16^0.25", num!(16), num!(0.25), num!(2)),
        ("0.25^0.5", num!(0.25), num!(0.5), num!(0.5)),
        ("2^0.5", num!(2), num!(0.5), num!("0x1.6a09")),
        ("0x7fff.ffff^0x7fff.ffff", Num::MAX, Num::MAX, num!(0)),
        ("0x7fff.ffff^-32768", Num::MAX, Num::MIN, num!(0)),
    ];
    for (call, base, exponent, expected) in cases {
        assert_eq!(base.pow(exponent), expected, "{call}");
    }
}

/// The exact product bit by bit, rounded to 53 bits (to nearest, ties to even), truncated to 65536ths; none from 2^63
/// of them.
fn product_twin(base: u32, n: u32) -> Option<u32> {
    // Low bit first: schoolbook multiplication by one word at a time.
    let mut words = vec![1u32];
    for _ in 0..n {
        let mut carry = 0;
        for word in &mut words {
            let sum = u64::from(*word) * u64::from(base) + carry;
            *word = sum as u32;
            carry = sum >> 32;
        }
        words.push(carry as u32);
    }
    words.push(0);
    let mut bits: Vec<bool> =
        words.iter().flat_map(|word| (0..32).map(move |place| word >> place & 1 == 1)).collect();

    let length = bits.iter().rposition(|&bit| bit).map_or(0, |top| top + 1);
    if length > 53 {
        let last = length - 53;
        let above_half = bits[..last - 1].contains(&true) || bits[last];
        let up = bits[last - 1] && above_half;
        bits[..last].fill(false);
        if up {
            // Adding one: ones become zeros up to the first zero.
            let zero = last + bits[last..].iter().position(|&bit| !bit).expect("a zero on top");
            bits[last..zero].fill(false);
            bits[zero] = true;
        }
    }
    let steps = &bits[16 * (n as usize - 1)..];
    let fits = !steps.iter().skip(63).any(|&bit| bit);
    let low = steps.iter().take(32).zip(0..);
    fits.then(|| low.map(|(&bit, place)| u32::from(bit) << place).sum())
}

#[test]
fn whole_powers_equal_long_multiplication() {
    let mut fitting = 0;
    numbers(5000, |x| {
        for n in 1..=40 {
            let product = product_twin(x.bits().unsigned_abs(), n);
            fitting += u32::from(product.is_some());
            let magnitude = Num::from_bits(product.unwrap_or(0) as i32);
            let expected = if x < Num::ZERO && n % 2 == 1 { -magnitude } else { magnitude };
            assert_eq!(x.pow(Num::from(n as i32)), expected, "{x:?} ^ {n}");
        }
    });
    assert!(fitting > 50_000, "only {fitting} powers fit");
}

/// Products of exactly 54 bits, all of them in the result: a tie, which a double rounds to even.
#[test]
fn ties_of_the_double_go_to_even() {
    // Odd numbers whose cube has 54 bits; 2^11 puts the cube's last bit at 2/65536.
    for odd in (208_065..208_265u32).step_by(2) {
        let x = Num::from_bits((odd << 11) as i32);
        let product = product_twin(odd << 11, 3).expect("56 bits");
        assert_eq!(x.pow(num!(3)), Num::from_bits(product as i32), "{x:?} ^ 3");
    }
}

/// Integers: the truncated root, which [`Num::sqrt`] computes exactly.
#[test]
fn the_power_of_one_half_is_the_square_root() {
    numbers(20_000, |x| assert_eq!(x.pow(Num::HALF), x.sqrt(), "{x:?} ^ 0.5"));
}

/// The platform's own `pow`, accurate to about half of its last place: beyond 2^36 that is more than 1/65536.
#[test]
fn powers_equal_the_double_to_its_last_place() {
    let (mut compared, mut apart) = (0u32, 0u32);
    pairs(200_000, |x, y| {
        // Huge exponents give almost only 0, so two thirds are reduced.
        let y = if y.bits() % 3 == 0 { y } else { y % num!(32) - num!(16) };
        let double = (f64::from(x.bits()) / 65536.0).powf(f64::from(y.bits()) / 65536.0) * 65536.0;
        let fits = double.abs() < 2f64.powi(63);
        let twin = if fits { (double as i64) as i32 } else { 0 };
        let found = x.pow(y);
        let off = found.bits().wrapping_sub(twin).unsigned_abs();
        let last_place = if fits { (double.abs() / 2f64.powi(52)).ceil() as u32 } else { 0 };
        assert!(off <= last_place, "{x:?} ^ {y:?} = {found:?}, {off}/65536 from the double {double}");
        compared += u32::from(fits && double.abs() >= 1.0);
        apart += u32::from(off != 0);
    });
    assert!(compared > 30_000, "only {compared} powers that are not 0");
    assert!(apart * 1000 < compared, "{apart} of {compared} differ from the platform's double");
}
