//! Registers that calls use, and changes made by the host: menu choices, the pause button, data files.

use rasher::{Console, Effect, Event, Input, Machine, Patch, Rom, button, num};
use tests::carts;
use tests::random::Dice;

/// Recorded on the real machine, unless a line says otherwise: a call and its bytes.
#[test]
fn calls_write_their_registers() {
    let mut p8 = Machine::new(rasher::Boot::default());
    let bytes = |p8: &Machine, at: u16, n: u16| (at..at + n).map(|a| p8.memory().get(a)).collect::<Vec<_>>();
    p8.pal_ext(1, 0x8a, 1);
    assert_eq!(bytes(&p8, 0x5f11, 1), [0x8a]);
    p8.palt(0, false);
    p8.palt(3, true);
    assert_eq!((bytes(&p8, 0x5f00, 1), bytes(&p8, 0x5f03, 1)), (vec![0], vec![0x13]));
    p8.fillp(num!("0x5a5a.8"));
    assert_eq!(bytes(&p8, 0x5f31, 3), [0x5a, 0x5a, 1]);
    p8.camera(-1, 300);
    assert_eq!(bytes(&p8, 0x5f28, 4), [0xff, 0xff, 0x2c, 0x01]);
    p8.clip(-5, -5, 20, 20);
    assert_eq!(bytes(&p8, 0x5f20, 4), [0, 0, 15, 15]);
    p8.color(0x9c);
    assert_eq!(bytes(&p8, 0x5f25, 1), [0x9c]);
    p8.cursor(12, 34);
    assert_eq!((bytes(&p8, 0x5f24, 1), bytes(&p8, 0x5f26, 2)), (vec![12], vec![12, 34]));
    p8.line(1, 2, -3, 260, 7);
    assert_eq!(bytes(&p8, 0x5f3c, 4), [0xfd, 0xff, 0x04, 0x01], "the end, before camera and clip");
    // Displayed, not stored: the screen's bytes stay 4 bits wide.
    p8.poke(0x5f10, 0x8a);
    p8.camera(0, 0);
    p8.clip_reset();
    p8.cls(0);
    let mut picture = [0; rasher::PIXELS];
    p8.picture(&mut picture);
    assert!(picture.iter().all(|c| *c == 26), "colour 138 is the 11th extended one");
}

fn menu() -> Console {
    let cart = carts::find("menu");
    Console::boot((cart.make)(), cart.boot(1))
}

fn choose(console: &mut Console, index: u8, buttons: u8) -> bool {
    console.frame(&Input { events: vec![Event::Menu { index, buttons }], ..Input::default() });
    console.keeps_menu_open()
}

fn labels(console: &Console) -> Vec<String> {
    let items = console.machine().menu_items().iter().flatten();
    items.map(|item| String::from_utf8_lossy(&item.label).into_owned()).collect()
}

#[test]
fn menu_items_are_called_by_their_masks() {
    let mut console = menu();
    assert_eq!(labels(&console), ["speed 0", "go", "seventeen letter", "add or remove"]);
    // Item, buttons: whether it keeps the menu open. Item 2 takes confirm only.
    let cases = [
        (1, 2, true),
        (1, 2, true),
        (1, 1, true),
        (1, 0x70, false),
        (2, 1, false),
        (2, 2, false),
        (2, 0x70, false),
        (3, 1, false),
    ];
    for (index, buttons, open) in cases {
        assert_eq!(choose(&mut console, index, buttons), open, "item {index}, buttons {buttons:#x}");
    }
    let state = console.program().inspect();
    let chosen: Vec<(u8, u8)> = serde_json::from_value(state["chosen"].clone()).unwrap();
    assert_eq!(
        chosen,
        [(1, 2), (1, 2), (1, 1), (1, 0x70), (2, 0x70), (3, 1)],
        "masked presses reach no callback"
    );
    assert_eq!(labels(&console)[0], "speed 1", "index 0 changes the item whose callback runs");
}

#[test]
fn menu_items_come_and_go() {
    let mut console = menu();
    assert!(!choose(&mut console, 5, 1), "no such item yet");
    assert!(choose(&mut console, 4, 0x70));
    assert_eq!(labels(&console).len(), 5);
    // Mask 0x72: left only.
    for (buttons, calls) in [(2, 1), (0x70, 1), (1, 2)] {
        choose(&mut console, 5, buttons);
        let state = console.program().inspect();
        assert_eq!(state["chosen"].as_array().unwrap().len(), calls, "buttons {buttons:#x}");
    }
    assert!(choose(&mut console, 4, 0x70));
    assert_eq!(labels(&console).len(), 4);
    for index in [0, 5, 6, 255] {
        assert!(!choose(&mut console, index, 0x70), "item {index} is none");
    }
}

/// Two choices in one frame are two calls, in order; the flag is that of the frame.
#[test]
fn choices_of_one_frame_are_all_called() {
    let mut console = menu();
    let events = [(1, 2), (1, 2), (2, 0x70)].map(|(index, buttons)| Event::Menu { index, buttons });
    console.frame(&Input { events: events.into(), ..Input::default() });
    assert!(console.keeps_menu_open(), "one of them asked for it");
    assert_eq!(labels(&console)[0], "speed 2");
    console.frame(&Input::default());
    assert!(!console.keeps_menu_open(), "the next frame begins anew");
}

/// A press opens the menu at once; if suppressed (0x5f30), after half a second: 15 frames at 30, 30 at 60.
#[test]
fn the_pause_button_cannot_be_swallowed_for_ever() {
    for (name, swallow, expected) in [
        ("ball", false, vec![1, 15]),
        ("ball", true, vec![15]),
        ("ball60", false, vec![1, 30]),
        ("ball60", true, vec![30]),
    ] {
        let cart = carts::find(name);
        let mut console = Console::boot((cart.make)(), cart.boot(1));
        let mut seen = Vec::new();
        for frame in 1..=70 {
            console.machine_mut().poke(0x5f30, swallow.into());
            if console.frame(&Input::buttons(button::PAUSE)).contains(&Effect::Pause) {
                seen.push(frame);
            }
            assert_eq!(console.machine().peek(0x5f30), 0, "it clears itself each frame");
        }
        assert_eq!(seen, expected, "{name}, swallowed: {swallow}");
        // Player 2 has no pause button.
        let mut input = Input::default();
        input.players[1] = button::PAUSE;
        assert_eq!(console.frame(&input), []);
    }
}

/// Changed data files change the ROM, and memory only where it still equals the old ROM.
#[test]
fn changed_data_leave_changed_memory_alone() {
    let cart = carts::find("ball");
    let mut dice = Dice::new(1);
    for round in 0..50 {
        let mut console = Console::boot((cart.make)(), cart.boot(1));
        let old = console.machine().rom().clone();
        // Part of the memory that the ROM filled is changed.
        let changed: Vec<usize> = (0..500).map(|_| dice.below(0x4300)).collect();
        for addr in &changed {
            console.machine_mut().poke(*addr as u16, dice.byte().into());
        }
        let before = console.machine().memory().clone();
        let mut new = Rom::clone(&old);
        for _ in 0..600 {
            // Half of the new bytes are where memory was changed; some equal the change.
            let at = if dice.one_in(2) { dice.pick(&changed) } else { dice.below(0x4300) };
            new.data[at] = dice.pick(&[0, 0xff, before.get(at as u16), old.data[at], dice.clone().byte()]);
        }
        let events = vec![Event::Data(format::patches(&old, &new))];
        let mut other = console.clone();
        console.frame(&Input { events, ..Input::default() });
        other.frame(&Input::default());
        assert_eq!(console.machine().rom().data, new.data, "round {round}");
        for addr in 0..0x4300 {
            let (was, kept) = (before.get(addr), console.machine().memory().get(addr));
            let at = usize::from(addr);
            let expected = if was == old.data[at] { new.data[at] } else { was };
            assert_eq!(kept, expected, "round {round}, address {addr:04x}");
        }
        // Beyond the ROM nothing changed except what every frame changes.
        let rest = |console: &Console| console.machine().memory().bytes()[0x4300..0x6000].to_vec();
        assert_eq!(rest(&console), rest(&other), "round {round}");
    }
}

/// Patches from outside may be anywhere: what exceeds 0x4300 is dropped.
#[test]
fn patches_beyond_the_rom_are_dropped() {
    let cart = carts::find("ball");
    for (addr, len) in
        [(0x42ff, 1), (0x42ff, 2), (0x4300, 5), (0xffff, 300), (0, 0x4300), (0, 0x5000), (5, 0)]
    {
        let mut console = Console::boot((cart.make)(), cart.boot(1));
        let patch = Patch { addr, bytes: vec![0xee; len].into() };
        console.frame(&Input { events: vec![Event::Data(vec![patch])], ..Input::default() });
        let changed = console.machine().rom().data.iter().filter(|b| **b == 0xee).count();
        let fits = 0x4300usize.saturating_sub(addr.into()).min(len);
        assert!(changed >= fits, "{addr:04x} {len}: {changed} of {fits}");
        assert_eq!(console.machine().peek(0x4300), 0, "{addr:04x} {len}");
    }
}
