//! Writes the synth's samples as a WAV file: 16 bits, one channel. Nothing here reads one; the names of files of sound.
//!
//! ```text
//! RIFF ─ fmt ─ data ─ smpl: one loop, its first and last sample, for samplers and game engines
//! ```

use rasher::RATE;
use std::ops::Range;

/// Is it a recording or a MIDI tune, by its name? `rasher import` and the editors read these.
pub fn is_sound_file(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ["wav", "wave", "mid", "midi", "kar"].contains(&&*ending))
}

/// 22,050 samples a second, without a loop.
pub fn wav(samples: &[i16]) -> Vec<u8> {
    wav_at(samples, RATE, None)
}

/// A WAV file at `rate` samples a second; `looped` is the part that may be played repeatedly.
pub fn wav_at(samples: &[i16], rate: u32, looped: Option<Range<usize>>) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let written = hound::WavWriter::new(&mut out, spec).and_then(|mut writer| {
        samples.iter().try_for_each(|sample| writer.write_sample(*sample))?;
        writer.finalize()
    });
    debug_assert!(written.is_ok(), "memory takes what is written, and an hour is less than 4 GiB");
    let mut out = out.into_inner();
    if let Some(looped) = looped.filter(|looped| !looped.is_empty()) {
        out.extend(b"smpl");
        let nanoseconds = 1_000_000_000 / rate.max(1);
        let (first, last) = (looped.start as u32, looped.end as u32 - 1);
        // The sampler chunk: 36 bytes for a chunk with one loop, then 24 for the loop, which plays forward without end.
        let words = [60, 0, 0, nanoseconds, 60, 0, 0, 0, 1, 0, 0, 0, first, last, 0, 0];
        words.iter().for_each(|word: &u32| out.extend(word.to_le_bytes()));
        // RIFF's length counts all that follows it.
        let length = out.len() as u32 - 8;
        out[4..8].copy_from_slice(&length.to_le_bytes());
    }
    out
}
