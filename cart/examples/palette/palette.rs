//! One picture at four times of day: the display palette sets each colour, from all 32; fill patterns mix two of them.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

const NAMES: [&str; 4] = ["morning", "noon", "evening", "night"];

/// How the colours 1 to 11 look: sky from the top (3), sun, sea and hills far and near, glitter, boat, words.
const MOODS: [[i32; 11]; 4] = [
    [141, 142, 143, 135, 13, 141, 15, 133, 130, 128, 7],
    [140, 12, 6, 7, 12, 140, 7, 131, 3, 4, 7],
    [130, 136, 137, 9, 136, 130, 10, 141, 128, 0, 10],
    [0, 129, 1, 6, 1, 129, 13, 133, 128, 0, 13],
];

/// From all of the first colour to all of the second.
const MIXES: [i32; 9] = [0, 0x8020, 0xa0a0, 0xa4a1, 0xa5a5, 0xb5e5, 0xf5f5, 0xfdf7, 0xffff];

/// Half of the pixels; the others stay as they are.
const MESH: Num = Num::from_bits(0xa5a5_8000_u32 as i32);

/// The time of day, and for how long it has been shown.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    mood: i32,
    age: i32,
}

impl Cart for Game {
    fn _init(&mut self, _: &mut Machine) {
        self.mood = 1;
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.age += 1;
        let mut by = 0;
        if p8.btnp(0) {
            by = -1;
        }
        if p8.btnp(1) || self.age == 360 {
            by = 1;
        }
        if by != 0 {
            self.mood = (self.mood - 1 + by).rem_euclid(4) + 1;
            self.age = 0;
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        let mood = self.mood as usize - 1;
        let looks: Vec<(i32, i32)> = (1..).zip(MOODS[mood]).collect();
        p8.pal_table(&looks, 1);
        p8.cls(1);
        band(p8, 0, 40, 1, 2);
        band(p8, 40, 32, 2, 3);
        // The sun, or the moon.
        let (x, y) = (84, [52, 20, 60, 26][mood]);
        p8.fillp(MESH);
        p8.circfill(x, y, 14, 4);
        p8.fillp(0);
        p8.circfill(x, y, 11, 4);
        if self.mood == 4 {
            p8.circfill(x + 5, y - 3, 9, 2);
        }
        // Hills.
        for i in 0..=127 {
            let far = (Num::int(i) / 90).sin() * 5 + 64 + (Num::int(i) / 37).sin() * 3;
            p8.line(i, far, i, 72, 8);
        }
        band(p8, 72, 56, 5, 6);
        // Its light on the water: rows of dashes, wider in the foreground.
        for i in 0..=26 {
            let w = i * num!(0.8) + 3 + (p8.t() / 3 + i * num!(0.37)).sin() * 4;
            let u = (p8.t() / 5 + i * num!(0.29)).sin() * 3 + x;
            if w > 1 {
                p8.line(u - w, 73 + i * 2, u + w, 73 + i * 2, 7);
            }
            if w > 6 {
                p8.line(u - w / 3, 73 + i * 2, u + w / 3, 73 + i * 2, 4);
            }
        }
        // A boat.
        let (bx, by) = (34, (p8.t() / 4).sin() * 2 + 88);
        p8.fillp(MESH);
        p8.ovalfill(bx - 16, by + 4, bx + 16, by + 9, 6);
        p8.fillp(0);
        for i in 0..=4 {
            p8.line(bx - 14 + i, by + i, bx + 14 - i, by + i, 10);
        }
        p8.line(bx, by, bx, by - 24, 10);
        for i in 0..=20 {
            p8.line(bx + 2, by - 22 + i, i * num!(0.6) + bx + 2, by - 22 + i, 7);
            let down = by - 18 + i * num!(0.8);
            p8.line(bx - 2, down, Num::int(bx) - 2 - i * num!(0.4), down, 3);
        }
        // The shore, in two colours.
        for i in 0..=127 {
            let near = (Num::int(i) / 150 + num!(0.1)).sin() * 8 + 120 + (Num::int(i) / 31).sin() * 2;
            p8.line(i, near, i, 127, 9);
            p8.fillp(0xa5a5);
            p8.line(i, near, i, near + 2, 0x98);
            p8.fillp(0);
        }
        p8.print_at(NAMES[mood], 4, 4, 11);
        p8.print_at("⬅️➡️", 112, 4, 11);
    }
}

/// A band of rows that fades from one colour to another.
fn band(p8: &mut Machine, y: i32, h: i32, from: i32, to: i32) {
    for (i, mix) in (0..).zip(MIXES) {
        p8.fillp(mix);
        p8.rectfill(0, y + i * h / 9, 127, y + (i + 1) * h / 9 - 1, from + to * 16);
    }
    p8.fillp(0);
}
