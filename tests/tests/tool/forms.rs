//! Every form of a cart by every way that opens one.
//!
//! Each cart prints "seven"; the first byte of its data is 9, if the form has data. Expected values are our decision: a file with a cart
//! in it opens by each way, and any other is refused with a sentence that names the file, the found content and the expected one.

use format::{Cartridge, png, write_p8, write_p8png, write_p8rom};
use rasher::{Bundle, BundledCart, CartBytes, Code, Rom};
use std::fs;
use std::path::Path;
use tests::foreign::{code_picture, exported_script, own_page};
use tests::shell::{command, folder};

const CODE: &str = "printh(\"seven\")";
const RUST: &str =
    "found a page of the Rust cart \"porklike\", whose code is compiled, expected a page with a cart;";
const PAGE: &str = "page.html: found a page without a cart in it, expected the cart as a list";
const WORDS: &str = "words.txt:1: syntax error: found 'words', expected '=' or a call";
const PICTURE: &str = "other.png: found 8x8 pixels, expected 160x205 pixels";
const BYTES: &str =
    ": found bytes that are no text, expected a cartridge: .p8, .p8.png, .p8.rom, Lua code, or a page";
const LOAD: &str = "load: photo.jpg not found";
const RELOAD: &str = "reload: photo.jpg not found";
const INCLUDE: &str = "syntax error: found '";
const JPEG: &str = "photo.jpg: found an error";
const TO_CART: &str = "goes to the cart";
const NOT_LISTED: &str = "nothing is listed";
const NO_DATA: &str = "data 0";
const WAYS: [&str; 7] = ["run", "drop", "load", "reload", "include", "shelf", "import"];

/// What opening a file by a way gives: what the cart printed, or the message.
fn open(way: &str, folder: &Path, file: &str) -> String {
    let path = folder.join(file);
    let main = folder.join("main.p8");
    let run = |code: &str| {
        let text = format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}\n");
        fs::write(&main, text).unwrap();
        let words = ["run", main.to_str().unwrap(), "--headless", "--frames", "3"];
        let output = command(words);
        fs::remove_file(&main).unwrap();
        output.out + &output.err
    };
    match way {
        "run" => {
            let output = command(["run", path.to_str().unwrap(), "--headless", "--frames", "3"]);
            output.out + &output.err
        }
        "drop" if !store::is_cartridge(&path) && !store::holds_cartridge(&path) => "goes to the cart".into(),
        "drop" => {
            let mut loader = loader::Loader::new(store::DiskSource::default());
            let loaded = loader.open(&[], &path, &loader::DataPlaces::default());
            loaded.and_then(loader::Loaded::runnable).map_or_else(|e| e.to_string(), |_| "seven".into())
        }
        "load" => run(&format!("load(\"{file}\")")),
        "reload" => run(&format!("poke(0,1) reload(0,0,1,\"{file}\") printh(\"data \"..@0)")),
        "include" => run(&format!("#include {file}")),
        "shelf" => {
            let found = store::carts_in(folder).unwrap().carts;
            let names: Vec<_> = found.into_iter().map(|cart| cart.name).collect();
            if names.is_empty() { NOT_LISTED.into() } else { names.join(" ") }
        }
        _ => {
            let to = folder.join("data");
            let (to, path) = (to.to_str().unwrap(), path.to_str().unwrap());
            fs::create_dir_all(folder.join("data/sprites")).unwrap();
            fs::create_dir_all(folder.join("data/sfx")).unwrap();
            let output = command(["import", path, "moth", "--data", to, "--overwrite"]);
            if output.code == 0 { "data 9".into() } else { output.err }
        }
    }
}

#[test]
fn each_form_opens_by_each_way_or_says_why_not() {
    let mut cart = Cartridge::new(Rom::empty("moth"));
    (cart.code, cart.rom.data[0]) = (CODE.into(), 9);
    let (text, picture, rom) =
        (write_p8(&cart).unwrap(), write_p8png(&cart).unwrap(), write_p8rom(&cart).unwrap());
    let code = Code { text: CODE.as_bytes().into(), pieces: vec![(1, "moth.p8".into(), 1)] };
    let first = BundledCart { name: "moth.p8".into(), code, data: CartBytes(cart.rom.data.clone()) };
    let own = own_page(Some(&Bundle::new(vec![first])), None).into_bytes();
    let rust = own_page(None, None).into_bytes();
    let script = exported_script(&[("moth.p8", &rom)]);
    let shown = code_picture(&[CODE.as_bytes(), b"function _draw() end"], 2);
    let lua = format!("{CODE}\nfunction _draw()\nend\n").into_bytes();
    let other = png(&[8; 64], 8, 8, 1);
    // By each way: "" opens it, with its data; "code" opens it, without data; all else is a part of the message.
    let rows: [(&str, &[u8], [&str; 7]); 18] = [
        ("moth.p8", &text, [""; 7]),
        ("moth.p8.png", &picture, [""; 7]),
        ("moth.png", &picture, [""; 7]),
        ("moth.p8.rom", &rom, [""; 7]),
        ("moth.js", &script, [""; 7]),
        ("moth.html", &script, [""; 7]),
        ("moth.htm", &own, [""; 7]),
        ("moth.txt", &text, [""; 7]),
        ("moth.lua", &lua, ["code", "code", "code", "code", "code", "code", "found code without data"]),
        ("moth.lua.png", &shown, ["code", "code", "code", "code", "code", "code", "found code without data"]),
        ("bare.p8", CODE.as_bytes(), ["code"; 7]),
        ("tiny.p8.rom", CODE.as_bytes(), ["code"; 7]),
        ("rust.html", &rust, [RUST, RUST, RUST, RUST, RUST, NOT_LISTED, RUST]),
        (
            "page.html",
            b"<p>Hello</p>",
            [PAGE, TO_CART, PAGE, PAGE, PAGE, NOT_LISTED, "page.html: found an error"],
        ),
        ("words.txt", b"Some words.", [WORDS, TO_CART, WORDS, NO_DATA, WORDS, NOT_LISTED, "expected"]),
        ("other.png", &other, [PICTURE, TO_CART, PICTURE, PICTURE, PICTURE, NOT_LISTED, ""]),
        (
            "photo.jpg",
            b"\xff\xd8\xff\xe0\x00\x10JFIF",
            [BYTES, TO_CART, LOAD, RELOAD, INCLUDE, NOT_LISTED, JPEG],
        ),
        ("broken.p8", b"\x00\x01\x02", [BYTES, BYTES, BYTES, BYTES, INCLUDE, "code", BYTES]),
    ];
    let home = folder("forms", "all");
    let mut wrong = Vec::new();
    for (n, (file, bytes, expected)) in rows.into_iter().enumerate() {
        let folder = home.join(n.to_string());
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), bytes).unwrap();
        for (way, expected) in WAYS.into_iter().zip(expected) {
            let found = open(way, &folder, file);
            let expected = match (way, expected) {
                ("shelf", "" | "code") => file.split('.').next().unwrap(),
                ("reload" | "import", "") => "data 9",
                ("reload", "code") => "data 0",
                ("import", "code") => "data 9",
                (_, "" | "code") => "seven",
                (_, part) => part,
            };
            if !found.contains(expected) {
                wrong.push(format!("{file} by {way}: found {found:?}, expected {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// As in PICO-8, lines printed before an error are not lost with its frame.
#[test]
fn lines_before_a_stop_are_printed() {
    let cart = folder("forms", "stop").join("a.lua");
    for (code, out) in [
        ("printh(\"a\")\nx=nil+1", "a\n"),
        ("printh(\"a\")\nfunction _update() printh(\"b\") x=nil+1 end", "a\nb\n"),
        ("printh(\"a\") flip() printh(\"b\") x=nil+1", "a\nb\n"),
    ] {
        fs::write(&cart, code).unwrap();
        let output = command(["run", cart.to_str().unwrap(), "--headless", "--frames", "5"]);
        assert_eq!((&*output.out, output.code), (out, 1), "{code}");
        assert!(output.err.contains("attempt to perform arithmetic"), "{}", output.err);
    }
}
