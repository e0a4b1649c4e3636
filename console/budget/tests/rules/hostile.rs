//! Pathological sources: they may be refused, but must not cause a panic or hang.
//!
//! Random text is made of pieces of both languages, so that most of it gets past the first token. Deeply nested
//! sources run in a thread with the stack that `measure` asks for, with an unoptimised parser.

use num::Rng;
use rasher_budget::{measure, measure_lua};
use std::time::Duration;

const PIECES: &[&str] = &[
    "fn f() {",
    "}",
    "(",
    ")",
    "[",
    "]",
    "{",
    "if ",
    "else ",
    "match x {",
    "=> ",
    "|a| ",
    "let x = ",
    ";",
    ",",
    "..",
    "'a",
    "'a: ",
    "loop ",
    "x",
    "p8.",
    "self.",
    "\"",
    "'",
    "//",
    "/*",
    "*/",
    "--",
    "--[[",
    "]]",
    "[==[",
    "\\",
    "\n",
    "#[cfg(test)]",
    "#![",
    "macro_rules! m ",
    "$",
    "use a::b;",
    "mod m;",
    "include!(\"main.rs\");",
    "#include code.lua\n",
    "include_bytes!(\"x\")",
    "vec![",
    "matches!(",
    "format!(\"{",
    "0x",
    "0b1",
    "1..2",
    "1e9",
    "r#\"",
    "b'",
    "é",
    "⬅️",
    "\u{0}",
    "end ",
    "function ",
    "function a.b:c(",
    "then ",
    "until ",
    "while (",
    "if (",
    "?",
    "!=",
    ">>>=",
    "enum E { A = ",
    "impl X {",
    "trait T {",
    "const ",
    "as u8",
    "&mut ",
    "- ",
    "!",
    "::<",
    ">",
    "<",
    "where ",
    "async ",
    "unsafe ",
    "\u{feff}",
];

fn pieces(rng: &mut Rng) -> String {
    let len = rng.next_u32() % 40;
    (0..len).map(|_| PIECES[rng.next_u32() as usize % PIECES.len()]).collect()
}

/// Both languages can read it, and the results are consistent.
fn check(text: &[u8]) {
    let read = |path: &str| (path == "main.rs").then(|| text.to_vec());
    let lua: Vec<u8> = rasher::text::encode(&String::from_utf8_lossy(text)).collect();
    for (name, report) in
        [("main.rs", measure("main.rs", &read)), ("code.lua", measure_lua("code.lua", &lua))]
    {
        match report {
            Ok(report) => {
                let parts: usize = report.parts.iter().map(|part| part.tokens).sum();
                assert_eq!(parts, report.tokens, "{name}: {:?}", String::from_utf8_lossy(text));
                assert_eq!(report.chars, report.files.iter().map(|file| file.chars).sum::<usize>());
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "an error is one line: {error}"),
        }
    }
    let read = |path: &str| (path == "a/Cargo.toml" || path == "a/src/lib.rs").then(|| text.to_vec());
    _ = measure("a", &read);
}

#[test]
fn random_pieces() {
    let mut rng = Rng::from_words(1, 2);
    for _ in 0..8_000 {
        check(pieces(&mut rng).as_bytes());
    }
}

#[test]
fn random_bytes() {
    let mut rng = Rng::from_words(3, 4);
    for _ in 0..2_000 {
        let text: Vec<u8> = (0..rng.next_u32() % 60).map(|_| (rng.next_u32() >> 24) as u8).collect();
        check(&text);
    }
}

/// Constructs that make a parser recurse or scan ahead, repeated many times.
const DEEP: &[(&str, &str, &str)] = &[
    ("fn f() { x = ", "(", ""),
    ("fn f() { x = ", "- ", "1; }"),
    ("fn f() { x = ", "!", "1; }"),
    ("fn f() { x = ", "&", "1; }"),
    ("fn f() { x = ", "&&mut ", "1; }"),
    ("fn f() { ", "a = ", "1; }"),
    ("fn f() { ", "a + ", "1; }"),
    ("fn f() { ", "a.b().", "c; }"),
    ("fn f() { ", "return ", "1; }"),
    ("fn f() { ", "|| ", "1; }"),
    ("fn f() { ", "move |a| ", "1; }"),
    ("fn f() { ", "if a {} else ", "{} }"),
    ("fn f() { ", "if ", "a {} }"),
    ("fn f() { ", "while ", "a {} }"),
    ("fn f() { ", "match ", "a {} }"),
    ("fn f() { ", "loop {", ""),
    ("fn f() { ", "a[", ""),
    ("fn f() { let ", "&", "x = 1; }"),
    ("fn f() { let ", "A(", ""),
    ("fn f() { let ", "a @ ", "b = 1; }"),
    ("fn f() { let x: ", "Vec<", ""),
    ("fn f() { let x: ", "A<u8, ", ""),
    ("fn f() { let x: ", "A<<A<u8, ", ""),
    ("fn f() { let x: ", "&", "u8; }"),
    ("fn f() { let x: ", "(", ""),
    ("fn f() { let x: ", "[", ""),
    ("fn f() { let x: ", "impl A + ", "B; }"),
    ("fn f() { let x: ", "fn() -> ", "u8; }"),
    ("fn f() { let x: ", "*const ", "u8; }"),
    ("fn f() { let x: ", "&'a ", "u8; }"),
    ("fn f() { x", " as fn() -> u8", "; }"),
    ("fn f() { x", "?", "; }"),
    ("fn f() { ", "break ", "1; }"),
    ("fn f() { ", "async ", "{} }"),
    ("fn f() { ", "x..", "; }"),
    ("", "mod m {", ""),
    ("", "#[a]", "fn f() {}"),
    ("macro_rules! m { ", "(", ""),
    ("fn f() { m!(", "[", ""),
    ("use ", "a::", "b;"),
    ("use ", "{", ""),
    ("fn f", "<'a: 'b, T: A<", ">() {}"),
    ("", "if(", ""),
    ("", "while(a) ", ""),
    ("", "function f() ", ""),
    ("", "--[", ""),
    ("", "[=", ""),
    ("", "[[]", ""),
    ("", "{{", ""),
    ("", "\"\\z", ""),
];

#[test]
fn deep_sources_need_no_more_stack_than_there_is() {
    for (head, piece, tail) in DEEP {
        // At the limits for groups and for tokens, and far beyond.
        for times in [132, 390, 1_000] {
            let close: String = piece.chars().rev().filter_map(closing).collect();
            let text = format!("{head}{}{tail}", piece.repeat(times));
            let closed =
                format!("{text}{}{}", close.repeat(times), if head.contains('{') { "}" } else { "" });
            let run = move || [text, closed].iter().for_each(|text| check(text.as_bytes()));
            let name = format!("{times} times {piece:?}");
            let (tell, done) = std::sync::mpsc::channel();
            let thread = std::thread::Builder::new().name(name.clone()).stack_size(rasher_budget::STACK);
            let thread = thread.spawn(move || {
                run();
                tell.send(()).ok();
            });
            done.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("{name} hangs or panics"));
            thread.expect("a thread").join().expect("it is done");
        }
    }
}

fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        '<' => Some('>'),
        _ => None,
    }
}

#[test]
fn too_much_is_refused() {
    let text = vec![b'\n'; rasher_budget::MOST + 1];
    let error = measure("a.rs", &|_| Some(text.clone())).unwrap_err().to_string();
    assert_eq!(error, "a.rs: found 4194305 bytes, expected at most 4194304");
}
