//! The rules' half of the game: where the hero is, and what came of his last action. Nothing here draws.
//!
//! ```text
//! World + map memory + direction ── step() ──> World' + map memory' + [Event]
//!                                                                       └──> the scene plays them
//! ```
//!
//! The map is the console's own map memory: the rules read it by `mget`, the flags by `fget`, and change it by
//! `mset`. So an opened door stays open when the hero comes back, and a debugger sees it as a byte.

mod floor;
mod rules;

pub use floor::{FIRST, FLOORS, Floor, SIDE};

use crate::dir::{Cell, Dir};
use serde::{Deserialize, Serialize};

/// What the rules know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Index into [`FLOORS`].
    pub floor: u8,
    /// Where the hero stands.
    pub hero: Cell,
    /// Has he touched the ham?
    pub golden: bool,
}

impl Default for World {
    /// The first floor, at its spawn.
    fn default() -> Self {
        World { floor: FIRST, hero: FLOORS[usize::from(FIRST)].from_below, golden: false }
    }
}

/// A tile that was run against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Its place.
    pub at: Cell,
    /// What it was before anything came of it.
    pub tile: u8,
}

/// Something that happened, in the order in which it is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The hero went one tile.
    Moved {
        /// From here.
        from: Cell,
        /// To the neighbour in this direction.
        dir: Dir,
    },
    /// The hero ran against a tile that blocks. What came of it follows as an event of its own.
    Bumped {
        /// The tile.
        hit: Hit,
        /// The hero's direction.
        dir: Dir,
    },
    /// A door opened.
    DoorOpened(Hit),
    /// A chest opened.
    ChestOpened(Hit),
    /// A crock or pot broke.
    VaseBroken(Hit),
    /// A tablet was read.
    TabletRead(Hit),
    /// The ham was touched.
    HamTouched(Hit),
    /// The hero took the stairs and stands on another floor.
    Climbed {
        /// Index of the new floor.
        to: u8,
    },
}
