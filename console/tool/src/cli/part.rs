//! Options of `export` that name a part of a cart's data.

use super::play::DataArgs;
use super::sound::FileArgs;
use crate::options::{ExportPart, PartOptions};
use crate::sound::Piece;
use clap::Args;
use std::path::PathBuf;

/// The part; without one it is a page.
#[derive(Args)]
#[group(multiple = false)]
struct KindArgs {
    /// Write no page, but the sheet as a picture: NAME-sheet.png
    #[arg(long)]
    sheet: bool,
    /// Write no page, but the map as a picture: NAME-map.png
    #[arg(long)]
    map: bool,
    /// Write no page, but sprites side by side, such as 48-51: NAME-48-51.png
    #[arg(long, value_name = "FROM-TO", value_parser = sprites)]
    animation: Option<(u8, u8)>,
    /// Write no page, but the sound N: NAME-sfx-N.wav, or -o FILE.ogg
    #[arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64))]
    sfx: Option<u8>,
    /// Write no page, but the music from pattern N on: NAME-music-N.wav, or -o FILE.ogg
    #[arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64))]
    music: Option<u8>,
}

#[derive(Args)]
pub struct PartArgs {
    #[command(flatten)]
    kind: KindArgs,
    /// Enlarge a picture so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    scale: u8,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    data: DataArgs,
}

fn sprites(text: &str) -> Result<(u8, u8), String> {
    let (from, to) = text.split_once('-').ok_or("two sprites, such as 48-51")?;
    let number = |text: &str| text.parse().map_err(|_| format!("{text:?}: a sprite from 0 to 255"));
    Ok((number(from)?, number(to)?))
}

impl PartArgs {
    /// The part that was named.
    pub fn part(&self) -> Option<ExportPart> {
        let KindArgs { sheet, map, animation, sfx, music } = self.kind;
        match (sheet, map) {
            (true, _) => Some(ExportPart::Sheet),
            (_, true) => Some(ExportPart::Map),
            _ => animation
                .map(|(from, to)| ExportPart::Animation(from, to))
                .or(sfx.map(|n| ExportPart::Piece(Piece::Sfx(n))))
                .or(music.map(|n| ExportPart::Piece(Piece::Music(n)))),
        }
    }

    /// How it is written.
    pub fn options(self, cart: PathBuf, part: ExportPart, out: Option<PathBuf>) -> PartOptions {
        let file = self.file.file();
        PartOptions { cart, part, scale: self.scale.into(), file, out, data: self.data.data }
    }
}
