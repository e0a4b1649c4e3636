//! Walking, and what running against a tile does (chapters 6, 10, 21, 27, 45, 46 of the tutorial; doors that swing shut and
//! smoke in pots are our own). Items by their row in `data/items.txt`.

use super::room::{D, L, R, Room, U, item_name, on, room};
use num::{Num, Rng};
use porklike::data::Thing;
use porklike::dir::Cell;

/// A generator whose next places in lists of these lengths are these: found by trying words.
fn dealt(want: &[(u32, u32)]) -> Rng {
    let mut words = (1..).map(|word| Rng::from_words(word * 0x9e37, word));
    let fits = |rng: &Rng| {
        let mut rng = *rng;
        want.iter().all(|(len, place)| rng.index(*len) == *place)
    };
    words.find(fits).expect("such a generator")
}

#[test]
fn a_step_moves_and_a_wall_takes_no_turn() {
    let mut room = room("#####\n#@..#\n#####");
    assert_eq!(room.step(R), "@ right; |");
    room.looks("#####\n#.@.#\n#####");
    for (dir, word) in [(U, "up"), (D, "down")] {
        assert_eq!(room.step(dir), format!("@ bumps {word}"));
    }
    room.looks("#####\n#.@.#\n#####");
    assert_eq!((room.world.stats.steps, room.world.stats.turns), (1, 1), "a wall takes no turn");
}

#[test]
fn nobody_leaves_the_floor() {
    // Chapter 10: the edge of the map stops even where a wall is missing.
    let mut room = room("@.\n..");
    for (dir, word) in [(L, "left"), (U, "up")] {
        assert_eq!(room.step(dir), format!("@ bumps {word}"));
    }
}

#[test]
fn who_stands_there() {
    let room = room("@.p\n...\n..c");
    for (x, y, who) in
        [(0, 0, Some(0)), (2, 0, Some(1)), (2, 2, Some(2)), (1, 1, None), (-1, 0, None), (9, 9, None)]
    {
        assert_eq!(room.world.mob_at(Cell::at(x, y)), who, "{x}, {y}");
    }
}

#[test]
fn steps_between_two_cells() {
    for (a, b, steps) in [
        ((0, 0), (0, 0), 0),
        ((0, 0), (3, 0), 3),
        ((2, 5), (0, 1), 6),
        ((i32::MIN, 0), (i32::MAX, 1), i32::MAX),
    ] {
        assert_eq!(Cell::at(a.0, a.1).dist(Cell::at(b.0, b.1)), steps, "{a:?} {b:?}");
    }
}

#[test]
fn what_each_tile_answers() {
    // Tile, what a bump does, what it becomes. A crock may hold something: that has tests of its own.
    let cases = [
        ('+', "@ bumps right; tile 1,0 17; |", '\''),
        ('O', "@ bumps right; tile 1,0 30; puff 9 for 5; |", ','),
        ('?', "@ bumps right; read 1,0", '?'),
        ('-', "@ bumps right", '-'),
        ('#', "@ bumps right", '#'),
    ];
    for (tile, told, after) in cases {
        let mut room = room(&format!("@{tile}.\n...\n..."));
        assert_eq!(room.step(R), told, "{tile}");
        let drawn = room.draw();
        assert_eq!(drawn.chars().nth(1), Some(after), "{tile}:\n{drawn}");
    }
}

#[test]
fn a_vase_breaks_and_leaves_shards() {
    let mut room = room("@o.");
    room.world.rng = dealt(&[(15, 5)]);
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 30; |");
    room.looks("@,.");
    assert_eq!(room.step(R), "@ right; |", "shards are floor");
}

#[test]
fn a_door_opens_and_can_be_walked_through() {
    let mut room = room("@+.");
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 17; |");
    assert_eq!(room.step(R), "@ right; |");
    assert_eq!(room.step(R), "@ right; |");
}

#[test]
fn a_door_swings_shut_when_nobody_is_in_it_or_beside_it() {
    let mut room = room("@+...");
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 17; |");
    assert_eq!(room.rounds(9), [""; 9], "somebody stands before it");
    assert_eq!(room.step(R), "@ right; |");
    assert_eq!(room.step(R), "@ right; |", "or behind it");
    assert_eq!(room.step(R), "@ right; |; tile 1,0 16");
    let mut held = self::room("@'.m");
    held.mob('m').stun = 99;
    held.mob('m').at = Cell::at(1, 0);
    held.mob('@').at = Cell::at(3, 0);
    assert_eq!(held.rounds(3), [""; 3], "whoever it is");
}

#[test]
fn a_chest_opens_and_gives_a_rare_thing_once() {
    // Floor 1: pin, skewer, mitt. The pool of the run loses what was drawn.
    let mut room = on(1, "@$.");
    room.world.rng = dealt(&[(3, 1)]);
    assert_eq!(room.step(R), "@ bumps right; got skewer; tile 1,0 15; |");
    assert_eq!(room.world.bag, [0, 0, 2, 0, 0, 0, 0, 0]);
    room.looks("@-.");
    assert_eq!(room.world.known, 1 << 2, "the skewer is not found again");
}

#[test]
fn a_bin_gives_a_common_thing() {
    // Floor 1: toothpick and six foods.
    let mut room = on(1, "@=.");
    room.world.rng = dealt(&[(7, 0)]);
    assert_eq!(room.step(R), "@ bumps right; got toothpick; tile 1,0 13; |");
    assert_eq!(room.world.known, 0, "common things do not run out");
}

#[test]
fn pools_follow_the_floor() {
    // By hand from the columns first and last of data/items.txt.
    let due: [(u8, &[u8], &[u8]); 5] = [
        (1, &[1, 2, 7], &[13, 17, 18, 19, 20, 21, 22]),
        (3, &[1, 2, 3, 4, 7, 8, 9, 10], &[13, 14, 15, 17, 18, 19, 20, 21, 22]),
        (5, &[3, 4, 5, 6, 9, 10, 11, 12], &[14, 15, 16, 17, 18, 19, 20, 21, 22]),
        (8, &[6, 12], &[16, 17, 18, 19, 20, 21, 22]),
        (0, &[], &[17, 18, 19, 20, 21, 22]),
    ];
    for (floor, rare, common) in due {
        for (is_rare, pool) in [(true, rare), (false, common)] {
            let mut drawn: Vec<u8> = (0..400)
                .map(|seed| {
                    let mut room = on(floor, "@.");
                    room.world.rng = Rng::seeded(Num::from_bits(seed));
                    draw(&mut room, is_rare)
                })
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            let due = if pool.is_empty() { common } else { pool };
            assert_eq!(drawn, due, "floor {floor}, rare {is_rare}");
        }
    }
}

/// What a chest (rare) or a bread bin gives to a bag with one empty slot.
fn draw(room: &mut Room, rare: bool) -> u8 {
    room.world.bag = [0, 0, 1, 1, 1, 1, 1, 0];
    let at = room.world.mobs[0].at.step(R);
    room.world.grid.set(at, if rare { 14 } else { 12 });
    room.step(R);
    room.world.bag[7]
}

#[test]
fn an_empty_rare_pool_gives_common_things() {
    let mut room = on(8, "@.");
    let drawn: Vec<u8> = (0..4).map(|_| draw(&mut room, true)).collect();
    assert!(drawn[..2].contains(&6) && drawn[..2].contains(&12), "the two rare things of floor 8: {drawn:?}");
    assert!(drawn[2..].iter().all(|item| *item >= Thing::Toothpick as u8), "then common ones: {drawn:?}");
}

/// A bag that is full of toothpicks.
fn full(room: Room) -> Room {
    room.bag(&[(2, 13), (3, 13), (4, 13), (5, 13), (6, 13), (7, 13)])
}

#[test]
fn a_full_bag_leaves_the_chest_shut_and_takes_no_turn() {
    for (chest, _) in [('$', 14), ('=', 12)] {
        let mut room = full(on(1, &format!("@{chest}.")));
        let before = room.world.clone();
        assert_eq!(room.step(R), "@ bumps right; say Full");
        assert_eq!(room.world, before, "nothing was drawn and no turn passed");
    }
}

#[test]
fn what_a_crock_holds() {
    // One in three holds something (33 %), of that one in five a monster (20 %).
    let cases: [(&[(u32, u32)], &str); 4] = [
        (&[(15, 5)], "|"),
        (&[(15, 14)], "|"),
        (&[(15, 4), (7, 1)], "got heal; |"),
        (&[(15, 0), (2, 1)], "c appears 1,0; |; c hunts"),
    ];
    for (deal, told) in cases {
        let mut room = on(1, "@o.");
        room.world.rng = dealt(deal);
        assert_eq!(room.step(R), format!("@ bumps right; tile 1,0 30; {told}"), "{deal:?}");
    }
}

#[test]
fn a_crock_breaks_over_a_full_bag() {
    let mut room = full(on(1, "@o."));
    room.world.rng = dealt(&[(15, 1)]);
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 30; say Full; |");
    let mut empty = full(on(1, "@o."));
    empty.world.rng = dealt(&[(15, 5)]);
    assert_eq!(empty.step(R), "@ bumps right; tile 1,0 30; |", "nothing to lose: a turn");
}

#[test]
fn crocks_where_no_monster_lives_hold_none() {
    let mut room = on(0, "@o.");
    room.world.rng = dealt(&[(15, 0)]);
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 30; |");
}

#[test]
fn monsters_of_crocks_are_those_of_the_floor() {
    // By hand from the columns first and last of data/monsters.txt.
    for (floor, due) in [(1, "c"), (4, "cdmny"), (5, "demnty"), (8, "ektx")] {
        let mut met: Vec<char> = Vec::new();
        for seed in 0..3000 {
            let mut room = on(floor, "@o.");
            room.world.rng = Rng::seeded(Num::from_bits(seed));
            let told = room.step(R);
            let found = told.split("; ").find_map(|event| event.strip_suffix(" appears 1,0")?.chars().next());
            met.extend(found.filter(|of| !met.contains(of)));
        }
        met.sort_unstable();
        assert_eq!(met.into_iter().collect::<String>(), due, "floor {floor}");
    }
}

#[test]
fn about_a_third_of_the_crocks_hold_something() {
    let mut counts = [0; 3];
    let mut rng = Rng::from_words(5, 5);
    for _ in 0..3000 {
        let mut room = on(1, "@o.");
        room.world.rng = rng;
        let told = room.step(R);
        rng = room.world.rng;
        counts[match (told.contains("got"), told.contains("appears")) {
            (false, false) => 0,
            (true, _) => 1,
            _ => 2,
        }] += 1;
    }
    // 2/3, 4/15, 1/15 of 3,000, and six times the root of the number around it.
    for (count, due) in counts.into_iter().zip([2000, 800, 200]) {
        let far: i32 = count - due;
        assert!(far * far < 36 * due, "{counts:?}: {due} were due");
    }
}

#[test]
fn the_mitt_opens_and_breaks_without_a_turn() {
    for tile in ['+', 'O', '=', '$', 'o'] {
        for (mitt, turns) in [(Thing::Mitt as u8, 0), (0, 1)] {
            let mut room = on(1, &format!("@{tile}.\n...\n...")).bag(&[(1, mitt)]);
            room.step(R);
            assert_eq!(room.world.stats.turns, turns, "{tile} with {}", item_name(mitt));
        }
    }
}
