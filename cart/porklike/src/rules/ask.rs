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
use crate::data::{self, Class, Thing};
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

    /// Is the hero's weapon or armour this?
    pub fn has(&self, thing: Thing) -> bool {
        self.bag[..2].contains(&(thing as u8))
    }

    /// Those whom a step in this direction would strike with the weapon in hand: places in [`World::mobs`], in the order
    /// of the blows. Whom the hero does not see he does not strike at from afar.
    pub fn strikes(&self, dir: Dir) -> Vec<usize> {
        let hero = self.mobs[0].at;
        let mut cells = vec![hero.step(dir)];
        if self.has(Thing::Whisk) && self.mob_at(cells[0]).is_some() {
            cells = hero.around().into();
        }
        if self.has(Thing::Skewer) && self.free(cells[0]) {
            cells.push(cells[0].step(dir));
        }
        cells
            .into_iter()
            .filter_map(|at| self.mob_at(at))
            .filter(|who| self.shows(&self.mobs[*who]))
            .collect()
    }

    /// What the hero's armour takes off the next blow.
    pub fn block(&self) -> i32 {
        let worn = data::item(self.bag[1]);
        worn.power + self.deal % (worn.extra - worn.power + 1)
    }

    /// What can be done with the thing in a slot: equip, eat, throw, burn. Nothing with an empty slot, or one that there
    /// is not.
    pub fn verbs(&self, slot: u8) -> [bool; 4] {
        let item = self.bag.get(usize::from(slot)).copied().unwrap_or_default();
        let class = data::item(item).class;
        let any = item > 0;
        [any && slot > 1 && class < Class::Food as i32, class == Class::Food as i32, any, any]
    }

    /// What an item is called in this run.
    pub fn name(&self, item: u8) -> String {
        match item.checked_sub(Thing::Heal as u8) {
            None => data::line("items", item).into(),
            Some(food) => {
                let (adjective, noun) = self.names[usize::from(food) % 6];
                format!("{} {}", data::line("adjectives", adjective), data::line("nouns", noun))
            }
        }
    }

    /// What an item does, as far as it is known.
    pub fn hint(&self, item: u8) -> &'static str {
        data::line("hints", if self.known.wrapping_shr(item.into()) & 1 > 0 { item } else { 0 })
    }

    /// The tiles that a thrown item passes; it lands on the last. It stops at a crock, a pot, a creature (a toothpick flies
    /// on) or before what blocks. `shown`: as the hero sees it, that is through those whom he does not see.
    pub fn aim(&self, item: u8, dir: Dir, shown: bool) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut at = self.mobs[0].at;
        for _ in 0..self.grid.width() {
            at = at.step(dir);
            let vase = tile::kind(self.grid.get(at)) == Kind::Vase;
            if !vase && !self.free(at) {
                break;
            }
            path.push(at);
            let met = self.mob_at(at).is_some_and(|who| !shown || self.shows(&self.mobs[who]));
            if vase || met && item != Thing::Toothpick as u8 {
                break;
            }
        }
        path
    }
}
