//! Converts the machine's 22,050 samples a second to the rate of a device or file.
//!
//! ```text
//!    machine samples   .   .   .   .   .   .        64 of them around the output's moment, weighted by a
//!                      └───┬───┬─┴─┬───┬───┘        windowed sinc of their distance
//!    output samples        ^ at step * n            step = 22050 / rate
//! ```
//!
//! The sinc is cut off at 0.45 of the lower rate, with a Kaiser window (beta 9), and tabled at 256 places between two samples. Images of a
//! tone of 1 kHz are 90 dB down.

use std::f64::consts::PI;

/// Machine samples for an output sample.
const TAPS: usize = 64;
/// Tabled places between two samples.
const PLACES: usize = 256;
/// Kaiser's beta: 90 dB.
const BETA: f64 = 9.0;
const MACHINE_RATE: u32 = rasher::RATE;

fn bessel0(x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let (mut term, mut sum) = (1.0, 1.0);
    // 40 terms reach a double's precision for x up to 20.
    for k in 1..40 {
        term *= quarter / f64::from(k * k);
        sum += term;
    }
    sum
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { (PI * x).sin() / (PI * x) }
}

pub struct Resampler {
    /// `PLACES + 1` rows; the last is for interpolation.
    table: Vec<[f32; TAPS]>,
    /// The last `TAPS` samples, kept twice so that they are always one slice.
    history: [f32; 2 * TAPS],
    at: usize,
    step: f64,
    /// Distance from the newest sample in the middle of the history to the output's moment, below 1.
    place: f64,
}

impl Resampler {
    pub fn new(rate: u32) -> Self {
        let step = f64::from(MACHINE_RATE) / f64::from(rate.max(1));
        // A lower rate has a lower limit.
        let cut = 0.9 * (1.0 / step).min(1.0);
        let half = TAPS as f64 / 2.0;
        let row = |place: usize| {
            let shift = place as f64 / PLACES as f64;
            std::array::from_fn(|tap| {
                let x = tap as f64 - (half - 1.0) - shift;
                let edge = (x / half).clamp(-1.0, 1.0);
                let window = bessel0(BETA * (1.0 - edge * edge).sqrt()) / bessel0(BETA);
                (cut * sinc(cut * x) * window) as f32
            })
        };
        Resampler {
            table: (0..=PLACES).map(row).collect(),
            history: [0.0; 2 * TAPS],
            at: 0,
            step,
            place: 0.0,
        }
    }

    /// The next output sample. `rate` adjusts the speed, 1.001 is a thousandth faster; `next` returns machine samples from -1 to 1.
    pub fn sample(&mut self, rate: f64, mut next: impl FnMut() -> f32) -> f32 {
        self.place += self.step * rate;
        while self.place >= 1.0 {
            self.place -= 1.0;
            let sample = next();
            (self.history[self.at], self.history[self.at + TAPS]) = (sample, sample);
            self.at = (self.at + 1) % TAPS;
        }
        let exact = self.place * PLACES as f64;
        let row = exact as usize;
        let part = (exact - row as f64) as f32;
        let (a, b) = (&self.table[row], &self.table[row + 1]);
        let last = &self.history[self.at..self.at + TAPS];
        let mut sum = 0.0;
        for ((s, a), b) in last.iter().zip(a).zip(b) {
            sum += s * (a + (b - a) * part);
        }
        sum
    }

    /// Machine samples between input and output.
    pub const DELAY: f64 = TAPS as f64 / 2.0;
}

/// Resamples a whole sound, without the delay; at the machine's own rate it is unchanged.
pub(crate) fn resampled(samples: &[i16], rate: u32) -> Vec<i16> {
    if rate == MACHINE_RATE {
        return samples.to_vec();
    }
    let mut resampler = Resampler::new(rate);
    let mut rest = samples.iter();
    // Silence follows the last sample.
    let mut next = || resampler.sample(1.0, || rest.next().map_or(0.0, |s| f32::from(*s) / 32_768.0));
    for _ in 0..at_rate(Resampler::DELAY as usize + 1, rate).saturating_sub(1) {
        next();
    }
    // Interpolation can exceed the range.
    let whole = |sample: f32| (sample * 32_768.0).round().clamp(-32_768.0, 32_767.0) as i16;
    (0..at_rate(samples.len(), rate)).map(|_| whole(next())).collect()
}

/// The index of a machine sample at another rate, rounded up.
pub(crate) fn at_rate(sample: usize, rate: u32) -> usize {
    (sample as u64 * u64::from(rate)).div_ceil(u64::from(MACHINE_RATE)) as usize
}

#[cfg(test)]
#[path = "../../tests/unit/resample.rs"]
mod tests;
