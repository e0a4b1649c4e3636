//! Pixels of the sheet: read, set, shapes, fills, turns.
//!
//! ```text
//! pixel (x, y)  nibble x & 1, low first, of byte y * 64 + x / 2
//! ```
//!
//! Lines and ovals are those of the machine's own calls, drawn on a screen that has the sheet's size.

use crate::edit::document::Document;
use crate::edit::float::Patch;
use crate::layer::Area;
use format::Picture;
use rasher::{Boot, Machine};

/// Pixels in a row and rows of the sheet.
pub const SHEET: i32 = 128;
/// All of it.
pub const ALL: Area = Area { x: 0, y: 0, w: SHEET, h: SHEET };

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Columns.
    pub w: i32,
    /// Rows.
    pub h: i32,
    /// A colour each, row by row.
    pub colors: Vec<u8>,
}

impl Piece {
    /// Its colour at a place; 0 outside.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.w).contains(&x) && (0..self.h).contains(&y);
        if inside { self.colors.get((y * self.w + x) as usize).copied().unwrap_or(0) } else { 0 }
    }

    /// A piece of that size, with colours by place.
    pub fn with(w: i32, h: i32, color: impl Fn(i32, i32) -> u8) -> Piece {
        Piece { w, h, colors: (0..w * h).map(|n| color(n % w, n / w)).collect() }
    }

    /// As PICO-8 puts it on the clipboard.
    pub fn to_text(&self) -> String {
        let (width, height) = (self.w.max(0) as usize, self.h.max(0) as usize);
        format::write_gfx(&Picture { width, height, indices: self.colors.clone() })
    }

    /// From the clipboard; what is wrong with it in words.
    pub fn from_text(text: &str) -> Result<Piece, &'static str> {
        let Picture { width, height, indices } = format::read_gfx(text)?;
        Ok(Piece { w: width as i32, h: height as i32, colors: indices })
    }
}

impl Patch for Piece {
    fn of(doc: &Document, Area { x, y, w, h }: Area) -> Piece {
        let colors = (0..w * h).map(|n| pixel(doc, x + n % w, y + n / w)).collect();
        Piece { w, h, colors }
    }

    fn put(&self, doc: &mut Document, (x, y): (i32, i32), within: Area) {
        for (n, color) in (0..).zip(&self.colors) {
            let at = (x + n % self.w, y + n / self.w);
            if within.holds(at.0, at.1) {
                put(doc, at.0, at.1, *color);
            }
        }
    }

    fn values(&mut self) -> &mut [u8] {
        &mut self.colors
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

/// The pixels of one colour that are connected with a place, inside of an area.
pub fn connected(doc: &Document, from: (i32, i32), within: Area) -> Vec<(i32, i32)> {
    let color = pixel(doc, from.0, from.1);
    let mut seen = vec![false; (SHEET * SHEET) as usize];
    let (mut open, mut all) = (vec![from], Vec::new());
    while let Some((x, y)) = open.pop() {
        let inside = within.holds(x, y) && (0..SHEET).contains(&x) && (0..SHEET).contains(&y);
        if !inside
            || std::mem::replace(&mut seen[(y * SHEET + x) as usize], true)
            || pixel(doc, x, y) != color
        {
            continue;
        }
        all.push((x, y));
        open.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
    }
    all
}

/// The pixels on the way from one place to another, both included.
pub fn way((x0, y0): (i32, i32), (x1, y1): (i32, i32)) -> Vec<(i32, i32)> {
    let (dx, dy) = ((x1 - x0).abs(), -(y1 - y0).abs());
    let (sx, sy) = ((x1 - x0).signum(), (y1 - y0).signum());
    let (mut x, mut y, mut error) = (x0, y0, dx + dy);
    let mut all = vec![(x, y)];
    while (x, y) != (x1, y1) {
        let twice = 2 * error;
        if twice >= dy {
            (error, x) = (error + dy, x + sx);
        }
        if twice <= dx {
            (error, y) = (error + dx, y + sy);
        }
        all.push((x, y));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_has_no_gaps_and_both_ends() {
        for to in [(5, 2), (-3, 7), (0, 0), (4, -4), (-6, -1)] {
            let way = way((0, 0), to);
            assert_eq!((way.first(), way.last()), (Some(&(0, 0)), Some(&to)));
            assert!(way.windows(2).all(|p| (p[0].0 - p[1].0).abs().max((p[0].1 - p[1].1).abs()) == 1));
        }
    }
}
