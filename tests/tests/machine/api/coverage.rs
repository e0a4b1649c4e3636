//! The table of calls: every row that Rust carts have has a line of help, an example and tests.
//!
//! ```text
//! Machine::spr   in table.rs     the compiler checks that it exists and takes these arguments
//! its name       #[test] fn NAME or NAME_...   in this folder: from this binary's own list
//! the first      api/example/NAME.rs, which calls all of them; `#[doc = example!(NAME)]` makes it a doc test
//! ```
//!
//! Tests of a type or macro use its name in lower case.

use rasher::PIXELS;
use rasher::api::{CALLS, Call, DefaultValue, Item, Status};
use rasher::run_example;
use std::collections::BTreeSet;
use std::process::Command;

/// Characters in a line of an example, including indentation: as many as fit next to its picture.
const EXAMPLE_WIDTH: usize = 84;

/// The doc tests of `num`'s items: that crate cannot reach the console that examples run on.
const REEXPORTS: &str = include_str!("../../../../console/machine/src/lib.rs");

/// The names of this folder's tests, as listed by this binary.
fn tests() -> BTreeSet<String> {
    let me = std::env::current_exe().expect("a running program has a path");
    let listed = Command::new(me).arg("--list").output().expect("it ran once and runs again");
    let text = String::from_utf8(listed.stdout).expect("names are text");
    let names = text
        .lines()
        .filter_map(|line| line.strip_suffix(": test")?.strip_prefix("api::")?.rsplit("::").next());
    names.map(String::from).collect()
}

/// Whether the text contains the word, not as part of a longer name.
fn says(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

/// The name without a macro's punctuation.
fn plain(item: &Item) -> &'static str {
    item.name.trim_end_matches('!')
}

/// What is missing for the calls that Rust carts have.
fn complaints(calls: &[Call], tests: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for call in calls.iter().filter(|call| call.status == Status::Rust) {
        let mut say = |what: String| found.push(format!("row {} `{}`: {what}", call.row, call.name));
        if call.help.trim().is_empty() {
            say("has no line of help".into());
        }
        let Some(first) = call.rust.first() else {
            say("names no method, yet Rust carts have it".into());
            continue;
        };
        match call.example() {
            None => say("has no example in console/machine/src/api/example".into()),
            Some(example) => {
                let mark = format!("example!({})", example.name);
                let there = match first.of {
                    "Num" | "Macros" => REEXPORTS.contains(&mark) || first.name == "p8!",
                    "Types" => first.example == example.name || REEXPORTS.contains(&mark),
                    _ => first.example == example.name,
                };
                if !there {
                    say(format!("its example is no doc test: `{mark}` stands nowhere"));
                }
                for line in example.text.lines().filter(|line| line.chars().count() > EXAMPLE_WIDTH) {
                    say(format!("a line of its example has more than {EXAMPLE_WIDTH} characters: {line}"));
                }
                // `print` takes any `Text`, a type that no caller has to name.
                let silent = |item: &&&Item| item.of == "Types" && item.name == "Text";
                for item in call.rust.iter().filter(|item| !silent(item) && !says(example.text, plain(item)))
                {
                    say(format!("its example does not call `{}`", item.name));
                }
            }
        }
        for item in call.rust {
            if item.text.trim().is_empty() {
                say(format!("`{}` has no text above it", item.name));
            }
            let name = plain(item).to_lowercase();
            let tested = |test: &String| {
                test.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            };
            if !tests.iter().any(tested) {
                say(format!("no test in tests/tests/machine/api is named `{name}` or `{name}_...`"));
            }
        }
    }
    found
}

#[test]
fn every_call_has_a_line_of_help_an_example_and_a_test() {
    let complaints = complaints(CALLS, &tests());
    assert!(complaints.is_empty(), "\n{} complaint(s):\n  {}", complaints.len(), complaints.join("\n  "));
}

/// The source's documentation of a method, by name.
fn item(name: &str) -> &'static Item {
    let mut all = CALLS.iter().flat_map(|call| call.rust);
    all.find(|item| item.name == name).unwrap_or_else(|| panic!("no call {name}"))
}

#[test]
fn what_is_missing_is_found() {
    let tests = tests();
    const NOWHERE: &Item = &Item {
        of: "Machine",
        name: "charge",
        signature: "",
        parameters: &[],
        receiver: true,
        text: "",
        example: "",
    };
    const ALONE: &Item = &Item { name: "pset", example: "", text: "Text.", ..*NOWHERE };
    let row = |rust: &[&'static Item], help| Call {
        section: "",
        row: 1,
        name: "x",
        status: Status::Rust,
        rust: rust.to_vec().leak(),
        names: &[],
        forms: &[],
        help,
    };
    let (pset, rect, rnd) = (item("pset"), item("rect"), item("rnd"));
    let cases = [
        (row(&[pset], ""), "has no line of help"),
        (row(&[], "help"), "names no method"),
        (row(&[NOWHERE], "help"), "no test in tests/tests/machine/api is named `charge`"),
        (row(&[NOWHERE], "help"), "has no example"),
        (row(&[pset, NOWHERE], "help"), "`charge` has no text above it"),
        (row(&[pset, rect], "help"), "its example does not call `rect`"),
        (row(&[ALONE], "help"), "its example is no doc test: `example!(pset)` stands nowhere"),
    ];
    for (row, says) in cases {
        let complaints = complaints(&[row], &tests);
        assert!(complaints.iter().any(|c| c.contains(says)), "{complaints:?} does not say {says:?}");
    }
    assert_eq!(complaints(&[row(&[pset, rnd], "help")], &tests), [""; 0]);
}

/// PICO-8's manual and the recorded values: the defaults of omitted arguments.
#[test]
fn defaults_are_those_of_the_manual() {
    #[rustfmt::skip]
    let due = [
        ("cls", "[color=0]"), ("camera", "[x=0 y=0]"), ("clip", "[x y w h and_old]"), ("color", "[color=6]"),
        ("cursor", "[x=0 y=0 color]"), ("pset", "x y [color]"), ("pget", "x y"), ("sset", "x y [color]"), ("sget", "x y"),
        ("fget", "n [f]"), ("fset", "n flags | n f on"), ("circ", "x y [r=4 color]"), ("circfill", "x y [r=4 color]"),
        ("oval", "x0 y0 x1 y1 [color]"), ("rect", "x0 y0 x1 y1 [color]"), ("rrect", "x y w h [r=0 color]"),
        ("line", "[x0 y0 x1 y1 color] | [x y color] | [color]"), ("fillp", "[pattern=0]"),
        ("pal", "[c0 c1 p=0] | [table p=0] | [p]"), ("palt", "[c transparent] | [bits]"),
        ("spr", "n x y [w=1 h=1 flip_x flip_y]"), ("sspr", "sx sy sw sh dx dy [dw=sw dh=sh flip_x flip_y]"),
        ("map", "[tile_x=0 tile_y=0 sx=0 sy=0 w h layers=0]"), ("mget", "x y"), ("mset", "x y tile"),
        ("tline", "x0 y0 x1 y1 mx my [mdx=0.125 mdy=0 layers=0] | bits"), ("print", "text [color] | text [x y color]"),
        ("btn", "[b player=0]"), ("btnp", "[b player=0]"), ("sfx", "n [channel=-1 offset=0 length=0]"),
        ("music", "n [fade=0 mask=0]"), ("rnd", "[limit=1] | choices"), ("srand", "[seed=0]"),
        ("max", "max(x [other=0]) min(x [other=0]) mid(x [b=0 c=0]) flr(x) ceil(x) abs(x) sgn(x)"),
        ("peek", "peek(addr [n=1]) peek2(addr [n=1]) peek4(addr [n=1])"),
        ("reload", "[dest=0x0 source=0x0 len=0x4300]"), ("memset", "dest value len"), ("dset", "index value"),
        ("menuitem", "index [label callback]"), ("printh", "text [file overwrite desktop]"),
        ("extcmd", "command [p1=0 p2=0] | command [text]"), ("load", "name [breadcrumb param]"),
    ];
    for (name, args) in due {
        let call = CALLS.iter().find(|call| call.is(name)).unwrap_or_else(|| panic!("no call {name}"));
        assert_eq!(call.args(), args, "{name}");
    }
}

#[test]
fn forms_hang_together() {
    for call in CALLS {
        for form in call.forms {
            let place = format!("row {} `{}`, form {}", call.row, call.name, form.name);
            let optional =
                form.arguments.iter().position(|a| a.default.is_some()).unwrap_or(form.arguments.len());
            for (i, argument) in form.arguments.iter().enumerate() {
                let rest = argument.kind == rasher::api::ValueKind::Rest;
                assert!(
                    argument.default.is_some() || rest || i < optional,
                    "{place}: {} after an optional one",
                    argument.name
                );
                if let Some(DefaultValue::Argument(other)) = argument.default {
                    assert!(
                        form.arguments[..i].iter().any(|a| a.name == other),
                        "{place}: no {other} before {}",
                        argument.name
                    );
                }
            }
            assert!(
                form.method.is_none_or(|method| call.rust.contains(&method)),
                "{place}: another row's method"
            );
        }
    }
}

/// A check is needed because the manual would print a blank picture, too.
#[test]
fn every_example_of_a_drawing_call_draws() {
    let sections = ["Screen", "Shapes", "Colours", "Sprites and map", "Text"];
    let drawing = CALLS.iter().filter(|c| c.status == Status::Rust && sections.contains(&c.section));
    // It makes a request to the display and leaves the screen unchanged.
    let drawing: Vec<&Call> = drawing.filter(|c| c.name != "crt").collect();
    assert!(drawing.len() > 30, "the sections of drawing calls have other names now");
    for call in drawing {
        let example = call.example().unwrap_or_else(|| panic!("{} has no example", call.name));
        let mut picture = [0; PIXELS];
        run_example(example.run).machine().picture(&mut picture);
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
