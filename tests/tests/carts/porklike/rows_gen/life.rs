//! Chapters 37, 43 to 46 and 50: tables, chests and monsters.

use super::super::draft::{ROOMS, find, picture, suite};
use super::super::play::machine;
use porklike::data::{FLOORS, ITEMS, KINDS, here};
use porklike::dir::Cell;
use porklike::tower::Floor;
use std::collections::{BTreeMap, BTreeSet};
use tests::floors::tile::{BIN, CHEST, CROCK, DOOR, ROOM, STAIRS_DOWN, STAIRS_UP, TABLET};
use tests::floors::{Case, Room, make};

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// Fails unless something happened as often as expected, within five standard deviations.
#[track_caller]
pub fn often(what: &str, found: u32, of: u32, share: f64) {
    let (due, slack) = (f64::from(of) * share, 5.0 * (f64::from(of) * share * (1.0 - share)).sqrt());
    assert!(
        (f64::from(found) - due).abs() <= slack,
        "{what}: {found} of {of}, {due} are due, give or take {slack}"
    );
}

fn inside(draft: &Floor, room: Room) -> usize {
    draft.mobs.iter().filter(|mob| room.holds(mob.1)).count()
}

#[test]
fn t37_08_monsters_are_put_into_random_rooms_until_there_are_enough() {
    let mut rooms = [0; 3];
    for seed in 0..3000 {
        // At most two: one room has them.
        let mut draft = suite(seed);
        assert_eq!(draft.settle(1), Some(()));
        let with: Vec<usize> = (0..3).filter(|&room| inside(&draft, ROOMS[room]) > 0).collect();
        assert!(draft.mobs.len() == 2 && with.len() == 1, "{:?}", draft.mobs);
        rooms[with[0]] += 1;
        // With no limit each room has some, and none twice.
        let mut draft = suite(seed);
        assert_eq!(draft.settle(5), Some(()));
        assert!(ROOMS.iter().all(|room| inside(&draft, *room) > 1), "{:?}", draft.mobs);
    }
    rooms.into_iter().for_each(|count| often("a room", count, 3000, 1.0 / 3.0));
}

#[test]
fn t37_09_a_room_has_2_or_3_monsters_anywhere_in_it() {
    let (mut three, mut cells) = (0, BTreeMap::new());
    for seed in 0..4000 {
        let mut draft = suite(seed);
        assert_eq!(draft.settle(9), Some(()));
        for room in ROOMS {
            let count = inside(&draft, room);
            assert!((2..=3).contains(&count), "seed {seed}: {count} in {room:?}");
        }
        three += u32::from(inside(&draft, ROOMS[0]) == 3);
        let places: BTreeSet<Cell> = draft.mobs.iter().map(|mob| mob.1).collect();
        assert_eq!(places.len(), draft.mobs.len(), "seed {seed}: two on one cell: {:?}", draft.mobs);
        for cell in places.into_iter().filter(|cell| ROOMS[0].holds(*cell)) {
            *cells.entry(cell).or_insert(0) += 1;
        }
    }
    often("three in a room", three, 4000, 0.5);
    let all = cells.values().sum();
    ROOMS[0].cells().iter().for_each(|cell| often("a cell", cells[cell], all, 1.0 / 25.0));
}

/// Rows of a table's text: a name of words, then numbers. And the words of its first line.
fn table(text: &str) -> (Vec<&str>, Vec<(String, Vec<i32>)>) {
    let mut lines = text.lines();
    let heads = lines.next().expect("a first line").split_whitespace().collect();
    let row = |line: &str| {
        let is_number = |word: &&str| word.parse::<i32>().is_ok();
        let name: Vec<&str> = line.split_whitespace().take_while(|word| !is_number(word)).collect();
        let numbers = line.split_whitespace().skip(name.len()).map(|word| word.parse().expect("a number"));
        (name.join(" "), numbers.collect())
    };
    (heads, lines.filter(|line| !line.trim().is_empty()).map(row).collect())
}

const MONSTERS: &str = include_str!("../../../../../cart/porklike/data/monsters.txt");
const THINGS: &str = include_str!("../../../../../cart/porklike/data/items.txt");

#[test]
fn t43_03_monsters_and_items_are_tables_that_the_game_reads() {
    let (heads, rows) = table(MONSTERS);
    assert_eq!(heads.len(), 1 + KINDS[0].len());
    assert!(["name", "atk", "hp", "sight"].iter().all(|head| heads.contains(head)), "{heads:?}");
    assert_eq!(rows.iter().map(|row| row.1.clone()).collect::<Vec<_>>(), KINDS.map(Vec::from));
    let (heads, rows) = table(THINGS);
    assert_eq!(heads.len(), 1 + ITEMS[0].len());
    assert!(["name", "class", "hit", "low", "high"].iter().all(|head| heads.contains(head)), "{heads:?}");
    assert_eq!(rows.iter().map(|row| row.1.clone()).collect::<Vec<_>>(), ITEMS.map(Vec::from));
    // Type: weapon, armour, food, throwable.
    let classes: BTreeSet<i32> = rows[1..].iter().map(|row| row.1[2]).collect();
    assert_eq!(classes, BTreeSet::from([0, 1, 2, 3]));
    let names: BTreeSet<&String> = rows.iter().map(|row| &row.0).collect();
    assert!(names.len() == rows.len() && !names.contains(&String::new()), "each has its name");
}

#[test]
fn t43_04_all_have_a_first_and_a_last_floor() {
    for (text, pool) in [
        (MONSTERS, (0..=9).map(|floor| here(&KINDS, floor)).collect::<Vec<_>>()),
        (THINGS, (0..=9).map(|floor| here(&ITEMS, floor)).collect()),
    ] {
        let (heads, rows) = table(text);
        assert_eq!(heads[1..3], ["first", "last"]);
        for (index, (name, numbers)) in rows.iter().enumerate() {
            let floors: Vec<i32> =
                (0..=9).filter(|&floor| pool[floor as usize].contains(&(index as u8))).collect();
            let due: Vec<i32> =
                (0..=9).filter(|floor| numbers[0] <= *floor && *floor <= numbers[1]).collect();
            assert_eq!(floors, due, "{name}");
        }
        // The hero, and the empty slot.
        assert!(pool.iter().all(|pool| !pool.contains(&0)));
    }
    for Case { seed, number, floor } in make(0..2000) {
        let pool = here(&KINDS, number);
        assert!(floor.mobs.iter().all(|mob| pool.contains(&mob.0)), "seed {seed}, floor {number}");
    }
}

#[test]
fn t44_06_each_monster_has_four_pictures_of_its_own() {
    let p8 = machine();
    let pictures = |kind: i32| {
        let one =
            |n: i32| (0..64).map(|i| p8.sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8)).collect::<Vec<u8>>();
        (0..4).map(|picture| one(192 + 4 * kind + picture)).collect::<Vec<_>>()
    };
    let mut seen = BTreeSet::new();
    for kind in 0..KINDS.len() as i32 {
        for picture in pictures(kind) {
            // Colour 1 is transparent.
            let drawn = picture.iter().filter(|color| **color != 1).count();
            assert!((12..=64).contains(&drawn), "kind {kind} has {drawn} pixels");
        }
        assert!(
            pictures(kind).iter().any(|picture| *picture != pictures(kind)[0]),
            "kind {kind} does not move"
        );
        assert!(seen.insert(pictures(kind)), "kind {kind} looks like another");
    }
}

#[test]
fn t44_07_floors_have_their_numbers_of_monsters_and_kinds() {
    let least = [3, 5, 7, 9, 10, 11, 12, 13];
    let most = [6, 10, 14, 18, 20, 22, 24, 26];
    let mut kinds = BTreeMap::new();
    let mut hallways = [0; 9];
    for Case { seed, number, floor } in make(0..16_000) {
        let index = usize::from(number) - 1;
        let count = floor.mobs.len();
        assert!(
            (least[index]..=most[index]).contains(&count),
            "seed {seed}, floor {number}: {count} monsters"
        );
        let outside = |mob: &&(u8, Cell)| !floor.rooms.iter().any(|room| room.contains(&mob.1));
        let outside = floor.mobs.iter().filter(outside).count();
        assert!(
            outside == 0 || count == least[index],
            "seed {seed}, floor {number}: hallways fill up to the least"
        );
        hallways[index + 1] += u32::from(outside > 0);
        floor.mobs.iter().for_each(|mob| *kinds.entry((number, mob.0)).or_insert(0) += 1);
    }
    for number in 1..=8u8 {
        assert_eq!(FLOORS[usize::from(number)][0], least[usize::from(number) - 1] as i32);
        let pool = here(&KINDS, number);
        let all = pool.iter().map(|kind| kinds.get(&(number, *kind)).copied().unwrap_or(0)).sum();
        for kind in &pool {
            let found = kinds.get(&(number, *kind)).copied().unwrap_or(0);
            often(&format!("kind {kind} on floor {number}"), found, all, 1.0 / pool.len() as f64);
        }
    }
    // Four rooms with two or three each contain 12 at most, so 13 are never reached.
    assert_eq!(hallways[8], 2000, "{hallways:?}");
}

#[test]
fn t45_01_chests_are_0_1_1_1_2_or_3() {
    let mut counts = [0; 4];
    for Case { seed, floor, .. } in make(0..6000) {
        let (rare, common) = (find(&floor, &[CHEST]).len(), find(&floor, &[BIN]).len());
        let all = rare + common;
        assert!(all <= 3 && rare == all.min(1), "seed {seed}: {rare} large chests, {common} small ones");
        counts[all] += 1;
    }
    // Hardly any floor has fewer than three rooms with a middle.
    for (chests, share) in [(0, 1.0 / 6.0), (1, 0.5), (2, 1.0 / 6.0), (3, 1.0 / 6.0)] {
        often(&format!("{chests} chests"), counts[chests], 6000, share);
    }
    // The large one first, each in its own room, anywhere except at its edge.
    let mut cells = BTreeMap::new();
    for seed in 0..3000 {
        let mut draft = suite(seed);
        draft.put_chests(1);
        assert_eq!((find(&draft, &[CHEST]).len(), find(&draft, &[BIN]).len()), (1, 0));
        *cells.entry(find(&draft, &[CHEST])[0]).or_insert(0) += 1;
        let mut draft = suite(seed);
        draft.put_chests(3);
        let chests = find(&draft, &[CHEST, BIN]);
        assert!(ROOMS.iter().all(|room| chests.iter().filter(|cell| room.has_inside(**cell)).count() == 1));
    }
    for (room, middle) in [(0, 9), (1, 6), (2, 1)] {
        for cell in ROOMS[room].cells().into_iter().filter(|cell| ROOMS[room].has_inside(*cell)) {
            let found = cells.get(&cell).copied().unwrap_or(0);
            often(&format!("a chest at {cell:?}"), found, 3000, 1.0 / 3.0 / f64::from(middle));
        }
    }
}

#[test]
fn t45_01_any_room_may_have_a_chest_the_one_of_the_start_too() {
    let mut rooms = [0; 3];
    for seed in 0..3000 {
        let mut draft = suite(seed);
        draft.start = at(3, 3);
        draft.grid.set(draft.start, STAIRS_DOWN);
        draft.put_chests(1);
        let chest = find(&draft, &[CHEST]);
        assert_eq!(draft.grid.get(draft.start), STAIRS_DOWN, "not on the stairs");
        (0..3).for_each(|room| {
            rooms[room] += chest.iter().filter(|cell| ROOMS[room].holds(**cell)).count() as u32
        });
    }
    rooms.into_iter().for_each(|count| often("a room", count, 3000, 1.0 / 3.0));
}

#[test]
fn t45_08_each_monster_of_the_hallways_is_counted() {
    // No room except the start's: all are placed at random, one by one, until the minimum is reached.
    for seed in 0..200 {
        for fewest in 0..=8 {
            let mut draft = picture(&["########", "########", "........", "########"], seed);
            draft.start = at(-9, 0);
            assert_eq!(draft.settle(fewest), Some(()));
            assert_eq!(draft.mobs.len(), fewest, "seed {seed}: {:?}", draft.mobs);
        }
    }
    // It also ends if there is no place for that many.
    let mut draft = picture(&["...", "###", "###"], 1);
    draft.start = at(-9, 0);
    assert_eq!(draft.settle(4), None);
}

#[test]
fn t46_01_monsters_of_hallways_are_on_plain_floor() {
    for seed in 0..100 {
        let mut draft = picture(&["..........", "##########"], seed);
        draft.start = at(-9, 0);
        for (x, tile) in [(1, STAIRS_UP), (3, STAIRS_DOWN), (5, DOOR), (7, TABLET)] {
            draft.grid.set(at(x, 0), tile);
        }
        assert_eq!(draft.settle(6), Some(()));
        let cells: BTreeSet<i32> = draft.mobs.iter().map(|mob| mob.1.x).collect();
        assert_eq!(cells, BTreeSet::from([0, 2, 4, 6, 8, 9]), "not on stairs, doors, tablets");
    }
}

#[test]
fn t50_08_monsters_of_rooms_are_on_plain_floor() {
    for seed in 0..300 {
        let mut draft = suite(seed);
        let things = [(2, CHEST), (3, BIN), (4, STAIRS_UP)];
        things.iter().for_each(|&(x, tile)| draft.grid.set(at(x, 3), tile));
        ROOMS[2].cells().into_iter().skip(2).for_each(|cell| draft.grid.set(cell, CROCK));
        assert_eq!(draft.settle(6), Some(()));
        let bare = |mob: &&(u8, Cell)| ROOMS.iter().any(|room| room.holds(mob.1)) && draft.is(mob.1, ROOM);
        let rooms = ROOMS.iter().map(|room| inside(&draft, *room)).sum::<usize>();
        assert_eq!(draft.mobs.iter().filter(bare).count(), rooms, "seed {seed}: {:?}", draft.mobs);
    }
}

#[test]
fn t50_17_no_monster_is_in_the_room_where_the_hero_begins() {
    for seed in 0..300 {
        let mut draft = Floor { start: at(1, 1), ..suite(seed) };
        assert_eq!(draft.settle(9), Some(()));
        assert_eq!(inside(&draft, ROOMS[0]), 0, "seed {seed}: {:?}", draft.mobs);
        assert!(inside(&draft, ROOMS[1]) > 1 && inside(&draft, ROOMS[2]) > 1, "{:?}", draft.mobs);
    }
    for Case { seed, floor, .. } in make(0..4000) {
        let own = floor.rooms.iter().find(|room| room.contains(&floor.start));
        let there = floor.mobs.iter().find(|mob| own.is_some_and(|room| room.contains(&mob.1)));
        assert_eq!(there, None, "seed {seed}");
    }
}
