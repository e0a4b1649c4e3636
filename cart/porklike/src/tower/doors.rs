//! Gaps in walls: so many that all is joined, and a few that shorten a long way. Some get a door.
//!
//! ```text
//!   flags        1 1 # 2 2      a wall between two different flags is a gap to be dug; then the two are one
//!   shortcut     a # b          a wall between two cells that are more than 20 steps apart
//!   door         room + ~~~     a gap beside a room, walls on both sides, no door beside it
//! ```
//!
//! After the tutorial's chapters 32 to 34 and 36. It looks at the whole floor after each gap; here the walls between
//! open cells are listed once and gone through in any order, each being looked at again when its turn comes. That picks
//! as evenly and costs the same for each tile of a floor of any size. Flags that became one are a chain of numbers.
//!
//! Not here: opening a door.

use alloc::vec::Vec;

use super::draft::{Draft, is_straight};
use crate::dir::{Cell, Dir};
use crate::tile::{DOOR, is_plain};

/// Steps that a shortcut must save.
pub const LONG: u16 = 20;

/// The open cells on both sides of a wall that could be dug through; none for anything else.
pub fn ends(draft: &Draft, wall: Cell) -> Option<[Cell; 2]> {
    let sign = draft.signs.get(wall);
    let ways = if sign & 0x80 == 0 { [Dir::Left, Dir::Right] } else { [Dir::Up, Dir::Down] };
    (!draft.is_open(wall) && is_straight(sign)).then(|| ways.map(|dir| wall.step(dir)))
}

/// Flags each area of open cells that hang together with a number of its own, from 1. Returns the flags, and how many.
pub fn place_flags(draft: &Draft) -> (Vec<u16>, u16) {
    let mut flags = draft.blank();
    let mut count = 0;
    for (at, cell) in draft.grid.cells().enumerate() {
        if draft.is_open(cell) && flags[at] == 0 {
            count += 1;
            draft.flood(&mut flags, cell, count, 0, count);
        }
    }
    (flags, count)
}

/// Digs a gap, and notes it as a possible door if it leads to a room.
fn gap(draft: &mut Draft, wall: Cell) {
    draft.dig(wall);
    if draft.is_near_room(wall, 4) {
        draft.doors.push(wall);
    }
}

/// The flag that a flag has become part of.
fn root(of: &[u16], mut flag: u16) -> u16 {
    while of[usize::from(flag)] != flag {
        flag = of[usize::from(flag)];
    }
    flag
}

/// Digs gaps between areas until all hang together, or no wall is left that would join two. Says whether all do.
pub fn carve(draft: &mut Draft) -> bool {
    let (mut flags, mut left) = place_flags(draft);
    let mut of: Vec<u16> = (0..=left).collect();
    loop {
        let before = left;
        for wall in draft.shuffled(draft.grid.cells(), |draft, cell| ends(draft, cell).is_some()) {
            let Some(found) = ends(draft, wall) else { continue };
            let [a, b] = found.map(|cell| root(&of, draft.grid.index(cell).map_or(0, |at| flags[at])));
            if a != b {
                gap(draft, wall);
                of[usize::from(a)] = b;
                left -= 1;
                if let Some(at) = draft.grid.index(wall) {
                    flags[at] = b;
                }
            }
        }
        if left == before {
            return left == 1;
        }
    }
}

/// Digs up to `count` gaps between cells that are more than [`LONG`] steps apart.
pub fn shorten(draft: &mut Draft, mut count: i32) {
    let mut marks = draft.blank();
    for wall in draft.shuffled(draft.grid.cells(), |draft, cell| ends(draft, cell).is_some()) {
        let Some([a, b]) = ends(draft, wall).filter(|_| count > 0) else { continue };
        // The first cell has mark 1: so what is LONG steps away has LONG + 1.
        let near = draft.flood(&mut marks, a, 1, 1, LONG + 1);
        if !near.contains(&b) {
            gap(draft, wall);
            count -= 1;
        }
        for at in near.iter().filter_map(|&cell| draft.grid.index(cell)) {
            marks[at] = 0;
        }
    }
}

/// May a door stand here: a plain passage beside a room, with no door before or behind it?
pub fn is_door(draft: &Draft, cell: Cell) -> bool {
    is_plain(draft.grid.get(cell))
        && is_straight(draft.signs.get(cell))
        && draft.is_near_room(cell, 4)
        && Dir::ALL.iter().all(|&dir| draft.grid.get(cell.step(dir)) != DOOR)
}

/// Puts doors into the gaps that are still fit for one.
pub fn install(draft: &mut Draft) {
    for cell in draft.doors.clone() {
        if is_door(draft, cell) {
            draft.grid.set(cell, DOOR);
        }
    }
}
