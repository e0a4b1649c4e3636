//! The balance of Smokehouse: whole runs by bots, and the tables of the cart's README.
//!
//! ```text
//! cargo bench -p tests --bench bots                 2,000 seeds each bot
//! cargo bench -p tests --bench bots -- 10000        so many
//! cargo bench -p tests --bench bots -- 2000 gifts   wins of the careful bot with each item in the bag, too
//! cargo bench -p tests --bench bots -- 2000 gifts 0 6       with nothing and with item 6
//! ```

use std::time::Instant;
use tests::bots::porklike::{Bot, Start, balance, reached::Reached, runs};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count = words.iter().find_map(|word| word.parse::<u32>().ok()).unwrap_or(2_000);
    let mut reached = Reached::default();
    let (mut rows, mut deaths) = (String::from(balance::HEAD), String::new());
    for bot in Bot::ALL {
        let begin = Instant::now();
        let runs = runs(bot, 0..count, Start::default());
        eprintln!("{bot:?}: {count} runs in {:.1} s", begin.elapsed().as_secs_f64());
        rows += &balance::row(bot, &runs);
        deaths += &format!("\nDeaths, {bot:?}\n\n{}", balance::deaths(&runs));
        runs.iter().for_each(|run| reached.join(&run.reached));
        let stuck: Vec<String> = runs
            .iter()
            .filter(|run| run.end.is_none() && bot != Bot::Random)
            .take(5)
            .map(|run| {
                format!("seed {} floor {} turns {} waits {}", run.seed, run.floor, run.turns, run.waits)
            })
            .collect();
        println!("stuck, {bot:?}: {stuck:?}");
    }
    println!("{rows}{deaths}\nReached\n\n{}", reached.table());
    println!("missing: {:?}", reached.missing());
    if let Some(at) = words.iter().position(|word| word == "gifts") {
        let items: Vec<u8> = words[at..].iter().filter_map(|word| word.parse().ok()).collect();
        let items = if items.is_empty() { (0..23).collect() } else { items };
        println!("\n{}", balance::gifts(count, &items));
    }
}
