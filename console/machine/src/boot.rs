//! What a run starts from.

use crate::bundle::Bundle;
use crate::input::Date;
use crate::rom::Rom;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;

/// Everything that a run starts from. Same boot, same input, same bytes.
#[derive(Clone, Debug)]
pub struct Boot {
    /// The cart's data.
    pub rom: Arc<Rom>,
    /// The run's seed. Its lower half seeds `rnd`; a cart reads the whole by `seed()`.
    pub seed: u64,
    /// Date and time of day at the start.
    pub date: Date,
    /// Cart data that was saved earlier, by id.
    pub saves: BTreeMap<String, Box<[u8; 256]>>,
    /// What `stat(6)` says.
    pub param: String,
    /// Buttons that are held while the cart starts: they count only after they were let go.
    pub held: [u8; 8],
    /// The carts that the run can come to, the one that it begins with first; empty for one in Rust.
    pub bundle: Arc<Bundle>,
}

impl Boot {
    /// The bundle, with the boot's own data in its first cart.
    pub fn settled_bundle(&self) -> Arc<Bundle> {
        Bundle::with_data(&self.bundle, &self.rom)
    }
}

impl Default for Boot {
    fn default() -> Self {
        Boot {
            rom: Arc::new(Rom::empty("untitled")),
            seed: 0,
            date: Date::default(),
            saves: BTreeMap::new(),
            param: String::new(),
            held: [0; 8],
            bundle: Arc::default(),
        }
    }
}
