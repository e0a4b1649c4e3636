//! Options of the debugger's commands: `debug`, `diff`, `bisect`, `trace`.

use super::play::DataArgs;
use super::{seed, wrong};
use crate::options::{
    BisectOptions, BisectWith, DebugOptions, DiffOptions, LineOptions, RunSource, TraceOptions,
};
use clap::Args;
use std::path::PathBuf;
use store::is_cartridge;

/// The run that a command is about.
#[derive(Args)]
pub struct RunOf {
    /// A recording, bug report, save slot or kept run; or a cart's NAME: the run of it that was kept last. With a
    /// cartridge before it a run of that cart; a cartridge alone is the run of it that was kept last
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
}

impl RunOf {
    pub fn source(self, home: Option<PathBuf>) -> Result<(PathBuf, RunSource), clap::Error> {
        let (cart, mut files) = split(self.files);
        let file = files.pop().or_else(|| cart.clone());
        match file.filter(|_| files.is_empty()) {
            Some(file) => Ok((file, RunSource { cart, data: self.data.data, home })),
            None => {
                Err(wrong("expected one run, with a cartridge (.p8, .p8.png, .p8.rom) before it or none"))
            }
        }
    }
}

/// The cartridge among the files, and the others.
fn split(mut files: Vec<PathBuf>) -> (Option<PathBuf>, Vec<PathBuf>) {
    let at = files.iter().position(|file| is_cartridge(file));
    (at.map(|at| files.remove(at)), files)
}

#[derive(Args)]
pub struct DebugArgs {
    /// A recording, bug report, save slot or kept run; or a cart's NAME: the run of it that was kept last. With a
    /// cartridge before it a run of that cart; a cartridge alone is the run of it that was kept last
    #[arg(value_name = "FILE", required_unless_present = "dap", num_args = 1..=2)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
    /// Go to the moment after N frames, instead of the end or the report's frame; nothing after it is run
    #[arg(long, value_name = "N")]
    goto: Option<u64>,
    /// Go on to the first frame where CONDITION begins to hold, such as `player.hp < 3` or `mem[0x5f28] != 0`
    #[arg(long, value_name = "CONDITION", group = "search")]
    until: Option<String>,
    /// Search backward, from the end or from --goto
    #[arg(long, requires = "search")]
    back: bool,
    /// Give a field another value there, such as `player.hp=3`; may be given again
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Change bytes there, such as `0x2000=0a ff`; may be given again
    #[arg(long, value_name = "ADDR=BYTES", value_parser = poke)]
    poke: Vec<(u16, Vec<u8>)>,
    /// Let the first player hold other BUTTONS in the frame after it, such as `left+o` or `none`
    #[arg(long, value_name = "BUTTONS", requires = "branch")]
    press: Option<String>,
    /// Run the rest of the recording from there, with what was changed, and write it to OUT as a recording
    #[arg(long, value_name = "OUT")]
    branch: Option<PathBuf>,
    /// Print a field of the cart's state, such as `player` or `mobs[0].hp`; may be given again
    #[arg(long, value_name = "PATH")]
    print: Vec<String>,
    /// Print all values that WHAT had up to there, such as `player.hp`, `mobs.len` or `mem[0x5f28]`, and of memory the call that wrote it last;
    /// may be given again
    #[arg(long, value_name = "WHAT")]
    history: Vec<String>,
    /// Print memory from ADDR on, LEN bytes (default 16)
    #[arg(long, value_name = "ADDR[,LEN]", value_parser = stretch)]
    mem: Option<(u16, usize)>,
    /// Print what changed since the frame before
    #[arg(long)]
    changes: bool,
    /// Print the calls that drew the frame, with the lines of the cart that made them
    #[arg(long)]
    calls: bool,
    /// Print the calls that painted the pixel X,Y of the frame
    #[arg(long, value_name = "X,Y", value_parser = pixel)]
    pixel: Option<(u8, u8)>,
    /// Write the picture to OUT
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Enlarge the picture N times
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    scale: u8,
    /// Write the last seconds before this moment to OUT, an animation: a GIF, or with the ending .png an animated PNG
    #[arg(long, value_name = "OUT")]
    movie: Option<PathBuf>,
    /// Seconds of --movie
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    seconds: u32,
    /// Show what a bug report of this moment contains, ask, and write it to OUT
    #[arg(long, value_name = "OUT")]
    report: Option<PathBuf>,
    /// Write the report without asking
    #[arg(long, requires = "report")]
    yes: bool,
    #[command(flatten)]
    lines: LineArgs,
    /// Speak the Debug Adapter Protocol on the standard input and output, as editors do; without FILE the editor's launch
    /// names the cart as `program`, and a recording of it as `run`
    #[arg(long)]
    dap: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Of carts in Lua
#[derive(Args)]
struct LineArgs {
    /// Lua: go on to the line PLACE, such as `game.p8:12`, or `game.p8:12 if hp<3`; with --back before it. May be given again
    #[arg(long = "break", value_name = "PLACE", group = "search")]
    breakpoints: Vec<String>,
    /// Lua: go to the step N of the frame, from 0; see --lines
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// Lua: go to the line that wrote a field last, such as `player.hp`
    #[arg(long, value_name = "PATH", conflicts_with = "line")]
    writer: Option<String>,
    /// Lua: step from there: into, over, out, back, back-over or back-out; may be given again
    #[arg(long = "step", value_name = "STEP")]
    steps: Vec<String>,
    /// Lua: print the calls under way with their variables
    #[arg(long)]
    stack: bool,
    /// Lua: print what expressions are worth in the innermost call, such as `hp,#mobs`; may be given again
    #[arg(long, value_name = "EXPR")]
    eval: Vec<String>,
    /// Lua: print all lines of the frame in their order
    #[arg(long)]
    lines: bool,
    /// Lua: print what a line would have written in all frames up to there, such as `game.p8:12: hp,x`; may be given again
    #[arg(long, value_name = "PLACE: EXPR")]
    log: Vec<String>,
    /// Lua: print where the time went in the last N frames, by function and by line
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    profile: Option<u64>,
}

impl LineArgs {
    fn options(self) -> LineOptions {
        let LineArgs { breakpoints, line, writer, steps, stack, eval, lines, log, profile } = self;
        LineOptions { breakpoints, line, writer, steps, stack, eval, lines, log, profile }
    }
}

impl DebugArgs {
    pub fn options(self, home: Option<PathBuf>) -> Result<DebugOptions, clap::Error> {
        let DebugArgs {
            files,
            data,
            goto,
            until,
            back,
            set,
            poke,
            press,
            branch,
            print,
            history,
            mem,
            changes,
            calls,
            pixel,
            png,
            scale,
            movie,
            seconds,
            report,
            yes,
            lines,
            dap,
            json,
        } = self;
        let (file, source) = match files.is_empty() {
            true => (PathBuf::new(), RunSource { cart: None, data: data.data, home }),
            false => RunOf { files, data }.source(home)?,
        };
        Ok(DebugOptions {
            file,
            goto,
            until,
            back,
            set,
            poke,
            press,
            branch,
            print,
            history,
            mem,
            changes,
            calls,
            pixel,
            png,
            scale,
            movie,
            seconds,
            report,
            yes,
            lines: lines.options(),
            dap,
            json,
            source,
        })
    }
}

#[derive(Args)]
pub struct DiffArgs {
    /// Two recordings, bug reports, save slots or kept runs, or carts' NAMEs: the runs of them that were kept last. With a
    /// cartridge before them runs of that cart
    #[arg(value_name = "FILE", required = true, num_args = 2..=3)]
    files: Vec<PathBuf>,
    /// Compare after N frames, instead of the last that both have
    #[arg(long, value_name = "N")]
    goto: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl DiffArgs {
    pub fn options(self, home: Option<PathBuf>) -> Result<DiffOptions, clap::Error> {
        let DiffArgs { files, goto, json, data } = self;
        let (cart, files) = split(files);
        let [a, b] = files.try_into().map_err(|_| wrong(TWO))?;
        let source = RunSource { cart, data: data.data, home };
        Ok(DiffOptions { a, b, goto, json, source })
    }
}

#[derive(Args)]
pub struct BisectArgs {
    /// Two recordings, bug reports, save slots or kept runs, or carts' NAMEs: the runs of them that were kept last; with
    /// --trace one. With a cartridge before them runs of that cart
    #[arg(value_name = "FILE", required = true, num_args = 1..=3)]
    files: Vec<PathBuf>,
    /// Compare with the trace of another build (see `rasher trace`) instead of another recording
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Compare pictures alone
    #[arg(long, conflicts_with = "trace")]
    picture: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl BisectArgs {
    pub fn options(self, home: Option<PathBuf>) -> Result<BisectOptions, clap::Error> {
        let BisectArgs { files, trace, picture, json, data } = self;
        let (cart, files) = split(files);
        let mut files = files.into_iter();
        let (a, b) = (files.next(), files.next());
        let (a, with) = match (a, b, trace) {
            (Some(a), None, Some(trace)) => (a, BisectWith::Trace(trace)),
            (_, _, Some(_)) => return Err(wrong("expected one run, to be compared with the trace")),
            (Some(a), Some(b), None) if files.next().is_none() => {
                (a, if picture { BisectWith::Picture(b) } else { BisectWith::State(b) })
            }
            _ => return Err(wrong(TWO)),
        };
        Ok(BisectOptions { a, with, json, source: RunSource { cart, data: data.data, home } })
    }
}

/// What two runs are asked for with.
const TWO: &str = "two runs are required, with a cartridge (.p8, .p8.png, .p8.rom) before them or none";

#[derive(Args)]
pub struct TraceArgs {
    #[command(flatten)]
    run: RunOf,
    /// Write to OUT instead of printing
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,
}

impl TraceArgs {
    pub fn options(self, home: Option<PathBuf>) -> Result<TraceOptions, clap::Error> {
        let (file, source) = self.run.source(home)?;
        Ok(TraceOptions { file, out: self.out, source })
    }
}

/// An address, and how many bytes.
fn stretch(text: &str) -> Result<(u16, usize), String> {
    let (addr, len) = text.split_once(',').unwrap_or((text, "16"));
    let addr = seed(addr)?.try_into().map_err(|_| "expected an address from 0 to 0xffff".to_string())?;
    Ok((addr, seed(len)?.min(0x1_0000) as usize))
}

/// An address, and bytes in hex.
fn poke(text: &str) -> Result<(u16, Vec<u8>), String> {
    let (addr, bytes) =
        text.split_once('=').ok_or("expected an address, = and bytes, such as 0x2000=0a ff")?;
    let (addr, _) = stretch(addr)?;
    let byte =
        |word: &str| u8::from_str_radix(word, 16).map_err(|_| format!("{word:?} is no byte such as 0a"));
    Ok((addr, bytes.split_whitespace().map(byte).collect::<Result<_, _>>()?))
}

/// A pixel of the screen.
fn pixel(text: &str) -> Result<(u8, u8), String> {
    let part = |part: &str| part.trim().parse().ok().filter(|v: &u8| *v < 128);
    let both = text.split_once(',').and_then(|(x, y)| Some((part(x)?, part(y)?)));
    both.ok_or_else(|| "expected two numbers from 0 to 127, such as 64,12".to_string())
}
