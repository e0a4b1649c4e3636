//! Updates maps and flags: rows of two-digit numbers.

use super::lines::{Lines, words};
use crate::limit::COLUMNS;
use crate::lines::hex2;
use rasher::memory::{FLAGS, MAP, ROM_SIZE, SHARED};

/// Rows that are not shared with the sheet.
const HALF: usize = 32;

fn row(data: &[u8; ROM_SIZE], y: usize) -> &[u8] {
    let from =
        if y < HALF { usize::from(MAP) + y * COLUMNS } else { usize::from(SHARED) + (y - HALF) * COLUMNS };
    &data[from..from + COLUMNS]
}

fn tile(value: u8) -> String {
    if value == 0 { "..".into() } else { format!("{value:02x}") }
}

pub(super) fn keep_map(lines: &mut Lines, data: &[u8; ROM_SIZE]) -> Option<()> {
    let content = lines.content();
    let (head, rows) = content.split_first()?;
    let stated: usize = lines.text(*head).split_ascii_whitespace().nth(1)?.parse().ok()?;
    let has = if stated > HALF { 2 * HALF } else { HALF };
    for (y, n) in rows.iter().enumerate().take(has) {
        let new = row(data, y);
        let mut text = lines.text(*n).to_string();
        let needed = used(new);
        let columns = (text.len() / 2).max(needed);
        text += &"..".repeat(columns - text.len() / 2);
        for (x, value) in new.iter().enumerate().take(columns) {
            let pair = text.get(2 * x..2 * x + 2)?;
            let old = if pair == ".." { 0 } else { hex2(pair.as_bytes())? };
            if old != *value {
                text.replace_range(2 * x..2 * x + 2, &tile(*value));
            }
        }
        lines.set(*n, &text);
    }
    // Rows that the file leaves out.
    let needed = (0..has).rfind(|y| used(row(data, *y)) > 0).map_or(0, |last| last + 1);
    let after = content.last()? + 1;
    for (i, y) in (rows.len()..needed).enumerate() {
        let new = row(data, y);
        let text: String = new[..used(new).max(1)].iter().map(|value| tile(*value)).collect();
        lines.insert(after + i, &text);
    }
    if needed > stated {
        lines.set(*head, &format!("rows {has}"));
    }
    Some(())
}

/// Tiles up to the last that is not 0.
fn used(row: &[u8]) -> usize {
    row.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1)
}

pub(super) fn keep_flags(lines: &mut Lines, data: &[u8; ROM_SIZE]) -> Option<()> {
    for (line, n) in lines.content().into_iter().enumerate().take(16) {
        let mut text = lines.text(n).to_string();
        let from = text.find(':')? + 1;
        let found = flag_words(&text, from);
        for (i, (begin, end)) in found.into_iter().enumerate().take(16) {
            let new = data[usize::from(FLAGS) + 16 * line + i];
            if hex2(text.get(begin..end)?.as_bytes())? != new {
                text.replace_range(begin..end, &format!("{new:02x}"));
            }
        }
        lines.set(n, &text);
    }
    Some(())
}

/// The words of a line of flags: a comment may follow the last one without a blank.
fn flag_words(text: &str, from: usize) -> Vec<(usize, usize)> {
    let cut = |(begin, end): (usize, usize)| (begin, text[begin..end].find('#').map_or(end, |at| begin + at));
    words(text, from).into_iter().map(cut).collect()
}
