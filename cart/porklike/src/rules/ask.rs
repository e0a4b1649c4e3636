//! Questions that the view and the bots ask. None changes anything.
//!
//! | question | answer |
//! |---|---|
//! | who stands there? | `mob_at` |
//! | whom would a step in this direction hit, and how hard? | `strikes`, `attack`, `blow` |
//! | what will be blocked next? | `block` |
//! | what can be done with the thing in this slot? | `verbs` |
//! | what is a thing called, what does it do? | `name`, `hint` |
//! | where would a thrown thing land? | `aim` |
//! | who sees whom, what is in the dark? | `sight.rs` |

use super::World;
use crate::data::{self, FOOD, FOODS, NONE, SKEWER, TOOTHPICK, WHISK};
use crate::dir::{Cell, Dir};
use crate::tile::{self, Kind};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

impl World {
    /// Place in [`World::mobs`] of the living creature that stands in a cell, 0 for the hero.
    pub fn mob_at(&self, at: Cell) -> Option<usize> {
        self.mobs.iter().position(|mob| mob.at == at && mob.hp > 0)
    }

    /// Those whom a step in this direction would strike with the weapon in hand: places in [`World::mobs`], in the order
    /// of the blows. Whom the hero does not see he does not strike at from afar.
    pub fn strikes(&self, dir: Dir) -> Vec<usize> {
        let hero = self.mobs[0].at;
        let ahead = hero.step(dir);
        let near = self.mob_at(ahead);
        let cells = match self.bag[0] {
            WHISK if near.is_some() => Dir::ALL.map(|dir| hero.step(dir)).into(),
            SKEWER if !self.is(ahead, tile::BLOCKS) => vec![ahead, ahead.step(dir)],
            _ => vec![ahead],
        };
        cells
            .into_iter()
            .filter_map(|at| self.mob_at(at))
            .filter(|who| self.shows(&self.mobs[*who]))
            .collect()
    }

    /// What the hero's armour takes off the next blow.
    pub fn block(&self) -> i32 {
        let armour = data::item(self.bag[1]);
        armour.power + i32::from(self.deal) % (armour.extra - armour.power + 1)
    }

    /// What can be done with the thing in a slot: equip, eat, throw, burn. Nothing with an empty slot, or one that there
    /// is not.
    pub fn verbs(&self, slot: u8) -> [bool; 4] {
        let item = self.bag.get(usize::from(slot)).copied().unwrap_or(NONE);
        let class = data::item(item).class;
        let any = item != NONE;
        [any && slot > 1 && class < FOOD, class == FOOD, any, any]
    }

    /// What an item is called in this run.
    pub fn name(&self, item: u8) -> String {
        match usize::from(item).checked_sub(FOODS.into()).and_then(|food| self.names.get(food)) {
            None => data::item_name(item).into(),
            Some((adjective, noun)) => {
                let word = |line, nth: &u8| data::words(line).nth((*nth).into()).unwrap_or_default();
                format!("{} {}", word(0, adjective), word(1, noun))
            }
        }
    }

    /// What an item does, as far as it is known. Empty for no item.
    pub fn hint(&self, item: u8) -> &'static str {
        let class = data::item(item).class as usize;
        let unknown = class == FOOD as usize && self.known >> (item - FOODS) & 1 == 0;
        // Line 0 of the foods is for those that nobody has eaten yet.
        let first = [1, 7, FOODS - 1, TOOTHPICK][class];
        let line = if unknown { 0 } else { item.wrapping_sub(first) };
        data::text(["weapon", "armour", "food", "throwable"][class]).nth(line.into()).unwrap_or_default()
    }

    /// The tiles that a thrown item passes; it lands on the last. It stops at a crock, a pot, a creature (a toothpick flies
    /// on) or before what blocks. `shown`: as the hero sees it, that is through those whom he does not see.
    pub fn aim(&self, item: u8, dir: Dir, shown: bool) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut at = self.mobs[0].at;
        for _ in 0..self.grid.side() {
            at = at.step(dir);
            let vase = tile::kind(self.grid.get(at)) == Kind::Vase;
            if !vase && self.is(at, tile::BLOCKS) {
                break;
            }
            path.push(at);
            let met = self.mob_at(at).is_some_and(|who| !shown || self.shows(&self.mobs[who]));
            if vase || met && item != TOOTHPICK {
                break;
            }
        }
        path
    }
}
