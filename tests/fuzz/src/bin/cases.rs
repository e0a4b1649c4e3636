//! Numbered cases of a target: its corpus, then mutated copies. A case depends only on its number and the seed.
//!
//! ```text
//! cases TARGET                       the corpus, and as many cases as in a run of the tests
//! cases TARGET --cases N --seed S    other cases; the default seed is that of the day, or the variable SEED
//! cases TARGET --only N              only that case; first writes its bytes to tests/out/TARGET.case
//! cases TARGET --file PATH           only those bytes
//! cases TARGET --file PATH --cases N those bytes instead of the corpus
//! cases                              the names of all targets
//! ```
//!
//! `--progress PATH`: writes the number of the running case, eight bytes, so that a watcher knows which one ended or hung the process.

use fuzz::{Mutator, TARGETS, Target, find, lift_limit_on_panic, most_memory, seed, slowest_step};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::Path;
use std::process::ExitCode;

struct Options {
    target: &'static Target,
    cases: Option<u64>,
    seed: u64,
    only: Option<u64>,
    file: Option<String>,
    progress: Option<File>,
}

fn options(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let name = words.next().unwrap_or_default();
    let target = find(&name).ok_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        format!("{name:?} is no target; there are {}", names.join(" "))
    })?;
    let mut options = Options { target, cases: None, seed: seed()?, only: None, file: None, progress: None };
    while let Some(option) = words.next() {
        let value = words.next().ok_or_else(|| format!("{option} wants a value"))?;
        let number = || value.parse().map_err(|_| format!("{option} {value}: expected a number"));
        match option.as_str() {
            "--cases" => options.cases = Some(number()?),
            "--seed" => options.seed = number()?,
            "--only" => options.only = Some(number()?),
            "--file" => options.file = Some(value),
            "--progress" => {
                options.progress = Some(File::create(&value).map_err(|e| format!("{value}: {e}"))?);
            }
            _ => return Err(format!("{option} is no option")),
        }
    }
    Ok(options)
}

fn run(options: Options) -> Result<(), String> {
    let Options { target, cases, seed, only, file, mut progress } = options;
    let name = target.name;
    let before = most_memory();
    let measured = || {
        let step = slowest_step();
        let step = if step.is_zero() { String::new() } else { format!(", slowest step {step:.1?}") };
        format!("{} KiB{step}", most_memory().saturating_sub(before) >> 10)
    };
    let corpus = match file {
        None => target.corpus()?,
        Some(path) => {
            let bytes = fs::read(&path).map_err(|e| format!("{path}: {e}"))?;
            let is_taken = target.case(&bytes);
            println!("{path}: {}, {}", if is_taken { "taken" } else { "refused" }, measured());
            if cases.is_none() {
                return Ok(());
            }
            vec![(path, bytes)]
        }
    };
    let cases = cases.unwrap_or(target.cases);
    let mutator = Mutator::new(seed, corpus.iter().map(|(_, bytes)| bytes.as_slice()), target.words);
    if let Some(number) = only {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../out").join(format!("{name}.case"));
        let bytes = mutator.case(number);
        let written = fs::create_dir_all(path.with_file_name("")).and_then(|()| fs::write(&path, &bytes));
        written.map_err(|e| format!("{}: {e}", path.display()))?;
        println!("case {number}: {}", if target.case(&bytes) { "taken" } else { "refused" });
        return Ok(());
    }
    for (file, bytes) in &corpus {
        if target.case(bytes) == file.starts_with("refused") {
            return Err(format!(
                "corpus/{name}/{file}: is {}",
                if file.starts_with("refused") { "taken" } else { "refused" }
            ));
        }
    }
    let mut taken = 0;
    for number in 0..cases {
        if let Some(file) = &mut progress {
            let told = file.rewind().and_then(|()| file.write_all(&number.to_le_bytes()));
            told.map_err(|e| format!("the progress cannot be told: {e}"))?;
        }
        taken += u64::from(target.case(&mutator.case(number)));
    }
    println!("{name}: {} files, {cases} cases of seed {seed}, {taken} taken, {}", corpus.len(), measured());
    // If all cases are refused, only the first checks are tested; if none is, nothing is checked.
    match taken {
        0 => Err(format!("{name}: every case is refused")),
        all if all == cases => Err(format!("{name}: every case is taken")),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    lift_limit_on_panic();
    match options(std::env::args().skip(1)).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
