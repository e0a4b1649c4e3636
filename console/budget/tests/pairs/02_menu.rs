//! A menu with a cursor and values that are changed left and right.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum State {
    Menu,
    Play,
    Bye,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Action {
    Start,
    Quit,
    Value { now: i32, most: i32 },
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Menu {
    at: u8,
    state: State,
    blink: u32,
    actions: [Action; 5],
}

const NAMES: [&str; 5] = ["start", "music", "speed", "lives", "quit"];

impl Default for Menu {
    fn default() -> Self {
        Menu {
            at: 0,
            state: State::Menu,
            blink: 0,
            actions: [
                Action::Start,
                Action::Value { now: 5, most: 9 },
                Action::Value { now: 1, most: 3 },
                Action::Value { now: 3, most: 5 },
                Action::Quit,
            ],
        }
    }
}

impl Menu {
    fn change(&mut self, p8: &mut Machine, by: i32) {
        if let Action::Value { now, most } = &mut self.actions[usize::from(self.at)] {
            let value = (*now + by).clamp(0, *most);
            if value != *now {
                *now = value;
                p8.sfx(1);
            } else {
                p8.sfx(2);
            }
        }
    }

    fn choose(&mut self, p8: &mut Machine) {
        match self.actions[usize::from(self.at)] {
            Action::Start => self.state = State::Play,
            Action::Quit => self.state = State::Bye,
            Action::Value { .. } => self.change(p8, 1),
        }
        p8.sfx(3);
    }
}

impl Cart for Menu {
    fn _update(&mut self, p8: &mut Machine) {
        self.blink += 1;
        if self.state != State::Menu {
            if p8.btnp(4) {
                self.state = State::Menu;
            }
            return;
        }
        let last = NAMES.len() as u8 - 1;
        if p8.btnp(2) {
            self.at = if self.at == 0 { last } else { self.at - 1 };
        }
        if p8.btnp(3) {
            self.at = if self.at == last { 0 } else { self.at + 1 };
        }
        if p8.btnp(0) {
            self.change(p8, -1);
        }
        if p8.btnp(1) {
            self.change(p8, 1);
        }
        if p8.btnp(5) {
            self.choose(p8);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        if self.state != State::Menu {
            p8.print_at(if self.state == State::Play { "play" } else { "bye" }, 50, 60, 7);
            return;
        }
        p8.rect(20, 20, 107, 90, 6);
        for (i, action) in self.actions.iter().enumerate() {
            let y = 32 + i as i32 * 12;
            let mut color = 6;
            if i == usize::from(self.at) {
                color = 7;
                if self.blink % 30 < 20 {
                    p8.print_at(">", 26, y, 10);
                }
            }
            p8.print_at(NAMES[i], 34, y, color);
            if let Action::Value { now, most } = action {
                p8.rectfill(66, y, 66 + most * 4, y + 4, 1);
                p8.rectfill(66, y, 66 + now * 4, y + 4, color);
            }
        }
    }
}
