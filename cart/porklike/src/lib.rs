//! Smokehouse, a porklike: Bap, a raw bun, climbs the smokehouse tower for the golden ham.
//!
//! ```text
//!            _update60                                        _draw
//!   pad ──Ask──> world ──[Event]──> scene            scene, map memory ──> screen
//!   arrows,      rules: what        what is seen:
//!   one kept     happens            tweens, effects, fades
//!
//!   mode:  Wait ──ask──> Act ──all at rest──> Wait
//!                         └──climbed──> Leave ──dark──> Arrive ──light──> Wait
//! ```
//!
//! | file | what |
//! |---|---|
//! | `dir.rs` | directions as an index, cells |
//! | `grid.rs` | a floor's tiles |
//! | `tile.rs` | sprite numbers, flag bits, what a tile is |
//! | `tower/` | the generator: a seed and a number in, a floor out |
//! | `data.rs` | tables of monsters, items and texts, from `data/*.txt` |
//! | `rules/` | what happens: the whole game without a picture |
//! | `pad.rs` | held arrows to one thing asked for |
//! | `world/` | the rules: floors, steps, bumps, stairs. They return events and draw nothing |
//! | `anim.rs` | the one tween, the loop of pictures |
//! | `effect.rs` | what a bump leaves on the screen for a moment |
//! | `paint.rs` | colours: a place's palette, recoloured sprites, the fade |
//! | `title.rs` | the logo over the first floor |
//! | `scene.rs` | plays events and draws them |
//! | `sound.rs` | which sound an event has, and the music |
//!
//! What is in so far: movement, animation, collision, interaction with tiles, stairs, sound. The README of this crate
//! lists task by task where each is. Not here: monsters, sight, items, texts.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod anim;
pub mod data;
pub mod dir;
pub mod effect;

pub mod grid;
pub mod pad;
pub mod paint;
pub mod rules;
pub mod scene;
pub mod sound;
pub mod tile;
pub mod title;
pub mod tower;
pub mod world;

use pad::{Ask, Pad};
use rasher::{Cart, Machine};
use scene::Scene;
use serde::{Deserialize, Serialize};
use world::World;

/// Frames in which the light goes out on the stairs, and as many in which it comes back.
pub const STAIRS: u8 = 12;

/// What the game is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Waits for a key. The only mode that takes one.
    #[default]
    Wait,
    /// Shows what the last key did.
    Act,
    /// The light goes out: so many frames so far.
    Leave(u8),
    /// The light comes back: so many frames so far.
    Arrive(u8),
}

/// The whole state of the game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    world: World,
    pad: Pad,
    mode: Mode,
    scene: Scene,
}

impl Game {
    /// What the rules know.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What the game is doing.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Lets the rules answer, and the scene show it.
    fn act(&mut self, p8: &mut Machine, ask: Ask) {
        let events = match ask {
            Ask::Press(dir) => self.world.step(p8, dir),
            Ask::Hold(dir) if self.world.is_plain(p8, dir) => self.world.step(p8, dir),
            Ask::Hold(_) => return,
        };
        for event in &events {
            self.scene.play(event);
        }
        sound::play(p8, &events);
        self.mode = Mode::Act;
    }

    /// Moves on to the next mode when this one is over.
    fn next_mode(&mut self, p8: &mut Machine) {
        self.mode = match self.mode {
            Mode::Wait => Mode::Wait,
            Mode::Act if !self.scene.is_at_rest() => Mode::Act,
            Mode::Act if self.scene.floor() != self.world.floor => Mode::Leave(0),
            Mode::Act => Mode::Wait,
            Mode::Leave(age) if age < STAIRS => Mode::Leave(age.saturating_add(1)),
            Mode::Leave(_) => {
                self.scene.enter(&self.world);
                sound::enter(p8, self.world.floor);
                self.pad.forget();
                Mode::Arrive(1)
            }
            Mode::Arrive(age) if age < STAIRS - 1 => Mode::Arrive(age.saturating_add(1)),
            Mode::Arrive(_) => Mode::Wait,
        };
        let dark = match self.mode {
            Mode::Leave(age) => age,
            Mode::Arrive(age) => STAIRS.saturating_sub(age),
            Mode::Wait | Mode::Act => 0,
        };
        self.scene.darken(dark.div_ceil(STAIRS / paint::DARK));
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        self.scene.enter(&self.world);
        sound::begin(p8, self.world.floor);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let ask = self.pad.read(p8, self.mode == Mode::Wait);
        if let Some(ask) = ask {
            self.act(p8, ask);
        }
        self.scene.tick(self.pad.any_pressed());
        self.next_mode(p8);
        p8.debug(self.world.floor().name);
    }

    fn _draw(&self, p8: &mut Machine) {
        self.scene.draw(p8);
    }
}
