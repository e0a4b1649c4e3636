//! A state as bytes: round trips, the run continues as the same run, and other bytes are refused.
//!
//! The expectations are the promises of `console/machine/src/state`: our own design.

use rasher::{Boot, Cart, Console, Effect, Event, Input, Machine, Patch, Rom, STATE_FORMAT, StateLoadError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tests::carts::{self, CARTS};
use tests::random::{Dice, RandomPlayer};

/// A cart at its start, its data, and its player.
fn players() -> Vec<(&'static str, Console, Arc<Rom>, RandomPlayer)> {
    let small = CARTS.iter().filter(|cart| cart.name != "crasher").map(|cart| {
        let boot = cart.boot(3);
        (cart.name, boot.rom.clone(), Console::boot((cart.make)(), boot), RandomPlayer::new(3))
    });
    let shelf = shelf::CARTS.iter().map(|cart| {
        let rom = Arc::new(cart.rom().expect("its data are right"));
        let boot = Boot { rom: rom.clone(), seed: 3, ..Boot::default() };
        (cart.name, rom, Console::boot((cart.make)(), boot), RandomPlayer::pad(3))
    });
    small.chain(shelf).map(|(name, rom, console, player)| (name, console, rom, player)).collect()
}

/// The requests of a frame, except for limits: those are reported again after a load.
fn asked(console: &mut Console, input: &Input) -> Vec<Effect> {
    let mut effects = console.frame(input);
    effects.retain(|effect| !matches!(effect, Effect::Limit(_)));
    effects
}

/// Everything that can be asked of a console.
#[track_caller]
fn assert_same(a: &Console, b: &Console, rom: &Rom, what: &str) {
    assert_eq!(a.digest(), b.digest(), "{what}");
    assert_eq!(a.machine().memory(), b.machine().memory(), "{what}");
    assert_eq!(a.program().save(), b.program().save(), "{what}");
    assert_eq!(a.machine().samples(), b.machine().samples(), "{what}");
    assert_eq!(a.machine().usage(), b.machine().usage(), "{what}");
    assert_eq!(a.machine().debug_lines(), b.machine().debug_lines(), "{what}");
    assert_eq!(a.machine().rom(), b.machine().rom(), "{what}");
    // Every field that is written.
    assert!(a.save_state(rom) == b.save_state(rom), "{what}: its bytes");
}

#[test]
fn a_run_goes_on_from_its_bytes_as_the_same_run() {
    for (name, mut console, rom, mut player) in players() {
        let other = console.clone();
        let mut dice = Dice::new(9);
        for round in 0..6 {
            for _ in 0..1 + dice.below(300) {
                console.frame(&player.input());
            }
            let what = format!("{name}, round {round}");
            let bytes = console.save_state(&rom).unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(bytes.len() < 100_000, "{what}: {} bytes", bytes.len());
            let mut again = other.load_state(&bytes, &rom).unwrap_or_else(|e| panic!("{what}: {e}"));
            assert_same(&console, &again, &rom, &what);
            let mut same = player.clone();
            for frame in 0..120 {
                let (one, two) = (asked(&mut console, &player.input()), asked(&mut again, &same.input()));
                assert_eq!(one, two, "{what}, frame {frame} after it");
                assert_eq!(console.digest(), again.digest(), "{what}, frame {frame} after it");
                assert_eq!(console.machine().samples(), again.machine().samples(), "{what}, frame {frame}");
            }
            assert_same(&console, &again, &rom, &what);
        }
    }
}

/// A state belongs to the ROM that the run started with, whatever happened to it since.
#[test]
fn data_that_changed_in_the_run_come_back() {
    let cart = carts::find("ball");
    let rom = cart.rom();
    let booted = Console::boot((cart.make)(), cart.boot(1));
    let mut console = booted.clone();
    let patches = [(0, 3), (100, 1), (0x42ff, 1)];
    let patches = patches.map(|(addr, n)| Patch { addr, bytes: vec![0xa5; n].into() });
    console.frame(&Input { events: vec![Event::Data(patches.to_vec())], ..Input::default() });
    console.machine_mut().poke(0x10, 0x77);
    let bytes = console.save_state(&rom).expect("it is between two frames");
    let again = booted.load_state(&bytes, &rom).expect("the ROM that the run started with");
    assert_ne!(console.machine().rom(), &rom);
    assert_same(&console, &again, &rom, "patched");
    let changed = console.machine().rom();
    assert!(matches!(booted.load_state(&bytes, changed), Err(StateLoadError::Rom { .. })));
    assert_eq!(booted.machine().frame(), 0, "the console that it was loaded by stays");
}

/// It plays, and does not check the sound.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Tune;

impl Cart for Tune {
    fn _init(&mut self, p8: &mut Machine) {
        p8.music(0);
    }
}

/// A listener's setting is not part of the state, and stays.
#[test]
fn who_listens_goes_on_listening() {
    let boot = carts::find("band").boot(1);
    let rom = boot.rom.clone();
    let mut console = Console::boot(rasher::program(Tune), boot);
    (0..20).for_each(|_| drop(console.frame(&Input::default())));
    let bytes = console.save_state(&rom).expect("it is between two frames");
    let mut deaf = console.clone();
    deaf.machine_mut().listen_to(0);
    let mut again = deaf.load_state(&bytes, &rom).expect("its own bytes");
    let mut heard = [0; 2];
    for _ in 0..40 {
        for (console, heard) in [&mut again, &mut console].into_iter().zip(&mut heard) {
            console.frame(&Input::default());
            *heard += usize::from(console.machine().samples().iter().any(|s| *s != 0));
        }
    }
    assert!(heard[0] < heard[1], "{heard:?}");
    assert_eq!(again.digest(), console.digest());
}

fn typist(frames: usize) -> (Console, Arc<Rom>, Vec<u8>) {
    of("typist", frames)
}

fn of(name: &str, frames: usize) -> (Console, Arc<Rom>, Vec<u8>) {
    let cart = carts::find(name);
    let mut console = Console::boot((cart.make)(), cart.boot(5));
    let mut player = RandomPlayer::new(5);
    (0..frames).for_each(|_| drop(console.frame(&player.input())));
    let bytes = console.save_state(&cart.rom()).expect("it is between two frames");
    (console, cart.rom(), bytes)
}

#[test]
fn what_is_no_state_is_refused_and_says_why() {
    let (console, rom, bytes) = typist(150);
    for n in 0..bytes.len() {
        assert!(console.load_state(&bytes[..n], &rom).is_err(), "{n} of {} bytes", bytes.len());
    }
    let load = |bytes: &[u8]| console.load_state(bytes, &rom).err().map(|e| e.to_string());
    let with = |at: usize, byte: u8| {
        let mut other = bytes.clone();
        other[at] = byte;
        other
    };
    let cases: [(Vec<u8>, &str); 6] = [
        (Vec::new(), "no data, expected a state of format 1"),
        (with(0, 9), "a state of format 9, expected 1"),
        (bytes[..8].to_vec(), "a state of format 1, expected 1"),
        (bytes[..200].to_vec(), "cannot read the state of the machine"),
        ([&bytes[..], b"\n"].concat(), "cannot save or restore the cart's state: 1 bytes are left over"),
        (with(1, bytes[1] ^ 1), "another build wrote the state"),
    ];
    for (bytes, says) in cases {
        let error = load(&bytes).unwrap_or_else(|| panic!("it is taken; expected {says:?}"));
        assert!(error.starts_with(says), "{error:?}, expected {says:?}");
    }
    let other = Console::boot((carts::find("ball").make)(), carts::find("ball").boot(5));
    assert!(other.load_state(&bytes, &rom).is_err(), "another program's");
    let waiting = Console::boot((carts::find("saver").make)(), carts::find("saver").boot(5));
    let mut waiting = waiting;
    waiting.machine_mut().printh("x");
    assert!(waiting.save_state(&rom).is_err(), "effects that nobody has yet");
    assert_eq!(STATE_FORMAT, 1);
}

/// An attacker can correct the digest too. An accepted state must be ordinary: the machine continues, and only the
/// cart itself may panic at something its author never wrote.
#[test]
fn tampered_states_are_refused_or_run() {
    for (name, frames) in [("typist", 200), ("band", 200), ("spender", 100), ("menu", 60), ("painter", 40)] {
        let (console, rom, bytes) = of(name, frames);
        let mut dice = Dice::new(4);
        let mut player = RandomPlayer::new(4);
        let (mut good, mut bad) = (0, 0);
        for case in 0..2_000 {
            let mut broken = bytes.clone();
            for _ in 0..1 + dice.below(3) {
                // Most changes hit the machine's fields and the program, few the memory.
                let room = broken.len() - 9;
                let at = 9 + match dice.below(8) {
                    0..5 => dice.below(room.min(900)),
                    5..7 => room - 1 - dice.below(room.min(100)),
                    _ => dice.below(room),
                };
                match dice.below(5) {
                    0 => broken[at] = 0xff,
                    1 => _ = broken.remove(at),
                    2 => broken.insert(at, dice.byte()),
                    3 => broken[at] ^= 1 << dice.below(8),
                    _ => broken[at] = dice.byte(),
                }
            }
            let loaded = match console.load_state(&broken, &rom) {
                Err(StateLoadError::Digest { found, .. }) => {
                    broken[1..9].copy_from_slice(&found.to_le_bytes());
                    console.load_state(&broken, &rom)
                }
                other => other,
            };
            let Ok(mut again) = loaded else {
                bad += 1;
                continue;
            };
            good += 1;
            assert!(again.save_state(&rom).is_ok(), "{name}, case {case}");
            for _ in 0..4 {
                if let Err(crash) = timeline::guard_frame(&mut again, 0, &player.input()) {
                    let file = crash.fault.place.file();
                    assert!(file.contains("tests/src/carts"), "{name}, case {case}: {crash}");
                    break;
                }
            }
        }
        assert!(good > 100 && bad > 100, "{name}: {good} good and {bad} bad ones test both ways");
    }
}

#[test]
fn noise_is_refused() {
    let (console, rom, _) = typist(10);
    let mut dice = Dice::new(6);
    for _ in 0..20_000 {
        let mut noise: Vec<u8> = (0..dice.below(300)).map(|_| dice.byte()).collect();
        if let Some(first) = noise.first_mut() {
            *first = STATE_FORMAT;
        }
        assert!(console.load_state(&noise, &rom).is_err(), "{noise:?}");
    }
}
