//! Calls that do not draw: memory, random numbers, time, cart data, menu, host, the run.

mod carts;
mod host;
mod ram;
mod run;
mod serial;
mod stat;

pub(crate) use carts::Carts;
pub(crate) use run::RunState;
pub use run::{SEEDS, next_seed};
pub(crate) use serial::Streams;
pub use serial::{DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE};
