//! Toggled buttons: one press holds a button, the next releases it.
//!
//! ```text
//! key, pad ── pressed ──> a toggle? ── held from now on, or released ──> the button
//! ```
//!
//! A held direction releases its opposite. Two presses between two frames are a tap of one frame. All are released when play stops,
//! so that no hero walks on after a menu; menus ignore toggles.

use rasher::button;
use studio::{BUTTONS, Settings};

#[derive(Clone, Debug, Default)]
pub(crate) struct Toggles {
    which: u8,
    held: [u8; 8],
    tapped: [u8; 8],
}

impl Toggles {
    pub fn set(&mut self, settings: &Settings) {
        // The rest of the list is for `tempo.rs`.
        let buttons = settings.toggle[..BUTTONS - 1].iter().enumerate().filter(|(_, toggle)| **toggle);
        self.which = buttons.fold(0, |bits, (button, _)| bits | 1 << button);
        self.held.iter_mut().chain(&mut self.tapped).for_each(|bits| *bits &= self.which);
    }

    pub fn press(&mut self, player: usize, buttons: u8) {
        let (Some(held), Some(tapped)) = (self.held.get_mut(player), self.tapped.get_mut(player)) else {
            return;
        };
        let buttons = buttons & self.which;
        let on = buttons & !*held;
        *held = (*held ^ buttons) & !opposite(on);
        *tapped |= on;
    }

    pub fn of(&self, fingers: [u8; 8]) -> [u8; 8] {
        std::array::from_fn(|player| fingers[player] & !self.which | self.held[player] | self.tapped[player])
    }

    pub fn forget_taps(&mut self) {
        self.tapped = [0; 8];
    }

    pub fn release_all(&mut self) {
        (self.held, self.tapped) = ([0; 8], [0; 8]);
    }
}

fn opposite(buttons: u8) -> u8 {
    (buttons & (button::LEFT | button::UP)) << 1 | (buttons & (button::RIGHT | button::DOWN)) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use button::{DOWN, LEFT, O, PAUSE, RIGHT, UP, X};

    #[test]
    fn a_press_holds_and_the_next_releases() {
        let mut settings = Settings::default();
        [0, 1, 2, 3, 4, 6, 7].into_iter().for_each(|button| settings.toggle[button] = true);
        let mut toggles = Toggles::default();
        toggles.set(&settings);
        // The presses before each frame, the buttons still held during it, and the buttons that the cart
        // sees.
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
            // Pause is never a toggle.
            (PAUSE, PAUSE, DOWN | PAUSE),
            (0, 0, DOWN),
        ];
        for (n, (pressed, fingers, want)) in steps.into_iter().enumerate() {
            toggles.press(0, pressed);
            assert_eq!(toggles.of([fingers, 0, 0, 0, 0, 0, 0, 0])[0], want, "step {n}");
            toggles.forget_taps();
        }
        toggles.release_all();
        // Two presses between two frames are a tap; players do not mix, and there is no tenth.
        [0, 0, 1, 9].into_iter().for_each(|player| toggles.press(player, O));
        assert_eq!(toggles.of([0; 8])[..3], [O, O, 0]);
        toggles.forget_taps();
        assert_eq!(toggles.of([0; 8])[..3], [0, O, 0]);
        toggles.set(&Settings::default());
        assert_eq!(toggles.of([X; 8]), [X; 8], "no button is a toggle any more");
    }
}
