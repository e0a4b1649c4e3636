//! The cart in the console: keys and buttons, on the title and on a floor; the stored recording.

use picorogue::{BEASTS, CLOCK, FLOORS, FOG, GHOST, Game, HUNGER, LAST, TOWERS, TRAPS, WEATHER};
use rasher::{Console, Input, button};
use tests::bots::picorogue::{climb, game, pressed};
use tests::shelved::{self, field, letter, press, shows};

/// The cart, started with this seed.
fn console(seed: u64) -> Console {
    shelved::console("picorogue", seed)
}

/// Sets fields of the game.
fn set(it: &mut Console, fields: &[(&str, i32)]) {
    for (path, value) in fields {
        let edit = it.state_edit(&format!("/{path}"), &value.to_string()).expect("a field");
        it.edit(&edit).expect("a number");
    }
}

/// Up the last stairs, and until the end screen takes buttons.
fn win(it: &mut Console) {
    let game: Game = shelved::state(it);
    set(it, &[("floor", FLOORS), ("pc", game.stairs)]);
    press(it, button::O);
    (0..LAST + 70).for_each(|_| _ = it.frame(&Input::default()));
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
fn the_seed_is_the_run_s() {
    for seed in [0, 210_034, 20_261_122] {
        let mut it = console(seed.into());
        press(&mut it, button::DOWN);
        press(&mut it, button::O);
        assert_eq!(
            (field(&it, "floor"), field(&it, "seed"), field(&it, "pc")),
            (1.into(), seed.into(), game(seed, 0).pc.into()),
            "O begins, from any row"
        );
    }
}

#[test]
fn modes_are_switched_on_alone_and_together() {
    let mut it = console(1);
    let mut modes = 0;
    press(&mut it, button::DOWN);
    for bit in 0..6 {
        press(&mut it, button::DOWN);
        press(&mut it, button::X);
        modes |= 1 << bit;
        assert_eq!(field(&it, "modes"), modes);
    }
    press(&mut it, button::X);
    assert_eq!(field(&it, "modes"), 31, "and off");
    press(&mut it, button::O);
    assert_eq!((field(&it, "modes"), field(&it, "floor")), (31.into(), 1.into()), "O begins");
}

/// Fog first, then a mode per tower: by the buttons of a player who climbs them all.
#[test]
fn tower_by_tower_adds_fog_and_then_a_mode() {
    let expected = [
        FOG,
        CLOCK,
        CLOCK | HUNGER,
        CLOCK | HUNGER | BEASTS,
        CLOCK | HUNGER | BEASTS | WEATHER,
        CLOCK | HUNGER | BEASTS | WEATHER | TRAPS,
        63,
    ];
    let mut it = console(5);
    press(&mut it, button::DOWN);
    press(&mut it, button::RIGHT);
    assert_eq!(field(&it, "tower"), 1, "the second tower has to be earned");
    press(&mut it, button::O);
    for (tower, modes) in (1..).zip(expected) {
        let game: Game = shelved::state(&it);
        assert_eq!((game.tower, game.modes, game.floor), (tower, modes, 1), "tower {tower}");
        let fog = game.seen.iter().any(|seen| !seen);
        assert!(fog && shows(&it, &format!("tower {tower}: now with {}", TOWERS[tower as usize - 1].1)));
        win(&mut it);
        assert!(shows(&it, &format!("tower {tower} of 7 is climbed!")));
        assert_eq!(it.machine().best("tower"), tower);
        assert_eq!(
            (0..64).find(|at| it.machine().clone().dget(*at).bits() != 0),
            None,
            "no medal of the menu"
        );
        press(&mut it, button::O);
    }
    // After the last one the title, with the last tower chosen; the menu's modes are as they were.
    let game: Game = shelved::state(&it);
    assert_eq!((game.floor, game.row, game.tower, game.modes), (0, 1, 7, 0));
    (0..9).for_each(|_| press(&mut it, button::LEFT));
    assert_eq!(field(&it, "tower"), 1, "any of them can be climbed again");
}

/// A lost tower is tried again from the title, where it is still chosen; X leaves a climbed one for the title.
#[test]
fn a_tower_that_is_lost_stays_chosen() {
    let mut it = console(5);
    for held in [button::DOWN, button::DOWN, button::X, button::UP, button::O] {
        press(&mut it, held);
    }
    let game: Game = shelved::state(&it);
    assert_eq!((game.modes, game.kept), (FOG, GHOST), "the tower has its own modes");
    win(&mut it);
    let mut other = it.clone();
    press(&mut it, button::O);
    set(&mut it, &[("clock", 1)]);
    press(&mut it, button::X);
    (0..LAST + 70).for_each(|_| _ = it.frame(&Input::default()));
    assert!(shows(&it, "your time is up"));
    press(&mut it, button::O);
    press(&mut other, button::X);
    for (it, why) in [(it, "lost"), (other, "climbed, and the next one left")] {
        let back: Game = shelved::state(&it);
        assert_eq!((back.floor, back.row, back.tower, back.modes), (0, 1, 2, GHOST), "{why}");
    }
}

/// The plain tower of a seed, at the foot of the first stairs, after this many turns.
fn at_the_stairs(seed: u32) -> (Console, i64) {
    let mut it = console(seed.into());
    press(&mut it, button::O);
    let mut game = game(seed, 0);
    while game.pc != game.stairs {
        let action = climb(&game);
        game.act(action);
        press(&mut it, pressed(action));
    }
    (it, game.turn.into())
}

/// Buttons repeat while they are down: holding O would keep trying to climb on the next floor.
#[test]
fn a_held_button_does_not_run_on_into_a_new_floor() {
    for seed in 1..9 {
        let (mut it, turns) = at_the_stairs(seed);
        (0..100).for_each(|_| _ = it.frame(&Input::buttons(button::O)));
        assert_eq!((field(&it, "floor"), field(&it, "turn")), (2.into(), (turns + 1).into()), "seed {seed}");
        it.frame(&Input::default());
        press(&mut it, button::O);
        assert_eq!(field(&it, "turn"), turns + 2, "let go, it counts again");
        // Another button counts at once.
        let (mut it, turns) = at_the_stairs(seed);
        (0..20).for_each(|_| _ = it.frame(&Input::buttons(button::O)));
        it.frame(&Input::buttons(button::O | button::X));
        assert_eq!(field(&it, "turn"), turns + 2, "seed {seed}");
    }
}

#[test]
fn an_end_screen_is_deaf_for_a_second() {
    let mut it = console(3);
    // Hunger, and 40 looks.
    for held in [0, button::DOWN, button::DOWN, button::DOWN, button::X, button::O] {
        press(&mut it, held);
    }
    while field(&it, "end") == serde_json::Value::Null {
        press(&mut it, button::X);
    }
    // The window, grey and red on black; for three quarters of a second the last turn is shown without it.
    let told =
        |it: &Console| it.machine().clone().pget(14, 74) == 8 || it.machine().clone().pget(14, 18) == 8;
    for frame in 0..LAST + 58 {
        assert_eq!(told(&it), frame >= LAST - 1, "frame {frame}");
        it.frame(&Input::buttons(if frame % 2 == 0 { button::X } else { 0 }));
        assert_ne!(field(&it, "floor"), 0, "frame {frame}");
    }
    it.frame(&Input::default());
    press(&mut it, button::X);
    assert_eq!(field(&it, "floor"), 0);
}

#[test]
fn the_medal_is_kept_with_the_turns_for_each_mixture() {
    let mut it = console(20);
    for input in tests::bots::picorogue::inputs(20, 0) {
        it.frame(&input);
    }
    let (turns, par) = (field(&it, "turn").as_i64().unwrap(), field(&it, "par_all").as_i64().unwrap());
    assert_eq!(turns, par, "the climber leaves out no step and takes no ladder");
    assert_eq!(it.machine().clone().dget(0).bits(), (turns as i32) << 16 | 2 << 14, "silver");
    press(&mut it, button::O);
    it.frame(&Input::default());
    let medals = field(&it, "medals");
    assert_eq!(
        (medals[0].as_i64(), medals[1].as_i64(), field(&it, "best")),
        (Some(2), Some(0), turns.into())
    );
}

/// A whole game as stored in `tests/replays`: won with all six forms of death on, with the turns on the screen and in
/// the cart data.
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
