//! A ball that bounces, is pushed with the arrows and leaves spots: at 30 and at 60 updates a second.

use rasher::{Cart, Machine, Num};
use serde::{Deserialize, Serialize};

/// The ball, and the spots where O or X was pressed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ball {
    x: Num,
    y: Num,
    dx: Num,
    dy: Num,
    spots: Vec<(i32, i32, u8)>,
    steps: u32,
}

impl Ball {
    /// Updates so far.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    fn start(&mut self, p8: &mut Machine) {
        (self.x, self.y) = (p8.rnd(128), p8.rnd(128));
        (self.dx, self.dy) = (p8.rnd(2) - Num::ONE, p8.rnd(2) - Num::ONE);
    }

    fn step(&mut self, p8: &mut Machine) {
        self.steps += 1;
        let push = Num::from_bits(0x0400);
        for (button, dx, dy) in
            [(0, -push, Num::ZERO), (1, push, Num::ZERO), (2, Num::ZERO, -push), (3, Num::ZERO, push)]
        {
            if p8.btn(button) {
                (self.dx, self.dy) = (self.dx + dx, self.dy + dy);
            }
        }
        (self.x, self.y) = (self.x + self.dx, self.y + self.dy);
        if !(0..128).contains(&self.x.flr()) {
            (self.x, self.dx) = (self.x - self.dx, -self.dx);
        }
        if !(0..128).contains(&self.y.flr()) {
            (self.y, self.dy) = (self.y - self.dy, -self.dy);
        }
        // Both players, so that repeat and the second pad count too.
        if p8.btnp(4) || p8.btnp_of(5, 1) {
            let color = p8.rnd(15).flr() as u8 + 1;
            self.spots.push((self.x.flr(), self.y.flr(), color));
        }
        if p8.btnp(5) {
            self.spots.pop();
        }
    }

    fn show(&self, p8: &mut Machine) {
        p8.cls(1);
        for (x, y, color) in &self.spots {
            p8.rectfill(x - 1, y - 1, x + 1, y + 1, *color);
        }
        p8.rectfill(self.x.flr() - 3, self.y.flr() - 3, self.x.flr() + 3, self.y.flr() + 3, 8);
        p8.spr(self.steps as i32 & 255, 60, 60);
        let t = p8.time();
        p8.print_at(t, 1, 1, 7);
    }
}

impl Cart for Ball {
    fn _init(&mut self, p8: &mut Machine) {
        self.start(p8);
    }

    fn _update(&mut self, p8: &mut Machine) {
        self.step(p8);
    }

    fn _draw(&self, p8: &mut Machine) {
        self.show(p8);
    }
}

/// [`Ball`] at 60 updates a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ball60(Ball);

impl Cart for Ball60 {
    fn _init(&mut self, p8: &mut Machine) {
        self.0.start(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.0.step(p8);
    }

    fn _draw(&self, p8: &mut Machine) {
        self.0.show(p8);
    }
}
