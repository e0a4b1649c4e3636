//! The cart in the console: keys and buttons on the title and in a dungeon; the stored recording.

use ghosts::Game;
use rasher::{Console, Input, button};
use tests::shelved::{self, field, press, shows};

/// The cart, started with this seed.
fn console(seed: u64) -> Console {
    shelved::console("ghosts", seed)
}

#[test]
fn wasd_and_arrows_do_the_same() {
    // SDL's scancodes.
    for (key, held) in [(4, button::LEFT), (7, button::RIGHT), (26, button::UP), (22, button::DOWN)] {
        let [mut typed, mut pressed] = [console(7), console(7)];
        let mut keys = Input::default();
        keys.keys.set(key, true);
        for (console, input) in [(&mut typed, &keys), (&mut pressed, &Input::buttons(held))] {
            press(console, button::X);
            let before = (field(console, "x"), field(console, "y"));
            (0..9).for_each(|_| _ = console.frame(input));
            assert_ne!((field(console, "x"), field(console, "y")), before, "key {key}");
        }
        for name in ["x", "y", "face"] {
            assert_eq!(field(&typed, name), field(&pressed, name), "key {key}");
        }
    }
}

#[test]
fn the_seed_is_the_run_s() {
    let mut it = console(12_345_678);
    press(&mut it, button::O);
    assert_eq!((field(&it, "level"), field(&it, "seed")), (1.into(), 12_345_678.into()));
}

/// The music pattern that is playing.
fn pattern(console: &Console) -> i32 {
    console.machine().clone().stat(54).num().flr()
}

#[test]
fn each_level_has_a_tune_and_a_held_o_flashes_once() {
    let mut it = console(7);
    it.frame(&Input::default());
    assert_eq!(pattern(&it), 0, "the title's");
    press(&mut it, button::X);
    it.frame(&Input::default());
    assert_eq!(pattern(&it), 8, "the cellars'");
    (0..150).for_each(|_| _ = it.frame(&Input::default()));
    let mut flashes = 0;
    for _ in 0..180 {
        it.frame(&Input::buttons(button::O));
        flashes += i32::from(field(&it, "flash") == ghosts::play::FLASH);
    }
    assert_eq!(flashes, 1, "three seconds long");
}

/// A player who flashes as the last life is lost still sees how it ended.
#[test]
fn an_end_screen_is_deaf_for_a_second() {
    let title = |it: &Console| field(it, "level") == 0;
    let mut end = ended_just_now();
    for frame in 0..60 {
        end.frame(&Input::buttons(if frame % 2 == 0 { button::O } else { 0 }));
        assert!(!title(&end), "frame {frame}");
    }
    end.frame(&Input::default());
    press(&mut end, button::O);
    assert!(title(&end));
}

/// After dawn, X starts the endless night, in the same run; O leaves for the title.
#[test]
fn after_dawn_the_night_is_endless() {
    let dawn = shelved::recorded("ghosts");
    let mut it = dawn.clone();
    assert!(shows(&it, "endless night"));
    press(&mut it, button::X);
    let game: Game = shelved::state(&it);
    let old: Game = shelved::state(&dawn);
    assert_eq!((game.night, game.level, game.seed, game.score), (1, 1, old.seed, old.score));
    (0..60).for_each(|_| _ = it.frame(&Input::default()));
    assert!(shows(&it, &format!("night 1  {}", game.score)), "the score is on the screen in play");
    assert!(shows(&it, "night 1") && shows(&it, "wisps are twice as fast"));
    assert!(pattern(&it) >= 8, "the cellars' tune");
    // Its end counts for the points and the night, once no life is left.
    let game: Game = shelved::state(&it);
    let (x, y) = game.spot(&game.ghosts[0]);
    for (path, value) in
        [("/night", 4), ("/score", 9876), ("/lives", 1), ("/hurt", 0), ("/x", x * 16), ("/y", y * 16)]
    {
        let edit = it.state_edit(path, &value.to_string()).expect("a field");
        it.edit(&edit).expect("a number");
    }
    (0..70).for_each(|_| _ = it.frame(&Input::default()));
    assert_eq!(["points", "night"].map(|name| it.machine().best(name)), [9876, 4]);
    assert!(shows(&it, "score 9876  the best yet!") && shows(&it, "night 4"));
    press(&mut it, button::O);
    assert_eq!(field(&it, "level"), 0);
}

/// A candle is set on the map, where O is no flash.
#[test]
fn o_on_the_map_sets_a_candle() {
    let mut it = console(7);
    press(&mut it, button::X);
    (0..150).for_each(|_| _ = it.frame(&Input::default()));
    press(&mut it, button::X);
    assert!(field(&it, "map") == true && shows(&it, "candle"));
    press(&mut it, button::O);
    let game: Game = shelved::state(&it);
    assert_eq!((game.map, game.wax, game.candles.len(), game.flash), (false, 2, 1, 0));
    assert_eq!(game.candles[0].at, game.cell());
}

/// The stored game in the frame in which it ended.
fn ended_just_now() -> Console {
    let seed = tests::bots::ghosts::seed(20, true);
    let inputs = tests::bots::ghosts::inputs(seed);
    shelved::until(console(seed.into()), &inputs, |it| field(it, "level") == 4)
}

#[test]
fn o_flashes_and_x_shows_the_map_while_all_goes_on() {
    let mut it = console(7);
    press(&mut it, button::X);
    // Her light appears first.
    (0..150).for_each(|_| _ = it.frame(&Input::default()));
    press(&mut it, button::O);
    assert!(field(&it, "flash").as_i64() > Some(0));
    press(&mut it, button::X);
    assert_eq!(field(&it, "map"), true);
    let clock = field(&it, "clock").as_i64();
    press(&mut it, button::X);
    assert_eq!(field(&it, "map"), false);
    assert!(field(&it, "clock").as_i64() > clock);
}

/// A whole game with six buttons, as stored in `tests/replays`: won, with points and time as results.
#[test]
fn the_recording_is_of_a_won_game() {
    let mut it = shelved::recorded("ghosts");
    assert_eq!(field(&it, "level"), 4);
    let (score, seconds) = (field(&it, "score").as_i64(), field(&it, "frames").as_i64().unwrap() / 60);
    assert!(score > Some(1500), "{score:?}");
    let best = ["points", "seconds"].map(|name| i64::from(it.machine().best(name)));
    assert_eq!(best, [score.unwrap(), -seconds]);
    press(&mut it, button::O);
    assert_eq!(field(&it, "level"), 0, "back to the title");
}

#[test]
fn any_input_does_no_harm() {
    shelved::any_input("ghosts", 15, 1000);
}
