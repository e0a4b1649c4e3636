//! Who and what there is: tables.
//!
//! Hit points, accuracy, defence and damage of the rat, the snake's counterpart, the jelly, the archer and the ogre are
//! on Brogue's scale (a hero of 40 points with a knife of 2 to 4). Their names and looks are ours.

use crate::store::{Fighter, Habit};

#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    /// Its first picture; the second is the next one.
    pub sprite: i32,
    pub color: u8,
    pub fighter: Fighter,
    pub habit: Habit,
    /// The first and the last floor with this kind.
    pub floors: (i32, i32),
    /// The message when it is first seen.
    pub hint: &'static str,
}

/// The bytes are sprite, colour, hit points, accuracy, defence, damage (least and most), floors (first and last).
const fn row(name: &'static str, bytes: &[u8; 9], habit: Habit, hint: &'static str) -> Row {
    let [sprite, color, hp, accuracy, defence, low, high, first, last] = *bytes;
    let fighter = Fighter {
        hp: hp as i32,
        max: hp as i32,
        accuracy: accuracy as i32,
        defence: defence as i32,
        low: low as i32,
        high: high as i32,
    };
    Row { name, sprite: sprite as i32, color, fighter, habit, floors: (first as i32, last as i32), hint }
}

pub const GOBLIN: i32 = 0;
pub const BAT: i32 = 2;
pub const SNAKE: i32 = 3;
/// Its remains split after a hit.
pub const JELLY: i32 = 4;
/// It sleeps by the drum.
pub const OGRE: i32 = 7;

/// | kind | hit points | accuracy | defence | damage | floors |
/// |---|---|---|---|---|---|
/// | goblin | 40 | 100 | 0 | 2 to 4 | the hero |
/// | rat | 6 | 70 | 0 | 1 to 3 | 1 to 3 |
/// | bat | 10 | 70 | 20 | 1 to 4 | 1 to 5 |
/// | snake | 10 | 80 | 10 | 1 to 3 | 1 to 5 |
/// | jelly | 30 | 60 | 0 | 1 to 3 | 2 to 4 |
/// | archer | 16 | 80 | 10 | 2 to 5 | 3 to 5 |
/// | knight | 24 | 90 | 40 | 3 to 7 | 4 to 5 |
/// | ogre | 55 | 100 | 40 | 8 to 13 | 5, with the drum |
pub const KINDS: [Row; 8] = [
    row("goblin", b"\x02\x0b\x28\x64\x00\x02\x04\x00\x00", Habit::Hunt, ""),
    row("rat", b"\x04\x04\x06\x46\x00\x01\x03\x01\x03", Habit::Hunt, "a rat. it bites."),
    row("bat", b"\x06\x0d\x0a\x46\x14\x01\x04\x01\x05", Habit::Flit, "a bat: it flits, doors stop it."),
    row(
        "snake",
        b"\x08\x03\x0a\x50\x0a\x01\x03\x01\x05",
        Habit::Follow,
        "a snake: poison! it never forgets.",
    ),
    row("jelly", b"\x0a\x0e\x1e\x3c\x00\x01\x03\x02\x04", Habit::Hunt, "a jelly: it splits when hit."),
    row("archer", b"\x0c\x09\x10\x50\x0a\x02\x05\x03\x05", Habit::Shoot, "an archer: get close, or get out."),
    row("knight", b"\x0e\x0c\x18\x5a\x28\x03\x07\x04\x05", Habit::Hunt, "a knight: hard to hit."),
    row("ogre", b"\x10\x08\x37\x64\x28\x08\x0d\x09\x09", Habit::Hunt, "an ogre! let it sleep."),
];

/// Things: name, sprite, colour, what it does.
pub const ITEMS: [(&str, i32, u8, &str); 8] = [
    ("mushroom", 32, 8, "heals 20"),
    ("thunder egg", 33, 10, "blasts all around you"),
    ("spores", 34, 11, "all in sight forget you"),
    ("mole stone", 35, 12, "teleports you"),
    ("lantern", 36, 9, "shows the whole floor"),
    ("whetstone", 37, 6, "you hit harder"),
    ("pot lid", 38, 13, "you are harder to hit"),
    ("drum", 39, 9, "carry it back up!"),
];
/// Row of the mushroom, the first that goes into the bag.
pub const MUSHROOM: i32 = 0;
pub const EGG: i32 = 1;
pub const SPORES: i32 = 2;
/// Row of the stone that takes one elsewhere.
pub const MOLE: i32 = 3;
/// Row of the lantern, the last that goes into the bag.
pub const LANTERN: i32 = 4;
/// Row of the whetstone, used at once.
pub const WHETSTONE: i32 = 5;
/// Row of the lid, used at once.
pub const LID: i32 = 6;
pub const DRUM: i32 = 7;
