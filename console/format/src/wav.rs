//! Samples of the synth as a WAV file: 16 bits, one channel, 22,050 a second. Nothing here reads one.

use rasher::RATE;

/// A WAV file of the samples.
pub fn wav(samples: &[i16]) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let written = hound::WavWriter::new(&mut out, spec).and_then(|mut writer| {
        samples.iter().try_for_each(|sample| writer.write_sample(*sample))?;
        writer.finalize()
    });
    debug_assert!(written.is_ok(), "memory takes what is written, and an hour is less than 4 GiB");
    out.into_inner()
}
