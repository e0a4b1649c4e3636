//! What several carts do in the same way: the four directions, cells, grids, one flood, and chance.
//!
//! | file | what |
//! |---|---|
//! | `dir.rs` | directions as an index, cells |
//! | `grid.rs` | a rectangle of tiles with something all around; the flood, which is also the map of distances |
//! | `chance.rs` | a generator from seed and number |
//!
//! All of it is small, works on plain values and knows nothing of the console but its random numbers. A cart pays for the
//! whole crate in its budget, so what a single cart needs stays in that cart. Not here: windows and texts, since each game's look is
//! its own; who sees whom, since each game has its own rule for that.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

extern crate alloc;

pub mod chance;
pub mod dir;
pub mod grid;

pub use dir::{Cell, Dir};
pub use grid::Grid;
