//! Cart data on disk: `ID.p8d.txt`, 64 numbers as 8 hex digits, 8 in a line, as PICO-8 keeps them.

use crate::disk;
use crate::error::ToolError;
use crate::home::Home;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ENDING: &str = ".p8d.txt";

/// All cart data that a person has, by id. A file that cannot be understood is set aside and told: the cart starts
/// without it, and its next save must not destroy what may be of another version.
pub fn read_saves(home: &Home) -> (BTreeMap<String, Box<[u8; 256]>>, Vec<ToolError>) {
    let (mut saves, mut errors) = (BTreeMap::new(), Vec::new());
    let Ok(folder) = std::fs::read_dir(home.saves()) else { return (saves, errors) };
    for entry in folder.flatten() {
        let name = entry.file_name();
        let Some(id) = name.to_str().and_then(|n| n.strip_suffix(ENDING)) else { continue };
        match read_save(&entry.path()) {
            Ok(data) => _ = saves.insert(id.to_string(), data),
            Err(error @ ToolError::Save { .. }) => errors.push(set_aside(&entry.path(), error)),
            Err(error) => errors.push(error),
        }
    }
    (saves, errors)
}

/// Renames a file to the first of `NAME.broken`, `NAME.broken2` ... that is free.
pub(crate) fn set_aside(path: &Path, error: ToolError) -> ToolError {
    let name = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { ".broken".into() } else { format!(".broken{n}") });
        PathBuf::from(name)
    };
    let kept = (1..100).map(name).find(|kept| !kept.exists()).unwrap_or_else(|| name(100));
    match std::fs::rename(path, &kept) {
        Ok(()) => ToolError::SetAside { source: Box::new(error), kept },
        // Where nothing can be renamed nothing can be saved: a save is renamed into place.
        Err(_) => error,
    }
}

fn read_save(path: &Path) -> Result<Box<[u8; 256]>, ToolError> {
    let bytes = disk::read(path)?;
    parse(&String::from_utf8_lossy(&bytes), &path.display().to_string())
}

/// Reads the text of a save. Numbers that are missing at the end are 0.
fn parse(text: &str, file: &str) -> Result<Box<[u8; 256]>, ToolError> {
    let mut data = Box::new([0; 256]);
    let mut at = 0;
    for (i, line) in text.lines().enumerate() {
        for word in line.split_ascii_whitespace() {
            // A line is 64 digits in a row, or 8 words: both have been seen.
            for chunk in word.as_bytes().chunks(8) {
                let digits = String::from_utf8_lossy(chunk);
                let wrong = || ToolError::Save { file: file.into(), line: i + 1, found: digits.to_string() };
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
fn text(data: &[u8; 256]) -> String {
    let numbers = data.as_chunks::<4>().0.iter().map(|b| format!("{:08x}", u32::from_le_bytes(*b)));
    let numbers: Vec<String> = numbers.collect();
    numbers.chunks(8).map(|line| line.concat() + "\n").collect()
}

/// Keeps the cart data of an id. Ids are letters, digits, `_` and `-` alone, so none leaves the folder.
///
/// # Errors
/// When the disk says no; what was kept before then still stands.
pub fn write_save(home: &Home, id: &str, data: &[u8; 256]) -> Result<(), ToolError> {
    disk::write(&home.saves().join(format!("{id}{ENDING}")), text(data).as_bytes())
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
        assert_eq!(*parse(&text, "x").unwrap(), data);
    }

    #[test]
    fn wrong_saves_name_line_and_word() {
        for (text, found) in [("12345678\nxyz", "xyz"), ("123", "123"), ("+1234567", "+1234567")] {
            let error = parse(text, "a.p8d.txt").unwrap_err().to_string();
            assert!(error.contains(found) && error.starts_with("a.p8d.txt:"), "{error}");
        }
        let long = "00000000".repeat(65);
        assert!(parse(&long, "x").is_err());
    }
}
