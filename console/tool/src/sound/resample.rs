//! From the machine's 22,050 samples a second to the rate of a device or of a file.
//!
//! ```text
//!    machine samples   .   .   .   .   .   .        64 of them around the moment that is wanted, each times
//!                      └───┬───┬─┴─┬───┬───┘        the windowed sinc at its distance: one output sample
//!    device samples        ^ at step * n            step = 22050 / rate, moved by parts per thousand
//! ```
//!
//! The sinc is cut off at 0.45 of the lower rate and windowed by Kaiser's window (beta 9), tabled at 256 places between
//! two samples and read with a straight line between places. A tone of 1 kHz keeps its images 90 dB down (the
//! test measures it). All tables are made when the device is opened; a sample costs 64 products.

use std::f64::consts::PI;

/// Samples that one output sample is made of.
const TAPS: usize = 64;
/// Places between two samples at which the sinc is tabled.
const PLACES: usize = 256;
/// Kaiser's beta: 90 dB.
const BETA: f64 = 9.0;
const MACHINE_RATE: u32 = rasher::RATE;

/// The modified Bessel function of order 0, by its series.
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

/// A stream from the machine's rate to another.
pub struct Resampler {
    /// `PLACES + 1` rows of `TAPS`: the last row ends the straight line from the last place.
    table: Vec<[f32; TAPS]>,
    /// The last `TAPS` samples, kept twice so that they are always one slice.
    history: [f32; 2 * TAPS],
    at: usize,
    /// Machine samples for each of the device's.
    step: f64,
    /// Distance from the newest sample of the history's middle to the moment that is wanted, below 1.
    place: f64,
}

impl Resampler {
    /// For a device of so many samples a second.
    pub fn new(rate: u32) -> Self {
        let step = f64::from(MACHINE_RATE) / f64::from(rate.max(1));
        // A slower device can hold only half of its own rate.
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

    /// The next device sample. `rate` stretches time (1 as it is, 1.001 a thousandth faster); `next` gives machine
    /// samples, 1 = full scale.
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

    /// Machine samples that lie between what goes in and what comes out.
    pub const DELAY: f64 = TAPS as f64 / 2.0;
}

/// All samples at another rate; the first stays the first, and at the machine's own rate all stay as they are.
pub(crate) fn resampled(samples: &[i16], rate: u32) -> Vec<i16> {
    if rate == MACHINE_RATE {
        return samples.to_vec();
    }
    let mut resampler = Resampler::new(rate);
    let mut rest = samples.iter();
    // Behind the last comes silence.
    let mut next = || resampler.sample(1.0, || rest.next().map_or(0.0, |s| f32::from(*s) / 32_768.0));
    for _ in 0..at_rate(Resampler::DELAY as usize + 1, rate).saturating_sub(1) {
        next();
    }
    // Between two samples at the limit a wave may lie above it.
    let whole = |sample: f32| (sample * 32_768.0).round().clamp(-32_768.0, 32_767.0) as i16;
    (0..at_rate(samples.len(), rate)).map(|_| whole(next())).collect()
}

/// The place of a sample of the machine among those of another rate: the first that is not before it.
pub(crate) fn at_rate(sample: usize, rate: u32) -> usize {
    (sample as u64 * u64::from(rate)).div_ceil(u64::from(MACHINE_RATE)) as usize
}

#[cfg(test)]
#[path = "../../tests/unit/resample.rs"]
mod tests;
