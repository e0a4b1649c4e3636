//! What is over the map for a moment: words, crumbs, a thrown thing, those who die.
//!
//! ```text
//! word     begins beside its creature, 7 pixels more in all, a tenth of the way each frame, 15 more when another comes; 50 frames
//! crumbs   eight, round about, a tenth slower each frame; 12 frames
//! thing    a tile in three frames, in a straight line
//! marks    of what is aimed at, made anew in each frame
//! the dead their last picture, 3 frames on and 3 off; 24 frames
//! ```
//!
//! One kind of value for all: a text or a sprite, a place, a speed, frames left. What is text slows down, a sprite does
//! not. Nothing here holds the player up.

use crate::paint::print_outlined;
use alloc::string::String;
use num::num;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Something small that moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speck {
    /// What is written; nothing for a sprite.
    pub text: String,
    /// Its colour, or the number of the sprite.
    pub look: i32,
    /// Where it is: the upper left of a sprite, or of the tile over whose middle a text stands.
    pub x: Num,
    /// Down from the top of the map.
    pub y: Num,
    /// Pixels a frame.
    pub dx: Num,
    /// The same, downwards.
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
            self.dx *= num!(0.9);
            self.dy *= num!(0.9);
        }
        self.left -= 1;
        self.left > 0
    }

    /// Draws it: a text whole on the screen, the dead only now and then.
    pub fn draw(&self, p8: &mut Machine) {
        let x = self.x.flr();
        let y = self.y.flr();
        if !self.text.is_empty() {
            let w = p8.text_width(&self.text);
            print_outlined(p8, &self.text, (x + 4 - w / 2).clamp(1, 128 - w), y, self.look);
        } else if self.left / 3 % 2 == 0 || self.dx != self.dy {
            p8.spr(self.look, x, y);
        }
    }
}
