//! Cartridges: the rows of a `.p8` whose data changed, the data alone of a `.p8.png`.
//!
//! ```text
//! text as the console writes it ──> as the console writes the other data         so data that come back bring the text back
//! a text by other hands         ──> lines.rs: rows that changed; rows at a section's end go as the console leaves them out
//! ```

use super::lines::Lines;
use crate::error::{FilePlace, FormatError};
use crate::p8::{data_rows, leaves_out, read_p8};
use crate::p8png::with_data;
use crate::{read_p8png, write_p8};
use rasher::Rom;
use rasher::memory::ROM_SIZE;

/// A `.p8` with other data: code, label, comments and all rows that say the same stay as they are.
///
/// # Errors
/// When what stands there is no cartridge.
pub fn update_p8(old: &[u8], data: &[u8; ROM_SIZE], file: &str) -> Result<Vec<u8>, FormatError> {
    let mut cart = read_p8(old, file)?;
    if cart.rom.data[..] == data[..] {
        return Ok(old.to_vec());
    }
    let before = data_rows(&cart.rom.data);
    let consoles = write_p8(&cart).unwrap_or_default();
    *cart.rom.data = *data;
    // 164 of 3,031 published files lack the end of the last line, and nothing else.
    let ends = [&b""[..], b"\n", b"\n\n", b"\r\n", b"\r\n\r\n"];
    if let Some(end) = ends.into_iter().find(|end| consoles.strip_suffix(*end) == Some(old)) {
        let mut text = write_p8(&cart)?;
        text.truncate(text.len() - if text.ends_with(end) { end.len() } else { 0 });
        return Ok(text);
    }
    let empty = leaves_out(cart.version).then(|| data_rows(&Rom::empty("").data));
    let kept = std::str::from_utf8(old).ok().and_then(|text| {
        let mut lines = Lines::new(text);
        for (n, ((name, old), (_, new))) in before.iter().zip(&data_rows(data)).enumerate() {
            keep_section(&mut lines, name, old, new)?;
            if let Some(empty) = &empty {
                trim_section(&mut lines, name, [old, new, &empty[n].1]);
            }
        }
        Some(lines.join().into_bytes())
    });
    let good = |bytes: &Vec<u8>| {
        read_p8(bytes, file).is_ok_and(|kept| kept.rom.data[..] == data[..] && kept.code == cart.code)
    };
    match kept.filter(good) {
        Some(kept) => Ok(kept),
        None => write_p8(&cart),
    }
}

/// The order in which sections stand.
const ORDER: [&str; 7] = ["lua", "gfx", "label", "gff", "map", "sfx", "music"];

fn section(line: &str) -> Option<&str> {
    line.strip_prefix("__")?.strip_suffix("__").filter(|name| !name.is_empty())
}

/// Brings a section's rows up to date. `old` and `new`: all its rows, as they are written.
fn keep_section(lines: &mut Lines, name: &str, old: &[String], new: &[String]) -> Option<()> {
    let (Some(first), Some(last)) =
        ((0..old.len()).find(|n| old[*n] != new[*n]), (0..old.len()).rfind(|n| old[*n] != new[*n]))
    else {
        return Some(());
    };
    let heads: Vec<usize> = (2..lines.len()).filter(|n| section(lines.text(*n)).is_some()).collect();
    let head = match heads.iter().find(|n| section(lines.text(**n)) == Some(name)) {
        Some(head) => *head,
        None => {
            let rank = |name: &str| ORDER.iter().position(|other| *other == name).unwrap_or(ORDER.len());
            let next =
                heads.iter().find(|n| section(lines.text(**n)).is_some_and(|other| rank(other) > rank(name)));
            let at = next.copied().unwrap_or(lines.len());
            lines.insert(at, &format!("__{name}__"));
            at
        }
    };
    let rows = rows_below(lines, head);
    for n in first..=last {
        match rows.get(n) {
            Some(at) if old[n] != new[n] => lines.set(*at, &new[n]),
            _ => {}
        }
    }
    let after = rows.last().map_or(head, |last| *last) + 1;
    for (at, row) in (after..).zip(new.iter().take(last + 1).skip(rows.len())) {
        lines.insert(at, row);
    }
    Some(())
}

fn rows_below(lines: &Lines, head: usize) -> Vec<usize> {
    let below = (head + 1..lines.len()).take_while(|n| section(lines.text(*n)).is_none());
    below.filter(|n| !lines.text(*n).is_empty()).collect()
}

/// Takes rows from the end of a section that say nothing any more, and those before them that say nothing, as the console leaves them out;
/// without rows the section goes, too. `rows`: as they were, as they are now, and those of an empty cart.
fn trim_section(lines: &mut Lines, name: &str, [old, new, empty]: [&[String]; 3]) {
    let Some(head) = (2..lines.len()).find(|n| section(lines.text(*n)) == Some(name)) else { return };
    let rows = rows_below(lines, head);
    let Some(last) = rows.len().checked_sub(1).filter(|last| *last < new.len()) else { return };
    if old[last] == new[last] || new[last] != empty[last] {
        return;
    }
    let said = (0..=last).rfind(|n| new[*n] != empty[*n]).map_or(0, |n| n + 1);
    // Flags have both rows or none.
    let stay = if name == "gff" && said > 0 { rows.len() } else { said };
    rows[stay..].iter().rev().for_each(|n| lines.remove(*n));
    if rows_below(lines, head).is_empty() {
        lines.remove(head);
    }
}

/// A `.p8.png` with other data: picture, label, code and version stay as they are.
///
/// # Errors
/// When what stands there is no cartridge picture.
pub fn update_p8png(old: &[u8], data: &[u8; ROM_SIZE], file: &str) -> Result<Vec<u8>, FormatError> {
    let before = read_p8png(old, file)?;
    if before.rom.data[..] == data[..] {
        return Ok(old.to_vec());
    }
    let new = with_data(old, data, file)?;
    let after = read_p8png(&new, file)?;
    if after.rom.data[..] != data[..] || after.code != before.code {
        let found = "data that do not come back".to_string();
        return Err(FormatError::new(file, FilePlace::Whole, found, "the same data as were written"));
    }
    Ok(new)
}
