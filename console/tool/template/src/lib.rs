//! A firefly in a night meadow catches sparks.
//!
//! `_init` runs once. Then `_update60` and `_draw` run sixty times a second. `rasher help` lists all calls.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// The game's whole state. The console saves it by field names, so a run can be resumed after a code change.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    at: (i32, i32),
    spark: (i32, i32),
    trail: Vec<(i32, i32)>,
    caught: i32,
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        (self.at, self.spark) = ((60, 60), (96, 40));
        p8.music(0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let (mut x, mut y) = self.at;
        x += i32::from(p8.btn(1)) - i32::from(p8.btn(0));
        y += i32::from(p8.btn(3)) - i32::from(p8.btn(2));
        (x, y) = (x.clamp(0, 120), y.clamp(0, 120));
        // The tile under its feet: sprites with flag 0 stop it.
        let solid = p8.fget_bit(i32::from(p8.mget((x + 4) / 8, (y + 7) / 8)), 0);
        if !solid {
            self.at = (x, y);
        }
        self.trail.insert(0, self.at);
        self.trail.truncate(24);
        if (x - self.spark.0).abs() < 7 && (y - self.spark.1).abs() < 7 {
            self.caught += 1;
            self.spark = (p8.rnd(120).flr(), p8.rnd(88).flr());
            p8.sfx(8);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.circfill(104, 22, 11, 13);
        p8.circfill(104, 22, 10, 7);
        p8.map();
        for (age, (x, y)) in (0..).zip(&self.trail).skip(3).step_by(3) {
            p8.circfill(x + 3, y + 4, 2 - age / 9, [10, 9, 4, 2][age as usize / 6]);
        }
        let beat = (p8.frame() / 8 % 2) as i32;
        p8.spr(3 + beat, self.spark.0, self.spark.1);
        p8.spr(1 + beat, self.at.0, self.at.1);
        p8.print_at(format!("sparks {}", self.caught), 4, 4, 7);
    }
}
