//! Rules for every floor, and the ways between its rooms.

use goblin::dice::Dice;
use goblin::dungeon::{AJAR, DOOR, DOWN, FLOOR, H, Map, ROCK, Room, UP, W, WALL, way};
use kit::{Cell, Grid};
use std::collections::BTreeSet;
use tests::random;

fn floor(seed: u32) -> Map {
    Map::new(&mut Dice::new(seed, 1), false)
}

/// All cells of a floor.
fn cells() -> impl Iterator<Item = Cell> {
    (0..W * H).map(|i| Cell::at(i % W, i / W))
}

#[test]
fn all_rules_hold_of_1000_floors() {
    let (mut doors, mut filled, mut rooms) = (0, 0, 0);
    for seed in 0..1000 {
        let map = floor(seed);
        let tile = |cell| map.tiles.get(cell);
        let (reached, _) = map.steps(map.up);
        let open: BTreeSet<Cell> = cells().filter(|it| tile(*it) != WALL).collect();
        assert_eq!(open, reached.into_iter().collect(), "seed {seed}: not in one piece");
        let edge = |it: &Cell| it.x == 0 || it.y == 0 || it.x == W - 1 || it.y == H - 1;
        assert!(!open.iter().any(edge), "seed {seed}: the outer wall is dug");
        assert!(map.rooms.len() >= 4, "seed {seed}: {} rooms", map.rooms.len());
        for (i, a) in map.rooms.iter().enumerate() {
            // A room and its walls share no tile with any other.
            let own = |it: &Cell| a.near(*it, 1);
            assert!(
                map.rooms[..i].iter().all(|b| !cells().filter(own).any(|it| b.near(it, 1))),
                "seed {seed}: room {i} overlaps"
            );
            filled += cells().filter(|it| a.near(*it, 0) && tile(*it) == WALL).count();
        }
        for door in cells().filter(|it| tile(*it) == DOOR) {
            let walls = door.around().map(|it| tile(it) == WALL);
            assert!(
                matches!(walls, [true, true, false, false] | [false, false, true, true]),
                "seed {seed}: door {door:?} has walls {walls:?}"
            );
            assert!(map.rooms.iter().any(|it| it.near(door, 1)), "seed {seed}: a door in a corridor");
            doors += 1;
        }
        assert_eq!((tile(map.up), tile(map.down)), (UP, DOWN), "seed {seed}");
        assert!(map.up.dist(map.down) > 4, "seed {seed}: the stairs are side by side");
        assert!(
            open.iter().all(|it| matches!(tile(*it), DOOR | FLOOR | UP | DOWN)),
            "none stands open: {AJAR}"
        );
        rooms += map.rooms.len();
    }
    println!("{rooms} rooms, {doors} doors, {filled} corners");
    // As in the pictures: seven or eight rooms, about one door each, two corners in three rooms.
    assert!((6000..=9000).contains(&rooms), "{rooms} rooms");
    assert!((5000..=14_000).contains(&doors), "{doors} doors");
    assert!((3000..=16_000).contains(&filled), "{filled} corners");
}

#[test]
fn the_same_seed_has_the_same_floor() {
    let (a, b, c) = (floor(7), floor(7), floor(8));
    assert_eq!((&a.tiles, a.up, a.down), (&b.tiles, b.up, b.down));
    assert_ne!(a.tiles, c.tiles);
    assert_ne!(a.tiles, Map::new(&mut Dice::new(7, 2), false).tiles, "nor have two floors of a dungeon");
}

/// Ten times the diary's weights, except for dug tiles.
#[test]
fn weights_are_ten_times_the_diary_s() {
    let mut map = floor(3);
    let room = map.rooms[0];
    let inside = room.middle();
    let wall = Cell::at(room.x - 1, inside.y);
    map.tiles.set(inside, FLOOR);
    map.tiles.set(wall, WALL);
    let dug = Cell::at(room.x - 2, inside.y);
    map.tiles.set(dug, FLOOR);
    for (cell, weight) in [
        (dug, Some(1)),
        (Cell::at(0, 5), None),
        (Cell::at(W - 1, 5), None),
        (Cell::at(5, 0), None),
        (Cell::at(5, H - 1), None),
        (wall, Some(1_000_000)),
        (inside, Some(10_000)),
    ] {
        assert_eq!(map.weight(cell, 7), weight, "{cell:?}");
    }
    let rock = cells().find(|it| {
        map.weight(*it, 7).is_some()
            && map.tiles.get(*it) == WALL
            && !map.rooms.iter().any(|room| room.near(*it, 1))
    });
    assert_eq!(map.weight(rock.unwrap(), 7), Some(7), "rock: what was picked");
}

/// A room between two others: the corridor goes around it, though straight ahead is shorter.
#[test]
fn corridors_go_round_rooms() {
    let mut map = Map { tiles: Grid::new(W, H, WALL, WALL), ..Map::default() };
    map.rooms = [3, 18, 33].map(|x| Room { x, y: 12, w: 5, h: 5 }).to_vec();
    for cell in cells().filter(|it| map.rooms.iter().any(|room| room.near(*it, 0))) {
        map.tiles.set(cell, FLOOR);
    }
    let path = way(map.rooms[0].middle(), map.rooms[2].middle(), |cell| map.weight(cell, 10));
    let broken: Vec<&Cell> = path.iter().filter(|it| map.weight(**it, 10) == Some(1_000_000)).collect();
    assert_eq!(broken.len(), 2, "out of one room and into another: {broken:?}");
    assert!(!path.iter().any(|it| map.rooms[1].near(*it, 1)), "not through the one between");
}

/// Following a corridor is cheaper than digging another next to it: with the diary's own weights 300 floors had 6,560
/// stretches of four tiles side by side, and 229 with one wall between.
#[test]
fn no_corridors_run_side_by_side() {
    let (mut wide, mut apart) = (0, 0);
    for seed in 0..300 {
        let map = floor(seed);
        let dug = |it: Cell| map.tiles.get(it) != WALL && !map.rooms.iter().any(|room| room.near(it, 0));
        for (cell, along) in cells().flat_map(|it| [(it, (1, 0)), (it, (0, 1))]) {
            let run = |beside: i32, is: &dyn Fn(Cell) -> bool| {
                let at = |i: i32| {
                    Cell::at(cell.x + i * along.0 + beside * along.1, cell.y + i * along.1 + beside * along.0)
                };
                (0..4).all(|i| is(at(i)))
            };
            wide += i32::from(run(0, &dug) && run(1, &dug));
            let wall = |it: Cell| map.tiles.get(it) == WALL;
            apart += i32::from(run(0, &dug) && run(1, &wall) && run(2, &dug));
        }
    }
    println!("{wide} runs side by side, {apart} with a wall between");
    assert!(wide == 0 && apart <= 3, "{wide} runs side by side, {apart} with a wall between");
}

/// A* finds the cheapest way: compared with relaxing all steps until nothing changes.
#[test]
fn a_star_finds_the_cheapest_way() {
    let mut dice = random::Dice::new(5);
    for case in 0..60 {
        let mut weights = Grid::new(W, H, 0, 0);
        for cell in cells() {
            weights.set(cell, [0, 1, 1, 100, 1_000, 100_000][dice.range(0, 6) as usize]);
        }
        let weight = |cell: Cell| Some(weights.get(cell)).filter(|it| *it > 0);
        let [from, to] = [0, 0].map(|_| Cell::at(dice.range(0, W), dice.range(0, H)));
        let mut least = Grid::new(W, H, i32::MAX, i32::MAX);
        least.set(from, 0);
        let mut changed = true;
        while changed {
            changed = false;
            for cell in cells() {
                let near = cell.around().into_iter().map(|it| least.get(it)).min().unwrap();
                if let Some(weight) = weight(cell)
                    && near < i32::MAX
                    && near + weight < least.get(cell)
                {
                    least.set(cell, near + weight);
                    changed = true;
                }
            }
        }
        let path = way(from, to, weight);
        let cost: i32 = path.iter().map(|it| weights.get(*it)).sum();
        let expected = Some(least.get(to)).filter(|it| *it < i32::MAX);
        let found = (from == to || !path.is_empty()).then_some(cost);
        assert_eq!(found, expected, "case {case}, from {from:?} to {to:?}");
        let steps: Vec<i32> = [from].iter().chain(&path).zip(&path).map(|(a, b)| a.dist(*b)).collect();
        assert!(steps.iter().all(|it| *it == 1) && path.last().is_none_or(|it| *it == to), "case {case}");
    }
}

/// Against dead ends: of the close pairs of rooms without a corridor of their own, nearly all have a way that is at
/// most two steps per door longer than necessary.
#[test]
fn close_rooms_have_a_straight_way() {
    let (mut straight, mut all) = (0, 0);
    for seed in 0..300 {
        let map = floor(seed);
        for (a, b) in map.close_pairs() {
            let [a, b] = [a, b].map(|it| map.rooms[it].middle());
            let (_, far) = map.steps(a);
            straight += i32::from(i32::from(far.get(b)) <= a.dist(b) + 4);
            all += 1;
        }
    }
    assert!(all >= 550 && straight * 100 > all * 95, "{straight} of {all}");
}

/// Rock is randomly soft and hard, so corridors bend in 32 of 100 tiles. In uniformly soft rock they bend in 10.
#[test]
fn corridors_wobble_through_soft_and_hard_rock() {
    let (mut bends, mut dug, mut ends) = (0, 0, 0);
    for seed in 0..300 {
        let map = floor(seed);
        let open = |it: Cell| map.tiles.get(it) != WALL;
        let corridor = |it: &Cell| open(*it) && !map.rooms.iter().any(|room| room.near(*it, 0));
        for cell in cells().filter(corridor) {
            dug += 1;
            let [left, right, up, down] = cell.around().map(open);
            bends += i32::from(left != right && up != down);
            ends += i32::from([left, right, up, down].iter().filter(|it| **it).count() == 1);
        }
    }
    println!("{bends} bends and {ends} dead ends in {dug} tiles");
    assert!(bends * 4 > dug, "{bends} bends in {dug} tiles");
    assert_eq!(ends, 0, "corridors lead from room to room");
    assert_eq!(ROCK, [1, 1, 100, 100_000], "the diary's weights");
}
