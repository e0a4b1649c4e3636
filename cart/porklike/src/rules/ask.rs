//! Questions that the view and the bots ask. None changes anything.
//!
//! | question | answer |
//! |---|---|
//! | who stands there? | `mob_at`, `seen_at` |
//! | whom would a step in this direction hit, and how hard? | `strikes`, `attack`, `blow` |
//! | who can strike in the next round? | `threat` |
//! | whose blow would daze the hero? | `daze` |
//! | what will be blocked next? | `block` |
//! | what can be done with the thing in this slot? | `verbs` |
//! | what is a thing called, what does it do? | `name`, `hint` |
//! | where would a thrown thing land? | `aim` |
//! | who sees whom, what is in the dark? | `sight.rs` |

use super::{Mob, World};
use crate::data::{self, Class, KINDS, Part, Stat, Thing, line};
use crate::tile;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use kit::{Cell, Dir};

impl World {
    /// Where the hero is.
    pub fn hero(&self) -> Cell {
        self.mobs[0].at
    }

    /// Place in [`World::mobs`] of the living creature that stands in a cell, 0 for the hero.
    pub fn mob_at(&self, at: Cell) -> Option<usize> {
        self.mobs.iter().position(|mob| mob.at == at && mob.hp > 0)
    }

    /// The same, if the hero sees it.
    pub fn seen_at(&self, at: Cell) -> Option<usize> {
        self.mob_at(at).filter(|who| self.shows(&self.mobs[*who]))
    }

    /// Is the hero's weapon or armour this?
    pub fn has(&self, thing: Thing) -> bool {
        self.bag[..2].contains(&(thing as u8))
    }

    /// Is there a crock or a pot of smoke?
    pub fn vase(&self, at: Cell) -> bool {
        matches!(self.grid.get(at), tile::CROCK..=tile::POT_TWIN)
    }

    /// Those whom a step in this direction would strike with the weapon in hand: places in [`World::mobs`], in the order
    /// of the blows. Whom the hero does not see he does not strike at from afar.
    pub fn strikes(&self, dir: Dir) -> Vec<usize> {
        let ahead = self.hero().step(dir);
        let mut cells = vec![ahead];
        if self.has(Thing::Whisk) && self.mob_at(ahead).is_some() {
            cells = self.hero().around().into();
        }
        if self.has(Thing::Skewer) && self.free(ahead) {
            cells.push(ahead.step(dir));
        }
        cells.into_iter().filter_map(|at| self.seen_at(at)).collect()
    }

    /// Can the creature strike the hero in the next round, if he stays where he is? It hunts, has not been shoved just now, it is
    /// its turn, he is near enough, and it does not pause first.
    pub fn threat(&self, mob: &Mob) -> bool {
        let [.., steps, every, pause, at] = KINDS[usize::from(mob.kind)];
        let far = mob.at.dist(self.hero());
        mob.hunts
            && mob.firm < 2
            && (self.stats.turns + 1).is_multiple_of(every as u32)
            && far <= steps
            && (at >> far & 1 == 0 || mob.pause == pause)
    }

    /// Turns that a blow of this kind of creature dazes the hero, instead of hurting him: none who is hurt, dazed already, or never is.
    pub fn daze(&self, kind: u8) -> i32 {
        let Mob { hp, max, stun, .. } = self.mobs[0];
        if hp < max + stun || self.has(Thing::Colander) { 0 } else { data::beast(kind, Stat::Stun) }
    }

    /// What the hero's armour takes off the next blow.
    pub fn block(&self) -> i32 {
        let worn = self.bag[1];
        let low = data::item(worn, Part::Low);
        low + self.deal % (data::item(worn, Part::High) - low + 1)
    }

    /// What can be done with the thing in a slot: equip, eat, throw, burn. Nothing with an empty slot.
    pub fn verbs(&self, slot: u8) -> [bool; 4] {
        let item = self.bag[usize::from(slot)];
        let class = data::item(item, Part::Class);
        [slot > 1 && class < Class::Food as i32, class == Class::Food as i32, item > 0, item > 0]
    }

    /// What an item is called in this run.
    pub fn name(&self, item: u8) -> String {
        match item.checked_sub(Thing::Heal as u8) {
            None => line("items", item).into(),
            Some(food) => {
                // The view asks the name of each event's number, which may be that of a tile: of ash at most, 40.
                let food = usize::from(food);
                format!(
                    "{} {}",
                    line("adjectives", self.names[food]),
                    line("nouns", self.names[food % 18 + 6])
                )
            }
        }
    }

    /// What an item does, as far as it is known: all but food is.
    pub fn hint(&self, item: u8) -> &'static str {
        // As in `name`: it may be the number of a tile.
        line(
            "hints",
            if item < Thing::Heal as u8 || self.known.wrapping_shr(item.into()) & 1 > 0 { item } else { 23 },
        )
    }

    /// The tiles that a thrown item passes; it lands on the last. It stops at a crock, a pot, a creature that the hero sees (a
    /// toothpick flies on) or before what blocks.
    pub fn aim(&self, item: u8, dir: Dir) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut at = self.hero().step(dir);
        while self.free(at) || self.vase(at) {
            path.push(at);
            if self.vase(at) || item != Thing::Toothpick as u8 && self.seen_at(at).is_some() {
                break;
            }
            at = at.step(dir);
        }
        path
    }
}
