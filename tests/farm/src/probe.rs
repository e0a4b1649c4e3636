//! The log of `probe.p8`, printed by the real machine.
//!
//! ```text
//! probe.p8 on PICO-8 ── printh ──> "shl_negative: -4"      probe.tsv   shl_negative  unknown  -2   what it is about
//!                                          └────────── compared by name ──────┘
//! ```
//!
//! A row is `known` if its value was recorded on PICO-8 or is in its manual: another value in a log is an error, ours or
//! the log's. A row is `unknown` if its value was never recorded: the value in a log is reported, and settles it.

use std::fmt;

const TABLE: &str = include_str!("../probe.tsv");

/// A row of `probe.tsv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    pub name: &'static str,
    pub known: bool,
    /// The value here.
    pub value: &'static str,
    pub about: &'static str,
}

/// The rows of `probe.tsv`.
pub fn table() -> Vec<Expected> {
    let row = |line: &'static str| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (name, state, value, about) = (cell(), cell(), cell(), cell());
        Expected { name, known: state == "known", value, about }
    };
    TABLE.lines().skip(1).map(row).collect()
}

/// What a log says about each row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub rows: Vec<(Expected, Option<String>)>,
    /// Names that the table lacks.
    pub strange: Vec<String>,
}

impl Report {
    /// Known rows with another value, or with none.
    pub fn wrong(&self) -> usize {
        let differs = |(row, there): &&(Expected, Option<String>)| there.as_deref() != Some(row.value);
        self.rows.iter().filter(|(row, _)| row.known).filter(differs).count()
    }
}

/// Reads a log of lines `name: value`. The host may put a prefix such as `INFO: ` before each.
pub fn read(text: &str) -> Result<Report, String> {
    let table = table();
    let mut report = Report { rows: table.iter().map(|row| (*row, None)).collect(), strange: Vec::new() };
    let mut found = 0;
    for line in text.lines() {
        let Some(at) = line.find("probe ") else { continue };
        let Some((name, value)) = line[at + "probe ".len()..].split_once(": ") else { continue };
        found += 1;
        match report.rows.iter_mut().find(|(row, _)| row.name == name) {
            Some((_, there)) => *there = Some(value.trim_end().to_string()),
            None => report.strange.push(name.to_string()),
        }
    }
    if found == 0 {
        return Err("the log has no line \"probe NAME: VALUE\"; run tests/farm/probe.p8 on PICO-8 and send its output".into());
    }
    Ok(report)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, there) in &self.rows {
            let Expected { name, known, value, about } = row;
            match (known, there.as_deref()) {
                (true, Some(there)) if there == *value => {}
                (true, Some(there)) => writeln!(f, "WRONG    {name}: {there}, expected {value} ({about})")?,
                (true, None) => writeln!(f, "MISSING  {name}: expected {value} ({about})")?,
                (false, Some(there)) if there == *value => {
                    writeln!(f, "settled  {name}: {there}, as here ({about})")?
                }
                (false, Some(there)) => writeln!(f, "SETTLED  {name}: {there}, here {value} ({about})")?,
                (false, None) => writeln!(f, "unknown  {name}: the log has no value ({about})")?,
            }
        }
        for name in &self.strange {
            writeln!(f, "strange  {name}: not in probe.tsv; the log is of another version of the cart")?;
        }
        let known = self.rows.iter().filter(|(row, _)| row.known).count();
        let settled = self.rows.iter().filter(|(row, there)| !row.known && there.is_some()).count();
        writeln!(f, "{} of {known} known values equal, {settled} unknown ones settled", known - self.wrong())
    }
}
