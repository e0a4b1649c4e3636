//! The engines that run a cart, Rasher among them, and their drivers.
//!
//! ```text
//! Rasher       this program, as a child             ours.rs
//! --core       a libretro core                      drivers/libretro.c, built by `cc`
//! --engine     NAME=COMMAND, words with spaces between them; {cart} is the cart, {sdl12} drivers/sdl12.c as a library
//! ```
//!
//! Every command gets FARM_TICKS, FARM_SCRIPT and FARM_OUT, see `drivers/farm.h`, and a new empty folder as its home, so
//! that no engine sees saved data.

use crate::buttons::script;
use crate::carts;
use crate::child::{self, Ending};
use crate::run_file::Run;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const HEADER: &str = include_str!("../drivers/farm.h");
const LIBRETRO: &str = include_str!("../drivers/libretro.c");
const SDL12: &str = include_str!("../drivers/sdl12.c");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    pub name: String,
    /// Words of its command; `{cart}` stands for the cart.
    pub words: Vec<String>,
}

impl Engine {
    /// Rasher itself: this program as a child.
    pub fn ours(program: &Path) -> Engine {
        let words = [program.display().to_string(), "--child".into(), "{cart}".into()];
        Engine { name: "Rasher".into(), words: words.into() }
    }

    /// A libretro core, by its driver in `drivers`, which is built if needed.
    pub fn core(core: &Path, drivers: &Path) -> Result<Engine, String> {
        let name = core.file_stem().unwrap_or_default().to_string_lossy().replace("_libretro", "");
        let core = fs::canonicalize(core).map_err(|error| format!("{}: {error}", core.display()))?;
        let driver = drivers.join("libretro");
        build(&driver, drivers, ("libretro.c", LIBRETRO), &["-rdynamic"], &["-ldl"])?;
        let words = [driver.display().to_string(), core.display().to_string(), "{cart}".into()];
        Ok(Engine { name, words: words.into() })
    }

    /// `NAME=COMMAND`.
    pub fn command(text: &str, drivers: &Path) -> Result<Engine, String> {
        let expected = "expected NAME=COMMAND, with {cart} in the command";
        let (name, command) = text.split_once('=').ok_or_else(|| format!("found {text:?}, {expected}"))?;
        if name.is_empty() || !command.contains("{cart}") {
            return Err(format!("found {text:?}, {expected}"));
        }
        let mut command = command.to_string();
        if command.contains("{sdl12}") {
            let library = drivers.join("sdl12.so");
            let flags = ["-shared", "-fPIC", "-I/usr/include/SDL", "-Wno-unused-function"];
            build(&library, drivers, ("sdl12.c", SDL12), &flags, &[])?;
            command = command.replace("{sdl12}", &library.display().to_string());
        }
        Ok(Engine { name: name.into(), words: command.split_whitespace().map(str::to_string).collect() })
    }
}

/// Builds a driver with the C compiler. Fails with the compiler's last words.
fn build(
    to: &Path,
    folder: &Path,
    source: (&str, &str),
    flags: &[&str],
    libraries: &[&str],
) -> Result<(), String> {
    let (name, text) = source;
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| format!("{}: {error}", folder.display()))
    };
    write("farm.h", HEADER)?;
    write(name, text)?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut command = Command::new(&compiler);
    command.arg("-O1").args(flags).arg("-o").arg(to).arg(folder.join(name)).args(libraries);
    let output = command.output().map_err(|error| format!("{compiler}: {error}; install a C compiler"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!(
        "{name}: {}",
        text.lines().find(|line| line.contains("error")).unwrap_or("it does not build")
    ))
}

/// What to run an engine on.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    pub cart: &'a Path,
    /// The buttons of each tick.
    pub masks: &'a [u8],
    pub limit: Duration,
    pub variables: Vec<(&'static str, String)>,
}

/// A run as far as it came, and how it ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub run: Run,
    pub ending: Ending,
    /// The first error of the cart that the engine printed.
    pub error: Option<String>,
    pub folder: PathBuf,
}

/// Runs an engine in a new folder. A run that could not be read is empty; then the ending says why.
pub fn run(engine: &Engine, job: &Job, folder: &Path) -> Outcome {
    let empty = |ending| Outcome { run: Run::default(), ending, error: None, folder: folder.into() };
    let (script_file, out) = (folder.join("script"), folder.join("run"));
    let prepared = fs::create_dir_all(folder).and_then(|()| fs::write(&script_file, script(job.masks)));
    if let Err(error) = prepared {
        return empty(Ending::NotStarted(format!("{}: {error}", folder.display())));
    }
    let cart = job.cart.display().to_string();
    let words: Vec<String> = engine.words.iter().map(|word| word.replace("{cart}", &cart)).collect();
    let mut variables = vec![
        ("FARM_TICKS", job.masks.len().to_string()),
        ("FARM_SCRIPT", script_file.display().to_string()),
        ("FARM_OUT", out.display().to_string()),
    ];
    variables.extend(job.variables.iter().cloned());
    let ending = child::run(&words, folder, &variables, job.limit);
    let text = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
    let printed = text("stdout");
    let error = cart_error(&printed).or_else(|| cart_error(&text("stderr")));
    let read =
        fs::read(&out).map_err(|error| error.to_string()).and_then(|bytes| Run::read(&bytes, &printed));
    let folder = folder.to_path_buf();
    match read {
        Ok(run) if run.complete || ending != Ending::Done => Outcome { run, ending, error, folder },
        Ok(run) => {
            let why = format!("ended by itself after {} ticks", run.ticks.len());
            Outcome { run, ending: Ending::Failed(0, why), error, folder }
        }
        Err(why) if ending == Ending::Done => empty(Ending::Failed(0, why)),
        Err(_) => empty(ending),
    }
}

/// Words of Lua's own messages. An engine that shows a cart's error runs on.
const ERRORS: [&str; 8] = [
    "attempt to ",
    "'for' ",
    "unexpected symbol",
    "' expected",
    "bad argument #",
    "malformed ",
    "unfinished ",
    "out of memory",
];

/// The first line that is an error of the cart.
fn cart_error(printed: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(printed);
    let mut lines = text.lines().filter(|line| !line.starts_with(carts::TIMELINE));
    lines.find(|line| ERRORS.iter().any(|words| line.contains(words))).map(|line| line.trim().to_string())
}
