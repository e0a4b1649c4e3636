//! Plays the events of an action: what is shown runs behind the rules and catches up.
//!
//! ```text
//! action ──rules──> [Step 0, Beat, Bump 3, Hurt 0, Step 5 ..]
//!                      │
//!   phase 1: the hero's part          phase 2: all monsters at once
//!   movements begin ── contact ── what came of them      ── at rest ── next phase ... ── the shown world := the world
//!                      4 frames into a bump, or when what was thrown lands
//! ```
//!
//! A phase ends at [`What::Beat`], or before a creature that moves already would have to do something else; steps
//! of one creature join to one slide, so a charge is a dash. The scene owns a copy of the world, the shown one, and
//! each event changes what it names in it. At rest the copy is made anew: so nothing that an event might forget to
//! tell stays wrong.

use super::float::{Crumb, FLIGHT, Flight, Float};
use super::sound;
use super::window::Window;
use crate::anim::{Loop, Motion, SHOVE, STEP};
use crate::dir::Cell;
use crate::rules::{Event, Mob, What, World};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Frames of a flash.
pub const FLASH: i32 = 10;
/// Frames for which the dying blink.
pub const DYING: i32 = 24;
/// Frames for which a message stands, and the name of a floor.
pub const MESSAGE: i32 = 120;
/// Pictures of a creature's idle loop: rest, rise, rest, squash.
const PICTURES: u16 = 4;

/// How a creature is shown, besides what the rules know of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Its movement.
    pub motion: Motion,
    /// Its idle loop.
    pub pictures: Loop,
    /// Does it look left? The sheet has it looking right.
    pub flip: bool,
    /// Frames that it is white yet.
    pub flash: i32,
}

/// All that moves on the map.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    /// The world as it is shown.
    pub world: World,
    /// By id.
    pub actors: BTreeMap<u16, Actor>,
    /// Who blinks, and for how many frames yet.
    pub dying: Vec<(Mob, i32)>,
    /// Words over heads.
    pub floats: Vec<Float>,
    /// Crumbs.
    pub crumbs: Vec<Crumb>,
    /// What flies.
    pub flight: Option<Flight>,
    /// Messages and the dialog.
    pub notes: Vec<Window>,
    /// Does the bag keep the hp window at the bottom?
    pub low: bool,
    /// Upper edge of the hp window.
    pub hp_y: Num,
    /// Pixels by which the picture is off now.
    pub jolt: (i32, i32),
    /// Frames since the scene began.
    pub clock: i32,
    /// The stairs were taken; the next floor is still to be shown.
    pub leaves: bool,
    /// Events whose phase is still to come.
    pub(super) queue: Vec<Event>,
    /// Events of this phase that wait for contact, and the frames until then.
    due: Vec<Event>,
    contact: i32,
    /// Smoke on its way: the tile, its turns, frames until it is there.
    pub(super) puffs: Vec<(Cell, u8, i32)>,
    /// Strength of the shaking, in pixels.
    pub(super) shake: Num,
    /// Frames for which all stands still.
    pub stop: i32,
}

impl Scene {
    /// A scene that shows the world as it stands.
    pub fn new(world: &World) -> Scene {
        Scene { world: world.clone(), hp_y: Num::int(111), ..Scene::default() }
    }

    /// The next floor is shown; what happens there goes on.
    pub fn arrive(&mut self, world: &World) {
        let (queue, clock) = (core::mem::take(&mut self.queue), self.clock);
        let hero = self.actors.remove(&0).unwrap_or_default();
        *self = Scene { queue, clock, hp_y: self.hp_y, ..Scene::new(world) };
        self.actors.insert(0, hero);
    }

    /// Begins to show what an action did. What is seen of the floor is lifted at once: a step opens the view.
    pub fn play(&mut self, world: &World, events: Vec<Event>) {
        if world.floor == self.world.floor {
            self.world.sight.clone_from(&world.sight);
        }
        self.queue.extend(events);
    }

    /// The creature of that name, as it is shown.
    pub fn mob(&mut self, id: u16) -> Option<&mut Mob> {
        self.world.mobs.iter_mut().find(|mob| mob.id == id)
    }

    /// The hero's cell as it is shown.
    pub fn hero(&self) -> Cell {
        self.world.mobs[0].at
    }

    /// Upper left pixel of a creature, on the map.
    pub fn pixel(&self, mob: &Mob) -> (i32, i32) {
        let (dx, dy) = self.actors.get(&mob.id).map_or((0, 0), |actor| actor.motion.offset());
        (mob.at.x * 8 + dx, mob.at.y * 8 + dy)
    }

    /// Is nothing left that would hold the player up?
    pub fn is_at_rest(&self) -> bool {
        self.queue.is_empty() && self.is_still()
    }

    /// Has this phase come to its end?
    fn is_still(&self) -> bool {
        self.due.is_empty() && self.stop == 0 && self.actors.values().all(|actor| actor.motion.is_done())
    }

    /// One frame on. `world` is what the rules have.
    pub fn tick(&mut self, p8: &mut Machine, world: &World) {
        self.clock = self.clock.wrapping_add(1);
        self.shake(p8);
        for actor in self.actors.values_mut() {
            actor.flash = (actor.flash - 1).max(0);
        }
        self.notes.retain_mut(Window::tick);
        self.floats.retain_mut(Float::tick);
        if self.stop > 0 {
            self.stop -= 1;
            return;
        }
        self.crumbs.retain_mut(Crumb::tick);
        self.dying.retain_mut(|(_, left)| {
            *left -= 1;
            *left > 0
        });
        self.spread();
        self.slide_hp();
        for mob in &self.world.mobs {
            let actor = self.actors.entry(mob.id).or_default();
            let frames = match mob.hunts {
                _ if !actor.motion.is_done() => 4,
                true => 8,
                false => 15,
            };
            actor.pictures.advance(frames, PICTURES);
            actor.motion.tick();
        }
        self.flight = self.flight.take().and_then(Flight::next);
        self.contact -= 1;
        if self.is_still() && !self.leaves {
            match self.queue.is_empty() {
                true => self.world.clone_from(world),
                false => self.next_phase(p8),
            }
        }
        if self.contact <= 0 {
            core::mem::take(&mut self.due).into_iter().for_each(|event| self.show(p8, event));
        }
    }

    /// Begins the movements of the next phase, and keeps for contact what comes of them.
    fn next_phase(&mut self, p8: &mut Machine) {
        let mut moves: Vec<(u16, bool)> = Vec::new();
        self.contact = 0;
        while !self.queue.is_empty() && self.due.last().is_none_or(|last| last.what != What::Climb) {
            let Event { what, at, .. } = self.queue[0];
            let id = self.queue[0].mob.id;
            let (bump, frames) = match what {
                What::Step => (false, STEP),
                What::Slide => (false, SHOVE),
                What::Bump => (true, STEP),
                _ => (false, 0),
            };
            if frames > 0 && moves.iter().any(|(other, bumps)| *other == id && (*bumps || bump)) {
                break;
            }
            let event = self.queue.remove(0);
            match what {
                What::Beat if moves.is_empty() && self.due.is_empty() => {}
                What::Beat => break,
                What::Throw => {
                    self.contact = event.cells.len() as i32 * FLIGHT;
                    let icon = self.icon(event.n as u8);
                    self.flight = Flight::new(icon, self.hero(), event.cells.last(), self.contact);
                    p8.sfx(sound::THROW);
                }
                What::Spawn => self.show(p8, event),
                _ if frames == 0 => self.due.push(event),
                _ => {
                    moves.push((id, bump));
                    self.contact = self.contact.max(if bump { STEP / 2 - 1 } else { 0 });
                    self.begin(id, at, bump, frames);
                    sound::play(p8, &event);
                }
            }
        }
        if moves == [(0, true)] && self.due.is_empty() {
            p8.sfx(sound::WALL);
        }
    }

    /// A creature begins to move to a cell, or runs against it.
    fn begin(&mut self, id: u16, to: Cell, bump: bool, frames: i32) {
        let actor = self.actors.entry(id).or_default();
        let Some(mob) = self.world.mobs.iter_mut().find(|mob| mob.id == id) else { return };
        let (x, y) = (to.x - mob.at.x, to.y - mob.at.y);
        if x != 0 && frames == STEP {
            actor.flip = x < 0;
        }
        let (mut dx, mut dy) = (x * 4, y * 4);
        if !bump {
            let left = actor.motion.offset();
            (dx, dy) = (left.0 - x * 8, left.1 - y * 8);
            mob.at = to;
        }
        actor.motion = Motion { dx, dy, frames, bump, age: 1 };
    }

    /// Smoke that was on its way is there.
    fn spread(&mut self) {
        for (at, turns, left) in &mut self.puffs {
            *left -= 1;
            let smoke = self.world.smoke.get(*at).max(*turns);
            self.world.smoke.set(*at, smoke);
        }
        self.puffs.retain(|(.., left)| *left > 0);
    }

    /// The hp window stands where the hero is not: a fifth of its way each frame. It changes sides by way of the
    /// screen's edges, since the straight way could lead over him.
    fn slide_hp(&mut self) {
        let top = self.hero().y >= 8 && !self.low;
        let to = match self.hp_y < Num::int(64) {
            true => {
                if top {
                    4
                } else {
                    -30
                }
            }
            false => {
                if top {
                    150
                } else {
                    111
                }
            }
        };
        self.hp_y += (Num::int(to) - self.hp_y) / Num::int(5);
        if !(-14..129).contains(&self.hp_y.flr()) {
            self.hp_y = Num::int(if top { -14 } else { 128 });
        }
    }

    /// The picture shakes less and less; not at all for who wishes so.
    fn shake(&mut self, p8: &mut Machine) {
        self.shake = if p8.less_shake() { Num::ZERO } else { self.shake * Num::int(9) / Num::int(10) };
        let mut off = || (p8.rnd(self.shake + self.shake) - self.shake + Num::HALF).flr();
        self.jolt = (off(), off());
    }
}
