//! Hello: the shortest way to a picture: one hook, called every frame, that redraws everything.

use rasher::{Cart, Machine, Num};
use serde::{Deserialize, Serialize};

/// The cart has no state: its picture depends only on the time.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {}

impl Cart for Game {
    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        // The same stars each time.
        for i in 1..=50 {
            p8.pset(i * 37 % 128, i * i * 7 % 78, 5 + i % 3);
        }
        // A slice of bacon that waves.
        let third = p8.t() / 3;
        let wave = |x: i32| (Num::int(x) / 70 + third).sin() * 5;
        for x in 20..=107 {
            let y = wave(x) + 80;
            p8.line(x, y, x, y + 25, 2);
            p8.line(x, y + 1, x, y + 24, 8);
            p8.line(x, y + 5, x, y + 7, 15);
            p8.line(x, y + 16, x, y + 19, 15);
            p8.pset(x, y + 8, 14);
            p8.pset(x, y + 20, 14);
        }
        // Its face.
        for x in [55, 73] {
            let y = wave(x) + 90;
            p8.circfill(x, y, 4, 7);
            p8.circfill(x + 1, y + 1, 2, 0);
        }
        for i in -5..=5 {
            p8.pset(64 + i, Num::int(100) - Num::int(i * i) / 9 + wave(64), 0);
        }
        // Letters, each dancing a little behind the one before.
        for (i, letter) in (1..).zip("hello, you!".chars()) {
            let (x, y) = (12 + i * 9 - 5, (p8.t() / 2 - Num::int(i) / 14).sin() * 9 + 34);
            let text = format!("\u{6}w\u{6}t{letter}");
            p8.print_at(&text, x + 1, y + 1, 0);
            p8.print_at(&text, x, y, 8 + i % 7);
        }
    }
}
