//! Options of the commands for sound: `render`, `play`.

use super::play::DataArgs;
use crate::options::{ListenOptions, RenderOptions};
use crate::sound::Piece;
use clap::Args;
use std::path::PathBuf;

/// What is heard: a sound, or the music.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct PieceArgs {
    /// The sound N alone, 0 to 63
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..64))]
    sfx: Option<u8>,
    /// The music from pattern N on, 0 to 63
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..64))]
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

#[derive(Args)]
pub struct RenderArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: Option<String>,
    #[command(flatten)]
    piece: PieceArgs,
    /// Write N seconds, at most an hour; default: to the end of the sound, or five minutes of music that has no end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: Option<u32>,
    /// The file: 16 bits, one channel, 22,050 samples a second
    #[arg(long, value_name = "OUT")]
    wav: PathBuf,
    /// Write each of the four channels to a file of its own: OUT-0.wav to OUT-3.wav
    #[arg(long)]
    channels: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl RenderArgs {
    /// How that cart's sound is written.
    pub fn options(self, cart: String) -> RenderOptions {
        let RenderArgs { cart: _, piece, seconds, wav, channels, data } = self;
        RenderOptions { cart, piece: piece.piece(), seconds, wav, channels, data: data.data }
    }
}

#[derive(Args)]
pub struct ListenArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: Option<String>,
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
    pub fn options(self, cart: String) -> ListenOptions {
        let ListenArgs { cart: _, piece, seconds, once, silent, plain, data } = self;
        ListenOptions { cart, piece: piece.piece(), seconds, once, silent, plain, data: data.data }
    }
}
