//! The table of tasks in the cart's README: each task of `tasks.txt` has its row, each row names a function, test or picture that
//! exists, and no test serves more than five rows.
//!
//! ```text
//! | 14.07 | code     | `show/scene.rs::slide_hp`; `the_hp_window_moves_out_of_the_way` |
//! | 02.02 | art      | sprites 48..94; `smokehouse-yard`                               |
//! | 49.01 | scaffold | superseded by 49.02                                             |
//! | 01.09 | reading  | no jam                                                          |
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Rows that one test may serve.
const MOST: usize = 5;

/// Every function of a folder's sources, by file.
fn functions(folder: &Path, under: &str, out: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").map(|e| e.expect("an entry")) {
        let (path, name) = (entry.path(), entry.file_name().into_string().expect("a name in UTF-8"));
        if path.is_dir() {
            functions(&path, &format!("{under}{name}/"), out);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let names = text.split("fn ").skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            });
            out.insert(format!("{under}{name}"), names.collect());
        }
    }
}

/// What there is to do, and what may be named: functions by file, tests, golden pictures.
struct Known {
    tasks: BTreeSet<String>,
    functions: BTreeMap<String, Vec<String>>,
    tests: BTreeSet<String>,
    goldens: BTreeSet<String>,
}

impl Known {
    fn read() -> Known {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut sources, mut tests) = (BTreeMap::new(), BTreeMap::new());
        functions(&root.join("../cart/porklike/src"), "", &mut sources);
        functions(&root.join("../cart/kit/src"), "kit/", &mut sources);
        functions(&root.join("tests/carts/porklike"), "", &mut tests);
        let goldens = fs::read_dir(root.join("golden")).expect("the goldens").filter_map(|entry| {
            Some(entry.ok()?.file_name().into_string().ok()?.strip_suffix(".png")?.to_string())
        });
        Known {
            tasks: include_str!("tasks.txt").split_whitespace().map(String::from).collect(),
            functions: sources,
            tests: tests.into_values().flatten().collect(),
            goldens: goldens.collect(),
        }
    }
}

/// What stands between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// What is wrong with a table.
fn complaints(readme: &str, known: &Known) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut rows: BTreeMap<&str, [&str; 2]> = BTreeMap::new();
    for line in readme.lines() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        if let ["", id, kind, what, ""] = cells[..]
            && id.split_once('.').is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok())
            && rows.insert(id, [kind, what]).is_some()
        {
            wrong.push(format!("{id}: two rows"));
        }
    }
    let mut served: BTreeMap<&str, usize> = BTreeMap::new();
    for (id, [kind, what]) in &rows {
        match (*kind, &quoted(what)[..]) {
            ("code", [place, test]) => {
                let (file, function) = place.split_once("::").unwrap_or((place, ""));
                if !known.functions.get(file).is_some_and(|names| names.iter().any(|name| name == function)) {
                    wrong.push(format!("{id}: there is no function {function} in {file}"));
                }
                if !known.tests.contains(*test) {
                    wrong.push(format!("{id}: there is no test {test}"));
                }
                *served.entry(test).or_default() += 1;
            }
            ("art", [golden]) => {
                if !what.starts_with("sprites ") || !known.goldens.contains(*golden) {
                    wrong.push(format!("{id}: sprites and a golden picture are due, {what:?} is there"));
                }
            }
            ("scaffold", []) => {
                let later = what.strip_prefix("superseded by ");
                if later.is_none_or(|later| later <= *id) {
                    wrong.push(format!("{id}: a later task is due, {what:?} is there"));
                }
            }
            ("reading", _) if !what.is_empty() => {}
            _ => wrong.push(format!("{id}: a {kind:?} row does not look like {what:?}")),
        }
    }
    let most = served.into_iter().filter(|(_, rows)| *rows > MOST);
    wrong.extend(most.map(|(test, rows)| format!("{test} serves {rows} rows")));
    let found: BTreeSet<String> = rows.keys().map(ToString::to_string).collect();
    wrong.extend(known.tasks.difference(&found).map(|id| format!("{id}: no row")));
    wrong.extend(found.difference(&known.tasks).map(|id| format!("{id}: no such task")));
    if rows.is_empty() {
        wrong.push("no rows".into());
    }
    wrong
}

#[test]
fn the_rows_of_the_readme_name_what_exists() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cart/porklike/README.md");
    let wrong = complaints(&fs::read_to_string(readme).expect("the cart's README"), &Known::read());
    assert!(wrong.is_empty(), "cart/porklike/README.md:\n  {}", wrong.join("\n  "));
}

#[test]
fn broken_rows_are_found() {
    let mut known = Known::read();
    assert_eq!(known.tasks.len(), 274, "as many as the tutorial has");
    known.tasks = ["01.09", "02.02", "14.01", "49.01"].map(String::from).into();
    let row = |id: &str, kind: &str, what: &str| format!("| {id} | {kind} | {what} |\n");
    let code = "`paint.rs::light`; `each_floor_has_its_own_colors`";
    let good = row("14.01", "code", code)
        + &row("02.02", "art", "sprites 48..94; `smokehouse-yard`")
        + &row("49.01", "scaffold", "superseded by 49.02")
        + &row("01.09", "reading", "no jam");
    assert_eq!(complaints(&good, &known), Vec::<String>::new());
    let broken = [
        (good.repeat(2), "two rows"),
        (good.replace("02.02", "02.03"), "02.02: no row"),
        (good.replace("02.02", "02.03"), "02.03: no such task"),
        (good.replace("::light", "::lights"), "no function lights"),
        (good.replace("paint.rs", "painter.rs"), "in painter.rs"),
        (good.replace("own_colors", "own_colours"), "no test"),
        (good.replace("smokehouse-yard", "smokehouse-barn"), "golden picture"),
        (good.replace("by 49.02", "by 48.02"), "a later task"),
        (good.replace("no jam", ""), "does not look like"),
        (good.replace("| reading", "| rumour"), "does not look like"),
        ((10..16).map(|n| row(&format!("14.{n}"), "code", code)).collect(), "serves 6 rows"),
        (String::new(), "no rows"),
    ];
    for (text, says) in broken {
        let found = complaints(&text, &known);
        assert!(found.iter().any(|complaint| complaint.contains(says)), "{says:?} is due: {found:?}");
    }
}
