//! Apples: a small game with a deliberate bug. `console/studio/README.md` shows how to find it.
//!
//! ```text
//!    o      o         apples fall, the faster the more were caught
//!         o           a basket catches them: a point, above it; one that reaches the ground costs a heart
//!   \_/ ~~~~~~~~      the bug: a fast one can do both in one frame
//! ```

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// Height of the basket's rim, and of the ground.
const RIM: i32 = 108;
const GROUND: i32 = 116;

/// An apple in the air.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Apple {
    x: i32,
    y: i32,
    speed: i32,
}

/// A word that stays for a moment: where, how long, and which.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Word {
    x: i32,
    left: u8,
    good: bool,
}

/// The game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Apples {
    hearts: i32,
    score: i32,
    basket: i32,
    apples: Vec<Apple>,
    wait: u8,
    words: Vec<Word>,
}

impl Apples {
    fn catches(&self, apple: &Apple) -> bool {
        apple.y >= RIM && (apple.x - self.basket).abs() <= 9
    }
}

impl Cart for Apples {
    fn _init(&mut self, _: &mut Machine) {
        (self.hearts, self.basket, self.wait) = (3, 64, 30);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.words.iter_mut().for_each(|word| word.left -= 1);
        self.words.retain(|word| word.left > 0);
        if self.hearts <= 0 {
            return;
        }
        let step = 8 * (i32::from(p8.btn(1)) - i32::from(p8.btn(0)));
        self.basket = (self.basket + step).clamp(10, 117);
        self.wait -= 1;
        if self.wait == 0 {
            let (x, speed) = (10 + p8.rnd(108).flr(), 2 + self.score / 3);
            self.apples.push(Apple { x, y: 0, speed });
            self.wait = 60;
        }
        self.apples.iter_mut().for_each(|apple| apple.y += apple.speed);
        for i in 0..self.apples.len() {
            let apple = self.apples[i].clone();
            if self.catches(&apple) {
                self.score += 1;
                self.words.push(Word { x: apple.x, left: 30, good: true });
            }
            // The bug: this should be `else if`.
            if apple.y >= GROUND {
                self.hearts -= 1;
                self.words.push(Word { x: apple.x, left: 30, good: false });
            }
        }
        let falls: Vec<bool> = self.apples.iter().map(|a| !self.catches(a) && a.y < GROUND).collect();
        let mut falls = falls.into_iter();
        self.apples.retain(|_| falls.next() == Some(true));
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(12);
        p8.circfill(22, 30, 20, 3);
        p8.circfill(100, 24, 26, 3);
        p8.circfill(64, 14, 24, 11);
        p8.rectfill(18, 48, 24, GROUND, 4);
        p8.rectfill(98, 46, 105, GROUND, 4);
        p8.rectfill(0, GROUND, 127, 127, 3);
        p8.line(0, GROUND, 127, GROUND, 11);
        for apple in &self.apples {
            p8.circfill(apple.x, apple.y, 3, 8);
            p8.pset(apple.x - 1, apple.y - 2, 14);
            p8.line(apple.x, apple.y - 4, apple.x + 1, apple.y - 5, 4);
        }
        p8.rectfill(self.basket - 9, RIM, self.basket + 9, RIM + 8, 4);
        p8.line(self.basket - 9, RIM, self.basket + 9, RIM, 9);
        p8.line(self.basket - 9, RIM + 4, self.basket + 9, RIM + 4, 9);
        for word in &self.words {
            let (text, up, color) = if word.good { ("+1", 12, 7) } else { ("-♥", 20, 8) };
            p8.print_at(text, word.x - 3, RIM - up, color);
        }
        for heart in 0..self.hearts {
            p8.print_at("♥", 3 + 8 * heart, 3, 8);
        }
        p8.print_at(format!("{}", self.score).as_str(), 116, 3, 7);
        if self.hearts <= 0 {
            p8.print_at("game over", 46, 60, 7);
        }
    }
}
