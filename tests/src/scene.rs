//! Random scenes, and the comparison of a fast call with its slow version.
//!
//! ```text
//! seed ── scene: 64 KiB of noise, registers at defaults or odd ──> two machines
//!                                                    fast call │   │ twin
//!                                                              v   v
//!                                                 all 64 KiB must be equal
//! ```
//!
//! A case depends only on its seed. A failing one prints seed, call and registers, so that it can be repeated and
//! understood.

use crate::random::Dice;
use num::Num;
use rasher::{Boot, Machine};
use std::fmt::Debug;

/// Random arguments for drawing calls.
#[derive(Clone, Debug)]
pub struct Cases(Dice);

impl Cases {
    pub fn new(seed: u64) -> Self {
        Cases(Dice::new(seed))
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        u64::from(self.0.word()) << 32 | u64::from(self.0.word())
    }

    /// 0 up to but not including `n`.
    pub fn below(&mut self, n: i32) -> i32 {
        self.0.range(0, n)
    }

    /// True once in `n` times on average.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.0.one_in(n)
    }

    pub fn bool(&mut self) -> bool {
        self.one_in(2)
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        self.0.pick(of)
    }

    /// A coordinate: mostly near the screen, sometimes anything.
    pub fn at(&mut self) -> i32 {
        match self.below(20) {
            0 => self.word() as i32,
            1 => self.pick(&[i32::MIN, i32::MAX, -32768, 32767, 32768, -1, 0, 127, 128]),
            2..6 => self.below(400) - 150,
            _ => self.below(150) - 16,
        }
    }

    /// A colour argument: plain, two nibbles, carrying a pattern, inverting, or any 32 bits.
    pub fn color(&mut self) -> Num {
        let bits = self.word() as u32;
        Num::from_bits(match self.below(6) {
            0 => bits,
            1 => bits & 0x07ff_ffff | 0x1000_0000,
            2 => bits & 0x07ff_ffff | 0x1800_0000,
            3 => bits & 0x00ff_0000,
            _ => bits & 0x000f_0000,
        } as i32)
    }
}

/// A machine full of noise, its registers at their defaults or not.
pub fn scene(cases: &mut Cases) -> Machine {
    let mut m = Machine::new(Boot::default());
    noise(&mut m, cases, 0, 0x5e00);
    noise(&mut m, cases, 0x6000, 0x10000);
    if !cases.one_in(3) {
        for i in 0..16 {
            if cases.one_in(3) {
                m.poke(0x5f00 + i, cases.word() as i32);
            }
        }
    }
    m.poke(0x5f25, cases.word() as i32);
    if cases.one_in(3) {
        m.poke4(0x5f20, Num::from_bits(cases.word() as i32));
        if cases.bool() {
            let (x, y) = (cases.below(128), cases.below(128));
            for (i, v) in [x, y, x + cases.below(40), y + cases.below(40)].into_iter().enumerate() {
                m.poke(0x5f20 + i as u16, v);
            }
        }
    }
    if cases.one_in(2) {
        m.poke2(0x5f28, cases.at().clamp(-300, 300));
        m.poke2(0x5f2a, cases.at().clamp(-300, 300));
        if cases.one_in(10) {
            m.poke4(0x5f28, Num::from_bits(cases.word() as i32));
        }
    }
    if cases.bool() {
        m.poke2(0x5f31, if cases.one_in(4) { 0 } else { cases.word() as i32 });
        m.poke(0x5f33, cases.below(8));
        for i in 0..16 {
            m.poke(0x5f60 + i, cases.word() as i32);
        }
    }
    m.poke(0x5f34, if cases.bool() { cases.below(4) } else { 0 });
    if cases.one_in(4) {
        m.poke(0x5f5e, cases.word() as i32);
    }
    if cases.one_in(3) {
        m.poke(0x5f36, cases.pick(&[8, 0x10, 0x18]));
    }
    if cases.one_in(4) {
        let page = [0x10, 0x17, 0x1f, 0x20, 0x2f, 0x30, 0x38, 0x80, 0x81, 0x99, 0xc0, 0xff, 0x55];
        m.poke(0x5f56, cases.pick(&page));
        m.poke(0x5f57, cases.pick(&[0, 1, 7, 32, 64, 100, 128, 200, 255]));
    }
    if cases.one_in(4) {
        let page = [0, 0x60, 0x80, 0xa0, 0xc0, 0xe0, 0x33];
        m.poke(0x5f54, cases.pick(&page));
        m.poke(0x5f55, cases.pick(&page));
    }
    m
}

/// Fills `from..to` with random bits, dense or sparse.
fn noise(m: &mut Machine, cases: &mut Cases, from: usize, to: usize) {
    let mut bytes = vec![0; to - from];
    let sparse = cases.bool();
    for eight in bytes.chunks_mut(8) {
        let mut word = cases.word();
        if sparse {
            word &= cases.word() & cases.word();
        }
        eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
    }
    for (i, part) in bytes.chunks(8192).enumerate() {
        m.poke_n((from + i * 8192) as u16, part);
    }
}

/// Runs eight random calls on the machine and on its slow version, for `count` scenes; both must leave the same 64
/// KiB.
///
/// # Panics
/// When they differ, or when so few calls changed anything that the comparison proves nothing.
pub fn compare<A: Debug>(
    name: &str,
    count: u64,
    arguments: impl Fn(&mut Cases) -> A,
    fast: impl Fn(&mut Machine, &A),
    slow: impl Fn(&mut Machine, &A),
) {
    let mut changed = 0;
    for seed in 0..count {
        let mut cases = Cases::new(seed);
        let before = scene(&mut cases);
        let (mut one, mut two) = (before.clone(), before);
        for call in 0..8 {
            let args = arguments(&mut cases);
            let was = one.memory().clone();
            fast(&mut one, &args);
            slow(&mut two, &args);
            changed += u64::from(*one.memory() != was);
            if one.memory() == two.memory() {
                continue;
            }
            let (a, b) = (one.memory().bytes(), two.memory().bytes());
            let wrong: Vec<_> = (0..0x10000).filter(|&i| a[i] != b[i]).collect();
            let at = wrong[0];
            panic!(
                "{name}{args:?}: call {call} of seed {seed}: {} bytes differ, first {at:#06x}: {:#04x} before, {:#04x} \
                 drawn, {:#04x} by the twin\nregisters from 0x5f00: {:02x?}",
                wrong.len(),
                was.bytes()[at],
                a[at],
                b[at],
                &was.bytes()[0x5f00..0x5f80],
            );
        }
    }
    assert!(changed > count, "{name}: only {changed} of {} calls changed the memory", count * 8);
}
