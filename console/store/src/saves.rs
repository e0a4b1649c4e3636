//! Cart data: `cdata/ID.p8d.txt`, 64 numbers as 8 hex digits, 8 in a line, as PICO-8 keeps them.
//!
//! Two windows may share a home, and a cart only knows the numbers it started with. So the file is read again before it is written, and
//! only numbers that this console's cart has changed replace those in it:
//!
//! ```text
//! this cart   changed?       no           yes            yes
//! the disk    changed?       -            no             yes, to another value
//! written                    the disk's   this cart's    this cart's; the disk's 64 numbers are kept as ID.p8d.txt.other
//! ```
//!
//! In a table of results ([`Records`]) the higher number wins, name by name, and nothing is set aside. All of that happens under the lock
//! of the home. A running cart does not learn what another window has saved.

use crate::error::StoreError;
use crate::file::{free, optional, read_at_most, set_aside};
use crate::home::{Home, inside};
use crate::migrate::rename;
use rasher::Records;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ENDING: &str = ".p8d.txt";

/// Bytes of the largest file: a save has 520, and an author may add spaces.
pub const SAVE_MAX: u64 = 1 << 16;

type SavedNumbers = [u8; 256];

#[derive(Clone, Debug, Default)]
pub struct CartData {
    known: BTreeMap<String, Known>,
    /// The key of the running cart, which owns new ids.
    cart: Option<String>,
}

#[derive(Clone, Debug)]
struct Known {
    own: Box<SavedNumbers>,
    /// As they were on the disk, if there was a file.
    disk: Option<Box<SavedNumbers>>,
    other: Option<PathBuf>,
}

pub(crate) fn path(home: &Home, id: &str) -> Result<PathBuf, StoreError> {
    Ok(home.saves().join(format!("{}{ENDING}", inside(id)?)))
}

impl CartData {
    /// Reads all cart data. A broken file is set aside, so that the next save does not replace it.
    pub fn read(home: &Home) -> (CartData, Vec<StoreError>) {
        let (mut all, mut errors) = (BTreeMap::new(), Vec::new());
        let Ok(folder) = std::fs::read_dir(home.saves()) else {
            return (CartData { known: all, cart: None }, errors);
        };
        for entry in folder.flatten() {
            let name = entry.file_name();
            let Some(id) = name.to_str().and_then(|n| n.strip_suffix(ENDING)) else { continue };
            match read_save(&entry.path()) {
                Ok(data) => {
                    let known = Known { own: data.clone(), disk: Some(data), other: None };
                    all.insert(id.to_string(), known);
                }
                Err(error) => errors.push(set_aside(&**home.disk(), &entry.path(), error)),
            }
        }
        (CartData { known: all, cart: None }, errors)
    }

    /// Sets the running cart: new ids use its quota.
    pub fn playing(&mut self, key: &str) {
        self.cart = Some(key.to_string());
    }

    pub fn all(&self) -> BTreeMap<String, Box<[u8; 256]>> {
        self.known.iter().map(|(id, known)| (id.clone(), known.own.clone())).collect()
    }

    /// Writes cart data, merged with what another window has saved. Warns if the file was broken or had other changes.
    pub fn write(
        &mut self,
        home: &Home,
        id: &str,
        data: &[u8; 256],
    ) -> Result<Option<StoreError>, StoreError> {
        let path = path(home, id)?;
        let none = || Known { own: Box::new([0; 256]), disk: None, other: None };
        let mut known = self.known.get(id).cloned().unwrap_or_else(none);
        let _lock = home.lock();
        let (there, mut told) = match optional(read_save(&path)) {
            Ok(there) => (there, None),
            Err(error @ StoreError::NotRegular { .. }) => return Err(error),
            Err(error) => (None, Some(set_aside(&**home.disk(), &path, error))),
        };
        let is_there = there.is_some();
        let mut numbers = Box::new(*data);
        let mut both = Vec::new();
        if let Some(there) = there.as_ref().filter(|_| Records::is_id(id)) {
            let mut records = Records::read(data);
            records.merge(&Records::read(there));
            numbers = records.bytes();
        } else if let Some(there) = &there {
            for at in (0..256).step_by(4) {
                let of =
                    |numbers: &SavedNumbers| [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]];
                let (mine, theirs) = (of(data), of(there));
                let before = known.disk.as_deref().map_or([0; 4], of);
                if mine == of(&known.own) {
                    numbers[at..at + 4].copy_from_slice(&theirs);
                } else if theirs != before && theirs != mine {
                    both.push(at / 4);
                }
            }
        }
        if let Some(there) = there.filter(|_| !both.is_empty()) {
            let first = known.other.is_none();
            let kept = known.other.take().or_else(|| free(&path, ".other"));
            let Some(kept) = kept else { return Err(StoreError::BothSaved { path, numbers: both }) };
            home.write(&kept, text(&there).as_bytes())?;
            if first {
                let source = Box::new(StoreError::BothSaved { path: path.clone(), numbers: both });
                told = told.or(Some(StoreError::SetAside { source, kept: kept.clone() }));
            }
            known.other = Some(kept);
        }
        let text = text(&numbers);
        if let Some(cart) = self.cart.as_deref().filter(|_| !is_there) {
            home.take_room(cart, id, None, text.len() as u64, false)?;
            home.note_made(cart, &path)?;
        }
        home.write(&path, text.as_bytes())?;
        (known.own, known.disk) = (Box::new(*data), Some(numbers));
        self.known.insert(id.to_string(), known);
        Ok(told)
    }

    /// Moves the data of one id to another, unless that exists.
    pub fn rename(&mut self, home: &Home, from: &str, to: &str) -> Result<(), StoreError> {
        let [old, new] = [inside(from)?, inside(to)?].map(|id| home.saves().join(format!("{id}{ENDING}")));
        let _lock = home.lock();
        if !old.is_file() || new.exists() {
            return Ok(());
        }
        rename(home, &old, &new)?;
        if let Some(known) = self.known.remove(from) {
            self.known.entry(to.to_string()).or_insert(known);
        }
        Ok(())
    }
}

fn read_save(path: &Path) -> Result<Box<[u8; 256]>, StoreError> {
    parse(&String::from_utf8_lossy(&read_at_most(path, SAVE_MAX)?), path)
}

/// Reads the text of a save: at most 64 words of 8 hex digits, the rest 0. `path` is for errors.
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
