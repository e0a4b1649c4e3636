//! Chests, and who lives here.
//!
//! ```text
//!   floor          1  2  3  4  5  6  7  8
//!   at least       3  5  7  9 10 11 12 13       room by room, 2 to 5 in each, until the most are there;
//!   at most        6 10 14 18 20 22 24 26       if too few, some more wherever there is floor: hallways
//! ```
//!
//! After the tutorial's chapters 37, 44 to 46 and 50. Nobody lives in the room where the hero begins, nor within four
//! steps of him, which is as far as most of them see (ours). Of pods, terrines and oxtails a floor has two at most.
//!
//! Not here: what they do.

use alloc::vec::Vec;

use super::draft::{Draft, MOB};
use crate::data::{self, Beast, KINDS};
use crate::dir::Cell;
use crate::tile::{BIN, CHEST, is_plain};

/// Fewest mobs of floors 1 to 8.
pub const FEWEST: [i32; 8] = [3, 5, 7, 9, 10, 11, 12, 13];
/// Most mobs of floors 1 to 8.
pub const MOST: [i32; 8] = [6, 10, 14, 18, 20, 22, 24, 26];

/// Steps from the start within which nobody lives.
pub const NEAR: i32 = 4;

/// Kinds of which a floor has two at most: pod, terrine, oxtail.
const HEAVY: [u8; 3] = [Beast::Pod as u8, Beast::Terrine as u8, Beast::Oxtail as u8];

/// Puts up to `count` chests into rooms, away from the walls, one to a room: the first is the rare one.
pub fn chests(draft: &mut Draft, mut count: i32) {
    let mut tile = CHEST;
    let mut rooms = draft.rooms.clone();
    draft.shuffle(&mut rooms);
    for room in rooms {
        let places = draft.shuffled(room.inner().cells(), |draft, cell| is_plain(draft.grid.get(cell)));
        if let (1.., Some(&cell)) = (count, places.first()) {
            draft.grid.set(cell, tile);
            tile = BIN;
            count -= 1;
        }
    }
}

/// Puts monsters into the rooms and, if they are too few, elsewhere. Says whether the fewest found room. `share`: how
/// many times a screen's they are.
pub fn settle(draft: &mut Draft, floor: u8, start: Cell, share: i32) -> bool {
    let [fewest, most] = [FEWEST, MOST].map(|of| (of[usize::from(floor) - 1] * share) as usize);
    let mut rooms = draft.rooms.clone();
    draft.shuffle(&mut rooms);
    rooms.retain(|room| !room.holds(start));
    for room in rooms {
        let count = draft.mobs.len() + 2 + draft.below(4) as usize;
        infest(draft, floor, start, count.min(most), room.cells());
    }
    let hallways: Vec<Cell> = draft.grid.cells().filter(|&cell| !draft.is_room(cell)).collect();
    infest(draft, floor, start, fewest, hallways.into_iter());
    draft.mobs.len() >= fewest
}

/// Puts monsters on bare floor among the cells until there are `count` on the whole floor.
pub fn infest(draft: &mut Draft, floor: u8, start: Cell, count: usize, cells: impl Iterator<Item = Cell>) {
    let places = draft.shuffled(cells, |draft, cell| {
        is_plain(draft.grid.get(cell)) && draft.notes.get(cell) & MOB == 0 && cell.dist(start) > NEAR
    });
    for cell in places.into_iter().take(count.saturating_sub(draft.mobs.len())) {
        let mut pool = data::here(&KINDS, floor);
        pool.retain(|kind| {
            let many = || draft.mobs.iter().filter(|mob| mob.0 == *kind).count() > 1;
            !(HEAVY.contains(kind) && many())
        });
        let kind = pool[draft.below(pool.len() as i32) as usize];
        draft.mobs.push((kind, cell));
        draft.notes.set(cell, draft.notes.get(cell) | MOB);
    }
}
