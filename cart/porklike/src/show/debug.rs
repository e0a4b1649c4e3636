//! What the monsters think, for who wants to see through them: an item of the pause menu.
//!
//! ```text
//!  3 ------ @  the way to its target, and steps: red for who hunts, grey for who waits, or has lost him
//! ```

use crate::Game;
use crate::paint::print_outlined;
use alloc::format;
use rasher::Machine;

impl Game {
    /// Draws it over the map.
    pub(crate) fn draw_minds(&self, p8: &mut Machine) {
        for mob in &self.world.mobs[1..] {
            let (x, y) = (mob.at.x * 8 + 4, mob.at.y * 8 + 4);
            let color = if mob.hunts { 8 } else { 6 };
            let steps = format!("{}", mob.at.dist(mob.target));
            p8.line(x, y, mob.target.x * 8 + 4, mob.target.y * 8 + 4, color);
            print_outlined(p8, &steps, x - 1, y - 2, color);
        }
    }
}
