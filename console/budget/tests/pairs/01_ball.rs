//! A ball that bounces in a room, with a shadow and a kick.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

const R: i32 = 5;

#[derive(Clone, Serialize, Deserialize)]
pub struct Ball {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    hits: u32,
    squash: u8,
}

impl Default for Ball {
    fn default() -> Self {
        Ball { x: num!(64), y: num!(20), dx: num!(1.5), dy: num!(0), hits: 0, squash: 0 }
    }
}

impl Ball {
    fn bounce(&mut self, p8: &mut Machine, v: Num) -> Num {
        self.hits += 1;
        self.squash = 4;
        p8.sfx(0);
        -v * num!(0.9)
    }
}

impl Cart for Ball {
    fn _update60(&mut self, p8: &mut Machine) {
        self.dy += num!(0.1);
        self.x += self.dx;
        self.y += self.dy;
        let (left, right) = (Num::int(R), Num::int(127 - R));
        if self.x < left || self.x > right {
            self.x = self.x.mid(left, right);
            self.dx = self.bounce(p8, self.dx);
        }
        let floor = Num::int(120 - R);
        if self.y > floor {
            self.y = floor;
            self.dy = self.bounce(p8, self.dy);
        }
        self.squash = self.squash.saturating_sub(1);
        if p8.btnp(5) {
            self.dy = num!(-3);
            self.dx += p8.rnd(2) - num!(1);
        }
        if p8.btnp(4) {
            *self = Ball::default();
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.rectfill(0, 120, 127, 127, 3);
        let (x, y) = (self.x.flr(), self.y.flr());
        let w = R - (120 - y) / 30;
        p8.ovalfill(x - w, 121, x + w, 123, 0);
        if self.squash > 0 {
            p8.ovalfill(x - R - 1, y - R + 2, x + R + 1, y + R, 8);
        } else {
            p8.circfill(x, y, R, 8);
            p8.circfill(x - 2, y - 2, 1, 7);
        }
        p8.print_at(format!("hits {}", self.hits), 2, 2, 7);
    }
}
