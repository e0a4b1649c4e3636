//! Where in the source a call is: the address of the compiler's `Location` in the module's memory, as a file and a line.
//!
//! A `Location` is four words: address and length of the file's name, line, column. It is read at its first call; a
//! module of Smokehouse has 400.

use crate::engine::Memory;
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
    pub(crate) fn position(&self, memory: &impl Memory, location: i32) -> Position {
        let mut known = self.known();
        if let Some(position) = known.at.get(&location) {
            return *position;
        }
        let Some((file, line)) = read(memory, location) else { return Position::default() };
        let file = match known.files.iter().position(|name| *name == file) {
            Some(number) => number,
            None if known.files.len() < FILES_MAX => {
                known.files = known.files.iter().cloned().chain([file]).collect();
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
fn read(memory: &impl Memory, location: i32) -> Option<(String, u32)> {
    let words = memory.read(location as u32 as usize, 12)?;
    let (words, _) = words.as_chunks::<4>();
    let [from, len, line] = *words else { return None };
    let [from, len, line] = [from, len, line].map(u32::from_le_bytes);
    let name = memory.read(from as usize, Some(len as usize).filter(|len| *len <= 512)?)?;
    Some((String::from_utf8(name.into_owned()).ok()?, line))
}
