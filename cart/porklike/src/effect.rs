//! What a bump leaves on the screen for a moment. The rules have long gone on.
//!
//! ```text
//! age        0 .. 3         4 (contact)     13         35
//! tile       as it was      as it is
//! flash                     ├───────────────┤              white, or lighter for who wishes fewer flashes
//! crumbs                    ├───────────────┤              of a crock or pot
//! smoke                     ├──────────────────────────┤   of a pot: thick, mid, thin, wisp
//! ```
//!
//! The map changes in the frame of the key, as the rules have it. Until the hero touches the tile its old picture
//! is drawn over it, so that a door opens when it is hit and not before.

use crate::anim::{CONTACT, tween};
use crate::paint;
use crate::tile;
use crate::world::Hit;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Age at which the flash ends, and the crumbs have come to rest.
const FLASH: u8 = CONTACT + 10;
/// Frames of each of the four pictures of smoke.
const SMOKE: u8 = 8;
/// Age at which the last wisp is gone.
const END: u8 = CONTACT + SMOKE * 4;

/// Where crumbs come to rest, in pixels from the middle of the tile: our decision, so that none overlaps another.
const CRUMBS: [(i32, i32); 8] = [(-7, -2), (-4, -7), (2, -8), (6, -4), (7, 3), (3, 6), (-3, 7), (-6, 4)];

/// What there is to see, besides the flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Show {
    /// Nothing.
    Flash,
    /// Crumbs.
    Crumbs,
    /// Crumbs and smoke.
    Smoke,
    /// The ham gleams. Its altar does not flash: it is nine tiles, and one is touched.
    Gleam,
}

/// A tile that was bumped and did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    hit: Hit,
    show: Show,
    age: u8,
}

impl Effect {
    /// A tile reacts to a bump that begins now.
    pub fn new(hit: Hit, show: Show) -> Effect {
        Effect { hit, show, age: 0 }
    }

    /// One frame on; false when it is over.
    pub fn tick(&mut self) -> bool {
        self.age = self.age.saturating_add(1);
        self.age < if matches!(self.show, Show::Smoke | Show::Gleam) { END } else { FLASH }
    }

    /// Is this the frame in which the ham is touched?
    pub fn gilds(&self) -> bool {
        self.show == Show::Gleam && self.age == CONTACT
    }

    /// Upper left pixel of the tile, on the map.
    fn corner(&self) -> (i32, i32) {
        (self.hit.at.x.saturating_mul(8), self.hit.at.y.saturating_mul(8))
    }

    /// What lies under creatures: the old tile, or the flash of the new one.
    pub fn draw_below(&self, p8: &mut Machine) {
        let (x, y) = self.corner();
        if self.age < CONTACT {
            p8.spr(self.hit.tile.into(), x, y);
        } else if self.age < FLASH && self.show != Show::Gleam {
            let colors = if p8.less_flash() { paint::LIGHTER } else { paint::WHITE };
            let tile = p8.mget(self.hit.at.x, self.hit.at.y);
            paint::recolored(p8, colors, |p8| p8.spr(tile.into(), x, y));
        }
    }

    /// What flies over them: crumbs, smoke, the gleam.
    pub fn draw_above(&self, p8: &mut Machine) {
        let Some(age) = self.age.checked_sub(CONTACT) else { return };
        let (x, y) = self.corner();
        match self.show {
            Show::Flash => {}
            Show::Crumbs => crumbs(p8, x, y, age, [9, 4]),
            Show::Smoke => {
                crumbs(p8, x, y, age, [6, 5]);
                if let Some(picture) = tile::SMOKE.get(usize::from(age / SMOKE)) {
                    p8.spr((*picture).into(), x, y - i32::from(age / SMOKE));
                }
            }
            Show::Gleam => paint::cut_out(p8, |p8| p8.spr(tile::GLEAM.into(), x, y - 8)),
        }
    }
}

/// Crumbs fly out of the tile at (x, y): fast at first, since the way left shrinks by the tween twice over.
fn crumbs(p8: &mut Machine, x: i32, y: i32, age: u8, colors: [i32; 2]) {
    if age >= FLASH - CONTACT {
        return;
    }
    let t = Num::from(age) / Num::from(FLASH - CONTACT);
    let out = |end: i32| (Num::int(end) - tween(tween(Num::int(end), t), t)).flr();
    for (i, (dx, dy)) in CRUMBS.into_iter().enumerate() {
        p8.pset(x + 4 + out(dx), y + 4 + out(dy), colors[i % 2]);
    }
}
