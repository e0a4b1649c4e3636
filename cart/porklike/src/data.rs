//! The tables of the game: monsters, items and all texts, as they lie in `data/*.txt`.
//!
//! ```text
//! data/monsters.txt  name  ... burst smoke most firm at wakes dizzy steps every pause  row 0 the hero, then the monsters: Beast, Stat
//! data/items.txt     name  first last class hit low high stun bless     row 0 nothing, then the items: Thing, Part
//! data/events.txt    name  sound word stop shake wait flash moves tile, twice   the kinds of events: What
//! data/floors.txt    name  fewest monsters, six numbers of chests, sleep, smoke, draught      a row for each floor
//! data/buns.txt      name  hit points, known items, eight slots      the starts of a run
//! data/decor.txt     name  sixty tiles    the decoration of a room
//! data/places.txt    name  16 colours                              a row for each floor
//! data/dark.txt      32 colours                                    a row for each step of darkness
//! data/windows.txt   name  left top width                           a row for each kind: Menu
//! data/end.txt       the page of the end, with room for its numbers
//! data/texts.txt     key: line / line / line
//! ```
//!
//! The compiler reads the numbers: a table with one too few or too many does not build. All else in the tables is
//! for the reader. The first two columns of monsters and items are the floors on which a row is met, none if the first is the greater.
//!
//! The effects of special monsters and unique items are in `rules/`; the places of monsters' pictures are in the view.

use alloc::string::String;
use alloc::vec::Vec;
use num::numbers;

/// Kinds of creatures by their row; the number is [`crate::rules::Mob::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beast {
    Bap,
    /// The smallest monster; it pauses and leaps. A pod releases one.
    Pea,
    /// Sleeps soundly; its death alerts creatures nearby.
    Crouton,
    /// Its first blow stuns instead of hurting.
    Onion,
    /// Rooted; each hit point may become a pea.
    Pod,
    Cayenne,
    /// Waits two steps off, and leaps.
    Mussel,
    /// Every other turn; firm from birth.
    Terrine,
    /// Its first blow curses when the action is over; bursts.
    Egg,
    Kipper,
    /// Paws, then runs to where the hero was.
    Oxtail,
    /// Keeps the ham.
    Brawn,
}

/// Items by their row: weapons, armours, throwables, foods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// The empty slot: adds nothing, blocks nothing.
    Nothing,
    /// Shoves, or hurts more what does not budge.
    Pin,
    /// Strikes at distance 2 too; an ambush counts three times.
    Skewer,
    Whisk,
    /// Its hit stuns an unhurt hero.
    Ladle,
    /// Each hit leaves a curse.
    Grater,
    /// An ambush counts three times.
    Blade,
    /// Opening and breaking costs no turn.
    Mitt,
    /// Noticed from 2 at most.
    Towel,
    /// Never stunned.
    Colander,
    Cling,
    /// An attacker who hits its wearer takes 1 damage.
    Crackling,
    /// Waiting deals the highest block next.
    Lid,
    /// Flies through all in line.
    Toothpick,
    /// Stuns a tile and its neighbours.
    Pepper,
    Flour,
    /// Hurts most.
    Coal,
    /// First of the foods: heals 1.
    Heal,
    /// Heals 3.
    Feast,
    Rise,
    Stun,
    Curse,
    Bless,
}

/// The class of an item: [`Part::Class`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Equip, throw, trash. The number is that of the slot where it is worn.
    Weapon,
    /// Equip, throw, trash. The number is that of the slot where it is worn.
    Armour,
    Food,
    Throwable,
}

/// Columns of the monsters' table: what one kind of creature can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stat {
    /// First floor on which it is met.
    First,
    /// Last of them.
    Last,
    /// Hit points that it begins with.
    Hp,
    /// Damage of a blow. The hero has his weapon's instead.
    Atk,
    /// Steps (columns plus rows) that it sees.
    Sight,
    /// 1 if its first blow stuns.
    Stun,
    /// The effect of its blow: 0 curses, 1 does nothing.
    Bless,
    /// Cells on which its death is felt: by smoke, or as a noise.
    Burst,
    /// Turns that the smoke of its death stays; 0 for a noise.
    Smoke,
    /// 1 if no shove moves it from the start.
    Firm,
    /// Bit n: it pauses when it sees the hero n steps away.
    At,
    /// How many of four sleepers wake when the hero comes into sight.
    Wakes,
    /// 1 if a leap after its pause that bites no one stuns it.
    Dizzy,
    /// Steps that it goes in a turn, the last of them a blow if the hero is there.
    Steps,
    /// It acts once in so many turns.
    Every,
    /// Turns of its pause.
    Pause,
}

/// Columns of the items' table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// First floor on which it is found.
    First,
    /// Last of them.
    Last,
    Class,
    /// Damage: in the hand or thrown.
    Hit,
    /// Armour: least block. Food: hit points healed.
    Low,
    /// Weapon: added to the 2 of an ambush. Armour: most block. Throwable: tiles of smoke. Food: maximum of hit points
    /// gained.
    High,
    /// 1 if it stuns.
    Stun,
    /// 0 curses, 1 does neither, 2 blesses: the file has no negative numbers.
    Bless,
}

/// Numbers of the hero, the ten monsters and the keeper of the ham, as in the file: columns are [`Stat`].
pub static KINDS: [[i32; 16]; 12] = numbers(include_str!("../data/monsters.txt"));
/// Numbers of nothing and the 22 items, as in the file: columns are [`Part`].
pub static ITEMS: [[i32; 8]; 23] = numbers(include_str!("../data/items.txt"));
/// The effects of each kind of event: sound, colour of its word, frames of freeze, pixels of shaking, frames
/// until the next event, frames of flashing, 1 for a slide and 2 for a bump, 1 if its number is the tile there from
/// now on. Two rows a kind: about a monster, then about the hero.
pub static EVENTS: [[i32; 8]; 60] = numbers(include_str!("../data/events.txt"));
/// Of each start, a bun: hit points, what is known of items (bit n for item n), weapon, armour, and six things in the bag.
pub static BUNS: [[i32; 10]; 4] = numbers(include_str!("../data/buns.txt"));
/// Of each floor: fewest monsters, the six numbers of chests of which one is drawn, of how many the `wakes` of sleepers are, the
/// cells that a pot's smoke fills, and how much thinner smoke gets in a turn.
pub static FLOORS: [[i32; 10]; 10] = numbers(include_str!("../data/floors.txt"));
/// The tiles of which one is drawn for each cell of a room, 0 bare: vases, carpet, torches, ferns, debris.
pub static DECOR: [[i32; 60]; 5] = numbers(include_str!("../data/decor.txt"));
/// Left, upper edge and width of each kind of window; 0 for one in the middle, or as wide as its text.
pub static WINDOWS: [[i32; 3]; 9] = numbers(include_str!("../data/windows.txt"));
const TEXTS: &str = include_str!("../data/texts.txt");

/// A number of a kind of creature.
pub fn beast(kind: u8, stat: Stat) -> i32 {
    KINDS[usize::from(kind)][stat as usize]
}

/// A number of an item.
pub fn item(item: u8, part: Part) -> i32 {
    ITEMS[usize::from(item)][part as usize]
}

/// Rows of a table that are met on a floor.
pub fn here<const W: usize>(table: &[[i32; W]], floor: u8) -> Vec<u8> {
    (0..table.len() as u8)
        .filter(|row| {
            let row = table[usize::from(*row)];
            row[0] <= floor.into() && row[1] >= floor.into()
        })
        .collect()
}

/// The lines that `data/texts.txt` has under a key. One empty line for a key that there is not.
pub fn text(key: &str) -> impl Iterator<Item = &'static str> + Clone {
    TEXTS
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        .unwrap_or_default()
        .split('/')
        .map(str::trim)
}

/// One of these lines; empty when there is none.
pub fn line(key: &str, nth: u8) -> &'static str {
    text(key).nth(nth.into()).unwrap_or_default()
}

/// All of them, a row each.
pub fn page(key: &str) -> String {
    text(key).collect::<Vec<_>>().join("\n")
}
