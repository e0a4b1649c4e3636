//! A wide map, a hero who walks and jumps on it, a camera that follows.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Walk {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    camera: (Num, Num),
    ground: bool,
    left: bool,
    coins: u32,
}

fn is_solid(p8: &Machine, x: i32, y: i32) -> bool {
    p8.fget_bit(p8.mget(x.div_euclid(8), y.div_euclid(8)).into(), 0)
}

fn is_free(p8: &Machine, x: Num, y: Num) -> bool {
    let (x, y) = (x.flr(), y.flr());
    ![(0, 0), (7, 0), (0, 7), (7, 7)].iter().any(|(dx, dy)| is_solid(p8, x + dx, y + dy))
}

impl Walk {
    fn move_x(&mut self, p8: &Machine) {
        if is_free(p8, self.x + self.dx, self.y) {
            self.x += self.dx;
        } else {
            self.dx = Num::ZERO;
        }
    }

    fn move_y(&mut self, p8: &Machine) {
        if is_free(p8, self.x, self.y + self.dy) {
            self.y += self.dy;
            self.ground = false;
        } else {
            self.ground = self.dy > Num::ZERO;
            self.dy = Num::ZERO;
        }
    }

    fn pick(&mut self, p8: &mut Machine) {
        let (x, y) = ((self.x.flr() + 4) / 8, (self.y.flr() + 4) / 8);
        if p8.mget(x, y) == 5 {
            p8.mset(x, y, 0);
            self.coins += 1;
            p8.sfx(6);
        }
    }
}

/// A tenth of the way from `from` to where the hero is in the middle.
fn follow(from: Num, hero: Num, most: i32) -> Num {
    let to = (hero - num!(60)).mid(Num::ZERO, Num::int(most));
    from + (to - from) * num!(0.1)
}

impl Cart for Walk {
    fn _init(&mut self, _p8: &mut Machine) {
        self.x = num!(24);
        self.y = num!(40);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if p8.btn(0) {
            self.dx -= num!(0.2);
            self.left = true;
        } else if p8.btn(1) {
            self.dx += num!(0.2);
            self.left = false;
        } else {
            self.dx *= num!(0.8);
        }
        self.dx = self.dx.mid(num!(-1.5), num!(1.5));
        self.dy = (self.dy + num!(0.15)).min(num!(3));
        if p8.btnp(5) && self.ground {
            self.dy = num!(-2.6);
            p8.sfx(7);
        }
        self.move_x(p8);
        self.move_y(p8);
        self.pick(p8);
        self.camera.0 = follow(self.camera.0, self.x, 1024 - 128);
        self.camera.1 = follow(self.camera.1, self.y, 256 - 128);
    }

    fn _draw(&self, p8: &mut Machine) {
        let (x, y) = (self.x.flr(), self.y.flr());
        let (left, top) = (self.camera.0.flr(), self.camera.1.flr());
        p8.cls(12);
        p8.camera(left / 2, 0);
        for i in 0..=8 {
            p8.circfill(i * 90, 120, 40, 3);
        }
        p8.camera(left, top);
        p8.map_ext(0, 0, 0, 0, 128, 32, 0);
        let sprite = if !self.ground {
            18
        } else if self.dx.abs() > num!(0.2) {
            16 + x / 4 % 2
        } else {
            16
        };
        p8.spr_ext(sprite, x, y, 1, 1, self.left, false);
        p8.camera(0, 0);
        p8.print_at(format!("coins {}", self.coins), 4, 4, 7);
    }
}
