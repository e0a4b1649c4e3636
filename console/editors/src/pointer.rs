//! The pointer: gestures of the mouse, the pointer by keys and by a gamepad.
//!
//! ```text
//! mouse   press ──> drag, drag ... ──> release: outside of the canvas too, and before another editor opens
//!                      └── a second button, or Esc ──> cancel: the document is restored
//! keys    Ctrl and arrows   by a pixel of the sprite, or a cell of the map      Enter   the left button, as long as the key is held
//!                                                                               Back    the right one
//! pad     directions        the pointer, faster the longer they are held; rows of the list of commands
//!         O                 the left button; runs the row of the list           X       the right one; closes the list
//!         pause             back to the cart
//! ```
//!
//! Settings bind O, X and pause. Code and prompt need a keyboard.

use super::Editors;
use super::context::Context;
use super::types::{EditEffect, EditInput, EditKey, Pointing};
use rasher::button;

pub(super) trait GestureEditor {
    fn is_dragging(&self) -> bool;
    fn press(&mut self, button: u8, cx: &mut Context);
    fn drag(&mut self, cx: &mut Context);
    fn release(&mut self, cx: &mut Context);
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

impl Editors {
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

/// Ticks after which a held direction repeats, and after which it is faster.
const AGAIN: u32 = 12;
const FAST: u32 = 40;
const ROW: u32 = 5;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pad {
    held: u8,
    ticks: u32,
}

fn pixels(ticks: u32) -> i32 {
    match ticks {
        0 => 1,
        FAST.. => 3,
        AGAIN.. => 1,
        _ => 0,
    }
}

impl Editors {
    fn press_key(&mut self, name: &'static str) {
        self.dispatch(&EditInput::Key(EditKey { name, ..EditKey::default() }));
    }

    pub(super) fn pad_buttons(&mut self, held: u8) {
        let before = std::mem::replace(&mut self.pad.held, held);
        const ARROWS: u8 = button::LEFT | button::RIGHT | button::UP | button::DOWN;
        let (down, up) = (held & !before, before & !held);
        if down & ARROWS != 0 {
            self.pad.ticks = 0;
            self.steer();
        }
        let is_list = self.lists_commands();
        for (bit, click, key) in [(button::O, 1, "Enter"), (button::X, 2, "Escape")] {
            if down & bit != 0 && is_list {
                self.press_key(key);
            } else if (down | up) & bit != 0 {
                self.dispatch(&EditInput::Button(click, down & bit != 0));
            }
        }
        if down & button::PAUSE != 0 {
            self.cx.effects.push(EditEffect::Leave);
        }
    }

    pub(super) fn tick_pad(&mut self) {
        self.pad.ticks = self.pad.ticks.saturating_add(1);
        self.steer();
    }

    fn steer(&mut self) {
        let Pad { held, ticks } = self.pad;
        let way = |less: u8, more: u8| i32::from(held & more != 0) - i32::from(held & less != 0);
        let (dx, dy) = (way(button::LEFT, button::RIGHT), way(button::UP, button::DOWN));
        if (dx, dy) == (0, 0) {
            return;
        }
        if self.lists_commands() {
            if dy != 0 && (ticks == 0 || ticks >= AGAIN && ticks.is_multiple_of(ROW)) {
                self.press_key(if dy < 0 { "ArrowUp" } else { "ArrowDown" });
            }
            return;
        }
        let by = pixels(ticks);
        if by != 0 {
            self.dispatch(&EditInput::Steer(dx * by, dy * by));
        }
    }
}
