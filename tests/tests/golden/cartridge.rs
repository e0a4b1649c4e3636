//! Cartridge pictures: the frame, the plate with title and line, and a label of all 32 colours.
//!
//! A picture is 160x205 and a golden 128x128: the upper left and the lower right part overlap.

use crate::Page;
use format::{Cartridge, write_p8png};
use rasher::Rom;
use tests::golden::Screen;

pub const PAGES: &[Page] = &[
    ("cartridge-above", || part(&titled(), 0, 0)),
    ("cartridge-below", || part(&titled(), 32, 77)),
    ("cartridge-bare", || part(&labelled(Cartridge::new(Rom::empty("x"))), 0, 77)),
];

/// With a line that is too long.
fn titled() -> Vec<u8> {
    let line = "a line that is too long for one row of the plate and even for two of them, and so is cut";
    labelled(Cartridge::stamped(Rom::empty("x"), "The Yard", line))
}

fn labelled(mut cart: Cartridge) -> Vec<u8> {
    cart.label = Some(Box::new(std::array::from_fn(|i| (i / 128 / 32 * 8 + i % 128 / 16) as u8)));
    write_p8png(&cart).expect("a short code")
}

/// A part of the picture, each pixel as one of the 32 colours, transparent ones as colour 3.
fn part(bytes: &[u8], left: usize, top: usize) -> Screen {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut data).expect("all its rows");
    Box::new(std::array::from_fn(|i| {
        let at = ((top + i / 128) * 160 + left + i % 128) * 4;
        let seen: [u8; 3] = std::array::from_fn(|c| data[at + c] & 0xfc);
        let color = rasher::palette::RGB.iter().position(|rgb| rgb.map(|c| c & 0xfc) == seen);
        if data[at + 3] < 128 { 3 } else { color.expect("one of the 32 colours") as u8 }
    }))
}
