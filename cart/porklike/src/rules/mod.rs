//! What happens: from a state and an action to the next state and the list of what is to be seen and heard of it.
//!
//! ```text
//!            act(Action)
//! World ─────────────────> World' + [Event]
//!
//! one turn:  hero's part │ Beat │ each monster in the order of the list │ smoke, doors, bait grow older
//!            (a free action ends here)            └─ again from Beat for each turn that the hero is dazed
//! ```
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | the types |
//! | `turn.rs` | `act`: turn structure, arriving on a floor, the end of a run |
//! | `hero.rs` | the hero's verbs: step, bump, equip, eat, burn; chests and crocks |
//! | `push.rs` | what moves others: shoves, and thrown things |
//! | `blow.rs` | damage, death, statuses, effects of food |
//! | `mind.rs` | what monsters do: notice, hunt, lose, and their specials |
//! | `sight.rs` | lines of sight, cover, what is seen of the floor |
//! | `spread.rs` | one flood: maps of distances, clouds of smoke, burning herbs |
//! | `ask.rs` | questions that the view and the bots ask: names, verbs, aim, attack, block |
//!
//! Nothing here draws, and nothing here is random at the moment of a blow: what a blow will do can be worked out
//! from what is shown. The random numbers (ties between two steps, what a crock holds, the block dealt next) come from the
//! world's own generator, so the same seed and the same actions give the same run.

mod ask;
mod blow;
mod hero;
mod mind;
mod push;
mod sight;
mod spread;
mod turn;

pub use turn::HOOK;

use crate::dir::{Cell, Dir};
use crate::grid::Grid;
use alloc::vec::Vec;
use num::Rng;
use serde::{Deserialize, Serialize};

/// What the artist's files say: needed once, at the start, and kept in the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kit {
    /// Flags of the 256 tiles, bits as in `tile.rs`.
    pub flags: Vec<u8>,
    /// Floor 0.
    pub yard: Grid,
    /// Floor 9.
    pub hook: Grid,
}

/// What a creature has in mind. Colour of its eyes: black, red, black again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mind {
    /// Has not noticed the hero, or has given up.
    #[default]
    Wait,
    /// Sees the hero, or saw him when it last acted. Only such a creature is not ambushed.
    Hunt,
    /// Lost him, goes to where it saw him last; or is dazed.
    Lost,
}

/// A creature. The hero is `mobs[0]` of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mob {
    /// Its name in events: 0 is the hero; the others count up on each floor and are never given twice there.
    pub id: u16,
    /// Row of [`crate::data::KINDS`]: a [`crate::data::Beast`].
    pub kind: u8,
    /// Kind that is named as the hero's killer if this one is: its own, but a pod's pea has that of the pod.
    pub maker: u8,
    /// Where it stands.
    pub at: Cell,
    /// Hit points; 0 or less is dead. The dead leave the list when `act` ends, the hero never does.
    pub hp: i32,
    /// Most hit points.
    pub max: i32,
    /// What it has in mind.
    pub mind: Mind,
    /// Where it saw the hero last, or the bait that it is after.
    pub target: Cell,
    /// Turns that it is dazed yet.
    pub stun: u8,
    /// Actions that it misses yet: it was shoved, or it is slow and has acted.
    pub pause: u8,
    /// 1 blessed: the next blow on it is halved; -1 cursed: doubled.
    pub bless: i8,
    /// What is left of its special: see [`crate::data::Kind::charge`].
    pub charge: u8,
    /// An oxtail that paws: the way it will run.
    pub run: Option<Dir>,
    /// A ladle has dazed it: not a second time.
    pub ladled: bool,
}

/// Food that lies on the floor for a few turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bait {
    /// Where it lies.
    pub at: Cell,
    /// Which food.
    pub item: u8,
    /// Turns left.
    pub turns: u8,
}

/// What is told of a run at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Tiles walked by the hero.
    pub steps: u32,
    /// Monsters that died.
    pub kills: u32,
    /// Foods that the hero ate.
    pub meals: u32,
    /// Turns: rounds of the monsters, those too that the hero missed.
    pub turns: u32,
    /// Kind of who bit the hero last in this turn, at the end of what killed him: 0 is his own cooking, 4 a pod by one of its
    /// peas.
    pub killer: u8,
}

/// All that the rules know: a plain value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The run's seed.
    pub seed: u32,
    /// 0 the yard, 1 to 8 the tower, 9 the hook.
    pub floor: u8,
    /// The rules' random numbers.
    pub rng: Rng,
    /// Flags of the tiles and the hand-made floors.
    pub kit: Kit,
    /// The tiles of this floor.
    pub grid: Grid,
    /// Creatures; the hero is the first. Between two actions all others are alive.
    pub mobs: Vec<Mob>,
    /// Id of the next creature.
    pub next: u16,
    /// By [`Grid::index`]: was ever seen. The rest is fog.
    pub seen: Vec<bool>,
    /// By [`Grid::index`]: is seen by the hero now.
    pub visible: Vec<bool>,
    /// By [`Grid::index`]: turns that smoke stays there.
    pub smoke: Vec<u8>,
    /// Open doors and the turns until they swing shut.
    pub doors: Vec<(Cell, u8)>,
    /// Food on the floor.
    pub bait: Vec<Bait>,
    /// 0 weapon, 1 armour, 2 to 7 the bag: rows of [`crate::data::ITEMS`].
    pub bag: [u8; 8],
    /// Weapons and armours that no chest has held yet: bit n for item n.
    pub rare: u32,
    /// Adjective and noun of each food, as numbers of words in `data/foods.txt`.
    pub names: [(u8, u8); 6],
    /// Items of which one knows what they do, bit n for item n: all but the foods that nobody has eaten yet.
    pub known: u32,
    /// The card dealt for the next block: [`World::block`] makes it a number of the armour worn.
    pub deal: u8,
    /// For the end.
    pub stats: Stats,
    /// The run is over: won or not.
    pub end: Option<bool>,
    /// What the action under way has made happen so far. Empty between actions.
    pub events: Vec<Event>,
}

/// What the hero may be asked to do. Slots are those of [`World::bag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Goes, or hits, opens, breaks, reads what stands there.
    Step(Dir),
    /// Stands still.
    Wait,
    /// Shoves the neighbour.
    Shove(Dir),
    /// Puts on what lies in the slot, 2 to 7.
    Equip(u8),
    /// Eats what lies in the slot.
    Eat(u8),
    /// Throws what lies in the slot, worn things too.
    Throw(u8, Dir),
    /// Burns what lies in the slot, worn things too.
    Burn(u8),
}

/// Messages that no other event tells: lines of the texts' key `say`, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Say {
    /// Stairs that lead down.
    Locked,
    /// The bag is full; the chest stays shut.
    Stays,
    /// The bag is full; what was in the crock is lost.
    Breaks,
    /// Nothing was in it.
    Empty,
    /// A monster was in it.
    Snack,
    /// Not to be shoved.
    Heavy,
}

/// Something that is seen or heard, in the order in which it happens. Creatures are named by [`Mob::id`]; one that an
/// event names was there when the action began, or came by an [`Event::Spawn`] before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The hero's part is over, the monsters' begins. Again before each round that a dazed hero misses.
    Beat,
    /// Walked to the next tile.
    Step {
        /// Who.
        id: u16,
        /// From here.
        from: Cell,
        /// That way.
        dir: Dir,
    },
    /// Ran against something, or struck, or made the gesture of throwing. What came of it follows.
    Bump {
        /// Who.
        id: u16,
        /// That way.
        dir: Dir,
    },
    /// Was moved a tile by somebody: shoved, or traded places.
    Slide {
        /// Who.
        id: u16,
        /// From here.
        from: Cell,
        /// That way.
        dir: Dir,
    },
    /// Was struck.
    Hurt {
        /// Who.
        id: u16,
        /// Damage done, 0 for a blow that was blocked.
        damage: i32,
        /// Hit points left, below 1 for the dead.
        hp: i32,
        /// A blow on someone who did not hunt.
        ambush: bool,
    },
    /// Died.
    Die {
        /// Who.
        id: u16,
    },
    /// Noticed the hero ("!" when it comes to hunt), or lost him ("?").
    Mind {
        /// Who.
        id: u16,
        /// What it has in mind from now on.
        mind: Mind,
    },
    /// Is dazed.
    Stun {
        /// Who.
        id: u16,
        /// Turns.
        turns: u8,
    },
    /// Was blessed (1), cursed (-1), or neither any more (0): cured, or spent in the blow before.
    Bless {
        /// Who.
        id: u16,
        /// Now.
        bless: i8,
    },
    /// Was healed by food.
    Heal {
        /// Who.
        id: u16,
        /// Hit points gained.
        gain: i32,
        /// Most hit points now.
        max: i32,
    },
    /// A creature came out of a crock or a pod.
    Spawn {
        /// Its name from now on.
        id: u16,
        /// Row of [`crate::data::KINDS`].
        kind: u8,
        /// Where.
        at: Cell,
    },
    /// An oxtail paws: it will run that way.
    Paw {
        /// Who.
        id: u16,
        /// That way.
        dir: Dir,
    },
    /// A tile changed: a door opened or shut, a crock or pot broke or was pushed, a chest opened, a herb burnt.
    Tile {
        /// Where.
        at: Cell,
        /// What it was.
        was: u8,
        /// What it is.
        now: u8,
    },
    /// Smoke spreads over these tiles, nearest first.
    Puff {
        /// The tiles.
        cells: Vec<Cell>,
        /// Turns that it stays.
        turns: u8,
    },
    /// A thing flies.
    Throw {
        /// Which.
        item: u8,
        /// The tiles it passes; it lands on the last. Empty when it falls at the hero's feet.
        path: Vec<Cell>,
    },
    /// A thing of the hero's goes up in smoke.
    Burn {
        /// Which.
        item: u8,
    },
    /// Food was eaten.
    Eat {
        /// By whom.
        id: u16,
        /// Which.
        item: u8,
    },
    /// Food lies on the floor.
    Bait {
        /// Where.
        at: Cell,
        /// Which.
        item: u8,
    },
    /// An item came into the bag.
    Got {
        /// Which.
        item: u8,
    },
    /// Worn from now on.
    Equip {
        /// Which.
        item: u8,
    },
    /// A message.
    Say(Say),
    /// A tablet was read.
    Read {
        /// Where it stands.
        at: Cell,
    },
    /// The hero took the stairs; the world shows the new floor already.
    Climb {
        /// Number of the new floor.
        floor: u8,
    },
    /// The run is over.
    End {
        /// Or lost.
        won: bool,
    },
}
