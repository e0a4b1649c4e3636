//! The tables in the cart's `TASKS.md`: each task of `tasks.txt` has a row, and each row names an existing function
//! and the test with its number. At most ten differences from the tutorial are allowed.
//!
//! ```text
//! | 14.07 | code    | `show/events.rs::slide`; `t14_07_the_box_slides_smoothly` |
//! | 02.02 | art     | sprites 48..94; `t02_02_walls_are_drawn`                  |
//! | 01.09 | reading | no jam                                                    |
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The most differences from the tutorial.
const DIFFERENCES: usize = 10;
/// Rows about tools and reading, which no test can play.
const READINGS: usize = 30;

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

/// The tasks, and what rows may name: functions by file, and tests.
struct Known {
    tasks: BTreeSet<String>,
    functions: BTreeMap<String, Vec<String>>,
    tests: BTreeSet<String>,
}

impl Known {
    fn read() -> Known {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut sources, mut tests) = (BTreeMap::new(), BTreeMap::new());
        functions(&root.join("../cart/porklike/src"), "", &mut sources);
        functions(&root.join("../cart/kit/src"), "kit/", &mut sources);
        functions(&root.join("tests/carts/porklike"), "", &mut tests);
        Known {
            tasks: include_str!("tasks.txt").split_whitespace().map(String::from).collect(),
            functions: sources,
            tests: tests.into_values().flatten().collect(),
        }
    }
}

/// The texts between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The errors in a table.
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
    for (id, [kind, what]) in &rows {
        let mut plays = |test: &str| {
            if !known.tests.contains(test) {
                wrong.push(format!("{id}: there is no test {test}"));
            }
            if !test.starts_with(&format!("t{}_", id.replace('.', "_"))) {
                wrong.push(format!("{id}: the test {test} bears another number"));
            }
        };
        match (*kind, &quoted(what)[..]) {
            ("code", [place, test]) => {
                plays(test);
                let (file, function) = place.split_once("::").unwrap_or((place, ""));
                if !known.functions.get(file).is_some_and(|names| names.iter().any(|name| name == function)) {
                    wrong.push(format!("{id}: there is no function {function} in {file}"));
                }
            }
            ("art", [test]) => {
                plays(test);
                if !what.starts_with("sprites ") {
                    wrong.push(format!("{id}: sprites are due, {what:?} is there"));
                }
            }
            ("reading", _) if !what.is_empty() => {}
            _ => wrong.push(format!("{id}: a {kind:?} row does not look like {what:?}")),
        }
    }
    let readings = rows.values().filter(|row| row[0] == "reading").count();
    if readings > READINGS {
        wrong.push(format!("{readings} rows are only read"));
    }
    let below = readme.lines().skip_while(|line| *line != "| row | the document | here | why |").skip(2);
    let differences = below.take_while(|line| line.starts_with('|')).count();
    if differences > DIFFERENCES {
        wrong.push(format!("{differences} differences"));
    }
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
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cart/porklike/TASKS.md");
    let wrong = complaints(&fs::read_to_string(readme).expect("the page of tasks"), &Known::read());
    assert!(wrong.is_empty(), "cart/porklike/TASKS.md:\n  {}", wrong.join("\n  "));
}

#[test]
fn broken_rows_are_found() {
    let mut known = Known::read();
    assert_eq!(known.tasks.len(), 274, "as many as the tutorial has");
    known.tasks = ["01.09", "02.02", "14.01"].map(String::from).into();
    known.tests = ["t02_02_walls", "t14_01_light"].map(String::from).into();
    let row = |id: &str, kind: &str, what: &str| format!("| {id} | {kind} | {what} |\n");
    let good = row("14.01", "code", "`paint.rs::recolor`; `t14_01_light`")
        + &row("02.02", "art", "sprites 48..94; `t02_02_walls`")
        + &row("01.09", "reading", "no jam");
    assert_eq!(complaints(&good, &known), Vec::<String>::new());
    let differences = "| row | the document | here | why |\n|---|---|---|---|\n".to_string();
    let broken = [
        (good.repeat(2), "two rows"),
        (good.replace("02.02", "02.03"), "02.02: no row"),
        (good.replace("02.02", "02.03"), "02.03: no such task"),
        (good.replace("::recolor", "::recolors"), "no function recolors"),
        (good.replace("paint.rs", "painter.rs"), "in painter.rs"),
        (good.replace("t14_01_light", "t14_01_dark"), "no test"),
        (good.replace("t14_01_light", "t02_02_walls"), "another number"),
        (good.replace("sprites", "pictures"), "sprites are due"),
        (good.replace("no jam", ""), "does not look like"),
        (good.replace("| reading", "| rumour"), "does not look like"),
        (good.clone() + &differences + &"| 1 | a | b | c |\n".repeat(11), "11 differences"),
        (String::new(), "no rows"),
    ];
    for (text, says) in broken {
        let found = complaints(&text, &known);
        assert!(found.iter().any(|complaint| complaint.contains(says)), "{says:?} is due: {found:?}");
    }
}
