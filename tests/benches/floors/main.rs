//! Floors a second, what a floor's size costs, and a million floors held against all rules.
//!
//! ```text
//! cargo bench -p tests --bench floors                 one thread, floors of 16, 32, 64 and 128 tiles
//! cargo bench -p tests --bench floors -- 1000000      judges so many floors on all processors
//! ```
//!
//! A larger floor has as many times more rooms, shortcuts, niches, chests and mobs as it has tiles; so the last column would be
//! the same in all rows if the cost were linear in tiles. About one attempt at a floor in a hundred fails, whatever its size, and
//! is made again: so a row is many floors, each number as often.

use porklike::tower;
use std::hint::black_box;
use std::time::Instant;
use tests::bench::Table;
use tests::floors::{judge, make};

/// Floors of a row.
const FLOORS: u32 = 40;

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse::<u32>().ok());
    if let Some(count) = count {
        let begin = Instant::now();
        for from in (0..count).step_by(20_000) {
            judge(&make(from..count.min(from.saturating_add(20_000))), "");
        }
        println!("{count} floors, all rules hold, {:.1} s", begin.elapsed().as_secs_f64());
        return;
    }
    let mut table = Table::new("tiles");
    for side in [16, 32, 64, 128] {
        table.one(&format!("{side} x {side}"), f64::from(side * side) * f64::from(FLOORS), |_| {
            for seed in 0..FLOORS {
                black_box(tower::floor(seed, (seed % 8) as u8 + 1, side));
            }
        });
    }
    println!("{:<12} {:>10} {:>12}", "tiles", "floors/s", "ns a tile");
    for row in table.rows() {
        let each = row.ns / f64::from(FLOORS);
        println!("{:<12} {:>10.0} {:>12.0}", row.name, 1e9 / each, row.ns / row.items);
    }
}
