//! Sparks, smoke and shock waves.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Kind {
    Spark,
    Smoke,
    Wave,
}

#[derive(Clone, Serialize, Deserialize)]
struct Particle {
    kind: Kind,
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    age: Num,
    life: Num,
}

const FIRE: [i32; 5] = [7, 10, 9, 8, 2];
const GREY: [i32; 4] = [7, 6, 13, 5];

#[derive(Clone, Serialize, Deserialize)]
pub struct Particles {
    all: Vec<Particle>,
    shake: i32,
    x: i32,
    y: i32,
}

impl Default for Particles {
    fn default() -> Self {
        Particles { all: Vec::new(), shake: 0, x: 64, y: 64 }
    }
}

/// The colour at a point of a life, 0 to 1.
fn shade(colors: &[i32], t: Num) -> i32 {
    colors[(t * Num::int(colors.len() as i32)).flr() as usize]
}

impl Particles {
    fn add(&mut self, kind: Kind, x: Num, y: Num, dx: Num, dy: Num, life: Num) {
        self.all.push(Particle { kind, x, y, dx, dy, age: Num::ZERO, life });
    }

    fn spark(&mut self, p8: &mut Machine) {
        let (angle, speed) = (p8.rnd(1), num!(0.5) + p8.rnd(2));
        let life = num!(15) + p8.rnd(15);
        let (x, y) = (self.x.into(), self.y.into());
        self.add(Kind::Spark, x, y, angle.cos() * speed, angle.sin() * speed, life);
    }

    fn smoke(&mut self, p8: &mut Machine) {
        let x = Num::int(self.x) + p8.rnd(8) - num!(4);
        let (dx, dy) = (p8.rnd(num!(0.4)) - num!(0.2), num!(-0.3) - p8.rnd(num!(0.5)));
        let life = num!(40) + p8.rnd(20);
        self.add(Kind::Smoke, x, self.y.into(), dx, dy, life);
    }

    fn boom(&mut self, p8: &mut Machine) {
        for _ in 0..30 {
            self.spark(p8);
        }
        for _ in 0..8 {
            self.smoke(p8);
        }
        self.add(Kind::Wave, self.x.into(), self.y.into(), Num::ZERO, Num::ZERO, num!(12));
        self.shake = 8;
        p8.sfx(2);
    }
}

impl Cart for Particles {
    fn _update60(&mut self, p8: &mut Machine) {
        self.x += i32::from(p8.btn(1)) - i32::from(p8.btn(0));
        self.y += i32::from(p8.btn(3)) - i32::from(p8.btn(2));
        if p8.btnp(5) {
            self.boom(p8);
        }
        if p8.btn(4) {
            self.smoke(p8);
        }
        for p in &mut self.all {
            p.x += p.dx;
            p.y += p.dy;
            if p.kind == Kind::Spark {
                p.dy += num!(0.05);
                p.dx *= num!(0.98);
            }
            p.age += Num::ONE;
        }
        self.all.retain(|p| p.age < p.life);
        self.shake = (self.shake - 1).max(0);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        let mut jolt = || (p8.rnd(self.shake) - Num::int(self.shake) / num!(2)).flr();
        let (x, y) = (jolt(), jolt());
        p8.camera(x, y);
        for p in &self.all {
            let t = p.age / p.life;
            let (x, y) = (p.x.flr(), p.y.flr());
            match p.kind {
                Kind::Spark => p8.pset(x, y, shade(&FIRE, t)),
                Kind::Smoke => p8.circfill(x, y, (num!(1) + t * num!(4)).flr(), shade(&GREY, t)),
                Kind::Wave => p8.circ(x, y, (num!(4) + t * num!(30)).flr(), 7),
            }
        }
        p8.camera(0, 0);
        p8.circ(self.x, self.y, 3, 11);
        p8.print_at(self.all.len() as i32, 2, 2, 5);
    }
}
