//! `.p8.rom`: the 32,768 bytes of a cartridge's data and code, and nothing else.
//!
//! ```text
//! 0000  data, as after a reset: sheet, map, flags, music, sfx
//! 4300  code, as code/ stores it; 0 up to 7fff
//! ```
//!
//! The layout is PICO-8's; a cartridge picture hides the same bytes. There is no label and no version. A shorter file continues with
//! zeros; one of 0x3d00 bytes or fewer is only the code, since PICO-8 0.2.4c.

use crate::code::{pack_code, unpack_at};
use crate::error::FormatError;
use crate::limit::{CART_BYTES, CODE_BYTES, FormatLimit};
use crate::p8::{Cartridge, stem};
use rasher::Rom;
use rasher::memory::ROM_SIZE;

pub fn read_p8rom(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    if bytes.len() > CART_BYTES {
        return Err(FormatLimit::CartBytes.error(file, bytes.len()));
    }
    let mut cart = Cartridge::new(Rom::empty(stem(file)));
    if bytes.len() <= CODE_BYTES {
        cart.code = unpack_at(bytes, 0, file)?;
        return Ok(cart);
    }
    let (data, code) = bytes.split_at(bytes.len().min(ROM_SIZE));
    cart.rom.data.fill(0);
    cart.rom.data[..data.len()].copy_from_slice(data);
    cart.code = unpack_at(code, ROM_SIZE, file)?;
    Ok(cart)
}

pub fn write_p8rom(cart: &Cartridge) -> Result<Vec<u8>, FormatError> {
    stored(cart, &format!("{}.p8.rom", cart.rom.name))
}

pub(crate) fn stored(cart: &Cartridge, file: &str) -> Result<Vec<u8>, FormatError> {
    let mut stored = cart.rom.data.to_vec();
    stored.extend(pack_code(&cart.code, file)?);
    stored.resize(CART_BYTES, 0);
    Ok(stored)
}
