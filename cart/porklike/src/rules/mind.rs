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
//! | oxtail | in line it paws for a turn, then runs up to six tiles: over whom it meets, or into a wall, which dazes it |

use super::{Event, Mind, Mob, World};
use crate::data::{self, Beast, Thing};
use crate::dir::{Cell, Dir};
use crate::grid::Grid;
use crate::tile;
use alloc::vec::Vec;

/// Maps of distances that were made this turn, with the cell that each leads to.
pub(super) type Maps = Vec<(Cell, Grid)>;

impl World {
    /// A monster's turn.
    pub(super) fn live(&mut self, who: usize, maps: &mut Maps) {
        let hero = self.mobs[0].at;
        let sees = self.notices(&self.mobs[who]);
        let mob = &mut self.mobs[who];
        let (id, kind, at, mind) = (mob.id, mob.kind, mob.at, mob.mind);
        if mob.stun > 0 {
            mob.stun -= 1;
            return;
        }
        if mob.pause > 0 {
            mob.pause -= 1;
            return;
        }
        if let Some(dir) = mob.run.take() {
            return self.charge(who, dir);
        }
        if sees {
            mob.target = hero;
        }
        let (arrived, unhurt) = (mob.target == at, mob.hp == mob.max);
        self.think(
            who,
            if sees {
                Mind::Hunt
            } else if arrived {
                Mind::Wait
            } else {
                Mind::Lost
            },
        );
        if mind == Mind::Wait || arrived {
            return;
        }
        if kind == Beast::Pod as u8 {
            return self.ripen(who);
        }
        if let Some(bait) = self.bait.iter().position(|bait| self.sees(at, bait.at, data::kind(kind).sight)) {
            let to = self.bait[bait].at;
            if to == at {
                let item = self.bait.remove(bait).item;
                return self.feed(who, item);
            }
            self.mobs[who].target = to;
        } else if sees && kind == Beast::Mussel as u8 && unhurt && hero.dist(at) == 2 {
            return;
        } else if sees && kind == Beast::Oxtail as u8 && (hero.x == at.x || hero.y == at.y) {
            for dir in Dir::ALL {
                if at.step(dir).dist(hero) < at.dist(hero) {
                    self.mobs[who].run = Some(dir);
                    self.tell(Event::Paw { id, dir });
                }
            }
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
            let Mob { id, kind, at, target, .. } = self.mobs[who];
            let map = maps.iter().position(|map| map.0 == target).unwrap_or_else(|| {
                let open = |cell| self.free(cell) || self.grid.get(cell) == tile::DOOR;
                maps.push((target, self.spread(target, usize::MAX, open).1));
                maps.len() - 1
            });
            let near = |cell| maps[map].1.get(cell);
            let mut ways = Vec::from(Dir::ALL);
            ways.retain(|dir| {
                let ahead = at.step(*dir);
                near(ahead) == near(at).saturating_add(1)
                    && self.mob_at(ahead).unwrap_or(0) == 0
                    // Neither a door that is shut nor one that is open: 16 and 17.
                    && (kind != Beast::Terrine as u8 || self.grid.get(ahead) | 1 != tile::OPEN)
            });
            let Some(dir) = self.pick(ways) else { return };
            let ahead = at.step(dir);
            if ahead == self.mobs[0].at {
                return self.bite(who, dir);
            }
            if self.grid.get(ahead) == tile::DOOR {
                self.tell(Event::Bump { id, dir });
                self.open(ahead);
            } else {
                self.walk(who, dir);
            }
        }
    }

    /// A monster's blow at the hero.
    fn bite(&mut self, who: usize, dir: Dir) {
        let mob = &mut self.mobs[who];
        let (id, kind, special) = (mob.id, mob.kind, core::mem::take(&mut mob.charge));
        self.stats.killer = mob.maker;
        self.tell(Event::Bump { id, dir });
        if special > 0 && kind == Beast::Onion as u8 {
            return self.stun(0, 2);
        }
        self.hurt(0, data::kind(kind).atk, false);
        self.bless(0, -i32::from(special));
        if self.has(Thing::Crackling) {
            self.hurt(who, 1, false);
        }
    }

    /// A pod's turn: while it hunts, the next pea ripens.
    fn ripen(&mut self, who: usize) {
        let mob = &mut self.mobs[who];
        if mob.mind == Mind::Hunt && mob.charge > 0 {
            mob.charge -= 1;
            if mob.charge.is_multiple_of(3) {
                let mut beside = Vec::from(mob.at.around());
                beside.retain(|at| self.free(*at) && self.mob_at(*at).is_none());
                if let Some(at) = self.pick(beside) {
                    let pea = self.spawn(Beast::Pea as u8, at);
                    self.mobs[pea].maker = Beast::Pod as u8;
                    self.think(pea, Mind::Hunt);
                }
            }
        }
    }

    /// An oxtail runs.
    fn charge(&mut self, who: usize, dir: Dir) {
        for _ in 0..6 {
            let ahead = self.mobs[who].at.step(dir);
            match self.mob_at(ahead) {
                Some(0) => return self.bite(who, dir),
                Some(other) => return self.hurt(other, 3, false),
                None if self.free(ahead) => self.walk(who, dir),
                None => {
                    self.smash(ahead);
                    return self.stun(who, 2);
                }
            }
        }
    }
}
