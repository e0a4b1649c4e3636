//! A cart that records what happens to it: how often its hooks ran, and their arguments.

use num::Num;
use rasher::{Boot, Cart, Console, Effect, Input, Machine, program};
use serde::{Deserialize, Serialize};

/// A cart that counts its hooks and keeps its arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    pub inits: u32,
    pub updates: u32,
    pub times: Vec<Num>,
    pub menu: Vec<(u8, u8)>,
    pub held: Vec<bool>,
    pub pressed: Vec<u32>,
}

impl Cart for Probe {
    fn _init(&mut self, p8: &mut Machine) {
        self.inits += 1;
        self.times.push(p8.time());
    }

    fn _update(&mut self, p8: &mut Machine) {
        self.updates += 1;
        self.times.push(p8.t());
        self.held.push(p8.btn(4));
        if p8.btnp(4) {
            self.pressed.push(self.updates);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.pset(self.updates as i32, 0, 7);
    }

    fn _menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> bool {
        self.menu.push((index, buttons));
        p8.menuitem(0, Some("chosen"));
        buttons != 0x70
    }
}

/// The probe at 60 updates a second.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Fast(pub Probe);

impl Cart for Fast {
    fn _update60(&mut self, p8: &mut Machine) {
        self.0._update(p8);
    }
}

/// A console that has just started the cart.
pub fn boot<C: Cart>(cart: C) -> Console {
    Console::boot(program(cart), Boot::default())
}

/// The probe's state inside a console.
pub fn probe(console: &Console) -> Probe {
    let state = console.program().save().expect("the state has names and numbers only");
    serde_json::from_slice(&state).expect("what was saved can be read")
}

/// Runs a frame for each set of buttons and returns all effects.
pub fn after(console: &mut Console, inputs: &[u8]) -> Vec<Effect> {
    inputs.iter().flat_map(|&held| console.frame(&Input::buttons(held))).collect()
}
