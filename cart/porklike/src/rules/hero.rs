//! What the hero does. Each action says whether it took a turn.
//!
//! | ahead | step | shove |
//! |---|---|---|
//! | creature | blow | it moves a tile back, loses an action and is firm until it has struck the hero; into another: 1 for both; into a crock or pot: breaks it, 1; if it was stunned: trade places |
//! | crock, pot | breaks | no turn |
//! | door | opens | no turn |
//! | chest, bin, rail | gives one of two things | no turn |
//! | tablet | is read; no turn | - |
//! | altar | is won | - |
//! | free tile | goes there | - |
//! | wall | no turn | no turn |
//!
//! A crock or pot contains something one time in three, and one in five of those is a monster (the tutorial's numbers): of 15, 10
//! are empty, 1 has a monster, 4 an item. Chests and rails offer two pieces of gear that were not found before; when there are
//! none for this floor, and in bins and crocks, there is food or something to throw. What the hero leaves may be offered again.
//!
//! No turn: walls, tablets, equipping, trashing, a full bag at a chest or crock, and for the wearer of the mitt anything that opens or
//! breaks.

use super::{Action, Verb, What, World};
use crate::data::{self, FLOORS, Part, Thing};
use crate::tile::{self, Flag, Tile};
use crate::tower::SIDE;
use alloc::vec::Vec;
use kit::chance::stream;
use kit::{Cell, Dir};
use num::Rng;

impl World {
    /// Performs an action, if it is possible.
    pub(super) fn perform(&mut self, action: Action) -> bool {
        match action {
            Action::Step(dir) => self.step(dir),
            // He trades places with a stunned one.
            Action::Shove(dir) => {
                let here = self.hero();
                let ahead = here.step(dir);
                self.tell(What::Bump, 0, 0).at = ahead;
                self.mob_at(ahead).is_some_and(|who| {
                    if self.mobs[who].stun {
                        self.shift(What::Slide, 0, ahead);
                        self.shift(What::Slide, who, here);
                        true
                    } else {
                        self.push(who, dir)
                    }
                })
            }
            // Putting on and trashing take no turn.
            Action::Use(verb, slot, dir) if self.verbs(slot).contains(&verb) => {
                let item = self.bag[usize::from(slot)];
                if verb == Verb::Equip {
                    self.bag.swap(slot.into(), data::item(item, Part::Class) as usize);
                    self.tell(What::Equip, 0, item.into());
                    return false;
                }
                self.bag[usize::from(slot)] = 0;
                match verb {
                    Verb::Eat => {
                        self.stats.meals += 1;
                        self.feed(0, item);
                    }
                    Verb::Throw => self.throw(item, dir),
                    _ => {
                        self.tell(What::Trash, 0, item.into());
                    }
                }
                verb != Verb::Trash
            }
            Action::Wait => {
                if self.has(Thing::Lid) {
                    self.deal = 3;
                }
                true
            }
            _ => false,
        }
    }

    fn step(&mut self, dir: Dir) -> bool {
        let ahead = self.hero().step(dir);
        let struck = self.strikes(dir);
        if struck.is_empty() && self.free(ahead) {
            self.stats.steps += 1;
            self.shift(What::Step, 0, ahead);
            return true;
        }
        self.tell(What::Bump, 0, 0).at = ahead;
        for who in &struck {
            self.strike(*who, self.bag[0], dir);
        }
        !struck.is_empty() || self.bump(ahead)
    }

    /// Runs against a tile that blocks.
    fn bump(&mut self, at: Cell) -> bool {
        let was = self.grid.get(at);
        match was {
            _ if self.smash(at) => {}
            tile::DOOR => self.put(What::Open, at, Tile::OpenDoor as u8),
            _ if self.is(at, Flag::Offers) && self.gain(at) => {
                self.put(What::Unlock, at, was + 1);
            }
            tile::TABLET => {
                self.tell(What::Read, 0, 0).at = at;
                return false;
            }
            // Not while its keeper hunts him.
            tile::ALTAR..=tile::ALTAR_END => {
                if self.mobs.iter().all(|mob| !mob.hunts) {
                    self.end = Some(true);
                } else {
                    self.tell(What::Firm, 0, 0);
                }
            }
            _ => return false,
        }
        !self.has(Thing::Mitt)
    }

    pub(super) fn put(&mut self, what: What, at: Cell, now: u8) {
        self.grid.set(at, now);
        self.tell(what, 0, now.into()).at = at;
    }

    /// Breaks a crock or pot; its content comes out, and smoke out of a pot. False if there is none, or if it contains an item for which
    /// there is no room.
    pub(super) fn smash(&mut self, at: Cell) -> bool {
        let was = self.grid.get(at);
        let holds = self.luck(at).index(15);
        if !self.vase(at) || holds < 4 && !self.gain(at) {
            return false;
        }
        self.put(What::Break, at, Tile::Shards as u8);
        if was > Tile::Crock as u8 {
            self.puff(at, FLOORS[usize::from(self.floor)][8] as usize, 5);
        }
        if holds == 4
            && let Some(kind) = self.rng.pick(&data::here(&data::KINDS, self.floor))
        {
            self.spawn(What::Spawn, kind, at);
        }
        true
    }

    /// Random numbers of a cell: what depends on them stays the same until the hero returns with room in the bag.
    fn luck(&self, at: Cell) -> Rng {
        stream(self.seed, (at.x + at.y * SIDE + 999 * i32::from(self.floor)) as u32)
    }

    /// Two things of this floor that a cell may contain: gear that was not found yet in a chest and on a rail, common ones elsewhere and
    /// when there is no such gear.
    pub fn offer(&self, at: Cell) -> Vec<u8> {
        let mut pool = data::here(&data::ITEMS, self.floor);
        self.luck(at).shuffle(&mut pool);
        pool.sort_by_key(|item| {
            if *item > Thing::Lid as u8 {
                1
            } else {
                2 * u32::from(self.grid.get(at) < Tile::Chest as u8 || self.known >> item & 1 > 0)
            }
        });
        pool.truncate(2);
        pool
    }

    /// A thing from this cell comes into the bag: that of two which the hero picked. False if the bag is full.
    fn gain(&mut self, at: Cell) -> bool {
        let Some(slot) = (2..8).find(|slot| self.bag[*slot] == 0) else {
            self.tell(What::Full, 0, 0);
            return false;
        };
        let item = self.offer(at)[self.pick];
        self.known |= u32::from(item < Thing::Toothpick as u8) << item;
        self.bag[slot] = item;
        self.tell(What::Got, 0, item.into());
        true
    }
}
