//! The end of a run.
//!
//! ```text
//!   TOASTED            HAM ROLL        y 4
//!   the toast          the bun under the ham, three times as large
//!  ┌──────────────────────────────┐
//!  │ run over by soup             │    the page of the end, with the run's numbers: a window like any other
//!  │ floor     7  turns  1001     │
//!  │ seed 20261121                │    typing it gives the same tower
//!  └───────────────────────────(X)┘
//! ```

use crate::Game;
use crate::paint::{CUT_OUT, recolor};
use rasher::Machine;

impl Game {
    /// The end of a run.
    pub(crate) fn draw_end(&self, p8: &mut Machine) {
        let won = i32::from(self.has_won());
        recolor(p8, CUT_OUT);
        p8.circfill(64, 36, 44, 2);
        // The lettering, and the toast, or the bun with the ham, three times as large: it comes down a pixel a frame.
        p8.sspr(64 * won, 72, 64, 16, 32, 4);
        p8.sspr_ext(64 + 8 * won, 120, 8, 8, 52, self.clock.min(66) - 40, 24, 24, false, false);
    }
}
