//! What the monsters think, for who wants to see through them: an item of the pause menu.
//!
//! ```text
//!  3 2 1 2     steps to the hero, on each tile that he sees or has seen, in their last digit
//!  . . .       a dot in the corner of each tile that it could see the hero on
//!  H ------ @  a line to where it goes: W waits, H hunts, L has lost him, S is dazed
//! ```

use super::scene::Scene;
use crate::data;
use crate::dir::Cell;
use crate::paint::print_outlined;
use rasher::Machine;

impl Scene {
    /// Draws it over the map.
    pub fn draw_minds(&self, p8: &mut Machine) {
        let world = &self.world;
        let (cells, near) = world.grid.flood(self.hero(), usize::MAX, |at| world.free(at));
        for at in cells {
            p8.print_at(i32::from(near.get(at) % 10), at.x * 8 + 2, at.y * 8 + 1, 5);
        }
        for mob in &world.mobs[1..] {
            let middle = |at: Cell| (at.x * 8 + 4, at.y * 8 + 4);
            let ((x, y), to) = (middle(mob.at), middle(mob.target));
            let waits = !mob.hunts && mob.target == mob.at;
            let (letter, color) = match () {
                _ if mob.stun > 0 => ("s", 7),
                _ if waits => ("w", 6),
                _ if mob.hunts => ("h", 8),
                _ => ("l", 12),
            };
            for at in world.grid.cells().filter(|at| world.sees(mob.at, *at, data::kind(mob.kind).sight)) {
                p8.pset(at.x * 8 + 7, at.y * 8 + 7, color);
            }
            if !waits {
                p8.line(x, y, to.0, to.1, color);
            }
            print_outlined(p8, letter, x - 1, y - 2, color);
        }
    }
}
