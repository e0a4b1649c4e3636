//! The homecoming: the scene after a won game, at the tribe's fire.
//!
//! ```text
//!   frame 0 ──────────── DANCE ──────────────────> until a button leads to the title
//!   out of the cave,     the drum is set down,       before DANCE, buttons do nothing
//!   drum overhead        the tribe dances
//!
//!    ((  moon         stars
//!   ▟██▙ cave      ▲ tents ▲                         cells 16 0 to 31 15 of the map
//!   ▟██▙   hero ->  fire    tribe                    goblins and drum are the sheet's, twice as large
//! ```

use crate::Game;
use crate::panel::middle;
use crate::show::stamp_ext;
use alloc::format;
use rasher::Machine;

/// The frame in which the dance begins; the hero has arrived by then.
pub const DANCE: i32 = 180;
/// The sprites of the dungeon.
const GOBLIN: i32 = 2;
const DRUM: i32 = 39;
/// The tribe from back to front: left and upper pixel, colour.
const TRIBE: &[u8; 24] =
    b"\x34\x44\x0b\x44\x41\x0f\x54\x44\x0a\x62\x4b\x0b\x6c\x56\x0f\x5e\x5e\x0a\x4c\x63\x0b\x3a\x62\x0b";

impl Game {
    /// The scene, and what the run was worth.
    pub(crate) fn draw_home(&self, p8: &mut Machine) {
        let (time, dances) = (self.scene, self.scene >= DANCE);
        // Pink, which no goblin is, becomes the dark green of the ground.
        p8.pal_ext(14, 131, 1);
        p8.map_ext(16, 0, 0, 0, 16, 16, 0);
        p8.ovalfill(38, 88, 120, 118, 5);
        let hero = [(time / 4).min(42) as u8, 88, 11];
        for (i, at) in (0..).zip(TRIBE.chunks(3).chain([&hero[..]])) {
            // Half of the tribe is behind the fire.
            if i == 4 {
                p8.spr_ext(76 + time / 8 % 2 * 2, 70, 84, 2, 2, false, false);
            }
            let step = (time + i * 11) / 10 % 2;
            let y = i32::from(at[1]) - if dances { step * 4 } else { 0 };
            stamp_ext(p8, GOBLIN + step, (at[0].into(), y), 16, at[2], at[0] > 70, false);
        }
        let at = if dances { (24, 93) } else { (hero[0].into(), 77) };
        stamp_ext(p8, DRUM, at, 16, 9, false, false);
        if dances {
            middle(p8, "\x06tthe drum is home!", 4, 11);
            middle(p8, &format!("{} turns, best {}", self.turn, -p8.best("turns")), 18, 7);
            middle(p8, &format!("seed {}", self.seed), 26, 6);
            middle(p8, "🅾️ title", 120, 10);
        }
    }
}
