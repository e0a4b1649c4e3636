//! Which cart of the shelf a cartridge's data belong to, where the code is in Rust and so not in the cartridge.
//!
//! ```text
//! -- Smokehouse                                       title, as cartridge pictures show it
//! -- a raw bun climbs a tower for the golden ham      a line about it, likewise
//! -- rasher cart porklike, version 2                  the stamp
//! ```
//!
//! It is the cartridge's code, and a comment in Lua: other consoles open the data and have nothing to run. A cartridge
//! with a stamp begins the cart of that name with these data; one without it is a cart in Lua. Our decision.

use crate::p8::Cartridge;
use rasher::{Rom, text};

/// What stands before the name.
const MARK: &[u8] = b"-- rasher cart ";
/// What stands between name and version.
const VERSION: &str = ", version ";
/// Lines of code that are looked at.
const LINES: usize = 8;

/// A cart by name and version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub name: String,
    /// The version whose data they are.
    pub version: u32,
}

impl Cartridge {
    /// The data of a cart in Rust, with its name and version, which are the ROM's, in the place of the code.
    /// Title and line are cut at their first line end.
    pub fn stamped(rom: Rom, title: &str, about: &str) -> Self {
        let line = |text: &str| text.lines().next().unwrap_or_default().to_string();
        let head = format!("-- {}\n-- {}\n", line(title), line(about));
        let mut code: Vec<u8> = text::encode(&head).collect();
        code.extend(MARK);
        code.extend(text::encode(&format!("{}{VERSION}{}\n", rom.name, rom.version)));
        Cartridge { code, ..Cartridge::new(rom) }
    }

    /// The stamp in the first lines of the code, if there is one.
    pub fn stamp(&self) -> Option<Stamp> {
        let mut lines = self.code.split(|byte| *byte == b'\n').take(LINES);
        let line = lines.find_map(|line| line.strip_prefix(MARK))?;
        let line = text::decode(line.trim_ascii_end());
        let (name, version) = line.split_once(VERSION)?;
        Some(Stamp { name: name.into(), version: version.parse().ok()? })
    }
}
