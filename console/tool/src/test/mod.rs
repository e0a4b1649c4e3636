//! `rasher test CART`: the tests that lie beside a cart, without a window.
//!
//! ```text
//! tests/*.test ── file.rs ──> lines ── jobs.rs: side by side ── play.rs: a run each ──> results ──┬ report.rs   text, JSON
//!                                                                  ├ checks.rs     what is found     └ junit.rs    for servers
//!                  start.rs: what is there before                └ picture.rs  goldens
//! ```
//!
//! Where they are looked for: `tests/NAME` or `tests` beside a cartridge; for a cart by its name `cart/NAME/tests`, for an example
//! `cart/examples/NAME/tests`, or in the program of a single cart `tests`, in the current folder or the nearest one above it that has tests
//! there; or the folder that `--tests` names. The exit code is 0 if all passed, 1 if one failed or fewer lines were reached than asked for,
//! 2 if something could not be read or written. What failed leaves its files in a folder `failed` beside the tests.

mod checks;
mod file;
mod jobs;
mod junit;
mod picture;
mod play;
mod report;
mod start;

pub use file::TestFile;
pub use picture::difference_picture;

use crate::error::ToolError;
use crate::open::{beside_name, open};
use crate::options::TestOptions;
use crate::{CommandOutput, coverage};
use checks::percent;
use jobs::{JobFailure, PATIENCE, run_all};
use loader::LoadError;
use play::{Failure, TestResult, TestedCart, play};
use rasher::Coverage;
use shelf::Entry;
use std::path::{Path, PathBuf};

const ENDING: &str = "test";

pub fn test(carts: &'static [Entry], options: &TestOptions) -> CommandOutput {
    run(carts, options).unwrap_or_else(|errors| refused(&errors))
}

/// What is told where no test is run.
pub fn refused(errors: &[ToolError]) -> CommandOutput {
    let mut output = CommandOutput::default();
    errors.iter().for_each(|error| output.fail(error));
    CommandOutput { code: 2, ..output }
}

fn run(carts: &'static [Entry], options: &TestOptions) -> Result<CommandOutput, Vec<ToolError>> {
    let one = |error: ToolError| vec![error];
    let mut loaded = open(carts, &options.cart, options.data.as_deref()).map_err(one)?;
    // Code that does not compile fails the tests, and not the command.
    if let Some(error) = loaded.error.take_if(|error| !matches!(error, LoadError::Code { .. })) {
        return Err(one(error.into()));
    }
    let file = loaded.cart.origin.file().filter(|_| loaded.is_lua()).map(Path::to_path_buf);
    let (mut program, boot) = loaded.cart.boot();
    if options.coverage.is_some() {
        program.cover();
    }
    let mut output = CommandOutput::default();
    loaded.remark.iter().for_each(|remark| output.warn(remark));
    loaded.complaints.iter().for_each(|told| output.warn(told));

    let folder = match &options.tests {
        Some(folder) => folder.clone(),
        None => folder(&options.cart, file.as_deref(), carts.len() == 1),
    };
    let files = files(&folder, &options.filter).map_err(one)?;
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
    let paths: Vec<PathBuf> = tests.iter().map(|(path, _)| path.clone()).collect();
    let processors = || std::thread::available_parallelism().map_or(1, |processors| processors.get());
    let jobs = options.jobs.map_or_else(processors, usize::from);
    let results = run_all(tests.len(), jobs, PATIENCE, move |number, now| {
        let (path, test) = &tests[number];
        play(&cart, test, path, now)
    });
    let results: Vec<TestResult> = results
        .into_iter()
        .zip(&paths)
        .map(|(result, path)| result.unwrap_or_else(|lost| without_result(path, lost)))
        .collect();

    if results.iter().any(|result| !result.is_passed()) {
        output.code = 1;
    }
    let reached = covered(&results);
    if let Some(least) = options.coverage {
        match &reached {
            Some(coverage) => check(coverage, least, &mut output),
            None => output.warn(&"there is no coverage of a cart that is not in Lua"),
        }
    }
    if let Some(path) = &options.junit {
        store::write(path, &junit::xml(&options.cart.to_string_lossy(), &results))
            .map_err(|e| one(e.into()))?;
    }
    if options.json {
        output.out =
            format!("{}\n", report::json(&options.cart.to_string_lossy(), &results, reached.as_ref()));
    } else {
        output.out = report::text(&results);
        output.out.extend(reached.as_ref().map(coverage::text));
    }
    Ok(output)
}

/// Where the tests of a cart lie.
fn folder(cart: &Path, lua: Option<&Path>, only: bool) -> PathBuf {
    let shown = cart.to_string_lossy();
    let name = format::stem(&shown);
    let has_tests = |folder: &Path| tests_in(folder).is_ok_and(|tests| !tests.is_empty());
    if let Some(path) = lua {
        // Several carts in a folder have a folder of tests each.
        let all = path.parent().unwrap_or(Path::new("")).join("tests");
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let own = all.join(beside_name(path, format::stem(&file), ""));
        return if has_tests(&own) { own } else { all };
    }
    let carts = if !only && shelf::example(name).is_some() { "cart/examples" } else { "cart" };
    let own = Path::new(carts).join(name).join("tests");
    let plain = Path::new("tests").to_path_buf();
    let places = if only { vec![plain, own] } else { vec![own] };
    // By a way from here, so that a report names files as people do.
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

/// The tests in a folder, by name.
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

/// Those with a part of a name.
fn files(folder: &Path, filter: &str) -> Result<Vec<PathBuf>, ToolError> {
    let named = |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().contains(filter));
    let files: Vec<PathBuf> = tests_in(folder).unwrap_or_default().into_iter().filter(named).collect();
    match files.is_empty() {
        true => Err(ToolError::NoTests { folder: folder.into(), filter: filter.into() }),
        false => Ok(files),
    }
}

/// What is told of a test that did not come back.
fn without_result(path: &Path, lost: JobFailure) -> TestResult {
    let why = match lost {
        JobFailure::Hangs(frame) => {
            format!(
                "frame {} did not end within a minute: a loop without end in Rust cannot be stopped",
                frame + 1
            )
        }
        JobFailure::Died => "the test's thread ended without a result".to_string(),
    };
    let frames = if let JobFailure::Hangs(frame) = lost { frame } else { 0 };
    TestResult {
        failures: vec![Failure { line: 1, why, ..Failure::default() }],
        frames,
        ..TestResult::of(path)
    }
}

/// What all tests together reached.
fn covered(results: &[TestResult]) -> Option<Coverage> {
    let mut all: Option<Coverage> = None;
    for coverage in results.iter().filter_map(|result| result.coverage.as_ref()) {
        let Some(all) = &mut all else {
            all = Some(coverage.clone());
            continue;
        };
        // Where a test came to another cart, the lines are others.
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

/// Are as many lines reached as asked for, in hundredths?
fn check(coverage: &Coverage, least: u8, output: &mut CommandOutput) {
    let (reached, all) = (coverage.reached() as u64, coverage.lines.len() as u64);
    if reached * 100 < all * u64::from(least) {
        let share = percent(reached * 1000 / all.max(1));
        output.fail(&format!("--coverage: found {share} of the lines reached, expected at least {least} %"));
    }
}
