//! A recording against the samples that the machine made: where, how loud, how fast, and without a gap.
//!
//! ```text
//! machine   |--window--|--window--|--window--|      20 windows a second
//! recording    |-- best lag --|-- best lag --|      lag: where the two agree best (normalised correlation)
//!              lag's slope = how much device time is stretched: the pitch's error
//! ```

use super::device::RATE;

/// Samples of a window: a twentieth of a second, about a note.
const WINDOW: usize = RATE / 20;
/// What a lag may change from one window to the next: 0.3 % is the most that the console stretches, 3 samples.
const SLIP: usize = 15;

/// What was measured.
#[derive(Debug)]
pub struct Heard {
    /// Seconds compared.
    pub seconds: f64,
    /// Level of the recording above what was made, in dB.
    pub level: f64,
    /// Pitch over all of it, in cents.
    pub cents: f64,
    /// The worst pitch over any second.
    pub worst_cents: f64,
    /// The least correlation of a window.
    pub least: f64,
    /// The most that the lag changes from one window to the next, in milliseconds.
    pub jump: f64,
    /// The longest stretch below -60 dB, in milliseconds.
    pub gap: f64,
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|s| f64::from(*s).powi(2)).sum()
}

/// Agreement of two stretches, 1 = the same but for loudness.
fn agreement(a: &[f32], b: &[f32]) -> f64 {
    let product: f64 = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    product / (energy(a) * energy(b)).sqrt().max(1e-9)
}

/// The lag among `lags` where `heard` agrees best with `made`, to parts of a sample, and how well.
fn best(made: &[f32], heard: &[f32], lags: std::ops::Range<usize>) -> Option<(f64, f64)> {
    let at = |lag: usize| heard.get(lag..lag + made.len()).map_or(-1.0, |part| agreement(made, part));
    let (lag, top) = lags.map(|lag| (lag, at(lag))).max_by(|a, b| a.1.total_cmp(&b.1))?;
    // A parabola through the best and its neighbours.
    let (left, right) = (at(lag.saturating_sub(1)), at(lag + 1));
    let bend = left - 2.0 * top + right;
    let part = if bend < 0.0 { 0.5 * (left - right) / bend } else { 0.0 };
    Some((lag as f64 + part, top))
}

fn cents(made: f64, heard: f64) -> f64 {
    1200.0 * (made / heard).log2()
}

/// Compares `heard` with `made`, which must have no silence of its own. Both begin with the same sound, after any
/// silence; the last tenth of a second of `made`, which the end of the run may cut off, is left out.
pub fn compare(made: &[f32], heard: &[f32]) -> Result<Heard, String> {
    let begin = |samples: &[f32]| samples.iter().position(|s| s.abs() > 0.01);
    let (from, first) =
        (begin(made).ok_or("the machine made no sound")?, begin(heard).ok_or("nothing heard")?);
    // The first window is left out: volume and resampler begin with silence.
    let made = &made[from + WINDOW..made.len().saturating_sub(2 * WINDOW).max(from + WINDOW)];
    let around = first + WINDOW;
    let part = made.get(..WINDOW).ok_or("the machine made too little")?;
    let lags = around.saturating_sub(RATE / 20)..around + RATE / 20;
    let (lag, _) = best(part, heard, lags).ok_or("too little was recorded")?;
    let mut lags = vec![lag];
    let (mut least, mut loud) = (1.0f64, (0.0, 0.0));
    for (n, part) in made.chunks_exact(WINDOW).enumerate() {
        let middle = (lags[n] + (n * WINDOW) as f64) as usize;
        if middle + WINDOW + 2 * SLIP > heard.len() {
            break;
        }
        let found = best(part, heard, middle.saturating_sub(SLIP)..middle + SLIP);
        let (place, agrees) = found.ok_or("too little was recorded")?;
        let at = place as usize;
        loud = (loud.0 + energy(part), loud.1 + energy(&heard[at..at + WINDOW]));
        least = least.min(agrees);
        lags.push(place - (n * WINDOW) as f64);
    }
    let lags = &lags[1..];
    let pitch = |a: usize, b: usize| {
        let made = ((b - a) * WINDOW) as f64;
        cents(made, made + lags[b] - lags[a])
    };
    let last = lags.len().checked_sub(21).ok_or("less than a second was recorded")?;
    let end = (lags[lags.len() - 1] as usize + lags.len() * WINDOW).min(heard.len());
    let jump = lags.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f64::max);
    let mut gap = 0;
    for quiet in heard[lags[0] as usize..end].split(|s| s.abs() > 0.001) {
        gap = gap.max(quiet.len());
    }
    Ok(Heard {
        seconds: (lags.len() * WINDOW) as f64 / RATE as f64,
        level: 10.0 * (loud.1 / loud.0).log10(),
        cents: pitch(0, lags.len() - 1),
        worst_cents: (0..=last).map(|a| pitch(a, a + 20).abs()).fold(0.0, f64::max),
        least,
        jump: jump * 1000.0 / RATE as f64,
        gap: gap as f64 * 1000.0 / RATE as f64,
    })
}

/// Loudness of each hundredth of a second, in dB below full scale, -120 at the least.
pub fn levels(samples: &[f32]) -> Vec<f64> {
    let level = |part: &[f32]| 10.0 * (energy(part) / part.len() as f64).max(1e-12).log10();
    samples.chunks_exact(RATE / 100).map(level).collect()
}

/// The greatest step between two samples.
pub fn step(samples: &[f32]) -> f32 {
    samples.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max)
}

/// What the comparison itself must find: a noisy tune that is only shifted passes, one with a hole does not.
#[test]
fn a_hole_of_five_milliseconds_is_found() {
    let mut state = 1u32;
    let made: Vec<f32> = (0..RATE * 3)
        .map(|i| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 16) as f32 / 65_536.0 - 0.5;
            (i as f32 * 0.1).sin() * 0.1 + noise * 0.3
        })
        .collect();
    let mut heard = vec![0.0; 1000];
    heard.extend_from_slice(&made);
    let good = compare(&made, &heard).expect("long enough");
    assert!(good.least > 0.99 && good.cents.abs() < 0.1 && good.level.abs() < 0.1, "{good:?}");
    let hole = RATE..RATE + RATE / 200;
    let mut silent = heard.clone();
    silent[hole.clone()].fill(0.0);
    let silent = compare(&made, &silent).expect("long enough");
    assert!(silent.gap > 4.5, "{silent:?}");
    heard.drain(hole);
    let jumped = compare(&made, &heard).expect("long enough");
    assert!(jumped.least < 0.5, "{jumped:?}");
}
