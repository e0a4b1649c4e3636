//! A recording, as a waveform instrument or as samples for `serial(0x808)`.
//!
//! ```text
//! .wav ── channels mixed ──> samples ──┬── loudest part ── period by YIN ── one cycle ── 64 steps, loudest 127 ──> Instrument
//!                                      └── 5,512.5 a second, 8 bits unsigned, 128 is silence ────────────────────> bytes
//!
//! YIN: d(lag) = sum (x[i] - x[i + lag])^2, divided by its mean so far; the first dip below 0.15, or the lowest
//! ```
//!
//! A file with less than two periods is taken for a single cycle, as collections of waveforms have them. The period begins where the
//! curve rises through zero. Each step is the mean of its part of the period, so that detail finer than 64 steps does not become another
//! tone.

use super::{guarded, wrong};
use crate::error::ToolError;
use hound::{SampleFormat, WavReader};

/// Bytes of a file: ten minutes in CD quality are 106 MB, of which nothing here needs more than a part.
pub(super) const FILE_MAX: u64 = 32 << 20;
/// Samples that are looked at for a period, after the mean of all.
const WINDOW: usize = 4096;
const LOWEST: f64 = 40.0;
const HIGHEST: f64 = 2000.0;
const CLEAR: f64 = 0.15;
/// The same for many periods, whose fractions of a sample add up; noise is near 1.
const SIMILAR: f64 = 0.5;
pub(crate) const STEPS: usize = 64;
/// Samples a second of the PCM channel.
const PCM_RATE: f64 = 5512.5;
const EXPECTED: &str = "a WAV file: 8, 16, 24 or 32 bits, or 32-bit floats, uncompressed";

/// A recording, with its channels mixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// From -1 to 1.
    pub samples: Vec<f32>,
    pub rate: u32,
}

/// One period of a sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Instrument {
    pub steps: [i8; STEPS],
    /// Samples of the period in the file, and its tone in Hz; none if the whole file is one cycle.
    pub period: Option<(f64, f64)>,
    /// Whether it repeats: noise and drums have no period.
    pub is_clear: bool,
}

/// Reads a WAV file, mixed to one channel.
pub fn read_wav(bytes: &[u8], file: &str) -> Result<Recorded, ToolError> {
    let broken = |e: hound::Error| wrong(file, format!("an error ({e})"), EXPECTED);
    guarded(file, EXPECTED, || {
        let reader = WavReader::new(bytes).map_err(broken)?;
        let spec = reader.spec();
        let (channels, rate) = (usize::from(spec.channels), spec.sample_rate);
        if channels == 0 || !(1000..=768_000).contains(&rate) {
            let found = format!("{channels} channels of {rate} samples a second");
            return Err(wrong(file, found, "at least one channel, and 1,000 to 768,000 samples a second"));
        }
        let all: Vec<f32> = match spec.sample_format {
            // A cut file has the samples up to there.
            SampleFormat::Float => reader.into_samples::<f32>().map_while(Result::ok).collect(),
            SampleFormat::Int => {
                let full = 2f32.powi(i32::from(spec.bits_per_sample.clamp(1, 32)) - 1);
                reader
                    .into_samples::<i32>()
                    .map_while(Result::ok)
                    .map(|sample| sample as f32 / full)
                    .collect()
            }
        };
        let finite = |sample: f32| if sample.is_finite() { sample.clamp(-1.0, 1.0) } else { 0.0 };
        let mix = |frame: &[f32]| frame.iter().map(|sample| finite(*sample)).sum::<f32>() / channels as f32;
        let samples: Vec<f32> = all.chunks_exact(channels).map(mix).collect();
        if samples.iter().all(|sample| sample.abs() < 1e-4) {
            return Err(wrong(file, format!("{} silent samples", samples.len()), "a sound"));
        }
        Ok(Recorded { samples, rate })
    })
}

impl Recorded {
    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.rate)
    }

    /// One period as a waveform instrument.
    pub fn instrument(&self) -> Instrument {
        let part = self.loudest();
        let mean = part.iter().sum::<f32>() / part.len().max(1) as f32;
        let part: Vec<f64> = part.iter().map(|sample| f64::from(*sample - mean)).collect();
        let found = self.period(&part);
        // Half of a file at least: then the file has two periods.
        let period = found.filter(|(_, dip)| *dip < CLEAR || part.len() > 2048);
        let (begin, length) = match period {
            Some((period, _)) => {
                let first = part.len().saturating_sub(period.ceil() as usize + 1);
                let rises = |at: &usize| part[*at] <= 0.0 && part[*at + 1] > 0.0;
                ((0..first).find(rises).unwrap_or(0) as f64, period)
            }
            None => (0.0, part.len() as f64),
        };
        let means: [f64; STEPS] = std::array::from_fn(|n| {
            let at = |n: usize| begin + n as f64 * length / STEPS as f64;
            mean_of(&part, at(n), at(n + 1))
        });
        let middle = means.iter().sum::<f64>() / STEPS as f64;
        let most = means.iter().map(|step| (step - middle).abs()).fold(1e-9, f64::max);
        Instrument {
            steps: means.map(|step| ((step - middle) * 127.0 / most).round() as i8),
            period: period.map(|(period, _)| (period, f64::from(self.rate) / period)),
            is_clear: period.is_none_or(|(_, dip)| dip < 2.0 * CLEAR),
        }
    }

    /// The window with the most energy, or all of a short file.
    fn loudest(&self) -> &[f32] {
        let energy = |part: &[f32]| part.iter().map(|sample| f64::from(sample * sample)).sum::<f64>();
        let windows = (0..self.samples.len().saturating_sub(WINDOW)).step_by(WINDOW / 4);
        let at = windows.max_by(|a, b| {
            let [a, b] = [a, b].map(|at| energy(&self.samples[*at..*at + WINDOW]));
            a.total_cmp(&b)
        });
        let at = at.unwrap_or(0);
        &self.samples[at..self.samples.len().min(at + WINDOW)]
    }

    /// The period in samples, and how unlike two periods are: 0 is the same.
    fn period(&self, part: &[f64]) -> Option<(f64, f64)> {
        let rate = f64::from(self.rate);
        let most = ((rate / LOWEST) as usize).min(part.len() / 2);
        let least = ((rate / HIGHEST) as usize).max(2);
        if most <= least + 1 {
            return None;
        }
        let width = part.len() - most;
        let mut unlike = vec![1.0; most];
        let mut sum = 0.0;
        for lag in 1..most {
            let squares = (0..width).map(|i| (part[i] - part[i + lag]).powi(2));
            let d: f64 = squares.sum();
            sum += d;
            unlike[lag] = if sum > 0.0 { d * lag as f64 / sum } else { 1.0 };
        }
        let lowest = |from: usize, to: usize| (from..to).min_by(|a, b| unlike[*a].total_cmp(&unlike[*b]));
        let dip = (least..most).find(|lag| unlike[*lag] < CLEAR);
        let lag = match dip {
            // The bottom of that dip.
            Some(dip) => (dip..most - 1).find(|lag| unlike[lag + 1] >= unlike[*lag]).unwrap_or(dip),
            None => lowest(least, most)?,
        };
        // Between two samples: the bottom of a parabola through three.
        let bottom = |lag: usize| {
            let (a, b, c) = (unlike[lag - 1], unlike[lag], *unlike.get(lag + 1)?);
            let bend = a - 2.0 * b + c;
            let shift = if bend > 1e-12 { ((a - c) / (2.0 * bend)).clamp(-0.5, 0.5) } else { 0.0 };
            Some(lag as f64 + shift)
        };
        let mut period = bottom(lag)?;
        // Many periods give it more exactly: with eight samples each a single one was 0.7 % wrong.
        let mut count = 2.0;
        while let Some(many) = Some((count * period).round() as usize).filter(|many| many + 2 < most) {
            let Some(many) = lowest(many - 1, many + 2).filter(|many| unlike[*many] < SIMILAR) else { break };
            period = bottom(many)? / count;
            count *= 2.0;
        }
        Some((period, unlike[lag]))
    }

    /// The whole recording for `serial(0x808)`.
    pub fn pcm(&self) -> Vec<u8> {
        let step = f64::from(self.rate) / PCM_RATE;
        let count = (self.samples.len() as f64 / step) as usize;
        let samples: Vec<f64> = self.samples.iter().map(|sample| f64::from(*sample)).collect();
        let most = samples.iter().map(|sample| sample.abs()).fold(1e-9, f64::max);
        let byte = |n: usize| {
            let mean = mean_of(&samples, n as f64 * step, (n + 1) as f64 * step);
            (128.0 + mean * 127.0 / most).round().clamp(0.0, 255.0) as u8
        };
        (0..count).map(byte).collect()
    }
}

/// The mean of a curve between two places, with parts of samples at its ends.
fn mean_of(samples: &[f64], from: f64, to: f64) -> f64 {
    let at = |n: usize| samples.get(n).or(samples.last()).copied().unwrap_or(0.0);
    if to - from < 1.0 {
        // Fewer samples than steps: on a line between two.
        let middle = (from + to) / 2.0;
        let (n, part) = (middle.floor().max(0.0), middle - middle.floor());
        return at(n as usize) * (1.0 - part) + at(n as usize + 1) * part;
    }
    let (first, last) = (from.floor() as usize, to.ceil() as usize);
    let weight = |n: usize| (to.min((n + 1) as f64) - from.max(n as f64)).max(0.0);
    (first..last).map(|n| at(n) * weight(n)).sum::<f64>() / (to - from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn tone(hz: f64, rate: u32, count: usize, wave: impl Fn(f64) -> f64) -> Recorded {
        let at = |n: usize| wave((n as f64 * hz / f64::from(rate)).fract()) as f32;
        Recorded { samples: (0..count).map(at).collect(), rate }
    }

    /// The tones are known; a tenth of a semitone is 0.6 %.
    #[test]
    fn the_period_of_a_tone_is_found() {
        type Wave = fn(f64) -> f64;
        let waves: [(&str, Wave); 4] = [
            ("sine", |t| (t * TAU).sin()),
            ("saw", |t| 2.0 * t - 1.0),
            ("square", |t| if t < 0.5 { 0.8 } else { -0.8 }),
            ("with a loud third partial", |t| 0.4 * (t * TAU).sin() + 0.6 * (3.0 * t * TAU).sin()),
        ];
        for rate in [8000, 22_050, 44_100, 96_000] {
            for hz in [55.0, 110.0, 261.63, 440.0, 987.77] {
                for (name, wave) in waves {
                    let found = tone(hz, rate, rate as usize / 2, wave).instrument();
                    let (_, found_hz) = found.period.expect(name);
                    assert!((found_hz / hz - 1.0).abs() < 0.006, "{name} of {hz} Hz at {rate}: {found_hz}");
                    assert!(found.is_clear, "{name} of {hz} Hz at {rate}");
                }
            }
        }
    }

    #[test]
    fn a_period_becomes_64_steps() {
        let sine = tone(100.0, 44_100, 20_000, |t| 0.3 * (t * TAU).sin()).instrument();
        for (n, step) in sine.steps.into_iter().enumerate() {
            // In the middle of its part, and as loud as a step can be.
            let want = 127.0 * ((n as f64 + 0.5) * TAU / 64.0).sin();
            assert!((f64::from(step) - want).abs() < 6.0, "{n}: {step}, {want}");
        }
        assert_eq!(sine.steps.iter().map(|step| step.unsigned_abs()).max(), Some(127));
        // 600 samples of a collection are one cycle, as they are.
        let cycle = tone(44_100.0 / 600.0, 44_100, 600, |t| 2.0 * t - 1.0).instrument();
        assert_eq!(cycle.period, None);
        assert!(cycle.steps.is_sorted(), "{:?}", cycle.steps);
        assert_eq!((cycle.steps[0], cycle.steps[63]), (-127, 127));
    }

    #[test]
    fn noise_has_no_period_and_says_so() {
        let mut seed = 1u32;
        let noise = tone(1.0, 44_100, 30_000, |_| 0.0);
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed as f32 / u32::MAX as f32 - 0.5
        };
        let noise = Recorded { samples: noise.samples.iter().map(|_| next()).collect(), ..noise };
        assert!(!noise.instrument().is_clear);
    }

    #[test]
    fn all_of_a_recording_becomes_bytes() {
        let recorded = tone(200.0, 44_100, 44_100, |t| 0.25 * (t * TAU).sin());
        let bytes = recorded.pcm();
        assert_eq!(bytes.len(), 5512);
        let (least, most) = (bytes.iter().min(), bytes.iter().max());
        assert!(
            least.is_some_and(|byte| *byte < 8) && most.is_some_and(|byte| *byte > 248),
            "{least:?} {most:?}"
        );
        let crossings = bytes.windows(2).filter(|two| two[0] < 128 && two[1] >= 128).count();
        assert!((199..=201).contains(&crossings), "{crossings} periods of a second of 200 Hz");
    }

    /// All kinds of files that the crate writes, and files of other formats.
    #[test]
    fn files_of_every_kind_are_read() {
        let value = |n: usize| (n as f32 * 0.1).sin();
        for (bits, float, channels) in
            [(8, false, 1), (16, false, 2), (24, false, 1), (32, false, 3), (32, true, 2)]
        {
            let sample_format = if float { SampleFormat::Float } else { SampleFormat::Int };
            let spec = hound::WavSpec { channels, sample_rate: 11_025, bits_per_sample: bits, sample_format };
            let mut out = std::io::Cursor::new(Vec::new());
            let mut writer = hound::WavWriter::new(&mut out, spec).expect("a writer");
            for n in 0..500 {
                for channel in 0..channels {
                    let value = if channel == 0 { value(n) * 0.9 } else { 0.0 };
                    match float {
                        true => writer.write_sample(value),
                        false => writer
                            .write_sample((f64::from(value) * (2f64.powi(i32::from(bits) - 1) - 1.0)) as i32),
                    }
                    .expect("written");
                }
            }
            writer.finalize().expect("written");
            let bytes = out.into_inner();
            let read = read_wav(&bytes, "a.wav").expect("read");
            assert_eq!((read.samples.len(), read.rate), (500, 11_025));
            for (n, sample) in read.samples.iter().enumerate() {
                let want = value(n) * 0.9 / f32::from(channels);
                assert!(
                    (sample - want).abs() < 0.02,
                    "{bits} bits, {channels} channels, {n}: {sample} {want}"
                );
            }
            // Of a cut file the part that exists is used.
            let cut = read_wav(&bytes[..bytes.len() / 2], "a.wav");
            assert!(cut.is_ok_and(|cut| cut.samples.len() < 500));
        }
        let silence = format::wav(&[0; 100]);
        for (bytes, says) in [(&b"RIFF"[..], "WAV file"), (b"", "WAV file"), (&silence, "100 silent samples")]
        {
            let error = read_wav(bytes, "a.wav").expect_err("refused").to_string();
            assert!(error.contains(says) && error.starts_with("a.wav"), "{error}");
        }
    }
}
