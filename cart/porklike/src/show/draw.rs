//! Draws the map and all that stands on it.
//!
//! ```text
//! display palette: place, fade
//! tiles: seen now │ seen once, a step darker │ never: black
//! who dies ─ crumbs, what flies ─ monsters with their dots ─ hero, always last ─ words
//! ```
//!
//! | eyes | |
//! |---|---|
//! | black | has not noticed the hero, or has lost him: a blow counts double |
//! | red (yellow for the red cayenne) | hunts |
//! | white, and a swirl over its head | dazed |
//!
//! Whoever stands on herbs or in smoke further than a step away is not drawn: the herb rustles, the smoke is smoke.
//! A number over a neighbour would hide its neighbour: hit points are white dots over its head, its attack red dots
//! below.

use super::picture;
use super::scene::Scene;
use crate::data::{self, Beast, Thing};
use crate::dir::Cell;
use crate::paint::{self, cut_out, recolored};
use crate::rules::{Mob, SEEN, VISIBLE};
use crate::tile;
use rasher::Machine;

/// Frames after which an animated tile swaps with its twin.
const SWAP: i32 = 12;
/// Embers in the loft.
const EMBERS: i32 = 4;

impl Scene {
    /// Draws the floor, `dark` steps towards black, with this pixel of the map in the screen's corner.
    pub fn draw(&self, p8: &mut Machine, dark: i32, (x, y): (i32, i32)) {
        paint::light(p8, self.world.floor, dark);
        p8.camera(x + self.jolt.0, y + self.jolt.1);
        for at in self.world.grid.cells() {
            self.draw_tile(p8, at);
        }
        for (mob, left) in &self.dying {
            if left / 3 % 2 == 0 {
                self.draw_mob(p8, mob);
            }
        }
        self.crumbs.iter().for_each(|crumb| crumb.draw(p8));
        self.flight.iter().for_each(|flight| flight.draw(p8));
        for mob in self.world.mobs.iter().rev() {
            self.draw_mob(p8, mob);
        }
        if paint::place(self.world.floor) == 3 {
            for i in 0..EMBERS {
                let up = self.clock / (2 + i) + i * 50;
                p8.pset(i * 33 + super::window::sway(up, 5), 127 - up % 128, 9);
            }
        }
        self.floats.iter().for_each(|float| float.draw(p8));
        p8.camera(0, 0);
    }

    /// The icon of an item. Food shows no effect: its picture goes by its name.
    pub fn icon(&self, item: u8) -> i32 {
        match item.checked_sub(Thing::Heal as u8) {
            Some(food) => picture::FOOD + i32::from(self.world.names[0][usize::from(food)] % 6),
            None => picture::ITEM + i32::from(item),
        }
    }

    /// A tile, and the smoke on it.
    fn draw_tile(&self, p8: &mut Machine, at: Cell) {
        let tile = self.world.grid.get(at);
        let (x, y) = (at.x * 8, at.y * 8);
        p8.palt_bits(0);
        if self.world.sight.get(at) == VISIBLE || self.world.floor.is_multiple_of(9) {
            let twin = self.world.is(at, tile::ANIMATED) && self.clock / SWAP % 2 > 0;
            p8.spr(if twin { tile::twin(tile) } else { tile }.into(), x, y);
            let smoke = self.world.smoke.get(at);
            if smoke > 0 && !self.puffs.iter().any(|(on_its_way, ..)| *on_its_way == at) {
                p8.palt_reset();
                p8.spr(picture::SMOKE - i32::from(smoke.min(4)), x, y);
            }
        } else if self.world.sight.get(at) == SEEN {
            recolored(p8, paint::FOG, |p8| p8.spr(tile.into(), x, y));
        }
        p8.palt_reset();
    }

    /// A creature where it is now, if it is seen.
    fn draw_mob(&self, p8: &mut Machine, mob: &Mob) {
        let (x, y) = self.pixel(mob);
        let is_hero = mob.id == 0;
        let near = mob.at.dist(self.hero()) < 2;
        if !is_hero && !self.world.shows(mob) {
            if self.world.sees(self.hero(), mob.at, data::kind(0).sight) && self.world.smoke.get(mob.at) == 0
            {
                cut_out(p8, |p8| p8.spr(picture::RUSTLE, mob.at.x * 8, mob.at.y * 8 + self.clock / 8 % 2));
            }
            return;
        }
        let Some(actor) = self.actors.get(&mob.id) else { return };
        let hunts = mob.hunts;
        // The killer blinks while all else stands still; the hero never does.
        if !is_hero && hunts && near && self.world.mobs[0].hp < 1 && self.clock / 6 % 2 > 0 {
            return;
        }
        let eyes = match () {
            _ if mob.stun > 0 => "07",
            _ if !hunts => "00",
            _ if mob.kind == Beast::Cayenne as u8 => "0a",
            _ => "08",
        };
        let flash = if p8.less_flash() { paint::LIGHTER } else { paint::WHITE };
        let colors = if actor.flash > 0 { flash } else { eyes };
        let picture = match is_hero && mob.hp < 1 {
            true => picture::TOAST,
            false => picture::MOBS + i32::from(mob.kind) * 4 + actor.pictures.picture(),
        };
        recolored(p8, colors, |p8| cut_out(p8, |p8| p8.spr_ext(picture, x, y, 1, 1, actor.flip, false)));
        if mob.stun > 0 {
            cut_out(p8, |p8| p8.spr(picture::SWIRL, x, y - 4));
        }
        if !is_hero && (near || mob.hp < mob.max) {
            dots(p8, x, y - 2, mob.hp, 7);
        }
        if !is_hero && near {
            dots(p8, x, y + 9, data::kind(mob.kind).atk, 8);
        }
    }
}

/// A row of dots in the middle of a tile, on black.
fn dots(p8: &mut Machine, x: i32, y: i32, n: i32, color: i32) {
    let x = x + 4 - n;
    if n > 0 {
        p8.rectfill(x - 1, y - 1, x + 2 * n - 1, y + 1, 0);
    }
    (0..n).for_each(|i| p8.pset(x + 2 * i, y, color));
}
