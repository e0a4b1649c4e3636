//! The table of tasks in the cart's README: a row for each task of the chapters that are in, and each row names a
//! function and a test that exist.
//!
//! ```text
//! | 05.02 | collision with walls | `world/rules.rs`: `blocks` | `collision_follows_the_flags` |
//! | 02.02 | a wall               | `sprites/porklike.png`     | ...                           |
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Tasks of chapters 2 to 6, and of chapter 7 those about sound: how many each has, as the task list that the cart
/// follows counts them.
const CHAPTERS: &[(u32, u32)] = &[(2, 12), (3, 4), (4, 3), (5, 3), (6, 14), (7, 6)];

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

/// What stands between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// What is wrong with a table.
fn complaints(readme: &str, sources: &BTreeMap<String, Vec<String>>, tests: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in readme.lines() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        if let ["", id, .., ""] = cells[..]
            && id.split_once('.').is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok())
            && rows.insert(id, cells.clone()).is_some()
        {
            wrong.push(format!("{id}: two rows"));
        }
    }
    for (chapter, count) in CHAPTERS {
        for task in 1..=*count {
            let id = format!("{chapter:02}.{task:02}");
            let Some(cells) = rows.get(id.as_str()) else {
                wrong.push(format!("{id}: no row"));
                continue;
            };
            let &["", _, _, place, test, ""] = cells.as_slice() else {
                wrong.push(format!("{id}: {} cells, 4 are due", cells.len() - 2));
                continue;
            };
            match quoted(place)[..] {
                [file] if file.starts_with("sprites/") || file.starts_with("sfx/") => {}
                [file, function] => {
                    let known = sources.get(file).is_some_and(|names| names.iter().any(|n| n == function));
                    if !known {
                        wrong.push(format!("{id}: there is no function {function} in {file}"));
                    }
                }
                _ => wrong.push(format!("{id}: a file and a function are due, {place:?} is there")),
            }
            match quoted(test)[..] {
                [name] if tests.iter().any(|t| t == name) => {}
                _ => wrong.push(format!("{id}: there is no test {test:?}")),
            }
        }
    }
    wrong
}

fn sources() -> (BTreeMap<String, Vec<String>>, Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut sources, mut tests) = (BTreeMap::new(), BTreeMap::new());
    functions(&root.join("../cart/porklike/src"), "", &mut sources);
    functions(&root.join("tests/porklike"), "", &mut tests);
    (sources, tests.into_values().flatten().collect())
}

#[test]
fn the_readme_has_a_row_for_each_task() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cart/porklike/README.md");
    let (sources, tests) = sources();
    let wrong = complaints(&fs::read_to_string(readme).expect("the cart's README"), &sources, &tests);
    assert!(wrong.is_empty(), "cart/porklike/README.md:\n  {}", wrong.join("\n  "));
}

#[test]
fn broken_rows_are_found() {
    let (sources, tests) = sources();
    let good: String = CHAPTERS
        .iter()
        .flat_map(|(chapter, count)| (1..=*count).map(move |task| (chapter, task)))
        .map(|(chapter, task)| {
            format!("| {chapter:02}.{task:02} | a task | `world/rules.rs`: `step` | `floors_are_closed` |\n")
        })
        .collect();
    assert_eq!(complaints(&good, &sources, &tests), Vec::<String>::new());
    let one = |from: &str, to: &str, says: &str| {
        let found = complaints(&good.replacen(from, to, 1), &sources, &tests);
        assert!(found.len() == 1 && found[0].contains(says), "{says:?} is due: {found:?}");
    };
    one("| 06.14", "| 06.15", "06.14: no row");
    let row = "| 06.13 | a task | `world/rules.rs`: `step` | `floors_are_closed` |\n";
    one(row, &row.repeat(2), "06.13: two rows");
    one("`step`", "`steps`", "no function steps");
    one("world/rules.rs", "rules.rs", "no function step in rules.rs");
    one("`floors_are_closed`", "`floors_are_open`", "no test");
    one("| a task ", "", "3 cells");
}
