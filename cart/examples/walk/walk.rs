//! An animated sprite: its picture depends on what it does, and for how long.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

const WALKS: [i32; 4] = [33, 35, 37, 39];

#[derive(Clone, Default, Serialize, Deserialize)]
struct Fox {
    x: i32,
    y: Num,
    dy: Num,
    left: bool,
    step: i32,
}

/// The fox, and the visible part of the meadow.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    fox: Fox,
    view: Num,
}

impl Cart for Game {
    fn _init(&mut self, _: &mut Machine) {
        self.fox = Fox { x: 40, y: num!(88), ..Fox::default() };
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let fox = &mut self.fox;
        let mut dx = 0;
        if p8.btn(0) {
            dx = -1;
        }
        if p8.btn(1) {
            dx = 1;
        }
        if dx != 0 {
            fox.left = dx < 0;
            fox.x = (fox.x + dx).clamp(0, 496);
            fox.step += 1;
            if fox.step % 16 == 0 && fox.dy == 0 {
                p8.sfx(0);
            }
        } else {
            fox.step = 0;
        }
        if p8.btnp(4) && fox.y == 88 {
            fox.dy = num!(-3);
            p8.sfx(1);
        }
        fox.y += fox.dy;
        fox.dy += num!(0.18);
        if fox.y >= 88 {
            fox.y = num!(88);
            fox.dy = num!(0);
        }
        // The camera follows the fox.
        self.view += (Num::int((fox.x - 56).clamp(0, 384)) - self.view) / 12;
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.camera(0, 0);
        p8.cls(15);
        p8.rectfill(0, 0, 127, 28, 12);
        p8.rectfill(0, 29, 127, 46, 6);
        p8.circfill(100, 26, 11, 7);
        p8.circfill(100, 26, 9, 10);
        self.hills(p8, 52, 40, 8, 13);
        self.hills(p8, 70, 36, 4, 3);
        p8.camera(self.view / 2, 0);
        for i in 0..=15 {
            p8.spr_ext(11, i * 37 + i * i % 11, 80, 2, 2, false, false);
        }
        p8.camera(self.view, 0);
        p8.rectfill(0, 96, 512, 104, 11);
        p8.rectfill(0, 105, 512, 127, 4);
        p8.fillp(0x5a5a);
        p8.rectfill(0, 103, 512, 107, 0xb4);
        p8.fillp(0);
        for i in 0..=63 {
            let k = i * i * 7 % 13;
            if k < 8 {
                p8.spr(16, i * 8, 89);
            }
            if k == 9 {
                p8.spr(9, i * 8, 88);
            }
            if k == 11 {
                p8.spr(10, i * 8, 88);
            }
            p8.pset(i * 8 + k, 112 + i * 5 % 13, 2);
        }
        let Fox { x, y, left, .. } = self.fox;
        p8.spr_ext(self.picture(p8), x, y - 7, 2, 2, left, false);
    }
}

impl Game {
    /// The current picture.
    fn picture(&self, p8: &Machine) -> i32 {
        if self.fox.y < 88 {
            5
        } else if self.fox.step > 0 {
            WALKS[self.fox.step as usize / 8 % 4]
        } else if p8.t() % num!(3) > num!(2.85) {
            3
        } else {
            1
        }
    }

    /// Hills that scroll more slowly than the foreground, so they look far away.
    fn hills(&self, p8: &mut Machine, y: i32, r: i32, slow: i32, color: i32) {
        p8.camera(self.view / slow, 0);
        for i in 0..=12 {
            p8.circfill(Num::int(i * r) * num!(1.4), y + r + i * 7 % 5 * 3, r, color);
        }
    }
}
