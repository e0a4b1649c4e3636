//! What monsters do.
//!
//! ```text
//!            sees the hero: "!", and that was its turn
//!   Wait ─────────────────────────> Hunt ──┐ sees him: goes for him
//!    ^                           ^      │<─┘
//!    │ at the tile and no hero   │      │ does not see him
//!    └────────────────────────── Lost <─┘ goes to the tile where it saw him last
//! ```
//!
//! Whoever does not hunt can be ambushed. Each follows a map of the distances to its tile, flooded anew for each step: a turn with 16
//! monsters takes 10 us in all (`--bench turns`). Among steps that are as good as each other one is drawn, so that nobody dances in
//! place for ever.
//!
//! | who | special |
//! |---|---|
//! | onion | its blow dazes a hero who is unhurt |
//! | pod | goes nowhere: every third turn of its hunt it gives one of its hit points for a pea |
//! | cayenne, oxtail | two steps, or a step and a blow |
//! | terrine | acts every other turn |
//! | bad egg | its blows curse |
//! | kipper | leaves smoke behind |

use super::{Mob, What, World};
use crate::data::{self, Beast, Stat, Thing};
use crate::tile;
use kit::Cell;
use kit::chance::shuffle;

impl World {
    /// A monster's turn.
    pub(super) fn live(&mut self, who: usize) {
        let hero = self.hero();
        let sees = self.notices(&self.mobs[who]);
        let mob = &mut self.mobs[who];
        let kind = mob.kind;
        // It has nowhere to go, and whom it notices now costs it the turn.
        let waits = !mob.hunts && mob.target == mob.at;
        if mob.stun > 0 {
            mob.stun -= 1;
        } else if self.stats.turns.is_multiple_of(data::beast(kind, Stat::Every) as u32) {
            if sees {
                mob.target = hero;
            }
            self.think(who, sees);
            if !waits {
                (0..data::beast(kind, Stat::Steps)).any(|_| self.approach(who));
            }
        }
    }

    /// One step nearer to the target, or what it takes for that: a blow at the hero, a door. Is there nothing more to do?
    fn approach(&mut self, who: usize) -> bool {
        let Mob { kind, at, target, .. } = self.mobs[who];
        let open = |cell| self.free(cell) || self.grid.get(cell) == tile::DOOR;
        let (_, map) = self.grid.flood(target, usize::MAX, open);
        let mut ways = at.around();
        shuffle(&mut self.rng, &mut ways);
        let leads = |ahead: &Cell| map.get(*ahead) < map.get(at) && self.mob_at(*ahead).unwrap_or(0) == 0;
        let Some(ahead) = ways.into_iter().find(leads) else { return true };
        let bites = ahead == self.hero();
        if bites {
            self.bite(who, kind);
        } else if !self.free(ahead) {
            self.put(What::Open, ahead, tile::OPEN);
        } else if kind == Beast::Pod as u8 {
            self.spawn(Beast::Pea as u8, ahead);
            self.hurt(who, 1, What::Hurt);
        } else {
            if kind == Beast::Kipper as u8 {
                self.puff(at, 1, 3);
            }
            self.shift(What::Step, who, ahead);
        }
        bites
    }

    /// A monster's blow at the hero, who is dealt another block then.
    fn bite(&mut self, who: usize, kind: u8) {
        self.stats.killer = kind;
        self.tell(What::Bump, who, 0).at = self.hero();
        self.strike(
            0,
            data::beast(kind, Stat::Atk),
            data::beast(kind, Stat::Stun),
            data::beast(kind, Stat::Bless),
            What::Hurt,
        );
        // 12 cards: every armour's range of blocks (1, 2, 3 or 4 numbers) divides them evenly.
        self.deal = self.rng.index(12) as i32;
        if self.has(Thing::Crackling) {
            self.hurt(who, 1, What::Hurt);
        }
    }
}
