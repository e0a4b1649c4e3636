//! Compares the tables of limits in `console/LIMITS.md` with the constants.
//!
//! Each limit of the machine and of the formats has exactly one row there, with its number and what happens beyond
//! it, and every row belongs to a constant.

use crate::tree;

/// A number with separators: 65,535.
fn grouped(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::from(if n < 0 { "-" } else { "" });
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The rows from the constants.
fn rows() -> Vec<String> {
    let running = rasher::LIMITS.iter().map(|row| {
        let (least, most) = (grouped(row.least), grouped(row.most));
        format!("| {} | {least} to {most} | {} |", row.name, row.beyond)
    });
    let files = format::FormatLimit::ALL.iter().map(|limit| {
        format!("| {} | {} | the file is refused |", limit.what(), grouped(limit.most() as i64))
    });
    // Beginnings of rows: prose follows.
    let frames = [30, 60]
        .map(|fps| format!("| cycles at {fps} updates a second | {} |", grouped(rasher::CLOCK as i64 / fps)));
    let kept = [("files", store::CART_FILES_MAX, "new"), ("MiB", store::CART_BYTES_MAX >> 20, "more")];
    let kept = kept.map(|(what, most, word)| format!("| {what} | {most} | nothing {word} is kept |"));
    let module = [
        ("bytes of a module in a file", calls::MODULE_MAX),
        ("bytes of a module that plays", calls::PLAYED_MAX),
        ("bytes of a packed module, with its sources", format::MODULE_PACKED),
        ("KiB of a module's memory", wasm::MEMORY_KIB),
    ];
    let module = module.map(|(what, most)| format!("| {what} | {} |", grouped(most as i64)));
    let running = running.chain(kept).chain(module);
    running.chain(files).chain(frames).chain([String::from("| KiB of the cart's state | 2,048 |")]).collect()
}

/// Rows that the text lacks or repeats.
fn complaints(text: &str, rows: &[String]) -> Vec<String> {
    let section = text.split_once("## Limits\n").map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let found: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).collect();
    let heads = [
        "| limit | number |",
        "| limit of files | most |",
        "| a cart's own files | most |",
        "| a frame | number |",
        "| a module of a cart in Rust | most |",
    ];
    let count = |row: &str| found.iter().filter(|line| line.starts_with(row)).count();
    let missing = rows.iter().filter(|row| count(row) != 1);
    let missing =
        missing.map(|row| format!("console/LIMITS.md: {} times under Limits, not once: {row}", count(row)));
    let known = |line: &str| {
        rows.iter().any(|row| line.starts_with(row.as_str()))
            || heads.iter().any(|head| line.starts_with(head))
    };
    let strange = found.iter().filter(|line| !known(line));
    missing.chain(strange.map(|line| format!("console/LIMITS.md: no constant is behind {line}"))).collect()
}

#[test]
fn the_page_of_limits_has_them() {
    crate::none(complaints(&tree::read("console/LIMITS.md"), &rows()));
}

#[test]
fn a_wrong_limit_is_found() {
    let rows = ["| sprite | 0 to 255 | nothing |".to_string()];
    let page = |lines: &str| {
        format!("# X\n\n## Limits\n\n| limit | number | beyond it |\n|---|---|---|\n{lines}\n## Next\n")
    };
    crate::none(complaints(&page("| sprite | 0 to 255 | nothing |\n"), &rows));
    crate::one(complaints(&page(""), &rows), "0 times");
    let both = "| sprite | 0 to 255 | nothing |\n| tile | 3 | nothing |\n";
    crate::one(complaints(&page(both), &rows), "no constant is behind | tile");
    assert_eq!(complaints(&page("| sprite | 0 to 256 | nothing |\n"), &rows).len(), 2);
    assert_eq!(
        [-2, 63, 999, 1000, 65_535, 16_777_216].map(grouped),
        ["-2", "63", "999", "1,000", "65,535", "16,777,216"]
    );
}
