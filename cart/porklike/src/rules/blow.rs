//! Blows, and what they and food leave behind.
//!
//! ```text
//! attack ─ x2 ambush (x3 fillet blade) ─ +1 cursed or -1 blessed, which is spent ─ block dealt ahead ─ at least 0
//! ```
//!
//! All of it is known before: attacks are written on the creatures, the block lies open, an ambush is the colour of the
//! eyes. Only the hero blocks, and only he ambushes.
//!
//! | status | from | does | ends |
//! |---|---|---|---|
//! | dazed | onion, ladle, pepper, daze, a run into nothing | misses turns, and its hunt | after its turns, or with a blow |
//! | cursed, blessed | bad egg, grater, food | next blow takes one more, one less | with that blow, on stairs; a curse in smoke |

use super::{Mob, What, World};
use crate::data::{self, Part, Stat, Thing};
use core::mem::replace;
use kit::Cell;

impl World {
    /// What a blow of this strength would do to a creature, 0 the hero.
    pub fn blow(&self, who: usize, atk: i32) -> i32 {
        (atk - self.mobs[who].bless - if who == 0 { self.block() } else { 0 }).max(0)
    }

    /// What the hero's blow, before curse and blessing, counts against a creature: one less from afar.
    pub fn attack(&self, who: usize) -> i32 {
        let hand = self.bag[0];
        let mob = &self.mobs[who];
        let hit = data::item(hand, Part::Hit) - i32::from(mob.at.dist(self.hero()) > 1);
        hit * if mob.hunts { 1 } else { 2 + data::item(hand, Part::High) }
    }

    /// Takes hit points: in a plain way, or in an ambush. It wakes who was dazed. Who bursts leaves smoke.
    pub(super) fn hurt(&mut self, who: usize, atk: i32, what: What) {
        let damage = self.blow(who, atk);
        let mob = &mut self.mobs[who];
        mob.hp -= damage.min(mob.hp);
        mob.stun = 0;
        self.tell(if damage > 0 { what } else { What::Block }, who, damage);
        self.sway(who, 0);
        let Mob { kind, at, hp, .. } = self.mobs[who];
        if hp < 1 {
            self.tell(What::Die, who, 0);
            if who == 0 {
                self.end = Some(false);
            } else {
                self.stats.kills += 1;
            }
            self.puff(at, data::beast(kind, Stat::Burst) as usize, data::beast(kind, Stat::Smoke) as u8);
        }
    }

    /// A creature finds the hero or loses him.
    pub(super) fn think(&mut self, who: usize, hunts: bool) {
        if replace(&mut self.mobs[who].hunts, hunts) != hunts {
            self.tell(if hunts { What::Hunt } else { What::Lose }, who, 0);
        }
    }

    /// A creature is dazed, unless it is already: it misses turns, and what it hunted. False if nothing came of it.
    pub(super) fn stun(&mut self, who: usize, turns: i32) -> bool {
        let mob = &mut self.mobs[who];
        let dazed =
            turns > 0 && mob.stun == 0 && mob.hp > 0 && (who > 0 || self.bag[1] != Thing::Colander as u8);
        if dazed {
            mob.stun = turns;
            mob.pause = 0;
            self.tell(What::Daze, who, turns);
            self.think(who, false);
        }
        dazed
    }

    /// A creature is blessed, cursed or neither from now on.
    pub(super) fn sway(&mut self, who: usize, bless: i32) {
        let was = replace(&mut self.mobs[who].bless, bless);
        if was != bless {
            self.tell(
                [What::Curse, What::Fade, What::Fade, What::Cure, What::Bless]
                    [(2 * bless - was + 2) as usize],
                who,
                0,
            );
        }
    }

    /// A creature gets a curse (0), nothing (1) or a blessing (2); one takes away the other.
    pub(super) fn bless(&mut self, who: usize, way: i32) {
        let mob = &self.mobs[who];
        if mob.hp > 0 && (who > 0 || !self.has(Thing::Cling)) {
            self.sway(who, (mob.bless + way - 1).clamp(-1, 1));
        }
    }

    /// A creature eats: heals what it can, then what else the food does. From now on the food is known.
    pub(super) fn feed(&mut self, who: usize, item: u8) {
        let mob = &mut self.mobs[who];
        mob.max += data::item(item, Part::High);
        let gain = data::item(item, Part::Low).min(mob.max - mob.hp);
        mob.hp += gain;
        self.known |= 1 << item;
        self.tell(What::Eat, who, item.into());
        if gain > 0 {
            self.tell(What::Heal, who, gain);
        }
        self.stun(who, data::item(item, Part::Stun));
        self.bless(who, data::item(item, Part::Bless));
    }

    /// Smoke for some turns on the `most` cells that are nearest. Shut doors, walls and whatever blocks the way hold it; where
    /// there is smoke already, the longer time counts. With 0 turns no smoke but a noise, or a smell: who is there goes to see what
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
