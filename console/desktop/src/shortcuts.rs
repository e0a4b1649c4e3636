//! Keys and mouse: what belongs to the window, and what goes on to the console.
//!
//! ```text
//! Alt+Enter, F11   fullscreen          Ctrl+R   restart          Ctrl+6, F6   screenshot
//! Ctrl+V           paste               Ctrl+T   CRT filter       Ctrl+M       mute
//! Ctrl+D           debug lines         Ctrl+P   meters       Ctrl+Q   quit
//! Ctrl+9, F9       the last seconds as a GIF; with Shift as an animated PNG; again: ends it
//! F12              the debugger, which has keys of its own (debug.rs)
//! Backspace, Space, backslash: rewind, faster, slower (tempo.rs), as the settings name them; with Ctrl where the cart
//!                  asks for the keyboard
//! Esc              pause menu and out of it; quits where the cart has stopped or does not answer, or where
//!                  the console asks something
//! ```
//!
//! F6 and F9 belong to a cart that asks for the raw keyboard; Esc never does, so that no cart can lock a player in. A key that is
//! a shortcut presses no button.

use crate::app::App;
use crate::{clipboard, keys, lock};
use rasher::{Event, text};
use studio::{Capture, Settings};
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{KeyCode, PhysicalKey};

/// Pixels that a touchpad scrolls for one step of a wheel.
const STEP: f64 = 40.0;

impl App {
    /// A key or the mouse.
    pub(crate) fn input(&mut self, event: WindowEvent) {
        match event {
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => self.key(&event),
            other if self.walk.open => self.walk_mouse(&other),
            WindowEvent::CursorMoved { position, .. } => {
                if let Some(view) = &self.view {
                    let at = view.place().to_machine(position.x, position.y);
                    lock(&self.session.hands).pointer(at);
                }
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let bit = match button {
                    MouseButton::Left => 1,
                    MouseButton::Right => 2,
                    MouseButton::Middle => 4,
                    _ => return,
                };
                lock(&self.session.hands).click(bit, state == ElementState::Pressed);
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let (x, y) = match delta {
                    MouseScrollDelta::LineDelta(x, y) => (f64::from(x), f64::from(y)),
                    MouseScrollDelta::PixelDelta(p) => (p.x / STEP, p.y / STEP),
                };
                lock(&self.session.hands).wheel(x, y);
            }
            _ => {}
        }
    }

    fn key(&mut self, event: &KeyEvent) {
        let PhysicalKey::Code(code) = event.physical_key else { return };
        let down = event.state == ElementState::Pressed;
        let fresh = down && !event.repeat && code != KeyCode::Escape;
        if fresh && self.captured(Capture::is_key, &keys::name(code)) {
            return;
        }
        if down && self.shortcut(code, event.repeat) {
            return;
        }
        if self.walk.open {
            self.walk_key(event);
            if down {
                return;
            }
        }
        if self.time_key(code, down) {
            return;
        }
        let mut hands = lock(&self.session.hands);
        if let Some(scancode) = keys::scancode(code).filter(|_| !event.repeat) {
            hands.key(scancode, down);
        }
        if down && !self.modifiers.control_key() {
            for letter in event.text.iter().flat_map(|t| text::encode(t)) {
                hands.event(Event::Char(letter));
            }
        }
    }

    /// Gives a key of time to the hands; true if it was one, and is not the cart's: a cart that asks for the keyboard gets
    /// those without Ctrl, and while something lies over the game they are keys like any other.
    fn time_key(&mut self, code: KeyCode, down: bool) -> bool {
        let Some(scancode) = keys::scancode(code) else { return false };
        let carts = || self.session.worker().glass().wants_keyboard && !self.modifiers.control_key();
        let typed = self.front.is_open() || carts();
        if typed && down {
            return false;
        }
        // One that is let go was perhaps pressed before that.
        let one = lock(&self.session.hands).time.key(scancode, down);
        one && !typed
    }

    /// Does the window's own, if the key is one of its; true then.
    fn shortcut(&mut self, code: KeyCode, repeat: bool) -> bool {
        let (control, alt) = (self.modifiers.control_key(), self.modifiers.alt_key());
        let carts = || self.session.worker().glass().wants_keyboard && !self.front.is_open();
        match code {
            KeyCode::Enter if alt => {}
            // The debugger knows better what they mean.
            KeyCode::KeyV | KeyCode::KeyT | KeyCode::KeyD | KeyCode::KeyP if self.walk.open => return false,
            KeyCode::Escape | KeyCode::F12 if self.walk.open => return false,
            KeyCode::KeyR | KeyCode::Digit6 | KeyCode::KeyV | KeyCode::KeyT if control => {}
            KeyCode::KeyM | KeyCode::KeyD | KeyCode::KeyP | KeyCode::KeyQ if control => {}
            KeyCode::F11 | KeyCode::F12 => {}
            KeyCode::Digit9 if control => {}
            KeyCode::F6 | KeyCode::F9 if !carts() => {}
            KeyCode::Escape => {}
            _ => return false,
        }
        if repeat {
            return true;
        }
        let settings = self.settings.clone();
        match code {
            KeyCode::Enter | KeyCode::F11 => {
                self.set(Settings { fullscreen: !settings.fullscreen, ..settings })
            }
            KeyCode::F12 => self.walk(None),
            KeyCode::KeyR => self.restart(),
            KeyCode::Digit6 | KeyCode::F6 => self.screenshot(),
            KeyCode::Digit9 | KeyCode::F9 => self.film(self.modifiers.shift_key()),
            KeyCode::KeyV => match clipboard::paste() {
                Ok(text) => lock(&self.session.hands).event(Event::Clipboard(text)),
                Err(e) => self.notice(e),
            },
            KeyCode::KeyT => self.set(Settings { crt: !settings.crt, ..settings }),
            KeyCode::KeyM => self.set(Settings { mute: !settings.mute, ..settings }),
            KeyCode::KeyD => self.front.debug = !self.front.debug,
            KeyCode::KeyP => self.front.meters = !self.front.meters,
            KeyCode::KeyQ => self.quit(),
            KeyCode::Escape if self.is_stuck() || self.front.wants_an_answer() => self.quit(),
            _ => match &mut self.front.menu {
                Some(menu) if menu.capture().is_some() => menu.cancel(),
                Some(menu) => {
                    if let Some(choice) = menu.back() {
                        self.choose(choice);
                    }
                }
                None => self.pause(),
            },
        }
        true
    }
}
