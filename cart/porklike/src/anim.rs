//! How things move: a creature from tile to tile, other things a part of their way each frame.
//!
//! ```text
//! value = final * (1 - t)        t = 1 - left / frames
//!
//! slide, 8 frames: final = a tile back        8 ->  7  6  5  4  3  2  1  0   pixels still to go
//! bump, 4 + 4:     half a tile out            0 ->  1  2  3  4  3  2  1  0   pixels out
//!
//! ease             at += (to - at) / part     fast at first: windows, the shaking, hit points, logo, the bag's slide
//! ```
//!
//! A slide begins where the creature is drawn, so a second one joins the first: a charge is a dash. The frame of the key
//! press shows a pixel already: a key is answered in the frame in which it arrives.

use num::num;
use rasher::Num;
use serde::{Deserialize, Serialize};

/// Frames of a step from tile to tile, and of a bump, out and back.
pub const STEP: i32 = 8;

/// How a creature is drawn, in addition to its state in the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Pixels to where it slides from.
    from: (i32, i32),
    /// The way that it bumps, in steps.
    bump: (i32, i32),
    /// Frames left of its movement.
    pub left: u32,
    /// Does it look left? The sheet has it looking right.
    pub flip: bool,
    /// Frames that it is white yet.
    pub flash: u32,
}

impl Actor {
    /// Begins to slide to the next tile, where it is already, or to bump into it. It looks there, unless that is up or down.
    pub fn go(&mut self, (dx, dy): (i32, i32), bumps: bool) {
        let (x, y) = self.offset();
        (self.from, self.bump) =
            if bumps { ((x, y), (dx, dy)) } else { ((x - dx * STEP, y - dy * STEP), (0, 0)) };
        self.left = STEP as u32 - 1;
        if dx != 0 {
            self.flip = dx < 0;
        }
    }

    /// Pixels from the creature's tile to where it is drawn.
    pub fn offset(&self) -> (i32, i32) {
        let along = |from: i32, bump: i32| {
            from * self.left as i32 / STEP
                + bump * i32::from(b"\x00\x01\x02\x03\x04\x03\x02\x01"[self.left as usize])
        };
        (along(self.from.0, self.bump.0), along(self.from.1, self.bump.1))
    }
}

/// A part of the way from here to the middle of a pixel: so it comes to rest in that pixel from either side.
pub fn ease(at: Num, to: i32, part: i32) -> Num {
    at + (Num::int(to) + Num::HALF - at) / Num::int(part)
}

/// Up and down by a pixel and a half, on a sine wave of a second.
pub fn sway(clock: i32) -> i32 {
    ((Num::int(clock) / Num::int(60)).sin() * num!(1.5)).flr()
}
