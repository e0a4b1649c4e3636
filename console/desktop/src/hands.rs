//! What the player holds: keys, pads and mouse, collected by the window and taken by the worker, once a frame.
//!
//! ```text
//! window  ── key, typed, pointer, wheel ──┐
//! pads    ── buttons ─────────────────────┤ Hands ── take() ──> Input of one frame
//! watcher ── changed data ────────────────┘
//! ```
//!
//! A key that is pressed and let go between two frames counts as held for one frame: no tap is lost, however slow
//! the cart. Buttons that are held when play goes on after a menu count only after they were let go.

use crate::keys::{KeyMap, menu_buttons};
use crate::pads::PadMap;
use crate::tempo::TimeKeys;
use rasher::{Event, Input, Keys, Mouse};

/// What is held now and what happened since the last frame.
#[derive(Clone, Debug, Default)]
pub struct Hands {
    /// Which keys press which buttons.
    pub map: KeyMap,
    /// Which pad buttons press which buttons.
    pub pad_map: PadMap,
    /// What the player wants of time.
    pub time: TimeKeys,
    keys: Keys,
    tapped: Keys,
    pads: [u8; 8],
    pads_tapped: [u8; 8],
    stale: [u8; 8],
    mouse: Mouse,
    clicked: u8,
    wheel: (f64, f64),
    moved: (f64, f64),
    events: Vec<Event>,
}

impl Hands {
    /// Empty hands over these keys and pads.
    pub fn new(map: KeyMap, pad_map: PadMap) -> Hands {
        Hands { map, pad_map, ..Hands::default() }
    }

    /// A key went down or up.
    pub fn key(&mut self, scancode: u8, down: bool) {
        self.keys.set(scancode, down);
        if down {
            self.tapped.set(scancode, true);
        }
    }

    /// The buttons that pad `player` holds now.
    pub fn pad(&mut self, player: usize, buttons: u8) {
        if let (Some(held), Some(tapped)) = (self.pads.get_mut(player), self.pads_tapped.get_mut(player)) {
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

    /// The wheel turned by steps, right and up positive. Parts of a step add up.
    pub fn wheel(&mut self, x: f64, y: f64) {
        self.wheel = (self.wheel.0 + x, self.wheel.1 + y);
    }

    /// The mouse moved by pixels of the host.
    pub fn motion(&mut self, x: f64, y: f64) {
        self.moved = (self.moved.0 + x, self.moved.1 + y);
    }

    /// Something else happened.
    pub fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The window lost the keyboard: nothing is held any more.
    pub fn let_go(&mut self) {
        self.time.let_go();
        self.keys = Keys::default();
        self.tapped = Keys::default();
        self.mouse.buttons = 0;
        self.clicked = 0;
    }

    /// Play goes on after a menu: what was tapped meanwhile is forgotten, what is held must be let go first.
    pub fn wait_for_release(&mut self) {
        self.forget_taps();
        self.stale = self.held();
    }

    /// What was tapped, typed or turned up to now is forgotten; what is held counts.
    pub fn forget_taps(&mut self) {
        self.tapped = Keys::default();
        self.pads_tapped = [0; 8];
        self.clicked = 0;
        (self.wheel, self.moved) = ((0.0, 0.0), (0.0, 0.0));
        self.events.retain(|event| !matches!(event, Event::Char(_)));
    }

    /// The buttons of all players that are held now.
    pub fn held(&self) -> [u8; 8] {
        self.players(&self.keys, &self.pads)
    }

    /// What a menu hears: see [`menu_buttons`]. Taps are taken.
    pub fn take_menu_buttons(&mut self) -> u8 {
        let (keys, pads) = self.with_taps();
        (self.tapped, self.pads_tapped) = (Keys::default(), [0; 8]);
        menu_buttons(&self.players(&keys, &pads), &keys)
    }

    /// One frame's input.
    pub fn take(&mut self) -> Input {
        let (keys, pads) = self.with_taps();
        let mut players = self.players(&keys, &pads);
        for (bits, stale) in players.iter_mut().zip(&mut self.stale) {
            *stale &= *bits;
            *bits &= !*stale;
        }
        let steps = |sum: &mut f64| {
            let whole = sum.trunc().clamp(-127.0, 127.0);
            *sum = (*sum - whole).clamp(-1.0, 1.0);
            whole as i8
        };
        let pixels = |sum: &mut f64| {
            let whole = sum.trunc();
            *sum -= whole;
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

    fn players(&self, keys: &Keys, pads: &[u8; 8]) -> [u8; 8] {
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

    const LEFT_ARROW: u8 = 80;
    const Z: u8 = 29;

    #[test]
    fn a_tap_between_two_frames_lasts_one_frame() {
        let mut hands = Hands::default();
        hands.key(LEFT_ARROW, true);
        hands.key(LEFT_ARROW, false);
        hands.pad(1, button::X);
        hands.pad(1, 0);
        hands.click(1, true);
        hands.click(1, false);
        let first = hands.take();
        assert_eq!((first.players[0], first.players[1], first.mouse.buttons), (button::LEFT, button::X, 1));
        assert!(first.keys.held(u32::from(LEFT_ARROW)));
        assert_eq!(hands.take(), Input::default());
    }

    #[test]
    fn the_pads_and_the_keyboard_press_the_same_buttons() {
        let mut hands = Hands::default();
        hands.key(LEFT_ARROW, true);
        hands.pad(0, button::O);
        assert_eq!(hands.take().players[0], button::LEFT | button::O);
        hands.pad(9, button::O);
        assert_eq!(hands.take().players, [button::LEFT | button::O, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn after_a_menu_a_button_counts_once_it_was_let_go() {
        let mut hands = Hands::default();
        hands.key(Z, true);
        hands.wait_for_release();
        assert_eq!(hands.take().players[0], 0);
        hands.key(LEFT_ARROW, true);
        assert_eq!(hands.take().players[0], button::LEFT, "another button counts at once");
        hands.key(Z, false);
        assert_eq!(hands.take().players[0], button::LEFT);
        hands.key(Z, true);
        assert_eq!(hands.take().players[0], button::LEFT | button::O);
    }

    #[test]
    fn parts_of_a_wheel_step_add_up_and_events_come_once() {
        let mut hands = Hands::default();
        hands.wheel(0.0, 0.6);
        hands.motion(1.5, -2.25);
        hands.event(Event::Char(b'a'));
        let first = hands.take();
        assert_eq!((first.mouse.wheel_y, first.mouse.dx, first.mouse.dy), (0, 1, -2));
        assert_eq!(first.events, [Event::Char(b'a')]);
        hands.wheel(0.0, 0.6);
        hands.motion(0.5, 0.0);
        let second = hands.take();
        assert_eq!((second.mouse.wheel_y, second.mouse.dx, second.events.len()), (1, 1, 0));
    }

    #[test]
    fn losing_the_keyboard_lets_everything_go() {
        let mut hands = Hands::default();
        hands.key(LEFT_ARROW, true);
        hands.click(4, true);
        hands.let_go();
        assert_eq!(hands.take(), Input::default());
    }
}
