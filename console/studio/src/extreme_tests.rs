//! Every screen with texts and numbers at their edges, wherever they come from a file, a cart or a user.
//!
//! Our decision: nothing panics, control codes have no effect, and a window's frame stays whole.

use crate::extreme_texts::texts;
use crate::menu::MenuPage;
use crate::*;
use rasher::{
    Boot, Cart, Console, DebugLine, Event, Exceeded, Input, Limit, Machine, MenuItem, PIXELS, Place, Records,
    SIDE, Usage, program,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use timeline::{Run, Slot};

const NUMBERS: [i32; 6] = [0, 1, -1, i32::MAX, i32::MIN, 20_991_399];

#[derive(Clone, Serialize, Deserialize)]
struct Empty;

impl Cart for Empty {}

fn peek(machine: &Machine, range: Range<u16>) -> Vec<u8> {
    range.map(|addr| machine.peek(addr)).collect()
}

fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

fn check(layer: &mut Layer, what: &str) {
    let mut picture = Box::new([3; PIXELS]);
    layer.cover(&mut picture);
    for area in layer.areas().to_vec() {
        let rows = (area.y + 1).max(0)..(area.y + area.h - 1).min(SIDE as i32);
        for x in [area.x + 1, area.x + area.w - 2].into_iter().filter(|x| (0..SIDE as i32).contains(x)) {
            let mut colors = rows.clone().map(|y| picture[y as usize * SIDE + x as usize]);
            let first = colors.next();
            assert!(colors.all(|color| Some(color) == first), "{what}: the frame of {area:?} at {x}");
        }
    }
    let fresh = Machine::new(Boot::default());
    // All before the pen and the cursor, and the patterns behind them.
    for range in [0..0x5f24, 0x5f40..0x6000] {
        let is_same = peek(layer.canvas(), range.clone()) == peek(&fresh, range.clone());
        assert!(is_same, "{what}: {range:?} has changed");
    }
}

#[test]
fn the_menu_shows_anything() {
    let layer = &mut Layer::new();
    let run = Run::start(program(Empty), Boot::default()).expect("it starts");
    for (text, number) in texts().into_iter().flat_map(|text| NUMBERS.map(|number| (text.clone(), number))) {
        let folders = vec![text.clone(), format!("/a/{text}"), String::new()];
        let mut settings = Settings { folders, ..Settings::default() };
        settings.keys[0][0] = vec![text.clone(); 3];
        settings.time_keys[0] = vec![text.clone()];
        settings.pad[0] = vec![text.clone()];
        let item = MenuItem { label: rasher::text::encode(&text).take(4000).collect(), mask: 0 };
        let mut slot = Slot::of(&run, "");
        let frames = u64::from(number as u32) * 9;
        (slot.caption, slot.fps, slot.moment.frame) = (text.clone(), (frames % 61) as u8, frames);
        let slot = Arc::new(slot);
        let mut best = Records::of_day(number as u32);
        [&text[..], "total points", "turns"].into_iter().for_each(|name| _ = best.raise(name, number));
        let facts = RunSummary {
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
                PauseMenu::new(settings.clone(), std::array::from_fn(|_| Some(item.clone()))).on(page);
            menu.slots = std::array::from_fn(|n| (n % 2 == 0).then(|| slot.clone()));
            (menu.has_shelf, menu.can_edit) = (true, true);
            (menu.breadcrumb, menu.previous_run) = (Some(text.clone()), Some(text.clone()));
            menu.hints = ButtonHints::new(std::array::from_fn(|_| text.clone()));
            menu.set_runs(facts.clone());
            for _ in 0..14 {
                menu.draw(layer);
                check(layer, &format!("{page:?} {:?} {number}", short(&text)));
                menu.press(rasher::button::DOWN);
                menu.press(0);
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
        let mut show = |what: &str, draw: &mut dyn FnMut(&mut Layer)| {
            draw(layer);
            check(layer, &format!("{what} {:?}", short(&text)));
        };
        show("a question", &mut |layer| Question::new(&text, &text, &[&text, "no"]).draw(layer));
        let mut error = ErrorScreen::new(&text, &text, vec![(text.clone(), text.clone()); 5]);
        for by in [0, 1, i32::MAX, i32::MIN, 1000] {
            error.scroll(by);
            show("an error", &mut |layer| error.draw(layer));
        }
        show("a warning", &mut |layer| Warning { text: text.clone() }.draw(layer));
        for bad in [false, true] {
            show("a notice", &mut |layer| {
                Notice { text: text.clone(), bad }.draw(layer, std::time::Duration::ZERO);
            });
        }
        let hints = ButtonHints::new(std::array::from_fn(|_| text.clone()));
        for mut hint in [hints.start(), hints.end()] {
            show("a hint", &mut |layer| hint.draw(layer, &picture));
        }
        let place = |line: u32| Place::new(text.clone(), line);
        let line = DebugLine { text: text.clone(), place: place(u32::MAX) };
        show("debug lines", &mut |layer| draw_debug(layer, &text, &vec![line.clone(); 40]));
        for n in [0, 1, 5_000, u64::MAX / 2, u64::MAX] {
            let job = JobProgress { what: text.clone(), done: n, all: n, at: Some(n) };
            show("a job", &mut |layer| job.draw(layer, "ctrl 9 ends it"));
            show("progress", &mut |layer| {
                ResumeProgress { done: n, all: n.wrapping_mul(3), fps: n as u8 }.draw(layer)
            });
            show("rewind", &mut |layer| SpeedIndicator::Back(n, n as u8).draw(layer));
            show("faster", &mut |layer| SpeedIndicator::Faster(n as u8).draw(layer));
            show("slower", &mut |layer| SpeedIndicator::Slower(n as u8).draw(layer));
            let usage = Usage { update: n, draw: n, system: n / 2, updates: n as u8, budget: n / 3 };
            let (limit, found, most) = (Limit::Sprite, n as i64, i64::MIN);
            let exceeded = vec![Exceeded { limit, found, most, place: place(n as u32) }; 9];
            let meters = Meters { usage, memory_size: n, fps: n as u8, pictures: 0, strict: true, exceeded };
            show("meters", &mut |layer| meters.draw(layer));
        }
    }
}

fn shelf(text: &str, carts: usize, label: bool) -> Console {
    let text = || text.to_string();
    let cart = |n: usize| ShelfCart {
        name: n.to_string(),
        title: text(),
        about: text(),
        best: text(),
        today: text(),
        played: text(),
        favourite: n.is_multiple_of(2),
        place: text(),
        wrong: if n % 3 == 2 { text() } else { String::new() },
        face: if label { Cover::Label(Label::new(Box::new([5; PIXELS]))) } else { Cover::Plain },
    };
    let hints = ButtonHints::new(["z", "x", "p"].map(String::from));
    let screen = BootScreen::new((0..carts).map(cart).collect()).with_hints(hints);
    let mut shelf = Console::boot(program(screen), Boot::default());
    let news =
        ShelfMessage::Read { name: "1".into(), title: text(), about: text(), wrong: text(), label: None };
    let event = |event| Input { events: vec![event], ..Input::default() };
    let read = event(Event::Host(news.to_bytes()));
    let right = Input::buttons(rasher::button::RIGHT);
    for input in [Input::default(), read, event(Event::Char(b'o')), right, Input::default()] {
        shelf.frame(&input);
    }
    shelf
}

#[test]
fn the_shelf_shows_anything() {
    for carts in [1, 3, 5, 6, 40] {
        let plain = shelf("x", carts, true);
        for text in texts() {
            shelf(&text, carts, false);
            let it = shelf(&text, carts, true);
            for range in [0..0x5f24, 0x5f40..0x5f44] {
                let [now, was] = [&it, &plain].map(|it| peek(it.machine(), range.clone()));
                // On a wall lines and palette follow the labels found by a search for "o".
                let same = now == was || carts > 5 && !text.contains('o');
                assert!(same, "{carts} carts, {:?}: {range:?} has changed", short(&text));
            }
            let rows = |shelf: &Console| {
                let mut picture = Box::new([0; PIXELS]);
                shelf.machine().picture(&mut picture);
                picture[..72 * SIDE].to_vec()
            };
            assert!(carts > 5 || rows(&it) == rows(&plain), "{carts} carts, {:?}", short(&text));
        }
    }
}
