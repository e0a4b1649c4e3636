//! Save slots: `slots/KEY-N.slot`, numbered from 1.

use crate::error::StoreError;
use crate::file::{read_if_there, remove, set_aside};
use crate::home::{Home, inside, is_key_of};
use loader::DIGEST_KEY;
use std::path::PathBuf;
use timeline::{FileError, Slot};

pub(crate) const SLOTS: usize = 9;

fn is_id(key: &str) -> bool {
    key.starts_with(DIGEST_KEY) || key.get(..16).is_some_and(format::is_cart_id)
}

pub(crate) fn path(home: &Home, cart: &str, number: usize) -> Result<PathBuf, StoreError> {
    Ok(home.slots().join(format!("{}-{number}.slot", inside(cart)?)))
}

/// Reads a save slot. What is no slot of this cart and version is set aside, so that the next save does not replace it.
pub fn read_slot(home: &Home, cart: &str, number: usize) -> Result<Option<Slot>, StoreError> {
    let path = path(home, cart, number)?;
    let wrong = |source| StoreError::Run { path: path.clone(), source };
    let read = read_if_there(&path).and_then(|bytes| {
        let Some(bytes) = bytes else { return Ok(None) };
        let slot = Slot::from_bytes(&bytes).map_err(wrong)?;
        match &slot.moment.rom.name {
            // An id belongs to one cart. Its file may have another name now.
            name if is_key_of(cart, name) || is_id(cart) => Ok(Some(slot)),
            other => Err(wrong(FileError::Body { kind: "slot", reason: format!("it belongs to {other:?}") })),
        }
    });
    read.map_err(|error| set_aside(&**home.disk(), &path, error))
}

pub fn write_slot(home: &Home, cart: &str, number: usize, slot: &Slot) -> Result<(), StoreError> {
    home.write(&path(home, cart, number)?, &slot.to_bytes()).map(drop)
}

pub fn empty_slot(home: &Home, cart: &str, number: usize) -> Result<(), StoreError> {
    remove(&**home.disk(), &path(home, cart, number)?)
}
