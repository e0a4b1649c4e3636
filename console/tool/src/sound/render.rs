//! `rasher render NAME`: a sound or tune as a file, with `--channels` one file per channel.

use super::encode::encoded;
use super::length::{Rendered, channel, samples};
use crate::CommandOutput;
use crate::error::ToolError;
use crate::options::RenderOptions;
use rasher::Rom;
use shelf::Entry;
use std::fmt::Write;
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

/// The bytes of a file with a sound or tune.
pub(crate) fn rendered(jukebox: Jukebox, path: &Path, file: &SoundFile) -> Result<Vec<u8>, ToolError> {
    let Rendered { samples, looped, .. } = samples(jukebox, file);
    encoded(path, &samples, looped, file.rate)
}

/// `folder/out-2.wav` for `folder/out.wav`.
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

/// A file's length and peak.
fn line(path: &Path, samples: &[i16]) -> String {
    let peak = samples.iter().map(|s| s.unsigned_abs()).max().unwrap_or(0);
    let clipped = samples.iter().filter(|s| **s == i16::MAX || **s == i16::MIN).count();
    let clips = if clipped > 0 { format!(", {clipped} samples at the limit") } else { String::new() };
    let percent = u32::from(peak) * 100 / 32_768;
    format!("{}: {} s, peak {percent} %{clips}", path.display(), seconds(samples.len()))
}

fn loop_summary(whole: &Rendered, file: &SoundFile) -> String {
    if whole.cut {
        return format!("it goes on: cut after {} seconds (see --seconds)\n", SoundFile::SECONDS);
    }
    let Some(looped) = &whole.looped else { return String::new() };
    let (rounds, round) = (file.loops.max(1), seconds(looped.len()));
    let begin = seconds(looped.start - looped.len() * usize::from(rounds - 1));
    let fade = if whole.fade > 0 { format!("faded out over {} s", file.fade) } else { "no fade".into() };
    format!("it loops: {begin} s, then {rounds} x {round} s, {fade} (see --loops, --fade)\n")
}
