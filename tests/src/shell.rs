//! Commands as a user types them, and the folders that they write into.

use crate::table::{here, out};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tool::CommandOutput;

/// Runs a command that needs no window, word by word.
#[track_caller]
pub fn command(words: impl IntoIterator<Item = impl Into<OsString>>) -> CommandOutput {
    let words: Vec<OsString> =
        std::iter::once("rasher".into()).chain(words.into_iter().map(Into::into)).collect();
    match tool::command(shelf::ALL, words.clone()) {
        Ok(report) => report,
        Err(window) => panic!("{words:?}: wants a window or a device: {window:?}"),
    }
}

/// Runs a command line, split at spaces; its paths contain none.
#[track_caller]
pub fn rasher(line: &str) -> CommandOutput {
    command(line.split_whitespace())
}

/// The output of a command that must succeed without an error message.
#[track_caller]
pub fn well(report: CommandOutput) -> String {
    assert_eq!((report.code, report.err.as_str()), (0, ""), "it printed {:?}", report.out);
    report.out
}

/// Runs a command line that must succeed without an error message.
#[track_caller]
pub fn done(line: &str) -> String {
    well(rasher(line))
}

/// Runs a command line that must fail with this exit code and an error that contains these parts.
#[track_caller]
pub fn fails(line: &str, code: u8, says: &[&str]) {
    let report = rasher(line);
    assert_eq!(report.code, code, "rasher {line}: {report:?}");
    for part in says {
        assert!(report.err.contains(part), "rasher {line}: {:?} does not say {part:?}", report.err);
    }
    if code == 1 {
        assert!(report.err.starts_with("rasher: ") && report.err.ends_with('\n'), "{:?}", report.err);
    }
}

/// An empty folder for a test of a subject, ignored by git.
pub fn folder(subject: &str, name: &str) -> PathBuf {
    let folder = out().join(subject).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("a folder of tests can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder of tests can be made");
    folder
}

/// The repository, where the carts' own files are.
pub fn root() -> &'static Path {
    here().parent().expect("the tests lie one folder below the root")
}
