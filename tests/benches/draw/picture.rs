//! Rows for the picture of a frame: the screen's bytes to indices and to RGB, in the modes that move pixels.

use rasher::{Boot, Machine, PIXELS};
use tests::bench::Table;

pub fn run() {
    let t = &mut Table::new("pixels");
    let mut indices = Box::new([0; PIXELS]);
    let modes = [("picture", 0), ("picture, stretched", 3), ("picture, turned", 0x85)];
    for (name, mode) in modes {
        let m = machine(mode);
        t.one(name, PIXELS as f64, |_| m.picture(&mut indices));
    }
    let mut rgba = vec![0; PIXELS * 4].into_boxed_slice();
    let m = machine(0);
    let rgba: &mut [u8; PIXELS * 4] = (&mut rgba[..]).try_into().expect("as long as that");
    t.one("rgba", PIXELS as f64, |_| m.rgba(rgba));
    t.print();
}

/// A machine with something on its screen, in a screen mode.
fn machine(mode: i32) -> Machine {
    let mut m = Machine::new(Boot::default());
    (0x6000..0x8000u16).for_each(|at| m.poke(at, i32::from(at.wrapping_mul(0x9e35) >> 8)));
    m.poke(0x5f2c, mode);
    m
}
