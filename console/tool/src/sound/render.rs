//! `rasher render NAME`: a sound or tune as a WAV file, as fast as it goes.
//!
//! ```text
//! --wav out.wav               one channel, 16 bits, 22,050 samples a second: what the machine makes
//! --wav out.wav --channels    out-0.wav to out-3.wav, one for each channel
//! ```
//!
//! Without `--seconds` it ends when all is silent: no player runs, and [`QUIET`] frames are zeros or two seconds
//! have passed. Music that goes round for ever ends after [`LONGEST`] seconds.

use crate::CommandOutput;
use crate::data::{DataSource, open};
use crate::error::ToolError;
use crate::options::RenderOptions;
use shelf::Entry;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studio::Jukebox;

/// Samples a second.
const RATE: u32 = 22_050;
/// Seconds after which music without end ends.
const LONGEST: u32 = 300;
/// Frames of zeros that are an end: a tenth of a second, longer than the longest echo.
const QUIET: u32 = 6;
/// Frames that an echo may need to fade; it halves every 33 ms.
const FADE: u32 = 120;

pub(crate) fn render(carts: &'static [Entry], options: &RenderOptions) -> Result<CommandOutput, ToolError> {
    let piece = options.piece;
    let found = open(carts, &options.cart, &DataSource::new(options.data.clone(), None))?.found;
    let jukebox = Jukebox::new(Arc::new(found.rom), piece);
    let (whole, cut) = samples(jukebox.clone(), options.seconds);
    let frames = whole.len();
    let mut report = CommandOutput::default();
    let mut write = |path: &Path, samples: &[i16]| {
        store::write(path, &format::wav(samples))?;
        _ = writeln!(report.out, "{}", line(path, samples));
        Ok::<_, ToolError>(())
    };
    if options.channels {
        for channel in 0..4 {
            let mut one = jukebox.clone();
            one.listen_to(1 << channel);
            write(&numbered(&options.wav, channel), &first(one, frames))?;
        }
    } else {
        write(&options.wav, &whole)?;
    }
    if cut {
        _ = writeln!(report.out, "it goes on: cut after {LONGEST} seconds (see --seconds)");
    }
    Ok(report)
}

/// All samples, and whether the sound was cut off.
pub(crate) fn samples(mut jukebox: Jukebox, seconds: Option<u32>) -> (Vec<i16>, bool) {
    if let Some(seconds) = seconds {
        return (first(jukebox, seconds as usize * RATE as usize), false);
    }
    let mut out = Vec::new();
    let (mut still, mut over) = (0, 0);
    for _ in 0..LONGEST * Jukebox::FPS {
        let frame = jukebox.frame();
        still = if frame.iter().all(|s| *s == 0) { still + 1 } else { 0 };
        out.extend_from_slice(frame);
        over = if jukebox.is_playing() { 0 } else { over + 1 };
        if over > 0 && still >= QUIET || over > FADE {
            return (out, false);
        }
    }
    (out, true)
}

/// The first so many samples.
fn first(mut jukebox: Jukebox, count: usize) -> Vec<i16> {
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        let frame = jukebox.frame();
        out.extend_from_slice(&frame[..frame.len().min(count - out.len())]);
    }
    out
}

/// `folder/out-2.wav` of `folder/out.wav`.
fn numbered(path: &Path, channel: u8) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{channel}{end}"))
}

/// File, length, and how loud the loudest sample is.
fn line(path: &Path, samples: &[i16]) -> String {
    let peak = samples.iter().map(|s| s.unsigned_abs()).max().unwrap_or(0);
    let tenths = samples.len() * 10 / RATE as usize;
    let clipped = samples.iter().filter(|s| **s == i16::MAX || **s == i16::MIN).count();
    let clips = if clipped > 0 { format!(", {clipped} samples at the limit") } else { String::new() };
    let percent = u32::from(peak) * 100 / 32_768;
    format!("{}: {}.{} s, peak {percent} %{clips}", path.display(), tenths / 10, tenths % 10)
}
