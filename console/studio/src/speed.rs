//! Indicators of play speed and of toggled buttons.
//!
//! ```text
//!                 ┌──────────┐
//! cart's picture  │ ◀◀ 0:12  │  how far it was rewound    │ ▶▶ 4x │       │ ▶ 1/2 │       │ again ▶ 1/2 │
//!                 └──────────┘  in the upper right corner
//!                      │ ➡️ 🅾️ │  toggled, in the lower right corner
//! ```

use crate::layer::{Area, Layer, fit};
use crate::question::clock;

/// In the order of the buttons' bits.
pub const BUTTON_GLYPHS: [&str; 6] = ["⬅️", "➡️", "⬆️", "⬇️", "🅾️", "❎"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedIndicator {
    /// Frames, and frames per second.
    Back(u64, u8),
    Faster(u8),
    Slower(u8),
    Replay,
}

impl SpeedIndicator {
    pub fn draw(self, layer: &mut Layer) {
        layer.clear(false);
        let (text, color) = match self {
            SpeedIndicator::Back(frames, fps) => (format!("◀◀ {}", clock(frames, fps)), 10),
            SpeedIndicator::Faster(times) => (format!("▶▶ {times}x"), 11),
            SpeedIndicator::Slower(times) => (format!("▶ 1/{times}"), 12),
            SpeedIndicator::Replay => ("replay ▶ 1/2".to_string(), 12),
        };
        draw(layer, &text, 2, color);
    }
}

/// A bit for each button of the first player that is held by a toggle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldIndicator(pub u8);

impl HeldIndicator {
    /// Returns whether there was something to draw.
    pub fn draw(self, layer: &mut Layer) -> bool {
        let held = |bit: &usize| self.0 >> bit & 1 != 0;
        let signs: Vec<_> = (0..BUTTON_GLYPHS.len()).filter(held).map(|bit| BUTTON_GLYPHS[bit]).collect();
        if signs.is_empty() {
            return false;
        }
        layer.clear(false);
        draw(layer, &signs.join(" "), 128 - HEIGHT - 2, 9);
        true
    }
}

const HEIGHT: i32 = 11;

fn draw(layer: &mut Layer, text: &str, y: i32, color: i32) {
    let text = fit(text, 29);
    let width = layer.canvas().text_width(text.as_str());
    let area = Area { x: 128 - width - 8, y, w: width + 6, h: HEIGHT };
    layer.window(area, color);
    layer.canvas().print_at(text.as_str(), area.x + 4, area.y + 3, color);
}
