//! Where the picture lies in the window, and which machine pixel a point of the window is.
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
//! All in physical pixels, so that high-dpi displays need no special care. A window smaller than 128 pixels gets a
//! picture that is scaled down in both modes.

use rasher::SIDE;

/// The picture's place in the window: always a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Left edge, in pixels of the window.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width and height; at least 1.
    pub size: u32,
}

impl Place {
    /// Centres the picture in a window of `width` x `height`: scaled by a whole number, or, with `fit`, as large as
    /// the window allows.
    pub fn new(width: u32, height: u32, fit: bool) -> Self {
        let side = SIDE as u32;
        let room = width.min(height).max(1);
        let size = if fit || room < side { room } else { room / side * side };
        Place { x: width.saturating_sub(size) / 2, y: height.saturating_sub(size) / 2, size }
    }

    /// The machine pixel at a point of the window. Points in the border lie outside 0..128.
    pub fn to_machine(self, x: f64, y: f64) -> (i16, i16) {
        let scale = SIDE as f64 / f64::from(self.size);
        let axis = |at: f64, edge: u32| ((at - f64::from(edge)) * scale).floor() as i16;
        (axis(x, self.x), axis(y, self.y))
    }

    /// The machine's column or row for each of the picture's: the rule by which both renderers scale.
    pub fn source(self, at: u32) -> usize {
        (u64::from(at) * SIDE as u64 / u64::from(self.size)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for ((w, h), fit, (x, y, size)) in cases {
            assert_eq!(Place::new(w, h, fit), Place { x, y, size }, "{w}x{h}, fit {fit}");
        }
    }

    #[test]
    fn points_of_the_window_are_machine_pixels() {
        let place = Place::new(1000, 700, false);
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
        let place = Place::new(640, 640, false);
        for at in 0..640 {
            assert_eq!(place.source(at), at as usize / 5);
        }
    }
}
