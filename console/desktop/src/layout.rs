//! The placement of a picture in the window, and the pixel at a point of the window.
//!
//! ```text
//! whole pixels   n x 128, centred, with the largest whole n            fit   as large as it can be, centred
//! ```
//!
//! All in physical pixels. A window smaller than the picture gets it scaled down in both modes.

/// The picture's place in the window, with its aspect ratio but for rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Top left corner, in pixels of the window.
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
    pub of: (u32, u32),
}

impl Placement {
    /// Centres a picture of `of` pixels in a window of `room`: by a whole number, or as large as it allows with `fit`.
    pub fn new(room: (u32, u32), of: (u32, u32), fit: bool) -> Self {
        let (columns, rows) = (of.0.max(1), of.1.max(1));
        let whole = (room.0 / columns).min(room.1 / rows);
        let (width, height) = if whole > 0 && !fit {
            (columns * whole, rows * whole)
        } else {
            // The narrower direction fills the window.
            let part = |a: u32, b: u32, c: u32| (u64::from(a) * u64::from(b) / u64::from(c)) as u32;
            let (by_width, by_height) = (part(room.0, rows, columns), part(room.1, columns, rows));
            if by_width <= room.1 { (room.0, by_width) } else { (by_height, room.1) }
        };
        let (width, height) = (width.max(1), height.max(1));
        let edge = |room: u32, size: u32| room.saturating_sub(size) / 2;
        Placement { x: edge(room.0, width), y: edge(room.1, height), width, height, of: (columns, rows) }
    }

    /// The picture's pixel at a point of the window. Points in the border lie outside the picture.
    pub fn to_machine(self, x: f64, y: f64) -> (i16, i16) {
        let axis = |at: f64, edge: u32, of: u32, size: u32| {
            ((at - f64::from(edge)) * (f64::from(of) / f64::from(size))).floor() as i16
        };
        (axis(x, self.x, self.of.0, self.width), axis(y, self.y, self.of.1, self.height))
    }

    /// The picture's column for each that is shown: the rule by which both renderers scale.
    pub fn column(self, at: u32) -> usize {
        (u64::from(at) * u64::from(self.of.0) / u64::from(self.width)) as usize
    }

    pub fn row(self, at: u32) -> usize {
        (u64::from(at) * u64::from(self.of.1) / u64::from(self.height)) as usize
    }
}

#[cfg(test)]
#[path = "../tests/unit/layout.rs"]
mod tests;
