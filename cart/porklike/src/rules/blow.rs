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
use crate::data::{self, BLADE, CLING, COLANDER, EGG, FOODS, Item, PEA, POD};

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
        let atk = 1 + data::item(self.bag[0]).power;
        match self.mobs[who].mind {
            Mind::Hunt => atk,
            _ if self.bag[0] == BLADE => atk * 3,
            _ => atk * 2,
        }
    }

    /// A blow lands. `by` is the one who struck: 0 for the hero and for all that he set off.
    pub(super) fn hurt(&mut self, who: usize, by: usize, atk: i32, ambush: bool) {
        let damage = self.blow(who, atk);
        let mob = &mut self.mobs[who];
        let id = mob.id;
        if mob.hp < 1 {
            return;
        }
        mob.hp -= damage;
        let hp = mob.hp;
        self.events.push(Event::Hurt { id, damage, hp, ambush });
        self.lift(who);
        if who == 0 {
            // 12 cards: every armour's range of blocks (1, 2, 3 or 4 numbers) divides them evenly.
            self.deal = self.rng.index(12) as u8;
        }
        if hp < 1 {
            self.die(who, by);
        }
    }

    /// A creature dies.
    fn die(&mut self, who: usize, by: usize) {
        let mob = &mut self.mobs[who];
        let (id, kind, at) = (mob.id, mob.kind, mob.at);
        mob.hp = 0;
        self.events.push(Event::Die { id });
        if who == 0 {
            let killer = &self.mobs[by];
            self.stats.killer = if killer.kind == PEA && killer.charge > 0 { POD } else { killer.kind };
            self.finish(false);
        } else if by == 0 {
            self.stats.kills += 1;
        }
        if kind == EGG {
            self.puff(at, 5, 3);
        }
    }

    /// A creature takes something to mind. Only a hunter can lose the hero.
    pub(super) fn think(&mut self, who: usize, mind: Mind) {
        let mob = &mut self.mobs[who];
        if mob.mind != mind && (mind != Mind::Lost || mob.mind == Mind::Hunt) {
            mob.mind = mind;
            self.events.push(Event::Mind { id: mob.id, mind });
        }
    }

    /// A creature is dazed: it misses turns, and what it hunted.
    pub(super) fn stun(&mut self, who: usize, turns: i32) {
        let proof = who == 0 && self.bag[1] == COLANDER;
        let mob = &mut self.mobs[who];
        if turns > 0 && mob.hp > 0 && !proof {
            let turns = turns as u8;
            mob.stun = turns;
            mob.run = None;
            self.events.push(Event::Stun { id: mob.id, turns });
            self.think(who, Mind::Lost);
        }
    }

    /// Curse or blessing are gone.
    pub(super) fn lift(&mut self, who: usize) {
        let mob = &mut self.mobs[who];
        if mob.bless != 0 {
            mob.bless = 0;
            self.events.push(Event::Bless { id: mob.id, bless: 0 });
        }
    }

    /// A creature is blessed (1) or cursed (-1); one takes away the other. A bad egg dies of a blessing.
    pub(super) fn bless(&mut self, who: usize, way: i32) {
        let mob = &mut self.mobs[who];
        if way == 0 || mob.hp < 1 || who == 0 && self.bag[1] == CLING {
            return;
        }
        if way > 0 && mob.kind == EGG {
            self.die(who, 0);
        } else {
            mob.bless = (mob.bless + way as i8).clamp(-1, 1);
            self.events.push(Event::Bless { id: mob.id, bless: mob.bless });
        }
    }

    /// A creature eats: heals what it can, then what else the food does. From now on the food is known.
    pub(super) fn feed(&mut self, who: usize, item: u8) {
        let Item { power, extra, stun, bless, .. } = *data::item(item);
        let mob = &mut self.mobs[who];
        let id = mob.id;
        mob.max += extra;
        let (max, gain) = (mob.max, power.min(mob.max - mob.hp));
        mob.hp += gain;
        self.known |= 1 << (item - FOODS);
        self.events.push(Event::Eat { id, item });
        if power > 0 {
            self.events.push(Event::Heal { id, gain, max });
        }
        self.stun(who, stun);
        self.bless(who, bless);
    }
}
