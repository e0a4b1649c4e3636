//! Moving others: shoves, and things that fly.
//!
//! ```text
//! shove   @k.   a free tile: it slides there        @kk   another creature: 1 for both
//!         @ko   a crock or pot breaks on it: 1      @k#   nothing, no turn
//!         a shoved creature loses an action, and is firm until it has struck the hero
//! throw   @--k  the first creature on the line takes it      @---#  or it lands on the last free tile
//! ```
//!
//! | thrown | does |
//! |---|---|
//! | weapon | its attack, and what else it does in the hand |
//! | armour | on the head: it stuns |
//! | food | who smells it loses the hero and goes there; whom it hits eats it with all that it does |
//! | toothpick | 2 damage to all on the line |
//! | pepper | stuns all where it lands and next to it, the hero too |
//! | flour | smoke on 9 tiles, 5 turns |
//! | coal | 3 damage |
//!
//! A thrown weapon hits as it would in the hand: twice as hard if the target does not hunt, and with all its effects.

use super::{What, World};
use crate::data::{Class, ITEMS};
use alloc::vec::Vec;
use kit::{Cell, Dir};

impl World {
    /// A creature comes to a cell, by itself or not.
    pub(super) fn shift(&mut self, what: What, who: usize, to: Cell) {
        self.mobs[who].at = to;
        self.tell(what, who, 0);
    }

    /// Pushes a creature. Returns false if that had no effect.
    pub(super) fn push(&mut self, who: usize, dir: Dir) -> bool {
        let to = self.mobs[who].at.step(dir);
        if self.mobs[who].firm > 0 {
            self.tell(What::Firm, who, 0);
            return false;
        }
        if let Some(other) = self.mob_at(to) {
            self.hurt(who, 1, What::Hurt);
            self.hurt(other, 1, What::Hurt);
        } else if self.smash(to) {
            self.hurt(who, 1, What::Hurt);
        } else if self.free(to) {
            self.shift(What::Slide, who, to);
        } else {
            return false;
        }
        self.mobs[who].firm = 2;
        true
    }

    /// A thing flies and does what it does where it lands.
    pub(super) fn throw(&mut self, item: u8, dir: Dir) {
        let [_, _, class, hit, _, high, ..] = ITEMS[usize::from(item)];
        let mut path = self.aim(item, dir);
        let land = *path.last().unwrap_or(&self.hero());
        self.tell(What::Bump, 0, 0).at = self.hero().step(dir);
        self.tell(What::Throw, 0, item.into()).at = land;
        self.smash(land);
        if class == Class::Food as i32 {
            self.puff(land, 24, 0);
        }
        if class == Class::Throwable as i32 && hit == 0 {
            path.extend(land.around());
            if high > 0 {
                self.puff(land, high as usize, 5);
            }
        }
        for who in path.iter().filter_map(|cell| self.mob_at(*cell)).collect::<Vec<_>>() {
            if class == Class::Food as i32 {
                self.feed(who, item);
            } else {
                self.strike(who, item, dir);
            }
        }
    }
}
