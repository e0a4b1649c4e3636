//! Cart data: `cdata/ID.p8d.txt`, 64 numbers as 8 hex digits, 8 in a line, as PICO-8 keeps them.
//!
//! What it does not do: join what two windows save of one cart. Each writes all 64 numbers, and the last one stands.

use crate::error::StoreError;
use crate::file::{read_bounded, set_aside};
use crate::home::{Home, inside};
use std::collections::BTreeMap;
use std::path::Path;

const ENDING: &str = ".p8d.txt";

/// Bytes of the largest file of cart data: it has 520, and room for an author's spaces.
pub const SAVE_MAX: u64 = 1 << 16;

/// All cart data that a person has, by id. A file that cannot be understood is set aside and told: the cart starts
/// without it, and its next save must not destroy what may be of another version.
pub fn read_saves(home: &Home) -> (BTreeMap<String, Box<[u8; 256]>>, Vec<StoreError>) {
    let (mut saves, mut errors) = (BTreeMap::new(), Vec::new());
    let Ok(folder) = std::fs::read_dir(home.saves()) else { return (saves, errors) };
    for entry in folder.flatten() {
        let name = entry.file_name();
        let Some(id) = name.to_str().and_then(|n| n.strip_suffix(ENDING)) else { continue };
        match read_save(&entry.path()) {
            Ok(data) => _ = saves.insert(id.to_string(), data),
            Err(error) => errors.push(set_aside(&**home.disk(), &entry.path(), error)),
        }
    }
    (saves, errors)
}

/// Keeps the cart data of an id.
///
/// # Errors
/// When the id could leave the folder, or the disk says no; what was kept before then still stands.
pub fn write_save(home: &Home, id: &str, data: &[u8; 256]) -> Result<(), StoreError> {
    home.write(&home.saves().join(format!("{}{ENDING}", inside(id)?)), text(data).as_bytes()).map(drop)
}

fn read_save(path: &Path) -> Result<Box<[u8; 256]>, StoreError> {
    parse(&String::from_utf8_lossy(&read_bounded(path, SAVE_MAX)?), path)
}

/// Reads the text of a save; `path` is for errors. Numbers that are missing at the end are 0.
///
/// # Errors
/// When a word is not 8 hex digits, or there are more than 64.
pub fn parse(text: &str, path: &Path) -> Result<Box<[u8; 256]>, StoreError> {
    let mut data = Box::new([0; 256]);
    let mut at = 0;
    for (i, line) in text.lines().enumerate() {
        for word in line.split_ascii_whitespace() {
            // A line is 64 digits in a row, or 8 words: both have been seen.
            for chunk in word.as_bytes().chunks(8) {
                let digits = String::from_utf8_lossy(chunk);
                let wrong =
                    || StoreError::CartData { path: path.into(), line: i + 1, found: digits.to_string() };
                let good = chunk.len() == 8 && chunk.iter().all(u8::is_ascii_hexdigit) && at < 256;
                let number = u32::from_str_radix(&digits, 16).ok().filter(|_| good).ok_or_else(wrong)?;
                data[at..at + 4].copy_from_slice(&number.to_le_bytes());
                at += 4;
            }
        }
    }
    Ok(data)
}

/// The text of a save.
pub fn text(data: &[u8; 256]) -> String {
    let numbers = data.as_chunks::<4>().0.iter().map(|b| format!("{:08x}", u32::from_le_bytes(*b)));
    let numbers: Vec<String> = numbers.collect();
    numbers.chunks(8).map(|line| line.concat() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_reads_as_it_was_written() {
        let data: [u8; 256] = std::array::from_fn(|i| i as u8);
        let text = text(&data);
        assert_eq!(text.lines().count(), 8);
        assert!(text.starts_with("0302010007060504"), "numbers are words, highest digit first: {text}");
        assert_eq!(*parse(&text, Path::new("x")).unwrap(), data);
    }

    #[test]
    fn wrong_saves_name_line_and_word() {
        for (text, found) in [("12345678\nxyz", "xyz"), ("123", "123"), ("+1234567", "+1234567")] {
            let error = parse(text, Path::new("a.p8d.txt")).unwrap_err().to_string();
            assert!(error.contains(found) && error.starts_with("a.p8d.txt:"), "{error}");
        }
        let long = "00000000".repeat(65);
        assert!(parse(&long, Path::new("x")).is_err());
    }
}
