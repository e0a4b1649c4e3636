//! Options of `render`, and of `export` for a part of a cart's data.

use super::CartOptions;
use super::window::PieceOptions;
use std::path::PathBuf;
use studio::SoundFile;

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct SoundFileOptions {
    /// Write N seconds, at most an hour [default: to the end, or the loops and fade below]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", requires = "heard", value_parser = clap::value_parser!(u16).range(1..=i64::from(SoundFile::SECONDS))))]
    seconds: Option<u16>,
    /// Write N rounds of a loop, after its intro [default: 2]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", requires = "heard", conflicts_with = "seconds", value_parser = clap::value_parser!(u8).range(1..=i64::from(SoundFile::LOOPS))))]
    loops: Option<u8>,
    /// Fade out over SECONDS after the last round; 0 cuts at the end of the loop [default: 5]
    #[cfg_attr(feature = "cli", arg(long, value_name = "SECONDS", requires = "heard", conflicts_with = "seconds", value_parser = clap::value_parser!(u8).range(..=i64::from(SoundFile::FADE))))]
    fade: Option<u8>,
    /// Sample rate: 22050, 44100 or 48000 [default: 22050, the console's own]
    #[cfg_attr(feature = "cli", arg(long, value_name = "HZ", requires = "heard", value_parser = rate))]
    rate: Option<u32>,
}

fn rate(text: &str) -> Result<u32, String> {
    let known = |rate: &u32| SoundFile::RATES.contains(rate);
    text.parse().ok().filter(known).ok_or_else(|| "expected 22050, 44100 or 48000".to_string())
}

impl SoundFileOptions {
    pub fn file(&self) -> SoundFile {
        let default = SoundFile::default();
        SoundFile {
            seconds: self.seconds,
            loops: self.loops.unwrap_or(default.loops),
            fade: self.fade.unwrap_or(default.fade),
            rate: self.rate.unwrap_or(default.rate),
        }
    }
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RenderOptions {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub piece: PieceOptions,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub file: SoundFileOptions,
    /// The file: .wav (16 bits) or .ogg (Vorbis), mono
    #[cfg_attr(feature = "cli", arg(short, long, visible_alias = "wav", value_name = "OUT"))]
    pub out: PathBuf,
    /// Write the four channels to separate files, OUT-0.wav to OUT-3.wav
    #[cfg_attr(feature = "cli", arg(long))]
    pub channels: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub cart: CartOptions,
}

/// A part of a cart's data to export; at most one.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", group(multiple = false))]
pub struct PartOptions {
    /// Export the sheet as a picture, NAME-sheet.png
    #[cfg_attr(feature = "cli", arg(long))]
    pub sheet: bool,
    /// Export the map as a picture, NAME-map.png
    #[cfg_attr(feature = "cli", arg(long))]
    pub map: bool,
    /// Export sprites side by side, such as 48-51, as NAME-48-51.png
    #[cfg_attr(feature = "cli", arg(long, value_name = "FROM-TO", value_parser = sprites))]
    pub animation: Option<(u8, u8)>,
    /// Export the sound N as NAME-sfx-N.wav, or with -o as FILE.ogg
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    pub sfx: Option<u8>,
    /// Export the music from pattern N as NAME-music-N.wav, or with -o as FILE.ogg
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    pub music: Option<u8>,
}

impl PartOptions {
    pub fn is_any(&self) -> bool {
        self.sheet || self.map || self.animation.is_some() || self.sfx.is_some() || self.music.is_some()
    }
}

fn sprites(text: &str) -> Result<(u8, u8), String> {
    let (from, to) = text.split_once('-').ok_or("expected two sprites, such as 48-51")?;
    let number =
        |text: &str| text.parse().map_err(|_| format!("found {text:?}, expected a sprite from 0 to 255"));
    Ok((number(from)?, number(to)?))
}
