//! Chapters 34 to 36, 49 and 50: where a floor starts and ends.

use super::super::draft::{beside, find, picture, rows};
use super::super::room::kit;
use super::twin::{Twin, freestanding};
use super::ways::joined;
use porklike::dir::Cell;
use porklike::rules::World;
use porklike::tower::Floor;
use porklike::tower::doors::LONG;
use porklike::tower::signs::stands_free;
use std::collections::BTreeSet;
use tests::floors::tile::{ROOM, STAIRS_DOWN, STAIRS_UP};
use tests::floors::{Case, Room, judge, make};

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// A floor before its ends are placed, and after.
struct Ends {
    twin: Twin,
    draft: Floor,
    stairs: Cell,
}

/// Ends of many drafts and of a few small pictures.
fn ends(count: u32) -> Vec<Ends> {
    let one = |seed| {
        let mut draft = joined(seed);
        draft.dig_gaps(3, LONG);
        let twin = Twin::of(&draft, seed);
        draft.place_ends()?;
        let stairs = find(&draft, &[STAIRS_UP]);
        assert_eq!(stairs.len(), 1, "seed {seed}");
        Some(Ends { twin, draft, stairs: stairs[0] })
    };
    let all: Vec<Ends> = (0..count).filter_map(one).collect();
    assert!(all.len() as u32 > count / 2, "{} of {count} drafts have ends", all.len());
    all
}

impl Ends {
    /// Points from which the ends may be measured: the farthest from any walkable cell.
    fn points(&self) -> BTreeSet<Cell> {
        let mut points = BTreeSet::new();
        for any in self.twin.cells().into_iter().filter(|&cell| self.twin.walkable(cell)) {
            let mut reached = self.twin.distances(any);
            reached.retain(|&(cell, _)| self.twin.walkable(cell));
            let most = reached.iter().map(|&(_, steps)| steps).max();
            points
                .extend(reached.into_iter().filter(|&(_, steps)| Some(steps) == most).map(|(cell, _)| cell));
        }
        points
    }

    /// The cells where the stairs may be: in an alcove next to a room, as far as possible from a point.
    fn stairs(&self, point: Cell) -> BTreeSet<Cell> {
        let mut reached = self.twin.distances(point);
        reached.retain(|&(cell, _)| {
            self.twin.next_to_room(cell, 4)
                && (self.twin.can_carve(cell, false) || self.twin.can_carve(cell, true))
        });
        let most = reached.iter().map(|&(_, steps)| steps).max();
        reached.into_iter().filter(|&(_, steps)| Some(steps) == most).map(|(cell, _)| cell).collect()
    }

    /// Where the hero starts: as near as possible to a point, minus the score; the first of several.
    fn start(&self, point: Cell) -> Option<Cell> {
        let mut low = i32::MAX;
        let mut start = None;
        for (cell, steps) in self.twin.distances(point) {
            let score = self.twin.start_score(cell);
            if score >= 0 && steps - score < low {
                low = steps - score;
                start = Some(cell);
            }
        }
        start
    }

    fn show(&self) -> String {
        format!("start {:?}, stairs {:?}, {:#?}", self.draft.start, self.stairs, rows(&self.draft))
    }
}

#[test]
fn t34_01_start_and_stairs_are_placed_far_apart() {
    for ends in ends(150) {
        let due = ends.points().into_iter().any(|point| ends.stairs(point).contains(&ends.stairs));
        assert!(due, "the stairs are not as far as they can be: {}", ends.show());
        assert_eq!(find(&ends.draft, &[STAIRS_DOWN]), [ends.draft.start], "{}", ends.show());
        let ways = beside(ends.stairs).into_iter().filter(|near| ends.draft.is_open(*near)).count();
        assert_eq!(ways, 1, "the stairs are in an alcove: {}", ends.show());
    }
    for seed in 0..40 {
        let mut world = World::new(seed, kit());
        world.floor = 1 + (seed % 8) as u8;
        world.arrive();
        assert_eq!(world.grid.get(world.hero()), STAIRS_DOWN, "the hero begins on the stairs that lead back");
    }
}

#[test]
fn t34_02_each_room_is_listed_and_its_cells_know_it() {
    for seed in 0..200 {
        let draft = joined(seed);
        let listed: Vec<Cell> = draft.rooms.iter().flatten().copied().collect();
        let set: BTreeSet<Cell> = listed.iter().copied().collect();
        assert_eq!(set.len(), listed.len(), "seed {seed}: no cell is in two rooms");
        assert_eq!(set, find(&draft, &[ROOM]).into_iter().collect(), "seed {seed}: {:#?}", rows(&draft));
    }
    for Case { seed, floor, .. } in make(0..200) {
        // In the finished floor they are the room as it was dug: hallways are never 3 by 3.
        for cell in floor.grid.cells() {
            let block = Room { x: cell.x, y: cell.y, w: 3, h: 3 };
            let open = block.cells().into_iter().all(|cell| {
                floor.grid.index(cell).is_some() && !matches!(floor.grid.get(cell), 48..=94 | 40)
            });
            let room = floor.rooms.iter().any(|room| block.cells().iter().all(|cell| room.contains(cell)));
            assert_eq!(open, room, "seed {seed}: {cell:?}");
        }
    }
}

#[test]
fn t35_02_dead_ends_are_filled_when_start_and_stairs_are_there() {
    let mut long = 0;
    for Case { seed, floor, .. } in make(0..1000) {
        let wall =
            |cell: &Cell| floor.grid.index(*cell).is_none() || matches!(floor.grid.get(*cell), 48..=94);
        let ways = |cell: Cell| beside(cell).into_iter().filter(|near| !wall(near)).collect::<Vec<Cell>>();
        for end in [find(&floor, &[STAIRS_UP])[0], floor.start] {
            assert!(!ways(end).is_empty(), "seed {seed}: {end:?} is walled up");
        }
        // If the start were chosen later, dead-end tunnels would be gone.
        let near = ways(floor.start);
        long += usize::from(near.len() == 1 && ways(near[0]).len() == 2);
    }
    assert!(long > 50, "tunnels that lead to the start: {long} of 1000");
}

#[test]
fn t35_03_the_stairs_are_never_next_to_the_start() {
    judge(&make(0..4000), "stairs are apart");
}

#[test]
fn t36_03_an_alcove_may_be_dug_or_walkable() {
    // The end of a tunnel, and the rock behind it.
    let draft = picture(&["#####", "...##", "#####", "#####", "#####"], 1);
    assert_eq!((draft.score(at(2, 1)), draft.score(at(3, 1))), (Some(0), Some(0)));
    let walkable = ends(900).iter().filter(|ends| ends.twin.can_carve(ends.draft.start, true)).count();
    assert!(walkable > 50, "{walkable} of 900 begin at the end of a tunnel");
}

#[test]
fn t49_07_freestanding_is_the_twelve_patterns() {
    for sign in 0..=255 {
        assert_eq!(stands_free(sign), freestanding(sign) > 0, "{sign:08b}");
    }
}

#[test]
fn t49_08_the_score_of_a_start_is_the_documents() {
    let mut seen = BTreeSet::new();
    for seed in 0..300 {
        let draft = joined(seed);
        let twin = Twin::of(&draft, seed);
        let any = draft.grid.cells().find(|&cell| draft.is_open(cell)).expect("something is dug");
        for (cell, _) in twin.distances(any) {
            let due = Some(twin.start_score(cell)).filter(|score| *score >= 0);
            assert_eq!(draft.score(cell), due, "seed {seed}: {cell:?} {:#?}", rows(&draft));
            seen.insert((twin.in_room(cell), due));
        }
    }
    for due in [(false, None), (false, Some(0)), (false, Some(5)), (true, Some(0)), (true, Some(3))] {
        assert!(seen.contains(&due), "{due:?} is never met: {seen:?}");
    }
}

#[test]
fn t49_09_the_score_is_deducted_from_the_distance() {
    let mut rooms = 0;
    for ends in ends(300) {
        let fits = |point: Cell| {
            ends.stairs(point).contains(&ends.stairs) && ends.start(point) == Some(ends.draft.start)
        };
        assert!(ends.points().into_iter().any(fits), "another start is due: {}", ends.show());
        rooms += u32::from(ends.twin.in_room(ends.draft.start));
    }
    assert!(rooms > 5, "{rooms} of 300 begin in a room");
}

#[test]
fn t50_04_the_start_is_never_where_the_score_is_negative() {
    for ends in ends(1500) {
        assert!(ends.twin.start_score(ends.draft.start) >= 0, "{}", ends.show());
    }
}

#[test]
fn t50_05_next_to_a_room_includes_its_corners() {
    // The tunnel passes the room's corner: at (3, 3) its end would be an alcove.
    let draft = picture(&["rrr###", "rrr###", "rrr###", "###.##", "###.##", "###.##", "######"], 1);
    assert_eq!((draft.score(at(3, 3)), draft.score(at(3, 5))), (None, Some(0)));
    for ends in ends(1500) {
        let start = ends.draft.start;
        let corner = (4..8).any(|i| ends.twin.in_room(Twin::near(start, i)));
        assert!(ends.twin.in_room(start) || !corner, "{}", ends.show());
    }
}
