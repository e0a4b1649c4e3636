//! Input for the references: words of every size, and pairs of those where rules change.

use rasher_num::{Num, Rng, num};

/// Edge cases: ends of the range, powers of two, their neighbours, decimal fractions.
pub const EDGES: [Num; 34] = [
    Num::MIN,
    num!("0x8000.0001"),
    num!("0x8000.8000"),
    num!(-32767),
    num!(-16384),
    num!(-256),
    num!(-33),
    num!(-32),
    num!(-31),
    num!(-2.3),
    num!(-2),
    num!("-0x1.0001"),
    num!(-1),
    num!("-0x0.ffff"),
    num!(-0.5),
    num!(-0.1),
    num!("-0x0.0001"),
    num!(0),
    num!("0x0.0001"),
    num!(0.1),
    num!(0.25),
    num!(0.5),
    num!("0x0.ffff"),
    num!(1),
    num!("0x1.0001"),
    num!(2),
    num!(2.5),
    num!(31),
    num!(32),
    num!(33),
    num!(256),
    num!(16384),
    num!(32767),
    Num::MAX,
];

/// A number of any size: all 32 bits, fewer, or an edge plus or minus a few steps.
pub fn number(rng: &mut Rng) -> Num {
    let word = rng.next_u32() as i32;
    match rng.index(4) {
        0 => Num::from_bits(word),
        1 | 2 => Num::from_bits(word >> rng.index(32)),
        _ => Num::from_bits(EDGES[rng.index(34) as usize].bits().wrapping_add(word >> 29)),
    }
}

/// How many of `count` random cases to try: an interpreter that looks for undefined behaviour, hundreds of times
/// slower, gets a two-hundredth.
fn tried(count: u32) -> u32 {
    if cfg!(miri) { count / 200 } else { count }
}

/// Calls `check` with each pair of edges and with `count` random pairs.
pub fn pairs(count: u32, mut check: impl FnMut(Num, Num)) {
    for a in EDGES {
        for b in EDGES {
            check(a, b);
        }
    }
    let mut rng = Rng::seeded(num!(2026));
    for _ in 0..tried(count) {
        check(number(&mut rng), number(&mut rng));
    }
}

/// Calls `check` with each edge and with `count` random numbers.
pub fn numbers(count: u32, mut check: impl FnMut(Num)) {
    EDGES.into_iter().for_each(&mut check);
    let mut rng = Rng::seeded(num!(1121));
    for _ in 0..tried(count) {
        check(number(&mut rng));
    }
}

/// The low 32 bits of a whole number of any size, as a number: this is how everything wraps.
pub fn wrap(word: i128) -> Num {
    let low = word.rem_euclid(1 << 32);
    Num::from_bits(i32::try_from(if low < 1 << 31 { low } else { low - (1 << 32) }).expect("32 bits"))
}

/// The floor of a / b for b > 0.
pub fn floor_div(a: i128, b: i128) -> i128 {
    assert!(b > 0);
    a.div_euclid(b)
}
