//! A warning that is shown as long as its cause lasts, while the game runs.
//!
//! ```text
//!  cart's picture
//! ┌──────────────────────┐
//! │ not saved: disk full │   at the left lower corner, one line
//! └──────────────────────┘
//! ```

use crate::layer::{Area, Layer, fit};

const LETTERS: usize = 29;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What it says; as much of it as fits into one line is shown.
    pub text: String,
}

impl Warning {
    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(false);
        let text = fit(&self.text, LETTERS);
        let width = layer.canvas().text_width(&text);
        // Four pixels before the text; behind it three, as a letter ends with an empty column.
        let area = Area { x: 2, y: 115, w: width + 7, h: 11 };
        layer.window(area, 8);
        layer.canvas().print_at(&text, area.x + 4, area.y + 3, 8);
    }
}
