//! The driver: a console with Smokehouse in it, keys, and eyes that find the hero on the screen.
//!
//! ```text
//! Play ── tap(key) one frame, then until the game waits again
//!      ── frame(held) one frame
//!      ── hero_on_screen()   compares every place of the screen with the hero's pictures in the sheet
//! ```
//!
//! The eyes know nothing of the view's code: they read `pget` and `sget`.

use format::{DataFile, DataFiles};
use rasher::{Boot, Console, Event, Input, Machine, Rom, program};
use serde_json::Value;
use std::sync::Arc;

/// Buttons, as [`Input::buttons`] takes them.
pub const KEYS: [u8; 4] = [1, 2, 4, 8];
pub const LEFT: u8 = KEYS[0];
pub const RIGHT: u8 = KEYS[1];
pub const UP: u8 = KEYS[2];
pub const DOWN: u8 = KEYS[3];

/// The data files of the cart as they lie in the repository.
pub fn rom() -> Arc<Rom> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let sprites = ["png", "map", "flags"].map(|end| format!("sprites/porklike.{end}"));
    let sound = ["sfx", "music"].map(|end| format!("sfx/porklike.{end}"));
    let read =
        |name: &String| std::fs::read(format!("{root}/{name}")).expect("the cart's data files are there");
    let bytes: Vec<Vec<u8>> = sprites.iter().chain(&sound).map(read).collect();
    let mut files = sprites.iter().chain(&sound).zip(&bytes).map(|(name, bytes)| DataFile { name, bytes });
    let [sheet, map, flags, sfx, music] = std::array::from_fn(|_| files.next());
    let files = DataFiles { sheet, map, flags, sfx, music };
    Arc::new(format::assemble("porklike", &files).expect("the cart's data files are good"))
}

/// A machine with the cart's data, and no program: for the rules alone.
pub fn machine() -> Machine {
    Machine::new(Boot { rom: rom(), ..Boot::default() })
}

/// The hero as he is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub x: i32,
    pub y: i32,
    /// 0 to 3.
    pub picture: i32,
    pub flip: bool,
}

/// A game that is being played.
#[derive(Clone)]
pub struct Play {
    pub console: Console,
}

impl Play {
    /// A game as it begins.
    pub fn new() -> Play {
        let boot = Boot { rom: rom(), ..Boot::default() };
        Play { console: Console::boot(program(porklike::Game::default()), boot) }
    }

    /// One frame with these buttons held.
    pub fn frame(&mut self, held: u8) {
        self.console.frame(&Input::buttons(held));
    }

    /// Frames without a key.
    pub fn wait(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.frame(0));
    }

    /// One press, and frames until the game waits again.
    #[track_caller]
    pub fn tap(&mut self, key: u8) {
        self.frame(key);
        for _ in 0..120 {
            if self.mode() == "Wait" {
                return;
            }
            self.frame(0);
        }
        panic!("the game does not wait for a key two seconds after {key:#x}: {}", self.state());
    }

    /// Taps one key after the other: `l`, `r`, `u`, `d`.
    #[track_caller]
    pub fn taps(&mut self, keys: &str) {
        for key in keys.chars() {
            let index = "lrud".find(key).unwrap_or_else(|| panic!("{key:?} is no arrow"));
            self.tap(KEYS[index]);
        }
    }

    /// Frames of an event that comes in from outside.
    pub fn event(&mut self, event: Event) {
        let mut input = Input::default();
        input.events.push(event);
        self.console.frame(&input);
    }

    /// The cart's state, as a debugger sees it.
    pub fn state(&self) -> Value {
        self.console.program().inspect()
    }

    /// `Wait`, `Act`, `Leave` or `Arrive`.
    pub fn mode(&self) -> String {
        match &self.state()["mode"] {
            Value::String(name) => name.clone(),
            other => other.as_object().and_then(|it| it.keys().next()).expect("a mode has a name").clone(),
        }
    }

    /// Where the rules have the hero.
    pub fn hero(&self) -> (i64, i64) {
        let hero = &self.state()["world"]["hero"];
        (hero["x"].as_i64().expect("a column"), hero["y"].as_i64().expect("a row"))
    }

    /// Index of the floor that he is on.
    pub fn floor(&self) -> i64 {
        self.state()["world"]["floor"].as_i64().expect("an index")
    }

    /// A tile of the map memory.
    pub fn tile(&self, x: i32, y: i32) -> u8 {
        self.console.machine().mget(x, y)
    }

    /// Is sprite `n` on the screen at (x, y), colour 1 being see-through?
    fn shows(&self, n: i32, x: i32, y: i32, flip: bool, dough: [u8; 2]) -> bool {
        let p8 = self.console.machine();
        (0..64).all(|i| {
            let (dx, dy) = (i % 8, i / 8);
            let from = if flip { 7 - dx } else { dx };
            let color = match p8.sget(n % 16 * 8 + from, n / 16 * 8 + dy) {
                7 => dough[0],
                15 => dough[1],
                other => other,
            };
            color == 1 || p8.pget(x + dx, y + dy) == color
        })
    }

    /// The hero, wherever he is, with his white and his shade recoloured as told; `None` when he is not to be
    /// seen whole.
    pub fn hero_in(&self, dough: [u8; 2]) -> Option<Seen> {
        for y in 0..=120 {
            for x in 0..=120 {
                for picture in 0..4 {
                    for flip in [false, true] {
                        if self.shows(192 + picture, x, y, flip, dough) {
                            return Some(Seen { x, y, picture, flip });
                        }
                    }
                }
            }
        }
        None
    }

    /// The hero in his own colours.
    #[track_caller]
    pub fn hero_on_screen(&self) -> Seen {
        self.hero_in([7, 15]).expect("the hero is on the screen")
    }
}

/// From the start to the stairs up of the larder, through two doors.
pub const TO_ROOM: &str = "rrrrurrrrurruuuuuuuuurrr";
/// From there through the bare room to the hook.
pub const TO_HOOK: &str = "rrrrrrrrrruuuuuuuuuu";
