//! The balance of Smokehouse: whole runs by bots, and the tables of `cart/porklike/BALANCE.md`.
//!
//! ```text
//! cargo bench -p tests --bench bots                 2,000 seeds per bot
//! cargo bench -p tests --bench bots -- 10000        this many
//! cargo bench -p tests --bench bots -- 2000 gifts   also wins of the careful bot with each item in the bag
//! cargo bench -p tests --bench bots -- 2000 gifts 0 6       with nothing and with item 6
//! cargo bench -p tests --bench bots -- 1 careful list       twenty runs of the careful bot, one by one
//! cargo bench -p tests --bench bots -- 1000 careful starts  also the careful bot as each bun
//! cargo bench -p tests --bench bots -- 1000 careful         one bot only
//! cargo bench -p tests --bench bots -- 1000 tricks          bots with one trick, compared with the careful one with the same item
//! ```

use std::time::Instant;
use tests::bots::porklike::{Bot, Start, balance, reached::Reached, runs};

/// Each bot with one trick, compared with the careful one with the same item in the bag.
fn tricks(count: u32) -> String {
    let mut rows = String::new();
    for (bot, thing) in Bot::ABUSE {
        let start = Start { gift: thing.map(|thing| thing as u8), ..Start::default() };
        let name = thing.map_or("-", |thing| porklike::data::line("items", thing as u8));
        for bot in [bot, Bot::Careful] {
            rows += &balance::tricks(bot, name, &runs(bot, 0..count, start));
        }
    }
    rows
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count = words.iter().find_map(|word| word.parse::<u32>().ok()).unwrap_or(2_000);
    let mut reached = Reached::default();
    let (mut rows, mut deaths) = (String::from(balance::HEAD), String::new());
    let named = |bot: &Bot| words.contains(&format!("{bot:?}").to_lowercase());
    let all = Bot::ALL.into_iter().chain([Bot::Doorway, Bot::Avoid]);
    let one = all.clone().any(|bot| named(&bot));
    for bot in all.filter(|bot| !one || named(bot)) {
        let begin = Instant::now();
        let runs = runs(bot, 0..count, Start::default());
        eprintln!("{bot:?}: {count} runs in {:.1} s", begin.elapsed().as_secs_f64());
        rows += &balance::row(bot, &runs);
        deaths += &format!("\n{bot:?}: {}", balance::presses(&runs));
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
    if words.iter().any(|word| word == "tricks") {
        println!("\n{}{}", balance::TRICKS, tricks(count));
    }
    if words.iter().any(|word| word == "list") {
        println!("\n{}", balance::list(&runs(Bot::Careful, 0..20, Start::default())));
    }
    if words.iter().any(|word| word == "starts") {
        println!("\n{}", balance::starts(count));
    }
    if let Some(at) = words.iter().position(|word| word == "gifts") {
        let items: Vec<u8> = words[at..].iter().filter_map(|word| word.parse().ok()).collect();
        let items = if items.is_empty() { (0..23).collect() } else { items };
        println!("\n{}", balance::gifts(count, &items));
    }
}
