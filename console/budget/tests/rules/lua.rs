//! Tokens of Lua, case by case: the editor's rule, as the manual and shrinko8 have it.

use rasher_budget::{BudgetError, BudgetReport, Language, included_files, lua_code, measure};

fn report(code: &str) -> Result<BudgetReport, BudgetError> {
    measure("code.lua", &|path| (path == "code.lua").then(|| code.into()))
}

fn tokens(code: &str) -> usize {
    report(code).unwrap_or_else(|error| panic!("{code:?}: {error}")).tokens
}

const CASES: &[(&str, usize)] = &[
    ("", 0),
    // What is free.
    ("a.b", 2),
    ("a:b()", 3),
    ("a.b.c=1", 5),
    ("local x=1", 3),
    ("f(a,b,c);", 5),
    ("do end", 1),
    ("::again::", 1),
    ("goto again", 2),
    ("t={1,2,{3}}", 7),
    ("t[i]", 3),
    // A sign before a number.
    ("x=-1", 3),
    ("x=a-1", 5),
    ("x=a- 1", 5),
    ("x= - 1", 3),
    ("x=-a", 4),
    ("x=~1", 3),
    ("x=(a)-1", 6),
    ("x=t[1]-1", 7),
    ("x={}-1", 5),
    ("x=\"a\"-1", 5),
    ("x=2-1", 5),
    ("return -1", 2),
    ("f(-1,-2)", 4),
    ("x=a*-1", 5),
    ("x=nil-1", 4),
    ("a=b;-1", 5),
    ("do end -1", 3),
    ("-1", 2),
    // Texts and numbers cost 1, whatever their length.
    ("\"a long text with \\\" and \\z \n in it\"", 1),
    ("'it\\'s'", 1),
    ("[[a\nb]]", 1),
    ("[==[a]]b]=]c]==]", 1),
    ("x[ [[a]] ]", 3),
    ("f\"x\"", 2),
    ("f{}", 2),
    ("0x1f.8 0b101.1 .5 1.5 12", 5),
    ("0X1F 0B1", 2),
    ("1then", 2),
    ("0xffor", 2),
    ("1..2", 2),
    ("1 ..2", 3),
    // The dialect's signs.
    ("a!=b a~=b", 6),
    ("a+=1 a-=1 a*=1 a/=1 a\\=1 a%=1 a^=1 a..=1", 24),
    ("a|=1 a&=1 a^^=1 a<<=1 a>>=1 a>>>=1 a<<>=1 a>><=1", 24),
    ("a\\b a^^b a>>>b a<<>b a>><b a..b", 18),
    ("@a %a $a", 6),
    ("?\"hi\",1,2", 4),
    ("#t", 2),
    ("...", 1),
    ("if(a)b=1", 6),
    ("if (a) b=1 else b=2", 10),
    ("while(f());", 4),
    ("if a then b() elseif c then d() else e() end", 13),
    ("for i=1,10 do end", 6),
    ("repeat until a", 3),
    ("function f(a,...) return not a end", 8),
    ("f=function() end", 4),
    ("a and b or nil", 5),
    // Names.
    ("⬅️=1", 3),
    ("せん_2=1", 3),
    ("ends=1", 3),
    // Comments.
    ("a -- b c", 1),
    ("a // b c\nd", 2),
    ("--[[ a\nb ]] c", 1),
    ("--[==[ a ]] b ]==] c", 1),
    ("--[[ no end\nc", 1),
    ("-->8\na", 1),
    ("a--[b\nc", 2),
    ("a/b", 3),
];

#[test]
fn cases() {
    for (code, expected) in CASES {
        assert_eq!(tokens(code), *expected, "{code:?}");
    }
}

/// Each case, with one operation more, costs one operator and one number more.
#[test]
fn one_more_operator_is_one_more_token() {
    for (code, expected) in CASES {
        assert_eq!(tokens(&format!("{code}\nx=x")), expected + 3, "{code:?}");
        assert_eq!(tokens(&format!("{code}\nx=x+x")), expected + 5, "{code:?}");
        assert_eq!(tokens(&format!("{code}\nx=not x")), expected + 4, "{code:?}");
    }
}

#[test]
fn errors_say_where() {
    let error = |code| report(code).unwrap_err().to_string();
    let text = "a text without an end, expected its closing quote or brackets";
    assert_eq!(error("a\nb=\"c\n\""), format!("code.lua:2: found {text}"));
    assert_eq!(error("a=[[b"), format!("code.lua:1: found {text}"));
    assert_eq!(error("\n\n a ! b"), "code.lua:3: found \"!\", expected a token of Lua");
    assert_eq!(error("`"), "code.lua:1: found \"`\", expected a token of Lua");
    assert_eq!(report("\"").unwrap_err().to_string(), format!("code.lua:1: found {text}"));
}

/// Characters are those of the editor: all of them, a glyph as one.
#[test]
fn characters_are_the_editors() {
    let report = report("?\"⬅️❎\" -- why").unwrap();
    assert_eq!((report.tokens, report.chars, report.compressed), (2, 12, 12), "short code is stored plain");
    assert_eq!(report.language, Language::Lua);
}

#[test]
fn functions_have_their_tokens() {
    let code = "x=1\nfunction a()\n if (b) c() d=1\n while (e) do f() end\nend\nfunction t.b:c(d)\n \
                if d then for i=1,2 do g() end end\n repeat local h=function() end until i\nend\ny=2\n\
                z=function() if (a) and b then c() end end\nw=3";
    let report = report(code).unwrap();
    let parts: Vec<_> = report.parts.iter().map(|it| (it.name.as_str(), it.line, it.tokens)).collect();
    let expected = [("(outside functions)", 1, 11), ("a", 2, 17), ("t.b:c", 6, 24), ("z", 11, 10)];
    assert_eq!(parts, expected);
    assert_eq!(report.tokens, 62);
}

#[test]
fn includes_are_put_in_place() {
    let cart = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\na=1\n-->8\nb=2+2\n__gfx__\n";
    let files = |path: &str| {
        Some(match path {
            "g/main.lua" => b"#include more.lua\nx=1\n #include lib/c.p8:1\r\n#include lib/c.p8\n".to_vec(),
            "g/more.lua" => b"y=2\n".to_vec(),
            "g/lib/c.p8" => cart.into(),
            "g/lost.lua" => b"\n#include none.lua\n".to_vec(),
            _ => return None,
        })
    };
    assert_eq!(measure("g/main.lua", &files).unwrap().tokens, 3 + 3 + 5 + 8);
    assert_eq!(measure("g/lib/c.p8", &files).unwrap().tokens, 8);
    let error = measure("g/lost.lua", &files).unwrap_err().to_string();
    assert_eq!(error, "g/none.lua: not found; g/lost.lua:2 wants it");
    assert_eq!(measure("x.lua", &files).unwrap_err().to_string(), "x.lua: not found; the command wants it");
    let error = measure("x", &files).unwrap_err().to_string();
    assert_eq!(
        error,
        "x: expected a crate's folder, or a file that ends in .rs, .lua, .p8, .p8.png or .p8.rom"
    );
}

/// What is included is in recordings and reports, which go to others: our decision is that it is in the cart's folder.
#[test]
fn no_file_of_a_persons_becomes_code() {
    let kept = [
        "a.lua",
        "sub/../a.p8l",
        "lib/a.lua",
        "lib\\more\\A.P8.PNG",
        "a.p8:1",
        "./x",
        "notes.txt",
        ".code.lua",
    ];
    let refused = [
        "../lib/a.lua",
        "../../../a.p8:1",
        "..\\a.p8.png",
        "sub/../../a.lua",
        "../../.ssh/id_rsa",
        "../passwd",
        "/etc/passwd",
        "//server/share/a.lua",
        "\\x.lua",
        "\\\\server\\share\\a.lua",
        "C:\\x.lua:1",
        "c:x.lua:1",
        "sub/.git/config",
        ".env",
        "../.a/b.lua",
        "../a.lua/../b",
        "..",
    ];
    let cart = b"pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\na=1\n-->8\na=1\n";
    for name in kept.iter().chain(&refused) {
        let code = format!("x=1\n#include {name}\n");
        let files = |path: &str| {
            let bytes = if path == "a/b/c/d.lua" {
                code.as_bytes()
            } else if path.to_lowercase().contains(".p8") {
                &cart[..]
            } else {
                b"a=1"
            };
            let png = path.ends_with("PNG");
            (!png).then(|| bytes.to_vec())
        };
        let read = lua_code("a/b/c/d.lua", &files);
        let names = included_files(code.as_bytes());
        if refused.contains(name) {
            let told = read.unwrap_err().to_string();
            assert!(told.starts_with("a/b/c/d.lua:2: found #include \""), "{told}");
            assert!(names.is_empty(), "{name}");
        } else {
            assert!(!matches!(read, Err(BudgetError::Outside { .. })), "{name}: {read:?}");
            assert_eq!(names.len(), 1, "{name}");
        }
    }
}

/// What is included is a cartridge by its first line, whatever it is called: five published projects rest on that.
#[test]
fn a_cartridge_with_another_ending_is_included_as_its_code() {
    let cart = "pico-8 cartridge // http://www.pico-8.com\nversion 18\n__lua__\nd=1\n__gfx__\n00\n";
    let code = |name: &str| {
        let files = |path: &str| match path {
            "g/a.lua" => Some(format!("#include {name}\nx=1").into_bytes()),
            "g/d.lua" | "g/d.p8" => Some(cart.as_bytes().to_vec()),
            _ => None,
        };
        lua_code("g/a.lua", &files).unwrap().code
    };
    let included = code("d.lua");
    assert_eq!(included, code("d.p8"));
    assert!(included.starts_with(b"d=1\n") && included.ends_with(b"\nx=1"), "{included:?}");
}

/// A place is told as PICO-8 tells it: the tab, where there are several, and the line in it; of an included file its own line.
#[test]
fn lines_are_known_by_file_and_tab() {
    let cart = |code: &str| {
        format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}__gfx__\n")
    };
    let pieces = |code: &str| {
        let files = |path: &str| match path {
            "g/a.p8" => Some(cart(code).into_bytes()),
            "g/b.lua" => Some(b"b=1\nb=2".to_vec()),
            "g/c.p8" => Some(cart("c=0\n-->8\nc=1\n").into_bytes()),
            _ => None,
        };
        let code = lua_code("g/a.p8", &files).unwrap();
        let pieces = code.pieces.into_iter().map(|piece| (piece.from, piece.file, piece.line));
        pieces.collect::<Vec<_>>()
    };
    let row = |from: u32, file: &str, line: u32| (from, file.to_string(), line);
    assert_eq!(pieces("x=1\ny=2\n"), [row(1, "a.p8", 1)]);
    assert_eq!(pieces("x=1\n-->8\ny=2\n"), [row(1, "a.p8 tab 0", 1), row(3, "a.p8 tab 1", 1)]);
    assert_eq!(
        pieces("#include b.lua\nx=1\n-->8\n\n#include c.p8:1\ny=2\n"),
        [
            row(1, "b.lua", 1),
            row(3, "a.p8 tab 0", 2),
            row(5, "a.p8 tab 1", 1),
            row(6, "c.p8 tab 1", 1),
            row(7, "a.p8 tab 1", 3)
        ]
    );
}
