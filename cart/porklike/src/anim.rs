//! One tween and one loop of pictures: all that moves is made of these.
//!
//! ```text
//! value = final * (1 - t)        t = age / frames, from 0 to 1, in 16.16
//!
//! slide, 8 frames: final = a tile back        8 ->  7  6  5  4  3  2  1  0   pixels still to go
//! bump, 4 + 4:     final = half a tile out    0 ->  1  2  3  4  3  2  1  0   pixels out
//! ```
//!
//! The way out of a bump is the same tween with t running backwards. The frame of the key press shows age 1
//! already: a key is answered in the frame in which it arrives.

use crate::dir::Dir;
use rasher::Num;
use serde::{Deserialize, Serialize};

/// Frames of a step from tile to tile.
pub const SLIDE: u8 = 8;
/// Frames of a bump, out and back.
pub const BUMP: u8 = 8;
/// Age of a bump at which the tile is touched.
pub const CONTACT: u8 = BUMP / 2;

/// The one formula: from `end` at t = 0 to nothing at t = 1.
pub fn tween(end: Num, t: Num) -> Num {
    end * (Num::ONE - t)
}

/// Which way a [`Motion`] goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// From the tile behind to this one.
    Slide,
    /// Half a tile out and back.
    Bump,
}

/// A movement that is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Motion {
    shape: Shape,
    dir: Dir,
    age: u8,
}

impl Motion {
    /// Begins a movement in a direction.
    pub fn new(shape: Shape, dir: Dir) -> Motion {
        Motion { shape, dir, age: 0 }
    }

    /// Frames that the whole movement takes.
    fn frames(self) -> u8 {
        match self.shape {
            Shape::Slide => SLIDE,
            Shape::Bump => BUMP,
        }
    }

    /// One frame on; `None` when the frame before was the last.
    pub fn next(self) -> Option<Motion> {
        (self.age < self.frames()).then_some(Motion { age: self.age.saturating_add(1), ..self })
    }

    /// Does this frame show the end?
    pub fn is_done(self) -> bool {
        self.age >= self.frames()
    }

    /// Pixels from where the hero stands to where he is drawn.
    pub fn offset(self) -> (i32, i32) {
        let t = Num::from(self.age) / Num::from(self.frames());
        let two = Num::int(2);
        let along = match self.shape {
            Shape::Slide => tween(Num::int(-8), t),
            Shape::Bump if t < Num::HALF => tween(Num::int(4), Num::ONE - t * two),
            Shape::Bump => tween(Num::int(4), t * two - Num::ONE),
        };
        // Rounded to the nearest pixel, or left and up would run one pixel ahead of right and down.
        let pixels = |axis: i32| (along * Num::int(axis) + Num::HALF).flr();
        (pixels(self.dir.dx()), pixels(self.dir.dy()))
    }
}

/// Steps of a [`Loop`] that make one picture.
const PICTURE: u16 = 120;

/// A row of pictures shown in turn, at a speed that can change at any moment without a jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loop {
    at: u16,
}

/// How fast a loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(u16);

impl Speed {
    /// 15 frames a picture: at rest.
    pub const IDLE: Speed = Speed::frames(15);
    /// 8 frames a picture: on the hunt.
    pub const HUNT: Speed = Speed::frames(8);
    /// 4 frames a picture: on foot.
    pub const WALK: Speed = Speed::frames(4);

    /// So many frames a picture, 1 to 120. Exact where `n` divides 120; else a picture now and then stays a frame
    /// longer.
    pub const fn frames(n: u16) -> Speed {
        Speed(PICTURE / if n == 0 { 1 } else { n })
    }

    /// `n` times slower: half speed is 2, a quarter 4.
    pub const fn slower(self, n: u16) -> Speed {
        Speed(self.0 / if n == 0 { 1 } else { n })
    }
}

impl Loop {
    /// One frame on in a loop of `pictures` pictures.
    pub fn advance(&mut self, speed: Speed, pictures: u8) {
        self.at = self.at.wrapping_add(speed.0) % (PICTURE * u16::from(pictures.max(1)));
    }

    /// The picture to show, from 0.
    pub fn picture(self) -> u8 {
        (self.at / PICTURE) as u8
    }
}
