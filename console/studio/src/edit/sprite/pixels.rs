//! Pixels of the sheet: read, set, shapes, text.
//!
//! ```text
//! pixel (x, y)  nibble x & 1, low first, of byte y * 64 + x / 2
//! ```
//!
//! Lines and ovals are those of the machine's own calls, drawn on a screen that has the sheet's size.

use crate::edit::document::Document;
use crate::edit::patch::{Patch, Plane};
use crate::layer::Area;
use format::Picture;
use rasher::{Boot, Machine};

/// Pixels in a row and rows of the sheet.
pub const SHEET: i32 = 128;

/// The pixels of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels;

impl Plane for Pixels {
    const ALL: Area = Area { x: 0, y: 0, w: SHEET, h: SHEET };

    fn get(doc: &Document, x: i32, y: i32) -> u8 {
        pixel(doc, x, y)
    }

    fn set(doc: &mut Document, x: i32, y: i32, color: u8) {
        put(doc, x, y, color);
    }
}

/// The colour of a pixel; 0 outside.
pub fn pixel(doc: &Document, x: i32, y: i32) -> u8 {
    if !(0..SHEET).contains(&x) || !(0..SHEET).contains(&y) {
        return 0;
    }
    doc.get((y * 64 + x / 2) as usize) >> (4 * (x & 1)) & 15
}

/// Sets a pixel; outside nothing is set.
pub fn put(doc: &mut Document, x: i32, y: i32, color: u8) {
    if !(0..SHEET).contains(&x) || !(0..SHEET).contains(&y) {
        return;
    }
    let (at, shift) = ((y * 64 + x / 2) as usize, 4 * (x & 1));
    let byte = doc.get(at) & !(15 << shift) | (color & 15) << shift;
    doc.set(at, byte);
}

/// A piece of a picture.
pub type Piece = Patch<Pixels>;

impl Piece {
    /// Its colour at a place; 0 outside.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.w).contains(&x) && (0..self.h).contains(&y);
        if inside { self.values.get((y * self.w + x) as usize).copied().unwrap_or(0) } else { 0 }
    }

    /// As PICO-8 puts it on the clipboard.
    pub fn to_text(&self) -> String {
        let (width, height) = (self.w.max(0) as usize, self.h.max(0) as usize);
        format::write_gfx(&Picture { width, height, indices: self.values.clone() })
    }

    /// From the clipboard; what is wrong with it in words.
    pub fn from_text(text: &str) -> Result<Piece, &'static str> {
        let Picture { width, height, indices } = format::read_gfx(text)?;
        Ok(Piece::new(width as i32, height as i32, indices))
    }
}

/// The pixels that a shape covers, from one corner to the other.
pub fn shape(draw: impl FnOnce(&mut Machine)) -> Vec<(i32, i32)> {
    let mut p8 = Machine::new(Boot::default());
    p8.cls(0);
    draw(&mut p8);
    let all = (0..SHEET * SHEET).map(|n| (n % SHEET, n / SHEET));
    all.filter(|(x, y)| p8.pget(*x, *y) != 0).collect()
}
