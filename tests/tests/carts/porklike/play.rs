//! The driver: a console with Smokehouse in it, keys, and eyes that find the hero on the screen.
//!
//! ```text
//! Play ── tap(key) one frame, then until the game waits again
//!      ── frame(held) one frame
//!      ── set(path, value)      a field of the state, as a debugger sets it: scenes that would take long to reach
//!      ── hero_on_screen()      compares every place of the screen with the hero's pictures in the sheet
//! ```
//!
//! The eyes know nothing of the view's code: they read `pget` and `sget`.

use format::{DataFile, DataFiles};
use rasher::{Boot, Console, Date, Edit, Event, Input, Machine, Rom, Stat, program};
use serde_json::{Value, json};
use std::sync::Arc;

/// Buttons, as [`Input::buttons`] takes them.
pub const KEYS: [u8; 4] = [1, 2, 4, 8];
pub const LEFT: u8 = KEYS[0];
pub const RIGHT: u8 = KEYS[1];
pub const UP: u8 = KEYS[2];
pub const DOWN: u8 = KEYS[3];
pub const O: u8 = 16;
pub const X: u8 = 32;

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
    /// The title.
    pub fn title() -> Play {
        Play::titled(7, Date::default())
    }

    /// The title, with the console's seed and date.
    pub fn titled(seed: u64, date: Date) -> Play {
        let boot = Boot { rom: rom(), seed, date, ..Boot::default() };
        let mut play = Play { console: Console::boot(program(porklike::Game::default()), boot) };
        play.wait(20);
        play
    }

    /// A run that has begun, in the yard, with the logo gone.
    pub fn new() -> Play {
        let mut play = Play::title();
        play.frame(X);
        play.wait(60);
        play
    }

    /// In the yard, before the stairs, among these creatures (kind, column, row, and what differs from one that waits and is alert);
    /// the hero stands at 7 9.
    pub fn among(mobs: &[(u8, i32, i32, Value)]) -> Play {
        let mut play = Play::new();
        let first = (0, 7, 9, json!({ "hp": 5, "max": 5 }));
        let list: Vec<Value> = std::iter::once(&first)
            .chain(mobs)
            .enumerate()
            .map(|(id, (kind, x, y, differs))| {
                let hp = porklike::data::beast(*kind, porklike::data::Stat::Hp);
                let target = if differs["hunts"] == true { (7, 9) } else { (*x, *y) };
                let mut mob = json!({
                    "id": id, "kind": kind, "at": { "x": x, "y": y }, "hp": hp, "max": hp, "hunts": false,
                    "target": { "x": target.0, "y": target.1 }, "stun": 0, "bless": 0,
                    "firm": porklike::data::beast(*kind, porklike::data::Stat::Firm), "alert": true, "pause": 0
                });
                for (key, value) in differs.as_object().expect("fields") {
                    mob[key] = value.clone();
                }
                mob
            })
            .collect();
        play.set("/world/mobs", json!(list));
        play.set("/world/next", json!(list.len()));
        play.wait(2);
        play
    }

    /// Sets a field of the cart's state.
    #[track_caller]
    pub fn set(&mut self, path: &str, value: Value) {
        let edit = Edit::State { path: path.into(), value: value.to_string() };
        self.console.edit(&edit).expect("a field, and a value that fits");
    }

    /// One frame with these buttons held.
    pub fn frame(&mut self, held: u8) {
        self.console.frame(&Input::buttons(held));
    }

    /// Frames without a key.
    pub fn wait(&mut self, frames: usize) {
        self.hold(0, frames);
    }

    /// Frames with these buttons held.
    pub fn hold(&mut self, held: u8, frames: usize) {
        (0..frames).for_each(|_| self.frame(held));
    }

    /// One press, and frames until the game waits again.
    #[track_caller]
    pub fn tap(&mut self, key: u8) {
        self.frame(key);
        self.frame(0);
        self.settle();
    }

    /// Frames until the game waits.
    #[track_caller]
    pub fn settle(&mut self) {
        self.settle_but(|play| !play.waits());
    }

    /// Frames while something is so.
    #[track_caller]
    pub fn settle_but(&mut self, so: impl Fn(&Play) -> bool) {
        for _ in 0..400 {
            if !so(self) {
                return;
            }
            self.frame(0);
        }
        panic!("it is still so after 400 frames, in mode {}", self.mode());
    }

    /// Is the light on, and nothing left to be shown before the next key counts?
    pub fn waits(&self) -> bool {
        let state = self.state();
        state["next"].is_null()
            && state["dark"] == 0
            && state["queue"].as_array().is_some_and(Vec::is_empty)
            && state["stop"] == 0
            && state["world"]["floor"] == state["shown"]["floor"]
            && state["actors"]
                .as_object()
                .is_some_and(|actors| actors.values().all(|actor| actor["left"] == 0))
    }

    /// Taps one key after the other: `l`, `r`, `u`, `d`, `o`, `x`.
    #[track_caller]
    pub fn taps(&mut self, keys: &str) {
        for key in keys.chars() {
            let index = "lrudox".find(key).unwrap_or_else(|| panic!("{key:?} is no key"));
            self.tap(1 << index);
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

    /// A field of it.
    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        self.state().pointer(path).unwrap_or_else(|| panic!("no field {path}")).clone()
    }

    /// Who listens: the menu on top, `Bag` or another, or else the mode: `Title`, `Play`, `Over`.
    pub fn mode(&self) -> String {
        let menu = self.top().map(|window| window["menu"].clone());
        let menu = menu.filter(|menu| menu != "Note" && menu != "Over");
        menu.unwrap_or_else(|| self.get("/mode")).as_str().expect("a name").into()
    }

    /// All windows, the last one on top.
    pub fn windows(&self) -> Vec<Value> {
        self.get("/windows").as_array().expect("a list").clone()
    }

    /// The window on top of those that wait for a button.
    pub fn top(&self) -> Option<Value> {
        self.windows().into_iter().rfind(|window| window["life"].as_i64() < Some(0))
    }

    /// The rows of that window.
    #[track_caller]
    pub fn rows(&self) -> Vec<String> {
        rows(&self.top().expect("a window that waits"))
    }

    /// First rows of all messages that have not begun to shut.
    pub fn said(&self) -> Vec<String> {
        let notes = |window: &Value| window["menu"] == "Note" && window["life"] != 0;
        self.windows().iter().filter(|window| notes(window)).map(|window| rows(window)[0].clone()).collect()
    }

    /// Where the rules have the hero.
    pub fn hero(&self) -> (i64, i64) {
        let hero = self.get("/world/mobs/0/at");
        (hero["x"].as_i64().expect("a column"), hero["y"].as_i64().expect("a row"))
    }

    /// Number of the floor that he is on.
    pub fn floor(&self) -> i64 {
        self.get("/world/floor").as_i64().expect("a number")
    }

    /// `stat(n)` as a number; -1 for nothing.
    pub fn stat(&self, n: i32) -> i32 {
        match self.console.machine().clone().stat(n) {
            Stat::Num(value) => value.flr(),
            Stat::Bool(value) => value.into(),
            Stat::Text(_) | Stat::Nil => -1,
        }
    }

    /// The effects that sound, on the channels that they may take.
    pub fn effects(&self) -> Vec<i32> {
        (46..50).map(|n| self.stat(n)).filter(|n| *n >= 42).collect()
    }

    /// The pixels of a rectangle of the screen, row by row, as they lie in its memory.
    pub fn pixels(&self, x: i32, y: i32, w: i32, h: i32) -> Vec<u8> {
        (0..w * h).map(|i| self.console.machine().pget(x + i % w, y + i / w)).collect()
    }

    /// How many pixels of that rectangle have the colour.
    pub fn count(&self, (x, y, w, h): (i32, i32, i32, i32), color: u8) -> usize {
        self.pixels(x, y, w, h).iter().filter(|c| **c == color).count()
    }

    /// Sprite `n` as the sheet has it.
    pub fn sprite(&self, n: i32) -> Vec<u8> {
        (0..64).map(|i| self.console.machine().sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8)).collect()
    }

    /// Is sprite `n` on the screen at (x, y), colour 1 being see-through, with some colours drawn as others?
    pub fn shows(&self, n: i32, x: i32, y: i32, flip: bool, recolor: &[(u8, u8)]) -> bool {
        let p8 = self.console.machine();
        (0..64).all(|i| {
            let (dx, dy) = (i % 8, i / 8);
            let from = if flip { 7 - dx } else { dx };
            let color = p8.sget(n % 16 * 8 + from, n / 16 * 8 + dy);
            let due = recolor.iter().find(|(c, _)| *c == color).map_or(color, |(_, to)| *to);
            color == 1 || p8.pget(x + dx, y + dy) == due
        })
    }

    /// The hero, wherever he is; `None` when he is not to be seen whole.
    pub fn find_hero(&self) -> Option<Seen> {
        for y in 0..=120 {
            for x in 0..=120 {
                for picture in 0..4 {
                    for flip in [false, true] {
                        if self.shows(192 + picture, x, y, flip, &[]) {
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
        self.find_hero().expect("the hero is on the screen")
    }
}

/// The rows of a window.
pub fn rows(window: &Value) -> Vec<String> {
    window["text"].as_str().expect("a text").lines().map(String::from).collect()
}
