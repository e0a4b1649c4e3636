//! The cart in the console: keys, buttons and mouse; bots; the stored recording.

use goblin::{End, Game, data, turn::Action};
use kit::Dir;
use rasher::{Console, Effect, Event, Input, Keys, Mouse, button};
use rayon::prelude::*;
use serde_json::Value;
use tests::bots::games;
use tests::bots::goblin::{delve, game, inputs, play, winner};
use tests::random::Dice;
use tests::shelved::{self, field, press, shows};

/// The cart, started with this seed.
fn console(seed: u64) -> Console {
    shelved::console("goblin", seed)
}

/// SDL's scancodes of the two keys.
const F5: u8 = 62;
const F6: u8 = 63;

/// Presses a key for some frames; returns the effects.
fn key(console: &mut Console, scancode: u8) -> Vec<Effect> {
    let mut keys = Keys::default();
    keys.set(scancode, true);
    let mut effects = Vec::new();
    for held in [true, true, true, false] {
        let keys = if held { keys } else { Keys::default() };
        effects.extend(console.frame(&Input { keys, ..Input::default() }));
    }
    effects
}

#[test]
fn f5_makes_another_dungeon_and_f6_switches_the_tube() {
    let mut it = console(7);
    press(&mut it, button::O);
    let seeds: Vec<Value> = (0..4)
        .map(|_| {
            let seed = field(&it, "seed");
            key(&mut it, F5);
            assert_eq!(field(&it, "seed"), seed, "it asks first");
            press(&mut it, button::O);
            assert_eq!(field(&it, "floor"), 1, "it begins at once");
            seed
        })
        .collect();
    assert!(
        seeds.iter().enumerate().all(|(i, seed)| !seeds[..i].contains(seed)),
        "each time once: {seeds:?}"
    );
    let effects = key(&mut it, F6);
    assert_eq!(
        effects.iter().filter(|it| **it == Effect::Crt(None)).count(),
        1,
        "once for each time it is pressed"
    );
    // Players without these keys find both in the pause menu.
    let seed = field(&it, "seed");
    let mut choose =
        |index| it.frame(&Input { events: vec![Event::Menu { index, buttons: 0x70 }], ..Input::default() });
    assert!(choose(2).contains(&Effect::Crt(None)));
    choose(1);
    press(&mut it, button::O);
    assert_ne!(field(&it, "seed"), seed);
}

/// The question about a run in progress: 🅾️ abandons it, all other keys play on. Nothing else happens while it is shown.
#[test]
fn f5_asks_before_it_abandons_a_run() {
    for (answer, abandons) in [
        (Some(button::O), true),
        (Some(button::X), false),
        (Some(button::LEFT), false),
        (Some(button::O | button::X), true),
        (None, false),
    ] {
        let mut it = console(7);
        press(&mut it, button::O);
        let game: Game = shelved::state(&it);
        // An arrow that is held while F5 is pressed is no answer.
        let mut keys = Keys::default();
        keys.set(F5, true);
        for frame in 0..120 {
            let keys = if frame < 4 { keys } else { Keys::default() };
            it.frame(&Input { keys, ..Input::buttons(button::LEFT) });
        }
        it.frame(&Input::default());
        let turns = field(&it, "turn");
        assert!(field(&it, "asks") == true && shows(&it, "abandon this run"), "{answer:?}");
        match answer {
            Some(held) => press(&mut it, held),
            None => drop(key(&mut it, F5)),
        }
        assert_eq!(field(&it, "asks"), false, "{answer:?}: answered");
        assert_eq!(field(&it, "seed") != game.seed, abandons, "{answer:?}");
        assert!(abandons || field(&it, "turn") == turns, "{answer:?}: an answer is no step");
    }
    // Nothing is lost on the title: no question.
    let mut it = console(7);
    key(&mut it, F5);
    assert_eq!((field(&it, "asks"), field(&it, "floor")), (false.into(), 1.into()));
}

/// A won game ends at the tribe's fire: the hero comes out of the cave, then the tribe dances. Until then buttons do
/// nothing; after that one leads to the title.
#[test]
fn a_won_game_comes_home() {
    let seed = winner();
    let won = shelved::until(console(seed.into()), &inputs(seed), |it| field(it, "end") == "Won");
    let (turns, mut it) = (field(&won, "turn"), won);
    let music = |it: &Console| it.machine().clone().stat(54).num().flr();
    let words = format!("{turns} turns, best {turns}");
    (0..goblin::LAST + 80).for_each(|_| _ = it.frame(&Input::default()));
    press(&mut it, button::O);
    assert!(!shows(&it, &words) && (8..12).contains(&music(&it)), "pattern {}", music(&it));
    (0..goblin::home::DANCE).for_each(|_| _ = it.frame(&Input::default()));
    assert!(shows(&it, &words) && shows(&it, &format!("seed {seed}")) && music(&it) < 8, "the dance");
    assert_eq!((field(&it, "floor"), it.machine().best("wins")), (1.into(), 1));
    press(&mut it, button::X);
    assert_eq!(field(&it, "floor"), 0, "the title");
}

#[test]
fn the_seed_is_the_run_s() {
    let mut it = console(12_345_678);
    press(&mut it, button::O);
    assert_eq!((field(&it, "floor"), field(&it, "seed")), (1.into(), 12_345_678.into()));
}

/// The bag by three buttons: X opens it, up and down choose, O uses, X closes.
#[test]
fn the_bag_opens_and_uses() {
    let mut it = console(5);
    press(&mut it, button::X);
    press(&mut it, button::X);
    assert_eq!((field(&it, "row"), field(&it, "turn")), (0.into(), 0.into()));
    press(&mut it, button::DOWN);
    press(&mut it, button::UP);
    press(&mut it, button::UP);
    assert_eq!(field(&it, "row"), data::LANTERN, "it goes round");
    press(&mut it, button::X);
    assert_eq!(field(&it, "row"), -1);
    press(&mut it, button::X);
    press(&mut it, button::O);
    assert_eq!(
        (field(&it, "row"), field(&it, "turn"), field(&it, "bag")[0].clone()),
        ((-1).into(), 1.into(), 0.into())
    );
}

/// The pointer is drawn with the name of what is under it, and disappears when it rests.
#[test]
fn the_mouse_names_what_it_is_on() {
    let mut it = console(5);
    press(&mut it, button::O);
    (0..60).for_each(|_| _ = it.frame(&Input::default()));
    let plain = tests::golden::Shown::screen(&it);
    let game: Game = serde_json::from_value(it.program().inspect()).unwrap();
    let (left, top) = game.camera();
    let at = game.at(game.hero);
    let mouse = Mouse { x: (at.x * 8 + 3 - left) as i16, y: (at.y * 8 + 3 - top) as i16, ..Mouse::default() };
    it.frame(&Input { mouse, ..Input::default() });
    let named = tests::golden::Shown::screen(&it);
    let differ = (0..96 * 128).filter(|i| plain[*i] != named[*i]).count();
    assert!(differ > 200, "a box with a name: {differ} pixels");
    (0..200).for_each(|_| _ = it.frame(&Input { mouse, ..Input::default() }));
    let shown = tests::golden::Shown::screen(&it);
    assert!((0..96 * 128).filter(|i| shown[*i] != plain[*i]).count() < 60, "no more; the hero may step");
}

/// The hero is in the middle of the window; at the edges of the floor the window stops.
#[test]
fn the_camera_follows_and_stays_on_the_floor() {
    let mut game = game(2);
    for (at, camera) in [((22, 15), (116, 76)), ((1, 1), (0, 0)), ((42, 28), (224, 144)), ((1, 28), (0, 144))]
    {
        game.world.give(game.hero, kit::Cell::at(at.0, at.1));
        assert_eq!(game.camera(), camera, "{at:?}");
    }
}

/// A whole game played with six buttons, as stored in `tests/replays`: it is won, and the number of turns is on the
/// screen and in the cart data.
#[test]
fn the_recording_is_of_a_won_game() {
    let mut it = shelved::recorded("goblin");
    assert_eq!(
        (field(&it, "end"), field(&it, "floor"), field(&it, "deepest")),
        ("Won".into(), 1.into(), 5.into())
    );
    let turns = field(&it, "turn").as_i64().unwrap() as i32;
    assert!(turns > 500, "{turns} turns");
    assert_eq!(["turns", "wins", "floor"].map(|name| it.machine().best(name)), [-turns, 1, 5]);
    press(&mut it, button::O);
    assert_eq!(field(&it, "floor"), 0, "back to the title");
}

/// Once the hero has the drum, the way-up tune plays, from pattern 32, whichever creature acts in that turn: checked six
/// times a second.
#[test]
fn the_drum_changes_the_tune() {
    let seed = winner();
    let (mut it, mut down, mut up) = (console(seed.into()), 0, 0);
    for (i, input) in inputs(seed).iter().enumerate() {
        it.frame(input);
        if !i.is_multiple_of(10) || i < 100 {
            continue;
        }
        let game: Game = shelved::state(&it);
        let pattern = it.machine().clone().stat(54).num().flr();
        if game.floor > 0 && game.end.is_none() {
            let ways = if game.has_drum() { &mut up } else { &mut down };
            *ways += 1;
            assert_eq!(game.has_drum(), pattern >= 32, "pattern {pattern} in turn {}", game.turn);
        }
    }
    assert!(down > 100 && up > 20, "looked at {down} times on the way down, {up} up");
}

/// The end is announced after the last attack was shown. Restarting before that still counts as a win.
#[test]
fn a_game_that_has_just_ended_counts_when_the_player_restarts() {
    let seed = winner();
    let won = shelved::until(console(seed.into()), &inputs(seed), |it| field(it, "end") == "Won");
    for menu in [false, true] {
        let mut it = won.clone();
        assert_eq!(it.machine().best("wins"), 0, "not told yet");
        if menu {
            it.frame(&Input { events: vec![Event::Menu { index: 1, buttons: 0x70 }], ..Input::default() });
        } else {
            key(&mut it, F5);
        }
        assert_eq!((field(&it, "end"), it.machine().best("wins")), (Value::Null, 1));
    }
}

/// Games of the bot: none panics or gets stuck, and it wins some but not most.
#[test]
fn all_games_end() {
    let games = games(1000);
    let ends: Vec<Game> = (0..games)
        .into_par_iter()
        .map(|seed| {
            let mut game = game(seed);
            play(&mut game, 9000, delve);
            assert!(game.end.is_some(), "stuck: seed {seed}, floor {}, turn {}", game.floor, game.turn);
            game
        })
        .collect();
    let count = |end: &dyn Fn(&Game) -> bool| ends.iter().filter(|game| end(game)).count();
    let won = count(&|game| game.end == Some(End::Won));
    let drums = count(&|game| game.has_drum());
    println!("{games} games: {won} won, {drums} had the drum");
    for (kind, row) in (0..).zip(&data::KINDS) {
        println!("{} by {}", count(&|game| game.end == Some(End::Killed(kind))), row.name);
    }
    let games = games as usize;
    assert!(won * 100 > games * 15 && won * 100 < games * 70, "{won} of {games} won");
    assert!(drums > won, "the way up is a part of the game");
}

#[test]
fn any_actions_do_no_harm() {
    (0..games(200).into()).into_par_iter().for_each(|seed| {
        let mut dice = Dice::new(seed);
        let mut game = game(seed as u32);
        for _ in 0..400 {
            game.act(match dice.below(10) {
                0 => Action::Rest,
                1 => Action::Use(dice.range(-1, 9)),
                _ => Action::Go(Dir::ALL[dice.range(0, 4) as usize]),
            });
            assert_ne!(
                game.map().tiles.get(game.at(game.hero)),
                goblin::dungeon::WALL,
                "seed {seed}: in a wall"
            );
        }
    });
}

#[test]
fn any_input_does_no_harm() {
    shelved::any_input("goblin", 20, 1500);
}
