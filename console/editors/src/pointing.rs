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
use super::types::Pointing;

impl Editors {
    /// The pointer by keys: a button is down until that key goes up.
    pub(super) fn point(&mut self, pointing: Pointing, key: &'static str) {
        match pointing {
            Pointing::Step(dx, dy) => {
                let (editor, cx) = self.front();
                let (x, y) = editor.aim((dx, dy), cx);
                self.dispatch(&EditInput::Pointer(x, y));
                self.cx.steered = true;
            }
            // A key that repeats holds it already.
            Pointing::Button(_) if self.cx.buttons != 0 => {}
            Pointing::Button(button) => {
                // A hand at the mouse that is used to PICO-8 lets a selection go by Enter.
                let (editor, cx) = self.front();
                if button == 1 && !cx.steered && editor.cancel(cx) {
                    return;
                }
                self.dispatch(&EditInput::Button(button, true));
                self.pressed = Some((key, button));
            }
        }
    }
}
