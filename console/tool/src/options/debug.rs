//! Options of `debug`, `diff`, `bisect` and `trace`.

use super::window::{DATA, RunSource, seed};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The recorded runs that a command works on.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RunFiles {
    /// A recording, bug report, save slot or kept run, or the NAME or cartridge of a cart for its last run; put a cartridge first if FILE
    /// is a run of it
    #[cfg_attr(feature = "cli", arg(value_name = "FILE", required = true, num_args = 1..=2))]
    pub files: Vec<PathBuf>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
    #[cfg_attr(feature = "cli", arg(skip))]
    pub source: RunSource,
}

impl RunFiles {
    /// Moves the cartridge among the files to the source, unless it is the only file. False if the number of runs is unexpected.
    pub fn resolve(&mut self, home: Option<PathBuf>, expected: RangeInclusive<usize>) -> bool {
        let at = self.files.iter().position(|file| store::is_cartridge(file));
        let cart = at.map(|at| self.files.remove(at));
        if self.files.is_empty() && *expected.end() == 1 {
            self.files.extend(cart.clone());
        }
        self.source = RunSource { cart, data: self.data.clone(), home };
        expected.contains(&self.files.len())
    }

    pub fn path(&self, n: usize) -> &Path {
        self.files.get(n).map_or(Path::new(""), PathBuf::as_path)
    }
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct DebugOptions {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub run: RunFiles,
    /// Go to the moment after N frames, instead of the end or the report's frame; later frames do not run
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub goto: Option<u64>,
    /// Go to the first frame where CONDITION becomes true, such as `player.hp < 3` or `mem[0x5f28] != 0`
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION", group = "search"))]
    pub until: Option<String>,
    /// Search backwards from the end or from --goto
    #[cfg_attr(feature = "cli", arg(long, requires = "search"))]
    pub back: bool,
    /// Set a field at that moment, such as `player.hp=3`; can be repeated
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH=VALUE"))]
    pub set: Vec<String>,
    /// Change bytes at that moment, such as `0x2000=0a ff`; can be repeated
    #[cfg_attr(feature = "cli", arg(long, value_name = "ADDR=BYTES", value_parser = poke))]
    pub poke: Vec<(u16, Vec<u8>)>,
    /// Press other BUTTONS of player 1 in the next frame, such as `left+o` or `none`
    #[cfg_attr(feature = "cli", arg(long, value_name = "BUTTONS", requires = "branch"))]
    pub press: Option<String>,
    /// Run the rest of the recording with these changes, and write it to OUT as a recording
    #[cfg_attr(feature = "cli", arg(long, value_name = "OUT"))]
    pub branch: Option<PathBuf>,
    /// Print a field or an expression in Lua, such as `player`, `mobs[0].hp` or `#mobs > 3`; can be repeated
    #[cfg_attr(feature = "cli", arg(long, value_name = "EXPRESSION"))]
    pub print: Vec<String>,
    /// Print all values of WHAT up to that moment, such as `player.hp`, `mobs.len` or `mem[0x5f28]`; for memory also the last call that wrote
    /// it; can be repeated
    #[cfg_attr(feature = "cli", arg(long, value_name = "WHAT"))]
    pub history: Vec<String>,
    /// Print LEN bytes of memory from ADDR [default: 16 bytes]
    #[cfg_attr(feature = "cli", arg(long, value_name = "ADDR[,LEN]", value_parser = stretch))]
    pub mem: Option<(u16, usize)>,
    /// Print what changed since the previous frame
    #[cfg_attr(feature = "cli", arg(long))]
    pub changes: bool,
    /// Print the calls that drew the frame, with their lines in the cart
    #[cfg_attr(feature = "cli", arg(long))]
    pub calls: bool,
    /// Print the calls that painted pixel X,Y
    #[cfg_attr(feature = "cli", arg(long, value_name = "X,Y", value_parser = pixel))]
    pub pixel: Option<(u8, u8)>,
    /// Write the picture to OUT
    #[cfg_attr(feature = "cli", arg(long, value_name = "OUT"))]
    pub png: Option<PathBuf>,
    /// Enlarge the picture N times
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16)))]
    pub scale: u8,
    /// Write the last seconds before this moment to OUT: a GIF, or an animated PNG if OUT ends in .png
    #[cfg_attr(feature = "cli", arg(long, value_name = "OUT"))]
    pub movie: Option<PathBuf>,
    /// Seconds of --movie
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60)))]
    pub seconds: u32,
    /// Write a bug report of this moment to OUT, after showing its contents and asking
    #[cfg_attr(feature = "cli", arg(long, value_name = "OUT"))]
    pub report: Option<PathBuf>,
    /// Write the report without asking
    #[cfg_attr(feature = "cli", arg(long, requires = "report"))]
    pub yes: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub lines: LineOptions,
    /// Speak the Debug Adapter Protocol on standard input and output, for editors; without FILE, the editor's launch request names the
    /// cart as `program` and a recording of it as `run`
    #[cfg_attr(feature = "cli", arg(long))]
    pub dap: bool,
    /// Print one JSON object instead of text
    #[cfg_attr(feature = "cli", arg(long))]
    pub json: bool,
}

/// The line to go to, and what to print there. The lines of a Rust cart are those of its calls that draw or write memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct LineOptions {
    /// Go to a line, such as `game.p8:12`, `src/lib.rs:40` or `game.p8:12 if hp<3`; with --back, backwards; can be repeated
    #[cfg_attr(feature = "cli", arg(long = "break", value_name = "PLACE", group = "search"))]
    pub breakpoints: Vec<String>,
    /// Go to step N of the frame, from 0; --lines lists them
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub line: Option<u32>,
    /// Lua: go to the line that last wrote a field, such as `player.hp`
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH", conflicts_with = "line"))]
    pub writer: Option<String>,
    /// Step from that line: into, over, out, back, back-over or back-out; can be repeated
    #[cfg_attr(feature = "cli", arg(long = "step", value_name = "STEP"))]
    pub steps: Vec<String>,
    /// Print the call stack; of a Lua cart with variables
    #[cfg_attr(feature = "cli", arg(long))]
    pub stack: bool,
    /// Evaluate expressions in the innermost call, such as `hp,#mobs`, or fields of a Rust cart; can be repeated
    #[cfg_attr(feature = "cli", arg(long, value_name = "EXPR"))]
    pub eval: Vec<String>,
    /// Print all lines that the frame ran, in order; of a Rust cart those of its calls
    #[cfg_attr(feature = "cli", arg(long))]
    pub lines: bool,
    /// Print what a logpoint writes in all frames up to that moment, such as `game.p8:12: hp,x`; can be repeated
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLACE: EXPR"))]
    pub log: Vec<String>,
    /// Profile the last N frames, by function and by line
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..)))]
    pub profile: Option<u64>,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct DiffOptions {
    /// Compare after N frames [default: the last frame that both have]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub goto: Option<u64>,
    /// Print one JSON object instead of text
    #[cfg_attr(feature = "cli", arg(long))]
    pub json: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub runs: RunFiles,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct BisectOptions {
    /// Compare with a trace of another build (see `rasher trace`) instead of another recording
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub trace: Option<PathBuf>,
    /// Compare only pictures
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "trace"))]
    pub picture: bool,
    /// Print one JSON object instead of text
    #[cfg_attr(feature = "cli", arg(long))]
    pub json: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub runs: RunFiles,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct TraceOptions {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub run: RunFiles,
    /// Write to OUT instead of printing
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "OUT"))]
    pub out: Option<PathBuf>,
}

/// `ADDR` or `ADDR,LEN`.
fn stretch(text: &str) -> Result<(u16, usize), String> {
    let (addr, len) = text.split_once(',').unwrap_or((text, "16"));
    let addr = seed(addr)?.try_into().map_err(|_| "expected an address from 0 to 0xffff".to_string())?;
    Ok((addr, seed(len)?.min(0x1_0000) as usize))
}

/// `ADDR=BYTES`, the bytes in hex.
fn poke(text: &str) -> Result<(u16, Vec<u8>), String> {
    let (addr, bytes) =
        text.split_once('=').ok_or("expected an address, = and bytes, such as 0x2000=0a ff")?;
    let (addr, _) = stretch(addr)?;
    let byte = |word: &str| {
        u8::from_str_radix(word, 16).map_err(|_| format!("found {word:?}, expected a byte such as 0a"))
    };
    Ok((addr, bytes.split_whitespace().map(byte).collect::<Result<_, _>>()?))
}

fn pixel(text: &str) -> Result<(u8, u8), String> {
    let part = |part: &str| part.trim().parse().ok().filter(|v: &u8| *v < 128);
    let both = text.split_once(',').and_then(|(x, y)| Some((part(x)?, part(y)?)));
    both.ok_or_else(|| "expected two numbers from 0 to 127, such as 64,12".to_string())
}
