//! Logo and best scores over the yard, and the end of a run.
//!
//! ```text
//!   TOASTED            HAM ROLL        y 4
//!   the toast          the bun under the ham, three times as large
//!   run over by soup   the ham is yours.
//!      floor  7   best  9              numbers from the run, put into a page of the texts
//!   x again                            flashes, as all does that has no colour of its own
//!   seed 20261121                      whoever types it climbs the same tower
//! ```

use crate::anim::sway;
use crate::data::page;
use crate::paint::{cut_out, print_outlined};
use crate::tile;
use crate::{Game, Mode};
use alloc::format;
use rasher::{Machine, Num};

/// Lettering in the sheet, 8 wide and 2 high; beside it that of a won run.
const TOASTED: i32 = 144;
/// Lines that its rays are made of.
const RAYS: i32 = 720;

impl Game {
    /// The logo sways by a pixel; when the climb begins it floats off, faster by 0.08 pixels each frame.
    pub(crate) fn draw_logo(&self, p8: &mut Machine) {
        let title = self.mode == Mode::Title;
        let age = if title { 0 } else { self.clock.min(60) };
        if self.shown.floor == 0 {
            p8.spr_ext(tile::LOGO.into(), 16, 14 + sway(self.clock, 1) - age * age / 25, 12, 3, false, false);
        }
        if title {
            let best = format!("best {}  streak {}", p8.dget(1).flr(), p8.dget(3).flr());
            print_outlined(p8, &best, 4, 121, 6);
        }
    }

    /// The end of a run.
    pub(crate) fn draw_end(&self, p8: &mut Machine) {
        let stats = &self.world.stats;
        let won = i32::from(self.has_won());
        cut_out(p8);
        for i in 0..RAYS * won {
            let turn = Num::int(i + self.clock % RAYS) / Num::int(RAYS);
            let reach = |part: Num| (part * Num::int(44)).flr();
            let color = if i / 60 % 2 > 0 { 4 } else { 2 };
            p8.line(64, 36, 64 + reach(turn.cos()), 36 + reach(turn.sin()), color);
        }
        p8.rectfill(0, 50, 127, 127, 0);
        // The toast, or the bun with the ham, three times as large: it comes down a pixel a frame.
        p8.sspr_ext(112 + 8 * won, 112, 8, 8, 52, self.clock.min(66) - 40, 24, 24, false, false);
        p8.spr_ext(TOASTED + 8 * won, 32, 4, 8, 2, false, false);

        let fate = if won > 0 { 11 } else { stats.killer };
        let best = p8.dget(1).flr() as u32;
        let floor = u32::from(self.world.floor);
        let numbers = [floor, best, stats.steps, stats.turns, stats.kills, stats.meals];
        let page =
            format!("{}\n{}\n\x0c6seed {:08}", page(&format!("fate{fate}")), page("end"), self.world.seed);
        let page = numbers.iter().fold(page, |page, number| page.replacen('#', &format!("{number:>5}"), 1));
        for (i, row) in (0..).zip(page.lines()) {
            let flash = if self.clock / 20 % 2 > 0 { 7 } else { 10 };
            p8.print_at(row, 64 - p8.text_width(row) / 2, 52 + i * 7, flash);
        }
    }
}
