//! Names the Rust cart that a cartridge's data belong to, since its code is not in the cartridge.
//!
//! ```text
//! -- Smokehouse                                       title, as cartridge pictures show it
//! -- a raw bun climbs a tower for the golden ham      a line about it, likewise
//! -- rasher cart porklike, version 2                  the stamp
//! ```
//!
//! The stamp is the cartridge's code, and a comment in Lua: other consoles open the data and run nothing. A cartridge with a stamp
//! starts the cart of that name with these data; one without is a cart in Lua. The format is ours.

use crate::p8::Cartridge;
use rasher::{Rom, text};

const MARK: &[u8] = b"-- rasher cart ";
const VERSION: &str = ", version ";
/// Lines of code that are searched.
const LINES: usize = 8;

/// The cart that the data belong to, and the version that they were saved with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub name: String,
    pub version: u32,
}

impl Cartridge {
    /// The data of a Rust cart, with a stamp made of the ROM's name and version. Only the first line of `title` and `about` counts.
    pub fn stamped(rom: Rom, title: &str, about: &str) -> Self {
        let line = |text: &str| text.lines().next().unwrap_or_default().to_string();
        let head = format!("-- {}\n-- {}\n", line(title), line(about));
        let mut code: Vec<u8> = text::encode(&head).collect();
        code.extend(MARK);
        code.extend(text::encode(&format!("{}{VERSION}{}\n", rom.name, rom.version)));
        Cartridge { code, ..Cartridge::new(rom) }
    }

    pub fn stamp(&self) -> Option<Stamp> {
        let mut lines = self.code.split(|byte| *byte == b'\n').take(LINES);
        let line = lines.find_map(|line| line.strip_prefix(MARK))?;
        let line = text::decode(line.trim_ascii_end());
        let (name, version) = line.split_once(VERSION)?;
        Some(Stamp { name: name.into(), version: version.parse().ok()? })
    }
}
