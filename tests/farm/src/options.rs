//! The command line.

use std::path::PathBuf;
use std::time::Duration;

pub const USAGE: &str = "\
Usage: farm FOLDER|CART [options] --out PAGE
       farm --log FILE              read what probe.p8 printed on PICO-8

  --core PATH.so        run the carts under this libretro core as well; can be repeated
  --engine NAME=COMMAND run them under a program that writes a run (tests/farm/README.md); can be repeated
  --against COMMAND     compare with another build of Rasher, such as old/rasher
  --out PAGE            write the page to PAGE
  --frames N            frames of each cart [1800]
  --seed N              seed of the buttons [1]
  --seconds N           limit of one run in seconds of processor time [60]
  --jobs N              carts at once [1]
  --only WORDS          only carts whose path contains one of these, with commas between them
  --draw N              N different carts that load, drawn by the seed: a cart of each folder in FOLDER in turn
  --before LUA          code to run before each cart, for all engines: it can make a settled difference disappear
  --keep DIR            work in DIR and keep the copies, recordings and outputs";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub folder: PathBuf,
    pub cores: Vec<PathBuf>,
    pub engines: Vec<String>,
    pub against: Vec<String>,
    pub out: PathBuf,
    pub frames: usize,
    pub seed: u64,
    pub limit: Duration,
    pub jobs: usize,
    pub only: Vec<String>,
    pub draw: Option<usize>,
    pub before: String,
    pub keep: Option<PathBuf>,
}

impl Options {
    /// Parses the arguments after the program's name. Errors are for the user.
    pub fn parse(words: &[String]) -> Result<Options, String> {
        let mut options = Options {
            folder: PathBuf::new(),
            cores: Vec::new(),
            engines: Vec::new(),
            against: Vec::new(),
            out: PathBuf::new(),
            frames: 1800,
            seed: 1,
            limit: Duration::from_secs(60),
            jobs: 1,
            only: Vec::new(),
            draw: None,
            before: String::new(),
            keep: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                if options.folder != PathBuf::new() {
                    return Err(format!("found {word:?} after the folder, expected an option"));
                }
                options.folder = word.into();
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word}: expected a value"))?;
            match word.as_str() {
                "--core" => options.cores.push(value.into()),
                "--engine" => options.engines.push(value.clone()),
                "--against" => options.against.push(value.clone()),
                "--out" => options.out = value.into(),
                "--frames" => options.frames = number(word, value, 1, 1_000_000)? as usize,
                "--seed" => options.seed = number(word, value, 0, u64::MAX)?,
                "--seconds" => options.limit = Duration::from_secs(number(word, value, 1, 86_400)?),
                "--jobs" => options.jobs = number(word, value, 1, 256)? as usize,
                "--only" => options.only = value.split(',').map(str::to_string).collect(),
                "--draw" => options.draw = Some(number(word, value, 1, 1_000_000)? as usize),
                "--before" => options.before = value.clone(),
                "--keep" => options.keep = Some(value.into()),
                _ => return Err(format!("found {word:?}, expected an option")),
            }
        }
        match () {
            () if options.folder == PathBuf::new() => Err("expected a FOLDER with carts".into()),
            () if options.out == PathBuf::new() => Err("expected --out PAGE".into()),
            () if options.cores.is_empty() && options.engines.is_empty() && options.against.is_empty() => {
                Err("expected at least one --core, --engine or --against".into())
            }
            () => Ok(options),
        }
    }
}

fn number(option: &str, text: &str, least: u64, most: u64) -> Result<u64, String> {
    let found = text.parse().ok().filter(|n| (least..=most).contains(n));
    found.ok_or_else(|| format!("{option}: found {text:?}, expected a number from {least} to {most}"))
}
