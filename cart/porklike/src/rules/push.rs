//! Moving others: shoves, and things that fly.
//!
//! ```text
//! shove   @k.   a free tile: it slides there        @kk   another creature: 1 for both       @k#   nothing, no turn
//!         @ko   crock or pot: breaks, 1, dazed      @k"   cover: it slides in and loses the hero
//! throw   @--k  the first creature on the line takes it      @---#  or it lands on the last free tile
//! ```
//!
//! | thrown | does |
//! |---|---|
//! | weapon | its attack |
//! | armour | on the head: the creature forgets the hero |
//! | food | is eaten with all that it does, or lies as bait for 6 turns |
//! | toothpick | 2 damage to all on the line |
//! | pepper | dazes where it lands and the four neighbours, the hero too |
//! | flour | smoke on 9 tiles, 5 turns |
//! | coal | 3 damage, and herbs burn |
//!
//! A throw wakes nobody and tells nobody where it came from, so it does not ambush either.

use super::{Bait, Event, Mind, Say, World};
use crate::data::{self, Beast, Class, Item, Thing};
use crate::dir::Dir;
use crate::tile::{self, Kind};
use alloc::vec::Vec;

impl World {
    /// A creature goes a tile by itself. A kipper leaves smoke.
    pub(super) fn walk(&mut self, who: usize, dir: Dir) {
        let mob = &mut self.mobs[who];
        let (id, kind, from, at) = (mob.id, mob.kind, mob.at, mob.at.step(dir));
        mob.at = at;
        self.tell(Event::Step { id, from, dir });
        if who == 0 {
            self.stats.steps += 1;
            if self.grid.get(at) == tile::STAIRS_DOWN {
                self.tell(Event::Say(Say::Locked));
            }
        }
        if kind == Beast::Kipper as u8 {
            self.puff(from, 1, 3);
        }
    }

    /// A creature is moved a tile.
    fn slide(&mut self, who: usize, dir: Dir) {
        let mob = &mut self.mobs[who];
        let (id, from) = (mob.id, mob.at);
        mob.at = from.step(dir);
        self.tell(Event::Slide { id, from, dir });
    }

    /// The hero shoves his neighbour.
    pub(super) fn shove(&mut self, dir: Dir) -> bool {
        let ahead = self.mobs[0].at.step(dir);
        let behind = ahead.step(dir);
        let was = self.grid.get(ahead);
        self.tell(Event::Bump { id: 0, dir });
        if let Some(who) = self.mob_at(ahead) {
            if self.mobs[who].stun == 0 {
                return self.push(who, dir);
            }
            self.slide(0, dir);
            self.slide(who, dir.back());
            return true;
        }
        let rolls =
            tile::kind(was) == Kind::Vase && self.is(behind, tile::PLAIN) && self.mob_at(behind).is_none();
        if rolls {
            self.put(ahead, tile::FLOOR);
            self.put(behind, was);
        }
        rolls
    }

    /// A creature gets a push. False if nothing came of it.
    pub(super) fn push(&mut self, who: usize, dir: Dir) -> bool {
        let to = self.mobs[who].at.step(dir);
        if self.mobs[who].kind == Beast::Terrine as u8 {
            self.tell(Event::Say(Say::Heavy));
            return false;
        }
        if let Some(other) = self.mob_at(to) {
            self.hurt(who, 1, false);
            self.hurt(other, 1, false);
        } else if self.smash(to) {
            self.hurt(who, 1, false);
            self.stun(who, 2);
        } else if self.free(to) {
            self.slide(who, dir);
            if self.grid.get(to) & !3 == tile::TORCH {
                self.hurt(who, 1, false);
            }
            if self.cover(to) {
                self.think(who, Mind::Lost);
            }
        } else {
            return false;
        }
        self.mobs[who].pause = 1;
        true
    }

    /// A thing flies and does what it does where it lands.
    pub(super) fn throw(&mut self, item: u8, dir: Dir) {
        let Item { class, power, stun, extra, .. } = data::item(item);
        let path = self.aim(item, dir, false);
        let land = path.last().copied().unwrap_or(self.mobs[0].at);
        let mut missed = true;
        self.tell(Event::Bump { id: 0, dir });
        self.tell(Event::Throw { item, path: path.clone() });
        self.smash(land);
        for who in path.iter().filter_map(|cell| self.mob_at(*cell)).collect::<Vec<_>>() {
            missed = false;
            if class == Class::Armour as i32 {
                self.think(who, Mind::Wait);
            } else if class == Class::Food as i32 {
                self.feed(who, item);
            } else if class == Class::Weapon as i32 || power > 0 {
                self.hurt(who, power + i32::from(class == 0), false);
            }
        }
        if class == Class::Throwable as i32 {
            for cell in land.around().into_iter().chain([land]) {
                if let Some(who) = self.mob_at(cell) {
                    self.stun(who, stun);
                }
            }
            if extra > 0 {
                self.puff(land, extra as usize, 5);
            }
            if item == Thing::Coal as u8 {
                self.ignite(land);
            }
        } else if missed && class == Class::Food as i32 {
            self.bait.push(Bait { at: land, item, turns: 6 });
            self.tell(Event::Bait { at: land, item });
        }
    }
}
