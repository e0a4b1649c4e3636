//! Options of commands that play: `run`, `view`, `play`.

use crate::error::ToolError;
use shelf::Entry;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use studio::Piece;

pub const DATA: &str = "Use the data files in DIR/sprites and DIR/sfx, or all data of a cartridge, instead of searching for them";

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct CartOptions {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png, .p8.rom or .lua, or a page with a cart
    #[cfg_attr(feature = "cli", arg(value_name = "NAME"))]
    pub cart: Option<PathBuf>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
}

impl CartOptions {
    pub fn path(&self) -> &Path {
        self.cart.as_deref().unwrap_or(Path::new(""))
    }
}

/// What draws the window; `Auto` tries the graphics card first.
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
    /// A cart of the shelf (see `rasher list`); a cartridge: FILE.p8, .p8.png, .p8.rom or .lua, or a page with a cart; a bug report,
    /// recording, kept run or save slot to watch; or a folder of cartridges. Without it, the shelf opens. Write ./NAME for a file that
    /// has the name of a cart
    #[cfg_attr(feature = "cli", arg(value_name = "NAME"))]
    pub cart: Option<PathBuf>,
    /// More folders of cartridges
    #[cfg_attr(feature = "cli", arg(value_name = "FOLDER"))]
    pub folders: Vec<PathBuf>,
    /// Start with this random seed (decimal, or hex after 0x)
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED", value_parser = seed))]
    pub seed: Option<u64>,
    /// Record the run to FILE
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub record: Option<PathBuf>,
    /// Quit after N frames
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=timeline::FRAMES_MAX)))]
    pub frames: Option<u64>,
    /// Resume the last run, with the current version of the cart, without asking
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "seed"))]
    pub resume: bool,
    /// Start a new run without asking whether to resume the last one
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "resume"))]
    pub fresh: bool,
    /// Play the cart's code as it is compiled into this program, not its module
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "watch"))]
    pub native: bool,
    /// Build a Rust cart's module, and replace it when you save a source; `cargo run` in the cart's own package does it
    #[cfg_attr(feature = "cli", arg(long))]
    pub watch: bool,
    /// In the debugger, compare the run with this recording or bug report
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub against: Option<PathBuf>,
    /// How to draw the window: with the graphics card, without it, or the first that works
    #[cfg_attr(feature = "cli", arg(long, value_name = "HOW", value_enum, default_value = "auto"))]
    pub renderer: Renderer,
    /// Buffer MS milliseconds of sound: more if it crackles, less for a shorter delay
    #[cfg_attr(feature = "cli", arg(long, value_name = "MS", value_parser = clap::value_parser!(u8).range(4..=200)))]
    pub sound_buffer: Option<u8>,
    /// Let an editor debug this window's run: the Debug Adapter Protocol on this port of this machine
    #[cfg_attr(feature = "cli", arg(long, value_name = "PORT"))]
    pub dap_port: Option<u16>,
    /// Print frame time statistics at the end
    #[cfg_attr(feature = "cli", arg(long))]
    pub stats: bool,
    /// Write what the cart sends with serial(0x805) to standard output as raw bytes, for a file or a program, instead of escaping it for a
    /// terminal
    #[cfg_attr(feature = "cli", arg(long))]
    pub serial: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub hung: Option<HungRun>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
    #[cfg_attr(feature = "cli", arg(skip))]
    pub home: Option<PathBuf>,
}

/// The hung run of a process that this one replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct HungRun {
    /// Start before the frame of this run that hung, in the menu or the debugger; for windows that restart themselves
    #[cfg_attr(
        feature = "cli",
        arg(id = "hung", long = "hung", value_name = "FILE", required = false, hide = true)
    )]
    pub file: PathBuf,
    #[cfg_attr(feature = "cli", arg(long = "hung-debugger", hide = true, requires = "hung"))]
    pub debugger: bool,
}

impl PlayOptions {
    /// Takes a folder's name for the shelf to open, unless a cart has that name.
    pub fn with_folders(mut self, carts: &[Entry]) -> Result<PlayOptions, ToolError> {
        let is_folder = |name: &Path| carts.iter().all(|cart| Path::new(cart.name) != name) && name.is_dir();
        if let Some(name) = self.cart.take_if(|name| is_folder(name)) {
            self.folders.insert(0, name);
        }
        let wrong = self.folders.iter().find(|folder| self.cart.is_some() || !folder.is_dir());
        if let Some(path) = wrong {
            return Err(ToolError::NotFolders { path: path.clone() });
        }
        // The shelf keeps favourites by absolute path.
        for folder in &mut self.folders {
            *folder = std::path::absolute(&*folder).unwrap_or_else(|_| folder.clone());
        }
        Ok(self)
    }

    pub fn run_source(&self) -> RunSource {
        let cart = self.cart.clone().filter(|cart| store::is_cartridge(cart));
        RunSource { cart, data: self.data.clone(), home: self.home.clone() }
    }

    /// The command line for these options, except `--resume` and `--fresh`, which are asked again.
    pub fn to_args(&self) -> Vec<OsString> {
        let path = |path: &Option<PathBuf>| path.clone().map(PathBuf::into_os_string);
        let number = |number: Option<u64>| number.map(|number| number.to_string().into());
        let renderer = match self.renderer {
            Renderer::Auto => "auto",
            Renderer::Gpu => "gpu",
            Renderer::Soft => "soft",
        };
        let values = [
            ("--home", path(&self.home)),
            ("--data", path(&self.data)),
            ("--record", path(&self.record)),
            ("--against", path(&self.against)),
            ("--seed", number(self.seed)),
            ("--frames", number(self.frames)),
            ("--sound-buffer", number(self.sound_buffer.map(u64::from))),
            ("--renderer", Some(renderer.into())),
            ("--hung", self.hung.as_ref().map(|hung| hung.file.clone().into())),
        ];
        let debugger = self.hung.as_ref().is_some_and(|hung| hung.debugger);
        let flags = [
            ("--native", self.native),
            ("--watch", self.watch),
            ("--stats", self.stats),
            ("--serial", self.serial),
            ("--hung-debugger", debugger),
        ];
        let mut args: Vec<OsString> = vec!["run".into()];
        args.extend(values.into_iter().filter_map(|(name, value)| Some([name.into(), value?])).flatten());
        args.extend(flags.into_iter().filter(|(_, on)| *on).map(|(name, _)| name.into()));
        args.push("--".into());
        args.extend(path(&self.cart));
        args.extend(self.folders.iter().map(OsString::from));
        args
    }
}

/// One sound, or the music.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", group(required = true, multiple = false))]
pub struct PieceOptions {
    /// The sound N, 0 to 63
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", group = "heard", value_parser = clap::value_parser!(u8).range(..64)))]
    sfx: Option<u8>,
    /// The music from pattern N, 0 to 63
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
    /// Quit at the end of the sound, instead of waiting for its file to be saved
    #[cfg_attr(feature = "cli", arg(long))]
    pub once: bool,
    /// Show the notes without playing them
    #[cfg_attr(feature = "cli", arg(long))]
    pub silent: bool,
    /// Print a line for each note instead of updating lines in place
    #[cfg_attr(feature = "cli", arg(long))]
    pub plain: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub cart: CartOptions,
}

/// How to find the cart of a recorded run.
#[derive(Clone, Debug, Default)]
pub struct RunSource {
    /// The cartridge; else the cart of that name on the shelf, or the cartridge next to the run.
    pub cart: Option<PathBuf>,
    pub data: Option<PathBuf>,
    /// Where kept runs are, for a run given by its cart's name.
    pub home: Option<PathBuf>,
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    number.map_err(|e| format!("{e}; expected a number below 2^64, decimal or 0x and hex digits"))
}
