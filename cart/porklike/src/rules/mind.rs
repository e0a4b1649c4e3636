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

use super::spread::FAR;
use super::{Event, Mind, Mob, World};
use crate::data::{self, CAYENNE, CRACKLING, EGG, MUSSEL, ONION, OXTAIL, PEA, POD, TERRINE};
use crate::dir::{Cell, Dir};
use crate::tile::{self, Kind};
use alloc::vec::Vec;

/// Maps of distances that were made this turn: to where, for one who is too heavy for doors, the steps.
pub(super) type Maps = Vec<(Cell, bool, Vec<u16>)>;

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
        let arrived = !sees && mob.target == at;
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
        let food = self.bait.iter().position(|bait| self.sees(at, bait.at, data::kind(kind).sight));
        match food {
            _ if kind == POD => return self.hatch(who),
            Some(food) if self.bait[food].at == at => {
                let item = self.bait.remove(food).item;
                return self.feed(who, item);
            }
            Some(food) => self.mobs[who].target = self.bait[food].at,
            None if sees
                && kind == MUSSEL
                && hero.dist(at) == 2
                && self.mobs[who].hp == self.mobs[who].max =>
            {
                return;
            }
            None if sees && kind == OXTAIL && (hero.x == at.x || hero.y == at.y) => {
                let run = Dir::ALL.into_iter().find(|dir| at.step(*dir).dist(hero) < at.dist(hero));
                self.mobs[who].run = run;
                self.events.extend(run.map(|dir| Event::Paw { id, dir }));
                return;
            }
            None => {}
        }
        if self.approach(who, maps) && kind == CAYENNE {
            self.approach(who, maps);
        }
        if kind == TERRINE {
            self.mobs[who].pause = 1;
        }
    }

    /// One step nearer to the target, or what it takes for it: a blow at the hero, a door. True for a step.
    fn approach(&mut self, who: usize, maps: &mut Maps) -> bool {
        let Mob { id, kind, at, target, .. } = self.mobs[who];
        let heavy = kind == TERRINE;
        let known = maps.iter().position(|map| (map.0, map.1) == (target, heavy));
        let map = known.unwrap_or_else(|| {
            let open = |cell| match self.grid.get(cell) {
                tile::DOOR | tile::OPEN => !heavy,
                _ => !self.is(cell, tile::BLOCKS),
            };
            maps.push((target, heavy, self.spread(target, usize::MAX, open).1));
            maps.len() - 1
        });
        let steps = |cell| self.grid.index(cell).map_or(FAR, |at| maps[map].2[at]);
        let nearer = |dir: &Dir| {
            let ahead = at.step(*dir);
            steps(ahead) < steps(at) && self.mob_at(ahead).is_none_or(|who| who == 0)
        };
        let ways = Dir::ALL.into_iter().filter(nearer).collect();
        let Some(dir) = self.pick(ways) else {
            return false;
        };
        let ahead = at.step(dir);
        if ahead == self.mobs[0].at {
            self.bite(who, dir);
        } else if self.grid.get(ahead) == tile::DOOR {
            self.events.push(Event::Bump { id, dir });
            self.open(ahead);
        } else {
            self.walk(who, dir);
            return true;
        }
        false
    }

    /// A monster's blow at the hero.
    fn bite(&mut self, who: usize, dir: Dir) {
        let Mob { id, kind, charge, .. } = self.mobs[who];
        let special = charge > 0 && (kind == ONION || kind == EGG);
        self.events.push(Event::Bump { id, dir });
        if special {
            self.mobs[who].charge -= 1;
        }
        if special && kind == ONION {
            return self.stun(0, 2);
        }
        self.hurt(0, who, data::kind(kind).atk, false);
        if special {
            self.bless(0, -1);
        }
        if self.bag[1] == CRACKLING {
            self.hurt(who, 0, 1, false);
        }
    }

    /// A pod's turn: while it hunts, the next pea ripens.
    fn hatch(&mut self, who: usize) {
        let mob = &mut self.mobs[who];
        if mob.mind != Mind::Hunt || mob.charge == 0 {
            return;
        }
        mob.charge -= 1;
        let (at, ripe, target) = (mob.at, mob.charge.is_multiple_of(3), mob.target);
        let free = |cell: &Cell| ripe && !self.is(*cell, tile::BLOCKS) && self.mob_at(*cell).is_none();
        let beside = Dir::ALL.map(|dir| at.step(dir)).into_iter().filter(free).collect();
        if let Some(at) = self.pick(beside) {
            let pea = self.spawn(PEA, at);
            self.mobs[pea].charge = 1;
            self.mobs[pea].target = target;
            self.think(pea, Mind::Hunt);
        }
    }

    /// An oxtail runs.
    fn charge(&mut self, who: usize, dir: Dir) {
        for _ in 0..6 {
            let ahead = self.mobs[who].at.step(dir);
            let met = self.mob_at(ahead);
            if met.is_none() && !self.is(ahead, tile::BLOCKS) {
                self.walk(who, dir);
                continue;
            }
            match met {
                Some(0) => self.bite(who, dir),
                Some(other) => self.hurt(other, who, data::kind(OXTAIL).atk, false),
                None => {
                    if tile::kind(self.grid.get(ahead)) == Kind::Vase {
                        self.smash(ahead);
                    }
                    self.stun(who, 2);
                }
            }
            return;
        }
    }
}
