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
//! Whoever does not hunt can be ambushed. All who go to the same tile share one map of distances; among steps that are
//! as good as each other one is drawn, so that nobody dances in place for ever.
//!
//! | who | special |
//! |---|---|
//! | onion | its blow dazes a hero who is unhurt |
//! | pod | goes nowhere: every third turn of its hunt it gives one of its hit points for a pea |
//! | cayenne, oxtail | two steps, or a step and a blow |
//! | terrine | acts every other turn; neither opens a door nor stands in one |
//! | bad egg | its blows curse |
//! | kipper | leaves smoke behind |

use super::{Mob, What, World};
use crate::data::{self, Beast, Thing};
use crate::tile;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use kit::chance::pick;
use kit::{Cell, Grid};

/// Maps of distances that were made this turn, by the cell that each leads to.
pub(super) type Maps = BTreeMap<Cell, Grid<u16>>;

impl World {
    /// A monster's turn.
    pub(super) fn live(&mut self, who: usize, maps: &mut Maps) {
        let hero = self.hero();
        let sees = self.notices(&self.mobs[who]);
        let mob = &mut self.mobs[who];
        let data::Kind { steps, every, .. } = data::kind(mob.kind);
        let waits = !mob.hunts && mob.target == mob.at;
        if mob.stun > 0 {
            mob.stun -= 1;
        } else if self.stats.turns.is_multiple_of(every as u32) {
            if sees {
                mob.target = hero;
            }
            let stays = waits || mob.target == mob.at;
            self.think(who, sees);
            _ = !stays && (0..steps).any(|_| self.approach(who, maps));
        }
    }

    /// One step nearer to the target, or what it takes for that: a blow at the hero, a door. Is there nothing more to do?
    fn approach(&mut self, who: usize, maps: &mut Maps) -> bool {
        let Mob { kind, at, target, .. } = self.mobs[who];
        let map = maps.entry(target).or_insert_with(|| {
            let open = |cell| self.free(cell) || self.grid.get(cell) == tile::DOOR;
            self.grid.flood(target, usize::MAX, open).1
        });
        let leads = |ahead: &Cell| {
            let slab = kind == Beast::Terrine as u8 && self.grid.get(*ahead) | 1 == tile::OPEN;
            map.get(*ahead) < map.get(at) && self.mob_at(*ahead).unwrap_or(0) == 0 && !slab
        };
        let ways: Vec<Cell> = at.around().into_iter().filter(leads).collect();
        let Some(ahead) = pick(&mut self.rng, &ways) else { return true };
        let bites = ahead == self.hero();
        if bites {
            self.bite(who);
        } else if !self.free(ahead) {
            self.tell(What::Bump, who, 0).at = ahead;
            self.put(What::Open, ahead, tile::OPEN);
        } else if kind == Beast::Pod as u8 {
            self.spawn(Beast::Pea as u8, ahead);
            self.hurt(who, 1, What::Hurt);
        } else {
            self.walk(who, ahead);
        }
        bites
    }

    /// A monster's blow at the hero, who is dealt another block then.
    fn bite(&mut self, who: usize) {
        let kind = self.mobs[who].kind;
        let data::Kind { atk, stun, bless, .. } = data::kind(kind);
        self.stats.killer = kind;
        self.tell(What::Bump, who, 0).at = self.hero();
        self.strike(0, atk, stun, bless, What::Hurt);
        // 12 cards: every armour's range of blocks (1, 2, 3 or 4 numbers) divides them evenly.
        self.deal = self.rng.index(12) as i32;
        if self.has(Thing::Crackling) {
            self.hurt(who, 1, What::Hurt);
        }
    }
}
