//! Rules about walkable cells: ways, stairs, doors, rooms, walls.
//!
//! ```text
//!   #####>#
//!   #,,,,.#     > stairs up, < start, + door, t tablet in a niche
//!   #...###
//!   #...+,t
//! ```
//!
//! Items and creatures are checked in `things.rs`.

use super::{Case, beside, must};
use porklike::dir::Cell;

/// Crocks, pots and doors give way, so the whole floor can be reached; even around chests, which never give way.
pub fn joined(case: &Case) -> Result<(), String> {
    let steps = case.steps(|tile| !matches!(tile, 12 | 14 | 40));
    case.each(case.cells(), "cannot be reached", |cell| {
        let chest = matches!(case.tile(cell), 12 | 14 | 40);
        let reached = |cell| case.floor.grid.index(cell).is_some_and(|at| steps[at].is_some());
        case.is_wall(cell) || reached(cell) || chest && beside(cell).into_iter().any(reached)
    })
}

/// One start and one stair, more than 20 steps apart (the tutorial: far apart).
pub fn apart(case: &Case) -> Result<(), String> {
    let (starts, stairs) = (case.find(&[19]), case.find(&[18]));
    must(starts == [case.floor.start], || format!("{starts:?} look like the start"))?;
    must(stairs.len() == 1, || format!("{stairs:?} look like the stairs"))?;
    let way =
        case.floor.grid.index(stairs[0]).and_then(|at| case.steps(|tile| !matches!(tile, 12 | 14 | 40))[at]);
    must(way > Some(20), || format!("the way from start to stairs has {way:?} steps"))
}

/// The way to the stairs leads through a room: no outer hallway passes all of them.
pub fn through_a_room(case: &Case) -> Result<(), String> {
    case.each(case.find(&[18]), "the stairs are in a hallway", |stairs| {
        beside(stairs).into_iter().any(|near| case.room(near).is_some())
    })
}

/// A cell with one way out, or none, is the start, the stairs, or a niche.
pub fn no_dead_ends(case: &Case) -> Result<(), String> {
    case.each(case.cells(), "is a dead end", |cell| {
        let ways = beside(cell).into_iter().filter(|&near| !case.is_wall(near)).count();
        let niche = matches!(case.tile(cell), 20 | 40) && case.room(cell).is_none();
        case.is_wall(cell) || ways > 1 || matches!(case.tile(cell), 18 | 19) || niche
    })
}

/// One tablet, in a niche of a hallway or of the start itself. No other rock where a niche could be dug, considering
/// corners and rooms, is nearer to the start.
pub fn tablet(case: &Case) -> Result<(), String> {
    let tablets = case.find(&[20]);
    must(tablets.len() == 1 && case.room(tablets[0]).is_none(), || format!("tablets at {tablets:?}"))?;
    let wall = |cell: Cell| case.is_wall(cell) || matches!(case.tile(cell), 20 | 40);
    let steps = case.steps(|tile| !matches!(tile, 20 | 40));
    // The way to a niche: its only open side, with rock on both sides of the niche and at the corners behind.
    let niche = |cell: Cell| {
        let sides = beside(cell);
        let ways: Vec<Cell> = sides.into_iter().filter(|&near| !wall(near)).collect();
        let [way] = ways[..] else { return None };
        let (dx, dy) = (cell.x - way.x, cell.y - way.y);
        let behind =
            [Cell::at(cell.x + dx + dy, cell.y + dy + dx), Cell::at(cell.x + dx - dy, cell.y + dy - dx)];
        let start = case.floor.start;
        let hallway = sides.into_iter().all(|near| near == start || case.room(near).is_none());
        (wall(cell) && hallway && behind.into_iter().all(wall))
            .then(|| steps[case.floor.grid.index(way)?])?
    };
    let all: Vec<(u32, Cell)> = case.cells().filter_map(|cell| Some((niche(cell)?, cell))).collect();
    let nearest = all.iter().map(|niche| niche.0).min();
    let is = all.iter().find(|niche| niche.1 == tablets[0]).map(|niche| niche.0);
    must(is.is_some() && is == nearest, || format!("the tablet is {is:?} steps away, a niche {nearest:?}"))
}

/// Where there is no chest there is a rail in a wall that the hero can reach. How often he sees it from the start is tested
/// elsewhere.
pub fn rail(case: &Case) -> Result<(), String> {
    let (rails, chests) = (case.find(&[40]), case.find(&[12, 14]));
    must((rails.len() == 1) == chests.is_empty() && rails.len() < 2, || {
        format!("rails at {rails:?}, chests at {chests:?}")
    })?;
    case.each(rails, "is in a room", |rail| case.room(rail).is_none())
}

/// A door has walls on two opposite sides, ways on the others, a room at one of those, and no adjacent door.
pub fn doors(case: &Case) -> Result<(), String> {
    let doors = case.find(&[16]);
    case.each(doors.iter().copied(), "this door is out of place", |door| {
        let [left, right, up, down] = beside(door).map(|near| case.is_wall(near));
        let between = left && right && !up && !down || !left && !right && up && down;
        let room = beside(door).into_iter().any(|near| case.room(near).is_some());
        between && room && case.room(door).is_none() && !beside(door).iter().any(|near| doors.contains(near))
    })
}

/// One to four rooms; 3 to 5 wide and high, one of them to 10; 35 tiles at most; a wall between any two.
pub fn rooms(case: &Case) -> Result<(), String> {
    let rooms = case.rooms()?;
    must((1..=4).contains(&rooms.len()), || format!("{} rooms", rooms.len()))?;
    for (index, room) in rooms.iter().enumerate() {
        let fits = |size| (3..=10).contains(&size);
        must(fits(room.w) && fits(room.h) && room.w * room.h <= 35, || format!("{room:?} has a wrong size"))?;
        for other in &rooms[..index] {
            let apart = room.x > other.x + other.w
                || other.x > room.x + room.w
                || room.y > other.y + other.h
                || other.y > room.y + room.h;
            must(apart, || format!("{room:?} touches {other:?}"))?;
        }
        case.each(room.cells(), "is wall, in a room", |cell| !case.is_wall(cell))?;
    }
    let large = rooms.iter().filter(|room| room.w.max(room.h) > 5).count();
    must(large < 2, || format!("{large} large rooms"))
}

/// The key of the flags file, as its artist wrote it: mask and sprite, for 47 masks.
fn key() -> &'static [Option<u8>; 256] {
    static KEY: std::sync::OnceLock<[Option<u8>; 256]> = std::sync::OnceLock::new();
    KEY.get_or_init(|| {
        let mut key = [None; 256];
        let text = include_str!("../../../../sprites/porklike.flags");
        for word in text.lines().filter_map(|line| line.strip_prefix("#   ")).flat_map(str::split_whitespace)
        {
            if let Some((mask, sprite)) = word.split_once(':')
                && let (Ok(mask), Ok(sprite)) = (u8::from_str_radix(mask, 16), sprite.parse())
            {
                key[usize::from(mask)] = Some(sprite);
            }
        }
        assert_eq!(key.iter().flatten().count(), 47, "the key of sprites/porklike.flags has 47 masks");
        key
    })
}

/// Every wall has the picture that the key has for its neighbours, written out one by one.
pub fn walls(case: &Case) -> Result<(), String> {
    for cell in case.cells().filter(|&cell| case.is_wall(cell)) {
        let wall = |dx, dy| case.is_wall(Cell::at(cell.x + dx, cell.y + dy));
        let (left, right, up, down) = (wall(-1, 0), wall(1, 0), wall(0, -1), wall(0, 1));
        let mut mask = 0;
        for (bit, counts) in [
            (0x80, left),
            (0x40, right),
            (0x20, up),
            (0x10, down),
            (0x08, up && right && wall(1, -1)),
            (0x04, down && right && wall(1, 1)),
            (0x02, down && left && wall(-1, 1)),
            (0x01, up && left && wall(-1, -1)),
        ] {
            mask |= if counts { bit } else { 0 };
        }
        let due = key()[mask];
        must(Some(case.tile(cell)) == due, || {
            format!("({}, {}): {} is drawn, mask {mask:02x} wants {due:?}", cell.x, cell.y, case.tile(cell))
        })?;
    }
    Ok(())
}

/// A floor tile below a wall shows the wall's front, others do not. Whatever is on a cell hides it.
pub fn faces(case: &Case) -> Result<(), String> {
    case.each(case.cells(), "has the wrong floor", |cell| {
        let below = case.is_wall(Cell::at(cell.x, cell.y - 1));
        match case.tile(cell) {
            4 | 5 | 6 | 95 => below,
            1 | 7 | 9 | 21..=29 | 32 | 34 => !below,
            _ => true,
        }
    })
}
