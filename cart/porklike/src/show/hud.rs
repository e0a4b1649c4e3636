//! What lies over the map in a game: hit points, the aim, the wedges of a shove.
//!
//! ```text
//!  ┌──────────────┐        ┌──────────────┐
//!  │ ♥ 5/5   ◊ 0  │        │ hot coal     │      both at the edge that is far from the hero: what he has left
//!  └──────────────┘        └──────────────┘      and how much of the next blow is blocked; what he is about to throw
//!
//!        ▲
//!      ◄ @ ►  · · · · +       O held: wedges        aim: a dotted line with a black edge to where it will land
//!        ▼                                          its two patterns take turns each 8 frames
//! ```

use super::picture;
use super::scene::Scene;
use super::window::frame;
use crate::dir::{Cell, Dir};
use rasher::{Machine, Num};

/// Frames after which a dotted line turns over.
const MARCH: i32 = 8;
/// Its pattern: two pixels of colour, two of black, across and down.
const DOTS: i32 = 0x33cc;

impl Scene {
    /// Upper edge of the hp window.
    pub fn hp_top(&self) -> i32 {
        (self.hp_y + Num::HALF).flr()
    }

    /// Hit points, and the block dealt for the next blow. Its frame tells of blessings and curses.
    pub fn draw_hp(&self, p8: &mut Machine, block: i32) {
        let hero = &self.world.mobs[0];
        let y = self.hp_top();
        let color = [8, 6, 10][(hero.bless + 1).clamp(0, 2) as usize];
        let text = alloc::format!("{}/{}", hero.hp.max(0), hero.max);
        let w = p8.text_width(text.as_str());
        frame(p8, 4, y, w + 31, 13, color);
        p8.spr(picture::HEART, 6, y + 3);
        let low = hero.hp * 3 <= hero.max && self.clock / 15 % 2 > 0;
        p8.print_at(text.as_str(), 16, y + 4, if low { 8 } else { 7 });
        p8.spr(picture::SHIELD, w + 18, y + 3);
        p8.print_at(block, w + 28, y + 4, 7);
    }

    /// The way of a thrown thing, from the hero to a cross where it will land. A target flashes instead: the line ends
    /// before it.
    pub fn draw_aim(&self, p8: &mut Machine, end: Cell, target: bool) {
        let middle = |at: Cell| ((at.x * 8 + 4).clamp(3, 124), (at.y * 8 + 4).clamp(3, 124));
        if end == self.hero() {
            return;
        }
        let ((x, y), from) = (middle(end), middle(self.hero()));
        // The line begins and ends at the edge of a tile: nothing is drawn over the hero, or over his target.
        let edge = |from: i32, to: i32| from + (to - from).clamp(-6, 6);
        let to = if target { (edge(x, from.0), edge(y, from.1)) } else { (x, y) };
        dotted(p8, (edge(from.0, x), edge(from.1, y)), to, 7, self.clock);
        for (size, color) in [(1, 0), (0, 7)].iter().filter(|_| !target) {
            p8.rectfill(x - 2 - size, y - size, x + 2 + size, y + size, *color);
            p8.rectfill(x - size, y - 2 - size, x + size, y + 2 + size, *color);
        }
    }

    /// Four wedges around the hero.
    pub fn draw_wedges(&self, p8: &mut Machine) {
        let (x, y) = (self.hero().x * 8 + 4, self.hero().y * 8 + 4);
        let out = 7 + self.clock / MARCH % 2;
        for dir in Dir::ALL {
            let (sx, sy, w, h) = if dir.dy() == 0 { (120, 16, 3, 5) } else { (123, 21, 5, 3) };
            let (x, y) = (x + dir.dx() * out - w / 2, y + dir.dy() * out - h / 2);
            p8.sspr_ext(sx, sy, w, h, x, y, w, h, dir.dx() < 0, dir.dy() < 0);
        }
    }
}

/// A straight dotted line with black around it: two pixels of colour, two of black, and they march.
pub fn dotted(p8: &mut Machine, from: (i32, i32), to: (i32, i32), color: i32, clock: i32) {
    let (x0, x1) = (from.0.min(to.0), from.0.max(to.0));
    let (y0, y1) = (from.1.min(to.1), from.1.max(to.1));
    p8.rectfill(x0 - 1, y0 - 1, x1 + 1, y1 + 1, 0);
    p8.fillp(if clock / MARCH % 2 > 0 { DOTS } else { !DOTS });
    p8.line(x0, y0, x1, y1, color);
    p8.fillp(0);
}
