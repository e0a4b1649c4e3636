//! `rasher render NAME` writes a sound or tune as WAV (16 bits, with a `smpl` chunk for the loop) or as Vorbis (quality 6 of 10, with
//! LOOPSTART and LOOPLENGTH). With `--channels` it writes one file per channel.
//!
//! Game engines read OGG with Vorbis. There is no maintained encoder in pure Rust, so the feature `vorbis` compiles Xiph's C library.

use super::length::{Rendered, channel, samples};
use super::resample::{at_rate, resampled};
use crate::CommandOutput;
use crate::error::ToolError;
use crate::options::RenderOptions;
use format::{FilePlace, FormatError};
use rasher::Rom;
use shelf::Entry;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studio::{Jukebox, Piece, SoundFile};

pub(crate) fn render(carts: &'static [Entry], options: &RenderOptions) -> Result<CommandOutput, ToolError> {
    let rom = options.cart.open(carts)?.data()?.clone();
    render_piece(rom, options.piece.piece(), &options.file.file(), &options.out, options.channels)
}

pub(crate) fn render_piece(
    rom: Arc<Rom>,
    piece: Piece,
    file: &SoundFile,
    out: &Path,
    channels: bool,
) -> Result<CommandOutput, ToolError> {
    let jukebox = Jukebox::new(rom, piece);
    let whole = samples(jukebox.clone(), file);
    let mut report = CommandOutput::default();
    let mut write = |path: &Path, samples: &[i16]| {
        let bytes = encoded(path, samples, whole.looped.clone(), file.rate)?;
        store::write(path, &bytes)?;
        _ = writeln!(report.out, "{}", line(path, samples));
        Ok::<_, ToolError>(())
    };
    if channels {
        for n in 0..4 {
            write(&numbered(out, n), &channel(jukebox.clone(), n, &whole))?;
        }
    } else {
        write(out, &whole.samples)?;
    }
    report.out += &loop_summary(&whole, file);
    Ok(report)
}

pub(crate) fn rendered(jukebox: Jukebox, path: &Path, file: &SoundFile) -> Result<Vec<u8>, ToolError> {
    let Rendered { samples, looped, .. } = samples(jukebox, file);
    encoded(path, &samples, looped, file.rate)
}

fn numbered(path: &Path, channel: u8) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{channel}"));
    if let Some(end) = path.extension() {
        name.push(".");
        name.push(end);
    }
    path.with_file_name(name)
}

fn seconds(samples: usize) -> String {
    let tenths = samples * 10 / rasher::RATE as usize;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn line(path: &Path, samples: &[i16]) -> String {
    let peak = samples.iter().map(|s| s.unsigned_abs()).max().unwrap_or(0);
    let clipped = samples.iter().filter(|s| **s == i16::MAX || **s == i16::MIN).count();
    let clips = if clipped > 0 { format!(", {clipped} samples clipped") } else { String::new() };
    let percent = u32::from(peak) * 100 / 32_768;
    format!("{}: {} s, peak {percent} %{clips}", path.display(), seconds(samples.len()))
}

fn loop_summary(whole: &Rendered, file: &SoundFile) -> String {
    if whole.cut {
        return format!("endless: cut after {} seconds (see --seconds)\n", SoundFile::SECONDS);
    }
    let Some(looped) = &whole.looped else { return String::new() };
    let (rounds, round) = (file.loops.max(1), seconds(looped.len()));
    let begin = seconds(looped.start - looped.len() * usize::from(rounds - 1));
    let fade = if whole.fade > 0 { format!("faded out over {} s", file.fade) } else { "no fade".into() };
    format!("loop: {begin} s, then {rounds} x {round} s, {fade} (see --loops, --fade)\n")
}

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
