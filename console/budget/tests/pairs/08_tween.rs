//! Cards that slide to their places on curves.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

type Curve = fn(Num) -> Num;

const CURVES: [(&str, Curve); 4] = [
    ("linear", |t| t),
    ("in", |t| t * t),
    ("out", |t| num!(1) - (num!(1) - t) * (num!(1) - t)),
    ("back", |t| t * t * (num!(2.7) * t - num!(1.7))),
];

type Point = (Num, Num);

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Card {
    at: Point,
    from: Point,
    to: Point,
    age: u8,
    frames: u8,
    delay: u8,
}

impl Card {
    fn go(&mut self, x: i32, y: i32, frames: u8, delay: u8) {
        self.from = self.at;
        self.to = (x.into(), y.into());
        self.age = 0;
        self.frames = frames;
        self.delay = delay;
    }

    fn tick(&mut self, curve: Curve) {
        if self.delay > 0 {
            self.delay -= 1;
        } else if self.age < self.frames {
            self.age += 1;
            let t = curve(Num::from(self.age) / Num::from(self.frames));
            let between = |from: Num, to: Num| from + (to - from) * t;
            self.at = (between(self.from.0, self.to.0), between(self.from.1, self.to.1));
        }
    }

    fn is_at_rest(&self) -> bool {
        self.age >= self.frames
    }
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Cards {
    cards: [Card; 5],
    curve: u8,
    spread: bool,
}

impl Default for Cards {
    fn default() -> Self {
        let start = (num!(-20), num!(50));
        let card = Card { at: start, from: start, to: start, age: 0, frames: 1, delay: 0 };
        Cards { cards: [card; 5], curve: 0, spread: false }
    }
}

impl Cards {
    fn deal(&mut self) {
        self.spread = !self.spread;
        for (i, card) in self.cards.iter_mut().enumerate() {
            let n = i as i32 + 1;
            if self.spread {
                card.go(n * 22 - 12, 50, 30, n as u8 * 4);
            } else {
                card.go(54, 40 + n * 2, 20, 0);
            }
        }
    }
}

impl Cart for Cards {
    fn _init(&mut self, _p8: &mut Machine) {
        self.deal();
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let (_, curve) = CURVES[usize::from(self.curve)];
        for card in &mut self.cards {
            card.tick(curve);
        }
        if self.cards.iter().all(Card::is_at_rest) {
            if p8.btnp(5) {
                self.deal();
            }
            if p8.btnp(4) {
                self.curve = (self.curve + 1) % CURVES.len() as u8;
                p8.sfx(1);
            }
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(3);
        for (i, card) in self.cards.iter().enumerate() {
            let (x, y) = (card.at.0.flr(), card.at.1.flr());
            p8.rectfill(x, y, x + 19, y + 28, 7);
            p8.rect(x, y, x + 19, y + 28, 5);
            p8.print_at(i as i32 + 1, x + 8, y + 12, 8);
        }
        p8.print_at(CURVES[usize::from(self.curve)].0, 4, 4, 11);
    }
}
