//! Cartridges: rewrites the changed rows of a `.p8`, and only the data of a `.p8.png`.
//!
//! ```text
//! text as the console writes it ──> as the console writes the new data           so restored data restore the text
//! any other text                ──> lines.rs: the changed rows; the console's rule for empty rows at a section's end
//! ```

use super::lines::Lines;
use crate::error::FormatError;
use crate::p8::{SECTIONS, data_rows, is_marked, leaves_out, read_p8, section_name};
use crate::p8png::with_data;
use crate::{read_p8png, write_p8};
use rasher::Rom;
use rasher::memory::ROM_SIZE;

/// A `.p8` with other data: code, label, comments and unchanged rows stay as they are.
pub fn update_p8(old: &[u8], data: &[u8; ROM_SIZE], file: &str) -> Result<Vec<u8>, FormatError> {
    let mut cart = read_p8(old, file)?;
    if cart.rom.data[..] == data[..] {
        return Ok(old.to_vec());
    }
    if !is_marked(&String::from_utf8_lossy(old)) && !crate::ends_with(file, ".p8") {
        let expected = "a cartridge, such as game.p8, which has a place for data";
        return Err(FormatError::whole(file, "a file of code", expected));
    }
    let before = data_rows(&cart.rom.data);
    let consoles = write_p8(&cart).unwrap_or_default();
    *cart.rom.data = *data;
    // 164 of 3,031 published files differ only by a missing line end at the end.
    let ends = [&b""[..], b"\n", b"\n\n", b"\r\n", b"\r\n\r\n"];
    if let Some(end) = ends.into_iter().find(|end| consoles.strip_suffix(*end) == Some(old)) {
        let mut text = write_p8(&cart)?;
        text.truncate(text.len() - if text.ends_with(end) { end.len() } else { 0 });
        return Ok(text);
    }
    let empty = leaves_out(cart.version).then(|| data_rows(&Rom::empty("").data));
    let kept = std::str::from_utf8(old).ok().map(|text| {
        let mut lines = Lines::new(text);
        for (n, ((name, old), (_, new))) in before.iter().zip(&data_rows(data)).enumerate() {
            keep_section(&mut lines, name, old, new);
            if let Some(empty) = &empty {
                trim_section(&mut lines, name, [old, new, &empty[n].1]);
            }
        }
        lines.join().into_bytes()
    });
    let good = |bytes: &Vec<u8>| {
        read_p8(bytes, file).is_ok_and(|kept| kept.rom.data[..] == data[..] && kept.code == cart.code)
    };
    match kept.filter(good) {
        Some(kept) => Ok(kept),
        None => write_p8(&cart),
    }
}

/// Updates a section's rows. `old` and `new` are all of its rows.
fn keep_section(lines: &mut Lines, name: &str, old: &[String], new: &[String]) {
    let changed: Vec<usize> = (0..old.len()).filter(|n| old[*n] != new[*n]).collect();
    let Some(last) = changed.last() else { return };
    let heads: Vec<usize> = (2..lines.len()).filter(|n| section_name(lines.text(*n)).is_some()).collect();
    let head = match heads.iter().find(|n| section_name(lines.text(**n)) == Some(name)) {
        Some(head) => *head,
        None => {
            let rank = |name: &str| SECTIONS.iter().position(|it| *it == name).unwrap_or(SECTIONS.len());
            let is_later = |n: &&usize| section_name(lines.text(**n)).is_some_and(|it| rank(it) > rank(name));
            let next = heads.iter().find(is_later);
            let at = next.copied().unwrap_or(lines.len());
            lines.insert(at, &format!("__{name}__"));
            at
        }
    };
    let rows = rows_below(lines, head);
    for n in &changed {
        if let Some(at) = rows.get(*n) {
            lines.set(*at, &new[*n]);
        }
    }
    let after = rows.last().map_or(head, |last| *last) + 1;
    lines.insert_all(after, new.get(rows.len()..=*last).unwrap_or_default());
}

fn rows_below(lines: &Lines, head: usize) -> Vec<usize> {
    let below = (head + 1..lines.len()).take_while(|n| section_name(lines.text(*n)).is_none());
    below.filter(|n| !lines.text(*n).is_empty()).collect()
}

/// Removes empty rows from the end of a section, as the console leaves them out, if its last row has become empty; then the section, if
/// no row is left. The rows are those of before, those of now, and those of an empty cart.
fn trim_section(lines: &mut Lines, name: &str, [old, new, empty]: [&[String]; 3]) {
    let Some(head) = (2..lines.len()).find(|n| section_name(lines.text(*n)) == Some(name)) else { return };
    let rows = rows_below(lines, head);
    let Some(last) = rows.len().checked_sub(1).filter(|last| *last < new.len()) else { return };
    if old[last] == new[last] || new[last] != empty[last] {
        return;
    }
    let used = (0..=last).rfind(|n| new[*n] != empty[*n]).map_or(0, |n| n + 1);
    // Flags have both rows or none.
    let stay = if name == "gff" && used > 0 { rows.len() } else { used };
    rows[stay..].iter().rev().for_each(|n| lines.remove(*n));
    if rows_below(lines, head).is_empty() {
        lines.remove(head);
    }
}

/// A `.p8.png` with other data: picture, label, code and version stay as they are.
pub fn update_p8png(old: &[u8], data: &[u8; ROM_SIZE], file: &str) -> Result<Vec<u8>, FormatError> {
    let before = read_p8png(old, file)?;
    if before.rom.data[..] == data[..] {
        return Ok(old.to_vec());
    }
    let new = with_data(old, data, file)?;
    let after = read_p8png(&new, file)?;
    if after.rom.data[..] != data[..] || after.code != before.code {
        let found = "different data after writing and reading them";
        return Err(FormatError::whole(file, found, "the data that were written"));
    }
    Ok(new)
}
