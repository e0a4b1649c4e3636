//! Tables of expected values in text files, and the only way to change them.
//!
//! ```text
//! NAME VALUE      a row a line, sorted by name; both without spaces
//!
//! Table::check(name, value) ── equal ────────────────> fine
//!                           ── else, or no such row ─> an error with old, new and how to bless
//!                           ── BLESS=1 ──────────────> the row is written, old and new are printed
//! ```
//!
//! Tests run in parallel, in threads and processes: a row is merged into the file under a lock, and the file is
//! replaced by a rename. If `CI` is set nothing is blessed: a server that blesses accepts anything.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Whether differences are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A difference is an error.
    Compare,
    /// A difference is written to the table.
    Bless,
}

impl Mode {
    /// From the environment.
    ///
    /// # Errors
    /// When `BLESS` and `CI` are both set.
    pub fn from_env() -> Result<Mode, String> {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        Mode::of(set("BLESS"), set("CI"))
    }

    /// [`Mode::from_env`], with whether `BLESS` and `CI` are set.
    ///
    /// # Errors
    /// When both are.
    pub fn of(bless: bool, ci: bool) -> Result<Mode, String> {
        match (bless, ci) {
            (true, true) => {
                Err("BLESS is set where CI is: expected values are blessed by a person who looks \
                                 at them, never by a server"
                    .into())
            }
            (true, false) => Ok(Mode::Bless),
            (false, _) => Ok(Mode::Compare),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Table {
    path: PathBuf,
    mode: Mode,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The row is as expected.
    Equal,
    /// The row was written; the previous value, if there was one.
    Blessed(Option<String>),
}

/// Rows are merged by one thread at a time; the file's lock excludes other processes.
static MERGE: Mutex<()> = Mutex::new(());

impl Table {
    /// The table in this file; a missing file has no rows.
    pub fn new(path: impl Into<PathBuf>, mode: Mode) -> Self {
        Table { path: path.into(), mode }
    }

    /// All rows.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is not a name and a value, or out of order.
    pub fn rows(&self) -> Result<BTreeMap<String, String>, String> {
        let text = match fs::read_to_string(&self.path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|e| format!("{}: {e}", self.path.display()))?,
        };
        let mut rows = BTreeMap::new();
        let mut last = "";
        for (i, line) in text.lines().enumerate() {
            let place = format!("{}:{}", self.path.display(), i + 1);
            let mut words = line.split(' ');
            let (Some(name), Some(value), None) = (words.next(), words.next(), words.next()) else {
                return Err(format!("{place}: found {line:?}, expected a name and a value"));
            };
            if name <= last {
                return Err(format!(
                    "{place}: {name} stands behind {last}, expected the order of the alphabet"
                ));
            }
            last = name;
            rows.insert(name.to_string(), value.to_string());
        }
        Ok(rows)
    }

    /// Compares a value with its row, or writes it when blessing.
    ///
    /// # Errors
    /// When they differ, the row is missing, or the file cannot be read or written.
    pub fn check(&self, name: &str, value: &str) -> Result<Verdict, String> {
        for word in [name, value] {
            assert!(!word.is_empty() && !word.contains(char::is_whitespace), "{word:?} is no word of a row");
        }
        let expected = self.rows()?.remove(name);
        if expected.as_deref() == Some(value) {
            return Ok(Verdict::Equal);
        }
        match self.mode {
            Mode::Compare => {
                let path = self.path.display();
                Err(match expected {
                    Some(old) => format!("{name}: found {value}, expected {old} ({path})"),
                    None => format!("{name}: found {value}, expected a row of that name in {path}"),
                })
            }
            Mode::Bless => {
                self.change(|rows| _ = rows.insert(name.into(), value.into()))?;
                let old = expected.as_deref().unwrap_or("(new)");
                say(&format!("blessed {name}: {old} -> {value}"));
                Ok(Verdict::Blessed(expected))
            }
        }
    }

    /// Rows that no test checks, as complaints; blessing removes them.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn unused(&self, names: &[&str]) -> Result<Vec<String>, String> {
        let rows = self.rows()?;
        let lost: Vec<&String> = rows.keys().filter(|name| !names.contains(&name.as_str())).collect();
        if self.mode == Mode::Bless && !lost.is_empty() {
            self.change(|rows| rows.retain(|name, _| names.contains(&name.as_str())))?;
            lost.iter().for_each(|name| say(&format!("removed {name}: no test asks for it")));
            return Ok(Vec::new());
        }
        let place = self.path.display();
        Ok(lost.iter().map(|name| format!("{place}: no test asks for row {name}")).collect())
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>)) -> Result<(), String> {
        let _one = MERGE.lock().unwrap_or_else(PoisonError::into_inner);
        let wrong = |e: std::io::Error| format!("{}: {e}", self.path.display());
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(wrong)?;
        }
        // The lock has its own file, because each change replaces the table's.
        let lock = out().join("bless.lock");
        fs::create_dir_all(out()).map_err(wrong)?;
        let lock = File::create(&lock).map_err(wrong)?;
        lock.lock().map_err(wrong)?;
        let mut rows = self.rows()?;
        change(&mut rows);
        let text: String = rows.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        let aside = self.path.with_extension("new");
        fs::write(&aside, text).and_then(|()| fs::rename(&aside, &self.path)).map_err(wrong)
    }
}

/// Output of tests that a person may want to look at; ignored by git.
pub fn out() -> PathBuf {
    here().join("out")
}

/// The folder of this crate.
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Prints a line that the test runner does not capture.
pub fn say(line: &str) {
    // This crate's own tests bless by the hundred, into tests/out.
    if cfg!(test) {
        return;
    }
    // Without a reader there is nothing to report.
    _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in its own folder.
    fn table(name: &str, text: &str, mode: Mode) -> Table {
        let path = out().join("table").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        Table::new(path, mode)
    }

    #[test]
    fn a_difference_is_an_error_and_changes_nothing() {
        let table = table("differs.txt", "a 1\nb 2\n", Mode::Compare);
        assert_eq!(table.check("a", "1"), Ok(Verdict::Equal));
        let error = table.check("a", "3").unwrap_err();
        assert!(error.starts_with("a: found 3, expected 1 ("), "{error}");
        let error = table.check("c", "3").unwrap_err();
        assert!(error.starts_with("c: found 3, expected a row"), "{error}");
        assert_eq!(fs::read_to_string(&table.path).unwrap(), "a 1\nb 2\n");
    }

    #[test]
    fn unused_rows_are_errors_until_they_are_blessed_away() {
        let compare = table("unused.txt", "a 1\nb 2\n", Mode::Compare);
        assert_eq!(compare.unused(&["a", "b", "c"]), Ok(vec![]));
        let complaints = compare.unused(&["a"]).unwrap();
        assert!(complaints.len() == 1 && complaints[0].ends_with("no test asks for row b"), "{complaints:?}");
        let bless = Table { mode: Mode::Bless, ..compare };
        assert_eq!(bless.unused(&["a"]), Ok(vec![]));
        assert_eq!(fs::read_to_string(&bless.path).unwrap(), "a 1\n");
    }

    #[test]
    fn blessing_side_by_side_loses_no_row() {
        let table = table("many.txt", "k7 old\n", Mode::Bless);
        std::thread::scope(|scope| {
            for n in 0..8 {
                let table = &table;
                scope.spawn(move || {
                    (0..8).for_each(|i| _ = table.check(&format!("k{}", n * 8 + i), "new").unwrap())
                });
            }
        });
        let rows = table.rows().unwrap();
        assert_eq!(rows.len(), 64);
        assert!(rows.values().all(|value| value == "new"));
    }

    #[test]
    fn broken_tables_are_named_with_their_line() {
        for (text, says) in
            [("a\n", "1: found \"a\""), ("a 1 2\n", "1: found"), ("b 1\na 2\n", "2: a stands behind b")]
        {
            let error = table("broken.txt", text, Mode::Compare).rows().unwrap_err();
            assert!(error.contains(&format!("broken.txt:{says}")), "{error}");
        }
    }

    #[test]
    fn a_server_blesses_nothing() {
        assert!(Mode::of(true, true).unwrap_err().contains("never by a server"));
        assert_eq!(Mode::of(true, false), Ok(Mode::Bless));
        assert_eq!(Mode::of(false, true), Ok(Mode::Compare));
        assert_eq!(Mode::of(false, false), Ok(Mode::Compare));
    }
}
