//! Carts in any form that people have: opened by content, found under another ending, read with warnings.

use crate::{cartridge, loader, source};
use format::{Cartridge, write_p8png, write_p8rom};
use rasher::Rom;
use rasher_loader::{DataPlaces, Loaded, Loader, find_next_to};
use std::path::Path;

fn cart(code: &str, first: u8) -> Cartridge {
    let mut cart = Cartridge::new(Rom::empty("x"));
    (cart.code, cart.rom.data[0]) = (code.into(), first);
    cart
}

fn open(files: &[(&str, &[u8])], name: &str) -> Result<Loaded, String> {
    let loaded = loader(files).open(&[], name, &DataPlaces::default());
    loaded.and_then(Loaded::runnable).map_err(|error| error.to_string())
}

#[test]
fn a_file_is_what_is_in_it() {
    let (picture, rom) = (write_p8png(&cart("x=1", 9)).unwrap(), write_p8rom(&cart("x=1", 9)).unwrap());
    let numbers: Vec<String> = rom.iter().map(ToString::to_string).collect();
    let page = format!("<script>var _cartdat=[{}];</script>", numbers.join(","));
    let marked = cartridge("x=1");
    let cases: [(&str, &[u8]); 9] = [
        ("a.lua", b"x=1"),
        ("a", b"x=1"),
        ("a.txt", &marked),
        ("a.lua", &marked),
        ("a.p8", b"x=1"),
        ("a.png", &picture),
        ("a.p8.png", &picture),
        ("a.html", page.as_bytes()),
        ("a.p8.rom", b"x=1"),
    ];
    for (name, bytes) in cases {
        let loaded = open(&[(name, bytes)], name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&loaded.code.text[..], b"x=1", "{name}");
    }
    let refused: [(&str, &[u8], &str); 5] = [
        (
            "a.p8",
            b"\x00\x01",
            "a.p8: found bytes that are no text, expected a cartridge: .p8, .p8.png, .p8.rom, Lua code",
        ),
        ("a.jpg", b"\xff\xd8\xff\xe0\x00", "a.jpg: found bytes that are no text, expected a cartridge"),
        ("a.p8.png", b"x=1", "a.p8.png: found a file that is no picture, expected a cartridge"),
        ("a.html", b"<p>", "a.html: found a page without a cart in it, expected the cart as a list"),
        ("a.txt", b"some words", "a.txt: a.txt:1: syntax error: found 'words', expected '=' or a call"),
    ];
    for (name, bytes, error) in refused {
        let found = open(&[(name, bytes)], name).err().unwrap_or_else(|| panic!("{name} was opened"));
        assert!(found.starts_with(error), "{found}");
    }
    assert!(open(&[], "a.lua").err().unwrap().contains("a.lua: not found"));
    assert!(open(&[], "a").err().unwrap().contains("no cart \"a\" on the shelf"));
}

#[test]
fn what_is_odd_is_a_warning() {
    let odd = [&cartridge("x=1\n")[..], b"__gff__\n9\n__gfx__\n0g\n"].concat();
    let loaded = open(&[("a.p8", &odd)], "a.p8").unwrap();
    let first = "a.p8:6:2: found the end of the line, expected a hex digit; it was passed over";
    assert_eq!(loaded.complaints[0], first);
    assert_eq!(loaded.complaints.len(), 2);
}

#[test]
fn another_ending_and_another_revision_are_found() {
    let picture = |first: u8| write_p8png(&cart("y=2", first)).unwrap();
    let (one, two, ten) = (picture(1), picture(2), picture(10));
    let code = "#include lib.p8\nreload(0,0,1,\"bank.p8\") load(\"other.p8.png\") load(\"#big_game\") load(\"#exact-2\")";
    let text = cartridge(code);
    let files: [(&str, &[u8]); 7] = [
        ("g/a.p8", &text),
        ("g/bank.p8.png", &one),
        ("g/other.p8", &cartridge("z=3")),
        ("g/big_game-9.p8.png", &two),
        ("g/big_game-10.p8.png", &ten),
        ("g/exact-2.p8.png", &two),
        ("g/lib.p8.png", &one),
    ];
    let loaded = open(&files, "g/a.p8").unwrap();
    let bundle = &loaded.cart.bundle;
    let names: Vec<&str> = bundle.carts().iter().map(|cart| &*cart.name).collect();
    assert_eq!(names, ["a.p8", "bank.p8.png", "other.p8", "big_game-10.p8.png", "exact-2.p8.png"]);
    assert!(bundle.carts()[0].code.text.starts_with(b"y=2\n"), "the include is there as a picture");
    let found = ["bank.p8", "bank", "other.p8.rom", "#big_game", "#big_game-10", "#exact-2", "#none"];
    let found = found.map(|name| bundle.find(name));
    assert_eq!(found, [Some(1), Some(1), Some(2), Some(3), Some(3), Some(4), None]);
    let newest = find_next_to(&source(&files), Path::new("g/a.p8"), "#big_game");
    assert_eq!(newest.as_deref(), Some(Path::new("g/big_game-10.p8.png")));
    assert!(Loader::new(source(&files)).lua(Path::new("g/none.p8"), false).error.is_some());
}
