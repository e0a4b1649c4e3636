//! The oscillators: eight waveforms, their buzzing variants, cycles from memory, a detuned second voice.
//!
//! ```text
//! p = phase in 0..1         value (1 = full scale)                     buzz
//! 0 triangle    0.5 (1 - |4p - 2|)                                     3/4 of it + 1/4 tilted saw
//! 1 tilted saw  -0.5..0.5 over p < 0.875, then back                    turns at 0.975
//! 2 saw         0.653 p, from p = 0.5 on 0.653 (p - 1)                 0.653 (0.83 p - 0.085), the 0.085 in the
//!                                                                      middle half of two turns
//! 3 square      0.25 for p < 0.5, else -0.25                           p < 0.4
//! 4 pulse       0.25 for p < 0.316, else -0.25                         p < 0.255
//! 5 organ       a = 3 - |24p - 6|, b = 1 - |16p - 12|:  max(a, b) / 9  max(min(0.2 (2a + 3) - 1, 2a + 3.5), b + 0.5) / 9
//! 6 noise       white noise through a low-pass that follows the key    white noise, integrated
//! 7 phaser      (3 - |8p - 4| - |4q - 2|) / 6, q = 109/110 as fast     and triangles of 2p + 1/2 and 4p
//! ```
//!
//! Formulas are zepto8's fits to exports; it states its detune and phaser ratios to within 2 %. The volume of brown
//! (buzz) and white (noiz) noise is ours: about that of the plain noise of the key. A sample is an integer in 2^-18 of
//! full scale. Loops have no branches, so they are vectorised by four; the largest sum, 3.4 full scales, is 2^20.

use super::TICK_SAMPLES;
use super::note::{Filters, cycle};
use super::player::{Tone, Wave};
use crate::digest::Digest;
use crate::memory::Memory;
use serde::{Deserialize, Serialize};

pub const ONE: i32 = 1 << 18;

pub type SampleBlock = [i32; TICK_SAMPLES];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Osc {
    /// Turns in 2^-32, with whole turns in the upper half.
    phase: u64,
    /// Phase of the detuned voice, of the phaser's partner, and of the detuned voice's partner.
    second: u64,
    partner: u32,
    second_partner: u32,
    noise: i32,
    seed: u32,
}

/// The detuned voice: its wave, and its frequency as numerator and denominator.
fn detune(wave: Wave, level: u8) -> Option<(Wave, u64, u64)> {
    let (num, den) = match (wave, level) {
        (Wave::Basic(6), _) | (_, 0) => return None,
        (Wave::Basic(0), 1) => (3, 4),
        (Wave::Basic(0), _) => (3, 2),
        // The organ's high partner is a simpler wave.
        (Wave::Basic(5), 2) => return Some((Wave::Basic(0), 800, 199)),
        (Wave::Basic(7), 1) => (49, 50),
        (_, 1) => (200, 199),
        _ => (400, 199),
    };
    Some((wave, num, den))
}

// The multiplications below are `wrapping` to avoid overflow checks; none of them can wrap.

/// `x` in units of full scale times a factor in 2^-16 below 0.2.
fn scaled(x: i32, factor: i32) -> i32 {
    (x >> 4).wrapping_mul(factor) >> 12
}

/// 1 - |4p - 2|.
fn narrow(p: u32) -> i32 {
    ONE.wrapping_sub(((p >> 12) as i32).wrapping_sub(2 * ONE).wrapping_abs())
}

fn triangle(p: u32) -> i32 {
    narrow(p) >> 1
}

/// The lower of a line rising by `up` (2^-14) per turn and one falling by `down` to -0.5 at the end of the turn.
fn tilted(p: u32, up: i32, down: i32) -> i32 {
    let rise = ((p >> 16) as i32).wrapping_mul(up) >> 12;
    let fall = ONE.wrapping_sub((p >> 14) as i32).wrapping_mul(down);
    rise.min(fall).wrapping_sub(ONE / 2)
}

/// 8/7: up in 7/8 of a turn. 40/39: up in 0.975.
const UP_8_7: i32 = 18_725;
const UP_40_39: i32 = 16_804;

fn saw(p: u32) -> i32 {
    // 0.653 of a signed 16-bit phase, 2^-16: times 4 to 2^-18.
    (p as i32 >> 16).wrapping_mul(10_699) >> 12
}

fn pulse(p: u32, wide: u32) -> i32 {
    if p < wide { ONE / 4 } else { -ONE / 4 }
}

fn organ(p: u32) -> (i32, i32) {
    let p = (p >> 14) as i32;
    let hump = |times: i32, top: i32, at: i32| {
        (top * ONE).wrapping_sub(p.wrapping_mul(times).wrapping_sub(at * ONE).wrapping_abs())
    };
    (hump(24, 3, 6), hump(16, 1, 12))
}

/// A ninth and a sixth in 2^-16.
const NINTH: i32 = 7282;
const SIXTH: i32 = 10_923;

fn plain_organ(p: u32) -> i32 {
    // Each hump is below the other one in that one's half.
    let (a, b) = organ(p);
    scaled(a.max(b), NINTH)
}

fn buzzing_organ(p: u32) -> i32 {
    let (a, b) = organ(p);
    let a = (2 * ONE).wrapping_add(ONE).wrapping_add(a).wrapping_add(a);
    let bent = scaled(a, 13_107).wrapping_sub(ONE).min(a.wrapping_add(ONE / 2));
    scaled(bent.max(b.wrapping_add(ONE / 2)), NINTH)
}

fn phaser(p: u32, q: u32) -> i32 {
    let wide = narrow(p);
    wide.wrapping_add(wide).wrapping_add(narrow(q))
}

fn buzzing_phaser(p: u32, q: u32) -> i32 {
    let twice = narrow(p.wrapping_mul(2).wrapping_add(1 << 31)) >> 2;
    phaser(p, q).wrapping_add(twice).wrapping_add(narrow(p.wrapping_mul(4)) >> 3)
}

const fn part(num: u64, den: u64) -> u32 {
    ((num << 32) / den) as u32
}

/// Fills `out` with the wave at each phase; returns the next phase.
#[inline(always)]
fn run(phase: u64, step: u32, out: &mut [i32], sample: impl Fn(u32) -> i32) -> u64 {
    let mut p = phase as u32;
    for s in out.iter_mut() {
        *s = sample(p);
        p = p.wrapping_add(step);
    }
    phase.wrapping_add(u64::from(step).wrapping_mul(out.len() as u64))
}

#[inline(always)]
fn run_two(
    phase: u64,
    step: u32,
    (mut q, other): (u32, u32),
    out: &mut [i32],
    sample: impl Fn(u32, u32) -> i32,
) -> u64 {
    let mut p = phase as u32;
    for s in out.iter_mut() {
        *s = sample(p, q);
        p = p.wrapping_add(step);
        q = q.wrapping_add(other);
    }
    phase.wrapping_add(u64::from(step).wrapping_mul(out.len() as u64))
}

impl Osc {
    /// Fills `out` with samples in 2^-18 of full scale, before the volume.
    pub fn fill(&mut self, tone: &Tone, mem: &Memory, out: &mut [i32]) {
        if tone.wave == Wave::Basic(6) {
            return self.noise(tone, out);
        }
        let Filters { buzz, detune: level, .. } = tone.filters;
        self.phase = voice(tone.wave, buzz, self.phase, tone.step, &mut self.partner, mem, out);
        if let Some((wave, num, den)) = detune(tone.wave, level) {
            let mut more: SampleBlock = [0; TICK_SAMPLES];
            let more = &mut more[..out.len()];
            let step = (u64::from(tone.step) * num / den) as u32;
            self.second = voice(wave, buzz, self.second, step, &mut self.second_partner, mem, more);
            out.iter_mut().zip(more).for_each(|(s, m)| *s = s.wrapping_add(*m >> 1));
        }
    }

    fn noise(&mut self, tone: &Tone, out: &mut [i32]) {
        // 8.858923 times the phase's advance: 580,579 in 2^-16, a step in 2^-32.
        let scale = (u64::from(tone.step) * 580_579) >> 32;
        let low = 63 - i64::from(tone.key.min(63));
        // 1.5 (1 + (1 - key/63)^2) in 2^-12.
        let gain = 6144 + 6144 * low * low / (63 * 63);
        let one = i64::from(ONE);
        let (mut y, mut seed, mut p) = (i64::from(self.noise), self.seed | 1, self.phase as u32);
        let mut white = || {
            // xorshift32, separate from `rnd`.
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            i64::from(seed as i32 >> 13)
        };
        if tone.filters.noiz {
            for s in out.iter_mut() {
                // White, times a saw of -1 to 1.
                *s = (white().wrapping_mul(i64::from(p as i32)) >> 31) as i32;
                p = p.wrapping_add(tone.step);
            }
        } else {
            let (keep, take) = if tone.filters.buzz {
                // An integrator that loses 1/256 per sample. Its deviation is 6.5 times its input; that of the plain
                // noise is the root of s / 3 (2 + s), so the input is the root of s / 128 (2 + s).
                let share = (scale << 32) / (128 * (0x2_0000 + scale));
                (0xff00, i64::from((share as u32).isqrt()))
            } else {
                let keep = ((1u64 << 32) / (0x1_0000 + scale)) as i64;
                (keep, 0x1_0000 - keep)
            };
            for s in out.iter_mut() {
                // Below 14 full scales even if all samples had one sign.
                y = y.wrapping_mul(keep).wrapping_add(white().wrapping_mul(take)) >> 16;
                *s = (y.wrapping_mul(gain) >> 12).clamp(-one, one) as i32;
            }
            p = p.wrapping_add(tone.step.wrapping_mul(out.len() as u32));
        }
        (self.noise, self.seed, self.phase) = (y as i32, seed, u64::from(p));
    }

    pub fn digest(&self, d: &mut Digest) {
        d.word(self.phase);
        d.word(self.second);
        d.word(u64::from(self.partner) | u64::from(self.second_partner) << 32);
        d.word(u64::from(self.noise as u32) | u64::from(self.seed) << 32);
    }
}

fn voice(
    wave: Wave,
    buzz: bool,
    phase: u64,
    step: u32,
    partner: &mut u32,
    mem: &Memory,
    out: &mut [i32],
) -> u64 {
    let wave = match wave {
        Wave::Basic(wave) => wave,
        Wave::Cycle(sfx) => {
            // The first sample repeats after the last.
            let mut samples = [0; 65];
            samples[..64].copy_from_slice(&cycle(mem, sfx).map(i32::from));
            samples[64] = samples[0];
            return run(phase, step, out, |p| {
                let at = (p >> 26) as usize;
                let (a, b) = (samples[at], samples[at + 1]);
                // A full sample, 128, is half of full scale: 2^17. Interpolates by 10 bits of the phase.
                (a << 10).wrapping_add(b.wrapping_sub(a).wrapping_mul((p >> 16 & 1023) as i32))
            });
        }
    };
    match (wave, buzz) {
        (0, false) => run(phase, step, out, triangle),
        (0, true) => run(phase, step, out, |p| {
            let t = triangle(p);
            t.wrapping_add(t).wrapping_add(t).wrapping_add(tilted(p, UP_8_7, 8)) >> 2
        }),
        (1, false) => run(phase, step, out, |p| tilted(p, UP_8_7, 8)),
        (1, true) => run(phase, step, out, |p| tilted(p, UP_40_39, 40)),
        (2, false) => run(phase, step, out, saw),
        (2, true) => {
            // Half as fast and a quarter turn back: the middle half of two turns has its top bit clear.
            let slow = ((phase >> 1) as u32).wrapping_sub(part(1, 4));
            run_two(phase, step, (slow, step >> 1), out, |p, slow| {
                // 0.83 in 2^-10; 0.653 * 0.085 of full scale is 14,550.
                let middle = if slow < 1 << 31 { 14_550 } else { 0 };
                (saw(p).wrapping_mul(850) >> 10).wrapping_sub(middle)
            })
        }
        (3, false) => run(phase, step, out, |p| pulse(p, part(1, 2))),
        (3, true) => run(phase, step, out, |p| pulse(p, part(2, 5))),
        (4, false) => run(phase, step, out, |p| pulse(p, part(316, 1000))),
        (4, true) => run(phase, step, out, |p| pulse(p, part(255, 1000))),
        (5, false) => run(phase, step, out, plain_organ),
        (5, true) => run(phase, step, out, buzzing_organ),
        _ => {
            let other = (u64::from(step) * 109 / 110) as u32;
            let two = (*partner, other);
            *partner = partner.wrapping_add(other.wrapping_mul(out.len() as u32));
            if buzz {
                run_two(phase, step, two, out, |p, q| scaled(buzzing_phaser(p, q), SIXTH))
            } else {
                run_two(phase, step, two, out, |p, q| scaled(phaser(p, q), SIXTH))
            }
        }
    }
}
