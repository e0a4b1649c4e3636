//! The statistics of many runs as text.
//!
//! ```text
//! table    a row per bot: won, floors, turns, ambushes, waits, hallways, stuck
//! deaths   a row per killer, a column per floor
//! list     a row per run: floor, killer, last decision, turns
//! starts   a row per bun: wins, things used, killers
//! gifts    wins of the careful bot with an item in the bag, compared with the same seeds without
//! ```

use super::{Bot, Run, Start, runs};
use porklike::data;
use porklike::rules::Action;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A share in per cent, with one decimal.
fn percent(part: usize, of: usize) -> String {
    let tenths = part * 1000 / of.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn median(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

pub fn won(runs: &[Run]) -> usize {
    runs.iter().filter(|run| run.end == Some(true)).count()
}

/// Head of the table of bots.
pub const HEAD: &str = "| bot | runs | won | median floor | median turns | ambushes of blows | waits of turns | deaths in hallways | unused at death | no end |\n|---|---|---|---|---|---|---|---|---|---|\n";

pub fn row(bot: Bot, runs: &[Run]) -> String {
    let sum = |f: fn(&Run) -> u32| runs.iter().map(|run| f(run) as usize).sum::<usize>();
    let dead: Vec<&Run> = runs.iter().filter(|run| run.end == Some(false)).collect();
    let unused: usize = dead.iter().map(|run| run.unused).sum::<usize>() * 10 / dead.len().max(1);
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {}.{} | {} |\n",
        format!("{bot:?}").to_lowercase(),
        runs.len(),
        percent(won(runs), runs.len()),
        median(runs.iter().map(|run| run.floor.into()).collect()),
        median(runs.iter().map(|run| run.turns).collect()),
        percent(sum(|run| run.blows[1]), sum(|run| run.blows[0])),
        percent(sum(|run| run.waits), sum(|run| run.turns)),
        percent(dead.iter().filter(|run| run.hallway).count(), dead.len()),
        unused / 10,
        unused % 10,
        runs.iter().filter(|run| run.end.is_none()).count(),
    )
}

/// Head of the table of tricks.
pub const TRICKS: &str = "| bot | thing | runs won | floors won of entered | longest run, turns | no end |\n|---|---|---|---|---|---|\n";

/// A bot's row there: a floor is won by leaving it by the stairs; with its error, one deviation.
pub fn tricks(bot: Bot, thing: &str, runs: &[Run]) -> String {
    let entered: u32 = runs.iter().map(|run| u32::from(run.floor.min(8))).sum();
    let left: u32 = runs.iter().map(|run| u32::from(run.floor.saturating_sub(1))).sum();
    let part = f64::from(left) / f64::from(entered.max(1));
    format!(
        "| {} | {thing} | {} | {:.1} ± {:.1} % | {} | {} |\n",
        format!("{bot:?}").to_lowercase(),
        percent(won(runs), runs.len()),
        100.0 * part,
        100.0 * (part * (1.0 - part) / f64::from(entered.max(1))).sqrt(),
        runs.iter().map(|run| run.turns).max().unwrap_or_default(),
        runs.iter().filter(|run| run.end.is_none()).count(),
    )
}

/// The cost of single actions: the maximum, and how many per run cost 3 or more; and the share of hallways in both.
pub fn presses(runs: &[Run]) -> String {
    let heavy: u32 = runs.iter().map(|run| run.heavy).sum();
    let [actions, threats, lost] = [0, 1, 2].map(|row| {
        let [all, there] = [0, 1].map(|column| runs.iter().map(|run| run.halls[row][column] as usize).sum());
        percent(there, all)
    });
    format!(
        "one press cost {} at most, 3 or more {:.2} times a run\n\
         in hallways: {actions} of actions, {threats} of those in which somebody could strike, {lost} of hit points lost\n",
        runs.iter().map(|run| run.worst).max().unwrap_or_default(),
        f64::from(heavy) / runs.len().max(1) as f64,
    )
}

/// Deaths by killer and floor.
pub fn deaths(runs: &[Run]) -> String {
    let mut count: BTreeMap<(u8, u8), u32> = BTreeMap::new();
    for run in runs.iter().filter(|run| run.end == Some(false)) {
        *count.entry((run.killer, run.floor)).or_default() += 1;
    }
    let mut text = String::from(
        "| killer | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | all |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let at = |killer: u8, floor: u8| count.get(&(killer, floor)).copied().unwrap_or_default();
    for killer in 1..12 {
        let name = data::line(&format!("fate{killer}"), 1).trim_start_matches("ᶜ6killed by ");
        write!(text, "| {name} |").expect("a string");
        (1..10).for_each(|floor| write!(text, " {} |", at(killer, floor)).expect("a string"));
        writeln!(text, " {} |", (0..10).map(|floor| at(killer, floor)).sum::<u32>()).expect("a string");
    }
    text += "| floor |";
    for floor in 1..10 {
        write!(text, " {} |", (1..12).map(|killer| at(killer, floor)).sum::<u32>()).expect("a string");
    }
    writeln!(text, " {} |", count.values().sum::<u32>()).expect("a string");
    text
}

/// A row for each run: the floor where it ended, the killer, the last decision, turns.
pub fn list(runs: &[Run]) -> String {
    let mut text = String::from(
        "| seed | floor | killer | last decision | turns | kept in the bag |\n|---|---|---|---|---|---|\n",
    );
    for run in runs {
        let (killer, decision) = match run.last {
            Some((action, hp, near)) if run.end == Some(false) => (
                data::line("kinds", run.killer),
                format!(
                    "{} with {hp} hit points and {near} hunters next to it{}",
                    match action {
                        Action::Step(_) if near > 0 => "attacked or moved on",
                        Action::Step(_) => "walked on",
                        Action::Shove(_) => "shoved",
                        Action::Wait => "waited",
                        Action::Use(..) => "used a thing",
                    },
                    if run.hallway { ", in a hallway" } else { "" }
                ),
            ),
            _ => ("-", "got the ham".into()),
        };
        writeln!(
            text,
            "| {} | {} | {killer} | {decision} | {} | {} |",
            run.seed, run.floor, run.turns, run.unused
        )
        .expect("a string");
    }
    text
}

/// Runs of the careful bot as each bun: wins, mean last floor, ambushes, things thrown, worn and eaten in a run, and the three
/// most frequent killers.
pub fn starts(count: u32) -> String {
    let mut text = String::from(
        "| start | won | mean last floor | ambushes of blows | thrown, worn, eaten | killers |\n|---|---|---|---|---|---|\n",
    );
    for bun in 0..data::BUNS.len() {
        let runs = runs(Bot::Careful, 0..count, Start { bun, ..Start::default() });
        let sum = |f: &dyn Fn(&Run) -> u32| runs.iter().map(f).sum::<u32>();
        let each = |n: u32| f64::from(n) / f64::from(count.max(1));
        let used = ["thrown", "worn", "eaten"].map(|what| {
            let uses = |run: &Run| {
                run.reached.counts.iter().filter(|(row, _)| row.0 == what).map(|(_, count)| count).sum()
            };
            format!("{:.1}", each(sum(&uses)))
        });
        let mut killers: Vec<(u32, u8)> = (1..12)
            .map(|kind| (sum(&|run| u32::from(run.end == Some(false) && run.killer == kind)), kind))
            .collect();
        killers.sort_unstable_by_key(|killer| std::cmp::Reverse(*killer));
        let lost = sum(&|run| u32::from(run.end == Some(false)));
        let killers = killers[..3].iter().map(|(deaths, kind)| {
            format!("{} {}", data::line("kinds", *kind), percent(*deaths as usize, lost as usize))
        });
        writeln!(
            text,
            "| {} | {} | {:.2} | {} | {} | {} |",
            data::line("buns", bun as u8).trim_start_matches("ᶜf").split('ᶜ').next().unwrap_or_default(),
            percent(won(&runs), runs.len()),
            each(sum(&|run| run.floor.into())),
            percent(sum(&|run| run.blows[1]) as usize, sum(&|run| run.blows[0]) as usize),
            used.join(", "),
            killers.collect::<Vec<_>>().join(", ")
        )
        .expect("a string");
    }
    text
}

/// Wins of the careful bot with each of these items as a gift, 0 for none, and its mean last floor, on the same
/// seeds.
pub fn gifts(count: u32, items: &[u8]) -> String {
    let mut text = String::from("| gift | won | mean last floor |\n|---|---|---|\n");
    for &gift in items {
        let runs =
            runs(Bot::Careful, 0..count, Start { gift: (gift > 0).then_some(gift), ..Start::default() });
        let floors = runs.iter().map(|run| usize::from(run.floor)).sum::<usize>() * 100 / runs.len().max(1);
        let name = if gift < 17 { data::line("items", gift) } else { data::line("hints", gift) };
        writeln!(
            text,
            "| {name} | {} | {}.{:02} |",
            percent(won(&runs), runs.len()),
            floors / 100,
            floors % 100
        )
        .expect("a string");
    }
    text
}
