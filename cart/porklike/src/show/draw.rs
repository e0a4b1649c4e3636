//! Draws the map, all that stands on it, and what lies over it.
//!
//! ```text
//! display palette: place, fade
//! tiles: seen now │ seen once, a step darker │ never: black
//! monsters with their dots ─ hero, always last ─ specks ─ aim, wedges ─ hit points ─ windows
//!
//!  ┌──────────────┐        ┌──────────────┐
//!  │ ♥ 5/5   ◊ 0  │        │ hot coal     │      at the edge that is far from the hero: what he has left and how
//!  └──────────────┘        └─────────────(X      much of the next blow is blocked; what he is about to throw
//!
//!        o
//!      o @ o  ■ • ■ • -2      O held: four dots        aim: to where it will land, and what it will do there
//!        o
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

use super::frame;
use crate::data::{self, Beast, Thing};
use crate::paint::{self, cut_out, print_outlined, recolor};
use crate::rules::{HOOK, Mob, SEEN, VISIBLE, World};
use crate::show::window::Menu;
use crate::tile;
use crate::{Game, Mode};
use alloc::format;
use kit::Dir;
use rasher::{Machine, Num};

/// Pictures in the sheet: behind the last one of smoke, a herb in which somebody hides, the swirl of the dazed, the hero
/// beaten, the icon before that of item 1, the first of six of food, the first of a creature's four.
const SMOKE: i32 = 40;
const RUSTLE: i32 = 23;
const SWIRL: i32 = 143;
const TOAST: i32 = 238;
const ITEM: i32 = 175;
const FOOD: i32 = 240;
const MOBS: i32 = 192;
/// Heart and shield.
const HEART: i32 = 42;
const SHIELD: i32 = 43;

/// The first of a creature's pictures.
pub fn picture(mob: &Mob) -> i32 {
    MOBS + i32::from(mob.kind) * 4
}

/// The icon of an item. Food shows no effect: its picture goes by its name.
pub fn icon(world: &World, item: u8) -> i32 {
    match item.checked_sub(Thing::Heal as u8) {
        Some(food) => FOOD + i32::from(world.names[usize::from(food)] % 6),
        None => ITEM + i32::from(item),
    }
}

impl Game {
    /// Draws all but the screen of the end.
    pub(crate) fn draw_floor(&self, p8: &mut Machine) {
        let shake = if p8.less_shake() { 0 } else { (self.shake + Num::HALF).flr() };
        let left = (self.camera + Num::HALF).flr();
        p8.camera(left + ((self.clock & 2) - 1) * shake, ((self.clock >> 1 & 2) - 1) * shake);
        self.draw_tiles(p8);
        self.shown.mobs[1..].iter().for_each(|mob| self.draw_mob(p8, mob));
        cut_out(p8);
        self.specks.iter().for_each(|speck| speck.draw(p8));
        self.draw_mob(p8, &self.shown.mobs[0]);
        if self.minds {
            self.draw_minds(p8);
        }
        match self.top() {
            Some(top) if self.windows[top].menu == Menu::Aim => self.draw_aim(p8),
            None if self.shoves() && self.is_at_rest() => self.draw_wedges(p8),
            _ => {}
        }
        p8.camera(0, 0);
        cut_out(p8);
        self.draw_logo(p8);
        p8.palt_reset();
        if self.mode > Mode::Title && self.shown.mobs[0].hp > 0 {
            self.draw_hp(p8);
        }
        if self.mode == Mode::Replay {
            print_outlined(p8, data::line("again", 0), 64, self.hp_top() + 4, 10);
        }
        self.windows.iter().for_each(|window| self.draw_window(p8, window));
    }

    /// The tiles that are or were seen, and the smoke on them. There is no fog on the two floors made by hand.
    fn draw_tiles(&self, p8: &mut Machine) {
        let world = &self.shown;
        let lit = world.floor.is_multiple_of(HOOK);
        let swap = self.clock / 12 % 2 > 0;
        for (sight, colors) in [(SEEN, paint::FOG), (VISIBLE, paint::PLAIN)] {
            recolor(p8, colors);
            for at in world.grid.cells() {
                if sight == if lit { VISIBLE } else { world.sight.get(at) } {
                    let tile = world.grid.get(at);
                    let twin = swap && world.is(at, tile::ANIMATED);
                    p8.spr(if twin { tile::twin(tile) } else { tile }.into(), at.x * 8, at.y * 8);
                    let smoke = i32::from(world.smoke.get(at));
                    if smoke > 0 && sight == VISIBLE {
                        p8.spr(SMOKE - smoke.min(4), at.x * 8, at.y * 8);
                    }
                }
            }
        }
    }

    /// A creature where it is now, if it is seen.
    fn draw_mob(&self, p8: &mut Machine, mob: &Mob) {
        let Some(actor) = self.actors.get(&mob.id) else { return };
        let (hero, is_hero) = (&self.shown.mobs[0], mob.id == 0);
        let near = mob.at.dist(hero.at) < 2;
        let (dx, dy) = actor.offset();
        let (x, y) = (mob.at.x * 8 + dx, mob.at.y * 8 + dy);
        cut_out(p8);
        if !self.shown.shows(mob) {
            if self.shown.sight.get(mob.at) == VISIBLE && self.shown.smoke.get(mob.at) == 0 {
                p8.spr(RUSTLE, x, y + self.clock / 8 % 2);
            }
            return;
        }
        if actor.flash > 0 && !p8.less_flash() {
            recolor(p8, paint::WHITE);
        } else if mob.stun > 0 {
            p8.pal(0, 7);
            p8.spr(SWIRL, x, y - 4);
        } else if mob.hunts {
            p8.pal(0, if mob.kind == Beast::Cayenne as u8 { 10 } else { 8 });
        }
        let beaten = is_hero && mob.hp < 1;
        let picture = if beaten { TOAST } else { picture(mob) + actor.picture() };
        p8.spr_ext(picture, x, y, 1, 1, actor.flip, false);
        if !is_hero && (near || mob.hp < mob.max) {
            dots(p8, x, y - 4, mob.hp, 7);
        }
        if !is_hero && near {
            dots(p8, x, y + 7, data::kind(mob.kind).atk, 8);
        }
    }

    /// The way of what is about to be thrown, and what it will do to those whom it hits.
    fn draw_aim(&self, p8: &mut Machine) {
        let path = self.path();
        for (i, (at, who)) in (1..).zip(&path) {
            let damage = who.map_or(0, |who| self.world.blow(who, data::item(self.thing()).hit));
            let mark = match () {
                _ if damage > 0 => format!("-{damage}"),
                _ if i == path.len() as i32 => "+".into(),
                _ if (i + self.clock / 8) % 2 > 0 => "■".into(),
                _ => "•".into(),
            };
            let above = if who.is_some() { 11 } else { 0 };
            print_outlined(p8, &mark, at.x * 8 + 3, at.y * 8 + 2 - above, 7);
        }
    }

    /// Four dots around the hero.
    fn draw_wedges(&self, p8: &mut Machine) {
        let hero = self.shown.hero();
        let out = 8 + self.clock / 8 % 2;
        for dir in Dir::ALL {
            print_outlined(p8, "■", hero.x * 8 + 3 + dir.dx() * out, hero.y * 8 + 2 + dir.dy() * out, 10);
        }
    }

    /// Hit points, and the block dealt for the next blow. The frame tells of blessings and curses.
    fn draw_hp(&self, p8: &mut Machine) {
        let hero = &self.shown.mobs[0];
        let y = self.hp_top();
        let text = format!("{}/{}   {}", hero.hp, hero.max, self.world.block());
        let w = p8.text_width(&text);
        frame(p8, 4, y, w + 16, 13, [8, 6, 10][(hero.bless + 1) as usize]);
        p8.print_at(&text, 16, y + 4, 7);
        p8.spr(HEART, 6, y + 3);
        p8.spr(SHIELD, w + 2, y + 3);
    }
}

/// A row of dots in the middle of a tile, with black around it.
fn dots(p8: &mut Machine, x: i32, y: i32, n: i32, color: i32) {
    // Cells of two columns, the dot in the second.
    print_outlined(p8, &format!("\x06x2{}", "•".repeat(n as usize)), x + 3 - n, y, color);
}
