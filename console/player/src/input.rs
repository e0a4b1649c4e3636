//! The input state: held keys, buttons and mouse buttons, and events since the last frame.
//!
//! ```text
//! key, text, pointer, wheel ──┐
//! pads ── buttons, toggles ───┤ InputState ── take() ──> Input of one frame
//! changed data, edits ────────┘
//! ```
//!
//! A key pressed and released between two frames counts as held for one frame: no tap is lost, however slow the cart. Buttons and keys
//! held when play resumes after a menu count only after they were released: the Enter that chose a row starts nothing.

use crate::key::{KeyMap, Toggles, menu_buttons};
use crate::pad::PadMap;
use crate::time::TimeKeys;
use rasher::{Event, Input, Keys, Mouse};
use studio::{HeldIndicator, Key, Settings};

/// Units per wheel step, and per pixel of mouse motion.
pub const PARTS: i32 = 256;

#[derive(Clone, Debug, Default)]
pub(crate) struct InputState {
    pub map: KeyMap,
    pub pad_map: PadMap,
    pub time: TimeKeys,
    toggles: Toggles,
    keys: Keys,
    tapped: Keys,
    pads: [u8; 8],
    pads_tapped: [u8; 8],
    stale: [u8; 8],
    stale_keys: Keys,
    mouse: Mouse,
    clicked: u8,
    wheel: (i32, i32),
    moved: (i32, i32),
    events: Vec<Event>,
    /// Repeats of a held key type nothing.
    muted: bool,
}

impl InputState {
    pub fn set(&mut self, settings: &Settings) {
        self.map = KeyMap::new(&settings.keys);
        self.pad_map = PadMap::new(&settings.pad);
        self.time.set(settings);
        self.toggles.set(settings);
    }

    pub fn key(&mut self, key: Key, down: bool) {
        self.keys.set(key.code(), down);
        if down {
            self.tapped.set(key.code(), true);
            let mut alone = Keys::default();
            alone.set(key.code(), true);
            let pressed = self.map.buttons(&alone);
            pressed.into_iter().enumerate().for_each(|(player, bits)| self.toggles.press(player, bits));
        }
    }

    pub fn pad(&mut self, player: usize, buttons: u8) {
        if let (Some(held), Some(tapped)) = (self.pads.get_mut(player), self.pads_tapped.get_mut(player)) {
            self.toggles.press(player, buttons & !*held);
            *held = buttons;
            *tapped |= buttons;
        }
    }

    pub fn pointer(&mut self, (x, y): (i16, i16)) {
        (self.mouse.x, self.mouse.y) = (x, y);
    }

    /// 1 left, 2 right, 4 middle.
    pub fn click(&mut self, button: u8, down: bool) {
        if down {
            self.mouse.buttons |= button;
            self.clicked |= button;
        } else {
            self.mouse.buttons &= !button;
        }
    }

    /// In [`PARTS`] of a step; right and up are positive.
    pub fn wheel(&mut self, x: i32, y: i32) {
        self.wheel = (self.wheel.0.saturating_add(x), self.wheel.1.saturating_add(y));
    }

    /// In [`PARTS`] of a pixel.
    pub fn motion(&mut self, x: i32, y: i32) {
        self.moved = (self.moved.0.saturating_add(x), self.moved.1.saturating_add(y));
    }

    pub fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    pub fn release_all(&mut self) {
        self.time.release_all();
        self.toggles.release_all();
        self.keys = Keys::default();
        self.tapped = Keys::default();
        self.mouse.buttons = 0;
        self.clicked = 0;
    }

    pub fn ignore_held(&mut self) {
        self.toggles.release_all();
        self.muted = true;
    }

    pub fn typed(&mut self, letter: u8, repeat: bool) {
        self.muted &= repeat;
        if !self.muted {
            self.event(Event::Char(letter));
        }
    }

    pub fn wait_for_release(&mut self) {
        self.forget_taps();
        self.toggles.release_all();
        self.time.release_toggles();
        self.stale = self.held();
        self.stale_keys = self.keys;
    }

    pub fn forget_taps(&mut self) {
        self.tapped = Keys::default();
        self.pads_tapped = [0; 8];
        self.toggles.forget_taps();
        self.clicked = 0;
        (self.wheel, self.moved) = ((0, 0), (0, 0));
        self.events.retain(|event| !matches!(event, Event::Char(_)));
    }

    pub fn forget_events(&mut self) {
        self.forget_taps();
        self.events.clear();
    }

    pub fn held(&self) -> [u8; 8] {
        self.toggles.of(self.pressed(&self.keys, &self.pads))
    }

    pub fn toggled(&self) -> HeldIndicator {
        HeldIndicator(self.toggles.of([0; 8])[0])
    }

    pub fn take_menu_buttons(&mut self) -> u8 {
        let (keys, pads) = self.with_taps();
        (self.tapped, self.pads_tapped) = (Keys::default(), [0; 8]);
        menu_buttons(&self.pressed(&keys, &pads), &keys)
    }

    pub fn take(&mut self) -> Input {
        let (mut keys, pads) = self.with_taps();
        let mut players = self.toggles.of(self.pressed(&keys, &pads));
        self.toggles.forget_taps();
        for (bits, stale) in players.iter_mut().zip(&mut self.stale) {
            *stale &= *bits;
            *bits &= !*stale;
        }
        for (word, stale) in keys.0.iter_mut().zip(&mut self.stale_keys.0) {
            *stale &= *word;
            *word &= !*stale;
        }
        let steps = |sum: &mut i32| {
            let whole = (*sum / PARTS).clamp(-127, 127);
            *sum = (*sum - whole * PARTS).clamp(-PARTS, PARTS);
            whole as i8
        };
        let pixels = |sum: &mut i32| {
            let whole = (*sum / PARTS).clamp(i16::MIN.into(), i16::MAX.into());
            *sum %= PARTS;
            whole as i16
        };
        let mouse = Mouse {
            buttons: self.mouse.buttons | self.clicked,
            wheel_x: steps(&mut self.wheel.0),
            wheel_y: steps(&mut self.wheel.1),
            dx: pixels(&mut self.moved.0),
            dy: pixels(&mut self.moved.1),
            ..self.mouse
        };
        (self.tapped, self.pads_tapped, self.clicked) = (Keys::default(), [0; 8], 0);
        Input { players, mouse, keys, events: std::mem::take(&mut self.events) }
    }

    fn with_taps(&self) -> (Keys, [u8; 8]) {
        let mut keys = self.keys;
        keys.0.iter_mut().zip(self.tapped.0).for_each(|(word, taps)| *word |= taps);
        let mut pads = self.pads;
        pads.iter_mut().zip(self.pads_tapped).for_each(|(bits, taps)| *bits |= taps);
        (keys, pads)
    }

    fn pressed(&self, keys: &Keys, pads: &[u8; 8]) -> [u8; 8] {
        let mut players = *pads;
        let board = self.map.buttons(keys);
        players[0] |= board[0];
        players[1] |= board[1];
        players
    }
}

/// Lines that a touchpad scrolls in the debugger for one wheel step.
const FINE: i32 = 5;
/// Lines for a notch of a wheel.
const NOTCH: i32 = 3;

/// Lines that the debugger scrolls by so many parts of a step, rounded to the nearest.
pub fn lines(parts: i32, fine: bool) -> i64 {
    let parts = parts.saturating_mul(if fine { FINE } else { NOTCH });
    i64::from((parts.abs().saturating_add(PARTS / 2) / PARTS) * parts.signum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::button::{LEFT, O, X};

    type Step = (fn(&mut InputState), u8);

    fn frames(settings: &Settings, steps: &[Step]) {
        let mut input = InputState::default();
        input.set(settings);
        for (n, (step, want)) in steps.iter().enumerate() {
            step(&mut input);
            assert_eq!(input.take().players[0], *want, "step {n}");
        }
    }

    fn z(input: &mut InputState, down: bool) {
        input.key(Key::named("KeyZ").expect("a key"), down);
    }

    #[test]
    fn keys_and_pads_press_the_same_buttons_and_taps_and_menus_are_handled() {
        let steps: [Step; 12] = [
            // A tap between two frames lasts one frame.
            (|input| [true, false].into_iter().for_each(|down| input.key(Key::LEFT, down)), LEFT),
            (|input| [X, 0].into_iter().for_each(|held| input.pad(0, held)), X),
            (|_| {}, 0),
            (|input| input.key(Key::LEFT, true), LEFT),
            (|input| [(0, O), (9, X)].into_iter().for_each(|(pad, held)| input.pad(pad, held)), LEFT | O),
            // After a menu a held button counts once it was released; another one counts at once.
            (InputState::wait_for_release, 0),
            (|input| input.pad(0, X), X),
            (|input| input.key(Key::LEFT, false), X),
            (|input| input.key(Key::LEFT, true), LEFT | X),
            // Only keys are released when the keyboard is elsewhere.
            (InputState::release_all, X),
            (|input| input.pad(0, 0), 0),
            (|_| {}, 0),
        ];
        frames(&Settings::default(), &steps);
        // The same for keys as a cart reads them.
        let mut input = InputState::default();
        let enter = Key::named("Enter").expect("a key");
        let mut held = |step: fn(&mut InputState, Key)| {
            step(&mut input, enter);
            input.take().keys.held(enter.code().into())
        };
        assert!(held(|input, key| input.key(key, true)));
        assert!(!held(|input, _| input.wait_for_release()) && !held(|_, _| {}));
        assert!(!held(|input, key| input.key(key, false)) && held(|input, key| input.key(key, true)));
        let mut toggled = Settings::default();
        toggled.toggle[4] = true;
        let steps: [Step; 7] = [
            (|input| [true, false].into_iter().for_each(|down| z(input, down)), O),
            (|input| assert_eq!((input.take_menu_buttons(), input.held()[0]), (0, O)), O),
            // Another key of the same button releases it.
            (|input| input.key(Key::named("KeyC").expect("a key"), true), 0),
            (|input| [O, 0].into_iter().for_each(|held| input.pad(0, held)), O),
            (InputState::wait_for_release, 0),
            (|input| input.pad(0, O), O),
            (InputState::release_all, 0),
        ];
        frames(&toggled, &steps);
    }

    #[test]
    fn fractions_of_wheel_and_motion_add_up_and_events_and_clicks_come_once() {
        let mut input = InputState::default();
        input.wheel(0, 154);
        input.motion(384, -576);
        input.event(Event::Char(b'a'));
        input.click(1, true);
        input.click(1, false);
        [true, false].into_iter().for_each(|down| input.key(Key::LEFT, down));
        input.pad(1, X);
        let first = input.take();
        assert!(first.keys.held(u32::from(Key::LEFT.code())));
        assert_eq!(first.players[..2], [LEFT, X]);
        let Mouse { wheel_y, dx, dy, buttons, .. } = first.mouse;
        assert_eq!((wheel_y, dx, dy, buttons, &first.events[..]), (0, 1, -2, 1, &[Event::Char(b'a')][..]));
        input.wheel(0, 154);
        input.motion(128, 0);
        let second = input.take();
        assert_eq!((second.mouse.wheel_y, second.mouse.dx, second.mouse.buttons), (1, 1, 0));
        assert!(second.events.is_empty());
        input.click(4, true);
        input.release_all();
        assert_eq!(input.take().mouse.buttons, 0);
    }

    /// Our decision: three lines a notch, as desktop programs do; a touchpad scrolls by pixels, so its steps are larger.
    #[test]
    fn a_notch_of_the_wheel_is_three_lines() {
        let cases = [
            (PARTS, false, 3),
            (-PARTS, false, -3),
            (2 * PARTS, false, 6),
            (PARTS, true, 5),
            (PARTS / 5, true, 1),
            (PARTS / 20, true, 0),
            (0, false, 0),
        ];
        for (parts, fine, want) in cases {
            assert_eq!(lines(parts, fine), want, "{parts} {fine}");
        }
    }
}
