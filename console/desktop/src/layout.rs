//! Where a picture lies in the window, and which of its pixels a point of the window is.
//!
//! ```text
//! whole pixels                 fit
//! ┌────────────────┐           ┌────────────────┐
//! │   ┌────────┐   │           │ ┌────────────┐ │
//! │   │ n x 128│   │           │ │ as large as│ │
//! │   └────────┘   │           │ └─ it can be ┘ │
//! └────────────────┘           └────────────────┘
//! ```
//!
//! All in physical pixels, so that high-dpi displays need no special care. The picture is the machine's 128x128 or the
//! debugger's canvas of any size; a window that is smaller gets a picture that is scaled down in both modes.

/// The picture's place in the window; width and height stand to each other as the picture's, but for rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Left edge, in pixels of the window.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width; at least 1.
    pub width: u32,
    /// Height; at least 1.
    pub height: u32,
    /// Columns and rows of the picture.
    pub of: (u32, u32),
}

impl Placement {
    /// Centres a picture of `of` pixels in a window of `room`: scaled by a whole number, or, with `fit`, as large as the
    /// window allows.
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

    /// The picture's row for each that is shown.
    pub fn row(self, at: u32) -> usize {
        (u64::from(at) * u64::from(self.of.1) / u64::from(self.height)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: (u32, u32) = (128, 128);

    #[test]
    fn the_picture_is_centred_and_as_large_as_the_mode_allows() {
        // Our decision; worked out by hand.
        let cases = [
            ((512, 512), false, (0, 0, 512)),
            ((1024, 768), false, (128, 0, 768)),
            ((1000, 700), false, (180, 30, 640)),
            ((1000, 700), true, (150, 0, 700)),
            ((1920, 1080), false, (448, 28, 1024)),
            ((1920, 1080), true, (420, 0, 1080)),
            ((129, 400), false, (0, 136, 128)),
            ((100, 60), false, (20, 0, 60)),
            ((1, 1), false, (0, 0, 1)),
            ((0, 0), true, (0, 0, 1)),
        ];
        for (room, fit, (x, y, size)) in cases {
            let want = Placement { x, y, width: size, height: size, of: SQUARE };
            assert_eq!(Placement::new(room, SQUARE, fit), want, "{room:?}, fit {fit}");
        }
    }

    #[test]
    fn a_canvas_of_any_size_is_placed_by_the_same_rule() {
        // Our decision; worked out by hand.
        let cases = [
            ((512, 512), (256, 256), false, (0, 0, 512, 512)),
            ((800, 600), (384, 272), false, (16, 28, 768, 544)),
            ((1024, 768), (256, 256), false, (128, 0, 768, 768)),
            ((1920, 1080), (384, 256), false, (192, 28, 1536, 1024)),
            ((1000, 600), (400, 300), true, (100, 0, 800, 600)),
            // Too small for one pixel each.
            ((200, 300), (384, 272), false, (0, 79, 200, 141)),
            ((0, 0), (384, 272), false, (0, 0, 1, 1)),
        ];
        for (room, of, fit, (x, y, width, height)) in cases {
            assert_eq!(
                Placement::new(room, of, fit),
                Placement { x, y, width, height, of },
                "{of:?} in {room:?}"
            );
        }
    }

    #[test]
    fn points_of_the_window_are_machine_pixels() {
        let place = Placement::new((1000, 700), SQUARE, false);
        let cases = [
            ((180.0, 30.0), (0, 0)),
            ((184.9, 34.9), (0, 0)),
            ((185.0, 35.0), (1, 1)),
            ((819.9, 669.9), (127, 127)),
            ((820.0, 670.0), (128, 128)),
            ((179.9, 29.9), (-1, -1)),
            ((0.0, 0.0), (-36, -6)),
            ((1e30, -1e30), (i16::MAX, i16::MIN)),
        ];
        for ((x, y), want) in cases {
            assert_eq!(place.to_machine(x, y), want, "({x}, {y})");
        }
    }

    #[test]
    fn every_machine_pixel_is_shown_equally_wide_when_scaled_by_a_whole_number() {
        let place = Placement::new((640, 640), SQUARE, false);
        for at in 0..640 {
            assert_eq!((place.column(at), place.row(at)), (at as usize / 5, at as usize / 5));
        }
    }
}
