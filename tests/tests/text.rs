//! `print`, fonts and P8SCII: tables of cases, and the fast glyphs against their slow twin.

use rasher::{Boot, Color, Machine};

fn machine() -> Machine {
    Machine::new(Boot::default())
}

/// The machine's screen, 128 rows of 128 colours, as seen by `peek`.
fn pixel(m: &Machine, x: usize, y: usize) -> u8 {
    m.memory().get((0x6000 + y * 64 + x / 2) as u16) >> (4 * (x % 2)) & 15
}

/// Rows of a part of the screen, `#` for every colour but 0.
fn picture(m: &Machine, w: usize, h: usize) -> Vec<String> {
    (0..h).map(|y| (0..w).map(|x| if pixel(m, x, y) == 0 { '.' } else { '#' }).collect()).collect()
}

/// Recorded on the real 0.2.7: the value of print, and the cursor after it.
#[test]
fn recorded_values() {
    let mut m = machine();
    assert_eq!(m.print_at("abc", 0, 0, Color::PEN), 12, "print(\"abc\",0,0) gives 12");
    m.print_at("x", 0, 125, Color::PEN);
    assert_eq!(m.peek(0x5f27), 131, "print(\"x\",0,125) leaves y = 131");
    m.cursor(0, 0);
    m.print("");
    assert_eq!((m.peek(0x5f26), m.peek(0x5f27)), (0, 6), "print(\"\") moves one line of 6");
    m.print_at("x", 20, 30, Color::PEN);
    m.print("y\nz");
    assert_eq!((m.peek(0x5f26), m.peek(0x5f27)), (20, 48), "the home column of print_at is print's");
}

/// The letter as it appears on pictures of the real machine.
#[test]
fn a_letter() {
    let mut m = machine();
    m.print_at("a", 1, 1, 7);
    assert_eq!(picture(&m, 5, 7), [".....", ".###.", ".#.#.", ".###.", ".#.#.", ".#.#.", "....."]);
    assert_eq!(pixel(&m, 1, 1), 7);
}
