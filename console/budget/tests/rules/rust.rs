//! Rust tokens, case by case: our rule, as in the crate's README.

use rasher_budget::{BudgetError, BudgetReport, measure};

fn report(code: &str) -> Result<BudgetReport, BudgetError> {
    measure("main.rs", &|path| (path == "main.rs").then(|| code.into()))
}

fn tokens(code: &str) -> usize {
    report(code).unwrap_or_else(|error| panic!("{code:?}: {error}")).tokens
}

/// Tokens of `fn f() { }` around a body.
const FRAME: usize = 3;

const BODIES: &[(&str, usize)] = &[
    ("", 0),
    // Names, literals, operators, brackets.
    ("x = 1;", 3),
    ("x += -1;", 3),
    ("x = -y;", 4),
    ("x = !y;", 4),
    ("x = y - 1;", 5),
    ("f(a, b, c);", 5),
    ("x = (a + b) * c;", 8),
    ("x = [1, 2, 3];", 6),
    ("x = [0; 8];", 5),
    ("x = a[i];", 5),
    ("x = \"a long text\";", 3),
    ("x = b'a'; y = 'b'; z = 1.5; w = b\"..\"; v = true;", 15),
    ("x = Event::Moved;", 3),
    ("x = crate::a::b::C;", 3),
    ("x = (a, b);", 5),
    ("x = a.b.c;", 5),
    ("x = a.0;", 4),
    ("a.b(c);", 4),
    ("x = a..b;", 5),
    ("x = ..=b;", 4),
    ("a?;", 2),
    // Words that Lua does not need.
    ("self.x = 1;", 3),
    ("p8.spr(n, x, y);", 5),
    ("self.draw(p8);", 2),
    ("let x: Vec<i32> = f();", 4),
    ("let mut x = &mut y;", 3),
    ("let x;", 1),
    ("*x = *y;", 3),
    ("x = y as i32;", 3),
    ("x = (y / 2) as i32;", 5),
    ("x = (y as i32) + 1;", 5),
    ("x = i32::from(y);", 3),
    ("x = usize::from(y + 1);", 5),
    ("x = y.into();", 3),
    ("x = (y + 1).into();", 5),
    ("x = y.clone();", 3),
    ("x = num!(0.25);", 3),
    ("x = num!(-2);", 3),
    ("x = Num::int(y);", 3),
    ("x = y.saturating_add(1);", 5),
    ("x = y.wrapping_mul(z);", 5),
    ("x = y.rem_euclid(z);", 5),
    ("x = y.min(z);", 6),
    ("x = y.parse::<i32>();", 5),
    ("x = Vec::<i32>::new();", 4),
    ("use a::b; const N: u8 = 3; struct S { a: u8 }", 3),
    ("#[allow(unused)] let x = 1;", 3),
    // Control flow.
    ("if a { b(); }", 5),
    ("if a { b(); } else { c(); }", 8),
    ("if a { b(); } else if c { d(); } else { e(); }", 13),
    ("while a { b(); }", 5),
    ("loop { break; }", 3),
    ("for i in 0..n { continue; }", 8),
    ("'a: loop { break 'a; }", 5),
    ("return x;", 2),
    ("return;", 1),
    ("{ x = 1; }", 4),
    ("let f = |a| a + 1;", 7),
    ("let f = |a| { a + 1 };", 7),
    ("let f = move || 1;", 4),
    ("if let Some(x) = y { z(); }", 9),
    ("let Some(x) = y else { return };", 7),
    ("match x { 1 => a(), 2 | 3 => { b(); } _ => {} }", 15),
    ("match x { A::B { c, .. } if d => e, _ => f, }", 13),
    ("x = S { a: 1, b, ..c };", 9),
    ("let (a, _) = b;", 5),
    ("let [a, .., b] = c;", 5),
    ("match x { a @ 1..=5 => b, &c => d }", 13),
    ("let S { a: x, b } = c;", 7),
    // Macros.
    ("x = vec![1, 2];", 6),
    ("x = vec![0; 9];", 6),
    ("x = vec![];", 4),
    ("x = format!(\"a {} {b} {{c}}\", d);", 9),
    ("x = matches!(a, B | C(_));", 10),
    ("x = matches!(a, b if b > 1);", 10),
    ("other!(a, b + 1);", 6),
    ("odd!(a => b; c);", 6),
];

#[test]
fn bodies() {
    for (code, expected) in BODIES {
        assert_eq!(tokens(&format!("fn f() {{ {code} }}")) - FRAME, *expected, "{code}");
    }
}

#[test]
fn one_more_operator_is_one_more_token() {
    for (code, expected) in BODIES {
        let with = |more: &str| tokens(&format!("fn f() {{ {code} {more} }}")) - FRAME;
        assert_eq!(with("; q = q;"), expected + 3, "{code}");
        assert_eq!(with("; q = !q;"), expected + 4, "{code}");
        assert_eq!(with("; q = q & q;"), expected + 5, "{code}");
    }
}

const ITEMS: &[(&str, usize)] = &[
    ("fn f(a: i32, mut b: &[u8]) -> Option<i32> { a }", 6),
    ("fn f(&mut self_: S, p8: &mut Machine) {}", 4),
    ("impl S { fn f(&mut self, p8: &mut Machine) {} }", 3),
    ("impl<T: Copy> A<T> for B where T: C { type D = E; const F: u8 = 2; fn g() {} }", 6),
    ("trait A { fn a(&self); fn b(&self) { c() } const D: u8; }", 5),
    ("const A: [u8; 3] = [1, 2, 3];", 6),
    ("pub static A: &str = \"text\";", 3),
    ("enum E { A, B(u8), C { d: u8 } } struct S(u8); type T = S; use a::b; mod m {}", 0),
    ("enum E { A = 3, B }", 3),
    ("mod m { fn f() {} }", 3),
    ("#[cfg(test)] mod tests { fn f() { a + b } }", 0),
    ("#[test] fn f() { a + b }", 0),
    ("#[cfg(test)] use a; #[cfg(all(test, feature = \"x\"))] fn f() {}", 0),
    ("#[cfg(not(test))] fn f() {}", 3),
    ("impl S { #[cfg(test)] fn f() {} }", 0),
    ("#[derive(Clone)] #[doc = \"x\"] struct S; /// text\nfn f() {}", 3),
    ("macro_rules! m { ($a:expr) => { $a + 1 }; }", 9),
    ("m! { a, b }", 4),
];

#[test]
fn items() {
    for (code, expected) in ITEMS {
        assert_eq!(tokens(code), *expected, "{code}");
    }
}

/// Comments, tests, `use`, types, attributes and formatting do not change the count.
#[test]
fn what_is_free_is_no_character() {
    let plain = "fn step(dir: D) { let a = 1; Cell::at(x + dir.dx(), y - -1) }";
    let laid_out = "//! Cells.\nuse a::{b, c};\n/// Steps.\n#[inline]\npub fn step(self, dir: Dir) -> Cell {\n    let a: i32 = 1; // one\n\
                    Cell::at(self.x + dir.dx(), &mut y - -1)\n}\n#[cfg(test)]\nmod tests { fn f() {} }\nstruct S { a: u8 }\n";
    let (a, b) = (report(plain).unwrap(), report(laid_out).unwrap());
    assert_eq!((a.tokens, a.chars, a.compressed), (b.tokens, b.chars, b.compressed));
    // A sign before a number is part of what costs nothing; `,`, `;` and `.` are free.
    assert_eq!(a.chars, "fn step(dir)a=1 Cell::at(x+dir dx()y-1)".len());
}

#[test]
fn errors_say_where() {
    let error = |code: &str| report(code).unwrap_err().to_string();
    assert!(error("fn f() {\n x = = 1;\n}").starts_with("main.rs:2: found \"x = = 1;\", expected Rust: "));
    assert!(error("fn f() {").starts_with("main.rs:1: found \"fn f() {\", expected tokens of Rust"));
}

fn files(list: &'static [(&'static str, &'static str)]) -> impl Fn(&str) -> Option<Vec<u8>> {
    move |path| list.iter().find(|(name, _)| *name == path).map(|(_, text)| text.as_bytes().to_vec())
}

#[test]
fn a_crate_is_all_its_files() {
    let read = files(&[
        (
            "w/Cargo.toml",
            "[workspace.dependencies]\nkit = { path = \"cart/kit\" }\nserde = \"1\"\nlibm = \"1\"\n",
        ),
        (
            "w/cart/a/Cargo.toml",
            "[dependencies]\nserde.workspace = true\nkit.workspace = true\n[dev-dependencies]\nproptest = \"1\"\n",
        ),
        ("w/cart/a/src/lib.rs", "mod b; mod c { mod d; } #[path = \"e/f.rs\"] mod g; #[cfg(test)] mod none;"),
        ("w/cart/a/src/b.rs", "mod h; const B: u8 = 1;"),
        ("w/cart/a/src/b/h.rs", "const H: &[u8] = include_bytes!(\"../../data.bin\");"),
        (
            "w/cart/a/src/c/d.rs",
            "const D: &str = include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/data.bin\"));",
        ),
        ("w/cart/a/src/e/f.rs", "include!(\"g.in\");"),
        ("w/cart/a/src/e/g.in", "const G: u8 = 1 + 1;"),
        ("w/cart/a/data.bin", "0123456789"),
        ("w/cart/a/build.rs", "fn main() { format!(include_str!(\"page.txt\"), 1, hp); }"),
        ("w/cart/a/page.txt", "{} of {}, {{so}} it is, {name:>5}"),
        ("w/cart/kit/Cargo.toml", ""),
        ("w/cart/kit/src/lib.rs", "pub const KIT: u8 = 1;"),
    ]);
    let report = measure("w/cart/a", &read).unwrap();
    let costs: Vec<_> = report.files.iter().map(|it| (it.path.as_str(), it.tokens)).collect();
    let expected = [
        ("w/cart/a/src/lib.rs", 0),
        ("w/cart/a/src/b.rs", 3),
        ("w/cart/a/src/b/h.rs", 3),
        ("w/cart/a/src/c/d.rs", 3),
        ("w/cart/a/src/e/f.rs", 0),
        ("w/cart/a/src/e/g.in", 5),
        // fn main ( format ( text 1 hp, three placeholders, a name.
        ("w/cart/a/build.rs", 12),
        ("w/cart/kit/src/lib.rs", 3),
    ];
    assert_eq!(costs, expected);
    let data = "H=include_bytes!".len() + 10;
    assert_eq!(report.files[2].chars, data, "its text and ten bytes of data");
}

#[test]
fn foreign_crates_are_refused() {
    let error = |manifest: &'static str| {
        let read = move |path: &str| match path {
            "a/Cargo.toml" => Some(manifest.into()),
            "a/src/lib.rs" => Some(Vec::new()),
            _ => None,
        };
        measure("a", &read).map(|_| ()).map_err(|error| error.to_string())
    };
    let refused = |name: &str| {
        Err(format!(
            "a/Cargo.toml: depends on the crate \"{name}\", whose source cannot be counted; expected a path to its \
             source, or one of: rasher, rasher-num, rasher-desktop, rand, rand_core, serde, core, alloc, std"
        ))
    };
    assert_eq!(error("[dependencies]\nserde = \"1\"\nrand = { version = \"0.10\" }"), Ok(()));
    assert_eq!(error("[dependencies]\nnum = { package = \"rasher-num\", path = \"../num\" }"), Ok(()));
    assert_eq!(
        error("[dependencies]\nnum = \"0.4\""),
        refused("num"),
        "the registry has another crate of that name"
    );
    assert_eq!(error("[dependencies]\nlibm = \"1\""), refused("libm"));
    assert_eq!(error("[dependencies]\nserde = { package = \"evil\", version = \"1\" }"), refused("evil"));
    assert_eq!(error("[dependencies]\nx.workspace = true"), refused("x"));
    assert_eq!(error("[target.'cfg(any())'.dependencies]\nlibm = \"1\""), refused("libm"));
    assert_eq!(error("[build-dependencies]\ncc = \"1\""), refused("cc"));
    assert_eq!(error("[dev-dependencies]\nproptest = \"1\""), Ok(()));
    assert_eq!(
        error("[dependencies"),
        Err("a/Cargo.toml:1: found \"[dependencies\", expected TOML: unclosed table, expected `]`".into())
    );
    let lost = measure(
        "a",
        &files(&[("a/Cargo.toml", "[dependencies]\nkit = { path = \"../kit\" }"), ("a/src/lib.rs", "")]),
    );
    assert_eq!(lost.unwrap_err().to_string(), "kit/Cargo.toml: not found; named by the crate");
    let lost = measure("a", &files(&[("a/Cargo.toml", ""), ("a/src/lib.rs", "\nmod b;")]));
    assert_eq!(lost.unwrap_err().to_string(), "a/src/b.rs: not found; named by a/src/lib.rs:2");
}

#[test]
fn savings_are_found() {
    let code = format!("const T: [u8; 20] = [{}];", "1,".repeat(20));
    let saving = &report(&code).unwrap().savings[0];
    assert_eq!((saving.tokens, saving.places.as_slice()), (20, [(0, 1)].as_slice()), "{saving:?}");
    let twice = "p8.line(self.x + 1, self.y + 2, self.x + 3, self.y + 4, 7);";
    let found = report(&format!("fn a() {{ {twice} }}\nfn b() {{ {twice} }}")).unwrap().savings;
    assert!(found.iter().any(|it| it.places == [(0, 1), (0, 2)]), "{found:?}");
    assert!(report("fn a() { b(); b(); }").unwrap().savings.is_empty(), "what is short stays");
}
