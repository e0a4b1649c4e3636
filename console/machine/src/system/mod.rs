//! The calls that do not draw: memory, random numbers, time, cart data, menu, host, the run.

mod carts;
mod host;
mod ram;
mod run;
mod serial;
mod stat;

pub(crate) use carts::Carts;
pub use host::{CLIPBOARD_MAX, NAME_MAX, PARAM_MAX};
pub(crate) use host::{LABEL_MAX, SAVE_ID_MAX, SAVE_IDS_MAX};
pub(crate) use ram::MULTI_MAX;
pub(crate) use run::RunState;
pub use run::{SEEDS, ability, next_seed};
pub(crate) use serial::Streams;
pub use serial::{DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE};
pub use stat::Stat;
pub(crate) use stat::civil;
