//! What is seen: plays the rules' events as movements and effects, and draws the moment.
//!
//! ```text
//! display palette: place, fade
//! map of the floor ─ animated tiles ─ bumped tiles ─ hero ─ crumbs, smoke ─ logo
//! camera at the floor's column                                            camera 0
//! ```
//!
//! The scene keeps what it shows (floor, hero's cell and picture), which runs a few frames behind the rules.

use crate::anim::{Loop, Motion, Shape, Speed};
use crate::dir::{Cell, Dir};
use crate::effect::{Effect, Show};
use crate::paint;
use crate::tile;
use crate::title::Title;
use crate::world::{Event, FLOORS, Floor, SIDE, World};
use alloc::vec::Vec;
use rasher::Machine;
use serde::{Deserialize, Serialize};

/// Frames after which an animated tile swaps with its twin.
const SWAP: u32 = 12;

/// A creature as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// The cell it stands on when at rest.
    at: Cell,
    /// The movement that is being shown.
    motion: Option<Motion>,
    /// Its idle loop.
    pictures: Loop,
    /// Does it look left? The sheet has it looking right.
    flip: bool,
    /// Is it drawn in gold?
    golden: bool,
}

impl Actor {
    /// Turns to the side it goes to; up and down keep the side.
    fn face(&mut self, dir: Dir) {
        match dir.dx() {
            0 => {}
            dx => self.flip = dx < 0,
        }
    }

    /// Begins to show a movement.
    fn go(&mut self, shape: Shape, dir: Dir) {
        self.face(dir);
        self.motion = Some(Motion::new(shape, dir));
    }

    /// One frame on.
    fn tick(&mut self) {
        let speed = if self.motion.is_some() { Speed::WALK } else { Speed::IDLE };
        self.pictures.advance(speed, tile::IDLE);
        self.motion = self.motion.and_then(Motion::next);
    }

    fn draw(&self, p8: &mut Machine) {
        let (dx, dy) = self.motion.map_or((0, 0), Motion::offset);
        let x = self.at.x.saturating_mul(8).saturating_add(dx);
        let y = self.at.y.saturating_mul(8).saturating_add(dy);
        let picture = i32::from(tile::HERO) + i32::from(self.pictures.picture());
        let colors = if self.golden { paint::GOLDEN } else { &[] };
        paint::recolored(p8, colors, |p8| {
            paint::cut_out(p8, |p8| p8.spr_ext(picture, x, y, 1, 1, self.flip, false));
        });
    }
}

/// Everything on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    floor: u8,
    hero: Actor,
    effects: Vec<Effect>,
    title: Title,
    /// Steps towards black.
    dark: u8,
    /// Frames since the game began; wraps.
    clock: u32,
}

impl Scene {
    /// Index of the floor that is shown.
    pub fn floor(&self) -> u8 {
        self.floor
    }

    /// Shows the world as it stands, at once.
    pub fn enter(&mut self, world: &World) {
        self.floor = world.floor;
        self.hero.at = world.hero;
        self.hero.motion = None;
        self.hero.golden = world.golden;
        self.effects.clear();
    }

    /// How many steps towards black the picture is, 0 to 6.
    pub fn darken(&mut self, steps: u8) {
        self.dark = steps;
    }

    /// Begins to show an event.
    pub fn play(&mut self, event: &Event) {
        match *event {
            Event::Moved { from, dir } => {
                self.hero.at = from.step(dir);
                self.hero.go(Shape::Slide, dir);
            }
            Event::Bumped { dir, .. } => self.hero.go(Shape::Bump, dir),
            Event::DoorOpened(hit) | Event::ChestOpened(hit) | Event::TabletRead(hit) => {
                self.effects.push(Effect::new(hit, Show::Flash));
            }
            Event::VaseBroken(hit) if hit.tile == tile::CROCK => {
                self.effects.push(Effect::new(hit, Show::Crumbs));
            }
            Event::VaseBroken(hit) => self.effects.push(Effect::new(hit, Show::Smoke)),
            Event::HamTouched(hit) => self.effects.push(Effect::new(hit, Show::Gleam)),
            // Shown when the step is over: the floor that is shown then differs from the rules' floor.
            Event::Climbed { .. } => {}
        }
    }

    /// Has everything that holds the player been shown? Effects do not hold him.
    pub fn is_at_rest(&self) -> bool {
        self.hero.motion.is_none_or(Motion::is_done)
    }

    /// One frame on; `key`: was one pressed?
    pub fn tick(&mut self, key: bool) {
        self.clock = self.clock.wrapping_add(1);
        self.hero.tick();
        self.effects.retain_mut(Effect::tick);
        self.hero.golden |= self.effects.iter().any(Effect::gilds);
        self.title.tick(key);
    }

    /// Draws the moment.
    pub fn draw(&self, p8: &mut Machine) {
        let floor = &FLOORS[usize::from(self.floor).min(FLOORS.len() - 1)];
        p8.pal_reset();
        p8.palt_reset();
        p8.cls(0);
        paint::light(p8, floor, self.dark);
        p8.camera(floor.column * 8, 0);
        p8.map_ext(floor.column, 0, floor.column * 8, 0, SIDE, SIDE, 0);
        // Black is drawn from here on: a picture that covers another must cover it whole.
        p8.palt(0, false);
        if self.clock / SWAP % 2 == 1 {
            draw_twins(p8, floor);
        }
        for effect in &self.effects {
            effect.draw_below(p8);
        }
        p8.palt_reset();
        self.hero.draw(p8);
        for effect in &self.effects {
            effect.draw_above(p8);
        }
        p8.camera(0, 0);
        self.title.draw(p8, self.clock);
    }
}

/// Draws the twin over each animated tile. The map keeps the first picture, so that rules need not know both.
fn draw_twins(p8: &mut Machine, floor: &Floor) {
    for y in 0..SIDE {
        for x in floor.column..floor.column + SIDE {
            let tile = p8.mget(x, y);
            if p8.fget(tile.into()) & tile::ANIMATED != 0 {
                p8.spr(tile::twin(tile).into(), x * 8, y * 8);
            }
        }
    }
}
