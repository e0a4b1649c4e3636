//! The calls of a module: both files are generated from the table of calls, and are what the table says now.
//!
//! ```text
//! machine/src/api/table.rs ── signatures ──┬──> calls/src/rows.rs               each import: arguments and result, for both sides
//!                                          └──> machine/src/module/methods.rs   a module's `Machine`: each method, passing them on
//! ```
//!
//! `BLESS=1` writes them. A row that exists may not change, because modules that people share call it; see `calls`.

use rasher::api::CALLS;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use tests::shell::root;
use tests::table::Mode;

const ROWS: &str = "console/calls/src/rows.rs";
const METHODS: &str = "console/machine/src/module/methods.rs";

/// The rows of methods that `machine/src/module.rs` writes by hand, because their types in Rust are no row's.
const BY_HAND: &[&str] = &[
    "cursor(x: Int(x), y: Int(y)) -> Triple",
    "cursor_ext(x: Int(x), y: Int(y), color: Color(color_given color)) -> Triple",
    "debug(value: Str(value_at value_len)) -> Nothing",
    "peek_n(addr: Addr(addr), out: Out(out_at out_len)) -> Nothing",
    "poke_n(addr: Addr(addr), bytes: Bytes(bytes_at bytes_len)) -> Nothing",
    "rnd_place(count: Cycles(count)) -> IndexOrNil",
    "stat(n: Int(n)) -> Stat",
];
/// Methods of these rows, and those that need none: `pal_table` is several `pal_ext`.
const WRITTEN: &[&str] =
    &["cursor", "cursor_ext", "debug", "flip", "pal_table", "peek_n", "poke_n", "rnd_of", "stat"];
/// Methods for hosts: a module has neither samples nor the bytes of the memory.
const HOSTS: &[&str] = &["samples", "listen_to", "memory"];

/// A method's argument: its type in Rust, the row's type, and how a module passes it.
struct Kind {
    rust: &'static str,
    row: &'static str,
    /// Endings of the names of the integers that carry it.
    parts: &'static [&'static str],
    /// `$` is the argument's name.
    passed: &'static str,
}

const KINDS: &[Kind] = &[
    kind("i32", "Int", &[""], "$"),
    kind("impl Int", "Int", &[""], "$.int()"),
    kind("impl Into<i32>", "Int", &[""], "$.into()"),
    kind("u16", "Addr", &[""], "$.into()"),
    kind("u8", "Byte", &[""], "$.into()"),
    kind("u32", "Cycles", &[""], "$ as i32"),
    kind("bool", "Bool", &[""], "$.into()"),
    kind("impl Into<Num>", "Num", &[""], "$.into().bits()"),
    kind("impl Into<Color>", "Color", &["_given", ""], "of_color($.into())"),
    kind("Option<i32>", "IntOrNil", &["_given", ""], "int_or_nil($)"),
    kind("impl Into<Option<i32>>", "IntOrNil", &["_given", ""], "int_or_nil($.into())"),
    kind("Option<bool>", "BoolOrNil", &["_given", ""], "int_or_nil($.map(i32::from))"),
    kind("&str", "Str", &["_at", "_len"], "bytes($.as_bytes())"),
    kind("Option<&str>", "StrOrNil", &["_at", "_len"], "str_or_nil($)"),
    kind("impl Text", "Text", &["_unicode", "_at", "_len"], "of_text(&$.p8scii())"),
];

const fn kind(
    rust: &'static str,
    row: &'static str,
    parts: &'static [&'static str],
    passed: &'static str,
) -> Kind {
    Kind { rust, row, parts, passed }
}

/// A method's result: its type in Rust, the row's type, and how a module reads it.
const RESULTS: &[(&str, &str, &str)] = &[
    ("", "", "$"),
    ("i32", "Int", "$"),
    ("u8", "Byte", "$ as u8"),
    ("u16", "Bits", "$ as u16"),
    ("i16", "Short", "$ as i16"),
    ("u64", "Long", "$ as u64"),
    ("bool", "Bool", "$ != 0"),
    ("Num", "Num", "Num::from_bits($)"),
    ("(i32, i32)", "Pair", "pair($)"),
    ("[u8; 4]", "Four", "($).to_le_bytes()"),
];

/// Calls without a row in the table: `name(argument: type, ..) -> result`.
const MORE: &[&str] = &["frame() -> u64", "is_daily() -> bool"];

struct Signature<'a> {
    name: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
    result: &'a str,
}

impl<'a> Signature<'a> {
    fn of(text: &'a str) -> Signature<'a> {
        let (name, rest) = text.split_once('(').unwrap_or_else(|| panic!("no arguments: {text}"));
        let (arguments, result) = match rest.rsplit_once(") -> ") {
            Some((arguments, result)) => (arguments, result),
            None => (rest.strip_suffix(')').unwrap_or_else(|| panic!("no end: {text}")), ""),
        };
        let arguments = arguments.split(", ").filter(|it| !it.is_empty());
        let arguments = arguments.map(|it| it.split_once(": ").unwrap_or_else(|| panic!("{text}")));
        Signature { name, arguments: arguments.collect(), result }
    }
}

fn kind_of(rust: &str, of: &str) -> &'static Kind {
    KINDS.iter().find(|kind| kind.rust == rust).unwrap_or_else(|| panic!("{of}: no row's type for {rust}"))
}

fn signatures() -> Vec<Signature<'static>> {
    let mut all: Vec<Signature<'_>> = Vec::new();
    let items = CALLS.iter().flat_map(|call| call.rust).filter(|item| item.of == "Machine");
    for text in items.map(|item| item.signature).chain(MORE.iter().copied()) {
        let name = text.split(['(', '<']).next().expect("a name");
        let is_other = WRITTEN.contains(&name) || HOSTS.contains(&name);
        if !is_other && all.iter().all(|one| one.name != name) {
            all.push(Signature::of(text));
        }
    }
    all
}

fn rows() -> String {
    let mut out = String::from(
        "//! The rows. Generated from the table of calls by `tests/tests/machine/modules.rs`; see the crate.\n\n\
         /// Passes all rows to a macro.\n#[macro_export]\nmacro_rules! each_call {\n    ($then:ident) => {\n        $then! {\n",
    );
    for Signature { name, arguments, result } in signatures() {
        let arguments = arguments.iter().map(|(argument, rust)| {
            let Kind { row, parts, .. } = kind_of(rust, name);
            let parts: Vec<String> = parts.iter().map(|end| format!("{argument}{end}")).collect();
            format!("{argument}: {row}({})", parts.join(" "))
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let result = result_of(name, result).1;
        let result = if result.is_empty() { "Nothing" } else { result };
        writeln!(out, "            {name}({arguments}) -> {result};").unwrap();
    }
    BY_HAND.iter().for_each(|row| writeln!(out, "            {row};").unwrap());
    out + "        }\n    };\n}\n"
}

fn result_of(name: &str, result: &str) -> &'static (&'static str, &'static str, &'static str) {
    RESULTS.iter().find(|row| row.0 == result).unwrap_or_else(|| panic!("{name}: no row's type for {result}"))
}

fn methods() -> String {
    let mut out = String::from(
        "//! A module's calls: each passes its arguments to the console.\n//!\n\
         //! Generated from the table of calls by `tests/tests/machine/modules.rs`.\n\n\
         use super::{Color, Int, Machine, Text, bytes, int_or_nil, of_color, of_text, pair, place, str_or_nil};\n\
         use num::Num;\n\nimpl Machine {\n",
    );
    for Signature { name, arguments, result } in signatures() {
        let own: Vec<String> = arguments.iter().map(|(name, rust)| format!("{name}: {rust}")).collect();
        let own: String = own.iter().map(|argument| format!(", {argument}")).collect();
        let arrow = if result.is_empty() { String::new() } else { format!(" -> {result}") };
        writeln!(out, "    #[track_caller]\n    pub fn {name}(&self{own}){arrow} {{").unwrap();
        let mut passed = Vec::new();
        for (argument, rust) in &arguments {
            let kind = kind_of(rust, name);
            let value = kind.passed.replace('$', argument);
            if kind.parts.len() == 1 {
                passed.push(value);
            } else {
                let parts: Vec<String> = kind.parts.iter().map(|end| format!("{argument}{end}")).collect();
                writeln!(out, "        let [{}] = {value};", parts.join(", ")).unwrap();
                passed.extend(parts);
            }
        }
        passed.push("place()".into());
        let call = format!("guest::{name}({})", passed.join(", "));
        writeln!(out, "        {}\n    }}\n", result_of(name, result).2.replace('$', &call)).unwrap();
    }
    out.truncate(out.trim_end().len());
    out + "\n}\n"
}

/// As `cargo fmt` has it.
fn formatted(text: &str) -> String {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt runs");
    rustfmt.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("rustfmt reads");
    let output = rustfmt.wait_with_output().expect("rustfmt ends");
    assert!(output.status.success(), "rustfmt fails on:\n{text}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_calls_of_a_module_are_those_of_the_table() {
    for (path, text) in [(ROWS, rows()), (METHODS, methods())] {
        let file = root().join(path);
        let now = std::fs::read_to_string(&file).unwrap_or_default();
        let text = formatted(&text);
        if now != text && Mode::from_env().expect("BLESS or CI") == Mode::Bless {
            std::fs::write(&file, &text).expect("the file can be written");
        } else {
            assert!(now == text, "{path} is not what the table says; BLESS=1 writes it");
        }
    }
}
