//! Actions and the turn counter as in the notes; each mode's rules; bots that meet each death, and one that climbs.

use picorogue::floor::{CLEAR, SIZE, Thing, XMAX};
use picorogue::turn::{Action, DEADLY, RISES};
use picorogue::{BEASTS, CLOCK, End, FLOORS, GHOST, Game, HUNGER, TRAPS, WEATHER, tower_modes};
use rayon::prelude::*;
use tests::bots::games;
use tests::bots::picorogue::seeing::{Screen, Seeing};
use tests::bots::picorogue::{climb, fool, game, play};
use tests::random::Dice;

/// An empty floor, the player in its upper left corner, the stairs at (5, 5).
pub fn hall(modes: u8) -> Game {
    let mut game = game(1, modes);
    game.tiles.fill(CLEAR);
    game.things.clear();
    (game.pc, game.start, game.stairs) = (0, 0, 5 + 5 * XMAX);
    game
}

#[test]
fn moves_succeed_onto_clear_tiles_and_fail_elsewhere_and_all_count() {
    let mut game = hall(0);
    game.tiles[1] = 0;
    // West and north lead off the map, east into a wall, south is clear.
    for (turn, dir, to) in [(1, 0, 0), (2, 2, 0), (3, 1, 0), (4, 3, XMAX), (5, 1, XMAX + 1), (6, 2, XMAX + 1)]
    {
        game.act(Action::Move(dir));
        assert_eq!((game.turn, game.pc), (turn, to), "after turn {turn}, direction {dir}");
    }
    game.act(Action::Climb);
    assert_eq!((game.turn, game.floor), (7, 1), "no stairs here: it fails and counts");
}

#[test]
fn stairs_lead_to_the_next_floor_and_from_the_tenth_to_the_win() {
    let mut game = game(5, 0);
    for floor in 1..=FLOORS {
        assert_eq!((game.floor, game.end), (floor, None));
        game.pc = game.stairs;
        game.act(Action::Climb);
    }
    assert_eq!((game.end, game.turn, game.floor), (Some(End::Won), 10, 10));
    game.act(Action::Climb);
    assert_eq!(game.turn, 10, "after the end nothing counts");
}

#[test]
fn what_is_new_is_an_alarm_and_what_is_not_is_none() {
    let mut game = hall(BEASTS);
    game.act(Action::Look);
    assert!(!game.alarm, "nobody there");
    game.things.push(Thing { glyph: b'b', at: 12, n: 2 });
    game.act(Action::Look);
    assert!(!game.alarm, "it was in sight before the turn");
    let mut seen = hall(BEASTS);
    seen.things.push(Thing { glyph: b'b', at: 8, n: 2 });
    seen.act(Action::Move(1));
    assert!(seen.alarm, "without fog all is in sight, but now it comes");
    let mut fog = hall(BEASTS | CLOCK);
    fog.things.push(Thing { glyph: b'b', at: 7, n: 2 });
    fog.act(Action::Move(1));
    assert!(fog.alarm, "it comes into sight");
    let mut wall = hall(0);
    wall.act(Action::Move(2));
    assert!(wall.alarm && wall.turn == 1, "blocked: whoever holds the key loses one turn");
    wall.act(Action::Move(1));
    assert!(!wall.alarm, "a way");
    let mut bitten = hall(BEASTS);
    bitten.things.push(Thing { glyph: b'b', at: 1, n: 2 });
    bitten.act(Action::Look);
    assert!(bitten.alarm && bitten.hp < 12, "hit points fall");
    let mut plate = hall(TRAPS);
    plate.things.push(Thing { glyph: b'^', at: 1, n: 0 });
    plate.act(Action::Move(1));
    assert!(plate.alarm, "a fuse");
    let mut ghost = hall(GHOST);
    ghost.pc = 12;
    let alarms: Vec<bool> = (0..RISES + 1)
        .map(|_| {
            ghost.act(Action::Look);
            ghost.alarm
        })
        .collect();
    assert_eq!(alarms, [false, false, false, false, false, true, false], "as it rises");
}

#[test]
fn the_ghost_rises_and_takes_two_steps_in_three_turns() {
    let mut game = hall(GHOST);
    game.pc = 12;
    let told: Vec<bool> = (1..RISES)
        .map(|_| {
            game.act(Action::Look);
            game.said.contains("cold")
        })
        .collect();
    assert_eq!(told, [false, false, true, false, false], "told three turns ahead");
    assert!(game.things.is_empty(), "not yet");
    let mut at = Vec::new();
    for _ in 0..7 {
        game.act(Action::Look);
        at.push(game.things[0].at);
    }
    assert_eq!(at, [0, 1, 2, 2, 3, 4, 4], "from the start, along the shortest way");
    play(&mut game, 99, |_| Action::Look);
    assert_eq!(game.end, Some(End::Ghost));
}

#[test]
fn hunger_is_40_turns_and_food_gives_25() {
    let mut game = hall(HUNGER);
    game.things.push(Thing { glyph: b'%', at: 1, n: 0 });
    game.act(Action::Move(1));
    assert_eq!((game.food, game.things.len()), (60 - 1, 0), "60 is full");
    (0..58).for_each(|_| game.act(Action::Look));
    assert_eq!((game.food, game.end), (1, None));
    game.act(Action::Look);
    assert_eq!(game.end, Some(End::Hunger));
}

#[test]
fn the_clock_gives_25_a_floor_and_fog_hides_what_was_not_in_sight() {
    let mut game = hall(CLOCK);
    assert_eq!(game.clock, 85);
    game.pc = game.stairs;
    game.act(Action::Climb);
    assert_eq!(game.clock, 85 - 1 + 25);
    assert!(game.seen.iter().any(|seen| !seen), "fog");
    play(&mut game, 500, |_| Action::Look);
    assert_eq!((game.end, game.turn), (Some(End::Time), 110));
    let plain = hall(0);
    assert!(plain.seen.iter().all(|seen| *seen), "no fog without the clock");
}

#[test]
fn sight_is_symmetric_and_ends_at_walls() {
    let mut dice = Dice::new(3);
    let mut game = hall(0);
    for _ in 0..10_000 {
        game.tiles.iter_mut().for_each(|tile| *tile = u8::from(!dice.one_in(3)));
        let (a, b) = (dice.range(0, SIZE), dice.range(0, SIZE));
        assert_eq!(game.sees(a, b, 9), game.sees(b, a, 9), "{a} {b}");
    }
    game.tiles.fill(CLEAR);
    assert!(game.sees(0, 7, 7) && !game.sees(0, 8, 7), "range");
    game.tiles[3] = 0;
    assert!(!game.sees(0, 7, 7) && game.sees(0, 3, 7), "the wall hides what is behind it, and is seen");
}

#[test]
fn beasts_come_bite_and_die_and_gear_helps() {
    let beast = Thing { glyph: b'b', at: 3, n: 2 };
    let mut game = hall(BEASTS);
    game.things.push(beast);
    game.act(Action::Look);
    assert_eq!((game.things[0].at, game.hp), (2, 12), "it sees and comes");
    game.act(Action::Look);
    game.act(Action::Look);
    assert_eq!((game.things[0].at, game.hp), (1, 11), "and bites");
    game.act(Action::Move(1));
    game.act(Action::Move(1));
    assert_eq!((game.things.len(), game.pc, game.hp), (0, 0, 10), "two blows; a fight is no step");
    for (kit, hp, blows) in [(b']', 12, 2), (b'/', 12, 1)] {
        let mut game = hall(BEASTS);
        game.kit.push(kit);
        game.things.push(Thing { at: 1, ..beast });
        (0..blows).for_each(|_| game.act(Action::Move(1)));
        assert_eq!((game.things.len(), game.hp), (0, hp), "with {}", char::from(kit));
    }
    let mut game = hall(BEASTS);
    game.tiles[1] = 0;
    game.tiles[XMAX as usize] = 0;
    game.things.push(Thing { at: 2, ..beast });
    (0..20).for_each(|_| game.act(Action::Look));
    assert_eq!(game.hp, 12, "behind a wall one is safe");
}

#[test]
fn plates_are_found_by_looking_and_burn_three_turns() {
    let plate = |at| Thing { glyph: b'^', at, n: 0 };
    let mut game = hall(TRAPS);
    game.things = vec![plate(2), plate(3)];
    game.act(Action::Look);
    assert_eq!((game.things[0].n, game.things[1].n), (1, 0), "found within two steps");
    assert_eq!(game.said, "a fire trap");
    // Twelve hearts on the plate, three fewer for each step.
    for (steps, hp) in [(0, 0), (1, 3), (2, 6), (3, 12)] {
        let mut game = hall(TRAPS);
        game.things = vec![plate(1)];
        for i in 0..4 {
            assert_eq!((game.end, game.hp), (None, 12), "turn {i}");
            game.act(if i <= steps { Action::Move(1) } else { Action::Look });
        }
        let end = (hp == 0).then_some(End::Blast);
        assert_eq!((game.end, game.hp, game.things.len()), (end, hp, 0), "{steps} steps");
        // What is shown burning is what burns: by hand, two steps around the plate in the top row.
        assert_eq!(game.blaze, [0, 1, 2, 3, XMAX, XMAX + 1, XMAX + 2, 2 * XMAX + 1]);
    }
}

/// Blasts and beasts kill only when no heart is left, and nothing survives without a heart: over games of a bot that runs
/// into everything.
#[test]
fn nobody_blows_up_with_hearts_left() {
    let (mut blasts, mut beasts) = (0, 0);
    for seed in 0..300 {
        let mut game = game(seed, [TRAPS, BEASTS, TRAPS | BEASTS][seed as usize % 3]);
        let plate = |game: &Game, cell: i32| game.things.iter().any(|it| it.at == cell && it.glyph == b'^');
        let prey = |game: &Game, cell: i32| {
            game.things.iter().any(|it| it.glyph == b'b' && game.sees(cell, it.at, 7))
        };
        play(&mut game, 800, |game| {
            fool(game, |cell| if game.on(BEASTS) { prey(game, cell) } else { plate(game, cell) })
        });
        match game.end {
            Some(End::Blast) => blasts += 1,
            Some(End::Beast) => beasts += 1,
            _ => {}
        }
        let dead = matches!(game.end, Some(End::Blast | End::Beast));
        assert_eq!(game.hp == 0, dead, "seed {seed}: {:?} with {} hearts", game.end, game.hp);
        assert!(game.hp >= 0, "seed {seed}");
    }
    assert!(blasts > 20 && beasts > 20, "{blasts} blasts, {beasts} beasts");
}

#[test]
fn heat_cold_and_water_kill_at_14_and_gear_halves_them() {
    for (kind, kit, end) in [(2, b'&', End::Heat), (3, b'&', End::Cold), (4, b'=', End::Water)] {
        let mut game = hall(WEATHER);
        game.tiles[0] = kind;
        (0..DEADLY / 2 - 1).for_each(|_| game.act(Action::Look));
        assert_eq!(game.end, None, "a patch of six tiles can be crossed");
        game.tiles[0] = CLEAR;
        game.act(Action::Look);
        assert_eq!(game.ill.iter().sum::<i32>(), DEADLY - 3, "one a turn goes");
        game.tiles[0] = kind;
        (0..2).for_each(|_| game.act(Action::Look));
        assert_eq!(
            (game.end, game.ill.iter().max()),
            (Some(end), Some(&DEADLY)),
            "what is left is never below 0"
        );
        let mut game = hall(WEATHER);
        game.kit.push(kit);
        game.tiles[0] = kind;
        (0..DEADLY - 1).for_each(|_| game.act(Action::Look));
        assert_eq!(game.end, None, "twice as long with {}", char::from(kit));
    }
}

#[test]
fn look_names_what_is_near() {
    let mut game = hall(HUNGER);
    game.act(Action::Look);
    assert_eq!(game.said, "nothing but the tower");
    game.tiles[2] = 3;
    game.act(Action::Look);
    assert_eq!(game.said, "ice");
    game.tiles[0] = 4;
    game.act(Action::Look);
    assert_eq!(game.said, "deep water", "what one stands in comes before what is near");
    game.things.push(Thing { glyph: b'%', at: 6, n: 0 });
    game.act(Action::Look);
    assert_eq!(game.said, "food");
}

/// A second cloak is useless, and has no room on the screen.
#[test]
fn gear_is_worn_once() {
    let mut game = hall(WEATHER);
    for at in 1..3 {
        game.things.push(Thing { glyph: b'&', at, n: 0 });
        game.act(Action::Move(1));
        assert_eq!((game.pc, &game.kit[..]), (at, &b"&"[..]));
    }
    assert!(game.things.is_empty());
}

/// A bot meets each death, on 100 towers.
#[test]
fn each_death_is_met() {
    for seed in 0..100 {
        for (modes, end) in [(GHOST, End::Ghost), (HUNGER, End::Hunger), (CLOCK, End::Time)] {
            let mut game = game(seed, modes);
            play(&mut game, 500, |_| Action::Look);
            assert_eq!(game.end, Some(end), "a loafer, seed {seed}");
        }
        let mut it = game(seed, TRAPS);
        let plates: Vec<i32> = it.things.iter().map(|it| it.at).collect();
        play(&mut it, 500, |game| fool(game, |cell| plates.contains(&cell)));
        assert_eq!(it.end, Some(End::Blast), "who stays on a plate, seed {seed}");
        for (kind, end) in [(2, End::Heat), (3, End::Cold), (4, End::Water)] {
            let mut it = game(seed, WEATHER);
            play(&mut it, 800, |game| fool(game, |cell| game.tile(cell) == kind));
            // On the way other patches are crossed, so another one may come first.
            assert!(
                matches!(it.end, Some(End::Heat | End::Cold | End::Water)),
                "who stays in {end:?}, seed {seed}: {:?}",
                it.end
            );
        }
        // Beasts eventually find a player who waits at the foot of a high floor's stairs.
        let mut it = game(seed, BEASTS);
        it.floor = 9;
        it.enter();
        play(&mut it, 20_000, |_| Action::Look);
        assert_eq!(it.end, Some(End::Beast), "a loafer among beasts, seed {seed}");
    }
}

/// The climber wins every plain game, and often enough in each mode. Games with several modes end, and none is stuck.
#[test]
fn the_climber_climbs() {
    for (modes, least) in
        [(0, 100), (GHOST, 90), (HUNGER, 60), (CLOCK, 60), (BEASTS, 25), (TRAPS, 50), (WEATHER, 90), (63, 0)]
    {
        let wins = |seed: &u32| {
            let mut game = game(*seed, modes);
            play(&mut game, 3000, climb);
            assert!(game.end.is_some(), "stuck: seed {seed}, modes {modes}, turn {}", game.turn);
            game.end == Some(End::Won)
        };
        let all = games(1000);
        let won = (0..all).into_par_iter().filter(wins).count();
        println!("modes {modes}: {won} of {all} won");
        assert!(
            won * 100 >= least * all as usize,
            "modes {modes}: {won} of {all} won, at least {least} % are due"
        );
    }
    (0..games(1000)).into_par_iter().for_each(|seed| {
        let mut game = game(seed, (seed % 64) as u8);
        play(&mut game, 3000, climb);
        assert!(game.end.is_some(), "stuck: seed {seed}, turn {}", game.turn);
    });
}

/// A bot that sees only the screen wins at least one tower in twenty with all six forms of death on.
#[test]
fn all_six_can_be_won_by_sight() {
    let games = games(1000);
    let won = (0..games)
        .into_par_iter()
        .filter(|seed| {
            let (mut game, mut bot) = (game(*seed, 63), Seeing::default());
            play(&mut game, 1500, |game| bot.acts(&Screen::of(game)));
            assert!(game.end.is_some(), "stuck: seed {seed}");
            game.end == Some(End::Won)
        })
        .count();
    println!("{won} of {games} towers");
    assert!(won * 20 >= games as usize, "{won} of {games} towers");
}

/// Each tower is climbed by a bot that sees only the screen, and the last one is the hardest.
#[test]
fn towers_can_be_climbed_by_sight() {
    let games = games(1000);
    let climbed = |tower: i32| {
        let wins = |seed: &u32| {
            let (mut game, mut bot) = (game(*seed, tower_modes(tower)), Seeing::default());
            play(&mut game, 1500, |game| bot.acts(&Screen::of(game)));
            assert!(game.end.is_some() || tower == 1, "stuck: tower {tower}, seed {seed}");
            game.end == Some(End::Won)
        };
        (0..games).into_par_iter().filter(wins).count()
    };
    let all: Vec<usize> = (1..=7).map(climbed).collect();
    println!("towers climbed, of {games}: {all:?}");
    assert!(all.iter().all(|won| won * 20 >= games as usize) && all[6] < all[0], "{all:?}");
}

#[test]
fn any_actions_do_no_harm() {
    let mut dice = Dice::new(9);
    for seed in 0..games(1000) {
        let mut game = game(seed, dice.byte() & 63);
        for _ in 0..300 {
            game.act(match dice.below(8) {
                0 => Action::Climb,
                1 => Action::Look,
                _ => Action::Move(dice.range(0, 4)),
            });
            assert!(game.tile(game.pc) >= CLEAR, "seed {seed}: in a wall");
        }
    }
}
