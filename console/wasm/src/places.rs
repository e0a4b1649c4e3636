//! Where in the source a call is: the address of the compiler's `Location` in the module's memory, as a file and a line.
//!
//! A `Location` is four words: address and length of the file's name, line, column. It is read at its first call; a
//! module of Smokehouse has 400.

use rasher::{Place, Position};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Calls of a module with a known place. A hostile module may invent any number.
const PLACES_MAX: usize = 16 << 10;
const FILES_MAX: usize = 1024;

/// The places that a module's calls have had.
#[derive(Default)]
pub(crate) struct Places(Mutex<Known>);

#[derive(Default)]
struct Known {
    files: Arc<[String]>,
    at: BTreeMap<i32, Position>,
}

impl Places {
    pub(crate) fn files(&self) -> Arc<[String]> {
        Arc::clone(&self.known().files)
    }

    /// The position of a `Location`, read from the memory if it is new. Unknown if it is none.
    pub(crate) fn position(&self, memory: &[u8], location: i32) -> Position {
        let mut known = self.known();
        if let Some(position) = known.at.get(&location) {
            return *position;
        }
        let Some((file, line)) = read(memory, location) else { return Position::default() };
        let file = match known.files.iter().position(|name| name == file) {
            Some(number) => number,
            None if known.files.len() < FILES_MAX => {
                known.files = known.files.iter().cloned().chain([file.to_string()]).collect();
                known.files.len() - 1
            }
            None => return Position::default(),
        };
        let position = Position { file: file as u32, line };
        if known.at.len() < PLACES_MAX {
            known.at.insert(location, position);
        }
        position
    }

    pub(crate) fn place(&self, position: Position) -> Place {
        let files = self.files();
        let name = files.get(position.file as usize).filter(|_| position.is_known());
        name.map(|name| Place::new(name.clone(), position.line)).unwrap_or_default()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// File and line of the `Location` at an address.
fn read(memory: &[u8], location: i32) -> Option<(&str, u32)> {
    let at = location as u32 as usize;
    let word = |n: usize| {
        let bytes = memory.get(at + 4 * n..at + 4 * n + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let (from, len, line) = (word(0)? as usize, word(1)? as usize, word(2)?);
    let name = memory.get(from..from.checked_add(len)?).filter(|name| name.len() <= 512)?;
    Some((std::str::from_utf8(name).ok()?, line))
}
