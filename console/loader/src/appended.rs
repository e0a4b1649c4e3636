//! A cart at the end of a player: an executable that plays it, made without a compiler.
//!
//! ```text
//! the player's own bytes | the cart, by postcard | its length, 8 bytes, little-endian | RASHER CART FILE
//! ```
//!
//! Operating systems ignore data at the end of a program file; the player reads it at startup. A Lua cart is stored as
//! its bundle, a cart of the shelf as its name. A signature covers the whole file, so sign the result.

use crate::cart::Cart;
use crate::error::LoadError;
use crate::lua::{Loaded, Loader};
use crate::open::{DataPlaces, entry_named};
use crate::{Entry, MemorySource};
use rasher::Bundle;
use serde::{Deserialize, Serialize};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const MARK: &[u8; 16] = b"RASHER CART FILE";
/// Bytes of a cart: 33 carts with code and data have less than 4 MiB.
const BYTES_MAX: u64 = 16 << 20;

/// The stored form of a [`Cart`], whose program cannot be stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppendedCart {
    /// The name of its files, or of a cart of the shelf.
    pub name: String,
    pub title: String,
    pub key: String,
    /// None for a cart of the shelf.
    pub bundle: Option<Bundle>,
}

impl AppendedCart {
    /// The cart to append. Fails if its code does not compile, or if it holds only the data of a cart in Rust.
    pub fn new(loaded: Loaded) -> Result<AppendedCart, LoadError> {
        let Loaded { cart, entry, cartridge, .. } = loaded.runnable()?;
        let key = cart.key().to_string();
        let Cart { name, title, rom, bundle, .. } = cart;
        match (entry, cartridge) {
            (Some(_), None) => Ok(AppendedCart { name, title, key, bundle: None }),
            (None, Some(cartridge)) => {
                let title = cartridge.head().into_iter().next().filter(|title| !title.is_empty());
                let title = title.unwrap_or_else(|| name.clone());
                Ok(AppendedCart { name, title, key, bundle: Some(Bundle::clone(&bundle)) })
            }
            _ => Err(LoadError::Stamped { path: rom.name.clone().into() }),
        }
    }

    pub fn read(file: &mut (impl Read + Seek)) -> Option<AppendedCart> {
        let end = MARK.len() as i64 + 8;
        let at = file.seek(SeekFrom::End(-end)).ok()?;
        let (mut length, mut mark) = ([0; 8], [0; MARK.len()]);
        file.read_exact(&mut length).and_then(|()| file.read_exact(&mut mark)).ok()?;
        let length = u64::from_le_bytes(length);
        if mark != *MARK || length > BYTES_MAX.min(at) {
            return None;
        }
        file.seek(SeekFrom::Start(at - length)).ok()?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    /// A player with the cart at its end. On Windows it gets no terminal window.
    pub fn append_to(&self, mut player: Vec<u8>) -> Vec<u8> {
        without_terminal(&mut player);
        // Texts and bytes have a postcard form.
        let cart = postcard::to_allocvec(self).unwrap_or_default();
        player.extend(&cart);
        player.extend((cart.len() as u64).to_le_bytes());
        player.extend(MARK);
        player
    }

    pub fn load(self, carts: &'static [Entry]) -> Result<Loaded, LoadError> {
        let AppendedCart { name, title, key, bundle } = self;
        let Some(bundle) = bundle else {
            let entry = entry_named(carts, &name)?;
            return Loader::new(MemorySource::default()).entry(entry, &DataPlaces::default());
        };
        let mut loaded = Cart::from_bundle(&name, &title, bundle, Path::new(&name));
        loaded.cart.key = Some(key);
        Ok(loaded)
    }
}

/// A program for Windows declares whether it gets a terminal (3) or not (2). Other files stay as they are.
fn without_terminal(program: &mut [u8]) {
    let at = program.get(0x3c..0x40).and_then(|at| at.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
    let is_one = program.starts_with(b"MZ") && program.get(at..).is_some_and(|at| at.starts_with(b"PE\0\0"));
    // The signature, 20 bytes about the file, and the field at 68 of what follows: Microsoft's "PE Format".
    if is_one && let Some(subsystem @ [3, 0]) = program.get_mut(at + 92..at + 94) {
        subsystem[0] = 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::memory::ROM_SIZE;
    use rasher::{BundledCart, CartBytes, Code};
    use std::io::Cursor;

    #[test]
    fn a_cart_comes_back_from_the_end_of_a_player_and_nothing_else_does() {
        let data = CartBytes(Box::new([7; ROM_SIZE]));
        let bundle = Bundle::new(vec![BundledCart { name: "game.p8".into(), code: Code::default(), data }]);
        let (name, title, key) = ("game".into(), "A game".into(), "game-1".into());
        let cart = AppendedCart { name, title, key, bundle: Some(bundle) };
        let player = vec![0x7f; 1000];
        let whole = cart.append_to(player.clone());
        assert!(whole.starts_with(&player));
        assert_eq!(AppendedCart::read(&mut Cursor::new(&whole)), Some(cart));
        // Only a player, a truncated end, a length beyond the file, no cart.
        let (end, mut far, mut bent) = (whole.len(), whole.clone(), whole.clone());
        far[end - 24..end - 16].fill(0x0f);
        bent[1000..end - 24].fill(0xff);
        for wrong in [&player[..], &whole[..end - 1], &far, &bent, MARK, b""] {
            assert_eq!(AppendedCart::read(&mut Cursor::new(wrong)), None);
        }
    }

    #[test]
    fn a_program_for_windows_loses_its_terminal() {
        let mut program = vec![0; 400];
        program[..2].copy_from_slice(b"MZ");
        program[0x3c] = 0x80;
        program[0x80..0x84].copy_from_slice(b"PE\0\0");
        program[0x80 + 92] = 3;
        without_terminal(&mut program);
        assert_eq!(program[0x80 + 92], 2);
        let mut other = vec![3; 400];
        without_terminal(&mut other);
        assert_eq!(other, vec![3; 400]);
    }
}
