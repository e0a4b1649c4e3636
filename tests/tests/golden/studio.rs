//! Screens that are not carts: menu, messages, view.

use crate::{Page, comfort::D};
use rasher::{Boot, Cart, Console, Input, Machine, PIXELS, Records, Usage, button, program};
use std::sync::Arc;
use studio::{
    ButtonHints, DataViewer, ErrorScreen, HeldIndicator, Layer, Meters, Notice, PauseMenu, Question,
    ResumeProgress, RunSummary, Settings, Slots, SpeedIndicator, draw_debug,
};
use tests::carts;
use tests::golden::{Screen, Shown};
use timeline::{Run, Slot};

pub const PAGES: &[Page] = &[
    ("menu-main", || menu(&[])),
    ("menu-shelf", from_shelf),
    ("menu-custom", || menu(&[button::DOWN; 2])),
    ("menu-saves-empty", || saves(0, &[button::DOWN, button::RIGHT])),
    ("menu-saves", || saves(4, &[button::RIGHT])),
    ("menu-saves-before", || saves(6, &[button::DOWN, button::LEFT])),
    ("menu-slot", || saves(4, &[button::RIGHT, button::O])),
    ("menu-slot-sure", || saves(4, &[button::RIGHT, button::O, button::DOWN, button::O, button::DOWN])),
    ("menu-settings", || page(6, &[])),
    ("menu-settings-changed", || {
        page(6, &[button::LEFT, button::LEFT, button::DOWN, button::O, button::DOWN, button::DOWN, button::O])
    }),
    ("menu-sources", || page(6, &[button::UP, button::UP, button::O, button::DOWN])),
    ("menu-time", || page(6, &[button::UP, button::UP, button::UP, button::O, button::DOWN, button::RIGHT])),
    ("menu-runs", || runs(&[])),
    ("menu-runs-day", || runs(&[button::DOWN])),
    ("menu-seed", || runs(&[button::DOWN, button::DOWN, button::O, button::RIGHT, button::UP])),
    ("menu-over", over_menu),
    ("hint-start", || over(|layer| hints(["z", "x", "enter"]).start().draw(layer, &[0; PIXELS]))),
    ("hint-start-long", || {
        over(|layer| hints(["rightshift", "enter", "tab"]).start().draw(layer, &[0; PIXELS]))
    }),
    ("hint-end", || over(|layer| hints(["z", "x", "enter"]).end().draw(layer, &[0; PIXELS]))),
    ("mark-again", || over(|layer| SpeedIndicator::Replay.draw(layer))),
    ("menu-controls", || page(7, &[])),
    ("menu-keys-1", || controls(0, &[])),
    ("menu-keys-2", || controls(1, &[button::DOWN])),
    ("menu-keys-waiting", || controls(0, &[D, D, D, D, button::O, button::UP, button::UP, button::O])),
    ("menu-pad", || controls(2, &[])),
    ("menu-window-keys", || controls(4, &[])),
    ("mark-back", || over(|layer| SpeedIndicator::Back(727, 60).draw(layer))),
    ("mark-faster", || over(|layer| SpeedIndicator::Faster(4).draw(layer))),
    ("mark-slower", || over(|layer| SpeedIndicator::Slower(2).draw(layer))),
    ("mark-held", || over(|layer| _ = HeldIndicator(button::RIGHT | button::O).draw(layer))),
    ("message-error", error),
    ("message-notice", || notice("saved porklike.png", false)),
    ("message-bad-notice", || {
        notice("porklike.map:12: found \"zz\", expected two hex digits; the last good data stay", true)
    }),
    ("message-debug", debug),
    ("question-go-on", || question(&[])),
    ("question-from-start", || question(&[button::DOWN])),
    ("question-report", || {
        let list = [
            "cart: porklike 12",
            "data: 17152 bytes",
            "code: 61503 bytes",
            "carts: 2: a.p8, b.p8",
            "input: 2198 frames",
            "seed: 4242, day 20261127",
            "saves: smokehouse",
            "text: 12 typed 40 pasted",
            "dropped: 1024 bytes",
            "marked: 2 marks 1 edits",
            "set: less_flash",
        ];
        let list = list.iter().map(ToString::to_string).collect();
        let asked = Question::new("write a bug report?", "it will contain:", &["write report", "cancel"])
            .with_list(list);
        over(|layer| asked.draw(layer))
    }),
    ("progress", || over(|layer| ResumeProgress { done: 140_000, all: 216_060, fps: 60 }.draw(layer))),
    ("meters-quiet", || meters(12, 20, 5000, false)),
    ("meters-strict", || meters(75, 120, 40_000, true)),
    ("meters-over", || meters(75, 40, 40_000_000, false)),
    ("view-sheet", || view(0, 0)),
    ("view-map", || view(1, 40)),
    ("view-flags", || view(2, 3)),
];

/// A cart in the background: any picture with all colours.
fn behind() -> Screen {
    let cart = carts::find("menu");
    let mut console = Console::boot((cart.make)(), cart.boot(1));
    console.frame(&Input::default());
    (0..16).for_each(|c| console.machine_mut().rectfill(c * 8, 20, c * 8 + 7, 108, c));
    console.screen()
}

pub fn over(draw: impl FnOnce(&mut Layer)) -> Screen {
    let mut picture: Box<[u8; PIXELS]> = behind();
    let mut layer = Layer::new();
    draw(&mut layer);
    layer.cover(&mut picture);
    picture
}

/// The pause menu of a cart with four items of its own, after these presses.
fn menu(presses: &[u8]) -> Screen {
    let cart = carts::find("menu");
    let console = Console::boot((cart.make)(), cart.boot(1));
    let mut menu = PauseMenu::new(Settings::default(), console.machine().menu_items().clone());
    presses.iter().for_each(|pressed| _ = menu.press(*pressed));
    over(|layer| menu.draw(layer))
}

/// The menu of a cart without items that was started from the shelf, with the cursor on it.
fn from_shelf() -> Screen {
    let mut menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
    menu.has_shelf = true;
    [button::UP; 2].iter().for_each(|pressed| _ = menu.press(*pressed));
    over(|layer| menu.draw(layer))
}

fn hints(names: [&str; 3]) -> ButtonHints {
    ButtonHints::new(names.map(String::from))
}

/// A player's results.
fn facts(over: bool) -> RunSummary {
    let mut facts =
        RunSummary { seed: 20_417, today: 20_261_122, over, at_end: over, ..RunSummary::default() };
    for (name, value) in
        [("floor", 7), ("wins", 3), ("turns", -1412), ("points", 2_000_000_000), ("WWWWWWWWWWWW", 9)]
    {
        facts.best.raise(name, value);
    }
    facts.day = Records::of_day(20_261_122);
    facts.day.raise("floor", 5);
    facts
}

/// The page of runs, after these presses.
fn runs(presses: &[u8]) -> Screen {
    let mut menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
    menu.set_runs(facts(false));
    [&[D, D, D, D, button::O][..], presses].concat().iter().for_each(|pressed| _ = menu.press(*pressed));
    over(|layer| menu.draw(layer))
}

/// The menu over an end screen, with as many rows as possible.
fn over_menu() -> Screen {
    let cart = carts::find("menu");
    let console = Console::boot((cart.make)(), cart.boot(1));
    let mut menu = PauseMenu::new(Settings::default(), console.machine().menu_items().clone());
    menu.set_runs(facts(true));
    menu.hints = hints(["z", "x", "enter"]);
    menu.previous_run = Some("1:02:03".to_string());
    menu.has_shelf = true;
    menu.press(button::DOWN);
    over(|layer| menu.draw(layer))
}

/// A page of the menu: this many rows down, chosen, and these presses.
pub fn page(row: usize, presses: &[u8]) -> Screen {
    let down = vec![button::DOWN; row];
    menu(&[&down[..], &[button::O], presses].concat())
}

/// A page of key bindings.
pub fn controls(row: usize, presses: &[u8]) -> Screen {
    page(7, &[&vec![button::DOWN; row][..], &[button::O], presses].concat())
}

/// Moments of test carts in the first slots, as a player saves them.
fn slots(filled: usize) -> Slots {
    let moments =
        [("ball", 40, ""), ("painter", 9, "floor 3: the larder"), ("typist", 60, ""), ("menu", 2000, "")];
    std::array::from_fn(|n| {
        let (name, frames, caption) = moments.get(n % moments.len()).filter(|_| n < filled)?;
        let cart = carts::find(name);
        let mut run = Run::start((cart.make)(), cart.boot(1)).expect("it starts");
        let mut player = tests::random::RandomPlayer::new(n as u64);
        for _ in 0..*frames {
            run.frame(&player.input()).expect("the frame is run");
        }
        let slot = Slot::of(&run, "");
        Some(Arc::new(Slot { caption: caption.to_string(), ..slot }))
    })
}

/// The page of slots with this many filled, after these presses.
fn saves(filled: usize, presses: &[u8]) -> Screen {
    let mut menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
    menu.slots = slots(filled);
    [&[button::DOWN, button::O][..], presses].concat().iter().for_each(|pressed| _ = menu.press(*pressed));
    over(|layer| menu.draw(layer))
}

/// The question after leaving a run of an hour.
fn question(presses: &[u8]) -> Screen {
    let text = format!("{} played", studio::clock(216_060, 60));
    let mut question = Question::new("resume your last run?", &text, &["resume", "start a new run"]);
    presses.iter().for_each(|pressed| _ = question.press(*pressed));
    over(|layer| question.draw(layer))
}

fn error() -> Screen {
    let screen = ErrorScreen::new(
        "the cart stopped",
        "cart/porklike/src/world/step.rs:118:22: index out of bounds: the len is 8 but the index is 8",
        vec![("ctrl+r".into(), "start again".into()), ("esc".into(), "back to the carts".into())],
    );
    over(|layer| screen.draw(layer))
}

fn notice(text: &str, bad: bool) -> Screen {
    let notice = Notice { text: text.into(), bad };
    over(|layer| notice.draw(layer, std::time::Duration::from_secs(2)))
}

fn debug() -> Screen {
    let mut p8 = Machine::new(Boot::default());
    p8.debug("the larder");
    for i in 0..12 {
        p8.debug(i * 1000);
    }
    let lines = p8.debug_lines().to_vec();
    over(|layer| draw_debug(layer, "frame 7 30fps sound 42ms", &lines))
}

/// Percent of the budget for update and picture, a tenth of which is the cart's own work.
fn meters(update: u64, draw: u64, memory_size: u64, strict: bool) -> Screen {
    let budget = rasher::CLOCK / 60;
    let part = |percent: u64| budget * percent / 100;
    let usage = Usage {
        update: part(update),
        draw: part(draw),
        system: part(update + draw) * 9 / 10,
        updates: 1 + u8::from(strict),
        budget,
    };
    let mut p8 = Machine::new(Boot::default());
    if update + draw > 100 && !strict {
        p8.spr(300, 0, 0);
        p8.menuitem(9, Some("no such item"));
    }
    let exceeded = p8.exceeded().collect();
    let meters =
        Meters { usage, memory_size, fps: 60, pictures: if strict { 30 } else { 60 }, strict, exceeded };
    over(|layer| meters.draw(layer))
}

fn after(cart: impl Cart, boot: Boot, presses: &[u8]) -> Screen {
    let mut console = Console::boot(program(cart), boot);
    for pressed in presses {
        console.frame(&Input::buttons(*pressed));
        console.frame(&Input::default());
    }
    console.frame(&Input::default());
    console.screen()
}

/// The data of the shelf's cart.
fn view(turns: usize, steps: usize) -> Screen {
    let cart = &shelf::CARTS[0];
    let rom = cart.rom().expect("its files are right");
    let boot = Boot { rom: rom.into(), ..Boot::default() };
    let mut presses = vec![button::X; turns];
    presses.extend(std::iter::repeat_n(button::RIGHT, steps));
    presses.extend([button::DOWN; 2]);
    after(DataViewer::default(), boot, &presses)
}
