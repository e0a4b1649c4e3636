//! Where a floor begins and ends, and the dead ends that are filled.
//!
//! ```text
//!   any cell ──farthest open cell──> P ──farthest that may be dug──> stairs up, in an alcove
//!                                      ──nearest, by distance less score──> start
//!
//!   score     5 outside of rooms, where nothing is cut off      -1 beside a room: never
//!             3 in a room, away from corners                     0 in a corner, or in an alcove
//! ```
//!
//! After the tutorial's chapters 33 to 36, 49 and 50. Where it fills a dead end only if the two corners behind it are
//! rock, we fill whatever has one way out, so that none is left but the alcoves. Its twelve patterns of what stands
//! free are one rule here, which finds the same and has no slips: a cell stands free when the open cells around it hang
//! together without it. (Of the tutorial's pattern 1100 x0x1 = 161 the number is right, which is left and up; the digits
//! would be a passage between two walls, where a chest bars the way. Likewise 9 is right and not 0101.)
//!
//! Not here: the picture of an alcove.

use alloc::vec::Vec;

use super::doors::LONG;
use super::draft::{CORNERS, Draft, carves, is_straight, sides};
use crate::dir::{Cell, Dir};
use crate::tile::{POT, STAIRS_DOWN, STAIRS_UP};

/// Do the open neighbours of a cell with this signature hang together when the cell itself is barred? False when there
/// are none.
pub fn stands_free(sign: u8) -> bool {
    let open = 4 - sides(sign);
    // Two sides are joined by the corner between them; a ring of four may miss one corner.
    let joints = (0..4).filter(|&at| sign & (CORNERS[at] | 8 >> at) == 0).count() as u32;
    open > 1 && joints + 1 >= open
}

/// How good a cell is to begin at: 5 to 0, or -1 for never.
pub fn score(draft: &Draft, cell: Cell) -> i32 {
    let sign = draft.signs.get(cell);
    let free = stands_free(sign);
    if draft.is_room(cell) {
        return if !free {
            -1
        } else if sides(sign) < 2 {
            3
        } else {
            0
        };
    }
    if draft.is_near_room(cell, 8) {
        -1
    } else if free {
        5
    } else {
        carves(sign) as i32 - 1
    }
}

/// Steps from a cell to each cell, plus 1; walls beside open cells count too. 0 where no way leads.
pub fn distances(draft: &Draft, from: Cell) -> Vec<u16> {
    let mut marks = draft.blank();
    draft.flood(&mut marks, from, 1, 1, u16::MAX);
    marks
}

/// Digs start and stairs, far apart, and puts their tiles there. None when there is no such pair.
pub fn place(draft: &mut Draft) -> Option<[Cell; 2]> {
    let anywhere = *draft.shuffled(draft.grid.cells(), Draft::is_open).first()?;
    let far = |draft: &Draft, marks: &[u16], holds: &dyn Fn(Cell) -> bool| {
        let cells = draft.grid.cells().zip(marks).filter(|&(cell, mark)| *mark > 0 && holds(cell));
        cells.max_by_key(|(_, mark)| **mark).map(|(cell, _)| cell)
    };
    let marks = distances(draft, anywhere);
    let end = far(draft, &marks, &|cell| draft.is_open(cell))?;
    let marks = distances(draft, end);
    let stairs = far(draft, &marks, &|cell| carves(draft.signs.get(cell)))?;
    draft.dig(stairs);
    draft.grid.set(stairs, STAIRS_UP);
    let near = draft.grid.cells().zip(marks).filter_map(|(cell, mark)| {
        let score = score(draft, cell);
        (mark > 0 && score >= 0).then_some((i32::from(mark) - score, cell))
    });
    let (_, start) = near.min_by_key(|(way, _)| *way)?;
    draft.dig(start);
    draft.grid.set(start, STAIRS_DOWN);
    let way = draft.grid.index(stairs).map(|at| distances(draft, start)[at]);
    // Distances begin at 1.
    (way > Some(LONG + 1)).then_some([start, stairs])
}

/// Fills every cell that has one way out or none, and the way to it, but for start and stairs.
pub fn fill(draft: &mut Draft) {
    for cell in draft.grid.cells() {
        let mut cell = cell;
        while draft.is_open(cell)
            && sides(draft.signs.get(cell)) > 2
            && !matches!(draft.grid.get(cell), STAIRS_UP | STAIRS_DOWN)
        {
            draft.fill(cell);
            let ways = Dir::ALL.map(|dir| cell.step(dir));
            cell = ways.into_iter().find(|&way| draft.is_open(way)).unwrap_or(cell);
        }
    }
}

/// Digs up to `count` niches behind bends of hallways and puts a pot of smoke into each: for who is trapped there.
pub fn niches(draft: &mut Draft, mut count: i32) {
    let is_bend = |draft: &Draft, cell: Cell| {
        let sign = draft.signs.get(cell);
        draft.is_open(cell) && sides(sign) == 2 && !is_straight(sign)
    };
    let fits = |draft: &Draft, cell: Cell| {
        draft.can_carve(cell)
            && !draft.is_near_room(cell, 8)
            && Dir::ALL.iter().any(|&dir| is_bend(draft, cell.step(dir)))
    };
    for cell in draft.shuffled(draft.grid.cells(), fits) {
        // Another niche may have made the bend a fork.
        if count > 0 && fits(draft, cell) {
            draft.dig(cell);
            draft.grid.set(cell, POT);
            count -= 1;
        }
    }
}
