//! Hooks, random numbers, time, cart data, menu, host, debug.

use super::machine;
use super::probe::{Fast, Probe, after, boot, probe};
use num::num;
use rasher::{Boot, Cart, Console, Date, Effect, Event, Input, Machine, Mouse, Rules, Stat, ability};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[test]
fn _init_runs_once_and_first() {
    let mut console = boot(Probe::default());
    after(&mut console, &[0, 0]);
    let probe = probe(&console);
    assert_eq!((probe.inits, probe.updates), (1, 2));
    assert_eq!(probe.times[0], num!(0), "no frame has passed inside _init");
}

#[test]
fn _update_runs_at_30() {
    let mut console = boot(Probe::default());
    assert_eq!(console.fps(), 30);
    after(&mut console, &[0; 30]);
    let probe = probe(&console);
    // frames / 30, truncated to 16.16: manual and recorded.
    assert_eq!(probe.times[1].bits(), 65536 / 30);
    assert_eq!(probe.times[30], num!(1));
}

#[test]
fn _update60_runs_at_60_and_wins() {
    let mut console = boot(Fast::default());
    assert_eq!(console.fps(), 60);
    after(&mut console, &[0; 60]);
    let probe = probe(&console);
    assert_eq!((probe.updates, probe.times[59]), (60, num!(1)));
}

#[test]
fn _draw_runs_after_update() {
    let mut console = boot(Probe::default());
    after(&mut console, &[0, 0]);
    assert_eq!((0..4).map(|x| console.machine().pget(x, 0)).collect::<Vec<_>>(), [0, 7, 7, 0]);
}

#[test]
fn flip_does_nothing_in_a_rust_cart() {
    let mut m = machine();
    let before = m.memory().clone();
    m.flip();
    assert!(*m.memory() == before && m.frame() == 0);
}

#[test]
fn rnd_gives_the_recorded_numbers() {
    let mut m = machine();
    m.srand(1);
    let fractions: Vec<i32> = (0..8).map(|_| m.rnd(1).bits()).collect();
    assert_eq!(fractions, [0x14b7, 0xfd18, 0x97e2, 0x904f, 0x941d, 0x6cda, 0x6e56, 0xdade]);
    m.srand(42);
    let hundred: Vec<i32> = (0..4).map(|_| m.rnd(100).bits()).collect();
    assert_eq!(hundred, [0x10_ec81, 0x52_0866, 0x4_79e2, 0x19_5db6]);
    assert_eq!(m.rnd(0), num!(0));
}

#[test]
fn rnd_of_gives_the_recorded_elements() {
    let mut m = machine();
    let ten: Vec<i32> = (1..=10).collect();
    m.srand(1);
    let found: Vec<i32> = (0..8).filter_map(|_| m.rnd_of(&ten).copied()).collect();
    assert_eq!(found, [3, 10, 8, 7, 9, 3, 3, 3]);
    m.srand(42);
    let found: Vec<i32> = (0..8).filter_map(|_| m.rnd_of(&ten).copied()).collect();
    assert_eq!(found, [3, 1, 6, 4, 1, 4, 9, 8]);
    assert_eq!(m.rnd_of::<u8>(&[]), None);
}

#[test]
fn srand_sets_the_state_in_memory() {
    let mut m = machine();
    m.srand(0);
    assert_eq!([m.rnd(1).bits(), m.rnd(1).bits()], [0x8474, 0x5724]);
    m.srand(7);
    let state = [m.peek4(0x5f44), m.peek4(0x5f48)];
    let first = m.rnd(1000);
    // Poking the eight bytes back repeats the numbers.
    m.poke4(0x5f44, state[0]);
    m.poke4(0x5f48, state[1]);
    assert_eq!(m.rnd(1000), first);
}

#[test]
fn seed_is_that_of_the_boot_and_seeds_rnd() {
    let boot = |seed| Machine::new(Boot { seed, ..Boot::default() });
    let mut m = boot(1);
    assert_eq!((m.seed(), m.rnd(1).bits()), (1, 0x14b7), "seed 1 gives the numbers of srand(1)");
    let mut big = boot(u64::MAX);
    assert_eq!(big.seed(), u64::MAX);
    assert_eq!(big.rnd(1), boot(u64::MAX).rnd(1), "equal seeds, equal numbers");
}

#[test]
fn time_is_frames_over_rate() {
    let mut console = boot(Probe::default());
    after(&mut console, &[0; 45]);
    assert_eq!(console.machine().time(), num!(1.5));
}

#[test]
fn t_is_time() {
    let mut console = boot(Probe::default());
    after(&mut console, &[0; 7]);
    assert_eq!(console.machine().t(), console.machine().time());
}

#[test]
fn cartdata_opens_four_ids_and_returns_whether_there_was_some() {
    let mut data = Box::new([0; 256]);
    data[4..8].copy_from_slice(&num!(2.5).bits().to_le_bytes());
    let saves = BTreeMap::from([("old".to_string(), data)]);
    let fresh = || Machine::new(Boot { saves: saves.clone(), ..Boot::default() });
    let mut m = fresh();
    assert!(m.cartdata("old"));
    assert_eq!(m.dget(1), num!(2.5));
    assert!(m.cartdata("old"), "again");
    let opened = ["b", "c", "d", "e"].map(|id| {
        let known = m.cartdata(id);
        m.dset(0, 1);
        (known, m.cart_data().map(|(id, _)| id.to_string()))
    });
    let ids = opened.map(|(known, id)| id.filter(|_| !known).unwrap());
    assert_eq!(ids, ["b", "c", "d", "d"], "a fifth id is refused (PICO-8 0.2.7)");
    assert!(m.cartdata("b") && m.dget(0) == num!(1) && m.cartdata("old") && m.dget(1) == num!(2.5));
    let mut m = Machine::new(Boot { saves: saves.clone(), rules: Rules::One, ..Boot::default() });
    assert!(m.cartdata("old") && !m.cartdata("b"), "once in a run, by the first rules");
    assert!(!fresh().cartdata("new"));
    for bad in ["", "a b", "../x", "ä", &"x".repeat(65)] {
        let mut m = fresh();
        assert!(!m.cartdata(bad) && m.cart_data().is_none(), "{bad:?} is no id");
        assert!(m.cartdata("old"), "a bad id leaves the call free");
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct Saver;

impl Cart for Saver {
    fn _init(&mut self, p8: &mut Machine) {
        p8.dset(1, 3);
        p8.cartdata("mine");
    }

    fn _update(&mut self, p8: &mut Machine) {
        // Frame 2 sets a number; frame 4 pokes one.
        match p8.frame() {
            2 => p8.dset(0, num!(1.5)),
            4 => p8.poke(0x5eff, 8),
            _ => {}
        }
    }
}

#[test]
fn dset_saves_at_the_end_of_the_frame() {
    let mut console = boot(Saver);
    assert_eq!(console.machine().dget(1), num!(0), "opening replaces what was there");
    let saves: Vec<usize> = (1..=5).map(|_| after(&mut console, &[0]).len()).collect();
    assert_eq!(saves, [0, 1, 0, 1, 0], "changed bytes are saved, poked ones too, others are not");
    let Some((id, data)) = console.machine().cart_data() else { panic!("cartdata was called") };
    assert_eq!((id, &data[..4], data[255]), ("mine", &[0, 0x80, 1, 0][..], 8));
}

#[test]
fn dget_is_zero_outside() {
    let mut m = machine();
    m.dset(63, num!(-1));
    assert_eq!((m.dget(63), m.peek4(0x5efc)), (num!(-1), num!(-1)));
    let before = m.memory().clone();
    for i in [64, -1, i32::MAX, i32::MIN] {
        m.dset(i, 5);
        assert_eq!(m.dget(i), num!(0));
    }
    assert!(*m.memory() == before);
}

#[test]
fn menuitem_adds_changes_and_removes() {
    let mut m = machine();
    m.menuitem(1, Some("a label of more than sixteen letters"));
    m.menuitem(0x305, Some("no sides"));
    for bad in [6, 0, -1, i32::MIN] {
        m.menuitem(bad, Some("nowhere"));
    }
    let labels: Vec<Option<&[u8]>> =
        m.menu_items().iter().map(|i| i.as_ref().map(|i| &i.label[..])).collect();
    assert_eq!(labels, [Some(&b"a label of more "[..]), None, None, None, Some(b"no sides")]);
    assert_eq!(m.menu_item(5).map(|i| i.mask), Some(3));
    m.menuitem(1, None);
    assert_eq!((m.menu_item(1), m.menu_item(0), m.menu_item(6)), (None, None, None));
}

#[test]
fn menuitem_calls_back() {
    let mut console = boot(Probe::default());
    console.machine_mut().menuitem(0x302, Some("two"));
    let choose = |console: &mut Console, index, buttons| {
        console.frame(&Input { events: vec![Event::Menu { index, buttons }], ..Input::default() });
        console.keeps_menu_open()
    };
    assert!(!choose(&mut console, 2, 1), "left is masked: no callback, so nothing keeps the menu open");
    assert!(!choose(&mut console, 3, 0x70), "no such item");
    assert!(!choose(&mut console, 2, 0x70), "the callback says so");
    assert_eq!(probe(&console).menu, [(2, 0x70)]);
    // Index 0 inside a callback is the item itself; its mask stays.
    let item = console.machine().menu_item(2).expect("it is there");
    assert_eq!((&item.label[..], item.mask), (&b"chosen"[..], 3));
}

/// The hook behind `menuitem`: it gets item and buttons, and its result can keep the menu open. Manual, for
/// callbacks.
#[test]
fn _menu_gets_item_and_buttons() {
    let mut console = boot(Probe::default());
    for index in [1, 5] {
        console.machine_mut().menuitem(index, Some("an item"));
    }
    for (index, buttons) in [(1, 0x70), (5, 1), (5, 2)] {
        console.frame(&Input { events: vec![Event::Menu { index, buttons }], ..Input::default() });
    }
    assert_eq!(probe(&console).menu, [(1, 0x70), (5, 1), (5, 2)]);
}

/// `stat(n)` as text.
fn stat(m: &mut Machine, n: i32) -> String {
    m.stat(n).to_string()
}

#[test]
fn stat_returns_facts_of_the_run() {
    let date = Date { unix: 951_782_400, offset: 3600 };
    let mut m = Machine::new(Boot { date, param: "hello".into(), ..Boot::default() });
    // 951,782,400 is 2000-02-29 00:00:00 UTC (a calendar's fact).
    let utc: Vec<String> = (80..86).map(|n| stat(&mut m, n)).collect();
    assert_eq!(utc, ["2000", "2", "29", "0", "0", "0"]);
    assert_eq!(stat(&mut m, 93), "1", "local time is an hour on");
    assert_eq!(
        (stat(&mut m, 5), stat(&mut m, 6), stat(&mut m, 7)),
        ("43".into(), "hello".into(), "30".into())
    );
    for n in [-1, 10, 72, 79, 103, 500, i32::MAX, i32::MIN] {
        assert_eq!(m.stat(n), Stat::Num(num!(0)), "stat({n}) means nothing");
    }
    // Nothing plays: no sfx, note or pattern.
    for n in [16, 20, 24, 46, 50, 54] {
        assert_eq!(stat(&mut m, n), "-1", "stat({n})");
    }
}

#[test]
fn stat_key_and_mouse_need_the_devkit() {
    #[derive(Clone, Serialize, Deserialize)]
    struct Idle;
    impl Cart for Idle {}
    let mut console = boot(Idle);
    let mut input = Input {
        mouse: Mouse { x: -3, y: 200, buttons: 5, wheel_x: 1, wheel_y: -1, dx: 7, dy: -8 },
        events: vec![
            Event::Char(b'q'),
            Event::Char(13),
            Event::Controllers(2),
            Event::Clipboard("pasted".into()),
        ],
        ..Input::default()
    };
    input.keys.set(4, true);
    console.frame(&input);
    let m = console.machine_mut();
    assert_eq!((stat(m, 29), stat(m, 4)), ("2".into(), "pasted".into()));
    assert_eq!((stat(m, 32), m.stat_key(4), m.stat(30)), ("0".into(), false, Stat::Bool(false)));
    m.poke(0x5f2d, 1);
    let found: Vec<String> = [32, 33, 34, 35, 36, 38, 39].iter().map(|&n| stat(m, n)).collect();
    assert_eq!(found, ["-3", "200", "5", "1", "-1", "7", "-8"]);
    assert_eq!([4, 5, 256, -1, i32::MIN].map(|key| m.stat_key(key)), [true, false, false, false, false]);
    // Characters arrive one by one.
    assert_eq!(m.stat(30), Stat::Bool(true));
    assert_eq!((stat(m, 31), stat(m, 31)), ("q".into(), "\r".into()));
    assert_eq!((m.stat(30), m.stat(31)), (Stat::Bool(false), Stat::Text(String::new())));
}

#[test]
fn printh_asks_the_host() {
    let mut console = boot(Probe::default());
    console.machine_mut().printh("line");
    assert_eq!(after(&mut console, &[0]), [Effect::Print("line".into())]);
    assert_eq!(after(&mut console, &[0]), [], "once");
}

#[test]
fn printh_ext_goes_to_files_and_the_clipboard() {
    let mut console = boot(Probe::default());
    console.machine_mut().printh_ext("a", "log", true, false);
    console.machine_mut().printh_ext("b", "@clip", false, false);
    let (text, file) = ("a".to_string(), "log".to_string());
    assert_eq!(
        after(&mut console, &[0]),
        [Effect::PrintTo { text, file, overwrite: true, desktop: false }, Effect::Clipboard("b".into())]
    );
}

#[test]
fn extcmd_asks_the_host() {
    let mut console = boot(Probe::default());
    // The names are those of PICO-8's manual; that a film has each frame, however it was started, is our
    // decision.
    let cases = [
        ("pause", vec![Effect::Pause]),
        ("reset", vec![Effect::Reset]),
        ("shutdown", vec![Effect::Quit]),
        ("screen", vec![Effect::Screenshot]),
        ("label", vec![Effect::Label]),
        ("rec", vec![Effect::FilmFrom]),
        ("rec_frames", vec![Effect::FilmFrom]),
        ("video", vec![Effect::Film]),
        ("audio_rec", vec![Effect::SoundFrom]),
        ("audio_end", vec![Effect::Sound]),
        ("folder", vec![Effect::Folder]),
        ("set_title", vec![Effect::Title(String::new())]),
        ("set_filename", vec![Effect::FileName(String::new())]),
        ("go_back", vec![]),
        ("breadcrumb", vec![]),
    ];
    for (command, effects) in cases {
        // A loop that repeats the same request makes it once.
        (0..9).for_each(|_| console.machine_mut().extcmd(command));
        assert_eq!(after(&mut console, &[0]), effects, "{command}");
    }
}

#[test]
fn extcmd_text_names_window_and_files() {
    let mut console = boot(Probe::default());
    let long = "\u{7f}a\nb".to_string() + &"c".repeat(100);
    console.machine_mut().extcmd_text("set_title", &long);
    console.machine_mut().extcmd_text("set_filename", "shot");
    console.machine_mut().extcmd_text("screen", "no text is needed");
    let cut = "ab".to_string() + &"c".repeat(62);
    let want = [Effect::Title(cut), Effect::FileName("shot".into()), Effect::Screenshot];
    assert_eq!(after(&mut console, &[0]), want);
}

#[test]
fn extcmd_ext_passes_unknown_commands_on() {
    let mut console = boot(Probe::default());
    console.machine_mut().extcmd_ext("z8_load", 1, -2);
    assert_eq!(after(&mut console, &[0]), [Effect::Command { name: "z8_load".into(), p1: 1, p2: -2 }]);
}

/// A loop over a thousand names is reported once per frame, and no text is longer than others from a cart.
#[test]
fn prompt_shows_what_was_called() {
    let cases = [
        ("save", String::new(), "save()".to_string()),
        ("import", "-l a.png".into(), "import(\"-l a.png\")".into()),
        ("cd", "a\nb".into(), "cd(\"ab\")".into()),
        ("export", "c".repeat(100), format!("export(\"{}\")", "c".repeat(64))),
    ];
    let mut console = boot(Probe::default());
    for (command, text, told) in cases {
        console.machine_mut().prompt(command, &text);
        (0..9).for_each(|n| console.machine_mut().prompt("mkdir", &n.to_string()));
        assert_eq!(after(&mut console, &[0]), [Effect::Prompt(told)]);
    }
}

#[test]
fn load_asks_for_another_cart() {
    let mut console = boot(Probe::default());
    console.machine_mut().load("other", "back", "level 2");
    let (name, breadcrumb, param) = ("other".into(), "back".into(), "level 2".into());
    assert_eq!(after(&mut console, &[0]), [Effect::Load { name, breadcrumb, param }]);
}

#[test]
fn debug_shows_and_changes_nothing() {
    let mut console = boot(Probe::default());
    let digest = console.digest();
    for i in 0..300 {
        console.machine_mut().debug(i);
    }
    let lines = console.machine().debug_lines();
    assert_eq!((lines.len(), &lines[7].text[..]), (256, "7"));
    assert!(lines[0].place.file().ends_with("system.rs"), "it knows where it was called: {}", lines[0].place);
    assert_eq!(console.digest(), digest, "it is no part of the state");
    after(&mut console, &[0]);
    assert!(console.machine().debug_lines().is_empty(), "each frame begins anew");
}

#[test]
fn run_over_notifies_the_host_that_there_is_nothing_to_resume() {
    let mut console = boot(Probe::default());
    console.machine_mut().run_over();
    assert_eq!(after(&mut console, &[0]), [Effect::RunOver]);
    assert_eq!(after(&mut console, &[0]), [], "it is said once");
}

#[test]
fn run_begins_asks_the_host_to_save_the_run() {
    let mut console = boot(Probe::default());
    console.machine_mut().run_begins();
    assert_eq!(after(&mut console, &[0]), [Effect::RunBegins]);
}

/// Our decision: everything is allowed until a cart forbids it, and its last call counts.
#[test]
fn allow_says_what_the_player_may_do_with_time() {
    let mut console = boot(Probe::default());
    let fresh = console.digest();
    for (abilities, refused) in [
        (ability::ALL, 0),
        (ability::FAST | ability::SLOW, ability::REWIND | ability::SLOTS),
        (0, ability::ALL),
        (0xff, 0),
    ] {
        console.machine_mut().allow(abilities);
        for bit in [ability::REWIND, ability::SLOTS, ability::FAST, ability::SLOW] {
            assert_eq!(console.machine().allows(bit), refused & bit == 0, "{abilities:#x}, {bit}");
        }
        assert_eq!(console.digest() == fresh, refused == 0, "{abilities:#x}: it is part of the state");
    }
}

#[test]
fn allows_asks_for_several_at_once() {
    let mut console = boot(Probe::default());
    assert!(console.machine().allows(ability::ALL));
    console.machine_mut().allow(ability::FAST | ability::SLOW);
    assert!(console.machine().allows(ability::FAST | ability::SLOW));
    assert!(!console.machine().allows(ability::FAST | ability::REWIND), "one of them is refused");
    assert!(console.machine().allows(0), "nothing is always allowed");
}

#[test]
fn caption_is_a_line_of_26_letters() {
    let mut console = boot(Probe::default());
    let fresh = console.digest();
    assert_eq!(console.machine().captioned(), "");
    console.machine_mut().caption("floor 3");
    assert_eq!(console.machine().captioned(), "floor 3");
    assert_ne!(console.digest(), fresh, "it is part of the state");
    console.machine_mut().caption(&"é".repeat(40));
    assert_eq!(console.machine().captioned(), "é".repeat(26));
    console.machine_mut().caption("");
    assert_eq!(console.digest(), fresh);
}

#[test]
fn crt_asks_the_display() {
    let mut console = boot(Probe::default());
    console.machine_mut().crt(Some(true));
    console.machine_mut().crt(None);
    assert_eq!(after(&mut console, &[0]), [Effect::Crt(Some(true)), Effect::Crt(None)]);
}

#[test]
fn less_flash_and_less_shake_are_the_players_wishes() {
    let mut console = boot(Probe::default());
    assert!(!console.machine().less_flash() && !console.machine().less_shake());
    let event = Event::Comfort { less_flash: true, less_shake: false };
    console.frame(&Input { events: vec![event], ..Input::default() });
    assert!(console.machine().less_flash() && !console.machine().less_shake());
}

#[test]
fn less_shake_is_kept_until_changed() {
    let mut console = boot(Probe::default());
    let event = Event::Comfort { less_flash: false, less_shake: true };
    console.frame(&Input { events: vec![event], ..Input::default() });
    after(&mut console, &[0, 0]);
    assert!(console.machine().less_shake() && !console.machine().less_flash());
}
