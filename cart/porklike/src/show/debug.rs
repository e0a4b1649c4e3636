//! What the monsters think, for who wants to see through them: an item of the pause menu.
//!
//! ```text
//!  k ------ @  the way to its target: red for who hunts, grey for who waits, or has lost him
//! ```

use crate::Game;
use rasher::Machine;

impl Game {
    /// Draws it over the map.
    pub(crate) fn draw_minds(&self, p8: &mut Machine) {
        for mob in &self.world.mobs[1..] {
            p8.line(
                mob.at.x * 8 + 4,
                mob.at.y * 8 + 4,
                mob.target.x * 8 + 4,
                mob.target.y * 8 + 4,
                if mob.hunts { 8 } else { 6 },
            );
        }
    }
}
