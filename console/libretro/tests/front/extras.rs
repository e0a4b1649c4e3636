//! What front ends offer in addition to playing: memory, cheats, the pause menu, errors, names of buttons.

use crate::front_end::{Core, JOYPAD, SAVE_RAM, SYSTEM_RAM, seen, with_held};
use crate::{digest_in, native, suite};
use rasher::{Edit, Event, Input, button};

/// Bytes written at an address.
type Poke = (u16, &'static [u8]);
/// A cheat's index, whether it is enabled, and its code.
type Cheat = (u32, bool, &'static str);

/// A frame of the console, run natively with memory edited first; returns its digest.
fn native_frame(run: &mut timeline::Run, edits: &[Poke]) -> u64 {
    let mut input = Input::default();
    (input.mouse.x, input.mouse.y) = (63, 63);
    let edit =
        |(addr, bytes): &(u16, &[u8])| Event::Edit(Edit::Memory { addr: *addr, bytes: (*bytes).into() });
    input.events = edits.iter().map(edit).collect();
    run.frame(&input).unwrap();
    run.console().digest()
}

#[test]
fn memory_is_live_both_ways() {
    let (core, watch) = (Core::load(), suite("watch.p8"));
    assert!(core.open(Some(&watch)));
    let (address, size) = core.memory_at(SYSTEM_RAM);
    assert_eq!((size, core.memory(SYSTEM_RAM)[0x5f25]), (0x10000, 6), "the pen's first colour");
    let mut run = native(&watch);
    // Each row: what the front end writes before a frame, and the sum that the cart has after it.
    let rows: [(&[Poke], u8); 6] = [
        (&[], 0),
        (&[(0x4300, &[5])], 5),
        (&[], 10),
        (&[(0x4300, &[1, 100])], 101),
        (&[], 102),
        (&[(0xffff, &[9])], 103),
    ];
    for (n, (edits, sum)) in rows.into_iter().enumerate() {
        edits.iter().for_each(|(at, bytes)| core.write(SYSTEM_RAM, usize::from(*at), bytes));
        core.run(0);
        let digest = native_frame(&mut run, edits);
        assert_eq!(digest_in(&core.save()), digest, "row {n}");
        let memory = core.memory(SYSTEM_RAM);
        assert_eq!(memory, run.console().machine().memory().bytes(), "row {n}");
        assert_eq!((memory[0x4301], core.memory_at(SYSTEM_RAM)), (sum, (address, size)), "row {n}");
    }
    // A state contains the bytes just written, and loading a state updates the shared memory.
    let before = core.save();
    core.write(SYSTEM_RAM, 0x4300, &[7]);
    let written = core.save();
    core.run(0);
    let after = core.save();
    for (state, byte) in [(&before, 1), (&written, 7)] {
        assert!(core.load_state(state));
        assert_eq!((core.memory(SYSTEM_RAM)[0x4300], core.save()), (byte, state.clone()));
    }
    core.run(0);
    assert_eq!(core.save(), after);
    core.call("retro_reset");
    assert_eq!(core.memory(SYSTEM_RAM)[0x4300], 0);
}

#[test]
fn the_map_names_all_memory() {
    let core = Core::load();
    assert!(core.open(Some(&suite("watch.p8"))));
    let (ram, saved) = (core.memory_at(SYSTEM_RAM), core.memory_at(SAVE_RAM));
    let areas = seen().areas.clone();
    // The flags of system and save memory, in the interface's header.
    assert_eq!(areas, [(4, ram.0, 0, 0x10000, ram.1), (8, saved.0, 0x10000, 0x1f000, saved.1)]);
    for (_, _, start, select, len) in areas {
        assert_eq!(start & !select, 0, "by the interface, `select` has the bits of `start`");
        for address in [start, start + len - 1] {
            assert_eq!((address ^ start) & select, 0, "{address:x}");
        }
    }
}

#[test]
fn cheats_write_before_each_frame() {
    let (core, watch) = (Core::load(), suite("watch.p8"));
    assert!(core.open(Some(&watch)));
    let mut run = native(&watch);
    let rows: [(&[Cheat], &[Poke], &str); 7] = [
        (&[(0, true, "4300=03")], &[(0x4300, &[3])], ""),
        (&[], &[(0x4300, &[3])], ""),
        (&[(1, true, "4301=10+4400=0001")], &[(0x4300, &[3]), (0x4301, &[16]), (0x4400, &[1, 0])], ""),
        (&[(0, false, "4300=03")], &[(0x4301, &[16]), (0x4400, &[1, 0])], ""),
        (
            &[(2, true, "lives=99")],
            &[(0x4301, &[16]), (0x4400, &[1, 0])],
            "cheat 3 is off: `lives=99` has no address",
        ),
        (&[(1, true, "4301")], &[], "cheat 2 is off: `4301` has no `=`"),
        (&[(1, true, "4300=1")], &[(0x4300, &[1])], ""),
    ];
    for (n, (set, edits, error)) in rows.into_iter().enumerate() {
        set.iter().for_each(|(index, enabled, code)| core.set_cheat(*index, *enabled, code));
        core.run(0);
        assert_eq!(digest_in(&core.save()), native_frame(&mut run, edits), "row {n}");
        let said = std::mem::take(&mut seen().messages);
        assert!(said.len() == usize::from(!error.is_empty()) && said.concat().starts_with(error), "{said:?}");
    }
    // A restored state continues as before, with the same cheats.
    let state = core.save();
    core.run(0);
    let next = core.save();
    assert!(core.load_state(&state));
    core.run(0);
    assert_eq!(core.save(), next);
    core.call("retro_cheat_reset");
    core.run(0);
    native_frame(&mut run, &[(0x4300, &[1])]);
    assert_eq!(digest_in(&core.save()), native_frame(&mut run, &[]), "no cheats");
}

/// Bytes of `menu.p8`: sum of counts, argument of the second item, frames, buttons.
fn counts(core: &Core) -> [u8; 4] {
    core.memory(SYSTEM_RAM)[0x4300..][..4].try_into().unwrap()
}

#[test]
fn start_opens_a_menu_with_the_carts_items() {
    let core = Core::load();
    assert!(core.open(Some(&suite("menu.p8"))));
    let playing = core.run(0);
    assert_eq!(counts(&core), [0, 0, 1, 0]);
    let (o, x, start, down, right) = (button::O, button::X, button::PAUSE, button::DOWN, button::RIGHT);
    // Each row: a frame's buttons, and the bytes after it. The menu opens at the end of a frame.
    let rows: [(u8, [u8; 4], &str); 18] = [
        (start, [0, 0, 2, 0], "opens"),
        (start, [0, 0, 2, 0], "still held, and no frame runs"),
        (0, [0, 0, 2, 0], "released"),
        (down, [0, 0, 2, 0], "to the first item"),
        (right, [2, 0, 3, 0], "an item gets left and right, and this one keeps the menu open"),
        (0, [2, 0, 3, 0], "open"),
        (o, [0x72, 0, 4, 0], "and the buttons that choose"),
        (down, [0x72, 0, 4, 0], "to the second"),
        (down | x, [0x72, 0x70, 5, 0], "which closes it"),
        (down | x, [0x72, 0x70, 6, 0], "the cart gets no button of the menu"),
        (down, [0x72, 0x70, 7, 0], "until it is released"),
        (x, [0x72, 0x70, 8, 32], "and pressed again"),
        (start, [0x72, 0x70, 9, 0], "opens"),
        (0, [0x72, 0x70, 9, 0], "open"),
        (start, [0x72, 0x70, 10, 0], "continue is its first row"),
        (0, [0x72, 0x70, 11, 0], "plays"),
        (start, [0x72, 0x70, 12, 0], "opens"),
        (0, [0x72, 0x70, 12, 0], "open"),
    ];
    let mut pictures = Vec::new();
    for (buttons, bytes, what) in rows {
        pictures.push(core.run(buttons));
        assert_eq!(counts(&core), bytes, "{what}");
    }
    assert_ne!(pictures[0], playing, "the menu is seen");
    assert_ne!(pictures[5], pictures[3], "and the item's new name");
    assert_eq!(pictures[15], playing);
    assert!(seen().samples.iter().all(|sample| *sample == 0));
    // A state keeps the open menu with its row. The cursor goes round: up from the first row is the last.
    core.run(button::UP);
    let open = core.save();
    let reset = [core.run(0), core.run(o), core.run(o)];
    assert_eq!(
        counts(&core),
        [0, 0, 2, 0],
        "the last row restarts the cart, which gets no button of the menu"
    );
    assert!(core.load_state(&open));
    assert_eq!([core.run(0), core.run(o), core.run(o)], reset);
    // A cart asks for the menu.
    core.run(0);
    core.write(SYSTEM_RAM, 0x4304, &[1]);
    core.run(0);
    let frames = counts(&core)[2];
    // The third item loads a cart, and its menu leads back.
    [0, down, 0, down, 0, down, 0].into_iter().for_each(|buttons| _ = core.run(buttons));
    assert_eq!(counts(&core)[2], frames, "the menu is open");
    [o, 0, 0].into_iter().for_each(|buttons| _ = core.run(buttons));
    assert_ne!(core.run(0), playing, "the other cart");
    [start, 0, button::UP, 0, o, 0, 0].into_iter().for_each(|buttons| _ = core.run(buttons));
    assert_eq!(core.run(0), playing, "back");
}

#[test]
fn an_error_is_shown_once_and_on_the_picture() {
    let core = Core::load();
    for has_levels in [false, true] {
        with_held(|held| held.has_levels = has_levels);
        assert!(core.open(Some(&suite("fails.p8"))));
        let playing = core.run(0);
        let mut before = core.save();
        let mut pictures = Vec::new();
        while seen().messages.is_empty() {
            before = core.save();
            pictures.push(core.run(0));
        }
        let stopped = core.run(0);
        assert!(pictures.len() > 10 && stopped != playing && pictures[5] == playing);
        // Run-ahead: each frame goes back to a state, and stops again.
        for _ in 0..5 {
            assert!(core.load_state(&before));
            assert_eq!(core.run(0), stopped);
        }
        let said = std::mem::take(&mut seen().messages);
        assert!(said.len() == 1 && said[0].contains("attempt to"), "{said:?}");
        assert!(said[0].contains("fails.p8:1: "), "{said:?}");
        // Earlier states play, and a restart stops again.
        core.call("retro_reset");
        assert_eq!((core.run(0), seen().messages.len()), (playing, 0));
        (0..60).for_each(|_| _ = core.run(0));
        assert_eq!((core.run(0), std::mem::take(&mut seen().messages).len()), (stopped, 1));
        core.call("retro_unload_game");
        assert!(!core.open(Some(&suite("none.p8"))));
        let said = std::mem::take(&mut seen().messages);
        assert!(said.len() == 1 && said[0].contains("none.p8"), "{said:?}");
    }
}

#[test]
fn all_players_buttons_have_names() {
    let core = Core::load();
    assert!(core.open(None));
    let buttons = seen().buttons.clone();
    for port in 0..8 {
        let of_port = buttons.iter().filter(|(at, device, ..)| (*at, *device) == (port, JOYPAD));
        let names: Vec<&str> = of_port.map(|(.., name)| name.as_str()).collect();
        let pause = ["Pause menu"].into_iter().filter(|_| port == 0);
        let expected: Vec<&str> =
            ["Left", "Right", "Up", "Down", "O", "O", "X", "X"].into_iter().chain(pause).collect();
        assert_eq!(names, expected, "port {port}");
    }
    assert_eq!(buttons.len(), 8 * 10 + 1, "and two axes each");
}

#[test]
fn files_are_read_by_their_contents() {
    let core = Core::load();
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let png = include_bytes!("../../../../tests/suite/beside/bank2.p8.png");
    let page = "<p>no cart</p>";
    let cases: [(&str, &[u8], bool); 4] = [
        ("picture.png", png, true),
        ("code.lua", b"function _draw() cls(8) end", true),
        ("text.p8", b"pico-8 cartridge\nversion 42\n__lua__\ncls(8)\n", true),
        ("page.html", page.as_bytes(), false),
    ];
    for (name, bytes, plays) in cases {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(core.open(path.to_str()), plays, "{name}: {:?}", seen().messages);
        assert_eq!(std::mem::take(&mut seen().messages).len(), usize::from(!plays), "{name}");
        let ending = name.rsplit('.').next().unwrap();
        assert!(core.extensions().split('|').any(|known| known == ending), "{name}");
        core.call("retro_unload_game");
    }
}

#[test]
fn codes_of_cheats_are_pokes_and_others_are_refused() {
    let core = Core::load();
    assert!(core.open(Some(&suite("watch.p8"))));
    // Each row: a code, and the bytes at 0x4400 after a frame, or the error.
    let rows: [(&str, Result<[u8; 4], &str>); 14] = [
        ("4400=0a", Ok([10, 0, 0, 0])),
        ("0x4401 = 0xB", Ok([0, 11, 0, 0])),
        ("4400=00031234", Ok([0x34, 0x12, 3, 0])),
        ("4401=1234", Ok([0, 0x34, 0x12, 0])),
        ("4400=2A+4403=07", Ok([42, 0, 0, 7])),
        ("fffe=1234", Ok([0; 4])),
        ("", Err("has no `=`")),
        ("4400", Err("has no `=`")),
        ("4400=2a+", Err("has no `=`")),
        ("4400=", Err("needs a value of")),
        ("4400=123", Err("needs a value of")),
        ("14400=00", Err("has no address")),
        ("ffff=1234", Err("goes beyond ffff")),
        ("4400=-1", Err("is not hexadecimal")),
    ];
    for (code, want) in rows {
        core.write(SYSTEM_RAM, 0x4400, &[0; 4]);
        core.set_cheat(2, true, code);
        core.run(0);
        let found: [u8; 4] = core.memory(SYSTEM_RAM)[0x4400..][..4].try_into().unwrap();
        assert_eq!(found, want.unwrap_or_default(), "{code}");
        let said = std::mem::take(&mut seen().messages).concat();
        let refused = said.starts_with("cheat 3 is off: `") && want.is_err_and(|why| said.contains(why));
        assert!(said.is_empty() == want.is_ok() && (refused || want.is_ok()), "{code}: {said}");
    }
}
