//! `rasher build` of a Lua cart: the program that ran the command, with the cart appended. Here that program is the
//! test itself.
//!
//! `.ci/packaging/try` checks that such a program plays its cart.

use loader::AppendedCart;
use std::fs;
use tests::shell::{done, fails, folder};

const CODE: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\n--night moth\n--by nobody\n#include more.lua\nload(\"two.p8\")\n";

#[test]
fn a_cart_in_lua_becomes_a_program_with_all_that_it_may_come_to() {
    let folder = folder("build", "lua");
    fs::write(folder.join("moth.p8"), CODE).unwrap();
    fs::write(folder.join("more.lua"), "x=1\n").unwrap();
    fs::write(folder.join("two.p8"), CODE.replace("load(\"two.p8\")\n", "")).unwrap();
    let (cart, out) = (folder.join("moth.p8").display().to_string(), folder.join("moth"));
    let said = done(&format!("build {cart} --out {}", out.display()));
    assert!(said.starts_with(&format!("{}: ", out.display())) && said.ends_with(" MB\n"), "{said}");
    let appended = AppendedCart::read(&mut fs::File::open(&out).unwrap()).expect("a cart is behind it");
    assert_eq!((&appended.name[..], &appended.title[..]), ("moth", "night moth"));
    let bundle = appended.bundle.expect("it is in Lua");
    let names: Vec<&str> = bundle.carts().iter().map(|cart| &cart.name[..]).collect();
    assert_eq!(names, ["moth.p8", "two.p8"]);
    assert!(
        String::from_utf8_lossy(&bundle.carts()[0].code.text).contains("x=1"),
        "what it includes is in it"
    );
    // The program is this one, and can be run as it.
    let own = std::env::current_exe().unwrap();
    assert!(fs::read(&out).unwrap().starts_with(&fs::read(&own).unwrap()));
    assert_eq!(fs::metadata(&out).unwrap().permissions(), fs::metadata(&own).unwrap().permissions());
    assert_eq!(AppendedCart::read(&mut fs::File::open(&own).unwrap()), None);
}

#[test]
fn what_is_no_program_is_refused_and_nothing_is_written() {
    let folder = folder("build", "wrong");
    let [cart, packed, out] =
        ["moth.p8", "shelf.p8", "out"].map(|name| folder.join(name).display().to_string());
    fs::write(&cart, CODE.replace("#include more.lua", "x = = 1")).unwrap();
    fails(&format!("build {cart} --out {out}"), 1, &["moth.p8"]);
    fails(&format!("build {folder}/none.p8 --out {out}", folder = folder.display()), 1, &["none.p8"]);
    // A cartridge of a Rust cart contains only its data.
    done(&format!("pack porklike -o {packed}"));
    fails(&format!("build {packed} --out {out}"), 1, &[]);
    fails(&format!("build {cart} --target amiga --out {out}"), 2, &["amiga", "linux, windows"]);
    assert!(!folder.join("out").exists());
}
