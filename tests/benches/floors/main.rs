//! Floors per second, and a million floors checked against all rules.
//!
//! ```text
//! cargo bench -p tests --bench floors                 one thread, each of the eight floors
//! cargo bench -p tests --bench floors -- 1000000      checks this many floors on all processors
//! ```

use porklike::tower;
use std::hint::black_box;
use std::time::Instant;
use tests::bench::Table;
use tests::floors::{judge, make};

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
    let mut table = Table::new("floors");
    for number in 1..=8 {
        table.one(&format!("floor {number}"), f64::from(FLOORS), |_| {
            for seed in 0..FLOORS {
                black_box(tower::floor(seed, number));
            }
        });
    }
    println!("{:<12} {:>10} {:>12}", "", "floors/s", "us a floor");
    for row in table.rows() {
        let each = row.ns / f64::from(FLOORS);
        println!("{:<12} {:>10.0} {:>12.0}", row.name, 1e9 / each, each / 1e3);
    }
}
