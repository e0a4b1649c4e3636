//! Draws the map, everything on it, and the layers over it.
//!
//! ```text
//! display palette: place, fade
//! tiles: seen now │ seen once, a step darker │ never: rock, barely there
//! creatures, the hero last ─ dots, rings ─ specks, marks of aim ─ logo ─ hit points ─ windows
//!
//!  ┌──────────────┐        ┌──────────────┐
//!  │ ♥ 5/5   ◊ 0  │        │ hot coal     │      at the edge that is far from the hero: what he has left and how
//!  └──────────────┘        └─────────────(X      much of the next blow is blocked; what he is about to throw
//!
//!      @ • • • +      aim: dots to where it will land
//! ```
//!
//! | eyes | |
//! |---|---|
//! | shut | sleeps, or waits where it lost the hero: a blow counts double |
//! | black | has lost the hero and looks for him: a blow counts double |
//! | red | hunts |
//! | white | stunned |
//!
//! A creature on herbs or in smoke more than a step away is not drawn: only the herb rustles. Its dots and ring are
//! drawn anyway if it can strike. Dots take less room than numbers, which would cover the next creature: white dots
//! over the head are hit points, the dots below are the attack. They are drawn for creatures that are hurt, next to the
//! hero, or able to strike in the next round. Red dots can hit him, grey ones cannot, so the red ones add up to the
//! most that a turn may cost. Blue dots are a first blow that stuns instead. A red ring shows where a creature that has
//! paused goes next. A firm creature sits low, one that was just shoved a little higher. A black outline separates
//! creatures from their tiles.

use super::frame;
use crate::Game;
use crate::data::{self, Stat, Thing, line};
use crate::paint::{BLACK, CUT_OUT, TILES, WHITE, recolor};
use crate::rules::{Mob, Seen, World};
use crate::tile::{Flag, Tile};
use alloc::format;
use kit::Cell;
use rasher::Machine;

/// The icon of an item: that of item 1 is at 176. Food shows no effect: which of the six at 240 it has goes by its name.
pub fn icon(world: &World, item: u8) -> i32 {
    if item < Thing::Heal as u8 {
        175 + i32::from(item)
    } else {
        240 + i32::from(world.names[usize::from(item - Thing::Heal as u8)] % 6)
    }
}

impl Game {
    /// Draws all but the screen of the end.
    pub(crate) fn draw_floor(&self, p8: &mut Machine) {
        let shake = self.shake.flr() * ((self.clock & 2) - 1) * i32::from(!p8.less_shake());
        p8.camera(shake, shake);
        // The tiles that are or were seen, and the smoke on them.
        for at in self.shown.grid.cells() {
            let sight = self.shown.sight.get(at);
            let tile = if sight > 0 { self.shown.grid.get(at) } else { Tile::Rock as u8 }.into();
            recolor(p8, TILES[usize::from(sight)]);
            p8.spr(
                tile ^ (i32::from(p8.fget_bit(tile, Flag::Animated as i32)) & (self.clock / 12)),
                at.x * 8,
                at.y * 8,
            );
            let smoke = i32::from(self.shown.smoke.get(at));
            if smoke > 0 && sight == Seen::Now as u8 {
                // Four pictures, the thickest first, by the turns that are left.
                p8.spr(40 - smoke.min(4), at.x * 8, at.y * 8);
            }
        }
        recolor(p8, CUT_OUT);
        for draw in [Game::draw_mob, Game::draw_dots] {
            for mob in &self.shown.mobs[1..] {
                draw(self, p8, mob);
            }
        }
        // The hero over all but words and marks.
        self.draw_specks(p8, false);
        self.draw_mob(p8, &self.shown.mobs[0]);
        self.draw_specks(p8, true);
        p8.camera(0, 0);
        // After a while the logo floats off.
        p8.sspr(0, 48, 96, 24, 16, self.logo.flr());
        // Hit points, and the block for the next blow. The frame shows blessings and curses.
        let hero = &self.shown.mobs[0];
        let y = self.hp.flr();
        let text = format!(
            "\x0c8♥\x0c7{}/{} \x0cc\x06:3e3e3e1c08000000\x0c7{}",
            hero.hp,
            hero.max,
            self.world.block()
        );
        frame(p8, 4, y, p8.text_width(&text) + 8, 13, [8, 6, 10][(hero.bless + 1) as usize]);
        p8.print_at(&text, 8, y + 4, 7);
    }

    /// What flies over the map: words, each whole on the screen, or all else.
    fn draw_specks(&self, p8: &mut Machine, words: bool) {
        for speck in self.specks.iter().filter(|speck| speck.text.is_empty() != words) {
            let x = speck.x.flr();
            let y = speck.y.flr();
            match &speck.mob {
                _ if words => {
                    let w = p8.text_width(&speck.text);
                    // The codes draw a black line around each letter.
                    let text = format!("\x06o0ff{}", speck.text);
                    p8.print_at(text, (x + 4 - w / 2).clamp(1, 128 - w), y.max(1), speck.look);
                }
                // The dying blink.
                Some(mob) if speck.left / 3 % 2 == 0 => self.draw_mob(p8, mob),
                None => p8.spr(speck.look, x, y),
                _ => {}
            }
        }
    }

    /// The marks of a creature, on its side away from the hero: what its blows can cost, blue if the first one stuns, and its hit
    /// points. And the ring where it leaps to.
    fn draw_dots(&self, p8: &mut Machine, mob: &Mob) {
        if mob.pause == data::beast(mob.kind, Stat::Pause) {
            p8.rrect(mob.target.x * 8, mob.target.y * 8, 8, 8, 2, 8);
        }
        // What it thinks.
        p8.debug(format!(
            "{} {} {},{}",
            line("kinds", mob.kind),
            line("moods", mob.hunts.into()),
            mob.target.x,
            mob.target.y
        ));
        let hero = self.shown.hero();
        let cost = self.shown.cost(mob);
        // Who hides and can strike has its dots, too.
        if cost > 0 || mob.at.dist(hero) == 1 {
            let x = mob.at.x * 8;
            let y = mob.at.y * 8;
            dots(
                p8,
                x,
                y,
                1,
                cost.max(data::beast(mob.kind, Stat::Atk)),
                if self.shown.stuns(mob) { 12 } else { 5 + 3 * cost.signum() },
            );
            dots(p8, x + 7, y, -1, mob.hp, 7);
        }
    }

    /// A creature where it is now, if it is seen.
    fn draw_mob(&self, p8: &mut Machine, mob: &Mob) {
        let actor = self.actors.get(&mob.id).cloned().unwrap_or_default();
        let (dx, dy) = actor.offset();
        let (x, y) = (mob.at.x * 8 + dx, mob.at.y * 8 + dy);
        if !self.shown.shows(mob) {
            if self.shown.sight.get(mob.at) == Seen::Now as u8 && self.shown.is(mob.at, Flag::Cover) {
                // A herb with a hidden creature.
                p8.spr(23, x, y + self.clock / 8 % 2);
            }
            return;
        }
        // Four pictures a kind. A creature without a target keeps still, with its eyes shut.
        let picture = 192
            + i32::from(mob.kind) * 4
            + [[self.clock >> (4 - i32::from(mob.hunts)) & 3, 3, 1][usize::from(mob.firm)], 2]
                [usize::from(mob.at == mob.target)];
        recolor(p8, BLACK);
        for at in Cell::at(x, y).around() {
            p8.spr_ext(picture, at.x, at.y, 1, 1, actor.flip, false);
        }
        recolor(p8, if actor.flash > 0 && !p8.less_flash() { WHITE } else { CUT_OUT });
        // The eyes.
        p8.pal(0, if mob.stun { 7 } else { 8 * i32::from(mob.hunts) });
        p8.spr_ext(picture, x, y, 1, 1, actor.flip, false);
        recolor(p8, CUT_OUT);
    }
}

/// Dots down the side of a tile, four in a column; more columns follow `way`.
fn dots(p8: &mut Machine, x: i32, y: i32, way: i32, n: i32, color: i32) {
    p8.line(x, y, x, y + 7, 0);
    for i in 0..n {
        p8.pset(x + i / 4 * way, y + i % 4 * 2, color);
    }
}
