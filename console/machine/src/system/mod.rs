//! The calls that do not draw: memory, random numbers, time, cart data, menu, host.

mod host;
mod ram;
mod stat;

pub use host::ability;
pub(crate) use host::{LABEL_MAX, SAVE_ID_MAX};
pub(crate) use ram::MULTI_MAX;
pub use stat::Stat;
