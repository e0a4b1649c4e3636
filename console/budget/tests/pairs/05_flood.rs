//! Distances over a map of rooms, by flooding from a point.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

const W: i32 = 16;
const DIRS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Flood {
    x: i32,
    y: i32,
    distances: Vec<i32>,
    far: i32,
}

impl Flood {
    fn distance(&self, x: i32, y: i32) -> Option<i32> {
        if (0..W).contains(&x) && (0..W).contains(&y) {
            Some(self.distances[(x + y * W) as usize])
        } else {
            None
        }
    }

    fn flood(&mut self, p8: &Machine, x: i32, y: i32) {
        self.distances = vec![-1; (W * W) as usize];
        self.distances[(x + y * W) as usize] = 0;
        self.far = 0;
        let mut edge = vec![(x, y)];
        while !edge.is_empty() {
            self.far += 1;
            let mut next = Vec::new();
            for (x, y) in edge {
                for (dx, dy) in DIRS {
                    let (x, y) = (x + dx, y + dy);
                    if self.distance(x, y) == Some(-1) && p8.mget(x, y) == 0 {
                        self.distances[(x + y * W) as usize] = self.far;
                        next.push((x, y));
                    }
                }
            }
            edge = next;
        }
    }

    fn downhill(&self, x: i32, y: i32) -> (i32, i32) {
        let mut best = self.distances[(x + y * W) as usize];
        let mut to = (x, y);
        for (dx, dy) in DIRS {
            match self.distance(x + dx, y + dy) {
                Some(d) if d >= 0 && d < best => {
                    best = d;
                    to = (x + dx, y + dy);
                }
                _ => {}
            }
        }
        to
    }
}

impl Cart for Flood {
    fn _init(&mut self, p8: &mut Machine) {
        (self.x, self.y) = (8, 8);
        for _ in 0..60 {
            let (x, y) = (p8.rnd(W).flr(), p8.rnd(W).flr());
            p8.mset(x, y, 1);
        }
        p8.mset(self.x, self.y, 0);
        self.flood(p8, self.x, self.y);
    }

    fn _update(&mut self, p8: &mut Machine) {
        let (mut x, mut y) = (self.x, self.y);
        for (i, (dx, dy)) in DIRS.into_iter().enumerate() {
            if p8.btnp(i as i32) {
                x = (x + dx).clamp(0, W - 1);
                y = (y + dy).clamp(0, W - 1);
            }
        }
        if p8.mget(x, y) == 0 && (x, y) != (self.x, self.y) {
            (self.x, self.y) = (x, y);
            self.flood(p8, x, y);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        for y in 0..W {
            for x in 0..W {
                let d = self.distances[(x + y * W) as usize];
                if p8.mget(x, y) != 0 {
                    p8.rectfill(x * 8, y * 8, x * 8 + 7, y * 8 + 7, 5);
                } else if d >= 0 {
                    p8.print_at(d, x * 8, y * 8 + 1, if d > 9 { 1 } else { 13 });
                }
            }
        }
        let (mut x, mut y) = (0, 0);
        for _ in 0..self.far {
            (x, y) = self.downhill(x, y);
            p8.circfill(x * 8 + 3, y * 8 + 3, 1, 8);
        }
        p8.spr(1, self.x * 8, self.y * 8);
    }
}
