//! Options that reach code which does not know clap: it is there where the crate has its feature `cli`.

use crate::error::ToolError;
use crate::open::open;
use crate::sound::Piece;
use loader::Loaded;
use shelf::Entry;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The help of `--data`.
pub const DATA: &str =
    "Take data files from DIR/sprites and DIR/sfx instead of looking for them, or all data from a cartridge";

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct CartOptions {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[cfg_attr(feature = "cli", arg(value_name = "NAME"))]
    pub cart: Option<PathBuf>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
}

impl CartOptions {
    pub fn path(&self) -> &Path {
        self.cart.as_deref().unwrap_or(Path::new(""))
    }

    /// The cart with its data.
    pub fn open(&self, carts: &'static [Entry]) -> Result<Loaded, ToolError> {
        open(carts, self.path(), self.data.as_deref())
    }
}

/// What draws into the window; `Auto` is the graphics card, else the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Renderer {
    #[default]
    Auto,
    Gpu,
    Soft,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PlayOptions {
    /// A cart of the shelf (see `rasher list`), a cartridge: FILE.p8, .p8.png or .p8.rom, a bug report: FILE.report, a
    /// recording, kept run or save slot to look at, or a folder of cartridges to choose from; none for the boot screen. The
    /// name of a cart of the shelf means that cart: say ./NAME for a file or folder that is called so
    #[cfg_attr(feature = "cli", arg(value_name = "NAME"))]
    pub cart: Option<PathBuf>,
    /// More folders of cartridges
    #[cfg_attr(feature = "cli", arg(value_name = "FOLDER"))]
    pub folders: Vec<PathBuf>,
    /// Start the run from this seed (decimal, or 0x and hex digits)
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED", value_parser = seed))]
    pub seed: Option<u64>,
    /// Write a recording of the run to FILE when it ends
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub record: Option<PathBuf>,
    /// Quit after N frames
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=timeline::FRAMES_MAX)))]
    pub frames: Option<u64>,
    /// Continue the last run, with the cart as it is now, without asking
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "seed"))]
    pub resume: bool,
    /// Start a new run without asking whether to continue the last one
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "resume"))]
    pub fresh: bool,
    /// In the debugger: compare the run with this recording or bug report
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub against: Option<PathBuf>,
    /// Draw by the graphics card, or without one
    #[cfg_attr(feature = "cli", arg(long, value_name = "HOW", value_enum, default_value = "auto"))]
    pub renderer: Renderer,
    /// Let the sound device buffer MS milliseconds: more where sound crackles, less for a shorter delay
    #[cfg_attr(feature = "cli", arg(long, value_name = "MS", value_parser = clap::value_parser!(u8).range(4..=200)))]
    pub sound_buffer: Option<u8>,
    /// Print the spread of frame times at the end
    #[cfg_attr(feature = "cli", arg(long))]
    pub stats: bool,
    /// Write what the cart sends by serial(0x805) to the standard output as raw bytes, for a file or a program; without it they are spelt
    /// out, since a terminal obeys such bytes
    #[cfg_attr(feature = "cli", arg(long))]
    pub serial: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub hung: Option<HungRun>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
    #[cfg_attr(feature = "cli", arg(skip))]
    pub home: Option<PathBuf>,
}

/// A run that does not come back from its last frame, in a program whose place this one takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct HungRun {
    /// Begin before the last frame of this run, which did not come back, with the menu or the debugger: what a window says that begins
    /// anew
    #[cfg_attr(
        feature = "cli",
        arg(id = "hung", long = "hung", value_name = "FILE", required = false, hide = true)
    )]
    pub file: PathBuf,
    #[cfg_attr(feature = "cli", arg(long = "hung-debugger", hide = true, requires = "hung"))]
    pub debugger: bool,
}

impl PlayOptions {
    /// The same, where a name that is a folder's opens the shelf with it. The name of a cart means that cart.
    pub fn with_folders(mut self, carts: &[Entry]) -> Result<PlayOptions, ToolError> {
        let is_folder = |name: &Path| carts.iter().all(|cart| Path::new(cart.name) != name) && name.is_dir();
        if let Some(name) = self.cart.take_if(|name| is_folder(name)) {
            self.folders.insert(0, name);
        }
        let wrong = self.folders.iter().find(|folder| self.cart.is_some() || !folder.is_dir());
        if let Some(path) = wrong {
            return Err(ToolError::NotFolders { path: path.clone() });
        }
        // What is marked of a cart is kept by its whole path.
        for folder in &mut self.folders {
            *folder = std::path::absolute(&*folder).unwrap_or_else(|_| folder.clone());
        }
        Ok(self)
    }

    /// What runs need that are looked at or held against the one that is played.
    pub fn run_source(&self) -> RunSource {
        let cart = self.cart.clone().filter(|cart| store::is_cartridge(cart));
        RunSource { cart, data: self.data.clone(), home: self.home.clone() }
    }

    /// The words of a command line that says this; whether a run is gone on with is asked there.
    pub fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["run".into()];
        let mut add = |name: &str, value: Option<OsString>| {
            words.extend(value.into_iter().flat_map(|value| [name.into(), value]));
        };
        let path = |path: &Option<PathBuf>| path.clone().map(PathBuf::into_os_string);
        let number = |number: Option<u64>| number.map(|number| number.to_string().into());
        add("--home", path(&self.home));
        add("--data", path(&self.data));
        add("--record", path(&self.record));
        add("--against", path(&self.against));
        add("--seed", number(self.seed));
        add("--frames", number(self.frames));
        add("--sound-buffer", number(self.sound_buffer.map(u64::from)));
        let renderer = match self.renderer {
            Renderer::Auto => "auto",
            Renderer::Gpu => "gpu",
            Renderer::Soft => "soft",
        };
        add("--renderer", Some(renderer.into()));
        add("--hung", self.hung.as_ref().map(|hung| hung.file.clone().into_os_string()));
        let debugger = self.hung.as_ref().is_some_and(|hung| hung.debugger);
        let flags = [("--stats", self.stats), ("--serial", self.serial), ("--hung-debugger", debugger)];
        words.extend(flags.into_iter().filter(|(_, on)| *on).map(|(name, _)| name.into()));
        words.push("--".into());
        words.extend(path(&self.cart));
        words.extend(self.folders.iter().cloned().map(PathBuf::into_os_string));
        words
    }
}

/// A sound, or the music: clap lets exactly one pass.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", group(required = true, multiple = false))]
pub struct PieceOptions {
    /// The sound N alone, 0 to 63
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    sfx: Option<u8>,
    /// The music from pattern N on, 0 to 63
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    music: Option<u8>,
}

impl PieceOptions {
    pub fn piece(&self) -> Piece {
        self.sfx.map_or(Piece::Music(self.music.unwrap_or(0)), Piece::Sfx)
    }
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PlaySoundOptions {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub piece: PieceOptions,
    /// Quit after N seconds
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=86_400)))]
    pub seconds: Option<u32>,
    /// Quit when the sound is over, instead of waiting for its file to be saved again
    #[cfg_attr(feature = "cli", arg(long))]
    pub once: bool,
    /// Open no sound device: the notes pass at the same pace
    #[cfg_attr(feature = "cli", arg(long))]
    pub silent: bool,
    /// Print a line for each note instead of rewriting the last ones
    #[cfg_attr(feature = "cli", arg(long))]
    pub plain: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub cart: CartOptions,
}

/// What a recorded run needs beside its file.
#[derive(Clone, Debug, Default)]
pub struct RunSource {
    /// The cartridge that it is a run of; else the cart of its name on the shelf, or the cartridge beside it.
    pub cart: Option<PathBuf>,
    pub data: Option<PathBuf>,
    /// Where a person's files are: a cart's name stands for the run of it that was kept there.
    pub home: Option<PathBuf>,
}

/// A number from 0 to 2^64 - 1, decimal or hex.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    number.map_err(|e| format!("{e}; expected a number below 2^64, decimal or 0x and hex digits"))
}
