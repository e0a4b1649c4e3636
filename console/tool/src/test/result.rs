//! What a test has found: its failures, and what the report says of a test.

use rasher::Coverage;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    pub line: usize,
    pub frame: u64,
    pub text: String,
    pub why: String,
    pub files: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default)]
pub struct TestResult {
    pub name: String,
    pub file: PathBuf,
    pub failures: Vec<Failure>,
    pub frames: u64,
    /// The most expensive frame, in thousandths of its budget.
    pub cost: u64,
    /// The last frames in a row in which the same call did not end, each of them with all of its budget.
    pub suspended: u64,
    /// The most KiB in use, as `stat(0)` counts them, now and then and at the end.
    pub memory: u64,
    pub took: Duration,
    pub printed: Vec<String>,
    pub blessed: Vec<PathBuf>,
    /// The file with the failed run.
    pub report: Option<PathBuf>,
    /// The command that opens it in the debugger.
    pub debug: Option<String>,
    pub coverage: Option<Coverage>,
}

impl Failure {
    /// Its line and the reason, for a bookmark.
    pub fn brief(&self) -> String {
        let why = self.why.lines().next().unwrap_or_default();
        if self.text.is_empty() { why.to_string() } else { format!("{}: {why}", self.text) }
    }
}

impl TestResult {
    pub fn of(file: &Path) -> TestResult {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        TestResult { name, file: file.into(), ..TestResult::default() }
    }

    pub fn is_passed(&self) -> bool {
        self.failures.is_empty()
    }
}
