//! The start of a run.

use crate::bundle::Bundle;
use crate::input::Date;
use crate::rom::Rom;
use alloc::{boxed::Box, collections::BTreeMap, string::String, sync::Arc};
use serde::{Deserialize, Serialize};

/// The version of the rules that a run is played by. A recording names it, so that it replays as it was played. New runs
/// have the newest; the manual's page on compatibility lists what each version changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rules {
    /// Those of all recordings before the second version.
    One,
    /// Corrections by the history of PICO-8 0.2.7 and by reports about other consoles.
    #[default]
    Two,
}

impl Rules {
    /// The bits of a draw palette's entry that make a colour transparent.
    #[inline]
    pub(crate) const fn transparent(self) -> u8 {
        match self {
            Rules::One => 0x10,
            Rules::Two => 0xf0,
        }
    }
}

/// Everything that a run starts from: the same boot and input give the same bytes.
#[derive(Clone, Debug, Default)]
pub struct Boot {
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
    /// The newest, unless the run is a recorded one.
    pub rules: Rules,
}

impl Boot {
    /// The bundle, with the boot's ROM as data of its first cart.
    pub fn settled_bundle(&self) -> Arc<Bundle> {
        Bundle::with_data(&self.bundle, &self.rom)
    }
}
