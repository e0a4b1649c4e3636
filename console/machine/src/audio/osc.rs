//! The oscillators: eight waveforms, their buzzing sisters, cycles from memory, a detuned second voice.
//!
//! ```text
//! p = phase in 0..1         value (1 = full scale)                     buzz
//! 0 triangle    0.5 (1 - |4p - 2|)                                     3/4 of it + 1/4 tilted saw
//! 1 tilted saw  -0.5..0.5 over p < 0.875, then back                    0.975
//! 2 saw         0.653 p, from p = 0.5 on 0.653 (p - 1)                 0.83 of it, less 0.085 in the middle of two
//! 3 square      0.25 for p < 0.5, else -0.25                           p < 0.4
//! 4 pulse       0.25 for p < 0.316, else -0.25                         p < 0.255
//! 5 organ       (3 - |24p - 6|) / 9, then (1 - |16p - 12|) / 9         first hump doubled, bent above -1.875
//! 6 noise       white noise through a low-pass that follows the key    integrated; NOIZ: white, shaped by p
//! 7 phaser      (3 - |8p - 4| - |4q - 2|) / 6, q = 109/110 as fast     and triangles of 2p and 4p
//! ```
//!
//! Formulas are zepto8's fits to exports; ratios of detune and phaser are within 2 % of exports by its own
//! words. All in integers: a sample is counted in 2^-18 of full scale.

use super::note::{Filters, cycle};
use super::player::{Tone, Wave};
use crate::digest::Digest;
use crate::memory::Memory;

/// Full scale: 1.0.
const ONE: i32 = 1 << 18;

/// Phases and noise of one voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Osc {
    phase: u32,
    /// Turns once while `phase` turns twice.
    slow: u32,
    /// Phase of the detuned voice, of the phaser's partner, and of the detuned voice's partner.
    second: u32,
    partner: u32,
    second_partner: u32,
    /// Low-passed noise.
    noise: i32,
    seed: u32,
}

/// Frequency of the second voice: numerator and denominator for detune 1 and 2.
fn detune(wave: Wave, level: u8) -> Option<(u64, u64)> {
    let [mild, strong] = match wave {
        Wave::Basic(0) => [(3, 4), (3, 2)],
        Wave::Basic(5) => [(200, 199), (4, 1)],
        Wave::Basic(6) => return None,
        Wave::Basic(7) => [(49, 50), (2, 1)],
        Wave::Basic(_) | Wave::Cycle(_) => [(199, 200), (2, 1)],
    };
    match level {
        1 => Some(mild),
        2 => Some(strong),
        _ => None,
    }
}

fn triangle(p: u32) -> i32 {
    // |4p - 2| in 2^-18, then half of the rest.
    (ONE - ((p >> 12) as i32 - 2 * ONE).abs()) / 2
}

/// Rises until `turn` (in 2^-18), falls back after it.
fn tilted(p: u32, up: i32, down: i32, turn: i32) -> i32 {
    let p = (p >> 14) as i32;
    // up and down are slopes in 1/64: p rises by at most 2^18, so the products stay below 2^31.
    if p < turn { (((p >> 4) * up) >> 2) - ONE / 2 } else { ONE / 2 - ((((p - turn) >> 2) * down) >> 4) }
}

fn saw(p: u32) -> i32 {
    // 0.653 of a signed phase: 10,699 / 2^14.
    ((p as i32 >> 14) * 10_699) >> 14
}

fn pulse(p: u32, wide: u32) -> i32 {
    if p < wide { ONE / 4 } else { -ONE / 4 }
}

fn organ(p: u32, buzz: bool) -> i32 {
    let p = (p >> 14) as i32;
    if p >= ONE / 2 {
        return (ONE - (16 * p - 12 * ONE).abs()) / 9;
    }
    let hump = 3 * ONE - (24 * p - 6 * ONE).abs();
    if !buzz {
        return hump / 9;
    }
    let hump = 2 * hump;
    let bend = -(ONE * 15 / 8);
    (if hump > bend { hump / 5 - ONE * 3 / 2 } else { hump }) / 9
}

fn phaser(p: u32, q: u32, buzz: bool) -> i32 {
    let wide = |p: u32| 2 * ONE - 2 * ((p >> 12) as i32 - 2 * ONE).abs();
    let narrow = |p: u32| ONE - ((p >> 12) as i32 - 2 * ONE).abs();
    let main = wide(p) + narrow(q);
    let extra = if buzz { narrow(p.wrapping_mul(2)) / 4 + narrow(p.wrapping_mul(4)) / 8 } else { 0 };
    (main + extra) / 6
}

const fn part(num: u64, den: u64) -> u32 {
    ((num << 32) / den) as u32
}

impl Osc {
    /// Fills `out` with the tone's samples, in 2^-18 of full scale, before its volume.
    pub fn fill(&mut self, tone: &Tone, mem: &Memory, out: &mut [i32]) {
        match tone.wave {
            Wave::Basic(6) => self.noise(tone, out),
            wave => {
                self.voice(wave, tone.filters, tone.step, mem, out);
                if let Some((num, den)) = detune(wave, tone.filters.detune) {
                    self.second_voice(wave, tone, (num, den), mem, out);
                }
            }
        }
        let n = out.len() as u32;
        self.slow = self.slow.wrapping_add((tone.step / 2).wrapping_mul(n));
    }

    /// The second voice is a voice of its own phases at half the height.
    fn second_voice(
        &mut self,
        wave: Wave,
        tone: &Tone,
        (num, den): (u64, u64),
        mem: &Memory,
        out: &mut [i32],
    ) {
        let mut twin = Osc { phase: self.second, partner: self.second_partner, ..*self };
        let mut more = [0; super::TICK_SAMPLES];
        let more = &mut more[..out.len()];
        let step = (u64::from(tone.step) * num / den) as u32;
        twin.voice(wave, tone.filters, step, mem, more);
        (self.second, self.second_partner) = (twin.phase, twin.partner);
        out.iter_mut().zip(more).for_each(|(s, m)| *s += *m / 2);
    }

    fn voice(&mut self, wave: Wave, filters: Filters, step: u32, mem: &Memory, out: &mut [i32]) {
        let buzz = filters.buzz;
        let Wave::Basic(wave) = wave else {
            let Wave::Cycle(sfx) = wave else { return };
            let samples = cycle(mem, sfx);
            return self.run(step, out, |p| {
                let at = (p >> 26) as usize;
                let (a, b) = (i32::from(samples[at]), i32::from(samples[(at + 1) & 63]));
                // A full sample, 128, is half of full scale: 2^17. 10 bits of the phase lie between two samples.
                let between = (p >> 16 & 1023) as i32;
                (a << 10) + (b - a) * between
            });
        };
        match (wave, buzz) {
            (0, false) => self.run(step, out, triangle),
            (0, true) => self.run(step, out, |p| (3 * triangle(p) + tilted(p, 73, 512, 229_376)) / 4),
            // Slopes 8/7 and 8, or 40/39 and 40, in 64ths.
            (1, false) => self.run(step, out, |p| tilted(p, 73, 512, 229_376)),
            (1, true) => self.run(step, out, |p| tilted(p, 66, 2560, 255_590)),
            (2, false) => self.run(step, out, saw),
            (2, true) => {
                let (mut slow, half) = (self.slow, step / 2);
                self.run(step, out, |p| {
                    let middle = (part(1, 4)..part(3, 4)).contains(&slow);
                    slow = slow.wrapping_add(half);
                    // 0.83 in 2^-10; 0.085 of full scale is 22,282.
                    ((saw(p) * 850) >> 10) - if middle { 22_282 } else { 0 }
                });
            }
            (3, _) => {
                let wide = if buzz { part(2, 5) } else { part(1, 2) };
                self.run(step, out, |p| pulse(p, wide));
            }
            (4, _) => {
                let wide = if buzz { part(255, 1000) } else { part(316, 1000) };
                self.run(step, out, |p| pulse(p, wide));
            }
            (5, false) => self.run(step, out, |p| organ(p, false)),
            (5, true) => self.run(step, out, |p| organ(p, true)),
            _ => {
                let mut partner = self.partner;
                let step_partner = (u64::from(step) * 109 / 110) as u32;
                self.run(step, out, |p| {
                    let s = phaser(p, partner, buzz);
                    partner = partner.wrapping_add(step_partner);
                    s
                });
                self.partner = partner;
            }
        }
    }

    #[inline]
    fn run(&mut self, step: u32, out: &mut [i32], mut sample: impl FnMut(u32) -> i32) {
        let mut phase = self.phase;
        for s in out {
            *s = sample(phase);
            phase = phase.wrapping_add(step);
        }
        self.phase = phase;
    }

    fn noise(&mut self, tone: &Tone, out: &mut [i32]) {
        // 8.858923 times the phase's advance, in 2^-16: 580,579 / 2^16 of a step's upper half.
        let scale = ((u64::from(tone.step) * 580_579) >> 32) as i64;
        let keep = (1i64 << 32) / (0x1_0000 + scale);
        let take = 0x1_0000 - keep;
        let low = 63 - i64::from(tone.key.min(63));
        // 1.5 (1 + (1 - key/63)^2) in 2^-12.
        let gain = 6144 + 6144 * low * low / (63 * 63);
        let (buzz, noiz) = (tone.filters.buzz, tone.filters.noiz);
        let (mut y, mut seed, mut phase) = (i64::from(self.noise), self.seed | 1, self.phase);
        for s in out {
            // xorshift32: its own numbers, never the rules'.
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            let white = i64::from(seed as i32 >> 13);
            *s = if noiz {
                // White, as loud as the phase is far from its turn.
                ((white * i64::from(phase >> 16)) >> 17) as i32
            } else {
                let leak = if buzz { y - y / 256 } else { (y * keep) >> 16 };
                let add = if buzz { (white * take) >> 17 } else { (white * take) >> 16 };
                y = (leak + add).clamp(-i64::from(ONE), i64::from(ONE));
                ((y * gain) >> 12).clamp(-i64::from(ONE), i64::from(ONE)) as i32
            };
            phase = phase.wrapping_add(tone.step);
        }
        (self.noise, self.seed, self.phase) = (y as i32, seed, phase);
    }

    /// Moves all phases as a voice of one note would find them after another.
    pub fn digest(&self, d: &mut Digest) {
        d.word(u64::from(self.phase) | u64::from(self.slow) << 32);
        d.word(u64::from(self.second) | u64::from(self.partner) << 32);
        d.word(u64::from(self.second_partner) | u64::from(self.seed) << 32);
        d.word(self.noise as u64);
    }
}
