//! The driver: a console with Smokehouse, keys, and functions that find the hero on the screen.
//!
//! ```text
//! Play ── tap(key) one frame, then until the game waits again
//!      ── frame(held) one frame
//!      ── set(path, value)      a field of the state, as a debugger sets it: scenes that would take long to reach
//!      ── hero_on_screen()      compares every place of the screen with the hero's pictures in the sheet
//!      ── find(text, color)     looks for letters on the screen; frames() for the frames of windows
//! ```
//!
//! These functions use none of the view's code: they read `pget` and `sget`.

use format::{DataFile, DataFiles};
use rasher::{Boot, Console, Date, Edit, Event, Input, Machine, Rom, Stat, program};
use serde_json::{Value, json};
use std::sync::Arc;
use tests::floors::tile;

/// Buttons, as [`Input::buttons`] takes them.
pub const KEYS: [u8; 4] = [1, 2, 4, 8];
pub const LEFT: u8 = KEYS[0];
pub const RIGHT: u8 = KEYS[1];
pub const UP: u8 = KEYS[2];
pub const DOWN: u8 = KEYS[3];
pub const O: u8 = 16;
pub const X: u8 = 32;

/// How a creature is drawn when hit: white, with white parts light grey.
pub const FLASH: [(u8, u8); 14] = [
    (2, 7),
    (3, 7),
    (4, 7),
    (5, 7),
    (6, 7),
    (7, 6),
    (8, 7),
    (9, 7),
    (10, 7),
    (11, 7),
    (12, 7),
    (13, 7),
    (14, 7),
    (15, 7),
];

/// The cart's data files in the repository.
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

/// A machine with the cart's data and no program: for the rules only.
pub fn machine() -> Machine {
    Machine::new(Boot { rom: rom(), ..Boot::default() })
}

/// The visible hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub x: i32,
    pub y: i32,
    /// 0 to 3.
    pub picture: i32,
    pub flip: bool,
}

/// A game in progress.
#[derive(Clone)]
pub struct Play {
    pub console: Console,
}

impl Play {
    /// A run at its start: in the yard, with the logo and the keys shown.
    pub fn fresh() -> Play {
        Play::seeded(7, Date::default())
    }

    /// The same, with the console's seed and date.
    pub fn seeded(seed: u64, date: Date) -> Play {
        let boot = Boot { rom: rom(), seed, date, ..Boot::default() };
        let mut play = Play { console: Console::boot(program(porklike::Game::default()), boot) };
        play.wait(20);
        play
    }

    /// A run in progress, alone in the yard, after logo and message.
    pub fn new() -> Play {
        let mut play = Play::fresh();
        play.set("/windows", json!([]));
        play.set("/clock", json!(300));
        let hero = play.get("/world/mobs/0");
        play.set("/world/mobs", json!([hero]));
        play.wait(60);
        play
    }

    /// In the yard, before the stairs, among these creatures (kind, column, row, and what differs from a waiting,
    /// alert one); the hero is at 7 9.
    pub fn among(mobs: &[(u8, i32, i32, Value)]) -> Play {
        let mut play = Play::new();
        let first = (0, 7, 9, json!({ "hp": 5, "max": 5 }));
        let list: Vec<Value> = std::iter::once(&first)
            .chain(mobs)
            .enumerate()
            .map(|(id, (kind, x, y, differs))| {
                let hp = porklike::data::beast(*kind, porklike::data::Stat::Hp);
                // The hero goes nowhere by himself.
                let target = match id {
                    0 => (0, 0),
                    _ if differs["hunts"] == true => (7, 9),
                    _ => (*x, *y),
                };
                let mut mob = json!({
                    "id": id, "kind": kind, "at": { "x": x, "y": y }, "hp": hp, "max": hp, "hunts": false,
                    "target": { "x": target.0, "y": target.1 }, "stun": false, "spent": false, "rest": 0, "bless": 0,
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

    /// A hero with one hit point, next to a hunting pea, with the numbers of a long run: any action is his last.
    pub fn doomed() -> Play {
        let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
        play.set("/world/mobs/0/hp", json!(1));
        play.set("/world/stats", json!({ "steps": 123, "kills": 45, "meals": 9, "turns": 677, "killer": 0 }));
        play.wait(2);
        play
    }

    /// The screen at the end of that run, fully lit.
    pub fn beaten() -> Play {
        let mut play = Play::doomed();
        play.frame(O);
        play.wait(250);
        assert_eq!(play.mode(), "Over");
        play
    }

    /// On the last floor; the keeper of the ham is dead.
    pub fn unkept() -> Play {
        let mut play = Play::climbed(8);
        let hero = play.get("/world/mobs/0");
        play.set("/world/mobs", json!([hero]));
        play
    }

    /// The screen of a won run.
    pub fn won() -> Play {
        let mut play = Play::unkept();
        (0..9).for_each(|_| play.tap(UP));
        play.wait(60);
        assert_eq!((play.mode().as_str(), play.get("/world/end")), ("Over", json!(true)));
        play
    }

    /// Sets a field of the cart's state.
    #[track_caller]
    pub fn set(&mut self, path: &str, value: Value) {
        let edit = Edit::State { path: path.into(), value: value.to_string() };
        self.console.edit(&edit).expect("a field, and a value that fits");
    }

    /// One frame with these buttons.
    pub fn frame(&mut self, held: u8) {
        self.console.frame(&Input::buttons(held));
    }

    /// Frames without a key.
    pub fn wait(&mut self, frames: usize) {
        self.hold(0, frames);
    }

    /// Frames with these buttons.
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

    /// Frames while a condition is true.
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

    /// Whether the light is on and nothing else will be shown before the next key counts.
    pub fn waits(&self) -> bool {
        let state = self.state();
        state["leaves"] == false
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

    /// Frames of an outside event.
    pub fn event(&mut self, event: Event) {
        let mut input = Input::default();
        input.events.push(event);
        self.console.frame(&input);
    }

    /// The cart's state, as a debugger sees it.
    pub fn state(&self) -> Value {
        self.console.program().inspect()
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        self.state().pointer(path).unwrap_or_else(|| panic!("no field {path}")).clone()
    }

    /// The receiver of keys: the menu on top, `Bag` or another, otherwise the mode: `Play`, `Over`.
    pub fn mode(&self) -> String {
        let menu = self.top().map(|window| window["menu"].clone());
        let menu = menu.filter(|menu| menu != "Note" && menu != "Look" && menu != "Tablet" && menu != "Over");
        let page = if self.get("/over") == json!(true) { "Over" } else { "Play" };
        menu.map_or(page.into(), |menu| menu.as_str().expect("a name").into())
    }

    /// All windows, topmost last.
    pub fn windows(&self) -> Vec<Value> {
        self.get("/windows").as_array().expect("a list").clone()
    }

    /// The topmost window that waits for a button.
    pub fn top(&self) -> Option<Value> {
        self.windows().into_iter().rfind(|window| window["life"].as_i64() < Some(0))
    }

    /// The rows of that window.
    #[track_caller]
    pub fn rows(&self) -> Vec<String> {
        rows(&self.top().expect("a window that waits"))
    }

    /// First rows of all messages that are not closing.
    pub fn said(&self) -> Vec<String> {
        let notes = |window: &Value| window["menu"] == "Note" && window["life"] != 0;
        self.windows().iter().filter(|window| notes(window)).map(|window| rows(window)[0].clone()).collect()
    }

    /// The hero's position in the rules.
    pub fn hero(&self) -> (i64, i64) {
        let hero = self.get("/world/mobs/0/at");
        (hero["x"].as_i64().expect("a column"), hero["y"].as_i64().expect("a row"))
    }

    /// The hero's floor number.
    pub fn floor(&self) -> i64 {
        self.get("/world/floor").as_i64().expect("a number")
    }

    /// Moves the hero, and waits until that is drawn.
    pub fn stand(&mut self, x: i32, y: i32) {
        self.set("/world/mobs/0/at", json!({ "x": x, "y": y }));
        self.wait(2);
    }

    /// The tile of a cell in the rules.
    pub fn tile(&self, x: i32, y: i32) -> i64 {
        self.get(&format!("/world/grid/tiles/{}", y * 16 + x)).as_i64().expect("a number")
    }

    /// Changes the tile of a cell.
    pub fn lay(&mut self, x: i32, y: i32, tile: u8) {
        self.set(&format!("/world/grid/tiles/{}", y * 16 + x), json!(tile));
    }

    /// The hero comes up the stairs from a floor: floors 1 to 8 are those of seed 7.
    pub fn climbed(from: u8) -> Play {
        let mut play = Play::new();
        for path in ["/world/floor", "/shown/floor"] {
            play.set(path, json!(from));
        }
        play.lay(7, 12, 18);
        play.wait(2);
        play.tap(UP);
        play.settle();
        assert_eq!(play.floor(), i64::from(from) + 1);
        play
    }

    /// The arrow to press for the next step to the nearest tile of a kind, breaking or opening what is in the way.
    pub fn way_to(&self, tile: u8) -> Option<u8> {
        const SIDE: i64 = 16;
        let tiles: Vec<u8> = serde_json::from_value(self.get("/world/grid/tiles")).expect("numbers");
        let at =
            |x: i64, y: i64| tiles.get((y * SIDE + x) as usize).copied().filter(|_| (0..SIDE).contains(&x));
        let passes = |tile: u8| {
            [tile::CROCK, tile::POT, tile::DOOR].contains(&tile)
                || self.console.machine().fget(tile.into()) & 1 == 0
        };
        let mut queue = std::collections::VecDeque::from([(self.hero(), 0)]);
        let mut seen = std::collections::BTreeSet::from([self.hero()]);
        while let Some(((x, y), first)) = queue.pop_front() {
            for (key, dx, dy) in [(LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)] {
                let (next, first) = ((x + dx, y + dy), if first == 0 { key } else { first });
                match at(next.0, next.1) {
                    Some(there) if there == tile => return Some(first),
                    Some(there) if passes(there) && seen.insert(next) => queue.push_back((next, first)),
                    _ => {}
                }
            }
        }
        None
    }

    /// `stat(n)` as a number; -1 for nothing.
    pub fn stat(&self, n: i32) -> i32 {
        match self.console.machine().clone().stat(n) {
            Stat::Num(value) => value.flr(),
            Stat::Bool(value) => value.into(),
            Stat::Text(_) | Stat::Nil => -1,
        }
    }

    /// The playing effects, on the channels that they may use.
    pub fn effects(&self) -> Vec<i32> {
        // The numbers between are the voices of the music.
        (46..50).map(|n| self.stat(n)).filter(|n| (4..8).contains(n) || *n >= 42).collect()
    }

    /// The pixels of a rectangle of the screen, row by row, from memory.
    pub fn pixels(&self, x: i32, y: i32, w: i32, h: i32) -> Vec<u8> {
        (0..w * h).map(|i| self.console.machine().pget(x + i % w, y + i / w)).collect()
    }

    /// How many pixels of that rectangle have the colour.
    pub fn count(&self, (x, y, w, h): (i32, i32, i32, i32), color: u8) -> usize {
        self.pixels(x, y, w, h).iter().filter(|c| **c == color).count()
    }

    /// Sprite `n` in the sheet.
    pub fn sprite(&self, n: i32) -> Vec<u8> {
        (0..64).map(|i| self.console.machine().sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8)).collect()
    }

    /// Whether sprite `n` is on the screen at (x, y), with colour 1 transparent and some colours replaced.
    pub fn shows(&self, n: i32, x: i32, y: i32, flip: bool, recolor: &[(u8, u8)]) -> bool {
        self.shows_columns(0..8, n, (x, y), flip, recolor)
    }

    /// The same for a creature whose marks cover its outermost columns.
    pub fn shows_marked(&self, n: i32, x: i32, y: i32, flip: bool, recolor: &[(u8, u8)]) -> bool {
        self.shows_columns(1..7, n, (x, y), flip, recolor)
    }

    fn shows_columns(
        &self,
        columns: std::ops::Range<i32>,
        n: i32,
        (x, y): (i32, i32),
        flip: bool,
        recolor: &[(u8, u8)],
    ) -> bool {
        let p8 = self.console.machine();
        columns.flat_map(|dx| (0..8).map(move |dy| (dx, dy))).all(|(dx, dy)| {
            let from = if flip { 7 - dx } else { dx };
            let color = p8.sget(n % 16 * 8 + from, n / 16 * 8 + dy);
            let due = recolor.iter().find(|(c, _)| *c == color).map_or(color, |(_, to)| *to);
            color == 1 || p8.pget(x + dx, y + dy) == due
        })
    }

    /// Positions of a text of one colour on the screen, topmost first: the upper left of its first letter.
    pub fn find(&self, text: &str, color: u8) -> Option<(i32, i32)> {
        let mut blank = machine();
        let w = blank.text_width(text) - 1;
        blank.print_at(text, 0, 0, 7);
        let letters: Vec<bool> = (0..w * 5).map(|i| blank.pget(i % w, i / w) == 7).collect();
        let p8 = self.console.machine();
        let is_at = |x: i32, y: i32| {
            letters.iter().zip(0..).all(|(lit, i)| (p8.pget(x + i % w, y + i / w) == color) == *lit)
        };
        (0..124 * 128).map(|i| (i % 128, i / 128)).find(|(x, y)| *x + w <= 128 && is_at(*x, *y))
    }

    /// The frames of visible windows: left, top, width, height. Covered windows are left out.
    pub fn frames(&self) -> Vec<(i32, i32, i32, i32)> {
        let p8 = self.console.machine();
        let grey = |x: i32, y: i32| (0..128).contains(&x) && (0..128).contains(&y) && p8.pget(x, y) == 6;
        let run = |x: i32, y: i32, (dx, dy): (i32, i32)| {
            (0..).find(|n| !grey(x + n * dx, y + n * dy)).unwrap_or_default()
        };
        let mut found = Vec::new();
        for (x, y) in (0..128 * 128).map(|i| (i % 128, i / 128)) {
            let (w, h) = (run(x, y, (1, 0)), run(x, y, (0, 1)));
            let corner = w > 11 && h > 7 && !grey(x - 1, y) && !grey(x, y - 1);
            // A button may be on the lower right corner.
            if corner && run(x + w - 1, y, (0, 1)) >= h - 6 && run(x, y + h - 1, (1, 0)) >= w - 10 {
                found.push((x, y, w, h));
            }
        }
        found
    }

    /// The hero, wherever he is; `None` if he is not fully visible.
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

/// The sum of what the sixteen colours are shown as; movement does not count.
pub fn brightness(play: &Play) -> u32 {
    let shown = |c| rasher::palette::index(play.console.machine().memory().get(0x5f10 + c));
    (0..16_u16).flat_map(|c| rasher::palette::RGB[usize::from(shown(c))]).map(u32::from).sum()
}

pub fn rows(window: &Value) -> Vec<String> {
    window["text"].as_str().expect("a text").lines().map(String::from).collect()
}
