//! `.p8.png`: a whole cartridge hidden in a picture of it.
//!
//! ```text
//!  160 x 205 pixels, one byte in the two lowest bits of each channel:
//!  opacity << 6 | red << 4 | green << 2 | blue            pixel k, row by row, is byte k of
//!
//!  0000  data, as after a reset: sheet, map, flags, music, sfx
//!  4300  code, as code/ stores it
//!  8000  the format's number, as in .p8
//!  8001  version of the console that wrote it: three numbers, a letter for the platform, the version's letter
//!  8006  SHA-1 of the first 32,768 bytes; all 0 before 0.2, and then not compared
//!  801a  0 up to the last pixel
//!
//!  the upper six bits are visible: art.rs draws them, with the label at (16, 24), 128 x 128
//! ```
//!
//! Layout and offsets are PICO-8's, as in 175 published cartridges (all are read; 103 have a SHA-1, and it is right in each). The
//! picture's design is ours. Kept sections such as `__meta:title__` are not written: there is no place for them.

mod art;

use crate::cart_module::{chunk_in, module_of, with_chunk};
use crate::error::{FilePlace, FormatError};
use crate::limit::CART_BYTES;
use crate::p8::Cartridge;
use crate::p8rom::{read_p8rom, stored};
use crate::picture::{encode_rgba, rgba};
use rasher::memory::ROM_SIZE;
use rasher::palette::RGB;
use rasher::{PIXELS, SIDE};

pub(crate) const WIDTH: usize = 160;
pub(crate) const HEIGHT: usize = 205;
/// The label's first column and row.
pub(crate) const LABEL: (usize, usize) = (16, 24);
const FORMAT: usize = CART_BYTES;
const WRITER: usize = FORMAT + 1;
const DIGEST: usize = WRITER + 5;
const DIGEST_BYTES: usize = 20;
/// The writer that goes with [`Cartridge::VERSION`]: 0.2.5g on Linux. Other consoles only display it.
const WRITER_0_2_5G: [u8; 5] = [0, 2, 5, b'l', 6];

/// Reads a cartridge picture. Places in errors are bytes of the cartridge. A pixel of the label becomes the nearest of the 32 colours in
/// the six bits that it has: exact if a console wrote it.
pub fn read_p8png(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    let pixels = rgba(bytes, file, (WIDTH, HEIGHT))?;
    let hidden: Vec<u8> = pixels.iter().map(low_bits).collect();
    let (stored, rest) = hidden.split_at(CART_BYTES);
    let digest = &rest[DIGEST - CART_BYTES..][..DIGEST_BYTES];
    let right = sha1(stored);
    if digest.iter().any(|byte| *byte != 0) && *digest != right {
        return Err(FormatError::new(
            file,
            FilePlace::Byte { at: DIGEST },
            format!("the digest {}", hex(digest)),
            format!("{}, the digest of the bytes: some of them have changed", hex(&right)),
        ));
    }
    let mut cart = read_p8rom(stored, file)?;
    cart.version = rest[0].into();
    let mut label = Box::new([0; PIXELS]);
    for (i, index) in label.iter_mut().enumerate() {
        let (x, y) = (LABEL.0 + i % SIDE, LABEL.1 + i / SIDE);
        *index = nearest(pixels[y * WIDTH + x]);
    }
    cart.label = Some(label);
    cart.module = module_of(&cart.code, bytes, calls::VERSION, file)?;
    Ok(cart)
}

/// Whether a picture has the size of a cartridge.
pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    let size = [WIDTH as u32, HEIGHT as u32].map(u32::to_be_bytes).concat();
    bytes.get(16..24) == Some(&size[..])
}

/// Writes a cartridge picture: the label, or black, in its frame, and the title and author from the code's first two lines, if they are
/// comments. Fails if the code does not fit, or the version does not fit in a byte.
pub fn write_p8png(cart: &Cartridge) -> Result<Vec<u8>, FormatError> {
    let file = format!("{}.p8.png", cart.rom.name);
    let mut hidden = stored(cart, &file)?;
    let digest = sha1(&hidden);
    let version = u8::try_from(cart.version).map_err(|_| {
        let found = format!("format version {}", cart.version);
        FormatError::new(&file, FilePlace::Byte { at: FORMAT }, found, "a version up to 255")
    })?;
    hidden.push(version);
    hidden.extend(if cart.version == Cartridge::VERSION { WRITER_0_2_5G } else { [0; 5] });
    hidden.extend(digest);
    hidden.resize(WIDTH * HEIGHT, 0);
    let empty = [0; PIXELS];
    let seen = art::picture(cart.label.as_deref().unwrap_or(&empty), &cart.head());
    let pixels: Vec<[u8; 4]> = seen.iter().zip(&hidden).map(|(pixel, byte)| hide(*pixel, *byte)).collect();
    let png = encode_rgba(&pixels, WIDTH);
    Ok(match &cart.module {
        Some(module) => with_chunk(png, &module.chunk()),
        None => png,
    })
}

/// The same picture with other data in it, and their digest.
pub(crate) fn with_data(bytes: &[u8], data: &[u8; ROM_SIZE], file: &str) -> Result<Vec<u8>, FormatError> {
    with_bytes(bytes, file, |hidden| hidden[..ROM_SIZE].copy_from_slice(data))
}

/// The same picture with other code in it, and its digest.
pub(crate) fn with_code(bytes: &[u8], code: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    let packed = crate::pack_code(code, file)?;
    with_bytes(bytes, file, |hidden| {
        let area = &mut hidden[ROM_SIZE..CART_BYTES];
        area.fill(0);
        area[..packed.len()].copy_from_slice(&packed);
    })
}

fn with_bytes(bytes: &[u8], file: &str, change: impl Fn(&mut [u8])) -> Result<Vec<u8>, FormatError> {
    let mut pixels = rgba(bytes, file, (WIDTH, HEIGHT))?;
    let mut hidden: Vec<u8> = pixels.iter().map(low_bits).collect();
    change(&mut hidden);
    if hidden[DIGEST..DIGEST + DIGEST_BYTES].iter().any(|byte| *byte != 0) {
        let digest = sha1(&hidden[..CART_BYTES]);
        hidden[DIGEST..DIGEST + DIGEST_BYTES].copy_from_slice(&digest);
    }
    pixels.iter_mut().zip(hidden).for_each(|(pixel, byte)| *pixel = hide(*pixel, byte));
    let png = encode_rgba(&pixels, WIDTH);
    Ok(match chunk_in(bytes) {
        Some(chunk) => with_chunk(png, chunk),
        None => png,
    })
}

fn low_bits(pixel: &[u8; 4]) -> u8 {
    let [r, g, b, a] = pixel.map(|channel| channel & 3);
    a << 6 | r << 4 | g << 2 | b
}

fn hide(pixel: [u8; 4], byte: u8) -> [u8; 4] {
    let bits = [byte >> 4, byte >> 2, byte, byte >> 6];
    std::array::from_fn(|i| pixel[i] & !3 | bits[i] & 3)
}

/// The index of the colour nearest in the upper six bits.
fn nearest(pixel: [u8; 4]) -> u8 {
    let far = |color: &[u8; 3]| -> u32 {
        color.iter().zip(pixel).map(|(a, b)| u32::from((a & !3).abs_diff(b & !3)).pow(2)).sum()
    };
    (0..RGB.len()).min_by_key(|i| far(&RGB[*i])).unwrap_or(0) as u8
}

fn sha1(bytes: &[u8]) -> [u8; DIGEST_BYTES] {
    sha1_smol::Sha1::from(bytes).digest().bytes()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
