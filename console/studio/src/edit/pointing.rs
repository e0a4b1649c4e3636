//! The pointer for hands without a mouse.
//!
//! ```text
//! Ctrl and arrows   by a pixel of the sprite, or a cell of the map      Enter   the left button, as long as the key is held
//!                                                                       Back    the right one: takes what is under it
//! ```
//!
//! Which keys these are stands in the tables of the editors; what a button does there is the mouse's matter (`gesture.rs`).

use super::Editors;
use super::input::EditInput;

/// What a command does for hands without a mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointing {
    /// The pointer goes by so many pixels of a sprite, or cells.
    Step(i32, i32),
    /// That button of the mouse is down as long as the key is.
    Button(u8),
}

impl Editors {
    /// The pointer by keys: a button is down until that key goes up.
    pub(super) fn point(&mut self, pointing: Pointing, key: &'static str) {
        match pointing {
            Pointing::Step(dx, dy) => {
                let (editor, desk) = self.front();
                let (x, y) = editor.aim((dx, dy), desk);
                self.hear(&EditInput::Pointer(x, y));
                self.desk.steered = true;
            }
            // A key that repeats holds it already.
            Pointing::Button(_) if self.desk.buttons != 0 => {}
            Pointing::Button(button) => {
                // A hand at the mouse that is used to PICO-8 lets a selection go by Enter.
                let (editor, desk) = self.front();
                if button == 1 && !desk.steered && editor.cancel(desk) {
                    return;
                }
                self.hear(&EditInput::Button(button, true));
                self.pressed = Some((key, button));
            }
        }
    }
}
