//! A small mark while time does not go as the clock does.
//!
//! ```text
//!                 ┌──────────┐
//! cart's picture  │ ◀◀ 0:12  │  how far back one is       │ ▶▶ 4x │       │ ▶ 1/2 │       │ again ▶ 1/2 │
//!                 └──────────┘  at the right upper corner
//! ```

use crate::layer::{Area, Layer};
use crate::question::clock;

/// How time goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedIndicator {
    /// Back: so many frames, at so many a second.
    Back(u64, u8),
    /// So many times faster.
    Faster(u8),
    /// So many times slower.
    Slower(u8),
    /// The end of a run is seen again.
    Again,
}

impl SpeedIndicator {
    /// Draws it over a cart's picture.
    pub fn draw(self, layer: &mut Layer) {
        layer.clear(false);
        let (text, color) = match self {
            SpeedIndicator::Back(frames, fps) => (format!("◀◀ {}", clock(frames, fps)), 10),
            SpeedIndicator::Faster(times) => (format!("▶▶ {times}x"), 11),
            SpeedIndicator::Slower(times) => (format!("▶ 1/{times}"), 12),
            SpeedIndicator::Again => ("again ▶ 1/2".to_string(), 12),
        };
        let width = layer.canvas().text_width(&text);
        let area = Area { x: 128 - width - 8, y: 2, w: width + 6, h: 11 };
        layer.window(area, color);
        layer.canvas().print_at(&text, area.x + 4, area.y + 3, color);
    }
}
