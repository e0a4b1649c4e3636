//! What flies over the map for a moment: words, crumbs, a thrown thing.
//!
//! ```text
//! float   y += (target - y) / 10      fast at first, comes to rest nine pixels up; 50 frames
//!         "ambush"  twice the size in its first 8 frames
//! crumb   way out = end * (1 - t * t), t from 1 to 0; 12 frames
//! flight  a tile in three frames, in a straight line
//! ```
//!
//! All are drawn with a black outline or small enough to need none. Nothing here holds the player up but a flight.

use crate::anim::{Motion, tween};
use crate::dir::Cell;
use crate::paint::{self, print_outlined};
use alloc::string::String;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Frames of a float.
pub const LIFE: i32 = 50;
/// Frames of a float in double size.
pub const BIG: i32 = 8;
/// Frames of a crumb.
pub const CRUMB: i32 = 12;
/// Frames in which a thrown thing crosses a tile.
pub const FLIGHT: i32 = 3;

/// A word that rises over a creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Float {
    /// What is written.
    pub text: String,
    /// In this colour.
    pub color: i32,
    /// Middle of the text.
    x: i32,
    /// Its upper edge, on the way to `rest`.
    y: Num,
    rest: i32,
    age: i32,
}

impl Float {
    /// Begins beside the tile at pixel (x, y), `way` -1 above it or 1 below, and comes to rest where none of the others
    /// does.
    pub fn new(text: &str, color: i32, (x, y): (i32, i32), way: i32, others: &[Float]) -> Float {
        let begin = y + 1 + 8 * way;
        let mut float =
            Float { text: text.into(), color, x: x + 4, y: Num::int(begin), rest: begin + way * 7, age: 0 };
        while others.iter().any(|other| (other.x - float.x).abs() < 32 && (other.rest - float.rest).abs() < 7)
        {
            float.rest += way * 7;
        }
        float
    }

    /// One frame on; false when it is over.
    pub fn tick(&mut self) -> bool {
        self.age += 1;
        self.y += (Num::int(self.rest) - self.y) / Num::int(10);
        self.age < LIFE
    }

    /// Draws it, whole on the screen.
    pub fn draw(&self, p8: &mut Machine) {
        let (big, up) = if self.color == 10 && self.age < BIG { ("\x06w\x06t", 6) } else { ("", 0) };
        let text = alloc::format!("{big}{}", self.text);
        let w = p8.text_width(text.as_str());
        let y = (self.y.flr() - up).clamp(1, 120);
        print_outlined(p8, &text, (self.x - w / 2).clamp(1, 128 - w), y, self.color);
    }
}

/// Where crumbs come to rest, in pixels from the middle of a tile: our decision, so that none overlaps another.
const CRUMBS: [(i32, i32); 8] = [(-7, -2), (-4, -7), (2, -8), (6, -4), (7, 3), (3, 6), (-3, 7), (-6, 4)];

/// What bursts out of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crumb {
    /// The tile.
    at: Cell,
    color: i32,
    age: i32,
}

impl Crumb {
    /// Eight crumbs burst out of the tile.
    pub fn new(at: Cell, color: i32) -> Crumb {
        Crumb { at, color, age: 0 }
    }

    /// One frame on; false when they have come to rest.
    pub fn tick(&mut self) -> bool {
        self.age += 1;
        self.age < CRUMB
    }

    /// Draws them: fast at first, since the way that is left shrinks by the tween twice over.
    pub fn draw(&self, p8: &mut Machine) {
        let t = Num::int(self.age) / Num::int(CRUMB);
        let out = |end: i32| (Num::int(end) - tween(tween(Num::int(end), t), t)).flr();
        for (dx, dy) in CRUMBS {
            p8.pset(self.at.x * 8 + 4 + out(dx), self.at.y * 8 + 4 + out(dy), self.color);
        }
    }
}

/// A thing in flight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// Its sprite.
    picture: i32,
    to: Cell,
    motion: Motion,
}

impl Flight {
    /// Flies for so many frames; not at all when it has nowhere to go.
    pub fn new(picture: i32, from: Cell, to: Option<&Cell>, frames: i32) -> Option<Flight> {
        let to = *to?;
        let motion = Motion { dx: (from.x - to.x) * 8, dy: (from.y - to.y) * 8, frames, ..Motion::default() };
        Some(Flight { picture, to, motion })
    }

    /// One frame on; nothing when it has landed.
    pub fn next(mut self) -> Option<Flight> {
        self.motion.tick();
        (!self.motion.is_done()).then_some(self)
    }

    /// Draws it.
    pub fn draw(&self, p8: &mut Machine) {
        let (dx, dy) = self.motion.offset();
        paint::cut_out(p8, |p8| p8.spr(self.picture, self.to.x * 8 + dx, self.to.y * 8 + dy));
    }
}
