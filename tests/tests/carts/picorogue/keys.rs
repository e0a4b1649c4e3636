//! The cart in the console: what the keys and buttons do, on the title and on a floor; the recording that is kept.

use rasher::{Console, button};
use tests::shelved::{self, field, letter, press};

/// The cart, started with that seed.
fn console(seed: u64) -> Console {
    shelved::console("picorogue", seed)
}

#[test]
fn arrows_and_letters_do_the_same() {
    for (letters, held) in [
        (b'h', button::LEFT),
        (b'l', button::RIGHT),
        (b'k', button::UP),
        (b'j', button::DOWN),
        (b'<', button::O),
    ] {
        let [mut typed, mut pressed] = [console(7), console(7)];
        for console in [&mut typed, &mut pressed] {
            press(console, button::X);
            assert_eq!(field(console, "floor"), 1);
        }
        let places = (0..12).map(|_| {
            letter(&mut typed, letters);
            press(&mut pressed, held);
            assert_eq!(field(&typed, "pc"), field(&pressed, "pc"), "{}", char::from(letters));
            assert_eq!(field(&typed, "turn"), field(&pressed, "turn"), "{}", char::from(letters));
            field(&typed, "pc")
        });
        assert_eq!(places.count(), 12);
        assert_eq!(field(&typed, "turn"), 12, "each try is a turn");
    }
}

#[test]
fn the_seed_is_the_run_s_or_typed_or_turned() {
    let mut it = shelved::with_typed_seed("picorogue");
    press(&mut it, button::O);
    press(&mut it, button::RIGHT);
    press(&mut it, button::X);
    assert_eq!(field(&it, "seed"), 210_034, "O up, X down, the first digit and the second");
    press(&mut it, button::DOWN);
    press(&mut it, button::O);
    assert_eq!((field(&it, "floor"), field(&it, "seed")), (1.into(), 210_034.into()));
}

#[test]
fn modes_are_switched_on_alone_and_together() {
    let mut it = console(1);
    let mut modes = 0;
    for bit in 0..6 {
        press(&mut it, button::DOWN);
        press(&mut it, button::O);
        modes |= 1 << bit;
        assert_eq!(field(&it, "modes"), modes);
    }
    press(&mut it, button::X);
    assert_eq!(field(&it, "modes"), 31, "and off");
}

#[test]
fn an_end_screen_is_deaf_for_a_second() {
    let mut it = console(3);
    // Hunger on, begin, and look until it ends.
    for held in [0, button::DOWN, button::DOWN, button::X, button::UP, button::UP, button::X] {
        press(&mut it, held);
    }
    while field(&it, "end").is_null() {
        press(&mut it, button::X);
    }
    for frame in 0..picorogue::DEAF {
        it.frame(&rasher::Input::buttons(if frame % 2 == 0 { button::X } else { 0 }));
        assert_ne!(field(&it, "floor"), 0, "frame {frame}");
    }
    it.frame(&rasher::Input::default());
    press(&mut it, button::X);
    assert_eq!(field(&it, "floor"), 0);
}

/// A whole game as it is kept in `tests/replays`: won with all six forms of death on, with the turns on the screen and in the cart data.
#[test]
fn the_recording_is_of_a_won_game() {
    let mut it = shelved::recorded("picorogue");
    assert_eq!(
        (field(&it, "end"), field(&it, "floor"), field(&it, "modes")),
        ("Won".into(), 10.into(), 63.into())
    );
    let turns = field(&it, "turn");
    assert!(turns.as_i64() > Some(50) && field(&it, "best") == turns, "{turns} turns, the best so far");
    assert_eq!(it.machine().clone().dget(63).flr(), turns.as_i64().unwrap() as i32);
    press(&mut it, button::O);
    assert_eq!(field(&it, "floor"), 0, "back to the title");
}

#[test]
fn any_input_does_no_harm() {
    shelved::any_input("picorogue", 40, 2000);
}
