//! Options of `render`, and of `export` for a part of a cart's data.

use super::CartOptions;
use super::window::PieceOptions;
use std::path::PathBuf;
use studio::SoundFile;

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct SoundFileOptions {
    /// Write N seconds, at most an hour, whatever is played; default: to the end, and of what loops as the two options below say
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", requires = "heard", value_parser = clap::value_parser!(u16).range(1..=i64::from(SoundFile::SECONDS))))]
    seconds: Option<u16>,
    /// Of what loops write what comes before the loop and N rounds of it; default: 2
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", requires = "heard", conflicts_with = "seconds", value_parser = clap::value_parser!(u8).range(1..=i64::from(SoundFile::LOOPS))))]
    loops: Option<u8>,
    /// Behind the rounds let it go on and fade out over SECONDS; 0 cuts at the loop's end; default: 5
    #[cfg_attr(feature = "cli", arg(long, value_name = "SECONDS", requires = "heard", conflicts_with = "seconds", value_parser = clap::value_parser!(u8).range(..=i64::from(SoundFile::FADE))))]
    fade: Option<u8>,
    /// Samples a second, 22050, 44100 or 48000; default: 22050, which is what the machine makes
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
    /// The file: a .wav of 16 bits, or an .ogg of Vorbis; one channel
    #[cfg_attr(feature = "cli", arg(short, long, visible_alias = "wav", value_name = "OUT"))]
    pub out: PathBuf,
    /// Write each of the four channels to a file of its own: OUT-0.wav to OUT-3.wav
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
    /// Write no page, but the sheet as a picture: NAME-sheet.png
    #[cfg_attr(feature = "cli", arg(long))]
    pub sheet: bool,
    /// Write no page, but the map as a picture: NAME-map.png
    #[cfg_attr(feature = "cli", arg(long))]
    pub map: bool,
    /// Write no page, but sprites side by side, such as 48-51: NAME-48-51.png
    #[cfg_attr(feature = "cli", arg(long, value_name = "FROM-TO", value_parser = sprites))]
    pub animation: Option<(u8, u8)>,
    /// Write no page, but the sound N: NAME-sfx-N.wav, or -o FILE.ogg
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    pub sfx: Option<u8>,
    /// Write no page, but the music from pattern N on: NAME-music-N.wav, or -o FILE.ogg
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    pub music: Option<u8>,
}

impl PartOptions {
    pub fn is_any(&self) -> bool {
        self.sheet || self.map || self.animation.is_some() || self.sfx.is_some() || self.music.is_some()
    }
}

fn sprites(text: &str) -> Result<(u8, u8), String> {
    let (from, to) = text.split_once('-').ok_or("two sprites, such as 48-51")?;
    let number = |text: &str| text.parse().map_err(|_| format!("{text:?}: a sprite from 0 to 255"));
    Ok((number(from)?, number(to)?))
}
