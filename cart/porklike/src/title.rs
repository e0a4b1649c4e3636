//! The logo that hangs over the first floor until a key is pressed.
//!
//! ```text
//! y 14   sways a pixel  ── key ──>  v -= 0.08, y += v  ──>  off the top, gone
//! ```
//!
//! The game is live behind it: the key that sends it off is the hero's first step as well.

use crate::paint;
use crate::tile;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Left edge.
const X: i32 = 16;
/// Upper edge at rest.
const Y: i32 = 14;
/// Size in tiles.
const TILES: (i32, i32) = (12, 3);
/// What its speed gains in a frame: 0.08 pixels.
const LIFT: Num = Num::from_bits(5243);
/// Frames in which it hangs on one side.
const SWAY: u32 = 40;

/// The logo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    y: Num,
    speed: Num,
    off: bool,
}

impl Default for Title {
    fn default() -> Self {
        Title { y: Num::int(Y), speed: Num::ZERO, off: false }
    }
}

impl Title {
    /// One frame on; `key`: was one pressed?
    pub fn tick(&mut self, key: bool) {
        self.off |= key;
        if self.off && self.is_seen() {
            self.speed -= LIFT;
            self.y += self.speed;
        }
    }

    /// Is any of it on the screen?
    pub fn is_seen(&self) -> bool {
        self.y.flr() > -8 * TILES.1
    }

    /// Draws it, in screen pixels.
    pub fn draw(&self, p8: &mut Machine, clock: u32) {
        if !self.is_seen() {
            return;
        }
        let sway = (clock / SWAY % 2) as i32;
        let y = self.y.flr() + sway;
        paint::cut_out(p8, |p8| p8.spr_ext(tile::LOGO.into(), X, y, TILES.0, TILES.1, false, false));
    }
}
