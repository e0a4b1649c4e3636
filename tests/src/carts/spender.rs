//! A strict cart whose frames cost more and less than allowed.
//!
//! Every second it picks random costs for an update and a picture, from nothing to a frame and a half of its rate. O
//! makes the next update cost ten frames; X stops and restarts metering. The meter's values are on its screen and
//! therefore in the picture's digest.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// The current costs, and their results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spender {
    update: u32,
    draw: u32,
    steps: u32,
    taps: u32,
}

/// Cycles of a frame at 60 a second.
const FRAME: u32 = 139_810;

impl Cart for Spender {
    fn _init(&mut self, p8: &mut Machine) {
        p8.strict(true);
        p8.spend(FRAME * 5 / 2);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if self.steps.is_multiple_of(60) {
            self.update = p8.rnd(FRAME as i32 / 128).flr() as u32 * 128;
            self.draw = p8.rnd(3 * FRAME as i32 / 256).flr() as u32 * 128;
        }
        self.steps += 1;
        p8.spend(self.update);
        if p8.btnp(4) {
            self.taps += 1;
            p8.spend(10 * FRAME);
        }
        if p8.btnp(5) {
            let before = p8.strict(false);
            p8.strict(!before);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.spend(self.draw);
        for (y, n) in (1..).step_by(8).zip([0, 1, 2, 7, 8, 9]) {
            let told = p8.stat(n).to_string();
            p8.print_at(told.as_str(), 1, y, 7);
        }
        p8.print_at(self.steps as i32, 1, 100, 10);
        p8.print_at(self.taps as i32, 1, 108, 10);
    }
}
