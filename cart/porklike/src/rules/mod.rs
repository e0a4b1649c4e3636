//! The rules: from a state and an action to the next state and a list of events to show.
//!
//! ```text
//!            act(Action)
//! World ─────────────────> World' + [Event]
//!
//! one turn:  hero's part │ Beat │ each monster in the order of the list │ smoke grows thinner
//!            (a free action ends here; a stunned hero: a second round follows by itself)
//! ```
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | the types |
//! | `turn.rs` | `act`: turn structure, arriving on a floor, the end of a run |
//! | `hero.rs` | the hero's verbs: step, bump, equip, eat, trash; chests and crocks |
//! | `push.rs` | what moves others: shoves, and thrown things |
//! | `blow.rs` | damage, death, statuses, effects of food, smoke |
//! | `mind.rs` | what monsters do: notice, hunt, lose, and their specials |
//! | `sight.rs` | lines of sight, cover, the visible part of the floor |
//! | `ask.rs` | questions that the view and the bots ask: names, verbs, aim, attack, block |
//!
//! Nothing here draws, and nothing here is random at the moment of a blow: what a blow will do can be worked out
//! from the picture. The random numbers (ties between two steps, the content of a crock, the next block) come from the
//! world's own generator, so the same seed and the same actions give the same run.

mod ask;
mod blow;
mod hero;
mod mind;
mod push;
mod sight;
mod turn;

pub use turn::HOOK;

use alloc::vec::Vec;
use kit::{Cell, Dir, Grid};
use num::Rng;
use serde::{Deserialize, Serialize};

/// What the artist's files say: needed once, at the start, and kept in the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kit {
    /// Flags of the 256 tiles, bits as in `tile.rs`.
    pub flags: Vec<u8>,
    /// The tiles of the hand-made floors, row by row: the yard, which is floor 0, and the hook, which is floor 9.
    pub ends: [Vec<u8>; 2],
}

/// A creature. The hero is `mobs[0]` of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mob {
    /// Its name: 0 is the hero; the others count up through the run.
    pub id: u16,
    /// Row of [`crate::data::KINDS`]: a [`crate::data::Beast`].
    pub kind: u8,
    pub at: Cell,
    /// Hit points; 0 or less is dead. The dead leave the list when `act` ends, the hero never does.
    pub hp: i32,
    /// The most it can have.
    pub max: i32,
    /// Does it hunt: does it see the hero, or did it when it last acted? Only a hunter cannot be ambushed.
    pub hunts: bool,
    /// Where it saw the hero last: it goes there even if it has lost him. Its own place when it waits.
    pub target: Cell,
    /// Whether it is stunned, and loses its next turn.
    pub stun: bool,
    /// Has it stunned or cursed the hero? It does so once.
    pub spent: bool,
    /// Turns until it acts again: of those that are slow.
    pub rest: i32,
    /// 1 blessed: the next blow on it is halved; -1 cursed: doubled.
    pub bless: i32,
    /// 2 shoved: its next action is lost; 1 it is firm: no shove moves it until it has struck the hero.
    pub firm: u8,
    /// Does it notice the hero when it has him in sight? For a sleeper this is drawn again in each turn in which it has not.
    pub alert: bool,
    /// Turns that it has paused, with the hero before its eyes.
    pub pause: i32,
}

/// The statistics of a run for its end screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Tiles walked by the hero.
    pub steps: u32,
    pub kills: u32,
    /// Foods that the hero ate.
    pub meals: u32,
    /// Turns: rounds of the monsters, those too that the hero missed.
    pub turns: u32,
    /// Kind of who bit the hero last in this turn, at the end of what killed him: 0 is his own cooking.
    pub killer: u8,
}

/// What the hero has seen of a cell, in [`World::sight`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Never,
    Once,
    Now,
}

/// All that the rules know: a plain value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    pub seed: u32,
    /// 0 the yard, 1 to 8 the tower, 9 the hook.
    pub floor: u8,
    pub rng: Rng,
    /// Flags of the tiles and the hand-made floors.
    pub kit: Kit,
    /// The tiles of this floor.
    pub grid: Grid<u8>,
    /// Creatures; the hero is the first. Between two actions all others are alive.
    pub mobs: Vec<Mob>,
    /// Id of the next creature.
    pub next: u16,
    /// For each cell, a [`Seen`].
    pub sight: Grid<u8>,
    /// For each cell: the turns for which smoke stays.
    pub smoke: Grid<u8>,
    /// 0 weapon, 1 armour, 2 to 7 the bag: rows of [`crate::data::ITEMS`].
    pub bag: [u8; 8],
    /// Numbers of words in any order: the first six are the adjectives of the foods, the next six their nouns.
    pub names: Vec<u8>,
    /// Bit n for item n: gear that was found, food that was eaten.
    pub known: u32,
    /// Which of the things that a chest or rail offers the hero takes with a step.
    pub pick: usize,
    /// The card dealt for the next block: [`World::block`] makes it a number of the armour worn.
    pub deal: i32,
    /// A blow has cursed the hero: the curse takes effect when the action is over.
    pub cursed: bool,
    pub stats: Stats,
    /// The run is over: won or not.
    pub end: Option<bool>,
    /// What the action under way has made happen so far. Empty between actions.
    pub events: Vec<Event>,
}

/// Actions on a thing: entries of [`World::verbs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verb {
    Equip,
    Eat,
    /// Throws it, worn things too.
    Throw,
    /// Destroys it, worn things too.
    Trash,
}

/// The hero's possible actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Moves, or hits, opens, breaks or reads the obstacle.
    Step(Dir),
    Wait,
    Shove(Dir),
    /// Uses the item in a slot of [`World::bag`]; a throw has a direction.
    Use(Verb, u8, Dir),
}

/// The kinds of events: each has its sound, its word and its message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum What {
    /// The hero's part is over, the monsters' begins.
    #[default]
    Beat,
    Step,
    /// Bumped into or struck `at`, or made the gesture of throwing. The results follow.
    Bump,
    /// Was moved to `at`: shoved, or traded places.
    Slide,
    Hurt,
    /// The same, while it did not hunt.
    Ambush,
    /// The same, and nothing came through.
    Block,
    Die,
    Hunt,
    /// Lost him, or gave up.
    Lose,
    Stun,
    /// Becomes blessed.
    Bless,
    /// Becomes cursed.
    Curse,
    /// Is neither cursed nor blessed any more: cured, or spent in the blow before, or one took the other away.
    Fade,
    /// Was healed by `n` hit points.
    Heal,
    /// Came out of a crock, of kind `n`.
    Spawn,
    /// A pod lets out a pea.
    Hatch,
    /// A door opened: `n` is the tile `at` there from now on.
    Open,
    /// A crock or pot broke: its tile as above.
    Break,
    /// A chest opened: its tile as above.
    Unlock,
    /// Smoke comes to `at`, for `n` turns: once for each cell of a cloud, the nearest first.
    Puff,
    /// Thing `n` flies in a straight line from the hero to `at`: his own place when it falls at his feet.
    Throw,
    /// Thing `n` of the hero's is destroyed.
    Trash,
    Eat,
    /// Thing `n` came into the bag.
    Got,
    /// Thing `n` is worn from now on.
    Equip,
    Full,
    /// Was firm and not shoved.
    Firm,
    /// The tablet at `at` was read.
    Read,
    /// The hero took the stairs to floor `n`; the world shows it already.
    Climb,
}

/// An event to show, in the order in which they happen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub what: What,
    /// Whom it happens to, as he is from now on: there when the action began, or come by a [`What::Spawn`]. The hero where
    /// it is none.
    pub mob: Mob,
    /// Where: the creature's place, if no other is named.
    pub at: Cell,
    /// A number of its own.
    pub n: i32,
}
