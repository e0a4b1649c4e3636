//! Many objects: each kind is a list. Each frame moves and draws a list's elements, and removes those that are gone.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    #[default]
    Title,
    Play,
    Over,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Ship {
    x: Num,
    y: Num,
    wait: i32,
    safe: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Star {
    x: Num,
    y: Num,
    dy: Num,
}

/// A shot or a bomb.
#[derive(Clone, Serialize, Deserialize)]
struct Flying {
    x: Num,
    y: Num,
}

#[derive(Clone, Serialize, Deserialize)]
struct Enemy {
    x: Num,
    y: Num,
    column: i32,
    row: i32,
    kind: i32,
    late: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Blast {
    x: Num,
    y: Num,
    r: Num,
    most: i32,
}

/// The game.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    mode: Mode,
    best: i32,
    score: i32,
    lives: i32,
    wave: i32,
    clock: i32,
    ship: Ship,
    stars: Vec<Star>,
    shots: Vec<Flying>,
    bombs: Vec<Flying>,
    enemies: Vec<Enemy>,
    blasts: Vec<Blast>,
}

/// Whether two things of 8x8 are this near.
fn near(a: (Num, Num), b: (Num, Num), d: i32) -> bool {
    (a.0 - b.0).abs() < d && (a.1 - b.1).abs() < d
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        for _ in 0..60 {
            self.stars.push(Star { x: p8.rnd(128), y: p8.rnd(128), dy: num!(0.2) + p8.rnd(num!(1.2)) });
        }
        self.start(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        for s in &mut self.stars {
            s.y = (s.y + s.dy) % num!(128);
        }
        self.blasts.iter_mut().for_each(|b| b.r += num!(0.5));
        self.blasts.retain(|b| b.r <= b.most);
        if self.mode != Mode::Play {
            if p8.btnp(4) || p8.btnp(5) {
                self.start(p8);
                self.mode = Mode::Play;
            }
            return;
        }
        self.clock += 1;
        self.move_ship(p8);
        self.move_shots(p8);
        self.move_enemies(p8);
        self.move_bombs(p8);
        if self.enemies.is_empty() {
            self.new_wave(p8);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        for i in 0..=5 {
            p8.circfill(20 + i * 7, 150 - i * 3, 40 - i * 5, if i % 2 == 0 { 1 } else { 2 });
        }
        for s in &self.stars {
            let color = if s.dy > 1 {
                7
            } else if s.dy > num!(0.6) {
                13
            } else {
                1
            };
            p8.pset(s.x, s.y, color);
        }
        for s in &self.shots {
            p8.spr(2, s.x, s.y);
        }
        for e in &self.enemies {
            p8.spr(e.kind + self.clock / 16 % 2, e.x, e.y);
        }
        for b in &self.bombs {
            p8.circfill(b.x + 4, b.y + 4, 2, if self.clock / 4 % 2 == 0 { 8 } else { 14 });
            p8.pset(b.x + 4, b.y + 4, 7);
        }
        let Ship { x, y, safe, .. } = self.ship;
        if self.mode == Mode::Play && safe % 8 < 4 {
            p8.spr(1, x, y);
            p8.circfill(x + 4, y + 9, self.clock / 2 % 3, 9);
        }
        for b in &self.blasts {
            let half = Num::int(b.most) / 2;
            p8.circfill(b.x, b.y, b.r, if b.r < half { 7 } else { 10 });
            p8.circ(b.x, b.y, b.r + 1, 9);
            if b.r > half {
                p8.circfill(b.x, b.y, b.r - 2, 0);
            }
        }
        p8.print_at(self.score, 2, 2, 7);
        p8.print_at(format!("wave {}", self.wave), 51, 2, 13);
        for i in 1..=self.lives {
            p8.spr(1, 128 - i * 9, 1);
        }
        if self.mode != Mode::Play {
            p8.rrectfill(22, 52, 84, 30, 4, 1);
            if self.mode == Mode::Title {
                p8.print_at("\u{6}w\u{6}tshooter", 37, 56, 10);
            } else {
                p8.print_at(format!("score {}  best {}", self.score, self.best), 32, 58, 7);
            }
            p8.print_at("🅾️ start", 48, 72, 6);
        }
    }
}

impl Game {
    fn start(&mut self, p8: &mut Machine) {
        self.ship = Ship { x: num!(60), y: num!(112), wait: 0, safe: 60 };
        (self.score, self.lives, self.wave) = (0, 3, 0);
        self.shots.clear();
        self.bombs.clear();
        self.blasts.clear();
        self.new_wave(p8);
    }

    fn new_wave(&mut self, p8: &mut Machine) {
        self.wave += 1;
        self.enemies.clear();
        for row in 0..=4 {
            for column in 0..=7 {
                let kind = 16 + (row + 1) / 2 % 3 * 2;
                let late = column * 6 + row * 14;
                self.enemies.push(Enemy { x: num!(0), y: num!(-20), column, row, kind, late });
            }
        }
        self.clock = 0;
        p8.sfx(3);
    }

    fn move_ship(&mut self, p8: &mut Machine) {
        let ship = &mut self.ship;
        if p8.btn(0) {
            ship.x -= num!(1.5);
        }
        if p8.btn(1) {
            ship.x += num!(1.5);
        }
        if p8.btn(2) {
            ship.y -= 1;
        }
        if p8.btn(3) {
            ship.y += 1;
        }
        (ship.x, ship.y) = (ship.x.mid(num!(0), num!(120)), ship.y.mid(num!(72), num!(118)));
        ship.safe = 0.max(ship.safe - 1);
        ship.wait = 0.max(ship.wait - 1);
        if ship.wait == 0 && (p8.btn(4) || p8.btn(5)) {
            self.shots.push(Flying { x: ship.x, y: ship.y - 4 });
            ship.wait = 9;
            p8.sfx(0);
        }
    }

    fn move_shots(&mut self, p8: &mut Machine) {
        let Game { shots, enemies, blasts, score, .. } = self;
        shots.retain_mut(|s| {
            s.y -= 3;
            let Some(at) = enemies.iter().position(|e| near((s.x, s.y), (e.x, e.y), 6)) else {
                return s.y >= -8;
            };
            let e = enemies.remove(at);
            blasts.push(Blast { x: e.x + 4, y: e.y + 4, r: num!(1), most: 9 });
            *score += (5 - e.row) * 10;
            p8.sfx(1);
            false
        });
    }

    fn move_enemies(&mut self, p8: &mut Machine) {
        let swing = (Num::int(self.clock) / 240).sin() * 14;
        for e in &mut self.enemies {
            // Its place in the formation: it flies there from above, in an arc.
            let x = swing + 11 + e.column * 14;
            let y = (Num::int(self.clock) / 120).min(24) + 14 + e.row * 11;
            let k = (Num::int(self.clock - e.late) / 60).mid(num!(0), num!(1));
            let rest = num!(1) - k;
            e.x = x + (k * num!(0.75)).sin() * rest * 60;
            e.y = y - rest * rest * 110;
            if k == 1 && p8.rnd(1100) < num!(0.6) + self.wave * num!(0.3) {
                self.bombs.push(Flying { x: e.x, y: e.y + 4 });
            }
        }
    }

    fn move_bombs(&mut self, p8: &mut Machine) {
        let faster = num!(0.8) + self.wave * num!(0.1);
        let mut hit = 0;
        let ship = &self.ship;
        let mut safe = ship.safe > 0;
        let at = (ship.x, ship.y);
        self.bombs.retain_mut(|b| {
            b.y += faster;
            let hits = !safe && near((b.x, b.y), at, 5);
            safe |= hits;
            hit += i32::from(hits);
            b.y <= 128 && !hits
        });
        if hit > 0 {
            self.lose(p8);
        }
    }

    fn lose(&mut self, p8: &mut Machine) {
        for i in 0..=3 {
            let (x, y) = (self.ship.x + i % 2 * 8, self.ship.y + i / 2 * 8);
            self.blasts.push(Blast { x, y, r: Num::int(i), most: 14 });
        }
        p8.sfx(2);
        self.lives -= 1;
        self.ship = Ship { x: num!(60), y: num!(112), safe: 120, wait: self.ship.wait };
        if self.lives == 0 {
            self.mode = Mode::Over;
            self.best = self.best.max(self.score);
        }
    }
}
