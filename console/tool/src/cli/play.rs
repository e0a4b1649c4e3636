//! Options of the commands that play a cart, run it, replay it or pack it, and that take a picture for it.

use super::debug::RunOf;
use super::seed;
use crate::options::{HungRun, ImportOptions, PackOptions, PlayOptions, Renderer, ReplayOptions, RunOptions};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Where a cart's data files are looked for.
#[derive(Args)]
pub struct DataArgs {
    /// Take data files from DIR/sprites and DIR/sfx instead of looking for them, or all data from a cartridge
    #[arg(long, value_name = "DIR|FILE")]
    pub data: Option<PathBuf>,
}

/// The values of `--renderer`.
#[derive(Clone, Copy, ValueEnum)]
enum RendererArg {
    Auto,
    Gpu,
    Soft,
}

#[derive(Args)]
pub struct PlayArgs {
    /// A cart of the shelf (see `rasher list`), a cartridge: FILE.p8, .p8.png or .p8.rom, a bug report: FILE.report, a
    /// recording, kept run or save slot to look at, or a folder of cartridges to choose from; none for the boot screen. The
    /// name of a cart of the shelf means that cart: say ./NAME for a file or folder that is called so
    #[arg(value_name = "NAME")]
    pub cart: Option<PathBuf>,
    /// More folders of cartridges
    #[arg(value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
    /// Start the run from this seed (decimal, or 0x and hex digits)
    #[arg(long, value_name = "SEED", value_parser = seed)]
    seed: Option<u64>,
    /// Write a recording of the run to FILE when it ends
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Quit after N frames
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=timeline::FRAMES_MAX))]
    frames: Option<u64>,
    /// Continue the last run, with the cart as it is now, without asking
    #[arg(long, conflicts_with = "seed")]
    pub resume: bool,
    /// Start a new run without asking whether to continue the last one
    #[arg(long, conflicts_with = "resume")]
    fresh: bool,
    /// In the debugger: compare the run with this recording or bug report
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Draw by the graphics card, or without one
    #[arg(long, value_name = "HOW", value_enum, default_value = "auto")]
    renderer: RendererArg,
    /// Let the sound device buffer MS milliseconds: more where sound crackles, less for a shorter delay
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u8).range(4..=200))]
    sound_buffer: Option<u8>,
    /// Print the spread of frame times at the end
    #[arg(long)]
    stats: bool,
    /// Write what the cart sends by serial(0x805) to the standard output as raw bytes, for a file or a program; without it they are spelt
    /// out, since a terminal obeys such bytes
    #[arg(long)]
    serial: bool,
    /// Begin before the last frame of this run, which did not come back, with the menu or the debugger: what a window says that begins
    /// anew
    #[arg(long, value_name = "FILE", hide = true)]
    hung: Option<PathBuf>,
    #[arg(long, hide = true, requires = "hung")]
    hung_debugger: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl PlayArgs {
    pub fn options(self, home: Option<PathBuf>) -> PlayOptions {
        let renderer = match self.renderer {
            RendererArg::Auto => Renderer::Auto,
            RendererArg::Gpu => Renderer::Gpu,
            RendererArg::Soft => Renderer::Soft,
        };
        PlayOptions {
            cart: self.cart,
            folders: self.folders,
            seed: self.seed,
            record: self.record,
            frames: self.frames,
            resume: self.resume,
            fresh: self.fresh,
            against: self.against,
            renderer,
            sound_buffer: self.sound_buffer,
            stats: self.stats,
            serial: self.serial,
            data: self.data.data,
            home,
            hung: self.hung.map(|file| HungRun { file, debugger: self.hung_debugger }),
        }
    }
}

impl PlayOptions {
    /// The words of a command line that says this; whether a run is gone on with is asked there.
    pub fn words(&self) -> Vec<OsString> {
        let PlayOptions {
            cart, folders, seed, record, frames, against, renderer, sound_buffer, hung, ..
        } = self;
        let mut words: Vec<OsString> = vec!["run".into()];
        let mut add = |name: &str, value: Option<OsString>| {
            words.extend(value.into_iter().flat_map(|value| [name.into(), value]));
        };
        let path = |path: &Option<PathBuf>| path.clone().map(PathBuf::into_os_string);
        let number = |number: Option<u64>| number.map(|number| number.to_string().into());
        add("--home", path(&self.home));
        add("--data", path(&self.data));
        add("--record", path(record));
        add("--against", path(against));
        add("--seed", number(*seed));
        add("--frames", number(*frames));
        add("--sound-buffer", number(sound_buffer.map(u64::from)));
        let renderer = match renderer {
            Renderer::Auto => "auto",
            Renderer::Gpu => "gpu",
            Renderer::Soft => "soft",
        };
        add("--renderer", Some(renderer.into()));
        add("--hung", hung.as_ref().map(|hung| hung.file.clone().into_os_string()));
        let debugger = hung.as_ref().is_some_and(|hung| hung.debugger);
        let flags = [("--stats", self.stats), ("--serial", self.serial), ("--hung-debugger", debugger)];
        words.extend(flags.into_iter().filter(|(_, on)| *on).map(|(name, _)| name.into()));
        words.push("--".into());
        words.extend(path(cart));
        words.extend(folders.iter().cloned().map(PathBuf::into_os_string));
        words
    }
}

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub play: PlayArgs,
    /// Run without a window, as fast as possible
    #[arg(long)]
    pub headless: bool,
    /// Press buttons as FILE says: lines like `12 right` or `1 o`, or a recorded run
    #[arg(long, value_name = "FILE", requires = "headless")]
    input: Option<PathBuf>,
    /// Write the last picture to OUT
    #[arg(long, value_name = "OUT", requires = "headless")]
    png: Option<PathBuf>,
    /// Enlarge the picture N times
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    scale: u8,
    /// Print the digest of the last state
    #[arg(long, requires = "headless")]
    digest: bool,
    /// Print how many lines of a cart in Lua were reached, and the lines and functions that were not
    #[arg(long, requires = "headless")]
    coverage: bool,
}

impl RunArgs {
    /// How that cart is run without a window.
    pub fn options(self, cart: PathBuf, home: Option<PathBuf>) -> RunOptions {
        let RunArgs { play, input, png, scale, digest, coverage, headless: _ } = self;
        let PlayArgs { seed, record, frames, data, serial, .. } = play;
        let data = data.data;
        RunOptions { cart, seed, record, frames, input, png, scale, digest, coverage, serial, data, home }
    }
}

#[derive(Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    run: RunOf,
    /// Write the last picture to OUT, enlarged four times
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
}

impl ReplayArgs {
    pub fn options(self, home: Option<PathBuf>) -> Result<ReplayOptions, clap::Error> {
        let (file, source) = self.run.source(home)?;
        Ok(ReplayOptions { file, png: self.png, source })
    }
}

#[derive(Args)]
pub struct ImportArgs {
    /// A picture of at most 128x128 pixels, or such a one enlarged: PNG, BMP, GIF, WebP, QOI or JPEG; Aseprite's file, all frames side by side;
    /// a map of Tiled (.tmx, .tmj) or LDtk (.ldtk); a cartridge, for all its data
    #[arg(value_name = "FILE")]
    picture: PathBuf,
    /// The cart whose file it becomes: sprites/NAME.png, sprites/NAME.map, or all five; or a
    /// cartridge's file with such folders beside it
    #[arg(value_name = "NAME")]
    name: OsString,
    /// Write FILE instead
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace what is there already
    #[arg(long)]
    overwrite: bool,
    /// Write into DIR/sprites instead of looking for a folder with sprites and sfx
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl ImportArgs {
    pub fn options(self) -> ImportOptions {
        let ImportArgs { picture, name, output, overwrite, data } = self;
        let name = name.to_string_lossy().into_owned();
        ImportOptions { picture, name, output, overwrite, data }
    }
}

#[derive(Args)]
pub struct PackArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: Option<PathBuf>,
    /// The cartridge: FILE.p8.png (a picture), .p8 (text) or .p8.rom (bytes); default NAME.p8.png
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What is on the label: a 128x128 PNG in the console's colours, or the number of a frame of a run without input
    /// (default: the label of the cartridge if it has one, or frame 60)
    #[arg(long, value_name = "FILE|FRAME")]
    label: Option<String>,
    #[command(flatten)]
    data: DataArgs,
}

impl PackArgs {
    /// How that cart is packed.
    pub fn options(self, cart: PathBuf) -> PackOptions {
        PackOptions { cart, output: self.output, label: self.label, data: self.data.data }
    }
}
