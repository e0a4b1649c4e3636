//! Where a cloud of smoke goes.
//!
//! ```text
//!   puff 9:   . 8 6 #        the nearest open cells first; # and shut doors hold it
//!             7 2 1 4
//!             # 3 5 9
//! ```

use super::{What, World};
use crate::dir::Cell;

impl World {
    /// Smoke for some turns on the `most` cells that are nearest. Shut doors, walls and whatever blocks the way hold it; where
    /// there is smoke already, the longer time counts.
    pub(super) fn puff(&mut self, from: Cell, most: usize, turns: u8) {
        let (cells, _) = self.grid.flood(from, most, |cell| self.free(cell));
        for at in &cells {
            self.smoke.set(*at, self.smoke.get(*at).max(turns));
        }
        self.tell(What::Puff, 0, turns.into(), 0).cells = cells;
    }
}
