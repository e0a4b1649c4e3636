//! A channel's echo, low-pass and crush.
//!
//! ```text
//! voice ──(+)──────────────> low-pass ──┬─> clamp ─ crush ─> mix
//!          └── 1/2 <── 366 or 732 ago <─┘
//! ```
//!
//! Echo: a feedback comb of 2 or 4 ticks at half volume, before the low-pass, fed with its output (both measured on
//! exports). Low-pass: y += (x - y) / 2 or / 4 per sample, an exact fit to exported steps. Filters belong to the
//! channel, so they ring on after a sound. Switching one takes a third of a tick; a new echo starts empty. Crush
//! follows zepto8: steps of 0x1000 scaled by 0x1249 / 0x1000; one kind truncates towards zero, the other down.

use super::RAMP;
use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// The longest echo: 4 ticks.
const ECHO: usize = 732;
/// Samples until an echo of full scale has halved to nothing: 16 times the longest.
const TAIL: u32 = 16 * ECHO as u32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilterSettings {
    /// Echo: 0 none, 1 of 2 ticks, 2 of 4.
    pub reverb: u8,
    /// Low-pass: 0 none, 1 mild, 2 strong.
    pub dampen: u8,
    /// Crush: 0 none, 1 towards zero, 2 down.
    pub crush: u8,
}

impl FilterSettings {
    pub fn is_in_range(self) -> bool {
        self.reverb <= 2 && self.dampen <= 2 && self.crush <= 2
    }
}

/// The filters of a channel. Samples are in 2^-18 of full scale, but those of the echo in 2^-15.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    #[serde(with = "crate::state::samples")]
    echo: [i16; ECHO],
    at: usize,
    /// Samples until the echo has died away; at 0 `echo` is empty.
    tail: u32,
    low: i32,
    /// The newest low-pass.
    shift: u8,
    /// How much of the short echo, the long echo and the low-pass is mixed in: 0 to [`RAMP`].
    mixed: [u8; 3],
}

impl Default for Filter {
    fn default() -> Self {
        Filter { echo: [0; ECHO], at: 0, tail: 0, low: 0, shift: 1, mixed: [0; 3] }
    }
}

/// To 2^-15 of full scale, towards zero, so that echoes end.
pub fn narrowed(s: i32) -> i32 {
    s.wrapping_add(s >> 31 & 7) >> 3
}

fn clamped(s: i32) -> i16 {
    narrowed(s).clamp(-32_768, 32_767) as i16
}

impl Filter {
    pub fn is_silent(&self) -> bool {
        self.tail == 0 && self.low == 0
    }

    /// Filters up to a tick of samples. `loud`: whether a voice sounds.
    pub fn run(&mut self, own: &mut [i32], settings: FilterSettings, loud: bool) {
        let FilterSettings { reverb, dampen, .. } = settings;
        let aims = [reverb == 1, reverb == 2, dampen > 0].map(|on| if on { RAMP as u8 } else { 0 });
        if self.is_silent() {
            // Nothing to cross-fade from.
            self.mixed = aims;
        }
        if dampen > 0 {
            self.shift = dampen;
        }
        let ramp = self.cross(own, aims);
        let own = &mut own[ramp..];
        if own.is_empty() {
            return;
        }
        if reverb == 0 {
            self.forget();
            self.damp(own, dampen);
            if !loud && dampen > 0 && (-8..=8).contains(&self.low) {
                self.low = 0;
            }
            return;
        }
        self.tail = if loud { TAIL } else { self.tail.saturating_sub(own.len() as u32) };
        if self.tail == 0 {
            self.low = 0;
            return self.forget();
        }
        // The shortest echo is longer than `own`, so everything read here was written earlier.
        let delay = if reverb == 1 { ECHO / 2 } else { ECHO };
        let from = if self.at >= delay { self.at - delay } else { self.at + ECHO - delay };
        let (first, rest) = own.split_at_mut((ECHO - from).min(own.len()));
        let add = |s: &mut i32, e: &i16| *s = s.wrapping_add(i32::from(*e) << 2);
        first.iter_mut().zip(&self.echo[from..]).for_each(|(s, e)| add(s, e));
        rest.iter_mut().zip(&self.echo).for_each(|(s, e)| add(s, e));
        self.damp(own, dampen);
        let (first, rest) = own.split_at((ECHO - self.at).min(own.len()));
        self.echo[self.at..].iter_mut().zip(first).for_each(|(e, s)| *e = clamped(*s));
        self.echo.iter_mut().zip(rest).for_each(|(e, s)| *e = clamped(*s));
        self.at += own.len();
        if self.at >= ECHO {
            self.at -= ECHO;
        }
    }

    /// Cross-fades to the new filters; returns the number of samples it took.
    fn cross(&mut self, own: &mut [i32], aims: [u8; 3]) -> usize {
        let mut done = 0;
        for s in own.iter_mut() {
            if self.mixed == aims {
                break;
            }
            for (m, aim) in self.mixed.iter_mut().zip(aims) {
                *m = if *m < aim { *m + 1 } else { *m - u8::from(*m > aim) };
            }
            let [short, long, low] = self.mixed.map(i32::from);
            let tap = |delay: usize| i32::from(self.echo[(self.at + ECHO - delay) % ECHO]) << 2;
            let wet = *s + (tap(ECHO / 2) * short + tap(ECHO) * long) / RAMP;
            self.low += (wet - self.low) >> self.shift;
            *s = wet + (self.low - wet) * low / RAMP;
            if short > 0 || long > 0 {
                // An echo switched on during a sound must not start with a step either.
                self.echo[self.at] = clamped(*s * (short + long) / RAMP);
                self.at = (self.at + 1) % ECHO;
                self.tail = TAIL;
            }
            done += 1;
        }
        done
    }

    fn damp(&mut self, own: &mut [i32], dampen: u8) {
        let mut low = self.low;
        match dampen {
            // The next low-pass starts at the current level.
            0 => low = own.last().copied().unwrap_or(0),
            1 => own.iter_mut().for_each(|s| {
                low = low.wrapping_add(s.wrapping_sub(low) >> 1);
                *s = low;
            }),
            _ => own.iter_mut().for_each(|s| {
                low = low.wrapping_add(s.wrapping_sub(low) >> 2);
                *s = low;
            }),
        }
        self.low = low;
    }

    fn forget(&mut self) {
        if self.tail > 0 || self.at > 0 {
            self.echo = [0; ECHO];
            (self.at, self.tail) = (0, 0);
        }
    }

    pub fn is_in_range(&self) -> bool {
        self.at < ECHO
            && self.tail <= TAIL
            && self.low.unsigned_abs() <= 1 << 24
            && matches!(self.shift, 1 | 2)
            && self.mixed.iter().all(|m| i32::from(*m) <= RAMP)
    }

    pub fn digest(&self, d: &mut Digest) {
        let [short, long, low] = self.mixed.map(u64::from);
        d.word(
            u64::from(self.low as u32) | short << 32 | long << 40 | low << 48 | u64::from(self.shift) << 56,
        );
        d.word(u64::from(self.tail) | (self.at as u64) << 32);
        if self.tail > 0 {
            for four in self.echo.as_chunks::<4>().0 {
                d.word(four.iter().fold(0, |w, s| w << 16 | u64::from(*s as u16)));
            }
        }
    }
}

/// Adds a channel's samples to the mix, in 2^-15 of full scale: each channel is clamped to 0.99 (zepto8), then crushed.
pub fn mix(own: &[i32], crush: u8, mix: &mut [i32]) {
    let level = |s: i32| narrowed(s).clamp(-32_440, 32_440);
    let pairs = mix.iter_mut().zip(own);
    match crush {
        0 => pairs.for_each(|(m, s)| *m = m.wrapping_add(level(*s))),
        1 => pairs.for_each(|(m, s)| *m += level(*s) / 0x1000 * 0x1249),
        _ => pairs.for_each(|(m, s)| {
            let s = level(*s);
            *m += (s - if s < 0 { 0x1000 } else { 0 }) / 0x1000 * 0x1249;
        }),
    }
}
