//! The conformance carts in `tests/suite`: a small `.p8` for each rule of PICO-8's language and calls. A cart checks
//! itself, fails with an error at the wrong line, and prints "ok" to the host at its end. Its first comments state
//! the rule and the source of the expected values: a manual, a value recorded on PICO-8, or another emulator's
//! interpretation. Carts that they load and reload from are in `tests/suite/beside`.

mod dearest;

use loader::Loader;
use rasher::{Boot, Console, Effect, Input, LineQuery};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use store::DiskSource;

/// Frames that a cart may take.
const FRAMES: u32 = 60;
/// Frames that are also run line by line.
const BY_LINES: u32 = 8;

fn carts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files = entries.map(|entry| entry.unwrap().path());
    let mut carts: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    carts.sort();
    carts
}

/// What is wrong with a cart, or with its run here.
fn check(path: &Path) -> Result<(), String> {
    let loaded = Loader::new(DiskSource::default()).lua(path, false);
    let cart = loaded.runnable().map_err(|error| error.to_string())?;
    let head = cart.cartridge.as_ref().map(format::Cartridge::head).unwrap_or_default();
    if head.len() != 2 || !head[1].starts_with("rests on: ") {
        return Err("its first two lines do not say the rule and what it rests on".into());
    }
    // A folder requested as a whole has more carts than a bundle.
    let complaint = cart.complaints.iter().find(|told| !told.contains("have no room"));
    complaint.map_or(Ok(()), |told| Err(told.clone()))?;
    let (program, boot) = cart.cart.boot();
    let boot = Boot { seed: 1, ..boot };
    let mut console = Console::try_boot(program, boot).map_err(|fault| fault.to_string())?;
    for frame in 0..FRAMES {
        // Line by line it is the same frame, to the last cycle; the first frames show it.
        let lines = (frame < BY_LINES).then(|| console.run_lines(&Input::default(), LineQuery::default()));
        let effects = console.try_frame(&Input::default()).map_err(|fault| fault.to_string())?;
        if lines.is_some_and(|lines| lines.console.digest() != console.digest()) {
            return Err(format!("run by lines, frame {} is another one", frame + 1));
        }
        if effects.contains(&Effect::Print("ok".into())) {
            return Ok(());
        }
    }
    Err(format!("it does not say \"ok\" within {FRAMES} frames"))
}

#[test]
fn each_cart_says_ok() {
    let carts = carts();
    let bad: Vec<String> = carts
        .iter()
        .filter_map(|path| check(path).err().map(|error| format!("{}: {error}", path.display())))
        .collect();
    assert!(bad.is_empty(), "{} of {} carts:\n{}", bad.len(), carts.len(), bad.join("\n"));
    assert!(carts.len() > 100, "only {} carts were found", carts.len());
}

/// The error in a row of the manual's page on compatibility, if its state is unknown or its last column names no existing check. A check
/// is a cart of the suite that contains the row's first code up to a bracket or blank, or `test` with a function's name.
fn row_fault([what, state, by]: [&str; 3], tests: &HashSet<String>) -> Option<&'static str> {
    if !["have", "differs", "lack", "unknown"].iter().any(|word| state.starts_with(word)) {
        return Some("no state");
    }
    if let Some(name) = by.strip_prefix("test ") {
        return (!tests.contains(name)).then_some("no test of this name");
    }
    let Ok(cart) =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("suite").join(format!("{by}.p8")))
    else {
        return Some("no cart of this name");
    };
    let word = what.split('`').nth(1).and_then(|code| code.split(['(', ' ']).next()).unwrap_or_default();
    (!cart.contains(word)).then_some("the cart does not have the row's word")
}

/// The names of all functions that have the attribute of a test.
fn test_names(folder: &Path, names: &mut HashSet<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() && !path.ends_with("target") {
            test_names(&path, names);
        } else if path.is_file() && path.extension().is_some_and(|ending| ending == "rs") {
            // `tests/out` has named pipes of another test, which would be waited for in the second run.
            let text = fs::read_to_string(&path).unwrap();
            let after =
                text.split("#[test]").skip(1).filter_map(|rest| rest.split_once("fn ")?.1.split_once('('));
            names.extend(after.map(|(name, _)| name.to_string()));
        }
    }
}

#[test]
fn each_row_on_compatibility_has_its_cart_or_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut tests = HashSet::new();
    ["console", "tests"].iter().for_each(|folder| test_names(&root.join(folder), &mut tests));
    let text = fs::read_to_string(root.join("console/guide/chapters/compatibility.md")).unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
        <[&str; 3]>::try_from(cells).ok().filter(|cells| cells[1] != "state")
    });
    let rows: Vec<[&str; 3]> = rows.collect();
    let wrong: Vec<_> = rows.iter().filter_map(|row| Some((row, row_fault(*row, &tests)?))).collect();
    assert!(wrong.is_empty() && rows.len() > 380, "{} rows; {wrong:#?}", rows.len());
    let cases = [
        (["`abs(1)`", "maybe", "rounding"], "no state"),
        (["`abs(1)`", "have", "machine tests"], "no cart of this name"),
        (["`abs(1)`", "have", "test that_there_is_not"], "no test of this name"),
        (["`oval(1)`", "have", "rounding"], "the cart does not have the row's word"),
    ];
    for (row, fault) in cases {
        assert_eq!(row_fault(row, &tests), Some(fault), "{row:?}");
    }
}

/// Tests the check itself: a wrong cart, one that never ends, one without its comments.
#[test]
fn a_wrong_cart_is_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let head = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";
    let cases = [
        ("-- a rule\n-- rests on: nothing\nassert(1==2)\n", "assertion failed!"),
        ("-- a rule\n-- rests on: nothing\nwhile true do flip() end\n", "does not say"),
        ("printh(\"ok\")\n", "first two lines"),
    ];
    for (n, (code, expected)) in cases.iter().enumerate() {
        let path = folder.join(format!("suite-{n}.p8"));
        fs::write(&path, format!("{head}{code}")).unwrap();
        let error = check(&path).expect_err("it is wrong");
        assert!(error.contains(expected), "{error}");
    }
}
