//! The pointer by keys.
//!
//! ```text
//! Ctrl and arrows   by a pixel of the sprite, or a cell of the map      Enter   the left button, as long as the key is held
//!                                                                       Back    the right one
//! ```

use super::Editors;
use super::input::EditInput;
use super::types::Pointing;

impl Editors {
    /// Moves the pointer, or presses a button until that key goes up.
    pub(super) fn point(&mut self, pointing: Pointing, key: &'static str) {
        match pointing {
            Pointing::Step(dx, dy) => {
                let (editor, cx) = self.front();
                let (x, y) = editor.aim((dx, dy), cx);
                self.dispatch(&EditInput::Pointer(x, y));
                self.cx.steered = true;
            }
            // A repeated key.
            Pointing::Button(_) if self.cx.buttons != 0 => {}
            Pointing::Button(button) => {
                // With the mouse Enter drops a selection, as on PICO-8.
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
