//! Options of the commands for sound: `render`, `play`, and of `export` for a sound or tune.

use super::play::DataArgs;
use crate::options::{ListenOptions, RenderOptions};
use crate::sound::{Piece, SoundFile};
use clap::Args;
use std::path::PathBuf;

/// What is heard: a sound, or the music.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct PieceArgs {
    /// The sound N alone, 0 to 63
    #[arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64))]
    sfx: Option<u8>,
    /// The music from pattern N on, 0 to 63
    #[arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64))]
    music: Option<u8>,
}

impl PieceArgs {
    /// The one that was named; clap lets nothing else pass.
    fn piece(&self) -> Piece {
        match self.sfx {
            Some(n) => Piece::Sfx(n),
            None => Piece::Music(self.music.unwrap_or(0)),
        }
    }
}

/// How long a file of sound is, and its rate.
#[derive(Args)]
pub struct FileArgs {
    /// Write N seconds, at most an hour, whatever is played; default: to the end, and of what loops as the two options below say
    #[arg(long, value_name = "N", requires = "heard", value_parser = clap::value_parser!(u16).range(1..=i64::from(SoundFile::SECONDS)))]
    seconds: Option<u16>,
    /// Of what loops write what comes before the loop and N rounds of it; default: 2
    #[arg(long, value_name = "N", requires = "heard", conflicts_with = "seconds", value_parser = clap::value_parser!(u8).range(1..=i64::from(SoundFile::LOOPS)))]
    loops: Option<u8>,
    /// Behind the rounds let it go on and fade out over SECONDS; 0 cuts at the loop's end; default: 5
    #[arg(long, value_name = "SECONDS", requires = "heard", conflicts_with = "seconds", value_parser = clap::value_parser!(u8).range(..=i64::from(SoundFile::FADE)))]
    fade: Option<u8>,
    /// Samples a second, 22050, 44100 or 48000; default: 22050, which is what the machine makes
    #[arg(long, value_name = "HZ", requires = "heard", value_parser = rate)]
    rate: Option<u32>,
}

fn rate(text: &str) -> Result<u32, String> {
    let known = |rate: &u32| SoundFile::RATES.contains(rate);
    text.parse().ok().filter(known).ok_or_else(|| "expected 22050, 44100 or 48000".to_string())
}

impl FileArgs {
    /// What was named, and for the rest what is usual.
    pub fn file(&self) -> SoundFile {
        let usual = SoundFile::default();
        SoundFile {
            seconds: self.seconds,
            loops: self.loops.unwrap_or(usual.loops),
            fade: self.fade.unwrap_or(usual.fade),
            rate: self.rate.unwrap_or(usual.rate),
        }
    }
}

#[derive(Args)]
pub struct RenderArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: Option<PathBuf>,
    #[command(flatten)]
    piece: PieceArgs,
    #[command(flatten)]
    file: FileArgs,
    /// The file: a .wav of 16 bits, or an .ogg of Vorbis; one channel
    #[arg(short, long, visible_alias = "wav", value_name = "OUT")]
    out: PathBuf,
    /// Write each of the four channels to a file of its own: OUT-0.wav to OUT-3.wav
    #[arg(long)]
    channels: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl RenderArgs {
    /// How that cart's sound is written.
    pub fn options(self, cart: PathBuf) -> RenderOptions {
        let RenderArgs { cart: _, piece, file, out, channels, data } = self;
        RenderOptions { cart, piece: piece.piece(), file: file.file(), out, channels, data: data.data }
    }
}

#[derive(Args)]
pub struct ListenArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: Option<PathBuf>,
    #[command(flatten)]
    piece: PieceArgs,
    /// Quit after N seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: Option<u32>,
    /// Quit when the sound is over, instead of waiting for its file to be saved again
    #[arg(long)]
    once: bool,
    /// Open no sound device: the notes pass at the same pace
    #[arg(long)]
    silent: bool,
    /// Print a line for each note instead of rewriting the last ones
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl ListenArgs {
    /// How that cart's sound is played.
    pub fn options(self, cart: PathBuf) -> ListenOptions {
        let ListenArgs { cart: _, piece, seconds, once, silent, plain, data } = self;
        ListenOptions { cart, piece: piece.piece(), seconds, once, silent, plain, data: data.data }
    }
}
