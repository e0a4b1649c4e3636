//! A solid map: flags of its tiles mark what is solid, and each step is tried in one direction after the other.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

/// Flags of tiles.
const SOLID: i32 = 0;
const COIN: i32 = 1;
const HURTS: i32 = 2;
const GOAL: i32 = 3;

#[derive(Clone, Default, Serialize, Deserialize)]
struct Hero {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    ground: bool,
    left: bool,
    step: i32,
    late: i32,
}

/// The hero, his coins, and the camera.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    hero: Hero,
    view: Num,
    coins: i32,
    falls: i32,
    clock: i32,
    won: bool,
}

/// Whether the map's tile at this pixel has that flag.
fn at(p8: &Machine, x: Num, y: Num, flag: i32) -> bool {
    p8.fget_bit(i32::from(p8.mget(x.flr().div_euclid(8), y.flr().div_euclid(8))), flag)
}

/// Whether the hero touches a tile with that flag. He is 6 wide and 8 high.
fn touches(p8: &Machine, x: Num, y: Num, flag: i32) -> bool {
    at(p8, x + 1, y, flag)
        || at(p8, x + 6, y, flag)
        || at(p8, x + 1, y + 7, flag)
        || at(p8, x + 6, y + 7, flag)
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        self.start(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let jumps = p8.btnp(4) || p8.btnp(5);
        if self.won {
            if jumps {
                self.start(p8);
            }
            return;
        }
        self.clock += 1;
        // Left and right: quick to start and to stop.
        let hero = &mut self.hero;
        if p8.btn(0) {
            hero.dx -= num!(0.15);
            hero.left = true;
        } else if p8.btn(1) {
            hero.dx += num!(0.15);
            hero.left = false;
        } else {
            hero.dx *= num!(0.8);
        }
        hero.dx = hero.dx.mid(num!(-1.4), num!(1.4));
        let dx = hero.dx;
        hero.go(p8, dx, num!(0));
        // A jump still counts for some frames after leaving an edge.
        hero.late -= 1;
        if hero.ground {
            hero.late = 6;
        }
        if (jumps || p8.btnp(2)) && hero.late > 0 {
            hero.dy = num!(-3.1);
            hero.late = 0;
            p8.sfx(0);
        }
        // Releasing the button early makes a low jump.
        let held = p8.btn(4) || p8.btn(5) || p8.btn(2);
        hero.dy += if hero.dy < 0 && !held { num!(0.4) } else { num!(0.17) };
        hero.dy = hero.dy.min(3);
        let dy = hero.dy;
        hero.go(p8, num!(0), dy);
        // He is on the ground if he cannot move a pixel down.
        hero.ground = hero.dy >= 0 && touches(p8, hero.x, hero.y + 1, SOLID);
        if hero.ground {
            (hero.y, hero.dy) = (hero.y.floor(), num!(0));
        }
        hero.step = if hero.dx.abs() > num!(0.2) { hero.step + 1 } else { 0 };
        self.take(p8);
        let hero = &mut self.hero;
        if hero.y > 132 || touches(p8, hero.x, hero.y, HURTS) {
            p8.sfx(2);
            self.falls += 1;
            (hero.x, hero.y, hero.dx, hero.dy) = (num!(16), num!(96), num!(0), num!(0));
        }
        if touches(p8, hero.x, hero.y, GOAL) {
            p8.sfx(3);
            self.won = true;
        }
        self.view += ((hero.x - 60).mid(num!(0), num!(384)) - self.view) / 8;
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.camera(0, 0);
        p8.cls(12);
        p8.circfill(104, 20, 10, 10);
        for i in 0..=9 {
            p8.circfill((Num::int(i * 46) - self.view / 4) % num!(400) - 40, 118, 30, 6);
        }
        for i in 0..=7 {
            p8.circfill((Num::int(i * 61) - self.view / 2) % num!(420) - 40, 132, 34, 13);
        }
        p8.camera(self.view, 0);
        // Coins spin: another picture for the same tile.
        if (p8.t() * 4).flr() % 2 == 0 {
            p8.map_ext(0, 0, 0, 0, 64, 16, 0);
        } else {
            p8.map_ext(0, 0, 0, 0, 64, 16, 0xfd);
            let first = self.view.flr() / 8;
            for x in first..=first + 16 {
                for y in 0..=15 {
                    if at(p8, Num::int(x * 8), Num::int(y * 8), COIN) {
                        p8.spr(21, x * 8, y * 8);
                    }
                }
            }
        }
        let hero = &self.hero;
        p8.spr_ext(hero.picture(), hero.x, hero.y, 1, 1, hero.left, false);
        p8.camera(0, 0);
        p8.spr(20, 2, 1);
        p8.print_at(self.coins, 12, 3, 1);
        if self.won {
            p8.rrectfill(24, 44, 80, 32, 4, 1);
            p8.print_at("you made it!", 41, 49, 10);
            p8.print_at(format!("{} coins, {} falls", self.coins, self.falls), 34, 58, 7);
            p8.print_at(format!("{} seconds", self.clock / 60), 46, 66, 6);
        } else if hero.x < 60 && self.clock < 400 {
            p8.print_at("⬅️➡️ run   🅾️ jump", 26, 56, 1);
        }
    }
}

impl Game {
    fn start(&mut self, p8: &mut Machine) {
        // The map as in the file.
        p8.reload_ext(0x2000, 0x2000, 0x1000);
        *self = Game { hero: Hero { x: num!(16), y: num!(96), ..Hero::default() }, ..Game::default() };
    }

    /// Takes the coin at the hero's position, and empties its tile.
    fn take(&mut self, p8: &mut Machine) {
        let (x, y) = ((self.hero.x + 4).flr() / 8, (self.hero.y + 4).flr().div_euclid(8));
        if p8.fget_bit(i32::from(p8.mget(x, y)), COIN) {
            p8.mset(x, y, 0);
            self.coins += 1;
            p8.sfx(1);
        }
    }
}

impl Hero {
    /// Moves pixel by pixel, and stops in front of solid tiles.
    fn go(&mut self, p8: &Machine, dx: Num, dy: Num) {
        let n = dx.abs().max(dy.abs()).ceil();
        for _ in 0..n.flr() {
            let (x, y) = ((self.x + dx / n).mid(num!(0), num!(504)), self.y + dy / n);
            if touches(p8, x, y, SOLID) {
                if dy != 0 {
                    self.dy = num!(0);
                }
                if dx != 0 {
                    self.dx = num!(0);
                }
                (self.x, self.y) = (self.x.floor(), self.y.floor());
                return;
            }
            (self.x, self.y) = (x, y);
        }
    }

    fn picture(&self) -> i32 {
        if !self.ground {
            4
        } else if self.step > 0 {
            2 + self.step / 5 % 2
        } else {
            1
        }
    }
}
