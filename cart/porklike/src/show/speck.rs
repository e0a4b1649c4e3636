//! What is over the map for a moment: words, a thrown thing, those who die.
//!
//! ```text
//! word     begins over its creature, 7 pixels more in all, a tenth of the way each frame, 7 more when another comes; 50 frames
//! thing    a tile in three frames, in a straight line
//! marks    of what is aimed at, made anew in each frame
//! the dying drawn as they were, 3 frames on and 3 off; 24 frames
//! ```
//!
//! One kind of value for all: a text, a sprite or a creature; a place, a speed, frames left. What is text slows down.
//! Nothing here holds the player up.

use crate::rules::Mob;
use alloc::string::String;
use num::num;
use rasher::Num;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speck {
    /// What is written; nothing for a sprite.
    pub text: String,
    /// Its colour, or the number of the sprite.
    pub look: i32,
    /// The creature, of one that dies.
    pub mob: Option<Mob>,
    /// Where it is: the upper left of a sprite, or of the tile over whose middle a text stands.
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
