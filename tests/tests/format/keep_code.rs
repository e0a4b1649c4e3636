//! Code that is written back into its file: unchanged lines stay, byte for byte.

use format::{encode_code, read_code, update_code};

const CART: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\na=1\r\n--\u{2b05} x\nb=2\n__gfx__\n00\n__meta:x__\nkept\n";

fn set(old: &str, new: &str, file: &str) -> String {
    String::from_utf8(update_code(old.as_bytes(), &encode_code(new), file).unwrap()).unwrap()
}

/// The editors' page: unchanged lines stay byte for byte, including a CR and a bare arrow.
#[test]
fn only_lines_that_changed_are_written() {
    assert_eq!(read_code(CART.as_bytes(), "a.p8").unwrap(), encode_code("a=1\n--\u{2b05} x\nb=2"));
    let new = set(CART, "a=1\n--\u{2b05} x\nb=3", "a.p8");
    assert_eq!(new, CART.replace("b=2\n", "b=3\r\n"), "a new line has the file's end");
    let new = set(CART, "c=0\na=1\n--\u{2b05} x", "a.p8");
    assert_eq!(new, CART.replace("b=2\n", "").replace("a=1\r\n", "c=0\r\na=1\r\n"));
}

#[test]
fn a_cartridge_without_code_gets_a_section_and_a_file_stays_a_file() {
    let bare = "pico-8 cartridge // x\nversion 41\n__gfx__\n00\n";
    assert_eq!(set(bare, "x=1", "a.p8"), bare.replace("__gfx__", "__lua__\nx=1\n__gfx__"));
    for (old, new, want) in [
        ("", "a", "a"),
        ("a\n", "a\nb\n", "a\nb\n"),
        ("a\r\nb", "a\nb\nc", "a\r\nb\r\nc"),
        ("a\nb\n", "a", "a"),
        // The byte order mark at the beginning is not a part of the code, and stays.
        ("\u{feff}a\r\n", "b\na\n", "\u{feff}b\r\na\r\n"),
        ("\u{1d622}=1\n", "\u{1d622}=1\n\u{2b05}\u{fe0f}=2\n", "\u{1d622}=1\n\u{2b05}\u{fe0f}=2\n"),
    ] {
        assert_eq!(set(old, new, "lib/a.lua"), want);
    }
    // An included cartridge is one, whatever its name is.
    let bare = "pico-8 cartridge // x\nversion 18\n__lua__\na\n__gfx__\n00\n";
    assert_eq!(set(bare, "b", "lib/a.lua"), bare.replace("a\n_", "b\n_"));
    assert_eq!(read_code("\u{feff}a=1\n".as_bytes(), "a.lua").unwrap(), b"a=1\n");
}

#[test]
fn code_that_the_format_cannot_hold_is_refused() {
    let error = update_code(CART.as_bytes(), b"x=1\n__gfx__\ny=2", "a.p8").unwrap_err();
    assert!(error.to_string().contains("begin a section"), "{error}");
    assert!(update_code(b"nonsense", b"x", "a.p8.png").is_err());
}
