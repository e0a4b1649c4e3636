//! What monsters do.
//!
//! ```text
//!            sees the hero: "!", and that was its turn
//!   Wait ─────────────────────────> Hunt ──┐ sees him: goes for him
//!    ^                           ^      │<─┘
//!    │ at the tile and no hero   │      │ does not see him
//!    └────────────────────────── Lost <─┘ goes to the tile where it saw him last
//!
//!   asleep   it waits and is not alert. Whether it will be when he comes into sight is dealt ahead, in each turn in which he is not:
//!            so it wakes in the first turn that has him in sight or not at all, and a sleeper can be walked up to
//!   pause    it sees the hero at that distance, or two steps away between two walls: it waits for some turns, then takes his
//!            tile for its target, and goes there in the next, even if he moves
//! ```
//!
//! A creature that does not hunt can be ambushed, and does not attack. Each follows a map of distances to its target, flooded for each step: a turn with 16
//! monsters takes 10 us in all (`--bench turns`). Among equally good steps one is drawn at random, so that no creature dances in
//! place for ever.
//!
//! | who | special |
//! |---|---|
//! | pea | two steps; at two steps off it pauses for two turns, and leaps |
//! | crouton | loud when it dies ([`World::hurt`]) |
//! | onion | its first blow stuns the hero, and does not hurt him |
//! | pod | goes nowhere: every third turn of its hunt it gives a hit point for a pea, except its last; never attacks |
//! | cayenne | two steps, or a step and a blow |
//! | mussel | two steps; at two steps off it pauses for three turns, and leaps |
//! | terrine | rests after each turn; is firm from the start |
//! | bad egg | its first blow curses, when the action is over |
//! | kipper | leaves smoke behind |
//! | oxtail | pauses for a turn, then runs up to six steps to where the hero was; stunned if it bit no one |

use super::{Mob, What, World};
use crate::data::{self, Beast, FLOORS, KINDS, Stat, Thing};
use crate::tile::Tile;
use core::mem::replace;

impl World {
    pub(super) fn live(&mut self, who: usize) {
        let hero = self.hero();
        let mob = &self.mobs[who];
        let near = self.notices(mob);
        let stops = self.pauses(mob);
        let mob = &mut self.mobs[who];
        let [.., wakes, dizzy, steps, every, pause] = KINDS[usize::from(mob.kind)];
        // Whether a sleeper will wake when the hero comes into sight is dealt ahead, so he is noticed then or not at all.
        mob.alert = if near {
            mob.alert || mob.hunts || mob.target != mob.at
        } else {
            (self.rng.index(FLOORS[usize::from(self.floor)][7] as u32) as i32) < wakes
        };
        let sees = near && mob.alert;
        let paused = mob.pause == pause;
        let aims = sees && !paused;
        let pauses = aims && stops;
        // To find him costs the turn.
        let stays = pauses || aims && !mob.hunts;
        if mob.stun {
            mob.stun = false;
        } else if mob.firm > 1 {
            mob.firm = 1;
        } else if mob.rest > 0 {
            mob.rest -= 1;
        } else {
            if aims {
                mob.target = hero;
            }
            mob.pause = (mob.pause + 1) * i32::from(pauses);
            mob.rest = (every - 1) * i32::from(!stays);
            self.think(who, sees);
            if !stays && !(0..steps.max(1 + i32::from(paused))).any(|_| self.approach(who)) && paused {
                self.stun(who, dizzy);
            }
        }
    }

    /// One step nearer to the target, or what it takes for that: a blow at the hero, a door. Has it come to him?
    fn approach(&mut self, who: usize) -> bool {
        let Mob { kind, at, target, hunts, .. } = self.mobs[who];
        let map = self
            .grid
            .flood(target, usize::MAX, |cell| self.free(cell) || self.grid.get(cell) == Tile::Door as u8)
            .1;
        let mut ways = at.around();
        self.rng.shuffle(&mut ways);
        let Some(ahead) = ways
            .into_iter()
            .find(|ahead| map.get(*ahead) < map.get(at) && self.mob_at(*ahead).unwrap_or(0) == 0)
        else {
            return false;
        };
        let bites = ahead == self.hero();
        if kind == Beast::Pod as u8 {
            // It never attacks, and it keeps its last hit point.
            if !bites && self.mobs[who].hp > 1 {
                self.spawn(What::Hatch, Beast::Pea as u8, ahead);
                self.hurt(who, 1, What::Hurt);
            }
        } else if bites {
            if hunts {
                // A blow at the hero; then his next block is drawn.
                self.stats.killer = kind;
                self.tell(What::Bump, who, 0).at = ahead;
                let special = !replace(&mut self.mobs[who].spent, true);
                if !special || !self.stun(0, data::beast(kind, Stat::Stun)) {
                    self.hurt(0, data::beast(kind, Stat::Atk), What::Hurt);
                }
                self.cursed |= special && data::beast(kind, Stat::Bless) < 1;
                self.mobs[who].firm = data::beast(kind, Stat::Firm) as u8;
                // 12 cards: every armour's range of blocks (1, 2, 3 or 4 numbers) divides them evenly.
                self.deal = self.rng.index(12) as i32;
                if self.has(Thing::Crackling) {
                    self.hurt(who, 1, What::Hurt);
                }
            }
        } else if !self.free(ahead) {
            self.put(What::Open, ahead, Tile::OpenDoor as u8);
        } else {
            if kind == Beast::Kipper as u8 {
                self.puff(at, 1, 3);
            }
            self.shift(What::Step, who, ahead);
        }
        bites
    }
}
