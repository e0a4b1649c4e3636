//! New carts in Lua, in one file.

use crate::EXAMPLES;
use format::Cartridge;
use loader::LoadError;
use rasher::Rom;

/// An empty cart: code with each hook, and no data.
pub const BLANK: &str = "-- my game\n-- by rasher\n\nfunction _init()\n\nend\n\nfunction _update()\n\nend\n\nfunction _draw()\n cls()\n\nend\n";

/// The code of a new cart in Lua: its title is the name in words.
pub fn with_title(code: &str, name: &str) -> String {
    let rest = code.split_once("-- by rasher\n").map_or(code, |(_, rest)| rest);
    // Code is in small letters, as PICO-8 draws capital ones as other glyphs.
    format!("-- {}\n-- by you\n{rest}", name.replace('_', " ").to_lowercase())
}

/// The tutorial's cart: the data of its game, and no code.
const TUTORIAL: (&str, &str) = ("honey", "bee");

/// A new cart in one file: blank, an example with its data, or the tutorial's.
pub fn new_cartridge(name: &str, from: &str) -> Result<Vec<u8>, LoadError> {
    let (code, data) = match examples::lua(from) {
        Some(lua) => (lua, Some(from)),
        None if from == TUTORIAL.0 => (BLANK, Some(TUTORIAL.1)),
        None => (BLANK, Some(from).filter(|from| !from.is_empty())),
    };
    let rom = match data {
        Some(example) => loader::entry_named(EXAMPLES, example)?.rom()?,
        None => Rom::empty(name),
    };
    let code = format::encode_code(&with_title(code, name));
    Ok(format::write_p8(&Cartridge { code, ..Cartridge::new(rom) })?)
}
