//! Every screen with what none of our writers has stored: texts and numbers at their edges, in all places that come from a file, a cart or a
//! person.
//!
//! Our decision: nothing panics; a text is drawn as a text, whatever codes it holds; a window's frame stays whole.

use crate::extreme_texts::texts;
use crate::menu::MenuPage;
use crate::*;
use rasher::{Boot, Cart, Console, DebugLine, Event, Exceeded, Input, Limit, Machine, MenuItem, PIXELS};
use rasher::{Place, Records, SIDE, Usage, program};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use timeline::{Run, Slot};

const NUMBERS: [i32; 6] = [0, 1, -1, i32::MAX, i32::MIN, 20_991_399];

/// Where the cart below stops, with its text as the message.
const STOPS: i64 = 1002;

/// A cart that keeps the text in its state, and a number.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Keeper {
    text: String,
    number: i64,
    list: Vec<(String, i32)>,
    named: std::collections::BTreeMap<String, Vec<i32>>,
}

impl Cart for Keeper {
    fn _update(&mut self, p8: &mut Machine) {
        self.number = self.number.wrapping_add(1);
        p8.debug(&self.text);
        assert!(self.number != STOPS, "{}", self.text);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
    }
}

fn run(text: &str, number: i32) -> Run {
    let named = [(text.to_string(), NUMBERS.to_vec()), ("b".to_string(), Vec::new())].into();
    let cart = Keeper { text: text.into(), number: number.into(), list: vec![(text.into(), number)], named };
    let mut run = Run::start(program(cart), Boot::default()).expect("it starts");
    (0..3).for_each(|_| _ = run.frame(&Input::default()));
    run
}

/// What is on a layer: frames of windows are whole, and no register was touched that texts have codes for.
fn check(layer: &mut Layer, what: &str) {
    let mut picture = Box::new([3; PIXELS]);
    layer.cover(&mut picture);
    for area in layer.areas().to_vec() {
        let at = |x: i32, y: i32| picture[y as usize * SIDE + x as usize];
        let rows = (area.y + 1).max(0)..(area.y + area.h - 1).min(SIDE as i32);
        for x in [area.x + 1, area.x + area.w - 2] {
            if !(0..SIDE as i32).contains(&x) {
                continue;
            }
            let colors: Vec<u8> = rows.clone().map(|y| at(x, y)).collect();
            assert!(
                colors.windows(2).all(|two| two[0] == two[1]),
                "{what}: the frame of {area:?} at {x}: {colors:?}"
            );
        }
    }
    let fresh = Machine::new(Boot::default());
    // All before the pen and the cursor, and the patterns behind them.
    for range in [0..0x5f24, 0x5f40..0x6000] {
        let (now, was) = (layer.canvas().peek_range(range.clone()), fresh.peek_range(range.clone()));
        let other = now.iter().zip(&was).position(|(now, was)| now != was);
        let other = other.map(|at| usize::from(range.start) + at);
        assert_eq!(other, None, "{what}: a text has changed that address");
    }
}

trait Peek {
    fn peek_range(&self, range: std::ops::Range<u16>) -> Vec<u8>;
}

impl Peek for Machine {
    fn peek_range(&self, range: std::ops::Range<u16>) -> Vec<u8> {
        range.map(|addr| self.peek(addr)).collect()
    }
}

fn slot(run: &Run, text: &str, frames: u64) -> Arc<Slot> {
    let mut slot = Slot::of(run, "");
    (slot.caption, slot.fps) = (text.to_string(), (frames % 61) as u8);
    slot.moment.frame = frames;
    Arc::new(slot)
}

#[test]
fn the_menu_shows_anything() {
    let layer = &mut Layer::new();
    for text in texts() {
        for number in NUMBERS {
            let run = run("x", 1);
            let folders = vec![text.clone(), format!("/a/{text}"), String::new()];
            let mut settings = Settings { folders, ..Settings::default() };
            settings.keys[0][0] = vec![text.clone(); 3];
            settings.time_keys[0] = vec![text.clone()];
            settings.pad[0] = vec![text.clone()];
            let item = |text: &str| {
                Some(MenuItem { label: rasher::text::encode(text).take(4000).collect(), mask: 0 })
            };
            let [o, x, pause] = std::array::from_fn(|_| text.clone());
            let mut best = Records::of_day(number as u32);
            for name in [&text[..], "total points", "turns"] {
                best.raise(name, number);
            }
            let facts = RunFacts {
                title: (number > 0).then(|| text.clone()),
                seed: number as u64,
                today: best.day(),
                day: best.clone(),
                best,
                over: true,
                at_end: number < 0,
            };
            for page in MenuPage::all() {
                let mut menu =
                    PauseMenu::new(settings.clone(), std::array::from_fn(|_| item(&text))).on(page);
                menu.slots = std::array::from_fn(|n| {
                    (n % 2 == 0).then(|| slot(&run, &text, number as u32 as u64 * 9))
                });
                menu.has_shelf = true;
                menu.can_edit = true;
                menu.breadcrumb = Some(text.clone());
                menu.hints = ButtonHints::new([o.clone(), x.clone(), pause.clone()]);
                menu.previous_run = Some(text.clone());
                menu.set_runs(facts.clone());
                for _ in 0..14 {
                    menu.draw(layer);
                    check(
                        layer,
                        &format!("{page:?} {:?} {number}", text.chars().take(30).collect::<String>()),
                    );
                    menu.press(rasher::button::DOWN);
                    menu.press(0);
                }
            }
        }
    }
}

#[test]
fn what_lies_over_a_game_shows_anything() {
    let layer = &mut Layer::new();
    let mut picture = Box::new([0; PIXELS]);
    picture[0] = 1;
    for text in texts() {
        let shown: String = text.chars().take(30).collect();
        let answers = [text.as_str(), "no"];
        Question::new(&text, &text, &answers).draw(layer);
        check(layer, &format!("a question {shown:?}"));
        let mut error = ErrorScreen::new(&text, &text, vec![(text.clone(), text.clone()); 5]);
        for by in [0, 1, i32::MAX, i32::MIN, 1000] {
            error.scroll(by);
            error.draw(layer);
            check(layer, &format!("an error {shown:?} {by}"));
        }
        Warning { text: text.clone() }.draw(layer);
        check(layer, &format!("a warning {shown:?}"));
        for bad in [false, true] {
            Notice { text: text.clone(), bad }.draw(layer);
            check(layer, &format!("a notice {shown:?}"));
        }
        let hints = ButtonHints::new(std::array::from_fn(|_| text.clone()));
        for mut hint in [hints.start(), hints.end()] {
            hint.draw(layer, &picture);
            check(layer, &format!("a hint {shown:?}"));
        }
        let place = |line: u32| Place::new(text.clone(), line);
        let line = DebugLine { text: text.clone(), place: place(u32::MAX) };
        draw_debug(layer, &text, &vec![line; 40]);
        check(layer, &format!("debug lines {shown:?}"));
        for n in [0, 1, 5_000, u64::MAX / 2, u64::MAX] {
            JobProgress { what: text.clone(), done: n, all: n, at: Some(n) }.draw(layer, "ctrl 9 ends it");
            check(layer, &format!("a job {shown:?} {n}"));
            Progress { done: n, all: n.wrapping_mul(3), fps: n as u8 }.draw(layer);
            check(layer, &format!("progress {n}"));
            for mark in [
                SpeedIndicator::Back(n, n as u8),
                SpeedIndicator::Faster(n as u8),
                SpeedIndicator::Slower(n as u8),
            ] {
                mark.draw(layer);
                check(layer, &format!("{mark:?}"));
            }
            let usage = Usage { update: n, draw: n, system: n / 2, updates: n as u8, budget: n / 3 };
            let exceeded =
                Exceeded { limit: Limit::Sprite, found: n as i64, most: i64::MIN, place: place(n as u32) };
            let meters = Meters {
                usage,
                memory_size: n,
                fps: n as u8,
                pictures: 0,
                strict: true,
                exceeded: vec![exceeded; 9],
            };
            meters.draw(layer);
            check(layer, &format!("meters {shown:?} {n}"));
        }
    }
}

/// The shelf with that in all that it is told of each cart, after some frames.
fn shelf(text: &str, carts: usize, label: bool) -> Console {
    let cart = |n: usize| Shown {
        name: format!("{n}"),
        title: text.to_string(),
        about: text.to_string(),
        best: text.to_string(),
        today: text.to_string(),
        played: text.to_string(),
        favourite: n.is_multiple_of(2),
        place: text.to_string(),
        wrong: if n % 3 == 2 { text.to_string() } else { String::new() },
        face: if label { Face::Label(Label::new(Box::new([5; PIXELS]))) } else { Face::Plain },
    };
    let hints = ButtonHints::new(["z", "x", "p"].map(String::from));
    let screen = BootScreen::new((0..carts).map(cart).collect()).with_hints(hints);
    let mut shelf = Console::boot(program(screen), Boot::default());
    shelf.frame(&Input::default());
    let news = BootNews::Read {
        name: "1".into(),
        title: text.into(),
        about: text.into(),
        wrong: text.into(),
        label: None,
    };
    let told = Input { events: vec![Event::Host(news.to_bytes())], ..Input::default() };
    let find = Input { events: vec![Event::Char(b'o')], ..Input::default() };
    for input in [&told, &find, &Input::buttons(rasher::button::RIGHT), &Input::default()] {
        shelf.frame(input);
    }
    shelf
}

#[test]
fn the_shelf_shows_anything() {
    let picture = |shelf: &Console| {
        let mut picture = Box::new([0; PIXELS]);
        shelf.machine().picture(&mut picture);
        picture
    };
    for carts in [1, 3, 5, 6, 40] {
        let plain = shelf("x", carts, true);
        let rows = if carts > 5 { 10..102 } else { 0..72 };
        for text in texts() {
            let what = format!("{carts} carts, {:?}", text.chars().take(30).collect::<String>());
            shelf(&text, carts, false);
            let it = shelf(&text, carts, true);
            for range in [0..0x5f24, 0x5f40..0x5f44] {
                let [now, was] = [&it, &plain].map(|it| it.machine().peek_range(range.clone()));
                // Lines and their palette follow the labels, which are the same.
                assert!(
                    now == was || carts > 5 && !text.contains('o'),
                    "{what}: a text has changed {range:?}"
                );
            }
            // A search for an "o" finds other carts.
            if carts <= 5 {
                assert!(
                    picture(&it)[rows.start * SIDE..rows.end * SIDE]
                        == picture(&plain)[rows.start * SIDE..rows.end * SIDE],
                    "{what}"
                );
            }
        }
    }
}
