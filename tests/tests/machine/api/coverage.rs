//! The table of calls against the code: every row that Rust carts have has its methods, a line of help and tests.
//!
//! ```text
//! api.rs   "spr"            ──> pub fn spr      inside an `impl Machine` of console/machine/src
//!          "num::sin"       ──> pub fn sin      in console/num/src; max and min are those of `Ord`
//!          "_draw"          ──> fn _draw        inside `trait Cart` of program.rs
//!          each of them     ──> #[test] fn NAME or NAME_...   in this folder
//!          the first        ──> api/example/NAME.rs, which calls all of them; `example!(NAME)` on an item is its doc test
//! ```
//!
//! Sources are read as text: rustfmt puts the ends of blocks at the left margin, and tidy sees to rustfmt.

use rasher::PIXELS;
use rasher::api::{CALLS, Call, Status, perform};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the code offers, by name.
struct Code {
    methods: BTreeSet<String>,
    numbers: BTreeSet<String>,
    hooks: BTreeSet<String>,
    tests: BTreeSet<String>,
    doc_tests: BTreeSet<String>,
}

/// Characters in a line of an example, indentation included: as many as have room beside its picture.
const EXAMPLE_WIDTH: usize = 84;

/// All Rust sources below a folder of the repository, as one text.
fn sources(folder: &str) -> String {
    let mut text = String::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for path in entries.map(|e| e.map(|e| e.path()).expect("an entry of a folder that can be listed")) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                text += &read(path);
            }
        }
    }
    text
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The name that a line declares a function by, after `start`.
fn declared<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(start)?;
    rest.split(['(', '<']).next()
}

/// Functions declared by `start` inside the blocks that `opens` begins at the left margin.
fn inside(text: &str, opens: impl Fn(&str) -> bool, start: &str) -> BTreeSet<String> {
    let (mut names, mut within) = (BTreeSet::new(), false);
    for line in text.lines() {
        within = if within { line != "}" } else { opens(line) };
        if within && let Some(name) = declared(line, start) {
            names.insert(name.to_string());
        }
    }
    names
}

/// Names of the functions that follow a `#[test]`.
fn tests(text: &str) -> BTreeSet<String> {
    let (mut names, mut marked) = (BTreeSet::new(), false);
    for line in text.lines() {
        match declared(line, "fn ") {
            Some(name) if marked => {
                names.insert(name.to_string());
                marked = false;
            }
            Some(_) => marked = false,
            None => marked |= line.trim() == "#[test]",
        }
    }
    names
}

/// Names of the examples that stand on an item as its doc test.
fn doc_tests(text: &str) -> BTreeSet<String> {
    let marks =
        text.split("#[doc = ").skip(1).filter_map(|rest| rest.split_once("example!(")?.1.split_once(")]"));
    marks.map(|(name, _)| name.to_string()).collect()
}

/// Does the text have the word, with nothing of a name against its ends?
fn says(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

impl Code {
    fn of_the_repository() -> Code {
        let (machine, num) = (sources("console/machine/src"), sources("console/num/src"));
        let mut numbers = inside(&num, |line| line == "impl Num {", "pub fn ");
        numbers.extend(inside(&num, |line| line == "impl Num {", "pub const fn "));
        if num.contains("Ord, Hash, Default, Serialize, Deserialize)]\n#[serde(transparent)]\npub struct Num")
        {
            numbers.extend(["max", "min"].map(String::from));
        }
        Code {
            methods: inside(&machine, |line| line == "impl Machine {", "pub fn "),
            numbers,
            hooks: inside(&machine, |line| line.starts_with("pub trait Cart:"), "fn "),
            tests: tests(&sources("tests/tests/machine/api")),
            doc_tests: doc_tests(&machine),
        }
    }

    /// What is missing for the rows that Rust carts have.
    fn complaints(&self, calls: &[Call]) -> Vec<String> {
        let mut found = Vec::new();
        for call in calls.iter().filter(|call| call.status == Status::Rust) {
            let mut say = |what: String| found.push(format!("row {} `{}`: {what}", call.row, call.name));
            if call.help.trim().is_empty() {
                say("has no line of help".into());
            }
            if call.rust.is_empty() {
                say("names no method, yet Rust carts have it".into());
            }
            match call.example() {
                None => say("has no example in console/machine/src/api/example".into()),
                Some(example) if !self.doc_tests.contains(example.name) => {
                    say(format!("its example is no doc test: `example!({})` stands nowhere", example.name));
                }
                Some(example) => {
                    for line in example.text.lines().filter(|line| line.chars().count() > EXAMPLE_WIDTH) {
                        say(format!(
                            "a line of its example has more than {EXAMPLE_WIDTH} characters: {line}"
                        ));
                    }
                    let names = call.rust.iter().map(|name| name.strip_prefix("num::").unwrap_or(name));
                    for name in names.filter(|name| !says(example.text, name)) {
                        say(format!("its example does not call `{name}`"));
                    }
                }
            }
            for name in call.rust {
                let (name, there, place) = match name.strip_prefix("num::") {
                    Some(name) => (name, self.numbers.contains(name), "`impl Num`"),
                    None if name.starts_with('_') => (*name, self.hooks.contains(*name), "`trait Cart`"),
                    None => (*name, self.methods.contains(*name), "`impl Machine`"),
                };
                if !there {
                    say(format!("`{name}` is not in {place}"));
                }
                let tested = |test: &String| {
                    test.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
                };
                if !self.tests.iter().any(tested) {
                    say(format!("no test in tests/tests/machine/api is named `{name}` or `{name}_...`"));
                }
            }
        }
        found
    }
}

#[test]
fn every_call_has_a_method_a_line_of_help_and_a_test() {
    let complaints = Code::of_the_repository().complaints(CALLS);
    assert!(complaints.is_empty(), "\n{} complaint(s):\n  {}", complaints.len(), complaints.join("\n  "));
}

#[test]
fn what_is_missing_is_found() {
    let code = Code::of_the_repository();
    let row =
        |rust, help| Call { section: "", row: 1, name: "x", status: Status::Rust, rust, args: "", help };
    let cases = [
        (row(&["pset"], ""), "has no line of help"),
        (row(&[], "help"), "names no method"),
        (row(&["pset", "charge"], "help"), "`charge` is not in `impl Machine`"),
        (row(&["num::sin", "num::pset"], "help"), "`pset` is not in `impl Num`"),
        (row(&["_draw", "_nothing"], "help"), "`_nothing` is not in `trait Cart`"),
        (row(&["debug_lines"], "help"), "no test in tests/tests/machine/api is named `debug_lines`"),
        (row(&["debug_lines"], "help"), "has no example"),
        (row(&["pset", "rect"], "help"), "its example does not call `rect`"),
    ];
    for (row, says) in cases {
        let complaints = code.complaints(&[row]);
        assert!(complaints.iter().any(|c| c.contains(says)), "{complaints:?} does not say {says:?}");
    }
    assert_eq!(code.complaints(&[row(&["pset", "rnd"], "help")]), [""; 0]);
    let hidden = Code { doc_tests: BTreeSet::new(), ..code };
    let complaints = hidden.complaints(&[row(&["pset"], "help")]);
    assert_eq!(complaints, ["row 1 `x`: its example is no doc test: `example!(pset)` stands nowhere"]);
}

/// A picture that shows nothing would be printed in the manual all the same.
#[test]
fn every_example_of_a_drawing_call_draws() {
    let sections = ["Screen", "Shapes", "Colours", "Sprites and map", "Text"];
    let drawing = CALLS.iter().filter(|c| c.status == Status::Rust && sections.contains(&c.section));
    // It asks the display for something and leaves the screen alone.
    let drawing: Vec<&Call> = drawing.filter(|c| c.name != "crt").collect();
    assert!(drawing.len() > 30, "the sections of drawing calls have other names now");
    for call in drawing {
        let example = call.example().unwrap_or_else(|| panic!("{} has no example", call.name));
        let mut picture = [0; PIXELS];
        perform(example.run).machine().picture(&mut picture);
        assert!(picture.iter().any(|c| *c != 0), "the example of {} shows a black screen", call.name);
    }
}

#[test]
fn every_checklist_row_is_there() {
    let rows: BTreeSet<u8> = CALLS.iter().map(|c| c.row).collect();
    let missing: Vec<u8> = (1..=57).filter(|n| !rows.contains(n)).collect();
    assert!(missing.is_empty(), "rows {missing:?} of the conformance checklist have no place in the table");
}

#[test]
fn the_rows_of_a_section_are_neighbours() {
    let mut sections: Vec<&str> = CALLS.iter().map(|c| c.section).collect();
    sections.dedup();
    let different: BTreeSet<&str> = sections.iter().copied().collect();
    assert_eq!(sections.len(), different.len(), "a section begins twice in {sections:?}");
}
