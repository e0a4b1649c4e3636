//! A cart behind a player: an executable file that plays it, made without a compiler.
//!
//! ```text
//! the player's own bytes | the cart, by postcard | its length, 8 bytes, little-endian | RASHER CART FILE
//! ```
//!
//! Systems run such a file as if the end were not there; the player looks at its own end when it starts. A cart in Lua goes with all that
//! it may come to, one of the shelf by its name: every player has those. What is signed would not stay whole: who signs, signs what came out.

use crate::bundle::bundle;
use crate::data::OpenedCart;
use crate::error::ToolError;
use crate::lua::LuaCart;
use rasher::Bundle;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use store::cart_key;

/// Ends a file with a cart.
const MARK: &[u8; 16] = b"RASHER CART FILE";
/// Bytes of a cart at most: 33 carts with code and data have less than 4 MiB.
const MOST: u64 = 16 << 20;

/// The cart behind a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppendedCart {
    /// What its files are called; the name of one of the shelf.
    pub name: String,
    pub title: String,
    /// What its runs and saves are kept by.
    pub key: String,
    /// The cart in Lua with all that it may come to; none for one of the shelf.
    pub bundle: Option<Bundle>,
}

impl AppendedCart {
    /// What was opened, to be played somewhere else; what could not be read beside it.
    ///
    /// # Errors
    /// When its code is no program, or it is neither of the shelf as it is nor in Lua.
    pub fn of(opened: &OpenedCart) -> Result<(AppendedCart, Vec<String>), ToolError> {
        let Some(path) = opened.lua() else {
            let entry = opened.entry.filter(|_| opened.stamp.is_none());
            let entry =
                entry.ok_or_else(|| ToolError::Stamped { path: opened.found.rom.name.clone().into() })?;
            let (name, title) = (entry.name.to_string(), entry.title.to_string());
            return Ok((AppendedCart { key: name.clone(), name, title, bundle: None }, Vec::new()));
        };
        let LuaCart { name, program, code, .. } = LuaCart::read(path);
        if let Err(fault) = program {
            return Err(ToolError::Unplayable { path: path.into(), fault: fault.to_string() });
        }
        let cartridge = crate::lua::cartridge(path)?;
        let bundled = bundle(path, &code, &cartridge.rom.data);
        let told = bundled.told().collect();
        let title = cartridge.head().into_iter().next().filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| name.clone());
        Ok((AppendedCart { name, title, key: cart_key(path), bundle: Some(bundled.bundle) }, told))
    }

    /// That behind the program in a file; none when the file is something else.
    pub fn behind(path: &Path) -> Option<AppendedCart> {
        // To open a named pipe is to wait for its other end.
        let mut file = path.is_file().then(|| File::open(path).ok())??;
        let end = MARK.len() as i64 + 8;
        let at = file.seek(SeekFrom::End(-end)).ok()?;
        let (mut length, mut mark) = ([0; 8], [0; MARK.len()]);
        file.read_exact(&mut length).and_then(|()| file.read_exact(&mut mark)).ok()?;
        let length = u64::from_le_bytes(length);
        if mark != *MARK || length > MOST.min(at) {
            return None;
        }
        file.seek(SeekFrom::Start(at - length)).ok()?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    /// A player with the cart behind it. For Windows it becomes a program without a terminal window.
    pub fn behind_player(&self, mut player: Vec<u8>) -> Vec<u8> {
        windowed(&mut player);
        // Texts and bytes have a postcard form.
        let cart = postcard::to_allocvec(self).unwrap_or_default();
        player.extend(&cart);
        player.extend((cart.len() as u64).to_le_bytes());
        player.extend(MARK);
        player
    }
}

/// A program for Windows says in its head whether it gets a terminal (3) or not (2); any other file stays as it is.
fn windowed(program: &mut [u8]) {
    let Some(at) = program.get(0x3c..0x40).and_then(|at| at.try_into().ok()).map(u32::from_le_bytes) else {
        return;
    };
    // The signature, 20 bytes about the file, and the field at 68 of what follows: Microsoft's "PE Format".
    let head = at as usize;
    let Some(field) = head.checked_add(24 + 68) else { return };
    let is_one =
        program.starts_with(b"MZ") && program.get(head..).is_some_and(|head| head.starts_with(b"PE\0\0"));
    if let Some(subsystem) = program.get_mut(field..field + 2).filter(|field| is_one && **field == [3, 0]) {
        subsystem[0] = 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::memory::ROM_SIZE;
    use rasher::{BundledCart, CartBytes, Code};

    #[test]
    fn a_cart_comes_back_from_behind_a_player_and_nothing_else_does() {
        let folder = std::env::temp_dir().join(format!("rasher-appended-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("game");
        let bundle = Bundle::new(vec![BundledCart {
            name: "game.p8".into(),
            code: Code::default(),
            data: CartBytes(Box::new([7; ROM_SIZE])),
        }]);
        let cart = AppendedCart {
            name: "game".into(),
            title: "A game".into(),
            key: "game-1".into(),
            bundle: Some(bundle),
        };
        let player = vec![0x7f; 1000];
        let whole = cart.behind_player(player.clone());
        std::fs::write(&file, &whole).unwrap();
        assert!(whole.starts_with(&player));
        assert_eq!(AppendedCart::behind(&file), Some(cart.clone()));
        // A player alone, the end cut off, a length beyond the file, what is no cart.
        let (end, mut far, mut bent) = (whole.len(), whole.clone(), whole.clone());
        far[end - 24..end - 16].fill(0x0f);
        bent[1000..end - 24].fill(0xff);
        for wrong in [&player[..], &whole[..end - 1], &far, &bent, MARK, b""] {
            std::fs::write(&file, wrong).unwrap();
            assert_eq!(AppendedCart::behind(&file), None);
        }
        assert_eq!(AppendedCart::behind(&folder), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_program_for_windows_loses_its_terminal() {
        let mut program = vec![0; 400];
        program[..2].copy_from_slice(b"MZ");
        program[0x3c] = 0x80;
        program[0x80..0x84].copy_from_slice(b"PE\0\0");
        program[0x80 + 92] = 3;
        windowed(&mut program);
        assert_eq!(program[0x80 + 92], 2);
        let mut other = vec![3; 400];
        windowed(&mut other);
        assert_eq!(other, vec![3; 400]);
    }
}
