//! Blows, and what they and food leave behind.
//!
//! ```text
//! attack ─ x2 ambush (x3 fillet blade) ─ x2 cursed or /2 blessed, which is spent ─ block dealt ahead ─ at least 0
//! ```
//!
//! All of it is known before: attacks are written on the creatures, the block lies open, an ambush is the colour of the
//! eyes. Halves are rounded down. Only the hero blocks, and only he ambushes.
//!
//! | status | from | does | ends |
//! |---|---|---|---|
//! | dazed | onion, ladle, pepper, daze, crash | misses turns, and its hunt | after its turns |
//! | cursed, blessed | bad egg, grater, food | next blow doubled, halved | with that blow, on stairs; a curse in smoke |

use super::{Event, Mind, World};
use crate::data::{self, Beast, Thing};

impl World {
    /// What a blow of this strength would do to a creature, 0 the hero.
    pub fn blow(&self, who: usize, atk: i32) -> i32 {
        let damage = match self.mobs[who].bless {
            0 => atk,
            1.. => atk / 2,
            _ => atk.saturating_mul(2),
        };
        (damage - if who == 0 { self.block() } else { 0 }).max(0)
    }

    /// What the hero's blow, before curse and blessing, counts against a creature.
    pub fn attack(&self, who: usize) -> i32 {
        let hand = data::item(self.bag[0]);
        (1 + hand.power) * if self.mobs[who].mind == Mind::Hunt { 1 } else { 2 + hand.extra }
    }

    /// A blow lands.
    pub(super) fn hurt(&mut self, who: usize, atk: i32, ambush: bool) {
        let damage = self.blow(who, atk);
        let mob = &mut self.mobs[who];
        if mob.hp > 0 {
            mob.hp -= damage;
            let (id, hp) = (mob.id, mob.hp);
            self.tell(Event::Hurt { id, damage, hp, ambush });
            self.sway(who, 0);
            if who == 0 {
                // 12 cards: every armour's range of blocks (1, 2, 3 or 4 numbers) divides them evenly.
                self.deal = self.rng.index(12) as u8;
            }
            if hp < 1 {
                self.die(who);
            }
        }
    }

    /// A creature dies.
    fn die(&mut self, who: usize) {
        let mob = &mut self.mobs[who];
        let (id, kind, at) = (mob.id, mob.kind, mob.at);
        mob.hp = 0;
        self.tell(Event::Die { id });
        if who == 0 {
            self.finish(false);
        } else {
            self.stats.kills += 1;
        }
        if kind == Beast::Egg as u8 {
            self.puff(at, 5, 3);
        }
    }

    /// A creature takes something to mind. Only a hunter can lose the hero.
    pub(super) fn think(&mut self, who: usize, mind: Mind) {
        let mob = &mut self.mobs[who];
        if mob.mind != mind && (mind != Mind::Lost || mob.mind == Mind::Hunt) {
            mob.mind = mind;
            let id = mob.id;
            self.tell(Event::Mind { id, mind });
        }
    }

    /// A creature is dazed: it misses turns, and what it hunted.
    pub(super) fn stun(&mut self, who: usize, turns: i32) {
        let proof = who == 0 && self.has(Thing::Colander);
        let mob = &mut self.mobs[who];
        if turns > 0 && mob.hp > 0 && !proof {
            let (id, turns) = (mob.id, turns as u8);
            mob.stun = turns;
            mob.run = None;
            self.tell(Event::Stun { id, turns });
            self.think(who, Mind::Lost);
        }
    }

    /// A creature is blessed, cursed or neither from now on.
    pub(super) fn sway(&mut self, who: usize, bless: i8) {
        let mob = &mut self.mobs[who];
        if mob.bless != bless {
            mob.bless = bless;
            let id = mob.id;
            self.tell(Event::Bless { id, bless });
        }
    }

    /// A creature gets a blessing (1) or a curse (-1); one takes away the other. A bad egg dies of a blessing.
    pub(super) fn bless(&mut self, who: usize, way: i32) {
        let mob = &self.mobs[who];
        if mob.kind == Beast::Egg as u8 && way > 0 {
            self.die(who);
        } else if who > 0 || !self.has(Thing::Cling) {
            self.sway(who, (mob.bless + way as i8).clamp(-1, 1));
        }
    }

    /// A creature eats: heals what it can, then what else the food does. From now on the food is known.
    pub(super) fn feed(&mut self, who: usize, item: u8) {
        let food = data::item(item);
        let mob = &mut self.mobs[who];
        mob.max += food.extra;
        let (id, max, gain) = (mob.id, mob.max, food.power.min(mob.max - mob.hp));
        mob.hp += gain;
        self.known |= 1 << item;
        self.tell(Event::Eat { id, item });
        if gain > 0 {
            self.tell(Event::Heal { id, gain, max });
        }
        self.stun(who, food.stun);
        self.bless(who, food.bless);
    }
}
