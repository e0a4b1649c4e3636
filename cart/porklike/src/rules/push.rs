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
use crate::data::{self, ARMOUR, COAL, FLOUR, FOOD, Item, KIPPER, PEPPER, TERRINE, WEAPON};
use crate::dir::Dir;
use crate::tile::{self, Kind};
use alloc::vec;
use alloc::vec::Vec;

impl World {
    /// A creature goes a tile by itself. A kipper leaves smoke.
    pub(super) fn walk(&mut self, who: usize, dir: Dir) {
        let mob = &mut self.mobs[who];
        let (id, from) = (mob.id, mob.at);
        mob.at = from.step(dir);
        let (at, kind) = (mob.at, mob.kind);
        self.events.push(Event::Step { id, from, dir });
        if who == 0 {
            self.stats.steps += 1;
            if self.grid.get(at) == tile::STAIRS_DOWN {
                self.events.push(Event::Say(Say::Locked));
            }
        }
        if kind == KIPPER {
            self.fill(vec![from], 3);
        }
    }

    /// A creature is moved a tile.
    fn slide(&mut self, who: usize, dir: Dir) {
        let mob = &mut self.mobs[who];
        let from = mob.at;
        mob.at = from.step(dir);
        self.events.push(Event::Slide { id: mob.id, from, dir });
    }

    /// The hero shoves his neighbour.
    pub(super) fn shove(&mut self, dir: Dir) -> bool {
        let ahead = self.mobs[0].at.step(dir);
        let (behind, was) = (ahead.step(dir), self.grid.get(ahead));
        let target = self.mob_at(ahead);
        self.events.push(Event::Bump { id: 0, dir });
        match target {
            Some(who) if self.mobs[who].stun > 0 => {
                self.slide(0, dir);
                self.slide(who, dir.back());
                self.events.push(Event::Say(Say::Trade));
                true
            }
            Some(who) => self.push(who, dir),
            None if tile::kind(was) == Kind::Vase => {
                let free = self.is(behind, tile::PLAIN) && self.mob_at(behind).is_none();
                if free {
                    self.put(ahead, tile::FLOOR);
                    self.put(behind, was);
                }
                free
            }
            None => {
                if !self.is(ahead, tile::BLOCKS) {
                    self.events.push(Event::Say(Say::Nobody));
                }
                false
            }
        }
    }

    /// A creature gets a push. False if nothing came of it.
    pub(super) fn push(&mut self, who: usize, dir: Dir) -> bool {
        let to = self.mobs[who].at.step(dir);
        let was = self.grid.get(to);
        if self.mobs[who].kind == TERRINE {
            self.events.push(Event::Say(Say::Heavy));
            return false;
        }
        if let Some(other) = self.mob_at(to) {
            self.hurt(who, 0, 1, false);
            self.hurt(other, 0, 1, false);
        } else if tile::kind(was) == Kind::Vase {
            self.smash(to);
            self.hurt(who, 0, 1, false);
            self.stun(who, 2);
        } else if self.is(to, tile::BLOCKS) {
            return false;
        } else {
            self.slide(who, dir);
            if (tile::TORCH..tile::TORCH + 4).contains(&was) {
                self.hurt(who, 0, 1, false);
            }
            if self.cover(to) {
                self.think(who, Mind::Lost);
            }
        }
        self.mobs[who].pause = 1;
        true
    }

    /// A thing flies and does what it does where it lands.
    pub(super) fn throw(&mut self, item: u8, dir: Dir) {
        let Item { class, power, stun, extra, .. } = *data::item(item);
        let path = self.aim(item, dir, false);
        let land = path.last().copied().unwrap_or(self.mobs[0].at);
        let mut missed = true;
        self.events.push(Event::Bump { id: 0, dir });
        self.events.push(Event::Throw { item, path: path.clone() });
        if tile::kind(self.grid.get(land)) == Kind::Vase {
            self.smash(land);
        }
        for cell in path {
            if let Some(who) = self.mob_at(cell) {
                missed = false;
                match class {
                    WEAPON => self.hurt(who, 0, 1 + power, false),
                    ARMOUR => self.think(who, Mind::Wait),
                    FOOD => self.feed(who, item),
                    _ if power > 0 => self.hurt(who, 0, power, false),
                    _ => {}
                }
            }
        }
        match item {
            PEPPER => {
                let near = Dir::ALL.map(|dir| land.step(dir));
                for who in
                    near.into_iter().chain([land]).filter_map(|cell| self.mob_at(cell)).collect::<Vec<_>>()
                {
                    self.stun(who, stun);
                }
            }
            FLOUR => self.puff(land, extra as usize, 5),
            COAL => self.ignite(land),
            _ if !missed => {}
            _ if class == FOOD => {
                self.bait.push(Bait { at: land, item, turns: 6 });
                self.events.push(Event::Bait { at: land, item });
            }
            _ => self.events.push(Event::Say(Say::Stuck)),
        }
    }
}
