//! Who sees what.
//!
//! ```text
//!   @ . 2 . 1 . 2 . k      between two cells there is one line, the same from either end: the cell half-way (1), then those
//!   . # .                  half-way to it (2), down to neighbours. A wall, herb, shut door or smoke on it, ends not
//!   . " p                  counted, blocks it. Cover is a second question: in herbs or smoke one is seen from one step
//! ```
//!
//! Distance is straight: a sight of 4 is a circle of 49 cells, and adjacent cells are always seen.

use super::{HOOK, Mob, Seen, World};
use crate::data::{self, Stat, Thing};
use crate::tile::Flag;
use crate::tower::SIDE;
use crate::tower::signs::sign;
use kit::Cell;

impl World {
    /// Does the tile of a cell have this flag?
    pub fn is(&self, at: Cell, flag: Flag) -> bool {
        self.kit.flags[usize::from(self.grid.get(at))] >> flag as u8 & 1 > 0
    }

    /// May the cell be entered, as far as its tile goes?
    pub fn free(&self, at: Cell) -> bool {
        !self.is(at, Flag::Blocks)
    }

    /// Does the tile of a cell have this flag, or does smoke hide it?
    pub fn hides(&self, at: Cell, flag: Flag) -> bool {
        self.is(at, flag) || self.smoke.get(at) > 0
    }

    /// Is nothing that blocks sight on the line between two cells? Half-way is rounded to the upper left, from both ends.
    fn clear(&self, a: Cell, b: Cell) -> bool {
        let half = Cell::at((a.x + b.x) >> 1, (a.y + b.y) >> 1);
        (a.x - b.x).abs() < 2 && (a.y - b.y).abs() < 2
            || !self.hides(half, Flag::Opaque) && self.clear(a, half) && self.clear(half, b)
    }

    /// Is the tile seen from a cell by eyes that reach so far?
    pub fn sees(&self, from: Cell, to: Cell, range: i32) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        dx * dx + dy * dy <= range * range && self.clear(from, to)
    }

    /// Is a creature seen from a cell? As [`World::sees`], from one step only if it is in cover.
    fn spots(&self, from: Cell, mob: &Mob, range: i32) -> bool {
        self.sees(from, mob.at, if self.hides(mob.at, Flag::Cover) { 1 } else { range })
    }

    /// Does the hero see the creature? If not, the view shows a rustling herb, or smoke, or nothing. The hand-made floors lie open.
    pub fn shows(&self, mob: &Mob) -> bool {
        self.spots(
            self.hero(),
            mob,
            if self.floor.is_multiple_of(HOOK) { SIDE } else { data::beast(0, Stat::Sight) },
        )
    }

    /// Does the creature see the hero? It need not have noticed him yet.
    pub fn notices(&self, mob: &Mob) -> bool {
        self.spots(
            mob.at,
            &self.mobs[0],
            if self.has(Thing::Towel) { 2 } else { data::beast(mob.kind, Stat::Sight) },
        )
    }

    /// The hero looks round: lifts the fog from what he sees, and from obstacles next to floor that he sees, corners too: so a
    /// lit floor has lit walls. The hand-made floors lie open.
    pub(crate) fn look(&mut self) {
        for cell in self.grid.cells() {
            let lit = |at| self.sees(self.hero(), at, data::beast(0, Stat::Sight));
            self.sight.set(
                cell,
                if self.floor.is_multiple_of(HOOK)
                    || lit(cell)
                    || self.is(cell, Flag::Opaque) && sign(cell, |at| self.free(at) && lit(at)) > 0
                {
                    Seen::Now as u8
                } else {
                    self.sight.get(cell).min(Seen::Once as u8)
                },
            );
        }
    }
}
