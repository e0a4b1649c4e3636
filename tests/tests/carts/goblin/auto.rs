//! Automatic actions and what stops them: in the console, with a player's buttons.

use super::turns::hall;
use goblin::data::{DRUM, MUSHROOM, SNAKE};
use goblin::dungeon::{DOWN, FLOOR};
use goblin::store::{Fighter, Item, Mind};
use goblin::{Game, NOTICE, SIGHT, auto};
use kit::Cell;
use rasher::{Console, Input, Keys, Mouse, button};
use tests::bots::goblin::game;
use tests::shelved::{self, press};

fn playing(game: Game) -> Console {
    shelved::playing("goblin", game)
}

fn state(console: &Console) -> Game {
    shelved::state(console)
}

fn frames(console: &mut Console, n: usize, held: u8) {
    (0..n).for_each(|_| _ = console.frame(&Input::buttons(held)));
}

/// The hall, with this many hit points left.
fn hurt(hp: i32) -> Game {
    let mut game = hall();
    game.world.get_mut::<Fighter>(game.hero).unwrap().hp = hp;
    game
}

fn click(console: &mut Console, x: i16, y: i16) {
    for buttons in [1, 0] {
        console.frame(&Input { mouse: Mouse { x, y, buttons, ..Mouse::default() }, ..Input::default() });
    }
}

/// One press; a hit point returns every ninth turn.
#[test]
fn one_press_rests_until_well() {
    let mut it = playing(hurt(38));
    press(&mut it, button::O);
    frames(&mut it, 120, 0);
    assert_eq!((state(&it).body().hp, state(&it).turn), (40, 18));
    press(&mut it, button::O);
    frames(&mut it, 120, 0);
    assert_eq!(state(&it).turn, 19, "whoever is well waits one turn");
    let mut it = playing(hurt(20));
    (0..5).for_each(|_| {
        frames(&mut it, 1, button::O);
        frames(&mut it, 3, 0);
    });
    assert_eq!(state(&it).turn, 5, "pressed again and again: turn by turn");
    frames(&mut it, 30, 0);
    let resting = state(&it).turn;
    assert!(resting > 15, "and then on: {resting}");
    press(&mut it, button::X);
    frames(&mut it, 60, 0);
    assert!(state(&it).turn <= resting + 1, "any button ends it");
}

/// A snake approaches during a rest and is seen before it bites. O stays down all the time.
#[test]
fn resting_stops_at_the_first_sight() {
    for held in [0, button::O] {
        let mut game = hurt(20);
        let snake = game.monster(SNAKE, Cell::at(32, 10), NOTICE);
        let mut it = playing(game);
        press(&mut it, button::O);
        frames(&mut it, 600, held);
        let game = state(&it);
        assert!(game.end.is_none() && game.body().hp >= 20, "{} hit points", game.body().hp);
        assert_eq!(game.at(snake).dist(game.at(game.hero)), SIGHT, "as far off as one sees");
    }
}

/// A held arrow stops when a monster comes into view and when an attack happens; a new press continues.
#[test]
fn a_held_arrow_stops_at_sights_and_blows() {
    let mut game = hall();
    game.monster(1, Cell::at(30, 10), 0);
    let mut it = playing(game);
    frames(&mut it, 600, button::RIGHT);
    assert_eq!(state(&it).at(state(&it).hero), Cell::at(30 - SIGHT, 10));
    frames(&mut it, 1, 0);
    frames(&mut it, 1, button::RIGHT);
    assert_eq!(state(&it).at(state(&it).hero), Cell::at(31 - SIGHT, 10));
    // A monster with many hit points next to the hero: one attack per press.
    let mut game = hall();
    let it = game.monster(1, Cell::at(11, 10), NOTICE);
    game.world.get_mut::<Fighter>(it).unwrap().hp = 999;
    let mut it = playing(game);
    frames(&mut it, 200, button::RIGHT);
    assert_eq!(state(&it).turn, 1);
}

/// The end screen ignores buttons for a second, and any held before.
#[test]
fn the_end_waits_a_second_for_a_new_press() {
    let dying = || {
        let mut game = hurt(1);
        let snake = game.monster(SNAKE, Cell::at(11, 10), NOTICE);
        game.world.get_mut::<Fighter>(snake).unwrap().accuracy = 1000;
        playing(game)
    };
    let mut it = dying();
    frames(&mut it, 600, button::O);
    assert!(state(&it).end.is_some(), "held");
    press(&mut it, button::O);
    assert_eq!(state(&it).floor, 1, "it was held all the time: that is no new press");
    press(&mut it, button::O);
    assert_eq!(state(&it).floor, 0, "to the title");
    let mut it = dying();
    press(&mut it, button::O);
    assert!(state(&it).end.is_some());
    // The window is below or above the goblin; for three quarters of a second the last attack is shown
    // without it.
    let told = |it: &Console| [12, 65].iter().any(|y| it.machine().clone().pget(14, *y) == 8);
    assert!(!told(&it), "the blow first");
    while !told(&it) {
        press(&mut it, button::X);
    }
    (0..29).for_each(|_| press(&mut it, button::X));
    assert!(state(&it).end.is_some(), "58 frames of tapping, from where the window is seen");
    frames(&mut it, 4, 0);
    press(&mut it, button::X);
    assert_eq!(state(&it).floor, 0);
}

/// On 100 floors without monsters: exploring sees everything, takes everything except the drum, and ends on the
/// stairs.
#[test]
fn exploring_sees_all_and_ends_on_the_stairs() {
    for seed in 0..100 {
        let mut game = game(seed);
        // In the middle of a room without stairs or items.
        let things: Vec<Cell> = game.world.query::<(&Item, &Cell)>().map(|(_, (_, at))| *at).collect();
        let mut middles = game.map().rooms.iter().map(|room| room.middle());
        let free = |it: &Cell| game.map().tiles.get(*it) == FLOOR && !things.contains(it);
        let at = middles.find(free).expect("more than two rooms");
        game.thing(DRUM, at);
        game.auto = auto::EXPLORE;
        let mut turns = 0;
        loop {
            game.world.all::<&Mind>().into_iter().for_each(|it| game.world.despawn(it));
            game.watched.clear();
            let Some(action) = game.plan() else { break };
            game.act(action);
            turns += 1;
            assert!(turns < 3000, "seed {seed}: endless");
        }
        let map = game.map();
        let (open, _) = map.steps(map.up);
        assert!(open.iter().all(|it| map.seen.get(*it)), "seed {seed}: not all is seen");
        let left: Vec<i32> = game.world.query::<&Item>().map(|(_, item)| item.0).collect();
        assert_eq!((left, game.has_drum()), (vec![DRUM], false), "seed {seed}");
        assert_eq!(map.tiles.get(game.at(game.hero)), DOWN, "seed {seed}");
        // With the drum it leads to the way out.
        game.bag[DRUM as usize] = 1;
        while let Some(action) = game.plan() {
            game.world.all::<&Mind>().into_iter().for_each(|it| game.world.despawn(it));
            game.watched.clear();
            game.act(action);
        }
        assert_eq!(game.at(game.hero), game.map().up, "seed {seed}");
    }
}

/// E, and left or right in the bag.
#[test]
fn a_key_and_the_bag_explore() {
    let mut hidden = hall();
    hidden.thing(MUSHROOM, Cell::at(10, 14));
    let mut it = playing(hidden.clone());
    let mut keys = Keys::default();
    keys.set(8, true);
    it.frame(&Input { keys, ..Input::default() });
    frames(&mut it, 60, 0);
    assert!(state(&it).turn > 8 && state(&it).bag[MUSHROOM as usize] == 2, "turn {}", state(&it).turn);
    let mut it = playing(hidden);
    press(&mut it, button::X);
    press(&mut it, button::RIGHT);
    frames(&mut it, 60, 0);
    let game = state(&it);
    assert!(game.turn > 8 && game.row < 0, "turn {}, row {}", game.turn, game.row);
}

/// The answer to E when there is no way is in the log once, however often it is pressed: a sleeper in the only way, or all
/// explored, also with a monster in sight.
#[test]
fn the_log_keeps_one_answer_to_e() {
    for (sleeper, walled, words) in [
        (None, false, "all explored."),
        (Some(Cell::at(12, 10)), false, "all explored."),
        (Some(Cell::at(12, 10)), true, "enemies in the way."),
    ] {
        let mut game = hall();
        game.maps[0].seen = kit::Grid::new(goblin::dungeon::W, goblin::dungeon::H, true, true);
        if walled {
            (1..goblin::dungeon::H - 1).filter(|y| *y != 10).for_each(|y| {
                game.maps[0].tiles.set(Cell::at(12, y), goblin::dungeon::WALL);
            });
            game.thing(MUSHROOM, Cell::at(15, 10));
        }
        if let Some(at) = sleeper {
            // A rat that neither wakes nor is new to the hero.
            let rat = game.monster(1, at, 0);
            game.watched.push(rat);
            game.met = !0;
        }
        let mut it = playing(game);
        for _ in 0..6 {
            let mut keys = Keys::default();
            keys.set(8, true);
            it.frame(&Input { keys, ..Input::default() });
            frames(&mut it, 9, 0);
        }
        let game = state(&it);
        let lines: Vec<&str> = game.log.iter().map(|line| line.text.as_str()).collect();
        assert_eq!((lines, game.turn), (vec![words], 0));
    }
}

/// A click walks there, around sleepers, also on the minimap; a monster that comes into view ends it.
#[test]
fn a_click_travels() {
    let window = |game: &Game, x: i32, y: i32| {
        let (left, top) = game.camera();
        ((x * 8 + 4 - left) as i16, (y * 8 + 4 - top) as i16)
    };
    let there = |game: Game, at: (i16, i16)| {
        let mut it = playing(game);
        click(&mut it, at.0, at.1);
        frames(&mut it, 120, 0);
        state(&it)
    };
    let game = hall();
    let mut it = there(game.clone(), window(&game, 14, 12));
    assert_eq!((it.at(it.hero), it.turn), (Cell::at(14, 12), 6));
    it = there(game.clone(), (84 + 4, 98 + 9));
    assert_eq!((it.at(it.hero), it.turn), (Cell::at(4, 9), 7));
    // No one is bumped into on the way: its ends are in one row with a sleeper.
    let mut asleep = game.clone();
    let sleeper = asleep.monster(1, Cell::at(12, 10), 0);
    asleep.watched.push(sleeper);
    asleep.world.get_mut::<Fighter>(sleeper).unwrap().hp = 6;
    it = there(asleep, window(&game, 14, 10));
    assert_eq!(it.world.get::<Fighter>(sleeper).map(|it| it.hp), Some(6));
    // A click on the hero is O.
    it = there(game.clone(), window(&game, 10, 10));
    assert_eq!(it.turn, 1);
    // Seen from a distance, on the way to the other end of the hall.
    let mut far = game;
    far.maps[0].seen = kit::Grid::new(goblin::dungeon::W, goblin::dungeon::H, true, false);
    far.monster(1, Cell::at(30, 10), 0);
    it = there(far, (84 + 40, 98 + 10));
    assert_eq!(it.at(it.hero), Cell::at(30 - SIGHT, 10));
}
