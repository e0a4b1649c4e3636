//! Sprites and maps: the machine's fast routines against slow twins, over random scenes.
//!
//! ```text
//! seed ── Scene: 64 KiB of noise, registers at defaults or odd ──> two machines
//!                                                    fast call │   │ twin
//!                                                              v   v
//!                                                 all 64 KiB must be equal
//! ```
//!
//! A failing case prints its seed, the registers and the call: the seed alone repeats it.

use num::Num;
use rasher::{Boot, Machine};
use std::fmt::Debug;
use tests::naive::sprites as naive;

/// A generator for cases (splitmix64).
struct Cases(u64);

impl Cases {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: i32) -> i32 {
        (self.word() >> 33) as i32 % n
    }

    fn one_in(&mut self, n: i32) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as i32) as usize]
    }

    /// A coordinate: mostly near the screen, sometimes anything.
    fn at(&mut self) -> i32 {
        match self.below(20) {
            0 => self.word() as i32,
            1 => self.pick(&[i32::MIN, i32::MAX, -32768, 32767, 32768, -1, 0, 127, 128]),
            2..6 => self.below(400) - 150,
            _ => self.below(150) - 16,
        }
    }

    /// A size in sprites, often fractional.
    fn size(&mut self) -> Num {
        match self.below(8) {
            0 => Num::from_bits(self.word() as i32),
            1 => self.pick(&[Num::ZERO, Num::MIN, Num::MAX, Num::HALF, Num::EPSILON]),
            2 | 3 => Num::ONE,
            _ => Num::from_bits(self.below(4 << 16)),
        }
    }

    fn bool(&mut self) -> bool {
        self.one_in(2)
    }
}

/// A machine full of noise, its registers at their defaults or not.
fn scene(cases: &mut Cases) -> Machine {
    let mut m = Machine::new(Boot::default());
    let fill = |m: &mut Machine, cases: &mut Cases, from: u32, to: u32| {
        let mut bytes = vec![0; (to - from) as usize];
        let sparse = cases.bool();
        for eight in bytes.chunks_mut(8) {
            let mut word = cases.word();
            if sparse {
                word &= cases.word() & cases.word();
            }
            eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
        }
        for (i, part) in bytes.chunks(8192).enumerate() {
            m.poke_n((from as usize + i * 8192) as u16, part);
        }
    };
    fill(&mut m, cases, 0, 0x5e00);
    fill(&mut m, cases, 0x6000, 0x10000);
    if !cases.one_in(3) {
        for i in 0..16 {
            if cases.one_in(3) {
                m.poke(0x5f00 + i, cases.word() as i32);
            }
        }
    }
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
    if cases.one_in(3) {
        m.poke2(0x5f31, cases.word() as i32);
        m.poke(0x5f33, cases.below(8));
        for i in 0..16 {
            m.poke(0x5f60 + i, cases.word() as i32);
        }
    }
    if cases.one_in(4) {
        m.poke(0x5f5e, cases.word() as i32);
    }
    if cases.one_in(3) {
        m.poke(0x5f36, cases.pick(&[8, 0x10, 0x18]));
    }
    if cases.one_in(4) {
        m.poke(
            0x5f56,
            cases.pick(&[0x10, 0x17, 0x1f, 0x20, 0x2f, 0x30, 0x38, 0x80, 0x81, 0x99, 0xc0, 0xff, 0x55]),
        );
        m.poke(0x5f57, cases.pick(&[0, 1, 7, 32, 64, 100, 128, 200, 255]));
    }
    if cases.one_in(4) {
        m.poke(0x5f54, cases.pick(&[0, 0x60, 0x80, 0xa0, 0xc0, 0xe0, 0x33]));
        m.poke(0x5f55, cases.pick(&[0, 0x60, 0x80, 0xa0, 0xc0, 0xe0, 0x33]));
    }
    m
}

/// Runs a call on the machine and on its twin, for many scenes; both must leave the same 64 KiB.
fn compare<A: Debug>(
    name: &str,
    count: u64,
    arguments: impl Fn(&mut Cases) -> A,
    fast: impl Fn(&mut Machine, &A),
    slow: impl Fn(&mut Machine, &A),
) {
    let mut changed = 0;
    for seed in 0..count {
        let mut cases = Cases(seed);
        let before = scene(&mut cases);
        let (mut one, mut two) = (before.clone(), before.clone());
        for call in 0..8 {
            let args = arguments(&mut cases);
            let was = one.clone();
            fast(&mut one, &args);
            slow(&mut two, &args);
            changed += u64::from(one.memory() != was.memory());
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
                was.memory().bytes()[at],
                a[at],
                b[at],
                &was.memory().bytes()[0x5f00..0x5f80],
            );
        }
    }
    // A comparison of calls that draw nothing would prove nothing.
    assert!(changed > count, "{name}: only {changed} of {} calls changed the memory", count * 8);
}

#[test]
fn spr_equals_its_twin() {
    compare(
        "spr",
        3000,
        |c| (if c.one_in(9) { c.word() as i32 } else { c.below(260) - 2 }, c.at(), c.at()),
        |m, &(n, x, y)| m.spr(n, x, y),
        |m, &(n, x, y)| naive::spr(m, n, x, y, Num::ONE, Num::ONE, false, false),
    );
}

#[test]
fn spr_ext_equals_its_twin() {
    compare(
        "spr_ext",
        2000,
        |c| (c.below(260) - 2, c.at(), c.at(), c.size(), c.size(), c.bool(), c.bool()),
        |m, &(n, x, y, w, h, fx, fy)| m.spr_ext(n, x, y, w, h, fx, fy),
        |m, &(n, x, y, w, h, fx, fy)| naive::spr(m, n, x, y, w, h, fx, fy),
    );
}

#[test]
fn map_equals_its_twin() {
    let size = |c: &mut Cases| match c.below(6) {
        0 => None,
        1 => Some(c.at()),
        _ => Some(c.below(20)),
    };
    let cell = |c: &mut Cases| if c.one_in(6) { c.at() } else { c.below(70) - 4 };
    compare(
        "map",
        400,
        |c| (cell(c), cell(c), c.at(), c.at(), size(c), size(c), if c.bool() { 0 } else { c.word() as u8 }),
        |m, &(tx, ty, sx, sy, w, h, l)| m.map_ext(tx, ty, sx, sy, w, h, l),
        |m, &(tx, ty, sx, sy, w, h, l)| naive::map(m, tx, ty, sx, sy, w, h, l),
    );
}

#[test]
fn sspr_equals_its_twin() {
    let size = |c: &mut Cases| match c.below(6) {
        0 => c.at(),
        1 => c.pick(&[8, 16, -8, 0, 1, -1]),
        _ => c.below(100) - 20,
    };
    compare(
        "sspr",
        3000,
        |c| {
            let [sx, sy] = [0; 2].map(|_| if c.one_in(4) { c.at() } else { c.below(128) });
            let [sw, sh, dw, dh] = [0; 4].map(|_| size(c));
            // Often unscaled, or scaled in one direction only.
            let (dw, dh) = (if c.one_in(4) { sw } else { dw }, if c.one_in(4) { sh } else { dh });
            (sx, sy, sw, sh, c.at(), c.at(), dw, dh, c.bool(), c.bool())
        },
        |m, &(sx, sy, sw, sh, dx, dy, dw, dh, fx, fy)| {
            if (dw, dh, fx, fy) == (sw, sh, false, false) {
                m.sspr(sx, sy, sw, sh, dx, dy);
            } else {
                m.sspr_ext(sx, sy, sw, sh, dx, dy, dw, dh, fx, fy);
            }
        },
        |m, &(sx, sy, sw, sh, dx, dy, dw, dh, fx, fy)| naive::sspr(m, sx, sy, sw, sh, dx, dy, dw, dh, fx, fy),
    );
}

#[test]
fn tline_equals_its_twin() {
    // The twin walks every step, so lines stay short of some thousand pixels.
    let end = |c: &mut Cases| if c.one_in(8) { c.below(4000) - 2000 } else { c.below(180) - 20 };
    compare(
        "tline",
        1000,
        |c| {
            let ends = [0; 4].map(|_| end(c));
            let ends = match c.below(5) {
                0 => [ends[0], ends[1], ends[2], ends[1]],
                1 => [ends[0], ends[1], ends[0], ends[3]],
                _ => ends,
            };
            let number = |c: &mut Cases| match c.below(4) {
                0 => Num::from_bits(c.word() as i32),
                1 => Num::from_bits(0x2000),
                _ => Num::from_bits(c.below(64 << 16)),
            };
            let at = [0; 2].map(|_| number(c));
            let step = [0; 2]
                .map(|_| if c.one_in(4) { number(c) } else { Num::from_bits(c.below(0x4000) - 0x2000) });
            let registers = c.one_in(3).then(|| [0; 4].map(|_| c.pick(&[0, 1, 4, 7, 16, 32, 64, 128, 255])));
            let bits = if c.one_in(3) { c.below(17) } else { 13 };
            (ends, at, step, if c.bool() { 0 } else { c.word() as u8 }, registers, bits)
        },
        |m, &([x0, y0, x1, y1], [mx, my], [mdx, mdy], layers, registers, bits)| {
            for (i, v) in registers.into_iter().flatten().enumerate() {
                m.poke(0x5f38 + i as u16, v);
            }
            m.tline_precision(bits);
            if (mdx, mdy, layers) == (Num::from_bits(0x2000), Num::ZERO, 0) {
                m.tline(x0, y0, x1, y1, mx, my);
            } else {
                m.tline_ext(x0, y0, x1, y1, mx, my, mdx, mdy, layers);
            }
        },
        |m, &([x0, y0, x1, y1], at, step, layers, registers, bits)| {
            for (i, v) in registers.into_iter().flatten().enumerate() {
                m.poke(0x5f38 + i as u16, v);
            }
            naive::tline(m, x0, y0, x1, y1, at, step, layers, bits as u32);
        },
    );
}
