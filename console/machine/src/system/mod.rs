//! The calls that do not draw: memory, random numbers, time, cart data, menu, host.

mod host;
mod ram;
mod stat;

pub use stat::Stat;
