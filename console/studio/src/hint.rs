//! Which keys these are: a line at the upper edge for some seconds, and what the menu and the shelf say of it.
//!
//! ```text
//!  ┌───────────────────────┐        ┌──────────────────────────────┐
//!  │ 🅾️ z  ❎ x  enter menu │        │ enter watch the last turns    │
//!  └───────────────────────┘        └──────────────────────────────┘
//!    a cart has begun                 its run is over
//! ```
//!
//! A cart shows buttons as glyphs, since only the console knows what presses them: keys as the settings have them, with the letters
//! of the person's own keyboard, or a pad's buttons. When a line is shown, and for how long, is the player's to say.

use crate::layer::{Area, Layer};

/// Letters of a key's name that there is room for.
const LETTERS: usize = 6;

/// What presses O, X and pause, each in a few letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ButtonHints {
    /// What presses O.
    pub o: String,
    /// What presses X.
    pub x: String,
    /// What opens the pause menu.
    pub pause: String,
}

impl ButtonHints {
    /// Of three names; what is too long is cut.
    pub fn new(names: [String; 3]) -> ButtonHints {
        let [o, x, pause] = names.map(|name| name.chars().take(LETTERS).collect());
        ButtonHints { o, x, pause }
    }

    /// The line when a cart begins.
    pub fn start(&self) -> Hint {
        Hint(vec![
            ("🅾️".into(), self.o.clone()),
            ("❎".into(), self.x.clone()),
            (self.pause.clone(), "menu".into()),
        ])
    }

    /// The line when a run is over.
    pub fn end(&self) -> Hint {
        Hint(vec![(self.pause.clone(), "watch the last turns".into())])
    }
}

/// A line of buttons and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint(Vec<(String, String)>);

impl Hint {
    /// Draws it over a cart's picture.
    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(false);
        let p8 = layer.canvas();
        // A blank between the two of a pair, two between pairs.
        let widths = self.0.iter().map(|(button, what)| p8.text_width(button) + p8.text_width(what) + 3);
        let widths: Vec<i32> = widths.collect();
        let width = widths.iter().sum::<i32>() + 6 * (widths.len() as i32 - 1) + 8;
        let area = Area { x: (128 - width) / 2, y: 1, w: width, h: 11 };
        layer.window(area, 5);
        let p8 = layer.canvas();
        let mut x = area.x + 4;
        for ((button, what), width) in self.0.iter().zip(widths) {
            let right = p8.print_at(button, x, area.y + 3, 12);
            p8.print_at(what, right + 2, area.y + 3, 6);
            x += width + 6;
        }
    }
}
