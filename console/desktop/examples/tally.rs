//! A cart that counts its frames and keeps the most it ever had: for the test that kills the console.
//!
//! Each frame prints its number, before anything is kept of it. Each sixth one is a record, unless it has been reached before.

use rasher::{Cart, Machine, Num};
use serde::{Deserialize, Serialize};

/// Nothing but the machine's own counter.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Tally;

impl Cart for Tally {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("tally");
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let frame = p8.frame() as i32;
        p8.printh(&frame.to_string());
        // A number holds 32,767, and a thousand kills take some hundred thousand frames.
        let record = p8.dget(0).flr() * 1000 + p8.dget(1).flr();
        if frame % 6 == 0 && frame > record {
            p8.dset(0, Num::from(frame / 1000));
            p8.dset(1, Num::from(frame % 1000));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        let frame = p8.frame();
        p8.print_at(frame.to_string().as_str(), 2, 2, 7);
    }
}

fn main() -> std::process::ExitCode {
    rasher_desktop::run(rasher_desktop::Entry::bare("tally", || rasher::program(Tally)))
}
