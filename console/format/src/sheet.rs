//! The sprite sheet as a picture that any paint program opens: 128x128 pixels, 16 sprites a row.
//!
//! ```text
//! pixel (x, y) of the PNG = colour 0..15 = nibble x & 1 (low first) of byte y * 64 + x / 2 from 0x0000
//! ```
//!
//! It is written with 4 bits a pixel and the console's 16 colours in order. It is read from any PNG of that size whose pixels are
//! exactly those colours; a transparent pixel is colour 0. Nothing is rounded to the nearest colour: a file that was smoothed or saved
//! with a colour profile is refused at its first wrong pixel.

use crate::error::FormatError;
use crate::limit::FormatLimit;
use crate::picture::{decode, encode};

const SIDE: usize = FormatLimit::SheetSide.most();

/// The result is the memory from 0x0000.
pub fn read_sheet(bytes: &[u8], file: &str) -> Result<Box<[u8; 0x2000]>, FormatError> {
    let picture = decode(bytes, file, Some((SIDE, SIDE)), Some(FormatLimit::SheetSide), 16)?;
    let mut sheet = Box::new([0; 0x2000]);
    for (byte, pair) in sheet.iter_mut().zip(picture.indices.as_chunks::<2>().0) {
        *byte = pair[0] | pair[1] << 4;
    }
    Ok(sheet)
}

pub fn write_sheet(sheet: &[u8; 0x2000]) -> Vec<u8> {
    let pixels: Vec<u8> = sheet.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
    let colors: [u8; 16] = std::array::from_fn(|i| i as u8);
    encode(&pixels, SIDE, SIDE, &colors)
}
