//! Short-lived things over the map: words, a thrown item, dying creatures.
//!
//! ```text
//! word     begins over its creature, 7 pixels more in all, a tenth of the way each frame, 7 more when another comes; 50 frames
//! thing    a tile in three frames, in a straight line
//! marks    of the aim, made again in each frame
//! the dying drawn as they were, 3 frames on and 3 off; 24 frames
//! ```
//!
//! One kind of value for all: a text, a sprite or a creature; a place, a speed, frames left. Text slows down.
//! The player never waits for these.

use crate::rules::Mob;
use alloc::string::String;
use num::num;
use rasher::Num;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speck {
    /// The text; empty for a sprite.
    pub text: String,
    /// Its colour, or the number of the sprite.
    pub look: i32,
    /// The dying creature, if it is one.
    pub mob: Option<Mob>,
    /// Where it is: the upper left of a sprite, or of the tile over which a text is centred.
    pub x: Num,
    /// Down from the top of the map.
    pub y: Num,
    /// Pixels a frame.
    pub dx: Num,
    pub dy: Num,
    /// Frames left.
    pub left: i32,
}

impl Speck {
    /// One frame on; false when it is over.
    pub fn tick(&mut self) -> bool {
        self.x += self.dx;
        self.y += self.dy;
        if !self.text.is_empty() {
            self.dy *= num!(0.9);
        }
        self.left -= 1;
        self.left > 0
    }
}
