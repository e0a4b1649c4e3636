//! Honey days, the tutorial's game: bring pollen home to the hive before the sun sets.
//!
//! The more a bee carries, the slower it flies, and the more its load is worth.

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

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Weather {
    #[default]
    Sun,
    Wind,
    Rain,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Bee {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    load: i32,
    left: bool,
    safe: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Flower {
    x: Num,
    y: Num,
    kind: i32,
    closed: i32,
    worth: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Wasp {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    push: Num,
}

/// A particle of dust.
#[derive(Clone, Serialize, Deserialize)]
struct Bit {
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
    day: i32,
    hearts: i32,
    wanted: i32,
    brought: i32,
    sun: i32,
    weather: Weather,
    bee: Bee,
    flowers: Vec<Flower>,
    wasps: Vec<Wasp>,
    bits: Vec<Bit>,
}

const SKIES: [Weather; 3] = [Weather::Sun, Weather::Wind, Weather::Rain];
/// How the colours 1 to 15 look in the evening.
const EVENING: [i32; 15] = [1, 2, 5, 2, 1, 13, 6, 8, 4, 9, 3, 13, 1, 14, 15];

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("rasher_honey_days");
        self.best = p8.dget(0).flr();
        self.new_game(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        for b in &mut self.bits {
            b.x += b.dx;
            b.y += b.dy;
            b.left -= 1;
        }
        self.bits.retain(|b| b.left > 0);
        if self.mode == Mode::Play {
            self.fly(p8);
            self.visit(p8);
            self.hunt(p8);
            self.evening(p8);
        } else if p8.btnp(4) || p8.btnp(5) {
            self.new_game(p8);
            self.mode = Mode::Play;
            p8.music_ext(0, 0, 3);
            p8.sfx(11);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        self.draw_meadow(p8);
        // Evening comes over the meadow.
        if self.sun < 900 {
            let looks: Vec<(i32, i32)> = (1..).zip(EVENING).collect();
            p8.pal_table(&looks, 1);
        } else {
            p8.pal_reset();
        }
        if self.mode == Mode::Play {
            let right = Num::int(self.sun) / 2700 * 56 + 34;
            p8.rectfill(0, 0, 127, 8, 1);
            p8.rectfill(34, 3, right, 5, 10);
            p8.circfill(right, 4, 3, 9);
            p8.print_at(self.score, 2, 2, 7);
            let color = match self.brought {
                few if few < self.wanted => 6,
                enough if enough * 2 < self.wanted * 3 => 11,
                _ => 10,
            };
            p8.print_at(format!("{}/{}", self.brought, self.wanted), 98, 2, color);
            for i in 1..=self.hearts {
                p8.spr(9, i * 8 - 6, 119);
            }
            p8.print_at(format!("day {}", self.day), 104, 121, 7);
            if self.sun > 2550 {
                let weather = ["sun", "wind", "rain"][self.weather as usize];
                middle(p8, &format!("day {}: {weather}", self.day), 30, 7);
            }
            return;
        }
        p8.rrectfill(12, 22, 104, 30, 4, 4);
        p8.rrectfill(13, 23, 102, 28, 3, 9);
        if self.mode == Mode::Title {
            p8.print_at("\u{6}w\u{6}thoney days", 25, 28, 4);
            p8.print_at("\u{6}w\u{6}thoney days", 24, 27, 10);
            middle(p8, "bring pollen home by sunset", 108, 7);
        } else {
            p8.print_at(format!("day {}, score {}", self.day, self.score), 30, 27, 4);
            let new = self.score > 0 && self.score == self.best;
            let best = if new { "a new best!".to_string() } else { format!("best {}", self.best) };
            p8.print_at(best, 30, 35, 4);
        }
        p8.print_at("❎ to fly", 46, 43, 1);
    }
}

/// Whether two things are this near.
fn near(a: (Num, Num), b: (Num, Num), d: i32) -> bool {
    (a.0 - b.0).abs() < d && (a.1 - b.1).abs() < d
}

/// A centred text with a shadow.
fn middle(p8: &mut Machine, text: &str, y: i32, color: i32) {
    let x = 64 - text.len() as i32 * 2;
    p8.print_at(text, x + 1, y + 1, 1);
    p8.print_at(text, x, y, color);
}

/// Coloured dust, in all directions.
fn dust(bits: &mut Vec<Bit>, p8: &mut Machine, (x, y): (Num, Num), c: i32, n: i32) {
    for _ in 0..n {
        let (a, v) = (p8.rnd(1), num!(0.2) + p8.rnd(num!(0.8)));
        let (dx, dy) = (a.cos() * v, a.sin() * v);
        bits.push(Bit { x: x + 4, y: y + 4, dx, dy, left: 12 + p8.rnd(16).flr(), c });
    }
}

impl Game {
    fn new_game(&mut self, p8: &mut Machine) {
        (self.score, self.day, self.hearts) = (0, 0, 3);
        self.new_day(p8);
    }

    /// Each day needs more pollen and has one more wasp, faster than the others.
    fn new_day(&mut self, p8: &mut Machine) {
        self.day += 1;
        (self.wanted, self.brought) = (4 + self.day * 6, 0);
        self.sun = 2700;
        self.weather = SKIES[(self.day - 1) as usize % 3];
        self.bee = Bee { x: num!(60), y: num!(84), safe: 90, ..Bee::default() };
        self.flowers.clear();
        for i in 1..=10 {
            let (x, y) = (8 + p8.rnd(104), 24 + p8.rnd(88));
            self.flowers.push(Flower { x, y, kind: 3 + i % 3, closed: 0, worth: 1 });
        }
        self.wasps.clear();
        for i in 1..=self.day {
            let (x, y) = (p8.rnd(120), Num::int(-10 - i * 20));
            let push = num!(0.012) + i * num!(0.003);
            self.wasps.push(Wasp { x, y, dx: num!(0), dy: num!(0), push });
        }
    }

    /// A bee does not stop instantly: buttons push it and the air slows it down.
    fn fly(&mut self, p8: &mut Machine) {
        let bee = &mut self.bee;
        let mut push = num!(0.16) - bee.load * num!(0.011);
        match self.weather {
            Weather::Sun => {}
            Weather::Wind => bee.dx += (p8.t() / 6).sin() * num!(0.06),
            Weather::Rain => push *= num!(0.8),
        }
        if p8.btn(0) {
            bee.dx -= push;
            bee.left = true;
        }
        if p8.btn(1) {
            bee.dx += push;
            bee.left = false;
        }
        if p8.btn(2) {
            bee.dy -= push;
        }
        if p8.btn(3) {
            bee.dy += push;
        }
        bee.dx *= num!(0.91);
        bee.dy *= num!(0.91);
        bee.x = (bee.x + bee.dx).mid(num!(0), num!(120));
        bee.y = (bee.y + bee.dy).mid(num!(10), num!(118));
    }

    /// Pollen at flowers, honey at the hive: 1 for the first grain, 2 for the second, and so on.
    fn visit(&mut self, p8: &mut Machine) {
        let bee = &mut self.bee;
        let at = (bee.x, bee.y);
        for f in &mut self.flowers {
            f.closed = 0.max(f.closed - 1);
            if f.closed == 0 && bee.load < 9 && near(at, (f.x, f.y), 6) {
                bee.load = 9.min(bee.load + f.worth);
                f.closed = if self.weather == Weather::Rain { 240 } else { 480 };
                p8.sfx(8);
                dust(&mut self.bits, p8, (f.x, f.y), 10, f.worth * 6);
                // One in six is golden next time.
                f.worth = if p8.rnd(6) < 1 { 3 } else { 1 };
            }
        }
        let hive = (num!(60), num!(58));
        if bee.load > 0 && near(at, hive, 9) {
            self.score += bee.load * (bee.load + 1) / 2;
            self.brought += bee.load;
            dust(&mut self.bits, p8, (num!(60), num!(58)), 9, bee.load * 3);
            bee.load = 0;
            p8.sfx(9);
        }
    }

    fn hunt(&mut self, p8: &mut Machine) {
        let bee = &mut self.bee;
        bee.safe = 0.max(bee.safe - 1);
        for w in &mut self.wasps {
            let a = Num::atan2(bee.x - w.x, bee.y - w.y);
            w.dx += a.cos() * w.push;
            w.dy += a.sin() * w.push;
            w.dx *= num!(0.985);
            w.dy *= num!(0.985);
            w.x += w.dx;
            w.y += w.dy;
            if bee.safe == 0 && near((bee.x, bee.y), (w.x, w.y), 5) {
                self.hearts -= 1;
                bee.safe = 120;
                dust(&mut self.bits, p8, (bee.x, bee.y), 8, 12);
                bee.load = 0;
                w.dx *= -2;
                w.dy *= -2;
                p8.sfx(10);
            }
        }
        if self.hearts == 0 {
            self.over(p8);
        }
    }

    /// The sun goes down; with enough pollen the next day starts.
    fn evening(&mut self, p8: &mut Machine) {
        self.sun -= 1;
        if self.sun > 0 {
            return;
        }
        if self.brought < self.wanted {
            self.over(p8);
        } else {
            self.score += self.hearts * 5;
            // Half as much again as needed: a heart.
            if self.brought * 2 >= self.wanted * 3 {
                self.hearts = 5.min(self.hearts + 1);
            }
            self.new_day(p8);
            p8.sfx(11);
        }
    }

    fn over(&mut self, p8: &mut Machine) {
        self.mode = Mode::Over;
        p8.music_ext(-1, 500, 0);
        p8.sfx(12);
        if self.score > self.best {
            self.best = self.score;
            p8.dset(0, self.best);
        }
    }

    fn draw_meadow(&self, p8: &mut Machine) {
        p8.cls(3);
        p8.map();
        for f in &self.flowers {
            p8.spr(if f.closed > 0 { 6 } else { f.kind }, f.x, f.y);
            if f.closed == 0 && f.worth == 3 {
                p8.circ(f.x + 3, f.y + 3, 5 + (p8.t() * 4).flr() % 2, 10);
            }
        }
        p8.ovalfill(54, 70, 73, 75, 1);
        p8.spr_ext(10, 56, 56, 2, 2, false, false);
        for w in &self.wasps {
            p8.ovalfill(w.x + 2, w.y + 11, w.x + 5, w.y + 12, 1);
            let wing = (p8.t() * 12).flr() % 2;
            p8.spr_ext(7 + wing, w.x, w.y, 1, 1, w.dx < 0, false);
        }
        let bee = &self.bee;
        p8.ovalfill(bee.x + 1, bee.y + 11, bee.x + 5, bee.y + 12, 1);
        if bee.safe % 8 < 4 {
            let wing = (p8.t() * 15).flr() % 2;
            p8.spr_ext(1 + wing, bee.x, bee.y + p8.t().sin() * num!(1.5), 1, 1, bee.left, false);
        }
        // The pollen it carries.
        for i in 1..=bee.load {
            let a = Num::int(i) / bee.load + p8.t() / 2;
            p8.circfill(bee.x + num!(3.5) + a.cos() * 7, bee.y + 4 + a.sin() * 5, 1, 10);
        }
        for b in &self.bits {
            p8.pset(b.x, b.y, b.c);
        }
        for i in 1..=24 {
            if self.weather == Weather::Rain {
                let (x, y) = (i * 53 % 128, (p8.t() * 160 + i * 37) % 128);
                p8.line(x, y, x - 1, y + 3, 12);
            } else if self.weather == Weather::Wind {
                p8.pset(((p8.t() / 6).cos() * 60 + i * 41) % 128, (p8.t() * 6 + i * 29) % 128, 7);
            }
        }
    }
}
