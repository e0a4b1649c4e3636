//! A moving ball: position, speed, gravity. In most games, most things move this way.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Ball {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    flat: Num,
}

/// The ball, and its last positions.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    ball: Ball,
    trail: Vec<(Num, Num)>,
}

impl Cart for Game {
    fn _init(&mut self, _: &mut Machine) {
        self.ball = Ball { x: num!(24), y: num!(30), dx: num!(1.5), ..Ball::default() };
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let ball = &mut self.ball;
        if p8.btn(0) {
            ball.dx -= num!(0.05);
        }
        if p8.btn(1) {
            ball.dx += num!(0.05);
        }
        if p8.btnp(4) {
            ball.dy = num!(-4);
            p8.sfx(2);
        }
        // Gravity adds a little downward speed in each frame.
        ball.dx = ball.dx.mid(num!(-3), num!(3));
        ball.dy += num!(0.15);
        ball.x += ball.dx;
        ball.y += ball.dy;
        // A bounce reverses the speed and takes some of it.
        if ball.x < 9 || ball.x > 118 {
            ball.x = ball.x.mid(num!(9), num!(118));
            ball.dx *= num!(-0.9);
            p8.sfx(1);
        }
        if ball.y > 104 {
            ball.y = num!(104);
            // A slow one comes to rest.
            if ball.dy > num!(0.6) {
                ball.flat = ball.dy.min(4);
                p8.sfx(0);
            }
            ball.dy *= num!(-0.82);
            ball.dx *= num!(0.99);
        }
        ball.flat *= num!(0.8);
        self.trail.insert(0, (ball.x, ball.y));
        self.trail.truncate(18);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(12);
        // A sky in three colours, dithered where they meet.
        p8.rectfill(0, 36, 127, 80, 14);
        p8.rectfill(0, 60, 127, 80, 15);
        p8.fillp(0x5a5a);
        p8.rectfill(0, 30, 127, 41, 0xce);
        p8.rectfill(0, 55, 127, 64, 0xef);
        p8.fillp(0);
        for i in 0..=4 {
            p8.circfill(i * 34 - 4, 82, 10 + i * 7 % 5 * 3, 13);
        }
        // A floor of boards that converge in the distance.
        p8.rectfill(0, 81, 127, 127, 4);
        for x in (-240..=368).step_by(32) {
            p8.line(Num::int(x - 64) / 4 + 64, 81, x, 127, 2);
        }
        p8.line(0, 81, 127, 81, 2);
        for i in 0..=3 {
            p8.line(0, 86 + i * i * 4 + i * 3, 127, 86 + i * i * 4 + i * 3, 2);
        }
        // The shadow is small when the ball is high.
        let Ball { x, y, flat, .. } = self.ball;
        let r = num!(11) - (num!(104) - y) / 12;
        p8.ovalfill(x - r, 111, x + r, 115, 2);
        for i in (4..=self.trail.len()).rev().step_by(3) {
            let (x, y) = self.trail[i - 1];
            p8.circ(x, y, num!(9) - Num::int(i as i32) / 3, 7);
        }
        // Flat for a moment after a hit.
        let (w, h, y) = (flat + 9, num!(9) - flat, y + flat);
        p8.ovalfill(x - w, y - h, x + w, y + h, 2);
        p8.ovalfill(x - w + 1, y - h + 1, x + w - 1, y + h - 1, 8);
        p8.ovalfill(x - w + 2, y - h + 2, x + w / 2, y + h / 2, 14);
        p8.ovalfill(x - w / 2 - 1, y - h / 2 - 2, x - 1, y - 1, 7);
        p8.print_at("⬅️➡️ push   🅾️ jump", 26, 4, 1);
    }
}
