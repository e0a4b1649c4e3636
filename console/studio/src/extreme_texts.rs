//! Texts that no screen may panic over: empty, long, with wide signs, with control codes. The tests of the editors and of the
//! debugger take this file too.

pub fn texts() -> Vec<String> {
    let signs = "⬅\u{fe0f}🅾\u{fe0f}❎…★";
    let mut texts: Vec<String> =
        ["", "x", "total points 2147483647", "ends with …", " ", "\u{202e}é\u{301}🐱"]
            .iter()
            .map(ToString::to_string)
            .collect();
    texts.extend([
        "W".repeat(10_000),
        "wide words ".repeat(900),
        signs.repeat(2_000),
        // Codes that poke a register, change palette, cursor, clip and font, wait, and move far away.
        "\u{6}@5f100002zz\u{6}!5f0077\u{6}jzz\u{6}d9\u{2}8\u{c}9\u{e}\u{6}w\u{6}t\u{0}\t\n\r\u{1b}[2J\u{7f}"
            .to_string(),
        "\u{3}z\u{4}z\u{5}zz".repeat(200),
        "\n".repeat(500),
    ]);
    texts
}
