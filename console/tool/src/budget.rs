//! `rasher budget`: what a cart's source costs, as a table with bars.
//!
//! ```text
//! porklike (Rust)
//!   tokens          2,135 of  8,192  26 %  ██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░
//!
//!   file                            tokens
//!   src/scene.rs                       431  ████████████████████
//! ```
//!
//! 80 columns. In a terminal bars are blocks, with colours unless NO_COLOR is set; else they are `#` and `.`.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::terminal::escape_controls;
use budget::{Language, PartCost, SourceLimit};
use loader::{Loader, entry_named, is_cartridge};
use shelf::Entry;
use std::cell::RefCell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::thread;
use store::{DiskSource, StoreError, read_at_most};

/// Columns of a limit's bar, and of a file's or function's.
const WIDE: usize = 36;
const NARROW: usize = 24;
/// Functions and savings that are listed.
const LISTED: usize = 12;
const NAME: usize = 40;

#[derive(Clone, Copy)]
struct TableStyle {
    blocks: bool,
    colors: bool,
}

impl TableStyle {
    fn here() -> TableStyle {
        let terminal = std::io::stdout().is_terminal();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        TableStyle { blocks: terminal && !plain, colors: terminal && !plain }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colors { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    /// A bar of `width` columns, full at `most`.
    fn bar(self, used: usize, most: usize, width: usize, color: &str) -> String {
        let full = if most == 0 { 0 } else { (used.saturating_mul(width).div_ceil(most)).min(width) };
        let (on, off) = if self.blocks { ("█", "░") } else { ("#", ".") };
        self.paint(color, &on.repeat(full)) + &self.paint("90", &off.repeat(width - full))
    }
}

/// Measures a cart of the shelf, or what is at a path; without a name the program's own cart, or the one of the current folder.
pub fn budget(carts: &'static [Entry], name: Option<&Path>) -> Result<CommandOutput, ToolError> {
    let path = match name {
        Some(name) => place(carts, name)?,
        None => own(carts)?,
    };
    let measure = || measure(&path);
    let report = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(budget::STACK).spawn_scoped(scope, measure);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => measure(),
        }
    })?;
    let (style, report) = (TableStyle::here(), shown(report));
    let mut done = CommandOutput { painted: style.colors, ..CommandOutput::done(table(&report, style)) };
    for limit in report.past() {
        done.fail(&past(&report, limit));
    }
    Ok(done)
}

/// The names in a report as they are printed: its table has colours, so they are escaped one by one.
fn shown(mut report: budget::BudgetReport) -> budget::BudgetReport {
    let files = report.files.iter_mut().map(|file| &mut file.path);
    let names = report.parts.iter_mut().map(|part| &mut part.name).chain(files);
    names.chain([&mut report.path]).for_each(|name| *name = escape_controls(name).into_owned());
    report
}

fn measure(path: &Path) -> Result<budget::BudgetReport, ToolError> {
    let name = path.to_string_lossy();
    if is_cartridge(path) || name.ends_with(".lua") {
        let code = Loader::new(DiskSource::default()).lua_code(path, &[])?;
        return Ok(budget::measure_lua(&name, &code.text)?);
    }
    let too_large = RefCell::new(None);
    let read = |name: &str| match read_at_most(&path_of(path, name), budget::MOST as u64) {
        Err(error @ StoreError::TooLarge { .. }) => {
            too_large.replace(Some(error));
            None
        }
        read => read.ok(),
    };
    // Such a file is missing for the count, and that is not what is wrong with it.
    match (budget::measure(&name, &read), too_large.into_inner()) {
        (Err(_), Some(error)) => Err(error.into()),
        (measured, _) => Ok(measured?),
    }
}

/// The file of a name that was put together from a path as text: what in that path is no text stays as it is.
fn path_of(path: &Path, name: &str) -> PathBuf {
    if *path.to_string_lossy() == *name {
        return path.to_path_buf();
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let inside = name.strip_prefix(&*folder.to_string_lossy()).filter(|_| !folder.as_os_str().is_empty());
    inside.map_or_else(|| PathBuf::from(name), |rest| folder.join(rest.trim_start_matches(['/', '\\'])))
}

/// The folder of a cart's source, or the path as it was given.
fn place(carts: &'static [Entry], given: &Path) -> Result<PathBuf, ToolError> {
    let name = &*given.to_string_lossy();
    if name.contains(['/', '\\', '.']) || carts.iter().all(|it| it.name != name) && given.exists() {
        return Ok(given.into());
    }
    let entry = entry_named(carts, name)?;
    if let Some(folder) = entry.package {
        return Ok(seen(Path::new(folder)));
    }
    let here = std::env::current_dir().unwrap_or_default();
    let source = |folder: &Path| Some(folder.join("cart").join(entry.name)).filter(|it| it.is_dir());
    let found = here.ancestors().find_map(source);
    found.map(|it| seen(&it)).ok_or(ToolError::NoSource { name: name.into() })
}

/// The folder of the only cart, or the current one if it is a package's.
fn own(carts: &'static [Entry]) -> Result<PathBuf, ToolError> {
    if let [only] = carts {
        return place(carts, Path::new(only.name));
    }
    let manifest = store::read_if_there(Path::new("Cargo.toml"))?.unwrap_or_default();
    let is_package = String::from_utf8_lossy(&manifest).lines().any(|line| line.trim() == "[package]");
    if is_package { Ok(".".into()) } else { Err(ToolError::Unnamed) }
}

/// A folder as it is seen from the current one.
fn seen(folder: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match folder.strip_prefix(here) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".into(),
        Ok(rest) => rest.into(),
        Err(_) => folder.into(),
    }
}

fn past(report: &budget::BudgetReport, limit: SourceLimit) -> String {
    let (used, most) = (report.used(limit), limit.most());
    format!(
        "{}: {} {}, the limit is {}: {} too many",
        report.path,
        number(used),
        limit.name(),
        number(most),
        number(used - most)
    )
}

/// `12,345`.
fn number(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn table(report: &budget::BudgetReport, style: TableStyle) -> String {
    let language = match report.language {
        Language::Rust => "Rust",
        Language::Lua => "Lua",
    };
    let here = std::env::current_dir().unwrap_or_default();
    let name = match report.path.as_str() {
        // The current folder, as the budget joins paths.
        "" => here.file_name().unwrap_or_default().to_string_lossy(),
        path => path.into(),
    };
    let mut out = format!("{} ({language})\n", style.paint("1", &name));
    for limit in SourceLimit::ALL {
        let (used, most) = (report.used(limit), limit.most());
        let percent = (used * 100).div_ceil(most);
        let color = match percent {
            0..80 => "32",
            80..=100 => "33",
            _ => "31",
        };
        let bar = style.bar(used, most, WIDE, color);
        _ = writeln!(
            out,
            "  {:11}{:>7} of {:>6} {percent:>4} %  {bar}",
            limit.name(),
            number(used),
            number(most)
        );
    }
    files(report, style, &mut out);
    functions(report, style, &mut out);
    savings(report, style, &mut out);
    out
}

fn savings(report: &budget::BudgetReport, style: TableStyle, out: &mut String) {
    if report.savings.is_empty() {
        return;
    }
    _ = writeln!(out, "\n  {}", style.paint("1", &format!("{:NAME$}{:>8}", "what would save most", "saves")));
    for saving in &report.savings {
        let (file, line) = saving.places.first().copied().unwrap_or_default();
        let file = report.files.get(file).map_or("", |file| short(&file.path, &report.path));
        let shown = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '.' };
        let what: String = saving.what.chars().take(NAME - 1).map(shown).collect();
        let place = format!("{file}:{line}");
        let tail = place.chars().count().saturating_sub(NARROW);
        let place: String = place.chars().skip(tail).collect();
        _ = writeln!(out, "  {what:NAME$}{:>8}  {place}", number(saving.tokens));
    }
}

fn files(report: &budget::BudgetReport, style: TableStyle, out: &mut String) {
    _ = writeln!(out, "\n  {}", style.paint("1", &format!("{:NAME$}{:>8}", "file", "tokens")));
    let most = report.files.iter().map(|file| file.tokens).max().unwrap_or(0);
    let mut files: Vec<_> = report.files.iter().collect();
    files.sort_by_key(|file| std::cmp::Reverse(file.tokens));
    for file in files {
        let name = cut(short(&file.path, &report.path));
        let bar = style.bar(file.tokens, most, NARROW, "36");
        _ = writeln!(out, "  {name:NAME$}{:>8}  {bar}", number(file.tokens));
    }
}

fn functions(report: &budget::BudgetReport, style: TableStyle, out: &mut String) {
    _ = writeln!(out, "\n  {}", style.paint("1", &format!("{:NAME$}{:>8}", "dearest", "tokens")));
    let mut parts: Vec<&PartCost> = report.parts.iter().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.tokens));
    let most = parts.first().map_or(0, |part| part.tokens);
    for part in parts.iter().take(LISTED) {
        let file = report.files.get(part.file).map_or("", |file| short(&file.path, &report.path));
        let name = cut(&format!("{}  {file}:{}", part.name, part.line));
        let bar = style.bar(part.tokens, most, NARROW, "35");
        _ = writeln!(out, "  {name:NAME$}{:>8}  {bar}", number(part.tokens));
    }
    if parts.len() > LISTED {
        let rest: usize = parts[LISTED..].iter().map(|part| part.tokens).sum();
        let name = format!("{} more", parts.len() - LISTED);
        _ = writeln!(out, "  {name:NAME$}{:>8}", number(rest));
    }
}

/// A file's path from the crate's folder.
fn short<'a>(file: &'a str, of: &str) -> &'a str {
    file.strip_prefix(of).map_or(file, |rest| rest.trim_start_matches('/'))
}

/// As much of a name as its column has; the end says most.
fn cut(name: &str) -> String {
    let len = name.chars().count();
    if len < NAME {
        return name.into();
    }
    let tail: String = name.chars().skip(len + 4 - NAME).collect();
    format!("...{tail}")
}
