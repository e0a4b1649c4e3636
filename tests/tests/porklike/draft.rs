//! Pictures of half-made floors, for the tests of the generator's steps.
//!
//! ```text
//!   #  rock        .  dug        r  dug, and of a room
//! ```
//!
//! Rooms are not listed by a picture; a test that needs the list pushes them.

use num::Rng;
use porklike::dir::Cell;
use porklike::tower::draft::{Draft, ROOM};

/// A generator of random numbers that differs with its seed.
pub fn rng(seed: u32) -> Rng {
    let mut rng = Rng::from_words(seed ^ 0x9e37_79b9, seed);
    (0..32).for_each(|_| _ = rng.next_u32());
    rng
}

/// Rock of that side.
pub fn rock(side: i32, seed: u32) -> Draft {
    Draft::new(side, rng(seed))
}

/// The floor of a picture, in the upper left of rock as large as it needs.
pub fn picture(rows: &[&str], seed: u32) -> Draft {
    let side = rows.iter().map(|row| row.len()).max().unwrap_or(0).max(rows.len());
    let mut draft = rock(side as i32, seed);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let cell = Cell::at(x as i32, y as i32);
            if letter != '#' {
                draft.dig(cell);
            }
            if letter == 'r' {
                draft.notes.set(cell, ROOM);
            }
        }
    }
    draft
}

/// The picture of a floor: rock or not.
pub fn rows(draft: &Draft) -> Vec<String> {
    let side = draft.grid.width();
    let letter = |x, y| if draft.is_open(Cell::at(x, y)) { '.' } else { '#' };
    (0..side).map(|y| (0..side).map(|x| letter(x, y)).collect()).collect()
}

/// The open cells.
pub fn open(draft: &Draft) -> Vec<Cell> {
    draft.grid.cells().filter(|&cell| draft.is_open(cell)).collect()
}

/// The four neighbours.
pub fn beside(cell: Cell) -> [Cell; 4] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| Cell::at(cell.x + dx, cell.y + dy))
}

/// Pairs of open cells side by side: one fewer than cells in a tree.
pub fn joints(draft: &Draft) -> usize {
    let two = |cell: Cell| {
        let later = beside(cell).into_iter().filter(move |near| (near.x, near.y) > (cell.x, cell.y));
        later.filter(|near| draft.is_open(*near)).count()
    };
    open(draft).into_iter().map(two).sum()
}

/// Steps between two cells over open cells, ring by ring; none when no way leads.
pub fn way(draft: &Draft, from: Cell, to: Cell) -> Option<usize> {
    let mut seen = vec![from];
    let mut ring = vec![from];
    for steps in 0.. {
        if ring.contains(&to) {
            return Some(steps);
        }
        let next: Vec<Cell> = ring.iter().flat_map(|cell| beside(*cell)).collect();
        ring = vec![];
        for cell in next {
            if draft.is_open(cell) && !seen.contains(&cell) {
                seen.push(cell);
                ring.push(cell);
            }
        }
        if ring.is_empty() {
            return None;
        }
    }
    None
}
