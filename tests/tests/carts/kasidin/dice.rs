//! PCG32 compared with the published generator, from the crate `rand_pcg`, and ranges at their ends.

use kasidin::dice::{A, C, Pcg32, Roll};
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::Rng;

/// `A` times this is 1: Newton's steps, each of which doubles the number of right bits.
fn inverse() -> u64 {
    (0..6).fold(A, |x, _| x.wrapping_mul(2_u64.wrapping_sub(A.wrapping_mul(x))))
}

/// The published generator in a raw state: its constructor adds the increment and takes a step, which is undone
/// first.
fn published(state: u64) -> Lcg64Xsh32 {
    assert_eq!(A.wrapping_mul(inverse()), 1);
    let before = state.wrapping_sub(C).wrapping_mul(inverse()).wrapping_sub(C);
    Lcg64Xsh32::new(before, C >> 1)
}

/// Our n-th number is its (n+1)-th: it outputs from the old state, we from the new one, like the document.
#[test]
fn numbers_are_the_published_ones_one_ahead() {
    let states =
        (0..1000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).chain([Pcg32::default().state, !0]);
    for state in states {
        let (mut ours, mut theirs) = (Pcg32 { state }, published(state));
        theirs.next_u32();
        for n in 0..200 {
            assert_eq!(ours.next_u32(), theirs.next_u32(), "number {n} from state {state:x}");
        }
    }
}

/// The document's text, in 128-bit numbers and without a rotation.
#[test]
fn numbers_are_the_text_s() {
    let mut ours = Pcg32::default();
    assert_eq!(ours.state, 0x4d59_5df4_d0f3_3173, "the state that the text begins with");
    let mut state = u128::from(ours.state);
    for n in 0..10_000 {
        state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % (1 << 64);
        let count = (state >> 59) as u32;
        let word = ((state ^ state >> 18) >> 27) % (1 << 32);
        let turned = (word >> count | word << (32 - count)) % (1 << 32);
        assert_eq!(u128::from(ours.next_u32()), turned, "number {n}");
    }
}

#[test]
fn ranges_hold_both_ends_and_take_any() {
    let mut dice = Pcg32::default();
    for (low, high) in [(1, 6), (0, 1), (7, 7), (0, u32::MAX), (3, u32::MAX), (u32::MAX, u32::MAX)] {
        for range in [low..=high, high..=low] {
            let roll = Roll::new(range);
            assert_eq!(roll.convert(0), Some(low), "{low}..={high}: the first input is the lower end");
            assert_eq!(
                roll.convert(high - low),
                Some(high),
                "{low}..={high}: the last of a width is the upper end"
            );
            (0..1000).for_each(|_| assert!((low..=high).contains(&roll.with(&mut dice)), "{low}..={high}"));
        }
    }
    assert_eq!(Roll::new(0..=u32::MAX).convert(u32::MAX), Some(u32::MAX), "all 32 bits");
    assert_eq!(Roll::new(1..=6).convert(u32::MAX), None, "2^32 is no multiple of 6");
    for n in [i32::MIN, -1, 0, 1] {
        assert_eq!(dice.below(n), 0);
    }
    let mut seen = [0; 6];
    (0..60_000).for_each(|_| seen[dice.below(6) as usize] += 1);
    // 10,000 each, plus or minus six standard deviations of 91.
    assert!(seen.iter().all(|n| (9_450..10_550).contains(n)), "{seen:?}");
}
