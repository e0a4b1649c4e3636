//! Whole runs by bots: none gets stuck, everything is reached, and no bot knows more than the screen shows.
//!
//! `cargo bench -p tests --bench bots` prints the balance; only its bounds are checked here.

use num::Rng;
use porklike::dir::Cell;
use porklike::rules::{Seen, World};
use porklike::tile::Flag;
use rayon::prelude::*;
use std::sync::OnceLock;
use tests::bots::games;
use tests::bots::porklike::buttons::inputs;
use tests::bots::porklike::reached::{Reached, Row};
use tests::bots::porklike::screen::Screen;
use tests::bots::porklike::{Bot, Player, Run, Start, balance, kit, run, runs};
use tests::floors::tile;

/// Real runs of a bot here. The benchmark plays more.
fn played() -> u32 {
    games(300)
}

/// The real runs of a bot, played once for all tests.
fn real(bot: Bot) -> &'static [Run] {
    static ALL: [OnceLock<Vec<Run>>; Bot::ALL.len()] = [const { OnceLock::new() }; Bot::ALL.len()];
    let at = Bot::ALL.iter().position(|other| *other == bot).expect("it is one of them");
    ALL[at].get_or_init(|| runs(bot, 0..played(), Start::default()))
}

fn none_is_stuck(bot: Bot) -> &'static [Run] {
    let runs = real(bot);
    for (seed, run) in runs.iter().enumerate() {
        assert_eq!(run.seed, seed as u32, "results are in the order of the seeds");
        assert!(run.end.is_some(), "{bot:?} with seed {seed} is stuck on floor {}", run.floor);
    }
    runs
}

/// Our decision: less than 2 % for the greedy bot and at most 20 % for the careful one, within three deviations of so
/// few runs.
#[test]
fn greedy_and_careful_runs_end_and_are_won_as_often_as_they_should() {
    let [greedy, careful] = [Bot::Greedy, Bot::Careful].map(|bot| balance::won(none_is_stuck(bot)));
    let runs = f64::from(played());
    let most = |part: f64| runs * part + 3.0 * (runs * part * (1.0 - part)).sqrt();
    assert!((greedy as f64) < most(0.02), "greedy won {greedy} of {runs}");
    assert!((1.0..most(0.2)).contains(&(careful as f64)), "careful won {careful} of {runs}");
}

/// Bots with one trick also finish, and win no tower without an item for it.
#[test]
fn no_trick_is_endless() {
    for (bot, thing) in Bot::ABUSE {
        let start = Start { gift: thing.map(|thing| thing as u8), ..Start::default() };
        let runs = runs(bot, 0..games(150), start);
        let endless: Vec<u32> = runs.iter().filter(|run| run.end.is_none()).map(|run| run.seed).collect();
        assert_eq!(endless, [0; 0], "{bot:?} never ended with these seeds");
        assert!(thing.is_some() || balance::won(&runs) < 3, "{bot:?} won {}", balance::won(&runs));
    }
}

/// Rows that even these runs need not reach: none.
const UNREACHED: [Row; 0] = [];

/// Real runs seldom get far, and a bot tries little. So random players also start on each floor with six items of a
/// kind, one run each per round, until nothing is missing.
#[test]
fn everything_is_reached() {
    let mut reached = Reached::default();
    for bot in Bot::ALL {
        real(bot).iter().for_each(|run| reached.join(&run.reached));
    }
    let starts = (1..23).flat_map(|item| (1..9).map(move |floor| (Some(item), floor)));
    let starts: Vec<Start> = starts.map(|(six, floor)| Start { floor, six, ..Start::default() }).collect();
    let kit = kit();
    for seed in 0..12 {
        if reached.missing() == UNREACHED {
            break;
        }
        let runs: Vec<Run> = starts.par_iter().map(|start| run(Bot::Random, seed, &kit, *start)).collect();
        runs.iter().for_each(|run| reached.join(&run.reached));
    }
    println!("{}", reached.table());
    assert_eq!(reached.missing(), UNREACHED, "never reached\n{}", reached.table());
}

/// Presses of the bot at the console give the run that its actions give.
#[test]
fn the_buttons_do_what_the_bot_chose() {
    let runs = runs(Bot::Careful, 0..20, Start::default());
    let run = runs.iter().min_by_key(|run| run.turns).expect("twenty");
    let cart = shelf::find("porklike").expect("on the shelf");
    let mut console = cart.boot(run.seed.into()).expect("it boots");
    // A turn takes about nine frames.
    let ended = inputs(run.seed, run.turns as usize * 20).iter().any(|input| {
        console.frame(input);
        // The first frames have the flag of the end, too.
        console.machine().frame() > 60 && console.program().field(&["over"]) == Some(true.into())
    });
    assert!(ended, "seed {} has {} turns", run.seed, run.turns);
    let stat = |name| console.program().field(&["world", "stats", name]);
    assert_eq!((stat("turns"), stat("killer")), (Some(run.turns.into()), Some(run.killer.into())));
    assert_eq!(console.program().field(&["world", "floor"]), Some(run.floor.into()));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let kit = kit();
    for bot in Bot::ALL {
        let [a, b] = [0, 1].map(|_| run(bot, 7, &kit, Start::default()));
        assert_eq!((a.end, a.floor, a.turns, a.reached), (b.end, b.floor, b.turns, b.reached), "{bot:?}");
    }
}

/// Changes everything hidden: fog, unseen creatures, their thoughts, future random numbers, the effects of unknown
/// food.
fn hidden(world: &World) -> World {
    let mut other = world.clone();
    other.rng = Rng::from_words(!world.seed, 5);
    other.seed ^= 0xffff;
    other.known |= 0x1fff;
    other.kit.ends.swap(0, 1);
    for at in world.grid.cells() {
        if world.sight.get(at) == 0 && !world.floor.is_multiple_of(9) {
            let before = other.clone();
            other.grid.set(at, tile::CHEST);
            other.smoke.set(at, 3);
            // A line of sight may pass through a cell that is itself dark.
            if world.mobs.iter().any(|mob| other.shows(mob) != world.shows(mob)) {
                other = before;
            }
        }
    }
    let (seen, mut unseen) = (other.mobs.clone(), 0);
    other.mobs.retain(|mob| {
        let hides = mob.id > 0 && !world.shows(mob);
        let rustles = world.sight.get(mob.at) == Seen::Now as u8 && world.is(mob.at, Flag::Cover);
        unseen += u32::from(hides);
        !hides || rustles
    });
    assert!(other.mobs.len() as u32 + unseen >= seen.len() as u32);
    for mob in other.mobs.iter_mut().skip(1) {
        mob.id += 100;
        mob.target = Cell::at(0, 0);
        mob.bless = 1;
        mob.spent = !mob.spent;
    }
    // Unknown foods swap their effects; the words stay with the items in the bag.
    let unknown: Vec<u8> = (17..23).filter(|item| world.known >> item & 1 == 0).collect();
    for (n, item) in unknown.iter().enumerate() {
        let next = unknown[(n + 1) % unknown.len()];
        for word in [17, 11] {
            other.names[usize::from(next - word)] = world.names[usize::from(item - word)];
        }
        for (slot, held) in world.bag.iter().enumerate() {
            if held == item {
                other.bag[slot] = next;
            }
        }
    }
    other
}

#[test]
fn equal_screens_give_equal_choices() {
    let kit = kit();
    let mut choices = 0;
    for (bot, seed) in Bot::ALL.into_iter().flat_map(|bot| (0..12).map(move |seed| (bot, seed))) {
        let mut world = World::new(seed, kit.clone());
        let mut player = Player::new(bot, seed);
        for turn in 0..300 {
            if world.end.is_some() {
                break;
            }
            let other = hidden(&world);
            assert_ne!(world, other);
            let (screen, same) = (Screen::of(&world), Screen::of(&other));
            assert_eq!(screen, same, "{bot:?}, seed {seed}, turn {turn}: the screen tells what is hidden");
            let mut twin = player.clone();
            let action = player.choose(&screen);
            assert_eq!(action, twin.choose(&same), "{bot:?}, seed {seed}, turn {turn}");
            choices += 1;
            world.act(action);
        }
    }
    assert!(choices > 1_000, "only {choices} choices: the test sees too little");
}
