//! What monsters do.
//!
//! ```text
//!            sees the hero: "!", and that was its turn
//!   Wait ─────────────────────────> Hunt ──┐ sees him: goes for him
//!    ^                           ^      │<─┘
//!    │ at the tile and no hero   │      │ does not see him
//!    └────────────────────────── Lost <─┘ goes to the tile where it saw him last
//! ```
//!
//! Whoever does not hunt can be ambushed. All who go to the same tile share one map of distances; among steps that are
//! as good as each other one is drawn, so that nobody dances in place for ever.
//!
//! | who | special |
//! |---|---|
//! | onion | its first blow dazes instead of hurting |
//! | pod | never moves; while it hunts, every third turn a pea beside it, three in all |
//! | cayenne | two steps, or a step and a blow |
//! | mussel | unhurt, it stays two steps from a hero that it sees, and hits who comes closer |
//! | terrine | every other turn; neither opens a door nor stands in one |
//! | bad egg | its first blow curses too |

use super::{Mob, What, World};
use crate::data::{self, Beast, Thing};
use crate::dir::{Cell, Dir};
use crate::grid::Grid;
use crate::tile;
use alloc::vec::Vec;

/// Maps of distances that were made this turn, with the cell that each leads to.
pub(super) type Maps = Vec<(Cell, Grid<u16>)>;

impl World {
    /// A monster's turn.
    pub(super) fn live(&mut self, who: usize, maps: &mut Maps) {
        let hero = self.mobs[0].at;
        let sees = self.notices(&self.mobs[who]);
        let mob = &mut self.mobs[who];
        let waits = !mob.hunts && mob.target == mob.at;
        if mob.stun > 0 {
            mob.stun -= 1;
            return;
        }
        if mob.pause > 0 {
            mob.pause -= 1;
            return;
        }
        if sees {
            mob.target = hero;
        }
        let (arrived, unhurt, far) = (mob.target == mob.at, mob.hp == mob.max, mob.at.dist(hero));
        let kind = mob.kind;
        self.think(who, sees);
        if waits || arrived {
            return;
        }
        if kind == Beast::Pod as u8 {
            return self.ripen(who);
        }
        if sees && kind == Beast::Mussel as u8 && unhurt && far == 2 {
            return;
        }
        self.approach(who, maps);
        if kind == Beast::Terrine as u8 {
            self.mobs[who].pause = 1;
        }
    }

    /// One step nearer to the target, two for a cayenne, or what it takes for that: a blow at the hero, a door.
    fn approach(&mut self, who: usize, maps: &mut Maps) {
        for _ in 0..=u8::from(self.mobs[who].kind == Beast::Cayenne as u8) {
            let Mob { kind, at, target, .. } = self.mobs[who];
            let map = maps.iter().position(|map| map.0 == target).unwrap_or_else(|| {
                let open = |cell| self.free(cell) || self.grid.get(cell) == tile::DOOR;
                maps.push((target, self.grid.flood(target, usize::MAX, open).1));
                maps.len() - 1
            });
            let near = |cell| maps[map].1.get(cell);
            let mut ways = Vec::from(Dir::ALL);
            ways.retain(|dir| {
                let ahead = at.step(*dir);
                near(ahead) < near(at)
                    && self.mob_at(ahead).unwrap_or(0) == 0
                    // Neither a door that is shut nor one that is open: 16 and 17.
                    && (kind != Beast::Terrine as u8 || self.grid.get(ahead) | 1 != tile::OPEN)
            });
            let Some(dir) = self.pick(ways) else { return };
            let ahead = at.step(dir);
            if ahead == self.mobs[0].at {
                return self.bite(who);
            }
            if self.grid.get(ahead) == tile::DOOR {
                self.tell(What::Bump, who, 0, 0).at = ahead;
                self.open(ahead);
            } else {
                self.walk(who, dir);
            }
        }
    }

    /// A monster's blow at the hero.
    fn bite(&mut self, who: usize) {
        let mob = &mut self.mobs[who];
        let (kind, special) = (mob.kind, core::mem::take(&mut mob.charge));
        self.stats.killer = kind;
        self.tell(What::Bump, who, 0, 0).at = self.mobs[0].at;
        if special > 0 && kind == Beast::Onion as u8 {
            return self.stun(0, 2);
        }
        self.hurt(0, data::kind(kind).atk, What::Hurt);
        self.bless(0, -special);
        if self.has(Thing::Crackling) {
            self.hurt(who, 1, What::Hurt);
        }
    }

    /// A pod's turn: while it hunts, the next pea ripens.
    fn ripen(&mut self, who: usize) {
        let mob = &mut self.mobs[who];
        if mob.hunts && mob.charge > 0 {
            mob.charge -= 1;
            if mob.charge % 3 == 0 {
                let mut beside = Vec::from(mob.at.around());
                beside.retain(|at| self.free(*at) && self.mob_at(*at).is_none());
                if let Some(at) = self.pick(beside) {
                    let pea = self.spawn(Beast::Pea as u8, at);
                    self.think(pea, true);
                }
            }
        }
    }
}
