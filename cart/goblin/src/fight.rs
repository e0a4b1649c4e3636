//! Attacks and their results, by Brogue's rules.
//!
//! ```text
//!   strike ── the victim is unaware: hits for sure, three times the damage
//!          ── else: accuracy in 100, 13 in 1,000 less for each point of defence; damage clumped from three dice
//!   hurt ──> Hit ── wake, venom of snakes, jellies come apart ──> Died ── fall
//! ```

use crate::bus::Event;
use crate::data::{JELLY, KINDS, SNAKE};
use crate::store::{Entity, Fighter, Item, Kind, Mind, Poison};
use crate::{Game, NOTICE};
use kit::Cell;

impl Game {
    /// The living fighter on a cell.
    pub fn who(&self, at: Cell) -> Option<Entity> {
        let mut all = self.world.query::<(&Fighter, &Cell)>();
        all.find(|(_, (fighter, cell))| **cell == at && fighter.hp > 0).map(|(it, _)| it)
    }

    pub fn kind(&self, it: Entity) -> i32 {
        self.world.get::<Kind>(it).map_or(-1, |kind| kind.0)
    }

    /// The name of a creature or item.
    pub fn name(&self, it: Entity) -> &'static str {
        let item = self.world.get::<Item>(it).and_then(|item| crate::data::ITEMS.get(item.0 as usize));
        item.map(|item| item.0).or(KINDS.get(self.kind(it) as usize).map(|row| row.name)).unwrap_or("poison")
    }

    /// Is it a monster that does not know of the hero?
    pub fn unaware(&self, it: Entity) -> bool {
        self.world.get::<Mind>(it).is_some_and(|mind| mind.aware == 0)
    }

    /// Bumping into a creature attacks it. Monsters do not fight each other.
    pub(crate) fn strike(&mut self, event: Event) {
        if let Event::Bump { who, at } = event
            && let Some(on) = self.who(at)
            && (who == self.hero) != (on == self.hero)
        {
            self.blow(who, on);
        }
    }

    /// One blow, or one shot.
    pub(crate) fn blow(&mut self, by: Entity, on: Entity) {
        let fighters = [by, on].map(|it| self.world.get::<Fighter>(it).copied());
        let [Some(striker), Some(victim)] = fighters else { return };
        let unaware = self.unaware(on);
        if unaware || self.dice.hits(striker.accuracy, victim.defence) {
            let damage = self.dice.clump(striker.low, striker.high, 3);
            self.hurt(by, on, if unaware { damage * 3 } else { damage });
        } else {
            self.publish(Event::Missed { by, on });
        }
    }

    /// Takes hit points. `by` is 0 for poison and blasts.
    pub(crate) fn hurt(&mut self, by: Entity, on: Entity, damage: i32) {
        let unaware = self.unaware(on);
        let Some(fighter) = self.world.get_mut::<Fighter>(on).filter(|it| it.hp > 0) else { return };
        fighter.hp -= damage;
        let dead = fighter.hp <= 0;
        self.publish(Event::Hit { by, on, damage, unaware });
        if dead {
            self.publish(Event::Died { who: on, by });
        }
    }

    /// A monster that is attacked notices the hero.
    pub(crate) fn wake(&mut self, event: Event) {
        if let Event::Hit { on, .. } | Event::Missed { on, .. } = event
            && let Some(mind) = self.world.get_mut::<Mind>(on)
        {
            mind.aware = NOTICE;
        }
    }

    /// A snake's bite is poison.
    pub(crate) fn venom(&mut self, event: Event) {
        if let Event::Hit { by, on, damage, .. } = event
            && self.kind(by) == SNAKE
        {
            let left = self.world.get::<Poison>(on).map_or(0, |poison| poison.0);
            self.world.give(on, Poison(left + damage * 2));
        }
    }

    /// A jelly that survives a hit shares its hit points with a new one next to it.
    pub(crate) fn split(&mut self, event: Event) {
        let Event::Hit { on, .. } = event else { return };
        let fighter = self.world.get_mut::<Fighter>(on).map_or(0, |it| it.hp);
        let Some(cell) = self.world.get::<Cell>(on).and_then(|at| self.free(*at)) else { return };
        if self.kind(on) == JELLY && fighter > 1 {
            let new = self.monster(JELLY, cell, NOTICE);
            for (it, hp) in [(on, fighter - fighter / 2), (new, fighter / 2)] {
                if let Some(half) = self.world.get_mut::<Fighter>(it) {
                    half.hp = hp;
                }
            }
        }
    }

    /// The dead leave the world; the hero leaves the game.
    pub(crate) fn fall(&mut self, event: Event) {
        if let Event::Died { who, by } = event {
            if who == self.hero {
                self.end = Some(crate::End::Killed(self.kind(by)));
            } else {
                self.world.despawn(who);
            }
        }
    }
}
