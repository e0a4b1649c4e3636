//! Worms: they dig a maze into the rock that the rooms leave.
//!
//! ```text
//!   #########       a worm digs on while the next cell may be dug without opening a second way
//!   #~~~~~~~#       (`draft::carves`); it turns when it must, and by chance after three steps;
//!   #######~#       where it can go no way on, it ends
//!   #~~~~~~~#       worms begin until there is no place to begin: rock, with no room beside it
//! ```
//!
//! After the tutorial's chapters 30, 31, 36 and 38. It lists all beginnings anew for each worm; here one shuffled list
//! of all cells is gone through until a round digs nothing, which costs the same for each tile of a floor of any size.
//!
//! Not here: joining what the worms leave apart.

use alloc::vec::Vec;

use super::draft::Draft;
use crate::dir::{Cell, Dir};

/// Digs one worm from a cell on. Ends, since every step digs rock away.
pub fn dig_one(draft: &mut Draft, mut cell: Cell) {
    let mut dir = Dir::ALL[draft.below(4) as usize];
    let mut steps = 0;
    loop {
        draft.dig(cell);
        if !draft.can_carve(cell.step(dir)) || steps > 2 && draft.below(2) == 0 {
            let ways = Dir::ALL.into_iter().filter(|&dir| draft.can_carve(cell.step(dir)));
            let ways: Vec<Dir> = ways.collect();
            let Some(&way) = ways.get(draft.below(ways.len() as i32) as usize) else { return };
            dir = way;
            steps = 0;
        }
        cell = cell.step(dir);
        steps += 1;
    }
}

/// Digs worms until no more can begin.
pub fn dig(draft: &mut Draft) {
    let begins = |draft: &Draft, cell| draft.can_carve(cell) && !draft.is_near_room(cell, 4);
    let cells = draft.shuffled(draft.grid.cells(), |draft, cell| !draft.is_open(cell));
    while cells.iter().fold(false, |dug, &cell| {
        let begun = begins(draft, cell);
        if begun {
            dig_one(draft, cell);
        }
        dug | begun
    }) {}
}
