//! The mouse: one gesture at a time, from press to release.
//!
//! ```text
//! press ──> drag, drag ... ──> release: outside of the canvas too, and before another editor opens
//!              └── a second button, or Esc ──> cancel: the document is restored
//! ```

use super::context::Context;
use super::input::EditInput;

pub(super) trait Mouse {
    fn is_dragging(&self) -> bool;
    fn press(&mut self, button: u8, cx: &mut Context);
    fn drag(&mut self, cx: &mut Context);
    fn release(&mut self, cx: &mut Context);
    /// Cancels the gesture; false if there is none.
    fn cancel_drag(&mut self, cx: &mut Context) -> bool;
    fn wheel(&mut self, steps: i32, cx: &mut Context);

    fn mouse(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Pointer(..) => self.drag(cx),
            EditInput::Button(_, true) if self.is_dragging() => _ = self.cancel_drag(cx),
            EditInput::Button(button, true) => {
                cx.clear_status();
                self.press(*button, cx);
            }
            EditInput::Button(_, false) if cx.buttons == 0 => self.release(cx),
            EditInput::Wheel(steps) => self.wheel(*steps, cx),
            _ => {}
        }
    }
}
