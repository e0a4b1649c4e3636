//! A user at the editors, for tests: a script for keys and mouse, checks of the status line, and random input.
//!
//! ```text
//! x Ctrl+Z Left*3 'text'      keys by their letters or names, so many times; letters one after the other
//! down:ShiftLeft up:z         a key that stays down, by its name; a key that goes up, by letter or name
//! @3,3 @1,1:4,1               a click on a pixel of the first sprite or a cell of the map; a drag from one to another
//! r@3,3 m@3,3 p@3,3 d@3,3     the right button, the middle one; only the pointer; a button that stays down until: release
//! #128,17                     the same by pixels of the canvas
//! wait:60 wheel:-1            ticks; the wheel
//! ```

use super::editor::NAMED;
use super::extreme_texts::texts;
use super::{EditEffect, EditInput, EditKey, EditorKind, Editors, Side, SourceFile};
use rasher::memory::ROM_SIZE;
use studio::Area;

const KEYS: [&str; 36] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM",
    "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
    "Digit0", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9",
];

fn key_with(letter: char) -> &'static str {
    KEYS.into_iter().find(|key| key.ends_with(letter.to_ascii_uppercase())).unwrap_or("KeyOther")
}

#[derive(Clone)]
pub(super) struct User {
    pub editors: Editors,
    pub effects: Vec<EditEffect>,
}

impl User {
    pub fn new() -> User {
        User::of(Editors::new(Box::new([0; ROM_SIZE])))
    }

    pub fn of(editors: Editors) -> User {
        let mut user = User { editors, effects: Vec::new() };
        user.send(EditInput::Size(256, 192, 2));
        user
    }

    pub fn at(kind: EditorKind) -> User {
        let mut user = User::new();
        user.editors.open(kind);
        user
    }

    pub fn send(&mut self, input: EditInput) {
        let mut effects = self.editors.step(&input);
        // Code is compressed at once.
        for effect in effects.extract_if(.., |effect| matches!(effect, EditEffect::Pack(..))) {
            if let EditEffect::Pack(version, code) = effect {
                self.editors.step(&EditInput::Packed(version, format::packed_len(&code)));
            }
        }
        self.effects.extend(effects);
    }

    pub fn does(&mut self, script: &str) -> &mut User {
        for word in script.split_whitespace() {
            let count = word.rsplit_once('*').and_then(|(word, n)| Some((word, n.parse().ok()?)));
            let (word, count) = count.filter(|(word, _)| !word.is_empty()).unwrap_or((word, 1));
            (0..count).for_each(|_| self.does_once(word));
        }
        self
    }

    fn does_once(&mut self, word: &str) {
        let by_cell = word.trim_start_matches(['r', 'm', 'p', 'd']).starts_with('@');
        if let Some((how, places)) = word.split_once(['@', '#']).filter(|it| it.1.contains(',')) {
            let places = places.split(':').map(|place| {
                let (x, y) = place.split_once(',').expect("a place is x,y");
                let (x, y) = (x.parse().expect("x"), y.parse().expect("y"));
                if by_cell { self.middle(x, y) } else { (x, y) }
            });
            let places: Vec<_> = places.collect();
            return match how {
                "p" => self.point(places[0]),
                "d" => self.press(1, &places),
                "r" => self.drag(2, &places),
                "m" => self.drag(4, &places),
                _ => self.drag(1, &places),
            };
        }
        let name = |name: &str| match name {
            "ShiftLeft" => "ShiftLeft",
            "ControlLeft" => "ControlLeft",
            _ => NAMED
                .iter()
                .find(|it| it.0 == name)
                .map_or_else(|| key_with(name.chars().next().unwrap()), |it| it.1),
        };
        match word.split_once(':') {
            Some(("down", key)) => {
                let (control, shift) = (key.starts_with("Control"), key.starts_with("Shift"));
                self.send(EditInput::Key(EditKey { name: name(key), control, shift, ..EditKey::default() }));
            }
            Some(("up", key)) => self.send(EditInput::KeyUp(name(key))),
            Some(("wait", ticks)) => self.ticks(ticks.parse().expect("ticks")),
            Some(("wheel", steps)) => self.send(EditInput::Wheel(steps.parse().expect("steps"))),
            _ if word == "release" => self.send(EditInput::Button(1, false)),
            _ => match word.strip_prefix('\'').and_then(|word| word.strip_suffix('\'')) {
                Some(letters) => self.types(letters),
                None => self.key(word),
            },
        }
    }

    /// The middle of a pixel of the sprite that is edited, 16 wide, or of a cell of the map, 8 wide.
    pub fn middle(&self, x: i32, y: i32) -> (i32, i32) {
        match self.editors.kind() {
            EditorKind::Sprite => (x * 16 + 8, 13 + y * 16 + 8),
            _ => (x * 8 + 4, 8 + y * 8 + 4),
        }
    }

    pub fn types(&mut self, text: &str) {
        text.chars().for_each(|letter| match letter {
            '\n' => self.key("Enter"),
            letter => self.key(letter.encode_utf8(&mut [0; 4])),
        });
    }

    pub fn ticks(&mut self, n: usize) {
        (0..n).for_each(|_| self.send(EditInput::Tick));
    }

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
                key.name = key.letter.map_or("KeyOther", key_with);
            }
        }
        let held = [(key.control, "ControlLeft"), (key.shift, "ShiftLeft")];
        self.send(EditInput::Key(key));
        held.iter().filter(|(held, _)| *held).for_each(|(_, name)| self.send(EditInput::KeyUp(name)));
    }

    pub fn point(&mut self, (x, y): (i32, i32)) {
        self.send(EditInput::Pointer(x, y));
    }

    pub fn click(&mut self, at: (i32, i32)) {
        self.drag(1, &[at]);
    }

    fn press(&mut self, button: u8, places: &[(i32, i32)]) {
        self.point(places[0]);
        self.send(EditInput::Button(button, true));
        places[1..].iter().for_each(|at| self.point(*at));
    }

    pub fn drag(&mut self, button: u8, places: &[(i32, i32)]) {
        self.press(button, places);
        self.send(EditInput::Button(button, false));
    }

    /// Checks the status line: all of it, or with `…` at an end a part.
    #[track_caller]
    pub fn says(&self, want: &str) {
        let status = self.editors.status();
        let part = want.trim_matches('…');
        let fits = match (want.starts_with('…'), want.ends_with('…')) {
            (true, _) => status.contains(part),
            (_, true) => status.starts_with(part),
            _ => status == want,
        };
        assert!(fits, "found {status:?}, expected {want:?}");
    }

    pub fn data(&self) -> [u8; ROM_SIZE] {
        *self.editors.document().data()
    }

    pub fn files_hold(&mut self, bytes: impl IntoIterator<Item = (usize, u8)>) {
        let mut data = Box::new([0; ROM_SIZE]);
        bytes.into_iter().for_each(|(at, byte)| data[at] = byte);
        self.send(EditInput::Outside(data));
    }

    pub fn sources(&mut self, files: &[(&str, &str)]) {
        let file = |(name, text): &(&str, &str)| SourceFile {
            name: (*name).into(),
            text: format::encode_code(text),
        };
        self.send(EditInput::Sources(files.iter().map(file).collect()));
    }

    pub fn steps(&self) -> (usize, usize) {
        self.editors.editor().steps(&self.editors.cx)
    }

    pub fn pixels(&self, Area { x, y, w, h }: Area) -> Vec<u8> {
        let canvas = self.editors.draw();
        (0..w * h).map(|n| canvas.pixels[((y + n / w) * canvas.width + x + n % w) as usize]).collect()
    }

    pub fn shown(&self, (x, y): (i32, i32)) -> u8 {
        self.pixels(Area { x, y, w: 1, h: 1 })[0]
    }

    pub fn copied<'a>(&'a self) -> &'a str {
        let text = |effect: &'a EditEffect| match effect {
            EditEffect::Copy(text) => Some(&text[..]),
            _ => None,
        };
        self.effects.iter().rev().find_map(text).expect("a copied text")
    }

    pub fn samples(&self) -> Vec<i16> {
        let played = |effect: &EditEffect| match effect {
            EditEffect::Samples(samples) => Some(samples.clone()),
            _ => None,
        };
        self.effects.iter().filter_map(played).flatten().collect()
    }

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
            4..6 => self.send(EditInput::Button(button, true)),
            6..8 => self.send(EditInput::Button(button, false)),
            8 => self.editors.run(dice.roll(self.editors.editor().rows().len() as i32) as usize),
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
                5 => self.send(EditInput::KeyUp("KeyZ")),
                6 => self.editors.open(kind),
                7 => self.send(EditInput::Steer(dice.roll(200) - 100, dice.roll(200) - 100)),
                _ => self.ticks(30),
            },
        }
    }

    fn check_history(&mut self, seed: u64) {
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
}

pub(super) struct Dice(pub u64);

impl Dice {
    /// A number below `n`: Knuth's generator of 64 bits, its upper half.
    pub fn roll(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as i32
    }
}

#[test]
fn the_editors_show_anything() {
    for text in texts() {
        let mut editors = Editors::new(Box::new([0xff; ROM_SIZE]));
        let lines: Vec<String> = text.lines().map(String::from).collect();
        let file = SourceFile {
            name: format!("{text}.lua"),
            text: rasher::text::encode(&text).take(3000).collect(),
        };
        let inputs = [
            EditInput::Answer(lines.clone(), true),
            EditInput::Names(vec![text.clone(); 50]),
            EditInput::Wrong(vec![text.clone()]),
            EditInput::Saved(Box::new([1; ROM_SIZE]), Err(text.clone())),
            EditInput::Sources(vec![file.clone(), SourceFile { name: "b.lua".into(), ..file.clone() }]),
            EditInput::Fault(Some((file.name.clone(), u32::MAX, text.clone()))),
            EditInput::Stops(vec![(file.name.clone(), u32::MAX), (file.name.clone(), 0)]),
            EditInput::SourcesSaved(vec![file], Err(text.clone())),
            EditInput::Pasted(text.clone()),
            EditInput::NoSources(text.clone()),
        ];
        for (n, input) in inputs.iter().enumerate() {
            editors.step(input);
            for (w, h) in [(128, 128), (256, 192), (640, 400)] {
                editors.step(&EditInput::Size(w, h, 2));
                (0..n * 100).step_by(50).for_each(|_| _ = editors.step(&EditInput::Tick));
                editors.draw();
            }
            editors.step(&EditInput::Key(EditKey { name: "Tab", ..Default::default() }));
        }
    }
}

fn check_random_walks(kind: EditorKind, seeds: u64, inputs: u32, texts: &[&str]) {
    for seed in 0..seeds {
        let mut user = User::new();
        user.editors.cx.sound = seed as usize % 12;
        user.try_anything(kind, seed, inputs, texts);
    }
}

#[test]
fn any_change_of_sprites_can_be_undone_and_redone() {
    let pixels = format!("[gfx]2809{}[/gfx]", "0123456789abcdef".repeat(23).split_at(0x28 * 9).0);
    check_random_walks(EditorKind::Sprite, 20, 500, &[&pixels]);
}

#[test]
fn any_change_of_the_map_can_be_undone_and_redone() {
    check_random_walks(EditorKind::Map, 20, 500, &["[map]020105ff[/map]"]);
}

#[test]
fn any_change_of_sounds_can_be_undone_and_redone() {
    let texts = ["[sfx pitch volume] C-4.til.7 D-1.org.2.arpf", "sfx 9: speed 3\n  C-2.tri.5\n"];
    check_random_walks(EditorKind::Sound, 8, 4_000, &texts);
}

#[test]
fn any_change_of_music_can_be_undone_and_redone() {
    let text = "[music]\n 0:    8   --   20   --  start\nsfx 8: speed 3\n  C-2.tri.5\n\nsfx 20: speed 4\n  D-2.tri.5\n";
    check_random_walks(EditorKind::Music, 8, 4_000, &[text]);
}
