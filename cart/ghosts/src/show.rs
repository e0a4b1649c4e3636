//! The dungeon by the light of a lantern.
//!
//! ```text
//!  page 0x80                     page 0x60, the screen
//!  everything in its own   ──>   black, then 14 rings, each of strips two rows high:   . . : : + + # # @
//!  colours, no light                 sspr through the secondary palette and a          far            near
//!                                    checkered pattern, from page 0x80 as the sheet
//!                          ──>   what shines by itself: eyes, the flash; then hearts and treasures
//! ```
//!
//! A row of 32 pixels on the sheet is a ring's palette: for each colour two, which the pattern mixes. So the whole fading is
//! painted: rows 48 to 61 of the sheet, four pictures side by side, one for the title and one for each level.
//!
//! The article's rule is 255 - d * 255 / 7 by the distance d in tiles: a ring, half a tile wide, is a step of 18 of the 255.

use crate::Game;
use crate::dungeon::{FLOOR, Place, WALL};
use crate::play::{FLASH, HURT, OIL};
use alloc::vec::Vec;
use kit::Cell;
use num::num;
use rasher::Machine;

const RINGS: i32 = 14;
/// The 16 colours of the screen by level, the title first: 128 and more are the extended ones.
const PALETTES: [[u8; 16]; 4] = [
    [0, 129, 130, 133, 132, 4, 134, 7, 8, 9, 10, 5, 12, 13, 14, 15],
    [0, 129, 130, 133, 132, 4, 134, 7, 8, 9, 10, 5, 12, 13, 14, 15],
    [0, 129, 1, 131, 132, 4, 6, 7, 8, 9, 10, 5, 12, 13, 14, 15],
    [0, 129, 130, 2, 132, 4, 141, 7, 8, 9, 10, 136, 12, 13, 14, 15],
];
/// Where the rings' palettes are kept: user memory.
const TINTS: u16 = 0x4300;
/// The colour of the eyes of each kind.
/// No flame has them: flames are yellow and orange.
const EYES: [u8; 7] = [7, 12, 8, 7, 13, 14, 15];
/// Whose pictures a kind has, and the colour that takes the place of its own.
const LOOKS: [(i32, u8, u8); 7] =
    [(0, 7, 7), (1, 12, 12), (2, 8, 8), (0, 7, 10), (2, 8, 13), (1, 12, 14), (0, 7, 15)];
/// Pixels that a candle lights.
const CANDLE: i32 = 24;

/// Takes the rings' palettes from the sheet.
pub(crate) fn load(p8: &mut Machine) {
    p8.memcpy(TINTS, 0xc00, 64 * RINGS);
}

/// Copies page 0x80 to the screen within `reach` pixels of (x, y) and leaves the rest black.
pub(crate) fn light(p8: &mut Machine, theme: i32, x: i32, y: i32, reach: i32) {
    lights(p8, theme, &[(x, y, reach)]);
}

/// The same with several lights; a later one is drawn over those before.
fn lights(p8: &mut Machine, theme: i32, all: &[(i32, i32, i32)]) {
    p8.poke_n(0x5f10, &PALETTES[theme as usize & 3]);
    p8.camera(0, 0);
    p8.poke2(0x5f54, 0x6080);
    p8.cls(0);
    for (x, y, reach) in all {
        shine(p8, theme, *x, *y, *reach);
    }
    p8.fillp(0);
    p8.poke2(0x5f54, 0x6000);
}

fn shine(p8: &mut Machine, theme: i32, x: i32, y: i32, reach: i32) {
    p8.fillp(num!("0x5a5a.4"));
    for ring in 0..RINGS {
        let [outer, inner] = [RINGS - ring, RINGS - 1 - ring].map(|n| reach * n / RINGS);
        p8.memcpy(0x5f60, TINTS + (ring * 64 + theme * 16) as u16, 16);
        // Rows of all rings begin at an even distance, so that none leaves a gap to the next.
        for row in (-outer / 2 * 2..outer).step_by(2) {
            let half = |r: i32| (r * r - (row + 1) * (row + 1)).max(0).isqrt();
            let (far, near) = (half(outer), half(inner));
            for left in [x - far, x + near] {
                p8.sspr(left, y + row, far - near, 2, left, y + row);
            }
        }
    }
}

impl Game {
    pub(crate) fn draw_dungeon(&self, p8: &mut Machine) {
        let (x, y) = (self.x / 16, self.y / 16);
        p8.poke2(0x5f54, 0x8000);
        p8.cls(0);
        p8.camera(x - 64, y - 64);
        for i in 0..17 * 17 {
            let cell = Cell::at((x - 64) / 8 + i % 17, (y - 64) / 8 + i / 17);
            p8.spr(self.sprite(cell), cell.x * 8, cell.y * 8);
        }
        p8.spr(8, self.stairs.x * 8, self.stairs.y * 8);
        for (i, it) in (self.first()..).zip(&self.treasures) {
            if let Place::Lies(at, _) = it {
                p8.spr(i, at.x * 8, at.y * 8);
            }
        }
        // Remains lie under everyone; ghosts that walk are drawn after the princess, as in the article.
        for squished in [true, false] {
            if !squished {
                self.draw_her(p8, x, y);
            }
            for it in self.ghosts.iter().filter(|it| it.squished == squished) {
                let (gx, gy) = self.spot(it);
                let (like, own, color) = LOOKS[usize::from(it.kind) % LOOKS.len()];
                p8.pal(i32::from(own), i32::from(color));
                p8.spr_ext(48 + like * 3 + it.picture(), gx - 4, gy - 12, 1, 2, gx > x, false);
                p8.pal(i32::from(own), i32::from(own));
            }
        }
        let flicker = if p8.less_flash() { 0 } else { (self.clock / 7 * 5 % 7 - 3) / 2 };
        let mut all: Vec<(i32, i32, i32)> = self
            .candles
            .iter()
            .map(|it| (it.at.x * 8 + 4 - x + 64, it.at.y * 8 + 4 - y + 64, CANDLE + flicker))
            .filter(|(x, y, _)| (-CANDLE..128 + CANDLE).contains(x) && (-CANDLE..128 + CANDLE).contains(y))
            .collect();
        all.push((64, 64, (self.reach / 32 + flicker + self.flash * 2).min(63)));
        lights(p8, self.level, &all);
        // Nothing shines through the line above, nor through the last words.
        p8.clip(0, 12, 128, if self.lives > 0 { 116 } else { 0 });
        p8.camera(x - 64, y - 64);
        // Torches at the stairs: a tall flame on a stick, which burns down to an ember. Candles: a spark on wax. A glint of
        // gold now and then. Eyes are pairs of upright slits, in no colour of a flame.
        for side in [-1, 8] {
            let (x, y) = (self.stairs.x * 8 + side, self.stairs.y * 8);
            p8.rectfill(x, y + 2, x, y + 5, 4);
            if self.oil > OIL / 3 {
                let sway = (self.clock / 8 + side) % 2;
                p8.rectfill(x - 1, y, x + 1, y + 1, 9);
                p8.rectfill(x, y - 2 + sway, x, y + 1, 10);
            } else {
                p8.pset(x, y + 1, if self.oil > 0 { 9 } else { 5 });
            }
        }
        for it in &self.candles {
            let (x, y) = (it.at.x * 8 + 3, it.at.y * 8 + 4);
            p8.rectfill(x, y, x + 1, y + 2, 7);
            // The last five seconds flicker.
            if it.left > 300 || it.left / 8 % 2 == 0 {
                p8.pset(x, y - 1, 10);
            }
        }
        for (i, it) in (0..).zip(&self.treasures) {
            if let Place::Lies(at, _) = it
                && (self.clock / 6 + i * 5) % 16 == 0
            {
                p8.pset(at.x * 8 + 5, at.y * 8 + 1, 7);
            }
        }
        for it in self.ghosts.iter().filter(|it| !it.squished) {
            let (gx, gy) = self.spot(it);
            if it.rush > 0 {
                p8.print_at("!", gx - 2, gy - 18, 8);
            }
            if (gx - x).pow(2) + (gy - y).pow(2) > (self.reach / 40).pow(2) && self.clock / 8 % 16 > 0 {
                let color = EYES[usize::from(it.kind)];
                p8.rectfill(gx - 2, gy - 6, gx - 2, gy - 5, color);
                p8.rectfill(gx + 1, gy - 6, gx + 1, gy - 5, color);
            }
        }
        if self.flash > 0 {
            let r = self.burst() * (FLASH - self.flash + 1) / FLASH;
            p8.circ(x, y, r, 7);
            p8.circ(x, y, r - 2, 10);
        }
        p8.clip_reset();
        p8.camera(0, 0);
        if self.hurt > HURT - 8 && self.lives > 0 && !p8.less_flash() {
            p8.rect(0, 0, 127, 127, 8);
        }
    }

    /// The sprite of the level's first treasure; its 3, 4 or 5 are in a row.
    pub(crate) fn first(&self) -> i32 {
        78 + self.level * (self.level + 3) / 2
    }

    /// The princess: two steps in each direction; she blinks while nothing can happen to her.
    fn draw_her(&self, p8: &mut Machine, x: i32, y: i32) {
        if self.lives == 0 {
            p8.spr_ext(63, x - 4, y - 12, 1, 2, false, false);
        } else if self.hurt / 4 % 2 == 0 {
            let picture = 57 + [0, 0, 2, 4][self.face] + self.steps / 8 % 2;
            p8.spr_ext(picture, x - 4, y - 12, 1, 2, self.face == 0, false);
        }
    }

    /// The picture of a tile: walls by the floors around them, floors at random and by the tile above.
    fn sprite(&self, cell: Cell) -> i32 {
        let dice = (cell.x * 37 + cell.y * 101 + cell.x * cell.y * 7) & 31;
        match self.tiles.get(cell) {
            FLOOR if !self.floor(Cell::at(cell.x, cell.y - 1)) => 40 + dice % 4,
            FLOOR => 32 + if dice < 24 { dice % 4 } else { dice % 8 },
            WALL => 16 + (0..).zip(cell.around()).map(|(i, at)| i32::from(self.floor(at)) << i).sum::<i32>(),
            _ => 0,
        }
    }
}
