//! The input state: what is held on keys, pads and mouse, and what happened since the last frame.
//!
//! ```text
//! key, text, pointer, wheel ──┐
//! pads ── buttons, toggles ───┤ InputState ── take() ──> Input of one frame
//! changed data, edits ────────┘
//! ```
//!
//! A key that is pressed and let go between two frames counts as held for one frame: no tap is lost, however slow
//! the cart. Buttons that are held when play goes on after a menu count only after they were let go.

use crate::key::{KeyMap, menu_buttons};
use crate::pad::PadMap;
use crate::tempo::TimeKeys;
use crate::toggles::Toggles;
use rasher::{Event, Input, Keys, Mouse};
use studio::Key;
use studio::{HeldIndicator, Settings};

/// The wheel's steps and the host's pixels are counted in parts of so many.
pub const PARTS: i32 = 256;

/// What is held now and what happened since the last frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputState {
    /// Which keys press which buttons.
    pub map: KeyMap,
    /// Which pad buttons press which buttons.
    pub pad_map: PadMap,
    /// What is wanted of time.
    pub time: TimeKeys,
    toggles: Toggles,
    keys: Keys,
    tapped: Keys,
    pads: [u8; 8],
    pads_tapped: [u8; 8],
    stale: [u8; 8],
    mouse: Mouse,
    clicked: u8,
    wheel: (i32, i32),
    moved: (i32, i32),
    events: Vec<Event>,
    /// Letters of keys that repeat are dropped.
    muted: bool,
}

impl InputState {
    /// Takes over which keys and pad buttons do what.
    pub fn set(&mut self, settings: &Settings) {
        self.map = KeyMap::new(&settings.keys);
        self.pad_map = PadMap::new(&settings.pad);
        self.time.set(settings);
        self.toggles.set(settings);
    }

    /// A key went down or up.
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

    /// The buttons that pad `player` holds now.
    pub fn pad(&mut self, player: usize, buttons: u8) {
        if let (Some(held), Some(tapped)) = (self.pads.get_mut(player), self.pads_tapped.get_mut(player)) {
            self.toggles.press(player, buttons & !*held);
            *held = buttons;
            *tapped |= buttons;
        }
    }

    /// The pointer stands at a machine pixel.
    pub fn pointer(&mut self, (x, y): (i16, i16)) {
        (self.mouse.x, self.mouse.y) = (x, y);
    }

    /// A mouse button (1 left, 2 right, 4 middle) went down or up.
    pub fn click(&mut self, button: u8, down: bool) {
        if down {
            self.mouse.buttons |= button;
            self.clicked |= button;
        } else {
            self.mouse.buttons &= !button;
        }
    }

    /// The wheel turned by so many [`PARTS`] of a step, right and up positive. Parts of a step add up.
    pub fn wheel(&mut self, x: i32, y: i32) {
        self.wheel = (self.wheel.0.saturating_add(x), self.wheel.1.saturating_add(y));
    }

    /// The mouse moved by so many [`PARTS`] of a pixel of the host.
    pub fn motion(&mut self, x: i32, y: i32) {
        self.moved = (self.moved.0.saturating_add(x), self.moved.1.saturating_add(y));
    }

    pub fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The console lost the keyboard: nothing is held any more.
    pub fn let_go(&mut self) {
        self.time.let_go();
        self.toggles.let_go();
        self.keys = Keys::default();
        self.tapped = Keys::default();
        self.mouse.buttons = 0;
        self.clicked = 0;
    }

    /// The cart has no ear any more for what is held: a button that stays held by itself is let go, and a key that repeats
    /// types nothing more.
    pub fn cut(&mut self) {
        self.toggles.let_go();
        self.muted = true;
    }

    /// What a key types, unless it only repeats what counts no more.
    pub fn typed(&mut self, letter: u8, repeat: bool) {
        self.muted &= repeat;
        if !self.muted {
            self.event(Event::Char(letter));
        }
    }

    /// Play goes on after a menu: what was tapped meanwhile is forgotten, what is held must be let go first, and a toggle is let go.
    pub fn wait_for_release(&mut self) {
        self.forget_taps();
        self.toggles.let_go();
        self.time.let_toggles_go();
        self.stale = self.held();
    }

    /// What was tapped, typed or turned up to now is forgotten; what is held counts.
    pub fn forget_taps(&mut self) {
        self.tapped = Keys::default();
        self.pads_tapped = [0; 8];
        self.toggles.forget_taps();
        self.clicked = 0;
        (self.wheel, self.moved) = ((0, 0), (0, 0));
        self.events.retain(|event| !matches!(event, Event::Char(_)));
    }

    /// Another run begins: what was told to the one before is no news to it.
    pub fn forget_events(&mut self) {
        self.forget_taps();
        self.events.clear();
    }

    /// The buttons of all players that are held now.
    pub fn held(&self) -> [u8; 8] {
        self.toggles.of(self.fingers(&self.keys, &self.pads))
    }

    /// What the first player holds by toggles, whatever the fingers do.
    pub fn toggled(&self) -> HeldIndicator {
        HeldIndicator(self.toggles.of([0; 8])[0])
    }

    /// What a menu hears: see [`menu_buttons`]. Taps are taken.
    pub fn take_menu_buttons(&mut self) -> u8 {
        let (keys, pads) = self.with_taps();
        (self.tapped, self.pads_tapped) = (Keys::default(), [0; 8]);
        menu_buttons(&self.fingers(&keys, &pads), &keys)
    }

    /// One frame's input.
    pub fn take(&mut self) -> Input {
        let (keys, pads) = self.with_taps();
        let mut players = self.toggles.of(self.fingers(&keys, &pads));
        self.toggles.forget_taps();
        for (bits, stale) in players.iter_mut().zip(&mut self.stale) {
            *stale &= *bits;
            *bits &= !*stale;
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

    /// What is pressed, by keys and pads together.
    fn fingers(&self, keys: &Keys, pads: &[u8; 8]) -> [u8; 8] {
        let mut players = *pads;
        let board = self.map.buttons(keys);
        players[0] |= board[0];
        players[1] |= board[1];
        players
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::button;

    const LEFT_ARROW: Key = Key::LEFT;

    fn z() -> Key {
        Key::named("KeyZ").expect("a key")
    }

    #[test]
    fn a_tap_between_two_frames_lasts_one_frame() {
        let mut input = InputState::default();
        input.key(LEFT_ARROW, true);
        input.key(LEFT_ARROW, false);
        input.pad(1, button::X);
        input.pad(1, 0);
        input.click(1, true);
        input.click(1, false);
        let first = input.take();
        assert_eq!((first.players[0], first.players[1], first.mouse.buttons), (button::LEFT, button::X, 1));
        assert!(first.keys.held(u32::from(LEFT_ARROW.code())));
        assert_eq!(input.take(), Input::default());
    }

    #[test]
    fn the_pads_and_the_keyboard_press_the_same_buttons() {
        let mut input = InputState::default();
        input.key(LEFT_ARROW, true);
        input.pad(0, button::O);
        assert_eq!(input.take().players[0], button::LEFT | button::O);
        input.pad(9, button::O);
        assert_eq!(input.take().players, [button::LEFT | button::O, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn after_a_menu_a_button_counts_once_it_was_let_go() {
        let mut input = InputState::default();
        input.key(z(), true);
        input.wait_for_release();
        assert_eq!(input.take().players[0], 0);
        input.key(LEFT_ARROW, true);
        assert_eq!(input.take().players[0], button::LEFT, "another button counts at once");
        input.key(z(), false);
        assert_eq!(input.take().players[0], button::LEFT);
        input.key(z(), true);
        assert_eq!(input.take().players[0], button::LEFT | button::O);
    }

    #[test]
    fn a_toggle_stays_held_in_the_game_and_not_in_menus() {
        let mut settings = Settings::default();
        settings.toggle[4] = true;
        let mut input = InputState::default();
        input.set(&settings);
        for key in ["KeyZ", "KeyC"] {
            let key = Key::named(key).expect("a key");
            input.key(key, true);
            input.key(key, false);
            let held = if key == z() { button::O } else { 0 };
            assert_eq!(
                [input.take().players[0], input.take().players[0]],
                [held; 2],
                "O by either of its keys"
            );
        }
        input.pad(0, button::O);
        input.pad(0, 0);
        assert_eq!(input.take().players[0], button::O, "by a pad");
        assert_eq!((input.take_menu_buttons(), input.held()[0]), (0, button::O));
        input.wait_for_release();
        assert_eq!(input.take().players[0], 0, "after a menu nothing is held");
        input.pad(0, button::O);
        input.let_go();
        assert_eq!(input.take().players[0], 0, "nor when the keyboard is elsewhere");
    }

    #[test]
    fn parts_of_a_wheel_step_add_up_and_events_come_once() {
        let mut input = InputState::default();
        input.wheel(0, 154);
        input.motion(384, -576);
        input.event(Event::Char(b'a'));
        let first = input.take();
        assert_eq!((first.mouse.wheel_y, first.mouse.dx, first.mouse.dy), (0, 1, -2));
        assert_eq!(first.events, [Event::Char(b'a')]);
        input.wheel(0, 154);
        input.motion(128, 0);
        let second = input.take();
        assert_eq!((second.mouse.wheel_y, second.mouse.dx, second.events.len()), (1, 1, 0));
    }

    #[test]
    fn losing_the_keyboard_lets_everything_go() {
        let mut input = InputState::default();
        input.key(LEFT_ARROW, true);
        input.click(4, true);
        input.let_go();
        assert_eq!(input.take(), Input::default());
    }
}
