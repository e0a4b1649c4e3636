//! Save slots on disk: `slots/NAME-N.slot`, numbered from 1, each written aside and renamed.

use crate::disk;
use crate::error::ToolError;
use crate::home::Home;
use crate::saves::set_aside;
use std::path::PathBuf;
use timeline::{FileError, Slot};

fn path(home: &Home, cart: &str, number: usize) -> PathBuf {
    home.slots().join(format!("{cart}-{number}.slot"))
}

/// What is in a slot of a cart; none when it is empty.
///
/// # Errors
/// When the file cannot be read. One that is no slot, of another version or another cart's is set aside: the next save must not
/// destroy it.
pub fn read_slot(home: &Home, cart: &str, number: usize) -> Result<Option<Slot>, ToolError> {
    let path = path(home, cart, number);
    let Some(bytes) = disk::read_if_there(&path)? else { return Ok(None) };
    let wrong = |source| set_aside(&path, ToolError::Run { path: path.clone(), source });
    let slot = Slot::from_bytes(&bytes).map_err(wrong)?;
    match &slot.moment.rom.name {
        name if name == cart => Ok(Some(slot)),
        other => Err(wrong(FileError::Body { kind: "slot", reason: format!("it is a moment of {other:?}") })),
    }
}

/// Keeps a moment in a slot of its cart.
///
/// # Errors
/// When the disk says no; what was in the slot before then still is.
pub fn write_slot(home: &Home, number: usize, slot: &Slot) -> Result<(), ToolError> {
    disk::write(&path(home, &slot.moment.rom.name, number), &slot.to_bytes())
}

/// Empties a slot.
///
/// # Errors
/// When it is not empty and cannot be removed.
pub fn empty_slot(home: &Home, cart: &str, number: usize) -> Result<(), ToolError> {
    disk::remove(&path(home, cart, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::{Boot, Input, Rom, program};
    use serde::{Deserialize, Serialize};
    use std::sync::Arc;
    use timeline::Run;

    #[derive(Clone, Default, Serialize, Deserialize)]
    struct Still;
    impl rasher::Cart for Still {}

    fn slot(cart: &str, frames: usize) -> Slot {
        let boot = Boot { rom: Arc::new(Rom::empty(cart)), ..Boot::default() };
        let mut run = Run::start(program(Still), boot).expect("it does nothing");
        for _ in 0..frames {
            run.frame(&Input::default()).expect("it does nothing");
        }
        Slot::of(&run, "0")
    }

    #[test]
    fn a_slot_is_kept_replaced_emptied_and_what_is_none_is_set_aside() {
        let dir = std::env::temp_dir().join(format!("rasher-slots-{}", std::process::id()));
        _ = std::fs::remove_dir_all(&dir);
        let home = Home::find(Some(&dir)).expect("a folder that is named needs no platform");
        let read = |number| read_slot(&home, "still", number);
        assert_eq!(read(1).expect("empty is no error"), None);
        for frames in [3, 5] {
            write_slot(&home, 1, &slot("still", frames)).expect("it can be written");
            assert_eq!(read(1).expect("as it was written"), Some(slot("still", frames)));
        }
        assert_eq!(read(2).expect("another one"), None);
        empty_slot(&home, "still", 1).expect("it is there");
        empty_slot(&home, "still", 1).expect("and what is not there is empty");
        assert_eq!(read(1).expect("empty"), None);
        let other = slot("other", 2).to_bytes();
        for (bytes, says) in [
            (&b"nonsense"[..], "not a slot"),
            (b"rasher slot 9\n", "format 9"),
            (&other, "a moment of \"other\""),
        ] {
            std::fs::write(path(&home, "still", 3), bytes).expect("the test's own file");
            let error = read(3).expect_err(says).to_string();
            assert!(error.contains("still-3.slot") && error.contains(says), "{error}");
            assert!(error.contains("kept as"), "{error}");
            assert_eq!(read(3).expect("it is out of the way"), None);
        }
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }
}
