//! The start of a run.

use crate::bundle::Bundle;
use crate::input::Date;
use crate::rom::Rom;
use alloc::{boxed::Box, collections::BTreeMap, string::String, sync::Arc};

/// Everything that a run starts from: the same boot and input give the same bytes.
#[derive(Clone, Debug, Default)]
pub struct Boot {
    /// The cart's data.
    pub rom: Arc<Rom>,
    /// The run's seed. Its lower half seeds `rnd`; `seed()` returns all of it.
    pub seed: u64,
    /// Date and time of day at the start.
    pub date: Date,
    /// Cart data saved earlier, by id.
    pub saves: BTreeMap<String, Box<[u8; 256]>>,
    /// The text of `stat(6)`.
    pub param: String,
    /// Buttons held while the cart starts: they are ignored until released.
    pub held: [u8; 8],
    /// The carts available to the run, the first one first; empty for a Rust cart.
    pub bundle: Arc<Bundle>,
}

impl Boot {
    /// The bundle, with the boot's ROM as data of its first cart.
    pub fn settled_bundle(&self) -> Arc<Bundle> {
        Bundle::with_data(&self.bundle, &self.rom)
    }
}
