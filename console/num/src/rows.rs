//! Tables of whole numbers in text files, read at compile time: like `split` in Lua.
//!
//! ```text
//!   name   hp  atk                              [[2, 1],
//!   pea     2    1     ── numbers::<2, 2> ──>    [3, 2]]      everything but digits separates numbers
//!   bean    3    2
//! ```
//!
//! No signs and no fractions: see `Num::tonum`.

/// The numbers in a text, as H rows of W. Everything but digits separates them, so a table may have headings and names.
///
/// # Panics
/// If there are too many or too few numbers, or one is above `i32::MAX`. In a `static` or `const` this is a compile
/// error.
///
/// ```
/// use rasher_num::numbers;
///
/// static FOES: [[i32; 2]; 2] = numbers("name hp atk\npea   2   1\nbean  3  12\n");
/// assert_eq!(FOES, [[2, 1], [3, 12]]);
/// ```
///
/// ```compile_fail
/// static FOES: [[i32; 2]; 2] = rasher_num::numbers("pea 2 1 bean 3");
/// ```
pub const fn numbers<const W: usize, const H: usize>(text: &str) -> [[i32; W]; H] {
    let mut text = text.as_bytes();
    let mut rows = [[0; W]; H];
    let mut count = 0;
    while let [letter, rest @ ..] = text {
        if letter.is_ascii_digit() {
            assert!(count < W * H, "too many numbers in the table");
            let number = &mut rows.as_flattened_mut()[count];
            *number = *number * 10 + (*letter - b'0') as i32;
            if !matches!(rest, [b'0'..=b'9', ..]) {
                count += 1;
            }
        }
        text = rest;
    }
    assert!(count == W * H, "too few numbers in the table");
    rows
}
