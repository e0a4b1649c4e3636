//! `#include`, case by case.

use crate::{cartridge, loader};
use rasher_loader::{LoadError, included_files, resolve_includes};
use std::path::Path;
use std::sync::Arc;

#[test]
fn includes_are_put_in_place() {
    let files = [
        ("g/main.lua", b"#include more.lua\nx=1\n #include lib/c.p8:1\r\n#include lib/c.p8\n".to_vec()),
        ("g/more.lua", b"y=2\n".to_vec()),
        ("g/lib/c.p8", cartridge("a=1\n-->8\nb=2+2\n__gfx__\n")),
        ("g/lost.lua", b"\n#include none.lua\n".to_vec()),
        ("g/many.lua", b"#include more.lua\n".repeat(300)),
    ];
    let files = files.each_ref().map(|(name, bytes)| (*name, &bytes[..]));
    let code = |name: &str| loader(&files).lua_code(Path::new(name), &[]).map(|code| code.text);
    let text = |name: &str| String::from_utf8(code(name).expect(name).into_vec()).expect("plain letters");
    assert_eq!(text("g/main.lua"), "y=2\n\nx=1\nb=2+2\na=1\n-->8\nb=2+2\n");
    assert_eq!(text("g/lib/c.p8"), "a=1\n-->8\nb=2+2");
    let error = |name: &str| code(name).unwrap_err().to_string();
    assert_eq!(error("g/lost.lua"), "g/lost.lua:2: cannot include g/none.lua: file not found");
    assert_eq!(error("x.lua"), "x.lua: not found");
    assert_eq!(error("g/many.lua"), "g/many.lua:257: found \"more.lua\", expected at most 256 includes");
}

/// Recordings and reports contain included files and go to other people, so includes must be in the cart's folder:
/// our decision.
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
        "../../../../a.lua",
        "../../.ssh/id_rsa",
        "../../.ssh/a.lua",
        "../.env",
        "../passwd",
        "../a.txt",
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
    let cart = cartridge("a=1\n-->8\na=1\n");
    for name in kept.iter().chain(&refused) {
        let code = format!("x=1\n#include {name}\n");
        let mut read = |path: &Path| {
            let path = path.display().to_string();
            match path.to_lowercase().contains(".p8") {
                // Something that is not a picture is refused for that reason, not for its location.
                true => Ok(Arc::from(&cart[..])),
                false => Ok(Arc::from(&b"a=1"[..])),
            }
        };
        let read = resolve_includes(Path::new("a/b/c/d.lua"), code.as_bytes(), &mut read);
        let names = included_files(code.as_bytes());
        if refused.contains(name) {
            let told = read.unwrap_err().to_string();
            assert!(told.starts_with("a/b/c/d.lua:2: cannot include \""), "{told}");
            assert!(names.is_empty(), "{name}");
        } else {
            assert!(!matches!(read, Err(LoadError::IncludeOutside { .. })), "{name}: {read:?}");
            assert_eq!(names.len(), 1, "{name}");
        }
    }
}

/// PICO-8 includes anything below its folder of carts (picotool 79), and seven of 80 public repositories do so: we take the
/// current folder for it, if the cart was named relative to it.
#[test]
fn code_above_the_carts_folder_is_read_below_the_current_folder() {
    let cases = [
        ("games/a/c.p8", "../lib.lua", Some("games/lib.lua")),
        ("games/a/c.p8", "..\\..\\lib\\m.lua", Some("lib/m.lua")),
        ("./games/c.p8", "sub/../../m.p8:1", Some("./m.p8")),
        ("games/c.p8", "../../m.lua", None),
        ("c.p8", "../m.lua", None),
        ("/games/a/c.p8", "../lib.lua", None),
        ("../games/c.p8", "../lib.lua", None),
    ];
    for (cart, name, expected) in cases {
        let mut found = None;
        let mut read = |path: &Path| {
            found = Some(path.to_path_buf());
            Ok(Arc::from(&b"pico-8 cartridge\nversion 41\n__lua__\na=1\n-->8\nb=1"[..]))
        };
        let code = format!("#include {name}");
        let read = resolve_includes(Path::new(cart), code.as_bytes(), &mut read);
        assert_eq!(found.as_deref(), expected.map(Path::new), "{cart} includes {name}: {read:?}");
        assert_eq!(
            matches!(read, Err(LoadError::IncludeOutside { .. })),
            expected.is_none(),
            "{cart}: {name}"
        );
    }
    let files = [("g/a/c.lua", &b"#include ../b.lua"[..]), ("g/b.lua", b"x=1")];
    let code = loader(&files).lua_code(Path::new("g/a/c.lua"), &[]).unwrap();
    assert_eq!(code.text[..], b"x=1"[..]);
}

/// An included file counts as a cartridge by its first line, whatever its name: five published projects depend on
/// that.
#[test]
fn a_cartridge_with_another_ending_is_included_as_its_code() {
    let cart = cartridge("d=1\n__gfx__\n00\n");
    let code = |name: &str| {
        let main = format!("#include {name}\nx=1");
        let files = [("g/a.lua", main.as_bytes()), ("g/d.lua", &cart), ("g/d.p8", &cart)];
        loader(&files).lua_code(Path::new("g/a.lua"), &[]).unwrap().text
    };
    let included = code("d.lua");
    assert_eq!(included, code("d.p8"));
    assert!(included.starts_with(b"d=1\n") && included.ends_with(b"\nx=1"), "{included:?}");
}

/// Positions are reported as on PICO-8: the tab if there are several, and the line in it; for an included file its
/// own line.
#[test]
fn lines_are_known_by_file_and_tab() {
    let pieces = |code: &str| {
        let (main, other) = (cartridge(&format!("{code}__gfx__\n")), cartridge("c=0\n-->8\nc=1\n__gfx__\n"));
        let files = [("g/a.p8", &main[..]), ("g/b.lua", b"b=1\nb=2"), ("g/c.p8", &other)];
        loader(&files).lua_code(Path::new("g/a.p8"), &[]).unwrap().pieces
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
