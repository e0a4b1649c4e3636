//! A cart that makes requests to the host: cart data by `dset` and `poke`, prints, commands.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// Knows whether it has run before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saver {
    known: bool,
    again: bool,
    pressed: i32,
}

impl Cart for Saver {
    fn _init(&mut self, p8: &mut Machine) {
        self.known = p8.cartdata("saver_1");
        // A bad id changes nothing.
        self.again = p8.cartdata("other id");
        let starts = p8.dget(0) + 1;
        p8.dset(0, starts);
        p8.printh("hello");
    }

    fn _update(&mut self, p8: &mut Machine) {
        if p8.btnp(4) {
            self.pressed += 1;
            p8.dset(1, self.pressed);
            // Twice in one frame is one save.
            p8.dset(2, -self.pressed);
        }
        if p8.btnp(5) {
            p8.poke(0x5eff, i32::from(p8.peek(0x5eff)) + 1);
        }
        if p8.btnp(0) {
            p8.printh("left");
        }
        if p8.btnp(1) {
            // The same value again is no change.
            let same = p8.dget(1);
            p8.dset(1, same);
        }
        if p8.btnp(2) {
            p8.extcmd_ext("strange", 1, -2);
            p8.printh_ext("to a file", "log", true, false);
        }
        if p8.btnp(3) {
            p8.mset(1, 1, self.pressed);
            p8.cstore();
            p8.crt(None);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(if self.known { 3 } else { 2 });
        let starts = p8.dget(0);
        p8.print_at(starts, 2, 2, 7);
        p8.print_at(self.pressed, 2, 10, 7);
    }
}
