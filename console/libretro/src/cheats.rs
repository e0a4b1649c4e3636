//! Cheats: bytes that the front end's user keeps at a value.
//!
//! ```text
//! 5f00=0a              one byte                 43a0=00030000        four bytes, as poke4(0x43a0, 3) writes them
//! 4300=2a+4301=07      several, joined by +     43a0=1234            two bytes, as poke2
//! ```
//!
//! All digits are hexadecimal, and the number of digits decides the number of bytes. Before each frame, an enabled cheat writes its bytes
//! by the same event as a memory editor, so rewind, run-ahead and netplay stay exact.

use rasher::Edit;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Cheats(BTreeMap<u32, Vec<Edit>>);

impl Cheats {
    pub const NONE: Cheats = Cheats(BTreeMap::new());

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Enables or disables a cheat. A bad one is disabled, and the error is for the user.
    pub fn set(&mut self, index: u32, enabled: bool, code: &str) -> Result<(), String> {
        self.0.remove(&index);
        if enabled {
            let pokes: Result<_, _> = code.split('+').map(str::trim).map(poke).collect();
            self.0.insert(index, pokes.map_err(|why| format!("cheat {} is off: {why}", index + 1))?);
        }
        Ok(())
    }

    pub fn edits(&self) -> impl Iterator<Item = Edit> {
        self.0.values().flatten().cloned()
    }
}

fn poke(code: &str) -> Result<Edit, String> {
    let wrong = |what: &str| {
        let shown: String = code.chars().take(40).collect();
        format!("`{shown}` {what}; write ADDRESS=VALUE in hexadecimal digits, such as 5f00=0a")
    };
    let (addr, value) = code.split_once('=').ok_or_else(|| wrong("has no `=`"))?;
    let [addr, value] = [addr, value].map(|digits| digits.trim().trim_start_matches("0x"));
    let number = |digits: &str| u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
    let at = number(addr).and_then(|at| u16::try_from(at).ok());
    let at = at.ok_or_else(|| wrong("has no address from 0 to ffff"))?;
    let size = match value.len() {
        1 | 2 => 1,
        4 => 2,
        8 => 4,
        _ => return Err(wrong("needs a value of 2, 4 or 8 digits")),
    };
    let value = number(value).ok_or_else(|| wrong("has a value that is not hexadecimal"))?;
    if usize::from(at) + size > 1 << 16 {
        return Err(wrong("goes beyond ffff"));
    }
    Ok(Edit::Memory { addr: at, bytes: value.to_le_bytes()[..size].into() })
}
