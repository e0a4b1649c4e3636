//! Players of Smokehouse's rules: whole runs without a picture, thousands a second, and their statistics.
//!
//! ```text
//! seed ──> World ──> Screen ──> bot ──> Action ──> World ── ... ──> Run      rayon: a run a seed, results in seed order
//!            └──────────── Event ──────────────> seen: what was reached
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `screen.rs` | what a player sees, and therefore what a bot knows |
//! | `way.rs` | ways over known cells |
//! | `greedy.rs` | the random and the greedy bot |
//! | `careful.rs` | the careful bot |
//! | `abuse.rs` | bots with one trick |
//! | `reached.rs` | everything a run can reach: items, monsters, statuses, messages, ends |
//! | `balance.rs` | the statistics of many runs |
//! | `buttons.rs` | the careful bot as buttons of a console |
//!
//! A bot has its own random numbers: it neither knows nor changes those of the world.

pub mod abuse;
pub mod balance;
pub mod buttons;
pub mod careful;
pub mod greedy;
pub mod reached;
pub mod screen;
pub mod way;

use careful::{Careful, Manner};
use kit::{Cell, Dir};
use num::{Num, Rng};
use porklike::data::{self, Thing};
use porklike::rules::{Action, Kit, Verb, What, World};
use porklike::tile::Flag;
use rayon::prelude::*;
use reached::Reached;
use screen::Screen;
use std::ops::Range;

pub fn equip(slot: u8) -> Action {
    Action::Use(Verb::Equip, slot, Dir::Up)
}

pub fn eat(slot: u8) -> Action {
    Action::Use(Verb::Eat, slot, Dir::Up)
}

pub fn throw(slot: u8, dir: Dir) -> Action {
    Action::Use(Verb::Throw, slot, dir)
}

/// Discards the item in the slot.
pub fn trash(slot: u8) -> Action {
    Action::Use(Verb::Trash, slot, Dir::Up)
}

/// Actions after which a run counts as stuck. The random bot, which seldom finishes, gets half of them and is never
/// called stuck.
pub const BOUND: u32 = 6_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    Random,
    /// Goes for the nearest.
    Greedy,
    /// Uses everything.
    Careful,
    /// Careful, and before each fight in the nearest doorway.
    Doorway,
    /// Careful, without the fights that it can refuse.
    Avoid,
    Shover,
    Diver,
    /// Relies on the rolling pin.
    Pin,
    Skewer,
}

impl Bot {
    /// The bots that play like people.
    pub const ALL: [Bot; 3] = [Bot::Random, Bot::Greedy, Bot::Careful];
    /// The bots with one trick, and the item it needs.
    pub const ABUSE: [(Bot, Option<Thing>); 4] = [
        (Bot::Shover, None),
        (Bot::Diver, None),
        (Bot::Pin, Some(Thing::Pin)),
        (Bot::Skewer, Some(Thing::Skewer)),
    ];
}

/// A bot with its memory and random numbers.
#[derive(Clone, Debug)]
pub struct Player {
    bot: Bot,
    careful: Careful,
    rng: Rng,
    trail: Trail,
    waits: u32,
}

/// How often the hero chose from each tile of this floor. Added to the tile's cost, so that no bot moves back and
/// forth forever between two places.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    floor: u8,
    visits: Vec<i32>,
}

impl Trail {
    fn note(&mut self, screen: &Screen) {
        if self.floor != screen.floor || self.visits.is_empty() {
            *self = Trail { floor: screen.floor, visits: vec![0; screen.spots.len()] };
        }
        self.visits[(screen.hero.y * screen.side + screen.hero.x) as usize] += 1;
    }

    pub fn at(&self, side: i32, at: Cell) -> i32 {
        self.visits.get((at.y * side + at.x) as usize).copied().unwrap_or_default()
    }
}

impl Player {
    /// A player for a run.
    pub fn new(bot: Bot, seed: u32) -> Player {
        let manner = match bot {
            Bot::Doorway => Manner::Doorway,
            Bot::Avoid => Manner::Avoid,
            _ => Manner::Plain,
        };
        Player {
            bot,
            careful: Careful::new(manner),
            trail: Trail::default(),
            waits: 0,
            rng: Rng::seeded(Num::from_bits(!seed as i32)),
        }
    }

    pub fn choose(&mut self, screen: &Screen) -> Action {
        self.trail.note(screen);
        let action = abuse::trick(self.bot, screen).filter(|_| self.waits < abuse::PATIENCE);
        let mut action = action.unwrap_or_else(|| self.plain(screen));
        // With a full bag, a crock that contains an item does not break, by hand or by a creature shoved into
        // it.
        let at = |dir: Dir| screen.hero.step(dir);
        let aims = match action {
            Action::Step(dir) => Some(at(dir)),
            Action::Shove(dir) => Some(at(dir).step(dir)),
            _ => None,
        };
        if screen.full() && aims.is_some_and(|at| screen.kind(at) == screen::Tile::Vase) {
            action = trash(7);
        }
        self.waits = if action == Action::Wait { self.waits + 1 } else { 0 };
        action
    }

    /// What it does when its trick does not apply.
    fn plain(&mut self, screen: &Screen) -> Action {
        match self.bot {
            Bot::Shover | Bot::Diver => abuse::dive(screen, &self.trail, &mut self.rng),
            Bot::Random => greedy::random(screen, &mut self.rng),
            Bot::Greedy => greedy::greedy(screen, &self.trail, &mut self.rng),
            Bot::Careful | Bot::Doorway | Bot::Avoid | Bot::Pin | Bot::Skewer => {
                self.careful.choose(screen, &self.trail, &mut self.rng)
            }
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub seed: u32,
    /// Won, lost, or none: stuck.
    pub end: Option<bool>,
    /// The floor where it ended.
    pub floor: u8,
    pub turns: u32,
    pub waits: u32,
    /// The killer, as [`porklike::rules::Stats::killer`].
    pub killer: u8,
    /// Whether he died in a hallway: with walls on two opposite sides.
    pub hallway: bool,
    /// Attacks with the hero's weapon, and ambushes among them.
    pub blows: [u32; 2],
    /// Items that came into the bag: bit n for item n.
    pub got: u32,
    /// The floor on which each item first appeared.
    pub since: [u8; 23],
    /// Items left in the bag.
    pub unused: usize,
    /// The most hit points that one action cost, and actions that cost 3 or more.
    pub worst: i32,
    pub heavy: u32,
    /// Counts, in total and in hallways: actions, actions in which a creature could strike, and hit points
    /// lost.
    pub halls: [[u32; 2]; 3],
    pub reached: Reached,
    /// The last action, the hit points before it, and the hunters next to the hero.
    pub last: Option<(Action, i32, usize)>,
}

/// The flags and hand-made floors of the cart.
///
/// # Panics
///
/// If the cart is not on the shelf, or its data files are broken.
pub fn kit() -> Kit {
    let cart = shelf::find("porklike").expect("the cart is on the shelf");
    Kit::read(cart.boot(0).expect("its data files are good").machine())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// On this floor; 0 for a real run.
    pub floor: u8,
    /// This item is in the bag from the first floor on which it can appear.
    pub gift: Option<u8>,
    /// And six of these from the first turn. Such a run is followed for 400 actions.
    pub six: Option<u8>,
    /// As this bun.
    pub bun: usize,
}

/// Whether the hero is in a hallway: with walls on two opposite sides.
fn hallway(world: &World) -> bool {
    let solid = |cell| world.is(cell, Flag::Opaque) && world.is(cell, Flag::Blocks);
    let [left, right, up, down] = world.hero().around().map(solid);
    left && right || up && down
}

pub fn run(bot: Bot, seed: u32, kit: &Kit, start: Start) -> Run {
    let Start { floor, mut gift, six, bun } = start;
    let mut world = World::new(seed, kit.clone());
    world.start_as(bun);
    if floor > 0 {
        world.floor = floor;
        world.arrive();
    }
    if let Some(item) = six {
        world.bag[2..].fill(item);
    }
    let mut player = Player::new(bot, seed);
    let mut run = Run { seed, ..Run::default() };
    let bound = match bot {
        _ if six.is_some() => BOUND / 15,
        Bot::Random => BOUND / 2,
        _ => BOUND,
    };
    for _ in 0..bound {
        if world.end.is_some() {
            break;
        }
        if let Some(item) = gift
            && i32::from(world.floor) >= data::ITEMS[usize::from(item)][0].max(1)
            && let Some(slot) = world.bag[2..].iter_mut().find(|held| **held == 0)
        {
            *slot = item;
            world.known |= u32::from(item < Thing::Heal as u8) << item;
            gift = None;
        }
        let action = player.choose(&Screen::of(&world));
        let strikes = matches!(action, Action::Step(dir) if !world.strikes(dir).is_empty());
        let before = world.mobs.clone();
        let hp = world.mobs[0].hp;
        let there = [true, hallway(&world)];
        let threat = world.mobs.iter().any(|mob| world.threat(mob, 1));
        let near = world.mobs[1..].iter().filter(|mob| mob.hunts && mob.at.dist(world.hero()) == 1);
        run.last = Some((action, hp, near.count()));
        let events = world.act(action);
        let cost = hp - world.mobs[0].hp;
        let lost = cost.max(0) as u32;
        for (row, count) in run.halls.iter_mut().zip([1, u32::from(threat), lost]) {
            (0..2).for_each(|column| row[column] += count * u32::from(there[column]));
        }
        run.worst = run.worst.max(cost);
        run.heavy += u32::from(cost > 2);
        run.waits += u32::from(action == Action::Wait);
        // Attacks are the hero's until the monsters' part begins.
        for event in events.iter().take_while(|event| event.what != What::Beat) {
            match event.what {
                What::Hurt | What::Ambush | What::Block if strikes && event.mob.id > 0 => {
                    run.blows[0] += 1;
                    run.blows[1] += u32::from(event.what == What::Ambush);
                }
                What::Got => {
                    if run.got >> event.n & 1 == 0 {
                        run.since[event.n as usize] = world.floor;
                    }
                    run.got |= 1 << event.n;
                }
                _ => {}
            }
        }
        run.reached.note(&before, &world, &events);
    }
    run.hallway = hallway(&world);
    run.end = world.end;
    run.floor = world.floor;
    run.turns = world.stats.turns;
    run.killer = world.stats.killer;
    run.unused = world.bag[2..].iter().filter(|item| **item > 0).count();
    run
}

/// The runs of these seeds, on all processors, in the order of their seeds.
pub fn runs(bot: Bot, seeds: Range<u32>, start: Start) -> Vec<Run> {
    let kit = kit();
    seeds.into_par_iter().map(|seed| run(bot, seed, &kit, start)).collect()
}
