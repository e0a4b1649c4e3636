//! `rasher budget`: what a cart's source costs, as a table of 80 columns.
//!
//! ```text
//! porklike (Rust)
//!   tokens          2,135 of  8,192  26 %  ██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░
//!
//!   file                            tokens
//!   src/scene.rs                       431  ████████████████████
//! ```
//!
//! Bars are `#` and `.`, without colours, if the output is no terminal or NO_COLOR is set.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::manual::grouped;
use crate::terminal::escape_controls;
use budget::{BudgetReport, FileCost, Language, PartCost, Saving, SourceLimit};
use format::{CartModule, Cartridge};
use loader::{Loader, entry_named};
use rasher::Code;
use shelf::Entry;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::thread;
use store::{DiskSource, StoreError, read_at_most};

/// Columns of the bar of a limit, and of a file or function.
const WIDE: usize = 36;
const NARROW: usize = 24;
const LISTED: usize = 12;
const NAME: usize = 40;

#[derive(Clone, Copy)]
struct TableStyle {
    colors: bool,
}

impl TableStyle {
    fn here() -> TableStyle {
        let terminal = std::io::stdout().is_terminal();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        TableStyle { colors: terminal && !plain }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colors { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    fn bar(self, used: usize, most: usize, width: usize, color: &str) -> String {
        let full = if most == 0 { 0 } else { (used.saturating_mul(width).div_ceil(most)).min(width) };
        let (on, off) = if self.colors { ("█", "░") } else { ("#", ".") };
        self.paint(color, &on.repeat(full)) + &self.paint("90", &off.repeat(width - full))
    }
}

/// Measures a cart of the shelf or the source at a path; without a name the only cart, or the package in the current folder.
pub fn budget(carts: &'static [Entry], name: Option<&Path>) -> Result<CommandOutput, ToolError> {
    let path = match name {
        Some(name) => locate(carts, name)?,
        None => default_source(carts)?,
    };
    if let Some(module) = module_of(&path) {
        let tokens = match module.head.tokens {
            0 => "not counted".to_string(),
            tokens => format!("{} of {}", grouped(tokens.into()), grouped(SourceLimit::Tokens.most() as u64)),
        };
        let [name, tokens] = [path.display().to_string(), tokens].map(|it| escape_controls(&it).into_owned());
        return Ok(CommandOutput::done(format!(
            "{name} (Rust, a module of {} bytes)\n  tokens      {tokens}, when it was packed\n",
            grouped(module.head.bytes.into())
        )));
    }
    let Measured { report, refusals, .. } = measure(&path)?;
    let (style, report) = (TableStyle::here(), escaped(report));
    let mut done = CommandOutput { painted: style.colors, ..CommandOutput::done(table(&report, style)) };
    past_limits(&report).for_each(|line| done.fail(&line));
    refusals.iter().for_each(|line| done.warn(line));
    Ok(done)
}

pub fn past_limits(report: &BudgetReport) -> impl Iterator<Item = String> {
    report.past().into_iter().map(move |limit| {
        let (used, most) = (report.used(limit), limit.most());
        let [found, limit_is, over] = [used, most, used - most].map(|n| grouped(n as u64));
        let what = limit.name();
        format!("{}: found {found} {what}, expected at most {limit_is}: {over} too many", report.path)
    })
}

/// The version of the cartridges that PICO-8 0.2.7 writes; it refuses newer ones.
const NEWEST: u32 = 43;

/// What PICO-8 would refuse in a cartridge that runs here, each with its place.
pub fn refusals(code: &Code, cartridge: Option<&Cartridge>) -> Vec<String> {
    let place = |line: u32| match code.pieces.iter().rfind(|(from, ..)| *from <= line) {
        Some((from, file, first)) => format!("{file}:{}", line - from + first),
        None => format!("line {line}"),
    };
    let version = cartridge.filter(|it| it.version > NEWEST).map(|it| {
        let (name, version) = (&it.rom.name, it.version);
        format!("{name}: found version {version}, expected at most {NEWEST}: PICO-8 0.2.7 refuses newer ones")
    });
    let forms = budget::lua_refusals(&code.text).into_iter();
    version.into_iter().chain(forms.map(|(line, why)| format!("{}: {why}", place(line)))).collect()
}

fn escaped(mut report: BudgetReport) -> BudgetReport {
    let files = report.files.iter_mut().map(|file| &mut file.path);
    let names = report.parts.iter_mut().map(|part| &mut part.name).chain(files);
    names.chain([&mut report.path]).for_each(|name| *name = escape_controls(name).into_owned());
    report
}

/// The module of a cartridge picture of a cart in Rust.
fn module_of(path: &Path) -> Option<CartModule> {
    let is_cartridge = format::may_hold_cartridge(&path.to_string_lossy());
    is_cartridge.then(|| store::read_cartridge(path).ok()).flatten()?.module
}

/// Paths and bytes.
pub(crate) type SourceFiles = Vec<(String, Vec<u8>)>;

struct Measured {
    report: BudgetReport,
    refusals: Vec<String>,
    /// The files of a cart in Rust.
    files: SourceFiles,
}

/// What the sources of a cart in Rust cost, and the files that count, by their paths below the folder that has them all.
pub(crate) fn rust_sources(
    carts: &'static [Entry],
    entry: &Entry,
) -> Result<(BudgetReport, SourceFiles), ToolError> {
    let Measured { report, files, .. } = measure(&locate(carts, Path::new(entry.name))?)?;
    let common = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let first = files.first().map(|(path, _)| path.clone()).unwrap_or_default();
    let shared = files.iter().map(|(path, _)| common(&first, path)).min().unwrap_or(0);
    let folder = first.get(..shared).and_then(|shared| shared.rfind('/')).map_or(0, |slash| slash + 1);
    let files = files.into_iter().map(|(path, bytes)| (path[folder..].to_string(), bytes)).collect();
    Ok((report, files))
}

/// On a thread with the stack that the parser needs.
fn measure(path: &Path) -> Result<Measured, ToolError> {
    let measure = || measure_here(path);
    thread::scope(|scope| {
        match thread::Builder::new().stack_size(budget::STACK).spawn_scoped(scope, measure) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => measure(),
        }
    })
}

fn measure_here(path: &Path) -> Result<Measured, ToolError> {
    let name = path.to_string_lossy();
    if format::may_hold_cartridge(&name) {
        let code = Loader::new(DiskSource::default()).lua_code(path, &[])?;
        let cartridge = store::read_cartridge(path).ok();
        let mut refused = refusals(&code, cartridge.as_ref());
        refused.extend(loader::compile(path, &code).err().map(|error| error.to_string()));
        let report = budget::measure_lua(&name, &code.text)?;
        return Ok(Measured { report, refusals: refused, files: Vec::new() });
    }
    let (too_large, files) = (RefCell::new(None), RefCell::new(BTreeMap::new()));
    let read = |name: &str| match read_at_most(&path_of(path, name), budget::MOST as u64) {
        Err(error @ StoreError::TooLarge { .. }) => {
            too_large.replace(Some(error));
            None
        }
        read => {
            let bytes = read.ok()?;
            files.borrow_mut().insert(name.replace('\\', "/"), bytes.clone());
            Some(bytes)
        }
    };
    // `measure` only sees that the file is missing.
    match (budget::measure(&name, &read), too_large.into_inner()) {
        (Err(_), Some(error)) => Err(error.into()),
        (report, _) => {
            let files = files.into_inner().into_iter().collect();
            Ok(Measured { report: report?, refusals: Vec::new(), files })
        }
    }
}

/// The path of a file below `path`, which need not be UTF-8; `name` was joined to its lossy text.
fn path_of(path: &Path, name: &str) -> PathBuf {
    if *path.to_string_lossy() == *name {
        return path.to_path_buf();
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let inside = name.strip_prefix(&*folder.to_string_lossy()).filter(|_| !folder.as_os_str().is_empty());
    inside.map_or_else(|| PathBuf::from(name), |rest| folder.join(rest.trim_start_matches(['/', '\\'])))
}

fn locate(carts: &'static [Entry], given: &Path) -> Result<PathBuf, ToolError> {
    let name = &*given.to_string_lossy();
    if name.contains(['/', '\\', '.']) || carts.iter().all(|it| it.name != name) && given.exists() {
        return Ok(given.into());
    }
    let entry = entry_named(carts, name)?;
    if let Some(folder) = entry.package {
        return Ok(from_current(Path::new(folder)));
    }
    let here = std::env::current_dir().unwrap_or_default();
    let (name, in_example) = (entry.name, format!("examples/{0}/{0}.rs", entry.name));
    let source = |folder: &Path| {
        [name, &in_example].map(|it| folder.join("cart").join(it)).into_iter().find(|it| it.exists())
    };
    let found = here.ancestors().find_map(source);
    found.map(|it| from_current(&it)).ok_or(ToolError::NoSource { name: name.into() })
}

fn default_source(carts: &'static [Entry]) -> Result<PathBuf, ToolError> {
    if let [only] = carts {
        return locate(carts, Path::new(only.name));
    }
    let manifest = store::read_if_there(Path::new("Cargo.toml"))?.unwrap_or_default();
    let is_package = String::from_utf8_lossy(&manifest).lines().any(|line| line.trim() == "[package]");
    if is_package { Ok(".".into()) } else { Err(ToolError::CartRequired) }
}

fn from_current(folder: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match folder.strip_prefix(here) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".into(),
        Ok(rest) => rest.into(),
        Err(_) => folder.into(),
    }
}

fn table(report: &BudgetReport, style: TableStyle) -> String {
    let language = match report.language {
        Language::Rust => "Rust",
        Language::Lua => "Lua",
    };
    let here = std::env::current_dir().unwrap_or_default();
    let name = match report.path.as_str() {
        // An empty path is the current folder.
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
        let [used, most] = [used, most].map(|n| grouped(n as u64));
        _ = writeln!(out, "  {:11}{used:>7} of {most:>6} {percent:>4} %  {bar}", limit.name());
    }
    let file = |at: usize| report.files.get(at).map_or("", |file| short(&file.path, &report.path));
    let bar = |tokens, most, color| format!("  {}", style.bar(tokens, most, NARROW, color));
    let mut section = |title: &str, unit: &str, rows: Vec<(String, usize, String)>| {
        _ = writeln!(out, "\n  {}", style.paint("1", &format!("{title:NAME$}{unit:>8}")));
        for (name, tokens, end) in rows {
            _ = writeln!(out, "  {name:NAME$}{:>8}{end}", grouped(tokens as u64));
        }
    };

    let mut files: Vec<_> = report.files.iter().collect();
    files.sort_by_key(|file| Reverse(file.tokens));
    let most = files.first().map_or(0, |file| file.tokens);
    let row = |it: &&FileCost| (cut(short(&it.path, &report.path)), it.tokens, bar(it.tokens, most, "36"));
    section("file", "tokens", files.iter().map(row).collect());

    let mut parts: Vec<&PartCost> = report.parts.iter().collect();
    parts.sort_by_key(|part| Reverse(part.tokens));
    let most = parts.first().map_or(0, |part| part.tokens);
    let row = |it: &&PartCost| {
        let name = cut(&format!("{}  {}:{}", it.name, file(it.file), it.line));
        (name, it.tokens, bar(it.tokens, most, "35"))
    };
    let mut rows: Vec<_> = parts.iter().take(LISTED).map(row).collect();
    if let Some(rest) = parts.get(LISTED..).filter(|rest| !rest.is_empty()) {
        let tokens = rest.iter().map(|part| part.tokens).sum();
        rows.push((format!("{} more", rest.len()), tokens, String::new()));
    }
    section("most expensive", "tokens", rows);

    if !report.savings.is_empty() {
        let row = |saving: &Saving| {
            let (at, line) = saving.places.first().copied().unwrap_or_default();
            let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '.' };
            let what: String = saving.what.chars().take(NAME - 1).map(plain).collect();
            let place = format!("{}:{line}", file(at));
            let too_long = place.chars().count().saturating_sub(NARROW);
            (what, saving.tokens, format!("  {}", place.chars().skip(too_long).collect::<String>()))
        };
        section("biggest savings", "saves", report.savings.iter().map(row).collect());
    }
    out
}

fn short<'a>(file: &'a str, of: &str) -> &'a str {
    file.strip_prefix(of).map_or(file, |rest| rest.trim_start_matches('/'))
}

/// A name cut to its column; its end is the part that differs most.
fn cut(name: &str) -> String {
    let len = name.chars().count();
    if len < NAME {
        return name.into();
    }
    let tail: String = name.chars().skip(len + 4 - NAME).collect();
    format!("...{tail}")
}
