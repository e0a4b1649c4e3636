//! The generator: every measured sequence, the step in long arithmetic, and the traits of `rand_core`.

use rasher_num::{Num, Rng, num};

use crate::sample::numbers;

/// Measured: `srand(seed)`, then `rnd()` as the 16 bits after the point.
#[test]
fn fractions_come_in_the_measured_order() {
    let cases: [(Num, &[i32]); 2] = [
        (num!(1), &[0x14b7, 0xfd18, 0x97e2, 0x904f, 0x941d, 0x6cda, 0x6e56, 0xdade]),
        (num!(0), &[0x8474, 0x5724]),
    ];
    for (seed, expected) in cases {
        let mut rng = Rng::seeded(seed);
        let found: Vec<i32> = expected.iter().map(|_| rng.rnd(Num::ONE).bits()).collect();
        assert_eq!(found, expected, "srand({seed})");
    }
}

/// Measured: `srand(42)`, then `rnd(100)`.
#[test]
fn a_range_of_100_comes_in_the_measured_order() {
    let mut rng = Rng::seeded(num!(42));
    for expected in [num!("0x10.ec81"), num!("0x52.0866"), num!("0x4.79e2"), num!("0x19.5db6")] {
        assert_eq!(rng.rnd(num!(100)), expected);
    }
}

/// Measured: `rnd(table)` on tables of consecutive values; the entry is the value minus the first.
#[test]
fn choices_come_in_the_measured_order() {
    let cases: [(Num, u32, u32, [u32; 8]); 3] = [
        (num!(1), 10, 1, [3, 10, 8, 7, 9, 3, 3, 3]),
        (num!(42), 10, 1, [3, 1, 6, 4, 1, 4, 9, 8]),
        (num!(1), 16, 0, [4, 13, 7, 0, 4, 12, 14, 10]),
    ];
    for (seed, len, first, expected) in cases {
        let mut rng = Rng::seeded(seed);
        let found = expected.map(|_| first + rng.index(len));
        assert_eq!(found, expected, "srand({seed}), {len} values from {first}");
    }
}

/// The rule as written: halves swapped by hand, sums in 64 bits cut to 32.
fn step_twin((h, l): (u64, u64)) -> (u64, u64) {
    let h = ((h % 65536) * 65536 + h / 65536 + l) % (1 << 32);
    (h, (l + h) % (1 << 32))
}

#[test]
fn seeds_and_steps_equal_the_twin() {
    numbers(2000, |seed| {
        let word = i64::from(seed.bits()).rem_euclid(1 << 31) as u64;
        let l = if word == 0 { 0xdead_beef } else { word };
        let mut twin = (l ^ 0xbead_29ba, l);
        for _ in 0..32 {
            twin = step_twin(twin);
        }
        let mut rng = Rng::seeded(seed);
        for _ in 0..10 {
            assert_eq!((u64::from(rng.h), u64::from(rng.l)), twin, "srand({seed:?})");
            twin = step_twin(twin);
            assert_eq!(u64::from(rng.next_u32()), twin.0, "srand({seed:?})");
        }
    });
    // The sign bit of a seed does not count (the rule of the seed).
    assert_eq!(Rng::seeded(num!(-32768)), Rng::seeded(num!(0)));
    assert_eq!(Rng::seeded(num!(-1)), Rng::seeded(num!(32767)));
}

/// The remainder of the unsigned word; measured for positive ranges, the same rule for negative ones.
#[test]
fn a_range_is_a_remainder_after_one_step() {
    let mut rng = Rng::seeded(num!(7));
    numbers(20_000, |range| {
        let before = rng;
        let found = rng.rnd(range);
        let mut stepped = before;
        let word = i64::from(stepped.next_u32());
        assert_eq!(rng, stepped, "rnd({range:?}) takes one step");
        let modulus = i64::from(range.bits()).rem_euclid(1 << 32);
        let expected = if modulus == 0 { 0 } else { word % modulus };
        assert_eq!(i64::from(found.bits()).rem_euclid(1 << 32), expected, "rnd({range:?}) of {word:#x}");
        if range > Num::ZERO {
            assert!(Num::ZERO <= found && found < range, "rnd({range:?}) = {found:?}");
        }
    });
}

/// Decision: an empty list takes no step, a range of 0 takes one. Measured: every other choice takes exactly one.
#[test]
fn empty_choices_take_no_step() {
    let start = Rng::seeded(num!(3));
    let after = |draw: fn(&mut Rng)| {
        let mut rng = start;
        draw(&mut rng);
        rng
    };
    let stepped = after(|rng| {
        rng.next_u32();
    });
    assert_ne!(stepped, start);
    assert_eq!(after(|rng| assert_eq!(rng.index(0), 0)), start, "an empty list");
    assert_eq!(after(|rng| assert_eq!(rng.index(1), 0)), stepped, "a list of one");
    assert_eq!(after(|rng| assert_eq!(rng.rnd(Num::ZERO), Num::ZERO)), stepped, "a range of 0");
}

/// The contract of `rand_core` 0.10 for generators of 32-bit words: little end first.
#[test]
fn the_generator_serves_rands_traits() {
    fn draw(rng: &mut impl rand_core::Rng) -> (u32, u64, [u8; 7]) {
        let mut bytes = [0; 7];
        let words = (rng.next_u32(), rng.next_u64());
        rng.fill_bytes(&mut bytes);
        (words.0, words.1, bytes)
    }
    let (word, double, bytes) = draw(&mut Rng::seeded(num!(1)));

    let mut plain = Rng::seeded(num!(1));
    let words = [(); 5].map(|()| plain.next_u32());
    assert_eq!(word, words[0]);
    assert_eq!(double, u64::from(words[1]) | u64::from(words[2]) << 32);
    assert_eq!(bytes[..4], words[3].to_le_bytes());
    assert_eq!(bytes[4..], words[4].to_le_bytes()[..3]);
}

/// Decision: saved by field name, with the words as in memory.
#[test]
fn a_generator_is_saved_and_rebuilt_from_its_words() {
    let mut rng = Rng::seeded(num!(5));
    let saved = serde_json::to_string(&rng).expect("it serialises");
    assert_eq!(saved, format!(r#"{{"h":{},"l":{}}}"#, rng.h, rng.l));
    let mut loaded: Rng = serde_json::from_str(&saved).expect("its own text");
    let mut rebuilt = Rng::from_words(rng.h, rng.l);
    let next = rng.next_u32();
    assert_eq!((loaded.next_u32(), rebuilt.next_u32()), (next, next));
}

#[test]
fn entries_and_orders_are_as_likely_as_each_other() {
    let mut rng = Rng::seeded(num!(1));
    assert_eq!(rng.pick::<u8>(&[]), None);
    let mut counts = [0; 6];
    for _ in 0..6000 {
        let mut list = [0, 1, 2];
        rng.shuffle(&mut list);
        counts[list[0] * 2 + usize::from(list[1] > list[2])] += 1;
        assert!(rng.pick(&[5, 6, 7]).is_some_and(|n| (5..8).contains(&n)));
    }
    // 1,000 expected for each order; 150 is five standard deviations.
    assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
}
