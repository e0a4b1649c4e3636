//! The placement of a picture in the window, and the pixel at a point of the window.
//!
//! ```text
//! whole pixels   n x 128, centred, with the largest whole n            fit   as large as it can be, centred
//! ```
//!
//! All in physical pixels. A window smaller than the picture gets it scaled down in both modes. Notices are in the border below the picture,
//! or in the one at its right, if that is wide enough.

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

    /// Where notices have room outside of the picture.
    pub fn border(self, room: (u32, u32)) -> Option<Border> {
        let (right, bottom) = (self.x + self.width, self.y + self.height);
        let below =
            Border { x: 0, y: bottom, width: room.0, height: room.1.saturating_sub(bottom), below: true };
        let beside =
            Border { x: right, width: room.0.saturating_sub(right), height: room.1, y: 0, below: false };
        [below, beside].into_iter().find(|border| border.width.min(border.height) >= BORDER)
    }

    pub fn holds(self, x: f64, y: f64) -> bool {
        let (dx, dy) = (x - f64::from(self.x), y - f64::from(self.y));
        (0.0..f64::from(self.width)).contains(&dx) && (0.0..f64::from(self.height)).contains(&dy)
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

/// A picture over another: red, green, blue and 255 of each pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    pub rgba: Vec<u8>,
    pub place: Placement,
}

/// Free pixels from which on notices are outside the picture, and a gap around them.
const BORDER: u32 = 40;
const GAP: u32 = 4;

/// Free pixels of the window next to its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
    /// Below the picture, not at its right.
    pub below: bool,
}

impl Border {
    pub fn room(self) -> (u32, u32) {
        (self.width.saturating_sub(2 * GAP), self.height.saturating_sub(2 * GAP))
    }

    /// The place of a notice of `of` pixels, each `scale` of the window: in the middle below, at the lower left at the right.
    pub fn place(self, of: (u32, u32), scale: u32) -> Placement {
        let (width, height) = (of.0 * scale, of.1 * scale);
        let free = (self.width.saturating_sub(width), self.height.saturating_sub(height));
        let at = if self.below { (free.0 / 2, free.1 / 2) } else { (GAP, free.1.saturating_sub(GAP)) };
        Placement { x: self.x + at.0, y: self.y + at.1, width, height, of }
    }
}

#[cfg(test)]
#[path = "../tests/unit/layout.rs"]
mod tests;
