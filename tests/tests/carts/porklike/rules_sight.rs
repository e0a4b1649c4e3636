//! Lines of sight, cover and fog (chapters 15 to 17, 41, 50; cover and smoke are our own). A test named by a number
//! tests that row.

use super::room::{R, Room, kit, on, room};
use num::{Num, Rng};
use porklike::data::Thing;
use porklike::dir::{Cell, Dir};
use porklike::grid::Grid;
use porklike::rules::{Seen, World};
use porklike::tile::Flag;

/// Whether the hero sees the one monster, and whether it sees him.
fn mutual(room: &Room) -> (bool, bool) {
    let mob = &room.world.mobs[1];
    (room.world.shows(mob), room.world.notices(mob))
}

#[test]
fn t17_01_what_can_be_seen_past_is_not_what_can_be_walked_on() {
    let between = [
        ('.', true),
        ('#', false),
        ('+', false),
        ('\'', true),
        ('"', false),
        ('*', false),
        ('?', true),
        ('!', true),
        ('<', true),
    ];
    for (tile, seen) in between {
        assert_eq!(mutual(&room(&format!("@{tile}p"))), (seen, seen), "through {tile}");
    }
}

#[test]
fn t17_02_chests_do_not_block_sight() {
    for tile in ['=', '$', '-'] {
        assert_eq!(mutual(&room(&format!("@{tile}p"))), (true, true), "through {tile}");
    }
    assert_eq!(mutual(&room("@#p")), (false, false), "a wall there does");
}

#[test]
fn t17_03_pots_do_not_block_sight() {
    for tile in ['o', 'O'] {
        assert_eq!(mutual(&room(&format!("@{tile}p"))), (true, true), "through {tile}");
    }
    assert_eq!(mutual(&room("@#p")), (false, false), "a wall there does");
}

#[test]
fn t17_05_sight_ends_at_the_range_of_each_creature() {
    // The hero sees 4 steps. Pea 4, crouton and terrine 3: data/monsters.txt.
    for (letter, sight) in [('p', 4), ('c', 3), ('t', 3)] {
        for steps in 1..7 {
            let far = room(&format!("@{}{letter}", ".".repeat(steps - 1)));
            assert_eq!(mutual(&far), (steps <= 4, steps <= sight), "{letter} at {steps}");
        }
    }
    // In a straight line: (3, 2) is 3.6, (3, 3) is 4.2.
    assert_eq!(mutual(&room("@...\n....\n...p")), (true, true));
    assert_eq!(mutual(&room("@...\n....\n....\n...p")), (false, false));
}

#[test]
fn who_is_in_cover_is_seen_from_one_step() {
    for tile in ['"', '*'] {
        for (steps, seen) in [(1, true), (2, false), (4, false)] {
            let drawing = format!("@{}p", ".".repeat(steps - 1));
            let cover = |room: Room, who: char| {
                if tile == '"' {
                    return room.lay(who, '"');
                }
                let mut room = room;
                let at = room.mob(who).at;
                room.world.smoke.set(at, 3);
                room
            };
            assert_eq!(mutual(&cover(room(&drawing), 'p')), (seen, true), "the pea in {tile} at {steps}");
            assert_eq!(mutual(&cover(room(&drawing), '@')), (true, seen), "the hero in {tile} at {steps}");
        }
    }
}

#[test]
fn the_towel_is_noticed_from_two() {
    for steps in 1..5 {
        let far = room(&format!("@{}p", ".".repeat(steps - 1))).bag(&[(1, Thing::Towel as u8)]);
        assert_eq!(mutual(&far), (true, steps <= 2), "at {steps}");
    }
}

/// A floor of random walls, herbs and smoke, with the hero and a pea on two random cells.
fn random(rng: &mut Rng) -> World {
    let mut world = World::new(1, kit());
    world.floor = 3;
    let mut grid = Grid::new(9, 9, 1, 2);
    for cell in grid.cells() {
        grid.set(cell, [1, 1, 1, 1, 94, 21, 10][rng.index(7) as usize]);
    }
    let mut any = || Cell::at(rng.index(9) as i32, rng.index(9) as i32);
    let (hero, pea) = (any(), any());
    world.enter(grid, hero, &[(1, pea)]);
    for at in world.grid.cells() {
        world.smoke.set(at, u8::from(rng.index(9) == 0));
    }
    world
}

#[test]
fn t50_11_sight_is_symmetric() {
    // Chapter 50: the hero sees a creature exactly if it sees him, unless one of them is in cover.
    let mut rng = Rng::seeded(Num::int(50));
    let mut seen = 0;
    for n in 0..20_000 {
        let world = random(&mut rng);
        let pea = &world.mobs[1];
        let (here, there) = (world.hero(), pea.at);
        let first = world.sees(here, there, 4);
        assert_eq!(first, world.sees(there, here, 4), "world {n}: {here:?} and {there:?}");
        if !world.hides(here, Flag::Cover) && !world.hides(there, Flag::Cover) {
            assert_eq!((world.shows(pea), world.notices(pea)), (first, first), "world {n}");
        }
        seen += u32::from(first);
    }
    assert!(seen > 2_000, "only {seen} of 20,000 pairs see each other: the test sees too little");
    assert_eq!(mutual(&room("@#p")), (false, false), "nor does either see through a wall");
}

/// The cells that block the pea from (5, 5): each one, made a wall by itself.
fn line_to(there: Cell) -> Vec<Cell> {
    let mut world = World::new(1, kit());
    world.floor = 3;
    world.enter(Grid::new(11, 11, 1, 2), Cell::at(5, 5), &[(1, there)]);
    let blocks = |cell: &Cell| {
        let mut world = world.clone();
        world.grid.set(*cell, 94);
        *cell != there && *cell != Cell::at(5, 5) && !world.shows(&world.mobs[1])
    };
    world.grid.cells().filter(blocks).collect()
}

#[test]
fn t16_03_each_line_of_sight_is_straight_and_whole() {
    // To each cell in range: each cell on the line is a neighbour of the one before, also diagonally, and
    // none is a whole tile off the true line. So no cell is missing or out of the way.
    let here = Cell::at(5, 5);
    let mut lines = 0;
    for there in Grid::new(11, 11, 1, 2).cells().filter(|cell| *cell != here) {
        let (dx, dy) = (there.x - 5, there.y - 5);
        if dx * dx + dy * dy > 16 {
            continue;
        }
        let line = line_to(there);
        let long = dx.abs().max(dy.abs());
        assert_eq!(line.len() as i32, long - 1, "{there:?}: as many as there are tiles between: {line:?}");
        for cell in &line {
            let (x, y) = (cell.x - 5, cell.y - 5);
            // Distance from the true line along the shorter side, times the longer: below a tile.
            assert!((x * dy - y * dx).abs() < long, "{there:?}: {cell:?} is off the line");
            let along =
                x * dx.signum() * i32::from(dx.abs() == long) + y * dy.signum() * i32::from(dx.abs() < long);
            lines += u32::from((1..long).contains(&along));
        }
    }
    assert_eq!(lines, 68, "16 cells at 2, 20 at 3 and 4 at 4 have 1, 2 and 3 tiles between");
}

#[test]
fn lines_by_hand() {
    // Half-way cells, rounded to the upper left: written out.
    for (there, due) in [
        ((9, 5), vec![(6, 5), (7, 5), (8, 5)]),
        ((5, 2), vec![(5, 3), (5, 4)]),
        ((7, 7), vec![(6, 6)]),
        ((7, 6), vec![(6, 5)]),
        ((3, 4), vec![(4, 4)]),
        ((6, 8), vec![(5, 6), (5, 7)]),
    ] {
        let line: Vec<(i32, i32)> =
            line_to(Cell::at(there.0, there.1)).iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(line, due, "to {there:?}");
    }
}

/// The fog as characters: what is visible `v`, was seen `s`, or is dark `.`.
fn fog(world: &World) -> String {
    let mark = |x, y| ['.', 's', 'v'][usize::from(world.sight.get(Cell::at(x, y)))];
    let side = world.grid.width();
    (0..side).map(|y| (0..side).map(|x| mark(x, y)).collect::<String>() + "\n").collect()
}

#[test]
fn t16_02_fog_lifts_where_the_hero_looks_and_stays_lifted() {
    let mut room = room("#########\n@........\n#########");
    // Floor up to 4 steps, and the walls next to it, corners too.
    let first = fog(&room.world);
    assert_eq!(first.lines().take(3).collect::<Vec<_>>(), ["vvvvvv...", "vvvvv....", "vvvvvv..."]);
    room.step(R);
    room.step(R);
    let then = fog(&room.world);
    assert_eq!(then.lines().take(3).collect::<Vec<_>>(), ["vvvvvvvv.", "vvvvvvv..", "vvvvvvvv."]);
    for _ in 0..4 {
        room.step(R);
    }
    assert_eq!(fog(&room.world).lines().nth(1), Some("ssvvvvvvv"), "seen, and not visible any more");
}

#[test]
fn t17_04_walls_next_to_seen_floor_are_seen() {
    // A hall one tile wide: the far walls are on no line of sight of range 4, but next to floor that is.
    let room = room("#######\n@......\n#######");
    let fog = fog(&room.world);
    for row in [0, 2] {
        assert_eq!(fog.lines().nth(row).and_then(|line| line.chars().nth(4)), Some('v'), "{fog}");
    }
}

#[test]
fn each_visible_tile_has_a_line_and_is_in_range() {
    let mut rng = Rng::seeded(Num::int(16));
    for _ in 0..500 {
        let mut world = random(&mut rng);
        world.act(porklike::rules::Action::Wait);
        for cell in world.grid.cells() {
            let lit = |at| world.sees(world.hero(), at, 4);
            // A pea placed there would be shown exactly if the tile is lit; in cover only a step away.
            let mut probe = world.mobs[1].clone();
            probe.at = cell;
            let cover = world.hides(cell, Flag::Cover) && world.hero().dist(cell) > 1;
            assert_eq!(world.shows(&probe), lit(cell) && !cover, "{cell:?}");
            let wall = world.is(cell, Flag::Opaque)
                && (0..9)
                    .map(|i| Cell::at(cell.x + i % 3 - 1, cell.y + i / 3 - 1))
                    .any(|at| !world.is(at, Flag::Blocks) && lit(at));
            assert_eq!(world.sight.get(cell) == Seen::Now as u8, lit(cell) || wall, "{cell:?}");
        }
    }
}

#[test]
fn there_is_no_fog_on_the_floors_made_by_hand() {
    for (floor, all) in [(0, true), (1, false), (8, false), (9, true)] {
        let mut world = on(floor, "@........\n.........").world;
        world.act(porklike::rules::Action::Wait);
        assert_eq!(world.grid.cells().all(|at| world.sight.get(at) > 0), all, "floor {floor}");
    }
    assert_eq!(Dir::ALL.len(), 4);
}
