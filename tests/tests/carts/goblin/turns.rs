//! The world's store, bumps and their subscribers, monsters' movement, items, stairs, both ends.

use goblin::bus::Event;
use goblin::data::{
    BAT, DRUM, EGG, ITEMS, JELLY, KINDS, LANTERN, LID, MOLE, MUSHROOM, OGRE, SNAKE, SPORES, WHETSTONE,
};
use goblin::dungeon::{AJAR, DOOR, DOWN, FLOOR, H, UP, W, WALL};
use goblin::store::{Away, Fighter, Floater, Item, Kind, Mind, Poison, Slide, Sprite, World};
use goblin::turn::Action;
use goblin::{End, FLOORS, Game, NOTICE};
use kit::{Cell, Dir, Grid};
use tests::bots::goblin::game;

/// A hall with only outer walls, the hero at (10, 10), and nothing else on the floor.
pub fn hall() -> Game {
    let mut game = game(1);
    for it in game.world.all::<&Cell>() {
        if it != game.hero {
            game.world.despawn(it);
        }
    }
    let mut tiles = Grid::new(W, H, FLOOR, WALL);
    for cell in tiles.cells().filter(|it| it.x % (W - 1) == 0 || it.y % (H - 1) == 0) {
        tiles.set(cell, WALL);
    }
    game.maps[0].tiles = tiles;
    game.world.give(game.hero, Cell::at(10, 10));
    game.act(Action::Rest);
    game.turn = 0;
    game
}

fn hp(game: &Game, it: u32) -> i32 {
    game.world.get::<Fighter>(it).map_or(0, |it| it.hp)
}

#[test]
fn the_store_spawns_and_answers_queries() {
    let mut world = World::default();
    let a = world.spawn((Cell::at(1, 2), Kind(3)));
    let b = world.spawn((Kind(4),));
    let c = world.spawn((Cell::at(5, 6), Kind(7), Sprite(1, 2, false)));
    assert_eq!((a, b, c), (1, 2, 3), "numbers from 1 on, in the order of birth");
    assert_eq!(world.all::<&Kind>(), [a, b, c]);
    assert_eq!(world.all::<(&Kind, &Cell)>(), [a, c], "those that have both");
    assert_eq!(world.all::<(&Sprite, (&Cell, &Kind))>(), [c]);
    let cells: Vec<(u32, Cell)> = world.query::<&Cell>().map(|(it, at)| (it, *at)).collect();
    assert_eq!(cells, [(a, Cell::at(1, 2)), (c, Cell::at(5, 6))]);
    world.give(b, Cell::at(0, 0));
    world.get_mut::<Kind>(b).unwrap().0 = 9;
    assert_eq!(world.take::<Kind>(b).map(|kind| kind.0), Some(9));
    assert_eq!(world.all::<&Kind>(), [a, c]);
    world.despawn(a);
    assert_eq!(
        (world.all::<&Cell>(), world.spawn((Kind(1),))),
        (vec![b, c], 4),
        "numbers are not used again"
    );
    // The console needs a copy that can be read back by field names.
    let text = serde_json::to_string(&world).unwrap();
    let again: World = serde_json::from_str(&text).unwrap();
    assert_eq!(again.all::<&Cell>(), world.all::<&Cell>());
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
}

#[test]
fn steps_take_turns_and_walls_do_not() {
    let mut game = hall();
    for (dir, at) in [(Dir::Left, (9, 10)), (Dir::Up, (9, 9)), (Dir::Right, (10, 9)), (Dir::Down, (10, 10))] {
        game.act(Action::Go(dir));
        assert_eq!(game.at(game.hero), Cell::at(at.0, at.1));
    }
    assert_eq!(game.turn, 4);
    game.world.give(game.hero, Cell::at(1, 1));
    game.act(Action::Go(Dir::Up));
    assert_eq!((game.turn, game.at(game.hero)), (4, Cell::at(1, 1)), "a wall: nothing happens, no turn");
}

/// A bump is published; a door subscribes and opens. Bats have no hands.
#[test]
fn doors_open_when_bumped_but_not_for_bats() {
    let mut game = hall();
    game.maps[0].tiles.set(Cell::at(9, 10), DOOR);
    game.act(Action::Go(Dir::Left));
    let tile = |game: &Game| game.map().tiles.get(Cell::at(9, 10));
    assert_eq!((tile(&game), game.at(game.hero), game.turn), (AJAR, Cell::at(10, 10), 1));
    game.act(Action::Go(Dir::Left));
    assert_eq!(game.at(game.hero), Cell::at(9, 10), "and can be walked through");
    for (kind, opens) in [(BAT, false), (SNAKE, true)] {
        // A box of two cells with a door between; the hero waits behind it.
        let mut game = hall();
        for (x, y) in
            [(19, 9), (19, 10), (19, 11), (20, 9), (20, 11), (21, 9), (21, 11), (22, 9), (22, 11), (23, 10)]
        {
            game.maps[0].tiles.set(Cell::at(x, y), WALL);
        }
        game.maps[0].tiles.set(Cell::at(21, 10), DOOR);
        game.world.give(game.hero, Cell::at(22, 10));
        game.monster(kind, Cell::at(20, 10), 90);
        (0..20).for_each(|_| game.act(Action::Rest));
        assert_eq!(game.map().tiles.get(Cell::at(21, 10)) == AJAR, opens, "{}", KINDS[kind as usize].name);
    }
}

#[test]
fn doors_hide_what_is_behind_them_until_they_open() {
    let mut game = hall();
    (1..H - 1).for_each(|y| game.maps[0].tiles.set(Cell::at(8, y), WALL));
    game.maps[0].tiles.set(Cell::at(8, 10), DOOR);
    game.world.give(game.hero, Cell::at(9, 10));
    game.act(Action::Rest);
    assert!(!game.lit.get(Cell::at(6, 10)));
    game.act(Action::Go(Dir::Left));
    assert!(game.lit.get(Cell::at(6, 10)));
    assert!(game.map().seen.get(Cell::at(8, 3)), "fog: what was seen is known");
}

/// Half of a bat's steps are random: away from walls it comes nearer in five of eight turns.
#[test]
fn bats_flit_and_snakes_follow() {
    let (mut nearer, mut turns) = (0, 0);
    for seed in 0..400 {
        let mut game = hall();
        game.dice = goblin::dice::Dice::new(seed, 9);
        let bat = game.monster(BAT, Cell::at(16, 16), 90);
        for _ in 0..5 {
            let far = game.at(bat).dist(Cell::at(10, 10));
            game.act(Action::Rest);
            nearer += i32::from(game.at(bat).dist(Cell::at(10, 10)) < far);
            turns += 1;
        }
    }
    // Half of the steps go straight. The other half go in a random direction, and two of the four lead nearer: 3/4.
    assert!((700..800).contains(&(nearer * 1000 / turns)), "{nearer} of {turns}");
    // Out of sight: a snake keeps coming, a rat forgets after this many turns.
    for (kind, remembers) in [(SNAKE, true), (1, false)] {
        let mut game = hall();
        for cell in Cell::at(30, 20).around() {
            game.maps[0].tiles.set(cell, WALL);
        }
        let it = game.monster(kind, Cell::at(30, 20), NOTICE);
        (0..2 * NOTICE).for_each(|_| game.act(Action::Rest));
        assert_eq!(!game.unaware(it), remembers, "{}", KINDS[kind as usize].name);
    }
    let mut game = hall();
    let snake = game.monster(SNAKE, Cell::at(16, 10), NOTICE);
    let far: Vec<i32> = (0..5)
        .map(|_| {
            game.act(Action::Rest);
            game.at(snake).dist(Cell::at(10, 10))
        })
        .collect();
    assert_eq!(far, [5, 4, 3, 2, 1]);
}

/// Within seven steps and in sight it notices in one turn of five; farther away or behind walls, never.
#[test]
fn the_unaware_notice_one_turn_in_five_within_seven_steps() {
    let start = hall();
    for (x, wall, least, most) in
        [(15, false, 150, 250), (17, false, 150, 250), (18, false, 0, 0), (15, true, 0, 0)]
    {
        let mut noticed = 0;
        for seed in 0..1000 {
            let mut game = start.clone();
            game.dice = goblin::dice::Dice::new(seed, 3);
            game.maps[0].tiles.set(Cell::at(12, 10), if wall { WALL } else { FLOOR });
            game.act(Action::Rest);
            let rat = game.monster(1, Cell::at(x, 10), 0);
            game.act(Action::Rest);
            noticed += i32::from(!game.unaware(rat));
            assert_eq!(game.at(rat), Cell::at(x, 10), "it sleeps, or is startled");
        }
        assert!((least..=most).contains(&noticed), "{x}, wall {wall}: {noticed} of 1,000");
    }
}

#[test]
fn snakes_poison_and_poison_stops_healing() {
    let mut game = hall();
    game.world.get_mut::<Fighter>(game.hero).unwrap().hp = 30;
    game.world.give(game.hero, Poison(12));
    (0..12).for_each(|_| game.act(Action::Rest));
    assert_eq!((game.body().hp, game.world.get::<Poison>(game.hero).is_none()), (18, true));
    (0..18).for_each(|_| game.act(Action::Rest));
    assert_eq!(game.body().hp, 20, "one in nine turns comes back");
    let mut game = hall();
    let snake = game.monster(SNAKE, Cell::at(11, 10), NOTICE);
    game.world.get_mut::<Fighter>(snake).unwrap().accuracy = 1000;
    game.act(Action::Rest);
    assert!(game.world.get::<Poison>(game.hero).is_some());
}

#[test]
fn a_blow_makes_two_of_a_jelly() {
    let mut game = hall();
    let jelly = game.monster(JELLY, Cell::at(11, 10), NOTICE);
    game.act(Action::Go(Dir::Right));
    let jellies = game.world.all::<&Mind>();
    assert_eq!(jellies.len(), 2);
    let sum: i32 = jellies.iter().map(|it| hp(&game, *it)).sum();
    assert!((26..=28).contains(&sum), "30 without the blow's 2 to 4: {sum}");
    assert!(hp(&game, jelly) >= sum / 2);
}

#[test]
fn archers_shoot_from_afar() {
    let mut game = hall();
    let archer = game.monster(5, Cell::at(15, 10), NOTICE);
    game.world.get_mut::<Fighter>(archer).unwrap().accuracy = 1000;
    game.act(Action::Rest);
    let before = game.at(archer);
    (0..6).for_each(|_| game.act(Action::Rest));
    assert!(game.body().hp < 40 && before.dist(Cell::at(10, 10)) > 3, "{} at {before:?}", game.body().hp);
}

#[test]
fn things_do_what_they_say() {
    let using = |item: i32, prepare: &dyn Fn(&mut Game)| {
        let mut game = hall();
        game.bag[item as usize] = 1;
        prepare(&mut game);
        game.act(Action::Use(item));
        assert_eq!((game.bag[item as usize], game.turn), (0, 1), "{}", ITEMS[item as usize].0);
        let turn = game.turn;
        game.act(Action::Use(item));
        assert_eq!(game.turn, turn, "none is left: no turn");
        game
    };
    let it = using(MUSHROOM, &|game| {
        game.world.get_mut::<Fighter>(game.hero).unwrap().hp = 10;
        game.world.give(game.hero, Poison(9));
    });
    assert_eq!((it.body().hp, it.world.get::<Poison>(it.hero).is_none()), (30, true));
    let it = using(EGG, &|game| {
        for (x, kind) in [(11, 1), (12, OGRE), (13, 1)] {
            game.monster(kind, Cell::at(x, 10), 0);
        }
    });
    let left: Vec<i32> = it.world.query::<(&Mind, &Fighter)>().map(|(_, (_, fighter))| fighter.hp).collect();
    assert!(left.len() == 2 && (35..=47).contains(&left[0]) && left[1] == 6, "two tiles round: {left:?}");
    let it = using(SPORES, &|game| {
        game.monster(OGRE, Cell::at(30, 10), 99);
        game.monster(OGRE, Cell::at(18, 10), 99);
    });
    let aware: Vec<bool> = it.world.all::<&Mind>().into_iter().map(|mind| !it.unaware(mind)).collect();
    assert_eq!(aware, [true, false], "those in sight forget");
    let it = using(MOLE, &|_| {});
    assert_ne!(it.at(it.hero), Cell::at(10, 10));
    let it = using(LANTERN, &|_| {});
    assert!(it.map().seen.tiles().iter().all(|seen| *seen), "the whole hall, and its walls");
}

#[test]
fn things_are_taken_by_walking_onto_them() {
    let mut game = hall();
    for (x, item) in (11..).zip([WHETSTONE, LID, EGG, DRUM]) {
        game.thing(item, Cell::at(x, 10));
    }
    let far = game.monster(1, Cell::at(40, 25), 0);
    (0..4).for_each(|_| game.act(Action::Go(Dir::Right)));
    let body = game.body();
    assert_eq!((body.low, body.high, body.defence), (3, 5, 10), "a sharper knife, a lid");
    assert_eq!((game.bag[EGG as usize], game.has_drum()), (1, true));
    assert!(game.world.all::<&Item>().is_empty());
    assert!(!game.unaware(far), "all hear the drum");
}

#[test]
fn stairs_lead_down_and_up_and_floors_stay_as_they_were() {
    let mut game = game(3);
    let (tiles, up) = (game.map().tiles.clone(), game.map().up);
    assert_eq!((game.at(game.hero), game.map().tiles.get(up)), (up, UP));
    for it in game.world.all::<&Mind>() {
        game.world.despawn(it);
    }
    let down = game.map().down;
    let sleeper = game.monster(1, Cell::at(up.x, up.y), 0);
    game.world.give(game.hero, down);
    game.act(Action::Rest);
    assert_eq!((game.floor, game.at(game.hero), game.deepest), (2, game.map().up, 2));
    assert_ne!(game.map().tiles, tiles);
    assert!(game.world.get::<Away>(sleeper).is_some() && game.world.get::<Cell>(sleeper).is_none());
    for it in game.world.all::<(&Mind, &Cell)>() {
        game.world.despawn(it);
    }
    game.act(Action::Rest);
    assert_eq!((game.floor, game.at(game.hero), game.map().tiles.get(down)), (1, down, DOWN));
    assert_eq!((&game.map().tiles, game.at(sleeper)), (&tiles, up), "as they were");
    // A monster that knows about the hero and is next to him follows.
    let snake = game.monster(SNAKE, down.around().into_iter().find(|it| tiles.get(*it) >= FLOOR).unwrap(), 9);
    game.act(Action::Rest);
    assert_eq!((game.floor, game.at(snake).dist(game.at(game.hero))), (2, 1), "the snakes follow");
}

#[test]
fn out_with_the_drum_is_won_and_without_it_is_not() {
    let mut game = game(4);
    game.act(Action::Rest);
    assert_eq!((game.end, game.turn, game.floor), (None, 0, 1), "not without it");
    assert!(game.log.iter().any(|line| line.text.contains("bring the drum")));
    game.bag[DRUM as usize] = 1;
    game.act(Action::Rest);
    assert_eq!(game.end, Some(End::Won));
    let turn = game.turn;
    game.act(Action::Go(Dir::Left));
    assert_eq!(game.turn, turn, "after the end nothing happens");
    let mut game = tests::bots::goblin::game(4);
    game.floor = FLOORS - 1;
    while (game.maps.len() as i32) < FLOORS - 1 {
        let map = game.maps[0].clone();
        game.maps.push(map);
    }
    game.world.give(game.hero, game.map().down);
    game.act(Action::Rest);
    let drum = game.world.query::<(&Item, &Cell)>().find(|(_, (item, _))| item.0 == DRUM).map(|it| *it.1.1);
    assert_eq!((game.floor, drum), (FLOORS, Some(game.map().down)), "it lies on the last floor");
    let ogre = game.world.all::<(&Mind, &Cell)>().into_iter().find(|it| game.kind(*it) == OGRE).unwrap();
    assert!(game.unaware(ogre) && game.at(ogre).dist(game.map().down) == 1, "and an ogre sleeps beside it");
}

/// Proper death: the hero falls, the game ends and names the killer, and nothing can be done or crash any more.
#[test]
fn death_ends_the_game() {
    for (kind, poison) in [(OGRE, false), (BAT, false), (0, true)] {
        let mut game = hall();
        if poison {
            game.world.give(game.hero, Poison(99));
        } else {
            let it = game.monster(kind, Cell::at(11, 10), 999);
            game.world.get_mut::<Fighter>(it).unwrap().hp = 9999;
        }
        (0..3000).for_each(|_| game.act(Action::Rest));
        assert_eq!(game.end, Some(End::Killed(if poison { -1 } else { kind })));
        assert!(game.body().hp <= 0 && game.log.iter().any(|line| line.text == "you die."), "{:?}", game.log);
        let before = serde_json::to_string(&game).unwrap();
        for action in [Action::Go(Dir::Left), Action::Rest, Action::Use(MUSHROOM)] {
            game.act(action);
        }
        assert_eq!(serde_json::to_string(&game).unwrap(), before);
    }
}

#[test]
fn events_are_handed_out_and_none_waits() {
    let mut game = hall();
    game.monster(1, Cell::at(11, 10), 0);
    game.act(Action::Go(Dir::Right));
    assert_eq!(game.bus, Vec::<Event>::new());
    assert!(game.log.iter().any(|line| line.text.contains("ambush")), "{:?}", game.log);
}

/// Attacks of one turn are shown one after the other, and words above one head do not overlap.
#[test]
fn lunges_and_words_make_room_for_each_other() {
    let mut game = hall();
    let foes = [(11, 10), (9, 10)].map(|(x, y)| game.monster(1, Cell::at(x, y), NOTICE));
    for it in &foes {
        *game.world.get_mut::<Fighter>(*it).unwrap() =
            Fighter { hp: 99, max: 99, accuracy: 1000, ..KINDS[1].fighter };
    }
    game.act(Action::Go(Dir::Right));
    let waits = [game.hero, foes[0], foes[1]].map(|it| game.world.get::<Slide>(it).unwrap().2);
    assert_eq!(waits, [0, 4, 8], "frames until each lunge is shown; one takes three");
    let here = game.at(game.hero);
    let words = game.world.query::<(&Floater, &Cell)>().filter(|(_, (_, at))| **at == here);
    let lifts: Vec<i32> = words.map(|(_, (word, _))| word.3).collect();
    assert_eq!(lifts, [7, 0], "two numbers above the hero: a letter has five rows, its outline two");
    // Below the feet of a monster below the hero, so that neither is covered.
    let mut game = hall();
    let below = game.monster(1, Cell::at(10, 11), 0);
    game.act(Action::Go(Dir::Down));
    let words = game.world.query::<(&Floater, &Cell)>().filter(|(_, (_, at))| **at == Cell::at(10, 11));
    let lifts: Vec<i32> = words.map(|(_, (word, _))| word.3).collect();
    assert_eq!(
        lifts,
        [-20],
        "the number of {below}: eight rows that it stands on, six that it rises, and its own"
    );
}

/// Describes the thing under the pointer; empty for unseen cells.
#[test]
fn cells_are_described() {
    let mut game = hall();
    game.monster(SNAKE, Cell::at(12, 10), 0);
    game.thing(MUSHROOM, Cell::at(10, 12));
    game.maps[0].tiles.set(Cell::at(9, 10), DOOR);
    for (cell, words) in [
        ((10, 10), "goblin 40/40"),
        ((12, 10), "snake 10/10 unaware"),
        ((10, 12), "mushroom: heals 20"),
        ((9, 10), "closed door"),
        ((11, 10), ""),
        ((40, 28), ""),
    ] {
        assert_eq!(game.describe(Cell::at(cell.0, cell.1)), words, "{cell:?}");
    }
}

#[test]
fn log_lines_are_broken_at_words_and_four_are_kept() {
    let mut game = hall();
    for y in [9, 11] {
        game.thing(EGG, Cell::at(10, y));
    }
    game.act(Action::Go(Dir::Up));
    let texts: Vec<&str> = game.log.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts[texts.len() - 2..], ["thunder egg: blasts", "all around you"]);
    for _ in 0..9 {
        game.act(Action::Go(Dir::Down));
        game.thing(EGG, Cell::at(10, 10));
        game.act(Action::Go(Dir::Up));
    }
    assert!(game.log.len() <= 4 && game.log.iter().all(|line| line.text.len() <= 20), "{:?}", game.log);
}
