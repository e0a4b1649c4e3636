//! Monsters that sleep, see the hero, hunt him and bite.

use rasher::{Cart, Machine, num};
use serde::{Deserialize, Serialize};

const DIRS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Cell {
    x: i32,
    y: i32,
}

impl Cell {
    fn step(self, (dx, dy): (i32, i32)) -> Cell {
        Cell { x: self.x + dx, y: self.y + dy }
    }

    fn distance(self, other: Cell) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Mob {
    at: Cell,
    hp: i32,
    awake: bool,
    wait: u8,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Game {
    hero: Cell,
    hp: i32,
    mobs: Vec<Mob>,
    turn: u32,
}

impl Default for Game {
    fn default() -> Self {
        Game { hero: Cell { x: 8, y: 8 }, hp: 10, mobs: Vec::new(), turn: 0 }
    }
}

fn is_walkable(p8: &Machine, at: Cell) -> bool {
    (1..15).contains(&at.x) && (1..15).contains(&at.y) && !p8.fget_bit(p8.mget(at.x, at.y).into(), 0)
}

impl Game {
    fn mob_at(&self, at: Cell) -> Option<usize> {
        self.mobs.iter().position(|mob| mob.at == at)
    }

    fn hunt(&mut self, p8: &mut Machine, i: usize) {
        let at = self.mobs[i].at;
        let mut best = at;
        for dir in DIRS {
            let next = at.step(dir);
            if next.distance(self.hero) < best.distance(self.hero)
                && is_walkable(p8, next)
                && self.mob_at(next).is_none()
            {
                best = next;
            }
        }
        if best == self.hero {
            self.hp -= 1;
            p8.sfx(4);
        } else {
            self.mobs[i].at = best;
        }
    }

    fn think(&mut self, p8: &mut Machine, i: usize) {
        let mob = &mut self.mobs[i];
        if !mob.awake {
            if mob.at.distance(self.hero) < 5 && p8.rnd(1) < num!(0.5) {
                mob.awake = true;
                mob.wait = 1;
            }
        } else if mob.wait > 0 {
            mob.wait -= 1;
        } else {
            self.hunt(p8, i);
        }
    }

    fn act(&mut self, p8: &mut Machine, dir: (i32, i32)) {
        let ahead = self.hero.step(dir);
        if let Some(i) = self.mob_at(ahead) {
            let mob = &mut self.mobs[i];
            mob.hp -= 1;
            mob.awake = true;
            if mob.hp <= 0 {
                self.mobs.remove(i);
            }
        } else if is_walkable(p8, ahead) {
            self.hero = ahead;
        }
        for i in 0..self.mobs.len() {
            self.think(p8, i);
        }
        self.turn += 1;
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        for _ in 0..6 {
            let at = Cell { x: 1 + p8.rnd(14).flr(), y: 1 + p8.rnd(14).flr() };
            self.mobs.push(Mob { at, hp: 2, awake: false, wait: 0 });
        }
    }

    fn _update(&mut self, p8: &mut Machine) {
        for (i, dir) in DIRS.into_iter().enumerate() {
            if p8.btnp(i as i32) {
                return self.act(p8, dir);
            }
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        p8.map();
        for mob in &self.mobs {
            p8.spr(if mob.awake { 18 } else { 17 }, mob.at.x * 8, mob.at.y * 8);
        }
        p8.spr(16, self.hero.x * 8, self.hero.y * 8);
        p8.print_at(format!("hp {} turn {}", self.hp, self.turn), 2, 121, 7);
    }
}
