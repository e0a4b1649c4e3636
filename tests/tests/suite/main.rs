//! The conformance carts in `tests/suite`: a small `.p8` for each rule of PICO-8's language and calls. A cart checks
//! itself, fails with an error at the wrong line, and prints "ok" to the host at its end. Its first comments state
//! the rule and the source of the expected values: a manual, a value recorded on PICO-8, or another emulator's
//! interpretation. Carts that they load and reload from are in `tests/suite/beside`.

mod dearest;

use loader::Loader;
use rasher::{Boot, Console, Effect, Input, LineQuery};
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

/// Each row of the manual's page says a state and what tries it: a cart of the suite, or tests of a crate.
#[test]
fn the_page_on_compatibility_names_carts_that_exist() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../console/tool/chapters/compatibility.md");
    let text = fs::read_to_string(page).unwrap();
    let known: Vec<String> =
        carts().iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
        <[&str; 3]>::try_from(cells).ok().filter(|cells| cells[1] != "state")
    });
    let (mut count, mut wrong) = (0, Vec::new());
    for [what, state, by] in rows {
        count += 1;
        let has_state = ["have", "differs", "lack", "unknown"].iter().any(|word| state.starts_with(word));
        if !has_state || !(by.ends_with(" tests") || known.iter().any(|cart| cart == by)) {
            wrong.push(format!("{what}: {state}: {by}"));
        }
    }
    assert!(wrong.is_empty() && count > 150, "{count} rows; {wrong:#?}");
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
