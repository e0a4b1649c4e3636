//! Spectrograms: pictures of sound.
//!
//! ```text
//! 128 columns of time; 128 rows, low frequencies at the bottom, 24 rows an octave from 65 Hz (key 0) to 2.6 kHz
//! colour: 0 nothing, then 1 2 8 9 10 7 for steps of 9 dB up to full scale
//! ```
//!
//! A row is the strength of one frequency by Goertzel's recurrence over a window of the column: slow and obvious. It
//! uses floats, because the picture is compared on one platform to within a colour step and is not a digest of the
//! sound.

use crate::golden::{Screen, Shown};
use rasher::SIDE;

/// From quiet to loud.
const COLOURS: [u8; 7] = [0, 1, 2, 8, 9, 10, 7];
const STEP: f64 = 9.0;
const RATE: f64 = 22_050.0;

/// A sound to show.
#[derive(Clone, Copy, Debug)]
pub struct Spectrogram<'a>(pub &'a [i16]);

impl Shown for Spectrogram<'_> {
    fn screen(&self) -> Screen {
        let mut screen = Box::new([0; SIDE * SIDE]);
        let column = (self.0.len() / SIDE).max(1);
        for x in 0..SIDE {
            let start = (x * column).min(self.0.len());
            // At least 60 ms, to separate semitones of the second octave.
            let end = (start + column.max(1400)).min(self.0.len());
            for y in 0..SIDE {
                let hertz = 65.406 * ((SIDE - 1 - y) as f64 / 24.0).exp2();
                let level = strength(&self.0[start..end], hertz);
                // Full scale is the top; 7 colours down to -63 dB.
                let db = 20.0 * level.max(1e-9).log10();
                let step = ((db + STEP * COLOURS.len() as f64) / STEP).floor();
                screen[y * SIDE + x] = COLOURS[step.clamp(0.0, 6.0) as usize];
            }
        }
        screen
    }
}

/// Amplitude of a frequency, 1 for a full-scale sine.
fn strength(window: &[i16], hertz: f64) -> f64 {
    let turn = std::f64::consts::TAU * hertz / RATE;
    let n = window.len().max(1) as f64;
    let (mut a, mut b) = (0.0, 0.0);
    for (i, s) in window.iter().enumerate() {
        // Hann's window, so that a tone does not smear over the column.
        let hann = 1.0 - (std::f64::consts::TAU * (i as f64 + 0.5) / n).cos();
        (a, b) = (2.0 * turn.cos() * a - b + f64::from(*s) / 32_768.0 * hann, a);
    }
    (a * a + b * b - 2.0 * turn.cos() * a * b).max(0.0).sqrt() * 2.0 / n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_is_a_line_at_its_height() {
        let tone: Vec<i16> = (0..44_100)
            .map(|i| ((f64::from(i) * std::f64::consts::TAU * 523.25 / RATE).sin() * 32_000.0) as i16)
            .collect();
        let screen = Spectrogram(&tone).screen();
        // Three octaves above the lowest: 72 rows up.
        assert!((10..110).all(|x| screen[(SIDE - 1 - 72) * SIDE + x] == 7), "full scale is white");
        assert!((10..110).all(|x| screen[(SIDE - 1 - 48) * SIDE + x] == 0), "an octave below is nothing");
    }
}
