//! Rules about the items and creatures on a floor.
//!
//! ```text
//!   floor      1  2  3  4  5  6  7  8
//!   mobs       3  5  7  9 10 11 12 13 at least
//!              6 10 14 18 20 22 24 26 at most
//! ```
//!
//! Positions of cells are checked in `ways.rs`.

use super::{Case, beside, letter, must};
use std::collections::BTreeSet;

/// As many as in the tutorial, with 26 as the eighth maximum; each on its own walkable cell; none in the starting
/// room; two or three in a room.
pub fn mobs(case: &Case) -> Result<(), String> {
    let (least, most) = match case.number {
        1 => (3, 6),
        2 => (5, 10),
        3 => (7, 14),
        4 => (9, 18),
        5 => (10, 20),
        6 => (11, 22),
        7 => (12, 24),
        _ => (13, 26),
    };
    let mobs = &case.floor.mobs;
    must((least..=most).contains(&mobs.len()), || format!("{} mobs, not {least} to {most}", mobs.len()))?;
    let start = case.floor.start;
    case.each(mobs.iter().map(|mob| mob.1), "nobody may stand here", |cell| {
        let alone = mobs.iter().filter(|mob| mob.1 == cell).count() == 1;
        let in_his_room = case.room(cell).is_some() && case.room(cell) == case.room(start);
        alone && !in_his_room && ".,_%;:i".contains(letter(case.tile(cell)))
    })?;
    // More than three can only be in hallways, if the rooms had too few.
    for room in case.rooms()? {
        let inside = mobs.iter().filter(|mob| room.holds(mob.1)).count();
        must(inside <= 3, || format!("{inside} mobs in {room:?}"))?;
    }
    let outside = mobs.iter().filter(|mob| case.room(mob.1).is_none()).count();
    must(outside == 0 || mobs.len() == least, || format!("{outside} in hallways, but {} in all", mobs.len()))
}

/// Only kinds from the floor's table.
pub fn kinds(case: &Case) -> Result<(), String> {
    let pool: &[u8] = match case.number {
        1 => &[1, 2],
        2 => &[1, 2, 3, 4],
        3 => &[1, 2, 3, 4, 5],
        4 => &[2, 3, 4, 5, 6],
        5 => &[3, 4, 5, 6, 7, 8],
        6 => &[5, 6, 7, 8, 9],
        7 => &[6, 7, 8, 9, 10],
        _ => &[7, 8, 9, 10],
    };
    for (kind, _) in &case.floor.mobs {
        must(pool.contains(kind), || format!("kind {kind} does not live here"))?;
    }
    Ok(())
}

/// At most three, one per room, not along its walls; if there are any, one is rare.
pub fn chests(case: &Case) -> Result<(), String> {
    let (rare, all) = (case.find(&[14]).len(), case.find(&[12, 14]));
    must(all.len() <= 3 && rare == all.len().min(1), || {
        format!("{} chests, {rare} of them rare", all.len())
    })?;
    case.each(all.iter().copied(), "no place for a chest", |cell| {
        let Some(room) = case.room(cell) else { return false };
        room.has_inside(cell) && all.iter().filter(|&&other| room.holds(other)).count() == 1
    })
}

/// Crocks and pots are along walls, not next to doors, and never on a creature.
pub fn vases(case: &Case) -> Result<(), String> {
    case.each(case.find(&[9, 10]), "no place for a vase", |cell| {
        let near = beside(cell);
        case.room(cell).is_some()
            && near.iter().any(|&near| case.is_wall(near))
            && near.iter().all(|&near| case.tile(near) != 16)
            && case.floor.mobs.iter().all(|mob| mob.1 != cell)
    })
}

/// The decoration that a tile belongs to: vases, a carpet, torches, ferns, debris.
pub fn decoration(tile: u8) -> Option<char> {
    match tile {
        9 | 10 => Some('v'),
        7 => Some('c'),
        32 | 34 => Some('t'),
        21 | 22 | 24..=26 => Some('f'),
        27..=29 => Some('d'),
        _ => None,
    }
}

/// A room contains only one kind of decoration. Carpets touch no wall; torches are on even rows, each with its wall
/// on its own side, not next to doors. Hallways have nothing.
pub fn decorations(case: &Case) -> Result<(), String> {
    for room in case.rooms()? {
        let kinds: BTreeSet<char> =
            room.cells().into_iter().filter_map(|cell| decoration(case.tile(cell))).collect();
        must(kinds.len() < 2, || format!("{room:?} is decorated with {kinds:?}"))?;
    }
    case.each(case.cells(), "is no place for this", |cell| {
        let [left, right, up, down] = beside(cell).map(|near| case.is_wall(near));
        let side = |wall| wall && cell.y % 2 == 0 && beside(cell).iter().all(|&near| case.tile(near) != 16);
        match case.tile(cell) {
            7 => case.room(cell).is_some() && !(left || right || up || down),
            32 => case.room(cell).is_some() && side(left),
            34 => case.room(cell).is_some() && side(right),
            tile => case.room(cell).is_some() || decoration(tile).is_none(),
        }
    })
}

/// Each room contains a creature, a chest or bin, a crock or pot, or herbs to hide in.
pub fn purposes(case: &Case) -> Result<(), String> {
    let empty = case.rooms()?.into_iter().find(|room| {
        !room.cells().into_iter().any(|cell| matches!(case.tile(cell), 9 | 10 | 12 | 14 | 21 | 22))
            && !case.floor.mobs.iter().any(|mob| room.holds(mob.1))
    });
    must(empty.is_none(), || format!("nothing is in {empty:?}"))
}

/// No tile that a floor should not have.
pub fn tiles(case: &Case) -> Result<(), String> {
    case.each(case.cells(), "has an unknown tile", |cell| letter(case.tile(cell)) != '?')
}
