//! A run from its first floor to its end, turn by turn.
//!
//! ```text
//! new ── arrive: floor 0 ── act, act, ... ── stairs: +1 hp, arrive: next floor ── ... ── altar: won, or 0 hp: lost
//!
//! act:  hero ─ took a turn? ─ Beat ─ monsters ─ curses cured in smoke ─ smoke, doors, bait ─┐
//!                              ^────────────────────── is the hero dazed? ─────────────────┘
//! ```
//!
//! A floor is made from the run's seed and its number alone. So a run can be taken up again at the stairs: `new` with its
//! seed, then the fields that count (`rng`, `floor`, hit points, bag, `rare`, `known`, `stats`), then `arrive`.

use super::{Action, Event, Kit, Mind, Mob, Stats, World};
use crate::data::{self, FOODS, TOOTHPICK};
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
/// Columns of the map where yard and hook lie.
const COLUMNS: [i32; 2] = [16, 32];

impl Kit {
    /// Takes flags and hand-made floors from a console's memory.
    pub fn read(p8: &Machine) -> Kit {
        let [yard, hook] = COLUMNS.map(|column| {
            let mut grid = Grid::new(SIDE, tile::ROCK);
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
            floor: 0,
            rng: Rng::seeded(Num::from_bits(seed as i32)),
            grid: kit.yard.clone(),
            kit,
            mobs: Vec::new(),
            next: 0,
            seen: Vec::new(),
            visible: Vec::new(),
            smoke: Vec::new(),
            doors: Vec::new(),
            bait: Vec::new(),
            bag: [0; 8],
            // One bit for each item before the first throwable, but for that of nothing.
            rare: (1 << TOOTHPICK) - 2,
            names: [(0, 0); 6],
            known: 0,
            deal: 0,
            stats: Stats::default(),
            end: None,
            events: Vec::new(),
        };
        world.add(0, START);
        world.christen();
        world.arrive();
        world
    }

    /// Deals the foods their names: no word twice, none longer than the 16 letters that the bag has room for.
    fn christen(&mut self) {
        for food in 0..self.names.len() {
            self.names[food] = loop {
                let word = |rng: &mut Rng| rng.index(24) as u8;
                let pair = (word(&mut self.rng), word(&mut self.rng));
                let used = self.names[..food].iter().any(|name| name.0 == pair.0 || name.1 == pair.1);
                self.names[food] = pair;
                if !used && self.name(FOODS + food as u8).len() <= 16 {
                    break pair;
                }
            };
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
    pub fn enter(&mut self, grid: Grid, start: Cell, mobs: &[(u8, Cell)]) {
        let tiles = grid.tiles().len();
        self.grid = grid;
        self.smoke = vec![0; tiles];
        self.visible = vec![false; tiles];
        self.seen = vec![self.floor.is_multiple_of(HOOK); tiles];
        self.doors.clear();
        self.bait.clear();
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
    fn add(&mut self, kind: u8, at: Cell) -> usize {
        let data::Kind { hp, charge, .. } = *data::kind(kind);
        self.mobs.push(Mob {
            id: self.next,
            kind,
            at,
            hp,
            max: hp,
            mind: Mind::Wait,
            target: at,
            stun: 0,
            pause: 0,
            bless: 0,
            charge: charge as u8,
            run: None,
            ladled: false,
        });
        self.next += 1;
        self.mobs.len() - 1
    }

    /// One more creature, before everybody's eyes. Its place in [`World::mobs`].
    pub(super) fn spawn(&mut self, kind: u8, at: Cell) -> usize {
        self.events.push(Event::Spawn { id: self.next, kind, at });
        self.add(kind, at)
    }

    /// The run is over.
    pub(super) fn finish(&mut self, won: bool) {
        self.end = Some(won);
        self.events.push(Event::End { won });
    }

    /// Does what the hero is asked for, and all that follows until he may act again. What cannot be done does nothing, and
    /// nothing happens when the run is over.
    pub fn act(&mut self, action: Action) -> Vec<Event> {
        if self.end.is_none() {
            let took = self.do_it(action);
            if self.end.is_none() && self.grid.get(self.mobs[0].at) == tile::STAIRS_UP {
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
        self.events.push(Event::Climb { floor: self.floor });
        self.arrive();
    }

    /// All but the hero, once. Is the hero dazed, so that they have another turn?
    fn round(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        let mut maps = Vec::new();
        self.stats.turns += 1;
        self.events.push(Event::Beat);
        for who in 1..self.mobs.len() {
            if self.mobs[who].hp > 0 && self.end.is_none() {
                self.live(who, &mut maps);
            }
        }
        for who in 0..self.mobs.len() {
            if self.mobs[who].bless < 0 && self.smoke_at(self.mobs[who].at) > 0 {
                self.lift(who);
            }
        }
        for turns in &mut self.smoke {
            *turns = turns.saturating_sub(1);
        }
        for (at, turns) in core::mem::take(&mut self.doors) {
            match if self.mob_at(at).is_some() { 3 } else { turns - 1 } {
                0 => self.put(at, tile::DOOR),
                turns => self.doors.push((at, turns)),
            }
        }
        self.bait.retain_mut(|bait| {
            bait.turns -= 1;
            bait.turns > 0
        });
        let dazed = self.mobs[0].stun > 0;
        self.mobs[0].stun -= u8::from(dazed);
        dazed
    }
}
