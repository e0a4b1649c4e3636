//! Breakout: states, a grid of bricks, a bouncing ball. A complete game.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

const COLORS: [i32; 6] = [8, 9, 10, 11, 12, 14];

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    #[default]
    Title,
    Play,
    Over,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Paddle {
    x: Num,
    w: i32,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Ball {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    held: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Brick {
    x: i32,
    y: i32,
    c: i32,
    points: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Spark {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    left: i32,
    c: i32,
}

/// The game.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    mode: Mode,
    best: i32,
    score: i32,
    lives: i32,
    level: i32,
    paddle: Paddle,
    ball: Ball,
    bricks: Vec<Brick>,
    sparks: Vec<Spark>,
}

impl Cart for Game {
    fn _init(&mut self, _: &mut Machine) {
        self.start();
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if self.mode == Mode::Play {
            self.move_paddle(p8);
            self.move_ball(p8);
        } else if p8.btnp(4) || p8.btnp(5) {
            self.start();
            self.mode = Mode::Play;
        }
        for s in &mut self.sparks {
            s.x += s.dx;
            s.y += s.dy;
            s.dy += num!(0.08);
            s.left -= 1;
        }
        self.sparks.retain(|s| s.left > 0);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.fillp(0xa5a5);
        for i in 0..=5 {
            p8.circ(64, 70, p8.t() * 8 % 16 + 20 + i * 16, 0x12);
        }
        p8.fillp(0);
        p8.rectfill(0, 0, 127, 8, 0);
        p8.rectfill(0, 9, 127, 9, 13);
        p8.rectfill(0, 9, 1, 127, 13);
        p8.rectfill(126, 9, 127, 127, 13);
        for b in &self.bricks {
            p8.rectfill(b.x, b.y + 1, b.x + 13, b.y + 6, 0);
            p8.rectfill(b.x, b.y, b.x + 12, b.y + 5, b.c);
            p8.line(b.x, b.y, b.x + 12, b.y, 7);
            p8.pset(b.x + 1, b.y + 2, 7);
        }
        for s in &self.sparks {
            p8.pset(s.x, s.y, s.c);
        }
        let Paddle { x, w } = self.paddle;
        p8.rrectfill(x, 114, w, 6, 2, 5);
        p8.rrectfill(x, 114, w, 5, 2, 6);
        p8.rectfill(x + 3, 115, x + w - 4, 115, 7);
        p8.rectfill(x, 115, x + 2, 117, 8);
        p8.rectfill(x + w - 3, 115, x + w - 1, 117, 8);
        p8.circfill(self.ball.x, self.ball.y, 2, 7);
        p8.pset(self.ball.x + 1, self.ball.y + 1, 6);
        p8.print_at(self.score, 3, 2, 7);
        middle(p8, &format!("level {}", self.level), 2, 6);
        for i in 1..=self.lives {
            p8.print_at("♥", 128 - i * 8, 2, 8);
        }
        if self.mode != Mode::Play {
            p8.rectfill(14, 66, 113, 100, 0);
            p8.rect(14, 66, 113, 100, 13);
            if self.mode == Mode::Title {
                p8.print_at("\u{6}w\u{6}tbreakout", 33, 71, 10);
            } else {
                middle(p8, "game over", 71, 8);
                middle(p8, &format!("score {}  best {}", self.score, self.best), 80, 7);
            }
            middle(p8, "🅾️ start", 90, 6);
        }
    }
}

/// A centred text.
fn middle(p8: &mut Machine, text: &str, y: i32, color: i32) {
    p8.print_at(text, 64 - p8.text_width(text) / 2, y, color);
}

impl Game {
    fn start(&mut self) {
        (self.score, self.lives, self.level) = (0, 3, 0);
        self.paddle = Paddle { x: num!(52), w: 24 };
        self.bricks_anew();
    }

    fn bricks_anew(&mut self) {
        self.level += 1;
        self.bricks.clear();
        for (y, c) in (1..).zip(COLORS) {
            for x in 1..=8 {
                // Each level leaves out different bricks.
                if self.level % 3 == 1 || (x * self.level + y) % 4 > 0 {
                    self.bricks.push(Brick { x: x * 15 - 11, y: y * 7 + 10, c, points: (7 - y) * 10 });
                }
            }
        }
        self.serve();
    }

    fn serve(&mut self) {
        self.ball = Ball { x: num!(64), y: num!(100), held: true, ..Ball::default() };
        self.sparks.clear();
    }

    fn move_paddle(&mut self, p8: &mut Machine) {
        let paddle = &mut self.paddle;
        if p8.btn(0) {
            paddle.x -= num!(2.5);
        }
        if p8.btn(1) {
            paddle.x += num!(2.5);
        }
        paddle.x = paddle.x.mid(num!(2), Num::int(126 - paddle.w));
    }

    fn move_ball(&mut self, p8: &mut Machine) {
        let half = Num::int(self.paddle.w) / 2;
        if self.ball.held {
            (self.ball.x, self.ball.y) = (self.paddle.x + half, num!(111));
            if p8.btnp(4) || p8.btnp(5) {
                self.ball.held = false;
                (self.ball.dx, self.ball.dy) = (num!(0.7), num!(-1.2) - self.level * num!(0.1));
                p8.sfx(1);
            }
            return;
        }
        // Sideways first, then up or down: that shows which side was hit.
        self.ball.x += self.ball.dx;
        if self.ball.x < 4 || self.ball.x > 123 || self.hit(p8) {
            self.ball.x -= self.ball.dx;
            self.ball.dx *= -1;
            p8.sfx(0);
        }
        self.ball.y += self.ball.dy;
        if self.ball.y < 12 || self.hit(p8) {
            self.ball.y -= self.ball.dy;
            self.ball.dy *= -1;
            p8.sfx(0);
        }
        // The direction depends on where it hits the paddle.
        let ball = &mut self.ball;
        let off = ball.x - self.paddle.x - half;
        if ball.dy > 0 && ball.y > 112 && ball.y < 117 && off.abs() < half + 2 {
            ball.dy *= -1;
            ball.dx = (off / 7).mid(num!(-2), num!(2));
            p8.sfx(1);
        }
        if ball.y > 130 {
            self.lives -= 1;
            p8.sfx(3);
            self.serve();
            if self.lives == 0 {
                self.mode = Mode::Over;
                self.best = self.best.max(self.score);
            }
        } else if self.bricks.is_empty() {
            p8.sfx(4);
            self.bricks_anew();
        }
    }

    /// Removes the brick that the ball is in.
    fn hit(&mut self, p8: &mut Machine) -> bool {
        let Ball { x, y, .. } = self.ball;
        let inside = |b: &Brick| x > b.x - 2 && x < b.x + 15 && y > b.y - 2 && y < b.y + 7;
        let Some(at) = self.bricks.iter().position(inside) else { return false };
        let b = self.bricks.remove(at);
        self.score += b.points;
        p8.sfx(2);
        for _ in 0..8 {
            self.sparks.push(Spark {
                x: b.x + p8.rnd(14),
                y: b.y + p8.rnd(6),
                dx: p8.rnd(1) - num!(0.5),
                dy: -p8.rnd(1),
                left: 20 + p8.rnd(20).flr(),
                c: b.c,
            });
        }
        true
    }
}
