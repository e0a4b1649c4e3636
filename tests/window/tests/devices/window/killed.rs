//! Kills the console repeatedly during work in all its editors: the next one has everything that is older than half a second.
//!
//! ```text
//! start, F2 ── code, pixels, cells, notes, patterns, undo, saves, renaming ── a random time ── kill -9 ── the history has the edits
//!   ^                                                                                                              │
//!   └──────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! The test's own log says which value each place had when. Editors add what has changed to the history 30 ticks later, half a second; a
//! busy machine has three. Four kills show that it works. `EDIT_KILLS=50 EDIT_MINUTES=40 EDIT_NAMES=1 cargo test --workspace --test
//! devices killed -- --nocapture` is the long run: that many kills at least, and that long, with renames.

use super::rasher;
use super::screen::{Folder, PATIENCE, Player, Screen};
use format::{EditLog, EditState};
use num::Rng;
use rasher::memory::{MAP, MUSIC, ROM_SIZE, SFX};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::Home;

const SURE: Duration = Duration::from_secs(3);

/// What an action changes. On a canvas of 256x192 in a window of 512x384.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A line of [`line`] with that number.
    Line(u32),
    /// A pixel of sprite 1, sixteen wide, from (0, 13) on.
    Pixel(u32, u32),
    /// A cell of the map, eight wide, from (0, 8) on.
    Cell(u32, u32),
    /// A note of sound 0.
    Note(u32),
    /// The first channel of pattern 0.
    Channel,
}

/// Empty statements that spell a number below 512. Half a line is no error either: its screen would open the code
/// instead of the editor that was open.
fn line(n: u32) -> String {
    let bits = (0..9).map(|bit| if n >> bit & 1 > 0 { ';' } else { ' ' });
    [';'].into_iter().chain(bits).chain([';']).collect()
}

impl Place {
    fn value(self, state: &EditState) -> u32 {
        let byte = |at: u32| u32::from(state.data[at as usize]);
        match self {
            Place::Line(n) => {
                let line = line(n);
                u32::from(
                    state.files.iter().any(|(_, code)| {
                        code.split(|byte| *byte == b'\n').any(|text| text == line.as_bytes())
                    }),
                )
            }
            Place::Pixel(x, y) => byte(y * 64 + 4 + x / 2) >> (4 * (x % 2)) & 15,
            Place::Cell(x, y) => byte(u32::from(MAP) + y * 128 + x),
            Place::Note(n) => byte(u32::from(SFX) + 2 * n) | byte(u32::from(SFX) + 2 * n + 1) << 8,
            Place::Channel => byte(MUSIC.into()) & 0x7f,
        }
    }
}

/// The values that each place had, with the time of each.
struct Work {
    first: EditState,
    values: BTreeMap<Place, Vec<(Instant, u32)>>,
    lines: u32,
    edits: u32,
}

impl Work {
    fn set(&mut self, place: Place, value: u32) {
        self.edits += 1;
        self.values.get_mut(&place).expect("it was begun").push((Instant::now(), value));
    }

    fn begin(&mut self, place: Place) -> u32 {
        let values = self.values.entry(place);
        let values = values.or_insert_with(|| vec![(Instant::now(), place.value(&self.first))]);
        values.last().expect("one at least").1
    }

    /// Each place has its value of `sure` ago or a later one, which is the only one from now on. Returns the age of the oldest lost edit.
    fn check(&mut self, state: &EditState, at: Instant, sure: Duration, context: &str) -> Duration {
        let mut oldest = Duration::ZERO;
        for (place, values) in &mut self.values {
            let found = place.value(state);
            let first = values.iter().rposition(|(time, _)| at - *time >= sure).unwrap_or(0);
            let there = values.iter().rposition(|(_, value)| *value == found).filter(|n| *n >= first);
            let there = there.unwrap_or_else(|| {
                let ages: Vec<_> = values.iter().map(|(time, value)| (at - *time, value)).collect();
                let code: Vec<_> =
                    state.files.iter().map(|(_, code)| String::from_utf8_lossy(code)).collect();
                panic!("{context}: {place:?} is {found} of {ages:?}; the code is {code:?}")
            });
            if let Some((time, _)) = values.get(there + 1) {
                oldest = oldest.max(at - *time);
            }
            *values = vec![values[there]];
        }
        oldest
    }
}

/// The only cart.
fn cart(home: &Home) -> PathBuf {
    let files = fs::read_dir(home.my_carts()).expect("the own carts").flatten();
    let mut carts =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "p8"));
    let cart = carts.next().expect("a cart");
    assert_eq!(carts.next(), None, "there is one");
    cart
}

fn saved(path: &Path) -> EditState {
    let cart = store::read_cartridge(path).expect("a whole file");
    let mut state = EditState {
        files: vec![("code".into(), format::without_cart_id(&cart.code))],
        ..EditState::default()
    };
    state.data[..ROM_SIZE].copy_from_slice(&cart.rom.data[..]);
    state
}

/// The newest state in the history; without one, that of the file.
fn kept(home: &Home, path: &Path) -> EditState {
    let log = store::read_history(home, &store::CartIds::read(home).expect("readable").key(path))
        .expect("it can be read");
    let log = EditLog::from_bytes(&log);
    log.tip().map_or_else(|| saved(path), |tip| log.state(tip.id).expect("a whole state"))
}

fn pause(rng: &mut Rng, most: u32) {
    std::thread::sleep(Duration::from_millis(u64::from(rng.next_u32() % most)));
}

/// The editors, with the number of the open one: code, sprites, map, sounds, music.
struct Editing<'a> {
    screen: &'a Screen,
    window: Player<'a>,
    at: usize,
}

impl Editing<'_> {
    fn open(&mut self, to: usize) {
        let way = if to > self.at { "alt+Right" } else { "alt+Left" };
        (0..to.abs_diff(self.at)).for_each(|_| self.window.keys(&[way]));
        self.at = to;
    }

    fn types(&self, text: &str) {
        self.screen.xdotool(&["type", "--delay", "60", "--", text]);
        std::thread::sleep(Duration::from_millis(60));
    }

    fn waits_until(&self, what: &str, is: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is() {
            if begun.elapsed() > PATIENCE {
                panic!("{what}; the screen as it was is {}", self.screen.picture().keep("killed").display());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A place of two, each drawn by a click, and now and then undone.
    fn draws(&self, work: &mut Work, rng: &mut Rng, place: Place, (x, y): (u32, u32), value: u32) {
        let before = work.begin(place);
        if before == value {
            return;
        }
        self.window.point(2 * x, 2 * y);
        work.set(place, value);
        self.screen.xdotool(&["mousedown", "1"]);
        std::thread::sleep(Duration::from_millis(60));
        self.screen.xdotool(&["mouseup", "1"]);
        std::thread::sleep(Duration::from_millis(60));
        if rng.next_u32().is_multiple_of(4) {
            work.set(place, before);
            self.window.keys(&["ctrl+z"]);
        }
    }

    fn works(&mut self, work: &mut Work, rng: &mut Rng) {
        let (x, y) = (rng.next_u32() >> 8, rng.next_u32() >> 8);
        match rng.next_u32() % 16 {
            0..4 => {
                self.open(0);
                let place = Place::Line(work.lines);
                work.begin(place);
                self.window.keys(&["ctrl+End", "Return"]);
                self.types(&line(work.lines));
                work.set(place, 1);
                work.lines += 1;
            }
            4..7 => {
                self.open(1);
                let (x, y) = (x % 8, y % 8);
                self.draws(work, rng, Place::Pixel(x, y), (16 * x + 8, 13 + 16 * y + 8), 7);
            }
            7..10 => {
                self.open(2);
                let (x, y) = (x % 30, y % 14);
                self.draws(work, rng, Place::Cell(x, y), (8 * x + 4, 8 + 8 * y + 4), 1);
            }
            10..12 => {
                self.open(3);
                let place = Place::Note(x % 5 * 4);
                let (key, pitch) = [("z", 24), ("x", 26), ("c", 28), ("v", 29)][y as usize % 4];
                work.begin(place);
                self.window.keys(&["Home"]);
                (0..x % 5).for_each(|_| self.window.keys(&["Next"]));
                self.window.keys(&[key]);
                work.set(place, pitch | 5 << 9);
            }
            12 => {
                self.open(4);
                // Two digits that are typed in two seconds are one number.
                std::thread::sleep(Duration::from_millis(2200));
                let sound = 10 + x % 50;
                work.begin(Place::Channel);
                self.types(&sound.to_string());
                // The first digit is a number, too.
                work.set(Place::Channel, sound / 10);
                work.set(Place::Channel, sound);
            }
            13 => self.window.keys(&["ctrl+shift+h", "Down", "Escape", "F1", "Escape"]),
            14 => self.window.keys(&["F2", "F2"]),
            _ => self.window.keys(&["F10", "F10"]),
        }
    }

    /// Keys for menu and shelf. Each waits until the picture shows what the one before it did, because several presses within one tick of a
    /// busy machine are one.
    fn holds(&self, keys: &[&str]) {
        for key in keys {
            let before = self.screen.picture();
            self.window.hold(key, true);
            std::thread::sleep(Duration::from_millis(150));
            self.window.hold(key, false);
            self.waits_until("a key does nothing", || self.screen.picture() != before);
        }
    }

    /// The shelf's menu has the row after the favourite.
    fn renames(&mut self, home: &Home, name: &str) {
        let old = cart(home).file_stem().expect("a name").to_string_lossy().into_owned();
        self.holds(&["F2", "Escape", "Up", "Up", "Return"]);
        // The shelf lists its folders once a second, and then selects the cart: the second box.
        self.waits_until("the cart is not selected", || self.screen.picture().at(140, 90) == 0x00ff_f1e8);
        self.holds(&["Escape", "Down", "Down", "Return"]);
        (0..old.len()).for_each(|_| self.holds(&["BackSpace"]));
        self.types(name);
        self.holds(&["Return"]);
        let new = home.my_carts().join(format!("{name}.p8"));
        self.waits_until("the cart is not renamed", || new.exists());
        // Its history moves after it.
        std::thread::sleep(Duration::from_secs(3));
        self.window.keys(&["F2"]);
        std::thread::sleep(Duration::from_secs(1));
    }
}

#[test]
fn a_console_that_is_killed_loses_half_a_second_of_work() {
    let number = |name: &str, default: u32| {
        std::env::var(name).map_or(default, |n| n.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (kills, minutes) = (number("EDIT_KILLS", 4), number("EDIT_MINUTES", 0));
    let (seed, has_names) = (number("EDIT_SEED", 3), number("EDIT_NAMES", 0) > 0);
    let (screen, folder, begun) = (Screen::start(), Folder::new("killed"), Instant::now());
    let home = Home::find(Some(&folder.0)).expect("a folder that is named");
    fs::create_dir_all(home.my_carts()).expect("the test's own folder");
    let code = "pico-8 cartridge\nversion 42\n__lua__\nfunction _draw() cls(8) end\n";
    fs::write(home.my_carts().join("work0.p8"), code).expect("written");
    let mut rng = Rng::from_words(seed, 7);
    let first = saved(&cart(&home));
    let mut work = Work { first, values: BTreeMap::new(), lines: 0, edits: 0 };
    let (mut worst, mut names, mut kill) = (Duration::ZERO, 0, 0);
    while kill < kills || begun.elapsed() < Duration::from_secs(60 * u64::from(minutes)) {
        let context = format!("seed {seed}, kill {kill}");
        let path = cart(&home);
        let shown = path.to_str().expect("a plain path");
        let mut window = screen.play(&rasher(), &folder.0, &[shown, "--renderer", "soft", "--fresh"]);
        window.window("windowsize", &["512", "384"]);
        window.waits_for("the game", |shot| shot.at(256, 192) == 0x00ff_004d);
        window.keys(&["F2"]);
        // The tab of the code.
        window.waits_for("the editors", |shot| shot.at(2, 2) == 0x0083_769c);
        let mut editing = Editing { screen: &screen, window, at: 0 };
        // Unsaved work is restored a moment after the code is read.
        std::thread::sleep(Duration::from_secs(1));
        for _ in 0..3 + rng.next_u32() % 12 {
            editing.works(&mut work, &mut rng);
            if rng.next_u32().is_multiple_of(4) {
                pause(&mut rng, 1500);
            }
        }
        // Work of the time before is saved, too.
        if kill % 3 == 1 {
            editing.window.keys(&["ctrl+s"]);
            let all = |state: &EditState| {
                work.values
                    .iter()
                    .all(|(place, values)| values.last().is_some_and(|it| it.1 == place.value(state)))
            };
            editing.waits_until(&format!("{context}: not saved"), || all(&saved(&path)));
        }
        if kill % 4 == 2 && has_names {
            names += 1;
            editing.renames(&home, &format!("work{names}"));
            editing.works(&mut work, &mut rng);
        }
        pause(&mut rng, 700);
        let at = Instant::now();
        editing.window.kill();
        worst = worst.max(work.check(&kept(&home, &cart(&home)), at, SURE, &context));
        kill += 1;
    }
    println!(
        "{kill} kills in {} minutes: {} edits, {names} new names; the oldest lost edit was {} ms old",
        begun.elapsed().as_secs() / 60,
        work.edits,
        worst.as_millis()
    );
}
