//! A band that plays anything: every sound call, with random notes and every sound register.

use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Band {
    pattern: i32,
    taken: Vec<i32>,
}

/// `from` to `to` - 1, from the machine's own generator.
fn roll(p8: &mut Machine, from: i32, to: i32) -> i32 {
    from + p8.rnd(to - from).flr()
}

impl Cart for Band {
    fn _init(&mut self, p8: &mut Machine) {
        p8.music(0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if p8.btnp(4) {
            let [n, channel, offset, length] =
                [roll(p8, -3, 66), roll(p8, -2, 5), roll(p8, -1, 34), roll(p8, 0, 40)];
            let got = p8.sfx_ext(n, channel, offset, length);
            self.taken.push(got);
            self.taken.truncate(40);
        }
        if p8.btnp(5) {
            self.pattern = roll(p8, -2, 66);
            let (fade, mask) = (roll(p8, 0, 2000), roll(p8, 0, 16));
            p8.music_ext(self.pattern, fade, mask);
        }
        if p8.btnp(0) {
            // Filters of all channels, then none.
            let (addr, value) = (0x5f40 + roll(p8, 0, 4), roll(p8, 0, 256));
            p8.poke(addr as u16, value);
        }
        if p8.btnp(1) {
            p8.poke4(0x5f40, 0);
        }
        if p8.btnp(2) {
            // A note changes while it may be playing.
            let (addr, value) = (roll(p8, 0x3100, 0x4300), roll(p8, 0, 256));
            p8.poke(addr as u16, value);
        }
        if p8.btnp(3) {
            let (addr, len) = (roll(p8, 0, 0x7000), roll(p8, -5, 3000));
            self.taken.push(p8.serial(0x808, addr as u16, len));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        let samples: Vec<i16> = p8.samples().to_vec();
        for (x, sample) in (0..128).zip(samples.iter().step_by(3)) {
            p8.pset(x, 64 + i32::from(*sample) / 512, 11);
        }
        for n in 46..=57 {
            let told = p8.stat(n).to_string();
            p8.print_at(told.as_str(), 1 + (n - 46) % 4 * 30, 1 + (n - 46) / 4 * 8, 7);
        }
    }
}
