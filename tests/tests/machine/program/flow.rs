//! Which hook runs in which frame.

use super::{choice, console, printed};
use rasher::{CLOCK, Effect, Hook, Input, button};

/// Every hook prints its number when it starts, and the next number after each flip. Frame 0 is the boot; its output
/// comes with the effects of frame 1.
#[test]
fn a_flip_ends_the_frame_and_the_next_one_goes_on() {
    type Case = (&'static str, &'static str, &'static [&'static [i32]]);
    let cases: &[Case] = &[
        (
            "no flip",
            "fn _init\n 1 printh\nfn _update\n 10 printh\nfn _draw\n 20 printh",
            &[&[1, 10, 20], &[10, 20]],
        ),
        (
            "in _init: the first update comes in the frame in which it ends",
            "fn _init\n 1 printh flip 2 printh flip 3 printh\nfn _update\n 10 printh\nfn _draw\n 20 printh",
            &[&[1, 2], &[3, 10, 20], &[10, 20]],
        ),
        (
            "in _update",
            "fn _update\n 10 printh flip 11 printh\nfn _draw\n 20 printh",
            &[&[10], &[11, 20], &[10], &[11, 20]],
        ),
        (
            "in _draw",
            "fn _update\n 10 printh\nfn _draw\n 20 printh flip 21 printh",
            &[&[10, 20], &[21], &[10, 20], &[21]],
        ),
        (
            "in both, deep inside",
            "fn _update\n 10 printh call f 12 printh\nfn f\n call g\nfn g\n flip 11 printh\nfn _draw\n 20 printh call g",
            &[&[10], &[11, 12, 20], &[11], &[10], &[11, 12, 20]],
        ),
        (
            "a main loop of its own, which never comes back from _init",
            "fn _init\nloop:\n n 1 add =n n printh flip\n goto loop\nfn _update\n 10 printh",
            &[&[1, 2], &[3], &[4], &[5]],
        ),
        ("nothing at all", "fn other\n 1 printh", &[&[], &[], &[]]),
    ];
    for (what, source, frames) in cases {
        let mut console = console(source);
        for (n, want) in (1..).zip(*frames) {
            assert_eq!(printed(&console.frame(&Input::default())), *want, "{what}, frame {n}");
            assert_eq!(console.machine().frame(), n, "{what}: every frame is a step of the clock");
            assert_eq!(console.machine().samples().len(), 735, "{what}: and has its sound");
        }
    }
}

/// Frames with their menu choices, and their output. That a callback may flip is PICO-8's behaviour; that it waits
/// for exhausted cycles and for another callback is ours.
#[test]
fn menu_callbacks_run_between() {
    const ITEMS: &str = "1 menuitem 2 menuitem";
    const CALLBACK: &str = "fn _menu\n item 100 add printh flip item 200 add printh keep";
    type Case = (&'static str, String, &'static [(&'static [u8], &'static [i32], bool)]);
    let cases: &[Case] = &[
        (
            "before the update, which comes in the frame in which the callback ends",
            format!("fn _init\n {ITEMS}\nfn _update\n 10 printh\n{CALLBACK}"),
            &[(&[], &[10], false), (&[1], &[101], false), (&[], &[201, 10], true), (&[], &[10], false)],
        ),
        (
            "over a main loop of its own",
            format!("fn _init\n {ITEMS}\nloop:\n 1 printh flip\n goto loop\n{CALLBACK}"),
            &[(&[], &[1, 1], false), (&[2], &[102], false), (&[], &[202, 1], true), (&[], &[1], false)],
        ),
        (
            "over a flip of _draw",
            format!("fn _init\n {ITEMS}\nfn _draw\n 20 printh flip 21 printh\n{CALLBACK}"),
            &[(&[], &[20], false), (&[1], &[101], false), (&[], &[201, 21], true), (&[], &[20], false)],
        ),
        (
            "one after the other",
            format!("fn _init\n {ITEMS}\nfn _update\n 10 printh\n{CALLBACK}"),
            &[
                (&[1, 2], &[101], false),
                (&[1], &[201, 102], true),
                (&[], &[202, 101], true),
                (&[], &[201, 10], true),
                (&[], &[10], false),
            ],
        ),
        (
            "an item that is not there is none",
            format!("fn _init\n {ITEMS}\nfn _update\n 10 printh\n{CALLBACK}"),
            &[(&[5], &[10], false)],
        ),
        (
            "not in the middle of work that its cycles ended",
            format!("fn _init\n strict {ITEMS}\nfn _update\n 10 printh 300000 spend 11 printh\n{CALLBACK}"),
            &[(&[], &[10], false), (&[1], &[11], false), (&[], &[101], false), (&[], &[201, 10], true)],
        ),
    ];
    for (what, source, frames) in cases {
        let mut console = console(source);
        for (n, (choices, want, keeps)) in (1..).zip(*frames) {
            let events = choices.iter().flat_map(|index| choice(*index).events).collect();
            let input = Input { events, ..Input::default() };
            assert_eq!(printed(&console.frame(&input)), *want, "{what}, frame {n}");
            assert_eq!(console.keeps_menu_open(), *keeps, "{what}, frame {n}");
        }
    }
}

/// 30 until `_init` has ended, whatever loop it has; the clock never goes back.
#[test]
fn the_rate_is_settled_when_init_is_over() {
    let mut console = console("fn _init\n flip flip flip\nfn _update60\n 10 printh time printh");
    // Three frames of a thirtieth, then sixtieths; hundredths of a second, rounded down. Samples: 22,050 a second.
    let want: [(u8, &[i32], usize); 6] = [
        (30, &[], 735),
        (30, &[], 735),
        (60, &[10, 9], 368),
        (60, &[10, 11], 367),
        (60, &[10, 13], 368),
        (60, &[10, 14], 367),
    ];
    for (n, want) in (1..).zip(want) {
        let told = printed(&console.frame(&Input::default()));
        let found = (console.fps(), &told[..], console.machine().samples().len());
        assert_eq!(found, want, "frame {n}");
    }
}

/// Buttons are latched after a flip, and kept over a frame that ended by its cycles.
#[test]
fn each_flip_has_its_own_buttons() {
    let told = |source: &str, presses: [u8; 7]| {
        let mut console = console(source);
        presses.map(|held| printed(&console.frame(&Input::buttons(held))))
    };
    const X: u8 = button::X;
    // `btnp` is 1 only in the frame of the press.
    let flips = told("fn _init\nloop:\n 5 btnp printh flip\n goto loop", [0, X, X, 0, X, 0, 0]);
    assert_eq!(flips, [vec![0, 0], vec![1], vec![0], vec![0], vec![1], vec![0], vec![0]]);
    // An update of a frame and a half, two per picture after the first one: it sees one state of the buttons
    // from start to end, and a press in the middle of the first one belongs to the second.
    let slow = "fn _init\n strict\nfn _update\n 5 btnp printh 400000 spend 5 btnp printh";
    let slow = told(slow, [0, X, 0, 0, 0, 0, 0]);
    assert_eq!(slow, [vec![0], vec![0], vec![1], vec![1], vec![0, 0], vec![0], vec![0]]);
}

/// Cycles that a strict program may spend, by tick; 2^23 / 30 = 279,620 a frame.
#[test]
fn a_frame_ends_when_its_cycles_are_used_up() {
    let budget = CLOCK / 30;
    let loops =
        |hook: &str| format!("fn _init\n strict 1 menuitem\nfn {hook}\nloop:\n 3 3 7 pset\n goto loop");
    for (hook, halfway) in
        [("_update", Hook::Update), ("_draw", Hook::Draw), ("_menu", Hook::Menu(1)), ("_init", Hook::Init)]
    {
        let source = if hook == "_init" { loops("rest").replace("fn rest\n", "") } else { loops(hook) };
        let mut console = console(&source);
        let mut pauses = Vec::new();
        for frame in 1..=60u64 {
            let mut input = if frame == 1 { choice(1) } else { Input::default() };
            input.players[0] = if (20..25).contains(&frame) { button::PAUSE } else { 0 };
            let effects = console.frame(&input);
            assert_eq!(console.suspended_hook(), Some(halfway), "{hook}, frame {frame}");
            assert_eq!(
                (console.machine().frame(), console.machine().samples().len()),
                (frame, 735),
                "{hook}"
            );
            // `_init` already has a frame's worth at the boot.
            let ticks = frame + u64::from(hook == "_init") + if hook == "_draw" { 4 } else { 0 };
            let spent = console.machine_mut().stat(1).num().bits();
            let want = (((ticks * budget) << 16) / budget).min(i32::MAX as u64) as i32;
            // One instruction and `stat` itself may exceed it: by 54 cycles at most, 12 of 65,536 parts.
            assert!((0..=13).contains(&(spent - want)), "{hook}, frame {frame}: {spent}, expected {want}");
            if effects.contains(&Effect::Pause) {
                pauses.push(frame);
            }
        }
        assert_eq!(pauses, [20], "{hook}: the pause menu opens, once a press");
        assert_eq!(console.machine().memory().get(0x6000 + 3 * 64 + 1), 0x70, "{hook}: it draws meanwhile");
    }
}

/// A program that is not strict has a second's worth in each frame (ours).
#[test]
fn a_loop_that_never_ends_leaves_a_console_alive_that_is_not_strict() {
    let mut console = console("fn _update\nloop:\n 10000 spend\n goto loop");
    for frame in 1..=5 {
        console.frame(&Input::default());
        assert_eq!((console.machine().frame(), console.suspended_hook()), (frame, Some(Hook::Update)));
    }
}

/// Pictures in 24 ticks of a program whose `_draw` prints 20 at its start and 21 at its end: its cost in thousandths
/// of a frame, and the ticks of these prints. The first picture is that of rate 1 (`meter.rs`).
#[test]
fn dear_pictures_are_shown_whole() {
    type Case = (u32, u32, &'static [(usize, i32)]);
    let cases: &[Case] = &[
        (0, 500, &[(1, 20), (1, 21), (2, 20), (2, 21), (3, 20), (3, 21)]),
        // A frame and a half: 15 pictures a second from the second one on.
        (0, 1500, &[(1, 20), (1, 21), (3, 20), (3, 21), (5, 20), (5, 21)]),
        // Four and a half: `_draw` has four more ticks, and the time it took passes afterwards.
        (0, 4500, &[(1, 20), (1, 21), (6, 20), (6, 21), (11, 20), (11, 21)]),
    ];
    for (update, draw, want) in cases {
        let cost = |thousandths: &u32| u64::from(*thousandths) * (CLOCK / 30) / 1000;
        let source = format!(
            "fn _init\n strict\nfn _update\n {} spend\nfn _draw\n 20 printh {} spend 21 printh",
            cost(update),
            cost(draw)
        );
        let mut console = console(&source);
        let mut said = Vec::new();
        for tick in 1..=24 {
            said.extend(printed(&console.frame(&Input::default())).into_iter().map(|n| (tick, n)));
        }
        assert_eq!(&said[..want.len()], *want, "update {update}, draw {draw}");
    }
}
