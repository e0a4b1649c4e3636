//! A crate: the files that count, and the crates that it may depend on.
//!
//! ```text
//! Cargo.toml ── dependencies ──> the console's API and a few crates ([`FREE`])
//!     |                    └──> by path, also through the workspace: counts completely
//!     |                    └──> any other: an error
//!     |── lib.path, else src/lib.rs, else src/main.rs ── mod ──> files ── include_bytes! ──> data
//!     └── build, else build.rs: counts
//! ```
//!
//! Dependencies of tests do not count.

use super::{FileRequests, Include, count, macros};
use crate::error::{BudgetError, quote};
use crate::files::{CodeFiles, folder, join};
use crate::ledger::Ledger;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// Crates that are free: the API, the window around a cart, and those that a cart may use.
pub const FREE: &[&str] =
    &["rasher", "rasher-num", "rasher-desktop", "rand", "rand_core", "serde", "core", "alloc", "std"];
/// Folders above a crate where its workspace is searched for.
const ABOVE: usize = 8;

/// Counts the crate in `root`, and the crates by path that it uses.
pub(crate) fn package(root: &str, files: &mut CodeFiles<'_>, ledger: &mut Ledger) -> Result<(), BudgetError> {
    let mut seen = BTreeSet::from([root.to_string()]);
    let mut shared = crate_files(root, files, ledger)?;
    while let Some(next) = shared.pop() {
        if seen.insert(next.clone()) {
            shared.extend(crate_files(&next, files, ledger)?);
        }
    }
    Ok(())
}

/// Counts a single file and its modules, without checking dependencies.
pub(crate) fn file(path: &str, files: &mut CodeFiles<'_>, ledger: &mut Ledger) -> Result<(), BudgetError> {
    let source = RustFile { file: path.into(), dir: folder(path).into(), wanted: "the command".into() };
    tree(vec![source], folder(path), files, ledger)
}

/// Counts a crate's files; returns the folders of its crates by path.
fn crate_files(
    root: &str,
    files: &mut CodeFiles<'_>,
    ledger: &mut Ledger,
) -> Result<Vec<String>, BudgetError> {
    let path = join(root, "Cargo.toml");
    let manifest = manifest(&path, files)?;
    let shared = dependencies(root, &path, &manifest, files)?;
    let said = |section: &str, key: &str| manifest.get(section)?.get(key)?.as_str().map(|it| join(root, it));
    let mut usual = ["src/lib.rs", "src/main.rs"].map(|it| join(root, it)).into_iter();
    let Some(main) = said("lib", "path").or_else(|| usual.find(|it| files.is_there(it))) else {
        return Err(BudgetError::Missing { file: join(root, "src/lib.rs"), wanted: path });
    };
    let mut queue = vec![RustFile { dir: folder(&main).into(), file: main, wanted: path.clone() }];
    let build = match manifest.get("package").and_then(|it| it.get("build")) {
        Some(Value::Boolean(false)) => None,
        Some(Value::String(file)) => Some(join(root, file)),
        _ => Some(join(root, "build.rs")).filter(|it| files.is_there(it)),
    };
    if let Some(file) = build {
        queue.push(RustFile { dir: folder(&file).into(), file, wanted: path });
    }
    tree(queue, root, files, ledger)?;
    Ok(shared)
}

struct RustFile {
    file: String,
    dir: String,
    wanted: String,
}

fn tree(
    mut queue: Vec<RustFile>,
    root: &str,
    files: &mut CodeFiles<'_>,
    ledger: &mut Ledger,
) -> Result<(), BudgetError> {
    let mut seen = BTreeSet::new();
    queue.reverse();
    while let Some(RustFile { file, dir, wanted }) = queue.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        let text = files.text(&file, &wanted)?;
        ledger.file(&file);
        let at = ledger.files.len() - 1;
        let FileRequests { modules, includes } = count(&text, &file, ledger)?;
        let mut found = Vec::new();
        for module in modules {
            let wanted = format!("{file}:{}", module.line);
            let [above @ .., name] = &module.names[..] else { continue };
            let dir = above.iter().fold(dir.clone(), |dir, name| join(&dir, name));
            let next = match &module.path {
                Some(path) => {
                    let path = join(if above.is_empty() { folder(&file) } else { &dir }, path);
                    RustFile { dir: folder(&path).into(), file: path, wanted }
                }
                None => {
                    let [flat, deep] = ["", "/mod"].map(|end| join(&dir, &format!("{name}{end}.rs")));
                    let file = if !files.is_there(&flat) && files.is_there(&deep) { deep } else { flat };
                    RustFile { dir: join(&dir, name), file, wanted }
                }
            };
            found.push(next);
        }
        for Include { source, path, formats, line } in includes {
            let wanted = format!("{file}:{line}");
            let Some(path) = path else {
                let found = "an include with a computed path".into();
                let expected = "a string, so that the included file can be counted".into();
                return Err(BudgetError::Source { file, line, found, expected });
            };
            let path = match path.strip_prefix('/') {
                Some(inner) => join(root, inner),
                None => join(folder(&file), &path),
            };
            if source {
                found.push(RustFile { dir: folder(&path).into(), file: path, wanted });
            } else {
                let bytes = files.bytes(&path, &wanted)?;
                if formats {
                    macros::placeholders(ledger, &String::from_utf8_lossy(&bytes), line);
                }
                ledger.write(at, &bytes);
            }
        }
        queue.extend(found.into_iter().rev());
    }
    Ok(())
}

fn manifest(path: &str, files: &mut CodeFiles<'_>) -> Result<Table, BudgetError> {
    let text = files.text(path, "the crate")?;
    text.parse::<Table>().map_err(|e| {
        let at = e.span().map_or(0, |span| span.start);
        let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        let found = quote(text.lines().nth(line - 1).unwrap_or_default());
        BudgetError::Source { file: path.into(), line, found, expected: format!("TOML: {}", e.message()) }
    })
}

/// The folders of the manifest's crates by path; an error for a crate that is not allowed.
fn dependencies(
    root: &str,
    path: &str,
    manifest: &Table,
    files: &mut CodeFiles<'_>,
) -> Result<Vec<String>, BudgetError> {
    let mut tables: Vec<&Table> = Vec::new();
    let kinds = ["dependencies", "build-dependencies", "build_dependencies"];
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(|all| all.values());
    for table in targets.filter_map(Value::as_table).chain([manifest]) {
        tables.extend(kinds.iter().filter_map(|kind| table.get(*kind)?.as_table()));
    }
    let mut shared = Vec::new();
    for (key, value) in tables.into_iter().flatten() {
        let inherited = value.get("workspace").and_then(Value::as_bool) == Some(true);
        let (folder, value) = match inherited {
            true => workspace(root, key, files)?.unwrap_or((root.into(), Value::Boolean(false))),
            false => (root.into(), value.clone()),
        };
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let name = text("package").unwrap_or(key);
        match text("path") {
            _ if FREE.contains(&name) => {}
            Some(path) => shared.push(join(&folder, path)),
            None => {
                let (manifest, name) = (path.into(), name.into());
                return Err(BudgetError::ForeignCrate { manifest, name, allowed: FREE });
            }
        }
    }
    Ok(shared)
}

/// The workspace's entry for a dependency, and the workspace's folder.
fn workspace(
    root: &str,
    key: &str,
    files: &mut CodeFiles<'_>,
) -> Result<Option<(String, Value)>, BudgetError> {
    let mut above = root.to_string();
    for _ in 0..ABOVE {
        above = join(&above, "..");
        let path = join(&above, "Cargo.toml");
        if !files.is_there(&path) {
            continue;
        }
        let table = manifest(&path, files)?;
        if let Some(said) = table.get("workspace").and_then(|it| it.get("dependencies")?.get(key)) {
            return Ok(Some((above, said.clone())));
        }
    }
    Ok(None)
}
