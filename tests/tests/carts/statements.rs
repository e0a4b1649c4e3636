//! The tables of statements in the READMEs of the small carts: each statement of the source document, its place in
//! the code, and its test.
//!
//! ```text
//! | statement                      | where               | test                           |
//! |---|---|---|
//! | l. 28 no step leads off the map | `floor.rs::step`    | `steps_end_at_the_bounds`      |
//! | l. 63 procedural style          | `turn.rs::act`      | by reading                     |
//! ```
//!
//! Each place names a function, constant or type in the cart's source or in `kit/`, and each test is a test of that
//! cart. A table must have the number of rows in [`CARTS`], so that none gets lost. A cart may differ from its document
//! in at most [`DIFFERENCES`] points.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The carts with a table of statements, and its number of rows.
const CARTS: &[(&str, usize)] = &[("ghosts", 41), ("goblin", 56), ("kasidin", 61), ("picorogue", 56)];

/// The header of the table, and of the one with the differences.
const HEAD: &str = "| statement | where | test |";
const DIFFERENT: &str = "| statement | the document | here | why |";
/// The most differences of a cart.
const DIFFERENCES: usize = 5;

/// The names that a cart's rows may use.
struct Known {
    items: BTreeMap<String, BTreeSet<String>>,
    tests: BTreeSet<String>,
}

/// The sources of a folder: their names and texts.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry"));
    let named = entries.map(|entry| (entry.file_name().into_string().expect("UTF-8"), entry.path()));
    let rust = named.filter(|(name, _)| name.ends_with(".rs"));
    rust.map(|(name, path)| (name, fs::read_to_string(path).expect("a source"))).collect()
}

/// The name that a line of a source defines.
fn defined(line: &str) -> Option<String> {
    let line = ["pub(crate) ", "pub(super) ", "pub "]
        .iter()
        .find_map(|start| line.trim_start().strip_prefix(start))
        .unwrap_or(line.trim_start());
    let line = line.strip_prefix("const fn ").map_or(line, |_| &line["const ".len()..]);
    let name =
        ["fn ", "const ", "struct ", "enum ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
    Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// The names of a source's tests.
fn tests(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    lines.windows(2).filter(|two| two[0] == "#[test]").filter_map(|two| defined(two[1])).collect()
}

impl Known {
    fn read(cart: &str) -> Known {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let items = [("", format!("../cart/{cart}/src")), ("kit/", "../cart/kit/src".into())];
        let items = items.iter().flat_map(|(under, folder)| {
            let found = sources(&root.join(folder)).into_iter();
            found.map(move |(name, text)| {
                (format!("{under}{name}"), text.lines().filter_map(defined).collect())
            })
        });
        // Some tests need the release profile: those over a whole range of numbers.
        let mut files = sources(&root.join(format!("tests/carts/{cart}")));
        files.extend(sources(&root.join("tests/runs")));
        Known { items: items.collect(), tests: files.iter().flat_map(|(_, text)| tests(text)).collect() }
    }
}

/// The rows below a table's header, as cells.
fn rows<'a>(readme: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let below = readme.lines().skip_while(|line| *line != head).skip(2);
    let table = below.take_while(|line| line.starts_with('|'));
    table.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The texts between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The errors in a README.
fn complaints(readme: &str, known: &Known, due: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    let found = rows(readme, HEAD);
    if found.len() != due {
        wrong.push(format!("{} rows, {due} are due", found.len()));
    }
    let mut statements = BTreeSet::new();
    for row in &found {
        let [statement, places, played] = row[..] else {
            wrong.push(format!("{row:?}: three cells are due"));
            continue;
        };
        if statement.is_empty() || !statements.insert(statement) {
            wrong.push(format!("{statement:?}: empty, or there twice"));
        }
        let (places, names) = (quoted(places), quoted(played));
        if places.is_empty() || names.is_empty() && played != "by reading" {
            wrong.push(format!("{statement}: no place, or no test"));
        }
        for place in places {
            let (file, item) = place.split_once("::").unwrap_or((place, ""));
            if !known.items.get(file).is_some_and(|items| items.contains(item)) {
                wrong.push(format!("{statement}: there is no {item:?} in {file}"));
            }
        }
        let lost = names.into_iter().filter(|name| !known.tests.contains(*name));
        wrong.extend(lost.map(|name| format!("{statement}: there is no test {name}")));
    }
    let different = rows(readme, DIFFERENT);
    if different.len() > DIFFERENCES || different.iter().any(|row| row.len() != 4 || row.contains(&"")) {
        wrong.push(format!("differences: {DIFFERENCES} at most, each with four cells: {different:?}"));
    }
    wrong
}

#[test]
fn each_statement_has_its_place_and_its_test() {
    for (cart, due) in CARTS {
        let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../cart/{cart}/README.md"));
        let readme = fs::read_to_string(readme).expect("the cart's README");
        let wrong = complaints(&readme, &Known::read(cart), *due);
        assert!(wrong.is_empty(), "cart/{cart}/README.md:\n  {}", wrong.join("\n  "));
    }
}

#[test]
fn broken_rows_are_found() {
    let known = Known::read("picorogue");
    let row = "| l. 28 no step leads off the map | `floor.rs::step` | `steps_end_at_the_bounds` |\n";
    let more = "| l. 9 ten floors | `lib.rs::FLOORS`, `kit/chance.rs::stream` | by reading |\n";
    let good = format!("text\n\n{HEAD}\n|---|---|---|\n{row}{more}\n| a | b | c |\n");
    assert_eq!(complaints(&good, &known, 2), Vec::<String>::new());
    let different =
        |rows: usize, row: &str| format!("{good}\n{DIFFERENT}\n|---|---|---|---|\n{}", row.repeat(rows));
    assert_eq!(complaints(&different(5, "| a | b | c | d |\n"), &known, 2), Vec::<String>::new());
    for (text, says) in [
        (good.replace("::step", "::steps"), "there is no \"steps\" in floor.rs"),
        (good.replace("floor.rs", "floors.rs"), "in floors.rs"),
        (good.replace("::FLOORS", "::FLOOR"), "\"FLOOR\""),
        // A function in the tests that is not a test.
        (good.replace("steps_end_at_the_bounds", "flood"), "there is no test flood"),
        (good.replace("`steps_end_at_the_bounds`", ""), "no test"),
        (good.replace("by reading", "by faith"), "no test"),
        (good.replace("`floor.rs::step`", "floor.rs"), "no place"),
        (good.replace(more, ""), "1 rows, 2 are due"),
        (good.replace(more, row), "there twice"),
        (good.replace("by reading |", "by reading | more |"), "three cells"),
        (different(6, "| a | b | c | d |\n"), "5 at most"),
        (different(1, "| a | b | c | |\n"), "four cells"),
        (String::new(), "0 rows"),
    ] {
        let found = complaints(&text, &known, 2);
        assert!(found.iter().any(|complaint| complaint.contains(says)), "{says:?} is due: {found:?}");
    }
}
