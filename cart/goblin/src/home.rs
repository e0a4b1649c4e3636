//! The homecoming: the scene after a won game, at the tribe's fire.
//!
//! ```text
//!   frame 0 ──────────── DANCE ──────────────────> until a button leads to the title
//!   out of the cave,     the drum is set down,       before DANCE, a button skips to it
//!   drum overhead        the tribe dances
//!
//!    ((  moon         stars
//!   ▟██▙ cave      ▲ tents ▲
//!   ▟██▙   hero ->  fire    tribe      all goblins are the sheet's, twice as large
//! ```

use crate::Game;
use crate::data::{DRUM, ITEMS, KINDS};
use crate::panel::middle;
use crate::show::SHADE;
use alloc::format;
use rasher::Machine;

/// The frame in which the hero has arrived and the dance begins.
pub const DANCE: i32 = 200;
/// Where the hero stops.
const STOP: i32 = 46;
/// The tribe from back to front: left and upper pixel, colour.
const TRIBE: [(i32, i32, u8); 8] = [
    (52, 68, 11),
    (68, 65, 15),
    (84, 68, 10),
    (98, 75, 11),
    (108, 86, 15),
    (94, 94, 11),
    (76, 99, 10),
    (58, 98, 11),
];
/// Frames between two beats of the title's dance.
const BEAT: i32 = 30;
/// Rows that a dancer is off the ground, by the eighths of a beat.
const HOP: [i32; 8] = [0, 3, 5, 6, 5, 3, 0, 0];

/// A goblin, twice as large as in the dungeon; its feet are at `y + 15`.
fn goblin(p8: &mut Machine, step: i32, (x, y): (i32, i32), color: u8, left: bool) {
    let sprite = KINDS[0].sprite + step;
    p8.pal(7, i32::from(color));
    p8.pal(6, i32::from(SHADE[usize::from(color) & 15]));
    p8.sspr_ext(sprite % 16 * 8, sprite / 16 * 8, 8, 8, x, y, 16, 16, left, false);
    p8.pal_reset_one(0);
}

/// The drum, twice as large, too.
fn drum(p8: &mut Machine, (x, y): (i32, i32)) {
    let (_, sprite, color, _) = ITEMS[DRUM as usize];
    p8.pal(7, i32::from(color));
    p8.pal(6, 4);
    p8.sspr_ext(sprite % 16 * 8, sprite / 16 * 8, 8, 8, x, y, 16, 16, false, false);
    p8.pal_reset_one(0);
}

/// Sky, hills, tents and the mouth of the cave.
fn clearing(p8: &mut Machine, time: i32) {
    p8.cls(1);
    for i in 0..24 {
        let (x, y) = ((i * i * 31 + i * 47) % 128, (i * i * 17 + i * 5) % 60);
        p8.pset(x, y, if (i * 7 + time / 24) % 9 == 0 { 6 } else { 13 });
    }
    p8.circfill(112, 40, 8, 7);
    p8.circfill(109, 38, 7, 1);
    for (x, y, r) in [(30, 108, 40), (88, 112, 38), (128, 104, 34)] {
        p8.circfill(x, y, r, 2);
    }
    p8.rectfill(0, 80, 127, 127, 3);
    // The light of the fire on the ground.
    p8.fillp(0x5a5a_i32);
    p8.ovalfill(30, 82, 127, 122, 0x43);
    p8.fillp(0);
    p8.ovalfill(50, 88, 106, 114, 4);
    for (x, y) in [(62, 60), (90, 62)] {
        for row in 0..16 {
            p8.line(x - row / 2 - 1, y + row, x + row / 2 + 1, y + row, if row % 5 == 4 { 2 } else { 4 });
        }
        p8.line(x, y + 8, x, y + 15, 0);
        p8.line(x, y - 2, x + 2, y - 3, 9);
    }
    for (r, color) in [(26, 5), (22, 13), (17, 0)] {
        p8.circfill(-2, 92, r, color);
    }
    p8.rectfill(0, 104, 26, 127, 3);
}

/// Logs and flames.
fn fire(p8: &mut Machine, time: i32) {
    for (r, color) in [(7, 8), (5, 9), (3, 10)] {
        let sway = (time / 6 + r) % 3 - 1;
        p8.circfill(78, 96, r, color);
        p8.circfill(78 + sway, 91 - r / 2, r - 2, color);
    }
    p8.line(70, 103, 86, 99, 4);
    p8.line(70, 99, 86, 103, 4);
    for i in 0..4 {
        let rise = (time / 2 + i * 11) % 40;
        p8.pset(78 + (i * 5 + rise / 7) % 9 - 4, 84 - rise, if rise < 20 { 9 } else { 8 });
    }
}

impl Game {
    /// The scene, and what the run was worth.
    pub(crate) fn draw_home(&self, p8: &mut Machine) {
        let time = self.scene;
        let dances = time >= DANCE;
        clearing(p8, time);
        let hop = |i: i32| if dances { HOP[((time + i * 11) % BEAT * 8 / BEAT) as usize & 7] } else { 0 };
        for (i, (x, y, color)) in (0..).zip(TRIBE) {
            if i == 4 {
                fire(p8, time);
            }
            // Each looks at the hero, and at the fire once it dances.
            let left = if dances { x > 70 } else { true };
            let step = if dances { (time + i * 11) / BEAT % 2 } else { (time + i * 40) / 90 % 2 };
            goblin(p8, step, (x, y - hop(i)), color, left);
        }
        let walked = (time * (STOP + 12) / (DANCE - 20)).min(STOP + 12) - 12;
        let at = (walked, 86);
        if dances {
            drum(p8, (STOP - 16, 90));
            // It hits the drum on each beat.
            let hit = i32::from(time % BEAT < 8);
            goblin(p8, hit, (STOP - 2, 84 + hit), 11, true);
            if hit > 0 {
                p8.print_at("♪", STOP - 20, 80, 10);
            }
        } else {
            goblin(p8, time / 8 % 2, at, 11, false);
            drum(p8, (at.0, at.1 - 11 - time / 8 % 2));
        }
        if dances {
            let (wins, fewest) = (p8.best("wins"), -p8.best("turns"));
            middle(p8, "\x06tthe drum is home!", 4, 11);
            let record = if self.turn <= fewest { "the fewest yet!" } else { &*format!("fewest {fewest}") };
            middle(p8, &format!("{} turns, {record}", self.turn), 18, 7);
            middle(p8, &format!("wins {wins}  seed {}", self.seed), 26, 6);
            middle(p8, "🅾️ title", 120, 10);
        } else if time > 20 {
            middle(p8, "out of the dark, into the night", 8, 6);
        }
    }
}
