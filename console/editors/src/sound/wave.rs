//! Waveform instruments: sounds 0 to 7 may be one cycle of 64 samples.
//!
//! ```text
//! -128 .. 127  64 samples, drawn by mouse or arrows, or made from a shape
//! ```

use super::SoundEditor;
use super::notes::{INSTRUMENTS, SAMPLES, SoundHeader, put_record, put_sample, sample};
use crate::context::Context;
use format::SfxNote;
use num::Num;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Sine,
    Triangle,
    Saw,
    Square,
    Smooth,
    Loudest,
    Mirror,
    Shift,
}

impl Shape {
    fn at(self, n: i32, old: &[i32; SAMPLES]) -> i32 {
        let around = |by: i32| old[(n + by).rem_euclid(SAMPLES as i32) as usize];
        match self {
            // The console's sine is negated.
            Shape::Sine => -((Num::from_bits(n << 10).sin().bits() * 127) >> 16),
            Shape::Triangle => (16 - (n - 16).abs()).max((n - 48).abs() - 16) * 127 / 16,
            Shape::Saw => n * 255 / 63 - 128,
            Shape::Square if n < 32 => 127,
            Shape::Square => -128,
            Shape::Smooth => (around(-1) + 2 * around(0) + around(1) + 2).div_euclid(4),
            Shape::Loudest => {
                let most = old.iter().map(|s| s.abs()).max().unwrap_or(0).max(1);
                old[n as usize] * 127 / most
            }
            Shape::Mirror => -1 - old[n as usize],
            Shape::Shift => around(-8),
        }
    }
}

impl SoundEditor {
    pub(super) fn samples(cx: &Context) -> [i32; SAMPLES] {
        std::array::from_fn(|n| sample(&cx.doc, cx.sound, n).into())
    }

    pub(super) fn shape(&mut self, shape: Shape, cx: &mut Context) {
        if !Self::is_wave(cx) {
            return cx.refuse("this sound has notes: Ctrl+W switches sounds 0 to 7 to waveforms");
        }
        let old = Self::samples(cx);
        Self::begin("wave", cx);
        for n in 0..SAMPLES {
            put_sample(&mut cx.doc, cx.sound, n, shape.at(n as i32, &old));
        }
        cx.commit();
        self.preview_wave(Some(30), cx);
    }

    /// Replaces the notes of a sound by a sine, or a wave by empty notes.
    pub(super) fn turn_wave(&mut self, cx: &mut Context) {
        if cx.sound >= INSTRUMENTS {
            return cx.refuse("only sounds 0 to 7 can be waveforms: notes use them as instruments");
        }
        let was = SoundHeader::of(&cx.doc, cx.sound);
        Self::begin("wave or notes", cx);
        let mut record = [0; 68];
        if was.wave {
            record[65] = 16;
        } else {
            for (n, byte) in record[..SAMPLES].iter_mut().enumerate() {
                *byte = Shape::Sine.at(n as i32, &[0; SAMPLES]) as i8 as u8;
            }
            (record[65], record[66]) = (1, 0x80);
        }
        put_record(&mut cx.doc, cx.sound, &record);
        cx.commit();
        cx.say(if was.wave { "notes" } else { "waveform: draw it, or press Alt and a letter for a shape" });
    }

    pub(super) fn preview_wave(&self, frames: Option<u32>, cx: &mut Context) {
        let pitch = (12 * self.octave) as u8;
        let note = SfxNote { pitch, instrument: 8 + cx.sound as u8, volume: 5, effect: 0 };
        cx.speaker.press(cx.doc.data(), "wave", note, [0, 16, 0, 0], frames);
    }

    pub(super) fn nudge_sample(&mut self, by: i32, cx: &mut Context) {
        let now = i32::from(sample(&cx.doc, cx.sound, self.sample));
        Self::begin("sample", cx);
        put_sample(&mut cx.doc, cx.sound, self.sample, now + by);
        cx.doc.commit(cx.frame, Some(1000 + self.sample as u32));
        self.preview_wave(Some(20), cx);
    }
}
