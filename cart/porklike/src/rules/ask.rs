//! Questions that the view and the bots ask. None changes anything.
//!
//! | question | answer |
//! |---|---|
//! | which creature is there? | `mob_at`, `seen_at` |
//! | whom would a step in this direction hit, and how hard? | `strikes`, `attack`, `blow` |
//! | who can strike in the next round, and what can that cost? | `threat`, `cost` |
//! | whose blow would stun the hero? | `stuns` |
//! | what will be blocked next? | `block` |
//! | what can be done with the thing in this slot? | `verbs` |
//! | the name and the effect of an item? | `name`, `hint` |
//! | where would a thrown thing land? | `aim` |
//! | who sees whom, which cells are dark? | `sight.rs` |

use super::{Mob, Verb, World};
use crate::data::{self, Class, ITEMS, KINDS, Part, Stat, Thing, line};
use crate::tile::Tile;
use crate::tower::signs::{is_straight, sign};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use kit::{Cell, Dir};

impl World {
    pub fn hero(&self) -> Cell {
        self.mobs[0].at
    }

    /// Place in [`World::mobs`] of the living creature in a cell, 0 for the hero.
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
        (Tile::Crock as u8..=Tile::Pot as u8).contains(&self.grid.get(at))
    }

    /// The creatures that a step in this direction would strike with the weapon in hand: places in [`World::mobs`], in
    /// the order of the blows. The hero does not strike unseen creatures from a distance.
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

    /// Can the creature strike the hero in the next round, if he stays where he is? In the second round, if `round` is 2: not
    /// known for certain. It hunts, has not been shoved just now, it is its turn, it is near enough, and it does not pause first.
    pub fn threat(&self, mob: &Mob, round: i32) -> bool {
        let [.., steps, every, pause] = KINDS[usize::from(mob.kind)];
        let far = mob.at.dist(self.hero());
        let first = 1 + mob.rest + i32::from(mob.firm > 1);
        (mob.hunts && round >= first && (round - first) % every == 0
            || round > 1 && (mob.alert || mob.target != mob.at) && self.notices(mob))
            && far <= (steps * round).max(round + i32::from(mob.pause == pause))
            && (!self.pauses(mob) || mob.pause + round > pause)
    }

    /// Has the hero walls on two opposite sides, and ways on the others?
    pub fn is_between_walls(&self) -> bool {
        is_straight(sign(self.hero(), |at| self.free(at)))
    }

    /// Does the creature pause before it comes nearer? Each kind at its own distances, and all of them two steps from a hero
    /// between two walls.
    pub fn pauses(&self, mob: &Mob) -> bool {
        data::beast(mob.kind, Stat::At).max(4 * i32::from(self.is_between_walls()))
            >> mob.at.dist(self.hero())
            & 1
            > 0
    }

    /// Would the creature's blow stun the hero instead of hurting him?
    pub fn stuns(&self, mob: &Mob) -> bool {
        data::beast(mob.kind, Stat::Stun) > 0 && !mob.spent && !self.has(Thing::Colander)
    }

    /// The most hit points that the creature's blows can take from the hero before he can act again: once more for one that
    /// strikes him while he is stunned, doubled if he is cursed.
    pub fn cost(&self, mob: &Mob) -> i32 {
        let stunner =
            self.mobs.iter().find(|mob| self.threat(mob, 1) && self.stuns(mob)).map_or(0, |mob| mob.id);
        data::beast(mob.kind, Stat::Atk)
            * ((i32::from(self.threat(mob, 1)) - i32::from(stunner == mob.id)
                + i32::from(stunner > 0 && self.threat(mob, 2)))
                << i32::from(self.mobs[0].bless < 0))
    }

    /// What the hero's armour takes off the next blow.
    pub fn block(&self) -> i32 {
        let [.., low, high, _, _] = ITEMS[usize::from(self.bag[1])];
        low + self.deal % (high - low + 1)
    }

    /// What can be done with the thing in a slot, what it is for first. Nothing with an empty slot.
    pub fn verbs(&self, slot: u8) -> Vec<Verb> {
        let item = self.bag[usize::from(slot)];
        let class = data::item(item, Part::Class);
        [Verb::Equip, Verb::Eat, Verb::Throw, Verb::Trash]
            .into_iter()
            .filter(|verb| match verb {
                Verb::Equip => slot > 1 && class < Class::Food as i32,
                Verb::Eat => class == Class::Food as i32,
                _ => item > 0,
            })
            .collect()
    }

    /// What an item is called in this run.
    pub fn name(&self, item: u8) -> String {
        match item.checked_sub(Thing::Heal as u8) {
            None => line("items", item).into(),
            Some(food) => {
                // The view asks the name of each event's number, which may be that of a tile.
                let food = usize::from(food) % 6;
                format!("{} {}", line("adjectives", self.names[food]), line("nouns", self.names[food + 6]))
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

    /// The tiles that a thrown item passes; it lands on the last. It stops at a crock, a pot, a creature, whether the hero
    /// sees it or not (a toothpick flies on), or before what blocks.
    pub fn aim(&self, item: u8, dir: Dir) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut at = self.hero().step(dir);
        while self.free(at) || self.vase(at) {
            path.push(at);
            if self.vase(at) || item != Thing::Toothpick as u8 && self.mob_at(at).is_some() {
                break;
            }
            at = at.step(dir);
        }
        path
    }
}
