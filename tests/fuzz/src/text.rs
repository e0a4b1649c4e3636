//! Readers of typed, handwritten or printed text: scripts, conditions, traces, sources, text on the screen.

use crate::runs::Still;
use crate::taken;
use rasher::{Boot, Machine, program};
use shelf::Entry;
use timeline::{Condition, FRAMES_MAX, Path, compare_trace_lines};
use tool::TestFile;

pub const SCRIPT_WORDS: &[&str] = &["12 right", "o+up", "2:x", "none", "# ", "\n", "99999999999999999999"];
pub const CONDITION_WORDS: &[&str] = &[
    "==",
    "!=",
    "<=",
    "hp",
    "mem[0x5f28]",
    "||",
    "!(",
    ".len",
    "[0]",
    ".",
    "true",
    "\"",
    "1.5",
    "0x1p",
    "65536",
];
pub const TEST_WORDS: &[&str] = &[
    "seed 7",
    "recording a.rec",
    "from a.slot 300",
    "set hp = 1",
    "60 o until ",
    "to 300",
    "expect ",
    "always ",
    "lua #mobs",
    "picture a.png",
    "shows \"a\"",
    "cost 50%",
    "digests",
    "error \"",
    "\n",
    "99999999999999999999",
];
pub const PRINT_WORDS: &[&str] = &[
    "\x06w",
    "\x06-",
    "\x06:",
    "\x06x",
    "\x06j",
    "\x06@6000",
    "\x06!5f10",
    "\x02",
    "\x04",
    "\x0e",
    "\x05",
    "\t",
];
pub const RUST_WORDS: &[&str] = &[
    "fn a() {}",
    "mod b;",
    "#[cfg(test)]",
    "r#\"",
    "\"",
    "'a",
    "{",
    "}",
    "<",
    "/*",
    "*/",
    "include_str!(\"x\")",
];
pub const LUA_WORDS: &[&str] =
    &["function ", "end ", "[[", "]]", "--[[", "\"", "#include code.lua\n", "0x1.8p3", "{", "}", "?\"", "!="];

pub const CATALOGUE_WORDS: &[&str] = &[
    "\"id\":",
    "\"file\":",
    "../",
    "https://",
    "{",
    "}",
    "[",
    "]",
    "\"\\u0000\"",
    "-1",
    "99999999999",
    ".p8.png",
];

/// An accepted index comes back as written, and its files stay at its address.
pub fn catalogue(bytes: &[u8]) -> bool {
    let address = taken(format::index_address(&String::from_utf8_lossy(bytes)));
    if let Some(address) = &address {
        assert_eq!(format::index_address(address).as_ref(), Ok(address));
        assert!(format::may_read(address, address) && format::is_address(address), "{address}");
    }
    let Some(index) = taken(format::Catalogue::from_json(bytes, "index.json")) else {
        return address.is_some();
    };
    assert_eq!(format::Catalogue::from_json(index.to_json().as_bytes(), "index.json").as_ref(), Ok(&index));
    for cart in &index.carts {
        let file = format::file_address("https://example.org/a/index.json", &cart.file);
        assert!(file.starts_with("https://example.org/a/") && !file.contains(".."), "{file}");
        assert!(format::is_cartridge(&cart.file_name()) && !cart.file_name().contains('/'));
        assert!(index.with_loaded(&cart.id).len() <= index.carts.len());
    }
    true
}

pub fn script(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some(frames) = taken(tool::parse_script(&text, "script")) else { return false };
    assert!(frames.iter().map(|(n, _)| n).sum::<u64>() <= FRAMES_MAX);
    true
}

/// The steps of an accepted test are in the order of its lines, and those lines without the rest parse as the
/// same test.
pub fn cart_test(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some(test) = taken(TestFile::parse(&text, "test")) else { return false };
    assert!(test.steps.windows(2).all(|two| two[0].line < two[1].line));
    let head = test.head.iter().map(String::as_str);
    let lines: Vec<&str> = head.chain(test.steps.iter().map(|step| &*step.text)).collect();
    let again = TestFile::parse(&lines.join("\n"), "test").expect("its own lines");
    assert_eq!((again.seed, &again.saves, &again.param), (test.seed, &test.saves, &test.param));
    assert_eq!(
        again.recording.map(|recording| (recording.path, recording.plays)),
        test.recording.map(|recording| (recording.path, recording.plays))
    );
    assert_eq!(again.steps.len(), test.steps.len());
    assert!(again.steps.iter().zip(&test.steps).all(|(a, b)| a.action == b.action));
    true
}

/// An accepted condition prints as a text that parses as the same condition.
pub fn condition(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let condition = taken(Condition::parse(&text));
    let path = taken(Path::parse(&text));
    if let Some(path) = &path {
        assert_eq!(Path::parse(&path.to_string()).as_ref(), Ok(path));
    }
    condition.is_some() || path.is_some()
}

/// Any two lines are equal, or differ in names that one of them has.
pub fn trace(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let (a, b) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let parting = compare_trace_lines(7, a, b);
    if let Some(parting) = &parting {
        assert_eq!(parting.frame, 7);
        assert!(parting.names.iter().all(|name| a.contains(name.as_str()) || b.contains(name.as_str())));
    }
    assert!(compare_trace_lines(7, a, a).is_none());
    parting.is_none()
}

/// `print` with any bytes at any place, and the reader of numbers with the same bytes.
pub fn print(bytes: &[u8]) -> bool {
    let (place, text) = bytes.split_at(bytes.len().min(6));
    let at = |n: usize| i32::from(place.get(n).copied().unwrap_or_default() as i8) * [1, 300][n & 1];
    let mut p8 = Machine::new(Boot::default());
    p8.print_at(text, at(0) + at(1), at(2) + at(3), at(4) as u8);
    p8.print(text);
    let number = num::Num::tonum(text, at(5) as u32 & 0xf);
    number.is_some() || p8.text_width(text) > 0
}

pub const DAP_WORDS: &[&str] = &[
    "Content-Length: ",
    "\r\n\r\n",
    "{\"seq\":1,\"type\":\"request\",\"command\":\"",
    "initialize\"}",
    "stackTrace\"}",
    "\"arguments\":{",
    "99999999999999999999",
    "null",
];

/// Messages of the Debug Adapter Protocol before a run is open: each request gets an answer, in messages that can be read.
pub fn dap(bytes: &[u8]) -> bool {
    static CARTS: [Entry; 1] = [Entry::bare("still", || program(Still))];
    let mut server = tool::DapServer::new(&CARTS, tool::RunSource::default());
    let mut answers = Vec::new();
    let is_whole = taken(tool::serve_dap(&mut server, bytes, &mut answers)).is_some();
    let text = std::str::from_utf8(&answers).expect("JSON is a text");
    for body in text.split("Content-Length: ").skip(1) {
        let (length, body) = body.split_once("\r\n\r\n").expect("a head and a body");
        assert_eq!(length.parse(), Ok(body.len()));
        serde_json::from_str::<serde_json::Value>(body).expect("JSON");
    }
    is_whole && !answers.is_empty()
}

/// A crate's manifest; its source is one line.
pub fn manifest(bytes: &[u8]) -> bool {
    let read = |path: &str| match path.trim_start_matches("./") {
        "game/Cargo.toml" => Some(bytes.to_vec()),
        "game/src/lib.rs" | "game/src/main.rs" => Some(b"fn a() {}".to_vec()),
        _ => None,
    };
    taken(budget::measure("game", &read)).is_some()
}

/// A part of a whole is counted once.
fn counted(report: Option<budget::BudgetReport>) -> bool {
    let Some(report) = report else { return false };
    assert_eq!(report.parts.iter().map(|part| part.tokens).sum::<usize>(), report.tokens);
    true
}

/// The parser of Rust recurses, and states how much stack it needs.
pub fn budget_rust(bytes: &[u8]) -> bool {
    let read = |path: &str| (path == "main.rs").then(|| bytes.to_vec());
    let all = || counted(taken(budget::measure("main.rs", &read)));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(budget::STACK);
        thread.spawn_scoped(scope, all).expect("a thread").join().expect("no panic")
    })
}

/// A file that includes itself, as text and as a cartridge.
pub fn budget_lua(bytes: &[u8]) -> bool {
    let counted = |name: &str| {
        let source = loader::MemorySource([(name.into(), bytes.to_vec())].into());
        let code = taken(loader::Loader::new(source).lua_code(name.as_ref(), &[]));
        code.is_some_and(|code| counted(taken(budget::measure_lua(name, &code.text))))
    };
    counted("code.lua") | counted("cart.p8")
}
