//! Compares a recording with the machine's samples: alignment, loudness, speed, and interruptions.
//!
//! ```text
//! machine   |--window--|--window--|--window--|--window--|--window--|      20 windows a second
//! recording    |-- best lag --|-- best lag --|  x  |-- best lag, new search --|
//!              lag's slope = how much device time is stretched: the pitch's error
//! ```
//!
//! A stretch is whole while each window matches at its position and follows the one before. On a shared machine,
//! device and program are sometimes woken 10 to 50 ms late, which interrupts one or two windows. A fault in the
//! program interrupts it everywhere.

use super::device::RATE;

/// Samples of a window: a twentieth of a second, about a note.
const WINDOW: usize = RATE / 20;
/// How much a lag may change from one window to the next: 0.35 ms; 0.3 % is the most that the console stretches, 0.15
/// ms.
const SLIP: f64 = 0.00035 * RATE as f64;
/// The search range around the expected position.
const NEAR: usize = 15;
/// And after an interruption.
const FAR: usize = RATE / 4;
/// A window matches from this value on.
const AGREES: f64 = 0.8;

#[derive(Debug)]
pub struct Heard {
    /// Seconds compared.
    pub seconds: f64,
    /// Level of the recording relative to the samples, in dB, where they match.
    pub level: f64,
    /// Pitch over the longest whole stretch, in cents.
    pub cents: f64,
    /// The worst pitch over any second of a whole stretch.
    pub worst_cents: f64,
    /// The share of matching windows.
    pub agree: f64,
    /// Seconds of the longest whole stretch.
    pub longest: f64,
    /// Places where a whole stretch ends before the recording does.
    pub tears: usize,
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|s| f64::from(*s).powi(2)).sum()
}

/// The correlation of two stretches, 1 = equal except for loudness.
fn agreement(a: &[f32], b: &[f32]) -> f64 {
    let product: f64 = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    product / (energy(a) * energy(b)).sqrt().max(1e-9)
}

/// The lag among `lags` at which `heard` matches `made` best, to fractions of a sample, and how well.
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
    // The first window is left out: volume and resampler start from silence.
    let made = &made[from + WINDOW..made.len().saturating_sub(2 * WINDOW).max(from + WINDOW)];
    let around = first + WINDOW;
    let (mut lag, mut loud) = (around as f64, (0.0, 0.0));
    // Lags of the windows, in whole stretches.
    let mut stretches: Vec<Vec<f64>> = vec![Vec::new()];
    let (mut windows, mut agree) = (0, 0);
    for (n, part) in made.chunks_exact(WINDOW).enumerate() {
        let offset = n * WINDOW;
        let middle = lag as usize + offset;
        if middle + WINDOW + 2 * NEAR > heard.len() {
            break;
        }
        windows += 1;
        let near = |by: usize| best(part, heard, middle.saturating_sub(by)..middle + by);
        let follows =
            |place: f64| stretches.last().is_some_and(|s| s.is_empty() || (place - lag).abs() < SLIP);
        let (mut place, mut agrees) = near(NEAR).ok_or("too little was recorded")?;
        if n == 0 || agrees < AGREES || !follows(place - offset as f64) {
            (place, agrees) = near(FAR).ok_or("too little was recorded")?;
        }
        let found = place - offset as f64;
        if agrees < AGREES || n > 0 && !follows(found) {
            stretches.push(Vec::new());
        }
        if agrees >= AGREES {
            let at = place as usize;
            loud = (loud.0 + energy(part), loud.1 + energy(&heard[at..at + WINDOW]));
            lag = found;
            agree += 1;
            stretches.last_mut().expect("it begins with one").push(lag);
        }
    }
    stretches.retain(|s| !s.is_empty());
    let pitch = |lags: &[f64]| {
        let made = ((lags.len() - 1) * WINDOW) as f64;
        cents(made, made + lags[lags.len() - 1] - lags[0])
    };
    let longest = stretches.iter().max_by_key(|s| s.len()).filter(|s| s.len() > 20);
    let longest = longest.ok_or_else(|| format!("no second is whole: {agree} of {windows} windows agree"))?;
    let seconds = |windows: usize| (windows * WINDOW) as f64 / RATE as f64;
    Ok(Heard {
        seconds: seconds(windows),
        level: 10.0 * (loud.1 / loud.0).log10(),
        cents: pitch(longest),
        worst_cents: stretches.iter().flat_map(|s| s.windows(21)).map(|s| pitch(s).abs()).fold(0.0, f64::max),
        agree: f64::from(agree) / windows as f64,
        longest: seconds(longest.len()),
        tears: stretches.len() - 1,
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

/// Tests the comparison itself: a noisy tune that is only shifted passes; a hole and a jump are one interruption
/// each; a tune interrupted ten times a second has no whole second.
#[test]
fn holes_and_jumps_of_five_milliseconds_are_found() {
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
    assert!(
        good.agree > 0.99 && good.cents.abs() < 0.1 && good.level.abs() < 0.1 && good.tears == 0,
        "{good:?}"
    );
    // A window is 50 ms, and a hole of half of it is too much.
    let hole = RATE..RATE + RATE / 40;
    let mut silent = heard.clone();
    silent[hole.clone()].fill(0.0);
    let silent = compare(&made, &silent).expect("long enough");
    assert!(silent.tears == 1 && silent.agree < 1.0 && silent.longest > 1.5, "{silent:?}");
    heard.drain(RATE..RATE + RATE / 200);
    let jumped = compare(&made, &heard).expect("long enough");
    assert!(jumped.tears == 1 && jumped.longest > 1.5 && jumped.cents.abs() < 0.1, "{jumped:?}");
    let torn: Vec<f32> =
        heard.chunks(RATE / 10).flat_map(|part| &part[..part.len() - part.len() / 20]).copied().collect();
    assert!(compare(&made, &torn).is_err(), "every window or its neighbour is torn");
}
