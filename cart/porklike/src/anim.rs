//! One tween and one loop of pictures: all that moves is made of these.
//!
//! ```text
//! value = final * (1 - t)        t = age / frames, from 0 to 1, in 16.16
//!
//! slide, 8 frames: final = a tile back        8 ->  7  6  5  4  3  2  1  0   pixels still to go
//! bump, 4 + 4:     final = half a tile out    0 ->  1  2  3  4  3  2  1  0   pixels out
//! ```
//!
//! A bump is the same tween with t running down to 0 and up again. The frame of the key press shows age 1 already: a
//! key is answered in the frame in which it arrives.

use rasher::Num;
use serde::{Deserialize, Serialize};

/// Frames of a step from tile to tile, and of a bump, out and back.
pub const STEP: i32 = 8;
/// Frames of a lunge, and of the slide of who is shoved.
pub const SHOVE: i32 = 10;

/// The one formula: from `end` at t = 0 to nothing at t = 1.
pub fn tween(end: Num, t: Num) -> Num {
    end * (Num::ONE - t)
}

/// A movement that is being shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Motion {
    /// Pixels to the right: of a slide where it begins, of a bump where it turns.
    pub dx: i32,
    /// Pixels down.
    pub dy: i32,
    /// Frames that it takes; 0 is no movement.
    pub frames: i32,
    /// Out and back, instead of from there to here.
    pub bump: bool,
    /// Frames that it has taken.
    pub age: i32,
}

impl Motion {
    /// One frame on.
    pub fn tick(&mut self) {
        self.age = self.frames.min(self.age + 1);
    }

    /// Has it come to its end?
    pub fn is_done(&self) -> bool {
        self.age >= self.frames
    }

    /// Pixels from where the creature stands to where it is drawn.
    pub fn offset(&self) -> (i32, i32) {
        let t = Num::int(self.age) / Num::int(self.frames.max(1));
        let t = if self.bump { (t + t - Num::ONE).abs() } else { t };
        // Rounded to the nearest pixel, or left and up would run one pixel ahead of right and down.
        let pixels = |end: i32| if self.is_done() { 0 } else { (tween(Num::int(end), t) + Num::HALF).flr() };
        (pixels(self.dx), pixels(self.dy))
    }
}

/// Steps of a [`Loop`] that make one picture.
const PICTURE: u16 = 120;

/// A row of pictures shown in turn, at a speed that can change at any moment without a jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loop {
    at: u16,
}

impl Loop {
    /// One frame on in a loop of `pictures` pictures, each of so many frames, 1 to 120: exact where that divides 120;
    /// else a picture now and then stays a frame longer.
    pub fn advance(&mut self, frames: u16, pictures: u16) {
        self.at = (self.at + PICTURE / frames) % (PICTURE * pictures);
    }

    /// The picture to show, from 0.
    pub fn picture(self) -> i32 {
        i32::from(self.at / PICTURE)
    }
}
