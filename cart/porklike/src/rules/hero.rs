//! The hero's verbs. Each says whether it took a turn.
//!
//! | ahead | step | shove |
//! |---|---|---|
//! | creature | blow | it goes a tile back and misses an action; on another: 1 for both; on a crock or pot: breaks it, 1, dazed 2; on a torch: 1; if dazed: trade places |
//! | crock, pot | breaks | - |
//! | door, chest, tablet, altar | opens, opens, is read, is won | - |
//! | free tile | goes there | - |
//! | wall | no turn | no turn |
//!
//! A crock holds something one time in three, and one in five of those is a monster (the tutorial's numbers): of 15, 10
//! are empty, 1 holds a monster, 4 an item. Chests hold rare things (weapons, armours: each once in a run) or common ones (foods, throwables). When no rare thing is left for this
//! floor, a chest holds a common one.
//!
//! No turn: walls, tablets, equipping, what a full bag stops, and for the wearer of the mitt whatever opens or breaks.

use super::{Action, What, World};
use crate::data::{self, Thing};
use crate::dir::{Cell, Dir};
use crate::tile::{self, Kind};
use alloc::vec::Vec;

impl World {
    /// Does what was asked for, if it can be done.
    pub(super) fn perform(&mut self, action: Action) -> bool {
        match action {
            Action::Step(dir) => return self.step(dir),
            Action::Shove(dir) => return self.shove(dir),
            Action::Wait => {
                if self.has(Thing::Lid) {
                    self.deal = 3;
                }
            }
            Action::Equip(slot) => {
                if self.verbs(slot)[0] {
                    let item = self.bag[usize::from(slot)];
                    self.bag.swap(data::item(item).class as usize, slot.into());
                    self.tell(What::Equip, 0, item.into(), 0);
                }
                return false;
            }
            Action::Eat(slot) => {
                let Some(item) = self.take(slot, 1) else { return false };
                self.stats.meals += 1;
                self.feed(0, item);
            }
            Action::Throw(slot, dir) => {
                let Some(item) = self.take(slot, 2) else { return false };
                self.throw(item, dir);
            }
            Action::Burn(slot) => {
                let Some(item) = self.take(slot, 3) else { return false };
                self.tell(What::Burn, 0, item.into(), 0);
                self.puff(self.mobs[0].at, 5, 4);
            }
        }
        true
    }

    /// Takes a thing out of its slot, if this can be done with it: an entry of [`World::verbs`].
    fn take(&mut self, slot: u8, verb: usize) -> Option<u8> {
        self.verbs(slot)[verb].then(|| core::mem::take(&mut self.bag[usize::from(slot)]))
    }

    /// Goes, strikes or bumps.
    fn step(&mut self, dir: Dir) -> bool {
        let ahead = self.mobs[0].at.step(dir);
        let struck = self.strikes(dir);
        if struck.is_empty() && self.free(ahead) {
            self.walk(0, dir);
            return true;
        }
        self.tell(What::Bump, 0, 0, 0).at = ahead;
        for who in &struck {
            self.strike(*who, dir);
        }
        !struck.is_empty() || self.bump(ahead)
    }

    /// A blow with the weapon in hand, and what it does besides.
    fn strike(&mut self, who: usize, dir: Dir) {
        let hand = data::item(self.bag[0]);
        let mob = &self.mobs[who];
        let first = mob.hp == mob.max;
        self.hurt(who, self.attack(who), if mob.hunts { What::Hurt } else { What::Ambush });
        if self.mobs[who].hp > 0 {
            self.think(who, self.mobs[who].stun == 0);
            if first {
                self.stun(who, hand.stun);
            }
            self.bless(who, hand.bless);
            if self.has(Thing::Pin) {
                self.push(who, dir);
            }
        }
    }

    /// Runs against a tile that blocks.
    fn bump(&mut self, at: Cell) -> bool {
        let was = self.grid.get(at);
        let slow = !self.has(Thing::Mitt);
        match tile::kind(was) {
            Kind::Vase => {
                self.smash(at);
                if was == tile::CROCK {
                    self.loot(at);
                }
                slow
            }
            Kind::Door => {
                self.open(at);
                slow
            }
            Kind::Chest => {
                self.gain(if was == tile::CHEST { self.rare } else { 0 }) && {
                    self.put(What::Unlock, at, tile::twin(was));
                    slow
                }
            }
            Kind::Tablet => {
                self.tell(What::Read, 0, 0, 0).at = at;
                false
            }
            Kind::Altar => {
                self.end = Some(true);
                false
            }
            Kind::Inert => false,
        }
    }

    /// Changes a tile.
    pub(super) fn put(&mut self, what: What, at: Cell, now: u8) {
        let was = self.grid.get(at);
        self.grid.set(at, now);
        self.tell(what, 0, was.into(), now.into()).at = at;
    }

    /// A door opens; for three turns after somebody stands in it, it stays so.
    pub(super) fn open(&mut self, at: Cell) {
        self.put(What::Open, at, tile::OPEN);
        self.doors.push((at, 3));
    }

    /// Breaks a crock or pot; a pot lets its smoke out. False if there is none.
    pub(super) fn smash(&mut self, at: Cell) -> bool {
        let was = self.grid.get(at);
        let breaks = tile::kind(was) == Kind::Vase;
        if breaks {
            self.put(What::Break, at, tile::SHARDS);
            if was != tile::CROCK {
                self.puff(at, 9, 5);
            }
        }
        breaks
    }
}

/// What a crock or chest holds, and who gets it.
impl World {
    /// What comes out of a crock.
    fn loot(&mut self, at: Cell) {
        match self.rng.index(15) {
            0 => {
                if let Some(kind) = self.pick(data::here(&data::KINDS, self.floor)) {
                    self.spawn(kind, at);
                }
            }
            1..5 => _ = self.gain(0),
            _ => _ = self.tell(What::Empty, 0, 0, 0),
        }
    }

    /// An item comes into the bag: one of the pool, or a common one if that has none for this floor. Or else the bag is full.
    fn gain(&mut self, pool: u32) -> bool {
        let slot = (2..8).find(|slot| self.bag[*slot] == 0);
        match slot {
            None => _ = self.tell(What::Full, 0, 0, 0),
            Some(slot) => {
                let item =
                    self.draw(pool).or_else(|| self.draw(!0 << Thing::Toothpick as u8)).unwrap_or_default();
                self.bag[slot] = item;
                self.tell(What::Got, 0, item.into(), 0);
            }
        }
        slot.is_some()
    }

    /// One of a list at random. None of an empty one.
    pub(super) fn pick<T: Copy>(&mut self, list: Vec<T>) -> Option<T> {
        kit::chance::pick(&mut self.rng, &list)
    }

    /// Draws an item of this floor from a pool, bit n for item n. A rare one is gone for the run then.
    fn draw(&mut self, pool: u32) -> Option<u8> {
        let mut items = data::here(&data::ITEMS, self.floor);
        items.retain(|item| pool >> item & 1 > 0);
        let item = self.pick(items)?;
        self.rare &= !(1 << item);
        Some(item)
    }
}
