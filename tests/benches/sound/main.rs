//! Times of the synth, as real-time factors: seconds of sound that one core renders in a second.
//!
//! ```text
//! cargo bench -p tests --bench sound
//! ```
//!
//! A row is a whole frame of a console whose program does nothing, so it includes the rest of a frame, which the row
//! `silence` shows. The column `alone` has that subtracted.

use rasher::{Boot, Cart, Console, Input, Machine, program};
use serde::{Deserialize, Serialize};
use tests::bench::Table;
use tests::score::{Score, note};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Nothing;

impl Cart for Nothing {
    fn _draw(&self, _: &mut Machine) {}
}

/// Samples of a frame at 30 a second.
const FRAME: f64 = 735.0;
const RATE: f64 = 22_050.0;

/// Loops that change their note every 4 ticks, on all four channels.
fn four(wave: impl Fn(u8) -> u8, custom: bool, filters: u8) -> Score {
    let mut score = Score::default();
    for channel in 0..4 {
        let n = 8 + channel;
        let notes = (0..32).map(|i| {
            let key = 12 + (i * 7 + channel * 5) % 40;
            note(key, wave(channel), 5, [0, 1, 2, 0, 6, 0, 5, 0][usize::from(i % 8)], custom)
        });
        score.sfx(n, notes, 4, 0, 32, filters);
    }
    for wave in 0..8 {
        // Instruments: two looped notes with their own filters.
        let notes = [note(24, wave, 7, 0, false), note(31, wave, 5, 2, false)];
        score.sfx(wave, notes, 3, 0, 2, 2 * 24);
    }
    score
}

fn play(table: &mut Table, name: &str, score: Option<Score>) {
    let mut console = Console::boot(program(Nothing), Boot::default());
    if let Some(score) = score {
        score.poke(console.machine_mut());
        for channel in 0..4 {
            console.machine_mut().sfx_ext(8 + channel, channel, 0, 0);
        }
    }
    let input = Input::default();
    table.one(name, FRAME, |_| _ = console.frame(&input));
}

fn main() {
    let mut table = Table::new("samples");
    play(&mut table, "silence", None);
    let names = ["triangle", "tilted saw", "saw", "square", "pulse", "organ", "noise", "phaser"];
    for (wave, name) in (0..).zip(names) {
        play(&mut table, &format!("four x {name}"), Some(four(|_| wave, false, 0)));
    }
    play(
        &mut table,
        "four plain: triangle saw pulse noise",
        Some(four(|c| [0, 2, 4, 6][usize::from(c)], false, 0)),
    );
    // Buzz, detune 1, reverb 2, dampen 2 on instruments of waves 0 1 2 5.
    let all = 4 + 8 + 2 * 24 + 2 * 72;
    play(
        &mut table,
        "four busy: instruments, all filters",
        Some(four(|c| [0, 1, 2, 5][usize::from(c)], true, all)),
    );
    play(&mut table, "four busy: the dearest waves", Some(four(|c| [7, 5, 7, 5][usize::from(c)], true, all)));
    table.print();
    let rest = table.rows().iter().find(|row| row.name == "silence").map_or(0.0, |row| row.ns);
    println!("{:<40} {:>10} {:>10}", "real-time factor", "frame", "alone");
    for row in table.rows() {
        let factor = |ns: f64| FRAME / RATE * 1e9 / ns;
        println!("{:<40} {:>9.0}x {:>9.0}x", row.name, factor(row.ns), factor((row.ns - rest).max(1.0)));
    }
}
