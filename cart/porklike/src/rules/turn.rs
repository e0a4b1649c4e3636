//! A run from its first floor to its end, turn by turn.
//!
//! ```text
//! new ── arrive: floor 0 ── act, act, ... ── stairs: +1 hp, arrive: next floor ── ... ── altar: won, or 0 hp: lost
//!
//! act:  hero ─ took a turn? ─ Beat ─ monsters ─ curses cured in smoke ─ smoke, doors ─────────┐
//!                              ^────────────────────── is the hero dazed? ─────────────────┘
//! ```
//!
//! A floor is made from the run's seed and its number alone. So a run can be taken up again at the stairs: `new` with its
//! seed, then the fields that count (`rng`, `floor`, hit points, bag, `rare`, `known`, `stats`), then `arrive`.

use super::{Action, Event, Kit, Mob, SEEN, What, World};
use crate::data::{self, Thing};
use crate::dir::Cell;
use crate::grid::Grid;
use crate::tile;
use crate::tower::{self, SIDE};
use alloc::vec;
use alloc::vec::Vec;
use num::{Num, Rng};
use rasher::Machine;

/// Floor of the ham.
pub const HOOK: u8 = 9;
/// Where the hero begins on the hand-made floors.
const START: Cell = Cell::at(7, 13);

impl Kit {
    /// Takes flags and hand-made floors from a console's memory: the yard begins in column 16 of the map, the hook in 32.
    pub fn read(p8: &Machine) -> Kit {
        let [yard, hook] = [16, 32].map(|column| {
            let mut grid = Grid::new(SIDE, SIDE, tile::ROCK, tile::ROCK);
            for cell in grid.cells() {
                grid.set(cell, p8.mget(column + cell.x, cell.y));
            }
            grid
        });
        Kit { flags: (0..256).map(|tile| p8.fget(tile)).collect(), yard, hook }
    }
}

impl World {
    /// A run begins, in the yard. What is random in it but the floors comes from its seed and the actions.
    pub fn new(seed: u32, kit: Kit) -> World {
        let mut world = World {
            seed,
            kit,
            rng: Rng::seeded(Num::from_bits(seed as i32)),
            // Of the items before the first throwable; what all items do but the foods is known.
            rare: (1 << Thing::Toothpick as u8) - 1,
            known: (1 << Thing::Heal as u8) - 1,
            ..World::default()
        };
        world.add(0, START);
        world.christen();
        world.arrive();
        world
    }

    /// Deals the foods their names: no word twice, none longer than the 16 letters that the bag has room for.
    fn christen(&mut self) {
        for food in 0..6 {
            loop {
                let name = (self.rng.index(24) as u8, self.rng.index(24) as u8);
                let used = self.names[..food].iter().any(|other| other.0 == name.0 || other.1 == name.1);
                self.names[food] = name;
                if !used && self.name(Thing::Heal as u8 + food as u8).len() <= 16 {
                    break;
                }
            }
        }
    }

    /// Comes to the floor of the world's number as it is at first.
    pub fn arrive(&mut self) {
        match self.floor {
            0 => self.enter(self.kit.yard.clone(), START, &[]),
            HOOK => self.enter(self.kit.hook.clone(), START, &[]),
            floor => {
                let made = tower::floor(self.seed, floor, SIDE);
                self.enter(made.grid, made.start, &made.mobs);
            }
        }
    }

    /// Comes to a floor with these monsters (kind, place) on it. All that was on the floor before is gone, and so are the
    /// hero's daze, curse and blessing. There is no fog on the hand-made floors.
    pub fn enter(&mut self, grid: Grid<u8>, start: Cell, mobs: &[(u8, Cell)]) {
        let side = grid.width();
        self.smoke = Grid::new(side, side, 0, 0);
        self.sight = Grid::new(side, side, if self.floor.is_multiple_of(HOOK) { SEEN } else { 0 }, 0);
        self.grid = grid;
        self.doors.clear();
        self.mobs.truncate(1);
        self.next = 1;
        let hero = &mut self.mobs[0];
        hero.at = start;
        hero.stun = 0;
        hero.bless = 0;
        for (kind, at) in mobs {
            self.add(*kind, *at);
        }
        self.look();
    }

    /// One more creature, as its table has it.
    fn add(&mut self, kind: u8, at: Cell) {
        let data::Kind { hp, charge, .. } = data::kind(kind);
        self.mobs.push(Mob { id: self.next, kind, at, hp, max: hp, target: at, charge, ..Mob::default() });
        self.next += 1;
    }

    /// One more creature, before everybody's eyes. Its place in [`World::mobs`].
    pub(super) fn spawn(&mut self, kind: u8, at: Cell) -> usize {
        self.add(kind, at);
        let who = self.mobs.len() - 1;
        self.tell(What::Spawn, who, kind.into(), 0);
        who
    }

    /// Something is seen or heard of a creature.
    pub(super) fn tell(&mut self, what: What, who: usize, n: i32, m: i32) -> &mut Event {
        let Mob { id, at, .. } = self.mobs[who];
        self.events.push(Event { what, id, at, n, m, cells: vec![] });
        let last = self.events.len() - 1;
        &mut self.events[last]
    }

    /// Does what the hero is asked for, and all that follows until he may act again. What cannot be done does nothing, and
    /// nothing happens when the run is over.
    pub fn act(&mut self, action: Action) -> Vec<Event> {
        if self.end.is_none() {
            self.stats.killer = 0;
            let took = self.perform(action);
            if self.grid.get(self.mobs[0].at) == tile::STAIRS_UP {
                self.climb();
            } else if took {
                while self.round() {}
            }
            self.mobs.retain(|mob| mob.hp > 0 || mob.id == 0);
            self.look();
        }
        core::mem::take(&mut self.events)
    }

    /// Up the stairs, which heals 1.
    fn climb(&mut self) {
        self.floor += 1;
        let hero = &mut self.mobs[0];
        hero.hp = hero.max.min(hero.hp + 1);
        self.tell(What::Climb, 0, self.floor.into(), 0);
        self.arrive();
    }

    /// All but the hero, once. Is the hero dazed, so that they have another turn?
    fn round(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        let mut maps = Vec::new();
        self.stats.turns += 1;
        self.tell(What::Beat, 0, 0, 0);
        for who in 1..self.mobs.len() {
            if self.mobs[who].hp > 0 && self.end.is_none() {
                self.live(who, &mut maps);
            }
        }
        for who in 0..self.mobs.len() {
            let mob = &self.mobs[who];
            if self.smoke_at(mob.at) > 0 {
                self.sway(who, mob.bless.max(0));
            }
        }
        for at in self.grid.cells() {
            self.smoke.set(at, self.smoke.get(at).saturating_sub(1));
        }
        for (at, turns) in core::mem::take(&mut self.doors) {
            match if self.mob_at(at).is_some() { 3 } else { turns - 1 } {
                0 => self.put(What::Shut, at, tile::DOOR),
                turns => self.doors.push((at, turns)),
            }
        }
        let dazed = self.mobs[0].stun > 0;
        self.mobs[0].stun -= i32::from(dazed);
        dazed
    }
}
