//! Moving along a curve: the time runs evenly from 0 to 1, and a function bends it; sparks where something arrives.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

/// Four ways to move.
type Curve = fn(Num) -> Num;

const CURVES: [(&str, Curve); 4] = [
    ("out", |k| num!(1) - (num!(1) - k) * (num!(1) - k) * (num!(1) - k)),
    ("in and out", |k| k * k * (num!(3) - 2 * k)),
    ("back", |k| {
        let k = k - 1;
        k * k * (num!(2.7) * k + num!(1.7)) + 1
    }),
    ("bounce", |k| {
        // A falling ball that bounces twice.
        if k < num!(0.5) {
            return 4 * k * k;
        }
        if k < num!(0.8) {
            let off = k - num!(0.65);
            return num!(1) - (num!(0.15) - off * off * num!(6.67)) * num!(1.6);
        }
        num!(1) - (num!(0.1) - (k - num!(0.9)).abs()) * num!(0.6)
    }),
];

const LIGHT: [i32; 6] = [8, 9, 10, 11, 12, 14];

#[derive(Clone, Serialize, Deserialize)]
struct Gem {
    x: Num,
    y: Num,
    fx: Num,
    fy: Num,
    tx: Num,
    ty: Num,
    kind: i32,
    late: i32,
    age: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Spark {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    left: i32,
    kind: i32,
}

/// Gems in motion, and sparks.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    gems: Vec<Gem>,
    sparks: Vec<Spark>,
    figure: i32,
    age: i32,
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        let mid = num!(64);
        for i in 0..=23 {
            self.gems.push(Gem {
                x: mid,
                y: mid,
                fx: mid,
                fy: mid,
                tx: mid,
                ty: mid,
                kind: 1 + i % 6,
                late: 0,
                age: 0,
            });
        }
        self.send(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.age += 1;
        if p8.btnp(4) || p8.btnp(5) || self.age == 200 {
            self.send(p8);
        }
        let (_, curve) = CURVES[self.figure as usize - 1];
        for g in &mut self.gems {
            if g.late > 0 {
                g.late -= 1;
            } else if g.age < 50 {
                g.age += 1;
                let k = curve(Num::int(g.age) / 50);
                g.x = g.fx + (g.tx - g.fx) * k;
                g.y = g.fy + (g.ty - g.fy) * k;
                if g.age == 50 {
                    g.burst(p8, &mut self.sparks);
                }
            }
        }
        for s in &mut self.sparks {
            s.x += s.dx;
            s.y += s.dy;
            s.dx *= num!(0.94);
            s.dy = s.dy * num!(0.94) + num!(0.03);
            s.left -= 1;
        }
        self.sparks.retain(|s| s.left > 0);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        for i in 0..=7 {
            p8.circ(64, 62, (p8.t() * 6 + i * 16) % 128, 1);
        }
        for s in &self.sparks {
            let color = if s.left > 20 { 7 } else { LIGHT[s.kind as usize - 1] };
            p8.circfill(s.x, s.y, s.left / 14, color);
        }
        for g in &self.gems {
            p8.spr(g.kind, g.x, g.y);
        }
        // The curve of this figure.
        p8.rectfill(0, 112, 127, 127, 1);
        let (name, curve) = CURVES[self.figure as usize - 1];
        p8.print_at(name, 4, 117, 7);
        for i in 0..=40 {
            p8.pset(52 + i, num!(125) - curve(Num::int(i) / 40) * 9, 12);
        }
        let k = (Num::int(self.age - 24) / 50).mid(num!(0), num!(1));
        p8.circfill(k * 40 + 52, num!(125) - curve(k) * 9, 1, 10);
        p8.print_at("🅾️ next", 98, 117, 6);
    }
}

impl Game {
    /// The position of gem i in a figure.
    fn stand(&self, i: i32) -> (Num, Num) {
        let a = Num::int(i) / 24;
        match self.figure {
            1 => (Num::int(16 + i % 6 * 18), Num::int(30 + i / 6 * 20)),
            2 => (a.cos() * 46 + 60, num!(58) - a.sin() * 42),
            3 => {
                // A heart.
                let s = a.sin();
                let y = 13 * a.cos() - 5 * (2 * a).cos() - 2 * (3 * a).cos() - (4 * a).cos();
                (num!(60) - s * s * s * 48, num!(54) - y * num!(2.8))
            }
            _ => (Num::int(4 + i * 5), (a * 2).sin() * 34 + 58),
        }
    }

    /// The next figure: all gems start, one after the other.
    fn send(&mut self, p8: &mut Machine) {
        self.figure = self.figure % 4 + 1;
        self.age = 0;
        for i in 0..self.gems.len() as i32 {
            let to = self.stand(i);
            let g = &mut self.gems[i as usize];
            (g.fx, g.fy) = (g.x, g.y);
            (g.tx, g.ty) = to;
            (g.late, g.age) = ((i + 1) * 2, 0);
        }
        p8.sfx(0);
    }
}

impl Gem {
    fn burst(&self, p8: &mut Machine, sparks: &mut Vec<Spark>) {
        if self.kind == 1 {
            p8.sfx(1);
        }
        for _ in 0..7 {
            let (a, v) = (p8.rnd(1), num!(0.4) + p8.rnd(1));
            let (dx, dy) = (a.cos() * v, a.sin() * v);
            let left = 16 + p8.rnd(16).flr();
            sparks.push(Spark { x: self.x + 4, y: self.y + 4, dx, dy, left, kind: self.kind });
        }
    }
}
