//! btn and btnp: gamepads, their repeat, the mouse as buttons, the pause button.

use super::probe::{Fast, Probe, after, boot, probe};
use rasher::{Boot, Console, Effect, Input, Machine, Mouse, button, program};

#[test]
fn btn_reads_the_pads() {
    let mut console = boot(Probe::default());
    let mut input = Input::buttons(button::LEFT | button::X);
    input.players[1] = button::DOWN | button::PAUSE;
    input.players[7] = button::O;
    console.frame(&input);
    let m = console.machine_mut();
    assert_eq!([0, 1, 2, 3, 4, 5].map(|b| m.btn(b)), [true, false, false, false, false, true]);
    assert_eq!([-1, 7, 64, i32::MIN, i32::MAX].map(|b| m.btn(b)), [false; 5], "no such button");
    m.poke(0x5f4c, 2);
    assert_eq!((m.btn(0), m.btn(1)), (false, true), "manual: poked buttons count until the next frame");
    // Six bits are stored, in zepto8's interpretation of PICO-8, whichever call writes them.
    for write in [
        |m: &mut Machine| m.poke(0x5f4c, 0xff),
        |m: &mut Machine| m.poke2(0x5f4b, 0xffff),
        |m: &mut Machine| m.poke4(0x5f4a, -1),
        |m: &mut Machine| m.poke_n(0x5f00, &[0xff; 0x60]),
        |m: &mut Machine| m.memset(0x5f4c, 0xff, 1),
        |m: &mut Machine| m.memcpy(0x5f4c, 0x8000, 8),
    ] {
        m.poke2(0x8000, 0xffff);
        m.poke2(0x5f4c, 0);
        write(m);
        assert_eq!(m.peek(0x5f4c), 0x3f);
    }
}

#[test]
fn btn_of_reads_eight_players() {
    let mut console = boot(Probe::default());
    let mut input = Input::default();
    for (player, held) in input.players.iter_mut().enumerate() {
        *held = 1 << (player % 6);
    }
    console.frame(&input);
    let m = console.machine_mut();
    assert!((0..8).all(|p| m.btn_of(p % 6, p) && !m.btn_of((p + 1) % 6, p)));
    assert!([-1, 8, i32::MAX].iter().all(|&p| !m.btn_of(0, p)));
}

#[test]
fn btn_bits_has_player_1_in_the_high_byte() {
    let mut console = boot(Probe::default());
    let mut input = Input::buttons(0x7f);
    input.players[1] = button::UP;
    input.players[2] = 0x3f;
    console.frame(&input);
    assert_eq!(console.machine_mut().btn_bits(), 0x043f, "pause is not among them");
}

#[test]
fn btnp_repeats_after_15_every_4() {
    let mut console = boot(Probe::default());
    after(&mut console, &[button::O; 30]);
    assert_eq!(probe(&console).pressed, [1, 16, 20, 24, 28]);
    // The same times at 60 updates a second.
    let mut console = boot(Fast::default());
    after(&mut console, &[button::O; 50]);
    assert_eq!(probe(&console).pressed, [1, 31, 39, 47]);
}

#[test]
fn btnp_delays_are_registers() {
    // 0x5f5c delay, 0x5f5d interval, in 30ths; 255 never repeats (manual).
    for (delay, rate, expected) in [(2, 3, vec![1, 3, 6, 9]), (255, 1, vec![1]), (0, 10, vec![1])] {
        let mut console = boot(Probe::default());
        console.machine_mut().poke(0x5f5c, delay);
        console.machine_mut().poke(0x5f5d, rate);
        after(&mut console, &[button::O; 11]);
        assert_eq!(probe(&console).pressed, expected, "delay {delay}, rate {rate}");
    }
}

#[test]
fn btnp_of_and_btnp_bits_see_all_players() {
    let mut console = boot(Probe::default());
    let mut input = Input::buttons(button::O);
    input.players[1] = button::UP;
    console.frame(&input);
    let m = console.machine_mut();
    assert!(m.btnp_of(4, 0) && m.btnp_of(2, 1) && !m.btnp_of(4, 1) && !m.btnp_of(2, 8) && !m.btnp_of(-1, 0));
    assert_eq!(m.btnp_bits(), 0x0410);
    console.frame(&input);
    assert_eq!(console.machine_mut().btnp_bits(), 0, "held is not pressed again");
}

#[test]
fn btnp_bits_agrees_with_btnp() {
    let mut console = boot(Probe::default());
    for held in [0x15, 0x3f, 0, 0x2a, 0x2a] {
        console.frame(&Input::buttons(held));
        let m = console.machine_mut();
        let bits = m.btnp_bits();
        assert!((0..6).all(|b| m.btnp(b) == (bits >> b & 1 != 0)));
    }
}

#[test]
fn btn_ignores_what_was_held_at_the_start() {
    let mut held = [0; 8];
    held[0] = button::O;
    let mut console = Console::boot(program(Probe::default()), Boot { held, ..Boot::default() });
    after(&mut console, &[button::O, button::O, 0, button::O]);
    let probe = probe(&console);
    assert_eq!(probe.held, [false, false, false, true], "only after it was let go");
    assert_eq!(probe.pressed, [4]);
}

#[test]
fn btn_takes_the_mouse_when_asked() {
    // Manual: with 0x5f2d bit 1 the mouse's buttons act as buttons 4, 5, 6.
    let mut console = boot(Probe::default());
    let input = Input { mouse: Mouse { buttons: 3, ..Mouse::default() }, ..Input::default() };
    for (devkit, expected) in [(0, [false, false]), (1, [false, false]), (3, [true, true])] {
        console.machine_mut().poke(0x5f2d, devkit);
        console.frame(&input);
        let m = console.machine_mut();
        assert_eq!([4, 5].map(|b| m.btn(b)), expected, "0x5f2d = {devkit}");
    }
}

#[test]
fn btn_6_pauses_unless_swallowed() {
    let pauses = |effects: Vec<Effect>| effects.iter().filter(|e| **e == Effect::Pause).count();
    let mut console = boot(Probe::default());
    assert_eq!(pauses(after(&mut console, &[button::PAUSE, button::PAUSE, 0])), 1);
    console.machine_mut().poke(0x5f30, 1);
    assert_eq!(pauses(after(&mut console, &[button::PAUSE, 0])), 0);
    assert_eq!(console.machine().peek(0x5f30), 0, "it clears itself");
    assert_eq!(pauses(after(&mut console, &[button::PAUSE])), 1);
    // Holding it for half a second opens the menu anyway.
    after(&mut console, &[0]);
    let mut seen = Vec::new();
    for frame in 1..=20 {
        console.machine_mut().poke(0x5f30, 1);
        if pauses(after(&mut console, &[button::PAUSE])) > 0 {
            seen.push(frame);
        }
    }
    assert_eq!(seen, [15]);
}
