//! The floors of the tower: a seed and a number in, a floor out.
//!
//! ```text
//!   rock ── rooms ── worms ── gaps until all is joined ── shortcuts ── start, stairs ── dead ends filled ── niches
//!        ── wall sprites ── doors ── chests ── mobs ── decorations ──> Floor
//!            anything missing on the way: once more from rock, with the next numbers
//! ```
//!
//! | file | what |
//! |---|---|
//! | `draft.rs` | the floor while it is dug, signatures, patterns, floods |
//! | `rooms.rs` | sizes and places of rooms |
//! | `worm.rs` | mazes |
//! | `doors.rs` | flags, gaps, shortcuts, doors |
//! | `ends.rs` | start, stairs, dead ends, niches |
//! | `walls.rs` | which of the 47 walls a wall is |
//! | `people.rs` | chests and mobs |
//! | `decor.rs` | decorations |
//!
//! After the tutorial's chapters 28 to 50. About one attempt in ten fails; [`ATTEMPTS`] in a row never do, and if they did
//! a floor that is known to come out is taken. So the generator ends, always, with a floor that has all it must have.
//! All counts are a screen's, 16 by 16; larger floors have as many times more as they have tiles.
//!
//! Not here: what tiles do (flags), the hand-made floors (the map), what happens on a floor (rules).

pub mod decor;
pub mod doors;
pub mod draft;
pub mod ends;
pub mod people;
pub mod rooms;
pub mod walls;
pub mod worm;

use alloc::vec::Vec;
use draft::Draft;
use num::Rng;
use serde::{Deserialize, Serialize};

use crate::dir::Cell;
use crate::grid::Grid;

/// A room: upper left cell, size, and what it is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Column of its left edge.
    pub x: i32,
    /// Row of its upper edge.
    pub y: i32,
    /// Cells from left to right.
    pub w: i32,
    /// Cells from top to bottom.
    pub h: i32,
    /// Decoration: 0 vases, 1 carpet, 2 torches, 3 ferns, 4 debris.
    pub kind: u8,
}

/// A floor as the hero finds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// The tiles.
    pub grid: Grid<u8>,
    /// Where the hero begins; the stairs down, locked.
    pub start: Cell,
    /// The stairs up.
    pub stairs: Cell,
    /// Monsters, kinds 1 to 10 in the order of their table, and where they are.
    pub mobs: Vec<(u8, Cell)>,
    /// The rooms.
    pub rooms: Vec<Room>,
}

/// Attempts at a floor before the spare one is taken.
pub const ATTEMPTS: u32 = 64;
/// Tiles along the side of a floor of the game: a screen.
pub const SIDE: i32 = 16;

/// The floor of a seed. `floor` 1 to 8, anything else is taken as the nearest; `side` in tiles, [`SIDE`] in the game.
/// Equal arguments, equal floors. A side in which no floor finds room gives one of a screen's size.
pub fn floor(seed: u32, floor: u8, side: i32) -> Floor {
    let floor = floor.clamp(1, 8);
    let mut rng = Rng::from_words(seed, floor.into());
    // Seeds that differ in one bit give like words at first.
    for _ in 0..32 {
        rng.next_u32();
    }
    (0..ATTEMPTS).find_map(|_| attempt(&mut rng, floor, side)).unwrap_or_else(|| spare(floor))
}

/// A floor that is known to come out.
pub fn spare(floor: u8) -> Floor {
    attempt(&mut Rng::from_words(1, 1), floor, SIDE).unwrap_or_default()
}

/// One attempt at a floor: none when it cannot be joined, or lacks what a floor must have.
pub fn attempt(rng: &mut Rng, floor: u8, side: i32) -> Option<Floor> {
    let mut draft = Draft::new(side, *rng);
    let ends = build(&mut draft, floor.clamp(1, 8));
    *rng = draft.rng;
    let [start, stairs] = ends?;
    Some(Floor { grid: draft.grid, start, stairs, mobs: draft.mobs, rooms: draft.rooms })
}

/// All of a floor. Gives start and stairs.
fn build(draft: &mut Draft, floor: u8) -> Option<[Cell; 2]> {
    let side = draft.grid.width();
    let share = (side * side / (SIDE * SIDE)).max(1);
    rooms::dig(draft, 4 * share);
    worm::dig(draft);
    if !doors::carve(draft) {
        return None;
    }
    let kitchen = i32::from((4..=6).contains(&floor));
    doors::shorten(draft, (3 + kitchen) * share);
    let ends = ends::place(draft)?;
    ends::fill(draft);
    ends::niches(draft, 2 * share);
    walls::paint(draft);
    doors::install(draft);
    let chests = [0, 1, 1, 1, 2, 3][draft.below(6) as usize];
    people::chests(draft, chests * share);
    (people::settle(draft, floor, ends[0], share) && decor::rooms(draft, floor)).then_some(ends)
}
