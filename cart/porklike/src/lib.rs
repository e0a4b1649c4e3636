//! Smokehouse, a porklike: Bap, a raw bun, climbs the smokehouse tower for the golden ham.
//!
//! ```text
//!            _update60                                                 _draw
//!   buttons ──> windows or run ──Action──> rules ──[Event]──> queue    shown world, actors, specks, windows ──> screen
//!               who listens                what happens       its events, shown one by one          
//!
//!   Play, in the yard ──stairs──> dark ──> Play, a floor higher
//!     ^                             │
//!     └──────────── Over <──────────┘        the bag, the aim, notes: windows on one stack
//! ```
//!
//! | file | what |
//! |---|---|
//! | `tile.rs` | sprite numbers, flag bits, what a tile is |
//! | `data.rs` | the tables: monsters, items, names, texts |
//! | `tower/` | a floor from seed and number |
//! | `rules/` | what happens: world and action in, world and events out |
//! | `play.rs` | a run: buttons to actions, stairs, its end |
//! | `menu.rs` | what windows answer to the buttons |
//! | `anim.rs` | slide, bump, the loop of pictures, easing |
//! | `paint.rs` | colours: a place's palette, recoloured sprites, outlines, the fade |
//! | `show/` | shows events and draws: map, creatures, windows, screens |
//!
//! Distances and directions are the crate `kit`'s. The README of this crate lists task by task where each is.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod anim;
pub mod data;
mod menu;
pub mod paint;
mod play;
pub mod rules;
pub mod show;
pub mod tile;
pub mod tower;

pub use kit::{dir, grid};

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use anim::Actor;
use core::mem::take;
use paint::{DARKER, PLACES};
use rasher::{Cart, Machine, Num};
use rules::{Action, Event, Kit, World};
use serde::{Deserialize, Serialize};
use show::speck::Speck;
use show::window::Window;

/// The whole state of the game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    world: World,
    /// The page of the end is shown.
    over: bool,
    /// The light goes out: a floor, the page of the end or a new run comes when it is dark.
    leaves: bool,
    /// Frames that the light has gone out for.
    dark: i32,
    /// Frames since the floor or page began.
    clock: i32,

    /// The bun that the hero is, and how many there are to choose from.
    bun: i32,
    buns: i32,

    /// Bits of the buttons that are down, and of those that went down in this frame.
    down: u16,
    pressed: u16,
    /// Frames that O is down; far below 0 when that has been put to use.
    held: i32,
    /// The press that waits until the hero is free: X, for the bag, or what an arrow or O asks for.
    bag: bool,
    asked: Option<Action>,
    /// The arrow pressed last in a window or towards a chest, the slot under the cursor of the bag, and which of the things that can be done with it.
    aim: usize,
    slot: i32,
    verb: i32,
    /// The things of which he may take one from the chest ahead; none when the window shows his bag.
    offer: Vec<u8>,

    /// The world as it is shown: behind the rules until all events have been shown.
    shown: World,
    /// Events still to be shown, and frames until the next of them is.
    queue: Vec<Event>,
    wait: u32,
    /// Frames for which everything is frozen.
    stop: u32,
    /// How creatures are shown, by id.
    actors: BTreeMap<u16, Actor>,
    /// What flies over the map for a moment.
    specks: Vec<Speck>,
    windows: Vec<Window>,
    /// Upper edge of the hit points.
    hp: Num,
    /// Upper edge of the logo.
    logo: Num,
    /// Strength of the shaking, in pixels.
    shake: Num,
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        // A held arrow repeats after 12 frames, then every 8.
        p8.poke(0x5f5c, 6);
        self.world.kit = Kit::read(p8);
        self.over = true;
        self.enter(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        // Death freezes all that moves.
        self.clock = self.clock.wrapping_add((self.stop == 0).into());
        self.read(p8);
        // The light goes out in 12 frames, and comes back in as many. In the dark a floor, the page of the end or a new run begins.
        self.dark = (self.dark + i32::from(self.leaves) * 2 - 1).clamp(0, 12);
        if self.dark == 12 && take(&mut self.leaves) {
            self.enter(p8);
        }
        if self.dark == 0 {
            self.listen(p8);
        }
        self.tick(p8);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        // The floor's colours, a step towards black every two frames.
        for (color, shown) in (0..).zip(PLACES[usize::from(self.shown.floor)]) {
            p8.pal_ext(color, DARKER[self.dark as usize / 2][shown as usize], 1);
        }
        if self.over {
            self.draw_end(p8);
        } else {
            self.draw_floor(p8);
        }
        for window in &self.windows {
            self.draw_window(p8, window);
        }
    }
}
