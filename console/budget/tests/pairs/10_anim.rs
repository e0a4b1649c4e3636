//! A fighter whose pictures follow what he does.

use rasher::{Cart, Machine, Num, num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
enum State {
    #[default]
    Idle,
    Walk,
    Punch,
    Hurt,
    Fall,
    Down,
}

struct Anim {
    first: i32,
    count: i32,
    speed: u8,
    next: State,
}

impl State {
    fn anim(self) -> Anim {
        let (first, count, speed, next) = match self {
            State::Idle => (16, 4, 10, State::Idle),
            State::Walk => (20, 6, 5, State::Walk),
            State::Punch => (32, 3, 4, State::Idle),
            State::Hurt => (36, 2, 8, State::Idle),
            State::Fall => (40, 4, 8, State::Down),
            State::Down => (43, 1, 60, State::Idle),
        };
        Anim { first, count, speed, next }
    }

    fn is_free(self) -> bool {
        matches!(self, State::Idle | State::Walk)
    }
}

#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Fight {
    x: i32,
    flip: bool,
    hp: i32,
    foe: Num,
    foe_hit: u8,
    state: State,
    frame: i32,
    tick: u8,
}

impl Fight {
    fn play(&mut self, state: State) {
        self.state = state;
        self.frame = 0;
        self.tick = 0;
    }

    fn animate(&mut self) {
        let anim = self.state.anim();
        self.tick += 1;
        if self.tick < anim.speed {
            return;
        }
        self.tick = 0;
        self.frame += 1;
        if self.frame == anim.count {
            if self.state == State::Down {
                self.hp = 3;
            }
            self.play(anim.next);
        }
    }

    /// From the foe to the fighter.
    fn gap(&self) -> Num {
        Num::int(self.x) - self.foe
    }

    fn control(&mut self, p8: &mut Machine) {
        let dx = i32::from(p8.btn(1)) - i32::from(p8.btn(0));
        if p8.btnp(5) {
            self.play(State::Punch);
            p8.sfx(8);
            if self.gap().abs() < num!(12) {
                self.foe_hit = 10;
            }
        } else if dx != 0 {
            self.x = (self.x + dx).clamp(0, 120);
            self.flip = dx < 0;
            if self.state != State::Walk {
                self.play(State::Walk);
            }
        } else if self.state != State::Idle {
            self.play(State::Idle);
        }
    }
}

impl Cart for Fight {
    fn _init(&mut self, _p8: &mut Machine) {
        self.x = 20;
        self.hp = 3;
        self.foe = num!(100);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if self.state.is_free() {
            self.control(p8);
        }
        self.foe += self.gap().sgn() * num!(0.25);
        if self.foe_hit > 0 {
            self.foe_hit -= 1;
            self.foe -= self.gap().sgn() * num!(2);
        } else if self.gap().abs() < num!(4) && self.state.is_free() {
            self.hp -= 1;
            p8.sfx(9);
            self.play(if self.hp > 0 { State::Hurt } else { State::Fall });
        }
        self.animate();
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.line(0, 80, 127, 80, 6);
        p8.spr_ext(self.state.anim().first + self.frame, self.x, 72, 1, 1, self.flip, false);
        if self.foe_hit > 0 {
            for color in 1..16 {
                p8.pal(color, 7);
            }
        }
        p8.spr_ext(48, self.foe.flr(), 72, 1, 1, self.gap() < Num::ZERO, false);
        p8.pal_reset();
        for i in 0..self.hp {
            p8.spr(1, i * 9 + 4, 4);
        }
    }
}
