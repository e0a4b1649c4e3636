//! Screens without a map: the logo over the yard, the end of a run that was lost, and of one that was won.
//!
//! ```text
//!   TOASTED            HAM ROLL        y 12 or 18
//!   peas won this round                y 40
//!      floor       3      the ham      labels left, numbers right, a row each 8 pixels
//!      steps     214      comes down
//!   x again    o last ten turns        flashing
//!   2026112a                           the run's seed: whoever types it climbs the same tower
//! ```

use super::picture;
use super::window::sway;
use crate::anim::tween;
use crate::data::line;
use crate::paint::cut_out;
use crate::rules::World;
use crate::tile;
use alloc::format;
use alloc::string::String;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// What the logo's speed gains in a frame on its way up: 0.08 pixels.
const LIFT: Num = Num::from_bits(5243);

/// Frames until the ham is down.
const LANDING: i32 = 90;
/// Lines that its rays are made of, and frames in which they turn once.
const RAYS: i32 = 240;

/// The logo: hangs over the yard, and floats off when the climb begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Logo {
    /// Pixels that it has gone up, and by how much a frame.
    up: Num,
    speed: Num,
    /// Is it on its way?
    pub off: bool,
}

impl Logo {
    /// One frame on.
    pub fn tick(&mut self) {
        if self.off && self.up < Num::int(64) {
            self.speed += LIFT;
            self.up += self.speed;
        }
    }

    /// Draws it: it sways by a pixel.
    pub fn draw(&self, p8: &mut Machine, clock: i32) {
        let y = 14 + sway(clock, 1) - self.up.flr();
        cut_out(p8, |p8| p8.spr_ext(tile::LOGO.into(), 16, y, 12, 3, false, false));
    }
}

/// A text in the middle of a line.
pub fn centered(p8: &mut Machine, text: &str, y: i32, color: i32) {
    let x = 64 - p8.text_width(text) / 2;
    p8.print_at(text, x, y, color);
}

/// The seed of a run.
pub fn seed(world: &World) -> String {
    format!("{:08x}", world.seed)
}

/// Labels left, values right.
fn rows(p8: &mut Machine, y: i32, pitch: i32, rows: &[(u8, &str)]) {
    for (i, (label, value)) in (0..).zip(rows) {
        p8.print_at(line("labels", *label), 28, y + i * pitch, 6);
        p8.print_at(*value, 101 - p8.text_width(*value), y + i * pitch, 7);
    }
}

/// What can be done at the end, and the seed.
fn hint(p8: &mut Machine, world: &World, x: i32, y: i32, clock: i32) {
    p8.print_at(line("again", 0), x, y, if clock / 20 % 2 > 0 { 7 } else { 10 });
    p8.print_at(format!("{} {}", line("labels", 9), seed(world)).as_str(), 4, 121, 6);
}

/// The end of a lost run.
pub fn toasted(p8: &mut Machine, world: &World, best: i32, clock: i32) {
    let [floor, best] = [world.floor.into(), best].map(|n: i32| format!("{n}"));
    let [steps, kills, meals, _] = numbers(world);
    cut_out(p8, |p8| {
        p8.spr_ext(picture::TOASTED, 32, 14, 8, 2, false, false);
        p8.spr(picture::TOAST, 60, 33);
    });
    let killer = (world.stats.killer + 9) % 10;
    centered(p8, line("epitaph", killer), 44, 9);
    let by = line("by", killer);
    rows(p8, 55, 8, &[(0, &floor), (1, &steps), (2, &kills), (3, &meals), (4, by), (6, &best)]);
    hint(p8, world, 50, 105, clock);
    centered(p8, line("again", 1), 113, 6);
}

/// The end of a run that was won, as the `streak`th in a row: the ham comes down on the bun.
pub fn ham_roll(p8: &mut Machine, world: &World, streak: i32, age: i32) {
    for i in 0..RAYS {
        let turn = Num::int(i + age % RAYS) / Num::int(RAYS);
        let reach = |part: Num| (part * Num::int(44)).flr();
        let (x, y) = (64 + reach(turn.cos()), 42 + reach(turn.sin()));
        // Twice, side by side: one line each would leave holes.
        (0..2).for_each(|aside| p8.line(64 + aside, 42, x + aside, y, if i / 20 % 2 > 0 { 4 } else { 2 }));
    }
    p8.rectfill(0, 57, 127, 127, 0);
    let up = tween(Num::int(40), Num::int(age.min(LANDING)) / Num::int(LANDING)).flr();
    cut_out(p8, |p8| {
        // The sheet's bun, and the bun with ham, three times as large.
        let (x, y) = if up > 0 { (0, 96) } else { (120, 112) };
        p8.sspr_ext(x, y, 8, 8, 52, 33, 24, 24, false, false);
        if up > 0 {
            p8.spr_ext(tile::ALTAR.into(), 52, 20 - up, 3, 2, false, false);
        }
        p8.spr_ext(picture::HAM_ROLL, 32, 3, 8, 2, false, false);
    });
    let from = if age / 240 % 2 > 0 { 3 } else { 0 };
    (0..3).for_each(|i| centered(p8, line("win", from + i), 60 + i32::from(i) * 7, 15));
    let [steps, kills, meals, turns] = numbers(world);
    rows(p8, 83, 7, &[(1, &steps), (2, &kills), (3, &meals), (5, &turns)]);
    let text = line("altar", if streak > 1 { 1 } else { 2 }).replace('@', &format!("{streak}"));
    centered(p8, &text, 113, 9);
    hint(p8, world, 96, 121, age);
}

/// Steps, kills, meals and turns.
fn numbers(world: &World) -> [String; 4] {
    let stats = &world.stats;
    [stats.steps, stats.kills, stats.meals, stats.turns].map(|n| format!("{n}"))
}
