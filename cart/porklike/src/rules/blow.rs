//! Blows, and what they and food leave behind.
//!
//! ```text
//! attack ─ x2 ambush (x3 fillet blade) ─ x2 cursed or halved blessed, which is spent ─ block dealt ahead ─ at least 0
//! ```
//!
//! All of it is known before: attacks are written on the creatures, the block is shown, an ambush is the colour of the
//! eyes. Only the hero blocks, and only he ambushes.
//!
//! | status | from | does | ends |
//! |---|---|---|---|
//! | stunned | onion, ladle, pepper, armour on the head, food, a run into nothing | misses a turn, and loses its target | after that turn |
//! | cursed, blessed | bad egg, grater, food | the next blow is doubled, halved | with that blow, on stairs; a curse in smoke |
//!
//! Blessing a creature that curses kills it.

use super::{Mob, What, World};
use crate::data::{self, ITEMS, Part, Stat, Thing};
use core::mem::replace;
use kit::{Cell, Dir};

impl World {
    /// What a blow of this strength would do to a creature, 0 the hero.
    pub fn blow(&self, who: usize, atk: i32) -> i32 {
        (((atk * 2) >> (self.mobs[who].bless + 1)) - if who == 0 { self.block() } else { 0 }).max(0)
    }

    /// What the hero's blow with a weapon, in the hand or thrown, counts against a creature before curse and blessing.
    pub fn attack(&self, who: usize, weapon: u8) -> i32 {
        data::item(weapon, Part::Hit)
            * if self.mobs[who].hunts { 1 } else { 2 + data::item(weapon, Part::High) }
    }

    /// The hero strikes a creature, with his weapon or with a thrown item. A survivor wakes, and finds him in its
    /// own turn: black eyes do not strike back in this action.
    pub(super) fn strike(&mut self, who: usize, weapon: u8, dir: Dir) {
        let Mob { hp, max, hunts, .. } = self.mobs[who];
        let [.., hit, _, _, stun, bless] = ITEMS[usize::from(weapon)];
        if hit > 0 {
            self.hurt(who, self.attack(who, weapon), if hunts { What::Hurt } else { What::Ambush });
        }
        if hp == max || hit == 0 {
            self.stun(who, stun);
        }
        self.bless(who, bless);
        if self.mobs[who].hp > 0 {
            self.mobs[who].alert = true;
            // What does not budge is flattened.
            if weapon == Thing::Pin as u8 && !self.push(who, dir) {
                self.hurt(who, 2, What::Hurt);
            }
        }
    }

    /// Takes hit points: in a plain way, or in an ambush. Who bursts leaves smoke.
    pub(super) fn hurt(&mut self, who: usize, atk: i32, what: What) {
        let damage = self.blow(who, atk);
        let mob = &mut self.mobs[who];
        mob.hp -= damage.min(mob.hp);
        self.tell(if damage > 0 { what } else { What::Block }, who, damage);
        self.sway(who, 0);
        let Mob { kind, at, hp, .. } = self.mobs[who];
        if hp < 1 {
            self.tell(What::Die, who, 0);
            if who == 0 {
                self.end = Some(false);
            } else {
                self.stats.kills += 1;
                // In the open only: who waits in a doorway gets nothing.
                self.heal(0, i32::from(what == What::Ambush && !self.is_between_walls()));
            }
            self.puff(at, data::beast(kind, Stat::Burst) as usize, data::beast(kind, Stat::Smoke) as u8);
        }
    }

    /// A creature finds the hero or loses him.
    pub(super) fn think(&mut self, who: usize, hunts: bool) {
        if replace(&mut self.mobs[who].hunts, hunts) != hunts {
            self.mobs[who].rest = 0;
            self.tell(if hunts { What::Hunt } else { What::Lose }, who, 0);
        }
    }

    /// A creature is stunned if `turns` is not 0 and it is not stunned already: it misses a turn, and loses its target.
    /// Returns false if it had no effect.
    pub(super) fn stun(&mut self, who: usize, turns: i32) -> bool {
        let mob = &mut self.mobs[who];
        let stuns = turns > 0 && !mob.stun && mob.hp > 0 && (who > 0 || self.bag[1] != Thing::Colander as u8);
        if stuns {
            mob.stun = true;
            mob.pause = 0;
            self.tell(What::Stun, who, 0);
            self.think(who, false);
        }
        stuns
    }

    /// A curse or blessing ends, or stays as it is.
    pub(super) fn sway(&mut self, who: usize, bless: i32) {
        if replace(&mut self.mobs[who].bless, bless) != bless {
            self.tell(What::Fade, who, 0);
        }
    }

    /// A creature gets a curse (0), nothing (1) or a blessing (2); one takes away the other. A blessing kills a creature that curses.
    pub(super) fn bless(&mut self, who: usize, way: i32) {
        let mob = &mut self.mobs[who];
        if way != 1 && mob.hp > 0 && (who > 0 || self.bag[1] != Thing::Cling as u8) {
            if way > 1 + data::beast(mob.kind, Stat::Bless) {
                mob.bless = 0;
                let hp = mob.hp;
                return self.hurt(who, hp, What::Hurt);
            }
            mob.bless = (mob.bless + way - 1).clamp(-1, 1);
            self.tell(if way > 1 { What::Bless } else { What::Curse }, who, 0);
        }
    }

    /// A creature eats: heals what it can, then what else the food does. From now on the food is known.
    pub(super) fn feed(&mut self, who: usize, item: u8) {
        let [.., low, high, stun, bless] = ITEMS[usize::from(item)];
        self.mobs[who].max += high;
        self.known |= 1 << item;
        self.tell(What::Eat, who, item.into());
        self.heal(who, low);
        self.stun(who, stun);
        self.bless(who, bless);
    }

    /// Gives hit points back, up to the most that the creature can have.
    pub(super) fn heal(&mut self, who: usize, most: i32) {
        let mob = &mut self.mobs[who];
        let gain = most.min(mob.max - mob.hp);
        if gain > 0 {
            mob.hp += gain;
            self.tell(What::Heal, who, gain);
        }
    }

    /// Smoke for some turns on the `most` cells that are nearest. Shut doors, walls and other obstacles stop it; where
    /// there is smoke already, the longer time counts. With 0 turns no smoke but a noise, or a smell: creatures there go to see what
    /// it was, and has lost the hero for now.
    pub(super) fn puff(&mut self, from: Cell, most: usize, turns: u8) {
        for at in self.grid.flood(from, most, |cell| self.free(cell)).0 {
            if turns > 0 {
                self.smoke.set(at, self.smoke.get(at).max(turns));
                self.tell(What::Puff, 0, turns.into()).at = at;
            } else if let Some(who) = self.mob_at(at) {
                self.mobs[who].target = from;
                // Sleepers say it, too.
                self.mobs[who].hunts = who > 0;
                self.think(who, false);
            }
        }
    }
}
