//! What the monsters think, for who wants to see through them: lines of the console's debug display.
//!
//! ```text
//! 17 true Cell { x: 4, y: 5 }      its id, whether it hunts, and where it means to go
//! ```

use crate::Game;
use alloc::format;
use rasher::Machine;

impl Game {
    /// A line a monster.
    pub(crate) fn tell_minds(&self, p8: &mut Machine) {
        for mob in &self.world.mobs[1..] {
            p8.debug(format!("{} {} {:?}", mob.id, mob.hunts, mob.target));
        }
    }
}
