//! Code shared by several carts: the four directions, cells, grids, a flood fill, and random streams.
//!
//! | file | contents |
//! |---|---|
//! | `dir.rs` | directions as an index, cells |
//! | `grid.rs` | a rectangle of tiles with something all around; the flood fill, also a map of distances |
//! | `chance.rs` | a generator from seed and number |
//!
//! All of it works on plain values and knows only the console's random numbers. Each cart pays for the whole crate in
//! its budget, so code for a single cart stays in that cart, and so do windows, texts and fields of view, which differ
//! by game.

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
