//! `print`, `cursor`, `text_width`: the effect of each call. The finer rules are in `tests/text`.

use super::machine;
use rasher::{Color, Machine, num, p8};

/// The colour of a letter's pixels at x, y: the first that is not 0.
fn ink(m: &Machine, x: i32, y: i32) -> u8 {
    (0..15).map(|i| m.pget(x + i % 3, y + i / 3)).find(|&c| c != 0).unwrap_or(0)
}

/// Without coordinates: at the cursor, in the pen's colour, then to the next line (manual).
#[test]
fn print() {
    let mut m = machine();
    m.color(9);
    m.cursor(10, 20);
    assert_eq!(m.print("ab"), 18, "the column behind the text (recorded: 12 for abc at 0)");
    assert_eq!((ink(&m, 10, 20), ink(&m, 14, 20)), (9, 9));
    assert_eq!(m.print(7), 14, "a number, on the next line");
    assert_eq!(ink(&m, 10, 26), 9);
}

/// The screen scrolls up so that the text stays on it (recorded).
#[test]
fn print_scrolls() {
    let mut m = machine();
    (0..30).for_each(|i| _ = m.print(i));
    assert_eq!((m.peek(0x5f26), m.peek(0x5f27)), (0, 120), "21 lines of 6 fit, and room for the next");
    assert_eq!(ink(&m, 0, 114), 6, "the last line stands above the cursor");
}

/// A cart pays for text: 4 cycles a call and 16 a character (ours, until the real price is known).
#[test]
fn print_costs() {
    let cost = |texts: &[&str]| {
        let mut m = machine();
        for i in 0..1000 {
            m.print_at(texts[i % texts.len()], 0, 0, 7);
        }
        m.stat(1).num()
    };
    assert!(cost(&[""]) > num!(0), "a call costs");
    assert!(cost(&["abc"]) > cost(&["a"]), "characters cost");
    assert_eq!(cost(&["\x06o8ffa"]), cost(&["aa"]), "an outlined character counts twice (manual)");
}

/// With coordinates: there, in that colour, which becomes the pen's (manual). Our decision: up to 64 control codes
/// are included in the price of a print, and a scroll costs sixteen; a text of control codes only costs frames, so
/// that a loop of prints does not hang the console.
#[test]
fn print_of_codes_costs() {
    let cost = |text: &str| {
        let mut m = machine();
        m.print(text);
        m.stat(1).num()
    };
    let plain = cost("");
    assert_eq!(cost(&"\n".repeat(16)), plain, "the screen does not scroll");
    assert_eq!(cost(&"\x06-b".repeat(60)), plain, "nor is a code dear");
    assert!(cost(&"\n".repeat(20_000)) > num!(1), "a code costs as much as a character");
    let dear = cost(&"a\n".repeat(1_500));
    assert!(dear > num!(1.5), "a frame and a half of all cycles, and not {dear}");
}

#[test]
fn print_at() {
    let mut m = machine();
    assert_eq!(m.print_at("abc", 0, 0, 8), 12, "recorded");
    assert_eq!((ink(&m, 0, 0), m.peek(0x5f25)), (8, 8));
    m.print_at("a", 40, 50, Color::PEN);
    assert_eq!(ink(&m, 40, 50), 8, "Color::PEN is the pen");
    assert_eq!((m.peek(0x5f24), m.peek(0x5f26), m.peek(0x5f27)), (40, 40, 56), "home column and cursor");
}

/// Never scrolls (recorded), and accepts any position.
#[test]
fn print_at_anywhere() {
    let mut m = machine();
    m.pset(0, 0, 3);
    for at in [i32::MIN, -32768, -1000, 200, 32767, i32::MAX] {
        m.print_at("far\nout\t\x05zz.", at, 300, 7);
        m.print_at("far\nout\t\x05zz.", 130, at, 7);
    }
    assert_eq!((m.pget(0, 0), ink(&m, 3, 100)), (3, 0));
}

/// Returns the previous cursor; negative values count as 0 (manual: byte registers).
#[test]
fn cursor() {
    let mut m = machine();
    assert_eq!(m.cursor(30, 40), (0, 0, 6), "after a reset");
    assert_eq!(m.cursor(-5, 300), (30, 40, 6));
    assert_eq!(m.cursor(7, 8), (0, 44, 6), "the low byte");
    m.print("\n");
    assert_eq!((m.peek(0x5f24), m.peek(0x5f26)), (7, 7), "x is the home column");
}

/// With a colour, which becomes the pen's.
#[test]
fn cursor_ext() {
    let mut m = machine();
    assert_eq!(m.cursor_ext(1, 2, 14), (0, 0, 6));
    assert_eq!(m.cursor_ext(3, 4, Color::PEN), (1, 2, 14));
    m.print("a");
    assert_eq!(ink(&m, 3, 4), 14);
}

/// Measures without drawing, poking or paying (ours).
#[test]
fn text_width() {
    let mut m = machine();
    m.poke(0x5f36, 0x80);
    let before = m.memory().clone();
    let cases: [(&str, i32); 8] = [
        ("", 0),
        ("abc", 12),
        ("a❎", 12),
        ("abc\na", 12),
        ("a\nabc", 12),
        ("⁶wabc", 24),
        ("a\x06c8\x06@43000001xb", 4),
        ("a\x05hh\x0c8b", 9),
    ];
    for (text, width) in cases {
        assert_eq!(m.text_width(text), width, "{text:?}");
    }
    assert!(*m.memory() == before, "nothing changed");
}

/// Names of control codes, the manual's: `\\^w` is byte 6 and the command, `\\f` byte 12 and a digit.
#[test]
fn p8_makes_control_codes() {
    assert_eq!(p8!(r"\^wa\n\f8❎\xff"), &[6, b'w', b'a', 10, 12, b'8', 151, 255]);
    let mut m = machine();
    assert_eq!(m.print_at(p8!(r"\^wab"), 0, 0, 7), m.print_at(b"\x06wab", 0, 0, 7));
}

#[test]
fn text_is_unicode_bytes_or_a_number() {
    let mut m = machine();
    for (width, due) in
        [(m.text_width("ab"), 8), (m.text_width(b"ab"), 8), (m.text_width(String::from("ab")), 8)]
    {
        assert_eq!(width, due);
    }
    assert_eq!((m.text_width(25), m.text_width(num!(-0.25)), m.text_width(true)), (8, 20, 16));
    assert_eq!(m.print_at("❎", 0, 0, 7), m.print_at([151u8].as_slice(), 0, 0, 7));
}
