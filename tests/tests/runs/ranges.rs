//! Every number of a range is equally likely: all 2^32 inputs are tried, as the document asks.
//!
//! In the release profile a range takes seconds; the dev profile, whose checks cost more, tries one block of 2^16
//! inputs in 64 and compares each with the rule written out.

use kasidin::dice::Roll;
use rayon::prelude::*;

/// Counts how often each number results, and at 0 how often none does.
fn tally(low: u32, high: u32) -> Vec<u64> {
    let (roll, numbers) = (Roll::new(low..=high), (high - low + 2) as usize);
    let blocks = (0..=0xffff_u32).into_par_iter();
    let each = |mut counts: Vec<u64>, block: u32| {
        for input in block << 16..=block << 16 | 0xffff {
            counts[roll.convert(input).map_or(0, |number| (number - low) as usize + 1)] += 1;
        }
        counts
    };
    let sum = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    blocks.fold(|| vec![0; numbers], each).reduce(|| vec![0; numbers], sum)
}

#[test]
fn all_numbers_are_as_likely_over_all_inputs() {
    if cfg!(debug_assertions) {
        return sample();
    }
    // The document's die, its hundred, a column of a cave, and divisors of 2^32.
    for (low, high) in [(1, 6), (1, 100), (0, 99), (0, 15)] {
        let counts = tally(low, high);
        let width = u64::from(high - low) + 1;
        assert_eq!(counts.iter().sum::<u64>(), 1 << 32, "{low}..={high}: each input was tried once");
        assert!(counts[0] <= width, "{low}..={high}: {} inputs were refused", counts[0]);
        for (i, count) in counts.iter().enumerate().skip(1) {
            assert_eq!(*count, counts[1], "{low}..={high}: the number {}", low as usize + i - 1);
        }
    }
}

/// The rule in 64 bits: the input must be within the whole widths below 2^32 - 1, or it is refused.
fn sample() {
    for (low, high) in [(1, 6), (1, 100), (0, 99), (0, 15), (7, 7), (5, u32::MAX), (1, u32::MAX / 2 + 2)] {
        let roll = Roll::new(low..=high);
        let width = u64::from(high - low) + 1;
        let fits = u64::from(u32::MAX) / width * width;
        (0..=0xffff_u32).into_par_iter().filter(|block| block % 64 == 0 || *block == 0xffff).for_each(
            |block| {
                for input in block << 16..=block << 16 | 0xffff {
                    let wide = u64::from(input);
                    let number = (wide < fits).then(|| low + (wide % width) as u32);
                    assert_eq!(roll.convert(input), number, "{low}..={high}, input {input}");
                }
            },
        );
    }
}
