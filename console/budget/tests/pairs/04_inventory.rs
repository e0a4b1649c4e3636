//! Items that you find, stack, wear and eat.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq)]
enum Use {
    Hand { attack: i32 },
    Body { defence: i32 },
    Food { hp: i32 },
}

struct Kind {
    name: &'static str,
    purpose: Use,
}

const KINDS: [Kind; 6] = [
    Kind { name: "knife", purpose: Use::Hand { attack: 2 } },
    Kind { name: "cleaver", purpose: Use::Hand { attack: 4 } },
    Kind { name: "apron", purpose: Use::Body { defence: 1 } },
    Kind { name: "plate", purpose: Use::Body { defence: 3 } },
    Kind { name: "bread", purpose: Use::Food { hp: 3 } },
    Kind { name: "ham", purpose: Use::Food { hp: 8 } },
];
const SIZE: usize = 8;

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Stack {
    kind: u8,
    count: u8,
}

impl Stack {
    fn kind(self) -> &'static Kind {
        &KINDS[usize::from(self.kind)]
    }
}

#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Inventory {
    bag: Vec<Stack>,
    hand: Option<u8>,
    body: Option<u8>,
    hp: i32,
    at: u8,
    log: String,
}

impl Inventory {
    fn take(&mut self, kind: u8) {
        let Kind { name, purpose } = &KINDS[usize::from(kind)];
        let same = self.bag.iter_mut().find(|it| it.kind == kind);
        if let (Some(stack), Use::Food { .. }) = (same, purpose) {
            stack.count += 1;
            self.log = format!("more {name}");
        } else if self.bag.len() >= SIZE {
            self.log = "the bag is full".into();
        } else {
            self.bag.push(Stack { kind, count: 1 });
            self.log = format!("found {name}");
        }
    }

    fn use_up(&mut self, i: usize) {
        let stack = self.bag[i];
        let Kind { name, purpose } = stack.kind();
        let slot = match purpose {
            Use::Food { hp } => {
                self.hp = (self.hp + hp).min(20);
                self.log = format!("ate {name}");
                self.bag[i].count -= 1;
                if self.bag[i].count == 0 {
                    self.bag.remove(i);
                }
                return;
            }
            Use::Hand { .. } => &mut self.hand,
            Use::Body { .. } => &mut self.body,
        };
        let old = slot.replace(stack.kind);
        self.bag.remove(i);
        if let Some(kind) = old {
            self.bag.push(Stack { kind, count: 1 });
        }
        self.log = format!("wears {name}");
    }

    fn attack(&self) -> i32 {
        match self.hand.map(|kind| KINDS[usize::from(kind)].purpose) {
            Some(Use::Hand { attack }) => attack,
            _ => 0,
        }
    }

    fn defence(&self) -> i32 {
        match self.body.map(|kind| KINDS[usize::from(kind)].purpose) {
            Some(Use::Body { defence }) => defence,
            _ => 0,
        }
    }
}

impl Cart for Inventory {
    fn _init(&mut self, _p8: &mut Machine) {
        self.hp = 5;
        self.log = "find things with z".into();
    }

    fn _update(&mut self, p8: &mut Machine) {
        if p8.btnp(2) {
            self.at = self.at.saturating_sub(1);
        }
        if p8.btnp(3) {
            self.at += 1;
        }
        self.at = self.at.min(self.bag.len().saturating_sub(1) as u8);
        if p8.btnp(4) {
            let kind = p8.rnd(KINDS.len() as i32).flr();
            self.take(kind as u8);
        }
        if p8.btnp(5) && !self.bag.is_empty() {
            self.use_up(usize::from(self.at));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        p8.print_at(&self.log, 4, 4, 6);
        let stats = format!("hp {} atk {} def {}", self.hp, self.attack(), self.defence());
        p8.print_at(&stats, 4, 14, 7);
        for (i, stack) in self.bag.iter().enumerate() {
            let y = 28 + i as i32 * 8;
            if i == usize::from(self.at) {
                p8.rectfill(2, y - 1, 80, y + 5, 1);
            }
            let mut name = stack.kind().name.to_string();
            if stack.count > 1 {
                name += &format!(" x{}", stack.count);
            }
            p8.print_at(&name, 4, y, 7);
        }
    }
}
