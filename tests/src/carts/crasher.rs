//! A cart that panics on purpose.
//!
//! | when | what |
//! |---|---|
//! | the seed is 13 | `_init` panics |
//! | X is pressed | `_update` panics, half way through changing state and memory |
//! | O is pressed | `_draw` overflows an `i32` |

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// Counts frames until it crashes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Crasher {
    count: i32,
    overflow: bool,
}

impl Cart for Crasher {
    fn _init(&mut self, p8: &mut Machine) {
        assert!(p8.seed() != 13, "an unlucky seed");
        p8.cartdata("crasher");
    }

    fn _update(&mut self, p8: &mut Machine) {
        self.count += 1;
        p8.poke(0x8000, self.count);
        p8.dset(0, self.count / 10);
        self.overflow = p8.btn(4);
        if p8.btn(5) {
            self.count = -1;
            p8.poke(0x8000, 99);
            p8.printh("never performed");
            panic!("X was pressed at step {}", p8.frame());
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        let biggest = if self.overflow { i32::MAX } else { 0 };
        p8.cls(self.count.max(0) & 15);
        p8.pset(biggest + self.count.clamp(1, 100), 0, 7);
    }
}
