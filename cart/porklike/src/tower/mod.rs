//! The floors of the tower: a seed and a number in, a floor out.
//!
//! ```text
//!   rock ── rooms ── worms ── gaps ── all joined? ── shortcuts ── start, stairs ── dead ends filled ── tablet
//!    ^                                  no │         ── rail ── doors ── chests ── mobs ── decorations ── wall sprites ──> Floor
//!    └─────────────────────────────────────┘         anything missing: again from rock, with other numbers
//! ```
//!
//! | file | what |
//! |---|---|
//! | `signs.rs` | the neighbours of a cell |
//! | `rooms.rs` | sizes and places of rooms |
//! | `worm.rs` | mazes |
//! | `doors.rs` | gaps, shortcuts, doors |
//! | `ends.rs` | start, stairs, dead ends, the tablet |
//! | `people.rs` | chests and mobs |
//! | `decor.rs` | decorations |
//! | `walls.rs` | which of the 47 walls a wall is |
//!
//! After the tutorial's chapters 28 to 50. About one attempt in eighty fails; [`ATTEMPTS`] in a row never do, and if they did
//! a floor that is known to come out is taken. So the generator ends, always, with a floor that has all it must have.
//!
//! Not here: what tiles do (flags), the hand-made floors (the map), what happens on a floor (rules).

pub mod decor;
pub mod doors;
pub mod ends;
pub mod people;
pub mod rooms;
pub mod signs;
pub mod walls;
pub mod worm;

use alloc::vec::Vec;
use kit::chance::stream;
use kit::grid::FAR;
use kit::{Cell, Grid};
use num::Rng;

use crate::data::FLOORS;
use crate::tile::Tile;
use doors::LONG;

/// A floor, while it is made and as the hero finds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Floor {
    /// Which of the tower, 1 to 8.
    pub number: u8,
    /// The tiles. Until the walls are painted: [`Tile::Rock`] is wall, [`Tile::Floor`] a bare hallway, [`Tile::Room`] a bare
    /// room; all else is open, too.
    pub grid: Grid<u8>,
    /// The signature of each cell.
    pub signs: Grid<u8>,
    /// Where the hero begins; the stairs down, locked.
    pub start: Cell,
    /// Monsters, kinds 1 to 10 in the order of their table, and where they are.
    pub mobs: Vec<(u8, Cell)>,
    /// The rooms, cell by cell.
    pub rooms: Vec<Vec<Cell>>,
    /// The only source of chance.
    pub rng: Rng,
}

/// Attempts at a floor before one is taken that is known to come out.
pub const ATTEMPTS: u32 = 256;
/// Tiles along the side of a floor of the game: a screen.
pub const SIDE: i32 = 16;
/// Signature of all cells outside: neither end nor gap, nor free.
pub const OUTSIDE: u8 = 0x0f;

/// The floor of a seed. `number` 1 to 8, anything else is taken as the nearest. Equal arguments, equal floors.
pub fn floor(seed: u32, number: u8) -> Floor {
    let number = number.clamp(1, 8);
    // The floors of seed 1 are known to come out.
    (0..ATTEMPTS)
        .find_map(|attempt| {
            Floor { number, rng: stream(seed, u32::from(number) * ATTEMPTS + attempt), ..Floor::default() }
                .build()
        })
        .unwrap_or_else(|| floor(1, number))
}

impl Floor {
    /// Makes rock a floor. None when it lacks what a floor must have.
    fn build(mut self) -> Option<Floor> {
        let [fewest, chests @ ..] = FLOORS[usize::from(self.number)];
        (0..ATTEMPTS).find(|_| self.dig())?;
        self.dig_gaps(3, LONG);
        self.place_ends()?;
        self.grid.cells().for_each(|cell| self.fill(cell));
        self.dig_niche(Tile::Tablet as u8, |floor, cell| {
            floor.signs.get(cell) < 0xff && floor.can_carve(cell)
        })?;
        let count = chests[self.below(6)];
        if count < 1 {
            self.dig_niche(Tile::Rail as u8, |floor, cell| {
                !floor.is_open(cell) && !floor.is_near(cell, Tile::Tablet as u8)
            })?;
        }
        self.put_doors();
        self.put_chests(count as usize);
        self.settle(fewest as usize)?;
        self.decorate();
        self.paint();
        self.rooms
            .iter()
            .all(|room| {
                room.iter().any(|&cell| {
                    matches!(self.grid.get(cell), 9..=14 | 21..=22)
                        || self.mobs.iter().any(|mob| mob.1 == cell)
                })
            })
            .then_some(self)
    }

    /// Digs rooms, hallways and the gaps between them into rock. Does all of it hang together?
    fn dig(&mut self) -> bool {
        self.grid = Grid::new(SIDE, SIDE, Tile::Rock as u8, Tile::Rock as u8);
        self.signs = Grid::new(SIDE, SIDE, 0xff, OUTSIDE);
        self.rooms.clear();
        self.dig_rooms();
        self.dig_worms();
        self.dig_gaps(usize::MAX, FAR - 1);
        let open = self.cells(Floor::is_open);
        open.first().is_some_and(|&any| self.flood(any).0.len() == open.len())
    }

    /// A number from 0 to `count` - 1; 0 for no count.
    pub fn below(&mut self, count: usize) -> usize {
        self.rng.index(count as u32) as usize
    }

    /// Those that satisfy a condition, in random order.
    pub fn shuffled<T: Copy>(
        &mut self,
        all: impl IntoIterator<Item = T>,
        holds: impl Fn(&Floor, T) -> bool,
    ) -> Vec<T> {
        let mut some: Vec<T> = all.into_iter().filter(|&one| holds(self, one)).collect();
        self.rng.shuffle(&mut some);
        some
    }

    /// The cells that satisfy a condition, in random order.
    pub fn cells(&mut self, holds: impl Fn(&Floor, Cell) -> bool) -> Vec<Cell> {
        self.shuffled(self.grid.cells(), holds)
    }
}
