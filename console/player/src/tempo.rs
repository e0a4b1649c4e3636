//! What is wanted of time: keys and pad buttons that rewind, hasten and slow down.
//!
//! ```text
//! rewind, faster   while held, or as slower if it is set so          slower   from one press to the next
//! rewind wins over faster, faster over slower; what the settings have switched off has no key
//! ```
//!
//! Here is only what is wanted. Whether the cart allows it is found out where the moment is known (`time.rs`).

use crate::pad::PadButton;
use studio::Key;
use studio::{BUTTONS, Settings};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tempo {
    #[default]
    Plain,
    Back,
    Faster(u8),
    Slower(u8),
}

/// The keys of time, and which of them are held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeKeys {
    keys: [Vec<Key>; 3],
    pad: [Vec<PadButton>; 3],
    faster: u8,
    slower: u8,
    held: [bool; 3],
    padded: [bool; 3],
    slowed: bool,
    /// Rewind and faster: do they stay from one press to the next, and which of them is on?
    toggles: [bool; 2],
    on: [bool; 2],
}

const BACK: usize = 0;
const FASTER: usize = 1;
const SLOWER: usize = 2;

impl TimeKeys {
    /// Takes settings over; what is held stays held.
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

    /// A key went down or up; true if it is one of these.
    pub fn key(&mut self, key: Key, down: bool) -> bool {
        let Some(which) = self.keys.iter().position(|keys| keys.contains(&key)) else { return false };
        self.press(which, down && !self.held[which]);
        self.held[which] = down;
        true
    }

    /// A pad button went down or up.
    pub fn pad(&mut self, button: PadButton, down: bool) {
        if let Some(which) = self.pad.iter().position(|buttons| buttons.contains(&button)) {
            self.press(which, down && !self.padded[which]);
            self.padded[which] = down;
        }
    }

    /// One of them went down, and was not before.
    fn press(&mut self, which: usize, fresh: bool) {
        self.slowed ^= which == SLOWER && fresh;
        if let (Some(on), Some(true)) = (self.on.get_mut(which), self.toggles.get(which)) {
            *on ^= fresh;
        }
    }

    /// Play stood still: nobody comes back to a run that goes backward by itself.
    pub fn let_toggles_go(&mut self) {
        self.on = [false; 2];
    }

    /// The console lost the keyboard: no key is held any more.
    pub fn let_go(&mut self) {
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

    fn keys(settings: &Settings) -> TimeKeys {
        let mut keys = TimeKeys::default();
        keys.set(settings);
        keys
    }

    #[test]
    fn held_keys_rewind_and_hasten_and_a_press_slows_down_until_the_next() {
        let mut time = keys(&Settings::default());
        let steps = [
            (0, true, Tempo::Back),
            (1, true, Tempo::Back),
            (0, false, Tempo::Faster(4)),
            (2, true, Tempo::Faster(4)),
            (1, false, Tempo::Slower(2)),
            (2, true, Tempo::Slower(2)),
            (2, false, Tempo::Slower(2)),
            (2, true, Tempo::Plain),
            (2, false, Tempo::Plain),
        ];
        for (n, (which, down, tempo)) in steps.into_iter().enumerate() {
            assert!(time.key(KEYS[which], down));
            assert_eq!(time.tempo(), tempo, "step {n}");
        }
        assert!(!time.key(Key::LEFT, true), "an arrow is none of them");
        time.key(KEYS[0], true);
        time.let_go();
        assert_eq!(time.tempo(), Tempo::Plain);
        time.pad(PadButton::LEFT_TRIGGER_2, true);
        time.let_go();
        assert_eq!(time.tempo(), Tempo::Back, "the pad is still held");
        time.pad(PadButton::LEFT_TRIGGER_2, false);
        assert_eq!(time.tempo(), Tempo::Plain);
    }

    #[test]
    fn where_it_is_set_so_a_press_rewinds_until_the_next() {
        let mut settings = Settings::default();
        settings.toggle[6] = true;
        let mut time = keys(&settings);
        for (n, (down, tempo)) in [
            (true, Tempo::Back),
            (true, Tempo::Back),
            (false, Tempo::Back),
            (true, Tempo::Plain),
            (false, Tempo::Plain),
        ]
        .into_iter()
        .enumerate()
        {
            time.key(KEYS[0], down);
            assert_eq!(time.tempo(), tempo, "step {n}; the second is the keyboard's own repetition");
        }
        time.key(KEYS[1], true);
        assert_eq!(time.tempo(), Tempo::Faster(4), "the other one is held as before");
        time.key(KEYS[1], false);
        time.pad(PadButton::LEFT_TRIGGER_2, true);
        time.pad(PadButton::LEFT_TRIGGER_2, false);
        assert_eq!(time.tempo(), Tempo::Back, "by a pad");
        time.let_toggles_go();
        assert_eq!(time.tempo(), Tempo::Plain);
        time.pad(PadButton::LEFT_TRIGGER_2, true);
        time.set(&Settings::default());
        time.pad(PadButton::LEFT_TRIGGER_2, false);
        assert_eq!(time.tempo(), Tempo::Plain, "set otherwise while it was held");
    }

    #[test]
    fn what_is_switched_off_has_no_key() {
        let off = Settings { rewind: false, faster: 0, slower: 0, ..Settings::default() };
        let mut time = keys(&off);
        assert!(KEYS.iter().all(|key| !time.key(*key, true)), "the cart gets them");
        assert_eq!(time.tempo(), Tempo::Plain);
        let mut time = keys(&Settings::default());
        time.key(KEYS[2], true);
        time.key(KEYS[0], true);
        time.set(&off);
        assert_eq!(time.tempo(), Tempo::Plain, "and lets go of what was held");
        time.set(&Settings { faster: 8, ..Settings::default() });
        time.key(KEYS[1], true);
        assert_eq!(time.tempo(), Tempo::Faster(8));
    }
}
