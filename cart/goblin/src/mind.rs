//! What monsters do in a turn.
//!
//! ```text
//!                    in sight, near          for NOTICE turns              out of sight for so long
//!   does not know ───── 1 in 5 ─────> "!" ── comes by the shortest way ──────────────────────────> does not know
//!
//!   hunt    as above              flit    half of its steps at random, asleep or not; opens no door
//!   follow  never forgets         shoot   at 2 to 6 steps it shoots, two turns in three
//! ```
//!
//! Sight is symmetric, so the hero's field of view shows which monsters see the hero. Those that approach share one map of distances.

use crate::bus::Event;
use crate::store::{Entity, Habit, Mind};
use crate::{Game, NOTICE, STEALTH};
use kit::{Cell, Dir, Grid};

impl Game {
    /// Each monster of the floor, the oldest first.
    pub(crate) fn minds(&mut self) {
        let alert = self.world.query::<(&Mind, &Cell)>().any(|(_, (mind, _))| mind.aware > 0);
        let far = if alert { self.map().steps(self.at(self.hero)).1 } else { Grid::default() };
        for it in self.world.all::<(&Mind, &Cell)>() {
            self.think(it, &far);
            self.deliver();
            if self.end.is_some() {
                return;
            }
        }
    }

    fn think(&mut self, it: Entity, far: &Grid<u16>) {
        let (at, here) = (self.at(it), self.at(self.hero));
        let Some(Mind { habit, aware }) = self.world.get::<Mind>(it).copied() else { return };
        let sees = self.lit.get(at);
        let notices = sees && (aware > 0 || at.dist(here) <= STEALTH && self.dice.chance(20));
        let keeps = i32::from(habit != Habit::Follow);
        let knows = if notices { NOTICE } else { (aware - keeps).max(0) };
        self.world.give(it, Mind { habit, aware: knows });
        if aware == 0 && knows > 0 {
            return self.publish(Event::Noticed { who: it });
        }
        if habit == Habit::Shoot
            && knows > 0
            && sees
            && (2..7).contains(&at.dist(here))
            && self.dice.chance(66)
        {
            return self.blow(it, self.hero);
        }
        if habit == Habit::Flit && self.dice.chance(50) {
            let dir = self.dice.pick(&Dir::ALL);
            self.go(it, dir);
        } else if aware > 0 {
            // Nearer, and not through a fellow.
            let near = |dir: &Dir| {
                let to = at.step(*dir);
                far.get(to) < far.get(at) && (to == here || self.who(to).is_none())
            };
            if let Some(dir) = Dir::ALL.into_iter().find(near) {
                self.go(it, dir);
            }
        }
    }
}
