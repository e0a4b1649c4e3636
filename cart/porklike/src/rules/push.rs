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
//! | food | is eaten with all that it does |
//! | toothpick | 2 damage to all on the line |
//! | pepper | dazes where it lands and the four neighbours, the hero too |
//! | flour | smoke on 9 tiles, 5 turns |
//! | coal | 3 damage |
//!
//! A throw wakes nobody and tells nobody where it came from, so it does not ambush either.

use super::{What, World};
use crate::data::{self, Beast, Class, Item};
use crate::dir::Dir;
use crate::tile;
use alloc::vec::Vec;

impl World {
    /// A creature goes a tile by itself. A kipper leaves smoke.
    pub(super) fn walk(&mut self, who: usize, dir: Dir) {
        let from = self.mobs[who].at;
        self.slide(What::Step, who, dir);
        if who == 0 {
            self.stats.steps += 1;
            if self.grid.get(self.mobs[0].at) == tile::STAIRS_DOWN {
                self.tell(What::Locked, 0, 0, 0);
            }
        }
        if self.mobs[who].kind == Beast::Kipper as u8 {
            self.puff(from, 1, 3);
        }
    }

    /// A creature comes to the next tile, by itself or not.
    fn slide(&mut self, what: What, who: usize, dir: Dir) {
        self.mobs[who].at = self.mobs[who].at.step(dir);
        self.tell(what, who, 0, 0);
    }

    /// The hero shoves his neighbour.
    pub(super) fn shove(&mut self, dir: Dir) -> bool {
        let ahead = self.mobs[0].at.step(dir);
        self.tell(What::Bump, 0, 0, 0).at = ahead;
        let Some(who) = self.mob_at(ahead) else { return false };
        if self.mobs[who].stun == 0 {
            return self.push(who, dir);
        }
        self.slide(What::Slide, 0, dir);
        self.slide(What::Slide, who, dir.back());
        true
    }

    /// A creature gets a push. False if nothing came of it.
    pub(super) fn push(&mut self, who: usize, dir: Dir) -> bool {
        let to = self.mobs[who].at.step(dir);
        if self.mobs[who].kind == Beast::Terrine as u8 {
            self.tell(What::Heavy, who, 0, 0);
            return false;
        }
        if let Some(other) = self.mob_at(to) {
            self.hurt(who, 1, What::Hurt);
            self.hurt(other, 1, What::Hurt);
        } else if self.smash(to) {
            self.hurt(who, 1, What::Hurt);
            self.stun(who, 2);
        } else if self.free(to) {
            self.slide(What::Slide, who, dir);
            if self.grid.get(to) & !3 == tile::TORCH {
                self.hurt(who, 1, What::Hurt);
            }
            if self.cover(to) {
                self.think(who, false);
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
        let hero = self.mobs[0].at;
        let land = path.last().copied().unwrap_or(hero);
        self.tell(What::Bump, 0, 0, 0).at = hero.step(dir);
        self.tell(What::Throw, 0, item.into(), 0).cells = path.clone();
        self.smash(land);
        for who in path.iter().filter_map(|cell| self.mob_at(*cell)).collect::<Vec<_>>() {
            if class == Class::Armour as i32 {
                self.mobs[who].target = self.mobs[who].at;
                self.think(who, false);
            } else if class == Class::Food as i32 {
                self.feed(who, item);
            } else if class == Class::Weapon as i32 || power > 0 {
                self.hurt(who, power + i32::from(class == 0), What::Hurt);
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
        }
    }
}
