//! Who sees what.
//!
//! ```text
//!   @ . . k        between two cells lies one line, the same from either end: its ends are put in order (by row, then
//!   . # . .        by column) before it is drawn. A wall, herb, shut door or smoke on it, ends not counted, blocks it;
//!   . . " p        cover at the far end is a second question: in herbs or smoke one is seen from one step only
//! ```
//!
//! Distance is in steps: columns plus rows. So a sight of 4 is a diamond of 41 cells, and everything at distance 1 is
//! seen. Our decision; the tutorial asks for round sight, and for symmetry "somehow".

use super::{Mob, World};
use crate::data::{self, KINDS, TOWEL};
use crate::dir::{Cell, Dir};
use crate::tile;

impl World {
    /// Does the tile of a cell have this flag (`tile.rs`)?
    pub fn is(&self, at: Cell, flag: u8) -> bool {
        self.kit.flags.get(usize::from(self.grid.get(at))).is_some_and(|flags| flags & flag != 0)
    }

    /// Turns that smoke stays in a cell.
    pub fn smoke_at(&self, at: Cell) -> u8 {
        self.grid.index(at).map_or(0, |at| self.smoke[at])
    }

    /// Is there cover: herbs, or smoke?
    pub fn cover(&self, at: Cell) -> bool {
        self.is(at, tile::COVER) || self.smoke_at(at) > 0
    }

    /// Is nothing that blocks sight on the line between two cells of the floor?
    fn clear(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = if (a.y, a.x) < (b.y, b.x) { (a, b) } else { (b, a) };
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let n = dx.abs().max(dy);
        let nearest = |d: i32, k: i32| (2 * d * k + n).div_euclid(2 * n);
        (1..n).all(|k| {
            let at = Cell::at(a.x + nearest(dx, k), a.y + nearest(dy, k));
            !self.is(at, tile::OPAQUE) && self.smoke_at(at) == 0
        })
    }

    /// Is the tile seen from a cell by eyes that reach so far?
    pub(crate) fn sees(&self, from: Cell, to: Cell, range: i32) -> bool {
        from.dist(to) <= range && self.clear(from, to)
    }

    /// Is a creature seen from a cell? As [`World::sees`], from one step only if it is in cover.
    pub(crate) fn spots(&self, from: Cell, mob: &Mob, range: i32) -> bool {
        self.sees(from, mob.at, if self.cover(mob.at) { 1 } else { range })
    }

    /// Does the hero see the creature? If not, the view shows a rustling herb, or smoke, or nothing.
    pub fn shows(&self, mob: &Mob) -> bool {
        self.spots(self.mobs[0].at, mob, KINDS[0].sight)
    }

    /// Does the creature see the hero? It need not have noticed him yet.
    pub fn notices(&self, mob: &Mob) -> bool {
        let sight = data::kind(mob.kind).sight;
        self.spots(mob.at, &self.mobs[0], if self.bag[1] == TOWEL { sight.min(2) } else { sight })
    }

    /// The hero looks round: lifts the fog from what he sees, and from what blocks sight beside floor that he sees.
    pub(super) fn look(&mut self) {
        let hero = self.mobs[0].at;
        for (at, cell) in self.grid.cells().enumerate() {
            self.visible[at] = self.sees(hero, cell, KINDS[0].sight);
            if self.visible[at] {
                self.seen[at] = true;
                if !self.is(cell, tile::BLOCKS) {
                    for wall in Dir::ALL.map(|dir| cell.step(dir)) {
                        if let Some(at) = self.grid.index(wall).filter(|_| self.is(wall, tile::OPAQUE)) {
                            self.seen[at] = true;
                        }
                    }
                }
            }
        }
    }
}
