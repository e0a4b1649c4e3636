//! A hand for the tests: what a person does with keys and mouse, told to editors.

use super::command::NAMED;
use super::{EditEffect, EditInput, EditKey, EditorKind, Editors, Side};
use rasher::memory::ROM_SIZE;

/// Where letters are on an American keyboard.
const PLACES: [(char, &str); 36] = [
    ('a', "KeyA"),
    ('b', "KeyB"),
    ('c', "KeyC"),
    ('d', "KeyD"),
    ('e', "KeyE"),
    ('f', "KeyF"),
    ('g', "KeyG"),
    ('h', "KeyH"),
    ('i', "KeyI"),
    ('j', "KeyJ"),
    ('k', "KeyK"),
    ('l', "KeyL"),
    ('m', "KeyM"),
    ('n', "KeyN"),
    ('o', "KeyO"),
    ('p', "KeyP"),
    ('q', "KeyQ"),
    ('r', "KeyR"),
    ('s', "KeyS"),
    ('t', "KeyT"),
    ('u', "KeyU"),
    ('v', "KeyV"),
    ('w', "KeyW"),
    ('x', "KeyX"),
    ('y', "KeyY"),
    ('z', "KeyZ"),
    ('0', "Digit0"),
    ('1', "Digit1"),
    ('2', "Digit2"),
    ('3', "Digit3"),
    ('4', "Digit4"),
    ('5', "Digit5"),
    ('6', "Digit6"),
    ('7', "Digit7"),
    ('8', "Digit8"),
    ('9', "Digit9"),
];

/// Editors, and what came out of them.
pub(super) struct User {
    pub editors: Editors,
    pub effects: Vec<EditEffect>,
}

impl User {
    /// Of an empty cart, on a canvas of 256 by 192 pixels, each two of the window's.
    pub fn new() -> User {
        let mut user = User { editors: Editors::new(Box::new([0; ROM_SIZE])), effects: Vec::new() };
        user.send(EditInput::Size(256, 192, 2));
        user
    }

    pub fn send(&mut self, input: EditInput) {
        let mut effects = self.editors.step(&input);
        // What others do aside is done at once.
        for effect in effects.extract_if(.., |effect| matches!(effect, EditEffect::Pack(..))) {
            if let EditEffect::Pack(version, code) = effect {
                self.editors.step(&EditInput::Packed(version, format::packed_len(&code)));
            }
        }
        self.effects.extend(effects);
    }

    pub fn ticks(&mut self, n: usize) {
        (0..n).for_each(|_| self.send(EditInput::Tick));
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
        match NAMED.iter().find(|(name, _)| *name == rest) {
            Some((_, name)) => key.name = name,
            None => {
                key.letter = rest.chars().next();
                key.text = if key.control { String::new() } else { rest.to_string() };
                let at = key.letter.map(|letter| letter.to_ascii_lowercase());
                key.name = PLACES.iter().find(|(letter, _)| Some(*letter) == at).map_or("KeyOther", |p| p.1);
            }
        }
        let held = [(key.control, "ControlLeft"), (key.shift, "ShiftLeft")];
        self.send(EditInput::Key(key));
        held.iter().filter(|(held, _)| *held).for_each(|(_, name)| self.send(EditInput::KeyUp(name)));
    }

    /// Any command of the editor in front, as the list of them does it.
    pub fn any_command(&mut self, dice: &mut Dice) {
        let row = dice.roll(self.editors.editor().rows().len() as i32);
        self.editors.run(row as usize);
    }

    pub fn point(&mut self, (x, y): (i32, i32)) {
        self.send(EditInput::Pointer(x, y));
    }

    pub fn button(&mut self, button: u8, down: bool) {
        self.send(EditInput::Button(button, down));
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

    /// Lets a key go, by its letter.
    pub fn let_go(&mut self, letter: char) {
        let place = PLACES.iter().find(|place| place.0 == letter).map_or("KeyOther", |place| place.1);
        self.send(EditInput::KeyUp(place));
    }

    /// Any inputs, many of them of that editor; then all of it is undone and done again.
    pub fn try_anything(&mut self, kind: EditorKind, seed: u64, inputs: u32, texts: &[&str]) {
        self.editors.open(kind);
        let mut dice = Dice(seed);
        for n in 0..inputs {
            self.anything(kind, &mut dice, texts);
            self.effects.clear();
            if n % 100 == 0 {
                self.editors.draw();
            }
        }
        self.check_history(seed);
    }

    fn anything(&mut self, kind: EditorKind, dice: &mut Dice, texts: &[&str]) {
        let button = [1, 1, 1, 2, 4][dice.roll(5) as usize];
        match dice.roll(16) {
            0..4 => self.point((dice.roll(280) - 12, dice.roll(216) - 12)),
            4..6 => self.button(button, true),
            6..8 => self.button(button, false),
            8 => self.any_command(dice),
            9 => {
                let rows = self.editors.rows();
                self.key(&rows[dice.roll(rows.len() as i32) as usize].key.replace('@', ""));
            }
            10..13 => self.key(["z", "s", "x", "p", "7", "2", "0", "Shift+q"][dice.roll(8) as usize]),
            13 => self.send(EditInput::Wheel(dice.roll(5) - 2)),
            14 => {
                let name = ["ShiftLeft", "ControlLeft"][dice.roll(2) as usize];
                self.send(match dice.roll(2) {
                    0 => EditInput::Key(EditKey { name, ..EditKey::default() }),
                    _ => EditInput::KeyUp(name),
                });
            }
            _ => match dice.roll(10) {
                8 => self.send(EditInput::KeyUp("Enter")),
                0 => self.send(EditInput::Size(100 + dice.roll(700), 100 + dice.roll(400), 1 + dice.roll(3))),
                1 => self.send(EditInput::Blur),
                2 => self.key("Ctrl+z"),
                3 => self.key("Ctrl+y"),
                4 => self.send(EditInput::Pasted(texts[dice.roll(texts.len() as i32) as usize].into())),
                5 => self.let_go('z'),
                6 => self.editors.open(kind),
                7 => self.send(EditInput::Steer(dice.roll(200) - 100, dice.roll(200) - 100)),
                _ => self.ticks(30),
            },
        }
    }

    /// Undoes all that was done in any editor, which gives the first bytes, and redoes it, which gives the last ones.
    pub fn check_history(&mut self, seed: u64) {
        // A list of commands that is open would take the keys.
        self.editors.finish();
        let last = self.data();
        let sides = [(EditorKind::Sprite, Side::Picture), (EditorKind::Sound, Side::Sound)];
        let steps = sides.map(|side| self.editors.document().steps(side.1));
        for (key, what) in [("Ctrl+z", [0; ROM_SIZE]), ("Ctrl+y", last)] {
            for ((kind, _), (done, _)) in sides.into_iter().zip(steps) {
                self.editors.open(kind);
                (0..done).for_each(|_| self.key(key));
            }
            assert!(self.data() == what, "seed {seed}: {key}");
        }
        assert_eq!(sides.map(|side| self.editors.document().steps(side.1)), steps);
    }

    pub fn data(&self) -> [u8; ROM_SIZE] {
        *self.editors.document().data()
    }
}

pub(super) struct Dice(pub u64);

impl Dice {
    /// A number below `n`: Knuth's generator of 64 bits, its upper half.
    pub fn roll(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as i32
    }
}
