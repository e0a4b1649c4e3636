//! Operators with an `i32` on one side behave as with the converted number. Our decision: PICO-8 has one number type.

use rasher_num::{Num, num};

use crate::sample::numbers;

/// Whole numbers within 16 bits, at their ends, and beyond.
const WHOLES: [i32; 14] =
    [0, 1, -1, 2, 8, -8, 255, 32_767, -32_768, 32_768, 40_000, -40_000, i32::MAX, i32::MIN];

macro_rules! both {
    ($x:ident $n:ident: $($op:tt $assign:tt),*) => {$(
        assert_eq!($x $op $n, $x $op Num::int($n), "{:?} {} {}", $x, stringify!($op), $n);
        assert_eq!($n $op $x, Num::int($n) $op $x, "{} {} {:?}", $n, stringify!($op), $x);
        let mut y = $x;
        y $assign $n;
        assert_eq!(y, $x $op Num::int($n), "{:?} {} {}", $x, stringify!($assign), $n);
    )*};
}

#[test]
fn operators_take_an_i32_as_the_number_it_is() {
    numbers(200, |x| {
        for n in WHOLES {
            both!(x n: + +=, - -=, * *=, / /=, % %=, & &=, | |=, ^ ^=, << <<=, >> >>=);
        }
    });
}

#[test]
fn comparisons_do_not_wrap() {
    numbers(200, |x| {
        for n in WHOLES {
            let exact = i64::from(x.bits()).cmp(&(i64::from(n) * 0x1_0000));
            assert_eq!(x.partial_cmp(&n), Some(exact), "{x:?} {n}");
            assert_eq!(x == n, exact.is_eq(), "{x:?} {n}");
        }
    });
    assert!(Num::MAX < 32_768 && Num::MIN > -32_769 && Num::MIN != 32_768);
}

#[test]
fn what_an_author_writes_first() {
    let mut x = num!(2.5);
    x += 1;
    assert_eq!((x, x * 2, 2 * x, x / 2, 7 / x), (num!(3.5), num!(7), num!(7), num!(1.75), num!(2)));
    assert!(x < 8 && x > 3 && x >= 3 && x != 0 && x - num!(3.5) == 0);
    assert_eq!([x % 2, -x % 2, 1 - x, 1 << Num::ONE], [num!(1.5), num!(0.5), num!(-2.5), num!(2)]);
}
