//! Pixels of the sheet, shapes, and clipboard text.
//!
//! ```text
//! pixel (x, y)  nibble x & 1, low first, of byte y * 64 + x / 2
//! ```
//!
//! Shapes are drawn by the machine's own calls.

use crate::document::Document;
use crate::grid::{Block, Grid, places};
use format::Picture;
use rasher::{Boot, Machine};
use studio::Area;

pub const SHEET: i32 = 128;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpritePixels;

impl Grid for SpritePixels {
    const ALL: Area = Area { x: 0, y: 0, w: SHEET, h: SHEET };

    fn get(doc: &Document, x: i32, y: i32) -> u8 {
        if !Self::ALL.holds(x, y) {
            return 0;
        }
        doc.get((y * 64 + x / 2) as usize) >> (4 * (x & 1)) & 15
    }

    fn set(doc: &mut Document, x: i32, y: i32, color: u8) {
        if Self::ALL.holds(x, y) {
            let (at, shift) = ((y * 64 + x / 2) as usize, 4 * (x & 1));
            doc.set(at, doc.get(at) & !(15 << shift) | (color & 15) << shift);
        }
    }
}

pub type PixelBlock = Block<SpritePixels>;

impl PixelBlock {
    pub fn to_text(&self) -> String {
        let (width, height) = (self.w.max(0) as usize, self.h.max(0) as usize);
        format::write_gfx(&Picture { width, height, indices: self.values.clone() })
    }

    pub fn from_text(text: &str) -> Result<PixelBlock, &'static str> {
        let Picture { width, height, indices } = format::read_gfx(text)?;
        Ok(PixelBlock::new(width as i32, height as i32, indices))
    }
}

pub fn shape(draw: impl FnOnce(&mut Machine)) -> Vec<(i32, i32)> {
    let mut p8 = Machine::new(Boot::default());
    p8.cls(0);
    draw(&mut p8);
    places(SpritePixels::ALL).filter(|(x, y)| p8.pget(*x, *y) != 0).collect()
}
