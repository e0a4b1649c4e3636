//! Looping music, and sounds for events: each is part of a sound, on its own channel.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Frog {
    pad: i32,
    to: i32,
    k: Num,
    under: i32,
}

#[derive(Clone, Serialize, Deserialize)]
struct Ring {
    x: Num,
    y: Num,
    r: Num,
    c: i32,
}

/// The frog, ripples on the water, and whether the tune plays.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    frog: Frog,
    rings: Vec<Ring>,
    playing: bool,
}

/// The position of lily pad n.
fn place(n: i32) -> (Num, Num) {
    let turn = Num::int(n) / 8;
    (turn.cos() * 46 + 64, num!(70) - turn.sin() * 30)
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        self.frog.k = num!(1);
        self.playing = true;
        // The tune uses channels 0 to 2.
        p8.music_ext(0, 0, 7);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.rings.iter_mut().for_each(|r| r.r += num!(0.4));
        self.rings.retain(|r| r.r <= 16);
        if p8.btnp(5) {
            self.playing = !self.playing;
            // It fades in and out within a second.
            p8.music_ext(if self.playing { 0 } else { -1 }, 1000, 7);
        }
        let frog = &mut self.frog;
        if frog.under > 0 {
            frog.under -= 1;
            if frog.under == 0 {
                self.land(p8);
            }
        } else if frog.k < 1 {
            frog.k = (frog.k + num!(1) / 18).min(1);
            if frog.k == 1 {
                self.land(p8);
            }
        } else if p8.btnp(1) {
            self.leap(p8, 1);
        } else if p8.btnp(0) {
            self.leap(p8, -1);
        } else if p8.btnp(2) || p8.btnp(3) {
            self.leap(p8, 4);
        } else if p8.btnp(4) {
            frog.under = 40;
            self.ring(7);
            p8.sfx_ext(10, 3, 0, 0);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.circfill(20, 18, 9, 7);
        p8.circfill(17, 16, 8, 1);
        for i in 1..=30 {
            p8.pset(i * 41 % 128, i * i * 3 % 34, if i % 4 == 0 { 7 } else { 13 });
        }
        p8.ovalfill(2, 30, 125, 118, 0);
        p8.ovalfill(4, 32, 123, 114, 1);
        p8.fillp(0xa5a5);
        p8.ovalfill(12, 38, 115, 106, 0x1c);
        p8.fillp(0x8020);
        p8.ovalfill(24, 46, 103, 96, 0x7c);
        p8.fillp(0);
        for r in &self.rings {
            let color = if r.r > 11 { 13 } else { r.c };
            p8.oval(r.x - r.r, r.y - r.r / 2, r.x + r.r, r.y + r.r / 2, color);
        }
        for n in 0..=7 {
            let (x, y) = place(n);
            p8.spr_ext(5, x - 8, y + (p8.t() / 3 + Num::int(n) / 5).sin() * num!(1.4), 2, 1, false, false);
            if n % 3 == 1 {
                p8.spr(7, x - 2, y - 4);
            }
        }
        for i in 0..=6 {
            p8.spr_ext(8, i * 23 % 126, 97 + i * 5 % 9, 1, 2, false, false);
        }
        // During a jump the frog is between two pads, in an arc.
        if self.frog.under == 0 {
            let Frog { pad, to, k, .. } = self.frog;
            let ((mut x, mut y), (u, v)) = (place(pad), place(to));
            if k < 1 {
                x += (u - x) * k;
                y += (v - y) * k + (k / 2).sin() * 22;
            }
            p8.spr_ext(if k < 1 { 3 } else { 1 }, x - 8, y - 11, 2, 2, false, false);
        }
        // What the four channels are playing.
        p8.rectfill(0, 111, 127, 127, 0);
        for i in 0..=3 {
            let [n, note] = [46, 50].map(|from| p8.stat(from + i).num().flr());
            p8.rectfill(4 + i * 31, 122, 31 + i * 31, 126, 1);
            if n >= 0 {
                let right = 5 + i * 31 + note * 25 / 31;
                p8.rectfill(5 + i * 31, 123, right, 125, if i == 3 { 14 } else { 12 });
            }
        }
        p8.print_at("⬅️➡️⬆️ leap  🅾️ dive  ❎ music", 5, 114, 6);
    }
}

impl Game {
    fn leap(&mut self, p8: &mut Machine, by: i32) {
        self.frog.to = (self.frog.pad + by).rem_euclid(8);
        self.frog.k = num!(0);
        p8.sfx_ext(9, 3, 0, 0);
    }

    /// A ripple on the water around the frog's lily pad.
    fn ring(&mut self, c: i32) {
        let (x, y) = place(self.frog.pad);
        self.rings.push(Ring { x, y: y + 4, r: num!(6), c });
    }

    /// Each lily pad has its own note: four rows of sound 8.
    fn land(&mut self, p8: &mut Machine) {
        self.frog.pad = self.frog.to;
        p8.sfx_ext(8, 3, self.frog.pad * 4, 4);
        self.ring(14);
    }
}
