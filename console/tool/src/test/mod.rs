//! `rasher test CART`: a cart's own tests, without a window.
//!
//! ```text
//! tests/*.test ── file.rs, action.rs ──> lines ── jobs.rs: in parallel ── play.rs: a run each ──> results ──┬ report.rs   text, JSON,
//!                                                              start.rs, checks.rs, picture.rs   └             JUnit
//! ```
//!
//! Tests are in `--tests DIR`; else in `tests/NAME` or `tests` next to a cartridge; else in `cart/NAME/tests`, `cart/examples/NAME/tests` or
//! the only cart's `tests`, in the current folder or the nearest one above that has tests. The exit code is 1 if a test failed or coverage
//! is too low, 2 if something could not be read or written.

mod action;
mod checks;
mod file;
mod jobs;
mod monkey;
mod picture;
mod play;
mod report;
mod result;
mod shrink;
mod start;

pub use file::TestFile;
pub use picture::difference_picture;

use crate::error::ToolError;
use crate::open::{beside_name, open};
use crate::options::TestOptions;
use crate::terminal::Progress;
use crate::{CommandOutput, coverage};
use checks::percent;
use jobs::{JobFailure, PATIENCE, run_all};
use loader::{LoadError, Loaded};
use monkey::{Monkey, Search};
use play::play;
use rasher::Coverage;
use result::{Failure, TestResult};
use shelf::Entry;
use start::TestedCart;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const ENDING: &str = "test";
/// KiB of a cart in PICO-8.
const MEMORY: u64 = 2048;

pub fn test(carts: &'static [Entry], options: &TestOptions) -> CommandOutput {
    run(carts, options).unwrap_or_else(|errors| refused(&errors))
}

pub fn refused(errors: &[ToolError]) -> CommandOutput {
    let mut output = CommandOutput::default();
    errors.iter().for_each(|error| output.fail(error));
    CommandOutput { code: 2, ..output }
}

fn run(carts: &'static [Entry], options: &TestOptions) -> Result<CommandOutput, Vec<ToolError>> {
    let one = |error: ToolError| vec![error];
    let mut loaded = open(carts, &options.cart, options.data.as_deref()).map_err(one)?;
    // Code that does not compile fails the tests, not the command.
    if let Some(error) = loaded.error.take_if(|error| !matches!(error, LoadError::Code { .. })) {
        return Err(one(error.into()));
    }
    let mut refusals = refusals(&loaded);
    let file = loaded.cart.origin.file().filter(|_| loaded.is_lua()).map(Path::to_path_buf);
    let (mut program, boot) = loaded.cart.boot();
    if options.coverage.is_some() {
        program.cover();
    }
    let mut output = CommandOutput::default();
    loaded.remark.iter().for_each(|remark| output.warn(remark));
    loaded.complaints.iter().for_each(|complaint| output.warn(complaint));

    let folder = match &options.tests {
        Some(folder) => folder.clone(),
        None => folder(&options.cart, file.as_deref(), carts.len() == 1),
    };
    let files = match files(&folder, &options.filter) {
        Err(_) if options.monkey.is_some() && options.filter.is_empty() => Vec::new(),
        files => files.map_err(one)?,
    };
    let (mut tests, mut wrong) = (Vec::new(), Vec::new());
    for path in files {
        match TestFile::read(&path) {
            Ok(test) => tests.push((path, test)),
            Err(error) => wrong.push(error),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let cart = TestedCart { program, boot, folder, bless: options.bless };
    let processors = || std::thread::available_parallelism().map_or(1, |processors| processors.get());
    let jobs = options.jobs.map_or_else(processors, usize::from);
    if let Some(seconds) = options.monkey {
        tests = press_randomly(&cart, &tests, seconds, jobs, options, &mut output).map_err(one)?;
        if tests.is_empty() {
            return Ok(output);
        }
    }
    let paths: Vec<PathBuf> = tests.iter().map(|(path, _)| path.clone()).collect();
    let results = run_all(tests.len(), jobs, PATIENCE, move |number, now| {
        let (path, test) = &tests[number];
        play(&cart, test, path, now)
    });
    let mut results: Vec<TestResult> = results
        .into_iter()
        .zip(&paths)
        .map(|(result, path)| result.unwrap_or_else(|failure| failed_job(path, failure)))
        .collect();

    let program = if carts.len() == 1 { "cargo run --" } else { "rasher" };
    for result in &mut results {
        let path = result.report.as_ref().map(|path| path.display().to_string());
        result.debug = path.map(|path| format!("{program} {}", shell_word(&path)));
    }
    if results.iter().any(|result| !result.is_passed()) {
        output.code = 1;
    }
    refusals.extend(results.iter().filter(|result| result.memory > MEMORY).map(|result| {
        let (name, memory) = (&result.name, result.memory);
        format!("{name}: {memory} KiB are in use by stat(0); PICO-8 has {MEMORY}")
    }));
    refusals.iter().for_each(|line| output.warn(line));
    if options.strict && !refusals.is_empty() {
        output.code = 1;
    }
    let reached = covered(&results);
    if let Some(least) = options.coverage {
        match &reached {
            Some(coverage) => check(coverage, least, &mut output),
            None => output.warn(&"--coverage only works for Lua carts"),
        }
    }
    if let Some(path) = &options.junit {
        store::write(path, &report::xml(&options.cart.to_string_lossy(), &results))
            .map_err(|e| one(e.into()))?;
    }
    if options.json {
        output.out =
            format!("{}\n", report::json(&options.cart.to_string_lossy(), &results, reached.as_ref()));
    } else {
        output.out += &report::text(&results);
        output.out.extend(reached.as_ref().map(coverage::text));
    }
    Ok(output)
}

/// Presses random buttons. Returns the test that was written for what failed.
fn press_randomly(
    cart: &TestedCart,
    tests: &[(PathBuf, TestFile)],
    seconds: u32,
    jobs: usize,
    options: &TestOptions,
    output: &mut CommandOutput,
) -> Result<Vec<(PathBuf, TestFile)>, ToolError> {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let seed = options.seed.unwrap_or_else(clock);
    let monkey = Monkey { seconds, seed, jobs };
    // The line of progress is for long work, in frames; a minute has 3,600.
    let mut progress = Progress::new(u64::from(seconds) * 60);
    let search =
        monkey::search(cart, tests, options.filter.is_empty(), &monkey, |second| progress.at(second * 60));
    drop(progress);
    search.warnings.iter().for_each(|warning| output.warn(warning));
    let Search { tries, frames, found, .. } = search;
    let mut line = format!("--monkey: {tries} tries with {frames} frames, --seed {seed}: ");
    let mut written = Vec::new();
    match found {
        None if tries == 0 => {
            output.fail(&"--monkey: found no start, expected the cart or one of its tests to run")
        }
        None => line += "nothing failed",
        Some(found) => {
            let (before, after) = found.frames;
            line += &format!("one failed, shortened from {before} frames to {after}");
            let path = unused(&cart.folder);
            store::write_with_folders(&path, found.text.as_bytes())?;
            written.push((path.clone(), TestFile::read(&path)?));
        }
    }
    match options.json && written.is_empty() {
        true => {
            output.out =
                format!("{}\n", serde_json::json!({ "tries": tries, "frames": frames, "seed": seed }))
        }
        false if options.json => {}
        false => output.out = line + "\n",
    }
    Ok(written)
}

/// The first of `monkey-1.test`, `monkey-2.test` ... that does not exist.
fn unused(folder: &Path) -> PathBuf {
    let paths = (1u32..).map(|number| folder.join(format!("monkey-{number}.{ENDING}")));
    paths.into_iter().find(|path| !path.exists()).unwrap_or_default()
}

/// Why PICO-8 would not take the code of a cart in Lua: its forms, its size.
fn refusals(loaded: &Loaded) -> Vec<String> {
    if !loaded.is_lua() {
        return Vec::new();
    }
    let measured = budget::measure_lua(&loaded.cart.name, &loaded.code.text);
    let past = measured.iter().flat_map(crate::budget::past_limits);
    crate::budget::refusals(&loaded.code, loaded.cartridge.as_ref()).into_iter().chain(past).collect()
}

fn folder(cart: &Path, lua: Option<&Path>, only: bool) -> PathBuf {
    let shown = cart.to_string_lossy();
    let name = format::stem(&shown);
    let has_tests = |folder: &Path| tests_in(folder).is_ok_and(|tests| !tests.is_empty());
    if let Some(path) = lua {
        let all = path.parent().unwrap_or(Path::new("")).join("tests");
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        // Several carts in a folder have a folder of tests each.
        let own = all.join(beside_name(path, format::stem(&file), ""));
        return if has_tests(&own) { own } else { all };
    }
    let carts = if !only && shelf::example(name).is_some() { "cart/examples" } else { "cart" };
    let own = Path::new(carts).join(name).join("tests");
    let plain = Path::new("tests").to_path_buf();
    let places = if only { vec![plain, own] } else { vec![own] };
    // Relative paths, for readable reports.
    let above = std::env::current_dir().map_or(1, |here| here.ancestors().count());
    let mut up = PathBuf::new();
    for _ in 0..above {
        for place in &places {
            let folder = up.join(place);
            if has_tests(&folder) {
                return folder;
            }
        }
        up.push("..");
    }
    places.into_iter().next().unwrap_or_default()
}

fn tests_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn files(folder: &Path, filter: &str) -> Result<Vec<PathBuf>, ToolError> {
    let named = |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().contains(filter));
    let files: Vec<PathBuf> = tests_in(folder).unwrap_or_default().into_iter().filter(named).collect();
    match files.is_empty() {
        true => Err(ToolError::NoTests { folder: folder.into(), filter: filter.into() }),
        false => Ok(files),
    }
}

/// A path as a word of a command line.
fn shell_word(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '\\' | ':' | '.' | '_' | '-' | '+');
    if path.chars().all(plain) { path.into() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn failed_job(path: &Path, failure: JobFailure) -> TestResult {
    let (frames, why) = match failure {
        JobFailure::Hangs(frame) => {
            let next = frame + 1;
            let why = "did not end within a minute; an endless loop in Rust cannot be stopped";
            (frame, format!("frame {next} {why}"))
        }
        JobFailure::Died => (0, "the test's thread ended without a result".to_string()),
    };
    let failures = vec![Failure { line: 1, why, ..Failure::default() }];
    TestResult { failures, frames, ..TestResult::of(path) }
}

fn covered(results: &[TestResult]) -> Option<Coverage> {
    let mut all: Option<Coverage> = None;
    for coverage in results.iter().filter_map(|result| result.coverage.as_ref()) {
        let Some(all) = &mut all else {
            all = Some(coverage.clone());
            continue;
        };
        // A test may have loaded another cart, with other lines.
        for (ours, theirs) in [(&mut all.lines, &coverage.lines), (&mut all.functions, &coverage.functions)] {
            for line in theirs.iter().filter(|line| line.reached) {
                let same =
                    ours.iter_mut().find(|other| (&other.place, &other.name) == (&line.place, &line.name));
                same.into_iter().for_each(|other| other.reached = true);
            }
        }
    }
    all
}

/// Fails if less than `least` percent of the lines were reached.
fn check(coverage: &Coverage, least: u8, output: &mut CommandOutput) {
    let (reached, all) = (coverage.reached() as u64, coverage.lines.len() as u64);
    if reached * 100 < all * u64::from(least) {
        let share = percent(reached * 1000 / all.max(1));
        output.fail(&format!("--coverage: found {share} of the lines reached, expected at least {least} %"));
    }
}
