//! A tune without end, and a steady tone: for the test of sound.
//!
//! ```text
//! square lead      a note every 8 ticks (58 ms), up and down a scale         X  the tone alone, for good
//! noise            behind it, which never repeats: a jump in time is seen in it
//! ```

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

/// Nothing but what the machine remembers.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Tune;

/// A note as memory holds it: key, waveform, volume.
const fn note(key: u16, wave: u16, volume: u16) -> u16 {
    key | wave << 6 | volume << 9
}

/// Writes sound `n`: 32 notes, speed, and where it loops.
fn record(p8: &mut Machine, n: u16, notes: impl Fn(u16) -> u16, speed: i32) {
    let at = 0x3200 + 68 * n;
    for i in 0..32 {
        p8.poke2(at + 2 * i, i32::from(notes(i)));
    }
    p8.poke_n(at + 64, &[0, speed as u8, 0, 32]);
}

impl Cart for Tune {
    fn _init(&mut self, p8: &mut Machine) {
        let scale = [12, 14, 16, 17, 19, 21, 23, 24];
        let up_and_down = |i: u16| scale[usize::from(if i % 16 < 8 { i % 8 } else { 7 - i % 8 })];
        record(p8, 8, |i| note(up_and_down(i) + i / 16 * 5, 3, 3), 8);
        record(p8, 9, |_| note(24, 6, 4), 8);
        record(p8, 10, |_| note(33, 0, 5), 32);
        p8.sfx_ext(8, 0, 0, 0);
        p8.sfx_ext(9, 1, 0, 0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if p8.btnp(5) {
            p8.sfx_ext(-1, 1, 0, 0);
            p8.sfx_ext(10, 0, 0, 0);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(3);
    }
}

fn main() -> std::process::ExitCode {
    rasher_desktop::run(rasher_desktop::Entry::bare("tune", || rasher::program(Tune)))
}
