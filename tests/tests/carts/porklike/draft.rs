//! Pictures of half-made floors, for the tests of the generator's steps.
//!
//! ```text
//!   #  rock        .  a hallway        r  of a room
//! ```
//!
//! A picture does not list rooms; a test that needs the list adds them.

use kit::chance::stream;
use porklike::dir::Cell;
use porklike::grid::Grid;
use porklike::tower::{Floor, OUTSIDE};
use tests::floors::Room;
use tests::floors::tile::{FLOOR, ROCK, ROOM};

/// Rock of this size, on the tower's eighth floor.
pub fn rock(side: i32, seed: u32) -> Floor {
    let (grid, signs) = (Grid::new(side, side, ROCK, ROCK), Grid::new(side, side, 0xff, OUTSIDE));
    Floor { number: 8, grid, signs, rng: stream(seed, 99), ..Floor::default() }
}

/// The floor that a picture shows, at the upper left of rock as large as needed.
pub fn picture(rows: &[&str], seed: u32) -> Floor {
    let side = rows.iter().map(|row| row.len()).max().unwrap_or(0).max(rows.len());
    let mut floor = rock(side as i32, seed);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let cell = Cell::at(x as i32, y as i32);
            match letter {
                '#' => {}
                'r' => floor.put(cell, ROOM),
                _ => floor.put(cell, FLOOR),
            }
        }
    }
    floor
}

/// Digs a room, and lists it.
pub fn dig(floor: &mut Floor, room: Room) {
    room.cells().into_iter().for_each(|cell| floor.put(cell, ROOM));
    floor.rooms.push(room.cells());
}

pub const ROOMS: [Room; 3] =
    [Room { x: 1, y: 1, w: 5, h: 5 }, Room { x: 8, y: 1, w: 4, h: 5 }, Room { x: 1, y: 8, w: 3, h: 3 }];

/// Three rooms with a hallway below them; the hero starts on the right.
pub fn suite(seed: u32) -> Floor {
    let mut draft = rock(16, seed);
    ROOMS.into_iter().for_each(|room| dig(&mut draft, room));
    (0..16).for_each(|x| draft.put(Cell::at(x, 14), FLOOR));
    draft.start = Cell::at(15, 14);
    draft
}

/// The picture of a floor: rock or not.
pub fn rows(floor: &Floor) -> Vec<String> {
    let side = floor.grid.width();
    let letter = |x, y| if floor.is_open(Cell::at(x, y)) { '.' } else { '#' };
    (0..side).map(|y| (0..side).map(|x| letter(x, y)).collect()).collect()
}

pub fn open(floor: &Floor) -> Vec<Cell> {
    floor.grid.cells().filter(|&cell| floor.is_open(cell)).collect()
}

pub fn find(floor: &Floor, tiles: &[u8]) -> Vec<Cell> {
    floor.grid.cells().filter(|&cell| tiles.contains(&floor.grid.get(cell))).collect()
}

pub fn beside(cell: Cell) -> [Cell; 4] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| Cell::at(cell.x + dx, cell.y + dy))
}

/// Steps between two cells over open cells, ring by ring; none if there is no way.
pub fn way(floor: &Floor, from: Cell, to: Cell) -> Option<usize> {
    let mut seen = vec![from];
    let mut ring = vec![from];
    for steps in 0.. {
        if ring.contains(&to) {
            return Some(steps);
        }
        let next: Vec<Cell> = ring.iter().flat_map(|cell| beside(*cell)).collect();
        ring = vec![];
        for cell in next {
            if floor.is_open(cell) && !seen.contains(&cell) {
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
