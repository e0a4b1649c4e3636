//! Encodes samples as WAV, 16 bits with a `smpl` chunk for the loop, or Vorbis, quality 6 of 10 with LOOPSTART and LOOPLENGTH.
//!
//! Game engines read OGG with Vorbis. There is no maintained encoder in pure Rust, so the feature `vorbis` compiles Xiph's C library.

use super::resample::{at_rate, resampled};
use crate::error::ToolError;
use format::{FilePlace, FormatError};
use std::ops::Range;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoundKind {
    Wav,
    Ogg,
}

impl SoundKind {
    pub fn of(path: &Path) -> Option<SoundKind> {
        let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "wav" => Some(SoundKind::Wav),
            "ogg" | "oga" => Some(SoundKind::Ogg),
            _ => None,
        }
    }
}

/// The bytes of a file with samples of the machine, converted to `rate`; `looped` can be repeated.
pub(crate) fn encoded(
    path: &Path,
    samples: &[i16],
    looped: Option<Range<usize>>,
    rate: u32,
) -> Result<Vec<u8>, ToolError> {
    let looped = looped.map(|looped| at_rate(looped.start, rate)..at_rate(looped.end, rate));
    // Pipes have no extension.
    let kind = SoundKind::of(path).or(path.extension().is_none().then_some(SoundKind::Wav));
    match kind {
        Some(SoundKind::Wav) => Ok(format::wav_at(&resampled(samples, rate), rate, looped)),
        Some(SoundKind::Ogg) => vorbis(path, &resampled(samples, rate), looped, rate),
        None => {
            let found = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let (file, expected) = (path.display().to_string(), "a name that ends in .wav or .ogg");
            Err(FormatError::new(&file, FilePlace::Whole, found, expected).into())
        }
    }
}

#[cfg(not(feature = "vorbis"))]
fn vorbis(path: &Path, _: &[i16], _: Option<Range<usize>>, _: u32) -> Result<Vec<u8>, ToolError> {
    Err(ToolError::NoVorbis { path: path.into() })
}

/// The stream's number is fixed, so that the same samples give the same bytes.
#[cfg(feature = "vorbis")]
fn vorbis(
    path: &Path,
    samples: &[i16],
    looped: Option<Range<usize>>,
    rate: u32,
) -> Result<Vec<u8>, ToolError> {
    use std::num::{NonZeroU8, NonZeroU32};
    use vorbis_rs::{VorbisBitrateManagementStrategy, VorbisEncoderBuilder};

    /// 43 kbit a second for Smokehouse's music.
    const QUALITY: f32 = 0.6;
    const BLOCK: usize = 4096;

    let rate = NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN);
    let write = || {
        let mut builder = VorbisEncoderBuilder::new_with_serial(rate, NonZeroU8::MIN, Vec::new(), 1);
        builder.bitrate_management_strategy(VorbisBitrateManagementStrategy::QualityVbr {
            target_quality: QUALITY,
        });
        if let Some(looped) = looped.filter(|looped| !looped.is_empty()) {
            builder.comment_tag("LOOPSTART", looped.start.to_string())?;
            builder.comment_tag("LOOPLENGTH", looped.len().to_string())?;
        }
        let mut encoder = builder.build()?;
        for block in samples.chunks(BLOCK) {
            let block: Vec<f32> = block.iter().map(|sample| f32::from(*sample) / 32_768.0).collect();
            encoder.encode_audio_block([&block])?;
        }
        encoder.finish()
    };
    write()
        .map_err(|why: vorbis_rs::VorbisError| ToolError::Vorbis { path: path.into(), why: why.to_string() })
}
