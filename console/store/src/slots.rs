//! Save slots: `slots/KEY-N.slot`, numbered from 1.

use crate::error::StoreError;
use crate::file::{read_if_there, remove, set_aside};
use crate::home::{Home, inside, is_key_of};
use std::path::PathBuf;
use timeline::{FileError, Slot};

pub(crate) const SLOTS: usize = 9;

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
            name if is_key_of(cart, name) => Ok(Some(slot)),
            other => Err(wrong(FileError::Body { kind: "slot", reason: format!("it belongs to {other:?}") })),
        }
    });
    read.map_err(|error| set_aside(&**home.disk(), &path, error))
}

pub fn write_slot(home: &Home, cart: &str, number: usize, slot: &Slot) -> Result<(), StoreError> {
    home.write(&path(home, cart, number)?, &slot.to_bytes()).map(drop)
}

/// Gives the slots of a cart its new name, which their readers compare.
pub(crate) fn rename_in(home: &Home, cart: &str, name: &str) -> Result<(), StoreError> {
    for number in 1..=SLOTS {
        let bytes = read_if_there(&path(home, cart, number)?)?;
        // One that cannot be read stays as it is.
        let slot = bytes.and_then(|bytes| Slot::from_bytes(&bytes).ok());
        if let Some(mut slot) = slot.filter(|slot| slot.moment.rom.name != name) {
            slot.moment.rom.name = name.to_string();
            slot.moment.recording.start.cart = name.to_string();
            write_slot(home, cart, number, &slot)?;
        }
    }
    Ok(())
}

pub fn empty_slot(home: &Home, cart: &str, number: usize) -> Result<(), StoreError> {
    remove(&**home.disk(), &path(home, cart, number)?)
}
