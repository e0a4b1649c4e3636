//! The hero's verbs. Each says whether it took a turn.
//!
//! | ahead | step | shove |
//! |---|---|---|
//! | creature | blow | it goes a tile back and misses an action; on another: 1 for both; on a crock or pot: breaks it, 1, dazed 2; on a torch: 1; if dazed: trade places |
//! | crock, pot | breaks | goes a tile back |
//! | door, chest, tablet, altar | opens, opens, is read, is won | - |
//! | free tile | goes there | - |
//! | wall | no turn | no turn |
//!
//! A crock holds something one time in three; one in five of those is a monster (the tutorial's numbers). Chests hold
//! rare things (weapons, armours: each once in a run) or common ones (foods, throwables). When no rare thing is left for this
//! floor, a chest holds a common one.
//!
//! No turn: walls, tablets, equipping, what a full bag stops, and for the wearer of the mitt whatever opens or breaks.

use super::{Action, Event, Mind, Say, World};
use crate::data::{self, FOODS, ITEMS, Item, Kind, LID, MITT, NONE, OXTAIL, PIN, TOOTHPICK};
use crate::dir::{Cell, Dir};
use crate::tile::{self, Kind as Tile};
use alloc::vec::Vec;

impl World {
    /// Does what was asked for, if it can be done.
    pub(super) fn do_it(&mut self, action: Action) -> bool {
        match action {
            Action::Step(dir) => self.step(dir),
            Action::Shove(dir) => self.shove(dir),
            Action::Wait => {
                if self.bag[1] == LID {
                    self.deal = 3;
                }
                true
            }
            Action::Equip(slot) => {
                if self.verbs(slot)[0] {
                    let item = self.bag[usize::from(slot)];
                    // The two classes that are worn are the numbers of their slots.
                    self.bag.swap(data::item(item).class as usize, slot.into());
                    self.events.push(Event::Equip { item });
                }
                false
            }
            Action::Eat(slot) => {
                self.verbs(slot)[1] && {
                    let item = self.take(slot);
                    self.stats.meals += 1;
                    self.feed(0, item);
                    true
                }
            }
            Action::Throw(slot, dir) => {
                self.verbs(slot)[2] && {
                    let item = self.take(slot);
                    self.throw(item, dir);
                    true
                }
            }
            Action::Burn(slot) => {
                self.verbs(slot)[3] && {
                    let item = self.take(slot);
                    self.events.push(Event::Burn { item });
                    self.puff(self.mobs[0].at, 5, 4);
                    true
                }
            }
        }
    }

    /// Takes a thing out of its slot.
    fn take(&mut self, slot: u8) -> u8 {
        core::mem::replace(&mut self.bag[usize::from(slot)], NONE)
    }

    /// Goes, strikes or bumps.
    fn step(&mut self, dir: Dir) -> bool {
        let ahead = self.mobs[0].at.step(dir);
        let struck = self.strikes(dir);
        if struck.is_empty() && !self.is(ahead, tile::BLOCKS) {
            self.walk(0, dir);
            return true;
        }
        self.events.push(Event::Bump { id: 0, dir });
        for who in &struck {
            self.strike(*who, dir);
        }
        !struck.is_empty() || self.bump(ahead)
    }

    /// A blow with the weapon in hand, and what it does besides.
    fn strike(&mut self, who: usize, dir: Dir) {
        let weapon = data::item(self.bag[0]);
        let hero = self.mobs[0].at;
        let atk = self.attack(who);
        self.hurt(who, 0, atk, self.mobs[who].mind != Mind::Hunt);
        let mob = &mut self.mobs[who];
        if mob.hp > 0 {
            mob.target = hero;
            if mob.stun == 0 {
                self.think(who, Mind::Hunt);
            }
            if !core::mem::replace(&mut self.mobs[who].ladled, weapon.stun > 0) {
                self.stun(who, weapon.stun);
            }
            self.bless(who, weapon.bless);
            if self.bag[0] == PIN {
                self.push(who, dir);
            }
        }
    }

    /// Runs against a tile that blocks.
    fn bump(&mut self, at: Cell) -> bool {
        let was = self.grid.get(at);
        match tile::kind(was) {
            Tile::Vase => {
                self.smash(at);
                (was != tile::CROCK || self.loot(at)) && self.bag[1] != MITT
            }
            Tile::Door => {
                self.open(at);
                self.bag[1] != MITT
            }
            Tile::Chest => self.room(Say::Stays).is_some_and(|slot| {
                self.put(at, tile::twin(was));
                let item = self.draw(was == tile::CHEST);
                self.gain(slot, item);
                self.bag[1] != MITT
            }),
            Tile::Tablet => {
                self.events.push(Event::Read { at });
                false
            }
            Tile::Altar => {
                self.finish(true);
                false
            }
            Tile::Inert => {
                if self.is(at, tile::REACTS) {
                    self.events.push(Event::Say(Say::Still));
                }
                false
            }
        }
    }

    /// Changes a tile.
    pub(super) fn put(&mut self, at: Cell, now: u8) {
        let was = self.grid.get(at);
        self.grid.set(at, now);
        self.events.push(Event::Tile { at, was, now });
    }

    /// A door opens; for three turns after somebody stands in it, it stays so.
    pub(super) fn open(&mut self, at: Cell) {
        self.put(at, tile::twin(tile::DOOR));
        self.doors.push((at, 3));
    }

    /// A crock or pot breaks; a pot lets its smoke out.
    pub(super) fn smash(&mut self, at: Cell) {
        let was = self.grid.get(at);
        self.put(at, tile::SHARDS);
        if was != tile::CROCK {
            self.puff(at, 9, 5);
        }
    }
}

/// What a crock or chest holds, and who gets it.
impl World {
    /// What comes out of a crock. False when all that happened is that the bag was full.
    fn loot(&mut self, at: Cell) -> bool {
        if self.rng.index(3) > 0 {
            self.events.push(Event::Say(Say::Empty));
        } else if self.rng.index(5) == 0 {
            let here = |kind: &u8| {
                let Kind { first, last, .. } = *data::kind(*kind);
                data::on(self.floor, first, last)
            };
            let kind = self.pick((1..=OXTAIL).filter(here).collect());
            self.events.push(Event::Say(if kind.is_some() { Say::Snack } else { Say::Empty }));
            if let Some(kind) = kind {
                self.spawn(kind, at);
            }
        } else {
            return self.room(Say::Breaks).is_some_and(|slot| {
                let item = self.draw(false);
                self.gain(slot, item);
                true
            });
        }
        true
    }

    /// The first empty slot of the bag, or else a message.
    fn room(&mut self, full: Say) -> Option<usize> {
        let slot = (2..self.bag.len()).find(|slot| self.bag[*slot] == NONE);
        if slot.is_none() {
            self.events.push(Event::Say(full));
        }
        slot
    }

    /// An item comes into the bag.
    fn gain(&mut self, slot: usize, item: u8) {
        self.bag[slot] = item;
        self.events.push(Event::Got { item });
    }

    /// One of a list at random. None of an empty one.
    pub(super) fn pick<T: Copy>(&mut self, list: Vec<T>) -> Option<T> {
        list.get(self.rng.index(list.len() as u32) as usize).copied()
    }

    /// Draws an item of this floor: a rare one, which then is gone for the run, or a common one.
    pub fn draw(&mut self, rare: bool) -> u8 {
        let pool = if rare { self.rare } else { !0 << TOOTHPICK };
        let here = |item: &u8| {
            let Item { first, last, .. } = *data::item(*item);
            data::on(self.floor, first, last) && pool >> item & 1 == 1
        };
        let item = self.pick((1..ITEMS.len() as u8).filter(here).collect());
        match item {
            None if rare => self.draw(false),
            _ => {
                let item = item.unwrap_or(FOODS);
                self.rare &= !(1 << item);
                item
            }
        }
    }
}
