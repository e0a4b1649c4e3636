//! A run from its first floor to its end, turn by turn.
//!
//! ```text
//! new ── arrive: floor 0 ── act, act, ... ── stairs: +1 hp, arrive: next floor ── ... ── altar: won, or 0 hp: lost
//!
//! act:  hero ─ took a turn? ─ round ─ is he stunned? a second round ─ is he cursed? only now it takes effect
//!
//! round:  Beat ─ each creature: cured in smoke, monsters act ─ smoke grows thinner
//! ```
//!
//! A stunned hero cannot be stunned again, so an action is two rounds at most. What it may cost him is shown ([`World::cost`]).
//!
//! A floor depends only on the run's seed and its number. So a run can be resumed at the stairs: `new` with its
//! seed, then the fields that count (`rng`, `floor`, hit points, bag, `known`, `stats`), then `arrive`.

use super::{Action, Event, Kit, Mob, What, World};
use crate::data::{self, BUNS, FLOORS, Stat};
use crate::tile::Tile;
use crate::tower::{self, SIDE};
use alloc::vec::Vec;
use core::mem::take;
use kit::chance::stream;
use kit::{Cell, Grid};
use rasher::Machine;

pub const HOOK: u8 = 9;

impl Kit {
    /// Takes flags and hand-made floors from a console's memory: the yard begins in column 16 of the map, the hook in 32.
    pub fn read(p8: &Machine) -> Kit {
        Kit {
            flags: (0..256).map(|tile| p8.fget(tile)).collect(),
            ends: [16, 32].map(|column| (0..256).map(|at| p8.mget(column + at % SIDE, at / SIDE)).collect()),
        }
    }
}

impl World {
    /// Starts a run, in the yard. Apart from the floors, its random numbers come from the seed and the actions. The foods get names
    /// of words in any order.
    pub fn new(seed: u32, kit: Kit) -> World {
        let mut world = World { seed, kit, rng: stream(seed, 0), ..World::default() };
        world.names = (0..24).collect();
        world.rng.shuffle(&mut world.names);
        world.add(0, Cell::default(), Cell::default());
        world.arrive();
        world
    }

    /// Turns the hero into another bun, before the run's first turn.
    pub fn start_as(&mut self, bun: usize) {
        let [hp, known, bag @ ..] = BUNS[bun];
        let hero = &mut self.mobs[0];
        hero.hp = hp;
        hero.max = hp;
        self.bag = bag.map(|item| item as u8);
        self.known = known as u32;
    }

    /// Comes to the floor of the world's number as it is at first. On the hand-made ones each creature's first picture marks where it
    /// is.
    pub fn arrive(&mut self) {
        let mut made = tower::floor(self.seed, self.floor);
        if self.floor.is_multiple_of(HOOK) {
            made.mobs.clear();
            for (at, mut tile) in made.grid.cells().zip(self.kit.ends[usize::from(self.floor / HOOK)].clone())
            {
                // The first picture of the first creature, which is the hero, is 192; each has four.
                if (192..240).contains(&tile) {
                    made.mobs.push((tile / 4 - 48, at));
                    tile = Tile::Floor as u8;
                }
                made.grid.set(at, tile);
            }
        }
        self.enter(made.grid, made.start, &made.mobs);
    }

    /// Comes to a floor with these monsters (kind, place) on it. All that was on the floor before is gone, and so are the
    /// hero's curse or blessing.
    pub fn enter(&mut self, grid: Grid<u8>, start: Cell, mobs: &[(u8, Cell)]) {
        self.sight = Grid::new(SIDE, SIDE, 0, 0);
        self.smoke = self.sight.clone();
        self.grid = grid;
        self.mobs.truncate(1);
        let hero = &mut self.mobs[0];
        hero.at = start;
        hero.bless = 0;
        for (kind, at) in mobs {
            if *kind > 0 {
                self.add(*kind, *at, *at);
            } else {
                self.mobs[0].at = *at;
            }
        }
        self.look();
    }

    /// One more creature, as its table has it.
    fn add(&mut self, kind: u8, at: Cell, target: Cell) {
        let hp = data::beast(kind, Stat::Hp);
        self.mobs.push(Mob {
            id: self.next,
            kind,
            at,
            hp,
            max: hp,
            target,
            firm: data::beast(kind, Stat::Firm) as u8,
            ..Mob::default()
        });
        self.next += 1;
    }

    /// One more creature, before everybody's eyes.
    pub(super) fn spawn(&mut self, what: What, kind: u8, at: Cell) {
        self.add(kind, at, self.hero());
        self.tell(what, self.mobs.len() - 1, kind.into());
    }

    /// Adds an event about a creature, with its state from now on.
    pub(super) fn tell(&mut self, what: What, who: usize, n: i32) -> &mut Event {
        let mob = self.mobs[who].clone();
        self.events.push_mut(Event { what, at: mob.at, mob, n })
    }

    /// Does what the hero is asked for, and all that follows until he may act again. What cannot be done does nothing, and
    /// nothing happens when the run is over.
    pub fn act(&mut self, action: Action) -> Vec<Event> {
        if self.end.is_none() {
            let took = self.perform(action);
            if self.grid.get(self.hero()) == Tile::StairsUp as u8 {
                self.heal(0, 1);
                self.floor += 1;
                self.tell(What::Climb, 0, self.floor.into());
                self.arrive();
            } else if took {
                self.round();
                if self.mobs[0].stun {
                    self.round();
                    self.mobs[0].stun = false;
                }
                if take(&mut self.cursed) {
                    self.bless(0, 0);
                }
            }
            self.mobs.retain(|mob| mob.hp > 0 || mob.id == 0);
            self.look();
        }
        take(&mut self.events)
    }

    /// All but the hero act, once.
    fn round(&mut self) {
        self.stats.turns += 1;
        self.tell(What::Beat, 0, 0);
        for who in 0..self.mobs.len() {
            let mob = &self.mobs[who];
            if mob.hp > 0 && self.end.is_none() {
                if self.smoke.get(mob.at) > 0 {
                    self.sway(who, mob.bless.max(0));
                }
                if who > 0 {
                    self.live(who);
                }
            }
        }
        for at in self.grid.cells() {
            self.smoke.set(at, self.smoke.get(at).saturating_sub(FLOORS[usize::from(self.floor)][9] as u8));
        }
    }
}
