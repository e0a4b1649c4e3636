//! Tests the resampler with a tone.

use super::*;

/// What remains of a 1 kHz tone after subtracting the best fitting tone of that frequency, in dB below it.
fn residue(rate: u32, stretch: f64) -> f64 {
    let frequency = 1000.0;
    let mut resampler = Resampler::new(rate);
    let mut n = 0.0f64;
    let mut tone = || {
        n += 1.0;
        (2.0 * PI * frequency * n / f64::from(MACHINE_RATE)).sin() as f32 * 0.5
    };
    let out: Vec<f64> =
        (0..rate).map(|_| f64::from(resampler.sample(stretch, &mut tone))).skip(2000).collect();
    let turn = 2.0 * PI * frequency * stretch / f64::from(rate);
    let (mut c, mut s) = (0.0, 0.0);
    for (i, x) in out.iter().enumerate() {
        c += x * (turn * i as f64).cos();
        s += x * (turn * i as f64).sin();
    }
    let half = out.len() as f64 / 2.0;
    (c, s) = (c / half, s / half);
    let rest: f64 = out
        .iter()
        .enumerate()
        .map(|(i, x)| (x - c * (turn * i as f64).cos() - s * (turn * i as f64).sin()).powi(2))
        .sum();
    let tone = (c * c + s * s) * half;
    10.0 * (rest / tone).log10()
}

#[test]
fn a_tone_stays_a_tone_at_every_rate() {
    // The required bound: noise and images 60 dB down.
    for rate in [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000] {
        for stretch in [1.0, 0.995, 1.005] {
            let left = residue(rate, stretch);
            assert!(left < -60.0, "{rate} Hz, {stretch}: {left:.1} dB");
        }
    }
}

#[test]
fn it_takes_as_many_samples_as_time_passes() {
    for rate in [8000, 44_100, 48_000] {
        let mut resampler = Resampler::new(rate);
        let mut taken = 0;
        for _ in 0..rate {
            resampler.sample(1.0, || {
                taken += 1;
                0.0
            });
        }
        assert!((i64::from(taken) - i64::from(MACHINE_RATE)).abs() <= 1, "{taken} at {rate}");
    }
}

/// Resampling does not move a step: it reaches half its height at its first sample, plus or minus one.
#[test]
fn a_file_at_another_rate_begins_and_ends_as_it_did() {
    let step: Vec<i16> = (0..4000).map(|n| if n < 1000 { -8000 } else { 8000 }).collect();
    for (rate, length, place) in [(22_050, 4000, 1000), (44_100, 8000, 2000), (48_000, 8708, 2177)] {
        let out = resampled(&step, rate);
        let crossed = out.iter().position(|s| *s > 0).expect("a step");
        assert_eq!(out.len(), length, "{rate}");
        assert!(place - 2 <= crossed && crossed <= place, "{rate}: {crossed}");
        let ends = [out[500], out[out.len() - 500]].map(i32::from);
        assert!(ends[0].abs_diff(-8000) < 8 && ends[1].abs_diff(8000) < 8, "{rate}: {ends:?}");
    }
    assert_eq!(resampled(&step, 22_050), step);
    // A square of full height overshoots between its samples, and does not wrap around.
    let loud: Vec<i16> = (0..4000).map(|n| if n / 25 % 2 == 0 { i16::MAX } else { i16::MIN }).collect();
    let out = resampled(&loud, 44_100);
    assert!(out.windows(2).filter(|pair| (pair[0] > 0) != (pair[1] > 0)).count() <= 160);
}
