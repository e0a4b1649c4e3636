//! A hand for the tests: what a person does with keys and mouse, told to editors.

use super::{EditEffect, EditInput, EditKey, Editors};
use rasher::memory::ROM_SIZE;

/// Editors, and what came out of them.
pub(super) struct Hand {
    pub editors: Editors,
    pub effects: Vec<EditEffect>,
}

impl Hand {
    /// Of an empty cart, on a canvas of 256 by 192 pixels, each two of the window's.
    pub fn new() -> Hand {
        let mut hand = Hand { editors: Editors::new(Box::new([0; ROM_SIZE])), effects: Vec::new() };
        hand.tell(EditInput::Size(256, 192, 2));
        hand
    }

    pub fn tell(&mut self, input: EditInput) {
        self.effects.extend(self.editors.step(&input));
    }

    pub fn ticks(&mut self, n: usize) {
        (0..n).for_each(|_| self.tell(EditInput::Tick));
    }

    /// A key by what is printed on it, or by its name: `Ctrl+Z`, `Left`, `f`.
    pub fn key(&mut self, chord: &str) {
        let (mut key, mut rest) = (EditKey::default(), chord);
        while let Some((held, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty()) {
            match held {
                "Ctrl" => key.control = true,
                "Shift" => key.shift = true,
                _ => key.alt = true,
            }
            rest = after;
        }
        let named = [
            ("Left", "ArrowLeft"),
            ("Right", "ArrowRight"),
            ("Up", "ArrowUp"),
            ("Down", "ArrowDown"),
            ("Esc", "Escape"),
            ("Del", "Delete"),
            ("Tab", "Tab"),
            ("F1", "F1"),
            ("Enter", "Enter"),
            ("Space", "Space"),
        ];
        match named.iter().find(|(name, _)| *name == rest) {
            Some((_, name)) => key.name = name,
            None => {
                key.letter = rest.chars().next();
                key.text = if key.control { String::new() } else { rest.to_string() };
                key.name = match rest {
                    "q" => "KeyQ",
                    "w" => "KeyW",
                    "a" => "KeyA",
                    "z" => "KeyZ",
                    _ => "KeyOther",
                };
            }
        }
        let held = [(key.control, "ControlLeft"), (key.shift, "ShiftLeft")];
        self.tell(EditInput::Key(key));
        held.iter().filter(|(held, _)| *held).for_each(|(_, name)| self.tell(EditInput::KeyUp(name)));
    }

    pub fn point(&mut self, (x, y): (i32, i32)) {
        self.tell(EditInput::Pointer(x, y));
    }

    pub fn button(&mut self, button: u8, down: bool) {
        self.tell(EditInput::Button(button, down));
    }

    pub fn click(&mut self, at: (i32, i32)) {
        self.drag(1, &[at]);
    }

    /// A button goes down at the first place, and up at the last.
    pub fn drag(&mut self, button: u8, places: &[(i32, i32)]) {
        self.point(places[0]);
        self.button(button, true);
        places[1..].iter().for_each(|at| self.point(*at));
        self.button(button, false);
    }

    pub fn data(&self) -> [u8; ROM_SIZE] {
        *self.editors.document().data()
    }
}
