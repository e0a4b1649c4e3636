//! The keys and pad buttons for rewind, faster and slower.
//!
//! ```text
//! rewind, faster   while held, or toggled if the settings say so          slower   toggled
//! rewind takes precedence over faster, faster over slower; a speed that is switched off in the settings has no key
//! ```
//!
//! This is only what the user requests; `time.rs` asks the cart whether it allows it.

use crate::pad::PadButton;
use studio::{BUTTONS, Key, Settings};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tempo {
    #[default]
    Plain,
    Back,
    Faster(u8),
    Slower(u8),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeKeys {
    keys: [Vec<Key>; 3],
    pad: [Vec<PadButton>; 3],
    faster: u8,
    slower: u8,
    held: [bool; 3],
    padded: [bool; 3],
    slowed: bool,
    /// For rewind and faster: are they toggles, and which is on?
    toggles: [bool; 2],
    on: [bool; 2],
}

const BACK: usize = 0;
const FASTER: usize = 1;
const SLOWER: usize = 2;

impl TimeKeys {
    pub fn set(&mut self, settings: &Settings) {
        let on = [settings.rewind, settings.faster > 0, settings.slower > 0];
        for (which, on) in on.into_iter().enumerate() {
            self.keys[which] = if on { Key::all_named(&settings.time_keys[which]) } else { Vec::new() };
            self.pad[which] = if on { PadButton::all_named(&settings.time_pad[which]) } else { Vec::new() };
            self.held[which] &= on;
            self.padded[which] &= on;
        }
        self.toggles.copy_from_slice(&settings.toggle[BUTTONS - 1..]);
        for (which, toggle) in self.toggles.iter().enumerate() {
            self.on[which] &= on[which] && *toggle;
        }
        (self.faster, self.slower) = (settings.faster, settings.slower);
        self.slowed &= on[SLOWER];
    }

    /// Returns whether it is one of these keys.
    pub fn key(&mut self, key: Key, down: bool) -> bool {
        let Some(which) = self.keys.iter().position(|keys| keys.contains(&key)) else { return false };
        self.press(which, down && !self.held[which]);
        self.held[which] = down;
        true
    }

    pub fn pad(&mut self, button: PadButton, down: bool) {
        if let Some(which) = self.pad.iter().position(|buttons| buttons.contains(&button)) {
            self.press(which, down && !self.padded[which]);
            self.padded[which] = down;
        }
    }

    fn press(&mut self, which: usize, fresh: bool) {
        self.slowed ^= which == SLOWER && fresh;
        if let (Some(on), Some(true)) = (self.on.get_mut(which), self.toggles.get(which)) {
            *on ^= fresh;
        }
    }

    /// Play stopped: a run must not rewind by itself when it resumes.
    pub fn release_toggles(&mut self) {
        self.on = [false; 2];
    }

    /// The console lost the keyboard.
    pub fn release_all(&mut self) {
        self.held = [false; 3];
        self.on = [false; 2];
    }

    pub fn tempo(&self) -> Tempo {
        let held = |which: usize| match self.toggles[which] {
            true => self.on[which],
            false => self.held[which] || self.padded[which],
        };
        if held(BACK) {
            Tempo::Back
        } else if held(FASTER) {
            Tempo::Faster(self.faster)
        } else if self.slowed {
            Tempo::Slower(self.slower)
        } else {
            Tempo::Plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [Key; 3] = [Key::BACKSPACE, Key::SPACE, Key::BACKSLASH];

    type Step = (fn(&mut TimeKeys), Tempo);

    fn steps(settings: &Settings, steps: &[Step]) {
        let mut time = TimeKeys::default();
        time.set(settings);
        for (n, (step, tempo)) in steps.iter().enumerate() {
            step(&mut time);
            assert_eq!(time.tempo(), *tempo, "step {n}");
        }
    }

    fn key(time: &mut TimeKeys, which: usize, down: bool) {
        assert!(time.key(KEYS[which], down));
    }

    fn pad(time: &mut TimeKeys, down: bool) {
        time.pad(PadButton::LEFT_TRIGGER_2, down);
    }

    #[test]
    fn held_keys_rewind_and_speed_up_and_slower_is_a_toggle() {
        let all: [Step; 14] = [
            (|time| key(time, 0, true), Tempo::Back),
            (|time| key(time, 1, true), Tempo::Back),
            (|time| key(time, 0, false), Tempo::Faster(4)),
            (|time| key(time, 2, true), Tempo::Faster(4)),
            (|time| key(time, 1, false), Tempo::Slower(2)),
            // A repeat.
            (|time| key(time, 2, true), Tempo::Slower(2)),
            (|time| key(time, 2, false), Tempo::Slower(2)),
            (|time| key(time, 2, true), Tempo::Plain),
            (|time| key(time, 2, false), Tempo::Plain),
            (|time| assert!(!time.key(Key::LEFT, true)), Tempo::Plain),
            (|time| key(time, 0, true), Tempo::Back),
            // The pad is still held.
            (|time| pad(time, true), Tempo::Back),
            (TimeKeys::release_all, Tempo::Back),
            (|time| pad(time, false), Tempo::Plain),
        ];
        steps(&Settings::default(), &all);
    }

    #[test]
    fn a_toggle_rewinds_until_the_next_press() {
        let mut settings = Settings::default();
        settings.toggle[6] = true;
        let all: [Step; 12] = [
            (|time| key(time, 0, true), Tempo::Back),
            (|time| key(time, 0, true), Tempo::Back),
            (|time| key(time, 0, false), Tempo::Back),
            (|time| key(time, 0, true), Tempo::Plain),
            (|time| key(time, 0, false), Tempo::Plain),
            (|time| key(time, 1, true), Tempo::Faster(4)),
            (|time| key(time, 1, false), Tempo::Plain),
            (|time| pad(time, true), Tempo::Back),
            (|time| pad(time, false), Tempo::Back),
            (TimeKeys::release_toggles, Tempo::Plain),
            (|time| pad(time, true), Tempo::Back),
            // No toggle any more: it is held.
            (|time| time.set(&Settings::default()), Tempo::Back),
        ];
        steps(&settings, &all);
    }

    #[test]
    fn what_is_switched_off_has_no_key() {
        fn off() -> Settings {
            Settings { rewind: false, faster: 0, slower: 0, ..Settings::default() }
        }
        let none: [Step; 1] = [(|time| assert!(KEYS.iter().all(|key| !time.key(*key, true))), Tempo::Plain)];
        steps(&off(), &none);
        let all: [Step; 5] = [
            (|time| key(time, 2, true), Tempo::Slower(2)),
            (|time| key(time, 0, true), Tempo::Back),
            (|time| time.set(&off()), Tempo::Plain),
            (|time| time.set(&Settings { faster: 8, ..Settings::default() }), Tempo::Plain),
            (|time| key(time, 1, true), Tempo::Faster(8)),
        ];
        steps(&Settings::default(), &all);
    }
}
