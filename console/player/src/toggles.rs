//! Buttons that stay held: a press holds one, the next lets it go.
//!
//! ```text
//! key, pad ── pressed ──> is it one of these? ── held from now on, or no more ──> the button, whatever the finger does
//! ```
//!
//! A direction that is held lets go of its opposite. A press and its counterpart between two frames are a tap: the cart sees one frame
//! of it. All is let go when play stands still, so that nobody comes back from a menu to a hero who walks. Menus hear fingers alone.

use rasher::button;
use studio::{BUTTONS, Settings};

/// Which buttons are such, and which of them are held.
#[derive(Clone, Debug, Default)]
pub(crate) struct Toggles {
    which: u8,
    held: [u8; 8],
    tapped: [u8; 8],
}

impl Toggles {
    /// Takes settings over. A button that is none any more is let go.
    pub fn set(&mut self, settings: &Settings) {
        // The rest of the list is time's: see `tempo.rs`.
        let buttons = settings.toggle[..BUTTONS - 1].iter().enumerate().filter(|(_, toggle)| **toggle);
        self.which = buttons.fold(0, |bits, (button, _)| bits | 1 << button);
        self.held.iter_mut().chain(&mut self.tapped).for_each(|bits| *bits &= self.which);
    }

    /// A player presses these buttons, which were not pressed by that key or pad before.
    pub fn press(&mut self, player: usize, buttons: u8) {
        let (Some(held), Some(tapped)) = (self.held.get_mut(player), self.tapped.get_mut(player)) else {
            return;
        };
        let buttons = buttons & self.which;
        let on = buttons & !*held;
        *held = (*held ^ buttons) & !opposite(on);
        *tapped |= on;
    }

    /// The buttons of all players, by what their fingers hold.
    pub fn of(&self, fingers: [u8; 8]) -> [u8; 8] {
        std::array::from_fn(|player| fingers[player] & !self.which | self.held[player] | self.tapped[player])
    }

    /// A frame has seen what was tapped.
    pub fn forget_taps(&mut self) {
        self.tapped = [0; 8];
    }

    /// Nothing is held any more.
    pub fn let_go(&mut self) {
        (self.held, self.tapped) = ([0; 8], [0; 8]);
    }
}

/// The directions that go the other way.
fn opposite(buttons: u8) -> u8 {
    (buttons & (button::LEFT | button::UP)) << 1 | (buttons & (button::RIGHT | button::DOWN)) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use button::{DOWN, LEFT, O, PAUSE, RIGHT, UP, X};

    fn toggles(buttons: &[usize]) -> Toggles {
        let mut settings = Settings::default();
        buttons.iter().for_each(|button| settings.toggle[*button] = true);
        let mut toggles = Toggles::default();
        toggles.set(&settings);
        toggles
    }

    /// What the first player holds, as a frame sees it.
    fn frame(toggles: &mut Toggles, fingers: u8) -> u8 {
        let held = toggles.of([fingers, 0, 0, 0, 0, 0, 0, 0])[0];
        toggles.forget_taps();
        held
    }

    #[test]
    fn a_press_holds_and_the_next_lets_go() {
        let mut toggles = toggles(&[0, 1, 2, 3, 4]);
        // What is pressed before each frame, what the finger still holds in it, and what the cart sees.
        let steps = [
            (O, O, O),
            (0, 0, O),
            (RIGHT, RIGHT, O | RIGHT),
            (0, 0, O | RIGHT),
            (LEFT, 0, O | LEFT),
            (UP, 0, O | LEFT | UP),
            (DOWN, 0, O | LEFT | DOWN),
            (O, O, LEFT | DOWN),
            (LEFT, 0, DOWN),
            (X, X, DOWN | X),
            (0, 0, DOWN),
        ];
        for (n, (pressed, fingers, want)) in steps.into_iter().enumerate() {
            toggles.press(0, pressed);
            assert_eq!(frame(&mut toggles, fingers), want, "step {n}");
        }
        toggles.let_go();
        assert_eq!(frame(&mut toggles, 0), 0);
    }

    #[test]
    fn a_tap_between_two_frames_is_seen_once_and_players_do_not_mix() {
        let mut toggles = toggles(&[4]);
        (0..2).for_each(|_| toggles.press(0, O));
        toggles.press(1, O);
        toggles.press(9, O);
        assert_eq!(toggles.of([0; 8])[..3], [O, O, 0]);
        toggles.forget_taps();
        assert_eq!(toggles.of([0; 8])[..3], [0, O, 0]);
        toggles.set(&Settings::default());
        assert_eq!(toggles.of([X; 8]), [X; 8], "none is such any more");
    }

    #[test]
    fn a_pause_never_stays() {
        let mut toggles = toggles(&[4, 6, 7]);
        toggles.press(0, PAUSE);
        assert_eq!((frame(&mut toggles, PAUSE), frame(&mut toggles, 0)), (PAUSE, 0));
    }
}
